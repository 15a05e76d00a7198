//! Here-documents: delimiters, and bodies, which are read when the line ends and put back into the tree at the end.

use std::borrow::Cow;

use super::list::Until;
use super::word::{Parts, Quoting, Stop};
use super::{Read, Reader};
use crate::{Command, Gap, Part, RedirectKind, Statement, Word};

/// The here-documents of a stretch of code.
#[derive(Default)]
pub(super) struct HereDocuments {
    pending: Vec<Pending>,
    /// By the place of their redirection, in order.
    bodies: Vec<(usize, Word)>,
}

impl HereDocuments {
    /// Whether a body comes with the next line.
    pub(super) fn is_waiting(&self) -> bool {
        !self.pending.is_empty()
    }
}

/// A here-document whose body comes with the next line.
struct Pending {
    /// Where its redirection begins in the source.
    place: usize,
    delimiter: String,
    quoted: bool,
    strip_tabs: bool,
}

/// A line of a body as it is compared with the delimiter.
struct Line<'a> {
    text: Cow<'a, str>,
    /// Where its text begins, behind the tabs that do not count.
    start: usize,
    end: usize,
}

impl<'a> Reader<'a, '_> {
    /// Reads the delimiter; the body comes later. `start` is where the redirection begins.
    pub(super) fn here_delimiter(&mut self, start: usize, strip_tabs: bool) -> Read<Word> {
        let from = self.at;
        let word = self.word(Stop::Token)?;
        let raw = self.slice(from, self.at);
        let (delimiter, quoted) = self.delimiter(&word, raw);
        let place = self.span(start, self.at).start;
        self.here.pending.push(Pending { place, delimiter, quoted, strip_tabs });
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
    pub(super) fn here_documents(&mut self) {
        for pending in std::mem::take(&mut self.here.pending) {
            let start = self.at;
            let (end, next) = self.body_end(&pending);
            let word = self.body(&pending, start, end);
            self.at = next;
            self.here.bodies.push((pending.place, word));
        }
    }

    /// Where the body ends, and where the line behind the delimiter begins. Without a delimiter, bash only warns.
    fn body_end(&mut self, pending: &Pending) -> (usize, usize) {
        let mut from = self.at;
        while from < self.end {
            let line = self.logical_line(pending, from);
            let next = (line.end + 1).min(self.end);
            if line.text == pending.delimiter {
                return (from, next);
            }
            if let Some(rest) = line.text.strip_prefix(pending.delimiter.as_str())
                && self.closes_code(rest)
            {
                // All versions take `EOF)` for the end. Some take any line that begins like this.
                let behind = line.start + pending.delimiter.len();
                if !rest.starts_with(')') || !self.slice(line.start, line.end).starts_with(&pending.delimiter)
                {
                    self.note(
                        Gap::Unsupported("an end of a here-document that not every bash sees"),
                        from,
                        next,
                    );
                }
                return (from, behind.min(line.end));
            }
            from = next;
        }
        (self.end, self.end)
    }

    /// Whether the bracket that ends a substitution is in a line.
    fn closes_code(&self, line: &str) -> bool {
        match self.until {
            Until::End => false,
            Until::Paren => line.contains(')'),
            Until::Brace => line.contains('}'),
        }
    }

    /// The line at `from`. An escaped line end joins the next line, unless the delimiter is quoted.
    fn logical_line(&self, pending: &Pending, from: usize) -> Line<'a> {
        let start = if pending.strip_tabs { self.find(from, |byte| byte != b'\t') } else { from };
        let mut end = self.find_char(start, '\n');
        let mut text = Cow::Borrowed(self.slice(start, end));
        while !pending.quoted && end < self.end && ends_with_escape(&text) {
            let next = self.find_char(end + 1, '\n');
            let joined = text.to_mut();
            joined.pop();
            joined.push_str(self.slice(end + 1, next));
            end = next;
        }
        Line { text, start, end }
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

    /// Puts the bodies that were read into the tree.
    pub(super) fn put_back_bodies(&mut self, statements: &mut [Statement]) {
        let mut bodies = std::mem::take(&mut self.here.bodies);
        if !bodies.is_empty() {
            put_back(&mut bodies, statements);
        }
    }
}

fn ends_with_escape(line: &str) -> bool {
    line.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

fn without_tabs(text: &str) -> String {
    text.split_inclusive('\n').map(|line| line.trim_start_matches('\t')).collect()
}

fn put_back(bodies: &mut [(usize, Word)], statements: &mut [Statement]) {
    for statement in statements {
        for redirect in &mut statement.redirects {
            if let RedirectKind::HereDocument(empty) = &mut redirect.kind
                && let Ok(index) = bodies.binary_search_by_key(&redirect.span.start, |(place, _)| *place)
                && let Some((_, body)) = bodies.get_mut(index)
            {
                std::mem::swap(empty, body);
            }
        }
        match &mut statement.command {
            Command::Simple(_) | Command::Test(_) | Command::Arithmetic { .. } => {}
            Command::Pipeline(body) | Command::Group(body) | Command::Subshell(body) => {
                put_back(bodies, body);
            }
            Command::Chain(links) => {
                for (_, link) in links {
                    put_back(bodies, std::slice::from_mut(link));
                }
            }
            Command::If { branches, otherwise } => {
                for (condition, body) in branches {
                    put_back(bodies, condition);
                    put_back(bodies, body);
                }
                put_back(bodies, otherwise);
            }
            Command::While { condition, body } => {
                put_back(bodies, condition);
                put_back(bodies, body);
            }
            Command::For { body, .. } | Command::ArithmeticFor { body, .. } => put_back(bodies, body),
            Command::Case { arms, .. } => {
                for arm in arms {
                    put_back(bodies, &mut arm.body);
                }
            }
            Command::Function { body, .. } | Command::Coprocess(body) => {
                put_back(bodies, std::slice::from_mut(body));
            }
        }
    }
}
