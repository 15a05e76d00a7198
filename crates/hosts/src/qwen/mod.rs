//! Qwen Code (qwen-code.md).

use hookward_core::EventName;

use crate::claude::{NOTIFICATION, PROMPT, SESSION_END, SESSION_START, STOP, SUBAGENT_START, SUBAGENT_STOP};
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
    // Its page has `decision: "block"` here too, but after a tool its engine (0.24.4) reads context alone.
    row("PostToolUse", EventName::AfterTool).deny(Fate::READ).context(Fate::READ),
    row("PostToolUseFailure", EventName::AfterFailure).deny(Fate::READ).context(Fate::READ),
    PROMPT,
    SESSION_START,
    SUBAGENT_START,
    SUBAGENT_STOP,
    STOP,
    // MATRIX.md §1: context, and no word of holding it back.
    row("PreCompact", EventName::BeforeCompaction)
        .deny(Fate::new(Becomes::Read, Why::OnlyWatched))
        .context(Fate::READ),
    SESSION_END,
    NOTIFICATION,
];

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    let manner = Manner { silence: Silence::EmptyObject, besides: Besides::OnlyKeys, hold: Hold::Top };
    nested::encode(asked, said, manner)
}
