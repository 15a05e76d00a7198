//! `$…`, and process substitution.

use super::list::Until;
use super::word::{Parts, Quoting};
use super::{Read, Reader};
use crate::{Gap, Operation, Part, Statement, Variable};

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
                    colon: false,
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
        let double = self.peek_at(2) == Some(b'(');
        if double && let Some(part) = self.arithmetic()? {
            return Ok(part);
        }
        let body = if double { self.command_in_double(start)? } else { self.command_in_parentheses()? };
        Ok(Part::Substitution { body, quoted, span: self.span(start, self.at) })
    }

    fn command_in_parentheses(&mut self) -> Read<Vec<Statement>> {
        self.at += 2;
        self.deeper(|reader| reader.statements(Until::Paren))
    }

    /// `$((…)…)`. Bash finds its end as if it were arithmetic and complains when it runs it, if it is no command either:
    /// so what follows runs too.
    fn command_in_double(&mut self, start: usize) -> Read<Vec<Statement>> {
        let place = self.origin.offset(start);
        if !self.guard.is_broken(place) {
            let mark = self.guard.mark();
            match self.command_in_parentheses() {
                Err(fault) if !fault.is_limit() => self.guard.forget(&mark),
                read => return read,
            }
            self.guard.remember_broken(place);
        }
        self.at = start + 2;
        self.skip_parentheses_of_arithmetic()?;
        self.note(Gap::Syntax("neither arithmetic nor a command".into()), start, self.at);
        Ok(Vec::new())
    }

    /// `<(…)` or `>(…)`.
    pub(super) fn process(&mut self, input: bool) -> Read<Part> {
        self.count()?;
        let start = self.at;
        let body = self.command_in_parentheses()?;
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
