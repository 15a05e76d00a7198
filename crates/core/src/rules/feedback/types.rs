//! Types are checked after an edit, against the nearest configuration.
//!
//! What: after a file was written, formatted and linted, the type checker of its project runs; errors of the edited file
//! come first.
//! Why: a type error is cheapest while the edit is still in mind.
//! Instead: mend what it names; `feedback.types` of the policy names another command for some files, and
//! `feedback.background = ["types"]` lets a slow one report with the next event.

use super::{TOLD_ON, findings, is_quiet, tells};
use crate::rule::{Against, Case, Rule};
use crate::toolchain::{How, Service};
use crate::verdict::{Category, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/types",
    category: Category::Feedback,
    on: TOLD_ON,
    against: Against::Manner,
    source: include_str!("types.rs"),
    judge,
    examples: &[
        tells(
            Service::Types,
            "tsc",
            How::Problems,
            "src/a.ts(3,7): error TS2322: Type 'string' is not assignable",
        ),
        tells(Service::Types, "tsc", How::TimedOut, ""),
        is_quiet(Service::Types, "tsc"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    findings(RULE.id, case, Service::Types)
}

#[cfg(test)]
mod tests {
    use crate::rules::feedback::elsewhere;
    use crate::toolchain::Problem;

    #[test]
    fn problems_of_other_files_are_said_to_be_theirs() {
        let at = |place: &str| Problem { place: place.into(), message: "wrong".into() };
        let found = [at("src/a.ts:1:2"), at("src/a.ts:2:2"), at("src/c.ts:1:1")];
        assert_eq!(elsewhere(&found, "src/b.ts"), " in src/a.ts, src/c.ts (after the edit of src/b.ts)");
    }
}
