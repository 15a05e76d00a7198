//! The projects of a work tree: where its tests are at home, by the kind of project that they are of. And where a command runs.

mod dotnet;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use hookward_effects::{Command, Value, normalise};

use super::Kind;
use crate::git_words::VALUED;
use crate::rules::gate::kinds::{is_free_directory, is_test};

/// A project that has tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Project {
    /// Its directory below the root; empty for the root itself.
    pub place: String,
    /// What it is made with; `None` if nobody can tell which of several.
    pub kind: Option<Kind>,
}

impl fmt::Display for Project {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.place.as_str(), self.kind) {
            ("", None) => f.write_str("the root"),
            ("", Some(kind)) => kind.fmt(f),
            (place, None) => f.write_str(place),
            (place, Some(kind)) => write!(f, "{place} ({kind})"),
        }
    }
}

/// Directories in which a test is somebody else's, is data, or needs more than a machine has: nobody runs it before a commit.
/// Examples show how others use a project: what they depend on is their own, and nobody installs it before a commit either.
#[rustfmt::skip]
const NOT_OWN: &[&str] = &[
    "vendor", "third_party", "third-party", "thirdparty", "3rdparty", "external", "extern", "subprojects", "node_modules",
    "fixtures", "__fixtures__", "testdata", "templates", "template", "dist", "build", "target", "docs",
    "examples", "example", "_examples", "samples",
    "e2e", "cypress", "playwright", "perf", "k6", "benches", "benchmarks", "fuzz", "android", "ios",
    // What authors of Perl test besides.
    "xt",
];

/// Those of them that say nothing below a directory of tests: what is tested there has that name.
const PLAIN_BELOW_TESTS: &[&str] =
    &["external", "extern", "templates", "template", "dist", "build", "target", "docs"];

/// Directories in which a test is none of the project's around them, but of one that has its manifest there.
const APART: &[&str] = &["scripts", "notebooks", "load"];

/// Directories of no code, in which a manifest makes a project all the same.
const TAKEN: &[&str] = &["scripts", "config", "bin"];

/// More files of a crate are not looked at: then it has tests.
const MAX_LOOKED_AT: usize = 400;

/// The projects that all tests of a work tree are in, by the names of its files. A test is at home where the next manifest
/// of its kind lies, and a run there, or in a directory around it, is of it. Where nothing is a test, each outermost
/// manifest is a project: nobody knows how it is tested.
pub fn projects<'n>(
    names: &(impl Iterator<Item = &'n str> + Clone),
    text: impl Fn(&str) -> Option<String>,
) -> Vec<Project> {
    let tops: BTreeSet<(Kind, &str)> = names.clone().filter_map(top).collect();
    let homes = homes(&tops, names, text);
    if homes.is_empty() {
        return outermost(&tops);
    }
    homes.into_keys().map(|(place, kind)| Project { place: place.to_owned(), kind: Some(kind) }).collect()
}

