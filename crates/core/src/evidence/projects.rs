//! The projects of a work tree: where its tests are at home, by the kind of project that they are of. And where a command runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use hookward_effects::{Command, Value, normalise};

use super::Kind;
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
const NOT_OWN: &[&str] = &[
    "vendor",
    "third_party",
    "node_modules",
    "fixtures",
    "__fixtures__",
    "testdata",
    "examples",
    "benches",
    "fuzz",
    "dist",
    "build",
    "target",
    "docs",
    "e2e",
    "cypress",
    "playwright",
    "perf",
    "k6",
    "load",
    "templates",
    "resources",
    "scripts",
    "notebooks",
    "example",
    "_examples",
    "samples",
    "benchmarks",
    "android",
    "ios",
];

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
    let mut homes: BTreeMap<(&str, Kind), Vec<&str>> = BTreeMap::new();
    for name in names.clone().filter(|name| !is_foreign(name)) {
        let found = Kind::of_test(name).and_then(|kind| Some((home(tops, kind, name)?, kind)));
        if let Some(found) = found {
            homes.entry(found).or_default().push(name);
        }
    }
    homes.retain(|(place, kind), files| match kind {
        // A crate that only builds others, or the code of a desktop application, has no tests.
        Kind::Rust => tests_itself(files, &text),
        // A manifest for tools says nothing of tests, and what lies in a folder of tests may be data of others.
        Kind::JavaScript => names_tests(place, &text),
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
    Some((Kind::of_manifest(file)?, directory))
        .filter(|_| directory.is_empty() || !is_free_directory(directory))
}

fn is_foreign(name: &str) -> bool {
    let mut directories = name.rsplit_once('/').map_or("", |(directory, _)| directory).split('/');
    directories.any(|part| NOT_OWN.contains(&part) || part.starts_with('.'))
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
    for (kind, directory) in tops {
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
    let mut directory = command.cwd.clone()?;
    let mut words = command.words.iter();
    let name = words.next()?.known()?;
    if name.rsplit('/').next() != Some("git") {
        return Some(directory);
    }
    while let Some(word) = words.next().map(Value::prefix).filter(|word| word.starts_with('-')) {
        if word == "-C" {
            directory = normalise(words.next()?.known()?, &directory);
        } else if matches!(word, "-c" | "--git-dir" | "--work-tree" | "--namespace" | "--exec-path") {
            words.next();
        }
    }
    Some(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str], text: &str) -> Vec<String> {
        let of_file = |name: &str| {
            Some(if name.ends_with("json") { r#"{"scripts":{"test":"x"}}"# } else { text }.to_owned())
        };
        let found = projects(&names.iter().copied(), of_file);
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_test_is_at_home_at_the_next_manifest_of_its_kind() {
        for (names, expected) in [
            (&["package.json", "src/a.test.ts"][..], &["JavaScript"][..]),
            (&["package.json", "pyproject.toml", "a.test.ts", "tests/test_a.py"], &["JavaScript", "Python"]),
            // Tools of another kind have no tests.
            (&["package.json", "pyproject.toml", "tests/test_a.py"], &["Python"]),
            (
                &["web/package.json", "web/a.test.ts", "api/requirements.txt", "api/test_a.py"],
                &["api (Python)", "web (JavaScript)"],
            ),
            (
                &[
                    "package.json",
                    "packages/a/package.json",
                    "packages/a/a.test.ts",
                    "packages/b/package.json",
                ],
                &["packages/a (JavaScript)"],
            ),
            (&["go.mod", "a_test.go", "tools/go.mod", "tools/b_test.go"], &["Go", "tools (Go)"]),
            (
                &[
                    "Cargo.toml",
                    "crates/a/Cargo.toml",
                    "crates/a/tests/a.rs",
                    "xtask/Cargo.toml",
                    "xtask/src/main.rs",
                ],
                &["crates/a (Rust)"],
            ),
            // What is somebody else's, or data, asks for nothing.
            (&["package.json", "a.test.ts", "examples/b/setup.py", "examples/b/test_b.py"], &["JavaScript"]),
            (&["setup.py", "test_a.py", "package.json", "e2e/a.spec.ts"], &["Python"]),
            (&["package.json", "test/a.bats"], &["the shell"]),
            (&["package.json", "a.test.ts", "test/a.bats"], &["JavaScript", "the shell"]),
            (&["README.md", "test_a.py"], &[]),
        ] {
            assert_eq!(of(names, ""), expected, "{names:?}");
        }
    }

    #[test]
    fn a_manifest_for_tools_asks_for_no_tests() {
        let names = ["package.json", "go.mod", "a_test.go", "test/load.js"];
        let found = projects(&names.into_iter(), |_| Some(r#"{"devDependencies":{"husky":"9"}}"#.to_owned()));
        assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["Go"]);
    }

    #[test]
    fn where_nothing_is_a_test_the_outermost_manifests_are_projects() {
        assert_eq!(of(&["package.json", "web/package.json"], ""), ["JavaScript"]);
        assert_eq!(of(&["package.json", "setup.py"], ""), ["the root"]);
        assert_eq!(
            of(&["web/package.json", "web/b/package.json", "api/go.mod", "docs/package.json"], ""),
            ["api (Go)", "web (JavaScript)"]
        );
    }

    #[test]
    fn a_crate_beside_another_project_is_asked_for_if_it_has_tests() {
        let names = &["package.json", "a.test.ts", "app/Cargo.toml", "app/src/main.rs"];
        assert_eq!(of(names, "fn main() {}"), ["JavaScript"]);
        assert_eq!(of(names, "#[cfg(test)]\nmod tests {}"), ["JavaScript", "app (Rust)"]);
        assert_eq!(of(&["app/Cargo.toml", "app/src/main.rs"], "fn main() {}"), ["app (Rust)"]);
    }
}
