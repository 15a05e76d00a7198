//! The registration in `.claude/settings.json` (claude-code.md §1). Over the text alone: whoever calls reads and writes
//! the file.

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;
use serde_json::json;

use super::splice::{Document, Holder, JSONC};

/// What is to be registered.
#[derive(Clone, Copy, Debug)]
pub struct Registration<'a> {
    /// The command line that answers a hook, such as `hookward hook claude`.
    pub command: &'a str,
    /// How long the host waits for it.
    pub timeout_seconds: u32,
}

/// What a settings file registers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registered {
    /// Our entries, as the host reads them.
    pub entries: Vec<Entry>,
    /// Whether the file says `disableAllHooks`.
    pub disabled: bool,
}

/// One of our entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The event.
    pub event: String,
    /// For which tools; `None` for all, or where an event has no matcher.
    pub matcher: Option<String>,
    /// The command line.
    pub command: String,
}

/// Why a settings file was left as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegisterError {
    /// It is not JSON, not even with comments.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// Something in it is not what a settings file has there.
    #[error("line {line}, column {column}: {what} is not {expected}; correct that first")]
    Shape {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What it is about.
        what: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// The command to be registered would not be known as ours again.
    #[error("`{0}` does not run `hookward hook claude`; put quotes around a path with spaces")]
    Command(String),
    /// The edit would have changed what others wrote there.
    #[error("the file cannot be edited without touching what others wrote in it; please report this")]
    Refused,
}

/// The events, and whether they take a matcher.
const EVENTS: &[(&str, Option<&str>)] = &[
    ("PreToolUse", Some("*")),
    ("PostToolUse", Some("*")),
    ("PostToolUseFailure", Some("*")),
    ("UserPromptSubmit", None),
    ("SessionStart", None),
    ("SubagentStart", None),
    ("SubagentStop", None),
    ("Stop", None),
    ("PreCompact", None),
    ("SessionEnd", None),
    ("Notification", None),
];

/// The text of the settings file with one entry of ours for each event. An older entry of ours is replaced; all that is
/// not ours stays as it is, to the byte. Idempotent.
pub fn register(existing: Option<&str>, registration: &Registration) -> Result<String, RegisterError> {
    if !is_ours(registration.command) {
        return Err(RegisterError::Command(registration.command.to_owned()));
    }
    let existing = existing.filter(|text| !text.trim_start_matches('\u{feff}').trim_ascii().is_empty());
    let (mark, original) = without_mark(existing.unwrap_or("{}\n"));
    let mut text = original.to_owned();
    for (event, matcher) in EVENTS {
        while let Some(next) = step(&text, event, *matcher, registration)? {
            text = next;
        }
    }
    checked(original, &text)?;
    Ok(format!("{mark}{text}"))
}

/// The text of the settings file without our entries, whatever events they are for. Where they were all that had been
/// added, this is the text of before.
pub fn unregister(existing: &str) -> Result<String, RegisterError> {
    let (mark, original) = without_mark(existing);
    let mut text = original.to_owned();
    while let Some(next) = without_last(&text)? {
        text = next;
    }
    checked(original, &text)?;
    Ok(format!("{mark}{text}"))
}

/// What a settings file registers, as the host reads it.
pub fn registered(text: &str) -> Result<Registered, RegisterError> {
    let document = Document::parse(without_mark(text).1)?;
    let Some(root) = root(&document)? else { return Ok(Registered::default()) };
    let mut found = Registered {
        entries: Vec::new(),
        disabled: matches!(property(root, "disableAllHooks"), Some(Value::BooleanLit(flag)) if flag.value),
    };
    let Some(hooks) = hooks(&document, root)? else { return Ok(found) };
    for event in &hooks.properties {
        let Value::Array(groups) = &event.value else { continue };
        for ours in ours(groups) {
            if text_of(ours.hook, "type") == Some("command") {
                found.entries.push(Entry {
                    event: event.name.as_str().to_owned(),
                    matcher: text_of(ours.group, "matcher").map(str::to_owned),
                    command: command_line(ours.hook).unwrap_or_default(),
                });
            }
        }
    }
    Ok(found)
}

