//! The word at the current place of a command: reserved, an assignment, or a word of the tree.

use super::assignment::Head;
use super::code::{Code, Nest, Place, TokenKind, Until};
use super::word::Stop;
use super::{Fault, Read, Reader};
use crate::{Gap, MAX_DEPTH, Part, Word};

/// Words that are no command's name where a command can begin.
pub(crate) const RESERVED: [&str; 22] = [
    "if", "then", "else", "elif", "fi", "while", "until", "do", "done", "for", "select", "case", "esac",
    "in", "function", "coproc", "{", "}", "[[", "]]", "((", "))",
];

/// Builtins whose operands are assignments.
const DECLARATIONS: [&str; 5] = ["export", "declare", "local", "readonly", "typeset"];

impl<'a> Reader<'a, '_> {
    /// Reads a word. Whether it is the `}` that ends the code.
    pub(super) fn command_word(&mut self, code: &mut Code, until: Until) -> Read<bool> {
        self.count()?;
        let start = self.at;
        if until == Until::Brace
            && code.place == Place::Start
            && self.peek() == Some(b'}')
            && !code.nest.contains(&Nest::Brace)
        {
            self.at += 1;
            return Ok(true);
        }
        let plain = self.plain_word();
        if let Some(plain) = plain
            && self.is_descriptor(plain, start + plain.len())
        {
            self.at += plain.len();
            self.redirection(code, start, plain.parse().ok())?;
            return Ok(false);
        }
        if let Some(plain) = plain
            && self.reserved(code, plain)?
        {
            return Ok(false);
        }
        if matches!(code.place, Place::Start | Place::CoprocName) && self.looking_at("!(") {
            self.at += 1;
            code.frame.blank(1);
            code.place = Place::Start;
            return Ok(false);
        }
        code.piped = false;
        if code.place == Place::CoprocName
            && let Some(name) = plain
            && self.names_coprocess(start + name.len())
        {
            self.at += name.len();
            code.frame.blank(name.len());
            code.place = Place::Start;
            return Ok(false);
        }
        let head = match code.place {
            Place::Start | Place::Prefix | Place::CoprocName => self.assignment(Stop::Bracket)?,
            Place::Declaration => self.assignment(Stop::TokenBracket)?,
            _ => Head::Other,
        };
        let word = match head {
            Head::Assignment(assignment) => {
                code.token(start, self.at, TokenKind::Assignment(Box::new(assignment)));
                self.refuse_line_end(code, start);
                if code.place != Place::Declaration {
                    code.place = Place::Prefix;
                }
                return Ok(false);
            }
            Head::Word(word) => word,
            Head::Other => self.read_word(plain)?,
        };
        let function = code.place == Place::FunctionName;
        code.place = Self::place_behind(code.place, &word);
        code.token(start, self.at, TokenKind::Word(word));
        if function && !self.has_parentheses() {
            code.frame.insert("()");
        }
        Ok(false)
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
            Some(b'(') => self.opens_group(self.at, end),
            Some(b'<' | b'>') => self.byte(end + 1) == Some(b'('),
            _ => false,
        };
        if goes_on { None } else { Some(self.slice(self.at, end)) }
    }

    pub(super) fn read_word(&mut self, plain: Option<&str>) -> Read<Word> {
        let Some(plain) = plain else { return self.word(Stop::Token) };
        let start = self.at;
        self.at += plain.len();
        let span = self.span(start, self.at);
        Ok(Word { parts: vec![Part::Bare { text: plain.to_owned(), span }], span })
    }

    /// `2` in `2>file`, `{log}` in `{log}>file`.
    fn is_descriptor(&self, plain: &str, end: usize) -> bool {
        if !matches!(self.byte(end), Some(b'<' | b'>')) {
            return false;
        }
        if plain.len() < 10 && plain.bytes().all(|byte| byte.is_ascii_digit()) {
            return true;
        }
        plain.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).is_some_and(|name| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        })
    }

    /// Shows a word to the grammar, if it is reserved here.
    fn reserved(&mut self, code: &mut Code, plain: &str) -> Read<bool> {
        let next = match (code.place, plain) {
            (Place::ForIn | Place::CaseIn, "in") => {
                if code.place == Place::ForIn {
                    Place::Argument
                } else {
                    Place::FirstPattern
                }
            }
            (Place::ForIn, "do") | (Place::FirstPattern, "esac") => Place::Start,
            (Place::Start | Place::CoprocName, "!" | "time") => return Ok(self.drop_status_word(code, plain)),
            (Place::Start | Place::CoprocName, "[[") => {
                let start = self.at;
                let words = self.test()?;
                code.disguise(start, self.at, TokenKind::Test(words));
                self.refuse_line_end(code, start);
                return Ok(true);
            }
            (Place::Start | Place::CoprocName, _) => match plain {
                "if" | "then" | "else" | "elif" | "fi" | "while" | "until" | "do" | "done" | "esac" | "{"
                | "}" => Place::Start,
                "for" | "select" => Place::ForName,
                "function" => Place::FunctionName,
                "case" => Place::CaseWord,
                "coproc" => Place::CoprocName,
                _ => return Ok(false),
            },
            _ => return Ok(false),
        };
        match plain {
            "{" => self.nest(code, Nest::Brace)?,
            "case" => self.nest(code, Nest::Case)?,
            "}" => self.unnest(code, Nest::Brace),
            "esac" => self.unnest(code, Nest::Case),
            "coproc" => {
                // The parser recurses for each without counting.
                code.coprocesses += 1;
                if code.coprocesses > MAX_DEPTH {
                    return Err(Fault { why: Gap::TooDeep, at: self.at });
                }
            }
            _ => {}
        }
        match plain {
            // The parser wants `in` behind `select`, and only some bodies behind `function`; these are the same for us.
            "select" => {
                code.show("for");
                code.frame.blank(3);
            }
            "function" => code.frame.blank(plain.len()),
            _ => code.show(plain),
        }
        code.compound = true;
        code.piped = false;
        code.place = next;
        self.at += plain.len();
        Ok(true)
    }

    fn nest(&mut self, code: &mut Code, nest: Nest) -> Read<()> {
        self.enter()?;
        code.nest.push(nest);
        Ok(())
    }

    fn unnest(&mut self, code: &mut Code, nest: Nest) {
        if code.nest.last() == Some(&nest) {
            code.nest.pop();
            self.guard.leave(1);
        }
    }

    /// `!` and `time`: blanked where a command follows, since they only change the status; else a word. The parser
    /// would take a second `!` for a program, and overflow its stack on many `time`.
    fn drop_status_word(&mut self, code: &mut Code, plain: &str) -> bool {
        if plain == "time" && code.piped {
            return false;
        }
        let mut end = self.skip_blanks(self.at + plain.len());
        if plain == "time" {
            for option in ["-p", "--"] {
                let behind = end + option.len();
                if self.slice(end, behind) == option
                    && self.byte(behind).is_none_or(|byte| byte.is_ascii_whitespace())
                {
                    end = self.skip_blanks(behind);
                }
            }
            // `time -v a`: a program in other shells, an error in bash.
            if self.byte(end) == Some(b'-') {
                return false;
            }
        }
        if matches!(self.byte(end), None | Some(b'\n' | b';' | b'&' | b'|' | b')')) {
            return false;
        }
        code.frame.blank(end - self.at);
        code.compound = true;
        code.place = Place::Start;
        self.at = end;
        true
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

    /// Notes a line that ends in a word while a here-document waits for it: bash takes the body from there.
    fn refuse_line_end(&mut self, code: &Code, start: usize) {
        if !code.pending.is_empty() && self.slice(start, self.at).contains('\n') {
            self.note(Gap::Unsupported("a line end between a here-document and its body"), start, self.at);
        }
    }

    /// Whether `()` follows a function's name.
    fn has_parentheses(&mut self) -> bool {
        let open = self.skip_blanks(self.at);
        if self.byte(open) != Some(b'(') {
            return false;
        }
        let close = self.skip_blanks(open + 1);
        self.byte(close) == Some(b')')
    }

    /// What can follow a word that is not reserved.
    fn place_behind(place: Place, word: &Word) -> Place {
        match place {
            Place::Start | Place::Prefix | Place::CoprocName => {
                if declares(word) {
                    Place::Declaration
                } else {
                    Place::Argument
                }
            }
            Place::Declaration => Place::Declaration,
            Place::ForName => Place::ForIn,
            Place::FunctionName => Place::Start,
            Place::CaseWord => Place::CaseIn,
            Place::FirstPattern | Place::Pattern => Place::Pattern,
            Place::ForIn | Place::CaseIn | Place::Argument => Place::Argument,
        }
    }
}

/// Whether a word is spelled like a reserved word, and nothing in it is quoted.
pub(crate) fn is_reserved(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [Part::Bare { text, .. }] if RESERVED.contains(&text.as_str()))
}

/// Whether a command's name is that of a builtin whose operands are assignments, however it is quoted.
fn declares(name: &Word) -> bool {
    match name.parts.as_slice() {
        [Part::Bare { text, .. }] => DECLARATIONS.contains(&text.as_str()),
        _ => name.literal().is_some_and(|text| DECLARATIONS.contains(&text.as_str())),
    }
}
