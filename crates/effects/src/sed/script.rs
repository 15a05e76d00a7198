//! A `sed` script to its steps, as the manual of GNU sed describes them ("sed scripts").

use crate::cursor::Cursor;

/// One command, with the lines it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) lines: Lines,
    pub(super) kind: Kind,
}

/// The lines that a command is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    All,
    Numbered(usize, usize),
    Last,
    /// Something that only an edit is worth computing for: patterns, steps, all but some.
    Chosen(Box<Chosen>),
}

/// Lines by more than their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    pub(super) from: Address,
    pub(super) to: Option<Until>,
    /// Whether it is all but these.
    pub(super) negated: bool,
}

/// One line, or several one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Address {
    All,
    Number(usize),
    Last,
    /// This one, and every so many behind it.
    Every(usize, usize),
    /// Those with this in them, with the flags behind it.
    Matching(String, String),
}

/// Where a range ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Until {
    At(Address),
    /// So many lines further.
    Further(usize),
    /// At a multiple.
    Multiple,
}

/// What a command does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Substitute {
        delimiter: char,
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
    /// `a`, `i` or `c`, with the text as it is written.
    Text(char, String),
    Open,
    Close,
    /// `:`, `b`, `t` or `T`, with a label.
    Label(char, String),
    /// Another command of one letter.
    Letter(char),
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
    /// How many blocks are open.
    blocks: usize,
}

impl Parser<'_> {
    fn step(&mut self) -> Option<Step> {
        let (from, to) = self.lines()?;
        self.cursor.skip_blanks();
        let mut negated = false;
        while self.cursor.eat("!") {
            negated = true;
            self.cursor.skip_blanks();
        }
        let kind = self.command()?;
        let lines = match (from, to) {
            (Address::All, None) if !negated => Lines::All,
            (Address::Last, None) if !negated => Lines::Last,
            (Address::Number(at), None) if !negated => Lines::Numbered(at, at),
            (Address::Number(from), Some(Until::At(Address::Number(to)))) if !negated => {
                Lines::Numbered(from, to.max(from))
            }
            (Address::Number(from), Some(Until::At(Address::Last))) if !negated => {
                Lines::Numbered(from, usize::MAX)
            }
            (from, to) => Lines::Chosen(Box::new(Chosen { from, to, negated })),
        };
        Some(Step { lines, kind })
    }

    fn lines(&mut self) -> Option<(Address, Option<Until>)> {
        let first = self.address()?;
        self.cursor.skip_blanks();
        if first == Address::All || !self.cursor.eat(",") {
            return Some((first, None));
        }
        self.cursor.skip_blanks();
        if self.cursor.eat("+") {
            return Some((first, Some(Until::Further(self.digits()?))));
        }
        if self.cursor.eat("~") {
            self.digits()?;
            return Some((first, Some(Until::Multiple)));
        }
        match self.address()? {
            Address::All => None,
            to => Some((first, Some(Until::At(to)))),
        }
    }

    /// One address: all lines if there is none, nothing if it never ends.
    fn address(&mut self) -> Option<Address> {
        match self.cursor.peek() {
            Some('$') => {
                self.cursor.bump();
                Some(Address::Last)
            }
            Some('0'..='9') => {
                let number = self.digits()?;
                self.cursor.skip_blanks();
                if self.cursor.eat("~") {
                    return Some(Address::Every(number, self.digits()?));
                }
                Some(Address::Number(number))
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
            Some(_) | None => Some(Address::All),
        }
    }

    fn pattern(&mut self, delimiter: char) -> Option<Address> {
        let pattern = self.until(delimiter, self.slashes)?;
        let flags = self.cursor.take_while(|flag| matches!(flag, 'I' | 'M')).to_owned();
        Some(Address::Matching(pattern, flags))
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
                return Some(Kind::Open);
            }
            '}' => {
                self.blocks = self.blocks.checked_sub(1)?;
                Kind::Close
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
            command @ ('a' | 'i' | 'c') => return Some(Kind::Text(command, self.written_text())),
            'e' => return Some(Kind::Execute(self.text())),
            'r' | 'R' => return Some(Kind::Read(self.file()?)),
            'w' | 'W' => return Some(Kind::Write(self.file()?)),
            command @ (':' | 'b' | 't' | 'T' | 'v') => {
                self.cursor.skip_blanks();
                let label =
                    self.cursor.take_while(|next| !next.is_whitespace() && next != ';' && next != '}');
                if command == 'v' { Kind::Other } else { Kind::Label(command, label.to_owned()) }
            }
            command @ ('q' | 'Q') => {
                self.number();
                if command == 'q' { Kind::Quit } else { Kind::Letter(command) }
            }
            'l' | 'L' => {
                self.number();
                Kind::Other
            }
            'p' => Kind::Print,
            'd' => Kind::Delete,
            command @ ('=' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'P' | 'x' | 'z') => {
                Kind::Letter(command)
            }
            'F' => Kind::Other,
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

    /// What is added, with its escapes: to the end of the line, and on where that is escaped.
    fn written_text(&mut self) -> String {
        let mut text = String::new();
        self.cursor.skip_blanks();
        if self.cursor.eat("\\") {
            // Space behind it belongs to the text, unless that begins in the next line.
            let space = self.cursor.take_while(|next| matches!(next, ' ' | '\t'));
            if !self.cursor.eat("\n") {
                text.push_str(space);
            }
        }
        while let Some(next) = self.cursor.bump() {
            match next {
                '\n' => break,
                '\\' => {
                    text.push(next);
                    text.extend(self.cursor.bump());
                }
                next => text.push(next),
            }
        }
        text
    }

    /// A command: to the end of the line, and on where that is escaped.
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
        Some(Kind::Substitute { delimiter, pattern, replacement, flags, file })
    }
}

/// The characters of one side of `y`.
pub(super) fn characters(side: &str) -> Option<Vec<char>> {
    let mut characters = Vec::new();
    let mut rest = side.chars();
    while let Some(next) = rest.next() {
        characters.push(match next {
            '\\' => match rest.next()? {
                'n' => '\n',
                't' => '\t',
                '\\' => '\\',
                _ => return None,
            },
            next => next,
        });
    }
    Some(characters)
}
