//! What shows, by the tool that a command uses, what there is or what it would do, and changes nothing.

use std::borrow::Cow;

use hookward_effects::{Effect, Value};

use crate::rule::Case;

/// Tools, and a command of theirs.
pub(super) type Rehearsals = &'static [(&'static [&'static str], &'static str)];

/// An advice, with the command for the tool that has the effect, if there is one.
pub(super) fn advice(
    case: &Case,
    effect: &Effect,
    advice: &'static str,
    rehearsals: Rehearsals,
) -> Cow<'static, str> {
    let commands = case.facts.commands.iter().filter(|command| Some(command.span) == effect.span);
    let mut names = commands.filter_map(|command| {
        let name = command.words.first().and_then(Value::known)?;
        Some(name.rsplit('/').next().unwrap_or(name))
    });
    let found = names.find_map(|name| rehearsals.iter().find(|(tools, _)| tools.contains(&name)));
    found.map_or(advice.into(), |(_, command)| format!("{advice}: `{command}`").into())
}
