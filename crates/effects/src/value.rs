//! What is known of a word's value: known text · one of few · a pattern · unknown.

mod scripts;

use std::borrow::Cow;
use std::fmt;

use crate::found::Found;
use crate::source::{Source, Sources};

/// A word's value, as far as it is known before the shell runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Exactly this.
    Known(String),
    /// One of these.
    Few(Few),
    /// These pieces in a row.
    Pattern(Vec<Piece>),
    /// Anything; as far as it is known, from there.
    Unknown(Sources),
}

/// A piece of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text that stands for itself.
    Text(String),
    /// Text in which `*`, `?` and `[…]` are live.
    Glob(String),
    /// A variable or substitution whose value is unknown, possibly empty; as it is written.
    Hole(Hole),
    /// One that is unknown, but not empty: `${DIR:?}`.
    Filled(Hole),
    /// One of these texts; alone in it, it may be another too.
    OneOf(Few),
}

/// Texts of which a value is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Few {
    /// The texts.
    pub texts: Vec<String>,
    /// Where something else may come from: `${NAME:-text}` is taken for the text, unless the variable is set.
    pub otherwise: Sources,
}

impl Few {
    /// One of some texts.
    pub fn of(texts: Vec<String>) -> Self {
        Self { texts, otherwise: Sources::NONE }
    }

    /// Each text through a function.
    #[must_use]
    pub(crate) fn map(&self, change: impl Fn(&String) -> String) -> Self {
        Self { texts: self.texts.iter().map(change).collect(), otherwise: self.otherwise.clone() }
    }
}

impl std::ops::Deref for Few {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.texts
    }
}

/// A part of a value that is only known when the shell runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// As it is written: `$DIR`.
    pub written: String,
    /// Where its content comes from, as far as that is known.
    pub sources: Sources,
}

impl Hole {
    /// A hole that is filled from nowhere in particular.
    pub fn new(written: impl Into<String>) -> Self {
        Self { written: written.into(), sources: Sources::NONE }
    }

    /// A variable that the text does not set.
    pub fn variable(name: &str) -> Self {
        Self { written: format!("${name}"), sources: Sources::from(Source::Variable(name.to_owned())) }
    }
}

impl Piece {
    /// The piece as it is written.
    pub(crate) fn written(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) | Self::Glob(text) => Cow::Borrowed(text),
            Self::Hole(hole) | Self::Filled(hole) => Cow::Borrowed(&hole.written),
            Self::OneOf(texts) => Cow::Owned(format!("{{{}}}", texts.join(","))),
        }
    }

    /// The piece as part of a glob: what is unknown may be anything.
    pub(crate) fn as_glob(&self) -> &str {
        match self {
            Self::Text(text) | Self::Glob(text) => text,
            Self::Hole(_) | Self::Filled(_) | Self::OneOf(_) => "*",
        }
    }
}

/// Adds what is printed to what was printed before.
pub(crate) fn capture(pieces: &mut Vec<Piece>, value: &Value) {
    if let (Some(Piece::Text(before)), Value::Known(more)) = (pieces.last_mut(), value)
        && before.len() + more.len() <= MAX_VALUE
    {
        return before.push_str(more);
    }
    if pieces.len() <= MAX_PIECES {
        return pieces.extend(value.pieces());
    }
    // More than a value holds: where it comes from is not forgotten.
    match pieces.last_mut() {
        Some(Piece::Hole(hole)) => hole.sources.add(&value.sources()),
        _ => pieces.push(Piece::Hole(Hole { written: "?".to_owned(), sources: value.sources() })),
    }
}

/// Longer values are not followed: a text that doubles a variable again and again would grow without end.
const MAX_VALUE: usize = 8 * 1024;

/// How a hole is written that stands for each file below a directory in turn.
const EVERYTHING: &str = "{}";

/// Nor are patterns of more pieces.
const MAX_PIECES: usize = 64;

