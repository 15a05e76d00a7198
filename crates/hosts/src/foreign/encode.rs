//! The answers of the other hosts, in the safe form of MATRIX.md §4: one JSON object with the keys that this host reads,
//! or nothing but an exit code.

use hookward_core::EventName;

use crate::said::{Object, Said, Stance, joined, line};
use crate::{Asked, Caller, Reply};

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    if asked.caller == Caller::Cline {
        return cline(asked, said);
    }
    let Some(name) = asked.name else {
        // Every other host takes this for a no, whatever the event.
        return match said.stance {
            Stance::Deny => Reply::exit(2, &said.reason),
            Stance::Quiet | Stance::Allow | Stance::Ask => Reply::default(),
        };
    };
    match asked.caller {
        Caller::Cursor => cursor(name, asked, said),
        Caller::Gemini => gemini(name, asked, said),
        Caller::Copilot => copilot(name, said),
        Caller::OpenCode => opencode(said),
        _ => by_exit_code(name, asked, said),
    }
}

/// cursor.md §5. What does not fit a permission step's schema blocks, and so may silence.
fn cursor(name: EventName, asked: &Asked, said: &Said) -> Reply {
    let is_step = |step: &str| asked.event_name.eq_ignore_ascii_case(step);
    let denied = said.stance == Stance::Deny;
    let answer = match name {
        EventName::BeforeTool | EventName::PermissionRequest | EventName::SubagentStart => {
            let permission = match said.stance {
                Stance::Deny => "deny",
                Stance::Ask => "ask",
                Stance::Quiet | Stance::Allow => "allow",
            };
            let answer = Object::new().text("permission", permission);
            if permission == "allow" {
                let context = if is_step("preToolUse") { said.context.as_str() } else { "" };
                let answer = answer.text("user_message", &said.notice).text("additional_context", context);
                answer.json_text("updated_input", said.input.as_deref())
            } else if is_step("beforeReadFile") || is_step("beforeTabFileRead") || is_step("subagentStart") {
                // These know no message for the agent.
                answer.text("user_message", &said.reason)
            } else {
                answer.text("user_message", &said.reason).text("agent_message", &said.reason)
            }
        }
        EventName::Prompt if denied => {
            Object::new().flag("continue", false).text("user_message", &said.reason)
        }
        EventName::Prompt | EventName::SessionStart => {
            Object::new().text("additional_context", &said.objection_and_context())
        }
        EventName::AfterTool | EventName::AfterFailure
            if is_step("postToolUse") || is_step("postToolUseFailure") =>
        {
            Object::new().text("additional_context", &said.objection_and_context())
        }
        EventName::Stop | EventName::SubagentStop if denied => {
            Object::new().text("followup_message", &said.reason)
        }
        EventName::BeforeCompaction => Object::new().text("user_message", &said.notice),
        EventName::AfterTool
        | EventName::AfterFailure
        | EventName::Stop
        | EventName::SubagentStop
        | EventName::SessionEnd
        | EventName::Notification
        | EventName::Unused => Object::new(),
    };
    answer.reply_even_if_empty()
}

/// gemini-cli.md §5. `{}` when there is nothing to say: otherwise standard error would be parsed.
fn gemini(name: EventName, asked: &Asked, said: &Said) -> Reply {
    let takes_no =
        matches!(name, EventName::BeforeTool | EventName::AfterTool | EventName::Prompt | EventName::Stop);
    let mut answer = Object::new();
    let mut notice = said.notice.clone();
    match said.stance {
        Stance::Deny if takes_no => answer = answer.text("decision", "deny").text("reason", &said.reason),
        Stance::Deny => notice = joined(&said.reason, &notice),
        Stance::Ask => {
            answer = answer.text("decision", "ask").text("reason", &said.reason);
            notice = joined(&said.reason, &notice);
        }
        Stance::Quiet | Stance::Allow => {}
    }
    if let Some(input) = &said.input {
        // It has no place for context here, so the person is told, where the question does not say it already.
        if said.stance != Stance::Ask {
            notice = joined(&said.context, &notice);
        }
        let specific =
            Object::new().text("hookEventName", &asked.event_name).json_text("tool_input", Some(input));
        answer = answer.object("hookSpecificOutput", &specific);
    } else if matches!(name, EventName::Prompt | EventName::SessionStart | EventName::AfterTool)
        && !said.context.is_empty()
    {
        let specific =
            Object::new().text("hookEventName", &asked.event_name).text("additionalContext", &said.context);
        answer = answer.object("hookSpecificOutput", &specific);
    }
    answer.text("systemMessage", &notice).reply_even_if_empty()
}

