//! The form that Claude Code brought and others read too: what is special to an event stands under
//! `hookSpecificOutput`, with its name beside it (claude-code.md §5).

use hookward_core::EventName;

use crate::said::{Object, Said, Stance, joined};
use crate::table::Becomes;
use crate::{Asked, Reply};

/// How a host takes silence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Silence {
    /// Nothing is nothing.
    Nothing,
    /// Standard error would be parsed if standard output were empty (MATRIX.md §4).
    EmptyObject,
}

/// What else may stand beside an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Besides {
    /// The reason on standard error, too; keys that this host may not know.
    Anything,
    /// Nothing on standard error.
    OnlyKeys,
    /// Nothing on standard error, and no key that is not needed (codex.md §5).
    Nothing,
}

/// Where a stop is held.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hold {
    /// `decision` on the top level.
    Top,
    /// There, and under `hookSpecificOutput` (copilot.md, part 2).
    Both,
}

/// In what a host differs from the others of this form.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    pub(crate) silence: Silence,
    pub(crate) besides: Besides,
    pub(crate) hold: Hold,
}

impl Manner {
    /// Claude's own.
    pub(crate) const CLAUDE: Self =
        Self { silence: Silence::Nothing, besides: Besides::Anything, hold: Hold::Top };
}

pub(crate) fn encode(asked: &Asked, said: &Said, manner: Manner) -> Reply {
    let Some(row) = said.row else {
        return said.without_row(asked).unwrap_or_else(|| silence(manner));
    };
    let mut answer = Object::new();
    let mut specific = Object::new();
    let mut notice = said.notice.clone();
    let mut context = said.context.clone();
    match (said.stance, row.event) {
        (Stance::Deny, EventName::BeforeTool) => {
            specific = permission("deny", &said.reason);
            if manner.besides == Besides::Nothing {
                return nested(answer, asked, &specific).reply();
            }
        }
        (Stance::Ask, EventName::BeforeTool) => {
            specific = permission("ask", &said.reason).json_text("updatedInput", said.input.as_deref());
        }
        (Stance::Allow, EventName::BeforeTool) => {
            let reason = if manner.besides == Besides::Nothing { "" } else { said.reason.as_str() };
            specific = permission("allow", reason).json_text("updatedInput", said.input.as_deref());
        }
        // codex.md §5: a rewrite needs an `allow`, which approves nothing there.
        (Stance::Quiet, EventName::BeforeTool) if said.input.is_some() => {
            specific = permission("allow", "").json_text("updatedInput", said.input.as_deref());
        }
        (Stance::Deny, EventName::PermissionRequest) => {
            let decision = Object::new().text("behavior", "deny").text("message", &said.reason);
            specific = specific.object("decision", &decision);
        }
        (Stance::Allow, EventName::PermissionRequest) => {
            let allow = Object::new().text("behavior", "allow");
            specific = specific.object("decision", &allow.json_text("updatedInput", said.input.as_deref()));
        }
        (Stance::Deny, _) => match said.objection() {
            Becomes::Denied | Becomes::Held | Becomes::FedBack => {
                answer = block(answer, &said.reason);
                if manner.hold == Hold::Both && row.event == EventName::Stop {
                    specific = block(specific, &said.reason);
                }
            }
            Becomes::Read => context = joined(&said.reason, &context),
            Becomes::Told => notice = joined(&said.reason, &notice),
            Becomes::Dropped
            | Becomes::Asked
            | Becomes::Approved
            | Becomes::Rewritten
            | Becomes::RewrittenAndAsked
            | Becomes::OutputRewritten
            | Becomes::McpOutputRewritten => {}
        },
        (Stance::Quiet | Stance::Allow | Stance::Ask, _) => {}
    }
    if row.event == EventName::AfterTool {
        // claude-code.md §5: it is ignored unless it has the form of the tool's own.
        specific = specific.json_text("updatedToolOutput", said.output.as_deref());
    }
    match said.context_becomes() {
        Becomes::Read => specific = specific.text("additionalContext", &context),
        Becomes::Told => notice = joined(&notice, &context),
        _ => {}
    }
    // claude-code.md §5: it wins over everything. Codex takes the whole answer for invalid by it (codex.md §5).
    if let Some(why) = said.halt.as_deref().filter(|_| manner.besides != Besides::Nothing) {
        answer = answer.flag("continue", false).text("stopReason", why);
    }
    let answer = nested(answer, asked, &specific).text("systemMessage", &notice);
    if answer.is_empty() {
        return silence(manner);
    }
    let reply = answer.reply();
    if said.stance == Stance::Deny && manner.besides == Besides::Anything {
        reply.with_stderr(&said.reason)
    } else {
        reply
    }
}

fn silence(manner: Manner) -> Reply {
    match manner.silence {
        Silence::Nothing => Reply::default(),
        Silence::EmptyObject => Object::new().reply_even_if_empty(),
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
