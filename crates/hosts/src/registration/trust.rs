//! What Codex takes for one and the same hook: it runs one only if the hash of this is the one that a person has trusted.

use serde_json::{Map, Value, json};

use super::command::is_ours;
use super::edit::line_of;
use super::{RegisterError, value};
use crate::Host;

/// A hook of ours before tool calls, as Codex knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodexHook {
    /// What stands behind the file's path in its key: `pre_tool_use:0:0`.
    pub key: String,
    /// The text whose SHA-256 is trusted. Seen with 0.166: JSON, keys in order, defaults filled in.
    pub identity: String,
}

/// Our hooks before tool calls in a file of Codex.
pub fn codex_hooks(text: &str) -> Result<Vec<CodexHook>, RegisterError> {
    let file = value(text)?;
    let groups = file.pointer("/hooks/PreToolUse").and_then(Value::as_array);
    let mut found = Vec::new();
    for (at, group) in groups.into_iter().flatten().enumerate() {
        let entries = group.get("hooks").and_then(Value::as_array);
        for (index, entry) in entries.into_iter().flatten().enumerate() {
            if is_ours(&line_of(entry), Host::Codex) {
                let key = format!("pre_tool_use:{at}:{index}");
                found.push(CodexHook { key, identity: identity(group, entry).to_string() });
            }
        }
    }
    Ok(found)
}

fn identity(group: &Value, entry: &Value) -> Value {
    let given = |from: &Value, key: &str| from.get(key).filter(|given| !given.is_null()).cloned();
    let mut handler = Map::new();
    handler.insert("type".to_owned(), json!("command"));
    handler.insert("async".to_owned(), json!(false));
    // codex.md §5.
    handler.insert("timeout".to_owned(), json!(600));
    for key in ["command", "commandWindows", "timeout", "async", "statusMessage", "additionalContextLimit"] {
        handler.extend(given(entry, key).map(|value| (key.to_owned(), value)));
    }
    let mut identity = Map::new();
    identity.insert("event_name".to_owned(), json!("pre_tool_use"));
    identity.insert("hooks".to_owned(), json!([handler]));
    identity.extend(given(group, "matcher").map(|value| ("matcher".to_owned(), value)));
    Value::Object(identity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_is_known_as_codex_knows_it() {
        let file = r#"{"hooks": {"PreToolUse": [
            {"hooks": [{"type": "command", "command": "other"}]},
            {"matcher": "*", "hooks": [{"type": "command", "command": "hookward hook codex", "timeout": 10}]}
        ]}}"#;
        // Codex 0.166 gives this text the hash d7410ea8…36e9.
        let identity = r#"{"event_name":"pre_tool_use","hooks":[{"async":false,"command":"hookward hook codex","timeout":10,"type":"command"}],"matcher":"*"}"#;
        let hook = CodexHook { key: "pre_tool_use:1:0".to_owned(), identity: identity.to_owned() };
        assert_eq!(codex_hooks(file), Ok(vec![hook]));
    }
}
