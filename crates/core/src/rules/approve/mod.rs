//! Saves the person a question. Fails open: then the host asks.

pub(super) mod read_only;
pub(super) mod safe_subcommand;
