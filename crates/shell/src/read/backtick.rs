//! Backticks: what bash removes from the text between them is removed before it is read.

use super::list::Until;
use super::word::Quoting;
use super::{Jump, Origin, Read, Reader, unclosed};
use crate::{Part, Statement};

impl Reader<'_, '_> {
    /// Reads from backtick to backtick.
    pub(super) fn backtick(&mut self, quoting: Quoting) -> Read<Part> {
        self.count()?;
        let start = self.at;
        let double = quoting == Quoting::Double;
        let mut close = start + 1;
        loop {
            close = self.find(close, |byte| matches!(byte, b'`' | b'\\'));
            match self.byte(close) {
                Some(b'`') => break,
                Some(_) => close += 2,
                None => return unclosed("backtick", start),
            }
        }
        self.enter()?;
        let body = if self.has_escapes(start + 1, close, double) {
            self.cooked(start + 1, close, double)
        } else {
            self.contained(start + 1, close, |reader| reader.statements(Until::End)).unwrap_or_default()
        };
        self.guard.leave();
        self.at = close + 1;
        Ok(Part::Substitution { body, quoted: quoting.is_quoted(), span: self.span(start, self.at) })
    }

    fn has_escapes(&self, start: usize, end: usize, double: bool) -> bool {
        let text = self.slice(start, end).as_bytes();
        text.windows(2).any(|pair| matches!(pair, [b'\\', next] if loses_backslash(*next, double)))
    }

    /// Reads a copy without the escapes' backslashes, whose places still lead to the source.
    fn cooked(&mut self, start: usize, end: usize, double: bool) -> Vec<Statement> {
        let mut text = String::with_capacity(end - start);
        let mut jumps = Vec::new();
        let mut from = start;
        while from < end {
            let mut to = from;
            // Up to a backslash that goes; one that stays takes the next byte with it.
            let next = loop {
                to = self.find_char(to, '\\').min(end);
                if to == end {
                    break end;
                }
                if self.byte(to + 1).is_some_and(|next| loses_backslash(next, double)) {
                    break to + 1;
                }
                to = (to + 1).min(end);
            };
            self.copy(from, to, &mut text, &mut jumps);
            // What was escaped is text, even if it is a backslash.
            let behind = if next < end { next + 1 } else { end };
            self.copy(next, behind, &mut text, &mut jumps);
            from = behind;
        }
        let mut reader = Reader::new(&text, Origin(&jumps), &mut *self.guard);
        reader.contained(0, text.len(), |reader| reader.statements(Until::End)).unwrap_or_default()
    }

    fn copy(&self, from: usize, to: usize, text: &mut String, jumps: &mut Vec<Jump>) {
        jumps.push(Jump { text: text.len(), source: self.origin.offset(from), joint: false });
        for jump in self.origin.jumps(from, to) {
            jumps.push(Jump { text: text.len() + (jump.text - from), ..*jump });
        }
        text.push_str(self.slice(from, to));
    }
}

fn loses_backslash(next: u8, double: bool) -> bool {
    matches!(next, b'$' | b'`' | b'\\') || (double && next == b'"')
}
