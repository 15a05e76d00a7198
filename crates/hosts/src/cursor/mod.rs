//! Cursor (cursor.md).

mod table;

pub(crate) use table::ROWS;

use hookward_core::EventName;

use crate::said::{Object, Said, Stance, joined};
use crate::table::Becomes;
use crate::{Asked, Reply};

/// cursor.md §5. What does not fit a permission step's schema blocks, and so may silence.
pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    let Some(row) = said.row else {
        return said.without_row(asked).unwrap_or_else(|| Object::new().reply_even_if_empty());
    };
    let denied = said.stance == Stance::Deny;
    let context = match said.context_becomes() {
        Becomes::Read => said.context.as_str(),
        _ => "",
    };
    let answer = match row.event {
        EventName::BeforeTool | EventName::PermissionRequest | EventName::SubagentStart => {
            match said.stance {
                Stance::Quiet | Stance::Allow => Object::new()
                    .text("permission", "allow")
                    .text("user_message", &said.notice)
                    .text("additional_context", context)
                    .json_text("updated_input", said.input.as_deref()),
                Stance::Deny | Stance::Ask => {
                    let permission = if denied { "deny" } else { "ask" };
                    let told = joined(&said.reason, &said.notice);
                    let answer = Object::new().text("permission", permission).text("user_message", &told);
                    // The others know no message for the agent.
                    match row.step {
                        "preToolUse" | "beforeShellExecution" | "beforeMCPExecution" => {
                            answer.text("agent_message", &said.reason)
                        }
                        _ => answer,
                    }
                }
            }
        }
        EventName::Prompt if denied => {
            Object::new().flag("continue", false).text("user_message", &joined(&said.reason, &said.notice))
        }
        EventName::Stop | EventName::SubagentStop if denied => {
            Object::new().text("followup_message", &said.reason)
        }
        EventName::BeforeCompaction => {
            let reason = if denied { said.reason.as_str() } else { "" };
            Object::new().text("user_message", &joined(reason, &said.notice))
        }
        EventName::AfterTool
        | EventName::AfterFailure
        | EventName::Prompt
        | EventName::SessionStart
        | EventName::Stop
        | EventName::SubagentStop
        | EventName::SessionEnd
        | EventName::Notification
        | EventName::Unused => {
            let reads = denied && said.objection() == Becomes::Read;
            let reason = if reads { said.reason.as_str() } else { "" };
            // §5: these two have a place for it.
            let has_place = matches!(row.event, EventName::Prompt | EventName::SessionStart);
            Object::new()
                .text("user_message", if has_place { &said.notice } else { "" })
                .text("additional_context", &joined(reason, context))
                // Its engine (1.0.32) takes a text, or what the server itself has sent.
                .json_text("updated_mcp_tool_output", said.output.as_deref())
        }
    };
    answer.reply_even_if_empty()
}
