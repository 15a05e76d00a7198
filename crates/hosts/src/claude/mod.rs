//! Claude Code (claude-code.md), and the hosts that load its settings.

mod decode;
mod encode;

pub(crate) use decode::decode;
pub(crate) use encode::encode;
