//! Codex CLI (codex.md). One key that it does not know makes it drop the whole answer and go on.

use hookward_core::EventName;

use crate::nested::{self, Besides, Hold, Manner, Silence};
use crate::said::Said;
use crate::table::{Fate, Rewrites, Row, Why, row};
use crate::{Asked, Reply};

/// codex.md §5.
pub(crate) const ROWS: &[Row] = &[
    // `allow` alone makes the answer invalid, and so does `ask`; a rewrite needs an `allow`.
    row("PreToolUse", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .approve(Fate::dropped(Why::ApprovesElsewhere))
        .rewrites(Rewrites::Approved)
        .context(Fate::READ),
    row("PermissionRequest", EventName::PermissionRequest)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED),
    row("PostToolUse", EventName::AfterTool).deny(Fate::FED_BACK).context(Fate::READ),
    row("UserPromptSubmit", EventName::Prompt).deny(Fate::DENIED).context(Fate::READ),
    row("SessionStart", EventName::SessionStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("SubagentStart", EventName::SubagentStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("SubagentStop", EventName::SubagentStop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    row("Stop", EventName::Stop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    // `continue: false` would end the turn, which nobody asked for.
    row("PreCompact", EventName::BeforeCompaction).deny(Fate::told(Why::OnlyWatched)),
    row("SessionEnd", EventName::SessionEnd).deny(Fate::dropped(Why::OnlyWatched)),
];

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    let manner = Manner { silence: Silence::Nothing, besides: Besides::Nothing, hold: Hold::Top };
    if asked.name == Some(EventName::SessionEnd) {
        // Its output is ignored, and there is no schema for it.
        return Reply::default();
    }
    nested::encode(asked, said, manner)
}
