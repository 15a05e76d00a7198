//! Arithmetic: only what is expanded in it matters to the tree.

use super::word::{Parts, Quoting, ends_token};
use super::{Read, Reader, unclosed};
use crate::{Gap, Part, Word};

impl Reader<'_, '_> {
    /// Reads `…))`; the reader stands behind it then. `None` if the two brackets do not close together, which makes
    /// them two subshells: so does bash decide it.
    pub(super) fn try_arithmetic(&mut self, from: usize) -> Read<Option<Vec<Word>>> {
        let place = self.origin.offset(from);
        if self.guard.is_subshell(place) {
            return Ok(None);
        }
        let (start, mark) = (self.at, self.guard.mark());
        self.at = from;
        match self.deeper(|reader| reader.expression(b'(', b')')) {
            Ok(words) if self.peek_at(1) == Some(b')') => {
                self.at += 2;
                return Ok(Some(words));
            }
            Ok(_) => {}
            Err(fault) if matches!(fault.why, Gap::Syntax(_)) => {}
            Err(fault) => return Err(fault),
        }
        self.guard.forget(&mark);
        self.guard.remember_subshell(place);
        self.at = start;
        Ok(None)
    }

    /// `$((…))`, if it is one.
    pub(super) fn arithmetic(&mut self) -> Read<Option<Part>> {
        let start = self.at;
        let Some(words) = self.try_arithmetic(start + 3)? else { return Ok(None) };
        let text = self.slice(start + 3, self.at - 2).to_owned();
        if has_comment(&text) || (!words.is_empty() && !is_balanced(&text)) {
            // When bash expands it, it looks for its end again, as if it were a command, and counts its brackets, those
            // in comments and of `case` too. If they do not match, it runs the text.
            self.note(Gap::Unsupported("arithmetic that may be a command"), start, self.at);
        }
        Ok(Some(Part::Arithmetic { text, words, span: self.span(start, self.at) }))
    }

    /// `$[…]`
    pub(super) fn old_arithmetic(&mut self) -> Read<Part> {
        let start = self.at;
        self.at += 2;
        let words = self.deeper(|reader| reader.expression(b'[', b']'))?;
        let text = self.slice(start + 2, self.at).to_owned();
        self.at += 1;
        Ok(Part::Arithmetic { text, words, span: self.span(start, self.at) })
    }

    /// Skips `(…)…)`, brackets of which only the quotes and the expansions are known.
    pub(super) fn skip_parentheses_of_arithmetic(&mut self) -> Read<()> {
        self.deeper(|reader| reader.expression(b'(', b')'))?;
        self.at += 1;
        Ok(())
    }

    /// Reads up to the bracket that closes, and returns what is expanded.
    fn expression(&mut self, open: u8, close: u8) -> Read<Vec<Word>> {
        let start = self.at;
        let mut words = Vec::new();
        let mut depth = 0_usize;
        loop {
            let special =
                |byte| matches!(byte, b'\\' | b'\'' | b'"' | b'$' | b'`') || byte == open || byte == close;
            self.at = self.find(self.at, special);
            let Some(byte) = self.peek() else { return unclosed("arithmetic", start) };
            match byte {
                b'\\' => self.at += 2,
                b'\'' => {
                    // No bracket in it counts, but it is expanded: as if double quotes were around the whole.
                    let from = self.at + 1;
                    let to = self.find_char(from, '\'');
                    if to >= self.end {
                        return unclosed("single quote", from);
                    }
                    words.extend(self.contained(from, to, Self::expansions).unwrap_or_default());
                    self.at = to + 1;
                }
                b'"' => {
                    let from = self.at;
                    let mut parts = Parts::default();
                    self.double(&mut parts, from)?;
                    parts.0.retain(|part| !matches!(part, Part::Bare { .. } | Part::Quoted { .. }));
                    if !parts.0.is_empty() {
                        words.push(Word { parts: parts.0, span: self.span(from, self.at) });
                    }
                }
                b'$' if self.peek_at(1) == Some(b'\'') => self.ansi(&mut Parts::default())?,
                b'$' | b'`' => words.extend(self.expansion()?),
                _ if byte == open => {
                    depth += 1;
                    self.at += 1;
                }
                _ if depth == 0 => return Ok(words),
                _ => {
                    depth -= 1;
                    self.at += 1;
                }
            }
        }
    }

    /// All expansions up to the end.
    fn expansions(&mut self) -> Read<Vec<Word>> {
        let mut words = Vec::new();
        loop {
            self.at = self.find(self.at, |byte| matches!(byte, b'\\' | b'$' | b'`'));
            match self.peek() {
                None => return Ok(words),
                Some(b'\\') => self.at += 2,
                Some(_) => words.extend(self.expansion()?),
            }
        }
    }

    /// What begins with the `$` or the backtick here, if it is an expansion.
    fn expansion(&mut self) -> Read<Option<Word>> {
        let start = self.at;
        let mut parts = Parts::default();
        match self.peek() {
            Some(b'$') if !self.expands() => {
                self.at += 1;
                return Ok(None);
            }
            Some(b'$') => self.dollar(&mut parts, Quoting::Double)?,
            _ => {
                let part = self.backtick(Quoting::Double)?;
                parts.push(part);
            }
        }
        Ok(Some(Word { parts: parts.0, span: self.span(start, self.at) }))
    }
}

/// Whether a `#` stands where a word can begin.
fn has_comment(text: &str) -> bool {
    text.starts_with('#')
        || text.as_bytes().windows(2).any(|pair| matches!(pair, [before, b'#'] if ends_token(*before)))
}

/// Whether the round brackets match that are not quoted.
pub(super) fn is_balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return false,
            b')' => depth -= 1,
            b'\\' => {
                bytes.next();
            }
            b'\'' => {
                bytes.find(|&byte| byte == b'\'');
            }
            b'"' => {
                while let Some(byte) = bytes.next()
                    && byte != b'"'
                {
                    if byte == b'\\' {
                        bytes.next();
                    }
                }
            }
            _ => {}
        }
    }
    depth == 0
}
