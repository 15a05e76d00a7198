//! Sessions: one small file each, locked while an event is judged. What is in it can always be rebuilt from the journal.
//!
//! INVARIANT: the journal is written first. A session's file is marked as unsettled before that, and settled after; a
//! process that dies in between leaves the mark, and the next one rebuilds the session from the journal.

mod struck;

pub use struck::{Struck, StruckSessions};

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hookward_core::{Memory, Record, Session};
use sha2::{Digest, Sha256};

use crate::disk::lies_outside;
use crate::file::{locked_within, may_grow_to, private_directory, private_options};
use crate::journal::{Appended, Journal};

/// How long another event of the same session is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// How much of the journal's end a rebuild reads: more would not be done within the deadline.
const MAX_REBUILD: u64 = 128 * 1024 * 1024;

/// No session is larger; what is, is not one.
const MAX_SESSION: u64 = 1024 * 1024;

const SETTLED: u8 = b'=';
const UNSETTLED: u8 = b'~';

/// Why the state cannot be used. It never changes a verdict: it is said.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// An agent could write it.
    #[error("the state directory {0} lies inside the workspace; set XDG_STATE_HOME to a place outside")]
    InsideWorkspace(PathBuf),
    /// The disk says no.
    #[error("the state in {path} cannot be used: {error}")]
    Disk {
        /// Where.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// The state directory.
#[derive(Clone, Debug)]
pub struct Store {
    state: PathBuf,
}

impl Store {
    /// Opens the state directory, making it if needed. Workspace roots are where it must not lie.
    pub fn open(state: &Path, roots: &[String]) -> Result<Self, StateError> {
        // A link may lead anywhere; what counts is where the files really are.
        if !lies_outside(state, roots) {
            return Err(StateError::InsideWorkspace(state.to_owned()));
        }
        let sessions = state.join("sessions");
        let disk = |error| StateError::Disk { path: state.to_owned(), error };
        if !sessions.is_dir() {
            private_directory(state).and_then(|()| private_directory(&sessions)).map_err(disk)?;
        }
        Ok(Self { state: state.to_owned() })
    }

    /// The journal.
    pub fn journal(&self) -> Journal {
        Journal::in_state(&self.state)
    }

    /// The session of a host, locked until the entry is dropped.
    pub fn session(&self, host: &str, id: &str) -> Result<Entry, StateError> {
        let path = self.state.join("sessions").join(file_name(host, id));
        let disk = |error| StateError::Disk { path: path.clone(), error };
        // A pipe would keep the host waiting for ever.
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Err(disk(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")));
        }
        let file = private_options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(disk)?;
        let locked = locked_within(&file, PATIENCE).map_err(disk)?;
        let mut entry = Entry {
            file,
            locked,
            stale: self.stale(host, id),
            journal: self.journal(),
            host: host.to_owned(),
            id: id.to_owned(),
            unread: None,
            session: Session::default(),
        };
        entry.load().map_err(disk)?;
        Ok(entry)
    }

    /// Writes a record of a session that cannot be opened: it is made anew once it can be.
    pub fn append_beside(&self, record: &Record) -> io::Result<Appended> {
        append_beside(&self.journal(), &self.stale(&record.host, &record.session), record)
    }

    /// The mark of a session whose file lacks a record.
    fn stale(&self, host: &str, id: &str) -> PathBuf {
        // A name of its own: no session's name has a `!` in it.
        self.state.join("sessions").join(format!("{}!stale", file_name(host, id)))
    }
}

/// A session that is being worked on.
#[derive(Debug)]
pub struct Entry {
    file: File,
    locked: bool,
    /// Exists if a process had to go on without the lock: what is saved lacks its record.
    stale: PathBuf,
    journal: Journal,
    host: String,
    id: String,
    /// What the session remembers of itself, as it lies on the disk, until somebody asks for it.
    unread: Option<Vec<u8>>,
    /// What is remembered.
    pub session: Session,
}

impl Entry {
    /// What the session remembers of itself is read only here: before most tools nobody asks for it.
    pub fn recall(&mut self) {
        if let Some(bytes) = self.unread.take() {
            self.session.memory = serde_json::from_slice(&bytes).unwrap_or_default();
        }
    }

    /// Writes a record: to the journal first, then what it changes in the session.
    pub fn commit(&mut self, record: &Record) -> io::Result<Appended> {
        if Memory::concerns(record) {
            self.recall();
        }
        let mut session = self.session.clone();
        if !session.fold(record) {
            return self.journal.append(record);
        }
        if !self.locked {
            return append_beside(&self.journal, &self.stale, record);
        }
        // Whatever becomes of the session, the record is kept.
        let marked = self.mark(UNSETTLED);
        let appended = self.journal.append(record)?;
        marked?;
        self.session = session;
        self.save()?;
        Ok(appended)
    }

    fn load(&mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        (&self.file).take(MAX_SESSION).read_to_end(&mut bytes)?;
        let stale = self.locked && self.stale.exists();
        if stale {
            // Whoever dies before it is made anew leaves it to the next one.
            self.mark(UNSETTLED)?;
            // Removed before the journal is read: who makes it anew has written its record by then.
            fs::remove_file(&self.stale)?;
        }
        match bytes.split_first() {
            _ if stale => {
                self.rebuild()?;
                self.save()?;
            }
            None => {}
            Some((&SETTLED, body)) if let Some((session, memory)) = read(body) => {
                self.session = session;
                self.unread = memory.map(<[u8]>::to_vec);
            }
            Some(_) => {
                self.rebuild()?;
                if self.locked {
                    self.save()?;
                }
            }
        }
        Ok(())
    }

    fn rebuild(&mut self) -> io::Result<()> {
        self.session = Session::default();
        self.unread = None;
        let is_own = |record: &Record| record.session == self.id && record.host == self.host;
        for record in self.journal.last_records(MAX_REBUILD)?.filter(is_own) {
            self.session.fold(&record);
        }
        Ok(())
    }

    fn mark(&mut self, mark: u8) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&[mark])
    }

    fn save(&mut self) -> io::Result<()> {
        let mut body = serde_json::to_vec(&self.session)?;
        let memory = match &self.unread {
            Some(unread) => Some(unread.clone()),
            None if self.session.memory.is_empty() => None,
            None => Some(serde_json::to_vec(&self.session.memory)?),
        };
        if let Some(memory) = memory {
            body.push(b'\n');
            body.extend(memory);
        }
        may_grow_to(body.len() as u64 + 1)?;
        self.mark(UNSETTLED)?;
        self.file.write_all(&body)?;
        self.file.set_len(body.len() as u64 + 1)?;
        self.mark(SETTLED)
    }
}

