//! A value together with what only the caller can look up: the files and commands whose content is part of it.

use crate::source::{Source, Sources};
use crate::value::{Few, Hole, Piece, Value};

/// The most origins that are followed for one datum.
const MAX_ORIGINS: usize = 8;

/// The most texts that one of few is spelled out to.
const MAX_FEW: usize = 64;

/// A value and where its unknown parts come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Datum {
    /// The value; what flows in from the origins is unknown in it.
    pub(crate) value: Value,
    /// What flows in, besides the value's own sources.
    pub(crate) origins: Vec<Origin>,
}

/// Where data comes from that the code itself does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The content of a file.
    File(Value),
    /// What a shell text prints.
    Shell(Value),
    /// What a program prints.
    Words(Vec<Value>),
    /// Texts of the code itself, in a form that nobody computes: whoever runs that, runs what cannot be seen.
    Crafted,
}

impl Datum {
    /// Exactly this text.
    pub(crate) fn known(text: impl Into<String>) -> Self {
        Self::of(Value::Known(text.into()))
    }

    /// A value from nowhere else.
    pub(crate) fn of(value: Value) -> Self {
        Self { value, origins: Vec::new() }
    }

    /// Nothing is known of it.
    pub(crate) fn unknown() -> Self {
        Self::of(Value::unknown())
    }

    /// Unknown, from one source.
    pub(crate) fn from_source(source: Source) -> Self {
        Self::of(Value::Unknown(Sources::from(source)))
    }

    /// Unknown, from one origin.
    pub(crate) fn from_origin(origin: Origin) -> Self {
        Self { value: Value::unknown(), origins: vec![origin] }
    }

    /// An environment variable that the code does not set.
    pub(crate) fn variable(name: &str) -> Self {
        Self::from_source(Source::Variable(name.to_owned()))
    }

    /// The text, if exactly one is possible.
    pub(crate) fn text(&self) -> Option<&str> {
        self.value.known()
    }

    /// Whether nothing but the code itself flows into it.
    pub(crate) fn is_homegrown(&self) -> bool {
        !self.comes_from_elsewhere() && self.value.sources().is_empty()
    }

    /// Whether something flows into it that the code itself does not hold.
    pub(crate) fn comes_from_elsewhere(&self) -> bool {
        self.origins.iter().any(|origin| *origin != Origin::Crafted)
    }

    /// Whether it is made of texts of the code itself, and nobody knows how it reads.
    fn is_crafted(&self) -> bool {
        self.origins.contains(&Origin::Crafted)
    }

    /// Whether it is such a text, or becomes one when it is changed.
    pub(crate) fn crafts(&self) -> bool {
        self.is_crafted() || self.value.texts().iter().any(|text| !text.is_empty())
    }

    /// The same, made of texts of the code itself.
    pub(crate) fn with_craft(mut self) -> Self {
        add_origins(&mut self.origins, &[Origin::Crafted]);
        self
    }

    /// The same, whatever it is made of.
    pub(crate) fn without_craft(mut self) -> Self {
        self.origins.retain(|origin| *origin != Origin::Crafted);
        self
    }

    /// Whether it tells something of the machine: what came over the network tells nothing there.
    pub(crate) fn tells(&self) -> bool {
        let told =
            |source: &Source| !matches!(source, Source::Network(_) | Source::Encoded | Source::Packed(_));
        self.comes_from_elsewhere() || self.value.sources().iter().any(told)
    }

    /// Something unknown that is made of this.
    pub(crate) fn derived(&self) -> Self {
        Self::derived_of([self])
    }

    /// Something unknown that is made of this, but does not tell the environment variables in it.
    pub(crate) fn without_variables(&self) -> Self {
        let mut kept = Sources::NONE;
        for source in self.value.sources().iter() {
            if !matches!(source, Source::Variable(_) | Source::Environment) {
                kept.add(&Sources::from(source.clone()));
            }
        }
        Self { value: Value::Unknown(kept), origins: self.origins.clone() }
    }

