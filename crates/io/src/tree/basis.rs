//! What a listing comes of: the entries of directories, the files that say what git tracks and ignores, and the variables that
//! git heeds. As long as all of it is the same, so is the listing.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Hash;
use super::stamp::Stamp;

/// A work tree with more directories is listed anew each time.
const MAX_DIRECTORIES: usize = 50_000;

const IGNORE_FILE: &str = ".gitignore";

/// What this program makes of git's answer may be another tomorrow.
const MADE_BY: &str = concat!(env!("CARGO_PKG_VERSION"), " 3");

/// What a listing comes of.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Basis {
    made_by: String,
    kept: Kept,
    environment: Hash,
    files: Vec<(String, Option<Stamp>)>,
    directories: Vec<Directory>,
    /// The directories that files would lie in which are not there: they may have gone a moment ago.
    #[serde(skip)]
    around: Vec<Stamp>,
}

/// Who keeps the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kept {
    /// Git does.
    ByGit,
    /// Another version control, or nobody.
    Otherwise,
}

/// A directory whose entries matter.
#[derive(Debug, Serialize, Deserialize)]
struct Directory {
    /// Below the root.
    path: String,
    stamp: Option<Stamp>,
    /// The names of all that is in it, and which of that are directories.
    entries: Hash,
}

/// What has become of what a listing comes of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Still {
    /// It is the same.
    Same,
    /// It is the same, but for times that are to be remembered from now on.
    Touched,
    /// It is another.
    Other,
}

impl Basis {
    pub(super) fn new(kept: Kept) -> Self {
        Self {
            made_by: MADE_BY.to_owned(),
            kept,
            environment: environment(),
            files: Vec::new(),
            directories: Vec::new(),
            around: Vec::new(),
        }
    }

    /// Adds files by their paths, from the root where they are relative; also those that are not there.
    pub(super) fn add_files(&mut self, root: &Path, paths: &[impl AsRef<str>]) {
        for path in paths.iter().map(AsRef::as_ref) {
            let stamp = stamp_behind(root, path);
            if stamp.is_none() {
                let above = root.join(path);
                let around = above.ancestors().skip(1).find_map(|above| fs::metadata(above).ok());
                self.around.extend(around.map(|found| Stamp::of(&found)));
            }
            self.files.push((path.to_owned(), stamp));
        }
    }

    /// Adds directories by their paths below the root. Says whether that was all of them: one that cannot be read could change unseen.
    pub(super) fn add_directories(&mut self, root: &Path, paths: &[String]) -> bool {
        let read = paths.iter().map(|path| Directory::read(root, path).map(|(own, _)| own));
        let read: Option<Vec<Directory>> = read.collect();
        let is_all = read.is_some();
        self.directories.extend(read.unwrap_or_default());
        is_all
    }

    /// Adds all directories and the ignore files in them, but for some of them with all that lies below, and for those that git
    /// ignores as a whole by an ignore file of their own. Says whether that was all of them.
    pub(super) fn add_all_directories(
        &mut self,
        root: &Path,
        apart: &HashSet<&str>,
        ignored: &HashSet<&str>,
    ) -> bool {
        let mut paths = vec![String::new()];
        while let Some(path) = paths.pop() {
            let Some((directory, below)) = Directory::read(root, &path) else { return false };
            let under = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
            if below.iter().any(|entry| entry.name == IGNORE_FILE) {
                self.add_files(root, &[under(IGNORE_FILE)]);
                // One with a tracked file in it is not ignored as a whole: git tells of each thing in it then.
                if ignored.contains(path.as_str()) && ignores_everything(&root.join(under(IGNORE_FILE))) {
                    continue;
                }
            }
            for entry in below.iter().filter(|entry| entry.is_directory && entry.name != ".git") {
                // One that we cannot name could change unseen.
                let Some(name) = entry.name.to_str() else { return false };
                if !apart.contains(under(name).as_str()) {
                    paths.push(under(name));
                }
            }
            self.directories.push(directory);
            if self.directories.len() > MAX_DIRECTORIES {
                return false;
            }
        }
        true
    }

