//! Text to tokens. Nothing is an error: what is not closed ends with the text. Every byte is passed once.

use std::rc::Rc;

use super::syntax::{Dot, Lines, Quoting, Slashes, Syntax, Use};
use super::token::{Bracket, Code, Gap, Kind, Part, Token};

/// Brackets that stand deeper are not looked into.
const MAX_DEPTH: usize = 100;

/// Signs of more than one character, longer ones first.
const LONG_SIGNS: &[&str] = &[
    "===", "!==", "...", "**=", "||=", "&&=", "??=", ">>>", "<=>", "?->", "//=", "<<=", ">>=", "=>", "->",
    "::", "==", "!=", "=~", "!~", "<=", ">=", "&&", "||", "??", "?.", "+=", "-=", ".=", "*=", "/=", "%=",
    "|=", "&=", "^=", ":=", "<<", ">>", "**", "//", "++", "--", "..", "&.",
];

const SIGNS: &[&str] = &[
    "+", "-", "*", "/", "%", "=", "<", ">", "!", "?", ":", ";", ",", ".", "&", "|", "^", "~", "@", "$", "\\",
];

/// Where the tokens of a piece of code end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    End,
    Close(Bracket),
}

/// The state of reading.
pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) syntax: &'static Syntax,
    /// How many expressions inside of strings are open.
    pub(super) nested: usize,
    line_start: usize,
    /// Where the text goes on after this line: behind the bodies of here-documents.
    pub(super) resume: Option<usize>,
    /// No regular expression begins before this place: one was looked for, and does not end on its line.
    pub(super) no_regex_before: usize,
    /// How slashes are read that may divide or open a regular expression, and whether one was met.
    pub(super) open_slashes: Slashes,
    pub(super) met_open_slash: bool,
}

/// The tokens between two brackets.
struct Frame {
    bracket: Option<Bracket>,
    gap: Gap,
    column: usize,
    tokens: Vec<Token>,
}

/// The tokens of a text. Where slashes leave it open, those of both readings, one behind the other: what a slash that
/// divides would hide in a regular expression is seen all the same.
pub(super) fn tokens(text: &str, syntax: &'static Syntax) -> Code {
    // Some comments begin only where a line does.
    let lined = text.starts_with('=').then(|| format!("\n{text}"));
    let text = lined.as_deref().unwrap_or(text);
    let mut lexer = Lexer::new(text, syntax);
    let tokens = read_all(&mut lexer);
    if !lexer.met_open_slash {
        return Code::new(tokens);
    }
    let mut divided = read_all(&mut Lexer { open_slashes: Slashes::Division, ..Lexer::new(text, syntax) });
    divided.push(Token { kind: Kind::Sign(";"), gap: Gap::Line, column: 0 });
    divided.extend(tokens);
    Code::new(divided)
}

fn read_all(lexer: &mut Lexer) -> Vec<Token> {
    let (text, syntax) = (lexer.text, lexer.syntax);
    if text.starts_with("#!") {
        lexer.at = text.find('\n').unwrap_or(text.len());
    }
    if is_php(syntax) && text.contains("<?") {
        lexer.skip_markup();
    }
    lexer.read(Until::End)
}