/// The next edit on the way to one right entry for an event; `None` if it is there.
fn step(
    text: &str,
    event: &str,
    matcher: Option<&str>,
    registration: &Registration,
) -> Result<Option<String>, RegisterError> {
    let document = Document::parse(text)?;
    let Some(root) = root(&document)? else {
        return Err(shape(&document, 0, "the file", "an object"));
    };
    let group = group(matcher, registration);
    let (unit, newline) = (document.unit(), document.newline());
    let list =
        |indent: &str| format!("\"{event}\": [{newline}{indent}{unit}{}{newline}{indent}]", one_line(&group));
    let Some(hooks) = hooks(&document, root)? else {
        return Ok(Some(document.insert(&Holder::from(root), |indent| {
            let inner = format!("{indent}{unit}");
            format!("\"hooks\": {{{newline}{inner}{}{newline}{indent}}}", list(&inner))
        })));
    };
    let groups = match property(hooks, event) {
        Some(Value::Array(groups)) => groups,
        Some(other) => {
            return Err(shape(&document, other.start(), &format!("`hooks.{event}`"), "a list"));
        }
        None => return Ok(Some(document.insert(&Holder::from(hooks), list))),
    };
    let ours = ours(groups);
    let Some(kept) = ours.iter().position(|ours| ours.is_alone) else {
        return Ok(Some(match ours.last() {
            Some(mixed) => document.remove(&mixed.around(groups)),
            None => document.insert(&Holder::from(groups), |_| one_line(&group)),
        }));
    };
    if let Some((_, extra)) = ours.iter().enumerate().rev().find(|(index, _)| *index != kept) {
        return Ok(Some(document.remove(&extra.around(groups))));
    }
    let Some(kept) = ours.get(kept) else { return Ok(None) };
    let there = text.get(kept.group.start()..kept.group.end()).unwrap_or_default();
    if value(there)? == group {
        return Ok(None);
    }
    Ok(Some(document.replace(kept.group, one_line(&group))))
}

/// The file without the last entry of ours; `None` if there is none. The last one first, so that the first one is still
/// where it was put when it is looked at.
fn without_last(text: &str) -> Result<Option<String>, RegisterError> {
    let document = Document::parse(text)?;
    let Some(root) = root(&document)? else { return Ok(None) };
    let Some(hooks) = hooks(&document, root)? else { return Ok(None) };
    let place = |holder: &Object, name: &str| {
        holder.properties.iter().rposition(|property| property.name.as_str() == name)
    };
    for (index, event) in hooks.properties.iter().enumerate().rev() {
        let Value::Array(groups) = &event.value else { continue };
        let Some(last) = ours(groups).pop() else { continue };
        let mut around = last.around(groups);
        if last.is_alone {
            around.push((Holder::from(hooks), index));
            around.extend(place(root, "hooks").map(|index| (Holder::from(root), index)));
        }
        return Ok(Some(document.remove(&around)));
    }
    Ok(None)
}

/// A hook of ours, and the group in which it stands.
struct Ours<'v, 't> {
    group: &'v Object<'t>,
    group_index: usize,
    hooks: &'v Array<'t>,
    hook: &'v Object<'t>,
    hook_index: usize,
    is_alone: bool,
}

impl Ours<'_, '_> {
    /// What has to go: the group, or, where others stand in it too, the hook.
    fn around(&self, groups: &Array) -> Vec<(Holder, usize)> {
        if self.is_alone {
            vec![(Holder::from(groups), self.group_index)]
        } else {
            vec![(Holder::from(self.hooks), self.hook_index)]
        }
    }
}

fn ours<'v, 't>(groups: &'v Array<'t>) -> Vec<Ours<'v, 't>> {
    let mut found = Vec::new();
    for (group_index, group) in groups.elements.iter().enumerate() {
        let Value::Object(group) = group else { continue };
        let Some(Value::Array(hooks)) = property(group, "hooks") else { continue };
        for (hook_index, hook) in hooks.elements.iter().enumerate() {
            let Value::Object(hook) = hook else { continue };
            if command_line(hook).is_some_and(|line| is_ours(&line)) {
                let is_alone = hooks.elements.len() == 1;
                found.push(Ours { group, group_index, hooks, hook, hook_index, is_alone });
            }
        }
    }
    found
}

/// `command`, with `args` behind it where they are given (claude-code.md §1).
fn command_line(hook: &Object) -> Option<String> {
    let command = text_of(hook, "command")?;
    let Some(Value::Array(arguments)) = property(hook, "args") else { return Some(command.to_owned()) };
    // In this form the command is one word, whatever stands in it.
    let mut line = format!("'{command}'");
    for argument in &arguments.elements {
        line.push(' ');
        line.push_str(argument.as_string_lit().map_or("?", |text| &text.value));
    }
    Some(line)
}

/// Whether a command line is `hookward hook claude`, with any path in front and flags behind. One that does more than
/// that is somebody's own.
fn is_ours(line: &str) -> bool {
    let words = words(line);
    let [program, hook, host, flags @ ..] = words.as_slice() else { return false };
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
    (name == "hookward" || name == "hookward.exe")
        && hook == "hook"
        && host == "claude"
        && flags.iter().all(|flag| flag.starts_with("--"))
}

