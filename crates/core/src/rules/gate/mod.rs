//! Rules that hold a workflow. They hold where a policy names them.

pub(super) mod failing_tests;
pub(super) mod foreign_plan_file;
mod layouts;
pub(super) mod missing_evidence;
pub(super) mod missing_plan;
pub(super) mod plan_quality;
mod plans;
pub(super) mod protected_branch_edit;
pub(super) mod undocumented_code;
pub(super) mod untested_code;
pub(super) mod unverified_work;

use hookward_effects::{Action, Call, Deed, Effect, Git, Kind, Place, Reach};

use crate::evidence::is_document;
use crate::rule::Case;

/// Files of the workspace that a call writes, by whatever tool, each with its effect.
fn written<'a>(case: &'a Case) -> impl Iterator<Item = (&'a str, &'a Effect)> {
    case.facts.effects.iter().flat_map(move |effect| {
        let spots = match &effect.action {
            Action::Write(Place { spots, elsewhere: false, .. }, _) => spots.as_slice(),
            _ => &[],
        };
        let own = spots.iter().filter(|spot| spot.reach == Reach::Itself && spot.glob.is_none());
        own.filter(|spot| case.ground.in_workspace(&spot.path)).map(move |spot| (spot.path.as_str(), effect))
    })
}

/// What a call puts into a file, if all of it is known.
fn content(effect: &Effect) -> Option<&str> {
    match &effect.action {
        Action::Write(_, content) => content.known(),
        _ => None,
    }
}

/// The text of a file as it will be, if that is known.
fn result(case: &Case, path: &str, effect: &Effect) -> Option<String> {
    match case.event.moment.call()? {
        Call::Edit { edits, .. } => {
            edits.iter().try_fold(case.world.text(path)?, |text, edit| edit.applied(&text))
        }
        Call::Write { content, .. } => Some(content.clone()),
        // It may add to what is there.
        _ if case.world.kind(path) == Kind::File => None,
        _ => content(effect).map(str::to_owned),
    }
}

/// The path below the workspace's root.
fn below<'p>(case: &Case, path: &'p str) -> &'p str {
    let root = case
        .ground
        .roots
        .iter()
        .filter_map(|root| path.strip_prefix(root.as_str()))
        .min_by_key(|rest| rest.len());
    root.unwrap_or(path).trim_start_matches('/')
}

/// The effect by which a call commits or merges sources; a commit of documents alone is none.
fn commit<'a>(case: &'a Case) -> Option<&'a Effect> {
    case.facts.effects.iter().find(|effect| match &effect.action {
        Action::Git(Git::Commit(added)) => {
            added.is_empty() || !added.iter().all(|file| is_document(&file.path))
        }
        Action::Deed(Deed::Merge, _) => true,
        _ => false,
    })
}
