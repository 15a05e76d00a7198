//! Commits what no person has seen work.
//!
//! What: denies a commit of sources until a person has said, with `hookward verify` at a terminal, that they saw these
//! very sources work. Any change of a source returns it to pending. Free: commits of documents alone.
//!
//! Why: tests say that the code does what somebody thought of; whether the feature works, a person sees.
//!
//! Instead: ask the person to try it and to run `hookward verify`.

use crate::rule::{BEFORE, Case, Rule, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/unverified-work",
    category: Category::Gate,
    on: BEFORE,
    source: include_str!("unverified_work.rs"),
    judge,
    examples: &[
        denies("git commit -m x"),
        denies("git add -A && git commit -m x"),
        passes("git add -A"),
        passes("grep -r 'git commit' docs"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let Some(effect) = super::commit(case).filter(|effect| {
        !case.ledger.is_proven() || super::is_made_elsewhere(effect) || super::may_change_before(case, effect)
    }) else {
        return Vec::new();
    };
    vec![Finding {
        why: "no person has said that these sources were seen to work".into(),
        instead: "ask the person to try it, and to say so with hookward verify at a terminal".into(),
        ..Rule::finding(RULE.id, Decision::Deny, case, effect.span)
    }]
}
