//! What was read of the files of a work tree, as one text of names and one row of bytes: ten thousand of them are there at once.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Hash;
use super::stamp::Stamp;
use crate::file::{private_directory, replace_hastily};

/// A stamp, and the hash of what was in the file.
const RECORD: usize = 64;

#[derive(Serialize, Deserialize)]
struct Kept<'m> {
    /// Below the top of the work tree, in order, each with a zero byte behind it.
    keys: &'m str,
    records: &'m [u8],
}

/// Files that were read before.
#[derive(Debug, Default)]
pub(super) struct Known<'m> {
    keys: Vec<&'m str>,
    records: &'m [u8],
    /// Behind what was found last: files are looked for in the same order each time, or nearly.
    next: usize,
}

impl<'m> Known<'m> {
    /// Those that were kept; none if it is not clear which.
    pub(super) fn read(bytes: &'m [u8]) -> Self {
        let Ok(Kept { keys, records }) = postcard::from_bytes(bytes) else { return Self::default() };
        let keys: Vec<&str> = keys.split_terminator('\0').collect();
        if keys.len() * RECORD != records.len() {
            return Self::default();
        }
        Self { keys, records, next: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// What was in a file when it had this stamp.
    pub(super) fn find(&mut self, key: &str, stamp: Stamp) -> Option<Hash> {
        if self.keys.get(self.next).is_none_or(|known| *known != key) {
            self.next = self.keys.binary_search(&key).ok()?;
        }
        let at = self.next * RECORD;
        self.next += 1;
        let (before, hash) = self.records.get(at..at + RECORD)?.split_at(RECORD / 2);
        (before == stamp.bytes()).then(|| hash.try_into().ok()).flatten()
    }
}

/// Files that were seen, in the order of a look.
#[derive(Debug, Default)]
pub(super) struct Seen {
    keys: String,
    records: Vec<u8>,
}

impl Seen {
    pub(super) fn add(&mut self, key: &str, stamp: Stamp, hash: &Hash) {
        self.keys.push_str(key);
        self.keys.push('\0');
        self.records.extend(stamp.bytes());
        self.records.extend(hash);
    }

    pub(super) fn len(&self) -> usize {
        self.records.len() / RECORD
    }

    /// Keeps them, in order. What is not kept is read again.
    pub(super) fn keep(&self, memory: &Path) {
        let mut files: Vec<(&str, &[u8])> =
            self.keys.split_terminator('\0').zip(self.records.chunks_exact(RECORD)).collect();
        files.sort_unstable();
        let keys: String = files.iter().flat_map(|(key, _)| [*key, "\0"]).collect();
        let records: Vec<u8> = files.iter().flat_map(|(_, record)| record.iter().copied()).collect();
        let Ok(bytes) = postcard::to_allocvec(&Kept { keys: &keys, records: &records }) else { return };
        let directory = memory.parent().map_or(Ok(()), private_directory);
        let _ = directory.and_then(|()| replace_hastily(memory, &bytes));
    }
}
