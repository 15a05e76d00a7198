//! Arithmetic: only what is expanded in it matters to the tree.

use super::word::{Parts, Quoting};
use super::{Read, Reader};
use crate::{Part, Word};

/// The deepest nesting that the search for a bracket's end follows. It bounds how often a byte is looked at.
const MAX_SEARCH_DEPTH: usize = 64;

impl Reader<'_, '_> {
    /// Where the `))` is that closes what was opened in front of `at`; `None` if the two brackets do not close
    /// together, which makes them two subshells.
    pub(super) fn arithmetic_end(&self, at: usize) -> Option<usize> {
        let close = self.balanced_end(at, b'(', b')')?;
        (self.byte(close + 1) == Some(b')')).then_some(close)
    }

    /// Where the `]` is that closes the `[` in front of `at`.
    pub(super) fn bracket_end(&self, at: usize) -> Option<usize> {
        self.balanced_end(at, b'[', b']')
    }

    fn balanced_end(&self, mut at: usize, open: u8, close: u8) -> Option<usize> {
        let mut depth = 1_usize;
        loop {
            let byte = self.byte(at)?;
            match byte {
                b'\\' => at += 1,
                b'\'' | b'"' | b'`' => at = self.quote_end(at, byte)?,
                _ if byte == open && depth >= MAX_SEARCH_DEPTH => return None,
                _ if byte == open => depth += 1,
                _ if byte == close => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn quote_end(&self, start: usize, quote: u8) -> Option<usize> {
        let mut at = start + 1;
        loop {
            match self.byte(at)? {
                b'\\' if quote != b'\'' => at += 2,
                byte if byte == quote => return Some(at),
                _ => at += 1,
            }
        }
    }

    /// `$((…))` or `$[…]`, whose expression is `from..to`.
    pub(super) fn arithmetic(&mut self, start: usize, from: usize, to: usize, end: usize) -> Read<Part> {
        let words = self.arithmetic_words(from, to)?;
        self.at = end;
        Ok(Part::Arithmetic { text: self.slice(from, to).to_owned(), words, span: self.span(start, end) })
    }

    /// The expansions of an expression. Quotes protect nothing there: bash reads it as if double quotes were around.
    pub(super) fn arithmetic_words(&mut self, from: usize, to: usize) -> Read<Vec<Word>> {
        let outer = self.end;
        self.at = from;
        self.end = to;
        let words = self.deeper(Self::expansions)?;
        self.end = outer;
        Ok(words)
    }

    fn expansions(&mut self) -> Read<Vec<Word>> {
        let mut words = Vec::new();
        loop {
            self.at = self.find(self.at, |byte| matches!(byte, b'\\' | b'$' | b'`'));
            let start = self.at;
            let mut parts = Parts::default();
            match self.peek() {
                None => return Ok(words),
                Some(b'\\') => self.at += 2,
                Some(b'$') if !self.expands() => self.at += 1,
                Some(b'$') => self.dollar(&mut parts, Quoting::Double)?,
                Some(_) => {
                    let part = self.backtick(Quoting::Double)?;
                    parts.push(part);
                }
            }
            if !parts.0.is_empty() {
                words.push(Word { parts: parts.0, span: self.span(start, self.at) });
            }
        }
    }
}
