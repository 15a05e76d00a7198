//! What Cursor makes of an answer, step by step (cursor.md §2, §5).

use hookward_core::EventName;

use crate::table::{Becomes, Fate, Inputs, Outputs, Rewrites, Row, Why, row};

/// A step before something happens: an `allow` is not known to save a question.
const fn permission(step: &'static str, ask: Fate) -> Row {
    row(step, EventName::BeforeTool).deny(Fate::DENIED).ask(ask)
}

const DOES_NOT_BIND: Fate = Fate::denied(Why::AskDoesNotBind);
const IS_INVALID: Fate = Fate::denied(Why::AskIsInvalid);

/// What `updated_input` changes (§5); the content of a file is not among it.
const KNOWN: &[&str] = &["file_path", "pattern", "url"];

pub(crate) const ROWS: &[Row] = &[
    permission("preToolUse", DOES_NOT_BIND)
        .rewrites(Rewrites::Approved)
        .inputs(Inputs::Keys(KNOWN))
        .context(Fate::READ),
    permission("beforeShellExecution", Fate::ASKED),
    permission("beforeMCPExecution", DOES_NOT_BIND),
    permission("beforeReadFile", IS_INVALID),
    permission("beforeTabFileRead", IS_INVALID),
    row("postToolUse", EventName::AfterTool).deny(Fate::READ).outputs(Outputs::OfServers).context(Fate::READ),
    row("postToolUseFailure", EventName::AfterFailure).deny(Fate::READ).context(Fate::READ),
    row("afterShellExecution", EventName::AfterTool),
    row("afterMCPExecution", EventName::AfterTool),
    row("afterFileEdit", EventName::AfterTool),
    row("afterTabFileEdit", EventName::AfterTool),
    row("beforeSubmitPrompt", EventName::Prompt).deny(Fate::DENIED).context(Fate::READ),
    // `continue: false` would keep the session from starting, which no rule means.
    row("sessionStart", EventName::SessionStart)
        .deny(Fate::new(Becomes::Read, Why::OnlyWatched))
        .context(Fate::READ),
    row("subagentStart", EventName::SubagentStart).deny(Fate::DENIED),
    row("subagentStop", EventName::SubagentStop).deny(Fate::HELD),
    row("stop", EventName::Stop).deny(Fate::HELD),
    row("preCompact", EventName::BeforeCompaction).deny(Fate::told(Why::OnlyWatched)),
    row("sessionEnd", EventName::SessionEnd),
];
