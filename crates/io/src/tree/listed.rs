//! Which files there are. Git says it, where it keeps them (else `listing.rs` does), and is asked again only if something has changed
//! that its answer comes of: two walks of git cost more than all the rest.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use hookward_core::evidence::{decides_a_run, is_left_by_a_run, is_of_settings};
use hookward_core::policy::ARTEFACTS;
use serde::{Deserialize, Serialize};

use super::TreeError;
use super::basis::{Basis, Kept, Still};
use crate::file::{private_directory, replace_hastily};
use crate::listing::{IGNORE_FILES, listing};
use crate::repository::{git_excluded, git_ignored, git_listing, git_settings};
use crate::workspace::git_root;

/// In ignored directories, this many names are looked at.
const MAX_IGNORED: usize = 2_000;

/// The files that count below a directory.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Listing {
    /// All, but for those that git ignores; in order, with a zero byte behind each.
    sources: String,
    /// What is ignored is in no commit, and decides a run all the same if a runner loads it by its name.
    deciding: Vec<String>,
    basis: Basis,
}

impl Listing {
    /// The files of a directory, as they are remembered if that still holds.
    pub(super) fn find(root: &Path, memory: &Path) -> Result<Self, TreeError> {
        // INVARIANT: nothing is remembered that has changed since this moment, so that what is remembered is what git saw.
        let start = SystemTime::now();
        let known = fs::read(memory).ok().and_then(|bytes| postcard::from_bytes::<Self>(&bytes).ok());
        let known = known.filter(Self::is_whole);
        if let Some(mut known) = known {
            match known.basis.renew(root, kept(root), start) {
                Still::Same => return Ok(known),
                Still::Touched => {
                    known.keep(memory);
                    return Ok(known);
                }
                Still::Other => {}
            }
        }
        let (found, is_settled) = Self::ask(root, start)?;
        if is_settled {
            found.keep(memory);
        }
        Ok(found)
    }

    /// Whether no name is missing: of a file that was torn while it was written, a part may be zeros.
    fn is_whole(&self) -> bool {
        !self.sources.starts_with('\0') && !self.sources.contains("\0\0")
    }

    /// All files, in order, but for those that git ignores.
    pub(super) fn sources(&self) -> impl Iterator<Item = &str> {
        self.sources.split_terminator('\0')
    }

    /// The names of all that counts, in order.
    pub(super) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.sources().collect();
        if !self.deciding.is_empty() {
            names.extend(self.deciding.iter().map(String::as_str));
            names.sort_unstable();
            names.dedup();
        }
        names
    }

    fn keep(&self, memory: &Path) {
        // What is not remembered is asked again.
        let Ok(bytes) = postcard::to_allocvec(self) else { return };
        let directory = memory.parent().map_or(Ok(()), private_directory);
        let _ = directory.and_then(|()| replace_hastily(memory, &bytes));
    }

    /// Finds the files, and whether what they come of has been the same for long enough to be remembered.
    fn ask(root: &Path, start: SystemTime) -> Result<(Self, bool), TreeError> {
        if kept(root) == Kept::Otherwise {
            let found = listing(root).ok_or_else(|| TreeError::TooMany(root.to_owned()))?;
            let mut basis = Basis::new(Kept::Otherwise);
            basis.add_files(root, IGNORE_FILES);
            let is_settled = basis.add_directories(root, &found.directories) && basis.is_settled_at(start);
            let sources = in_order(found.files.iter().map(String::as_str));
            return Ok((Self { sources, deciding: Vec::new(), basis }, is_settled));
        }
        // Git walks the whole directory for either question, so that they are asked at once.
        let (listed, (ignored, excluded), settings) = std::thread::scope(|scope| {
            let ignored = scope.spawn(|| {
                let ignored = git_ignored(root);
                let excluded = ignored.as_ref().and_then(|ignored| git_excluded(root, ignored));
                (ignored, excluded)
            });
            let settings = scope.spawn(|| git_settings(root));
            (git_listing(root), ignored.join().unwrap_or_default(), settings.join().ok().flatten())
        });
        let listed = listed.ok_or_else(|| TreeError::NoRepository(root.to_owned()))?;
        // Files that decide a run may be among what is ignored: without them it would be the name of something else.
        let ignored = ignored.ok_or_else(|| TreeError::NoRepository(root.to_owned()))?;
        let sources = in_order(listed.split('\0').filter_map(source));
        let mut walked = Vec::new();
        let mut deciding = Vec::new();
        for name in ignored.split('\0').filter(|name| !name.is_empty()) {
            add_deciding(root, name, &mut deciding, &mut walked);
        }
        let mut basis = Basis::new(Kept::ByGit);
        let mut is_settled = false;
        if let (Some(settings), Some(excluded)) = (settings, &excluded) {
            basis.add_files(root, &settings);
            // Where git has gone no further: what is ignored as a whole, and other repositories.
            let listed = listed.split('\0').filter_map(|listed| listed.get(2..));
            let mut apart = directories(listed);
            apart.extend(excluded.iter().map(String::as_str));
            let ignored = directories(ignored.split('\0'));
            is_settled = basis.add_directories(root, &walked)
                && basis.add_all_directories(root, &apart, &ignored)
                && basis.is_settled_at(start);
        }
        Ok((Self { sources, deciding, basis }, is_settled))
    }
}

/// Those of git's names that are directories, which have a slash behind them.
fn directories<'n>(names: impl Iterator<Item = &'n str>) -> HashSet<&'n str> {
    names.filter_map(|name| name.strip_suffix('/')).collect()
}

fn in_order<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().flat_map(|name| [name, "\0"]).collect()
}

/// Who keeps a directory: git only if it keeps that one itself. A repository further up, such as one of a home's own settings, may ignore all that lies
/// there.
fn kept(root: &Path) -> Kept {
    if git_root(root, None) == Some(root) { Kept::ByGit } else { Kept::Otherwise }
}

/// The path of a source in git's listing. What a run leaves behind is none, as long as nobody has added it: else no run of
/// the tests that writes a report would be of the sources that it began with.
fn source(listed: &str) -> Option<&str> {
    let (kind, path) = listed.split_at_checked(2)?;
    (kind != "? " || !is_left_by_a_run(path)).then_some(path)
}

/// Adds the files of an ignored name that decide a run: itself, or those below a directory that tools have not filled; and the
/// directories that were looked into for that.
fn add_deciding(root: &Path, name: &str, found: &mut Vec<String>, walked: &mut Vec<String>) {
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
        walked.push(directory.to_owned());
        for entry in fs::read_dir(root.join(directory)).into_iter().flatten().flatten() {
            seen += 1;
            let end = if entry.file_type().is_ok_and(|kind| kind.is_dir()) { "/" } else { "" };
            let below = entry.file_name().to_str().map(|own| format!("{directory}/{own}{end}"));
            names.extend(below.filter(|_| seen < MAX_IGNORED));
        }
    }
}