/// Writes a record to the journal alone, and marks the file of its session as one that lacks it.
fn append_beside(journal: &Journal, stale: &Path, record: &Record) -> io::Result<Appended> {
    let mark_stale = || private_options().write(true).create(true).truncate(true).open(stale);
    // Before, in case this process dies; after, in case another has taken the mark away meanwhile.
    let marked = mark_stale();
    let appended = journal.append(record)?;
    mark_stale()?;
    marked?;
    Ok(appended)
}

/// A session as it lies on the disk: a line of JSON, and a second one with what it remembers of itself, if that is something.
fn read(body: &[u8]) -> Option<(Session, Option<&[u8]>)> {
    let mut lines = body.splitn(2, |byte| *byte == b'\n');
    let session = serde_json::from_slice(lines.next()?).ok()?;
    Some((session, lines.next()))
}

/// A name that is safe on every disk; ids that are not are hashed.
fn file_name(host: &str, id: &str) -> String {
    // Not capitals: on many disks they are the same file.
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_';
    if !id.is_empty() && id.len() <= 64 && id.bytes().all(plain) {
        format!("{host}-{id}")
    } else {
        format!("{host}.{}", crate::trust::hex(&Sha256::digest(id.as_bytes())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookward_core::{Decision, Noted};

    #[test]
    fn what_a_session_remembers_outlives_events_that_do_not_ask_for_it() {
        let state = tempfile::tempdir().unwrap();
        let store = Store::open(state.path(), &[]).unwrap();
        let open = || store.session("claude", "s").unwrap();
        let record = |event: &str| Record::of_person("claude", "s", "/w", event, "cat .env", 1);
        open().commit(&Record { wrote: vec!["a.ts".into()], ..record("after-tool") }).unwrap();
        let denied = Noted {
            rule: "security/x".into(),
            decision: Decision::Deny,
            matched: String::new(),
            why: String::new(),
            told: 0,
            advice: 0,
            about: Vec::new(),
        };
        let denial = Record { decision: Decision::Deny, findings: vec![denied], ..record("before-tool") };
        open().commit(&denial).unwrap();
        let mut entry = open();
        assert_eq!(entry.session.strikes("", "security/x"), 1);
        assert!(entry.session.memory.is_empty(), "nobody has asked for it");
        entry.recall();
        assert_eq!(entry.session.memory.files(), ["a.ts"]);
        drop(entry);
        // The journal tells all of it, too.
        fs::write(state.path().join("sessions/claude-s"), "~").unwrap();
        let rebuilt = open().session.clone();
        assert_eq!((rebuilt.strikes("", "security/x"), rebuilt.memory.files()), (1, vec!["a.ts"]));
    }
}
