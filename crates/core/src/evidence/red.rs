//! Which files of tests a run that has failed was seen to fail: those that it names so, or the only one that it has run. They are
//! known by how they were written then.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::covered::{is_in, join};
use super::failing::{Tested, ends_as, is_dotted, is_named_by};
use super::named::is_django;
use super::{Evidence, Failing, Files, Kind, Outcome};
use crate::digest;
use crate::rules::gate::kinds::is_test;

/// More files of tests are not kept of a run.
const MAX_RED: usize = 64;

/// A file of tests that was seen to fail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Red {
    /// The file, below the root.
    pub path: String,
    /// A name for its text, as it was then.
    pub text: String,
}

impl Red {
    /// A file with its text.
    pub fn of(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: digest::name_of([text]) }
    }
}

/// Where a run was: what it names, it names from there.
#[derive(Clone, Copy, Debug)]
pub struct Whereabouts<'w> {
    /// The root of the work tree.
    pub root: &'w str,
    /// The directories below it that it ran in, or was of.
    pub places: &'w [String],
}

/// The files of tests that a run was seen to fail.
pub fn red(run: &Evidence, failing: Option<&Failing>, at: Whereabouts<'_>, files: &Files) -> Vec<Red> {
    let names_some = |failing: &&Failing| {
        !(failing.files.is_empty() && failing.packages.is_empty() && failing.tested.is_empty())
    };
    let told = failing.filter(names_some);
    let paths: BTreeSet<&str> = match told {
        Some(failing) => named(failing, at, files),
        // Where nothing is named, only the one that was run can have failed.
        None if failing.is_some_and(|failing| failing.fails_none) || run.outcome != Outcome::Failed => {
            return Vec::new();
        }
        None => only_one(run, at, files),
    };
    paths.into_iter().take(MAX_RED).filter_map(|path| Some(Red::of(path, &(files.text)(path)?))).collect()
}

/// The directories of packages that do not compile, and no test of them is named for that: nothing else is broken.
pub fn broken_places(failing: &Failing, at: Whereabouts<'_>, files: &Files) -> Vec<String> {
    packages_of(&failing.unbuilt, at, files).into_iter().map(str::to_owned).collect()
}

fn named<'f>(failing: &Failing, at: Whereabouts<'_>, files: &'f Files) -> BTreeSet<&'f str> {
    if !failing.tested.is_empty() {
        // Each in the first of the files that it may be in. A module is told by more than the end of a path.
        let place_of = |told: &str| {
            if told.starts_with('/') { file_of(told, at, files) } else { file_from(told, at, files) }
        };
        let first = |test: &Tested| test.files().filter_map(place_of).find(|own| is_test(own));
        return failing.tested.iter().filter_map(first).collect();
    }
    if failing.packages.is_empty() {
        return failing.heads.iter().filter_map(|told| file_of(told, at, files)).collect();
    }
    // A package of Go is told by its name, and its files by theirs alone.
    let unbuilt = packages_of(&failing.unbuilt, at, files);
    let places = packages_of(&failing.packages, at, files);
    let mut found = BTreeSet::new();
    for place in places {
        let own = || files.names().filter(move |name| is_test_of_package(name, place));
        let is_told = |name: &&str| failing.heads.iter().any(|told| is_named_by(name, told));
        let told: Vec<&str> = own().filter(is_told).collect();
        found.extend(if told.is_empty() && !unbuilt.contains(place) { own().collect() } else { told });
    }
    found
}

/// The directories of the packages of Go that a run names as failing: one is called by its module and where it lies in that.
fn packages_of<'f>(packages: &[String], at: Whereabouts<'_>, files: &'f Files) -> BTreeSet<&'f str> {
    let tests = || files.names().filter(|name| name.ends_with("_test.go")).map(directory);
    let modules: Vec<(&str, String)> = files
        .places_of("go.mod")
        .filter(|place| {
            at.places.is_empty() || at.places.iter().any(|own| is_in(own, place) || is_in(place, own))
        })
        .filter_map(|place| Some((place, module(&files.text_in(place, "go.mod")?)?)))
        .collect();
    let mut found = BTreeSet::new();
    for package in packages {
        let lies_at = modules.iter().filter_map(|(place, module)| {
            let inner = package.strip_prefix(module.as_str())?;
            (inner.is_empty() || inner.starts_with('/')).then(|| match inner.trim_start_matches('/') {
                "" => (*place).to_owned(),
                inner => join(place, inner),
            })
        });
        let lies_at: Vec<String> = lies_at.collect();
        let by_end = || tests().filter(|place| ends_as(package, place)).max_by_key(|place| place.len());
        match lies_at.as_slice() {
            [] => found.extend(by_end()),
            lies_at => found.extend(tests().filter(|place| lies_at.iter().any(|own| own == place))),
        }
    }
    found
}

/// What a module of Go is called.
fn module(manifest: &str) -> Option<String> {
    let name = manifest.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    Some(name.trim().trim_matches('"').to_owned())
}

