//! Functions on texts and paths that depend on nothing else.

use super::datum::Datum;
use super::thing::Thing;
use crate::value::{Piece, Value};

/// Paths one below the other; an absolute one begins anew.
pub(super) fn join_paths(parts: &[Datum]) -> Datum {
    let mut joined: Option<Datum> = None;
    for part in parts {
        if part.text() == Some("") {
            continue;
        }
        joined = Some(match joined {
            None => part.clone(),
            Some(_) if part.value.prefix().starts_with('/') => part.clone(),
            Some(before) if ends_with_slash(&before.value) => before.join(part),
            Some(before) => before.join(&Datum::known("/")).join(part),
        });
    }
    joined.unwrap_or_else(|| Datum::known(""))
}

fn ends_with_slash(value: &Value) -> bool {
    match value {
        Value::Known(text) => text.ends_with('/'),
        Value::Pattern(pieces) => matches!(pieces.last(), Some(Piece::Text(text)) if text.ends_with('/')),
        Value::Few(_) | Value::Unknown(_) => false,
    }
}

/// The directory that a path lies in.
pub(super) fn directory(path: &Datum) -> Datum {
    match &path.value {
        Value::Known(_) | Value::Few(_) => path.map(|text| Some(directory_of(text).to_owned())),
        Value::Pattern(pieces) => {
            let mut pieces = pieces.clone();
            let whole = match pieces.pop() {
                Some(Piece::Text(text)) if text.contains('/') => {
                    let kept = text.rfind('/').and_then(|slash| text.get(..slash)).unwrap_or_default();
                    pieces.push(Piece::Text(kept.to_owned()));
                    true
                }
                Some(_) | None => false,
            };
            if whole {
                Datum { value: Value::of(pieces), origins: path.origins.clone() }
            } else {
                path.derived()
            }
        }
        Value::Unknown(_) => path.derived(),
    }
}

fn directory_of(text: &str) -> &str {
    match text.trim_end_matches('/').rfind('/') {
        Some(0) => "/",
        Some(slash) => text.get(..slash).unwrap_or_default(),
        None if text.starts_with('/') => "/",
        None => ".",
    }
}

/// The last component of a path.
pub(super) fn base(path: &Datum) -> Datum {
    match path.value {
        Value::Pattern(ref pieces) if matches!(pieces.last(), Some(Piece::Glob(_))) => Datum {
            value: Value::of(pieces.last().cloned().into_iter().collect()),
            origins: path.origins.clone(),
        },
        Value::Known(_) | Value::Few(_) | Value::Pattern(_) | Value::Unknown(_) => {
            path.map(|text| text.trim_end_matches('/').rsplit('/').next().map(str::to_owned))
        }
    }
}

/// `~/x` with the home in its place.
pub(super) fn with_home(path: &Datum, home: &Datum) -> Datum {
    let expanded = |text: &str| -> Option<Datum> {
        let rest = text.strip_prefix('~')?;
        match rest {
            "" => Some(home.clone()),
            rest if rest.starts_with('/') => Some(home.join(&Datum::known(rest))),
            "root" => Some(Datum::known("/root")),
            _ => None,
        }
    };
    match &path.value {
        Value::Known(text) => expanded(text).unwrap_or_else(|| path.clone()),
        Value::Pattern(pieces) => match pieces.split_first() {
            Some((Piece::Text(first), rest)) => match expanded(first) {
                Some(start) => start.join(&Datum::of(Value::of(rest.to_vec()))),
                None => path.clone(),
            },
            Some(_) | None => path.clone(),
        },
        Value::Few(texts) => {
            let every: Vec<Datum> = texts
                .iter()
                .map(|text| expanded(text).unwrap_or_else(|| Datum::known(text.clone())))
                .collect();
            every.into_iter().reduce(|all, one| all.either(&one)).unwrap_or_else(|| path.clone())
        }
        Value::Unknown(_) => path.clone(),
    }
}

/// `$X` and `${X}` with their values in place.
pub(super) fn with_variables(text: &Datum, lookup: impl Fn(&str) -> Datum) -> Datum {
    let Some(known) = text.text() else { return text.clone() };
    let mut joined = Datum::known("");
    let mut rest = known;
    while let Some((before, after)) = rest.split_once('$') {
        joined = joined.join(&Datum::known(before));
        let braced = after.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        let is_name = |character: char| character.is_alphanumeric() || character == '_';
        let (name, next) = match braced {
            Some((name, next)) => (name, next),
            None => after.split_at(after.find(|c| !is_name(c)).unwrap_or(after.len())),
        };
        joined = joined.join(&if name.is_empty() { Datum::known("$") } else { lookup(name) });
        rest = next;
    }
    joined.join(&Datum::known(rest))
}

/// The last first.
pub(super) fn reversed(thing: &Thing) -> Thing {
    match thing {
        Thing::List(things) => Thing::list(things.iter().rev().cloned().collect()),
        Thing::Text(datum) => Thing::of(datum.map(|text| Some(text.chars().rev().collect()))),
        other => other.derived(),
    }
}

/// A part, by positions; those from the end are negative.
pub(super) fn slice(thing: &Thing, from: Option<i64>, to: Option<i64>) -> Thing {
    let (Some(from), Some(to)) = (from, to) else { return thing.derived() };
    let place = |position: i64, length: usize| -> usize {
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let position = if position < 0 { position.saturating_add(length) } else { position };
        usize::try_from(position.clamp(0, length)).unwrap_or(0)
    };
    match thing {
        Thing::List(things) => {
            let (from, to) = (place(from, things.len()), place(to, things.len()));
            Thing::list(things.get(from..to).unwrap_or_default().to_vec())
        }
        Thing::Text(datum) => Thing::of(datum.map(|text| {
            let length = text.chars().count();
            let (from, to) = (place(from, length), place(to, length));
            Some(text.chars().skip(from).take(to.saturating_sub(from)).collect())
        })),
        other => other.derived(),
    }
}

/// The words of a command line, quotes removed.
pub(super) fn shell_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            quote @ ('\'' | '"') => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next()? {
                        '\\' if quote == '"' => word.push(characters.next()?),
                        end if end == quote => break,
                        other => word.push(other),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(characters.next()?),
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_and_taken_apart() {
        let join = |parts: &[&str]| {
            join_paths(&parts.iter().map(|part| Datum::known(*part)).collect::<Vec<_>>())
                .text()
                .map(str::to_owned)
        };
        assert_eq!(join(&["/a", "b"]).as_deref(), Some("/a/b"));
        assert_eq!(join(&["/a/", "/b"]).as_deref(), Some("/b"));
        assert_eq!(join(&["", "b"]).as_deref(), Some("b"));
        assert_eq!(directory(&Datum::known("/a/b")).text(), Some("/a"));
        assert_eq!(directory(&Datum::known("/a")).text(), Some("/"));
        assert_eq!(base(&Datum::known("/a/b/")).text(), Some("b"));
    }

    #[test]
    fn a_command_line_falls_into_its_words() {
        let words = shell_words("rm -rf 'a b' \"c\\\"d\" e\\ f");
        assert_eq!(words.unwrap(), ["rm", "-rf", "a b", "c\"d", "e f"]);
        assert_eq!(shell_words("a 'b"), None);
    }
}
