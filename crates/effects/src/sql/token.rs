//! SQL text to tokens. Databases disagree on what a quote, a comment and a backslash are; the text does not say which
//! one will read it, so it is read in two ways, and what either finds counts.

use crate::cursor::Cursor;

/// How the text is read where databases disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// As the standard, `PostgreSQL` and `SQLite` do: a backslash is itself, comments nest, `#` is an operator.
    Standard,
    /// As `MySQL` does (and SQL Server its brackets): a backslash escapes, `#` comments, `/*! … */` runs.
    Loose,
}

impl Reading {
    /// The ways in which a text must be read: one is enough where nothing in it is in dispute.
    pub(super) fn of(text: &str) -> &'static [Self] {
        let disputed = ["\\", "#", "--", "/*", "["].iter().any(|mark| text.contains(mark));
        if disputed { &[Self::Standard, Self::Loose] } else { &[Self::Standard] }
    }
}

/// A part of SQL text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A keyword, a name or a number.
    Word(&'a str),
    /// A name in quotes of some kind; in `MySQL` perhaps a string.
    Name(String),
    /// A string.
    Text(String),
    /// Any other character.
    Mark(char),
    /// The end of a statement.
    End,
    /// A command to the client, not to the database: its name, and what follows.
    Client(&'a str, &'a str),
}

impl Token<'_> {
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self, Self::Word(this) if this.eq_ignore_ascii_case(word))
    }

    pub(super) fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is_word(word))
    }
}

/// The tokens of a text.
pub(super) fn tokens(text: &str, reading: Reading) -> Vec<Token<'_>> {
    let mut lexer = Lexer {
        cursor: Cursor::new(text),
        reading,
        tokens: Vec::new(),
        delimiter: "",
        statement: 0,
        dollars: true,
        copies: true,
        running: 0,
    };
    while !lexer.cursor.is_done() {
        lexer.step();
    }
    lexer.tokens
}

struct Lexer<'a> {
    cursor: Cursor<'a>,
    reading: Reading,
    tokens: Vec<Token<'a>>,
    /// What ends a statement, if it is not `;`.
    delimiter: &'a str,
    /// Where the statement starts that is being read.
    statement: usize,
    /// Whether `$tag$` still quotes: after one that is never closed, none does. Keeps the search linear.
    dollars: bool,
    /// Whether data that is copied in still has an end, for the same reason.
    copies: bool,
    /// How many comments are open that run.
    running: usize,
}

impl<'a> Lexer<'a> {
    fn step(&mut self) {
        if !self.delimiter.is_empty() && self.cursor.eat(self.delimiter) {
            return self.end();
        }
        if self.is_start() && self.line_command() {
            return;
        }
        let Some(next) = self.cursor.peek() else { return };
        match next {
            _ if next.is_whitespace() => {
                self.cursor.bump();
                if next == '\n' {
                    self.lone_line();
                }
            }
            '-' if self.starts_comment() => {
                self.cursor.take_line();
            }
            // Where a statement would start, it is no operator.
            '#' if self.reading == Reading::Loose || self.is_start() => {
                self.cursor.take_line();
            }
            '/' if self.cursor.eat("/*") => self.comment(),
            '*' if self.running > 0 && self.cursor.eat("*/") => self.running -= 1,
            '\'' => {
                let text = self.quoted('\'', self.reading);
                self.tokens.push(Token::Text(text));
            }
            '"' | '`' => {
                let name = self.quoted(next, self.reading);
                self.tokens.push(Token::Name(name));
            }
            '[' if self.bracket_quotes() => {
                self.cursor.bump();
                let name = self.cursor.take_while(|next| next != ']' && next != '\n');
                self.cursor.eat("]");
                self.tokens.push(Token::Name(name.to_owned()));
            }
            '$' if self.dollar() => {}
            '\\' => self.backslash(),
            ';' if self.delimiter.is_empty() => {
                self.cursor.bump();
                self.end();
            }
            _ if is_word(next) => self.word(),
            _ => {
                self.cursor.bump();
                self.tokens.push(Token::Mark(next));
            }
        }
    }

