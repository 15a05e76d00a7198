//! A file is formatted after an edit, by the project's own formatter.
//!
//! What: after a file was written, by whatever tool, the formatter whose settings lie nearest to it runs on it; that it
//! changed something is said in one line.
//! Why: what a person would format on saving needs no words, no second edit and no review.
//! Instead: nothing to do; `feedback.format` of the policy names another command for some files, and
//! `"feedback/format" = "off"` ends it.

use super::{TOLD_ON, findings, is_quiet, tells};
use crate::rule::{Against, Case, Rule};
use crate::toolchain::{How, Service};
use crate::verdict::{Category, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/format",
    category: Category::Feedback,
    on: TOLD_ON,
    against: Against::Manner,
    source: include_str!("format.rs"),
    judge,
    examples: &[
        tells(Service::Format, "prettier", How::Changed, ""),
        tells(
            Service::Format,
            "prettier",
            How::Problems,
            "[error] src/a.ts: SyntaxError: ';' expected. (1:7)",
        ),
        is_quiet(Service::Format, "prettier"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    findings(RULE.id, case, Service::Format)
}
