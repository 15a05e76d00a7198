//! Assignments and array literals.

use super::expansion::is_name;
use super::word::Stop;
use super::{Fault, Read, Reader, unclosed};
use crate::{Assignment, Gap, Value, Word};

impl Reader<'_, '_> {
    /// Reads an assignment, if the word here is one.
    pub(super) fn assignment(&mut self) -> Read<Option<Assignment>> {
        let start = self.at;
        let name_end = self.name_end(start);
        if name_end == start {
            return Ok(None);
        }
        let name = self.slice(start, name_end).to_owned();
        let mut subscript = None;
        self.at = name_end;
        if self.peek() == Some(b'[') {
            subscript = self.subscript()?;
        }
        let operator = self.operator_length(self.at);
        if operator == 0 {
            self.at = start;
            return Ok(None);
        }
        self.at += operator;
        let value = if self.peek() == Some(b'(') {
            Value::Array(self.deeper(Self::array)?)
        } else {
            Value::Scalar(self.word(Stop::Token)?)
        };
        Ok(Some(Assignment {
            name,
            subscript,
            value,
            append: operator == 2,
            span: self.span(start, self.at),
        }))
    }

    fn name_end(&self, start: usize) -> usize {
        if self.byte(start).is_some_and(|byte| byte.is_ascii_digit()) {
            return start;
        }
        self.find(start, |byte| !is_name(byte))
    }

    /// The length of `=` or `+=` at `at`.
    fn operator_length(&self, at: usize) -> usize {
        match (self.byte(at), self.byte(at + 1)) {
            (Some(b'='), _) => 1,
            (Some(b'+'), Some(b'=')) => 2,
            _ => 0,
        }
    }

    /// `[…]`, blanks and all, if an assignment operator follows. It is not read otherwise: reading it a second time
    /// as a part of a glob would double the work with every level.
    fn subscript(&mut self) -> Read<Option<Word>> {
        let start = self.at;
        let Some(close) = self.bracket_end(start + 1) else { return unclosed("subscript", start) };
        if self.operator_length(close + 1) == 0 {
            return Ok(None);
        }
        let outer = self.end;
        self.at = start + 1;
        self.end = close;
        let word = self.word(Stop::End)?;
        self.end = outer;
        self.at = close + 1;
        Ok(Some(word))
    }

    /// `(a b [k]=c)`
    fn array(&mut self) -> Read<Vec<(Option<Word>, Word)>> {
        let start = self.at;
        self.at += 1;
        let mut elements = Vec::new();
        loop {
            match self.peek() {
                None => return unclosed("array", start),
                Some(b')') => {
                    self.at += 1;
                    return Ok(elements);
                }
                Some(b' ' | b'\t' | b'\n') => self.at += 1,
                Some(b'\\') if self.continues(self.at) => {
                    self.joint(self.at);
                    self.at += 2;
                }
                Some(b'#') => self.at = self.find(self.at, |byte| byte == b'\n'),
                Some(b';' | b'&' | b'|' | b'(') => {
                    return Err(Fault { why: Gap::Syntax("operator in an array".into()), at: self.at });
                }
                Some(b'<' | b'>') if self.peek_at(1) != Some(b'(') => {
                    return Err(Fault { why: Gap::Syntax("redirection in an array".into()), at: self.at });
                }
                Some(byte) => {
                    self.count()?;
                    let element =
                        if byte == b'[' { self.keyed_element()? } else { (None, self.word(Stop::Token)?) };
                    elements.push(element);
                }
            }
        }
    }

    /// `[k]=v`, or a glob that begins with a bracket.
    fn keyed_element(&mut self) -> Read<(Option<Word>, Word)> {
        let key = self.subscript()?;
        self.at += self.operator_length(self.at);
        Ok((key, self.word(Stop::Token)?))
    }
}
