//! Here-documents: delimiters and bodies. The frame has nothing of a body.

use std::borrow::Cow;

use super::code::{Code, Token, TokenKind, Until};
use super::word::{Parts, Quoting, Stop};
use super::{Read, Reader};
use crate::{Gap, Part, RedirectKind, Word};

/// A here-document whose body comes with the next line.
pub(super) struct Pending {
    /// The index of its token.
    token: usize,
    delimiter: String,
    quoted: bool,
    strip_tabs: bool,
}

impl<'a> Reader<'a, '_> {
    /// Reads the delimiter; the body comes later. `start` is where the operator begins.
    pub(super) fn here_delimiter(&mut self, code: &mut Code, start: usize, strip_tabs: bool) -> Read<Word> {
        let from = self.at;
        let word = self.word(Stop::Token)?;
        let raw = self.slice(from, self.at);
        if raw.is_empty() {
            self.note(Gap::Syntax("here-document without a delimiter".into()), start, self.at);
        }
        let (delimiter, quoted) = self.delimiter(&word, raw);
        code.pending.push(Pending { token: code.tokens.len(), delimiter, quoted, strip_tabs });
        Ok(Word { parts: Vec::new(), span: self.span(self.at, self.at) })
    }

    /// The delimiter without its quotes, and whether it had some. Nothing is expanded in it.
    fn delimiter(&mut self, word: &Word, raw: &str) -> (String, bool) {
        let quoted = raw.bytes().any(|byte| matches!(byte, b'\'' | b'"' | b'\\'));
        let mut text = String::new();
        for part in &word.parts {
            match part {
                Part::Bare { text: part, .. } | Part::Quoted { text: part, .. } => text.push_str(part),
                Part::Variable(_) if !quoted => {}
                Part::Variable(_)
                | Part::Substitution { .. }
                | Part::Arithmetic { .. }
                | Part::Process { .. } => {
                    self.guard
                        .note(Gap::Unsupported("an expansion in a here-document's delimiter"), word.span);
                }
            }
        }
        (if quoted { text } else { raw.to_owned() }, quoted)
    }

    /// Reads the bodies that begin with this line.
    pub(super) fn here_documents(&mut self, code: &mut Code, until: Until) {
        for pending in std::mem::take(&mut code.pending) {
            let start = self.at;
            let (body_end, next) = self.body_end(&pending, until).unwrap_or_else(|| {
                // Bash only warns; but then it may be that we look for another delimiter than it does.
                self.note(Gap::Syntax("here-document without an end".into()), start, self.end);
                (self.end, self.end)
            });
            let word = self.body(&pending, start, body_end);
            self.at = next;
            code.frame.blank(next - start);
            if let Some(Token { kind: Some(TokenKind::Redirect(redirect)), .. }) =
                code.tokens.get_mut(pending.token)
            {
                redirect.kind = RedirectKind::HereDocument(word);
            }
        }
    }

    /// Where the body ends, and where the line behind the delimiter begins.
    fn body_end(&self, pending: &Pending, until: Until) -> Option<(usize, usize)> {
        let mut line = self.at;
        while line < self.end {
            let (text, line_end) = self.logical_line(pending, line);
            let next = (line_end + 1).min(self.end);
            if text == pending.delimiter {
                return Some((line, next));
            }
            // Inside of a substitution bash also takes `EOF)` for the end.
            if until == Until::Paren
                && let Some(rest) = text.strip_prefix(pending.delimiter.as_str())
                && rest.starts_with(')')
            {
                return Some((line, line_end - rest.len()));
            }
            line = next;
        }
        None
    }

    /// The line at `start` as it is compared with the delimiter, and where it ends. An escaped line end joins the next
    /// line, unless the delimiter is quoted.
    fn logical_line(&self, pending: &Pending, start: usize) -> (Cow<'a, str>, usize) {
        let from = if pending.strip_tabs { self.find(start, |byte| byte != b'\t') } else { start };
        let mut end = self.find(from, |byte| byte == b'\n');
        let mut text = Cow::Borrowed(self.slice(from, end));
        while !pending.quoted && end < self.end && ends_with_escape(&text) {
            let next = self.find(end + 1, |byte| byte == b'\n');
            let joined = text.to_mut();
            joined.pop();
            joined.push_str(self.slice(end + 1, next));
            end = next;
        }
        (text, end)
    }

    fn body(&mut self, pending: &Pending, start: usize, end: usize) -> Word {
        let span = self.span(start, end);
        let raw = self.slice(start, end);
        if !pending.quoted {
            let read = |reader: &mut Self| {
                let mut parts = Parts::default();
                reader.body_parts(&mut parts, pending.strip_tabs)?;
                Ok(parts.0)
            };
            if let Some(parts) = self.contained(start, end, read) {
                return Word { parts, span };
            }
        }
        self.refuse_joints(start, end);
        let text = if pending.strip_tabs { without_tabs(raw) } else { raw.to_owned() };
        Word { parts: vec![Part::Quoted { text, span }], span }
    }

    /// An expanding body, line by line where tabs are stripped.
    fn body_parts(&mut self, parts: &mut Parts, strip_tabs: bool) -> Read<()> {
        if !strip_tabs {
            return self.parts(parts, Stop::End, Quoting::Here);
        }
        while self.at < self.end {
            self.at = self.find(self.at, |byte| byte != b'\t');
            self.parts(parts, Stop::Line, Quoting::Here)?;
            if self.peek() == Some(b'\n') {
                let span = self.span(self.at, self.at + 1);
                self.at += 1;
                parts.quoted("\n", span);
            }
        }
        Ok(())
    }
}

fn ends_with_escape(line: &str) -> bool {
    line.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

fn without_tabs(text: &str) -> String {
    text.split_inclusive('\n').map(|line| line.trim_start_matches('\t')).collect()
}