    /// Something unknown that is made of all these.
    pub(crate) fn derived_of<'d>(data: impl IntoIterator<Item = &'d Self>) -> Self {
        let mut sources = Sources::NONE;
        let mut origins = Vec::new();
        // Something that is not known at all may be all that matters of it.
        let (mut crafts, mut is_all_known) = (false, true);
        for datum in data {
            sources.add(&datum.value.sources());
            add_origins(&mut origins, &datum.origins);
            crafts |= datum.crafts();
            is_all_known &= datum.is_crafted() || !datum.value.texts().is_empty();
        }
        if crafts && is_all_known {
            add_origins(&mut origins, &[Origin::Crafted]);
        }
        Self { value: Value::Unknown(sources), origins }
    }

    /// The two in a row.
    pub(crate) fn join(&self, after: &Self) -> Self {
        let nothing = |datum: &Self| datum.origins.is_empty() && datum.value == Value::unknown();
        if nothing(self) && nothing(after) {
            return Self::unknown();
        }
        let mut origins = self.origins.clone();
        add_origins(&mut origins, &after.origins);
        let (left, right) = (self.value.texts(), after.value.texts());
        let listed = matches!(self.value, Value::Few(_)) || matches!(after.value, Value::Few(_));
        if listed && !left.is_empty() && !right.is_empty() && left.len() * right.len() <= MAX_FEW {
            let every = left.iter().flat_map(|left| right.iter().map(move |right| format!("{left}{right}")));
            return Self { value: Value::few(every.collect()), origins };
        }
        Self { value: self.value.join(&after.value), origins }
    }

    /// One or the other.
    pub(crate) fn either(&self, other: &Self) -> Self {
        if self == other {
            return self.clone();
        }
        let mut origins = self.origins.clone();
        add_origins(&mut origins, &other.origins);
        let value = if self.value.texts().len() + other.value.texts().len() > MAX_FEW {
            Value::unknown()
        } else {
            Value::one_of(vec![self.value.clone(), other.value.clone()])
        };
        Self { value, origins }
    }

    /// Each possible text through a function; unknown, if one of them does not go through.
    pub(crate) fn map(&self, change: impl Fn(&str) -> Option<String>) -> Self {
        let changed: Option<Vec<String>> = self.value.texts().iter().map(|text| change(text)).collect();
        let value = match (&self.value, changed) {
            (Value::Known(_), Some(mut texts)) => texts.pop().map_or_else(Value::unknown, Value::Known),
            (Value::Few(few), Some(texts)) => Value::Few(Few { texts, otherwise: few.otherwise.clone() }),
            (value @ (Value::Pattern(_) | Value::Unknown(_)), _) => Value::Unknown(value.sources()),
            (Value::Known(_) | Value::Few(_), None) => return self.derived(),
        };
        Self { value, origins: self.origins.clone() }
    }

    /// The value with the sources of its origins in place: `sources_of` looks them up.
    #[allow(dead_code, reason = "for the caller, which is wired up with the programs")]
    pub(crate) fn into_value(self, mut sources_of: impl FnMut(&Origin) -> Sources) -> Value {
        let Self { value, mut origins } = self;
        // What is known reads as it reads.
        if !value.texts().is_empty() {
            origins.retain(|origin| *origin != Origin::Crafted);
        }
        let more = origins.iter().fold(Sources::NONE, |sources, origin| sources.and(&sources_of(origin)));
        if more.is_empty() {
            return value;
        }
        match value {
            Value::Unknown(sources) => Value::Unknown(sources.and(&more)),
            Value::Pattern(mut pieces) => {
                let hole = pieces.iter_mut().find_map(|piece| match piece {
                    Piece::Hole(hole) | Piece::Filled(hole) => Some(hole),
                    Piece::Text(_) | Piece::Glob(_) | Piece::OneOf(_) => None,
                });
                match hole {
                    Some(hole) => hole.sources.add(&more),
                    None => pieces.push(Piece::Hole(Hole { written: String::new(), sources: more })),
                }
                Value::Pattern(pieces)
            }
            Value::Known(_) | Value::Few(_) => Value::Unknown(more),
        }
    }
}

fn add_origins(origins: &mut Vec<Origin>, more: &[Origin]) {
    for origin in more {
        if origins.len() < MAX_ORIGINS && !origins.contains(origin) {
            origins.push(origin.clone());
        }
    }
}
