//! Cline (cline.md): two engines, JSON only.

mod decode;

pub(crate) use decode::{prompt, tool_and_input};

use hookward_core::EventName;

use crate::said::{Object, Said, Stance, joined};
use crate::table::{Becomes, Fate, Row, Why, row};
use crate::{Asked, Reply};

/// The names of the SDK's engine, then those of the old one. `review` and `overrideInput` are unknown to the old one.
pub(crate) const ROWS: &[Row] = &[
    row("tool_call", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .ask(Fate::denied(Why::AskInOneEngine))
        .context(Fate::READ),
    row("tool_result", EventName::AfterTool).deny(Fate::READ).context(Fate::READ),
    row("prompt_submit", EventName::Prompt)
        .deny(Fate::dropped(Why::NotWaited))
        .context(Fate::dropped(Why::NotWaited)),
    row("agent_start", EventName::SessionStart)
        .deny(Fate::dropped(Why::NotWaited))
        .context(Fate::dropped(Why::NotWaited)),
    row("agent_end", EventName::Stop)
        .deny(Fate::dropped(Why::NotWaited))
        .context(Fate::dropped(Why::NotWaited)),
    row("PreToolUse", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .ask(Fate::denied(Why::AskInOneEngine))
        .context(Fate::READ),
    row("PostToolUse", EventName::AfterTool).deny(Fate::READ).context(Fate::READ),
    row("UserPromptSubmit", EventName::Prompt).deny(Fate::DENIED).context(Fate::READ),
    row("TaskStart", EventName::SessionStart)
        .deny(Fate::new(Becomes::Read, Why::OnlyWatched))
        .context(Fate::READ),
    row("TaskComplete", EventName::Stop).deny(Fate::dropped(Why::NoStopGate)),
];

/// Exit codes are not looked at, so that a denial is always said in words.
pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    let cancels = match said.row {
        Some(_) => said.objection() == Becomes::Denied,
        None => asked.name.is_none_or(EventName::guards),
    };
    if said.stance == Stance::Deny && cancels {
        let answer = Object::new().flag("cancel", true).text("errorMessage", &said.reason);
        return answer.reply_even_if_empty();
    }
    let reads = said.stance == Stance::Deny && said.objection() == Becomes::Read;
    let objection = if reads { said.reason.as_str() } else { "" };
    let context = if said.context_becomes() == Becomes::Read { said.context.as_str() } else { "" };
    Object::new().text("contextModification", &joined(objection, context)).reply_even_if_empty()
}
