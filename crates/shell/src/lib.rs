//! Command text to a small syntax tree that keeps every place. Knows nothing of Hookward.

mod tree;

pub use tree::*;

/// The longest text that is parsed.
pub const MAX_BYTES: usize = 64 * 1024;

/// The deepest nesting of brackets that is parsed.
pub const MAX_DEPTH: usize = 12;
