//! What is said of a commit that nobody saw coming: when the call that made it ends, and before it leaves the machine.

use hookward_effects::{Action, Deed, Effect, Git, Staged};

use crate::evidence::{Check, Standing, is_document};
use crate::rule::{Case, Rule};
use crate::verdict::{Decision, Finding};

/// What the agent is told when a call that has made such a commit ends.
pub(super) fn told(rule: &'static str, case: &Case) -> Option<Finding> {
    let unseen = case.ledger.held.as_ref()?;
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
    let push = case.facts.effects.iter().find(|effect| is_push(effect))?;
    let is_fresh = matches!(case.ledger.standing(Check::Tests), Standing::Fresh(_));
    let left = || {
        let changed = case.world.staged(&case.event.cwd, Staged::Everything);
        changed.into_iter().find(|file| !is_document(&file.path)).map(|file| file.path)
    };
    let (made, back) = (unseen.by_whom(), unseen.way_back());
    let (why, instead) = match left().filter(|_| is_fresh) {
        None if is_fresh => return None,
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
        ..Rule::finding(rule, Decision::Deny, case, push.span)
    })
}

fn is_push(effect: &Effect) -> bool {
    matches!(effect.action, Action::Git(Git::Push(_)) | Action::Deed(Deed::Push, _))
}
