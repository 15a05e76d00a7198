//! The fields around a tool call that any host is known to send. One struct for all, because one registration is read by
//! many hosts (MATRIX.md §3), and only these fields tell which of them is calling.

use std::borrow::Cow;

use hookward_core::effects::Call;
use hookward_core::{Agent, Author, EventName, Fault, Moment};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::json::{self, Field};
use crate::output::texts;

/// A payload. Whatever is not here is skipped, unread.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Envelope<'a> {
    // claude-code.md §3
    #[serde(borrow)]
    pub(crate) hook_event_name: Field<'a>,
    #[serde(borrow)]
    pub(crate) session_id: Field<'a>,
    #[serde(borrow)]
    pub(crate) transcript_path: Field<'a>,
    #[serde(borrow)]
    pub(crate) cwd: Field<'a>,
    #[serde(borrow)]
    pub(crate) permission_mode: Field<'a>,
    #[serde(borrow)]
    pub(crate) agent_id: Field<'a>,
    #[serde(borrow)]
    pub(crate) agent_type: Field<'a>,
    #[serde(borrow)]
    pub(crate) tool_name: Field<'a>,
    #[serde(borrow)]
    pub(crate) tool_input: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) source: Field<'a>,
    #[serde(borrow)]
    pub(crate) prompt: Field<'a>,
    #[serde(borrow)]
    pub(crate) stop_hook_active: Field<'a>,
    #[serde(borrow, alias = "toolError")]
    pub(crate) error: Field<'a>,
    #[serde(borrow)]
    pub(crate) tool_response: Option<&'a RawValue>,
    // claude-code.md §3; under other names gemini-cli.md §3, cursor.md §3, copilot.md part 1, seed 002's document.
    #[serde(borrow)]
    pub(crate) last_assistant_message: Field<'a>,
    #[serde(borrow)]
    pub(crate) prompt_response: Field<'a>,
    #[serde(borrow)]
    pub(crate) summary: Field<'a>,
    #[serde(borrow)]
    pub(crate) response: Field<'a>,
    // seed-protocol.md
    #[serde(borrow)]
    pub(crate) tool_input_json: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) tool_output: Field<'a>,
    #[serde(borrow)]
    pub(crate) tool_result_is_error: Field<'a>,
    // cursor.md §3
    #[serde(borrow)]
    pub(crate) cursor_version: Field<'a>,
    #[serde(borrow)]
    pub(crate) conversation_id: Field<'a>,
    #[serde(borrow)]
    pub(crate) generation_id: Field<'a>,
    #[serde(borrow)]
    pub(crate) workspace_roots: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) mcp_server_name: Field<'a>,
    #[serde(borrow)]
    pub(crate) subagent_id: Field<'a>,
    #[serde(borrow)]
    pub(crate) subagent_type: Field<'a>,
    #[serde(borrow)]
    pub(crate) loop_count: Field<'a>,
    #[serde(borrow)]
    pub(crate) error_message: Field<'a>,
    // windsurf.md
    #[serde(borrow)]
    pub(crate) agent_action_name: Field<'a>,
    #[serde(borrow)]
    pub(crate) trajectory_id: Field<'a>,
    #[serde(borrow)]
    pub(crate) tool_info: Option<&'a RawValue>,
    // cline.md
    #[serde(borrow, rename = "clineVersion")]
    pub(crate) cline_version: Field<'a>,
    #[serde(borrow, rename = "hookName")]
    pub(crate) hook_name: Field<'a>,
    #[serde(borrow, rename = "taskId")]
    pub(crate) task_id: Field<'a>,
    #[serde(borrow, rename = "workspaceRoots")]
    pub(crate) camel_workspace_roots: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) tool_call: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) tool_result: Option<&'a RawValue>,
    #[serde(borrow, rename = "preToolUse")]
    pub(crate) pre_tool_use: Option<&'a RawValue>,
    #[serde(borrow, rename = "userPromptSubmit")]
    pub(crate) user_prompt_submit: Option<&'a RawValue>,
    #[serde(borrow, rename = "postToolUse")]
    pub(crate) post_tool_use: Option<&'a RawValue>,
    // copilot.md
    #[serde(borrow, rename = "toolName")]
    pub(crate) camel_tool_name: Field<'a>,
    #[serde(borrow, rename = "toolArgs")]
    pub(crate) tool_args: Option<&'a RawValue>,
    #[serde(borrow, rename = "toolResult")]
    pub(crate) camel_tool_result: Option<&'a RawValue>,
    #[serde(borrow, rename = "sessionId")]
    pub(crate) camel_session_id: Field<'a>,
    #[serde(borrow, rename = "stopReason")]
    pub(crate) stop_reason: Field<'a>,
    #[serde(borrow)]
    pub(crate) trigger: Field<'a>,
    #[serde(borrow)]
    pub(crate) reason: Field<'a>,
    #[serde(borrow)]
    pub(crate) timestamp: Field<'a>,
    // kiro.md, B
    #[serde(borrow, rename = "toolSuccess")]
    pub(crate) tool_success: Field<'a>,
    // codex.md §3
    #[serde(borrow)]
    pub(crate) turn_id: Field<'a>,
    #[serde(borrow)]
    pub(crate) model: Field<'a>,
    // qwen-code.md
    #[serde(borrow)]
    pub(crate) submitted_prompt: Field<'a>,
    // gemini-cli.md §3
    #[serde(borrow)]
    pub(crate) mcp_context: Option<&'a RawValue>,
}

