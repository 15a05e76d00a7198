//! What runs have seen of each file: one that holds something else since, with a time before them, was put back in time. What
//! they have left in caches (`.pyc`, the fingerprints of cargo) is then taken for made of it, and runs in its place.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Hash;
use super::content::{MAX_READ, plain};
use super::glance::{Glance, Kind};
use super::stamp::Stamp;
use crate::file::{private_directory, replace_hastily};

/// What a file holds, and the last moment at which something else was seen there.
const RECORD: usize = 40;

#[derive(Serialize, Deserialize)]
struct Kept<'m> {
    /// When the last run was seen, in nanoseconds since 1970.
    at: i64,
    /// In order, each with a zero byte behind it.
    keys: &'m str,
    records: &'m [u8],
}

#[derive(Clone, Copy)]
struct Ran {
    hash: Hash,
    /// Nothing else was ever seen there: zero.
    other_until: i64,
}

impl Ran {
    fn read(bytes: &[u8]) -> Option<Self> {
        let (hash, until) = bytes.split_at_checked(RECORD - 8)?;
        Some(Self { hash: hash.try_into().ok()?, other_until: i64::from_le_bytes(until.try_into().ok()?) })
    }
}

/// What runs have seen, and what the one sees that begins or ends now.
pub(super) struct Runs<'m> {
    last: i64,
    before: Vec<(&'m str, Option<Ran>)>,
    /// Behind what was found last: files are looked for in the same order each time, or nearly.
    next: usize,
    now: Vec<(String, Ran)>,
    put_back: Vec<String>,
}

impl<'m> Runs<'m> {
    /// What was kept of those before; nothing if it is not clear what that is.
    pub(super) fn read(bytes: &'m [u8]) -> Self {
        let kept = postcard::from_bytes(bytes).unwrap_or(Kept { at: 0, keys: "", records: &[] });
        let records = kept.records.chunks_exact(RECORD).map(Ran::read);
        let before: Vec<_> = kept.keys.split_terminator('\0').zip(records).collect();
        let now = Vec::with_capacity(before.len());
        Self { last: kept.at, before, next: 0, now, put_back: Vec::new() }
    }

    /// What was seen of a file; it is not asked for again.
    fn take(&mut self, key: &str) -> Option<Ran> {
        if self.before.get(self.next).is_none_or(|(known, _)| *known != key) {
            self.next = self.before.binary_search_by_key(&key, |(known, _)| known).ok()?;
        }
        self.next += 1;
        self.before.get_mut(self.next - 1).and_then(|(_, ran)| ran.take())
    }

    /// Adds a file as it lies there now.
    pub(super) fn add(&mut self, top: &Path, key: &str, found: &Glance, hash: Hash) {
        let ran = match self.take(key) {
            None => Ran { hash, other_until: 0 },
            Some(ran) if ran.hash == hash => ran,
            Some(ran) if is_like(&ran, &top.join(key), found) => Ran { hash, ..ran },
            Some(_) => Ran { hash, other_until: self.last },
        };
        if ran.other_until != 0 && is_put_back(ran.other_until, &top.join(key), found) {
            self.put_back.push(key.to_owned());
        }
        self.now.push((key.to_owned(), ran));
    }

    /// Keeps all that was seen by a moment, in order, and tells which files were put back in time.
    pub(super) fn keep(self, memory: &Path, at: i64) -> Vec<String> {
        let Self { before, mut now, put_back, .. } = self;
        // A cache outlives its file. Of those that are gone, no more are kept than there are others.
        let gone: Vec<_> = before
            .into_iter()
            .filter_map(|(key, ran)| Some((key.to_owned(), ran?)))
            .take(now.len())
            .collect();
        now.extend(gone);
        now.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let (mut keys, mut records) = (String::new(), Vec::with_capacity(now.len() * RECORD));
        for (key, ran) in &now {
            keys.push_str(key);
            keys.push('\0');
            records.extend(ran.hash);
            records.extend(ran.other_until.to_le_bytes());
        }
        if let Ok(bytes) = postcard::to_allocvec(&Kept { at, keys: &keys, records: &records }) {
            let directory = memory.parent().map_or(Ok(()), private_directory);
            let _ = directory.and_then(|()| replace_hastily(memory, &bytes));
        }
        put_back
    }
}

/// Whether a file holds what it held, and only may be run since, or may no longer: no cache knows of that.
fn is_like(ran: &Ran, path: &Path, found: &Glance) -> bool {
    match found.kind {
        Kind::Plain if found.stamp.size() <= MAX_READ => {
            fs::read(path).is_ok_and(|bytes| plain(!found.is_program, &bytes) == ran.hash)
        }
        // What is not read is known by its times alone.
        Kind::Plain | Kind::Other | Kind::Directory => true,
        Kind::Link => false,
    }
}

/// Whether the time of a file says that it was there when something else was.
fn is_put_back(other_until: i64, path: &Path, found: &Glance) -> bool {
    // What a link leads to has times of its own.
    let is_so = |found: &Stamp| found.is_dated_back(other_until);
    is_so(&found.stamp)
        && (found.kind != Kind::Link || fs::metadata(path).is_ok_and(|found| is_so(&Stamp::of(&found))))
}
