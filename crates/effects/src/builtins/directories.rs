//! The working directory, and how `cd` changes it.

use crate::scene::Kind;
use crate::state::State;
use crate::value::Value;

/// Of several directories, the disk is asked about so many.
const MAX_ASKED: usize = 8;

/// The longest directory that is followed.
const MAX_DIRECTORY: usize = 1_024;

/// `cd` to where its operand says. Where that does not exist, it stays where it was.
pub(crate) fn change_directory(words: &[Value], state: &mut State) {
    let target = words.iter().find(|word| !word.prefix().starts_with('-') || word.known() == Some("-"));
    let to = match target {
        None => state.scene.home.map_or_else(Value::unknown, |home| Value::Known(home.to_owned())),
        Some(word) if word.known() == Some("-") => state.previous.clone(),
        Some(word) if words.iter().any(|option| option.known() == Some("-P")) => {
            by_the_disk(word, state).unwrap_or_else(|| directory(word, &state.cwd))
        }
        Some(word) => directory(word, &state.cwd),
    };
    let is_missing = |path: &String| state.scene.world.kind(path) == Kind::Nothing && !state.has_made(path);
    let missing = match &to {
        Value::Known(path) => is_missing(path),
        Value::Few(paths) => paths.iter().take(MAX_ASKED).any(is_missing),
        Value::Pattern(_) | Value::Unknown(_) => false,
    };
    state.otherwise = missing.then(|| state.cwd.clone());
    let named = target.filter(|word| matches!(to, Value::Unknown(_)) && word.known() != Some("-"));
    state.cwd_if_empty = named.map(|word| {
        let from = state.cwd_if_empty.take().unwrap_or_else(|| state.cwd.clone());
        if matches!(word, Value::Unknown(_)) { from } else { directory(word, &from) }
    });
    let to = match to {
        Value::Known(path) if path.len() > MAX_DIRECTORY => Value::unknown(),
        to => to,
    };
    state.previous = std::mem::replace(&mut state.cwd, to);
}

/// Where a path leads that goes up from a link: on the disk, what lies above it is another directory than its name says.
fn by_the_disk(word: &Value, state: &State) -> Option<Value> {
    let (path, cwd) = (word.known()?, state.cwd.known()?);
    let at = path.find("..")?;
    let (below, up) = path.split_at_checked(at)?;
    let start = crate::normalise(if below.is_empty() { "." } else { below }, cwd);
    let real = state.scene.world.real(&start).unwrap_or(start);
    Some(Value::Known(crate::normalise(up, &real)))
}

/// A directory, seen from another.
pub(crate) fn directory(word: &Value, from: &Value) -> Value {
    match (word, from) {
        (Value::Known(path), _) if path.starts_with('/') => Value::Known(crate::normalise(path, "/")),
        (Value::Known(path), Value::Known(cwd)) => Value::Known(crate::normalise(path, cwd)),
        (Value::Known(path), Value::Few(all)) => Value::Few(all.map(|cwd| crate::normalise(path, cwd))),
        (Value::Few(paths), Value::Known(cwd)) => Value::Few(paths.map(|path| crate::normalise(path, cwd))),
        (word, _) if word.prefix().starts_with('/') => word.clone(),
        (Value::Unknown(_), _) | (_, Value::Unknown(_)) => Value::unknown(),
        (word, from) => from.join(&Value::Known("/".to_owned())).join(word),
    }
}