impl<'a> Envelope<'a> {
    /// What can be seen of a payload that cannot be parsed: who calls, on which event, and whether somebody is there.
    pub(crate) fn glimpsed(stdin: &[u8]) -> Self {
        let mut envelope = Self::default();
        let mut contradicted = false;
        for (key, value) in json::glimpse(stdin) {
            let value = match value.split_at_checked(1) {
                Some(("\"", text)) => Field::Text(Cow::Owned(text.to_owned())),
                Some((first, _)) if first.bytes().all(|byte| byte.is_ascii_digit()) => Field::Number(1.0),
                Some(("n", _)) | None => Field::Absent,
                Some(_) => Field::Other,
            };
            if let Some(slot) = envelope.slot(&key) {
                contradicted |= key == "hook_event_name" && slot.is_there() && *slot != value;
                *slot = value;
            }
        }
        if contradicted {
            // Which of the two events it is cannot be told, so it is treated as one that guards.
            envelope.hook_event_name = Field::Absent;
        }
        envelope
    }

    fn slot(&mut self, key: &str) -> Option<&mut Field<'a>> {
        Some(match key {
            "hook_event_name" => &mut self.hook_event_name,
            "session_id" => &mut self.session_id,
            "transcript_path" => &mut self.transcript_path,
            "permission_mode" => &mut self.permission_mode,
            "tool_name" => &mut self.tool_name,
            "cursor_version" => &mut self.cursor_version,
            "conversation_id" => &mut self.conversation_id,
            "generation_id" => &mut self.generation_id,
            "agent_action_name" => &mut self.agent_action_name,
            "clineVersion" => &mut self.cline_version,
            "hookName" => &mut self.hook_name,
            "toolName" => &mut self.camel_tool_name,
            "sessionId" => &mut self.camel_session_id,
            "timestamp" => &mut self.timestamp,
            "turn_id" => &mut self.turn_id,
            "model" => &mut self.model,
            _ => return None,
        })
    }

    /// The subagent in which it happened; or the main agent, where it has a role of its own: claude-code.md §3, `--agent`.
    pub(crate) fn agent(&self) -> Option<Agent> {
        let id = self.agent_id.text().or(self.subagent_id.text());
        let role = self.agent_type.text().or(self.subagent_type.text());
        (id.is_some() || role.is_some()).then(|| Agent {
            id: id.unwrap_or_default().to_owned(),
            role: role.unwrap_or_default().to_owned(),
        })
    }

    /// The text of a prompt, and who wrote it. Claude Code says that in `source`, where it says it (claude-code.md §3);
    /// Qwen Code repeats apart what a person has typed (qwen-code.md).
    fn prompt(&self) -> (String, Author) {
        if let Some(typed) = self.submitted_prompt.text() {
            return (typed.to_owned(), Author::Person);
        }
        let author = match self.source {
            Field::Absent => Author::Untold,
            _ if self.source.text() == Some("user") => Author::Person,
            _ => Author::Machine,
        };
        (self.prompt.text().unwrap_or_default().to_owned(), author)
    }

    /// What the agent that stops has said last.
    fn said(&self) -> &str {
        let places = [&self.last_assistant_message, &self.prompt_response, &self.summary, &self.response];
        places.into_iter().find_map(Field::text).unwrap_or_default()
    }

    /// What happened. The tool call is asked for only where there is one; it has to be understood where the answer can
    /// still keep it from happening.
    pub(crate) fn moment(
        &self,
        name: EventName,
        host_name: &str,
        call: impl FnOnce() -> Result<Call, String>,
    ) -> Result<Moment, Fault> {
        let text = |field: &Field| field.text().unwrap_or_default().to_owned();
        let tool = || self.tool_name.text().or(self.camel_tool_name.text()).unwrap_or(host_name).to_owned();
        let output = || self.output().map(|json| texts(&json)).unwrap_or_default();
        let held = || self.stop_hook_active.is_true() || self.loop_count.is_true();
        Ok(match name {
            EventName::SessionStart => Moment::SessionStart { source: text(&self.source) },
            EventName::Prompt => {
                let (text, author) = self.prompt();
                Moment::Prompt { text, author }
            }
            EventName::BeforeTool => Moment::BeforeTool(call().map_err(Fault::Input)?),
            EventName::PermissionRequest => Moment::PermissionRequest(call().map_err(Fault::Input)?),
            EventName::AfterTool => {
                let call = call().unwrap_or_else(|_| Call::Other { tool: tool() });
                Moment::AfterTool { call, output: output() }
            }
            EventName::AfterFailure => {
                let call = call().unwrap_or_else(|_| Call::Other { tool: tool() });
                let error = self.error.text().or(self.error_message.text()).or(self.tool_output.text());
                Moment::AfterFailure { call, error: error.unwrap_or_default().to_owned(), output: output() }
            }
            EventName::SubagentStart => Moment::SubagentStart,
            EventName::SubagentStop => Moment::SubagentStop { held: held(), said: self.said().to_owned() },
            EventName::Stop => Moment::Stop { held: held(), said: self.said().to_owned() },
            EventName::BeforeCompaction => Moment::BeforeCompaction { trigger: text(&self.trigger) },
            EventName::SessionEnd => Moment::SessionEnd,
            EventName::Notification => Moment::Notification,
            EventName::Unused => Moment::Unused(host_name.to_owned()),
        })
    }
}
