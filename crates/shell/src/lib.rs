//! Command text to a small syntax tree that keeps every place. Knows nothing of Hookward.
//!
//! The grammar is our own. The parser crates that were tried refuse some of what agents write, keep deep words as plain
//! text, or can be made to hang; what is left of them is `rable`, an oracle in tests.

mod fish;
mod guard;
mod read;
mod tree;
mod zsh;

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

/// Which shell a text is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// What bash, and those who came before it, read alike.
    #[default]
    Bash,
    /// fish, whose blocks, lists and substitutions are its own.
    Fish,
    /// zsh, whose lists and short loops are its own.
    Zsh,
}

/// Parses a text as its own shell would. The places of the tree are those of the text only if that is bash.
pub fn parse_as(source: &str, dialect: Dialect) -> Script {
    if source.len() > MAX_BYTES {
        return parse(source);
    }
    let text = match dialect {
        Dialect::Bash => return parse(source),
        Dialect::Zsh => Ok(zsh::to_bash(source)),
        Dialect::Fish => fish::to_bash(source),
    };
    match text {
        Ok(text) => parse(&text),
        Err(why) => {
            let span = Span::new(0, source.len());
            Script { body: Vec::new(), not_understood: vec![NotUnderstood { why, span }] }
        }
    }
}
