//! What an expression gives, as far as it is known. Cheap to copy.

use std::cell::Cell;
use std::rc::Rc;

use super::datum::{Datum, Origin};
use super::hint;
use super::member::is_listing;
use super::token::Code;
use crate::source::Source;
use crate::value::Value;

/// So many lines of a text are told apart.
const MAX_LINES: usize = 32;

/// What an expression gives.
#[derive(Clone, Debug)]
pub(super) enum Thing {
    /// A text, or something of which nothing else is known.
    Text(Rc<Datum>),
    /// An object that stands for a path: `Path('x')`.
    Path(Rc<Datum>),
    Number(i64),
    List(Rc<Vec<Thing>>),
    /// An object or dictionary.
    Table(Rc<Vec<(String, Thing)>>),
    /// A module, class, function or global by its full name: `os.path.join`.
    Named(Rc<str>),
    /// Something of an object, which may be called: `p.unlink`.
    Method(Rc<Method>),
    /// A function of the text itself.
    Function(Rc<Function>),
    /// An open file.
    Handle(Rc<Handle>),
    /// A connection to an address.
    Connection(Rc<Datum>),
    /// All environment variables.
    Environment,
}

/// Something of an object.
#[derive(Debug)]
pub(super) struct Method {
    pub(super) receiver: Thing,
    pub(super) name: Rc<str>,
    /// The variable that holds the receiver.
    pub(super) place: Option<Rc<str>>,
}

/// A function of the text itself.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: Option<Rc<str>>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) body: Code,
    pub(super) gives: Gives,
    /// Whether the text calls it, as far as has been seen.
    pub(super) is_called: Cell<bool>,
}

/// A parameter of a function.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: Rc<str>,
    /// The names in it, where it takes a thing apart: `({a: b}) => …`.
    pub(super) pattern: Option<Code>,
    /// What it is where nothing is given.
    pub(super) default: Option<Code>,
    pub(super) takes: Takes,
}

/// How many arguments a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    One,
    /// All that are left, as a list: `...a`, `*args`.
    Rest,
}

impl Parameter {
    pub(super) fn named(name: Rc<str>) -> Self {
        Self { name, pattern: None, default: None, takes: Takes::One }
    }
}

/// What a function gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gives {
    /// Its only expression.
    Expression,
    /// What it returns, else its last value.
    Returned,
}

/// An open file.
#[derive(Debug)]
pub(super) struct Handle {
    pub(super) path: Datum,
    /// The step that writes it, if it is open for that.
    pub(super) step: Option<usize>,
    /// What it holds, as far as the text itself has told.
    pub(super) content: Option<Datum>,
}

impl Handle {
    /// What is read from it.
    pub(super) fn datum(&self) -> Datum {
        match &self.content {
            Some(content) => content.clone(),
            None => Datum::from_origin(Origin::File(self.path.value.clone())),
        }
    }

    /// What is read from it by the line: a line, or all of it.
    pub(super) fn line(&self) -> Datum {
        let mut datum = self.datum();
        datum.value = match datum.value {
            Value::Known(text) => some_of(&text),
            other @ (Value::Few(_) | Value::Pattern(_) | Value::Unknown(_)) => other,
        };
        datum
    }
}

/// A line of a text, or the whole of it.
pub(super) fn some_of(text: &str) -> Value {
    let lines: Vec<&str> = text.lines().take(MAX_LINES).collect();
    match lines.as_slice() {
        [] => Value::Known(String::new()),
        [line] => Value::Known((*line).to_owned()),
        lines => {
            let whole = std::iter::once(text.to_owned());
            Value::few(whole.chain(lines.iter().map(|line| (*line).to_owned())).collect())
        }
    }
}

