//! What a commit takes along, and what brings branches together.

use hookward_shell::Span;

use super::Call;
use crate::effect::{Action, Deed, Git};
use crate::path::{Place, Reach};
use crate::scene::{Added, Staged};
use crate::state::State;
use crate::walk::Walk;

/// What a commit would add: what lies in the index, and what the text itself puts there before.
pub(super) fn added(walk: &Walk, call: &Call, state: &State) -> Vec<Added> {
    let Some(cwd) = state.cwd.known() else { return Vec::new() };
    let staged = |what| state.scene.world.staged(cwd, what);
    let all = call.arguments.has(&["--all"]) || call.arguments.has_letter("a");
    if all {
        return staged(Staged::Tracked);
    }
    if !call.arguments.operands.is_empty() {
        let named: Vec<Place> = call.arguments.operands.iter().map(|word| state.place(word)).collect();
        let is_named = |file: &Added| {
            let path = crate::normalise(&file.path, cwd);
            named.iter().any(|place| takes(place, &path))
        };
        return staged(Staged::Tracked).into_iter().filter(is_named).collect();
    }
    let places: Vec<&Place> = walk
        .facts
        .effects
        .iter()
        .filter_map(|effect| match &effect.action {
            Action::Git(Git::Stage(place)) => Some(place),
            _ => None,
        })
        .collect();
    let mut added = staged(Staged::Index);
    if !places.is_empty() {
        let new = staged(Staged::Everything).into_iter().filter(|file| {
            let path = crate::normalise(&file.path, cwd);
            places.iter().any(|place| takes(place, &path)) && !added.contains(file)
        });
        let new: Vec<Added> = new.collect();
        added.extend(new);
    }
    added
}

/// Whether a place that is put into the index is a file or holds it. What is not known may be any.
fn takes(place: &Place, path: &str) -> bool {
    place.open
        || place.spots.iter().any(|spot| {
            let inside = path
                .strip_prefix(spot.path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            inside || spot.reach != Reach::Itself || spot.glob.is_some()
        })
}

/// `merge feature`, `rebase --continue`, `cherry-pick`: work of a branch becomes part of another.
pub(super) fn merges(walk: &mut Walk, name: &str, call: &Call, span: Span) {
    let goes_on = call.arguments.has(&["--continue"]);
    let stops = call.arguments.has(&["--abort", "--quit", "--no-commit"]) || call.arguments.has_letter("n");
    // What is pulled from elsewhere was committed elsewhere; from here, it is a merge by another name.
    let takes = match name {
        "merge" | "cherry-pick" | "revert" => !stops,
        "pull" => call.arguments.operands.first().is_some_and(|from| from.prefix().starts_with(['.', '/'])),
        _ => false,
    };
    if goes_on || takes {
        walk.deed(Deed::Merge, "brings branches together", span);
    }
}
