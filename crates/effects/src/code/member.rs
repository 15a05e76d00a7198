//! Parts of things: members by name, elements by index.

use std::rc::Rc;

use super::Language;
use super::arguments::Arguments;
use super::cursor::Cursor;
use super::datum::Datum;
use super::environment::SPREAD;
use super::expression::Operand;
use super::machine::Machine;
use super::meaning::{Listing, Meaning};
use super::syntax::Calls;
use super::text_function;
use super::thing::{Method, Thing};
use super::token::{Code, Kind, Token};
use crate::value::Piece;
use crate::value::Value;

/// Stands for a key that is not known.
pub(super) const UNKNOWN_KEY: &str = "?";

/// A name that is longer is no name of a library.
const MAX_NAME: usize = 128;

impl Machine<'_> {
    /// What a name that the text does not bind stands for.
    pub(super) fn global(&mut self, name: &str) -> Thing {
        match self.dialect.constant(name) {
            Some(constant) => self.constant(constant, &[]),
            None => Thing::named(name),
        }
    }

    /// A member of a thing.
    pub(super) fn member(&mut self, thing: &Thing, name: &Rc<str>, place: Option<&Rc<str>>) -> Thing {
        if let Some(place) = place.filter(|place| place.len() < MAX_NAME) {
            let full: Rc<str> = format!("{place}.{name}").into();
            // What a class sets for all its objects is kept under its own name.
            let shared: Option<Rc<str>> = match &**place {
                "self" | "this" | "cls" => Some(Rc::clone(name)),
                "$this" => Some(format!("${name}").into()),
                _ => None,
            };
            let found = self.variables.get(&full).or_else(|| self.variables.get(&shared?));
            if let Some(found) = found {
                return found.clone();
            }
        }
        match thing {
            Thing::Named(class) if self.classes.contains(class) && self.variables.contains_key(name) => {
                self.variables.get(name).cloned().unwrap_or_else(Thing::unknown)
            }
            Thing::Named(module) if module.len() + name.len() < MAX_NAME => match (&**module, &**name) {
                (_, "call" | "apply" | "bind" | "__call__")
                    if self.dialect.meaning(&format!("{module}.{name}")).is_none() =>
                {
                    method(thing, name, place)
                }
                (_, "__dict__" | "__class__" | "prototype" | "default") => thing.clone(),
                // `__import__('a.b')` gives `a`, in which `b` is found.
                (module, name) if self.is(Language::Python) && module.ends_with(&format!(".{name}")) => {
                    thing.clone()
                }
                ("Object.constructor", "constructor") => Thing::named("Function"),
                (_, "constructor") => Thing::named("Object.constructor"),
                _ => self.global(&self.dialect.canonical(&format!("{module}.{name}"))),
            },
            Thing::Named(_) => Thing::unknown(),
            Thing::Table(_) => match thing.entry(name) {
                Some(found) => found.clone(),
                None if thing.entry(SPREAD).is_some() => self.environment_variable(name),
                None => method(thing, name, place),
            },
            Thing::Environment if self.is(Language::JavaScript) => self.environment_variable(name),
            Thing::Path(datum) => match &**name {
                "parent" | "dirname" => Thing::path(text_function::directory(datum)),
                "name" | "stem" | "basename" => Thing::of(text_function::base(datum)),
                "path" => Thing::of((**datum).clone()),
                "text" | "bytes" if self.is(Language::Jvm) => self.read_file(&Arguments::of([thing.clone()])),
                _ => method(thing, name, place),
            },
            Thing::Handle(handle) if &**name == "name" || &**name == "path" => Thing::of(handle.path.clone()),
            Thing::Text(datum) if is_listing(&datum.value) && matches!(&**name, "name" | "path") => {
                thing.clone()
            }
            Thing::Function(_) | Thing::Method(_) if &**name == "constructor" => Thing::named("Function"),
            Thing::Text(_)
            | Thing::Number(_)
            | Thing::List(_)
            | Thing::Method(_)
            | Thing::Function(_)
            | Thing::Handle(_)
            | Thing::Connection(_)
            | Thing::Environment => method(thing, name, place),
        }
    }

    /// An environment variable by its name.
    pub(super) fn environment_variable(&self, name: &str) -> Thing {
        if let Some(value) = (self.surroundings.environment)(name) {
            return Thing::of(Datum::of(value));
        }
        match (name, self.surroundings.home) {
            ("HOME" | "USERPROFILE", Some(home)) => Thing::text(home),
            ("HOME" | "USERPROFILE", None) => Thing::of(Datum::variable("HOME")),
            ("TMPDIR" | "TEMP" | "TMP", _) => Thing::text("/tmp"),
            ("PWD", _) => Thing::text("."),
            (name, _) => Thing::of(Datum::variable(name)),
        }
    }

    /// One of the environment variables, by a name that may be one of few.
    pub(super) fn environment_entry(&self, name: &Thing) -> Thing {
        let datum = name.datum();
        let values: Vec<Datum> =
            datum.value.texts().iter().map(|name| self.environment_variable(name).datum()).collect();
        match values.as_slice() {
            [] => Thing::Environment.derived(),
            [value] => Thing::of(value.clone()),
            values => Thing::of(Datum::derived_of(values)),
        }
    }

    /// An element: `list[0]`, `table['key']`, `text[::-1]`.
    pub(super) fn index(&mut self, operand: &Operand, inner: &Code) -> Operand {
        let slices = |token: &Token| token.is_sign(":") || token.is_sign("::");
        let thing = &operand.thing;
        // `local['rm']['-rf', 'x']`
        if let Thing::Named(name) = thing
            && self.program_words(name).is_some_and(|words| !words.is_empty())
        {
            let name = Rc::clone(name);
            let arguments = self.arguments(inner);
            return Operand::of(self.program_member(&name, &arguments).unwrap_or_else(Thing::unknown));
        }
        if self.is(Language::Python) && inner.tokens().iter().any(slices) {
            return Operand::of(self.slice(thing, inner));
        }
        let key = match inner.tokens() {
            [] => return Operand { thing: thing.clone(), place: operand.place.clone() },
            // A word between braces is a text in Perl, and in PHP's strings.
            [Token { kind: Kind::Name(name), .. }]
                if matches!(self.dialect.language, Language::Perl | Language::Php)
                    && !self.variables.contains_key(name) =>
            {
                Thing::text(&**name)
            }
            _ => {
                let mut at = Cursor::new(inner);
                let key = self.expression(&mut at);
                at.skip_sign(",");
                if !at.is_done() {
                    // `text[0, 4]`
                    self.expression(&mut at);
                    return Operand::of(thing.derived());
                }
                key
            }
        };
        // `Dir["**/*"]`
        if matches!(thing, Thing::Named(name) if &**name == "Dir") && self.is(Language::Ruby) {
            return Operand::of(self.list(Listing::Glob, &Arguments::of([key])));
        }
        let element = self.element_at(thing, &key, operand.place.as_ref());
        let place =
            element_place(operand.place.as_ref(), &key).or_else(|| unknown_place(operand.place.as_ref()));
        self.keep_variable(thing, place.as_ref(), key.known());
        Operand { thing: element, place }
    }

    fn element_at(&mut self, thing: &Thing, key: &Thing, place: Option<&Rc<str>>) -> Thing {
        if let Some(set) = element_place(place, key).and_then(|place| self.variables.get(&place)) {
            return set.clone();
        }
        let name = key.known().map(Rc::from);
        match (thing, key, name) {
            (Thing::List(things), Thing::Number(index), _) => {
                let index =
                    if *index < 0 { *index + i64::try_from(things.len()).unwrap_or(0) } else { *index };
                let found = usize::try_from(index).ok().and_then(|index| things.get(index));
                found.cloned().unwrap_or_else(Thing::unknown)
            }
            (Thing::List(_), _, None) => thing.element(),
            (Thing::Environment, _, _) => self.environment_entry(key),
            (Thing::Table(_), _, Some(name)) => match thing.entry(&name) {
                Some(found) => found.clone(),
                None if thing.entry(SPREAD).is_some() => self.environment_entry(key),
                None => Thing::unknown(),
            },
            (Thing::Table(entries), _, None) => {
                Thing::list(entries.iter().map(|(_, thing)| thing.clone()).collect()).element()
            }
            (Thing::Named(_), _, Some(name)) => self.member(thing, &name, place),
            // One of what a library gives is what all of it is.
            (Thing::Named(_), Thing::Number(_), None) => thing.clone(),
            (Thing::Method(_) | Thing::Function(_) | Thing::Text(_), _, Some(name))
                if self.is(Language::JavaScript) =>
            {
                self.member(thing, &name, place)
            }
            (Thing::Text(datum), Thing::Number(index), _) => {
                let index = usize::try_from(*index).ok();
                let pick = |text: &str| text.chars().nth(index?).map(String::from);
                Thing::of(datum.map(pick))
            }
            _ => thing.derived(),
        }
    }

    fn slice(&mut self, thing: &Thing, inner: &Code) -> Thing {
        let reversed = matches!(
            inner.tokens(),
            [first, minus, Token { kind: Kind::Number(Some(1)), .. }]
                if first.is_sign("::") && minus.is_sign("-")
        );
        if reversed {
            return text_function::reversed(thing);
        }
        let mut at = Cursor::new(inner);
        let from = if at.is_sign(":") { Some(0) } else { self.expression(&mut at).number() };
        at.skip_sign(":");
        let to = if at.is_done() { Some(i64::MAX) } else { self.expression(&mut at).number() };
        text_function::slice(thing, from, to)
    }

    /// What a name means when it is called.
    pub(super) fn meaning_of(&self, name: &str) -> Option<Meaning> {
        let dialect = self.dialect;
        let starred = || {
            self.stars
                .iter()
                .find_map(|module| dialect.meaning(&dialect.canonical(&format!("{module}.{name}"))))
        };
        let unqualified = || {
            let qualified = dialect.syntax.calls == Calls::Bare && !name.starts_with('$');
            let last = name.rsplit('.').next().filter(|_| qualified)?;
            dialect.meaning(last)
        };
        dialect.meaning(name).or_else(starred).or_else(unqualified)
    }
}

