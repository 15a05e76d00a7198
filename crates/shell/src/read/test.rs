//! `[[ … ]]`: a language of its own, of which the tree wants the operands.

use super::word::Stop;
use super::{Read, Reader, syntax, unclosed};
use crate::{Operand, OperandRole, Part, Word};

/// Operators that compare numbers.
const NUMERIC: &[&str] = &["-eq", "-ne", "-lt", "-le", "-gt", "-ge"];

/// A word, or a bracket or `&&` that stands between operands.
enum Item {
    Word(Word),
    Separator,
    /// `<` or `>`
    Comparison,
}

impl Reader<'_, '_> {
    /// Reads from `[[` to `]]`.
    pub(super) fn test(&mut self) -> Read<Vec<Operand>> {
        let start = self.at;
        self.at += 2;
        let mut items = Vec::new();
        loop {
            let Some(byte) = self.peek() else { return unclosed("[[", start) };
            match byte {
                b' ' | b'\t' | b'\n' => self.at += 1,
                b'\\' if self.continues(self.at) => {
                    self.joint(self.at);
                    self.at += 2;
                }
                _ if matches!(items.last(), Some(Item::Word(word)) if is(word, &["=~"])) => {
                    self.count()?;
                    items.push(Item::Word(self.word(Stop::Regex)?));
                }
                b'(' | b')' => {
                    self.at += 1;
                    items.push(Item::Separator);
                }
                b'&' | b'|' if self.peek_at(1) == Some(byte) => {
                    self.at += 2;
                    items.push(Item::Separator);
                }
                b'&' | b'|' | b';' => {
                    return syntax("operator in [[", self.at);
                }
                b'<' | b'>' if self.peek_at(1) != Some(b'(') => {
                    self.at += 1;
                    items.push(Item::Comparison);
                }
                _ => {
                    if self.looking_at("]]") && self.is_separated(self.at + 2) {
                        self.at += 2;
                        return Ok(operands(items));
                    }
                    self.count()?;
                    let word = self.word(Stop::Token)?;
                    items.push(if is(&word, &["!"]) { Item::Separator } else { Item::Word(word) });
                }
            }
        }
    }

    fn is_separated(&self, at: usize) -> bool {
        self.byte(at)
            .is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')' | b'<' | b'>'))
    }
}

/// The words that are not operators.
fn operands(items: Vec<Item>) -> Vec<Operand> {
    let mut operands: Vec<Operand> = Vec::new();
    let mut items = items.into_iter().peekable();
    // How many operands the expression has so far: `-f` is an operator only in front of the first.
    let mut before = 0;
    let mut role = OperandRole::Text;
    while let Some(item) = items.next() {
        match item {
            Item::Separator => {
                before = 0;
                role = OperandRole::Text;
            }
            Item::Comparison => {}
            Item::Word(word) => {
                let last = matches!(items.peek(), None | Some(Item::Separator));
                let unary = before == 0 && is_unary(&word) && !precedes_binary(items.peek());
                let binary = before > 0 && is_binary(&word);
                if last || !(unary || binary) {
                    before += 1;
                    operands.push(Operand { word, role });
                } else if unary && is(&word, &["-v", "-R"]) {
                    role = OperandRole::Arithmetic;
                } else if binary && is(&word, NUMERIC) {
                    role = OperandRole::Arithmetic;
                    operands.last_mut().into_iter().for_each(|left| left.role = role);
                }
            }
        }
    }
    operands
}

fn precedes_binary(next: Option<&Item>) -> bool {
    match next {
        Some(Item::Word(word)) => is_binary(word),
        Some(Item::Comparison) => true,
        Some(Item::Separator) | None => false,
    }
}

fn is_unary(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [Part::Bare { text, .. }] if text.len() == 2 && text.starts_with('-'))
}

fn is_binary(word: &Word) -> bool {
    is(word, &["=", "==", "!=", "=~", "-nt", "-ot", "-ef"]) || is(word, NUMERIC)
}

fn is(word: &Word, texts: &[&str]) -> bool {
    matches!(word.parts.as_slice(), [Part::Bare { text, .. }] if texts.contains(&text.as_str()))
}
