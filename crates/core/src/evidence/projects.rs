//! The projects of a work tree whose root is none itself, and where a command runs.

use std::collections::BTreeSet;

use hookward_effects::{Command, Value, normalise};

use crate::rules::gate::kinds::{is_free_directory, is_test};

/// Files that a package has at its top.
const MANIFESTS: &[&str] = &[
    "package.json",
    "Cargo.toml",
    "pyproject.toml",
    "setup.py",
    "go.mod",
    "composer.json",
    "Gemfile",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "deno.json",
];

/// The names of files that a package has at its top.
pub(crate) fn manifests() -> impl Iterator<Item = &'static str> {
    MANIFESTS.iter().copied()
}

/// The outermost projects among the files of a work tree, by their directories: all tests of it are the tests of each of
/// them. None, where the root is a project. One in which nothing is a test has none to run, unless none has.
pub fn projects<'n>(names: &(impl Iterator<Item = &'n str> + Clone)) -> Vec<String> {
    let is_manifest = |name: &&str| MANIFESTS.contains(name);
    if names.clone().any(|name| is_manifest(&name)) {
        return Vec::new();
    }
    let split = names.clone().filter_map(|name| name.rsplit_once('/'));
    let tops: BTreeSet<&str> = split
        .filter(|(directory, name)| is_manifest(name) && !is_free_directory(directory))
        .map(|(directory, _)| directory)
        .collect();
    let is_below = |path: &str, top: &str| path.strip_prefix(top).is_some_and(|rest| rest.starts_with('/'));
    let outer: Vec<&str> =
        tops.iter().copied().filter(|top| !tops.iter().any(|other| is_below(top, other))).collect();
    // Rust has its tests inside of its code.
    let is_tested = |top: &str| {
        let mut files = names.clone().filter(|name| is_below(name, top));
        files.any(|name| is_test(name) || name.ends_with("Cargo.toml"))
    };
    let tested: Vec<&str> = outer.iter().copied().filter(|top| is_tested(top)).collect();
    let chosen = if tested.is_empty() { outer } else { tested };
    chosen.into_iter().map(str::to_owned).collect()
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

    #[test]
    fn the_outermost_projects_with_tests_are_all_of_a_work_tree() {
        let of = |names: &[&str]| projects(&names.iter().copied());
        assert_eq!(of(&["package.json", "web/package.json"]), [""; 0]);
        assert_eq!(of(&["web/package.json", "web/packages/a/package.json", "README.md"]), ["web"]);
        assert_eq!(
            of(&[
                "api/pyproject.toml",
                "api/tests/test_a.py",
                "web/package.json",
                "web/src/a.test.ts",
                "infra/package.json",
                "docs/package.json",
                "core/Cargo.toml",
                "api/examples/b/setup.py",
            ]),
            ["api", "core", "web"]
        );
    }
}
