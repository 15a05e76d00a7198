//! What an operation of `${x…}` makes of texts that are known.

use crate::value::{Few, Piece, Value};

/// Whether a piece is certainly not empty.
pub(super) fn is_something(piece: &Piece) -> bool {
    match piece {
        Piece::Text(text) => !text.is_empty(),
        Piece::Filled(_) | Piece::Glob(_) => true,
        Piece::Hole(_) | Piece::OneOf(_) => false,
    }
}

/// Values in one, with a text between them.
pub(super) fn joined_by(between: &str, values: &[Value]) -> Value {
    // One of several may be none: then there is nothing between it and the next.
    if values.iter().any(|value| matches!(value, Value::Few(_))) {
        return Value::unknown();
    }
    let mut pieces = Vec::new();
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            pieces.push(Piece::Text(between.to_owned()));
        }
        pieces.extend(value.pieces());
    }
    Value::of(pieces)
}

/// A part of a list; what begins before its start is nothing.
pub(super) fn cut(values: &[Value], from: i64, length: Option<i64>) -> Vec<Value> {
    let count = i64::try_from(values.len()).unwrap_or(i64::MAX);
    let from = if from < 0 { count.saturating_add(from) } else { from };
    let Ok(from) = usize::try_from(from) else { return Vec::new() };
    let length = length.map_or(usize::MAX, |length| usize::try_from(length).unwrap_or_default());
    values.iter().skip(from).take(length).cloned().collect()
}

/// How much of a text a slice takes.
#[derive(Clone, Copy)]
pub(super) enum Extent {
    ToTheEnd,
    Of(i64),
}

pub(super) fn slice(text: &str, from: i64, length: Extent) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let count = i64::try_from(letters.len()).ok()?;
    let from = if from < 0 { count.checked_add(from)? } else { from };
    // What begins outside of the text is nothing.
    if from < 0 || from > count {
        return Some(String::new());
    }
    let to = match length {
        Extent::Of(length) if length < 0 => count.checked_add(length)?,
        Extent::Of(length) => from.saturating_add(length).min(count),
        Extent::ToTheEnd => count,
    };
    Some(letters.get(usize::try_from(from).ok()?..usize::try_from(to).ok()?)?.iter().collect())
}

pub(super) fn transform(text: &str, operator: &str) -> Option<String> {
    let first = |change: fn(&str) -> String| {
        let at = text.chars().next().map_or(0, char::len_utf8);
        let (first, rest) = text.split_at(at);
        change(first) + rest
    };
    Some(match operator {
        "^^" | "@U" => text.to_uppercase(),
        ",," | "@L" => text.to_lowercase(),
        "^" | "@u" => first(str::to_uppercase),
        "," => first(str::to_lowercase),
        "@E" if !text.contains(['$', '`']) => crate::filters::printf(text, &[]),
        "@Q" if !text.contains(char::is_control) => format!("'{}'", text.replace('\'', "'\\''")),
        "@P" if !text.contains(['\\', '$', '`']) => text.to_owned(),
        _ => return None,
    })
}

/// What becomes of known texts; of unknown ones, where they come from is kept.
pub(super) fn mapped(
    held: Option<Value>,
    from_outside: &dyn Fn() -> Value,
    change: impl Fn(&str) -> Option<String>,
) -> Value {
    match held {
        Some(Value::Known(text)) => change(&text).map_or_else(Value::unknown, Value::Known),
        Some(Value::Few(texts)) => {
            let changed: Option<Vec<String>> = texts.iter().map(|text| change(text)).collect();
            let otherwise = texts.otherwise;
            changed.map_or_else(Value::unknown, |texts| Value::Few(Few { texts, otherwise }))
        }
        Some(value) => Value::Unknown(value.sources()),
        None => from_outside(),
    }
}

/// The processes that a glob stands for, by their numbers: `${file#/proc/}`, `${file##*/}`.
pub(super) fn processes(held: &Value, operator: &str, pattern: &str) -> Option<Value> {
    let Value::Pattern(pieces) = held else { return None };
    let glob: Option<String> = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) | Piece::Glob(text) => Some(text.as_str()),
            Piece::Hole(_) | Piece::Filled(_) | Piece::OneOf(_) => None,
        })
        .collect();
    let is_cut = operator.starts_with('#') && matches!(pattern, "/proc/" | "*/");
    let glob = glob?;
    let numbers = glob.strip_prefix("/proc/").filter(|rest| is_cut && !rest.contains('/'))?;
    Some(Value::Pattern(vec![Piece::Glob(numbers.to_owned())]))
}
