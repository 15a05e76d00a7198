//! The journal: JSON lines, append-only, the truth of what was decided. One `write` per record, so that lines of
//! processes that write at once never mix.
//!
//! A journal that has grown long is put aside under the time (`journal-<time>.jsonl`), by whoever has made it so, and a new
//! one begins. INVARIANT: a record is in exactly one of the files. Who has opened the old one writes into it, whatever its
//! name is by then; only the holder of the lock renames.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hookward_core::Record;

use crate::file::{append_line, locked_within, private_options};

/// A journal of this length is put aside.
const FULL: u64 = 16 * 1024 * 1024;

/// How often the files are listed anew if some are put aside or dropped meanwhile.
const TRIES: usize = 16;

/// The journal of a person on a machine.
#[derive(Clone, Debug)]
pub struct Journal {
    state: PathBuf,
    path: PathBuf,
    /// How long it may grow.
    full: u64,
}

/// What became of the journal when a record was appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is longer.
    Whole,
    /// It was full, and was put aside: what is too old may be dropped.
    PutAside,
}

impl Journal {
    /// The journal in a state directory.
    pub fn in_state(state: &Path) -> Self {
        Self { state: state.to_owned(), path: state.join("journal.jsonl"), full: full() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The directory that it is in.
    pub fn state(&self) -> &Path {
        &self.state
    }

    /// Appends a record.
    pub fn append(&self, record: &Record) -> io::Result<Appended> {
        let length = append_line(&self.path, serde_json::to_vec(record)?)?;
        // The record is kept, whatever becomes of this.
        let is_aside = length >= self.full && self.put_aside().unwrap_or(false);
        Ok(if is_aside { Appended::PutAside } else { Appended::Whole })
    }

    /// The records of a session since its last stop, oldest first, as far as they stand in the last so many bytes.
    pub fn since_last_stop(&self, host: &str, session: &str, bytes: u64) -> io::Result<Vec<Record>> {
        let mut records: Vec<Record> = Vec::new();
        for record in
            self.last_records(bytes)?.filter(|record| record.session == session && record.host == host)
        {
            if record.event == "stop" && record.agent.is_none() {
                records.clear();
            } else {
                records.push(record);
            }
        }
        Ok(records)
    }

    /// Gives a journal that is full the name that it keeps, if no other process is about to.
    fn put_aside(&self) -> io::Result<bool> {
        let lock = self.lock_file()?;
        let is_full = || fs::metadata(&self.path).is_ok_and(|found| found.len() >= self.full);
        // Asked again under the lock: another process may have done it, and a new one has begun.
        if lock.try_lock().is_err() || !is_full() {
            return Ok(false);
        }
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_millis();
        // The names are in the order of the files, also where the clock was set back.
        let last = self.aside()?.last().and_then(|name| time_of(name)).unwrap_or(0);
        let name = format!("journal-{:013}.jsonl", u64::try_from(now).unwrap_or(u64::MAX).max(last + 1));
        fs::rename(&self.path, self.state.join(name))?;
        Ok(true)
    }

    fn lock_file(&self) -> io::Result<File> {
        private_options().write(true).create(true).truncate(false).open(self.state.join("journal.lock"))
    }

    /// The right to put aside and to drop; `None` if another process keeps it for too long.
    pub fn lock(&self, patience: Duration) -> io::Result<Option<File>> {
        let file = self.lock_file()?;
        Ok(locked_within(&file, patience)?.then_some(file))
    }

    /// The names of the files that were put aside, oldest first.
    fn aside(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.state) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| time_of(name).is_some()).collect();
        names.sort_unstable_by_key(|name| time_of(name));
        Ok(names)
    }

    /// The files of the journal, opened, oldest first; the last one is the one that is written to.
    pub fn parts(&self) -> io::Result<Vec<Part>> {
        let mut tries = 0;
        loop {
            tries += 1;
            let names = self.aside()?;
            let mut parts = Vec::new();
            for name in names.iter().map(String::as_str).chain(["journal.jsonl"]) {
                parts.extend(Part::open(&self.state.join(name), name)?);
            }
            // What was the journal when the names were read may have been put aside before it was opened.
            if tries >= TRIES || self.aside()? == names {
                return Ok(parts);
            }
        }
    }

    /// Every record that can be read, oldest first. Lines that cannot be read are counted, not guessed.
    pub fn records(&self) -> io::Result<Records> {
        Ok(Records::of(self.parts()?.into_iter().map(|part| (part, 0))))
    }

    /// The records of the last bytes.
    pub(crate) fn last_records(&self, bytes: u64) -> io::Result<Records> {
        let parts = self.parts()?;
        let mut surplus = parts.iter().map(|part| part.length).sum::<u64>().saturating_sub(bytes);
        Ok(Records::of(parts.into_iter().filter_map(|part| {
            let from = surplus.min(part.length);
            surplus -= from;
            (from < part.length).then_some((part, from))
        })))
    }

