//! The registration in a file that others own, too. One editor for all such files: the events' lists stand under `hooks`
//! or in the root, and our entry stands in a list or in a group of it.

use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use serde_json::json;

use super::command::{is_amp_delegate, is_ours};
use super::needed::{CURSOR_VERSION, VERSION, lacks_version, left, needed};
use super::splice::{Document, Holder};
use super::steps::{Step, fields, object, one_line, steps};
use super::targets::{Entries, Layout, Target};
use super::{Order, Origin, RegisterError, value, without_mark};
use crate::Host;

pub(super) fn register(
    layout: Layout,
    target: &Target,
    existing: Option<&str>,
    wanted: &Order,
) -> Result<String, RegisterError> {
    let host = target.host;
    let existing = existing.filter(|text| !without_mark(text).1.trim_ascii().is_empty());
    let Some(existing) = existing else {
        let mut text = fresh(layout, target, wanted);
        for step in steps(host) {
            while let Some(next) = next_edit(&text, layout, host, *step, wanted)? {
                text = next;
            }
        }
        return Ok(text);
    };
    let (mark, original) = without_mark(existing);
    let layout = layout.as_found(original)?;
    let mut text = original.to_owned();
    if lacks_version(host, &value(&text)?) {
        let document = Document::parse(&text)?;
        let root = root(&document)?.ok_or_else(|| shape(&document, 0, "the file", "an object"))?;
        text = document.insert_first(&Holder::from(root), |_| CURSOR_VERSION.to_owned());
    }
    for step in steps(host) {
        while let Some(next) = next_edit(&text, layout, host, *step, wanted)? {
            text = next;
        }
    }
    checked(original, Some(&text), layout, host)?;
    Ok(format!("{mark}{text}"))
}

pub(super) fn unregister(
    layout: Layout,
    target: &Target,
    existing: &str,
    origin: Origin,
) -> Result<Option<String>, RegisterError> {
    let host = target.host;
    let (mark, original) = without_mark(existing);
    let layout = layout.as_found(original)?;
    let mut text = Some(original.to_owned());
    while let Some(current) = &text {
        match without_last(current, layout, host)? {
            Without::Unchanged => break,
            Without::Text(next) => text = Some(next),
            Without::Nothing => text = None,
        }
    }
    if let Origin::Lacking(keys) = origin
        && keys.iter().any(|key| key == VERSION)
    {
        text = text.map(|text| without_version(&text)).transpose()?;
    }
    checked(original, text.as_deref(), layout, host)?;
    // Nobody but us has written what is left of it; what had none of ours in it is somebody's.
    if origin == Origin::Untold && text.as_deref() != Some(original) && text == left(target) {
        text = None;
    }
    Ok(text.map(|text| format!("{mark}{text}")))
}

/// A file without the version that was added to it, if that still says what we wrote.
fn without_version(text: &str) -> Result<String, RegisterError> {
    let document = Document::parse(text)?;
    let Some(root) = root(&document)? else { return Ok(text.to_owned()) };
    let ours = |property: &ObjectProp| {
        let there = text.get(property.start()..property.end());
        property.name.as_str() == VERSION && there == Some(CURSOR_VERSION)
    };
    let Some(index) = root.properties.iter().position(ours) else { return Ok(text.to_owned()) };
    let holder = Holder::from(root);
    let first = if index == 0 { document.remove_first(&holder) } else { None };
    Ok(first.unwrap_or_else(|| document.without(&holder, index)))
}

impl Layout {
    /// factory-droid.md: two shapes of one file are told of; the one that is there is the one that works.
    fn as_found(self, text: &str) -> Result<Self, RegisterError> {
        let is_event_map = |value: &serde_json::Value| {
            let Some(root) = value.as_object() else { return false };
            !root.contains_key("hooks") && steps(Host::Droid).iter().any(|step| root.contains_key(step.name))
        };
        let unwrapped = self.entries == Entries::Grouped && is_event_map(&value(text)?);
        Ok(if unwrapped { Self { under: None, ..self } } else { self })
    }
}

