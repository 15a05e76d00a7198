//! Qwen Code (qwen-code.md).

use hookward_core::EventName;

use crate::nested::{self, Besides, Hold, Manner, Silence};
use crate::said::Said;
use crate::table::{Becomes, Fate, Rewrites, Row, Why, row};
use crate::{Asked, Reply};

pub(crate) const ROWS: &[Row] = &[
    row("PreToolUse", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED)
        // Its page has `updatedInput`, but its engine (0.24.4) does not read it, and runs the command as it was.
        .rewrites(Rewrites::Never)
        .context(Fate::READ),
    row("PermissionRequest", EventName::PermissionRequest)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED)
        .rewrites(Rewrites::Never),
    row("PostToolUse", EventName::AfterTool).deny(Fate::FED_BACK).context(Fate::READ),
    row("PostToolUseFailure", EventName::AfterFailure).deny(Fate::FED_BACK).context(Fate::READ),
    row("UserPromptSubmit", EventName::Prompt).deny(Fate::DENIED).context(Fate::READ),
    row("SessionStart", EventName::SessionStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("SubagentStart", EventName::SubagentStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("SubagentStop", EventName::SubagentStop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    row("Stop", EventName::Stop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    // MATRIX.md §1: context, and no word of holding it back.
    row("PreCompact", EventName::BeforeCompaction)
        .deny(Fate::new(Becomes::Read, Why::OnlyWatched))
        .context(Fate::READ),
    row("SessionEnd", EventName::SessionEnd).deny(Fate::told(Why::OnlyWatched)),
    row("Notification", EventName::Notification).deny(Fate::told(Why::OnlyWatched)),
];

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    let manner = Manner { silence: Silence::EmptyObject, besides: Besides::OnlyKeys, hold: Hold::Top };
    nested::encode(asked, said, manner)
}
