//! Sessions in which something was denied, by their own files: whoever asks how things stand need not read the journal, which
//! is long.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use hookward_core::{Record, Session};

use super::{MAX_REBUILD, MAX_SESSION, SETTLED, StateError, Store, file_name, read};

/// A session in which something was denied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struck {
    /// Its host.
    pub host: String,
    /// Its id.
    pub id: String,
    /// What is remembered.
    pub session: Session,
}

/// What the files of sessions tell.
#[derive(Debug, Default)]
pub struct StruckSessions {
    /// The sessions in which something was denied, by host and id.
    pub struck: Vec<Struck>,
    /// Files that could not be read, and why: what was denied in these sessions is not among the rest.
    pub unreadable: Vec<StateError>,
}

/// How a session begins on the disk in which nothing was denied.
const UNSTRUCK: &[u8] = b"{\"strikes\":[]";

impl Store {
    /// The state directory as it is, for those who only look.
    pub fn to_look_at(state: &Path) -> Self {
        Self { state: state.to_owned() }
    }

    /// The sessions in which something was denied. The journal is read only for those that a process has left unsettled.
    pub fn struck(&self) -> Result<StruckSessions, StateError> {
        let folder = self.state.join("sessions");
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(StruckSessions::default()),
            Err(error) => return Err(StateError::Disk { path: folder, error }),
        };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut found = StruckSessions::default();
        for name in names.filter(|name| !name.contains('!')) {
            match self.struck_in(&name) {
                Ok(struck) => found.struck.extend(struck),
                Err(error) => {
                    found.unreadable.push(StateError::Disk { path: folder.join(&name), error });
                }
            }
        }
        found.struck.sort_unstable_by(|one, other| (&one.host, &one.id).cmp(&(&other.host, &other.id)));
        Ok(found)
    }

    fn struck_in(&self, name: &str) -> io::Result<Option<Struck>> {
        let folder = self.state.join("sessions");
        let path = folder.join(name);
        let Some(host) = name.split(['-', '.']).next() else { return Ok(None) };
        // A pipe would keep whoever looks waiting for ever.
        if !fs::metadata(&path).is_ok_and(|found| found.is_file()) {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        match File::open(&path) {
            Ok(file) => file.take(MAX_SESSION).read_to_end(&mut bytes)?,
            // It has ended meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let Some((mark, body)) = bytes.split_first() else { return Ok(None) };
        let is_stale = folder.join(format!("{name}!stale")).exists();
        let is_settled = *mark == SETTLED && !is_stale;
        if is_settled && body.starts_with(UNSTRUCK) {
            return Ok(None);
        }
        let written = read(body).map(|(session, _)| session);
        let (id, session) = match written {
            Some(session) if is_settled => (session.id.clone(), session),
            written => {
                let own = name.strip_prefix(host).and_then(|rest| rest.strip_prefix('-')).map(str::to_owned);
                let told = || written.map(|session| session.id).filter(|id| !id.is_empty());
                let id = match own.or_else(told) {
                    Some(id) => Some(id),
                    None => self.id_of(host, name)?,
                };
                let Some(id) = id else { return Ok(None) };
                let entry = self.session(host, &id).map_err(io::Error::other)?;
                (id, entry.session.clone())
            }
        };
        let host = host.to_owned();
        Ok((!session.strikes.is_empty()).then_some(Struck { host, id, session }))
    }

    /// The id that the name of a file was made of, as the journal tells it.
    fn id_of(&self, host: &str, name: &str) -> io::Result<Option<String>> {
        let mut records = self.journal().last_records(MAX_REBUILD)?;
        let is_it = |record: &Record| record.host == host && file_name(host, &record.session) == name;
        Ok(records.find(is_it).map(|record| record.session))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookward_core::{Decision, Noted};

    /// A denial in a session.
    fn denial(session: &str, cwd: &str, at: u64) -> Record {
        let (matched, why) = (String::new(), String::new());
        let denied = Noted {
            rule: "security/x".into(),
            decision: Decision::Deny,
            matched,
            why,
            told: 0,
            advice: 0,
            about: Vec::new(),
        };
        let person = Record::of_person("opencode", session, cwd, "before-tool", "cat .env", at);
        Record { decision: Decision::Deny, findings: vec![denied], ..person }
    }

    #[test]
    fn sessions_with_denials_are_found_by_their_files_whatever_their_names_are() {
        let state = tempfile::tempdir().unwrap();
        let store = Store::open(state.path(), &[]).unwrap();
        // A name with capitals is hashed.
        for id in ["ses_ABC", "plain-id"] {
            store.session("opencode", id).unwrap().commit(&denial(id, "/w", 1)).unwrap();
        }
        let passes = Record::of_person("opencode", "quiet", "/w", "before-tool", "ls", 1);
        store
            .session("opencode", "quiet")
            .unwrap()
            .commit(&Record { wrote: vec!["a".into()], ..passes })
            .unwrap();
        let found = |store: &Store| -> Vec<(String, u32, String)> {
            let told = |struck: Struck| {
                let strikes = &struck.session.strikes[0];
                (struck.id, strikes.count, strikes.cwd.clone())
            };
            store.struck().unwrap().struck.into_iter().map(told).collect()
        };
        let both = [("plain-id".to_owned(), 1, "/w".to_owned()), ("ses_ABC".to_owned(), 1, "/w".to_owned())];
        assert_eq!(found(&store), both);
        // The journal is not asked: without it they are the same.
        let journal = state.path().join("journal.jsonl");
        let kept = fs::read(&journal).unwrap();
        fs::remove_file(&journal).unwrap();
        assert_eq!(found(&Store::to_look_at(state.path())), both);
        // But for those that were left unsettled, also where nothing of them can be read.
        fs::write(&journal, kept).unwrap();
        for name in [file_name("opencode", "ses_ABC"), file_name("opencode", "plain-id")] {
            fs::write(state.path().join("sessions").join(name), "~{").unwrap();
        }
        assert_eq!(found(&store), both);
    }

    #[test]
    fn what_another_process_could_not_save_is_found_as_well() {
        let state = tempfile::tempdir().unwrap();
        let store = Store::open(state.path(), &[]).unwrap();
        store.session("opencode", "s").unwrap().commit(&denial("s", "/w", 1)).unwrap();
        let holder = store.session("opencode", "s").unwrap();
        // It has waited for the lock, and gone on without it.
        store.session("opencode", "s").unwrap().commit(&denial("s", "/w", 2)).unwrap();
        drop(holder);
        assert_eq!(store.struck().unwrap().struck[0].session.strikes[0].count, 2);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named_and_keeps_nobody_else_out() {
        let state = tempfile::tempdir().unwrap();
        let store = Store::open(state.path(), &[]).unwrap();
        for id in ["ses_ABC", "plain-id"] {
            store.session("opencode", id).unwrap().commit(&denial(id, "/w", 1)).unwrap();
        }
        // It was left unsettled, and the journal that could tell of it is none.
        let broken = state.path().join("sessions").join(file_name("opencode", "ses_ABC"));
        fs::write(&broken, "~{").unwrap();
        fs::remove_file(state.path().join("journal.jsonl")).unwrap();
        fs::create_dir(state.path().join("journal.jsonl")).unwrap();
        let found = Store::to_look_at(state.path()).struck().unwrap();
        assert_eq!(found.struck.iter().map(|struck| struck.id.as_str()).collect::<Vec<_>>(), ["plain-id"]);
        let told: Vec<String> = found.unreadable.iter().map(ToString::to_string).collect();
        assert!(matches!(told.as_slice(), [one] if one.contains(broken.to_str().unwrap())), "{told:?}");
    }

    #[test]
    fn where_there_is_no_state_there_is_no_session() {
        let state = tempfile::tempdir().unwrap();
        let nowhere = state.path().join("nowhere");
        assert_eq!(Store::to_look_at(&nowhere).struck().unwrap().struck, []);
        assert!(!nowhere.exists(), "who only looks makes nothing");
    }
}
