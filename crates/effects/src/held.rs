//! What a variable of the shell holds, and what becomes of it where two ways through the text meet.

use std::collections::BTreeMap;

use crate::source::Source;
use crate::value::{Few, Hole, MAX_FEW, Piece, Value};

/// Longer lists are not followed to their end: one that doubles itself again and again would grow without end.
const MAX_LIST: usize = 1_024;

/// A list that is not too long.
pub(crate) fn bounded(mut values: Vec<Value>) -> Vec<Value> {
    if values.len() > MAX_LIST {
        values.truncate(MAX_LIST);
        values.push(Value::unknown());
    }
    values
}

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Scalar(Value),
    Array(Array),
    /// `declare -A`.
    Map(BTreeMap<String, Value>),
    /// `declare -n`: another name for a variable.
    Reference(String),
    /// The text has unset it.
    Unset,
}

/// Values by index; there may be gaps.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Array {
    pub(crate) values: BTreeMap<i64, Value>,
    /// From here on nobody counts: an unquoted word may have been none, or many.
    pub(crate) loose: Option<i64>,
}

impl Array {
    /// The index behind the last one.
    pub(crate) fn end(&self) -> i64 {
        self.values.keys().next_back().map_or(0, |last| last.saturating_add(1))
    }

    /// What an index stands for.
    pub(crate) fn get(&self, index: i64) -> Value {
        let index = if index < 0 { self.end().saturating_add(index) } else { index };
        match self.loose.filter(|loose| index >= *loose) {
            Some(loose) => {
                let any = self.values.range(loose..).map(|(_, value)| value.clone());
                any.chain([Value::unknown()])
                    .reduce(|one, other| either(&one, &other))
                    .unwrap_or_else(Value::unknown)
            }
            None => self.values.get(&index).cloned().unwrap_or_else(|| Value::Known(String::new())),
        }
    }
}

impl Held {
    /// An array without gaps.
    pub(crate) fn list(values: Vec<Value>) -> Self {
        Self::Array(Array { values: (0..).zip(bounded(values)).collect(), loose: None })
    }

    /// What the name alone stands for.
    pub(crate) fn first(&self) -> Value {
        let empty = || Value::Known(String::new());
        match self {
            Self::Scalar(value) => value.clone(),
            Self::Array(array) => array.get(0),
            Self::Map(_) | Self::Unset => empty(),
            Self::Reference(_) => Value::unknown(),
        }
    }

    /// Every value, in order. Nobody knows the order of a map.
    pub(crate) fn elements(&self) -> Vec<Value> {
        match self {
            Self::Scalar(value) => vec![value.clone()],
            Self::Array(array) => array.values.values().cloned().collect(),
            Self::Map(values) => {
                let any = values.values().cloned().reduce(|one, other| either(&one, &other));
                vec![any.unwrap_or_else(Value::unknown); values.len()]
            }
            Self::Reference(_) => vec![Value::unknown()],
            Self::Unset => Vec::new(),
        }
    }

    /// `${!a[@]}`; `None` if it has none that are known.
    pub(crate) fn keys(&self) -> Option<Vec<Value>> {
        match self {
            Self::Array(array) if array.loose.is_none() => {
                Some(array.values.keys().map(|key| Value::Known(key.to_string())).collect())
            }
            Self::Map(values) => {
                let any = Value::one_of(values.keys().map(|key| Value::Known(key.clone())).collect());
                Some(vec![any; values.len()])
            }
            Self::Scalar(_) | Self::Array(_) | Self::Reference(_) | Self::Unset => None,
        }
    }

    /// What is there if one way or the other was taken.
    pub(crate) fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (mine, theirs) if mine == theirs => mine.clone(),
            (Self::Scalar(mine), Self::Scalar(theirs)) => Self::Scalar(either(mine, theirs)),
            (Self::Array(mine), Self::Array(theirs)) => Self::Array(Array {
                values: joined(&mine.values, &theirs.values),
                loose: [mine.loose, theirs.loose].into_iter().flatten().min(),
            }),
            (Self::Map(mine), Self::Map(theirs)) => Self::Map(joined(mine, theirs)),
            (held, Self::Unset) | (Self::Unset, held) => held.perhaps(),
            (mine, theirs) => {
                let sources = mine.first().sources().and(&theirs.first().sources());
                Self::Scalar(Value::Unknown(sources))
            }
        }
    }

    /// What may not have been assigned.
    pub(crate) fn perhaps(&self) -> Self {
        match self {
            Self::Scalar(value) => Self::Scalar(perhaps(value)),
            Self::Array(array) => Self::Array(Array {
                values: array.values.iter().map(|(key, value)| (*key, perhaps(value))).collect(),
                loose: array.loose,
            }),
            Self::Map(_) | Self::Reference(_) | Self::Unset => self.clone(),
        }
    }

    /// What a loop makes of it that changes it again and again.
    pub(crate) fn widened(&self) -> Self {
        match self {
            Self::Scalar(value) => Self::Scalar(Value::Unknown(value.sources())),
            Self::Array(array) => {
                let mut array = array.clone();
                array.values.insert(array.end(), Value::unknown());
                array.loose = Some(0);
                Self::Array(array)
            }
            Self::Map(_) | Self::Reference(_) | Self::Unset => Self::Scalar(Value::unknown()),
        }
    }
}

fn joined<K: Ord + Clone>(mine: &BTreeMap<K, Value>, theirs: &BTreeMap<K, Value>) -> BTreeMap<K, Value> {
    let mut all = mine.clone();
    for (key, value) in &mut all {
        *value = theirs.get(key).map_or_else(|| perhaps(value), |other| either(value, other));
    }
    for (key, value) in theirs {
        all.entry(key.clone()).or_insert_with(|| perhaps(value));
    }
    all
}

/// What a list of arguments is if one way or the other was taken.
pub(crate) fn either_list(one: &[Value], other: &[Value]) -> Vec<Value> {
    let count = one.len().max(other.len());
    (0..count)
        .filter_map(|at| match (one.get(at), other.get(at)) {
            (Some(one), Some(other)) => Some(either(one, other)),
            (Some(value), None) | (None, Some(value)) => Some(perhaps(value)),
            (None, None) => None,
        })
        .collect()
}

/// One value or the other.
pub(crate) fn either(one: &Value, other: &Value) -> Value {
    if one == other {
        return one.clone();
    }
    let mut texts: Vec<String> = one.texts().to_vec();
    for text in other.texts() {
        if !texts.contains(text) {
            texts.push(text.clone());
        }
    }
    let sources = one.sources().and(&other.sources());
    if texts.is_empty() || texts.len() > MAX_FEW {
        return Value::Unknown(sources);
    }
    // What comes from elsewhere is not forgotten over what is written here.
    if sources.iter().any(|source| !matches!(source, Source::Variable(_))) {
        let rest = Piece::Hole(Hole { written: "?".to_owned(), sources });
        return Value::Pattern(vec![Piece::OneOf(Few::of(texts)), rest]);
    }
    Value::Few(Few { texts, otherwise: sources })
}

/// A value that may not have been assigned.
pub(crate) fn perhaps(value: &Value) -> Value {
    match value {
        Value::Known(text) => Value::few(vec![text.clone()]),
        value => value.clone(),
    }
}
