//! Command text to a small syntax tree that keeps every place. Knows nothing of Hookward.
//!
//! `read` reads the words and gives the grammar a *frame*: the same text with every word crossed out. `lower` has the
//! parser crate parse that frame and puts the words back. So the parser never sees a quote, an expansion or a
//! here-document, where it can be made to hang; and a word that it loses is noticed, since it is left over.

mod frame;
mod guard;
mod lower;
mod read;
mod tree;

pub use tree::*;

/// The longest text that is parsed. Agents write whole files with here-documents; 100 KB is not rare.
pub const MAX_BYTES: usize = 1024 * 1024;

/// The most words and expansions that are parsed. It bounds the memory, of which the parser needs up to 2 KB for each.
pub const MAX_WORDS: usize = 64 * 1024;

/// The deepest nesting of brackets that is parsed.
pub const MAX_DEPTH: usize = 12;

/// Parses a command text as bash would.
///
/// It never fails: what it cannot understand is in [`Script::not_understood`]. Its time is linear in the text.
pub fn parse(source: &str) -> Script {
    read::script(source)
}
