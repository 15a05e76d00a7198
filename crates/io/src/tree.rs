//! A name for the sources of a project as they are right now: the same name, the same sources.
//!
//! Git lists the files, where it keeps them; what is in them we read ourselves. Its index could be told that a file is unchanged,
//! and its filters that every file is empty. What was read or listed once is remembered outside the workspace, by what the disk
//! says of it: its time of change cannot be set back by whoever may only write it.

mod basis;
mod content;
mod foreseen;
mod glance;
mod listed;
mod memory;
mod runs;
mod stamp;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hookward_core::evidence::{Project, is_document, projects};
use sha2::{Digest, Sha256};

use crate::trust::hex;

pub use foreseen::Foreseen;

use content::content;
use glance::{Glance, Kind, glance_at};
use listed::Listing;
use memory::{Known, Seen};
use runs::Runs;
use stamp::{Stamp, since_1970};

/// Modules in modules are followed this far.
const MAX_MODULES: usize = 3;

/// Why there is no name.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// Git does not answer there, or takes too long.
    #[error("git cannot list the files of {0}, or not within two seconds")]
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

impl Trees {
    /// Those that are remembered in a state directory.
    pub fn in_state(state: &Path) -> Self {
        Self { cache: state.join("trees") }
    }

    /// The name of the sources below a directory. Documents do not count.
    pub fn name(&self, root: &Path) -> Result<String, TreeError> {
        let before = self.read_before(root);
        Reading::of(self, root, &before, HashMap::new()).name()
    }

    /// The sources below a directory as a run sees them that begins now, or has just ended.
    pub fn look(&self, root: &Path) -> Result<Tree, TreeError> {
        let (before, memory) = (self.read_before(root), self.memory(root).with_extension("runs"));
        let runs = fs::read(&memory).unwrap_or_default();
        let mut reading = Reading::of(self, root, &before, HashMap::new());
        reading.runs = Some(Runs::read(&runs));
        let start = since_1970(reading.start);
        let name = reading.name()?;
        let put_back = reading.runs.take().map(|runs| runs.keep(&memory, start)).unwrap_or_default();
        Ok(Tree { name, trace: hex(&reading.trace.finalize()), put_back })
    }

    /// The sources below a directory as they would be if some of them were not there.
    pub fn look_without(&self, root: &Path, names: &[String]) -> Result<Tree, TreeError> {
        let gone = names.iter().map(|name| (name.clone(), None)).collect();
        let before = self.read_before(root);
        let mut reading = Reading::of(self, root, &before, gone);
        let name = reading.name()?;
        Ok(Tree { name, trace: hex(&reading.trace.finalize()), put_back: Vec::new() })
    }

    /// The sources below a directory: all files, but for those that git ignores.
    pub(crate) fn sources(&self, root: &Path) -> Result<Vec<String>, TreeError> {
        self.listing(root).map(|listing| listing.sources().map(str::to_owned).collect())
    }

    /// The projects that the tests of a work tree are in.
    pub(crate) fn projects(&self, root: &Path) -> Vec<Project> {
        let names = self.sources(root).unwrap_or_default();
        projects(&names.iter().map(String::as_str), |name| fs::read_to_string(root.join(name)).ok())
    }

    /// The sources below a directory that were touched since a moment (in milliseconds since 1970), the last one first.
    pub fn touched_since(&self, root: &Path, at: u64, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
        let Ok(listing) = self.listing(root) else { return Vec::new() };
        let mut names = listing.names();
        names.retain(|name| !is_document(name) && is_meant(name));
        let looks = glance_at(root, &names);
        let files = names.iter().zip(&looks).filter_map(|(name, found)| Some((found.as_ref().ok()?, *name)));
        let files =
            files.filter(|(found, _)| found.kind != Kind::Directory).map(|(found, name)| (found.stamp, name));
        let mut touched: Vec<(Stamp, &str)> = files.filter(|(stamp, _)| stamp.changed_at() >= at).collect();
        touched.sort_by_key(|(stamp, name)| Reverse((stamp.changed(), *name)));
        touched.into_iter().map(|(_, name)| name.to_owned()).collect()
    }

    fn listing(&self, root: &Path) -> Result<Listing, TreeError> {
        Listing::find(root, &self.memory(root).with_extension("listed"))
    }

    /// What was read below a directory before, as it is kept.
    fn read_before(&self, root: &Path) -> Vec<u8> {
        fs::read(self.memory(root)).unwrap_or_default()
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
    /// Those that hold something else than a run before has seen there, and whose time says that they are older than that run.
    pub put_back: Vec<String>,
}

struct Reading<'t> {
    trees: &'t Trees,
    top: &'t Path,
    start: SystemTime,
    known: Known<'t>,
    seen: Seen,
    has_read: bool,
    /// What runs have seen, where one is looked at.
    runs: Option<Runs<'t>>,
    trace: Sha256,
    /// What some files hold as far as this goes, whatever lies there; nothing for those that are not there.
    instead: HashMap<String, Option<Hash>>,
}

impl<'t> Reading<'t> {
    /// One that goes by what was read before.
    fn of(trees: &'t Trees, top: &'t Path, before: &'t [u8], instead: HashMap<String, Option<Hash>>) -> Self {
        let (start, trace) = (SystemTime::now(), Sha256::new());
        Self {
            trees,
            top,
            start,
            known: Known::read(before),
            seen: Seen::default(),
            has_read: false,
            runs: None,
            trace,
            instead,
        }
    }

    /// The name of all that is read.
    fn name(&mut self) -> Result<String, TreeError> {
        let mut tree = Sha256::new();
        self.directory(self.top, &mut tree, MAX_MODULES)?;
        self.remember();
        Ok(hex(&tree.finalize()))
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
        let below = root.strip_prefix(self.top).unwrap_or(root).to_string_lossy().into_owned();
        for (name, found) in names.iter().zip(glance_at(root, &names)) {
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
            if found.kind == Kind::Directory {
                if modules > 0 {
                    tree.update(name.as_bytes());
                    self.directory(&root.join(name), tree, modules - 1)?;
                }
                continue;
            }
            let key =
                if below.is_empty() { Cow::Borrowed(*name) } else { Cow::Owned(format!("{below}/{name}")) };
            self.file(&key, &found, tree);
        }
        Ok(())
    }

    /// Adds a file to a name, and to what is remembered.
    fn file(&mut self, key: &str, found: &Glance, tree: &mut Sha256) {
        let stamp = found.stamp;
        self.trace.update(key.as_bytes());
        self.trace.update([0]);
        self.trace.update(stamp.bytes());
        // A link has a time of its own, and what it leads to another.
        let known = if found.kind == Kind::Link { None } else { self.known.find(key, stamp) };
        let hash = known.unwrap_or_else(|| {
            self.has_read = true;
            content(&self.top.join(key), found)
        });
        add(tree, key, &hash);
        if let Some(runs) = &mut self.runs {
            runs.add(self.top, key, found, hash);
        }
        if stamp.is_settled_at(self.start) {
            self.seen.add(key, stamp, &hash);
        }
    }

    fn remember(&self) {
        if self.has_read || self.known.len() != self.seen.len() {
            self.seen.keep(&self.trees.memory(self.top));
        }
    }
}

/// Adds a file to a name.
fn add(tree: &mut Sha256, key: &str, hash: &Hash) {
    tree.update((key.len() as u64).to_le_bytes());
    tree.update(key.as_bytes());
    tree.update(hash);
}

#[cfg(test)]
mod tests;
