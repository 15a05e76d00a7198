//! What the checks before a stop come to, in figures: for a policy that tells it in its own words.

use super::unfinished_stop::{About, Action, Lack};
use crate::policy::{LEAST_COVERED, Stopping};
use crate::rule::Case;
use crate::rules::feedback::{SPELLED_OUT, found};
use crate::text::line;
use crate::toolchain::{How, Report, Service, counts};

/// The names of the figures. A line of a template that names one is left out where there is none, and stands once for each
/// where there are several.
pub(crate) const NAMES: &[&str] = &[
    // What does not hold, in few words: `Tests failing`.
    "reason",
    // The checks that fail: `tests and lint`.
    "failing",
    // How many tests have passed, and failed.
    "passed",
    "failed",
    // Each test that failed: its file, and its title. And how many more there are.
    "test-file",
    "test-title",
    "more",
    // The part of the lines that is covered; and what it should be, where it is less.
    "covered",
    "least",
    // How many problems a check has found.
    "lint-errors",
    "type-errors",
    "build-errors",
    // Whatever else does not hold, and what to do about it.
    "other",
    "action",
    // What was not checked, and what is not held against the agent.
    "note",
];

/// The most characters of a name.
const NAME: usize = 160;

/// The figures behind what does not hold.
pub(super) fn figures(case: &Case, lacks: &[Lack], notes: Vec<String>) -> Vec<(&'static str, Vec<String>)> {
    let least = case.policy.stopping.as_ref().map_or(LEAST_COVERED, Stopping::least_covered);
    let is_of = |service| move |report: &&Report| report.service == service;
    let errors = |service| {
        let failing = case.reports.iter().filter(is_of(service)).filter(|report| report.how == How::Problems);
        let all: Vec<_> = failing.flat_map(|report| found(case, report)).collect();
        let grave = all.iter().filter(|problem| !problem.is_warning()).count();
        if grave == 0 { all.len() } else { grave }
    };
    let tests = Tests::of(case);
    let covered = case.reports.iter().filter_map(|report| report.covered).min();
    let failing = failing(lacks);
    // Tests and coverage have figures of their own.
    let is_other = |lack: &&Lack| match lack.about {
        About::Check(Service::Tests) => tests.failed == 0,
        About::Coverage => false,
        About::Check(_) | About::Other => true,
    };
    let other = |lack: &Lack| [std::slice::from_ref(&lack.line), &lack.details].concat().join("\n");
    let action = |lack: &Lack| match &lack.action {
        Action::Other(action) if lack.about == About::Other => Some(action.clone()),
        Action::Other(_) | Action::Mend(_) => None,
    };
    vec![
        ("reason", vec![reason(lacks, failing.as_deref(), least)]),
        ("failing", failing.into_iter().collect()),
        ("passed", number(tests.passed)),
        ("failed", number(tests.failed)),
        ("more", number(tests.failed.saturating_sub(tests.files.len()))),
        ("test-file", tests.files),
        ("test-title", tests.titles),
        ("covered", covered.map(percent).into_iter().collect()),
        (
            "least",
            covered.filter(|covered| *covered < least * 100).map(|_| least.to_string()).into_iter().collect(),
        ),
        ("lint-errors", number(errors(Service::Lint))),
        ("type-errors", number(errors(Service::Types))),
        ("build-errors", number(errors(Service::Build))),
        ("other", lacks.iter().filter(is_other).map(other).collect()),
        ("action", lacks.iter().filter_map(action).collect()),
        ("note", notes),
    ]
}

/// What became of tests.
#[derive(Default)]
struct Tests {
    passed: usize,
    failed: usize,
    /// The files of those that failed, and their titles; not of all, if there are many.
    files: Vec<String>,
    titles: Vec<String>,
}

impl Tests {
    fn of(case: &Case) -> Self {
        let mut tests = Self::default();
        for report in case.reports.iter().filter(|report| report.service == Service::Tests) {
            let told = counts(&report.output);
            tests.passed += told.passed.unwrap_or(0);
            if report.how != How::Problems {
                continue;
            }
            let named = found(case, report);
            // What could not be run is named, and not always counted.
            tests.failed += told.failed.unwrap_or(0).max(named.len());
            for problem in named.iter().take(SPELLED_OUT.saturating_sub(tests.files.len())) {
                let (file, title) = problem.file_and_title();
                tests.files.push(line(file.unwrap_or(&report.tool), NAME));
                tests.titles.push(line(title, NAME));
            }
        }
        tests
    }
}

/// None is not told: nobody may have counted.
fn number(count: usize) -> Vec<String> {
    (count > 0).then(|| count.to_string()).into_iter().collect()
}

/// Hundredths of a percent as a person writes them: `72`, `72.5`.
fn percent(hundredths: u32) -> String {
    match hundredths / 10 % 10 {
        0 => (hundredths / 100).to_string(),
        tenth => format!("{}.{tenth}", hundredths / 100),
    }
}

/// `tests`, `tests and lint`, `tests, lint and build`; `None` if no check fails.
fn failing(lacks: &[Lack]) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for lack in lacks {
        match lack.about {
            About::Check(service) if !names.contains(&service.as_str()) => names.push(service.as_str()),
            About::Check(_) | About::Coverage | About::Other => {}
        }
    }
    let (last, rest) = names.split_last()?;
    Some(if rest.is_empty() { (*last).to_owned() } else { format!("{} and {last}", rest.join(", ")) })
}

fn reason(lacks: &[Lack], failing: Option<&str>, least: u32) -> String {
    let first = lacks.first();
    match (failing, first) {
        (Some(failing), _) => {
            let mut letters = failing.chars();
            let capital = letters.next().map_or_else(String::new, |first| first.to_uppercase().collect());
            format!("{capital}{} failing", letters.as_str())
        }
        (None, Some(lack)) if lack.about == About::Coverage => format!("Coverage below {least}%"),
        (None, lack) => lack.map_or_else(String::new, |lack| lack.line.clone()),
    }
}
