//! Commands: operators, comments and line ends are copied into the frame, words are read and crossed out.

use super::heredoc::Pending;
use super::{Read, Reader, unclosed};
use crate::frame::Frame;
use crate::{Assignment, Gap, Redirect, Statement, Word, lower};

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

/// A word of the frame.
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Taken out when it has found its place in the tree.
    pub(crate) kind: Option<TokenKind>,
}

/// What a word of the frame stands for.
pub(crate) enum TokenKind {
    Word(Word),
    Assignment(Box<Assignment>),
    /// `[[ … ]]`, without its first and last byte.
    Test(Vec<Word>),
    /// `(( … ))`, without its first and last byte; with them behind `for`.
    Arithmetic(Vec<Word>),
    /// All of it but its first byte, for which the frame has a `>`.
    Redirect(Box<Redirect>),
}

/// What the next word can be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A reserved word, an assignment or a command's name.
    Start,
    /// An assignment or a command's name.
    Prefix,
    Argument,
    /// An argument of `export` and its like: assignments are read as such.
    Declaration,
    /// Behind `for` and `select`.
    ForName,
    /// Behind the loop variable.
    ForIn,
    FunctionName,
    /// Behind `coproc`.
    CoprocName,
    CaseWord,
    CaseIn,
    /// The first pattern of an arm, or `esac`.
    FirstPattern,
    Pattern,
}

/// An open bracket of the grammar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nest {
    Paren,
    Brace,
    Case,
}

/// A stretch of code: the frame for the grammar and the words for the tree.
pub(crate) struct Code {
    pub(crate) frame: Frame,
    pub(crate) tokens: Vec<Token>,
    /// Whether there is more than the words of one command, so that the grammar has something to say.
    pub(crate) compound: bool,
    /// Whether a line ended behind a word; what comes then is another command.
    line_ended: bool,
    pub(super) place: Place,
    /// Whether the command reads from a pipe; `time` is a program there.
    pub(super) piped: bool,
    pub(super) nest: Vec<Nest>,
    pub(super) coprocesses: usize,
    pub(super) pending: Vec<Pending>,
}

impl Code {
    pub(super) fn new(base: usize) -> Self {
        Self {
            frame: Frame::new(base),
            tokens: Vec::new(),
            compound: false,
            line_ended: false,
            place: Place::Start,
            piped: false,
            nest: Vec::new(),
            coprocesses: 0,
            pending: Vec::new(),
        }
    }

    /// Nothing more is read: what is open stays open, which the grammar will report.
    pub(super) fn give_up(&mut self) {
        self.compound = true;
        self.pending.clear();
    }

    /// Something that the grammar has to see.
    pub(super) fn show(&mut self, text: &str) {
        self.compound = true;
        self.frame.show(text);
    }

    /// `[[ … ]]` or `(( … ))`. For the grammar it is a subshell, since what may follow it is the same.
    pub(super) fn disguise(&mut self, start: usize, end: usize, kind: TokenKind) {
        self.frame.insert(" ");
        self.show("(");
        self.token(start + 1, end - 1, kind);
        self.show(")");
        self.frame.insert(" ");
        self.place = Place::Start;
    }

    pub(super) fn token(&mut self, start: usize, end: usize, kind: TokenKind) {
        self.compound |= self.line_ended;
        self.frame.cross_out(end.saturating_sub(start));
        self.tokens.push(Token { start, end, kind: Some(kind) });
    }
}

impl Reader<'_, '_> {
    /// Reads code up to its end and lowers it. The reader stands behind the closing bracket then.
    pub(super) fn statements(&mut self, until: Until) -> Read<Vec<Statement>> {
        let mut code = Code::new(self.at);
        self.code(&mut code, until)?;
        Ok(lower::statements(code, self.text, self.origin, self.guard))
    }

