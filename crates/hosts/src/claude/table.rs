//! What Claude Code makes of an answer (claude-code.md §2, §5).

use hookward_core::EventName;

use crate::table::{Fate, Rewrites, Row, Why, row};

pub(crate) const ROWS: &[Row] = &[
    row("PreToolUse", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED)
        .rewrites(Rewrites::ApprovedOrAsked)
        .context(Fate::READ),
    // It is about to ask anyway.
    row("PermissionRequest", EventName::PermissionRequest)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED)
        .rewrites(Rewrites::Approved),
    row("PostToolUse", EventName::AfterTool).deny(Fate::FED_BACK).output(Fate::REPLACED).context(Fate::READ),
    row("PostToolUseFailure", EventName::AfterFailure).deny(Fate::FED_BACK).context(Fate::READ),
    row("UserPromptSubmit", EventName::Prompt).deny(Fate::DENIED).context(Fate::READ),
    row("SessionStart", EventName::SessionStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("SubagentStart", EventName::SubagentStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("SubagentStop", EventName::SubagentStop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    row("Stop", EventName::Stop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    row("PreCompact", EventName::BeforeCompaction).deny(Fate::DENIED),
    row("SessionEnd", EventName::SessionEnd).deny(Fate::told(Why::OnlyWatched)),
    row("Notification", EventName::Notification).deny(Fate::told(Why::OnlyWatched)),
];
