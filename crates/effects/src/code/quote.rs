//! Strings: escapes, and the expressions inside of them.

use std::rc::Rc;

use super::lexer::{Lexer, Until};
use super::syntax::{Escapes, Holes, Quote, Quoting, Span};
use super::token::{Bracket, Code, Gap, Kind, Part, Token};

/// Expressions in strings in expressions in strings: deeper ones are not looked into.
const MAX_NESTED: usize = 6;

/// How one string is read.
pub(super) struct Form<'q> {
    /// An opening that must be closed by itself: the brace of `q{a{b}c}`.
    pub(super) opens_again: Option<char>,
    /// What closes it; nothing does if it is empty.
    pub(super) close: &'q str,
    pub(super) escapes: Escapes,
    pub(super) holes: Holes,
    pub(super) span: Span,
}

impl Quote {
    pub(super) fn form(&self) -> Form<'static> {
        Form {
            opens_again: None,
            close: self.close,
            escapes: self.escapes,
            holes: self.holes,
            span: self.span,
        }
    }
}

/// The pieces of a string so far.
#[derive(Default)]
struct Parts {
    text: String,
    parts: Vec<Part>,
}

impl Parts {
    fn code(&mut self, tokens: Vec<Token>) {
        self.flush();
        self.parts.push(Part::Code(Code::new(tokens)));
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.parts.push(Part::Text(std::mem::take(&mut self.text).into()));
        }
    }
}

