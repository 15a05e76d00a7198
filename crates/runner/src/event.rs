//! What has happened in an agent, and how a hook is told: one line of JSON, and variables.

use std::borrow::Cow;

use serde_json::{Map, Value};

/// Events on which nothing can be prevented any more: a hook that objects there is heard, and that is all
/// (claude-code.md, 5).
const TOO_LATE: &[&str] = &[
    "PostToolUse",
    "PostToolUseFailure",
    "PermissionDenied",
    "SessionStart",
    "Setup",
    "InstructionsLoaded",
    "MessageDisplay",
    "Notification",
    "SubagentStart",
    "StopFailure",
    "PostCompact",
    "PostModelSwitch",
    "CwdChanged",
    "FileChanged",
    "DirectoryAdded",
    "WorktreeRemove",
    "SessionEnd",
];

/// Events at which an agent, or a part of its work, wants to end: whoever objects keeps it going.
const ENDS: &[&str] = &["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"];

/// Which field of an event its matchers look at (claude-code.md, 2).
const SUBJECTS: &[(&str, &str)] = &[
    ("PreToolUse", "tool_name"),
    ("PostToolUse", "tool_name"),
    ("PostToolUseFailure", "tool_name"),
    ("PermissionRequest", "tool_name"),
    ("PermissionDenied", "tool_name"),
    ("SubagentStart", "agent_type"),
    ("SubagentStop", "agent_type"),
    ("SessionStart", "source"),
    ("ConfigChange", "source"),
    ("DirectoryAdded", "source"),
    ("PreCompact", "trigger"),
    ("PostCompact", "trigger"),
    ("Setup", "trigger"),
    ("Notification", "notification_type"),
    ("SessionEnd", "reason"),
    ("StopFailure", "error"),
    ("InstructionsLoaded", "load_reason"),
    ("UserPromptExpansion", "command_name"),
    ("Elicitation", "mcp_server_name"),
    ("ElicitationResult", "mcp_server_name"),
    ("FileChanged", "file_path"),
];

/// Events without a subject: a matcher there is ignored.
const WITHOUT_SUBJECT: &[&str] = &[
    "UserPromptSubmit",
    "MessageDisplay",
    "PostToolBatch",
    "TaskCreated",
    "TaskCompleted",
    "TeammateIdle",
    "Stop",
    "PreModelSwitch",
    "PostModelSwitch",
    "CwdChanged",
    "WorktreeCreate",
    "WorktreeRemove",
];

/// One thing under two names: where one is told, so is the other.
const ALIASES: &[(&str, &str)] = &[
    ("agent_type", "subagent_type"),
    ("last_assistant_message", "response"),
    ("tool_output", "tool_response"),
    ("tool_error", "error"),
];

/// The most of one value that goes into a variable. A system refuses to start a program with more (128 KB on Linux, 32 KB on
/// Windows); the whole is on the hook's standard input.
const MAX_VARIABLE: usize = if cfg!(windows) { 10_000 } else { 100_000 };

/// The names of the events that are known by a protocol. An agent may have others.
pub fn known_events() -> impl Iterator<Item = &'static str> {
    SUBJECTS.iter().map(|(event, _)| *event).chain(WITHOUT_SUBJECT.iter().copied())
}

/// What matchers on an event look at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// This field of its payload.
    Field(&'static str),
    /// The event is about nothing that could be matched.
    Nothing,
    /// No protocol knows the event.
    Unknown,
}

impl Subject {
    pub(crate) fn of(event: &str) -> Self {
        match SUBJECTS.iter().find(|(name, _)| *name == event) {
            Some((_, field)) => Subject::Field(field),
            None if WITHOUT_SUBJECT.contains(&event) => Subject::Nothing,
            None => Subject::Unknown,
        }
    }

    /// Whether it is certain that the event is not about this field.
    pub(crate) fn excludes(self, field: &str) -> bool {
        match self {
            Subject::Field(own) => own != field,
            Subject::Nothing => true,
            Subject::Unknown => false,
        }
    }
}

/// Something that has happened, or is about to.
///
/// ```
/// use hookward_runner::Event;
/// use serde_json::json;
///
/// let event = Event::before_tool("bash", json!({"command": "ls"})).with("session_id", "s-1");
/// assert_eq!(
///     event.payload(),
///     "{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s-1\",\"tool_input\":{\"command\":\"ls\"},\
///      \"tool_input_json\":\"{\\\"command\\\":\\\"ls\\\"}\",\"tool_name\":\"bash\"}\n"
/// );
/// let event = Event::new("SessionStart").with("source", "startup");
/// assert_eq!(event.subject().as_deref(), Some("startup"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    name: String,
    fields: Map<String, Value>,
}