fn directory(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

fn is_test_of_package(name: &str, place: &str) -> bool {
    name.ends_with("_test.go") && directory(name) == place
}

/// The file that a run names in its own way: by its whole path, from where it ran, or else by the end of it. Where that may be one
/// of several, nobody knows which it is.
fn file_of<'f>(told: &str, at: Whereabouts<'_>, files: &'f Files) -> Option<&'f str> {
    let below = told.strip_prefix(at.root).and_then(|rest| rest.strip_prefix('/'));
    if let Some(below) = below {
        return files.names().find(|name| *name == below);
    }
    // The longest is the one, if it is told by more than a path from the root.
    let longest = || {
        let own = files.names().filter(|name| lies_within(name, at) && ends_as(told, name));
        own.max_by_key(|name| name.len())
    };
    let lies_there = files.names().any(|name| at.places.iter().any(|place| join(place, told) == name));
    let longest = if lies_there { None } else { longest() };
    longest.or_else(|| file_from(told, at, files))
}

/// The file that a run names from where it ran, or by the end of its path.
fn file_from<'f>(told: &str, at: Whereabouts<'_>, files: &'f Files) -> Option<&'f str> {
    let from = at.places.iter().filter_map(|place| {
        let path = join(place, told);
        files.names().find(|name| *name == path)
    });
    let from: BTreeSet<&str> = from.collect();
    if !from.is_empty() {
        return only(from.into_iter());
    }
    only(files.names().filter(|name| lies_within(name, at) && ends_as(name, told)))
}

/// Whether a file lies where a run was.
fn lies_within(name: &str, at: Whereabouts<'_>) -> bool {
    at.places.is_empty() || at.places.iter().any(|own| is_in(name, own))
}

/// The only one of some.
fn only<'f>(mut all: impl Iterator<Item = &'f str>) -> Option<&'f str> {
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

/// The file of tests that a run was of, if it was of one alone; of Go, those of a package.
fn only_one<'f>(run: &Evidence, at: Whereabouts<'_>, files: &'f Files) -> BTreeSet<&'f str> {
    let all: Vec<&str> = run.command.split(' ').collect();
    let of_python = behind_python(&all);
    let words = of_python.unwrap_or_else(|| all.get(1..).unwrap_or_default());
    let parts = words.iter().map(|word| word.split("::").next().unwrap_or(word));
    let paths = parts.filter(|word| !word.starts_with('-') && word.contains(['/', '.'])).flat_map(|word| {
        let word = word.trim_start_matches("./").trim_end_matches('/');
        let below = word.strip_prefix(at.root).map(|rest| rest.trim_start_matches('/'));
        let from = at.places.iter().map(|place| join(place, word)).collect::<Vec<_>>();
        below.map_or(from, |below| vec![below.to_owned()])
    });
    let paths = paths
        .chain(of_python.into_iter().flat_map(modules_named).filter_map(|name| module_of(name, at, files)));
    let paths: Vec<String> = paths.filter(|path| files.names().any(|name| is_in(name, path))).collect();
    let is_meant = |name: &&str| match paths.as_slice() {
        [] => is_test(name) && run.holds(name),
        paths => paths.iter().any(|path| name == path || (is_test(name) && is_in(name, path))),
    };
    let found: BTreeSet<&str> = files.names().filter(is_meant).collect();
    let homes: BTreeSet<&str> = found.iter().map(|name| directory(name)).collect();
    let is_one = found.len() == 1 || (run.kind == Some(Kind::Go) && homes.len() == 1);
    if is_one { found } else { BTreeSet::new() }
}

/// The words that Python's own runner was given, or Django's.
fn behind_python<'r, 'w>(words: &'r [&'w str]) -> Option<&'r [&'w str]> {
    if let ["unittest", rest @ ..] = words {
        return Some(rest);
    }
    let is_runner = |own: &[&str]| match own {
        [script, "test"] => is_django(script) || *script == "django",
        ["-m", "unittest"] => true,
        _ => false,
    };
    let at = words.windows(2).position(is_runner)?;
    words.get(at + 2..)
}

/// What may be a module among the words of such a runner: `shop`, `shop.tests.CartTest.test_a`.
fn modules_named<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let is_value = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        before.is_some_and(|own| PATTERNS.contains(own))
    };
    let named = words.iter().enumerate().filter(|(at, word)| is_dotted(word) && !is_value(*at));
    named.map(|(_, word)| *word).collect()
}

/// Options of theirs with a value that names no module.
const PATTERNS: &[&str] = &["-k", "-p", "--pattern", "--tag", "--exclude-tag", "--settings"];

/// The file or the directory of a module, of which a class or a test may be named as well.
fn module_of(name: &str, at: Whereabouts<'_>, files: &Files) -> Option<String> {
    let path = name.replace('.', "/");
    let longest = std::iter::successors(Some(path.as_str()), |own| own.rsplit_once('/').map(|(up, _)| up));
    let root = [String::new()];
    let places = if at.places.is_empty() { &root } else { at.places };
    let named = longest.flat_map(|own| places.iter().map(move |place| join(place, own)));
    named.flat_map(|own| [format!("{own}.py"), own]).find(|own| files.names().any(|name| is_in(name, own)))
}

#[cfg(test)]
mod tests;