/// Where tests are at home, by the names of their files: directories and kinds, and the tests of each.
pub(super) fn tests_by_home<'n>(
    names: &(impl Iterator<Item = &'n str> + Clone),
    text: impl Fn(&str) -> Option<String>,
) -> BTreeMap<(&'n str, Kind), Vec<&'n str>> {
    homes(&names.clone().filter_map(top).collect(), names, text)
}

fn homes<'n>(
    tops: &BTreeSet<(Kind, &'n str)>,
    names: &(impl Iterator<Item = &'n str> + Clone),
    text: impl Fn(&str) -> Option<String>,
) -> BTreeMap<(&'n str, Kind), Vec<&'n str>> {
    let mut homes = dotnet::homes(names, &text);
    for name in names.clone().filter(|name| !is_foreign(name)) {
        let Some(kind) = Kind::of_test(name).filter(|kind| *kind != Kind::DotNet) else { continue };
        let found = match home(tops, kind, name) {
            Some(place) => Some(place).filter(|place| !is_apart(name, place)),
            None => homeless(tops, kind, name).filter(|_| !is_apart(name, "")),
        };
        if let Some(place) = found {
            homes.entry((place, kind)).or_default().push(name);
        }
    }
    homes.retain(|(place, kind), files| match kind {
        // A crate that only builds others, or the code of a desktop application, has no tests.
        Kind::Rust => tests_itself(files, &text),
        // A manifest for tools says nothing of tests, and what lies in a folder of tests may be data of others.
        Kind::JavaScript => names_tests(place, &text),
        // Without a manifest, a file may be called like a test and be a tool.
        Kind::Python => {
            tops.contains(&(Kind::Python, *place)) || files.iter().any(|file| defines_tests(file, &text))
        }
        _ => true,
    });
    homes
}

/// The kind and the directory of a manifest.
fn top(name: &str) -> Option<(Kind, &str)> {
    let (directory, file) = name.rsplit_once('/').unwrap_or(("", name));
    // Scripts of a shell have no manifest.
    if file.rsplit_once('.').is_some_and(|(_, end)| end == "bats") && !is_foreign(name) {
        return Some((Kind::Shell, ""));
    }
    let found = match (Kind::of_manifest(file), directory.rsplit_once('/').unwrap_or(("", directory))) {
        (Some(kind), _) => (kind, directory),
        // `requirements/base.txt`
        (None, (above, "requirements")) if fast_glob::glob_match("*.txt", file) => (Kind::Python, above),
        (None, _) => return None,
    };
    let is_free = |part: &str| is_free_directory(part) && !TAKEN.contains(&part);
    (found.1.is_empty() || !found.1.split('/').any(is_free)).then_some(found)
}

fn is_foreign(name: &str) -> bool {
    let kind = Kind::of_test(name);
    let directory = own_directory(name, kind);
    let is_of_others = |part: &str| {
        NOT_OWN.contains(&part) || part.starts_with('.') || part.contains("{{") || part == "resources"
    };
    // Some frameworks keep the scripts of a page there, with their tests; below tests it is their data.
    let is_of_a_page = directory.starts_with("resources/js") && kind == Some(Kind::JavaScript);
    let mut parts = directory.split('/').skip(usize::from(is_of_a_page));
    let mut below_tests = false;
    parts.any(|part| {
        let is_plain = below_tests && PLAIN_BELOW_TESTS.contains(&part);
        below_tests |= matches!(part, "test" | "tests" | "__tests__" | "spec");
        !is_plain && is_of_others(part)
    })
}

/// The directory of a file, without those that are parts of a package's name: `src/test/java/com/example`.
fn own_directory(name: &str, kind: Option<Kind>) -> &str {
    let directory = name.rsplit_once('/').map_or("", |(directory, _)| directory);
    if kind != Some(Kind::Jvm) {
        return directory;
    }
    let is_root = |part: &str| matches!(part, "java" | "kotlin" | "scala" | "groovy" | "clj");
    let mut end = 0;
    for part in directory.split('/') {
        end += part.len() + usize::from(end > 0);
        if is_root(part) {
            break;
        }
    }
    directory.get(..end).unwrap_or(directory)
}

/// Whether a test lies apart from the project at whose manifest it would be at home.
fn is_apart(name: &str, place: &str) -> bool {
    let directory = own_directory(name, Kind::of_test(name));
    let below = directory.strip_prefix(place).unwrap_or_default();
    below.split('/').any(|part| APART.contains(&part))
}

/// Where a test is at home that no manifest of its kind lies around: where its runner finds it, which needs none. Only a file
/// that says by its name that it is a test is one here.
fn homeless<'n>(tops: &BTreeSet<(Kind, &'n str)>, kind: Kind, name: &'n str) -> Option<&'n str> {
    let (directory, file) = name.rsplit_once('/').unwrap_or(("", name));
    if !is_test(file) {
        return None;
    }
    match kind {
        // What is built with them may be tested by them, and runs them then.
        Kind::Python => home(tops, Kind::Native, name).is_none().then(|| above_tests(directory)),
        // Without a manifest there is no crate.
        Kind::Rust => None,
        _ => tops.is_empty().then_some(""),
    }
}

/// The directory around one of tests, or itself.
fn above_tests(directory: &str) -> &str {
    let is_of_tests = |part: &str| matches!(part, "test" | "tests" | "__tests__" | "spec" | "specs");
    let mut end = 0;
    for part in directory.split('/').take_while(|part| !is_of_tests(part)) {
        end += part.len() + usize::from(end > 0);
    }
    directory.get(..end).unwrap_or(directory)
}

/// The directory of the next manifest of a kind, from a file up.
fn home<'n>(tops: &BTreeSet<(Kind, &'n str)>, kind: Kind, name: &'n str) -> Option<&'n str> {
    let mut above = std::iter::successors(name.rsplit_once('/').map(|(up, _)| up), |directory| {
        directory.rsplit_once('/').map(|(up, _)| up)
    });
    above
        .find(|directory| tops.contains(&(kind, *directory)))
        .or_else(|| tops.contains(&(kind, "")).then_some(""))
}

/// Whether a manifest of JavaScript has a script for tests, or a runner.
fn names_tests(place: &str, text: impl Fn(&str) -> Option<String>) -> bool {
    let at = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}/{name}") };
    let Some(manifest) = text(&at("package.json")) else { return true };
    let runs = manifest.contains("\"test") && !manifest.contains("no test specified");
    runs || ["vitest", "jest", "mocha", "\"ava", "jasmine", "karma"]
        .iter()
        .any(|runner| manifest.contains(runner))
}

