//! What a commit takes along, and what brings branches together.

use hookward_shell::Span;

use super::Call;
use crate::effect::{Action, Brought, Deed, Git};
use crate::path::{Place, Reach};
use crate::scene::{Added, Staged};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Letters of a commit's options that have a value, which may be glued to them.
pub(super) const VALUED: &[char] = &['m', 'F', 'C', 'c', 't', 'S', 'u'];

/// What a commit would add: what lies in the index, and what the text itself puts there before.
pub(super) fn added(walk: &Walk, call: &Call, state: &State) -> Vec<Added> {
    let Some(cwd) = state.cwd.known() else { return Vec::new() };
    let staged = |what| state.scene.world.staged(cwd, what);
    let all = call.arguments.has(&["--all"]) || call.arguments.has_letter_before('a', VALUED);
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
    let given = &call.arguments;
    let stops = given.has(&["--abort", "--quit"]);
    let takes = match name {
        // A branch that can just be moved forward is, whether a commit is made or not.
        "merge" => {
            let waits = given.has(&["--no-commit"]) && given.has(&["--no-ff"]) && !given.has(&["--commit"]);
            !waits && !given.has(&["--squash"])
        }
        "cherry-pick" | "revert" => {
            given.has(&["--commit"]) || !(given.has(&["--no-commit"]) || given.has_letter("n"))
        }
        "pull" => pulls_another(call, walk),
        "rebase" => rebases_onto_another(call, walk),
        // Between branches of this very repository.
        "fetch" | "push" => {
            !given.is_tried("")
                && is_here(given.operands.first().copied())
                && given.operands.iter().skip(1).any(|spec| spec.prefix().contains(':'))
        }
        _ => false,
    };
    // What is left of one that has stopped becomes commits.
    if given.has(&["--continue", "--skip"]) || (takes && !stops) {
        walk.deed(Deed::Merge, "brings branches together", span);
    }
}

/// What becomes of the work tree where branches come together: it is as another commit has it, or has changes of one.
pub(super) fn brings(walk: &mut Walk, name: &str, call: &Call, span: Span) {
    let given = &call.arguments;
    let waits = given.has(&["--no-commit", "--squash"])
        || (matches!(name, "cherry-pick" | "revert") && given.has_letter("n"));
    let brought = match named(name, call) {
        _ if waits && name != "pull" => Brought::Changes,
        Some(named) => named,
        None if matches!(name, "pull" | "rebase") => Brought::Followed,
        None => Brought::Commit,
    };
    walk.effect(Action::Git(Git::Bring(brought)), span);
}

/// Options with which something else comes of a merge than what git makes of it by itself.
const BENDS: &[&str] =
    &["--strategy", "--strategy-option", "--allow-unrelated-histories", "--continue", "--skip", "--mainline"];

/// What is joined or done once more, if the words name it.
fn named(name: &str, call: &Call) -> Option<Brought> {
    let given = &call.arguments;
    let bends = given.has(BENDS) || ["s", "X"].iter().any(|letter| given.has_letter(letter));
    let is_anew = name == "rebase" && makes_anew(call);
    if bends || is_anew || !call.plain {
        return None;
    }
    let operands: Option<Vec<String>> =
        given.operands.iter().map(|word| word.known().map(str::to_owned)).collect();
    let operands = operands?;
    match (name, operands.as_slice()) {
        ("merge", [_, ..]) | ("rebase", [_]) => Some(Brought::Joined(operands)),
        ("pull", [here, names @ ..]) if here == "." && !names.is_empty() => {
            Some(Brought::Joined(names.to_vec()))
        }
        // A letter `-m` says which side of a merge.
        ("cherry-pick" | "revert", [_, ..]) if !given.has_letter("m") => Some(Brought::Picked(operands)),
        _ => None,
    }
}

/// What is pulled of the same branch was committed elsewhere; another one is a merge by another name, and so is what lies here.
fn pulls_another(call: &Call, walk: &Walk) -> bool {
    let given = &call.arguments;
    if given.operands.len() < 2 && (walk.follows_anew || follows_another(call)) {
        return true;
    }
    let mut operands = given.operands.iter().copied();
    let branch = call.repository.as_ref().and_then(|repository| repository.branch.as_deref());
    is_here(operands.next())
        || given.has(&["--no-ff", "--no-rebase"])
        || given.values("--rebase").iter().any(|value| value.known() == Some("false"))
        || operands.any(|spec| {
            let name = spec.prefix().trim_start_matches('+').split(':').next().unwrap_or_default();
            let name = name.strip_prefix("refs/heads/").unwrap_or(name);
            spec.known().is_none() || branch.is_some_and(|branch| branch != name)
        })
}

/// Options with which a rebase makes commits anew.
#[rustfmt::skip]
const ANEW: &[&str] = &[
    "--onto", "--root", "--interactive", "--autosquash", "--exec", "--force-rebase", "--no-ff", "--signoff",
    "--reset-author-date", "--ignore-date", "--committer-date-is-author-date",
];

/// A branch that is put onto another one holds what that one holds, as after a merge, and commits that are made anew are
/// commits. Onto its own upstream it only follows what was committed elsewhere, as a pull does.
fn rebases_onto_another(call: &Call, walk: &Walk) -> bool {
    let given = &call.arguments;
    if given.has(&["--edit-todo", "--show-current-patch"]) {
        return false;
    }
    let own = call.repository.as_ref().and_then(|repository| repository.branch.as_deref());
    let is_upstream = |base: &Value| {
        let followed =
            |base: &str| own.is_some_and(|own| base.split_once('/').is_some_and(|(_, name)| name == own));
        base.known().is_some_and(|base| matches!(base, "@{u}" | "@{upstream}") || followed(base))
    };
    // Without a word for it, the base is what the branch follows, which may be made another.
    let follows_another = walk.follows_anew || follows_another(call);
    let is_told = given.operands.iter().any(|base| !matches!(base.known(), Some("@{u}" | "@{upstream}")));
    makes_anew(call)
        || (follows_another && !is_told)
        || given.operands.iter().copied().any(|base| !is_upstream(base))
}

/// Whether a rebase makes commits anew, wherever it puts them.
fn makes_anew(call: &Call) -> bool {
    let given = &call.arguments;
    given.has(ANEW) || ["i", "x", "f"].iter().any(|letter| given.has_letter(letter))
}

/// Whether a branch follows one of another name, or one of this very repository.
fn follows_another(call: &Call) -> bool {
    let repository = call.repository.as_ref();
    let own = repository.and_then(|repository| repository.branch.as_deref());
    let followed = repository.and_then(|repository| repository.upstream.as_ref());
    followed.is_some_and(|(name, remote)| remote == "." || own.is_some_and(|own| own != name))
}

/// Whether a remote is a directory of this machine.
fn is_here(remote: Option<&Value>) -> bool {
    remote.is_some_and(|remote| remote.prefix().starts_with(['.', '/']))
}
