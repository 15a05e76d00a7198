//! Assignments and array literals.

use super::expansion::is_name;
use super::word::{Parts, Quoting, Stop, ends_token};
use super::{Read, Reader, syntax, unclosed};
use crate::{Assignment, Gap, Part, Value, Word};

/// What a word that begins with a name turns out to be.
pub(super) enum Head {
    Assignment(Assignment),
    /// A glob such as `a[bc]d`, read already.
    Word(Word),
    /// Something else; nothing is read.
    Other,
}

impl Reader<'_, '_> {
    /// Reads an assignment, if the word here is one. `brackets` ends its subscript, if there is one.
    pub(super) fn assignment(&mut self, brackets: Stop) -> Read<Head> {
        let start = self.at;
        let name_end = self.name_end(start);
        if name_end == start {
            return Ok(Head::Other);
        }
        let mut subscript = None;
        if self.byte(name_end) == Some(b'[') {
            self.at = name_end;
            match self.subscript(start, brackets)? {
                Subscript::Key(key) => subscript = Some(key),
                Subscript::Glob(word) => return Ok(Head::Word(word)),
            }
        } else if self.operator_length(name_end) == 0 {
            return Ok(Head::Other);
        } else {
            self.at = name_end;
        }
        let name = self.slice(start, name_end).to_owned();
        let append = self.skip_operator();
        let value = if self.peek() == Some(b'(') {
            Value::Array(self.deeper(Self::array)?)
        } else {
            Value::Scalar(self.word(Stop::Token)?)
        };
        if !self.peek().is_none_or(ends_token) {
            // Bash takes it for a part of the word, be it a `#`.
            let from = self.at;
            self.word(Stop::Token)?;
            self.note(Gap::Syntax("text behind an array".into()), from, self.at);
        }
        Ok(Head::Assignment(Assignment { name, subscript, value, append, span: self.span(start, self.at) }))
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

    /// Skips `=` or `+=`. Whether it appends.
    fn skip_operator(&mut self) -> bool {
        let length = self.operator_length(self.at);
        self.at += length;
        length == 2
    }

    /// `[…]`, if an assignment operator follows, else the word that began at `start`. Nothing is read twice: that would
    /// double the work with every level.
    fn subscript(&mut self, start: usize, brackets: Stop) -> Read<Subscript> {
        let open = self.at;
        self.at += 1;
        let key = self.word(brackets)?;
        let closed = self.peek() == Some(b']');
        if !closed && brackets == Stop::Bracket {
            return unclosed("subscript", open);
        }
        if closed && self.operator_length(self.at + 1) > 0 {
            self.at += 1;
            return Ok(Subscript::Key(key));
        }
        let mut parts = Parts::default();
        parts.bare(self.slice(start, open + 1), self.span(start, open + 1));
        for part in key.parts {
            match part {
                Part::Bare { text, span } => parts.bare(&text, span),
                part => parts.push(part),
            }
        }
        self.parts(&mut parts, Stop::Token, Quoting::Bare)?;
        Ok(Subscript::Glob(Word { parts: parts.0, span: self.span(start, self.at) }))
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
                Some(b'#') => {
                    let end = self.find_char(self.at, '\n');
                    self.refuse_joints(self.at, end);
                    self.at = end;
                }
                Some(b';' | b'&' | b'|' | b'(') => {
                    return syntax("operator in an array", self.at);
                }
                Some(b'<' | b'>') if self.peek_at(1) != Some(b'(') => {
                    return syntax("redirection in an array", self.at);
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
        match self.subscript(self.at, Stop::Bracket)? {
            Subscript::Glob(word) => Ok((None, word)),
            Subscript::Key(key) => {
                self.skip_operator();
                Ok((Some(key), self.word(Stop::Token)?))
            }
        }
    }
}

enum Subscript {
    Key(Word),
    Glob(Word),
}
