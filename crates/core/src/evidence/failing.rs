//! What a run that has failed says of it: which files, where, which tests; and whether the code does not even compile. Tests that stand
//! in the file of their code are known by how they were written then.

mod unittest;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use self::unittest::tested;
pub(super) use self::unittest::{Tested, is_dotted};
use super::around::around;
use super::{Files, is_code_by_name};
use crate::rules::gate::kinds::is_test;
use crate::syntax::Parted;
use crate::toolchain::{Form, counts, is_foreign, problems, without_colours};

/// More files are not kept of a run.
pub(super) const MAX_FILES: usize = 64;

/// What a run that has failed has printed of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failing {
    /// The files that it names where it says what fails, each in its own way.
    pub files: Vec<String>,
    /// Those of them that it names as the files of tests which fail, and not only where it says what for.
    pub(super) heads: Vec<String>,
    /// The packages of Go that it names so, and those of them that do not compile.
    pub(super) packages: Vec<String>,
    pub(super) unbuilt: Vec<String>,
    /// The tests of Python's own runner that it says to fail.
    pub(super) tested: Vec<Tested>,
    /// Whether it has counted its tests, and none of them fails.
    pub(super) fails_none: bool,
    /// Whether it has counted some that fail, or has headed what it says of one so.
    fails_some: bool,
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
        let plain = told_by_go(&plain).unwrap_or(plain);
        let found = problems(Form::Tests, &plain, "");
        let headed = headed(&plain);
        let told = found.iter().flat_map(|problem| [problem.place.as_str(), problem.message.as_str()]);
        let places = told.chain(headed).flat_map(places_in);
        let places: BTreeSet<(&str, Option<usize>)> = places.filter(|(file, _)| !is_foreign(file)).collect();
        let tested = tested(&plain);
        let by_name = tested.iter().flat_map(Tested::told).filter(|file| is_code_by_name(file));
        let files: BTreeSet<&str> = places.iter().map(|(file, _)| *file).chain(by_name).collect();
        let own = |(file, line): &(&str, Option<usize>)| Some(((*file).to_owned(), (*line)?));
        let is_name = |name: &&str| name.contains("::") && !name.contains(['/', '.', ' ']);
        let tests = found.iter().map(|problem| problem.place.as_str()).filter(is_name);
        let (packages, unbuilt) = packages(&plain);
        let sum = counts(&plain);
        Self {
            heads: heads(&plain),
            packages,
            unbuilt,
            fails_none: sum.failed.unwrap_or_default() == 0 && sum.passed.is_some_and(|passed| passed > 0),
            fails_some: sum.failed.is_some_and(|failed| failed > 0)
                || plain.lines().any(|line| line.trim_start().starts_with("FAIL ")),
            files: files.into_iter().take(MAX_FILES).map(str::to_owned).collect(),
            places: places.iter().filter_map(own).take(MAX_FILES).collect(),
            tests: tests.take(MAX_FILES).map(str::to_owned).collect(),
            around: around(&plain),
            is_broken: BROKEN.iter().any(|sign| plain.contains(sign)),
            tested: tested.into_iter().take(MAX_FILES).collect(),
        }
    }

    /// Whether it names files in which something fails.
    pub(super) fn names_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// Whether it says that tests fail, and not only where something is wrong.
    pub(super) fn says_of_tests(&self) -> bool {
        let named = [&self.packages, &self.unbuilt, &self.tests];
        self.fails_some || !self.tested.is_empty() || named.iter().any(|all| !all.is_empty())
    }

    /// Whether the code does not compile, and what is wrong with it lies in no test by its file.
    pub fn is_broken(&self) -> bool {
        self.is_broken && !self.files.iter().any(|file| is_test(file))
    }

    /// Whether it does not say what fails, though something does.
    pub fn says_nothing(&self) -> bool {
        self.files.is_empty() && !self.fails_none
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

/// Lines that say what fails by a file alone: Jest names one of tests so, Node and `RSpec` each test, and Rust each place of an error.
fn headed(plain: &str) -> impl Iterator<Item = &str> {
    let mut is_warning = false;
    plain.lines().filter_map(move |line| {
        // What a warning is about does not fail.
        if line.starts_with("warning") || line.starts_with("error") {
            is_warning = line.starts_with("warning");
        }
        let line = line.trim();
        let named = || ["FAIL ", "test at ", "rspec "].iter().find_map(|sign| line.strip_prefix(sign));
        line.strip_prefix("--> ").filter(|_| !is_warning).or_else(named)
    })
}

/// The files of tests that an output names as those which fail. Where a test is not named by its file, the places on the way to what
/// has failed tell it.
fn heads(plain: &str) -> Vec<String> {
    // What a test has printed stands in front of it.
    let summed = plain.rsplit_once("= short test summary info =").map_or(plain, |(_, summary)| summary);
    let mut found = BTreeSet::new();
    for (directory, text) in by_directory(summed) {
        let problems = problems(Form::Tests, text, "");
        let mut own: BTreeSet<&str> = headed(text).flat_map(places_in).map(|(file, _)| file).collect();
        own.extend(problems.iter().filter_map(|problem| Some(places_in(&problem.place).next()?.0)));
        if own.is_empty() {
            own.extend(problems.iter().flat_map(|problem| places_in(&problem.message)).map(|(file, _)| file));
        }
        if !own.iter().any(|file| is_test(file)) {
            let passed = text.lines().flat_map(|line| {
                let is_frame = line.trim_start().starts_with("File \"");
                places_in(line).filter(move |(_, number)| is_frame || number.is_some())
            });
            own.extend(passed.map(|(file, _)| file).filter(|file| is_test(file)));
        }
        let from = |file: &str| match directory {
            Some(directory) if !file.starts_with('/') => format!("{directory}/{file}"),
            Some(_) | None => file.to_owned(),
        };
        found.extend(own.into_iter().filter(|file| !is_foreign(file)).map(from));
    }
    found.into_iter().take(MAX_FILES).collect()
}

/// The parts of an output, each with the directory that it says to run in: `RUN  v3.2.4 /w/packages/a`.
fn by_directory(plain: &str) -> Vec<(Option<&str>, &str)> {
    let mut found = Vec::new();
    let (mut directory, mut start, mut at) = (None, 0, 0);
    for line in plain.split_inclusive('\n') {
        let told = line.trim().strip_prefix("RUN  v").and_then(|rest| rest.split_once(" /"));
        if let Some((_, place)) = told {
            found.push((directory, plain.get(start..at).unwrap_or_default()));
            let from = line.len() - line.trim_end().len() + place.len() + 1;
            directory = line.get(line.len() - from..).map(str::trim_end);
            start = at;
        }
        at += line.len();
    }
    found.push((directory, plain.get(start..).unwrap_or_default()));
    found
}

/// The packages of Go that an output says to fail, and those of them that do not compile: `FAIL example.com/shop [build failed]`.
fn packages(plain: &str) -> (Vec<String>, Vec<String>) {
    let mut packages = Vec::new();
    let mut unbuilt = Vec::new();
    for rest in plain.lines().filter_map(|line| line.strip_prefix("FAIL\t")) {
        let name = rest.split_whitespace().next().unwrap_or_default().to_owned();
        if rest.ends_with(" failed]") {
            unbuilt.push(name.clone());
        }
        packages.push(name);
    }
    (packages, unbuilt)
}

/// What `go test -json` has printed, as it prints it without.
fn told_by_go(plain: &str) -> Option<String> {
    let mut text = String::new();
    for line in plain.lines().filter(|line| line.starts_with("{\"")) {
        let event: serde_json::Value = serde_json::from_str(line).ok()?;
        event.get("Action")?;
        text.push_str(event.get("Output").and_then(serde_json::Value::as_str).unwrap_or_default());
    }
    (!text.is_empty()).then_some(text)
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
    ends_as(file, told) || ends_as(told, file)
}

/// Whether a path ends with another.
pub(super) fn ends_as(long: &str, short: &str) -> bool {
    !short.is_empty()
        && long.strip_suffix(short).is_some_and(|above| above.is_empty() || above.ends_with('/'))
}

#[cfg(test)]
mod tests;
