//! `git mv`: files get another name. Git refuses where it does not know them, or where another one would be lost, and leaves all
//! of them as they are then.

use super::{Call, index, look};
use crate::effect::Action;
use crate::path::{Place, Spot};
use crate::scene::Kind;
use crate::state::State;
use crate::value::Value;
use crate::walk::{Moved, Walk};

/// Options with which it does what it does without them, or more.
const PLAIN: &[&str] = &["--force", "--verbose"];

pub(super) fn moved(walk: &mut Walk, call: &Call, state: &mut State) {
    let words: Vec<Value> = call.arguments.operands.iter().map(|word| look::path(word)).collect();
    let to = arrivals(walk, call, &words, state);
    walk.moves(&words.iter().collect::<Vec<_>>(), call.span, state);
    walk.moved_last = to.map(|to| Moved { to, course: state.course.clone() });
}

/// Where everything comes to lie, if nothing is seen for which git would refuse.
fn arrivals(walk: &Walk, call: &Call, words: &[Value], state: &State) -> Option<Vec<String>> {
    let given = &call.arguments;
    let is_plain = |option: &str| match option.strip_prefix('-').filter(|rest| !rest.starts_with('-')) {
        Some(letters) => letters.chars().all(|letter| matches!(letter, 'f' | 'v')),
        None => PLAIN.contains(&option),
    };
    if !call.plain || !given.options().all(is_plain) || index::is_led(call, state) || walk.bent.forgets() {
        return None;
    }
    let (target, sources) = words.split_last()?;
    let target = only(target, state)?;
    let sources: Vec<String> = sources.iter().map(|source| only(source, state)).collect::<Option<_>>()?;
    let kind = |path: &str| state.scene.world.kind(path);
    let is_directory = |path: &str| kind(path) == Kind::Directory || state.has_made(path);
    let forced = given.has(&["--force"]) || given.has_letter("f");
    let is_free = |path: &str| match kind(path) {
        Kind::Nothing => !is_changed(walk, path, Change::Written),
        Kind::File => forced,
        Kind::Directory | Kind::Unknown => false,
    };
    // By way of a third name, as where only a capital is another.
    let has_arrived = |path: &str| {
        let last = walk.moved_last.as_ref().filter(|last| last.course == state.course);
        last.is_some_and(|last| last.to.iter().any(|own| own == path))
    };
    let is_known = |path: &str| {
        has_arrived(path) || (is_in_index(path, kind(path), state) && !is_changed(walk, path, Change::Gone))
    };
    let into = match sources.as_slice() {
        [_, _, ..] => true,
        _ => is_directory(&target),
    };
    let above = target.rsplit_once('/').map_or("", |(above, _)| above);
    let has_room = if into { is_directory(&target) } else { is_directory(above) };
    let place_of = |source: &String| {
        let name = source.rsplit('/').next().unwrap_or_default();
        if into { format!("{target}/{name}") } else { target.clone() }
    };
    let arrived: Vec<String> = sources.iter().map(place_of).collect();
    let goes_well =
        has_room && sources.iter().all(|source| is_known(source)) && arrived.iter().all(|path| is_free(path));
    (goes_well && !arrived.is_empty()).then_some(arrived)
}

fn only(word: &Value, state: &State) -> Option<String> {
    state.place(word).only().map(str::to_owned)
}

/// Whether git's index has a file, or one below a directory.
fn is_in_index(path: &str, kind: Kind, state: &State) -> bool {
    let has = |directory: &str, is_it: &dyn Fn(&String) -> bool| {
        state.scene.world.indexed(directory).is_some_and(|known| known.iter().any(is_it))
    };
    match kind {
        Kind::File => {
            path.rsplit_once('/').is_some_and(|(directory, _)| has(directory, &|known| known == path))
        }
        Kind::Directory => has(path, &|_| true),
        Kind::Nothing | Kind::Unknown => false,
    }
}

/// What the text may have done to a file before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Written,
    Gone,
}

fn is_changed(walk: &Walk, path: &str, change: Change) -> bool {
    let may_be = |spot: &Spot| {
        let lies_in = || path.strip_prefix(&*spot.path).is_some_and(|rest| rest.starts_with('/'));
        spot.path == path || (lies_in() && (change == Change::Gone || !spot.is_one()))
    };
    let meets =
        |place: &Place| place.open || place.cut || !place.found.is_empty() || place.spots.iter().any(may_be);
    walk.facts.effects.iter().any(|effect| match (&effect.action, change) {
        (Action::Write(place, _), Change::Written) | (Action::Delete(place, _), Change::Gone) => meets(place),
        _ => false,
    })
}