/// Whether a file of Python has tests in it.
fn defines_tests(file: &str, text: impl Fn(&str) -> Option<String>) -> bool {
    text(file).is_none_or(|text| text.contains("def test"))
}

/// Whether files of Rust have tests in them.
fn tests_itself(files: &[&str], text: impl Fn(&str) -> Option<String>) -> bool {
    let has_tests = |file: &&str| {
        let marks = ["#[test]", "#[cfg(test)]", "::test]", "::test(", "#[rstest", "proptest!"];
        is_test(file) || text(file).is_some_and(|text| marks.iter().any(|mark| text.contains(mark)))
    };
    files.len() > MAX_LOOKED_AT || files.iter().any(has_tests)
}

/// The outermost of these directories, each a project.
fn outermost(tops: &BTreeSet<(Kind, &str)>) -> Vec<Project> {
    let is_below = |path: &str, top: &str| {
        path != top && (top.is_empty() || path.strip_prefix(top).is_some_and(|rest| rest.starts_with('/')))
    };
    let mut kinds: BTreeMap<&str, Vec<Kind>> = BTreeMap::new();
    // A manifest of tools says nothing of tests that are nowhere.
    let tops: Vec<_> = tops.iter().filter(|(_, top)| top.is_empty() || !is_free_directory(top)).collect();
    for (kind, directory) in &tops {
        if !tops.iter().any(|(_, other)| is_below(directory, other)) {
            kinds.entry(directory).or_default().push(*kind);
        }
    }
    let project = |(place, kinds): (&str, Vec<Kind>)| {
        let only = kinds.first().copied().filter(|_| kinds.len() == 1);
        Project { place: place.to_owned(), kind: only }
    };
    kinds.into_iter().map(project).collect()
}

/// The directory that a command is about: where it runs, or where its own option leads: `git -C web commit`.
pub fn directory_of(command: &Command) -> Option<String> {
    let mut directory = command.cwd.clone();
    let mut words = command.words.iter();
    let name = words.next()?.known()?;
    if name.rsplit('/').next() != Some("git") {
        return directory;
    }
    while let Some(word) = words.next().map(Value::prefix).filter(|word| word.starts_with('-')) {
        if word == "-C" {
            let to = words.next()?.known()?;
            let from = directory.or_else(|| to.starts_with('/').then(|| "/".to_owned()));
            directory = from.map(|from| normalise(to, &from));
        } else if VALUED.contains(&word) {
            words.next();
        }
    }
    directory
}

#[cfg(test)]
mod tests;
