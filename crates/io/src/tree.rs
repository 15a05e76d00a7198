//! A name for the sources of a project as they are right now: the same name, the same sources.
//!
//! Git lists the files, where it keeps them (else `listing.rs` does); what is in them we read ourselves. Its index could be told that a file is unchanged, and its filters
//! that every file is empty. What was read once is remembered outside the workspace, by what the disk says of the file: its
//! time of change cannot be set back by whoever may only write it.

mod foreseen;

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hookward_core::evidence::{
    Project, decides_a_run, is_document, is_left_by_a_run, is_of_settings, projects,
};
use hookward_core::policy::ARTEFACTS;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::file::{private_directory, replace};
use crate::listing::listing;
use crate::repository::{git_ignored, git_listing};
use crate::trust::hex;
use crate::workspace::git_root;

pub use foreseen::Foreseen;

/// A larger file counts by what the disk says of it.
const MAX_READ: u64 = 16 * 1024 * 1024;

/// Modules in modules are followed this far.
const MAX_MODULES: usize = 3;

/// A file that has changed just now may change again without a trace: clocks of disks are coarse.
const SETTLING: Duration = Duration::from_millis(50);

/// Why there is no name.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// Git does not answer there.
    #[error("git cannot list the files of {0}")]
    NoRepository(PathBuf),
    /// Nobody's project is so large.
    #[error("{0} holds too many files to be looked at, and no git keeps them")]
    TooMany(PathBuf),
}

/// Names of trees, and what was read for them.
#[derive(Clone, Debug)]
pub struct Trees {
    cache: PathBuf,
}

type Hash = [u8; 32];

/// What was read, by path.
type Known = HashMap<String, (Stamp, Hash)>;

/// What the disk says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    size: u64,
    modified: u128,
    /// When it was last changed in any way, its times included; and which file it is.
    changed: i128,
    inode: u64,
}

impl Trees {
    /// Those that are remembered in a state directory.
    pub fn in_state(state: &Path) -> Self {
        Self { cache: state.join("trees") }
    }

    /// The name of the sources below a directory. Documents do not count.
    pub fn name(&self, root: &Path) -> Result<String, TreeError> {
        self.look(root).map(|tree| tree.name)
    }

    /// The name of the sources below a directory, and the trace that every touch of them leaves.
    pub fn look(&self, root: &Path) -> Result<Tree, TreeError> {
        let memory = self.memory(root);
        let mut reading = Reading::with(&memory, HashMap::new());
        let mut tree = Sha256::new();
        reading.directory(root, root, &mut tree, MAX_MODULES)?;
        if reading.has_read || reading.known.len() != reading.seen.len() {
            // What is not remembered is read again.
            let _ = private_directory(&self.cache)
                .and_then(|()| replace(&memory, &postcard::to_allocvec(&reading.seen).unwrap_or_default()));
        }
        Ok(Tree { name: hex(&tree.finalize()), trace: hex(&reading.trace.finalize()) })
    }

    /// Where it is remembered what was read below a directory.
    fn memory(&self, root: &Path) -> PathBuf {
        self.cache.join(hex(&Sha256::digest(root.as_os_str().as_encoded_bytes())))
    }

    /// The source below a directory that was touched last, if that was after a moment (in milliseconds since 1970).
    pub fn touched_since(root: &Path, at: u64) -> Option<String> {
        let touched = |name: String| {
            let found = fs::symlink_metadata(root.join(&name)).ok().filter(|found| !found.is_dir())?;
            Some((Stamp::of(&found).changed, name))
        };
        let sources = names(root).ok()?.into_iter().filter(|name| !is_document(name));
        let (changed, name) = sources.filter_map(touched).max()?;
        (changed / 1_000_000 >= i128::from(at)).then_some(name)
    }
}

/// Sources as they are right now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// By what is in them.
    pub name: String,
    /// By when each was last touched: two are the same only if nothing was written in between, not even put back.
    pub trace: String,
}