impl Value {
    /// The value of pieces in a row, in the simplest form.
    pub fn of(pieces: Vec<Piece>) -> Self {
        // One text alone does not grow, however long it is.
        if let [Piece::Text(_)] = pieces.as_slice() {
            return match pieces.into_iter().next() {
                Some(Piece::Text(text)) => Self::Known(text),
                Some(_) | None => Self::unknown(),
            };
        }
        let mut joined: Vec<Piece> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match (joined.last_mut(), piece) {
                (Some(Piece::Text(text)), Piece::Text(more)) => text.push_str(&more),
                (_, piece) => joined.push(piece),
            }
        }
        let length: usize = joined.iter().map(|piece| piece.written().len()).sum();
        if length > MAX_VALUE || joined.len() > MAX_PIECES {
            let sources = Self::Pattern(joined).sources();
            return Self::Unknown(sources.and(&Sources::from(Source::Unfollowed)));
        }
        if let Some(texts) = listed(&joined) {
            return Self::Few(Few { texts, otherwise: Self::Pattern(joined).sources() });
        }
        match joined.as_mut_slice() {
            [] => Self::Known(String::new()),
            [Piece::Text(text)] => Self::Known(std::mem::take(text)),
            [Piece::Hole(hole)] => Self::Unknown(std::mem::take(&mut hole.sources)),
            _ => Self::Pattern(joined),
        }
    }

    /// One of some texts.
    pub fn few(texts: Vec<String>) -> Self {
        Self::Few(Few::of(texts))
    }

    /// A value that nobody knows anything of.
    pub const fn unknown() -> Self {
        Self::Unknown(Sources::NONE)
    }

    /// Where it comes from, apart from the text itself.
    pub fn sources(&self) -> Sources {
        match self {
            Self::Known(_) => Sources::NONE,
            Self::Few(few) => few.otherwise.clone(),
            Self::Unknown(sources) => sources.clone(),
            Self::Pattern(pieces) => pieces.iter().fold(Sources::NONE, |sources, piece| match piece {
                Piece::Text(_) | Piece::Glob(_) => sources,
                Piece::OneOf(few) => sources.and(&few.otherwise),
                Piece::Hole(hole) | Piece::Filled(hole) => sources.and(&hole.sources),
            }),
        }
    }

    /// The same, with more that is known of where it comes from.
    #[must_use]
    pub(crate) fn also_from(&self, more: &Sources) -> Self {
        match self {
            Self::Known(text) => Self::Few(Few { texts: vec![text.clone()], otherwise: more.clone() }),
            Self::Few(few) => {
                Self::Few(Few { texts: few.texts.clone(), otherwise: few.otherwise.clone().and(more) })
            }
            Self::Unknown(sources) => Self::Unknown(sources.clone().and(more)),
            Self::Pattern(pieces) => {
                let mut pieces = pieces.clone();
                if let Some(first) = pieces.first_mut() {
                    match first {
                        Piece::Text(text) => {
                            let texts = vec![std::mem::take(text)];
                            *first = Piece::OneOf(Few { texts, otherwise: more.clone() });
                        }
                        Piece::OneOf(few) => few.otherwise.add(more),
                        Piece::Hole(hole) | Piece::Filled(hole) => hole.sources.add(more),
                        // A glob says which files are meant, and is no secret.
                        Piece::Glob(_) => {}
                    }
                }
                Self::of(pieces)
            }
        }
    }

    /// Whether it is each of a list of files that were not committed, and nothing stands behind their names.
    pub(crate) fn ends_with_uncommitted(&self) -> bool {
        match self {
            Self::Unknown(sources) => sources.lists_uncommitted(),
            Self::Pattern(pieces) => match pieces.last() {
                Some(Piece::Hole(hole) | Piece::Filled(hole)) => hole.sources.lists_uncommitted(),
                Some(Piece::Text(_) | Piece::Glob(_) | Piece::OneOf(_)) | None => false,
            },
            Self::Known(_) | Self::Few(_) => false,
        }
    }

    /// Its pieces.
    pub fn pieces(&self) -> Vec<Piece> {
        match self {
            Self::Known(text) => vec![Piece::Text(text.clone())],
            Self::Pattern(pieces) => pieces.clone(),
            Self::Few(texts) => vec![Piece::OneOf(texts.clone())],
            Self::Unknown(sources) => {
                vec![Piece::Hole(Hole { written: "?".to_owned(), sources: sources.clone() })]
            }
        }
    }

    /// The two in a row.
    #[must_use]
    pub fn join(&self, after: &Self) -> Self {
        let mut pieces = self.pieces();
        pieces.extend(after.pieces());
        Self::of(pieces)
    }

    /// Whatever lies below a directory, as a listing of all of it gives it: `find dir`, `git ls-files`.
    pub(crate) fn everything_below(directory: &Self, names: Vec<Found>) -> Self {
        let sources =
            names.into_iter().fold(Sources::NONE, |all, found| all.and(&Sources::from(Source::Names(found))));
        let slash = if directory.prefix().ends_with('/') { "" } else { "/" };
        let mut pieces = directory.join(&Self::Known(slash.to_owned())).pieces();
        pieces.push(Piece::Hole(Hole { written: EVERYTHING.to_owned(), sources }));
        Self::of(pieces)
    }

    /// The directory that `everything_below` was given: who goes through the listing goes through all of it.
    pub(crate) fn listed_directory(&self) -> Option<Self> {
        let Self::Pattern(pieces) = self else { return None };
        let (Piece::Hole(hole), before) = pieces.split_last()? else { return None };
        let whole = hole.written == EVERYTHING
            && matches!(before.last(), Some(Piece::Text(text)) if text.ends_with('/'));
        whole.then(|| Self::of(before.to_vec()))
    }

    /// One of some values, in the simplest form.
    pub(crate) fn one_of(mut values: Vec<Self>) -> Self {
        if let [_] = values.as_slice() {
            // A loop over one glob takes each of its files.
            return match values.pop() {
                Some(Self::Known(text)) => Self::few(vec![text]),
                Some(value) => value,
                None => Self::unknown(),
            };
        }
        let listed = !values.is_empty() && values.iter().all(|value| !value.texts().is_empty());
        if !listed {
            let from = |sources: Sources, value: &Self| sources.and(&value.sources());
            return Self::Unknown(values.iter().fold(Sources::NONE, from));
        }
        let otherwise = values.iter().fold(Sources::NONE, |sources, value| sources.and(&value.sources()));
        let texts = values.iter().flat_map(|value| value.texts().iter().cloned()).collect();
        Self::Few(Few { texts, otherwise })
    }

    /// Whether something of it is only known when the shell runs.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Known(_) => false,
            Self::Few(_) | Self::Unknown(_) => true,
            Self::Pattern(pieces) => pieces
                .iter()
                .any(|piece| matches!(piece, Piece::Hole(_) | Piece::Filled(_) | Piece::OneOf(_))),
        }
    }

    /// Whether nothing is known of it but where it comes from.
    pub(crate) fn is_unseen(&self) -> bool {
        match self {
            Self::Unknown(_) => true,
            Self::Pattern(pieces) => pieces.iter().all(|piece| match piece {
                Piece::Hole(_) | Piece::Filled(_) => true,
                Piece::Text(text) => text.trim().is_empty(),
                Piece::Glob(_) | Piece::OneOf(_) => false,
            }),
            Self::Known(_) | Self::Few(_) => false,
        }
    }

    /// The text, if exactly one is possible.
    pub fn known(&self) -> Option<&str> {
        match self {
            Self::Known(text) => Some(text),
            Self::Few(_) | Self::Pattern(_) | Self::Unknown(_) => None,
        }
    }

    /// Every text that is possible, if they can be listed.
    pub fn texts(&self) -> &[String] {
        match self {
            Self::Known(text) => std::slice::from_ref(text),
            Self::Few(texts) => texts,
            Self::Pattern(_) | Self::Unknown(_) => &[],
        }
    }

    /// All text in it that is written out, whatever stands between.
    pub fn literals(&self) -> Cow<'_, str> {
        match self {
            Self::Known(text) => Cow::Borrowed(text),
            Self::Few(few) => Cow::Owned(few.join("\n")),
            Self::Pattern(pieces) => {
                let text = |piece: &Piece| match piece {
                    Piece::Text(text) | Piece::Glob(text) => text.clone(),
                    Piece::OneOf(few) => few.join("\n"),
                    Piece::Hole(_) | Piece::Filled(_) => " ".to_owned(),
                };
                Cow::Owned(pieces.iter().map(text).collect())
            }
            Self::Unknown(_) => Cow::Borrowed(""),
        }
    }

    /// How many texts there are to choose from in it.
    pub(crate) fn choices(&self) -> usize {
        match self {
            Self::Known(_) | Self::Unknown(_) => 0,
            Self::Few(few) => few.len(),
            Self::Pattern(pieces) => pieces.iter().fold(0, |sum, piece| match piece {
                Piece::OneOf(few) => sum + few.len(),
                Piece::Text(_) | Piece::Glob(_) | Piece::Hole(_) | Piece::Filled(_) => sum,
            }),
        }
    }

    /// The text that is certain at the start of the value.
    pub fn prefix(&self) -> &str {
        match self {
            Self::Known(text) => text,
            Self::Pattern(pieces) => match pieces.first() {
                Some(Piece::Text(text)) => text,
                Some(Piece::Glob(_) | Piece::Hole(_) | Piece::Filled(_) | Piece::OneOf(_)) | None => "",
            },
            Self::Few(_) | Self::Unknown(_) => "",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(text) => f.write_str(text),
            Self::Few(texts) => f.write_str(&texts.join(" or ")),
            Self::Pattern(pieces) => pieces.iter().try_for_each(|piece| f.write_str(&piece.written())),
            Self::Unknown(_) => f.write_str("?"),
        }
    }
}

