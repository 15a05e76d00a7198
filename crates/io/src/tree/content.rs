//! What is in a file, as a hash.

use std::fs;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::Hash;
use super::glance::{Glance, Kind};

/// A larger file counts by what the disk says of it.
pub(super) const MAX_READ: u64 = 16 * 1024 * 1024;

/// What a file holds, or what a link leads to.
pub(super) fn content(path: &Path, found: &Glance) -> Hash {
    let stamp = found.stamp;
    let read = || -> io::Result<Hash> {
        if found.kind == Kind::Link {
            // What it leads to is what is built.
            let mut hash = Sha256::new();
            hash.update(fs::read_link(path)?.as_os_str().as_encoded_bytes());
            if fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() <= MAX_READ) {
                hash.update(fs::read(path)?);
            }
            return Ok(hash.finalize().into());
        }
        if found.kind != Kind::Plain || stamp.size() > MAX_READ {
            return Ok(Sha256::digest(stamp.bytes()).into());
        }
        Ok(plain(found.is_program, &fs::read(path)?))
    };
    // What cannot be read is like nothing else, and like itself only until it changes.
    read().unwrap_or_else(|error| Sha256::digest(format!("{error} {stamp:?}")).into())
}

/// What a plain file holds, and whether it is a program.
pub(super) fn plain(is_program: bool, bytes: &[u8]) -> Hash {
    let mut hash = Sha256::new();
    hash.update([u8::from(is_program)]);
    hash.update(bytes);
    hash.finalize().into()
}
