//! Slashes and what stands between them: where a regular expression begins, and the code that runs inside of one.

use std::rc::Rc;

use super::lexer::Lexer;
use super::literal::is_operand;
use super::syntax::{Calls, Quoting, Slashes};
use super::token::{Bracket, Code, Edit, Gap, Kind, Part, Token};

/// Words that an operand follows, where names are called with brackets: behind other names a slash divides.
const BEFORE_OPERANDS: &[&str] = &[
    "print", "printf", "return", "throw", "void", "delete", "await", "yield", "do", "new", "default", "exit",
];

/// Words whose condition stands between brackets: what follows it is a statement.
const CONDITIONS: &[&str] = &["if", "while", "for", "with"];

/// What a slash does.
enum Slash {
    Divides,
    Opens,
    /// Nobody can tell without knowing what the names before it are.
    Either,
}

impl Lexer<'_> {
    /// A regular expression, if one begins here.
    pub(super) fn regex(&mut self, before: &[Token], gap: Gap) -> Option<Kind> {
        if self.syntax.slashes == Slashes::Division || self.at < self.no_regex_before {
            return None;
        }
        let slash = self.slash(before, gap);
        if matches!(slash, Slash::Divides) {
            return None;
        }
        let Some(length) = self.regex_length() else {
            self.no_regex_before = self.at + self.rest().find('\n').unwrap_or(self.rest().len());
            return None;
        };
        if matches!(slash, Slash::Either) {
            self.met_open_slash = true;
            if self.open_slashes == Slashes::Division {
                return None;
            }
        }
        let body = self.rest().get(1..length).unwrap_or_default();
        self.at += length + 1;
        let flags = |flag: char| !flag.is_ascii_alphabetic();
        self.at += self.rest().find(flags).unwrap_or(self.rest().len());
        Some(Kind::Regex(self.code_in(body).into()))
    }

    fn slash(&self, before: &[Token], gap: Gap) -> Slash {
        let Some((previous, earlier)) = before.split_last() else { return Slash::Opens };
        let calls = self.syntax.calls;
        match &previous.kind {
            Kind::Name(name) if self.syntax.operators.contains(&&**name) => Slash::Opens,
            Kind::Name(name) if calls == Calls::Parenthesised => {
                if BEFORE_OPERANDS.contains(&&**name) {
                    Slash::Opens
                } else {
                    Slash::Divides
                }
            }
            // `split /,/`, but not `a / b`.
            Kind::Name(_) if gap == Gap::None || self.peek_after(1).is_none_or(char::is_whitespace) => {
                Slash::Divides
            }
            // What has a small name in Perl is a function: its variables have sigils.
            Kind::Name(name) if calls == Calls::Bare && name.starts_with(char::is_lowercase) => Slash::Opens,
            Kind::Name(_) => Slash::Either,
            Kind::Group(Bracket::Round, _) => {
                let asks =
                    earlier.last().and_then(Token::name).is_some_and(|name| CONDITIONS.contains(&&**name));
                if asks && calls == Calls::Parenthesised { Slash::Opens } else { Slash::Divides }
            }
            Kind::Group(Bracket::Curly, _) => match self.syntax.quoting {
                // `$table{key} / 2`
                Quoting::Words if previous.gap == Gap::None && earlier.last().is_some_and(has_elements) => {
                    Slash::Divides
                }
                // Awk knows no table that could be divided.
                Quoting::Plain if self.syntax.name_characters.is_empty() => Slash::Opens,
                Quoting::Words | Quoting::Plain | Quoting::Percent | Quoting::Prefixes => Slash::Either,
            },
            // `i++ / 2`
            Kind::Sign("++" | "--")
                if previous.gap != Gap::Line && earlier.last().is_some_and(is_operand) =>
            {
                Slash::Divides
            }
            Kind::Sign(_) | Kind::TooDeep => Slash::Opens,
            Kind::Group(Bracket::Square, _)
            | Kind::Variable(..)
            | Kind::Number(_)
            | Kind::Text(_)
            | Kind::Shell(_)
            | Kind::Words(_)
            | Kind::Regex(_)
            | Kind::Edit(..)
            | Kind::Diamond(_) => Slash::Divides,
        }
    }

    /// Where on this line the regular expression ends that may begin here.
    fn regex_length(&self) -> Option<usize> {
        let mut in_class = false;
        let mut escaped = false;
        for (offset, character) in self.rest().char_indices().skip(1) {
            match character {
                '\n' => return None,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => return Some(offset),
                _ => {}
            }
        }
        None
    }

    /// The code in a pattern that was read as a string.
    pub(super) fn code_in_pattern(&mut self, pattern: &Kind) -> Vec<Code> {
        let Kind::Text(parts) = pattern else { return Vec::new() };
        let mut found = Vec::new();
        for part in parts.iter() {
            match part {
                Part::Text(text) => found.extend(self.code_in(text)),
                Part::Code(code) => found.push(code.clone()),
            }
        }
        found
    }

    /// What a replacement does. Evaluated, it is code; evaluated once more, it is code that gives code.
    pub(super) fn replaced(&mut self, from: &[Part], to: &[Part], evaluated: usize) -> (Edit, Vec<Code>) {
        let from = match from {
            [Part::Text(from)] => Some(Rc::clone(from)),
            _ => None,
        };
        let to: Rc<str> = match to {
            [] => "".into(),
            [Part::Text(to)] => Rc::clone(to),
            _ => return (Edit::Other, Vec::new()),
        };
        if evaluated == 0 {
            let inside = self.code_in(&to);
            return (from.map_or(Edit::Other, |from| Edit::Replace(from, to)), inside);
        }
        let mut code = self.code_of(&to);
        for _ in 1..evaluated.min(3) {
            let token = |kind| Token { kind, gap: Gap::None, column: 0 };
            let call = [token(Kind::Name("eval".into())), token(Kind::Group(Bracket::Round, code))];
            code = Code::new(call.into());
        }
        (Edit::Other, vec![code])
    }

    /// The code in a regular expression, or in what replaces what it finds.
    fn code_in(&mut self, text: &str) -> Vec<Code> {
        let opens: &[&str] = match self.syntax.quoting {
            Quoting::Words => &["(?{", "(??{", "@{", "${"],
            Quoting::Percent => &["#{"],
            Quoting::Plain | Quoting::Prefixes => &[],
        };
        let mut found = Vec::new();
        if !opens.iter().any(|open| text.contains(open)) {
            return found;
        }
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            match opens.iter().find(|open| rest.starts_with(**open)) {
                Some(open) => {
                    let (code, length) = self.code_before(rest.get(open.len()..).unwrap_or_default());
                    found.push(code);
                    at += open.len() + length;
                }
                None => at += rest.chars().next().map_or(1, char::len_utf8),
            }
        }
        found
    }

    fn code_of(&mut self, text: &str) -> Code {
        let mut inner = self.inner(text);
        let tokens = inner.inside(None);
        self.met_open_slash |= inner.met_open_slash;
        Code::new(tokens)
    }

    /// The code up to a closing brace, and how long it is.
    fn code_before(&mut self, text: &str) -> (Code, usize) {
        let mut inner = self.inner(text);
        let tokens = inner.inside(Some(Bracket::Curly));
        self.met_open_slash |= inner.met_open_slash;
        (Code::new(tokens), inner.at)
    }

    fn inner<'i>(&self, text: &'i str) -> Lexer<'i> {
        let mut inner = Lexer::new(text, self.syntax);
        inner.nested = self.nested;
        inner.open_slashes = self.open_slashes;
        inner
    }
}

/// Whether braces right behind it hold the name of an element.
fn has_elements(token: &Token) -> bool {
    match &token.kind {
        Kind::Variable(..) | Kind::Group(..) | Kind::Sign("->") => true,
        Kind::Name(_)
        | Kind::Sign(_)
        | Kind::Number(_)
        | Kind::Text(_)
        | Kind::Shell(_)
        | Kind::Words(_)
        | Kind::Regex(_)
        | Kind::Edit(..)
        | Kind::Diamond(_)
        | Kind::TooDeep => false,
    }
}
