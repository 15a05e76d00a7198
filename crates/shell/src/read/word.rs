//! Words: quotes, escapes, and the text between expansions.

use std::borrow::Cow;

use super::arithmetic::is_balanced;
use super::{Read, Reader, add, unclosed};
use crate::{Gap, Part, Span, Word};

/// What ends a word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// A blank or an operator.
    Token,
    /// The same, but for `|` and what is in a group: the right side of `=~`.
    Regex,
    /// The `}` of a parameter expansion.
    Brace,
    /// The `/` between pattern and replacement, or the `}`.
    Slash,
    /// The `:` between offset and length, or the `}`.
    Colon,
    /// The `]` of a subscript.
    Bracket,
    /// The same, or whatever ends a word.
    TokenBracket,
    /// The end of what is read: a here-document's body, a subscript.
    End,
    /// The end of a line of a here-document.
    Line,
}

/// How text is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    /// No quotes around it.
    Bare,
    /// Double quotes around it.
    Double,
    /// A pattern inside of double quotes: its own quotes and globs are live.
    Pattern,
    /// A here-document's body: like `Double`, but `"` is only a character.
    Here,
}

impl Quoting {
    pub(super) fn is_quoted(self) -> bool {
        self != Self::Bare
    }

    fn has_quotes(self) -> bool {
        matches!(self, Self::Bare | Self::Pattern)
    }
}

/// A word in the making. Neighbours of one kind become one part, so that a long run of escapes stays small.
#[derive(Default)]
pub(super) struct Parts(pub(super) Vec<Part>);

impl Parts {
    pub(super) fn bare(&mut self, text: &str, span: Span) {
        if text.is_empty() {
            return;
        }
        if let Some(Part::Bare { text: last, span: place }) = self.0.last_mut() {
            last.push_str(text);
            place.end = span.end;
        } else {
            self.push(Part::Bare { text: text.to_owned(), span });
        }
    }

    pub(super) fn quoted(&mut self, text: &str, span: Span) {
        if let Some(Part::Quoted { text: last, span: place }) = self.0.last_mut() {
            last.push_str(text);
            place.end = span.end;
        } else {
            self.push(Part::Quoted { text: text.to_owned(), span });
        }
    }

    pub(super) fn push(&mut self, part: Part) {
        add(&mut self.0, part);
    }
}

impl Reader<'_, '_> {
    /// Reads an unquoted word.
    pub(super) fn word(&mut self, stop: Stop) -> Read<Word> {
        self.word_in(stop, Quoting::Bare)
    }

    pub(super) fn word_in(&mut self, stop: Stop, quoting: Quoting) -> Read<Word> {
        let start = self.at;
        let mut parts = Parts::default();
        self.parts(&mut parts, stop, quoting)?;
        Ok(Word { parts: parts.0, span: self.span(start, self.at) })
    }

    /// Reads up to `stop`, which is left to the caller.
    pub(super) fn parts(&mut self, parts: &mut Parts, stop: Stop, quoting: Quoting) -> Read<()> {
        let word_start = self.at;
        let mut depth = 0_usize;
        let mut group = word_start;
        loop {
            let start = self.at;
            self.at = self.find(start, |byte| is_special(stop, byte));
            self.text(parts, quoting, start);
            let Some(byte) = self.peek() else { break };
            let here = self.at;
            match byte {
                // A line continuation in front of a blank is not part of the word: `<<EOF\` has no quotes.
                b'\\' if stop == Stop::Token && self.continues(here) && self.is_blank(here + 2) => break,
                b'\\' => self.escape(parts, quoting),
                b'\'' if quoting.has_quotes() => self.single(parts)?,
                b'\'' if !matches!(stop, Stop::End | Stop::Line) => self.shielded(parts)?,
                b'"' if quoting != Quoting::Here => self.double(parts, here)?,
                b'$' => self.dollar(parts, quoting)?,
                b'`' => {
                    let part = self.backtick(quoting)?;
                    parts.push(part);
                }
                b'<' | b'>' if quoting == Quoting::Bare && self.peek_at(1) == Some(b'(') => {
                    let part = self.process(byte == b'<')?;
                    parts.push(part);
                }
                b'(' if depth == 0
                    && stop == Stop::Token
                    && let Some(end) = self.qualifiers(word_start, here) =>
                {
                    self.at = end;
                }
                _ => {
                    let first_close = match stop {
                        Stop::Colon => byte == b'}',
                        Stop::TokenBracket => ends_token(byte),
                        _ => false,
                    };
                    if first_close
                        || (depth == 0 && stops(stop, byte) && !self.opens_group_here(stop, word_start))
                    {
                        break;
                    }
                    let outside = depth == 0;
                    depth = nesting(stop, byte, depth);
                    self.at += 1;
                    self.text(parts, quoting, here);
                    if matches!(stop, Stop::Token | Stop::Regex) {
                        if outside {
                            group = self.at;
                        } else if depth == 0 && !is_balanced(self.slice(group, here)) {
                            // Bash only counts the brackets of a group, those in comments and of `case` too.
                            self.note(
                                Gap::Unsupported("a group with brackets that do not match"),
                                group,
                                here,
                            );
                        }
                    }
                }
            }
        }
        if depth > 0 && matches!(stop, Stop::Token | Stop::Regex) {
            return unclosed("group", word_start);
        }
        Ok(())
    }

