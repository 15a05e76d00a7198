//! `${…}`

use super::expansion::{is_name, is_special_parameter, variable};
use super::list::Until;
use super::word::{Quoting, Stop};
use super::{Read, Reader, unclosed};
use crate::{Gap, Operation, Part, Variable, Word};

/// What stands in front of the name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prefix {
    None,
    /// `${#x}`
    Length,
    /// `${!x}`
    Indirect,
}

impl Reader<'_, '_> {
    /// Reads from the `$` to the closing brace.
    pub(super) fn parameter(&mut self, quoting: Quoting) -> Read<Part> {
        let start = self.at;
        let quoted = quoting.is_quoted();
        self.at += 2;
        self.joint_here();
        if matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'|')) {
            // Bash 5.3: a substitution that runs in the shell itself.
            self.at += 1;
            let body = self.statements(Until::Brace)?;
            return Ok(Part::Substitution { body, quoted, span: self.span(start, self.at) });
        }
        let prefix = self.prefix();
        self.joint_here();
        let name = self.parameter_name();
        self.joint_here();
        let mut subscript = None;
        if !name.is_empty() && self.peek() == Some(b'[') {
            self.at += 1;
            subscript = Some(self.word_in(Stop::Bracket, inner(quoting))?);
            if self.peek() != Some(b']') {
                return unclosed("subscript", start);
            }
            self.at += 1;
            self.joint_here();
        }
        let colon = self.peek() == Some(b':') && matches!(self.peek_at(1), Some(b'-' | b'=' | b'+' | b'?'));
        let operation = self.operation(quoting)?;
        let known = operation.is_some() && !name.is_empty();
        if !known {
            self.word_in(Stop::Brace, inner(quoting))?;
        }
        if self.peek() != Some(b'}') {
            return unclosed("${", start);
        }
        self.at += 1;
        if !known {
            self.note(Gap::Unsupported("a parameter expansion that bash does not know"), start, self.at);
        }
        let operation =
            self.prefixed(prefix, operation.unwrap_or(Operation::Other), subscript.as_ref(), start);
        Ok(variable(Variable { name, subscript, operation, colon, quoted, span: self.span(start, self.at) }))
    }

    /// Notes a line continuation in the part that is not a word.
    fn joint_here(&mut self) {
        if self.continues(self.at) {
            self.joint(self.at);
        }
    }

    fn prefix(&mut self) -> Prefix {
        let (Some(first), Some(second)) = (self.peek(), self.peek_at(1)) else { return Prefix::None };
        let third = self.peek_at(2);
        let prefix = match first {
            // `${#}`, `${#-x}` and `${##x}` are about `$#`; `${#-}` and `${##}` are lengths.
            b'#' if is_name(second) => Prefix::Length,
            b'#' if is_special_parameter(second) && matches!(third, Some(b'}' | b'[')) => Prefix::Length,
            b'!' if is_name(second) => Prefix::Indirect,
            b'!' if matches!(second, b'@' | b'*' | b'#' | b'?' | b'$' | b'!') => Prefix::Indirect,
            _ => Prefix::None,
        };
        if prefix != Prefix::None {
            self.at += 1;
        }
        prefix
    }

    fn parameter_name(&mut self) -> String {
        let start = self.at;
        self.at = match self.peek() {
            Some(byte) if byte.is_ascii_digit() => self.find(start, |byte| !byte.is_ascii_digit()),
            Some(byte) if is_name(byte) => self.find(start, |byte| !is_name(byte)),
            Some(byte) if is_special_parameter(byte) => start + 1,
            _ => start,
        };
        self.slice(start, self.at).to_owned()
    }

    /// What stands behind the name, up to the brace. `None` if bash would call it a bad substitution.
    fn operation(&mut self, quoting: Quoting) -> Read<Option<Operation>> {
        let Some(byte) = self.peek() else { return Ok(None) };
        let operation = match byte {
            b'}' => Operation::Plain,
            b':' => match self.peek_at(1) {
                Some(test @ (b'-' | b'=' | b'+' | b'?')) => {
                    self.at += 2;
                    self.conditional(test, quoting)?
                }
                _ => {
                    self.at += 1;
                    self.slice_operation(quoting)?
                }
            },
            b'-' | b'=' | b'+' | b'?' => {
                self.at += 1;
                self.conditional(byte, quoting)?
            }
            b'#' | b'%' => {
                let operator = match (byte, self.peek_at(1) == Some(byte)) {
                    (b'#', false) => "#",
                    (b'#', true) => "##",
                    (_, false) => "%",
                    (_, true) => "%%",
                };
                self.at += operator.len();
                Operation::Trim { operator, pattern: self.word_in(Stop::Brace, pattern(quoting))? }
            }
            b'/' => self.replacement(quoting)?,
            b'^' | b',' | b'~' => {
                let start = self.at;
                self.at += if self.peek_at(1) == Some(byte) { 2 } else { 1 };
                let written = self.slice(start, self.at).to_owned();
                let pattern = self.word_in(Stop::Brace, pattern(quoting))?;
                self.refuse_commands(&pattern);
                // Only what fits the pattern is changed.
                if pattern.parts.is_empty() { Operation::Transform(written) } else { Operation::Other }
            }
            b'@' if self.peek_at(1).is_some_and(|byte| byte.is_ascii_alphabetic())
                && self.peek_at(2) == Some(b'}') =>
            {
                let written = self.slice(self.at, self.at + 2).to_owned();
                self.at += 2;
                Operation::Transform(written)
            }
            // `${!prefix*}`
            b'*' | b'@' if self.peek_at(1) == Some(b'}') => {
                self.at += 1;
                Operation::Other
            }
            _ => return Ok(None),
        };
        Ok(Some(operation))
    }

    fn conditional(&mut self, test: u8, quoting: Quoting) -> Read<Operation> {
        let word = self.word_in(Stop::Brace, inner(quoting))?;
        Ok(match test {
            b'-' => Operation::Default(word),
            b'=' => Operation::Assign(word),
            b'+' => Operation::Alternative(word),
            _ => Operation::Required(word),
        })
    }

    fn slice_operation(&mut self, quoting: Quoting) -> Read<Operation> {
        let offset = self.word_in(Stop::Colon, inner(quoting))?;
        let mut length = None;
        if self.peek() == Some(b':') {
            self.at += 1;
            length = Some(self.word_in(Stop::Brace, inner(quoting))?);
        }
        Ok(Operation::Slice { offset, length })
    }

    fn replacement(&mut self, quoting: Quoting) -> Read<Operation> {
        let operator = match self.peek_at(1) {
            Some(b'/') => "//",
            Some(b'#') => "/#",
            Some(b'%') => "/%",
            _ => "/",
        };
        self.at += operator.len();
        let pattern = self.word_in(Stop::Slash, pattern(quoting))?;
        if self.peek() == Some(b'/') {
            self.at += 1;
        }
        let replacement = self.word_in(Stop::Brace, self::pattern(quoting))?;
        Ok(Operation::Replace { operator, pattern, replacement })
    }

    /// Joins prefix and operation.
    fn prefixed(
        &mut self,
        prefix: Prefix,
        operation: Operation,
        subscript: Option<&Word>,
        start: usize,
    ) -> Operation {
        match prefix {
            Prefix::None => operation,
            Prefix::Length => {
                if operation != Operation::Plain {
                    self.note(Gap::Unsupported("a length with an operation"), start, self.at);
                }
                Operation::Length
            }
            Prefix::Indirect => {
                let all = subscript.is_some_and(is_all);
                if operation == Operation::Other || (all && operation == Operation::Plain) {
                    return Operation::Other;
                }
                Operation::Indirect(Box::new(operation))
            }
        }
    }

    /// Notes a gap if a word that the tree has no room for is more than text.
    fn refuse_commands(&mut self, word: &Word) {
        let text_only = word.parts.iter().all(|part| matches!(part, Part::Bare { .. } | Part::Quoted { .. }));
        if !text_only {
            self.guard.note(Gap::Unsupported("an expansion in this operand"), word.span);
        }
    }
}

/// `[@]` or `[*]`.
fn is_all(subscript: &Word) -> bool {
    match subscript.parts.as_slice() {
        [Part::Bare { text, .. } | Part::Quoted { text, .. }] => text == "@" || text == "*",
        _ => false,
    }
}

/// How the operand of an expansion is taken.
fn inner(quoting: Quoting) -> Quoting {
    match quoting {
        Quoting::Bare => Quoting::Bare,
        Quoting::Double | Quoting::Here => Quoting::Double,
        Quoting::Pattern => Quoting::Pattern,
    }
}

/// How a pattern in an expansion is taken: its quotes are its own.
fn pattern(quoting: Quoting) -> Quoting {
    if quoting.is_quoted() { Quoting::Pattern } else { Quoting::Bare }
}
