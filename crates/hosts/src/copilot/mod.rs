//! Copilot CLI in its own words and in those of a Claude registration, and the agent of VS Code (copilot.md).

mod decode;
mod table;

pub(crate) use decode::event_name;
pub(crate) use table::{CLAUDE_ROWS, ROWS, VSCODE_ROWS};

use hookward_core::EventName;

use crate::nested::{self, Besides, Hold, Manner, Silence};
use crate::said::{Object, Said, Stance};
use crate::table::Becomes;
use crate::{Asked, Reply};

/// copilot.md, part 1: the keys stand on the top level.
pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    let Some(row) = said.row else {
        return said.without_row(asked).unwrap_or_default();
    };
    let permission = |decision: &str| {
        Object::new()
            .text("permissionDecision", decision)
            .text("permissionDecisionReason", &said.reason)
            .text("additionalContext", &said.context)
    };
    match (row.event, said.stance) {
        (EventName::BeforeTool, Stance::Deny) => permission("deny").reply().with_stderr(&said.reason),
        (EventName::BeforeTool, Stance::Ask) => permission("ask").reply(),
        (EventName::BeforeTool, Stance::Allow) => {
            permission("allow").json_text("modifiedArgs", said.input.as_deref()).reply()
        }
        (EventName::PermissionRequest, Stance::Deny) => {
            Object::new().text("behavior", "deny").text("message", &said.reason).reply()
        }
        (EventName::PermissionRequest, Stance::Allow) => Object::new().text("behavior", "allow").reply(),
        (EventName::Stop | EventName::SubagentStop, Stance::Deny) => {
            Object::new().text("decision", "block").text("reason", &said.reason).reply()
        }
        (_, Stance::Deny) if said.objection() == Becomes::Read => Object::new()
            .json_text("modifiedResult", said.output.as_deref())
            .text("additionalContext", &said.objection_and_context())
            .reply(),
        _ if said.context_becomes() == Becomes::Read => Object::new()
            .json_text("modifiedArgs", said.input.as_deref())
            .json_text("modifiedResult", said.output.as_deref())
            .text("additionalContext", &said.context)
            .reply(),
        _ => Reply::default(),
    }
}

/// With the names of a Claude registration. How it is told to approve at a permission request its page does not say;
/// an exit code of 2 denies there.
pub(crate) fn encode_claude(asked: &Asked, said: &Said) -> Reply {
    match (said.row.map(|row| row.event), said.stance) {
        (Some(EventName::PermissionRequest), Stance::Deny) => Reply::exit(2, &said.reason),
        (Some(EventName::PermissionRequest), Stance::Quiet | Stance::Allow | Stance::Ask) => Reply::default(),
        _ => nested::encode(asked, said, Manner::CLAUDE),
    }
}

/// copilot.md, part 2. A prompt is held back by the exit code only.
pub(crate) fn encode_vscode(asked: &Asked, said: &Said) -> Reply {
    if said.row.is_some_and(|row| row.event == EventName::Prompt) && said.stance == Stance::Deny {
        return Reply::exit(2, &said.reason);
    }
    let manner = Manner { silence: Silence::Nothing, besides: Besides::Anything, hold: Hold::Both };
    nested::encode(asked, said, manner)
}