    fn is_start(&self) -> bool {
        self.tokens.len() == self.statement
    }

    fn end(&mut self) {
        let copies_in = self
            .tokens
            .get(self.statement..)
            .is_some_and(|statement| is_word_of(statement, "COPY") && has_word(statement, "STDIN"));
        if copies_in && self.copies {
            // What follows is data, up to a line of its own.
            self.copies = self.cursor.take_until("\n\\.").is_some();
        }
        self.tokens.push(Token::End);
        self.statement = self.tokens.len();
    }

    /// `MySQL` wants a blank behind the dashes: `5--1` is a number.
    fn starts_comment(&self) -> bool {
        let mut rest = self.cursor.rest().chars().skip(1);
        rest.next() == Some('-')
            && (self.reading == Reading::Standard
                || self.is_start()
                || rest.next().is_none_or(char::is_whitespace))
    }

    fn comment(&mut self) {
        match self.reading {
            Reading::Loose if self.cursor.eat("!") || self.cursor.eat("M!") => {
                // It runs: only the version is skipped.
                self.running += 1;
                self.cursor.take_while(|next| next.is_ascii_digit());
            }
            Reading::Loose => {
                if self.cursor.take_until("*/").is_none() {
                    self.cursor.take_while(|_| true);
                }
            }
            Reading::Standard => {
                let mut depth = 1;
                while depth > 0 && !self.cursor.is_done() {
                    if self.cursor.eat("/*") {
                        depth += 1;
                    } else if self.cursor.eat("*/") {
                        depth -= 1;
                    } else {
                        self.cursor.bump();
                    }
                }
            }
        }
    }

