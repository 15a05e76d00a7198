//! Words, texts and signs of a language, without its comments: enough to find imports, calls and texts.

use super::Language;

/// A part of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Its line, from 1.
    pub(super) line: usize,
    /// Whether it is the first in its line.
    pub(super) starts_line: bool,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name.
    Word(String),
    /// A text, without its quotes.
    Text(String),
    /// Any other character.
    Sign(char),
}

impl Token {
    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            Kind::Text(_) | Kind::Sign(_) => None,
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            Kind::Word(_) | Kind::Sign(_) => None,
        }
    }

    pub(super) fn is(&self, sign: char) -> bool {
        self.kind == Kind::Sign(sign)
    }
}

/// The parts of a text, in order.
pub(super) fn tokens(language: Language, text: &str) -> Vec<Token> {
    let mut scanner = Scanner { language, rest: text, line: 1, fresh: true, tokens: Vec::new() };
    while scanner.step() {}
    scanner.tokens
}

struct Scanner<'t> {
    language: Language,
    rest: &'t str,
    line: usize,
    /// Whether nothing stands in this line yet.
    fresh: bool,
    tokens: Vec<Token>,
}

impl Scanner<'_> {
    /// Goes on by one part; `false` at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        if first == '\n' {
            self.skip(1);
            self.fresh = true;
        } else if first.is_whitespace() {
            self.skip(first.len_utf8());
        } else if let Some(length) = self.comment() {
            self.skip(length);
        } else if let Some((open, content, close)) = self.quoted() {
            let text = self.rest.get(open..open + content).unwrap_or_default().to_owned();
            self.push(Kind::Text(text), open + content + close);
        } else if let Some(marked) = self.marked() {
            self.skip(marked);
        } else if first.is_alphanumeric() || first == '_' || first == '$' {
            let has_signs = self.language == Language::JavaScript;
            let is_part = |character: char| {
                character.is_alphanumeric() || character == '_' || (has_signs && character == '$')
            };
            let own = first.len_utf8();
            let more = self.rest.get(own..).unwrap_or_default();
            let end = own + more.find(|character| !is_part(character)).unwrap_or(more.len());
            let word = self.rest.get(..end).unwrap_or_default().to_owned();
            self.push(Kind::Word(word), end);
        } else {
            self.push(Kind::Sign(first), first.len_utf8());
        }
        true
    }

    fn push(&mut self, kind: Kind, length: usize) {
        self.tokens.push(Token { kind, line: self.line, starts_line: self.fresh });
        self.fresh = false;
        self.skip(length);
    }

    fn skip(&mut self, length: usize) {
        let (skipped, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.line += skipped.matches('\n').count();
        self.rest = rest;
    }

    /// The length of the mark before a name that would be a word of the language: `r#type`.
    fn marked(&self) -> Option<usize> {
        let name = self.rest.strip_prefix("r#").filter(|_| self.language == Language::Rust)?;
        name.starts_with(|sign: char| sign.is_alphabetic() || sign == '_').then_some("r#".len())
    }

    /// The length of a comment that starts here.
    fn comment(&self) -> Option<usize> {
        let to_line_end = || self.rest.find('\n').unwrap_or(self.rest.len());
        match self.language {
            Language::Python => self.rest.starts_with('#').then(to_line_end),
            // `#[attribute]` is none.
            Language::Php if self.rest.starts_with('#') && !self.rest.starts_with("#[") => {
                Some(to_line_end())
            }
            Language::JavaScript
            | Language::Go
            | Language::Rust
            | Language::Java
            | Language::Kotlin
            | Language::Php => {
                if self.rest.starts_with("//") {
                    return Some(to_line_end());
                }
                let inner = self.rest.strip_prefix("/*")?;
                if self.language == Language::Rust {
                    return Some(2 + nested(inner));
                }
                Some(2 + inner.find("*/").map_or(inner.len(), |end| end + 2))
            }
        }
    }

    /// The lengths of an opening quote, what it holds, and the closing one, if a text starts here.
    fn quoted(&self) -> Option<(usize, usize, usize)> {
        let rest = self.rest;
        let until = |open: usize, close: &str| {
            let inner = rest.get(open..).unwrap_or_default();
            match inner.find(close) {
                Some(length) => (open, length, close.len()),
                None => (open, inner.len(), 0),
            }
        };
        match self.language {
            Language::Python | Language::Java | Language::Kotlin => {
                let long = ["\"\"\"", "'''"].into_iter().find(|quote| rest.starts_with(quote));
                if let Some(quote) = long {
                    return Some(until(3, quote));
                }
            }
            Language::Go if rest.starts_with('`') => return Some(until(1, "`")),
            // One that is not closed hides nothing.
            Language::JavaScript if rest.starts_with('`') => {
                return Some(escaped(rest, '`', Reach::Lines)).filter(|(_, _, close)| *close > 0);
            }
            Language::Rust => {
                if let Some(hashes) = raw_hashes(rest) {
                    return Some(until(hashes + 2, &format!("\"{}", "#".repeat(hashes))));
                }
                // `'a` is a lifetime, `'a'` a character.
                if rest.starts_with('\'') {
                    let mut characters = rest.char_indices().skip(1);
                    let (_, first) = characters.next()?;
                    let (at, second) = characters.next()?;
                    return match (first, second) {
                        (_, '\'') => Some((1, at - 1, 1)),
                        ('\\', _) => Some(escaped(rest, '\'', Reach::Line)),
                        _ => None,
                    };
                }
            }
            Language::JavaScript | Language::Go | Language::Php => {}
        }
        let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''))?;
        let reach = match self.language {
            Language::Rust | Language::Php => Reach::Lines,
            Language::JavaScript | Language::Python | Language::Go | Language::Java | Language::Kotlin => {
                Reach::Line
            }
        };
        Some(escaped(rest, quote, reach))
    }
}

/// How far a text may go without its closing quote.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// To the end of the line: what stands behind it is code again, if the quote was forgotten.
    Line,
    /// As far as it likes.
    Lines,
}

/// A text with escapes; it ends at its quote.
fn escaped(rest: &str, quote: char, reach: Reach) -> (usize, usize, usize) {
    let mut is_escape = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            _ if is_escape => is_escape = false,
            '\\' => is_escape = true,
            found if found == quote => return (1, at - 1, 1),
            '\n' if reach == Reach::Line => return (1, at - 1, 0),
            _ => {}
        }
    }
    (1, rest.len().saturating_sub(1), 0)
}

/// How many hashes a raw string of Rust starts with: `r#"`.
fn raw_hashes(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after.get(hashes..)?.starts_with('"').then_some(hashes)
}

/// The length of a comment that may hold others.
fn nested(inner: &str) -> usize {
    let (mut depth, mut at) = (1_usize, 0);
    while let Some(rest) = inner.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(next) = rest.find(['*', '/']) else { break };
        let here = rest.get(next..).unwrap_or_default();
        let step = if here.starts_with("*/") {
            depth -= 1;
            2
        } else if here.starts_with("/*") {
            depth += 1;
            2
        } else {
            1
        };
        at += next + step;
        if depth == 0 {
            return at;
        }
    }
    inner.len()
}
