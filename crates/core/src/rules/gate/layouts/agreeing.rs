//! Which files are meant by where a test may lie. Between a directory of tests and the test, the directories agree with those of the
//! code: they occur among these, in the same order, or say of which kind the tests are.

use hookward_effects::Kind;

use crate::rule::Case;

/// Any number of directories that agree with those of the code.
pub(super) const LEVELS: &str = "**";

/// Directories that say of which kind tests are, and not what they are of.
#[rustfmt::skip]
const KINDS: &[&str] = &[
    "unit", "units", "integration", "functional", "feature", "features", "acceptance", "system", "e2e", "it", "api", "suite", "main", "src",
    "requests", "models", "controllers", "small", "medium", "large",
];

/// More directories are not looked into for a test.
const MAX_LOOKED: usize = 200;

/// The files that a place of a test stands for, in a workspace by its root: those that are there where a star is in it. The code is named
/// by its path below the root.
pub(crate) fn named(case: &Case, (root, code): (&str, &str), test: &str) -> Vec<String> {
    let is_directory = |path: &str| case.world.kind(path) == Kind::Directory;
    let there = |directory: &str, name: &str| {
        let name = name.replace('*', "\0");
        let glob = format!("{}/{}", escaped(directory), escaped(&name).replace('\0', "*"));
        case.world.expand(&glob)
    };
    let path = format!("{root}{test}");
    let Some((directory, name)) = path.rsplit_once('/').filter(|_| test.contains('*')) else {
        return vec![path];
    };
    let Some(top) = directory.strip_suffix(LEVELS) else { return there(directory, name) };
    let parts: Vec<&str> = directories(code).collect();
    let mut open = vec![(top.trim_end_matches('/').to_owned(), parts.as_slice())];
    open.retain(|(directory, _)| is_directory(directory));
    let mut found = Vec::new();
    let mut looked = 0;
    while let Some((directory, left)) = open.pop() {
        looked += 1;
        if looked > MAX_LOOKED {
            break;
        }
        if name.contains('*') {
            found.extend(there(&directory, name));
        } else {
            found.push(format!("{directory}/{name}"));
        }
        let entries = case.world.expand(&format!("{}/*", escaped(&directory)));
        let entries = entries.into_iter().filter(|entry| is_directory(entry));
        open.extend(entries.filter_map(|entry| {
            let left = behind(entry.rsplit('/').next().unwrap_or_default(), left)?;
            Some((entry, left))
        }));
    }
    found
}

/// Whether a place of a test means any number of directories.
pub(crate) fn is_of_any_level(place: &str) -> bool {
    place.ends_with(LEVELS)
}

/// Whether a file is what a place of a test stands for, both by their paths below the root.
pub(crate) fn fits(test: &str, code: &str, path: &str) -> bool {
    let (place, name) = test.rsplit_once('/').unwrap_or(("", test));
    let (directory, file) = path.rsplit_once('/').unwrap_or(("", path));
    let agrees = || match place.strip_suffix(LEVELS) {
        None => place == directory,
        Some(top) => {
            let parts: Vec<&str> = directories(code).collect();
            let directory = format!("{directory}/");
            let inner =
                directory.strip_prefix(top).map(|inner| inner.split('/').filter(|part| !part.is_empty()));
            let mut left = Some(parts.as_slice());
            inner.is_some_and(|inner| {
                inner.for_each(|part| left = left.and_then(|left| behind(part, left)));
                left.is_some()
            })
        }
    };
    is_like(file, name) && agrees()
}

/// The directories of a path.
fn directories(path: &str) -> impl Iterator<Item = &str> {
    path.rsplit_once('/').map_or("", |(directory, _)| directory).split('/')
}

/// What is left of the directories of the code behind the one that a directory of tests agrees with.
fn behind<'p, 'c>(part: &str, left: &'p [&'c str]) -> Option<&'p [&'c str]> {
    if KINDS.contains(&part.to_ascii_lowercase().as_str()) {
        return Some(left);
    }
    let at = left.iter().position(|own| *own == part)?;
    left.get(at + 1..)
}

/// Whether a name is as another says it, in which a star stands for any part of it.
fn is_like(name: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return name == pattern };
    name.strip_prefix(start).and_then(|name| name.strip_suffix(rest)).is_some_and(|part| !part.is_empty())
}

/// A path as a glob that stands for nothing else.
pub(super) fn escaped(path: &str) -> String {
    let mut glob = String::with_capacity(path.len());
    for letter in path.chars() {
        if "[]{}?*\\".contains(letter) {
            glob.push('\\');
        }
        glob.push(letter);
    }
    glob
}
