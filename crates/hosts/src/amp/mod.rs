//! Amp's permission delegate (amp.md, A): standard input holds the bare parameters of one call, the environment names
//! the tool, and the exit code is the answer.

use hookward_core::EventName;

use crate::said::Said;
use crate::table::{Fate, Row, row};
use crate::{Asked, Reply, Surroundings, exit_code};

/// The name that we give to the one thing it asks.
pub(crate) const DELEGATE: &str = "delegate";

pub(crate) const ROWS: &[Row] =
    &[row(DELEGATE, EventName::BeforeTool).deny(Fate::DENIED).ask(Fate::ASKED).approve(Fate::APPROVED)];

pub(crate) fn tool(around: &Surroundings) -> Option<String> {
    (around.var)("AGENT_TOOL_NAME").filter(|tool| !tool.is_empty())
}

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    exit_code::encode(asked, said)
}
