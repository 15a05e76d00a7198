//! The ledger of a project: what was seen of it, as JSON lines in the state directory, where no agent may write.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use hookward_core::evidence::{Entry, Ledger, Outcome};
use sha2::{Digest, Sha256};

use crate::file::{append_line, private_directory};
use crate::tree::{Foreseen, Tree, TreeError, Trees};
use crate::trust::hex;

/// What is older than this much of the file says nothing any more.
const MAX_READ: u64 = 256 * 1024;

/// The same of what is held against an agent: nobody may talk so much that it is forgotten.
const MAX_KEPT: u64 = 16 * MAX_READ;

/// The ledger of a project.
#[derive(Clone, Debug)]
pub struct LedgerFile {
    path: PathBuf,
    root: PathBuf,
    trees: Trees,
}

impl LedgerFile {
    /// The ledger of the project at a root, in a state directory.
    pub fn in_state(state: &Path, root: &Path) -> Self {
        // One work tree has one ledger, by whichever link it is reached.
        let real = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let name = hex(&Sha256::digest(real.as_os_str().as_encoded_bytes()));
        Self {
            path: state.join("evidence").join(format!("{name}.jsonl")),
            root: root.to_owned(),
            trees: Trees::in_state(state),
        }
    }

    /// Where something else is kept of this project.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.path.with_extension(name)
    }

    /// The name of the sources as they are now.
    pub fn tree(&self) -> Result<String, TreeError> {
        self.trees.name(&self.root)
    }

    /// The sources as they are now, and when they were touched.
    pub fn look(&self) -> Result<Tree, TreeError> {
        self.trees.look(&self.root)
    }

    /// The same without some of them.
    pub fn look_without(&self, names: &[String]) -> Result<Tree, TreeError> {
        self.trees.look_without(&self.root, names)
    }

    /// The sources as they would be on another commit; `None` if nobody can tell.
    pub fn foresee(&self, commit: &str) -> Option<Foreseen> {
        self.trees.foresee(&self.root, commit)
    }

    /// The sources that were touched since a moment, the last one first.
    pub fn touched_since(&self, at: u64, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
        self.trees.touched_since(&self.root, at, is_meant)
    }

    /// The directory whose sources it tells of.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The names of these sources.
    pub fn names(&self) -> Vec<String> {
        self.trees.sources(&self.root).unwrap_or_default()
    }

    /// Notes what was seen.
    pub fn append(&self, entry: &Entry) -> io::Result<()> {
        if let Some(directory) = self.path.parent().filter(|directory| !directory.is_dir()) {
            private_directory(directory)?;
        }
        let kept = self.kept();
        let path = match entry {
            Entry::Wrote(_) | Entry::Unseen(_) => &kept,
            Entry::Begun(_) | Entry::Check(_) | Entry::Doubted(_) | Entry::Proof(_) => &self.path,
        };
        append_line(path, serde_json::to_vec(entry)?).map(drop)
    }

    /// Where that lies which is held against an agent.
    fn kept(&self) -> PathBuf {
        self.beside("kept")
    }

    /// What is held against an agent, and then what was seen, each oldest first.
    pub fn entries(&self) -> io::Result<Vec<Entry>> {
        let mut entries = last_of(&self.kept(), MAX_KEPT)?;
        entries.extend(last_of(&self.path, MAX_READ)?);
        Ok(entries)
    }

    /// What was seen, and which sources there are now.
    pub fn read(&self) -> io::Result<Ledger> {
        self.entries().map(|entries| self.with_sources(entries))
    }

    /// What was seen, for who writes sources: which there are now matters only if a run has failed, and to name them costs more
    /// than all the rest of an edit.
    pub fn read_failures(&self) -> io::Result<Ledger> {
        let entries = self.entries()?;
        let has_failed =
            |entry: &Entry| matches!(entry, Entry::Check(evidence) if evidence.outcome != Outcome::Passed);
        if entries.iter().any(has_failed) {
            return Ok(self.with_sources(entries));
        }
        Ok(Ledger { entries, ..Ledger::default() })
    }

    fn with_sources(&self, entries: Vec<Entry>) -> Ledger {
        let tree = self.tree();
        let is_unnamed = matches!(tree, Err(TreeError::NoRepository(_)));
        let tree = tree.ok();
        // Which projects there are matters only where a check has run on these very sources.
        let is_now =
            |entry: &Entry| matches!(entry, Entry::Check(evidence) if Some(&evidence.tree) == tree.as_ref());
        let projects = if entries.iter().any(is_now) { self.trees.projects(&self.root) } else { Vec::new() };
        Ledger { entries, tree, is_unnamed, projects, ..Ledger::default() }
    }
}

