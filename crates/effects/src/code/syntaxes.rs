//! How the languages are written of which only the names that run, delete, read or write are known.

use super::syntax::{
    Adjacent, Calls, Dot, Escapes, Holes, Layout, Lines, Quote, Quoting, Slashes, Span, Syntax, Use, quote,
    shell,
};

/// What most of them have in common.
const PLAIN: Syntax = Syntax {
    layout: Layout::Braces,
    line_comments: &["#"],
    block_comments: &[],
    quotes: &[
        quote("\"\"\"", Escapes::All, Holes::None, Span::Lines),
        quote("\"", Escapes::All, Holes::None, Span::Lines),
        quote("'", Escapes::All, Holes::None, Span::Line),
    ],
    quoting: Quoting::Plain,
    heredoc: None,
    sigils: &[],
    slashes: Slashes::Division,
    lines: Lines::InBraces,
    name_characters: &[],
    dot: Dot::Member,
    signs: &[],
    members: &[],
    joins: &[],
    adjacent: Adjacent::Nothing,
    calls: Calls::Parenthesised,
    operators: &["and", "or", "not", "in", "is", "if", "else", "for", "do", "end", "then", "while"],
};

const fn between(open: &'static str, close: &'static str, holes: Holes) -> Quote {
    let escapes = if matches!(holes, Holes::None) { Escapes::Raw } else { Escapes::All };
    Quote { open, close, escapes, holes, use_: Use::Text, span: Span::Lines }
}

pub(super) const LUA: Syntax = Syntax {
    layout: Layout::End,
    line_comments: &["--"],
    block_comments: &[("--[[", "]]"), ("--[=[", "]=]")],
    quotes: &[
        quote("\"", Escapes::All, Holes::None, Span::Line),
        quote("'", Escapes::All, Holes::None, Span::Line),
        between("[[", "]]", Holes::None),
        between("[=[", "]=]", Holes::None),
    ],
    members: &[":"],
    joins: &[".."],
    calls: Calls::Bare,
    operators: &[
        "and", "or", "not", "in", "if", "else", "elseif", "for", "do", "end", "then", "while", "until",
    ],
    ..PLAIN
};

pub(super) const R: Syntax =
    Syntax { signs: &["<<-", "<-", "|>", "%>%"], name_characters: &['.'], members: &["::"], ..PLAIN };

pub(super) const JULIA: Syntax = Syntax {
    layout: Layout::End,
    block_comments: &[("#=", "=#")],
    quotes: &[
        quote("\"\"\"", Escapes::All, Holes::Sigils, Span::Lines),
        quote("\"", Escapes::All, Holes::Sigils, Span::Lines),
        quote("'", Escapes::All, Holes::None, Span::Line),
        shell("`", Holes::Sigils),
    ],
    joins: &["*"],
    signs: &["|>"],
    ..PLAIN
};

pub(super) const ELIXIR: Syntax = Syntax {
    layout: Layout::End,
    quotes: &[
        quote("\"\"\"", Escapes::All, Holes::HashBrace, Span::Lines),
        quote("\"", Escapes::All, Holes::HashBrace, Span::Lines),
        quote("'", Escapes::All, Holes::HashBrace, Span::Lines),
        between("~c\"", "\"", Holes::HashBrace),
        between("~c'", "'", Holes::HashBrace),
        between("~c(", ")", Holes::HashBrace),
        between("~c[", "]", Holes::HashBrace),
        between("~s\"", "\"", Holes::HashBrace),
        between("~s'", "'", Holes::HashBrace),
        between("~s(", ")", Holes::HashBrace),
        between("~S(", ")", Holes::None),
    ],
    signs: &["<>", "|>"],
    joins: &["<>", "++"],
    name_characters: &['!', '?'],
    calls: Calls::Bare,
    ..PLAIN
};

pub(super) const JVM: Syntax = Syntax {
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    quotes: &[
        quote("\"\"\"", Escapes::All, Holes::Sigils, Span::Lines),
        quote("'''", Escapes::All, Holes::None, Span::Lines),
        quote("\"", Escapes::All, Holes::Sigils, Span::Line),
        quote("'", Escapes::All, Holes::None, Span::Line),
        between("s\"", "\"", Holes::Sigils),
    ],
    calls: Calls::Bare,
    operators: &["in", "is", "as", "else", "instanceof", "return"],
    ..PLAIN
};

pub(super) const OCTAVE: Syntax =
    Syntax { layout: Layout::End, line_comments: &["%", "#"], calls: Calls::Bare, ..PLAIN };

pub(super) const ERLANG: Syntax =
    Syntax { line_comments: &["%"], members: &[":"], joins: &["++"], lines: Lines::Nowhere, ..PLAIN };

pub(super) const HASKELL: Syntax = Syntax {
    line_comments: &["--"],
    block_comments: &[("{-", "-}"), ("(*", "*)")],
    quotes: &[quote("\"", Escapes::All, Holes::None, Span::Lines)],
    signs: &["<>", "<-"],
    joins: &["<>", "++"],
    name_characters: &['\''],
    calls: Calls::Bare,
    // `in` begins the body of a `let`, and compares nothing.
    operators: &["not", "if", "then", "else", "do", "of", "where"],
    ..PLAIN
};

pub(super) const NIM: Syntax = Syntax {
    layout: Layout::Indentation,
    block_comments: &[("#[", "]#")],
    joins: &["&"],
    calls: Calls::Bare,
    ..PLAIN
};

/// Brackets hold everything together; nearly any sign may be part of a name.
pub(super) const LISP: Syntax = Syntax {
    line_comments: &[";"],
    block_comments: &[("#|", "|#")],
    quotes: &[quote("\"", Escapes::All, Holes::None, Span::Lines)],
    lines: Lines::Nowhere,
    name_characters: &['-', '*', '?', '!', '/', ':', '<', '>', '=', '+', '.', '%', '&', '$'],
    operators: &[],
    ..PLAIN
};

/// An apostrophe may open a character or stand before a name; neither is a text. One with a quote in it would open one.
pub(super) const COMPILED: Syntax = Syntax {
    line_comments: &["//", "#include", "#define", "#pragma", "#if", "#endif", "#else", "#undef"],
    block_comments: &[("/*", "*/"), ("'\"", "'"), ("'\\", "'")],
    quotes: &[
        quote("\"", Escapes::All, Holes::None, Span::Lines),
        between("r#\"", "\"#", Holes::None),
        between("`", "`", Holes::None),
    ],
    members: &["::", "->"],
    operators: &["else", "in", "as", "is"],
    ..PLAIN
};