/// One of our entries, and where it stands.
pub(super) struct Ours<'v, 't> {
    /// What stands in the event's list: the entry, or the group around it.
    item: &'v Object<'t>,
    index: usize,
    /// The list of the group.
    group: Option<&'v Array<'t>>,
    entry_index: usize,
}

impl Ours<'_, '_> {
    fn is_alone(&self) -> bool {
        self.group.is_none_or(|group| group.elements.len() == 1)
    }

    /// What has to go: the item, or, where others stand in the group too, the entry.
    fn around(&self, list: &Array) -> Vec<(Holder, usize)> {
        match self.group {
            Some(group) if !self.is_alone() => vec![(Holder::from(group), self.entry_index)],
            _ => vec![(Holder::from(list), self.index)],
        }
    }
}

fn ours<'v, 't>(list: &'v Array<'t>, layout: Layout, host: Host) -> Vec<Ours<'v, 't>> {
    let mut found = Vec::new();
    for (index, item) in list.elements.iter().enumerate() {
        let Value::Object(item) = item else { continue };
        match layout.entries {
            Entries::Grouped => {
                let Some(Value::Array(group)) = property(item, "hooks") else { continue };
                for (entry_index, entry) in group.elements.iter().enumerate() {
                    let Value::Object(entry) = entry else { continue };
                    if entry_is_ours(entry, host) {
                        found.push(Ours { item, index, group: Some(group), entry_index });
                    }
                }
            }
            Entries::Flat | Entries::FlatFirst => {
                if entry_is_ours(item, host) {
                    found.push(Ours { item, index, group: None, entry_index: 0 });
                }
            }
        }
    }
    found
}

fn entry_is_ours(entry: &Object, host: Host) -> bool {
    match host {
        Host::Amp => text_of(entry, "to").is_some_and(is_amp_delegate),
        _ => command_line(entry).is_some_and(|line| is_ours(&line, host)),
    }
}

/// `command`, with `args` behind it where they are given (claude-code.md §1).
pub(super) fn command_line(entry: &Object) -> Option<String> {
    let command = text_of(entry, "command")?;
    let Some(Value::Array(arguments)) = property(entry, "args") else { return Some(command.to_owned()) };
    // In this form the command is one word, whatever stands in it.
    let mut line = format!("'{command}'");
    for argument in &arguments.elements {
        line.push(' ');
        line.push_str(argument.as_string_lit().map_or("?", |text| &text.value));
    }
    Some(line)
}

/// The same of a value.
pub(super) fn line_of(entry: &serde_json::Value) -> String {
    let command = entry.get("command").and_then(|command| command.as_str()).unwrap_or_default();
    let Some(arguments) = entry.get("args").and_then(|arguments| arguments.as_array()) else {
        return command.to_owned();
    };
    let words = arguments.iter().map(|argument| argument.as_str().unwrap_or("?"));
    std::iter::once(format!("'{command}'")).chain(words.map(str::to_owned)).collect::<Vec<_>>().join(" ")
}

/// What stands in an event's list, as text and as value.
fn item(layout: Layout, host: Host, step: Step, wanted: &Order) -> (String, serde_json::Value) {
    let entry = fields(host, step, wanted);
    match layout.entries {
        Entries::Flat | Entries::FlatFirst => (one_line(&entry), object(&entry)),
        Entries::Grouped => {
            let matcher = step.matcher(host).map(|matcher| format!("\"matcher\": {}, ", json!(matcher)));
            let text = format!("{{ {}\"hooks\": [{}] }}", matcher.unwrap_or_default(), one_line(&entry));
            let mut group = json!({ "hooks": [object(&entry)] });
            if let (Some(matcher), Some(group)) = (step.matcher(host), group.as_object_mut()) {
                group.insert("matcher".to_owned(), json!(matcher));
            }
            (text, group)
        }
    }
}

