//! A file is linted after an edit, and what can be fixed automatically is fixed.
//!
//! What: after a file was written and formatted, the linter whose settings lie nearest to it runs on it; what is left is
//! told with its places, the first ones in full.
//! Why: a problem that is told at once is mended at once; one that CI finds costs a round.
//! Instead: mend what it names; `feedback.lint` of the policy names another command for some files.

use super::{TOLD_ON, findings, is_quiet, tells};
use crate::rule::{Against, Case, Rule};
use crate::toolchain::{How, Service};
use crate::verdict::{Category, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/lint",
    category: Category::Feedback,
    on: TOLD_ON,
    against: Against::Manner,
    source: include_str!("lint.rs"),
    judge,
    examples: &[
        tells(Service::Lint, "ruff", How::Problems, "src/a.py:1:8: F401 `os` imported but unused"),
        tells(Service::Lint, "clippy", How::Passed, "src/a.rs:1:8: warning: unused import: `x`"),
        tells(Service::Lint, "eslint", How::Missing, ""),
        is_quiet(Service::Lint, "ruff"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    findings(RULE.id, case, Service::Lint)
}