/// copilot.md, part 1: the keys stand on the top level.
fn copilot(name: EventName, said: &Said) -> Reply {
    let permission = |decision: &str| {
        Object::new()
            .text("permissionDecision", decision)
            .text("permissionDecisionReason", &said.reason)
            .text("additionalContext", &said.context)
    };
    match (name, said.stance) {
        (EventName::BeforeTool, Stance::Deny) => permission("deny").reply().with_stderr(&said.reason),
        (EventName::BeforeTool, Stance::Ask) => permission("ask").reply(),
        (EventName::BeforeTool, Stance::Allow) => permission("allow").reply(),
        (EventName::PermissionRequest, Stance::Deny) => {
            Object::new().text("behavior", "deny").text("message", &said.reason).reply()
        }
        (EventName::PermissionRequest, Stance::Allow) => Object::new().text("behavior", "allow").reply(),
        (EventName::Stop | EventName::SubagentStop, Stance::Deny) => {
            Object::new().text("decision", "block").text("reason", &said.reason).reply()
        }
        (EventName::Stop | EventName::SubagentStop | EventName::Unused, _) => Reply::default(),
        _ => Object::new().text("additionalContext", &said.objection_and_context()).reply(),
    }
}

/// The plugin is ours, and so is its answer: `decision` and `reason` become an error that the model reads, `input` takes
/// the place of the arguments, `context` goes where the event has room for it.
fn opencode(said: &Said) -> Reply {
    let decision = match said.stance {
        Stance::Deny => "deny",
        Stance::Quiet | Stance::Allow | Stance::Ask => "allow",
    };
    let reason = if said.stance == Stance::Deny { said.reason.as_str() } else { "" };
    Object::new()
        .text("decision", decision)
        .text("reason", reason)
        .text("context", &said.context)
        .text("notice", &said.notice)
        .json_text("input", said.input.as_deref())
        .reply()
}

/// cline.md: exit codes are not looked at, and `review` is unknown to the old engine.
fn cline(asked: &Asked, said: &Said) -> Reply {
    let stops = asked.name.is_none_or(|name| name.guards() || name == EventName::Prompt);
    let answer = if stops && said.stance == Stance::Deny {
        Object::new().flag("cancel", true).text("errorMessage", &said.reason)
    } else {
        Object::new().text("contextModification", &said.objection_and_context())
    };
    answer.reply_even_if_empty()
}

/// Kiro, Windsurf, Devin, Amp's delegate: 2 is a no, with the reason on standard error.
fn by_exit_code(name: EventName, asked: &Asked, said: &Said) -> Reply {
    let blocks = match name {
        EventName::BeforeTool | EventName::PermissionRequest | EventName::Prompt => true,
        EventName::Stop | EventName::SubagentStop => asked.caller == Caller::Devin,
        EventName::SessionStart
        | EventName::AfterTool
        | EventName::AfterFailure
        | EventName::SubagentStart
        | EventName::BeforeCompaction
        | EventName::SessionEnd
        | EventName::Notification
        | EventName::Unused => false,
    };
    match said.stance {
        Stance::Deny if blocks => Reply::exit(2, &said.reason),
        // amp.md, A: unlike everywhere else, 1 asks.
        Stance::Ask => Reply::exit(1, &said.reason),
        Stance::Deny | Stance::Quiet | Stance::Allow => {
            // kiro.md: standard output becomes context at these two events.
            let speaks =
                asked.caller == Caller::Kiro && matches!(name, EventName::SessionStart | EventName::Prompt);
            let stdout = if speaks { line(&said.context) } else { String::new() };
            Reply { stdout, ..Reply::default() }
        }
    }
}