    /// Whether nothing of it has changed since just before a moment: if so, whatever changes later leaves a trace.
    pub(super) fn is_settled_at(&self, start: SystemTime) -> bool {
        let files = self.files.iter().filter_map(|(_, stamp)| *stamp).chain(self.around.iter().copied());
        let directories = self.directories.iter();
        files.into_iter().all(|stamp| stamp.is_settled_at(start))
            && directories.map(|directory| directory.stamp).all(|stamp| {
                stamp.is_some_and(|stamp| stamp.tells_of_entries() && stamp.is_settled_at(start))
            })
    }

    /// Whether it is still the same, at a moment.
    pub(super) fn renew(&mut self, root: &Path, kept: Kept, start: SystemTime) -> Still {
        if self.made_by != MADE_BY || self.kept != kept || self.environment != environment() {
            return Still::Other;
        }
        if self.files.iter().any(|(path, stamp)| stamp_behind(root, path) != *stamp) {
            return Still::Other;
        }
        let mut still = Still::Same;
        for directory in &mut self.directories {
            if stamp_at(root, &directory.path) == directory.stamp {
                continue;
            }
            // Who writes a file beside the old one and gives it that name has touched the directory, and no name is new.
            match Directory::read(root, &directory.path) {
                Some((now, _)) if now.entries == directory.entries => {
                    if now.stamp.is_some_and(|stamp| stamp.is_settled_at(start)) {
                        (*directory, still) = (now, Still::Touched);
                    }
                }
                Some(_) | None => return Still::Other,
            }
        }
        still
    }
}

struct Entry {
    name: OsString,
    is_directory: bool,
}

impl Directory {
    /// A directory and what is in it; `None` if there is no such one.
    fn read(root: &Path, path: &str) -> Option<(Self, Vec<Entry>)> {
        let entry = |entry: fs::DirEntry| Entry {
            name: entry.file_name(),
            is_directory: entry.file_type().is_ok_and(|kind| kind.is_dir()),
        };
        let mut below: Vec<Entry> = fs::read_dir(root.join(path)).ok()?.flatten().map(entry).collect();
        below.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        let mut entries = Sha256::new();
        for Entry { name, is_directory } in &below {
            entries.update(name.as_encoded_bytes());
            entries.update([0, u8::from(*is_directory)]);
        }
        // INVARIANT: behind the entries. If it is an old one, they are those that it has had since.
        let stamp = stamp_at(root, path);
        Some((Self { path: path.to_owned(), stamp, entries: entries.finalize().into() }, below))
    }
}

/// Whether an ignore file says of its own directory that all of it is ignored, as those that tools put into their caches do:
/// then nothing below can be taken back.
fn ignores_everything(path: &Path) -> bool {
    // Git does not follow a link here.
    let is_read = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    let text = fs::read_to_string(path).ok().filter(|_| is_read).unwrap_or_default();
    let mut lines = text.lines();
    lines.any(|line| line.trim_end_matches(' ') == "*") && !text.lines().any(|line| line.starts_with('!'))
}

fn stamp_at(root: &Path, path: &str) -> Option<Stamp> {
    fs::symlink_metadata(root.join(path)).ok().map(|found| Stamp::of(&found))
}

/// The stamp of what a path leads to: settings are often links.
fn stamp_behind(root: &Path, path: &str) -> Option<Stamp> {
    fs::metadata(root.join(path)).ok().map(|found| Stamp::of(&found))
}

/// The variables by which git finds a repository and its settings.
fn environment() -> Hash {
    let is_heeded = |name: &str| name.starts_with("GIT_") || matches!(name, "HOME" | "XDG_CONFIG_HOME");
    let mut heeded: Vec<(OsString, OsString)> =
        std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_heeded)).collect();
    heeded.sort_unstable();
    let mut hash = Sha256::new();
    for text in heeded.iter().flat_map(|(name, value)| [name, value]) {
        hash.update(text.as_encoded_bytes());
        hash.update([0]);
    }
    hash.finalize().into()
}
