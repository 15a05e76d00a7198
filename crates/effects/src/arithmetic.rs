//! Arithmetic on known numbers, and the commands that hide in it.

use hookward_shell::{Span, Word};

use crate::state::State;
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;

/// Expressions nest this deep, and no deeper.
const MAX_DEPTH: usize = 32;

impl Walk<'_> {
    /// The value of `$((text))`.
    pub(crate) fn arithmetic(&mut self, text: &str, words: &[Word], span: Span, state: &mut State) -> Value {
        self.arithmetic_words(words, span, state);
        // A name stands for what it holds, and that is evaluated in turn.
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        for name in text
            .split(|letter| !is_name(letter))
            .filter(|name| name.starts_with(|letter: char| !letter.is_ascii_digit()))
            .take(16)
        {
            if let Some(held) = state.variable(name) {
                self.evaluated(&held, span, state);
            }
        }
        let mut rest = Expression { text: text.as_bytes(), at: 0, depth: 0, state };
        match rest.comparison() {
            Some(number) if rest.is_at_end() => Value::Known(number.to_string()),
            // Whatever it is, it is a number.
            _ => Value::of(vec![Piece::Filled(Hole::new("$((…))"))]),
        }
    }

    /// What stands in an expression is expanded, and what a variable in it holds is evaluated again.
    pub(crate) fn arithmetic_words(&mut self, words: &[Word], span: Span, state: &mut State) {
        for word in words {
            let value = self.value(word, state);
            self.evaluated(&value, span, state);
            for name in value.texts() {
                if let Some(held) = state.variable(name.trim()) {
                    self.evaluated(&held, span, state);
                }
            }
        }
    }
}

struct Expression<'t, 's, 'w> {
    text: &'t [u8],
    at: usize,
    depth: usize,
    state: &'s State<'w>,
}

impl Expression<'_, '_, '_> {
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    fn takes(&mut self, operator: &[u8]) -> bool {
        self.peek();
        let found = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(operator));
        self.at += if found { operator.len() } else { 0 };
        found
    }

    fn comparison(&mut self) -> Option<i64> {
        let left = self.sum()?;
        for (operator, holds) in [
            (&b"<="[..], i64::le as fn(&i64, &i64) -> bool),
            (b">=", i64::ge),
            (b"==", i64::eq),
            (b"!=", i64::ne),
            (b"<", i64::lt),
            (b">", i64::gt),
        ] {
            if self.takes(operator) {
                return Some(i64::from(holds(&left, &self.sum()?)));
            }
        }
        Some(left)
    }

    fn sum(&mut self) -> Option<i64> {
        let mut left = self.product()?;
        loop {
            if self.takes(b"+") {
                left = left.checked_add(self.product()?)?;
            } else if self.takes(b"-") {
                left = left.checked_sub(self.product()?)?;
            } else {
                return Some(left);
            }
        }
    }

    fn product(&mut self) -> Option<i64> {
        let mut left = self.unit()?;
        loop {
            if self.takes(b"*") {
                left = left.checked_mul(self.unit()?)?;
            } else if self.takes(b"/") {
                left = left.checked_div(self.unit()?)?;
            } else if self.takes(b"%") {
                left = left.checked_rem(self.unit()?)?;
            } else {
                return Some(left);
            }
        }
    }

    fn unit(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = match self.peek()? {
            b'(' => {
                self.at += 1;
                let inner = self.comparison()?;
                self.takes(b")").then_some(inner)
            }
            b'-' => {
                self.at += 1;
                self.unit()?.checked_neg()
            }
            b'0'..=b'9' => self.number(),
            b'$' | b'_' | b'a'..=b'z' | b'A'..=b'Z' => self.variable(),
            _ => None,
        };
        self.depth -= 1;
        value
    }

    fn word(&mut self) -> Option<&str> {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
            self.at += 1;
        }
        std::str::from_utf8(self.text.get(start..self.at)?).ok()
    }

    fn number(&mut self) -> Option<i64> {
        let word = self.word()?;
        match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
            Some(hex) => i64::from_str_radix(hex, 16).ok(),
            None if word.len() > 1 && word.starts_with('0') => i64::from_str_radix(word, 8).ok(),
            None => word.parse().ok(),
        }
    }

    fn variable(&mut self) -> Option<i64> {
        let dollar = self.takes(b"$");
        let braced = dollar && self.takes(b"{");
        let name = self.word()?.to_owned();
        if braced && !self.takes(b"}") {
            return None;
        }
        // An assignment or an increment changes it: then nobody knows.
        match self.state.variable(&name)?.known()? {
            "" => Some(0),
            text => text.trim().parse().ok(),
        }
    }
}
