//! What Claude Code makes of an answer (claude-code.md §2, §5).

use hookward_core::EventName;

use crate::table::{Fate, Inputs, Outputs, Rewrites, Row, Why, row};

// Qwen Code has these from Claude Code.
pub(crate) const PROMPT: Row =
    row("UserPromptSubmit", EventName::Prompt).deny(Fate::DENIED).context(Fate::READ);
pub(crate) const SESSION_START: Row =
    row("SessionStart", EventName::SessionStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ);
pub(crate) const SUBAGENT_START: Row =
    row("SubagentStart", EventName::SubagentStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ);
pub(crate) const SUBAGENT_STOP: Row =
    row("SubagentStop", EventName::SubagentStop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds));
pub(crate) const STOP: Row =
    row("Stop", EventName::Stop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds));
pub(crate) const SESSION_END: Row =
    row("SessionEnd", EventName::SessionEnd).deny(Fate::told(Why::OnlyWatched));
pub(crate) const NOTIFICATION: Row =
    row("Notification", EventName::Notification).deny(Fate::told(Why::OnlyWatched));

pub(crate) const ROWS: &[Row] = &[
    row("PreToolUse", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED)
        .rewrites(Rewrites::ApprovedOrAsked)
        .inputs(Inputs::Replaced)
        .context(Fate::READ),
    // It is about to ask anyway.
    row("PermissionRequest", EventName::PermissionRequest)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED)
        .rewrites(Rewrites::Approved)
        .inputs(Inputs::Replaced),
    row("PostToolUse", EventName::AfterTool)
        .deny(Fate::FED_BACK)
        .outputs(Outputs::Replaced)
        .context(Fate::READ),
    // Only the output of what has succeeded is replaced.
    row("PostToolUseFailure", EventName::AfterFailure).deny(Fate::FED_BACK).context(Fate::READ),
    PROMPT,
    SESSION_START,
    SUBAGENT_START,
    SUBAGENT_STOP,
    STOP,
    row("PreCompact", EventName::BeforeCompaction).deny(Fate::DENIED),
    SESSION_END,
    NOTIFICATION,
];
