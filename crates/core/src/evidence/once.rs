//! Runners that wait for changes unless they are told that nobody is there: with `CI` set, vitest runs all tests once and ends.

use std::borrow::Cow;

use hookward_effects::{Action, Command, Effect, Facts, Value};

/// Commands of vitest; without one it decides by itself whether it waits.
const COMMANDS: &[&str] = &["run", "watch", "dev", "related", "bench", "list", "init", "typecheck"];

/// The facts of a text, with the command in its words that a runner takes by itself.
pub(super) fn spelled_out(facts: &Facts) -> Cow<'_, Facts> {
    let is_once = |command: &Command| decides_itself(command) && is_in_ci(facts, command);
    if !facts.commands.iter().any(is_once) {
        return Cow::Borrowed(facts);
    }
    let mut facts = facts.clone();
    let once: Vec<bool> =
        facts.commands.iter().map(|command| decides_itself(command) && is_in_ci(&facts, command)).collect();
    for (command, _) in facts.commands.iter_mut().zip(once).filter(|(_, once)| *once) {
        command.words.insert(1, Value::Known("run".to_owned()));
    }
    Cow::Owned(facts)
}

fn decides_itself(command: &Command) -> bool {
    let Some((program, rest)) = command.words.split_first() else { return false };
    let is_vitest = program.known().is_some_and(|program| program.rsplit('/').next() == Some("vitest"));
    let says = |word: &Value| word.known().is_none_or(|word| COMMANDS.contains(&word) || word == "--run");
    is_vitest && !rest.iter().any(says)
}

/// Whether a text has set `CI` in front of a command, to anything but no.
fn is_in_ci(facts: &Facts, command: &Command) -> bool {
    let set = |effect: &Effect| match &effect.action {
        Action::Environment(name, value) if name == "CI" => {
            Some(value.known().is_some_and(|value| !matches!(value, "" | "false")))
        }
        _ => None,
    };
    let mut all = facts.effects.iter().take(command.preceding).filter_map(set).peekable();
    all.peek().is_some() && all.all(|is_set| is_set)
}
