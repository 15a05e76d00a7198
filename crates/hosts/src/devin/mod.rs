//! Devin CLI and Devin Local (windsurf.md, part 2), which load Claude's registration.

use hookward_core::EventName;

use crate::exit_code;
use crate::said::Said;
use crate::table::{Fate, Row, row};
use crate::{Asked, Reply};

pub(crate) const ROWS: &[Row] = &[
    row("PreToolUse", EventName::BeforeTool).deny(Fate::DENIED),
    row("PermissionRequest", EventName::PermissionRequest).deny(Fate::DENIED).ask(Fate::ASKED),
    row("PostToolUse", EventName::AfterTool),
    row("UserPromptSubmit", EventName::Prompt).deny(Fate::DENIED),
    row("SessionStart", EventName::SessionStart),
    row("Stop", EventName::Stop).deny(Fate::HELD),
    row("SessionEnd", EventName::SessionEnd),
];

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    exit_code::encode(asked, said)
}
