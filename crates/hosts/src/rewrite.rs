//! Rewritten commands: the arguments in which one is handed over.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::arguments::{Arguments, names_command};

/// A command's arguments with another command in them, and everything else as it was. `None` if the command is not one
/// text that stands there as it is.
pub(crate) fn with_command(input: &str, command: &str) -> Option<String> {
    let before = Arguments::read(input).ok()?.command()?;
    let mut entries: BTreeMap<String, Box<RawValue>> = serde_json::from_str(input).ok()?;
    let after = RawValue::from_string(serde_json::to_string(command).ok()?).ok()?;
    let mut replaced = false;
    for (_, value) in entries.iter_mut().filter(|(key, _)| names_command(key)) {
        // A key that says something else was judged together with the others; neither alone is what was rewritten.
        if serde_json::from_str::<String>(value.get()).ok()? != before {
            return None;
        }
        *value = after.clone();
        replaced = true;
    }
    if replaced { serde_json::to_string(&entries).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_but_the_command_stays_as_it_was() {
        let input = r#"{"command":"git push -f","description":"Push \u00e4","timeout":120000.0,"run_in_background":true,"x":{"command":"git push -f"}}"#;
        let expected = r#"{"command":"git push \"x\"","description":"Push \u00e4","run_in_background":true,"timeout":120000.0,"x":{"command":"git push -f"}}"#;
        assert_eq!(with_command(input, r#"git push "x""#).as_deref(), Some(expected));
    }

    #[test]
    fn a_command_that_is_not_one_text_is_not_rewritten() {
        for input in [
            r#"{"command":["git","push"]}"#,
            r#"{"command":"git push","cmd":"ls"}"#,
            r#"{"command":"ls","command":"git push"}"#,
            r#""git push""#,
            r#"{"raw":"git push"}"#,
            r#"{"commands":["git push"]}"#,
            "{}",
        ] {
            assert_eq!(with_command(input, "ls"), None, "{input}");
        }
        let twice = with_command(r#"{"command":"git push","cmd":"git push"}"#, "ls");
        assert_eq!(twice.as_deref(), Some(r#"{"cmd":"ls","command":"ls"}"#));
    }
}
