//! A name for the sources of a project as they are right now: the same name, the same sources.
//!
//! Git lists the files, where it keeps them; what is in them we read ourselves. Its index could be told that a file is unchanged,
//! and its filters that every file is empty. What was read or listed once is remembered outside the workspace, by what the disk
//! says of it: its time of change cannot be set back by whoever may only write it.

mod basis;
mod content;
mod foreseen;
mod listed;
mod stamp;

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hookward_core::evidence::{Project, is_document, projects};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::file::{private_directory, replace_hastily};
use crate::trust::hex;

pub use foreseen::Foreseen;

use content::content;
use listed::Listing;
use stamp::Stamp;

/// Modules in modules are followed this far.
const MAX_MODULES: usize = 3;

/// So many files are looked at by one thread; more are shared out.
const ONE_THREADS_FILES: usize = 1_000;

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

/// A file that was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Known {
    /// Below the top of the work tree.
    key: String,
    stamp: Stamp,
    hash: Hash,
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
        let mut reading = Reading::of(self, root, HashMap::new());
        let mut tree = Sha256::new();
        reading.directory(root, &mut tree, MAX_MODULES)?;
        reading.remember();
        Ok(Tree { name: hex(&tree.finalize()), trace: hex(&reading.trace.finalize()) })
    }

    /// The sources below a directory: all files, but for those that git ignores.
    pub(crate) fn sources(&self, root: &Path) -> Result<Vec<String>, TreeError> {
        self.listing(root).map(|listing| listing.sources)
    }

    /// The projects that the tests of a work tree are in.
    pub(crate) fn projects(&self, root: &Path) -> Vec<Project> {
        let names = self.sources(root).unwrap_or_default();
        projects(&names.iter().map(String::as_str), |name| fs::read_to_string(root.join(name)).ok())
    }

    /// The source below a directory that was touched last, if that was after a moment (in milliseconds since 1970).
    pub fn touched_since(&self, root: &Path, at: u64) -> Option<String> {
        let listing = self.listing(root).ok()?;
        let touched = |name: &str| {
            let found = fs::symlink_metadata(root.join(name)).ok().filter(|found| !found.is_dir())?;
            Some((Stamp::of(&found).changed_at(), name.to_owned()))
        };
        let sources = listing.names().into_iter().filter(|name| !is_document(name));
        let (changed, name) = sources.filter_map(touched).max()?;
        (changed >= at).then_some(name)
    }

    fn listing(&self, root: &Path) -> Result<Listing, TreeError> {
        Listing::find(root, &self.memory(root).with_extension("listed"))
    }

    /// Where it is remembered what was read below a directory.
    fn memory(&self, root: &Path) -> PathBuf {
        self.cache.join(hex(&Sha256::digest(root.as_os_str().as_encoded_bytes())))
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

struct Reading<'t> {
    trees: &'t Trees,
    top: &'t Path,
    start: SystemTime,
    /// What was read before, by its key.
    known: Vec<Known>,
    /// Behind what was found last: files are looked at in the same order each time, or nearly.
    next: usize,
    seen: Vec<Known>,
    has_read: bool,
    trace: Sha256,
    /// What some files hold as far as this goes, whatever lies there; nothing for those that are not there.
    instead: HashMap<String, Option<Hash>>,
}

impl<'t> Reading<'t> {
    /// One that goes by what is remembered.
    fn of(trees: &'t Trees, top: &'t Path, instead: HashMap<String, Option<Hash>>) -> Self {
        let known = fs::read(trees.memory(top)).ok().and_then(|bytes| postcard::from_bytes(&bytes).ok());
        let known: Vec<Known> = known.unwrap_or_default();
        let seen = Vec::with_capacity(known.len());
        let (start, trace) = (SystemTime::now(), Sha256::new());
        Self { trees, top, start, known, next: 0, seen, has_read: false, trace, instead }
    }

    fn directory(&mut self, root: &Path, tree: &mut Sha256, modules: usize) -> Result<(), TreeError> {
        let listing = self.trees.listing(root)?;
        let mut names = listing.names();
        let instead = if root == self.top { std::mem::take(&mut self.instead) } else { HashMap::new() };
        if !instead.is_empty() {
            names.extend(instead.keys().map(String::as_str));
            names.sort_unstable();
            names.dedup();
        }
        names.retain(|name| !is_document(name));
        for (name, found) in names.iter().zip(look_at(root, &names)) {
            if let Some(instead) = instead.get(*name) {
                if let Some(hash) = instead {
                    add(tree, name, hash);
                }
                continue;
            }
            let found = match found {
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
            let path = root.join(name);
            if found.is_dir() {
                if modules > 0 {
                    tree.update(name.as_bytes());
                    self.directory(&path, tree, modules - 1)?;
                }
                continue;
            }
            let key = path.strip_prefix(self.top).unwrap_or(&path).to_string_lossy().into_owned();
            self.file(&path, key, &found, tree);
        }
        Ok(())
    }

    /// Adds a file to a name, and to what is remembered.
    fn file(&mut self, path: &Path, key: String, found: &Metadata, tree: &mut Sha256) {
        let stamp = Stamp::of(found);
        self.trace.update(key.as_bytes());
        self.trace.update([0]);
        self.trace.update(stamp.bytes());
        // A link has a time of its own, and what it leads to another.
        let remembered = self.remembered(&key).filter(|known| known.stamp == stamp && !found.is_symlink());
        let hash = match remembered {
            Some(known) => known.hash,
            None => {
                self.has_read = true;
                content(path, found, stamp)
            }
        };
        add(tree, &key, &hash);
        if stamp.is_settled_at(self.start) {
            self.seen.push(Known { key, stamp, hash });
        }
    }

    fn remembered(&mut self, key: &str) -> Option<&Known> {
        if self.known.get(self.next).is_none_or(|known| known.key != key) {
            self.next = self.known.binary_search_by(|known| known.key.as_str().cmp(key)).ok()?;
        }
        let known = self.known.get(self.next);
        self.next += 1;
        known
    }

    fn remember(&mut self) {
        if !self.has_read && self.known.len() == self.seen.len() {
            return;
        }
        self.seen.sort_unstable_by(|one, other| one.key.cmp(&other.key));
        // What is not remembered is read again.
        let Ok(bytes) = postcard::to_allocvec(&self.seen) else { return };
        let _ = private_directory(&self.trees.cache)
            .and_then(|()| replace_hastily(&self.trees.memory(self.top), &bytes));
    }
}

/// Adds a file to a name.
fn add(tree: &mut Sha256, key: &str, hash: &Hash) {
    tree.update((key.len() as u64).to_le_bytes());
    tree.update(key.as_bytes());
    tree.update(hash);
}

/// What the disk says of each of some files.
fn look_at(root: &Path, names: &[&str]) -> Vec<io::Result<Metadata>> {
    let look = |names: &[&str]| -> Vec<_> {
        names.iter().map(|name| fs::symlink_metadata(root.join(name))).collect()
    };
    let threads = std::thread::available_parallelism().map_or(1, |most| most.get().min(8));
    let share = names.len().div_ceil(threads).max(ONE_THREADS_FILES);
    if names.len() <= share {
        return look(names);
    }
    std::thread::scope(|scope| {
        let looks: Vec<_> =
            names.chunks(share).map(|share| (share, scope.spawn(move || look(share)))).collect();
        // Who cannot be heard of is looked at here.
        looks.into_iter().flat_map(|(share, looked)| looked.join().unwrap_or_else(|_| look(share))).collect()
    })
}

#[cfg(test)]
mod tests;
