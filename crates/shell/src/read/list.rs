//! Lists, chains and pipelines: what stands between commands.

use super::{Fault, Read, Reader, add, unclosed};
use crate::{Command, Gap, Operator, Statement};

/// The most commands that one chain or pipeline joins.
const MAX_LINKS: usize = 1000;

/// How many faults of one text are told. What stands behind the last of them is not read.
const MAX_FAULTS: usize = 4;

/// What a stretch of code ends with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// The end of the text.
    End,
    /// The `)` of a substitution.
    Paren,
    /// The `}` of `${ …; }`.
    Brace,
}

impl Reader<'_, '_> {
    /// Reads a whole text. What stands in front of a fault is kept, since bash runs the lines before it; and what
    /// stands on the lines behind it is read too, since another shell might.
    pub(super) fn script(&mut self) -> Vec<Statement> {
        let mut body = Vec::new();
        let mark = self.guard.mark();
        for fault in 1..=MAX_FAULTS {
            let (start, Fault { why, at, last }) = match self.lines(&mut body) {
                Ok(()) => break,
                Err(fault) => fault,
            };
            self.guard.restore(&mark);
            self.at =
                if last || fault == MAX_FAULTS { self.end } else { self.find_char(self.at.max(at), '\n') };
            self.note(why, start.min(at), self.at);
        }
        self.put_back_bodies(&mut body);
        body
    }

    /// Reads up to the end of the text, or to a fault; then it also says where the statement begins that has it.
    fn lines(&mut self, body: &mut Vec<Statement>) -> Result<(), (usize, Fault)> {
        loop {
            self.next_line();
            let start = self.at;
            match self.statement(body) {
                Ok(true) => {}
                Ok(false) => return self.close(Until::End, start).map_err(|fault| (start, fault)),
                Err(fault) => return Err((start, fault)),
            }
        }
    }

    /// Reads code up to its end. The reader stands behind the closing bracket then.
    pub(super) fn statements(&mut self, until: Until) -> Read<Vec<Statement>> {
        let start = self.at;
        let outer = (std::mem::take(&mut self.here), std::mem::replace(&mut self.until, until));
        let mut body = Vec::new();
        let read = self.list(&mut body).and_then(|()| self.close(until, start));
        self.put_back_bodies(&mut body);
        (self.here, self.until) = outer;
        read.map(|()| body)
    }

    fn close(&mut self, until: Until, start: usize) -> Read<()> {
        match (until, self.peek()) {
            (Until::End, None) => return Ok(()),
            (Until::Paren, Some(b')')) | (Until::Brace, Some(b'}')) => self.at += 1,
            (Until::Paren | Until::Brace, None) => return unclosed("substitution", start),
            _ => return self.unexpected(),
        }
        if self.here.is_waiting() {
            // The versions of bash do not agree where the body is then.
            self.note(Gap::Unsupported("a here-document without a body in its substitution"), start, self.at);
        }
        Ok(())
    }

    /// Reads statements up to what begins none, which is left to the caller.
    pub(super) fn list(&mut self, body: &mut Vec<Statement>) -> Read<()> {
        loop {
            self.next_line();
            if !self.statement(body)? {
                return Ok(());
            }
        }
    }

    /// Reads a list that may not be empty.
    pub(super) fn block(&mut self) -> Read<Vec<Statement>> {
        let mut body = Vec::new();
        self.list(&mut body)?;
        if body.is_empty() { self.unexpected() } else { Ok(body) }
    }

    /// Reads one statement, if one begins here. Whether another one may follow.
    fn statement(&mut self, body: &mut Vec<Statement>) -> Read<bool> {
        let Some(mut statement) = self.chain()? else { return Ok(false) };
        let more = match (self.peek(), self.peek_at(1)) {
            (Some(b'\n'), _) => true,
            (Some(b';'), Some(b';' | b'&')) => false,
            (Some(b';'), _) => {
                self.at += 1;
                true
            }
            (Some(b'&'), _) => {
                self.at += 1;
                statement.background = true;
                true
            }
            _ => false,
        };
        add(body, statement);
        Ok(more)
    }