impl Lexer<'_> {
    /// The pieces of a string; its opening is behind us, and so is its end afterwards.
    pub(super) fn string(&mut self, form: &Form) -> Rc<[Part]> {
        let mut parts = Parts::default();
        let mut open = 0_usize;
        while let Some(character) = self.peek() {
            if !form.close.is_empty() && self.rest().starts_with(form.close) {
                if open == 0 {
                    self.at += form.close.len();
                    break;
                }
                open -= 1;
            } else if form.opens_again == Some(character) {
                open += 1;
            }
            if character == '\n' && form.span == Span::Line {
                break;
            }
            if character == '\\' {
                self.escape(form, &mut parts.text);
            } else if !self.hole(form.holes, character, &mut parts) {
                self.bump(character);
                parts.text.push(character);
            }
        }
        parts.flush();
        parts.parts.into()
    }

    fn escape(&mut self, form: &Form, text: &mut String) {
        self.at += 1;
        let Some(character) = self.peek() else {
            text.push('\\');
            return;
        };
        self.bump(character);
        match form.escapes {
            Escapes::Raw => text.extend(['\\', character]),
            Escapes::Quote => {
                if character != '\\' && !form.close.contains(character) {
                    text.push('\\');
                }
                text.push(character);
            }
            Escapes::All => self.control(character, text),
        }
    }

    fn control(&mut self, character: char, text: &mut String) {
        match character {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            'a' => text.push('\u{7}'),
            'b' => text.push('\u{8}'),
            'e' => text.push('\u{1b}'),
            'f' => text.push('\u{c}'),
            'v' => text.push('\u{b}'),
            '\n' => {}
            'x' => text.extend(self.digits(16, 2)),
            'u' => text.extend(self.digits(16, 4)),
            'U' => text.extend(self.digits(16, 8)),
            '0'..='7' => {
                self.at -= 1;
                text.extend(self.digits(8, 3));
            }
            // Python keeps what it does not know.
            other if self.syntax.quoting == Quoting::Prefixes && !matches!(other, '\\' | '\'' | '"') => {
                text.extend(['\\', other]);
            }
            other => text.push(other),
        }
    }

    /// The character with the number that stands here, in braces or not.
    fn digits(&mut self, radix: u32, most: usize) -> Option<char> {
        let rest = self.rest();
        let braced =
            rest.strip_prefix('{').and_then(|inner| inner.get(..inner.len().min(9))?.split_once('}'));
        let (digits, length) = match braced {
            Some((digits, _)) => (digits, digits.len() + 2),
            None => {
                let length =
                    rest.chars().take(most).take_while(|character| character.is_digit(radix)).count();
                (rest.get(..length).unwrap_or_default(), length)
            }
        };
        self.at += length;
        u32::from_str_radix(digits.trim(), radix).ok().and_then(char::from_u32)
    }

    /// An expression inside a string, if one stands here.
    fn hole(&mut self, holes: Holes, character: char, parts: &mut Parts) -> bool {
        match (holes, character) {
            (Holes::DollarBrace, '$') | (Holes::HashBrace, '#') if self.peek_after(1) == Some('{') => {
                self.at += 2;
                let tokens = self.inside(Some(Bracket::Curly));
                parts.code(tokens);
                true
            }
            (Holes::Brace, '{' | '}') if self.peek_after(1) == Some(character) => {
                self.at += 2;
                parts.text.push(character);
                true
            }
            (Holes::Brace, '{') => {
                self.at += 1;
                let tokens = self.inside(Some(Bracket::Curly));
                parts.code(tokens);
                true
            }
            (Holes::Sigils, '$' | '@' | '{') => self.variable_in_string(character, parts),
            (Holes::None | Holes::DollarBrace | Holes::HashBrace | Holes::Brace | Holes::Sigils, _) => false,
        }
    }

    /// What stands up to a closing bracket, which is behind us afterwards; without one, up to the end.
    pub(super) fn inside(&mut self, bracket: Option<Bracket>) -> Vec<Token> {
        self.nested += 1;
        let tokens = if self.nested > MAX_NESTED {
            let rest = self.rest();
            self.at += rest.find('}').filter(|_| bracket.is_some()).unwrap_or(rest.len());
            vec![Token { kind: Kind::TooDeep, gap: Gap::None, column: 0 }]
        } else {
            self.read(bracket.map_or(Until::End, Until::Close))
        };
        self.nested -= 1;
        if bracket.is_some() && self.peek().and_then(Bracket::closed_by) == bracket {
            self.at += 1;
        }
        tokens
    }

    /// `$x`, `${x}`, `$x[0]`, `$x->{y}`, `@{[ x ]}`, `{$x}`.
    fn variable_in_string(&mut self, character: char, parts: &mut Parts) -> bool {
        let is_perl = self.syntax.sigils.contains(&'@');
        let Some(next) = self.peek_after(1) else { return false };
        let token = |kind| Token { kind, gap: Gap::None, column: 0 };
        match (character, next) {
            ('{', '$') if !is_perl => {
                self.at += 1;
                let tokens = self.inside(Some(Bracket::Curly));
                parts.code(tokens);
            }
            ('{', _) => return false,
            ('@', _) if !is_perl => return false,
            (sigil, '{') => {
                self.at += 2;
                let mut tokens = self.inside(Some(Bracket::Curly));
                if let [Token { kind: Kind::Name(name), .. }] = tokens.as_slice() {
                    tokens = vec![token(Kind::Variable(sigil, Rc::clone(name)))];
                }
                self.subscripts(&mut tokens);
                parts.code(tokens);
            }
            ('$', '(') if self.syntax.sigils.is_empty() => {
                self.at += 2;
                let tokens = self.inside(Some(Bracket::Round));
                parts.code(tokens);
            }
            (sigil, next) if self.starts_name(next) || (sigil == '$' && next.is_ascii_digit()) => {
                self.at += 1;
                let name = self.qualified_name();
                let mut tokens = vec![token(Kind::Variable(sigil, name))];
                self.subscripts(&mut tokens);
                parts.code(tokens);
            }
            _ => return false,
        }
        true
    }

    fn subscripts(&mut self, tokens: &mut Vec<Token>) {
        let braces = self.syntax.sigils.contains(&'@');
        loop {
            let arrow = self.rest().starts_with("->");
            let at = if arrow { 2 } else { 0 };
            let bracket = self.peek_after(at).and_then(Bracket::opened_by);
            let property = self.peek_after(at).filter(|next| arrow && !braces && self.starts_name(*next));
            match bracket {
                Some(bracket @ Bracket::Square) => {
                    self.at += at + 1;
                    let inner = self.inside(Some(bracket));
                    let kind = Kind::Group(bracket, Code::new(inner));
                    tokens.push(Token { kind, gap: Gap::None, column: 0 });
                }
                Some(bracket @ Bracket::Curly) if braces => {
                    self.at += at + 1;
                    let inner = self.inside(Some(bracket));
                    let kind = Kind::Group(bracket, Code::new(inner));
                    tokens.push(Token { kind, gap: Gap::None, column: 0 });
                }
                Some(Bracket::Round | Bracket::Curly) | None => {
                    if property.is_none() {
                        return;
                    }
                    self.at += at;
                    let name = self.name();
                    for kind in [Kind::Sign("->"), Kind::Name(name)] {
                        tokens.push(Token { kind, gap: Gap::None, column: 0 });
                    }
                }
            }
        }
    }

    /// A name with its packages: `File::Find::name`.
    pub(super) fn qualified_name(&mut self) -> Rc<str> {
        let start = self.at;
        self.name();
        while self.rest().starts_with("::") && self.peek_after(2).is_some_and(|next| self.starts_name(next)) {
            self.at += 2;
            self.name();
        }
        let digits = self.rest().find(|character: char| !character.is_ascii_digit());
        if start == self.at {
            self.at += digits.unwrap_or(self.rest().len());
        }
        self.text.get(start..self.at).unwrap_or_default().into()
    }
}
