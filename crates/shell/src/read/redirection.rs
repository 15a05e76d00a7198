//! Redirections: read whole; the frame gets a `>` and a word in their place, whatever they are.

use super::code::{Code, Place, TokenKind};
use super::{Read, Reader};
use crate::{Gap, Redirect, RedirectKind, Word};

impl Reader<'_, '_> {
    /// Reads operator and target; `start` is where the descriptor begins, if there is one.
    pub(super) fn redirection(&mut self, code: &mut Code, start: usize, descriptor: Option<u32>) -> Read<()> {
        self.count()?;
        let operator = self.redirection_operator();
        self.at += operator.len();
        self.at = self.skip_blanks(self.at);
        let missing = match self.peek() {
            None | Some(b'\n' | b';' | b'&' | b'|' | b'(' | b')') => true,
            Some(b'<' | b'>') => self.peek_at(1) != Some(b'('),
            Some(_) => false,
        };
        if missing {
            self.note(Gap::Syntax("a redirection without a target".into()), start, self.at);
        }
        let kind = match operator {
            "<<" => RedirectKind::HereDocument(self.here_delimiter(code, start, false)?),
            "<<-" => RedirectKind::HereDocument(self.here_delimiter(code, start, true)?),
            _ => {
                let plain = self.plain_word();
                kind_of(operator, self.read_word(plain)?)
            }
        };
        let redirect = Redirect { descriptor, kind, span: self.span(start, self.at) };
        // Apart from what is in front of it: `&` and `>` would be one operator.
        code.frame.insert(" ");
        code.frame.show(">");
        code.token(start + 1, self.at, TokenKind::Redirect(Box::new(redirect)));
        if code.place == Place::Start {
            code.place = Place::Prefix;
        }
        Ok(())
    }

    fn redirection_operator(&self) -> &'static str {
        const OPERATORS: [&str; 12] =
            ["<<<", "<<-", "&>>", "<<", "<&", "<>", ">>", ">&", ">|", "&>", "<", ">"];
        OPERATORS.into_iter().find(|operator| self.looking_at(operator)).unwrap_or(">")
    }
}

fn kind_of(operator: &str, target: Word) -> RedirectKind {
    match operator {
        "<" => RedirectKind::Read(target),
        ">>" | "&>>" => RedirectKind::Append(target),
        "<>" => RedirectKind::ReadWrite(target),
        "<<<" => RedirectKind::HereString(target),
        "<&" => RedirectKind::Duplicate(target),
        ">&" if is_descriptor(&target) => RedirectKind::Duplicate(target),
        // `>`, `>|`, `&>` and `>& file`.
        _ => RedirectKind::Write(target),
    }
}

/// `2`, `-` or `3-`.
fn is_descriptor(target: &Word) -> bool {
    target.literal().is_some_and(|text| {
        let digits = text.strip_suffix('-').unwrap_or(&text);
        !text.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}
