//! Factory Droid (factory-droid.md): Claude's form as it was in 2025.

use hookward_core::EventName;

use crate::nested::{self, Manner};
use crate::said::Said;
use crate::table::{Fate, Inputs, Rewrites, Row, Why, row};
use crate::{Asked, Reply};

pub(crate) const ROWS: &[Row] = &[
    // `updatedInput` is merged into the arguments; all of them are repeated, so that this makes no difference. Its page
    // names context only for the three events below.
    row("PreToolUse", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED)
        .rewrites(Rewrites::Approved)
        .inputs(Inputs::Merged)
        .context(Fate::told(Why::NoContext)),
    row("PostToolUse", EventName::AfterTool).deny(Fate::FED_BACK).context(Fate::READ),
    row("UserPromptSubmit", EventName::Prompt).deny(Fate::DENIED).context(Fate::READ),
    row("SessionStart", EventName::SessionStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("SubagentStop", EventName::SubagentStop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    row("Stop", EventName::Stop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    row("PreCompact", EventName::BeforeCompaction).deny(Fate::told(Why::OnlyWatched)),
    row("SessionEnd", EventName::SessionEnd).deny(Fate::told(Why::OnlyWatched)),
    row("Notification", EventName::Notification).deny(Fate::told(Why::OnlyWatched)),
];

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    nested::encode(asked, said, Manner::CLAUDE)
}
