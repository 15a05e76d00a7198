//! A `sed` script to its steps, as the manual of GNU sed describes them ("sed scripts").

use crate::cursor::Cursor;

/// One command, with the lines it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) lines: Lines,
    pub(super) kind: Kind,
}

/// The lines that a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    All,
    Numbered(usize, usize),
    Last,
    /// Something that is not computed: patterns, steps, all but some.
    Some,
}

/// What a command does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Substitute {
        pattern: String,
        replacement: String,
        flags: String,
        file: Option<String>,
    },
    Translate(String, String),
    Print,
    Delete,
    Quit,
    /// Runs a command; an empty one is the line itself.
    Execute(String),
    Read(String),
    Write(String),
    Comment,
    /// Anything else that stays inside.
    Other,
}

/// Where a delimiter ends a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slashes {
    Everywhere,
    OutsideBrackets,
}

/// The steps of a script, and whether they are all of it.
pub(super) fn parse(script: &str, slashes: Slashes) -> (Vec<Step>, bool) {
    let mut parser = Parser { cursor: Cursor::new(script), slashes, blocks: 0 };
    let mut steps = Vec::new();
    loop {
        parser.cursor.take_while(|next| next.is_whitespace() || next == ';');
        if parser.cursor.is_done() {
            return (steps, true);
        }
        match parser.step() {
            Some(step) => steps.push(step),
            None => return (steps, false),
        }
    }
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    slashes: Slashes,
    /// How many blocks are open that are for some lines only.
    blocks: usize,
}

