//! Events that were recorded, as steps of a story: payloads of hosts, or lines of `hookward log --json`.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::said::Said;

/// The events of a file: one JSON document, or one in each line.
pub(crate) fn events(path: &Path) -> anyhow::Result<Vec<Value>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    if let Ok(one) = serde_json::from_str::<Value>(&text) {
        return Ok(match one {
            Value::Array(several) => several,
            one => vec![one],
        });
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(index, line): (usize, &str)| {
        serde_json::from_str(line).with_context(|| format!("{}:{}", path.display(), index + 1))
    };
    lines.map(read).collect()
}

/// Whether it is a line of the journal, and not what a host has sent.
pub(crate) fn is_record(event: &Value) -> bool {
    ["at", "host", "decision"].iter().all(|key| event.get(key).is_some())
}

/// What is sent for an event in a stage: the call that a record tells of in Claude Code's form, or what the host had sent,
/// with the stage's own place in it.
pub(super) fn payload(event: &Value, project: &Path) -> anyhow::Result<Value> {
    let mut payload = if is_record(event) { of_record(event)? } else { event.clone() };
    let project = project.display().to_string();
    let there = payload.get("cwd").and_then(Value::as_str).map(str::to_owned);
    if let Some(there) = there.filter(|there| there.len() > 1) {
        move_to(&mut payload, &there, &project);
    }
    if let Some(fields) = payload.as_object_mut() {
        fields.insert("cwd".to_owned(), json!(project));
    }
    Ok(payload)
}

/// The call of a record. The journal does not keep contents, so what is decided by them cannot be made again.
fn of_record(record: &Value) -> anyhow::Result<Value> {
    let text = |key: &str| record.get(key).and_then(Value::as_str).unwrap_or_default();
    if text("event") != "before-tool" {
        bail!("a record of `{}` cannot be played; only those of before-tool can", text("event"));
    }
    let subject = text("subject");
    let (tool, input) = match text("tool") {
        "shell" => ("Bash", json!({"command": subject})),
        "write" => ("Write", json!({"file_path": subject, "content": ""})),
        "edit" => ("Edit", json!({"file_path": subject, "old_string": "", "new_string": ""})),
        "read" => ("Read", json!({"file_path": subject})),
        "fetch" => ("WebFetch", json!({"url": subject})),
        other => bail!("a record of the tool `{other}` does not hold its call"),
    };
    let mut payload = json!({
        "hook_event_name": "PreToolUse", "session_id": text("session"), "cwd": text("cwd"),
        "permission_mode": "default", "tool_name": tool, "tool_input": input,
    });
    if let (Some(fields), role) = (payload.as_object_mut(), text("role"))
        && !role.is_empty()
    {
        fields.insert("agent_id".to_owned(), json!(text("agent")));
        fields.insert("agent_type".to_owned(), json!(role));
    }
    Ok(payload)
}

/// Puts one place for another in every path below it.
fn move_to(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::String(text) => {
            let behind = text.strip_prefix(from);
            if let Some(rest) = behind.filter(|rest| rest.is_empty() || rest.starts_with('/')) {
                *text = format!("{to}{rest}");
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| move_to(value, from, to)),
        Value::Object(fields) => fields.values_mut().for_each(|value| move_to(value, from, to)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What was last decided, by a journal, as an answer says it.
pub(super) fn last_decided(journal: &str) -> Option<Said> {
    let record: Value = serde_json::from_str(journal.lines().last()?).ok()?;
    let text =
        |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let findings = record.get("findings").and_then(Value::as_array).cloned().unwrap_or_default();
    let said = |before: char, behind: char| {
        let one = |finding: &Value| {
            format!("{before}{}{behind} {}", text(finding, "rule"), text(finding, "why"))
                .trim_end()
                .to_owned()
        };
        findings.iter().map(one).collect::<Vec<_>>().join("\n")
    };
    let instead = String::new();
    Some(match text(&record, "decision").as_str() {
        "silent" | "advise" => {
            Said { decision: String::new(), reason: String::new(), advice: said('[', ']'), instead }
        }
        "approve" => {
            Said { decision: "allow".to_owned(), reason: said('(', ')'), advice: String::new(), instead }
        }
        other => Said { decision: other.to_owned(), reason: said('(', ')'), advice: String::new(), instead },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_recorded_elsewhere_happens_in_the_stage() {
        let sent = json!({"hook_event_name": "PreToolUse", "cwd": "/w/a", "tool_name": "Write",
            "tool_input": {"file_path": "/w/a/src/b.ts", "content": "/w/ab"}});
        let played = payload(&sent, Path::new("/stage")).unwrap();
        assert_eq!(played["tool_input"], json!({"file_path": "/stage/src/b.ts", "content": "/w/ab"}));
        assert_eq!(played["cwd"], "/stage");
        let record = json!({"at": 1, "host": "cursor", "decision": "deny", "event": "before-tool", "tool": "shell",
            "subject": "make x", "cwd": "/w/a", "session": "s", "role": "reviewer", "agent": "a1"});
        let played = payload(&record, Path::new("/stage")).unwrap();
        assert_eq!(
            (&played["tool_name"], &played["tool_input"]["command"]),
            (&json!("Bash"), &json!("make x"))
        );
        assert_eq!(played["agent_type"], "reviewer");
        let patch =
            json!({"at": 1, "host": "codex", "decision": "deny", "event": "before-tool", "tool": "patch"});
        assert!(payload(&patch, Path::new("/stage")).is_err());
    }
}
