//! What happens in a session besides calls of tools, as stories tell it: `prompt: …`, `stop: …`, `subagent x stops: …`.

use serde_json::{Value, json};

use super::stage::Stage;

/// The event of a line, and what it carries; `None` if it is about none.
pub(super) fn moment(stage: &Stage, line: &str) -> anyhow::Result<Option<(&'static str, Value)>> {
    let said = |text: &str| text.replace("\\n", "\n");
    let ends = |text: &str| json!({"stop_hook_active": false, "last_assistant_message": said(text)});
    if let Some(source) = line.strip_prefix("the session starts: ") {
        return Ok(Some(("SessionStart", json!({ "source": source }))));
    }
    if let Some(text) = line.strip_prefix("prompt: ") {
        return Ok(Some(("UserPromptSubmit", json!({ "prompt": text }))));
    }
    if let Some(text) = line.strip_prefix("stop: ") {
        return Ok(Some(("Stop", ends(text))));
    }
    if line == "the conversation is compacted" {
        return Ok(Some(("PreCompact", json!({"trigger": "auto"}))));
    }
    if let Some(path) = line.strip_prefix("the agent has written ") {
        return Ok(Some(("PostToolUse", written(stage, path)?)));
    }
    let Some((role, deed)) = line.strip_prefix("subagent ").and_then(|rest| rest.split_once(' ')) else {
        return Ok(None);
    };
    let of_agent = |mut payload: Value| {
        if let Some(fields) = payload.as_object_mut() {
            fields.insert("agent_id".to_owned(), json!(role));
            fields.insert("agent_type".to_owned(), json!(role));
        }
        payload
    };
    Ok(match deed.split_once(' ') {
        None if deed == "starts" => Some(("SubagentStart", of_agent(json!({})))),
        Some(("stops:", text)) => Some(("SubagentStop", of_agent(ends(text)))),
        Some(("has", rest)) => match rest.strip_prefix("written ") {
            Some(path) => Some(("PostToolUse", of_agent(written(stage, path)?))),
            None => None,
        },
        _ => None,
    })
}

/// A file that was written: what the disk holds, or else a line.
fn written(stage: &Stage, path: &str) -> anyhow::Result<Value> {
    let file = stage.project().join(path);
    if !file.exists() {
        stage.write(&file, "made\n")?;
    }
    let content = std::fs::read_to_string(&file)?;
    Ok(
        json!({"tool_name": "Write", "tool_input": {"file_path": file, "content": content}, "tool_response": {}}),
    )
}

/// What of an answer is not as expected: `told: …` is in what the model or the person reads, `held: …` in what keeps the agent
/// from stopping, `silence` is nothing at all.
pub(super) fn missed<'e>(answer: &Value, expected: &'e [String]) -> Option<&'e str> {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let context = answer.get("hookSpecificOutput").and_then(|specific| specific.get("additionalContext"));
    let told = text(context) + &text(answer.get("systemMessage"));
    let is_held = answer.get("decision").and_then(Value::as_str) == Some("block");
    let held = if is_held { text(answer.get("reason")) } else { String::new() };
    let is_so = |line: &str| match line.split_once(": ") {
        Some(("told", part)) => told.contains(part),
        Some(("not told", part)) => !told.contains(part),
        Some(("held", part)) => held.contains(part),
        Some(_) | None => line == "silence" && answer.is_null(),
    };
    if expected.is_empty() {
        return Some("what then? `told: …`, `not told: …`, `held: …` or `silence`");
    }
    expected.iter().map(|line| line.trim()).find(|line| !is_so(line))
}
