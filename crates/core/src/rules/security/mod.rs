//! Keeps harm away. Fails closed.

pub(super) mod catastrophic_deletion;
pub(super) mod opaque_command;
pub(super) mod protected_file;
pub(super) mod recursive_deletion;
pub(super) mod secret_read;
