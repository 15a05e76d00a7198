//! How a language is written: the settings of the tokenizer and of the evaluator.

/// How a language is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Syntax {
    pub(super) layout: Layout,
    pub(super) line_comments: &'static [&'static str],
    pub(super) block_comments: &'static [(&'static str, &'static str)],
    /// Longer openings first.
    pub(super) quotes: &'static [Quote],
    pub(super) quoting: Quoting,
    /// What opens a here-document.
    pub(super) heredoc: Option<&'static str>,
    /// What may stand before the name of a variable.
    pub(super) sigils: &'static [char],
    pub(super) slashes: Slashes,
    pub(super) lines: Lines,
    /// What a name may hold besides letters, digits and `_`.
    pub(super) name_characters: &'static [char],
    pub(super) dot: Dot,
    /// Signs that only this language has, longer ones first.
    pub(super) signs: &'static [&'static str],
    /// What leads to a member besides the dot.
    pub(super) members: &'static [&'static str],
    /// Signs between two texts that become one.
    pub(super) joins: &'static [&'static str],
    pub(super) adjacent: Adjacent,
    pub(super) calls: Calls,
    /// Names that stand between operands or end them: they are no operands.
    pub(super) operators: &'static [&'static str],
}

/// What holds a block together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    Indentation,
    Braces,
    /// `do … end`
    End,
}

/// What a dot between two operands does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dot {
    Member,
    Concatenation,
}

/// What two operands in a row mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Adjacent {
    Nothing,
    /// Strings in a row are one.
    Strings,
    /// Any operands in a row are one text.
    Everything,
}

/// How a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Calls {
    Parenthesised,
    /// Also without: `system "x"`.
    Bare,
    /// Also without, and every member is a call: `Dir.home`.
    BareMembers,
}

/// Where the end of a line may end a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    Nowhere,
    OutsideBrackets,
    /// Not between round or square brackets.
    InBraces,
}

/// What a slash may open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slashes {
    Division,
    Regex,
}

/// Further ways to write a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoting {
    Plain,
    /// Python's letters before a quote: `rb'…'`.
    Prefixes,
    /// Perl's `q{}`, `qq()`, `qw//`, `s///`.
    Words,
    /// Ruby's `%q()`, `%w[]`, `%x{}`, and symbols.
    Percent,
}

/// One way to write a string.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quote {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    pub(super) escapes: Escapes,
    pub(super) holes: Holes,
    pub(super) use_: Use,
    pub(super) span: Span,
}

/// What a backslash does in a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escapes {
    /// It stands for itself, but keeps a quote from closing the string.
    Raw,
    /// It only takes the meaning from a quote or another backslash.
    Quote,
    /// `\n`, `\x41`, `\u0041`, `\101`.
    All,
}

/// What stands for an expression in a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holes {
    None,
    /// `${x}`
    DollarBrace,
    /// `#{x}`
    HashBrace,
    /// `{x}`
    Brace,
    /// `$x`, `${x}`, `@{[ x ]}`, `{$x}`; where variables have no sigils, `$(x)`
    Sigils,
}

/// What a string is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Text,
    Shell,
}

/// How far a string that is not closed goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    Line,
    Lines,
}

pub(super) const fn quote(mark: &'static str, escapes: Escapes, holes: Holes, span: Span) -> Quote {
    Quote { open: mark, close: mark, escapes, holes, use_: Use::Text, span }
}

pub(super) const fn shell(mark: &'static str, holes: Holes) -> Quote {
    Quote { open: mark, close: mark, escapes: Escapes::All, holes, use_: Use::Shell, span: Span::Lines }
}

pub(super) const PYTHON: Syntax = Syntax {
    layout: Layout::Indentation,
    line_comments: &["#"],
    block_comments: &[],
    quotes: &[
        quote("\"\"\"", Escapes::All, Holes::None, Span::Lines),
        quote("'''", Escapes::All, Holes::None, Span::Lines),
        quote("\"", Escapes::All, Holes::None, Span::Line),
        quote("'", Escapes::All, Holes::None, Span::Line),
    ],
    quoting: Quoting::Prefixes,
    heredoc: None,
    sigils: &[],
    slashes: Slashes::Division,
    lines: Lines::OutsideBrackets,
    name_characters: &[],
    dot: Dot::Member,
    signs: &[],
    members: &[],
    joins: &[],
    adjacent: Adjacent::Strings,
    calls: Calls::Parenthesised,
    operators: &["and", "or", "not", "in", "is", "if", "else", "for", "as", "from", "async"],
};

