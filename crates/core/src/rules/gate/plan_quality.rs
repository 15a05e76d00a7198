//! Writes a plan that lacks its parts.
//!
//! What: denies writing a plan (`gate.plan.files`) without an item to check (`- [ ] …`, `1. [ ] …`, or a phase with `Status:
//! planned`, `in-progress` or `completed`; what stands in code or in a comment is none) or without the headings that the policy
//! wants (`gate.plan.sections`). Each plan of a call is judged as it will be, not by the part that is changed. An item that is skipped
//! (`- [SKIP] …`) is one.
//!
//! Where the policy wants a person's word first (`gate.plan.confirm`), a plan that is new is asked about. Free then: changes of
//! a plan that exists, and a workspace in which a person has made `.brainstorm-confirmed`: what passes by that is recorded. A
//! marker that came into being while an agent's call ran is no person's, and lets nobody pass.
//!
//! Why: a plan that cannot be checked off cannot be followed.
//!
//! Instead: add what is missing.

use std::collections::HashSet;

use hookward_effects::{Effect, Kind};

use super::plans::{has_items, has_section, wanted};
use crate::bypass::marker;
use crate::moved::Origins;
use crate::policy::{Confirm, Plans};
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/plan-quality",
    category: Category::Gate,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("plan_quality.rs"),
    judge,
    examples: &[
        Example { call: Sample::Content("plan.md", "# Plan\nDo it.\n"), decision: Decision::Deny },
        denies("echo '# Plan' > docs/plans/cart.md"),
        Example { call: Sample::Content("plan.md", "# Plan\n- [ ] do it\n"), decision: Decision::Silent },
        Example { call: Sample::Content("docs/notes.md", "# Notes\n"), decision: Decision::Silent },
        denies("echo '- [ ] a' > plan.md; echo '# Plan' > docs/plans/cart.md"),
        passes("cat plan.md"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let plans = wanted(case);
    let is_plan = |path: &str| plans.names(super::below(case, path));
    let files = super::written(case);
    if !files.iter().any(|file| is_plan(&file.path)) {
        return Vec::new();
    }
    // One that only gets another place was judged where it was.
    let origins = Origins::of(case);
    let is_moved = |path: &str| origins.same(path).is_some_and(is_plan);
    let mut seen = HashSet::new();
    let written = files.iter().filter(|file| is_plan(&file.path) && !is_moved(&file.path));
    let each = written.filter(|file| seen.insert(&*file.path));
    each.filter_map(|file| objection(case, &file.path, file.effect, &plans)).collect()
}

fn objection(case: &Case, path: &str, effect: &Effect, plans: &Plans) -> Option<Finding> {
    let lacks = |text: String| {
        let mut missing: Vec<String> = plans
            .sections
            .iter()
            .filter(|section| !has_section(&text, section))
            .map(|section| format!("the section {section}"))
            .collect();
        if !has_items(&text) {
            missing.push("an item to check (- [ ] …)".to_owned());
        }
        missing
    };
    let mut missing = super::results(case, path).into_iter().flatten().map(lacks);
    let Some(missing) = missing.find(|missing| !missing.is_empty()) else {
        return unconfirmed(case, path, effect, plans.confirm);
    };
    Some(Finding {
        matched: super::below(case, path).to_owned(),
        why: format!("the plan lacks {}", missing.join(", ")).into(),
        instead: "write the whole plan, with what is missing".into(),
        ..Rule::objection(RULE.id, Decision::Deny, case, effect)
    })
}

/// A question about a plan that is new, where a person's word is wanted.
fn unconfirmed(case: &Case, path: &str, effect: &Effect, confirm: Confirm) -> Option<Finding> {
    match confirm {
        Confirm::New if case.world.kind(path) != Kind::File => {}
        Confirm::New | Confirm::Nothing => return None,
    }
    Some(Finding {
        matched: super::below(case, path).to_owned(),
        why: "a new plan needs a person's word".into(),
        instead: "tell the person what you plan, and write it when they agree; where they cannot be asked, they make .brainstorm-confirmed".into(),
        bypass: marker(case, &super::root_of(case, path), RULE.id),
        ..Rule::finding(RULE.id, Decision::Ask, case, effect.span)
    })
}
