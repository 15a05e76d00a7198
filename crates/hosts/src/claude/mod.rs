//! Claude Code (claude-code.md), and the hosts that load its settings.

mod decode;
mod table;

pub(crate) use decode::read;
pub(crate) use table::{
    NOTIFICATION, PROMPT, ROWS, SESSION_END, SESSION_START, STOP, SUBAGENT_START, SUBAGENT_STOP,
};

use crate::nested::{self, Manner};
use crate::said::Said;
use crate::{Asked, Reply};

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    nested::encode(asked, said, Manner::CLAUDE)
}
