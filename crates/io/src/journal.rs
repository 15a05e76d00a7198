//! The journal: JSON lines, append-only, the truth of what was decided. One `write` per record, so that lines of
//! processes that write at once never mix.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use hookward_core::Record;

use crate::file::{may_grow_to, private_options};

/// The journal of a person on a machine.
#[derive(Clone, Debug)]
pub struct Journal {
    path: PathBuf,
}

impl Journal {
    /// The journal in a state directory.
    pub fn in_state(state: &Path) -> Self {
        Self { path: state.join("journal.jsonl") }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How long it is.
    pub(crate) fn length(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |found| found.len())
    }

    /// Appends a record.
    pub fn append(&self, record: &Record) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        // A link could lead into the workspace, or nowhere.
        if fs::symlink_metadata(&self.path).is_ok_and(|found| !found.is_file()) {
            return Err(io::Error::new(ErrorKind::InvalidInput, "journal.jsonl is not a regular file"));
        }
        let mut file = private_options().append(true).read(true).create(true).open(&self.path)?;
        if ends_torn(&mut file)? {
            // A write that was cut short (a full disk) must not take this record with it.
            line.insert(0, b'\n');
        }
        may_grow_to(file.metadata()?.len() + line.len() as u64)?;
        match file.write(&line)? {
            written if written == line.len() => Ok(()),
            _ => Err(io::Error::new(ErrorKind::WriteZero, "the record could only be written in part")),
        }
    }

    /// Every record that can be read, oldest first, from a byte of the file on. Lines that cannot be read are counted,
    /// not guessed.
    pub fn records(&self, from: u64) -> io::Result<Records> {
        let lines = match File::open(&self.path) {
            Ok(mut file) => {
                if !file.metadata()?.is_file() {
                    return Err(io::Error::new(
                        ErrorKind::InvalidInput,
                        "journal.jsonl is not a regular file",
                    ));
                }
                file.seek(SeekFrom::Start(from))?;
                Some(BufReader::new(file))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        Ok(Records { lines, read: from, unreadable: 0 })
    }
}

fn ends_torn(file: &mut File) -> io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// The journal's records.
pub struct Records {
    lines: Option<BufReader<File>>,
    /// The byte of the file up to which whole lines were read.
    pub read: u64,
    /// Lines that could not be read so far.
    pub unreadable: usize,
}

impl Iterator for Records {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let lines = self.lines.as_mut()?;
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = lines.read_until(b'\n', &mut line).ok()?;
            if length == 0 {
                return None;
            }
            if line.ends_with(b"\n") {
                self.read += length as u64;
            }
            match serde_json::from_slice(&line) {
                Ok(record) => return Some(record),
                Err(_) if line.trim_ascii().is_empty() => {}
                Err(_) => self.unreadable += 1,
            }
        }
    }
}
