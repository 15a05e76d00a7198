//! What is said of a commit that nobody saw coming: when the call that made it ends, and before it leaves the machine.

use hookward_effects::{Action, Effect};

use super::commits::{before, commands_before};
use crate::evidence::{Check, may_commit};
use crate::rule::{Case, Rule};
use crate::verdict::{Decision, Finding};

/// What the agent is told when a call that has made such a commit ends.
pub(super) fn told(rule: &'static str, case: &Case) -> Option<Finding> {
    let unseen = case.ledger.held.as_ref()?;
    if unseen.merged.is_some() {
        return Some(Finding {
            why: "what it has made of two branches was not tested like this".into(),
            instead: "run all tests; until they pass, it is not pushed".into(),
            ..Rule::finding(rule, Decision::Advise, case, None)
        });
    }
    let why = format!(
        "while it ran, commit {} was made in a way that nobody can hold against the tests",
        unseen.short()
    );
    let instead = format!(
        "if a person has made it meanwhile, leave it and run all tests; else take it back with `{}`, run them, and commit with \
         git. Until they pass, nothing is pushed",
        unseen.way_back()
    );
    Some(Finding {
        why: why.into(),
        instead: instead.into(),
        ..Rule::finding(rule, Decision::Deny, case, None)
    })
}

/// A push while the work tree stands on such a commit. Once all tests were seen to pass on what is committed, it is one like any
/// other.
pub(super) fn pushed(rule: &'static str, case: &Case) -> Option<Finding> {
    let unseen = case.ledger.held.as_ref()?;
    let push = case.facts.effects.iter().find(|effect| effect.is_push())?;
    let is_fresh = case.ledger.has_passed(Check::Tests);
    let (made, back) = (unseen.by_whom(), unseen.way_back());
    let (why, instead) = match case.ledger.left.as_ref().filter(|_| is_fresh) {
        None if is_fresh => return None,
        None if unseen.merged.is_some() => (
            format!("{made}, and would be pushed"),
            "run all tests where that is checked out, then push".to_owned(),
        ),
        None => (
            format!("{made}, and no run of the tests was seen on what would be pushed"),
            format!(
                "run all tests where that is checked out; if no person has made it, it can be taken back with `{back}`"
            ),
        ),
        Some(path) => (
            format!("{made}, and the tests ran with another {path}"),
            format!("commit {path} with git, or take the other commit back with `{back}`"),
        ),
    };
    Some(Finding {
        why: why.into(),
        instead: instead.into(),
        ..Rule::objection(rule, Decision::Deny, case, push)
    })
}

/// A push behind a program that may commit: what it would take along is not there yet.
pub(super) fn pushed_behind(rule: &'static str, case: &Case) -> Option<Finding> {
    let push = case.facts.effects.iter().rfind(|effect| effect.is_push())?;
    let is_open = |effect: &Effect| matches!(effect.action, Action::Run(_) | Action::Opaque(_));
    let is_unknown = commands_before(case, push).any(|command| may_commit(case.facts, command))
        || before(case, push).any(is_open);
    is_unknown.then(|| Finding {
        why: "what stands in front of it may commit what nobody has tested, and that would be pushed".into(),
        instead: "push in a call of its own: then what it takes along is held against the tests".into(),
        ..Rule::objection(rule, Decision::Deny, case, push)
    })
}
