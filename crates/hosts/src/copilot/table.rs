//! What Copilot CLI and the agent of VS Code make of an answer (copilot.md).

use hookward_core::EventName;

use crate::table::{Becomes, Fate, Inputs, Outputs, Rewrites, Row, Why, row};

const PROMPT_GOES_ON: Fate = Fate::new(Becomes::Read, Why::PromptGoesOn);
const ONLY_READ: Fate = Fate::new(Becomes::Read, Why::OnlyWatched);

/// Part 1, with its own names.
pub(crate) const ROWS: &[Row] = &[
    row("preToolUse", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED)
        // `modifiedArgs` counts without a decision, too (seen with 1.0.102).
        .rewrites(Rewrites::Approved)
        // Whether they are laid over the others its page leaves open.
        .inputs(Inputs::Merged)
        .leaving_rewrites()
        .context(Fate::READ),
    row("permissionRequest", EventName::PermissionRequest)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED),
    row("postToolUse", EventName::AfterTool).deny(Fate::READ).outputs(Outputs::Replaced).context(Fate::READ),
    row("postToolUseFailure", EventName::AfterFailure).deny(Fate::READ).context(Fate::READ),
    row("userPromptSubmitted", EventName::Prompt).deny(PROMPT_GOES_ON).context(Fate::READ),
    row("sessionStart", EventName::SessionStart).deny(ONLY_READ).context(Fate::READ),
    row("subagentStart", EventName::SubagentStart).deny(ONLY_READ).context(Fate::READ),
    row("subagentStop", EventName::SubagentStop).deny(Fate::HELD),
    row("agentStop", EventName::Stop).deny(Fate::HELD),
    row("preCompact", EventName::BeforeCompaction),
    row("sessionEnd", EventName::SessionEnd),
    row("notification", EventName::Notification).deny(ONLY_READ).context(Fate::READ),
];

/// Part 1, with the names of a Claude registration. Whether `updatedInput` is read there its page leaves open.
pub(crate) const CLAUDE_ROWS: &[Row] = &[
    row("PreToolUse", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED)
        .context(Fate::READ),
    row("PermissionRequest", EventName::PermissionRequest).deny(Fate::DENIED).ask(Fate::ASKED),
    row("PostToolUse", EventName::AfterTool).deny(Fate::READ).context(Fate::READ),
    row("PostToolUseFailure", EventName::AfterFailure).deny(Fate::READ).context(Fate::READ),
    row("UserPromptSubmit", EventName::Prompt).deny(PROMPT_GOES_ON).context(Fate::READ),
    row("SessionStart", EventName::SessionStart).deny(ONLY_READ).context(Fate::READ),
    row("SubagentStart", EventName::SubagentStart).deny(ONLY_READ).context(Fate::READ),
    row("SubagentStop", EventName::SubagentStop).deny(Fate::HELD),
    row("Stop", EventName::Stop).deny(Fate::HELD),
    row("PreCompact", EventName::BeforeCompaction),
    row("SessionEnd", EventName::SessionEnd),
    row("Notification", EventName::Notification).deny(ONLY_READ).context(Fate::READ),
];

/// Part 2. `updatedInput` is dropped without a word if the tool's schema does not like it, and the `allow` beside it is
/// not: so it is never sent.
pub(crate) const VSCODE_ROWS: &[Row] = &[
    row("PreToolUse", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        .approve(Fate::APPROVED)
        .context(Fate::READ),
    row("PostToolUse", EventName::AfterTool).deny(Fate::FED_BACK).context(Fate::READ),
    row("UserPromptSubmit", EventName::Prompt).deny(Fate::DENIED).context(Fate::told(Why::NoContext)),
    row("SessionStart", EventName::SessionStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("SubagentStart", EventName::SubagentStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("SubagentStop", EventName::SubagentStop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    row("Stop", EventName::Stop).deny(Fate::HELD).context(Fate::told(Why::ContextHolds)),
    row("PreCompact", EventName::BeforeCompaction).deny(Fate::told(Why::OnlyWatched)),
];