pub(super) const JAVASCRIPT: Syntax = Syntax {
    layout: Layout::Braces,
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    quotes: &[
        quote("\"", Escapes::All, Holes::None, Span::Line),
        quote("'", Escapes::All, Holes::None, Span::Line),
        quote("`", Escapes::All, Holes::DollarBrace, Span::Lines),
    ],
    quoting: Quoting::Plain,
    heredoc: None,
    sigils: &[],
    slashes: Slashes::Regex,
    lines: Lines::InBraces,
    name_characters: &['$', '#'],
    dot: Dot::Member,
    signs: &[],
    members: &[],
    joins: &[],
    adjacent: Adjacent::Nothing,
    calls: Calls::Parenthesised,
    operators: &["in", "of", "instanceof", "as", "satisfies", "from", "else", "case", "return", "typeof"],
};

pub(super) const PERL: Syntax = Syntax {
    layout: Layout::Braces,
    line_comments: &["#"],
    block_comments: &[("\n=pod", "\n=cut"), ("\n=head", "\n=cut"), ("\n=begin", "\n=cut")],
    quotes: &[
        quote("\"", Escapes::All, Holes::Sigils, Span::Lines),
        quote("'", Escapes::Quote, Holes::None, Span::Lines),
        shell("`", Holes::Sigils),
    ],
    quoting: Quoting::Words,
    heredoc: Some("<<"),
    sigils: &['$', '@', '%', '&'],
    slashes: Slashes::Regex,
    lines: Lines::Nowhere,
    name_characters: &[],
    dot: Dot::Concatenation,
    signs: &[],
    members: &[],
    joins: &[],
    adjacent: Adjacent::Nothing,
    calls: Calls::Bare,
    operators: &[
        "and", "or", "not", "xor", "x", "eq", "ne", "lt", "gt", "le", "ge", "cmp", "if", "unless", "while",
        "until", "for", "foreach", "else", "elsif",
    ],
};

pub(super) const RUBY: Syntax = Syntax {
    layout: Layout::End,
    line_comments: &["#"],
    block_comments: &[("\n=begin", "\n=end")],
    quotes: &[
        quote("\"", Escapes::All, Holes::HashBrace, Span::Lines),
        quote("'", Escapes::Quote, Holes::None, Span::Lines),
        shell("`", Holes::HashBrace),
    ],
    quoting: Quoting::Percent,
    heredoc: Some("<<"),
    sigils: &['$', '@'],
    slashes: Slashes::Regex,
    lines: Lines::InBraces,
    name_characters: &[],
    dot: Dot::Member,
    signs: &[],
    members: &["::"],
    joins: &[],
    adjacent: Adjacent::Strings,
    calls: Calls::BareMembers,
    operators: &[
        "and", "or", "not", "if", "unless", "while", "until", "do", "end", "then", "else", "elsif", "rescue",
        "ensure", "in", "when",
    ],
};

pub(super) const PHP: Syntax = Syntax {
    layout: Layout::Braces,
    line_comments: &["//", "#"],
    block_comments: &[("/*", "*/")],
    quotes: &[
        quote("\"", Escapes::All, Holes::Sigils, Span::Lines),
        quote("'", Escapes::Quote, Holes::None, Span::Lines),
        shell("`", Holes::Sigils),
    ],
    quoting: Quoting::Plain,
    heredoc: Some("<<<"),
    sigils: &['$'],
    slashes: Slashes::Division,
    lines: Lines::Nowhere,
    name_characters: &[],
    dot: Dot::Concatenation,
    signs: &[],
    members: &[],
    joins: &[],
    adjacent: Adjacent::Nothing,
    calls: Calls::Parenthesised,
    operators: &["and", "or", "xor", "instanceof", "as", "else", "elseif"],
};

pub(super) const AWK: Syntax = Syntax {
    layout: Layout::Braces,
    line_comments: &["#"],
    block_comments: &[],
    quotes: &[quote("\"", Escapes::All, Holes::None, Span::Line)],
    quoting: Quoting::Plain,
    heredoc: None,
    sigils: &[],
    slashes: Slashes::Regex,
    lines: Lines::InBraces,
    name_characters: &[],
    dot: Dot::Member,
    signs: &[],
    members: &[],
    joins: &[],
    adjacent: Adjacent::Everything,
    calls: Calls::Parenthesised,
    operators: &["in", "else", "if", "while", "for", "do"],
};