/// The name under which an element of a variable is kept once it is set.
fn element_place(place: Option<&Rc<str>>, key: &Thing) -> Option<Rc<str>> {
    let key = match key {
        Thing::Number(number) => number.to_string(),
        other => other.known()?.to_owned(),
    };
    let place = place.filter(|place| place.len() + key.len() < MAX_NAME)?;
    Some(format!("{place}.{key}").into())
}

/// The name of some element of a variable, nobody knows which.
fn unknown_place(place: Option<&Rc<str>>) -> Option<Rc<str>> {
    place.map(|place| format!("{place}.{UNKNOWN_KEY}").into())
}

/// Something of an object that is not looked up before it is used.
fn method(receiver: &Thing, name: &Rc<str>, place: Option<&Rc<str>>) -> Thing {
    // Methods of methods of methods are not told apart.
    let receiver = match receiver {
        Thing::Method(inner) if matches!(inner.receiver, Thing::Method(_)) => receiver.derived(),
        other => other.clone(),
    };
    Thing::Method(Rc::new(Method { receiver, name: Rc::clone(name), place: place.cloned() }))
}

/// Whether a value stands for whatever is in a directory.
pub(super) fn is_listing(value: &Value) -> bool {
    match value {
        Value::Pattern(pieces) => pieces.iter().any(|piece| matches!(piece, Piece::Glob(_))),
        Value::Known(_) | Value::Few(_) | Value::Unknown(_) => false,
    }
}
