//! A small validator for the usual words of JSON schemas. A word that it does not know is refused when the policy is read,
//! so that no contract seems to hold more than it does.

use serde_json::{Map, Value};

/// Words that constrain, and that are known.
const KNOWN: &[&str] = &[
    "type",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
];

/// Words that only tell something.
const TELLING: &[&str] = &["$schema", "$id", "title", "description", "default", "examples", "$comment"];

/// A schema deeper than this is refused.
const DEEPEST: usize = 16;

/// Whether every word of a schema is known.
pub(crate) fn check(schema: &Value) -> Result<(), String> {
    check_at(schema, DEEPEST)
}

fn check_at(schema: &Value, left: usize) -> Result<(), String> {
    let Some(left) = left.checked_sub(1) else { return Err("it is nested too deep".to_owned()) };
    let Some(words) = schema.as_object() else { return Err("a schema is a table".to_owned()) };
    for (word, value) in words {
        if TELLING.contains(&word.as_str()) {
            continue;
        }
        if !KNOWN.contains(&word.as_str()) {
            return Err(format!("`{word}` is not known; known are {}", KNOWN.join(", ")));
        }
        match (word.as_str(), value) {
            ("properties", Value::Object(all)) => all.values().try_for_each(|own| check_at(own, left))?,
            ("items", own) => check_at(own, left)?,
            ("additionalProperties", Value::Bool(_))
            | ("enum" | "required", Value::Array(_))
            | ("const", _) => {}
            ("type", Value::String(name)) => check_type(name)?,
            ("type", Value::Array(names)) => {
                names.iter().try_for_each(|name| check_type(name.as_str().unwrap_or_default()))?;
            }
            ("minimum" | "maximum", value) if value.is_number() => {}
            ("minLength" | "maxLength" | "minItems" | "maxItems", value) if value.is_u64() => {}
            (word, _) => return Err(format!("`{word}` has a value that it cannot have")),
        }
    }
    Ok(())
}

fn check_type(name: &str) -> Result<(), String> {
    let names = ["object", "array", "string", "number", "integer", "boolean", "null"];
    if names.contains(&name) { Ok(()) } else { Err(format!("there is no type `{name}`")) }
}

/// What a value violates, each with its place; empty if it holds.
pub(crate) fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    look(schema, value, "", &mut found);
    found
}

fn look(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let Some(words) = schema.as_object() else { return };
    let here = if at.is_empty() { "the state" } else { at };
    let wanted: Vec<&str> = match words.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !wanted.is_empty() && !wanted.iter().any(|name| is_of(value, name)) {
        found.push(format!("{here} is no {}", wanted.join(" or ")));
        return;
    }
    if words.get("const").is_some_and(|only| only != value) {
        found.push(format!("{here} is not {}", words.get("const").unwrap_or(&Value::Null)));
    }
    if let Some(Value::Array(all)) = words.get("enum")
        && !all.contains(value)
    {
        let all: Vec<String> = all.iter().map(Value::to_string).collect();
        found.push(format!("{here} is none of {}", all.join(", ")));
    }
    match value {
        Value::Object(entries) => entries_of(words, entries, at, found),
        Value::Array(items) => {
            size(words, ["minItems", "maxItems"], items.len(), "items", here, found);
            if let Some(own) = words.get("items") {
                for (index, item) in items.iter().enumerate() {
                    look(own, item, &format!("{at}[{index}]"), found);
                }
            }
        }
        Value::String(text) => {
            size(words, ["minLength", "maxLength"], text.chars().count(), "characters", here, found);
        }
        Value::Number(number) => {
            let (is, limit) = (number.as_f64(), |word: &str| words.get(word).and_then(Value::as_f64));
            if limit("minimum").zip(is).is_some_and(|(least, is)| is < least) {
                found.push(format!("{here} is too small"));
            }
            if limit("maximum").zip(is).is_some_and(|(most, is)| is > most) {
                found.push(format!("{here} is too large"));
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

fn entries_of(words: &Map<String, Value>, entries: &Map<String, Value>, at: &str, found: &mut Vec<String>) {
    let below = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
    let required = words.get("required").and_then(Value::as_array).into_iter().flatten();
    for name in required.filter_map(Value::as_str).filter(|name| !entries.contains_key(*name)) {
        found.push(format!("{} is missing", below(name)));
    }
    let properties = words.get("properties").and_then(Value::as_object);
    for (name, value) in entries {
        match properties.and_then(|own| own.get(name)) {
            Some(own) => look(own, value, &below(name), found),
            None if words.get("additionalProperties") == Some(&Value::Bool(false)) => {
                found.push(format!("{} is not foreseen", below(name)));
            }
            None => {}
        }
    }
}

fn size(
    words: &Map<String, Value>,
    [least, most]: [&str; 2],
    is: usize,
    unit: &str,
    here: &str,
    found: &mut Vec<String>,
) {
    let limit = |word: &str| words.get(word).and_then(Value::as_u64);
    let is = u64::try_from(is).unwrap_or(u64::MAX);
    if let Some(least) = limit(least).filter(|least| is < *least) {
        found.push(format!("{here} has less than {least} {unit}"));
    }
    if let Some(most) = limit(most).filter(|most| is > *most) {
        found.push(format!("{here} has more than {most} {unit}"));
    }
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn said(schema: &Value, value: &Value) -> String {
        check(schema).unwrap();
        violations(schema, value).join("; ")
    }

    #[test]
    fn a_state_that_keeps_the_contract_violates_nothing() {
        let schema = json!({
            "type": "object",
            "required": ["phase", "files"],
            "additionalProperties": false,
            "properties": {
                "phase": {"enum": ["red", "green"]},
                "files": {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 3}},
                "coverage": {"type": ["integer", "null"], "minimum": 80, "maximum": 100},
                "version": {"const": 2},
            },
        });
        let good = json!({"phase": "green", "files": ["a.ts"], "coverage": 81, "version": 2});
        assert_eq!(said(&schema, &good), "");
        for (bad, expected) in [
            (json!([]), "the state is no object"),
            (json!({"phase": "green"}), "files is missing"),
            (json!({"phase": "blue", "files": ["a.ts"]}), "phase is none of \"red\", \"green\""),
            (json!({"phase": "red", "files": []}), "files has less than 1 items"),
            (
                json!({"phase": "red", "files": ["a", 1]}),
                "files[0] has less than 3 characters; files[1] is no string",
            ),
            (json!({"phase": "red", "files": ["a.ts"], "coverage": 79.5}), "coverage is no integer or null"),
            (json!({"phase": "red", "files": ["a.ts"], "coverage": 101}), "coverage is too large"),
            (json!({"phase": "red", "files": ["a.ts"], "version": 3}), "version is not 2"),
            (json!({"phase": "red", "files": ["a.ts"], "more": 3}), "more is not foreseen"),
        ] {
            assert_eq!(said(&schema, &bad), expected, "{bad}");
        }
    }

    #[test]
    fn a_word_that_is_not_known_is_refused() {
        for (schema, expected) in [
            (json!({"pattern": "^a"}), "`pattern` is not known"),
            (json!({"properties": {"a": {"oneOf": []}}}), "`oneOf` is not known"),
            (json!({"type": "text"}), "there is no type `text`"),
            (json!({"minItems": "1"}), "`minItems` has a value that it cannot have"),
            (json!("object"), "a schema is a table"),
        ] {
            let error = check(&schema).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
        assert_eq!(check(&json!({"title": "x", "$schema": "y"})), Ok(()));
    }
}
