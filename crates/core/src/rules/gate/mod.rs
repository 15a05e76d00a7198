//! Rules that hold a workflow. They hold where a policy names them.

pub(super) mod architecture;
mod layouts;
pub(super) mod missing_evidence;
pub(super) mod missing_import;
pub(super) mod mocked_internals;
pub(super) mod protected_branch_edit;
pub(super) mod untested_code;
pub(super) mod unverified_work;

use hookward_effects::{Action, Deed, Effect, Git, Place, Reach};

use crate::evidence::is_document;
use crate::resulting::Resulting;
use crate::rule::{Case, Rule};
use crate::verdict::{Decision, Finding};

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

/// A file that a gate must see and cannot: it fails closed, for such files only.
fn unknown(id: &'static str, case: &Case, file: &Resulting, why: &str) -> Finding {
    let path = below(case, file.path);
    Finding {
        matched: path.to_owned(),
        why: format!("what {path} would hold cannot be judged: {why}").into(),
        instead: "write the file, or a part that stands in it once, with the tool for files".into(),
        ..Rule::finding(id, Decision::Deny, case, file.effect.span)
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
