//! `$…`, and process substitution.

use super::list::Until;
use super::word::{Parts, Quoting};
use super::{Read, Reader};
use crate::{Operation, Part, Variable};

impl Reader<'_, '_> {
    /// Whether the `$` here begins an expansion inside of double quotes.
    pub(super) fn expands(&self) -> bool {
        match self.peek_at(1) {
            Some(byte) => {
                matches!(byte, b'(' | b'{' | b'[' | b'\\') || is_name(byte) || is_special_parameter(byte)
            }
            None => false,
        }
    }

    /// Reads from the `$` on.
    pub(super) fn dollar(&mut self, parts: &mut Parts, quoting: Quoting) -> Read<()> {
        self.count()?;
        let start = self.at;
        let quoted = quoting.is_quoted();
        match self.peek_at(1) {
            Some(b'(') => {
                let part = self.parenthesis(quoted)?;
                parts.push(part);
            }
            Some(b'{') => {
                let part = self.deeper(|reader| reader.parameter(quoting))?;
                parts.push(part);
            }
            Some(b'[') => {
                let part = self.old_arithmetic()?;
                parts.push(part);
            }
            Some(b'\'') if !quoted => self.ansi(parts)?,
            Some(b'"') if !quoted => {
                self.at += 1;
                self.double(parts, start)?;
            }
            Some(byte) if is_name(byte) || is_special_parameter(byte) => {
                let end = if byte.is_ascii_alphabetic() || byte == b'_' {
                    self.find(start + 1, |byte| !is_name(byte))
                } else {
                    start + 2
                };
                self.at = end;
                let name = self.slice(start + 1, end).to_owned();
                let span = self.span(start, end);
                parts.push(variable(Variable {
                    name,
                    subscript: None,
                    operation: Operation::Plain,
                    quoted,
                    span,
                }));
            }
            next => {
                if next == Some(b'\\') && self.continues(start + 1) {
                    self.joint(start + 1);
                }
                self.at += 1;
                let span = self.span(start, self.at);
                if quoted { parts.quoted("$", span) } else { parts.bare("$", span) }
            }
        }
        Ok(())
    }

    /// `$(…)` or `$((…))`.
    fn parenthesis(&mut self, quoted: bool) -> Read<Part> {
        let start = self.at;
        if self.peek_at(2) == Some(b'(')
            && let Some(part) = self.arithmetic()?
        {
            return Ok(part);
        }
        self.at += 2;
        let body = self.deeper(|reader| reader.statements(Until::Paren))?;
        Ok(Part::Substitution { body, quoted, span: self.span(start, self.at) })
    }

    /// `<(…)` or `>(…)`.
    pub(super) fn process(&mut self, input: bool) -> Read<Part> {
        self.count()?;
        let start = self.at;
        self.at += 2;
        let body = self.deeper(|reader| reader.statements(Until::Paren))?;
        Ok(Part::Process { body, input, span: self.span(start, self.at) })
    }
}

pub(super) fn variable(variable: Variable) -> Part {
    Part::Variable(Box::new(variable))
}

pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

pub(super) fn is_special_parameter(byte: u8) -> bool {
    matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')
}
