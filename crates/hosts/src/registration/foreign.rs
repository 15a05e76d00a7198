//! Hooks of others in a host's settings: they are found with their places, taken out, and put back. Like all edits, these
//! touch nothing else.

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;
use serde_json::{Map, json};

use super::command::is_ours;
use super::edit::{command_line, events, property, root, shape};
use super::splice::{Document, Holder};
use super::targets::{Entries, Layout};
use super::{RegisterError, value, without_mark};
use crate::Host;

/// A hook in a host's settings that is not ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Foreign {
    /// The event, by the host's name.
    pub event: String,
    /// Its matcher, or that of the group around it.
    pub matcher: Option<String>,
    /// Its entry.
    pub entry: Map<String, serde_json::Value>,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
}

impl Foreign {
    /// What it runs, as far as it is a command.
    pub fn command(&self) -> &str {
        self.entry.get("command").and_then(serde_json::Value::as_str).unwrap_or_default()
    }
}

/// How hooks stand in the settings of a host whose hooks can be taken over.
fn layout(host: Host) -> Layout {
    let entries = if host == Host::Claude { Entries::Grouped } else { Entries::Flat };
    Layout { under: Some("hooks"), entries }
}

/// Where an entry stands.
struct Spot<'v, 't> {
    list: &'v Array<'t>,
    index: usize,
    /// The list of the group around it, and its place there.
    group: Option<(&'v Array<'t>, usize)>,
    event: usize,
    found: Foreign,
}

fn spots<'v, 't>(document: &'v Document<'t>, host: Host) -> Result<Vec<Spot<'v, 't>>, RegisterError> {
    let layout = layout(host);
    let Some(root) = root(document)? else { return Ok(Vec::new()) };
    let Some(events) = events(document, root, layout)? else { return Ok(Vec::new()) };
    let mut spots = Vec::new();
    for (event_index, event) in events.properties.iter().enumerate() {
        let name = event.name.as_str();
        let list = list(document, &event.value, &format!("`hooks.{name}`"))?;
        for (index, item) in list.elements.iter().enumerate() {
            let path = format!("`hooks.{name}[{index}]`");
            let item = object(document, item, &path)?;
            let spot = |group, entry, matcher| -> Result<Spot<'v, 't>, RegisterError> {
                let found = foreign(document, name, matcher, entry)?;
                Ok(Spot { list, index, group, event: event_index, found })
            };
            if layout.entries != Entries::Grouped {
                if command_line(item).is_none_or(|line| !is_ours(&line, host)) {
                    spots.push(spot(None, item, matcher(document, item, &path)?)?);
                }
                continue;
            }
            let Some(hooks) = property(item, "hooks") else {
                return Err(shape(document, item.start(), &path, "an object with a list `hooks`"));
            };
            let hooks = list_of(document, hooks, &path)?;
            let matcher = matcher(document, item, &path)?;
            for (place, entry) in hooks.elements.iter().enumerate() {
                let entry = object(document, entry, &format!("{path}, `hooks[{place}]`"))?;
                if command_line(entry).is_none_or(|line| !is_ours(&line, host)) {
                    spots.push(spot(Some((hooks, place)), entry, matcher.clone())?);
                }
            }
        }
    }
    Ok(spots)
}

fn list_of<'v, 't>(
    document: &Document,
    value: &'v Value<'t>,
    path: &str,
) -> Result<&'v Array<'t>, RegisterError> {
    list(document, value, &format!("{path}, `hooks`"))
}

fn list<'v, 't>(
    document: &Document,
    value: &'v Value<'t>,
    what: &str,
) -> Result<&'v Array<'t>, RegisterError> {
    match value {
        Value::Array(list) => Ok(list),
        other => Err(shape(document, other.start(), what, "a list")),
    }
}

fn object<'v, 't>(
    document: &Document,
    value: &'v Value<'t>,
    what: &str,
) -> Result<&'v Object<'t>, RegisterError> {
    match value {
        Value::Object(object) => Ok(object),
        other => Err(shape(document, other.start(), what, "an object")),
    }
}

fn matcher(document: &Document, item: &Object, path: &str) -> Result<Option<String>, RegisterError> {
    match property(item, "matcher") {
        None | Some(Value::NullKeyword(_)) => Ok(None),
        Some(Value::StringLit(text)) => Ok(Some(text.value.clone().into_owned())),
        Some(other) => Err(shape(document, other.start(), &format!("{path}, `matcher`"), "a text")),
    }
}

fn foreign(
    document: &Document,
    event: &str,
    matcher: Option<String>,
    entry: &Object,
) -> Result<Foreign, RegisterError> {
    // What a key stands for is asked where the hook is taken; a wrong one here would be lost.
    for (key, is_right, expected) in [
        ("command", is_text as fn(&Value) -> bool, "a text"),
        ("args", is_list_of_texts, "a list of texts"),
        ("timeout", is_number, "a number"),
        ("timeout_ms", is_number, "a number"),
        ("async", is_switch, "true or false"),
    ] {
        if let Some(value) = property(entry, key).filter(|value| !is_right(value)) {
            return Err(shape(document, value.start(), &format!("`{key}` of a hook on {event}"), expected));
        }
    }
    let (line, column) = document.place(entry.start());
    let text = document.text.get(entry.start()..entry.end()).unwrap_or_default();
    let serde_json::Value::Object(entry) = value(text)? else { return Err(RegisterError::Refused) };
    Ok(Foreign { event: event.to_owned(), matcher, entry, line, column })
}

fn is_text(value: &Value) -> bool {
    matches!(value, Value::StringLit(_))
}

