//! Installed packages that a call writes though no word of it names them: by a search (`grep -rl x node_modules | xargs sed -i …`),
//! or by a path that is only known when it runs (`sed -i … $(readlink -f node_modules/.bin/x)/../cli.js`). What a search looks
//! through among packages alone, it is taken to change; else the disk tells when the call has ended.

use std::fs;
use std::path::{Path, PathBuf};

use hookward_core::evidence::{Ledger, Wrote};
use hookward_effects::{Command, Facts, Found, Place, Tracking, Value};
use hookward_io::LedgerFile;

use crate::evidence::BEHIND;

use super::arrivals::{Beginning, MAX_LOOKED_AT, SOMETHING};
use super::{PACKAGES, packages_of, places_written};

/// So many directories are looked into for installed packages.
const MAX_DIRECTORIES: usize = 5_000;

/// Installed packages that a call may write.
struct Suspect<'f> {
    packages: PathBuf,
    meant: Meant<'f>,
}

/// Which files of them.
#[derive(Clone, Copy)]
enum Meant<'f> {
    /// What a search may have found.
    Found(&'f Found),
    /// Any.
    Any,
}

impl Meant<'_> {
    fn may_be(self, path: &str) -> bool {
        match self {
            Self::Found(search) => search.may_name(path, None),
            Self::Any => true,
        }
    }
}

/// What a call that begins puts among installed packages by a search.
pub(super) fn put_by_searches(facts: &Facts) -> Vec<String> {
    let searches = places_written(facts).flat_map(searches).map(Found::directory);
    searches.filter(|directory| packages_of(Path::new(directory)).is_some()).map(str::to_owned).collect()
}

/// Installed packages into which a call that begins may put something, and nobody can tell yet what.
pub(crate) fn may_come_into_packages(facts: &Facts) -> Vec<String> {
    let mut noted: Vec<String> =
        suspects(facts).map(|suspect| format!("{}{SOMETHING}", suspect.packages.display())).collect();
    noted.sort_unstable();
    noted.dedup();
    noted
}

/// What a call that has ended was seen to have put there.
pub(crate) fn come_into_packages(facts: &Facts, file: Option<LedgerFile>) -> Vec<String> {
    let mut suspects = suspects(facts).peekable();
    if suspects.peek().is_none() {
        return Vec::new();
    }
    let entries = file.and_then(|file| file.entries().ok()).unwrap_or_default();
    let ledger = Ledger { entries, ..Ledger::default() };
    let noted: Vec<&Wrote> = ledger.written().collect();
    let changed = suspects.filter_map(|suspect| {
        let mark = format!("{}{SOMETHING}", suspect.packages.display());
        let begun = noted.iter().rev().find(|wrote| wrote.path == mark)?;
        changed_since(&suspect, Beginning::Present(begun.at.saturating_sub(BEHIND)))
    });
    changed.collect()
}

fn searches(place: &Place) -> impl Iterator<Item = &Found> {
    place.found.iter().filter(|search| search.tracking() == Tracking::Any)
}

fn suspects(facts: &Facts) -> impl Iterator<Item = Suspect<'_>> {
    let searched =
        places_written(facts).flat_map(searches).map(|search| (search.directory(), Meant::Found(search)));
    let spots = || places_written(facts).flat_map(|place| &place.spots);
    let globs = spots().filter(|spot| spot.glob.is_some()).map(|spot| (spot.path.as_str(), Meant::Any));
    let below = searched.chain(globs).flat_map(|(directory, meant)| {
        installed_below(Path::new(directory)).into_iter().map(move |packages| Suspect { packages, meant })
    });
    // A path that cannot be leads elsewhere, by a link on its way.
    let is_nowhere = |path: &Path| path.parent().is_some_and(|directory| !directory.is_dir());
    let nowhere = spots().map(|spot| Path::new(&spot.path)).filter(move |path| is_nowhere(path));
    let nowhere = nowhere.filter_map(packages_of).filter(|packages| packages.is_dir());
    let is_anywhere = |place: &Place| place.open && place.found.is_empty();
    let is_open = places_written(facts).any(is_anywhere);
    let around = facts.commands.iter().filter(move |_| is_open).flat_map(around);
    below.chain(nowhere.chain(around).map(|packages| Suspect { packages, meant: Meant::Any }))
}

/// The installed packages that the words of a command lead to, in which it runs, or beside it.
fn around(command: &Command) -> Vec<PathBuf> {
    let Some(cwd) = command.cwd.as_deref().map(Path::new) else { return Vec::new() };
    let words = command.words.iter().filter_map(Value::known);
    let paths = words.chain(PACKAGES.iter().copied()).map(|word| cwd.join(word));
    paths.filter_map(|path| packages_of(&path)).filter(|packages| packages.is_dir()).collect()
}

/// Directories of installed packages below another, the nearest first.
fn installed_below(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    if packages_of(directory).is_some() {
        return found;
    }
    let mut left = std::collections::VecDeque::from([directory.to_owned()]);
    let mut looked_into = 0;
    while let Some(folder) = left.pop_front() {
        looked_into += 1;
        if looked_into > MAX_DIRECTORIES {
            break;
        }
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            let name = entry.file_name();
            if PACKAGES.iter().any(|own| name == *own) {
                found.push(entry.path());
            } else if name != ".git" {
                left.push_back(entry.path());
            }
        }
    }
    found
}

/// A file of installed packages that was changed since a call began, and that its search may have named.
fn changed_since(suspect: &Suspect, begun: Beginning) -> Option<String> {
    let mut left = vec![suspect.packages.clone()];
    let mut looked_at = 0;
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            looked_at += 1;
            let path = entry.path();
            // Whoever has so many of them is not let pass for that.
            if looked_at > MAX_LOOKED_AT {
                return Some(suspect.packages.display().to_string());
            }
            // What Python compiles while it runs is nobody's change.
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                if entry.file_name() != "__pycache__" {
                    left.push(path);
                }
                continue;
            }
            let text = path.display().to_string();
            let is_changed = || begun.is_before(&path) && packages_of(&path).is_some();
            // Managers make links, and whoever makes one by hand names it.
            if kind.is_file()
                && suspect.meant.may_be(&text)
                && is_changed()
                && !is_installed_since(&path, begun)
            {
                return Some(text);
            }
        }
    }
    None
}

/// Whether a package that a file belongs to was installed since a call began, so that all of it is new.
fn is_installed_since(file: &Path, begun: Beginning) -> bool {
    let above = || file.ancestors().skip(1);
    let of_node = above().map(|directory| directory.join("package.json")).find(|manifest| manifest.is_file());
    let is_site = |directory: &&Path| directory.ends_with("site-packages");
    let mut records =
        above().find(is_site).into_iter().flat_map(fs::read_dir).flatten().flatten().map(|own| own.path());
    match of_node {
        Some(manifest) if packages_of(&manifest).is_some() => manifest != file && begun.is_before(&manifest),
        _ => {
            records.any(|own| own.extension().is_some_and(|end| end == "dist-info") && begun.is_before(&own))
        }
    }
}