/// A new file, with our first entry.
fn fresh(layout: Layout, target: &Target, wanted: &Order) -> String {
    let host = target.host;
    let Some(first) = steps(host).first() else { return "{}\n".to_owned() };
    let (item, _) = item(layout, host, *first, wanted);
    let needed = needed(target).map(|needed| format!("{needed},\n")).unwrap_or_default();
    let name = first.name;
    match layout.under {
        Some(under) => {
            format!("{{\n{needed}  \"{under}\": {{\n    \"{name}\": [\n      {item}\n    ]\n  }}\n}}\n")
        }
        None => format!("{{\n{needed}  \"{name}\": [\n    {item}\n  ]\n}}\n"),
    }
}

/// The next edit on the way to one right entry for an event; `None` if it is there.
fn next_edit(
    text: &str,
    layout: Layout,
    host: Host,
    step: Step,
    wanted: &Order,
) -> Result<Option<String>, RegisterError> {
    let document = Document::parse(text)?;
    let Some(root) = root(&document)? else {
        return Err(shape(&document, 0, "the file", "an object"));
    };
    let (item, wanted_value) = item(layout, host, step, wanted);
    let (unit, newline) = (document.unit(), document.newline());
    let event = step.name;
    let list = |indent: &str| format!("\"{event}\": [{newline}{indent}{unit}{item}{newline}{indent}]");
    let Some(events) = events(&document, root, layout)? else {
        let under = layout.under.unwrap_or_default();
        return Ok(Some(document.insert(&Holder::from(root), |indent| {
            let inner = format!("{indent}{unit}");
            format!("\"{under}\": {{{newline}{inner}{}{newline}{indent}}}", list(&inner))
        })));
    };
    let entries = match property(events, event) {
        Some(Value::Array(entries)) => entries,
        Some(other) => {
            let path = layout.under.map_or_else(|| event.to_owned(), |under| format!("{under}.{event}"));
            return Err(shape(&document, other.start(), &format!("`{path}`"), "a list"));
        }
        None => return Ok(Some(document.insert(&Holder::from(events), list))),
    };
    let mut ours = ours(entries, layout, host);
    if layout.entries == Entries::FlatFirst && ours.first().is_some_and(|first| first.index != 0) {
        // What others say first would decide before us.
        return Ok(ours.pop().and_then(|last| document.remove(&last.around(entries))));
    }
    let Some(kept) = ours.iter().position(Ours::is_alone) else {
        return Ok(match (ours.last(), layout.entries) {
            (Some(mixed), _) => document.remove(&mixed.around(entries)),
            (None, Entries::FlatFirst) => {
                Some(document.insert_first(&Holder::from(entries), |_| item.clone()))
            }
            (None, Entries::Flat | Entries::Grouped) => {
                Some(document.insert(&Holder::from(entries), |_| item.clone()))
            }
        });
    };
    if let Some((_, extra)) = ours.iter().enumerate().rev().find(|(index, _)| *index != kept) {
        return Ok(document.remove(&extra.around(entries)));
    }
    let Some(kept) = ours.get(kept) else { return Ok(None) };
    let there = text.get(kept.item.start()..kept.item.end()).unwrap_or_default();
    if value(there)? == wanted_value {
        return Ok(None);
    }
    Ok(Some(document.replace(kept.item, item)))
}

/// What is left when one entry of ours is taken out.
enum Without {
    /// There is none.
    Unchanged,
    Text(String),
    /// The file was made for it.
    Nothing,
}

/// The file without the last entry of ours. The last one first, so that the first one is still where it was put when it
/// is looked at.
fn without_last(text: &str, layout: Layout, host: Host) -> Result<Without, RegisterError> {
    let document = Document::parse(text)?;
    let Some(root) = root(&document)? else { return Ok(Without::Unchanged) };
    let Some(events) = events(&document, root, layout)? else { return Ok(Without::Unchanged) };
    for (index, event) in events.properties.iter().enumerate().rev() {
        let Value::Array(entries) = &event.value else { continue };
        let Some(last) = ours(entries, layout, host).pop() else { continue };
        if layout.entries == Entries::FlatFirst
            && last.index == 0
            && let Some(text) = document.remove_first(&Holder::from(entries))
        {
            return Ok(Without::Text(text));
        }
        let mut around = last.around(entries);
        if last.is_alone() {
            around.push((Holder::from(events), index));
            if let Some(under) = layout.under {
                let place = root.properties.iter().rposition(|property| property.name.as_str() == under);
                around.extend(place.map(|index| (Holder::from(root), index)));
            }
        }
        return Ok(document.remove(&around).map_or(Without::Nothing, Without::Text));
    }
    Ok(Without::Unchanged)
}

