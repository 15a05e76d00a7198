//! Reads one hook of a configuration: a command as a text, or an object with its keys.

use std::time::Duration;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;

use super::reader::{At, Reader, similar};
use super::{Command, Hook};
use crate::event::{Event, Subject};
use crate::matcher::{Condition, Matcher};
use crate::recovery::Then;

/// The keys of a hook.
const KEYS: &[&str] = &[
    "type",
    "command",
    "args",
    "shell",
    "if",
    "timeout",
    "async",
    "asyncRewake",
    "onFailure",
    "retries",
    "fallback",
    "statusMessage",
    "once",
    "matcher",
    "description",
    "name",
];

/// A limit above this many seconds was hardly meant in seconds.
const LONG: f64 = 3_600.0;

/// Reads a hook. `None` if it is wrong, which is said.
pub(super) fn read<'t>(
    reader: &mut Reader<'t>,
    event: &str,
    matcher: &Matcher,
    at: &At<'_, 't>,
) -> Option<Hook> {
    let place = reader.place(at.value.range(), at.path.clone());
    let object = match at.value {
        Value::StringLit(text) if text.value.trim().is_empty() => {
            reader.left_out(at, "is an empty command", "write a command, or remove it");
            return None;
        }
        Value::StringLit(text) => {
            let command = Command::Login(text.value.clone().into_owned());
            return Some(Hook { matcher: matcher.clone(), ..Hook::of(event.to_owned(), command, place) });
        }
        Value::Object(object) => object,
        _ => {
            reader.left_out(at, "is not a hook", "write a command, or { \"command\": \"…\" }");
            return None;
        }
    };
    for property in &object.properties {
        let key = property.name.as_str();
        if !KEYS.contains(&key)
            && let Some(known) = similar(key, KEYS.iter().copied())
        {
            let at = At { value: &property.value, path: format!("{}.{key}", at.path) };
            reader.doubt(&at, "is a key that is not known", &format!("write `{known}` if you mean it"));
        }
    }
    if let Some(kind) = at.key(object, "type")
        && !matches!(kind.value, Value::StringLit(text) if text.value == "command")
    {
        let what = format!("is {}, which cannot be run here", reader.written(&kind));
        reader.left_out(&kind, &what, "only `command` can");
        return None;
    }
    let command = command(reader, object, at)?;
    let mut hook = Hook { matcher: matcher.clone(), ..Hook::of(event.to_owned(), command, place) };
    hook.timeout = timeout(reader, object, at)?;
    hook.background = switch(reader, object, at, "async")? || switch(reader, object, at, "asyncRewake")?;
    hook.status = text(reader, object, at, "statusMessage")?;
    hook.fallback = text(reader, object, at, "fallback")?;
    hook.condition = condition(reader, event, object, at)?;
    if let Some(found) = at.key(object, "onFailure") {
        hook.on_failure = match found.value {
            Value::StringLit(text) if text.value == "continue" => Some(Then::GoOn),
            // claude-code.md, 1: it would never let go of an agent that wants to end.
            Value::StringLit(text) if text.value == "block" && Event::new(event).is_an_end() => {
                reader.doubt(&found, &format!("does not count on {event}"), "leave it out");
                None
            }
            Value::StringLit(text) if text.value == "block" => Some(Then::Block),
            _ => return wrong(reader, &found, "write `continue` or `block`"),
        };
    }
    if let Some(found) = at.key(object, "retries") {
        let Some(times) = number(&found).and_then(|text| text.parse().ok()) else {
            return wrong(reader, &found, "write a number from 0 to 255");
        };
        hook.retries = Some(times);
    }
    Some(hook)
}

