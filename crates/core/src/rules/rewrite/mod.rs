//! Rules that keep what is meant and change how it is done.

pub(super) mod force_with_lease;
pub(super) mod project_tmp;
pub(super) mod worktree_remove;