impl Thing {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::of(Datum::known(text))
    }

    pub(super) fn of(datum: Datum) -> Self {
        Self::Text(Rc::new(datum))
    }

    pub(super) fn path(datum: Datum) -> Self {
        Self::Path(Rc::new(datum))
    }

    pub(super) fn unknown() -> Self {
        Self::of(Datum::unknown())
    }

    pub(super) fn list(things: Vec<Self>) -> Self {
        Self::List(Rc::new(things))
    }

    pub(super) fn named(name: &str) -> Self {
        Self::Named(name.into())
    }

    /// What it is as a text.
    pub(super) fn datum(&self) -> Datum {
        match self {
            Self::Text(datum) | Self::Path(datum) => (**datum).clone(),
            Self::Number(number) => Datum::known(number.to_string()),
            Self::List(things) => Datum::derived_of(&things.iter().map(Self::datum).collect::<Vec<_>>()),
            Self::Table(entries) => {
                Datum::derived_of(&entries.iter().map(|(_, thing)| thing.datum()).collect::<Vec<_>>())
            }
            Self::Named(name) => hint::setting(name).unwrap_or_else(Datum::unknown),
            Self::Function(_) => Datum::unknown(),
            Self::Method(method) => {
                let mut datum = method.receiver.datum().derived().without_craft();
                if let (Value::Unknown(sources), Some(setting)) =
                    (&mut datum.value, hint::setting_of_object(&method.name))
                {
                    sources.add(&setting.sources());
                }
                datum
            }
            Self::Handle(handle) => handle.datum(),
            Self::Connection(target) => from_network(&target.value),
            Self::Environment => Datum::from_source(Source::Environment),
        }
    }

    /// Every text of it, lists and tables taken apart.
    pub(super) fn data(&self) -> Vec<Datum> {
        match self {
            Self::List(things) => things.iter().flat_map(Self::data).collect(),
            Self::Table(entries) => entries.iter().flat_map(|(_, thing)| thing.data()).collect(),
            Self::Named(name) if !is_literal(name) => vec![self.datum()],
            Self::Named(_) | Self::Function(_) => Vec::new(),
            Self::Text(_)
            | Self::Path(_)
            | Self::Number(_)
            | Self::Method(_)
            | Self::Handle(_)
            | Self::Connection(_)
            | Self::Environment => vec![self.datum()],
        }
    }

    /// The paths that it may name: one, or all of a list.
    pub(super) fn paths(&self) -> Vec<Value> {
        match self {
            Self::Text(datum) | Self::Path(datum) => vec![datum.value.clone()],
            Self::List(things) => things.iter().flat_map(Self::paths).collect(),
            Self::Handle(handle) => vec![handle.path.value.clone()],
            Self::Method(_) => vec![self.datum().value],
            Self::Number(_)
            | Self::Table(_)
            | Self::Named(_)
            | Self::Function(_)
            | Self::Connection(_)
            | Self::Environment => Vec::new(),
        }
    }

    /// A name that nobody has bound stands for something unknown, unless it is a plain word of the language.
    pub(super) fn or_unknown(&self) -> Self {
        match self {
            Self::Named(name) if !is_literal(name) => Self::of(self.datum()),
            other => other.clone(),
        }
    }

    /// Exactly this text.
    pub(super) fn known(&self) -> Option<&str> {
        match self {
            Self::Text(datum) | Self::Path(datum) => datum.text(),
            Self::Number(_)
            | Self::List(_)
            | Self::Table(_)
            | Self::Named(_)
            | Self::Method(_)
            | Self::Function(_)
            | Self::Handle(_)
            | Self::Connection(_)
            | Self::Environment => None,
        }
    }

    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            other => other.known().and_then(|text| text.trim().parse().ok()),
        }
    }

    pub(super) fn elements(&self) -> Option<&[Self]> {
        match self {
            Self::List(things) => Some(things),
            _ => None,
        }
    }

    pub(super) fn entry(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Table(entries) => entries.iter().rev().find(|(is, _)| is == key).map(|(_, thing)| thing),
            _ => None,
        }
    }

    /// Whether it may count as true: only what is plainly false does not.
    pub(super) fn may_be_true(&self) -> bool {
        match self {
            Self::Number(number) => *number != 0,
            Self::Named(name) => {
                !matches!(&**name, "False" | "false" | "None" | "nil" | "null" | "undefined")
            }
            other => other.known() != Some(""),
        }
    }

    /// One or the other.
    pub(super) fn either(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Text(left), Self::Text(right)) => Self::of(left.either(right)),
            (Self::Path(left), Self::Path(right) | Self::Text(right))
            | (Self::Text(left), Self::Path(right)) => Self::path(left.either(right)),
            (Self::Text(left), Self::Number(_)) => Self::of(left.either(&other.datum())),
            // Of two different things the one that does more is followed.
            (Self::Named(name), Self::Text(_)) if !is_literal(name) => Self::unknown().either(other),
            (Self::Number(_) | Self::Text(_) | Self::Named(_), other) => other.clone(),
            (left, _) => left.clone(),
        }
    }

    /// Something that is made of it.
    pub(super) fn derived(&self) -> Self {
        Self::of(self.datum().derived())
    }

    /// What the rounds of a loop over it take: several listings are no one thing, everything else is.
    pub(super) fn rounds(&self) -> Vec<Self> {
        const MAX_ROUNDS: usize = 4;
        let is_listed = |thing: &Self| matches!(thing, Self::Text(datum) if is_listing(&datum.value));
        match self {
            Self::List(things) if things.len() <= MAX_ROUNDS && things.iter().any(is_listed) => {
                things.to_vec()
            }
            other => vec![other.element()],
        }
    }

    /// What a loop over it takes, one after the other.
    pub(super) fn element(&self) -> Self {
        match self {
            Self::List(things) => {
                let mut things = things.iter();
                let Some(first) = things.next() else { return Self::unknown() };
                // Tuples keep their places, so that each name gets the values of its own.
                things.fold(listed(first), |all, thing| match (&all, thing) {
                    (Self::List(left), Self::List(right)) if left.len() == right.len() => {
                        Self::list(left.iter().zip(right.iter()).map(|(l, r)| l.either(r)).collect())
                    }
                    _ => all.either(thing),
                })
            }
            Self::Text(datum) if matches!(datum.value, Value::Pattern(_)) => self.clone(),
            Self::Path(_) => self.clone(),
            Self::Handle(handle) => Self::of(handle.line()),
            Self::Table(entries) => {
                let keys = entries.iter().map(|(key, _)| Self::text(key.clone())).collect();
                Self::list(keys).element()
            }
            Self::Text(_)
            | Self::Number(_)
            | Self::Named(_)
            | Self::Method(_)
            | Self::Function(_)
            | Self::Connection(_)
            | Self::Environment => self.derived(),
        }
    }
}

/// Words that stand for themselves.
fn is_literal(name: &str) -> bool {
    let literals = ["True", "False", "None", "true", "false", "null", "nil", "undefined", "NULL"];
    literals.contains(&name)
}

/// A single text of a loop, marked as one of a list.
fn listed(thing: &Thing) -> Thing {
    match thing {
        Thing::Number(number) => Thing::text(number.to_string()),
        other => other.clone(),
    }
}

/// Something that came from an address.
pub(super) fn from_network(target: &Value) -> Datum {
    let mut datum = Datum::from_source(Source::Network(target.to_string()));
    if let Value::Unknown(sources) = &mut datum.value {
        sources.add(&target.sources());
    }
    datum
}
