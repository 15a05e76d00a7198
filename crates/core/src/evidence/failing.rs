//! What a run that has failed says of it: which files, where, which tests; and whether the code does not even compile. Tests that stand
//! in the file of their code are known by how they were written then.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::around::around;
use super::{Files, is_code_by_name};
use crate::rules::gate::kinds::is_test;
use crate::syntax::Parted;
use crate::toolchain::{Form, is_foreign, problems, without_colours};

/// More files are not kept of a run.
pub(super) const MAX_FILES: usize = 64;

/// What a run that has failed has printed of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failing {
    /// The files that it names where it says what fails, each in its own way.
    pub files: Vec<String>,
    /// The lines of those, where it names them.
    places: Vec<(String, usize)>,
    /// The tests that it names as Rust does: `cart::tests::adds`.
    tests: Vec<String>,
    /// The files that it names on the way to what fails, and what it says is not there.
    pub around: Vec<String>,
    /// Whether something does not compile.
    is_broken: bool,
}

/// Tests inside of a file of code that were seen to fail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inside {
    /// The file, below the root.
    pub path: String,
    /// A name for them, as they were written.
    pub tests: String,
}

impl Inside {
    /// The tests of a file as they are written; `None` if it has none, or nothing else.
    pub fn of(path: &str, text: &str) -> Option<Self> {
        let tests = Self::may_be_in(path).then(|| Parted::of(text).name_of_tests())??;
        Some(Self { path: path.to_owned(), tests })
    }

    /// Whether a file may have tests beside its code.
    pub fn may_be_in(path: &str) -> bool {
        module_of(path).is_some() && !is_test(path)
    }
}

impl Failing {
    /// What an output says.
    pub fn told_by(output: &str) -> Self {
        let plain = without_colours(output);
        let found = problems(Form::Tests, &plain, "");
        let headed = headed(&plain);
        let told = found.iter().flat_map(|problem| [problem.place.as_str(), problem.message.as_str()]);
        let places = told.chain(headed).flat_map(places_in);
        let places: BTreeSet<(&str, Option<usize>)> = places.filter(|(file, _)| !is_foreign(file)).collect();
        let files: BTreeSet<&str> = places.iter().map(|(file, _)| *file).collect();
        let own = |(file, line): &(&str, Option<usize>)| Some(((*file).to_owned(), (*line)?));
        let is_name = |name: &&str| name.contains("::") && !name.contains(['/', '.', ' ']);
        let tests = found.iter().map(|problem| problem.place.as_str()).filter(is_name);
        Self {
            files: files.into_iter().take(MAX_FILES).map(str::to_owned).collect(),
            places: places.iter().filter_map(own).take(MAX_FILES).collect(),
            tests: tests.take(MAX_FILES).map(str::to_owned).collect(),
            around: around(&plain),
            is_broken: BROKEN.iter().any(|sign| plain.contains(sign)),
        }
    }

    /// Whether the code does not compile, and what is wrong with it lies in no test by its file.
    pub fn is_broken(&self) -> bool {
        self.is_broken && !self.files.iter().any(|file| is_test(file))
    }

    /// The tests inside of files of code that fail: they are named, or a line of them is.
    pub fn inside(&self, files: &Files) -> Vec<Inside> {
        let modules: Vec<(&str, String)> = files
            .names()
            .filter(|path| !is_test(path))
            .filter_map(|path| Some((path, module_of(path)?)))
            .collect();
        let named = self.tests.iter().flat_map(|test| {
            let is_in = |module: &str| test.strip_prefix(module).is_some_and(|rest| rest.starts_with("::"));
            let own = || modules.iter().filter(|(_, module)| is_in(module));
            // What lies in a module further down is none of the one around it.
            let nearest = own().map(|(_, module)| module.len()).max();
            own()
                .filter(|(_, module)| Some(module.len()) == nearest)
                .map(|(path, _)| *path)
                .collect::<Vec<_>>()
        });
        let placed = modules.iter().map(|(path, _)| *path).filter(|path| {
            let mut lines = self.places.iter().filter(|(file, _)| is_named_by(path, file)).peekable();
            let parted = lines.peek().and_then(|_| (files.text)(path)).map(|text| Parted::of(&text));
            parted.is_some_and(|parted| lines.any(|(_, line)| parted.is_test(*line)))
        });
        let paths: BTreeSet<&str> = named.chain(placed).collect();
        paths.into_iter().filter_map(|path| Inside::of(path, &(files.text)(path)?)).take(MAX_FILES).collect()
    }
}

/// How compilers, and what runs them, say that something does not compile.
const BROKEN: &[&str] = &[
    "error: could not compile `",
    " [build failed]",
    " [setup failed]",
    "COMPILATION ERROR",
    "Compilation failed; see the compiler",
    "Compilation error. See log",
    "== Compilation error in file",
    ": error TS",
    ": error CS",
];

/// Lines that say what fails by a file alone: Jest names one of tests that it cannot even load so, and Rust each place of an error.
fn headed(plain: &str) -> impl Iterator<Item = &str> {
    let mut is_warning = false;
    plain.lines().filter_map(move |line| {
        // What a warning is about does not fail.
        if line.starts_with("warning") || line.starts_with("error") {
            is_warning = line.starts_with("warning");
        }
        let line = line.trim();
        line.strip_prefix("--> ").filter(|_| !is_warning).or_else(|| line.strip_prefix("FAIL "))
    })
}

/// The words of a text that are names of files, and the lines there: `src/a.test.ts:5:25`, `tests/test_a.py::test_x`.
pub(super) fn places_in(text: &str) -> impl Iterator<Item = (&str, Option<usize>)> {
    let words = text.split(|letter: char| letter.is_whitespace() || "()[]<>,;'\"`|".contains(letter));
    words.filter_map(|word| {
        let mut parts = word.trim_start_matches("file://").split(':');
        let path = parts.next().unwrap_or(word).trim_start_matches("./").trim_end_matches('.');
        let line = parts.next().and_then(|line| line.parse().ok());
        is_code_by_name(path).then_some((path, line))
    })
}

/// The module of Rust that a file is, by its path: `cart::price` for `crates/shop/src/cart/price.rs`. Only these have tests beside
/// their code.
fn module_of(path: &str) -> Option<String> {
    let inner = path.rsplit_once("src/").map_or(path, |(_, inner)| inner).strip_suffix(".rs")?;
    let inner = inner.strip_suffix("/mod").unwrap_or(inner);
    Some(inner.replace('/', "::"))
}

/// Whether a file, by its path from the root, is the one that an output names in its own way: from another directory, or by its
/// name alone.
pub(crate) fn is_named_by(file: &str, told: &str) -> bool {
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|above| above.is_empty() || above.ends_with('/'))
    };
    ends(file, told) || ends(told, file)
}

#[cfg(test)]
mod tests;
