//! Rewritten commands: who can be made to run one, and the arguments in which it is handed over.

use std::collections::BTreeMap;

use hookward_core::EventName;
use serde_json::value::RawValue;

use crate::arguments::{Arguments, names_command};
use crate::said::Stance;
use crate::{Asked, Caller};

/// Whether the caller runs another command than it asked about, when it is told so together with this stance. Only where
/// the host's own code says so: one that obeys the `allow` and not the rest would run the command as it was.
pub(crate) fn rewrites(asked: &Asked, stance: Stance) -> bool {
    let before_tool = asked.name == Some(EventName::BeforeTool);
    let may_ask = stance == Stance::Ask && before_tool;
    let may_allow = stance == Stance::Allow;
    match asked.caller {
        // claude-code.md §5: also where a person would be asked.
        Caller::Claude => may_allow || may_ask,
        // Qwen Code's page has `updatedInput`, but its engine (0.24.4) does not read it, and runs the command as it was.
        Caller::Qwen => false,
        // gemini-cli.md §5.
        Caller::Gemini => before_tool && (may_allow || may_ask),
        // codex.md §5: never without an `allow`, and not where a person would be asked.
        // Our own plugin for OpenCode puts them in place.
        Caller::Codex | Caller::OpenCode => before_tool && may_allow,
        // cursor.md §5: only this step has the key.
        Caller::Cursor => may_allow && asked.event_name.eq_ignore_ascii_case("preToolUse"),
        Caller::Plain
        | Caller::Amp
        | Caller::Cline
        | Caller::Copilot
        | Caller::CopilotClaude
        | Caller::Devin
        | Caller::Droid
        | Caller::Kiro
        | Caller::VsCode
        | Caller::Windsurf => false,
    }
}

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
