//! Compound commands.

use super::{Read, Reader, add, syntax};
use crate::{Arm, Command, Gap, Statement, Taken, Word};

impl<'a> Reader<'a, '_> {
    /// Reads a compound command without its redirections, if one begins here. `plain` is the word here.
    pub(super) fn compound(&mut self, plain: Option<&'a str>) -> Read<Option<Command>> {
        let command = match plain {
            Some("") if self.peek() == Some(b'(') => self.parenthesis_command()?,
            Some("{") => self.nested(|reader| reader.deeper(Self::group))?,
            Some("if") => self.nested(Self::conditional_command)?,
            Some("while" | "until") => self.nested(Self::while_loop)?,
            Some("for" | "select") => self.nested(Self::for_loop)?,
            Some("case") => self.nested(|reader| reader.deeper(Self::case))?,
            Some("[[") => {
                let start = self.at;
                let operands = self.test()?;
                self.refuse_line_end(start);
                Command::Test(operands)
            }
            _ => return Ok(None),
        };
        Ok(Some(command))
    }

    /// `( … )` or `(( … ))`
    fn parenthesis_command(&mut self) -> Read<Command> {
        if self.peek_at(1) != Some(b'(') {
            return self.nested(|reader| reader.deeper(Self::subshell));
        }
        let start = self.at;
        if let Some(words) = self.try_arithmetic(start + 2)? {
            let text = self.slice(start + 2, self.at - 2).to_owned();
            return Ok(Command::Arithmetic { text, words });
        }
        let command = self.nested(|reader| reader.deeper(Self::subshell))?;
        if self.slice(start, self.at).contains('\n') {
            // Bash reads these brackets twice. Then it runs the lines of a here-document in them, and loses a word:
            // on a line behind `(((a) )`, `echo rm` runs `rm`.
            self.note(Gap::Unsupported("`((` on several lines that is no arithmetic"), start, self.at);
        }
        Ok(command)
    }

    fn subshell(&mut self) -> Read<Command> {
        self.at += 1;
        let body = self.block()?;
        if self.peek() != Some(b')') {
            return self.unexpected();
        }
        self.at += 1;
        Ok(Command::Subshell(body))
    }

    fn group(&mut self) -> Read<Command> {
        Ok(Command::Group(self.block_between("{", "}")?))
    }

    fn block_between(&mut self, open: &str, close: &str) -> Read<Vec<Statement>> {
        self.at += open.len();
        let body = self.block()?;
        self.expect(close)?;
        Ok(body)
    }

    fn conditional_command(&mut self) -> Read<Command> {
        let mut branches = Vec::new();
        let mut otherwise = Vec::new();
        let mut keyword = "if";
        loop {
            let condition = self.block_between(keyword, "then")?;
            let body = self.block()?;
            add(&mut branches, (condition, body));
            match self.plain_word() {
                Some("elif") => keyword = "elif",
                Some("else") => {
                    otherwise = self.block_between("else", "fi")?;
                    break;
                }
                _ => {
                    self.expect("fi")?;
                    break;
                }
            }
        }
        Ok(Command::If { branches, otherwise })
    }

    fn while_loop(&mut self) -> Read<Command> {
        // Both keywords have five letters.
        let condition = self.block_between("while", "do")?;
        let body = self.block()?;
        self.expect("done")?;
        Ok(Command::While { condition, body })
    }

    fn for_loop(&mut self) -> Read<Command> {
        let taken = if self.plain_word() == Some("select") { Taken::Chosen } else { Taken::Each };
        self.at += self.plain_word().map_or(0, str::len);
        self.next();
        if self.looking_at("((") {
            let start = self.at + 2;
            let Some(words) = self.try_arithmetic(start)? else { return self.unexpected() };
            let text = self.slice(start, self.at - 2).to_owned();
            self.skip_semicolon();
            return Ok(Command::ArithmeticFor { text, words, body: self.loop_body()? });
        }
        let variable = self.operand()?;
        let variable =
            variable.literal().map_or_else(|| syntax("a loop variable that is no name", self.at), Ok)?;
        let mut words = None;
        if !self.skip_semicolon() && self.plain_word() == Some("in") {
            self.at += 2;
            words = Some(self.loop_words()?);
        }
        Ok(Command::For { taken, variable, words, body: self.loop_body()? })
    }

    /// Skips one `;`, if it is here, and goes on to the next line that has something.
    fn skip_semicolon(&mut self) -> bool {
        self.next();
        let skipped = self.peek() == Some(b';');
        if skipped {
            self.at += 1;
        }
        self.next_line();
        skipped
    }

    fn loop_words(&mut self) -> Read<Vec<Word>> {
        let mut words = Vec::new();
        loop {
            self.next();
            if matches!(self.peek(), None | Some(b'\n' | b';')) {
                self.skip_semicolon();
                return Ok(words);
            }
            words.push(self.operand()?);
        }
    }

    /// `do … done` or `{ … }`
    fn loop_body(&mut self) -> Read<Vec<Statement>> {
        match self.plain_word() {
            Some("do") => self.block_between("do", "done"),
            Some("{") => self.deeper(|reader| reader.block_between("{", "}")),
            _ => self.unexpected(),
        }
    }

    fn case(&mut self) -> Read<Command> {
        self.at += "case".len();
        self.next();
        let word = self.operand()?;
        self.next_line();
        self.expect("in")?;
        let mut arms = Vec::new();
        loop {
            self.next_line();
            if self.plain_word() == Some("esac") {
                self.at += "esac".len();
                return Ok(Command::Case { word, arms });
            }
            let patterns = self.patterns()?;
            let mut body = Vec::new();
            self.list(&mut body)?;
            arms.push(Arm { patterns, body });
            match (self.peek(), self.peek_at(1), self.peek_at(2)) {
                (Some(b';'), Some(b';'), Some(b'&')) => self.at += 3,
                (Some(b';'), Some(b';' | b'&'), _) => self.at += 2,
                _ if self.plain_word() == Some("esac") => {}
                _ => return self.unexpected(),
            }
        }
    }

    /// `a | b)` or `(a | b)`
    fn patterns(&mut self) -> Read<Vec<Word>> {
        let mut patterns = Vec::new();
        if self.peek() == Some(b'(') {
            self.at += 1;
        }
        loop {
            self.next();
            let pattern = self.operand()?;
            add(&mut patterns, pattern);
            self.next();
            match self.peek() {
                Some(b'|') => self.at += 1,
                Some(b')') => {
                    self.at += 1;
                    return Ok(patterns);
                }
                _ => return self.unexpected(),
            }
        }
    }
}