    /// The records from a place on.
    pub fn records_since(&self, place: &Place) -> io::Result<Records> {
        let mut from = place.offset;
        let parts = self.parts()?.into_iter();
        let is_newer = |part: &Part| part.time.is_none() || part.time > place.aside;
        // What was written to then is the first of the newer ones.
        Ok(Records::of(parts.filter(is_newer).map(|part| (part, std::mem::take(&mut from)))).after(place))
    }
}

/// The length of a journal that is full. A build for tests can be told another.
fn full() -> u64 {
    #[cfg(debug_assertions)]
    if let Some(length) = std::env::var("HOOKWARD_TEST_FULL").ok().and_then(|text| text.parse().ok()) {
        return length;
    }
    FULL
}

/// When a file was put aside, by its name.
fn time_of(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("journal-")?.strip_suffix(".jsonl")?;
    let is_time = digits.len() >= 13 && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_time)
}

/// A place in the journal: what comes behind it is new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The time of the last file that was put aside by then.
    aside: Option<u64>,
    /// The byte of the file that was written to.
    offset: u64,
}

/// One file of the journal.
#[derive(Debug)]
pub struct Part {
    /// Its name in the state directory.
    pub name: String,
    /// When it was put aside, in milliseconds since 1970; `None` for the one that is written to.
    pub time: Option<u64>,
    /// How long it is.
    pub length: u64,
    file: File,
}

impl Part {
    fn open(path: &Path, name: &str) -> io::Result<Option<Self>> {
        let missing = |error: &io::Error| error.kind() == ErrorKind::NotFound;
        // Asked before it is opened: a pipe would keep the host waiting for ever.
        let found = match fs::metadata(path) {
            Ok(found) => found,
            Err(error) if missing(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        if !found.is_file() {
            let text = format!("{name} is not a regular file");
            return Err(io::Error::new(ErrorKind::InvalidInput, text));
        }
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if missing(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        let length = file.metadata()?.len();
        Ok(Some(Self { name: name.to_owned(), time: time_of(name), length, file }))
    }

    /// The first bytes of it, at most so many.
    pub fn head(&mut self, most: u64) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        (&self.file).take(most).read_to_end(&mut head)?;
        Ok(head)
    }

    /// The records of its whole lines, from a byte on. One that is cut short is left for later: it may still be mended.
    pub fn whole_records(self, from: u64) -> Records {
        Records { torn: Torn::Left, ..Records::of(std::iter::once((self, from))) }
    }
}

/// What becomes of a last line that has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Torn {
    Read,
    Left,
}

/// Records of the journal.
#[derive(Debug)]
pub struct Records {
    torn: Torn,
    waiting: VecDeque<(Part, u64)>,
    lines: Option<BufReader<File>>,
    /// The time of the last file that was put aside, of those that are read.
    aside: Option<u64>,
    /// Whether what is being read is written to no more.
    is_aside: bool,
    /// The byte of the file that is being read up to which whole lines were read.
    pub read: u64,
    /// Lines that could not be read so far.
    pub unreadable: usize,
}

impl Records {
    fn of(parts: impl Iterator<Item = (Part, u64)>) -> Self {
        let waiting: VecDeque<_> = parts.collect();
        let aside = waiting.iter().filter_map(|(part, _)| part.time).max();
        Self { torn: Torn::Read, waiting, lines: None, aside, is_aside: false, read: 0, unreadable: 0 }
    }

    fn after(mut self, place: &Place) -> Self {
        self.aside = self.aside.max(place.aside);
        // Where there is nothing to read, the place stays.
        self.read = if self.waiting.is_empty() { place.offset } else { 0 };
        self
    }

    /// The place up to which whole lines were read, once all were.
    pub fn place(&self) -> Place {
        Place { aside: self.aside, offset: if self.is_aside { 0 } else { self.read } }
    }

    /// The next line, if there is one that is whole or can be read.
    fn line(&mut self, line: &mut Vec<u8>) -> Option<()> {
        loop {
            if let Some(lines) = &mut self.lines {
                line.clear();
                let length = lines.read_until(b'\n', line).ok()?;
                let is_whole = line.ends_with(b"\n");
                if is_whole {
                    self.read += length as u64;
                }
                if is_whole || (length > 0 && self.torn == Torn::Read) {
                    return Some(());
                }
            }
            let (mut part, from) = self.waiting.pop_front()?;
            // A file that was shortened has nothing that was not read.
            part.file.seek(SeekFrom::Start(from)).ok()?;
            self.read = from;
            self.is_aside = part.time.is_some();
            self.lines = Some(BufReader::with_capacity(64 * 1024, part.file));
        }
    }
}

impl Iterator for Records {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let mut line = Vec::new();
        loop {
            self.line(&mut line)?;
            match serde_json::from_slice(&line) {
                Ok(record) => return Some(record),
                Err(_) if line.trim_ascii().is_empty() => {}
                Err(_) => self.unreadable += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests;