    fn text(&mut self, parts: &mut Parts, quoting: Quoting, start: usize) {
        if start == self.at {
            return;
        }
        let (text, span) = (self.slice(start, self.at), self.span(start, self.at));
        match quoting {
            Quoting::Bare | Quoting::Pattern => parts.bare(text, span),
            Quoting::Double | Quoting::Here => parts.quoted(text, span),
        }
    }

    fn opens_group_here(&self, stop: Stop, word_start: usize) -> bool {
        stop == Stop::Token && self.peek() == Some(b'(') && self.opens_group(word_start, self.at)
    }

    /// Whether the `(` at `paren` belongs to a pattern such as `@(a|b)`.
    pub(super) fn opens_group(&self, word_start: usize, paren: usize) -> bool {
        let operator = paren.checked_sub(1).filter(|&at| at >= word_start).and_then(|at| self.byte(at));
        let escaped = paren.checked_sub(2).filter(|&at| at >= word_start).and_then(|at| self.byte(at));
        // `$?(` and `$@(` are no groups; `\@(` is none either.
        matches!(operator, Some(b'?' | b'*' | b'+' | b'@' | b'!')) && !matches!(escaped, Some(b'$' | b'\\'))
    }

    /// Where zsh's wishes for the files of a glob end that begin at `paren`: `*.md(N)`, `**/*.ts(.om[1,5])`. They only
    /// pick among the files; those that hold code are none of these.
    pub(super) fn qualifiers(&self, word_start: usize, paren: usize) -> Option<usize> {
        const LONGEST: usize = 32;
        let start = paren + 1;
        let end =
            (start..start + LONGEST).find(|&at| self.byte(at).is_none_or(|byte| !is_qualifier(byte)))?;
        // They stand at the end of a word, so that the word is looked at once.
        let ends =
            self.byte(end + 1).is_none_or(|next| next.is_ascii_whitespace() || b";&|)<>`".contains(&next));
        if end == start || self.byte(end) != Some(b')') || !ends || self.opens_group(word_start, paren) {
            return None;
        }
        let is_glob = self.slice(word_start, paren).contains(['*', '?', '[']);
        is_glob.then_some(end + 1)
    }

    /// A backslash and what it takes the meaning of.
    fn escape(&mut self, parts: &mut Parts, quoting: Quoting) {
        let start = self.at;
        if self.continues(start) {
            if matches!(quoting, Quoting::Bare | Quoting::Pattern) {
                self.joint(start);
            }
            self.at += 2;
            return;
        }
        let Some(next) = self.char_at(start + 1) else {
            self.at += 1;
            parts.quoted("\\", self.span(start, self.at));
            return;
        };
        let removed = match quoting {
            Quoting::Bare | Quoting::Pattern => true,
            Quoting::Double => matches!(next, '$' | '`' | '"' | '\\' | '}'),
            Quoting::Here => matches!(next, '$' | '`' | '\\'),
        };
        self.at = start + 1 + next.len_utf8();
        let text = if removed { self.slice(start + 1, self.at) } else { self.slice(start, self.at) };
        parts.quoted(text, self.span(start, self.at));
    }

    /// `'…'`
    fn single(&mut self, parts: &mut Parts) -> Read<()> {
        let start = self.at;
        let close = self.find_char(start + 1, '\'');
        if close >= self.end {
            return unclosed("single quote", start);
        }
        self.at = close + 1;
        self.refuse_joints(start, self.at);
        parts.quoted(self.slice(start + 1, close), self.span(start, self.at));
        Ok(())
    }

