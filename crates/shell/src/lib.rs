//! Command text to a small syntax tree that keeps every place. Knows nothing of Hookward.
//!
//! The grammar is our own. The parser crates that were tried refuse some of what agents write, keep deep words as plain
//! text, or can be made to hang; what is left of them is `rable`, an oracle in tests.

mod guard;
mod read;
mod tree;

pub use tree::*;

/// The longest text that is parsed. Agents write whole files with here-documents; 100 KB is not rare.
pub const MAX_BYTES: usize = 1024 * 1024;

/// The most words and expansions that are parsed. It bounds the memory.
pub const MAX_WORDS: usize = 64 * 1024;

/// The deepest nesting of brackets that is parsed.
pub const MAX_DEPTH: usize = 12;

/// Parses a command text as bash would.
///
/// It never fails: what it cannot understand is in [`Script::not_understood`]. Its time is linear in the text.
pub fn parse(source: &str) -> Script {
    read::script(source)
}