impl Event {
    /// An event by its name, such as `SessionStart`.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), fields: Map::new() }
    }

    /// A tool is about to be called (`PreToolUse`).
    pub fn before_tool(tool: impl Into<String>, input: impl Into<Value>) -> Self {
        Self::new("PreToolUse").with("tool_name", tool.into()).with("tool_input", input)
    }

    /// A tool has ended (`PostToolUse`).
    pub fn after_tool(tool: impl Into<String>, input: impl Into<Value>, output: impl Into<Value>) -> Self {
        let event = Self::new("PostToolUse").with("tool_name", tool.into()).with("tool_input", input);
        event.with("tool_output", output).with("tool_result_is_error", false)
    }

    /// A tool has failed (`PostToolUseFailure`).
    pub fn after_failed_tool(
        tool: impl Into<String>,
        input: impl Into<Value>,
        error: impl Into<Value>,
    ) -> Self {
        let event = Self::new("PostToolUseFailure").with("tool_name", tool.into()).with("tool_input", input);
        event.with("tool_error", error).with("tool_result_is_error", true)
    }

    /// The event with one more field in its payload: `session_id`, `cwd`, `agent_type`, whatever the agent has to say.
    #[must_use]
    pub fn with(mut self, field: impl Into<String>, value: impl Into<Value>) -> Self {
        self.fields.insert(field.into(), value.into());
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One of its fields, under either of its names.
    pub fn field(&self, name: &str) -> Option<&Value> {
        let twin = || {
            let (one, other) = ALIASES.iter().find(|(one, other)| *one == name || *other == name)?;
            self.fields.get(if *one == name { *other } else { *one })
        };
        self.fields.get(name).or_else(twin)
    }

    /// What matchers on it look at: the tool, the type of the agent, the source of a session.
    pub fn subject(&self) -> Option<Cow<'_, str>> {
        match Subject::of(&self.name) {
            // Of a file, its name: a matcher is a list of them.
            Subject::Field("file_path") => {
                self.field("file_path")?.as_str()?.rsplit(['/', '\\']).next().map(Cow::Borrowed)
            }
            Subject::Field(field) => self.text(field),
            Subject::Nothing => None,
            // The tool is the best guess.
            Subject::Unknown => self.text("tool_name"),
        }
    }

    /// Whether an objection comes in time to prevent anything.
    pub fn can_be_blocked(&self) -> bool {
        !TOO_LATE.contains(&self.name.as_str())
    }

    /// Whether the work wants to end here: an objection keeps it going.
    pub(crate) fn is_an_end(&self) -> bool {
        ENDS.contains(&self.name.as_str())
    }

    /// A field as text.
    pub(crate) fn text(&self, field: &str) -> Option<Cow<'_, str>> {
        match self.field(field)? {
            Value::String(text) => Some(Cow::Borrowed(text)),
            Value::Null => None,
            other => Some(Cow::Owned(other.to_string())),
        }
    }

    /// The event as a hook reads it: one line of JSON, with its newline.
    pub fn payload(&self) -> String {
        let mut fields = self.fields.clone();
        fields.insert("hook_event_name".to_owned(), self.name.clone().into());
        if let (Some(input), None) = (self.field("tool_input"), fields.get("tool_input_json")) {
            fields.insert("tool_input_json".to_owned(), as_document(input).into());
        }
        for (one, other) in ALIASES {
            for (told, silent) in [(one, other), (other, one)] {
                if let (Some(value), None) = (fields.get(*told).cloned(), fields.get(*silent)) {
                    fields.insert((*silent).to_owned(), value);
                }
            }
        }
        let mut line = Value::Object(fields).to_string();
        line.push('\n');
        line
    }

    /// The event as variables. What is too long for one is cut there, and `HOOK_CUT` names it.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let mut variables = vec![("HOOK_EVENT", self.name.clone())];
        let mut cut = Vec::new();
        let told = [
            ("HOOK_TOOL_NAME", self.text("tool_name")),
            ("HOOK_TOOL_INPUT", self.text("tool_input")),
            ("HOOK_TOOL_IS_ERROR", self.text("tool_result_is_error")),
            ("HOOK_TOOL_OUTPUT", self.text("tool_output").or_else(|| self.text("tool_error"))),
        ];
        for (name, value) in told {
            let Some(value) = value else { continue };
            let kept = value.get(..value.floor_char_boundary(MAX_VARIABLE)).unwrap_or_default();
            if kept.len() < value.len() {
                cut.push(name);
            }
            // A variable cannot hold a zero.
            variables.push((name, kept.replace('\0', "\u{fffd}")));
        }
        if !cut.is_empty() {
            variables.push(("HOOK_CUT", cut.join(" ")));
        }
        variables
    }
}

