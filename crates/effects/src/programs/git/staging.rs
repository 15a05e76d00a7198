//! What `git add` puts into the index.

use hookward_shell::Span;

use super::look;
use crate::effect::{Action, Git};
use crate::found::Found;
use crate::operands::searched;
use crate::programs::Arguments;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

pub(super) fn added(walk: &mut Walk, given: &Arguments, span: Span, state: &State) {
    let takes_new = given.has(&["--all"]) || given.has_letter("A");
    // With force, what git ignores comes along, too.
    let is_forced = given.has(&["--force"]) || given.has_letter("f");
    if given.operands.is_empty() && (takes_new || given.has(&["--update"]) || given.has_letter("u")) {
        let mut place = state.place(&Value::Known(".".to_owned()));
        if is_forced && takes_new {
            place.found = searched(&top(state), state);
        }
        walk.effect(Action::Git(Git::Stage(place)), span);
    }
    for operand in &given.operands {
        let is_top = matches!(operand.known(), Some(":/" | ":(top)"));
        let mut place = if is_top { state.place(&top(state)) } else { state.place(&look::path(operand)) };
        if is_forced {
            let found = if is_top { searched(&top(state), state) } else { named(operand, state) };
            place.found.extend(found);
        }
        walk.effect(Action::Git(Git::Stage(place)), span);
    }
}

/// What an operand stands for. A star that the shell has left to git fits names with a dot in front, too, however deep they lie.
fn named(operand: &Value, state: &State) -> Vec<Found> {
    let glob = operand.known().filter(|text| text.contains('*') && !text.starts_with([':', '/']));
    match glob {
        Some(glob) => {
            let all = searched(&Value::Known(".".to_owned()), state).into_iter();
            all.map(|found| found.lying_at(std::iter::once(glob))).collect()
        }
        None => searched(&look::path(operand), state),
    }
}

fn top(state: &State) -> Value {
    Value::Known(look::work_tree(state).unwrap_or(".").to_owned())
}