    pub(super) fn code(&mut self, code: &mut Code, until: Until) -> Read<()> {
        let start = self.at;
        let done = loop {
            let Some(byte) = self.peek() else { break until == Until::End };
            match byte {
                b' ' | b'\t' => {
                    self.at += 1;
                    code.frame.blank(1);
                }
                b'\\' if self.continues(self.at) => {
                    self.joint(self.at);
                    self.at += 2;
                    code.frame.blank(2);
                }
                b'#' => {
                    let end = self.find(self.at, |byte| byte == b'\n');
                    self.refuse_joints(self.at, end);
                    code.frame.blank(end - self.at);
                    self.at = end;
                }
                b'\n' => self.line_end(code, until),
                b'&' if self.peek_at(1) == Some(b'>') => self.redirection(code, self.at, None)?,
                b';' | b'&' | b'|' => self.operator(code),
                b'(' => self.open(code)?,
                b')' => {
                    if self.close(code, until) {
                        break true;
                    }
                }
                b'<' | b'>' if self.peek_at(1) != Some(b'(') => self.redirection(code, self.at, None)?,
                _ => {
                    if self.command_word(code, until)? {
                        break true;
                    }
                }
            }
        };
        if !done {
            return unclosed("substitution", start);
        }
        if !code.pending.is_empty() {
            self.note(Gap::Syntax("here-document without a body".into()), start, self.at);
        }
        self.guard.leave(code.nest.len());
        Ok(())
    }

    fn show(&mut self, code: &mut Code, length: usize) {
        let end = (self.at + length).min(self.end);
        code.show(self.slice(self.at, end));
        self.at = end;
    }

    fn line_end(&mut self, code: &mut Code, until: Until) {
        self.at += 1;
        // The parser wants `in` and `do` on the line of the loop variable.
        code.frame.show(if code.place == Place::ForIn { " " } else { "\n" });
        code.line_ended = !code.tokens.is_empty();
        match code.place {
            Place::Start | Place::Prefix | Place::Argument | Place::Declaration => code.place = Place::Start,
            Place::ForName
            | Place::ForIn
            | Place::FunctionName
            | Place::CoprocName
            | Place::CaseWord
            | Place::CaseIn
            | Place::FirstPattern
            | Place::Pattern => {}
        }
        self.here_documents(code, until);
    }

    /// `;`, `&`, `|` and what begins with them.
    fn operator(&mut self, code: &mut Code) {
        let start = self.at;
        let length = match (self.peek(), self.peek_at(1), self.peek_at(2)) {
            (Some(b';'), Some(b';'), Some(b'&')) => 3,
            (Some(b';'), Some(b';' | b'&'), _)
            | (Some(b'&'), Some(b'&'), _)
            | (Some(b'|'), Some(b'|' | b'&'), _) => 2,
            _ => 1,
        };
        self.show(code, length);
        let operator = self.slice(start, start + length);
        match operator {
            ";;" | ";&" | ";;&" if code.nest.last() == Some(&Nest::Case) => code.place = Place::FirstPattern,
            "|" if matches!(code.place, Place::FirstPattern | Place::Pattern) => code.place = Place::Pattern,
            _ => {
                code.place = Place::Start;
                code.piped = matches!(operator, "|" | "|&");
            }
        }
    }

    fn open(&mut self, code: &mut Code) -> Read<()> {
        let start = self.at;
        match code.place {
            Place::FirstPattern => {
                self.show(code, 1);
                code.place = Place::Pattern;
                return Ok(());
            }
            Place::Start | Place::CoprocName | Place::ForName if self.peek_at(1) == Some(b'(') => {
                if let Some(words) = self.try_arithmetic(start + 2)? {
                    let kind = TokenKind::Arithmetic(words);
                    if code.place == Place::ForName {
                        // The grammar takes it for the loop variable.
                        code.frame.insert(" ");
                        code.token(start, self.at, kind);
                        code.frame.insert(" ");
                        code.place = Place::ForIn;
                    } else {
                        code.disguise(start, self.at, kind);
                    }
                    return Ok(());
                }
            }
            _ => {}
        }
        self.enter()?;
        code.nest.push(Nest::Paren);
        // `((a); b)` is no arithmetic; the parser would think so.
        code.frame.insert(" ");
        self.show(code, 1);
        code.frame.insert(" ");
        code.place = Place::Start;
        Ok(())
    }

    /// Whether this is the bracket that ends the code.
    fn close(&mut self, code: &mut Code, until: Until) -> bool {
        if matches!(code.place, Place::FirstPattern | Place::Pattern) {
            self.show(code, 1);
            code.place = Place::Start;
            return false;
        }
        if code.nest.contains(&Nest::Paren) {
            while let Some(open) = code.nest.pop() {
                self.guard.leave(1);
                if open == Nest::Paren {
                    break;
                }
            }
        } else if until == Until::Paren {
            self.at += 1;
            return true;
        }
        self.show(code, 1);
        code.frame.insert(" ");
        code.place = Place::Start;
        false
    }
}