fn is_php(syntax: &Syntax) -> bool {
    syntax.dot == Dot::Concatenation && syntax.quoting == Quoting::Plain
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, syntax: &'static Syntax) -> Self {
        Self {
            text,
            at: 0,
            syntax,
            nested: 0,
            line_start: 0,
            resume: None,
            no_regex_before: 0,
            open_slashes: Slashes::Regex,
            met_open_slash: false,
        }
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn peek_after(&self, bytes: usize) -> Option<char> {
        self.text.get(self.at + bytes..)?.chars().next()
    }

    pub(super) fn bump(&mut self, character: char) {
        self.at += character.len_utf8();
    }

    /// The tokens up to an end, which is left where it is.
    pub(super) fn read(&mut self, until: Until) -> Vec<Token> {
        let mut frames = vec![Frame { bracket: None, gap: Gap::None, column: 0, tokens: Vec::new() }];
        let mut excess = 0_usize;
        let mut gap = Gap::Line;
        loop {
            gap = self.blank(gap, frames.last().and_then(|frame| frame.bracket));
            let Some(character) = self.peek() else { break };
            let closed = Bracket::closed_by(character);
            if frames.len() == 1 && excess == 0 && closed.is_some_and(|closed| until == Until::Close(closed))
            {
                break;
            }
            let column = self.at.saturating_sub(self.line_start);
            if let Some(bracket) = Bracket::opened_by(character).filter(|_| !self.opens_long_string()) {
                self.bump(character);
                if frames.len() < MAX_DEPTH {
                    frames.push(Frame { bracket: Some(bracket), gap, column, tokens: Vec::new() });
                } else {
                    excess += 1;
                    push(&mut frames, Token { kind: Kind::TooDeep, gap, column });
                }
            } else if let Some(closed) = closed {
                self.bump(character);
                if excess > 0 {
                    excess -= 1;
                } else if let Some(open) = frames.iter().rposition(|frame| frame.bracket == Some(closed)) {
                    while frames.len() > open {
                        close(&mut frames);
                    }
                }
            } else {
                let before = frames.last().map_or(&[][..], |frame| &frame.tokens);
                match self.token(character, before, gap) {
                    Read::Token(kind) => push(&mut frames, Token { kind, gap, column }),
                    Read::Nothing => continue,
                    Read::End => break,
                }
            }
            gap = Gap::None;
        }
        while frames.len() > 1 {
            close(&mut frames);
        }
        frames.pop().map(|frame| frame.tokens).unwrap_or_default()
    }

    /// `[[`, in Lua.
    fn opens_long_string(&self) -> bool {
        let rest = self.rest();
        self.syntax.quotes.iter().any(|quote| quote.open.starts_with('[') && rest.starts_with(quote.open))
    }

    /// Steps over blanks and comments.
    fn blank(&mut self, before: Gap, inside: Option<Bracket>) -> Gap {
        let mut gap = before;
        let lines_count = match self.syntax.lines {
            Lines::Nowhere => false,
            Lines::OutsideBrackets => inside.is_none(),
            Lines::InBraces => matches!(inside, None | Some(Bracket::Curly)),
        };
        loop {
            let rest = self.rest();
            let block = self.syntax.block_comments.iter().find(|(open, _)| rest.starts_with(open));
            if let Some((open, end)) = block {
                let body = rest.get(open.len()..).unwrap_or_default();
                self.at += body.find(end).map_or(rest.len(), |found| open.len() + found + end.len());
                gap = if gap == Gap::Line { gap } else { Gap::Space };
            } else if let Some(after) = rest.strip_prefix("\\\n").or_else(|| rest.strip_prefix("\\\r\n")) {
                self.at = self.text.len() - after.len();
                gap = if gap == Gap::Line { gap } else { Gap::Space };
            } else if rest.starts_with('\n') {
                self.at = self.resume.take().unwrap_or(self.at + 1);
                self.line_start = self.at;
                gap = if lines_count { Gap::Line } else { Gap::Space };
            } else if let Some(space) = rest.chars().next().filter(|character| character.is_whitespace()) {
                self.bump(space);
                gap = if gap == Gap::Line { gap } else { Gap::Space };
            } else if self.syntax.line_comments.iter().any(|open| rest.starts_with(open)) {
                let line = rest.find('\n').unwrap_or(rest.len());
                let tag = rest.get(..line).and_then(|line| line.find("?>")).filter(|_| is_php(self.syntax));
                self.at += tag.unwrap_or(line);
                if tag.is_some() {
                    return gap;
                }
            } else {
                return gap;
            }
        }
    }

    fn token(&mut self, character: char, before: &[Token], gap: Gap) -> Read {
        let previous = before.last();
        if is_php(self.syntax) && self.rest().starts_with("?>") {
            self.skip_markup();
            return Read::Token(Kind::Sign(";"));
        }
        if let Some(kind) = self.heredoc(previous) {
            return Read::Token(kind);
        }
        let rest = self.rest();
        if let Some(quote) = self.syntax.quotes.iter().find(|quote| rest.starts_with(quote.open)) {
            self.at += quote.open.len();
            let parts = self.string(&quote.form());
            return Read::Token(string_kind(quote.use_, parts));
        }
        if let Some(kind) = self.sigil(character, previous, gap) {
            return Read::Token(kind);
        }
        if character.is_ascii_digit() {
            return Read::Token(self.number());
        }
        if self.starts_name(character) {
            let name = self.name();
            return match &*name {
                "__END__" | "__DATA__" if self.syntax.quoting != Quoting::Prefixes => Read::End,
                _ => Read::Token(self.quoted_by_word(&name, previous).unwrap_or(Kind::Name(name))),
            };
        }
        if let Some(kind) = self.special(character, before, gap) {
            return Read::Token(kind);
        }
        self.sign(character, previous)
    }

    fn sign(&mut self, character: char, previous: Option<&Token>) -> Read {
        let rest = self.rest();
        let own = self.syntax.signs.iter().chain(LONG_SIGNS);
        if let Some(sign) = own.into_iter().find(|sign| rest.starts_with(**sign)) {
            self.at += sign.len();
            return Read::Token(Kind::Sign(sign));
        }
        self.bump(character);
        if character == '\\' && is_php(self.syntax) {
            // A namespace; a leading one says nothing.
            let qualifies = previous.is_some_and(|token| token.name().is_some());
            return if qualifies { Read::Token(Kind::Sign("::")) } else { Read::Nothing };
        }
        let mut buffer = [0; 4];
        let text = &*character.encode_utf8(&mut buffer);
        match SIGNS.iter().find(|sign| **sign == text) {
            Some(sign) => Read::Token(Kind::Sign(sign)),
            None => Read::Nothing,
        }
    }

    pub(super) fn starts_name(&self, character: char) -> bool {
        character.is_alphabetic()
            || character == '_'
            || self.syntax.name_characters.contains(&character)
            || (!character.is_ascii() && !character.is_whitespace())
    }

    pub(super) fn name(&mut self) -> Rc<str> {
        let rest = self.rest();
        let length = rest
            .find(|character: char| !self.starts_name(character) && !character.is_numeric())
            .unwrap_or(rest.len());
        let mut name = rest.get(..length).unwrap_or_default();
        if self.syntax.quoting == Quoting::Percent {
            let mut after = rest.get(length..).unwrap_or_default().chars();
            let (mark, next) = (after.next(), after.next());
            if matches!(mark, Some('?' | '!')) && next != Some('=') && mark != next {
                name = rest.get(..=length).unwrap_or(name);
            }
        }
        self.at += name.len();
        name.into()
    }

    fn number(&mut self) -> Kind {
        let rest = self.rest();
        let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let mut length = rest.find(|character| !is_part(character)).unwrap_or(rest.len());
        let mut after = rest.get(length..).unwrap_or_default().chars();
        if after.next() == Some('.') && after.next().is_some_and(|next| next.is_ascii_digit()) {
            let fraction = rest.get(length + 1..).unwrap_or_default();
            length += 1 + fraction.find(|character| !is_part(character)).unwrap_or(fraction.len());
        }
        self.at += length;
        let digits = rest.get(..length).unwrap_or_default().replace('_', "").to_ascii_lowercase();
        let number = match digits.get(..2) {
            Some("0x") => i64::from_str_radix(digits.get(2..).unwrap_or_default(), 16),
            Some("0o") => i64::from_str_radix(digits.get(2..).unwrap_or_default(), 8),
            Some("0b") => i64::from_str_radix(digits.get(2..).unwrap_or_default(), 2),
            Some(start) if start.starts_with('0') => i64::from_str_radix(&digits, 8),
            Some(_) | None => digits.trim_end_matches('n').parse(),
        };
        Kind::Number(number.ok())
    }

    /// Steps over what is not PHP.
    fn skip_markup(&mut self) {
        let rest = self.rest();
        let Some(open) = rest.find("<?") else {
            self.at = self.text.len();
            return;
        };
        self.at += open + 2;
        if self.rest().starts_with("php") {
            self.at += 3;
        } else if self.rest().starts_with('=') {
            self.at += 1;
        }
    }
}

/// What was read.
enum Read {
    Token(Kind),
    Nothing,
    End,
}

pub(super) fn string_kind(use_: Use, parts: Rc<[Part]>) -> Kind {
    match use_ {
        Use::Text => Kind::Text(parts),
        Use::Shell => Kind::Shell(parts),
    }
}

fn push(frames: &mut [Frame], token: Token) {
    if let Some(frame) = frames.last_mut() {
        frame.tokens.push(token);
    }
}

fn close(frames: &mut Vec<Frame>) {
    if let Some(Frame { bracket: Some(bracket), gap, column, tokens }) = frames.pop() {
        push(frames, Token { kind: Kind::Group(bracket, Code::new(tokens)), gap, column });
    }
}