struct Reading {
    known: Known,
    seen: Known,
    has_read: bool,
    trace: Sha256,
    /// What some files hold as far as this goes, whatever lies there; nothing for those that are not there.
    instead: HashMap<String, Option<Hash>>,
}

impl Reading {
    /// One that goes by what is remembered.
    fn with(memory: &Path, instead: HashMap<String, Option<Hash>>) -> Self {
        let known = fs::read(memory).ok().and_then(|bytes| postcard::from_bytes(&bytes).ok());
        let (known, seen) = (known.unwrap_or_default(), HashMap::new());
        Self { known, seen, has_read: false, trace: Sha256::new(), instead }
    }

    fn directory(
        &mut self,
        root: &Path,
        top: &Path,
        tree: &mut Sha256,
        modules: usize,
    ) -> Result<(), TreeError> {
        let mut names = names(root)?;
        if root == top && !self.instead.is_empty() {
            names.extend(self.instead.keys().cloned());
            names.sort_unstable();
            names.dedup();
        }
        for name in names {
            let path = root.join(&name);
            if is_document(&name) {
                continue;
            }
            if let Some(instead) = self.instead.get(&name).filter(|_| root == top) {
                if let Some(hash) = instead {
                    add(tree, &name, hash);
                }
                continue;
            }
            let found = match fs::symlink_metadata(&path) {
                Ok(found) => found,
                // What was deleted is no source any more, whether the index knows it yet or not.
                Err(error) if error.kind() == io::ErrorKind::NotFound && !name.contains('\u{fffd}') => {
                    continue;
                }
                // A name that cannot be read counts.
                Err(_) => {
                    tree.update(name.as_bytes());
                    continue;
                }
            };
            if found.is_dir() {
                if modules > 0 {
                    tree.update(name.as_bytes());
                    self.directory(&path, top, tree, modules - 1)?;
                }
                continue;
            }
            let key = path.strip_prefix(top).unwrap_or(&path).to_string_lossy().into_owned();
            let hash = self.file(&path, &key, &found);
            add(tree, &key, &hash);
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, key: &str, found: &Metadata) -> Hash {
        let stamp = Stamp::of(found);
        self.trace.update(format!("{key}\0{stamp:?}"));
        // A link has a time of its own, and what it leads to another.
        let remembered = self.known.get(key).filter(|(before, _)| *before == stamp && !found.is_symlink());
        if let Some((before, hash)) = remembered {
            self.seen.insert(key.to_owned(), (*before, *hash));
            return *hash;
        }
        self.has_read = true;
        let hash = content(path, found, stamp);
        let settled = found.modified().ok().and_then(|at| SystemTime::now().duration_since(at).ok());
        if settled.is_some_and(|age| age > SETTLING) && stamp.is_settled() {
            self.seen.insert(key.to_owned(), (stamp, hash));
        }
        hash
    }
}

/// Adds a file to a name.
fn add(tree: &mut Sha256, key: &str, hash: &Hash) {
    tree.update((key.len() as u64).to_le_bytes());
    tree.update(key.as_bytes());
    tree.update(hash);
}

/// The files that count below a directory, in order.
fn names(root: &Path) -> Result<Vec<String>, TreeError> {
    // What is ignored is in no commit, and decides a run all the same if a runner loads it by its name. Git walks the whole
    // directory for either question, so that both are asked at once.
    let (sources, ignored) = std::thread::scope(|scope| {
        let ignored = scope.spawn(|| is_kept(root).then(|| git_ignored(root)).flatten());
        (sources(root), ignored.join().ok().flatten().unwrap_or_default())
    });
    let mut names = sources?;
    names.extend(ignored.split('\0').flat_map(|name| deciding(root, name)));
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// The sources below a directory: all files, but for those that git ignores.
pub(crate) fn sources(root: &Path) -> Result<Vec<String>, TreeError> {
    if !is_kept(root) {
        return listing(root).ok_or_else(|| TreeError::TooMany(root.to_owned()));
    }
    let listed = git_listing(root).ok_or_else(|| TreeError::NoRepository(root.to_owned()))?;
    Ok(listed.split('\0').filter_map(source).map(str::to_owned).collect())
}

/// Whether git keeps a directory itself. A repository further up, such as one of a home's own settings, may ignore all that lies
/// there.
fn is_kept(root: &Path) -> bool {
    git_root(root, None) == Some(root)
}

/// The path of a source in git's listing. What a run leaves behind is none, as long as nobody has added it: else no run of
/// the tests that writes a report would be of the sources that it began with.
fn source(listed: &str) -> Option<&str> {
    let (kind, path) = listed.split_at_checked(2)?;
    (kind != "? " || !is_left_by_a_run(path)).then_some(path)
}

/// The projects that the tests of a work tree are in.
pub(crate) fn projects_of(root: &Path) -> Vec<Project> {
    let names = sources(root).unwrap_or_default();
    projects(&names.iter().map(String::as_str), |name| fs::read_to_string(root.join(name)).ok())
}

/// In ignored directories, this many names are looked at.
const MAX_IGNORED: usize = 2_000;

/// The files of an ignored name that decide a run: itself, or those below a directory that tools have not filled.
fn deciding(root: &Path, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut names = vec![name.to_owned()];
    let mut seen = 0;
    while let Some(name) = names.pop() {
        let directory = name.trim_end_matches('/');
        let last = directory.rsplit('/').next().unwrap_or_default();
        if !name.ends_with('/') {
            found.extend(decides_a_run(&name).then_some(name));
            continue;
        }
        if ARTEFACTS.contains(&last) && !is_of_settings(directory) {
            continue;
        }
        for entry in fs::read_dir(root.join(directory)).into_iter().flatten().flatten() {
            seen += 1;
            let end = if entry.file_type().is_ok_and(|kind| kind.is_dir()) { "/" } else { "" };
            let below = entry.file_name().to_str().map(|own| format!("{directory}/{own}{end}"));
            names.extend(below.filter(|_| seen < MAX_IGNORED));
        }
    }
    found
}

fn content(path: &Path, found: &Metadata, stamp: Stamp) -> Hash {
    let read = || -> io::Result<Hash> {
        if found.is_symlink() {
            // What it leads to is what is built.
            let mut hash = Sha256::new();
            hash.update(fs::read_link(path)?.as_os_str().as_encoded_bytes());
            if fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() <= MAX_READ) {
                hash.update(fs::read(path)?);
            }
            return Ok(hash.finalize().into());
        }
        if !found.is_file() || found.len() > MAX_READ {
            return Ok(Sha256::digest(format!("{stamp:?}")).into());
        }
        Ok(plain(executable(found), &fs::read(path)?))
    };
    // What cannot be read is like nothing else, and like itself only until it changes.
    read().unwrap_or_else(|error| Sha256::digest(format!("{error} {stamp:?}")).into())
}

/// What a plain file holds, and whether it is a program.
fn plain(is_program: bool, bytes: &[u8]) -> Hash {
    let mut hash = Sha256::new();
    hash.update([u8::from(is_program)]);
    hash.update(bytes);
    hash.finalize().into()
}

impl Stamp {
    #[cfg(unix)]
    fn of(found: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let nanoseconds = |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
        Self {
            size: found.len(),
            modified: modified(found),
            changed: nanoseconds(found.ctime(), found.ctime_nsec()),
            inode: found.ino(),
        }
    }

    /// Other systems do not tell when a file was changed but by its time, which can be set.
    #[cfg(not(unix))]
    fn of(found: &Metadata) -> Self {
        Self { size: found.len(), modified: modified(found), changed: 0, inode: 0 }
    }

    /// Whether the file has not changed just now.
    fn is_settled(self) -> bool {
        let now = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |now| now.as_nanos());
        let before = now.saturating_sub(SETTLING.as_nanos());
        u128::try_from(self.changed).is_ok_and(|changed| changed < before)
    }
}

fn modified(found: &Metadata) -> u128 {
    let at = found.modified().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
    at.map_or(0, |at| at.as_nanos())
}

#[cfg(unix)]
fn executable(found: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn executable(_: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests;
