//! What is wrong in a policy file, in a person's words: a reader of formats speaks of the types of a program.

use super::ids::nearest;

/// What a reader calls a thing, and what a person does. The first that fits is taken.
const THINGS: &[(&str, &str)] = &[
    ("a string", "a text"),
    ("a sequence", "a list"),
    ("a map", "a table"),
    ("a boolean", "`true` or `false`"),
    ("an integer", "a whole number"),
    ("a floating point number", "a number"),
    ("string", "text"),
    ("sequence", "list"),
    ("map", "table"),
    ("integer", "number"),
    ("floating point", "number"),
    ("boolean", "value"),
];

/// "unknown field `x`, expected one of `a`, `b`": a person wants the one that was meant; and nobody but a programmer wants a
/// `struct HookMatch`.
pub(super) fn explain(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let (kind, what) = match message.split_once(' ') {
        Some(("unknown", rest)) if rest.starts_with("field") => ("key", quoted.next()),
        Some(("unknown", rest)) if rest.starts_with("variant") => ("value", quoted.next()),
        Some(("missing", rest)) if rest.starts_with("field") => {
            return format!("the key `{}` is missing", quoted.next().unwrap_or_default());
        }
        Some(("invalid", _)) => return mismatch(message),
        _ => return message.to_owned(),
    };
    let Some(what) = what else { return message.to_owned() };
    let expected: Vec<&str> = quoted.collect();
    match nearest(what, expected.iter().copied()) {
        Some(meant) => format!("unknown {kind} `{what}`; did you mean `{meant}`?"),
        None => format!("unknown {kind} `{what}`; expected one of {}", expected.join(", ")),
    }
}

/// `invalid type: string "x", expected struct HookMatch`, in words.
fn mismatch(message: &str) -> String {
    let Some((found, expected)) = message.rsplit_once(", expected ") else { return message.to_owned() };
    let (kind, found) = found.split_once(": ").unwrap_or(("invalid value", found));
    let named = |text: &str| {
        let thing = THINGS.iter().find(|(theirs, _)| text.starts_with(theirs));
        thing.map(|(theirs, ours)| text.replacen(theirs, ours, 1))
    };
    let found = named(found).unwrap_or_else(|| found.to_owned());
    format!("{kind}: {found}, expected {}", wanted(expected, named))
}

fn wanted(expected: &str, named: impl Fn(&str) -> Option<String>) -> String {
    let mut words = expected.split(' ');
    match (words.next().unwrap_or_default(), words.next()) {
        ("struct" | "tuple" | "unit" | "newtype", Some(_)) => "a table".to_owned(),
        ("enum" | "variant", Some(_)) => "one of its values, as a text".to_owned(),
        (number, None) if is_of_numbers(number) => "a whole number that is not too large".to_owned(),
        ("f32" | "f64", None) => "a number".to_owned(),
        (_, _) => named(expected).unwrap_or_else(|| expected.to_owned()),
    }
}

/// Whether it is the name of a type of whole numbers.
fn is_of_numbers(word: &str) -> bool {
    let size = word.strip_prefix(['u', 'i']).unwrap_or_default();
    matches!(size, "8" | "16" | "32" | "64" | "128" | "size")
}
