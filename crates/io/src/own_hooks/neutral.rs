//! An event in the form that own hooks may read whatever the host is.

use hookward_core::{Event, Moment};
use hookward_effects::{Call, Change, PatchedFile, Replacement};
use hookward_runner::Event as Fired;
use serde_json::{Map, Value, json};

/// An event in the form that is the same for all hosts: Claude Code's fields, and neutral names beside them.
pub(super) fn fired(event: &Event, host: &str) -> Fired {
    let (name, mut fields) = moment(&event.moment);
    let neutral = [
        ("session_id", event.session.as_str()),
        ("cwd", event.cwd.as_str()),
        ("event", event.moment.name().as_str()),
        ("host", host),
        ("role", event.role()),
    ];
    fields.extend(neutral.map(|(key, value)| (key.to_owned(), json!(value))));
    if let Some(agent) = &event.agent {
        // The main agent has none, whatever its role is.
        if !agent.id.is_empty() {
            fields.insert("agent_id".to_owned(), json!(agent.id));
        }
        fields.insert("agent_type".to_owned(), json!(agent.role));
    }
    if let Some(call) = event.moment.call() {
        let (tool, input) = tool(call);
        fields.insert("tool".to_owned(), json!(call.tool()));
        fields.insert("tool_name".to_owned(), json!(tool));
        fields.insert("tool_input".to_owned(), input);
    }
    if let Some(output) = event.moment.output() {
        let is_error = matches!(event.moment, Moment::AfterFailure { .. });
        let key = if is_error { "tool_error" } else { "tool_output" };
        fields.insert(key.to_owned(), json!(output.texts.join("\n")));
        fields.insert("tool_result_is_error".to_owned(), json!(is_error));
    }
    fields.into_iter().fold(Fired::new(name), |fired, (key, value)| fired.with(key, value))
}

/// Claude Code's name for a moment, and what it says of it (claude-code.md §2).
fn moment(moment: &Moment) -> (&str, Map<String, Value>) {
    let (name, fields) = match moment {
        Moment::SessionStart { source } => ("SessionStart", json!({"source": source})),
        Moment::Prompt { text, .. } => ("UserPromptSubmit", json!({"prompt": text})),
        Moment::BeforeTool(_) => ("PreToolUse", json!({})),
        Moment::PermissionRequest(_) => ("PermissionRequest", json!({})),
        Moment::AfterTool { .. } => ("PostToolUse", json!({})),
        Moment::AfterFailure { .. } => ("PostToolUseFailure", json!({})),
        Moment::SubagentStart => ("SubagentStart", json!({})),
        Moment::SubagentStop { held, said } => {
            ("SubagentStop", json!({"stop_hook_active": held, "last_assistant_message": said}))
        }
        Moment::Stop { held, said } => {
            ("Stop", json!({"stop_hook_active": held, "last_assistant_message": said}))
        }
        Moment::BeforeCompaction { trigger } => ("PreCompact", json!({"trigger": trigger})),
        Moment::SessionEnd => ("SessionEnd", json!({})),
        Moment::Notification => ("Notification", json!({})),
        Moment::Unused(name) => (name.as_str(), json!({})),
    };
    match fields {
        Value::Object(fields) => (name, fields),
        _ => (name, Map::new()),
    }
}

/// Claude Code's name for a tool, and its input (claude-code.md §4).
fn tool(call: &Call) -> (String, Value) {
    let edits = |edits: &[Replacement]| -> Vec<Value> {
        let one = |edit: &Replacement| json!({"old_string": edit.old, "new_string": edit.new, "replace_all": edit.all});
        edits.iter().map(one).collect()
    };
    let (name, input) = match call {
        Call::Shell { command, .. } => ("Bash", json!({"command": command})),
        Call::Write { path, content } => ("Write", json!({"file_path": path, "content": content})),
        Call::Edit { path, edits: one } if one.len() == 1 => {
            let mut input = edits(one).pop().unwrap_or_default();
            if let Some(fields) = input.as_object_mut() {
                fields.insert("file_path".to_owned(), json!(path));
            }
            ("Edit", input)
        }
        Call::Edit { path, edits: several } => {
            ("MultiEdit", json!({"file_path": path, "edits": edits(several)}))
        }
        Call::Patch { files } => {
            let file = |file: &PatchedFile| match &file.change {
                Change::Add { content } => json!({"file_path": file.path, "content": content}),
                Change::Update { edits: own } => json!({"file_path": file.path, "edits": edits(own)}),
                Change::Delete => json!({"file_path": file.path, "deleted": true}),
                Change::Move { to, edits: own } => {
                    json!({"file_path": file.path, "moved_to": to, "edits": edits(own)})
                }
            };
            ("Patch", json!({"files": files.iter().map(file).collect::<Vec<_>>()}))
        }
        Call::Read { path } => ("Read", json!({"file_path": path})),
        Call::Search { path, glob, prints_lines } => {
            ("Grep", json!({"path": path, "glob": glob, "prints_lines": prints_lines}))
        }
        Call::Fetch { url } => ("WebFetch", json!({"url": url})),
        Call::Mcp { server, tool, arguments } => {
            let pairs = arguments.iter().map(|argument| (argument.name.clone(), json!(argument.value)));
            return (format!("mcp__{server}__{tool}"), Value::Object(pairs.collect()));
        }
        Call::Subagent { role, task } => ("Task", json!({"subagent_type": role, "description": task})),
        Call::Other { tool } => return (tool.clone(), json!({})),
    };
    (name.to_owned(), input)
}