fn is_list_of_texts(value: &Value) -> bool {
    matches!(value, Value::Array(list) if list.elements.iter().all(is_text))
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::NumberLit(_) | Value::NullKeyword(_))
}

fn is_switch(value: &Value) -> bool {
    matches!(value, Value::BooleanLit(_) | Value::NullKeyword(_))
}

/// The hooks in a settings file that are not ours, in their order.
pub fn foreign_hooks(host: Host, text: &str) -> Result<Vec<Foreign>, RegisterError> {
    let document = Document::parse(without_mark(text).1)?;
    Ok(spots(&document, host)?.into_iter().map(|spot| spot.found).collect())
}

/// A settings file without some of the hooks that are not ours. Lists and groups that hold nothing else go, too.
pub fn without_foreign(
    host: Host,
    text: &str,
    is_taken: impl Fn(&Foreign) -> bool,
) -> Result<String, RegisterError> {
    let (mark, original) = without_mark(text);
    let mut text = original.to_owned();
    loop {
        let document = Document::parse(&text)?;
        let spots = spots(&document, host)?;
        // The last one first, so that the others are still where they were.
        let Some(last) = spots.iter().rev().find(|spot| is_taken(&spot.found)) else { break };
        let (Some(root), Some(Value::Object(events))) =
            (root(&document)?, root(&document)?.and_then(|root| property(root, "hooks")))
        else {
            break;
        };
        let mut around = match last.group {
            Some((group, place)) if group.elements.len() > 1 => vec![(Holder::from(group), place)],
            _ => vec![(Holder::from(last.list), last.index)],
        };
        if around.first().is_some_and(|(holder, _)| holder.is_of(last.list)) {
            around.push((Holder::from(events), last.event));
            let place = root.properties.iter().rposition(|property| property.name.as_str() == "hooks");
            around.extend(place.map(|index| (Holder::from(root), index)));
        }
        let next = document.remove(&around).unwrap_or_else(|| "{}\n".to_owned());
        text = next;
    }
    let left: Vec<Foreign> =
        foreign_hooks(host, original)?.into_iter().filter(|found| !is_taken(found)).collect();
    let found = foreign_hooks(host, &text)?;
    if found.len() != left.len() || !found.iter().zip(&left).all(|(one, other)| is_same(one, other)) {
        return Err(RegisterError::Refused);
    }
    Ok(format!("{mark}{text}"))
}

/// A settings file with hooks put back: each with its event and, where groups have them, its matcher. What stands there
/// already, since somebody has restored the file, is not put there twice.
pub fn with_foreign(host: Host, text: Option<&str>, hooks: &[Foreign]) -> Result<String, RegisterError> {
    let layout = layout(host);
    let (mark, text) = without_mark(text.unwrap_or_default());
    let mut text = if text.trim_ascii().is_empty() { "{\n}\n".to_owned() } else { text.to_owned() };
    let mut there = foreign_hooks(host, &text)?;
    let is_missing = |hook: &&Foreign| match there.iter().position(|found| is_same(found, hook)) {
        Some(at) => {
            there.remove(at);
            false
        }
        None => true,
    };
    let missing: Vec<Foreign> = hooks.iter().filter(is_missing).cloned().collect();
    let mut rest = missing.as_slice();
    while let Some(first) = rest.first() {
        let is_beside = |hook: &&Foreign| {
            layout.entries == Entries::Grouped
                && (&hook.event, &hook.matcher) == (&first.event, &first.matcher)
        };
        let together = rest.iter().take_while(is_beside).count().max(1);
        let (group, behind) = rest.split_at(together);
        text = with_item(&text, layout, &first.event, &item(layout, first.matcher.as_deref(), group))?;
        rest = behind;
    }
    Ok(format!("{mark}{text}"))
}

/// Whether two are the same, wherever they stand.
fn is_same(one: &Foreign, other: &Foreign) -> bool {
    (&one.event, &one.matcher, &one.entry) == (&other.event, &other.matcher, &other.entry)
}

/// What stands in an event's list.
fn item(layout: Layout, matcher: Option<&str>, hooks: &[Foreign]) -> String {
    let one = |hook: &Foreign| {
        let fields = hook.entry.iter().map(|(key, value)| format!("{}: {value}", json!(key)));
        format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
    };
    let entries = hooks.iter().map(one).collect::<Vec<_>>().join(", ");
    if layout.entries != Entries::Grouped {
        return entries;
    }
    let matcher = matcher.map(|matcher| format!("\"matcher\": {}, ", json!(matcher)));
    format!("{{ {}\"hooks\": [{entries}] }}", matcher.unwrap_or_default())
}

fn with_item(text: &str, layout: Layout, event: &str, item: &str) -> Result<String, RegisterError> {
    let document = Document::parse(text)?;
    let Some(root) = root(&document)? else { return Err(shape(&document, 0, "the file", "an object")) };
    let (unit, newline) = (document.unit(), document.newline());
    let list_text =
        |indent: &str| format!("{}: [{newline}{indent}{unit}{item}{newline}{indent}]", json!(event));
    let Some(events) = events(&document, root, layout)? else {
        return Ok(document.insert(&Holder::from(root), |indent| {
            let inner = format!("{indent}{unit}");
            format!("\"hooks\": {{{newline}{inner}{}{newline}{indent}}}", list_text(&inner))
        }));
    };
    match property(events, event) {
        None => Ok(document.insert(&Holder::from(events), list_text)),
        Some(found) => {
            let found = list(&document, found, &format!("`hooks.{event}`"))?;
            Ok(document.insert(&Holder::from(found), |_| item.to_owned()))
        }
    }
}
