//! Redirections.

use super::{Read, Reader};
use crate::{Gap, Redirect, RedirectKind, Word};

impl<'a> Reader<'a, '_> {
    /// Reads a redirection, if one begins here. `plain` is the word here.
    pub(super) fn redirection(&mut self, plain: Option<&'a str>) -> Read<Option<Redirect>> {
        let start = self.at;
        let (descriptor, variable) = match plain {
            Some("") => (None, None),
            Some(plain) if self.is_descriptor(plain) => {
                self.at += plain.len();
                let name = plain.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
                (plain.parse().ok(), name.map(str::to_owned))
            }
            _ => return Ok(None),
        };
        let Some(operator) = self.redirection_operator() else { return Ok(None) };
        self.count()?;
        self.at += operator.len();
        // zsh's way to write over a file that is there: `>! file`.
        if operator.ends_with('>') && self.peek() == Some(b'!') && self.is_blank(self.at + 1) {
            self.at += 1;
        }
        self.at = self.skip_blanks(self.at);
        let plain = self.plain_word();
        if plain == Some("") || self.peek() == Some(b'#') {
            self.note(Gap::Syntax("a redirection without a target".into()), start, self.at);
        }
        let kind = match operator {
            "<<" => RedirectKind::HereDocument(self.here_delimiter(start, false)?),
            "<<-" => RedirectKind::HereDocument(self.here_delimiter(start, true)?),
            _ => kind_of(operator, self.read_word(plain)?),
        };
        // `<&3` is about what comes in.
        let descriptor = descriptor.or((operator == "<&").then_some(0));
        Ok(Some(Redirect { descriptor, variable, kind, span: self.span(start, self.at) }))
    }

    pub(super) fn redirection_operator(&self) -> Option<&'static str> {
        let (second, third) = (self.peek_at(1), self.peek_at(2));
        Some(match (self.peek()?, second, third) {
            (b'<', Some(b'<'), Some(b'<')) => "<<<",
            (b'<', Some(b'<'), Some(b'-')) => "<<-",
            (b'<', Some(b'<'), _) => "<<",
            (b'<', Some(b'&'), _) => "<&",
            (b'<', Some(b'>'), _) => "<>",
            (b'<', _, _) => "<",
            (b'>', Some(b'>'), _) => ">>",
            (b'>', Some(b'&'), _) => ">&",
            (b'>', Some(b'|'), _) => ">|",
            (b'>', _, _) => ">",
            (b'&', Some(b'>'), Some(b'>')) => "&>>",
            (b'&', Some(b'>'), _) => "&>",
            _ => return None,
        })
    }

    /// `2` in `2>file`, `{log}` in `{log}>file`.
    pub(super) fn is_descriptor(&self, plain: &str) -> bool {
        if !matches!(self.byte(self.at + plain.len()), Some(b'<' | b'>')) {
            return false;
        }
        if plain.len() < 10 && plain.bytes().all(|byte| byte.is_ascii_digit()) {
            return true;
        }
        plain.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).is_some_and(|name| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        })
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