/// The last lines of a file. One that cannot be read is no evidence.
fn last_of(path: &Path, most: u64) -> io::Result<Vec<Entry>> {
    // Before it is opened: whoever opens a pipe waits for somebody who writes.
    let size = match fs::metadata(path) {
        Ok(meta) if meta.is_file() => meta.len(),
        Ok(_) => return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut file = File::open(path)?;
    let start = size.saturating_sub(most);
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(2 * most).read_to_end(&mut bytes)?;
    let lines = bytes.split(|byte| *byte == b'\n');
    Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookward_core::evidence::{Begun, Proof, Wrote};

    #[test]
    fn a_line_that_was_cut_short_takes_no_other_with_it() {
        let state = tempfile::tempdir().unwrap();
        let ledger = LedgerFile::in_state(state.path(), Path::new("/w"));
        let seen = |tree: &str| Entry::Proof(Proof { tree: tree.into(), at: 1 });
        assert_eq!(ledger.entries().unwrap(), []);
        ledger.append(&seen("a")).unwrap();
        let text = fs::read(&ledger.path).unwrap();
        fs::write(&ledger.path, [text.as_slice(), &text[..text.len() / 2]].concat()).unwrap();
        ledger.append(&seen("b")).unwrap();
        assert_eq!(ledger.entries().unwrap(), [seen("a"), seen("b")]);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_waited_for() {
        let state = tempfile::tempdir().unwrap();
        let ledger = LedgerFile::in_state(state.path(), Path::new("/w"));
        fs::create_dir_all(ledger.path.parent().unwrap()).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&ledger.path).status().unwrap().success());
        assert_eq!(ledger.entries().unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }

    #[test]
    fn what_is_held_against_an_agent_outlasts_what_it_talks() {
        let state = tempfile::tempdir().unwrap();
        let ledger = LedgerFile::in_state(state.path(), Path::new("/w"));
        let wrote = Entry::Wrote(Wrote { path: "/bin/pytest".into(), installed: false, at: 1 });
        ledger.append(&wrote).unwrap();
        let long = "x".repeat(usize::try_from(MAX_READ).unwrap());
        let begun = Begun { id: None, text: long, tree: "t".into(), trace: String::new(), at: 2 };
        for _ in 0..3 {
            ledger.append(&Entry::Begun(begun.clone())).unwrap();
        }
        assert_eq!(ledger.entries().unwrap().first(), Some(&wrote));
    }

    #[test]
    fn who_only_writes_hears_of_the_sources_once_something_fails() {
        let state = tempfile::tempdir().unwrap();
        let root = state.path().join("w");
        fs::create_dir(&root).unwrap();
        let ledger = LedgerFile::in_state(state.path(), &root);
        let check = |outcome: &str| -> Entry {
            let run = format!(
                r#"{{"kind":"check","what":"tests","command":"t","scope":"whole","outcome":"{outcome}","tree":"x","at":1}}"#
            );
            serde_json::from_str(&run).unwrap()
        };
        ledger.append(&check("passed")).unwrap();
        let known = ledger.read_failures().unwrap();
        assert_eq!((known.entries.len(), known.tree), (1, None));
        ledger.append(&check("failed")).unwrap();
        assert!(ledger.read_failures().unwrap().tree.is_some());
    }

    #[test]
    fn projects_do_not_share_what_was_seen() {
        let state = tempfile::tempdir().unwrap();
        let of = |root: &str| LedgerFile::in_state(state.path(), Path::new(root));
        of("/a").append(&Entry::Proof(Proof { tree: "t".into(), at: 1 })).unwrap();
        assert_eq!(of("/b").entries().unwrap(), []);
    }
}
