//! The plain protocol's answers (seed-protocol.md): never JSON, since standard output is shown to the model as it is.

use hookward_core::EventName;

use crate::said::{Said, Stance, line};
use crate::table::{Becomes, Fate, Row, row};
use crate::{Asked, Reply};

pub(crate) const ROWS: &[Row] = &[
    row("PreToolUse", EventName::BeforeTool).deny(Fate::DENIED).context(Fate::READ),
    row("PostToolUse", EventName::AfterTool).deny(Fate::READ).context(Fate::READ),
];

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    let blocks = match said.row {
        Some(_) => said.objection() == Becomes::Denied,
        None => asked.name.is_none_or(EventName::guards),
    };
    let stdout = line(&said.objection_and_context());
    // Only a person is told this, so it must not reach the model with the rest.
    let stderr = line(&said.notice);
    let exit = if blocks && said.stance == Stance::Deny { 2 } else { 0 };
    Reply { stdout, stderr, exit }
}