/// The most texts that a value of few holds.
pub(crate) const MAX_FEW: usize = 64;

/// Every text that pieces may be, if only a choice between texts is open.
fn listed(pieces: &[Piece]) -> Option<Vec<String>> {
    let choices = |piece: &Piece| match piece {
        Piece::OneOf(texts) => Some(texts.len()),
        Piece::Text(_) | Piece::Glob(_) | Piece::Hole(_) | Piece::Filled(_) => None,
    };
    // One that may be another too would be lost among those that may not.
    let (least, most) = (pieces.iter().filter_map(choices).min()?, pieces.iter().filter_map(choices).max()?);
    if least == 1 && most > 1 {
        return None;
    }
    let mut texts = vec![String::new()];
    for piece in pieces {
        match piece {
            Piece::Text(more) => texts.iter_mut().for_each(|text| text.push_str(more)),
            // One choice makes no more of it than there is.
            Piece::OneOf(choices)
                if texts.len() == 1 || texts.len().saturating_mul(choices.len()) <= MAX_FEW =>
            {
                texts = choices
                    .iter()
                    .flat_map(|choice| texts.iter().map(move |text| format!("{text}{choice}")))
                    .collect();
            }
            Piece::OneOf(_) | Piece::Glob(_) | Piece::Hole(_) | Piece::Filled(_) => return None,
        }
    }
    Some(texts)
}
