//! Reads a configuration file: the shapes around its hooks, and the place of everything.

use std::path::Path;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::{Configuration, Gravity, Place, Problem};
use crate::event::{Subject, known_events};
use crate::matcher::Matcher;

pub(super) struct Reader<'t> {
    file: &'t Path,
    text: &'t str,
    found: Configuration,
}

/// A value and the way to it.
#[derive(Clone)]
pub(super) struct At<'a, 't> {
    pub(super) value: &'a Value<'t>,
    pub(super) path: String,
}

impl<'a, 't> At<'a, 't> {
    pub(super) fn key(&self, object: &'a Object<'t>, key: &str) -> Option<Self> {
        let value = &object.get(key)?.value;
        // `null` is as good as nothing.
        (!matches!(value, Value::NullKeyword(_)))
            .then(|| Self { value, path: format!("{}.{key}", self.path) })
    }

    fn element(&self, value: &'a Value<'t>, index: usize) -> Self {
        Self { value, path: format!("{}[{index}]", self.path) }
    }
}

impl<'t> Reader<'t> {
    pub(super) fn new(file: &'t Path, text: &'t str) -> Self {
        let found = Configuration { files: vec![file.to_owned()], ..Configuration::default() };
        Self { file, text, found }
    }

    pub(super) fn read(mut self) -> Configuration {
        let options = ParseOptions {
            allow_comments: true,
            allow_trailing_commas: true,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        // Windows editors put a mark before the text.
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(self.text);
        self.text = text;
        match parse_to_ast(text, &CollectOptions::default(), &options) {
            Ok(parsed) => match parsed.value {
                Some(Value::Object(object)) => self.root(&object),
                // An empty file has no hooks.
                None => {}
                Some(other) => {
                    let at = At { value: &other, path: String::new() };
                    self.left_out(&at, "is not an object", "write { \"hooks\": { … } }");
                }
            },
            Err(error) => self.found.problems.push(Problem {
                gravity: Gravity::LeftOut,
                place: self.place(error.range(), String::new()),
                what: format!("is not JSON: {}", lower(&error.kind().to_string())),
                help: "mend it; no hook of this file runs until then".to_owned(),
            }),
        }
        self.found
    }

    fn root(&mut self, root: &Object<'t>) {
        if root.get_boolean("disableAllHooks").is_some_and(|switch| switch.value) {
            self.found.disabled_by = Some(self.file.to_owned());
        }
        let Some(hooks) = root.get("hooks") else { return };
        let at = At { value: &hooks.value, path: "hooks".to_owned() };
        match &hooks.value {
            Value::Object(events) => {
                for event in &events.properties {
                    let name = event.name.as_str();
                    let at = At { value: &event.value, path: format!("hooks.{name}") };
                    self.event(name, &at);
                }
            }
            Value::NullKeyword(_) => {}
            _ => self.left_out(
                &at,
                "is not an object",
                "write { \"PreToolUse\": [ … ] }, an event and its hooks",
            ),
        }
    }

    fn event(&mut self, name: &str, at: &At<'_, 't>) {
        if Subject::of(name) == Subject::Unknown
            && let Some(known) = similar(name, known_events())
        {
            self.doubt(
                at,
                &format!("is an event that is not known; `{known}` is"),
                "write that if you mean it",
            );
        }
        match at.value {
            Value::Array(entries) => {
                for (index, value) in entries.elements.iter().enumerate() {
                    self.entry(name, &at.element(value, index));
                }
            }
            _ => self.left_out(at, "is not a list", "put its hooks between [ and ]"),
        }
    }

    /// An entry of an event: a command, a hook, or a matcher with its hooks.
    fn entry(&mut self, event: &str, at: &At<'_, 't>) {
        let Value::Object(object) = at.value else {
            return self.hook(event, &Matcher::default(), at);
        };
        let Some(matcher) = self.matcher(event, object, at) else { return };
        match (at.key(object, "hooks"), object.get("command")) {
            (Some(_), Some(_)) => {
                self.left_out(
                    at,
                    "has both `hooks` and `command`",
                    "keep `command`, or move it into `hooks`",
                );
            }
            (Some(hooks), None) => match hooks.value {
                Value::Array(list) => {
                    for (index, value) in list.elements.iter().enumerate() {
                        let at = hooks.element(value, index);
                        if let Value::Object(hook) = value
                            && let Some(at) = at.key(hook, "matcher")
                        {
                            self.doubt(&at, "is not looked at in here", "put it beside `hooks`");
                        }
                        self.hook(event, &matcher, &at);
                    }
                }
                _ => self.left_out(&hooks, "is not a list", "put its hooks between [ and ]"),
            },
            (None, _) => self.hook(event, &matcher, at),
        }
    }

    fn hook(&mut self, event: &str, matcher: &Matcher, at: &At<'_, 't>) {
        let hook = super::entry::read(self, event, matcher, at);
        self.found.hooks.extend(hook);
    }

    /// The matcher of an entry: a text, or an object with a text for each field. `None` if it is wrong, which is said.
    fn matcher(&mut self, event: &str, entry: &Object<'t>, at: &At<'_, 't>) -> Option<Matcher> {
        let Some(at) = at.key(entry, "matcher") else { return Some(Matcher::default()) };
        let help = "write names as `Edit|Write`, or a regular expression without look-around";
        match at.value {
            Value::StringLit(text) => match Matcher::parse(&text.value) {
                Ok(matcher) => Some(matcher),
                Err(error) => {
                    self.left_out(&at, &format!("is `{}`, which cannot be read: {error}", text.value), help);
                    None
                }
            },
            Value::Object(fields) => {
                let mut matcher = Matcher::default();
                for field in &fields.properties {
                    let key = field.name.as_str();
                    let at = At { value: &field.value, path: format!("{}.{key}", at.path) };
                    let Some(name) = Matcher::field(key) else {
                        let keys =
                            Matcher::keys().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
                        self.left_out(&at, "is not something to match", &format!("there are {keys}"));
                        return None;
                    };
                    if Subject::of(event).excludes(name) {
                        self.doubt(&at, &format!("never fits: {event} has no `{name}`"), "leave it out");
                    }
                    let Value::StringLit(text) = &field.value else {
                        self.left_out(&at, "is not a text", help);
                        return None;
                    };
                    if let Err(error) = matcher.demand(name, &text.value) {
                        self.left_out(
                            &at,
                            &format!("is `{}`, which cannot be read: {error}", text.value),
                            help,
                        );
                        return None;
                    }
                }
                Some(matcher)
            }
            _ => {
                self.left_out(&at, "is neither a text nor an object", help);
                None
            }
        }
    }

    pub(super) fn left_out(&mut self, at: &At<'_, 't>, what: &str, help: &str) {
        self.problem(Gravity::LeftOut, at, what, help);
    }

    pub(super) fn doubt(&mut self, at: &At<'_, 't>, what: &str, help: &str) {
        self.problem(Gravity::Doubtful, at, what, help);
    }

    fn problem(&mut self, gravity: Gravity, at: &At<'_, 't>, what: &str, help: &str) {
        let place = self.place(at.value.range(), at.path.clone());
        self.found.problems.push(Problem { gravity, place, what: what.to_owned(), help: help.to_owned() });
    }

    pub(super) fn place(&self, range: Range, path: String) -> Place {
        let before = self.text.get(..range.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Place { file: self.file.to_owned(), line, column, path }
    }

    /// What stands at a place, as it is written.
    pub(super) fn written(&self, at: &At<'_, 't>) -> &'t str {
        let range = at.value.range();
        self.text.get(range.start..range.end).unwrap_or_default()
    }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A known name that a name may have been meant to be: it differs in case, or by a letter or two.
pub(super) fn similar<'k>(name: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let name = name.to_lowercase().replace(['-', '_'], "");
    known
        .map(|known| (distance(&name, &known.to_lowercase()), known))
        .filter(|(far, _)| *far <= 2)
        .min()
        .map(|(_, known)| known)
}

/// How many letters must be put in, taken out or changed to make one word of the other.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut corner = i;
        let mut left = i + 1;
        for (b, cell) in other.chars().zip(row.iter_mut().skip(1)) {
            let above = *cell;
            let changed = corner + usize::from(a != b);
            *cell = changed.min(above + 1).min(left + 1);
            (corner, left) = (above, *cell);
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}
