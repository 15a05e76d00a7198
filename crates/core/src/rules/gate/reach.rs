//! What a test reaches: the files of the workspace that it imports, and what these import in turn.

use std::collections::{HashSet, VecDeque};

use super::modules::Modules;
use crate::rule::Case;
use crate::syntax::{Language, Part, read};

/// More files are not read for it, the nearest first.
const MAX_READ: usize = 64;

/// Whether one of these files, by their absolute paths, reaches another one.
pub(super) fn reaches(case: &Case, files: Vec<String>, target: &str) -> bool {
    let modules = Modules::of(case);
    let is_target = |path: &String| {
        let directory = target.rsplit_once('/').map_or("", |(directory, _)| directory);
        let stem = target.rsplit_once('.').map_or(target, |(stem, _)| stem);
        path == target || path == stem || path == directory
    };
    let mut seen: HashSet<String> = files.iter().cloned().collect();
    let mut waiting: VecDeque<String> = files.into();
    for _ in 0..MAX_READ {
        let Some(file) = waiting.pop_front() else { return false };
        for path in imported(&modules, &file) {
            if is_target(&path) || is_of_crate(target, &path) {
                return true;
            }
            if seen.insert(path.clone()) && modules.is_file(&path) {
                waiting.push_back(path);
            }
        }
    }
    false
}

/// What a file imports of the workspace: files, and directories of packages.
fn imported(modules: &Modules, file: &str) -> Vec<String> {
    let Some(language) = Language::of(file) else { return Vec::new() };
    if language == Language::Rust {
        return modules.crate_of(file).into_iter().collect();
    }
    let Some(code) = modules.text(file).and_then(|text| read(file, &text).ok()) else { return Vec::new() };
    let found = code.imports.iter().flat_map(|import| match language {
        Language::JavaScript | Language::Python | Language::Rust => {
            let part = Part { module: import.name.clone(), name: None };
            modules.place(file, &part).map(|place| place.file).into_iter().collect()
        }
        Language::Go | Language::Java | Language::Kotlin | Language::Php => modules.paths(file, &import.name),
    });
    found.collect()
}

/// Whether a file is one of the sources of a crate, which a test of it reaches whole: `/w/src/`.
fn is_of_crate(file: &str, sources: &str) -> bool {
    sources.ends_with('/') && file.starts_with(sources)
}
