//! The tests that an edit concerns run after it.
//!
//! What: after a file was written, the tests that belong to it run: those that import it where the runner knows, else the
//! file of tests by the usual layouts. Failed ones are named, with what went wrong.
//! Why: what an edit breaks is known before the next one.
//! Instead: mend the code or the test; `feedback.tests` of the policy names another command for some files, and
//! `feedback.background = ["tests"]` lets slow ones report with the next event.

use super::{TOLD_ON, findings, is_quiet, tells};
use crate::rule::{Against, Case, Rule};
use crate::toolchain::{How, Service};
use crate::verdict::{Category, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/tests",
    category: Category::Feedback,
    on: TOLD_ON,
    against: Against::Manner,
    source: include_str!("tests.rs"),
    judge,
    examples: &[
        tells(Service::Tests, "pytest", How::Problems, "FAILED tests/test_a.py::test_x - assert 1 == 2"),
        tells(Service::Tests, "pytest", How::Broken(String::new()), "ModuleNotFoundError: no pytest"),
        is_quiet(Service::Tests, "pytest"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    findings(RULE.id, case, Service::Tests)
}
