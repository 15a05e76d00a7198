//! What is kept for a session between its events, put into a file for it, and taken away when it has ended.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use hookward_core::Saved;
use sha2::{Digest, Sha256};

use crate::disk::real;
use crate::file::{private_directory, private_options, replace};
use crate::held::BEGUN;
use crate::trust::hex;

const DAY: Duration = Duration::from_hours(24);

/// What is taken away, and when nobody has touched it for how long.
const KEPT: &[(&str, u32)] = &[
    // As long as the journal is kept, unless a policy says otherwise: what is blocked waits for a person.
    ("sessions", 90),
    ("saved", 7),
    ("mail", 7),
    ("mail-of-hooks", 7),
    ("answers", 90),
    ("output", 30),
    ("locks", 1),
    (BEGUN, 1),
];

/// How long another process is waited for that is at the same file.
const PATIENCE: Duration = Duration::from_secs(1);

/// No more entries of one directory are looked at.
const MAX_SEEN: usize = 10_000;

/// What was saved of a session before its conversation was compacted.
#[derive(Clone, Debug)]
pub struct SavedFile {
    path: PathBuf,
}

impl SavedFile {
    /// The one of a session of a host.
    pub fn of(state: &Path, host: &str, session: &str) -> Self {
        Self { path: state.join("saved").join(name(host, session)) }
    }

    /// Saves it, in the place of what was saved before.
    pub fn put(&self, saved: &Saved) -> io::Result<()> {
        self.path.parent().map_or(Ok(()), private_directory)?;
        replace(&self.path, &serde_json::to_vec(saved)?)
    }

    /// What was saved.
    pub fn read(&self) -> Option<Saved> {
        serde_json::from_slice(&fs::read(&self.path).ok()?).ok()
    }

    /// Puts it aside: the agent was told, and only its subagents still want to know.
    pub fn put_aside(&self) {
        let _ = fs::rename(&self.path, self.aside());
    }

    /// What was saved, also if it was put aside since.
    pub fn read_for_subagents(&self) -> Option<Saved> {
        self.read().or_else(|| serde_json::from_slice(&fs::read(self.aside()).ok()?).ok())
    }

    /// Takes away what was put aside.
    pub fn forget(&self) {
        let _ = fs::remove_file(self.aside());
    }

    fn aside(&self) -> PathBuf {
        self.path.with_extension("told")
    }
}

fn name(host: &str, session: &str) -> String {
    hex(&Sha256::digest(format!("{host}\0{session}").as_bytes()))
}

/// Puts a text into a file of the workspace that the policy names, if it really lies there. What it is to be is made while
/// nobody else is at it.
pub fn put_below(
    state: &Path,
    root: &str,
    file: &str,
    make: impl FnOnce() -> Option<String>,
) -> io::Result<()> {
    let path = Path::new(root).join(file);
    let lies_there = |path: &Path| real(path).is_some_and(|real| Path::new(&real).starts_with(root));
    // INVARIANT: a link must not lead what a prompt says out of the workspace.
    if !lies_there(&path) || fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("{file} is no file of the workspace"),
        ));
    }
    let locks = state.join("locks");
    private_directory(&locks)?;
    let lock = locks.join(hex(&Sha256::digest(path.as_os_str().as_encoded_bytes())));
    let lock = private_options().write(true).create(true).truncate(false).open(lock)?;
    wait_for(&lock)?;
    let Some(text) = make() else { return Ok(()) };
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    replace(&path, text.as_bytes())
}

/// Takes a lock that others hold for a moment only. A process that was stopped must not keep the answer back.
fn wait_for(lock: &File) -> io::Result<()> {
    let start = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => sleep(Duration::from_millis(5)),
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Takes away what a session that has ended has left, and what others have left long ago.
pub fn tidy_up(state: &Path, host: &str, session: &str) {
    for mail in ["mail", "mail-of-hooks"] {
        let _ = fs::remove_dir_all(state.join(mail).join(name(host, session)));
    }
    for (folder, days) in KEPT {
        let Ok(entries) = fs::read_dir(state.join(folder)) else { continue };
        for entry in entries.flatten().take(MAX_SEEN) {
            let touched = entry.metadata().and_then(|found| found.modified());
            let age = touched.ok().and_then(|at| SystemTime::now().duration_since(at).ok());
            if age.is_some_and(|age| age > DAY * *days) {
                take_away(&entry.path());
            }
        }
    }
}

/// What somebody holds stays.
fn take_away(path: &Path) {
    if path.is_dir() {
        let _ = fs::remove_dir_all(path);
    } else if let Ok(file) = File::open(path)
        && file.try_lock().is_ok()
    {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_its_own_sessions_until_it_is_forgotten() {
        let state = tempfile::tempdir().unwrap();
        let of = |session: &str| SavedFile::of(state.path(), "claude", session);
        let saved = Saved { at: 1, task: Some("carts".into()), ..Saved::default() };
        of("s").put(&saved).unwrap();
        assert_eq!((of("other").read(), of("s").read()), (None, Some(saved.clone())));
        of("s").forget();
        assert_eq!(of("s").read_for_subagents(), Some(saved.clone()), "nobody was told yet");
        of("s").put_aside();
        assert_eq!((of("s").read(), of("s").read_for_subagents()), (None, Some(saved)));
        of("s").forget();
        assert_eq!(of("s").read_for_subagents(), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_text_is_put_into_the_workspace_and_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let (state, root) = (base.join("state"), base.join("w"));
        fs::create_dir_all(&root).unwrap();
        let put = |file: &str| put_below(&state, root.to_str().unwrap(), file, || Some("text\n".into()));
        put("docs/lessons.md").unwrap();
        assert_eq!(fs::read_to_string(root.join("docs/lessons.md")).unwrap(), "text\n");
        fs::create_dir(base.join("out")).unwrap();
        std::os::unix::fs::symlink(base.join("out"), root.join("link")).unwrap();
        std::os::unix::fs::symlink(base.join("out/x"), root.join("dangling.md")).unwrap();
        for file in ["link/a.md", "dangling.md", "../a.md", "docs"] {
            assert!(put(file).is_err(), "{file}");
        }
        assert_eq!(fs::read_dir(base.join("out")).unwrap().count(), 0);
    }

    #[test]
    fn what_is_old_goes_and_what_is_held_or_new_stays() {
        let state = tempfile::tempdir().unwrap();
        let make = |path: &str, days: u32| {
            let path = state.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let file = File::create(&path).unwrap();
            file.set_modified(SystemTime::now() - DAY * days).unwrap();
            file
        };
        let old = ["sessions/a", "saved/a", "output/a", "locks/a"];
        for path in old {
            make(path, 91);
        }
        let held = make("locks/held", 40);
        held.lock().unwrap();
        make("sessions/new", 89);
        make("journal.jsonl", 400);
        make(&format!("mail/{}/1", name("claude", "s")), 0);
        make(&format!("mail-of-hooks/{}/1", name("claude", "s")), 0);
        make("answers/old", 91);
        make("answers/new", 89);
        tidy_up(state.path(), "claude", "s");
        for path in old {
            assert!(!state.path().join(path).exists(), "{path}");
        }
        for path in ["locks/held", "sessions/new", "journal.jsonl"] {
            assert!(state.path().join(path).exists(), "{path}");
        }
        assert_eq!(fs::read_dir(state.path().join("mail")).unwrap().count(), 0);
        assert_eq!(fs::read_dir(state.path().join("mail-of-hooks")).unwrap().count(), 0);
        assert_eq!(fs::read_dir(state.path().join("answers")).unwrap().count(), 1);
    }
}
