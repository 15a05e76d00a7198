//! Tokens, with what stands between brackets as a tree: skipping a group is one step, however much is in it.

use std::rc::Rc;

/// One token.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// What stands before it.
    pub(super) gap: Gap,
    /// How far it stands from the start of its line, in bytes.
    pub(super) column: usize,
}

/// What stands between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    None,
    Space,
    /// The end of a line, where that may end a statement.
    Line,
}

/// What a token is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// An identifier or a keyword.
    Name(Rc<str>),
    /// A variable with its sigil: `$x`, `@list`.
    Variable(char, Rc<str>),
    /// A number, if it is a whole one that fits.
    Number(Option<i64>),
    /// A string.
    Text(Rc<[Part]>),
    /// A string that a shell runs: backticks, `qx`, `%x`.
    Shell(Rc<[Part]>),
    /// A list of plain words: `qw(a b)`, `%w[a b]`.
    Words(Rc<[Rc<str>]>),
    /// A regular expression, and the code in it: `/(?{ … })/`, `/#{…}/`.
    Regex(Rc<[Code]>),
    /// Perl's `s/a/b/` and `tr/a/b/`, which change what they are bound to, and the code in them: `s/a/…/e`.
    Edit(Edit, Rc<[Code]>),
    /// What stands between angle brackets in Perl: `<STDIN>`, `<*.c>`.
    Diamond(Rc<str>),
    /// An operator or another sign.
    Sign(&'static str),
    /// What stands between brackets.
    Group(Bracket, Code),
    /// Brackets that stand too deep to be looked into.
    TooDeep,
}

/// What an edit does.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Replace(Rc<str>, Rc<str>),
    Other,
}

/// A piece of a string.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Text(Rc<str>),
    /// An expression whose value stands here.
    Code(Code),
}

/// The brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

impl Bracket {
    pub(super) fn opened_by(character: char) -> Option<Self> {
        match character {
            '(' => Some(Self::Round),
            '[' => Some(Self::Square),
            '{' => Some(Self::Curly),
            _ => None,
        }
    }

    pub(super) fn closed_by(character: char) -> Option<Self> {
        match character {
            ')' => Some(Self::Round),
            ']' => Some(Self::Square),
            '}' => Some(Self::Curly),
            _ => None,
        }
    }
}

/// Some tokens in a row. Cheap to copy: the tokens are shared.
#[derive(Clone, Debug)]
pub(super) struct Code {
    tokens: Rc<[Token]>,
    start: usize,
    end: usize,
}

impl Code {
    pub(super) fn new(tokens: Vec<Token>) -> Self {
        let end = tokens.len();
        Self { tokens: tokens.into(), start: 0, end }
    }

    pub(super) fn tokens(&self) -> &[Token] {
        self.tokens.get(self.start..self.end).unwrap_or_default()
    }

    /// Where it stands: no other code stands there while this one is kept.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.tokens.as_ptr().addr(), self.start)
    }

    /// A part of it, by positions inside of it.
    pub(super) fn part(&self, from: usize, to: usize) -> Self {
        let end = (self.start + to).min(self.end);
        let start = (self.start + from).min(end);
        Self { tokens: Rc::clone(&self.tokens), start, end }
    }
}

impl Token {
    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.kind, Kind::Sign(is) if is == sign)
    }

    pub(super) fn name(&self) -> Option<&Rc<str>> {
        match &self.kind {
            Kind::Name(name) => Some(name),
            _ => None,
        }
    }

    pub(super) fn is_name(&self, name: &str) -> bool {
        self.name().is_some_and(|is| &**is == name)
    }

    pub(super) fn group(&self, bracket: Bracket) -> Option<&Code> {
        match &self.kind {
            Kind::Group(is, code) if *is == bracket => Some(code),
            _ => None,
        }
    }
}
