//! A command: simple ones, functions and coprocesses; compound ones are in `compound`.

use super::assignment::Head;
use super::list::Until;
use super::word::Stop;
use super::{Read, Reader, add};
use crate::{Assignment, Command, Gap, Part, Redirect, Simple, Statement, Word};

/// Words that are no command's name where a command can begin.
const RESERVED: [&str; 20] = [
    "if", "then", "else", "elif", "fi", "while", "until", "do", "done", "for", "select", "case", "esac",
    "in", "function", "coproc", "{", "}", "[[", "]]",
];

/// Builtins whose operands are assignments.
const DECLARATIONS: [&str; 5] = ["export", "declare", "local", "readonly", "typeset"];

/// A simple command in the making.
#[derive(Default)]
struct Draft {
    assignments: Vec<Assignment>,
    words: Vec<Word>,
    redirects: Vec<Redirect>,
    /// Whether the operands are assignments too.
    declares: bool,
    /// From the first assignment or word to the last.
    named: Option<(usize, usize)>,
    end: usize,
}

impl Draft {
    /// The word that is a function's name if round brackets follow.
    fn function_name(&self) -> Option<&Word> {
        match self.words.as_slice() {
            [name] if self.assignments.is_empty() && self.redirects.is_empty() => Some(name),
            _ => None,
        }
    }
}

