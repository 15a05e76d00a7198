//! Literals that only some languages have: here-documents, quote words, sigils, angle brackets.

use std::rc::Rc;

use super::lexer::{Lexer, string_kind};
use super::quote::Form;
use super::syntax::{Escapes, Holes, Quoting, Span, Use};
use super::token::{Bracket, Edit, Gap, Kind, Part, Token};

/// The longest word between angle brackets.
const MAX_DIAMOND: usize = 64;

impl Lexer<'_> {
    /// A here-document, if one is announced here; its body is stepped over at the end of the line.
    pub(super) fn heredoc(&mut self, previous: Option<&Token>) -> Option<Kind> {
        let open = self.syntax.heredoc.filter(|open| self.rest().starts_with(open))?;
        let shifts = previous.is_some_and(|token| {
            matches!(token.kind, Kind::Variable(..) | Kind::Number(_) | Kind::Group(..) | Kind::Text(_))
        });
        let after = self.rest().get(open.len()..)?.trim_start_matches(['~', '-', ' ']);
        let spaced = self.peek_after(open.len()) == Some(' ') && open == "<<";
        let quote = after.chars().next().filter(|character| matches!(character, '\'' | '"'));
        let word = quote.map_or(after, |_| after.get(1..).unwrap_or_default());
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
        let length = word.find(|character| !is_word(character)).unwrap_or(word.len());
        let word = word.get(..length).unwrap_or_default();
        let starts = word.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_');
        if shifts || spaced || !starts {
            return None;
        }
        let header = self.text.len() - after.len() + length + quote.map_or(0, |_| 2);
        let body_start = match self.resume {
            Some(resume) => resume,
            None => self.rest().find('\n').map_or(self.text.len(), |line| self.at + line + 1),
        };
        let body = self.text.get(body_start..).unwrap_or_default();
        let mut end = body.len();
        let mut next = body.len();
        let mut offset = 0;
        for line in body.split_inclusive('\n') {
            let rest = line.trim().strip_prefix(word);
            if rest.is_some_and(|rest| !rest.starts_with(is_word)) {
                end = offset;
                // PHP goes on behind the word.
                next =
                    if open == "<<<" { offset + line.find(word)? + word.len() } else { offset + line.len() };
                break;
            }
            offset += line.len();
        }
        let mut inner = Lexer::new(body.get(..end).unwrap_or_default(), self.syntax);
        inner.nested = self.nested;
        inner.open_slashes = self.open_slashes;
        let escapes = if quote == Some('\'') { Escapes::Raw } else { Escapes::All };
        let holes = match (quote, self.syntax.quoting) {
            (Some('\''), _) => Holes::None,
            (_, Quoting::Percent) => Holes::HashBrace,
            (_, Quoting::Plain | Quoting::Prefixes | Quoting::Words) => Holes::Sigils,
        };
        let form = Form { opens_again: None, close: "", escapes, holes, span: Span::Lines };
        let parts = inner.string(&form);
        self.met_open_slash |= inner.met_open_slash;
        self.resume = Some(body_start + next);
        self.at = header.min(self.text.len());
        Some(Kind::Text(parts))
    }

    /// A variable, if one begins here.
    pub(super) fn sigil(&mut self, character: char, previous: Option<&Token>, gap: Gap) -> Option<Kind> {
        if !self.syntax.sigils.contains(&character) {
            return None;
        }
        let next = self.peek_after(1)?;
        let is_perl = self.syntax.quoting == Quoting::Words;
        let operates = matches!(character, '%' | '&') && previous.is_some_and(is_operand);
        if operates && !is_bare_name(previous, gap) {
            return None;
        }
        if self.starts_name(next) || (character == '$' && next.is_ascii_digit()) {
            self.at += 1;
            let name = self.qualified_name();
            return Some(Kind::Variable(character, name));
        }
        match (character, next) {
            // A reference that is followed: what it leads to is kept in the same variable.
            ('$' | '@' | '%', '$') | ('@', '@') => {
                let more = self.rest().get(1..)?;
                self.at += more.len() - more.trim_start_matches(next).len();
                self.sigil(next, previous, gap)
            }
            ('$', '#') if is_perl => {
                self.at += 2;
                if self.peek() != Some('{') {
                    self.qualified_name();
                }
                Some(Kind::Number(None))
            }
            ('$', '{') if is_perl => {
                let inner = self.rest().get(2..)?;
                let (name, _) = inner.get(..inner.len().min(64)).unwrap_or_default().split_once('}')?;
                let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
                if !plain {
                    return None;
                }
                self.at += name.len() + 3;
                Some(Kind::Variable('$', name.into()))
            }
            ('$', mark) if is_perl && mark.is_ascii_punctuation() && mark != '{' => {
                self.at += 2;
                Some(Kind::Variable('$', mark.to_string().into()))
            }
            ('$', '!' | '~' | '?' | '&' | ':') => {
                self.at += 2;
                Some(Kind::Variable('$', next.to_string().into()))
            }
            _ => None,
        }
    }

    /// A literal that a word opens: `rb'…'`, `qq{…}`, `s/…/…/`.
    pub(super) fn quoted_by_word(&mut self, word: &str, previous: Option<&Token>) -> Option<Kind> {
        match self.syntax.quoting {
            Quoting::Prefixes => self.prefixed(word),
            Quoting::Words => self.quote_operator(word, previous),
            Quoting::Plain | Quoting::Percent => None,
        }
    }

    fn prefixed(&mut self, word: &str) -> Option<Kind> {
        let is_prefix = word.len() <= 2 && word.chars().all(|letter| "rbuftRBUFT".contains(letter));
        let rest = self.rest();
        let quote = self.syntax.quotes.iter().filter(|_| is_prefix).find(|q| rest.starts_with(q.open))?;
        self.at += quote.open.len();
        let mut form = quote.form();
        if word.contains(['r', 'R']) {
            form.escapes = Escapes::Raw;
        }
        if word.contains(['f', 'F', 't', 'T']) {
            form.holes = Holes::Brace;
        }
        Some(Kind::Text(self.string(&form)))
    }

    fn quote_operator(&mut self, word: &str, previous: Option<&Token>) -> Option<Kind> {
        let pieces = match word {
            "q" | "qq" | "qw" | "qx" | "m" | "qr" => 1,
            "s" | "tr" | "y" => 2,
            _ => return None,
        };
        // Behind a minus it is a test of a file: `-s $file`.
        let is_member = previous.is_some_and(|token| token.is_sign("->") || token.is_sign("-"));
        let spaces = self.rest().len() - self.rest().trim_start().len();
        let delimiter = self.peek_after(spaces)?;
        let rest = self.rest().get(spaces..).unwrap_or_default();
        let is_name = delimiter.is_alphanumeric() || delimiter == '_';
        let ends = matches!(delimiter, ',' | ';' | ')' | '}') || rest.starts_with("=>");
        let is_spaced_sign = spaces > 0 && matches!(delimiter, '#' | '=');
        if is_member || is_name || ends || is_spaced_sign {
            return None;
        }
        self.at += spaces;
        let holes =
            if matches!(word, "qq" | "qx") && delimiter != '\'' { Holes::Sigils } else { Holes::None };
        let escapes = if holes == Holes::Sigils { Escapes::All } else { Escapes::Quote };
        let kind = self.delimited(escapes, holes)?;
        let mut replacement = None;
        if pieces == 2 {
            // With brackets the second piece has its own.
            if Bracket::opened_by(delimiter).is_some() || delimiter == '<' {
                self.at += self.rest().len() - self.rest().trim_start().len();
                replacement = self.delimited(Escapes::Quote, Holes::None);
            } else {
                let mut buffer = [0; 4];
                let close = &*delimiter.encode_utf8(&mut buffer);
                let form = Form { opens_again: None, close, escapes, holes, span: Span::Lines };
                replacement = Some(Kind::Text(self.string(&form)));
            }
        }
        Some(match (word, kind) {
            ("qw", Kind::Text(parts)) => words(&parts),
            ("qx", Kind::Text(parts)) => string_kind(Use::Shell, parts),
            ("q" | "qq", kind) => kind,
            (_, kind) => {
                let rest = self.rest();
                let length = rest.find(|flag: char| !flag.is_ascii_alphabetic()).unwrap_or(rest.len());
                self.at += length;
                let mut inside = self.code_in_pattern(&kind);
                match (word, kind, replacement) {
                    ("s", Kind::Text(from), Some(Kind::Text(to))) => {
                        let evaluated = rest.get(..length).unwrap_or_default().matches('e').count();
                        let (edit, more) = self.replaced(&from, &to, evaluated);
                        inside.extend(more);
                        Kind::Edit(edit, inside.into())
                    }
                    (_, _, Some(_)) => Kind::Edit(Edit::Other, Rc::new([])),
                    _ => Kind::Regex(inside.into()),
                }
            }
        })
    }

    /// A string between the delimiters that the next character opens.
    fn delimited(&mut self, escapes: Escapes, holes: Holes) -> Option<Kind> {
        let open = self.peek()?;
        self.bump(open);
        let close = match open {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            '<' => '>',
            other => other,
        };
        let mut buffer = [0; 4];
        let close_text = &*close.encode_utf8(&mut buffer);
        let opens_again = (open != close).then_some(open);
        let form = Form { opens_again, close: close_text, escapes, holes, span: Span::Lines };
        Some(Kind::Text(self.string(&form)))
    }

    /// What only some languages read in a sign.
    pub(super) fn special(&mut self, character: char, before: &[Token], gap: Gap) -> Option<Kind> {
        let previous = before.last();
        let after_operand = previous.is_some_and(is_operand);
        match (character, self.syntax.quoting) {
            ('/', _) => self.regex(before, gap),
            ('<', Quoting::Words) if !after_operand || is_bare_name(previous, gap) => self.diamond(),
            ('%', Quoting::Percent) if !after_operand || is_bare_name(previous, gap) => self.percent(),
            (':', Quoting::Percent) => {
                let next = self.peek_after(1)?;
                let names = self.starts_name(next) && !(after_operand && gap == Gap::None);
                if !names {
                    return None;
                }
                self.at += 1;
                let name = self.name();
                Some(Kind::Text([Part::Text(name)].into()))
            }
            _ => None,
        }
    }

    /// `<STDIN>`, `<$file>`, `<*.c>`.
    fn diamond(&mut self) -> Option<Kind> {
        let inner = self.rest().get(1..)?;
        if let Some(words) = self.words_in_angles(inner) {
            return Some(words);
        }
        let length = inner.char_indices().take(MAX_DIAMOND).find_map(|(offset, character)| match character {
            '>' => Some(Ok(offset)),
            ' ' | '\n' | ';' | '<' | '=' => Some(Err(())),
            _ => None,
        });
        let Some(Ok(length)) = length else { return None };
        let name: Rc<str> = inner.get(..length)?.into();
        self.at += length + 2;
        Some(Kind::Diamond(name))
    }

    /// `<rm -rf x>`: in Raku a list of words.
    fn words_in_angles(&mut self, inner: &str) -> Option<Kind> {
        let (list, _) = inner.get(..inner.len().min(MAX_DIAMOND)).unwrap_or(inner).split_once('>')?;
        let is_plain = |letter: char| letter.is_alphanumeric() || " -_./~".contains(letter);
        let is_list =
            list.contains(' ') && list.starts_with(char::is_alphanumeric) && list.chars().all(is_plain);
        is_list.then(|| {
            self.at += list.len() + 2;
            Kind::Words(list.split_whitespace().map(Rc::from).collect())
        })
    }

    /// `%q(…)`, `%w[…]`, `%x{…}`, `%(…)`.
    fn percent(&mut self) -> Option<Kind> {
        let letter = self.peek_after(1)?;
        let (letter, skip) = if letter.is_ascii_alphabetic() { (letter, 2) } else { ('Q', 1) };
        let open = self.peek_after(skip)?;
        if !open.is_ascii_punctuation() || open == '=' || !"qQwWiIxrs".contains(letter) {
            return None;
        }
        self.at += skip;
        let holes = if "QWxr".contains(letter) { Holes::HashBrace } else { Holes::None };
        let escapes = if holes == Holes::HashBrace { Escapes::All } else { Escapes::Quote };
        match (letter, self.delimited(escapes, holes)?) {
            ('w' | 'W' | 'i' | 'I', Kind::Text(parts)) => Some(words(&parts)),
            ('x', Kind::Text(parts)) => Some(string_kind(Use::Shell, parts)),
            ('r', kind) => Some(Kind::Regex(self.code_in_pattern(&kind).into())),
            (_, kind) => Some(kind),
        }
    }
}

fn words(parts: &[Part]) -> Kind {
    let text: String = parts
        .iter()
        .map(|part| match part {
            Part::Text(text) => &**text,
            Part::Code(_) => "?",
        })
        .collect();
    Kind::Words(text.split_whitespace().map(Rc::from).collect())
}

/// Whether a token ends an operand, so that a sign behind it is an operator.
pub(super) fn is_operand(token: &Token) -> bool {
    match &token.kind {
        Kind::Sign(_) | Kind::TooDeep => false,
        Kind::Name(_)
        | Kind::Variable(..)
        | Kind::Number(_)
        | Kind::Text(_)
        | Kind::Shell(_)
        | Kind::Words(_)
        | Kind::Regex(_)
        | Kind::Edit(..)
        | Kind::Diamond(_)
        | Kind::Group(..) => true,
    }
}

/// Whether a name stands before a blank, so that it may be a function whose argument follows.
fn is_bare_name(previous: Option<&Token>, gap: Gap) -> bool {
    gap != Gap::None && previous.is_some_and(|token| token.name().is_some())
}
