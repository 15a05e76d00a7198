//! Claude Code (claude-code.md), and the hosts that load its settings.

mod decode;
mod encode;
mod register;
mod splice;

pub(crate) use decode::decode;
pub(crate) use encode::encode;
pub use register::{Entry, RegisterError, Registered, Registration, register, registered, unregister};