/// The root, if there is any value at all.
pub(super) fn root<'v, 't>(document: &'v Document<'t>) -> Result<Option<&'v Object<'t>>, RegisterError> {
    match &document.value {
        None => Ok(None),
        Some(Value::Object(root)) => Ok(Some(root)),
        Some(other) => Err(shape(document, other.start(), "the file", "an object")),
    }
}

/// The object in which the events' lists stand.
pub(super) fn events<'v, 't>(
    document: &Document,
    root: &'v Object<'t>,
    layout: Layout,
) -> Result<Option<&'v Object<'t>>, RegisterError> {
    let Some(under) = layout.under else { return Ok(Some(root)) };
    match property(root, under) {
        None => Ok(None),
        Some(Value::Object(events)) => Ok(Some(events)),
        Some(other) => Err(shape(document, other.start(), &format!("`{under}`"), "an object")),
    }
}

pub(super) fn shape(document: &Document, at: usize, what: &str, expected: &'static str) -> RegisterError {
    let (line, column) = document.place(at);
    RegisterError::Shape { line, column, what: what.to_owned(), expected }
}

/// The value of a key: of two with the same name the host sees the last.
pub(super) fn property<'v, 't>(object: &'v Object<'t>, name: &str) -> Option<&'v Value<'t>> {
    object.properties.iter().rev().find(|property| property.name.as_str() == name).map(|found| &found.value)
}

fn text_of<'v>(object: &'v Object, name: &str) -> Option<&'v str> {
    property(object, name)?.as_string_lit().map(|text| &*text.value)
}

/// Nothing is ever lost: what is not ours has to be the same before and after.
fn checked(before: &str, after: Option<&str>, layout: Layout, host: Host) -> Result<(), RegisterError> {
    let before = others(before, layout, host)?;
    let after = others(after.unwrap_or("{}"), layout, host)?;
    if before == after { Ok(()) } else { Err(RegisterError::Refused) }
}

/// A file without our entries, and without the empty objects and lists that may be left of them.
fn others(text: &str, layout: Layout, host: Host) -> Result<serde_json::Value, RegisterError> {
    let mut settings = value(text)?;
    let Some(root) = settings.as_object_mut() else { return Ok(settings) };
    if host == Host::Cursor && root.get("version") == Some(&json!(1)) {
        root.remove("version");
    }
    let events = match layout.under {
        Some(under) => root.get_mut(under).and_then(|events| events.as_object_mut()),
        None => Some(&mut *root),
    };
    let Some(events) = events else { return Ok(settings) };
    let is_ours = |entry: &serde_json::Value| match host {
        Host::Amp => entry.get("to").and_then(|to| to.as_str()).is_some_and(is_amp_delegate),
        _ => is_ours(&line_of(entry), host),
    };
    for list in events.values_mut().filter_map(|list| list.as_array_mut()) {
        list.retain_mut(|item| {
            if layout.entries != Entries::Grouped {
                return !is_ours(item);
            }
            let Some(group) = item.get_mut("hooks").and_then(|list| list.as_array_mut()) else { return true };
            let before = group.len();
            group.retain(|entry| !is_ours(entry));
            !group.is_empty() || before == 0
        });
    }
    events.retain(|_, list| list.as_array().is_none_or(|list| !list.is_empty()));
    if let Some(under) = layout.under
        && events.is_empty()
    {
        root.remove(under);
    }
    Ok(settings)
}
