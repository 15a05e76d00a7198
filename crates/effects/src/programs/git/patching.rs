//! Patches that git applies, and commits.

use super::{Call, shown};
use crate::effect::{Action, Deed, Git};
use crate::programs::TAKEN_BACK;
use crate::programs::files::Reversed;
use crate::source::Direction;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// `git apply`, `git am`.
pub(super) fn apply(walk: &mut Walk, name: &str, call: &Call, state: &mut State) {
    let span = call.span;
    if call.arguments.has(&["--no-verify"]) {
        walk.deed(Deed::SkipHooks, "applies patches without running the hooks", span);
    }
    // What it writes is what it commits, and stands in front of nothing.
    if name == "am" && !call.arguments.has(&["--abort", "--quit", "--skip", "--show-current-patch"]) {
        walk.deed(Deed::Merge, "commits patches", span);
    }
    let reverse = call.arguments.has_letter("R") || call.arguments.has(&["--reverse"]);
    // A patch that the text itself has made is one of what was just changed.
    let made = call.arguments.operands.iter().all(|word| state.written(&state.place(word)).is_some());
    let direction = if reverse { Direction::Backward } else { Direction::Forward };
    let fed = || call.arguments.operands.iter().all(|word| word.known() == Some("-"));
    let given = call.arguments.operands.iter().map(|word| state.content(&state.place(word)).sources());
    let mut given = given.chain(Some(state.stdin.sources()).filter(|_| fed()));
    let takes_back = given.any(|sources| sources.take_back(direction));
    // What is only taken from the index is still in the work tree.
    let only_looks = call.arguments.has(&["--check", "--stat", "--numstat", "--summary", "--cached"])
        && !call.arguments.has(&["--apply", "--index"]);
    if takes_back && !only_looks {
        walk.effect(Action::Git(Git::Discard(TAKEN_BACK)), span);
    } else if reverse && made && !only_looks {
        walk.effect(Action::Git(Git::Drop("changes that a patch takes back".to_owned())), span);
    }
    shown::read_shown(walk, name, Some(&call.arguments.operands), call, state);
    // A dash is what it is fed.
    let files = call.arguments.operands.iter().filter(|word| word.known() != Some("-"));
    let files: Vec<Value> = files.map(|word| (*word).clone()).collect();
    let is_tried = call.arguments.has(&["--check", "--stat", "--numstat", "--summary"])
        && !call.arguments.has(&["--apply"]);
    let is_over = call.arguments.has(&["--abort", "--quit", "--skip", "--show-current-patch", "--continue"]);
    if !is_tried && !is_over {
        let reversed = if reverse { Reversed::Yes } else { Reversed::No };
        let within = call.arguments.all_values(&["--directory"]).pop();
        walk.patched(&files, within.as_ref(), reversed, span, state);
    }
}
