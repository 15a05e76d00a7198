//! JSON as hooks and people write it.

use serde_json::Value;

/// Reads JSON. The escape `\!`, which shells leave in a text and JSON does not know, is read as `!`.
///
/// ```
/// let value = hookward_runner::parse_json(r#"{"command": "echo hello\!"}"#).unwrap();
/// assert_eq!(value["command"], "echo hello!");
/// assert!(hookward_runner::parse_json(r#"{"command": "#).is_err());
/// ```
pub fn parse_json(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text).or_else(|error| match without_shell_escapes(text) {
        Some(text) => serde_json::from_str(&text),
        None => Err(error),
    })
}

/// The text with `\!` as `!`, if there is any. Escapes are pairs, so that `\\!` stays what it is.
fn without_shell_escapes(text: &str) -> Option<String> {
    let mut mended = String::with_capacity(text.len());
    let mut found = false;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            mended.push(letter);
            continue;
        }
        match letters.next() {
            Some('!') => {
                mended.push('!');
                found = true;
            }
            Some(other) => mended.extend(['\\', other]),
            None => mended.push('\\'),
        }
    }
    found.then_some(mended)
}

#[cfg(test)]
mod tests {
    use super::parse_json;

    #[test]
    fn an_escaped_exclamation_mark_is_one_and_an_escaped_backslash_before_it_stays() {
        let read = |text: &str| parse_json(text).ok().map(|value| value.to_string());
        assert_eq!(read(r#"["a\!b"]"#).as_deref(), Some(r#"["a!b"]"#));
        assert_eq!(read(r#"["a\\!\!b"]"#).as_deref(), Some(r#"["a\\!!b"]"#));
        assert_eq!(read(r#"["a\qb"]"#), None);
    }
}
