//! The journal: JSON lines, append-only, the truth of what was decided. One `write` per record, so that lines of
//! processes that write at once never mix.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read as _, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use hookward_core::Record;

use crate::file::append_line;

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
        append_line(&self.path, serde_json::to_vec(record)?)
    }

    /// The records of a session since its last stop, oldest first, as far as they stand in the last so many bytes.
    pub fn since_last_stop(&self, host: &str, session: &str, bytes: u64) -> io::Result<Vec<Record>> {
        let mut file = match File::open(&self.path) {
            Ok(file) if file.metadata()?.is_file() => file,
            Ok(_) => return Ok(Vec::new()),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        file.seek(SeekFrom::Start(self.length().saturating_sub(bytes)))?;
        let mut text = Vec::new();
        file.take(2 * bytes).read_to_end(&mut text)?;
        // Most lines are of other sessions: they are not read as JSON.
        let is_named =
            |line: &&[u8]| line.windows(session.len().max(1)).any(|part| part == session.as_bytes());
        let mut records: Vec<Record> = Vec::new();
        for line in text.split(|byte| *byte == b'\n').filter(is_named) {
            let Ok(record) = serde_json::from_slice::<Record>(line) else { continue };
            if record.session != session || record.host != host {
                continue;
            }
            if record.event == "stop" && record.agent.is_none() {
                records.clear();
            } else {
                records.push(record);
            }
        }
        Ok(records)
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