    /// What stands in quotes; the cursor is at the first one.
    fn quoted(&mut self, quote: char, reading: Reading) -> String {
        let has_escapes = reading == Reading::Loose && quote != '`';
        let mut text = String::new();
        self.cursor.bump();
        while let Some(next) = self.cursor.bump() {
            if next == quote {
                if self.cursor.peek() != Some(quote) {
                    break;
                }
                self.cursor.bump();
                text.push(quote);
            } else if next == '\\' && has_escapes {
                match self.cursor.bump() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some(escaped) => text.push(escaped),
                    None => {}
                }
            } else {
                text.push(next);
            }
        }
        text
    }

    /// Elsewhere a bracket is a subscript, and what is in it may hold quotes.
    fn bracket_quotes(&self) -> bool {
        let mut inside = self.cursor.rest().chars().skip(1).take_while(|next| *next != ']').take(128);
        match self.reading {
            Reading::Loose => true,
            Reading::Standard => inside.all(|next| is_word(next) || matches!(next, ' ' | '.' | '-')),
        }
    }

    /// `$$ … $$` and `$tag$ … $tag$`.
    fn dollar(&mut self) -> bool {
        let rest = self.cursor.rest();
        let Some((tag, _)) = rest.get(1..).and_then(|rest| rest.split_once('$')) else { return false };
        let is_tag = !tag.starts_with(|first: char| first.is_ascii_digit())
            && tag.chars().all(|next| next.is_alphanumeric() || next == '_');
        let Some(mark) = rest.get(..tag.len() + 2).filter(|_| is_tag && self.dollars) else { return false };
        self.cursor.eat(mark);
        match self.cursor.take_until(mark) {
            Some(text) => self.tokens.push(Token::Text(text.to_owned())),
            None => self.dollars = false,
        }
        true
    }

    fn word(&mut self) {
        let word = self.cursor.take_while(|next| is_word(next) || next == '$');
        if self.cursor.peek() == Some('\'') {
            if word.eq_ignore_ascii_case("e") {
                let text = self.quoted('\'', Reading::Loose);
                return self.tokens.push(Token::Text(text));
            }
            if word.eq_ignore_ascii_case("x") {
                let text = self.quoted('\'', Reading::Standard);
                return self.tokens.push(Token::Text(from_hex(&text)));
            }
        }
        match word.strip_prefix("0x") {
            Some(digits) => self.tokens.push(Token::Text(from_hex(digits))),
            None => self.tokens.push(Token::Word(word)),
        }
    }

    /// A line that holds nothing but a separator of batches: `GO`, `/`.
    fn lone_line(&mut self) {
        let rest = self.cursor.rest();
        let line = rest.get(..rest.len().min(8)).unwrap_or_default().split('\n').next().unwrap_or_default();
        if line.trim().eq_ignore_ascii_case("go") || line.trim() == "/" {
            self.cursor.take_while(|next| next != '\n');
            self.end();
        }
    }

    /// A command to the client that stands where a statement would start.
    fn line_command(&mut self) -> bool {
        let rest = self.cursor.rest();
        let second = self.cursor.peek_second();
        let until =
            |end: fn(char) -> bool| rest.get(..rest.find(end).unwrap_or(rest.len())).unwrap_or_default();
        let (name, written) = match self.cursor.peek() {
            Some('.') if second.is_some_and(char::is_alphabetic) => {
                let written = until(char::is_whitespace);
                (written, written)
            }
            Some(':') if second == Some('r') => (":r", ":r"),
            Some('!') => ("!", "!"),
            Some('@') => ("@", "@"),
            Some(_) | None => {
                let written = until(|next| !is_word(next));
                let known = ["system", "source", "tee", "pager", "host", "delimiter"];
                let follows = rest.get(written.len()..).is_some_and(|rest| rest.starts_with([' ', '\t']));
                match known.iter().find(|known| follows && written.eq_ignore_ascii_case(known)) {
                    Some(name) => (*name, written),
                    None => return false,
                }
            }
        };
        self.cursor.eat(written);
        let argument = match name {
            "source" | "@" | ":r" => self.cursor.take_while(|next| next != '\n' && next != ';'),
            _ => self.cursor.take_while(|next| next != '\n'),
        };
        if name == "delimiter" {
            let delimiter = argument.trim();
            self.delimiter = if delimiter == ";" { "" } else { delimiter };
        } else {
            self.client(name, argument);
        }
        true
    }

    /// `\i file`, `\! command`: the client's wherever it stands.
    fn backslash(&mut self) {
        self.cursor.bump();
        if self.cursor.eat("\\") {
            return;
        }
        let name = self.cursor.take_while(|next| next.is_ascii_alphabetic() || next == '_');
        let rest = self.cursor.rest();
        let name = if name.is_empty() {
            let length = self.cursor.bump().map_or(0, char::len_utf8);
            rest.get(..length).unwrap_or_default()
        } else {
            name
        };
        if name.eq_ignore_ascii_case("g") && self.reading == Reading::Loose {
            return self.end();
        }
        let argument = match name {
            "!" | "copy" => self.cursor.take_while(|next| next != '\n'),
            // The next backslash starts the next command.
            _ => self.cursor.take_while(|next| next != '\n' && next != '\\'),
        };
        self.client(name, argument);
        if name.starts_with('g') {
            self.end();
        }
    }

    /// INVARIANT: a client's command does not start a statement, so that the next one is still seen as a first word.
    fn client(&mut self, name: &'a str, argument: &'a str) {
        let at_start = self.is_start();
        self.tokens.push(Token::Client(name, argument.trim()));
        if at_start {
            self.statement = self.tokens.len();
        }
    }
}

fn is_word(next: char) -> bool {
    next.is_alphanumeric() || next == '_' || next == '@'
}

fn is_word_of(statement: &[Token], first: &str) -> bool {
    statement.first().is_some_and(|token| token.is_word(first))
}

fn has_word(statement: &[Token], word: &str) -> bool {
    statement.iter().any(|token| token.is_word(word))
}

/// What hexadecimal digits spell.
fn from_hex(digits: &str) -> String {
    let digits: Vec<u8> = digits
        .chars()
        .filter_map(|digit| digit.to_digit(16))
        .filter_map(|digit| u8::try_from(digit).ok())
        .collect();
    let pair = |pair: &[u8]| pair.iter().fold(0_u8, |sum, digit| sum.wrapping_mul(16).wrapping_add(*digit));
    digits.chunks(2).map(|chunk| char::from(pair(chunk))).collect()
}