impl Parser<'_> {
    fn step(&mut self) -> Option<Step> {
        let mut lines = self.lines()?;
        self.cursor.skip_blanks();
        while self.cursor.eat("!") {
            lines = Lines::Some;
            self.cursor.skip_blanks();
        }
        if self.blocks > 0 {
            lines = Lines::Some;
        }
        let kind = self.command()?;
        Some(Step { lines, kind })
    }

    fn lines(&mut self) -> Option<Lines> {
        let first = self.address()?;
        self.cursor.skip_blanks();
        if first == Lines::All || !self.cursor.eat(",") {
            return Some(first);
        }
        self.cursor.skip_blanks();
        if self.cursor.eat("+") || self.cursor.eat("~") {
            self.digits()?;
            return Some(Lines::Some);
        }
        match (first, self.address()?) {
            (_, Lines::All) => None,
            (Lines::Numbered(from, _), Lines::Numbered(to, _)) => Some(Lines::Numbered(from, to.max(from))),
            (Lines::Numbered(from, _), Lines::Last) => Some(Lines::Numbered(from, usize::MAX)),
            (_, Lines::Numbered(..) | Lines::Last | Lines::Some) => Some(Lines::Some),
        }
    }

    /// One address: all lines if there is none, nothing if it never ends.
    fn address(&mut self) -> Option<Lines> {
        match self.cursor.peek() {
            Some('$') => {
                self.cursor.bump();
                Some(Lines::Last)
            }
            Some('0'..='9') => {
                let number = self.digits()?;
                self.cursor.skip_blanks();
                if self.cursor.eat("~") {
                    self.digits()?;
                    return Some(Lines::Some);
                }
                Some(Lines::Numbered(number, number))
            }
            Some('/') => {
                self.cursor.bump();
                self.pattern('/')
            }
            Some('\\') => {
                self.cursor.bump();
                let delimiter = self.cursor.bump()?;
                self.pattern(delimiter)
            }
            Some(_) | None => Some(Lines::All),
        }
    }

    fn pattern(&mut self, delimiter: char) -> Option<Lines> {
        self.until(delimiter, self.slashes)?;
        self.cursor.take_while(|flag| matches!(flag, 'I' | 'M'));
        Some(Lines::Some)
    }

    fn digits(&mut self) -> Option<usize> {
        self.cursor.take_while(|next| next.is_ascii_digit()).parse().ok()
    }

    /// What stands before a delimiter, as it is written but for the delimiter's own escapes.
    fn until(&mut self, delimiter: char, slashes: Slashes) -> Option<String> {
        let mut text = String::new();
        let mut in_brackets = false;
        loop {
            let next = self.cursor.bump()?;
            match next {
                '\\' => {
                    let escaped = self.cursor.bump()?;
                    if escaped != delimiter || escaped == '&' {
                        text.push('\\');
                    }
                    text.push(escaped);
                }
                next if next == delimiter && !in_brackets => return Some(text),
                next => {
                    if slashes == Slashes::OutsideBrackets {
                        in_brackets =
                            next == '[' || in_brackets && (next != ']' || text.ends_with(['[', '^']));
                    }
                    text.push(next);
                }
            }
        }
    }

    fn command(&mut self) -> Option<Kind> {
        let kind = match self.cursor.bump()? {
            '{' => {
                self.blocks += 1;
                return Some(Kind::Other);
            }
            '}' => {
                self.blocks = self.blocks.checked_sub(1)?;
                Kind::Other
            }
            '#' => {
                self.cursor.take_line();
                return Some(Kind::Comment);
            }
            's' => match self.substitute()? {
                // The file's name has taken the rest of the line.
                kind @ Kind::Substitute { file: Some(_), .. } => return Some(kind),
                kind => kind,
            },
            'y' => {
                let delimiter = self.cursor.bump()?;
                let from = self.until(delimiter, Slashes::Everywhere)?;
                Kind::Translate(from, self.until(delimiter, Slashes::Everywhere)?)
            }
            'a' | 'i' | 'c' => {
                self.text();
                return Some(Kind::Other);
            }
            'e' => return Some(Kind::Execute(self.text())),
            'r' | 'R' => return Some(Kind::Read(self.file()?)),
            'w' | 'W' => return Some(Kind::Write(self.file()?)),
            ':' | 'b' | 't' | 'T' | 'v' => {
                self.cursor.skip_blanks();
                self.cursor.take_while(|next| !next.is_whitespace() && next != ';' && next != '}');
                Kind::Other
            }
            'q' | 'Q' => {
                self.number();
                Kind::Quit
            }
            'l' | 'L' => {
                self.number();
                Kind::Other
            }
            'p' => Kind::Print,
            'd' => Kind::Delete,
            '=' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'P' | 'x' | 'z' | 'F' => Kind::Other,
            _ => return None,
        };
        self.cursor.skip_blanks();
        let is_over = self.cursor.peek().is_none_or(|next| matches!(next, ';' | '\n' | '\r' | '}' | '#'));
        is_over.then_some(kind)
    }

    fn number(&mut self) {
        self.cursor.skip_blanks();
        self.cursor.take_while(|next| next.is_ascii_digit());
    }

    /// Everything to the end of the line, semicolons and brackets included.
    fn file(&mut self) -> Option<String> {
        self.cursor.skip_blanks();
        let file = self.cursor.take_line().trim_end();
        (!file.is_empty()).then(|| file.to_owned())
    }

    /// Text, or a command: to the end of the line, and on where that is escaped.
    fn text(&mut self) -> String {
        self.cursor.skip_blanks();
        if self.cursor.eat("\\") {
            self.cursor.skip_blanks();
            self.cursor.eat("\n");
        }
        let mut text = String::new();
        while let Some(next) = self.cursor.bump() {
            match next {
                '\n' => break,
                '\\' => text.extend(self.cursor.bump()),
                next => text.push(next),
            }
        }
        text
    }

    fn substitute(&mut self) -> Option<Kind> {
        let delimiter = self.cursor.bump().filter(|delimiter| !matches!(delimiter, '\n' | '\\'))?;
        let pattern = self.until(delimiter, self.slashes)?;
        let replacement = self.until(delimiter, Slashes::Everywhere)?;
        let flags =
            self.cursor.take_while(|flag| "gpiImMe".contains(flag) || flag.is_ascii_digit()).to_owned();
        let file = if self.cursor.eat("w") { Some(self.file()?) } else { None };
        Some(Kind::Substitute { pattern, replacement, flags, file })
    }
}