/// What a hook runs: a text for a shell or, with `args`, a program and its words.
fn command<'t>(reader: &mut Reader<'t>, object: &Object<'t>, at: &At<'_, 't>) -> Option<Command> {
    let Some(command) = text(reader, object, at, "command")? else {
        reader.left_out(at, "has no `command`", "say what it runs");
        return None;
    };
    if command.trim().is_empty() {
        let at = at.key(object, "command").unwrap_or_else(|| at.clone());
        reader.left_out(&at, "is an empty command", "write a command, or remove the hook");
        return None;
    }
    if let Some(found) = at.key(object, "args") {
        let mut words = vec![command];
        let Value::Array(list) = found.value else {
            return wrong(reader, &found, "write a list of texts");
        };
        for (index, value) in list.elements.iter().enumerate() {
            let Value::StringLit(word) = value else {
                let at = At { value, path: format!("{}[{index}]", found.path) };
                return wrong(reader, &at, "write a text");
            };
            words.push(word.value.clone().into_owned());
        }
        return Some(Command::Words(words));
    }
    let Some(found) = at.key(object, "shell") else { return Some(Command::Login(command)) };
    match found.value {
        Value::StringLit(text) if text.value == "bash" => Some(Command::Bash(command)),
        Value::StringLit(text) if text.value == "powershell" => Some(Command::PowerShell(command)),
        _ => wrong(reader, &found, "write `bash` or `powershell`, or leave it out"),
    }
}

/// The limit of time. The outer `None` is a wrong one, which is said.
#[allow(clippy::option_option, reason = "absent and wrong are two things")]
fn timeout<'t>(reader: &mut Reader<'t>, object: &Object<'t>, at: &At<'_, 't>) -> Option<Option<Duration>> {
    let Some(found) = at.key(object, "timeout") else { return Some(None) };
    let seconds = number(&found).and_then(|text| text.parse::<f64>().ok()).filter(|seconds| *seconds > 0.0);
    let Some((seconds, limit)) = seconds.and_then(|s| Some((s, Duration::try_from_secs_f64(s).ok()?))) else {
        return wrong(reader, &found, "write a number of seconds above 0");
    };
    if seconds > LONG {
        let hours = seconds / 3_600.0;
        let what = format!("is {} seconds, which is {hours:.1} hours", reader.written(&found));
        reader.doubt(&found, &what, "if milliseconds were meant, divide by 1000");
    }
    Some(Some(limit))
}

#[allow(clippy::option_option, reason = "absent and wrong are two things")]
fn condition<'t>(
    reader: &mut Reader<'t>,
    event: &str,
    object: &Object<'t>,
    at: &At<'_, 't>,
) -> Option<Option<Condition>> {
    let Some(found) = at.key(object, "if") else { return Some(None) };
    let Value::StringLit(text) = found.value else {
        return wrong(reader, &found, "write a rule such as `Bash(git *)`");
    };
    let Some(condition) = Condition::parse(&text.value) else {
        return wrong(reader, &found, "write a rule such as `Bash(git *)` or `Edit(*.ts)`");
    };
    if Subject::of(event).excludes("tool_name") {
        reader.doubt(
            &found,
            &format!("is about a tool, and {event} has none: the hook never runs"),
            "leave it out",
        );
    }
    Some(Some(condition))
}

fn switch<'t>(reader: &mut Reader<'t>, object: &Object<'t>, at: &At<'_, 't>, key: &str) -> Option<bool> {
    let Some(found) = at.key(object, key) else { return Some(false) };
    match found.value {
        Value::BooleanLit(switch) => Some(switch.value),
        _ => wrong(reader, &found, "write true or false"),
    }
}

#[allow(clippy::option_option, reason = "absent and wrong are two things")]
fn text<'t>(
    reader: &mut Reader<'t>,
    object: &Object<'t>,
    at: &At<'_, 't>,
    key: &str,
) -> Option<Option<String>> {
    let Some(found) = at.key(object, key) else { return Some(None) };
    match found.value {
        Value::StringLit(text) => Some(Some(text.value.clone().into_owned())),
        _ => wrong(reader, &found, "write a text"),
    }
}

fn number<'t>(at: &At<'_, 't>) -> Option<&'t str> {
    match at.value {
        Value::NumberLit(number) => Some(number.value),
        _ => None,
    }
}

fn wrong<'t, T>(reader: &mut Reader<'t>, at: &At<'_, 't>, help: &str) -> Option<T> {
    let what = format!("is {}", reader.written(at));
    reader.left_out(at, &what, help);
    None
}
