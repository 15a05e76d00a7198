//! The plain protocol of seed 001 (seed-protocol.md): two events, text on standard output, exit codes.

mod decode;
mod encode;

pub(crate) use decode::{decode, read, unreadable};
pub(crate) use encode::{ROWS, encode};
