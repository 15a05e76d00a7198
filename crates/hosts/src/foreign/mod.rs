//! The hosts that have no folder of their own yet, but load Claude's registration: enough of each to judge its calls
//! honestly and to answer in words that it acts on.

mod decode;
mod encode;

pub(crate) use decode::read;
pub(crate) use encode::encode;
