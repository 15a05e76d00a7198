//! OpenCode (opencode.md). It has no hooks of this kind: a plugin of ours calls the binary, so that both sides of the
//! protocol are ours. The plugin sends Claude's fields and names.

use hookward_core::EventName;

use crate::said::{Object, Said, Stance, joined};
use crate::table::{Becomes, Fate, Inputs, Outputs, Rewrites, Row, Why, row};
use crate::{Asked, Reply};

/// What the plugin does with an answer: `decision` and `reason` become an error that the model reads, `input` takes the
/// place of the arguments, `output` that of the tool's output, `context` goes where the event has room for it.
pub(crate) const ROWS: &[Row] = &[
    row("PreToolUse", EventName::BeforeTool)
        .deny(Fate::DENIED)
        // Its permission check comes behind the plugin.
        .rewrites(Rewrites::Approved)
        .inputs(Inputs::Replaced)
        .leaving_rewrites()
        .context(Fate::told(Why::NoContext)),
    row("PostToolUse", EventName::AfterTool)
        .deny(Fate::FED_BACK)
        .outputs(Outputs::Replaced)
        .context(Fate::READ),
    row("PostToolUseFailure", EventName::AfterFailure)
        .deny(Fate::FED_BACK)
        .outputs(Outputs::Replaced)
        .context(Fate::READ),
    row("UserPromptSubmit", EventName::Prompt)
        .deny(Fate::new(Becomes::Read, Why::PromptGoesOn))
        .context(Fate::READ),
    row("SessionStart", EventName::SessionStart)
        .deny(Fate::new(Becomes::Read, Why::OnlyWatched))
        .context(Fate::READ),
    row("Stop", EventName::Stop).deny(Fate::HELD),
    row("PreCompact", EventName::BeforeCompaction)
        .deny(Fate::new(Becomes::Read, Why::OnlyWatched))
        .context(Fate::READ),
];

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    let blocks = match said.row {
        Some(_) => matches!(said.objection(), Becomes::Denied | Becomes::Held | Becomes::FedBack),
        None => asked.name.is_none_or(EventName::guards),
    };
    let denied = said.stance == Stance::Deny && blocks;
    let reads = said.stance == Stance::Deny && said.objection() == Becomes::Read;
    let (context, notice) = match said.context_becomes() {
        Becomes::Read if reads => (said.objection_and_context(), said.notice.clone()),
        Becomes::Read => (said.context.clone(), said.notice.clone()),
        Becomes::Told => (String::new(), joined(&said.context, &said.notice)),
        _ => (String::new(), said.notice.clone()),
    };
    Object::new()
        .text("decision", if denied { "deny" } else { "allow" })
        .text("reason", if denied { &said.reason } else { "" })
        .text("context", &context)
        .text("notice", &notice)
        .json_text("input", said.input.as_deref())
        .json_text("output", said.output.as_deref())
        .reply()
}