    /// `'…'` in the operand of an expansion that is quoted itself: nothing in it ends the operand, but the quotes are
    /// text, and expansions are live.
    fn shielded(&mut self, parts: &mut Parts) -> Read<()> {
        let start = self.at;
        let close = self.find_char(start + 1, '\'');
        if close >= self.end {
            return unclosed("single quote", start);
        }
        parts.quoted("'", self.span(start, start + 1));
        self.contained(start + 1, close, |reader| reader.parts(parts, Stop::End, Quoting::Double));
        self.at = close + 1;
        parts.quoted("'", self.span(close, self.at));
        Ok(())
    }

    /// `"…"`, or `$"…"` if `start` is in front of it. The quotes belong to the text next to them.
    pub(super) fn double(&mut self, parts: &mut Parts, start: usize) -> Read<()> {
        self.at += 1;
        let mut text = Cow::Borrowed("");
        let mut text_start = start;
        let mut any = false;
        loop {
            let run = self.at;
            self.at = self.find(run, |byte| matches!(byte, b'"' | b'\\' | b'$' | b'`'));
            text += self.slice(run, self.at);
            match self.peek() {
                None => return unclosed("double quote", start),
                Some(b'"') => {
                    self.at += 1;
                    if !text.is_empty() || !any {
                        parts.quoted(&text, self.span(text_start, self.at));
                    }
                    return Ok(());
                }
                Some(b'\\') => {
                    if self.continues(self.at) {
                        self.at += 2;
                        continue;
                    }
                    match self.peek_at(1) {
                        Some(byte @ (b'$' | b'`' | b'"' | b'\\')) => {
                            text.to_mut().push(char::from(byte));
                            self.at += 2;
                        }
                        _ => {
                            text += "\\";
                            self.at += 1;
                        }
                    }
                }
                Some(byte) => {
                    if byte == b'$' && !self.expands() {
                        text += "$";
                        self.at += 1;
                        continue;
                    }
                    if !text.is_empty() {
                        parts.quoted(&text, self.span(text_start, self.at));
                        text = Cow::Borrowed("");
                    }
                    any = true;
                    if byte == b'$' {
                        self.dollar(parts, Quoting::Double)?;
                    } else {
                        let part = self.backtick(Quoting::Double)?;
                        parts.push(part);
                    }
                    text_start = self.at;
                }
            }
        }
    }
}

fn stops(stop: Stop, byte: u8) -> bool {
    match stop {
        Stop::Token => ends_token(byte),
        Stop::TokenBracket => byte == b']' || ends_token(byte),
        Stop::Regex => ends_token(byte) && !matches!(byte, b'(' | b'|'),
        Stop::Brace => byte == b'}',
        Stop::Slash => matches!(byte, b'/' | b'}'),
        Stop::Colon => matches!(byte, b':' | b'}'),
        Stop::Bracket => byte == b']',
        Stop::Line => byte == b'\n',
        Stop::End => false,
    }
}

fn is_qualifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b".,/@=%*^-[]".contains(&byte)
}

/// Whether the byte ends a word that nothing protects.
pub(super) fn ends_token(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>')
}

/// Whether a word that ends with `stop` has to look at the byte.
fn is_special(stop: Stop, byte: u8) -> bool {
    match byte {
        b'\\' | b'\'' | b'"' | b'$' | b'`' | b'(' | b')' | b'<' | b'>' => true,
        b' ' | b'\t' => matches!(stop, Stop::Token | Stop::TokenBracket | Stop::Regex),
        b'\n' => matches!(stop, Stop::Token | Stop::TokenBracket | Stop::Regex | Stop::Line),
        b';' | b'&' | b'|' => matches!(stop, Stop::Token | Stop::TokenBracket | Stop::Regex),
        b'}' => matches!(stop, Stop::Brace | Stop::Slash | Stop::Colon),
        b'/' => stop == Stop::Slash,
        b':' | b'?' => stop == Stop::Colon,
        b'[' | b']' => matches!(stop, Stop::Bracket | Stop::TokenBracket | Stop::Colon),
        _ => false,
    }
}

/// How deep a bracket leads that the word may contain.
fn nesting(stop: Stop, byte: u8, depth: usize) -> usize {
    let (open, close) = match stop {
        Stop::Token | Stop::Regex => (byte == b'(', byte == b')'),
        Stop::Bracket | Stop::TokenBracket => (byte == b'[', byte == b']'),
        // `a ? b : c` in an offset has a colon of its own.
        Stop::Colon => (matches!(byte, b'(' | b'?' | b'['), matches!(byte, b')' | b':' | b']')),
        Stop::Brace | Stop::Slash | Stop::Line | Stop::End => (false, false),
    };
    match (open, close) {
        (true, _) => depth + 1,
        (_, true) => depth.saturating_sub(1),
        (false, false) => depth,
    }
}
