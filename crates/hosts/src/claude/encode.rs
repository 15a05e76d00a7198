//! Claude Code's answers (claude-code.md §5), and those of the hosts that understand the same form.

use hookward_core::EventName;

use crate::said::{Object, Said, Stance, joined};
use crate::{Asked, Caller, Reply};

/// How an event takes a no.
#[derive(Clone, Copy, PartialEq, Eq)]
enum No {
    /// `hookSpecificOutput.permissionDecision`: before a tool.
    Permission,
    /// `hookSpecificOutput.decision`: where a person would be asked.
    Request,
    /// `decision: "block"`.
    Block,
    /// It does not, but the person can be told.
    Tell,
}

/// Where an event takes context.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    /// `hookSpecificOutput.additionalContext`.
    Model,
    /// Only by telling the person.
    Person,
    /// Nowhere.
    Nowhere,
}

fn manner(caller: Caller, name: EventName) -> Option<(No, Context)> {
    Some(match name {
        EventName::BeforeTool => (No::Permission, Context::Model),
        EventName::PermissionRequest => (No::Request, Context::Nowhere),
        EventName::Prompt | EventName::AfterTool | EventName::AfterFailure => (No::Block, Context::Model),
        EventName::SessionStart | EventName::SubagentStart => (No::Tell, Context::Model),
        // Context for the model would keep it going: that is what a no is for.
        EventName::Stop | EventName::SubagentStop => (No::Block, Context::Person),
        // Only Claude and its closest relative let a compaction be stopped (MATRIX.md §1); on Codex the key would make
        // the answer invalid.
        EventName::BeforeCompaction if matches!(caller, Caller::Claude | Caller::Qwen) => {
            (No::Block, Context::Nowhere)
        }
        EventName::BeforeCompaction | EventName::SessionEnd | EventName::Notification => {
            (No::Tell, Context::Nowhere)
        }
        // What a host makes of an answer to an event that we do not know cannot be known: one event takes the last
        // line of standard output for a path.
        EventName::Unused => return None,
    })
}

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    let Some(name) = asked.name else {
        return match said.stance {
            // Blocks whatever the event is, where it can be blocked at all.
            Stance::Deny => Reply::exit(2, &said.reason),
            Stance::Quiet | Stance::Allow | Stance::Ask => Reply::default(),
        };
    };
    let Some((no, context)) = manner(asked.caller, name) else {
        return silence(asked.caller);
    };
    let mut answer = Object::new();
    let mut specific = Object::new();
    let mut notice = said.notice.clone();
    match (said.stance, no) {
        (Stance::Deny, No::Permission) => {
            specific = permission("deny", &said.reason);
            if asked.caller == Caller::Codex {
                // codex.md §5: exactly these three keys.
                return nested(answer, asked, &specific).reply();
            }
        }
        (Stance::Ask, No::Permission) => {
            specific = permission("ask", &said.reason).json_text("updatedInput", said.input.as_deref());
        }
        // codex.md §5: `allow` alone makes the answer invalid.
        (Stance::Allow, No::Permission) if asked.caller != Caller::Codex => {
            specific = permission("allow", &said.reason).json_text("updatedInput", said.input.as_deref());
        }
        (Stance::Allow, No::Permission) if said.input.is_some() => {
            specific = permission("allow", "").json_text("updatedInput", said.input.as_deref());
        }
        (Stance::Deny, No::Request) => {
            let decision = Object::new().text("behavior", "deny").text("message", &said.reason);
            specific = specific.object("decision", &decision);
        }
        (Stance::Allow, No::Request) => {
            let allow = Object::new().text("behavior", "allow");
            specific = specific.object("decision", &allow.json_text("updatedInput", said.input.as_deref()));
        }
        (Stance::Deny, No::Block) => {
            answer = block(answer, &said.reason);
            // copilot.md, part 2: VS Code reads it inside, against everybody else.
            if asked.caller == Caller::VsCode && name == EventName::Stop {
                specific = block(specific, &said.reason);
            }
        }
        (Stance::Deny, No::Tell) => notice = joined(&said.reason, &notice),
        (Stance::Quiet | Stance::Allow | Stance::Ask, _) => {}
    }
    match context {
        Context::Model => specific = specific.text("additionalContext", &said.context),
        Context::Person => notice = joined(&notice, &said.context),
        Context::Nowhere => {}
    }
    let answer = nested(answer, asked, &specific).text("systemMessage", &notice);
    if answer.is_empty() {
        return silence(asked.caller);
    }
    let reply = answer.reply();
    let hushed = matches!(asked.caller, Caller::Codex | Caller::Qwen);
    if said.stance == Stance::Deny && !hushed { reply.with_stderr(&said.reason) } else { reply }
}

/// MATRIX.md §4: Qwen parses standard error when standard output is empty.
fn silence(caller: Caller) -> Reply {
    match caller {
        Caller::Qwen => Object::new().reply_even_if_empty(),
        _ => Reply::default(),
    }
}

fn permission(decision: &str, reason: &str) -> Object {
    Object::new().text("permissionDecision", decision).text("permissionDecisionReason", reason)
}

fn block(object: Object, reason: &str) -> Object {
    object.text("decision", "block").text("reason", reason)
}

/// What is special to the event, under its name.
fn nested(answer: Object, asked: &Asked, specific: &Object) -> Object {
    if specific.is_empty() {
        return answer;
    }
    let named = Object::new().text("hookEventName", &asked.event_name).with(specific);
    answer.object("hookSpecificOutput", &named)
}
