//! How a verdict came about: the commands that were found, the value of each word, and the effects.

use anstream::println;
use hookward_core::line;
use hookward_effects::{Effect, Facts, Source, Span, Standing, Value};
use serde_json::{Value as Json, json};

use super::excerpt::Position;
use crate::paint::{DIM, field};

/// The most characters of a command that an effect is shown to come from.
const MAX_CAUSE: usize = 100;

pub(super) fn derivation(facts: &Facts, subject: &str) {
    // Where there are several lines, each thing says on which it stands.
    let place = |span: Option<Span>| {
        let span = span.filter(|_| subject.trim_end().contains('\n'))?;
        Some(format!("{DIM}{}{DIM:#} ", Position::of(subject, span.start)))
    };
    let mut commands: Vec<_> = facts.commands.iter().collect();
    commands.sort_by_key(|command| command.span.start);
    for command in commands {
        let words: Vec<String> = command.words.iter().map(word).collect();
        let through = if command.through.is_empty() {
            String::new()
        } else {
            format!(" (through {})", command.through.join(", "))
        };
        let standing = match command.standing {
            Standing::Unknown => "; this program is not known",
            Standing::Known => "",
            Standing::ReadOnly | Standing::SafeSubcommand => "; it only reads",
        };
        let place = place(Some(command.span)).unwrap_or_default();
        println!("{}", field("runs", &format!("{place}{}{through}{standing}", words.join(" · "))));
    }
    let mut effects: Vec<_> = facts.effects.iter().collect();
    effects.sort_by_key(|effect| effect.span.map(|span| span.start));
    for effect in effects {
        let cause = effect
            .span
            .map(|span| format!("  {DIM}← {}{DIM:#}", line(span.text(subject), MAX_CAUSE)))
            .unwrap_or_default();
        let place = place(effect.span).unwrap_or_default();
        println!("{}", field("effect", &format!("{place}{}{cause}", describe(effect))));
    }
}

/// A word as a person reads it: in quotes where its end would not be seen, in brackets where it is not known for sure.
fn word(value: &Value) -> String {
    match value {
        Value::Known(text) if text.is_empty() || text.contains(char::is_whitespace) => {
            format!("'{}'", text.replace('\n', "\\n"))
        }
        Value::Known(text) => text.clone(),
        Value::Few(_) | Value::Pattern(_) | Value::Unknown(_) => {
            let sources = value.sources();
            let from: Vec<String> = sources.iter().map(origin).collect();
            let from = if from.is_empty() { String::new() } else { format!(": {}", from.join(", ")) };
            format!("⟨{value}{from}⟩")
        }
    }
}

/// Why a value is not known.
fn origin(source: &Source) -> String {
    match source {
        Source::Variable(name) => format!("${name} is not set here"),
        source => source.to_string(),
    }
}

fn word_as_json(value: &Value) -> Json {
    let sources: Vec<String> = value.sources().iter().map(ToString::to_string).collect();
    match value {
        Value::Known(text) => json!({ "known": text }),
        Value::Few(few) => json!({ "few": few.texts, "sources": sources }),
        Value::Pattern(_) => json!({ "pattern": value.to_string(), "sources": sources }),
        Value::Unknown(_) => json!({ "unknown": sources }),
    }
}

/// The most paths of one word that are shown.
const MAX_SPOTS: usize = 4;

fn describe(effect: &Effect) -> String {
    let (kind, place) = (effect.action.kind(), effect.action.place());
    let Some(place) = place else { return kind.into_owned() };
    let mut spots: Vec<&str> = place.spots.iter().map(|spot| spot.path.as_str()).collect();
    let more = spots.len().saturating_sub(MAX_SPOTS);
    spots.truncate(MAX_SPOTS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let open = if place.open { " or anything else" } else { "" };
    format!(
        "{kind} {} → {}{more}{open}",
        place.written,
        if spots.is_empty() { "?".to_owned() } else { spots.join(", ") }
    )
}

pub(super) fn effect_as_json(effect: &Effect) -> Json {
    let place = effect.action.place();
    json!({
        "kind": effect.action.word(),
        "what": effect.action.kind(),
        "target": place.map(|place| &place.written),
        "paths": place.map(|place| place.spots.iter().map(|spot| &spot.path).collect::<Vec<_>>()),
        "span": effect.span.map(|span| [span.start, span.end]),
    })
}

pub(super) fn command_as_json(command: &hookward_effects::Command) -> Json {
    json!({
        "words": command.words.iter().map(word_as_json).collect::<Vec<_>>(),
        "through": command.through,
        "only_reads": matches!(command.standing, Standing::ReadOnly | Standing::SafeSubcommand),
        "known": command.standing != Standing::Unknown,
        "span": [command.span.start, command.span.end],
    })
}