impl<'a> Reader<'a, '_> {
    /// Reads a command with its redirections, if one begins here, and goes on to the next token.
    pub(super) fn command(&mut self) -> Read<Option<Statement>> {
        match self.peek() {
            None | Some(b'\n' | b';' | b'|' | b')') => return Ok(None),
            Some(b'&') if self.peek_at(1) != Some(b'>') => return Ok(None),
            Some(b'}') if self.until == Until::Brace => return Ok(None),
            Some(_) => {}
        }
        let plain = self.plain_word();
        let start = self.at;
        let command = match plain {
            Some(word) if self.is_descriptor(word) => return self.simple(plain).map(Some),
            Some("then" | "else" | "elif" | "fi" | "do" | "done" | "esac" | "}") => return Ok(None),
            Some("function") => return self.function_keyword().map(Some),
            Some("coproc") => return self.coprocess().map(Some),
            _ => match self.compound(plain)? {
                Some(command) => command,
                None => return self.simple(plain).map(Some),
            },
        };
        self.redirected(command, start).map(Some)
    }

    /// A command that began at `start` and ends here, with the redirections behind it.
    fn redirected(&mut self, command: Command, start: usize) -> Read<Statement> {
        let mut end = self.at;
        let mut redirects = Vec::new();
        self.next();
        loop {
            let plain = self.plain_word();
            let Some(redirect) = self.redirection(plain)? else { break };
            add(&mut redirects, redirect);
            end = self.at;
            self.next();
        }
        Ok(Statement { redirects, ..Statement::new(command, self.span(start, end)) })
    }

    /// Assignments, words and redirections up to an operator. `plain` is the first word, if it is plain.
    fn simple(&mut self, plain: Option<&'a str>) -> Read<Statement> {
        let start = self.at;
        let mut plain = plain;
        let mut draft = Draft::default();
        loop {
            let mark = self.guard.mark();
            let item = self.at;
            if self.peek() == Some(b'(') {
                let Some(name) = draft.function_name() else { return self.unexpected() };
                return if self.skip_parentheses() { self.function(name, start) } else { self.unexpected() };
            }
            match self.item(&mut draft, plain) {
                Ok(()) => draft.end = self.at,
                // The words in front of a limit may be enough to judge by.
                Err(fault) if fault.is_limit() && self.until == Until::End && draft.end > 0 => {
                    self.guard.restore(&mark);
                    self.note(fault.why, item, self.end);
                    self.at = self.end;
                }
                Err(fault) => return Err(fault),
            }
            self.next();
            match self.peek() {
                None | Some(b'\n' | b';' | b'|' | b')') => break,
                Some(b'&') if self.peek_at(1) != Some(b'>') => break,
                Some(_) => plain = self.plain_word(),
            }
        }
        let Draft { assignments, words, redirects, named, end, .. } = draft;
        let (first, last) = named.unwrap_or((start, end));
        let command = Command::Simple(Simple { assignments, words, span: self.span(first, last) });
        Ok(Statement { redirects, ..Statement::new(command, self.span(start, end)) })
    }

    /// Reads one assignment, word or redirection.
    fn item(&mut self, draft: &mut Draft, plain: Option<&'a str>) -> Read<()> {
        let start = self.at;
        if let Some(redirect) = self.redirection(plain)? {
            add(&mut draft.redirects, redirect);
            return Ok(());
        }
        self.count()?;
        let head = if draft.words.is_empty() {
            self.assignment(Stop::Bracket)?
        } else if draft.declares {
            self.assignment(Stop::TokenBracket)?
        } else {
            Head::Other
        };
        let word = match head {
            Head::Assignment(assignment) => {
                self.refuse_line_end(start);
                add(&mut draft.assignments, assignment);
                None
            }
            Head::Word(word) => Some(word),
            Head::Other => Some(self.read_word(plain)?),
        };
        if let Some(word) = word {
            if draft.words.is_empty() {
                draft.declares = self.begin(&word);
            }
            draft.words.push(word);
        }
        draft.named = Some((draft.named.map_or(start, |(first, _)| first), self.at));
        Ok(())
    }

    /// Looks at a command's name. Whether its operands are assignments.
    fn begin(&mut self, name: &Word) -> bool {
        let text = match name.parts.as_slice() {
            [Part::Bare { text, .. }] => {
                if RESERVED.contains(&text.as_str()) {
                    self.guard.note(Gap::Syntax("reserved word as a command".into()), name.span);
                }
                return DECLARATIONS.contains(&text.as_str());
            }
            _ => name.literal(),
        };
        text.is_some_and(|text| DECLARATIONS.contains(&text.as_str()))
    }

    /// `function name`, `function name ()`, and the body.
    fn function_keyword(&mut self) -> Read<Statement> {
        let start = self.at;
        self.at += "function".len();
        self.next();
        let name = self.operand()?;
        self.next();
        self.skip_parentheses();
        self.function(&name, start)
    }

    /// Skips `()`, if they are here.
    fn skip_parentheses(&mut self) -> bool {
        let close = if self.peek() == Some(b'(') { self.skip_blanks(self.at + 1) } else { self.end };
        let closed = self.byte(close) == Some(b')');
        if closed {
            self.at = close + 1;
        }
        closed
    }

    /// The body of a function that began at `start`. Redirections belong to the body.
    fn function(&mut self, name: &Word, start: usize) -> Read<Statement> {
        let name = name.literal().unwrap_or_else(|| {
            self.guard.note(Gap::Unsupported("a name that is not plain text"), name.span);
            String::new()
        });
        self.next_line();
        let body_start = self.at;
        let Some(body) = self.compound(self.plain_word())? else { return self.unexpected() };
        let body = Box::new(self.redirected(body, body_start)?);
        let span = self.span(start, start).to(body.span);
        Ok(Statement::new(Command::Function { name, body }, span))
    }

    /// `coproc command` or `coproc NAME compound`.
    fn coprocess(&mut self) -> Read<Statement> {
        let start = self.at;
        self.at += "coproc".len();
        self.next();
        while self.drop_negation() || self.drop_timing() {}
        let mut plain = self.plain_word();
        if let Some(name) = plain
            && !RESERVED.contains(&name)
            && self.names_coprocess(self.at + name.len())
        {
            self.at += name.len();
            self.next();
            plain = self.plain_word();
        }
        let body_start = self.at;
        let body = match self.compound(plain)? {
            Some(command) => self.redirected(command, body_start)?,
            None if plain == Some("") && self.redirection_operator().is_none() => return self.unexpected(),
            None => self.simple(plain)?,
        };
        let span = self.span(start, start).to(body.span);
        Ok(Statement::new(Command::Coprocess(Box::new(body)), span))
    }

    /// Whether a word in front of `at` is a coprocess's name: only if a compound command follows.
    fn names_coprocess(&mut self, at: usize) -> bool {
        let start = self.at;
        self.at = self.skip_blanks(at);
        let compound = self.peek() == Some(b'(')
            || matches!(
                self.plain_word(),
                Some("{" | "[[" | "if" | "while" | "until" | "for" | "case" | "select")
            );
        let apart = self.at > at;
        self.at = start;
        apart && compound
    }

    /// The word here if it has no quote, expansion or bracket in it: most have not.
    pub(super) fn plain_word(&self) -> Option<&'a str> {
        let end = self.find(self.at, |byte| {
            matches!(
                byte,
                b' ' | b'\t'
                    | b'\n'
                    | b';'
                    | b'&'
                    | b'|'
                    | b'('
                    | b')'
                    | b'<'
                    | b'>'
                    | b'\\'
                    | b'\''
                    | b'"'
                    | b'$'
                    | b'`'
            )
        });
        let goes_on = match self.byte(end) {
            Some(b'\\') => !(self.continues(end) && self.is_blank(end + 2)),
            Some(b'\'' | b'"' | b'$' | b'`') => true,
            Some(b'(') => self.opens_group(self.at, end) || self.qualifiers(self.at, end).is_some(),
            Some(b'<' | b'>') => self.byte(end + 1) == Some(b'('),
            _ => false,
        };
        if goes_on { None } else { Some(self.slice(self.at, end)) }
    }

    /// Reads a word that must be here.
    pub(super) fn operand(&mut self) -> Read<Word> {
        let plain = self.plain_word();
        if plain == Some("") {
            return self.unexpected();
        }
        self.count()?;
        self.read_word(plain)
    }

    /// Reads the word here, if it is not an operator.
    pub(super) fn read_word(&mut self, plain: Option<&str>) -> Read<Word> {
        let Some(plain) = plain else { return self.word(Stop::Token) };
        let start = self.at;
        self.at += plain.len();
        let span = self.span(start, self.at);
        Ok(Word { parts: vec![Part::Bare { text: plain.to_owned(), span }], span })
    }

    /// Skips a reserved word that must be here.
    pub(super) fn expect(&mut self, word: &str) -> Read<()> {
        if self.plain_word() != Some(word) {
            return self.unexpected();
        }
        self.at += word.len();
        Ok(())
    }

    pub(super) fn skip_blanks(&mut self, mut at: usize) -> usize {
        loop {
            match self.byte(at) {
                Some(b' ' | b'\t') => at += 1,
                Some(b'\\') if self.continues(at) => {
                    self.joint(at);
                    at += 2;
                }
                _ => return at,
            }
        }
    }

    /// Notes a line that ends in a word while a here-document waits for it: bash takes the body from there.
    pub(super) fn refuse_line_end(&mut self, start: usize) {
        if self.here.is_waiting() && self.slice(start, self.at).contains('\n') {
            self.note(Gap::Unsupported("a line end between a here-document and its body"), start, self.at);
        }
    }
}
