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
    let mut seen: HashSet<String> = files.iter().cloned().collect();
    let mut waiting: VecDeque<String> = files.into();
    for _ in 0..MAX_READ {
        let Some(file) = waiting.pop_front() else { return false };
        for path in imported(&modules, &file) {
            if means(&path, target) || is_of_crate(target, &path) {
                return true;
            }
            if seen.insert(path.clone()) && modules.is_file(&path) {
                waiting.push_back(path);
            }
        }
    }
    false
}

/// One of some files that one of these imports by itself, each by its absolute path.
pub(super) fn used_by<'t>(case: &Case, files: &[String], targets: &'t [String]) -> Option<&'t String> {
    let modules = Modules::of(case);
    files.iter().take(MAX_READ).find_map(|file| match Language::of(file)? {
        Language::Rust => {
            let text = modules.text(file)?;
            let declares = |target: &&String| {
                module_named_by(target).is_some_and(|name| text.contains(&format!("mod {name};")))
            };
            targets.iter().find(declares)
        }
        Language::JavaScript
        | Language::Python
        | Language::Go
        | Language::Java
        | Language::Kotlin
        | Language::Php => {
            let imported = imported(&modules, file);
            targets.iter().find(|target| imported.iter().any(|path| means(path, target)))
        }
    })
}

/// The name by which a file of Rust is declared as a module: `h` of `src/h.rs` and of `src/h/mod.rs`.
fn module_named_by(file: &str) -> Option<&str> {
    let path = file.strip_suffix(".rs")?;
    path.strip_suffix("/mod").unwrap_or(path).rsplit('/').next()
}

/// Whether what is imported is this file: by its name, without its ending, or by its directory.
fn means(path: &str, target: &str) -> bool {
    let directory = target.rsplit_once('/').map_or("", |(directory, _)| directory);
    let stem = target.rsplit_once('.').map_or(target, |(stem, _)| stem);
    path == target || path == stem || path == directory
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
