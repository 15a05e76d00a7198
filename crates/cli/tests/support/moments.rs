//! What happens in a session besides calls of tools, as stories tell it: `prompt: …`, `stop: …`, `subagent x stops: …`.

use serde_json::{Value, json};

use super::{Machine, answer};

/// Plays a line, if it is one of these. Below it stands what follows: `told: …` is in what the model or the person reads,
/// `held: …` in what keeps the agent from stopping, `silence` is nothing at all.
pub(crate) fn happens(machine: &Machine, line: &str, below: &[&str]) -> bool {
    let Some((event, payload)) = moment(machine, line) else { return false };
    let output = machine.hook("claude", &machine.event(event, &payload));
    let answer = answer(&output);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let told = text(&answer["hookSpecificOutput"]["additionalContext"]) + &text(&answer["systemMessage"]);
    let held = if answer["decision"] == "block" { text(&answer["reason"]) } else { String::new() };
    assert!(!below.is_empty(), "{line}: what then?");
    for expected in below {
        match expected.split_once(": ") {
            Some(("told", part)) => assert!(told.contains(part), "{line}: {part}\n{answer}"),
            Some(("not told", part)) => assert!(!told.contains(part), "{line}: {part}\n{answer}"),
            Some(("held", part)) => assert!(held.contains(part), "{line}: {part}\n{answer}"),
            _ => {
                assert_eq!(*expected, "silence", "{line}: what is that?");
                assert_eq!(answer, Value::Null, "{line}");
            }
        }
    }
    true
}

/// The event of a line, and what it carries.
fn moment(machine: &Machine, line: &str) -> Option<(&'static str, Value)> {
    let said = |text: &str| text.replace("\\n", "\n");
    if let Some(source) = line.strip_prefix("the session starts: ") {
        return Some(("SessionStart", json!({ "source": source })));
    }
    if let Some(text) = line.strip_prefix("prompt: ") {
        return Some(("UserPromptSubmit", json!({ "prompt": text })));
    }
    if let Some(text) = line.strip_prefix("stop: ") {
        return Some(("Stop", json!({"stop_hook_active": false, "last_assistant_message": said(text)})));
    }
    if line == "the conversation is compacted" {
        return Some(("PreCompact", json!({"trigger": "auto"})));
    }
    if let Some(path) = line.strip_prefix("the agent has written ") {
        return Some(("PostToolUse", written(machine, path)));
    }
    let (role, deed) = line.strip_prefix("subagent ")?.split_once(' ')?;
    let agent = json!({"agent_id": role, "agent_type": role});
    let with = |more: Value| {
        let mut payload = agent.clone();
        for (key, value) in more.as_object().unwrap() {
            payload[key] = value.clone();
        }
        payload
    };
    match deed.split_once(' ') {
        None if deed == "starts" => Some(("SubagentStart", agent)),
        Some(("stops:", text)) => {
            let more = json!({"stop_hook_active": false, "last_assistant_message": said(text)});
            Some(("SubagentStop", with(more)))
        }
        Some(("has", rest)) => Some(("PostToolUse", with(written(machine, rest.strip_prefix("written ")?)))),
        _ => None,
    }
}

/// A file that was written: what the disk holds, or else a line.
fn written(machine: &Machine, path: &str) -> Value {
    let file = machine.project().join(path);
    if !file.exists() {
        machine.write(path, "made\n");
    }
    let content = std::fs::read_to_string(&file).unwrap();
    json!({"tool_name": "Write", "tool_input": {"file_path": file, "content": content}, "tool_response": {}})
}
