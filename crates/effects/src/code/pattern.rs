//! Slashes and what stands between them: where a regular expression begins, and the code that runs inside of one.

use std::rc::Rc;

use super::lexer::Lexer;
use super::literal::is_operand;
use super::syntax::{Adjacent, Calls, Quoting, Slashes};
use super::token::{Bracket, Code, Edit, Gap, Kind, Part, Token};

/// Words that an operand follows, in whichever language they are words.
const BEFORE_OPERANDS: &[&str] = &[
    "return",
    "typeof",
    "throw",
    "void",
    "delete",
    "new",
    "case",
    "when",
    "in",
    "instanceof",
    "if",
    "unless",
    "while",
    "until",
    "else",
    "elsif",
    "do",
    "then",
    "and",
    "or",
    "not",
];

/// Words of awk that what is printed follows; elsewhere they are names like others.
const BEFORE_PRINTED: &[&str] = &["print", "printf", "exit"];

/// Functions of Perl whose first argument is a pattern.
const TAKING_PATTERNS: &[&str] = &["split", "grep", "map", "join", "push", "print", "say", "die"];

/// Words whose condition stands between brackets: what follows it is a statement.
const CONDITIONS: &[&str] = &["if", "while", "for", "with", "unless", "until", "elsif", "foreach"];

/// Words that a block follows, and behind that a statement.
const BEFORE_BLOCKS: &[&str] = &["else", "try", "finally"];

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
        match &previous.kind {
            Kind::Name(name) => self.slash_behind_name(name, earlier.last(), gap),
            Kind::Group(Bracket::Round, _) => {
                let asks = self.syntax.calls == Calls::Parenthesised && is_named(earlier.last(), CONDITIONS);
                if asks { Slash::Opens } else { Slash::Divides }
            }
            Kind::Group(Bracket::Curly, _) => self.slash_behind_brace(previous.gap, earlier),
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

    fn slash_behind_name(&self, name: &str, earlier: Option<&Token>, gap: Gap) -> Slash {
        let calls = self.syntax.calls;
        let is_member = earlier.is_some_and(|token| [".", "?.", "->"].iter().any(|sign| token.is_sign(sign)));
        // `split /,/`, but not `a / b`.
        let is_apart = gap == Gap::None || self.peek_after(1).is_none_or(char::is_whitespace);
        if is_member && calls != Calls::BareMembers {
            Slash::Divides
        } else if BEFORE_OPERANDS.contains(&name) || (self.is_awk() && BEFORE_PRINTED.contains(&name)) {
            Slash::Opens
        } else if self.syntax.operators.contains(&name) || matches!(name, "await" | "yield") {
            // `of` and `end` may stand behind an operand, or be one.
            Slash::Either
        } else if calls == Calls::Parenthesised || is_apart {
            Slash::Divides
        } else if calls == Calls::Bare && TAKING_PATTERNS.contains(&name) {
            Slash::Opens
        } else {
            Slash::Either
        }
    }

    /// Braces hold a table, which may be divided, or a block, behind which a statement begins.
    fn slash_behind_brace(&self, gap: Gap, earlier: &[Token]) -> Slash {
        // Awk has no tables that could be written so.
        if self.is_awk() {
            return Slash::Opens;
        }
        let Some((opened_by, before)) = earlier.split_last() else { return Slash::Either };
        match &opened_by.kind {
            // `$table{key} / 2`
            Kind::Variable(..) | Kind::Group(..) | Kind::Sign("->")
                if self.syntax.quoting == Quoting::Words && gap == Gap::None =>
            {
                Slash::Divides
            }
            Kind::Sign(";") => Slash::Opens,
            Kind::Sign("=" | "," | "?" | "+" | "-" | "*" | "||" | "&&" | "??") => Slash::Divides,
            Kind::Name(name) if BEFORE_BLOCKS.contains(&&**name) => Slash::Opens,
            Kind::Group(Bracket::Round, _) if is_named(before.last(), CONDITIONS) => Slash::Opens,
            _ => Slash::Either,
        }
    }

    fn is_awk(&self) -> bool {
        self.syntax.adjacent == Adjacent::Everything
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

fn is_named(token: Option<&Token>, names: &[&str]) -> bool {
    token.and_then(Token::name).is_some_and(|name| names.contains(&&**name))
}