/// The words of a command line; quotes keep a path with spaces together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for character in line.chars() {
        match quote {
            Some(open) if open == character => quote = None,
            None if matches!(character, '"' | '\'') => quote = Some(character),
            None if character.is_whitespace() => words.push(String::new()),
            _ => {
                if let Some(word) = words.last_mut() {
                    word.push(character);
                }
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn group(matcher: Option<&str>, registration: &Registration) -> serde_json::Value {
    let hook = json!({
        "type": "command",
        "command": registration.command,
        "timeout": registration.timeout_seconds,
    });
    match matcher {
        Some(matcher) => json!({ "matcher": matcher, "hooks": [hook] }),
        None => json!({ "hooks": [hook] }),
    }
}

/// A group in one line, its keys in the order in which people write them.
fn one_line(group: &serde_json::Value) -> String {
    let get = |value: &serde_json::Value, key: &str| value.get(key).cloned().unwrap_or_default();
    let hook = group.pointer("/hooks/0").cloned().unwrap_or_default();
    let matcher = group.get("matcher").map(|matcher| format!("\"matcher\": {matcher}, ")).unwrap_or_default();
    format!(
        "{{ {matcher}\"hooks\": [{{ \"type\": {}, \"command\": {}, \"timeout\": {} }}] }}",
        get(&hook, "type"),
        get(&hook, "command"),
        get(&hook, "timeout"),
    )
}

fn without_mark(text: &str) -> (&str, &str) {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => ("\u{feff}", rest),
        None => ("", text),
    }
}

/// The root, if there is any value at all.
fn root<'v, 't>(document: &'v Document<'t>) -> Result<Option<&'v Object<'t>>, RegisterError> {
    match &document.value {
        None => Ok(None),
        Some(Value::Object(root)) => Ok(Some(root)),
        Some(other) => Err(shape(document, other.start(), "the file", "an object")),
    }
}

fn hooks<'v, 't>(document: &Document, root: &'v Object<'t>) -> Result<Option<&'v Object<'t>>, RegisterError> {
    match property(root, "hooks") {
        None => Ok(None),
        Some(Value::Object(hooks)) => Ok(Some(hooks)),
        Some(other) => Err(shape(document, other.start(), "`hooks`", "an object")),
    }
}

fn shape(document: &Document, at: usize, what: &str, expected: &'static str) -> RegisterError {
    let (line, column) = document.place(at);
    RegisterError::Shape { line, column, what: what.to_owned(), expected }
}

/// The value of a key: of two with the same name the host sees the last.
fn property<'v, 't>(object: &'v Object<'t>, name: &str) -> Option<&'v Value<'t>> {
    object.properties.iter().rev().find(|property| property.name.as_str() == name).map(|found| &found.value)
}

fn text_of<'v>(object: &'v Object, name: &str) -> Option<&'v str> {
    property(object, name)?.as_string_lit().map(|text| &*text.value)
}

fn value(text: &str) -> Result<serde_json::Value, RegisterError> {
    jsonc_parser::parse_to_serde_value(text, &JSONC).map_err(|_| RegisterError::Refused)
}

/// Nothing is ever lost: what is not ours has to be the same before and after.
fn checked(before: &str, after: &str) -> Result<(), RegisterError> {
    if others(before)? == others(after)? { Ok(()) } else { Err(RegisterError::Refused) }
}

/// A settings file without our hooks, and without the empty objects and lists that may be left of them.
fn others(text: &str) -> Result<serde_json::Value, RegisterError> {
    let mut settings = value(text)?;
    let Some(root) = settings.as_object_mut() else { return Ok(settings) };
    let Some(hooks) = root.get_mut("hooks").and_then(|hooks| hooks.as_object_mut()) else {
        return Ok(settings);
    };
    for groups in hooks.values_mut().filter_map(|groups| groups.as_array_mut()) {
        groups.retain_mut(|group| {
            let Some(list) = group.get_mut("hooks").and_then(|list| list.as_array_mut()) else { return true };
            let before = list.len();
            list.retain(|hook| !is_ours(&line_of(hook)));
            !list.is_empty() || before == 0
        });
    }
    hooks.retain(|_, groups| groups.as_array().is_none_or(|groups| !groups.is_empty()));
    if hooks.is_empty() {
        root.remove("hooks");
    }
    Ok(settings)
}

fn line_of(hook: &serde_json::Value) -> String {
    let command = hook.get("command").and_then(|command| command.as_str()).unwrap_or_default();
    match hook.get("args").and_then(|arguments| arguments.as_array()) {
        Some(arguments) => {
            let words: Vec<_> = arguments.iter().map(|word| word.as_str().unwrap_or("?")).collect();
            format!("'{command}' {}", words.join(" "))
        }
        None => command.to_owned(),
    }
}
