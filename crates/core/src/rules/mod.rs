//! The built-in rules. Adding one: a file, and a line here.

mod approve;
mod security;

use crate::rule::Rule;

/// All built-in rules, in the order in which they are asked.
pub fn all() -> &'static [Rule] {
    const {
        &[
            security::catastrophic_deletion::RULE,
            security::recursive_deletion::RULE,
            security::protected_file::RULE,
            security::secret_read::RULE,
            security::opaque_command::RULE,
            approve::read_only::RULE,
        ]
    }
}