    fn chain(&mut self) -> Read<Option<Statement>> {
        let Some(first) = self.pipeline()? else { return Ok(None) };
        if !self.looking_at("&&") && !self.looking_at("||") {
            return Ok(Some(first));
        }
        let mut span = first.span;
        let mut links = vec![(Operator::And, first)];
        loop {
            let operator = match (self.peek(), self.peek_at(1)) {
                (Some(b'&'), Some(b'&')) => Operator::And,
                (Some(b'|'), Some(b'|')) => Operator::Or,
                _ => break,
            };
            self.at += 2;
            self.next_line();
            let Some(link) = self.pipeline()? else { return self.unexpected() };
            self.limit_links(links.len())?;
            span = span.to(link.span);
            links.push((operator, link));
        }
        Ok(Some(Statement::new(Command::Chain(links), span)))
    }

    fn pipeline(&mut self) -> Read<Option<Statement>> {
        let mut negated = false;
        loop {
            if self.drop_negation() {
                negated = !negated;
            } else if !self.drop_timing() {
                break;
            }
        }
        let Some(first) = self.command()? else { return Ok(None) };
        if !self.is_pipe() {
            return Ok(Some(Statement { negated, ..first }));
        }
        let mut span = first.span;
        let mut links = vec![first];
        while self.is_pipe() {
            self.at += if self.peek_at(1) == Some(b'&') { 2 } else { 1 };
            self.next_line();
            // Here `time` is a program, and bash refuses `!`: what it says of a status, nobody can tell.
            let mut negated = false;
            while self.drop_negation() {
                negated = true;
            }
            let Some(link) = self.command()? else { return self.unexpected() };
            self.limit_links(links.len())?;
            span = span.to(link.span);
            links.push(Statement { negated, ..link });
        }
        Ok(Some(Statement { negated, ..Statement::new(Command::Pipeline(links), span) }))
    }

    fn is_pipe(&self) -> bool {
        self.peek() == Some(b'|') && self.peek_at(1) != Some(b'|')
    }

    fn limit_links(&self, links: usize) -> Read<()> {
        if links < MAX_LINKS { Ok(()) } else { Err(Fault { why: Gap::TooLong, at: self.at, last: true }) }
    }

    /// Skips `!` where a command follows, since it only changes the status; else it is a word.
    pub(super) fn drop_negation(&mut self) -> bool {
        if self.peek() != Some(b'!') {
            return false;
        }
        match self.plain_word() {
            Some("!") => {
                let end = self.skip_blanks(self.at + 1);
                self.drop_up_to(end)
            }
            _ if self.peek_at(1) == Some(b'(') => self.drop_up_to(self.at + 1),
            _ => false,
        }
    }

    /// Skips `time` likewise, with its options.
    pub(super) fn drop_timing(&mut self) -> bool {
        if self.peek() != Some(b't') || self.plain_word() != Some("time") {
            return false;
        }
        let mut end = self.skip_blanks(self.at + 4);
        for option in ["-p", "--"] {
            let behind = end + option.len();
            if self.slice(end, behind) == option
                && self.byte(behind).is_none_or(|byte| byte.is_ascii_whitespace())
            {
                end = self.skip_blanks(behind);
            }
        }
        // `time -v a`: a program in other shells, an error in bash.
        self.byte(end) != Some(b'-') && self.drop_up_to(end)
    }

    fn drop_up_to(&mut self, end: usize) -> bool {
        let follows = !matches!(self.byte(end), None | Some(b'\n' | b';' | b'&' | b'|' | b')' | b'#'));
        if follows {
            self.at = end;
        }
        follows
    }

    /// Goes on to the next token of the line.
    pub(super) fn next(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t') => self.at += 1,
                Some(b'\\') if self.continues(self.at) => {
                    self.joint(self.at);
                    self.at += 2;
                }
                Some(b'#') => {
                    let end = self.find_char(self.at, '\n');
                    self.refuse_joints(self.at, end);
                    self.at = end;
                }
                _ => return,
            }
        }
    }

    /// Goes on to the next token, over the ends of lines and the here-documents behind them.
    pub(super) fn next_line(&mut self) {
        self.next();
        while self.peek() == Some(b'\n') {
            self.at += 1;
            self.here_documents();
            self.next();
        }
    }

    /// The token here is not one that may stand here.
    pub(super) fn unexpected<T>(&self) -> Read<T> {
        let why = match (self.peek(), self.plain_word()) {
            (None, _) => "unexpected end".to_owned(),
            (Some(b'\n'), _) => "unexpected end of the line".to_owned(),
            (Some(byte), Some("")) => format!("unexpected `{}`", char::from(byte)),
            (Some(_), Some(word)) if word.len() < 20 => format!("unexpected `{word}`"),
            (Some(_), _) => "unexpected word".to_owned(),
        };
        Err(Fault { why: Gap::Syntax(why), at: self.at, last: false })
    }
}