/// A tool's input as a JSON document. A text may be one already; else it is a text in JSON, so that whoever reads the field
/// as JSON can.
fn as_document(input: &Value) -> String {
    match input {
        Value::String(text) if serde_json::from_str::<Value>(text).is_ok() => text.clone(),
        input => input.to_string(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
mod tests {
    use serde_json::json;

    use super::*;

    fn variable(event: &Event, name: &str) -> Option<String> {
        event.variables().into_iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    #[test]
    fn a_payload_is_one_line_whatever_is_in_it() {
        let event = Event::after_tool("bash", json!({"command": "printf 'a\nb'"}), "a\nb\r\n\u{2028}");
        let payload = event.payload();
        assert_eq!(payload.matches('\n').count(), 1);
        let read: Value = serde_json::from_str(&payload).unwrap();
        assert_eq!(read["tool_output"], "a\nb\r\n\u{2028}");
        assert_eq!(read["tool_response"], read["tool_output"]);
        assert_eq!(read["tool_result_is_error"], false);
    }

    #[test]
    fn either_name_of_a_field_brings_the_other() {
        let read = |event: Event| serde_json::from_str::<Value>(&event.payload()).unwrap();
        assert_eq!(
            read(Event::new("SubagentStop").with("agent_type", "planner"))["subagent_type"],
            "planner"
        );
        assert_eq!(read(Event::new("Stop").with("response", "done"))["last_assistant_message"], "done");
        let event = Event::new("SubagentStart").with("subagent_type", "planner");
        assert_eq!(event.subject().as_deref(), Some("planner"));
    }

    #[test]
    fn the_input_is_told_as_a_document_too_and_what_the_agent_says_of_it_stays() {
        let document = |event: Event| -> Value {
            let read: Value = serde_json::from_str(&event.payload()).unwrap();
            serde_json::from_str(read["tool_input_json"].as_str().unwrap()).unwrap()
        };
        let given = r#"{"command": "rm -rf /tmp/test"}"#;
        let shown = Event::before_tool("bash", "rm -rf /tmp/test");
        assert_eq!(
            document(shown.clone().with("tool_input_json", given)),
            json!({"command": "rm -rf /tmp/test"})
        );
        assert_eq!(document(shown), json!("rm -rf /tmp/test"));
        assert_eq!(document(Event::before_tool("bash", given)), json!({"command": "rm -rf /tmp/test"}));
        assert_eq!(document(Event::before_tool("bash", json!({"n": 1}))), json!({"n": 1}));
    }

    #[test]
    fn results_are_told_after_a_tool_only() {
        let before = Event::before_tool("bash", json!({"command": "ls"}));
        assert_eq!(variable(&before, "HOOK_TOOL_INPUT").as_deref(), Some(r#"{"command":"ls"}"#));
        assert_eq!(variable(&before, "HOOK_TOOL_IS_ERROR"), None);
        let after = Event::after_failed_tool("bash", json!({}), "no such file");
        assert_eq!(variable(&after, "HOOK_TOOL_IS_ERROR").as_deref(), Some("true"));
        assert_eq!(variable(&after, "HOOK_TOOL_OUTPUT").as_deref(), Some("no such file"));
    }

    #[test]
    fn a_long_value_is_cut_between_characters_and_named() {
        let event = Event::after_tool("bash", json!({}), "é".repeat(80_000) + "\0");
        assert_eq!(variable(&event, "HOOK_TOOL_OUTPUT").map(|value| value.len()), Some(MAX_VARIABLE));
        assert_eq!(variable(&event, "HOOK_CUT").as_deref(), Some("HOOK_TOOL_OUTPUT"));
    }

    #[test]
    fn a_prompt_has_no_subject_and_an_unknown_event_has_its_tool() {
        assert_eq!(Event::new("UserPromptSubmit").with("tool_name", "x").subject(), None);
        assert_eq!(Event::new("BeforeDeploy").with("tool_name", "x").subject().as_deref(), Some("x"));
    }
}
