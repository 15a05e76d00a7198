//! Arithmetic on known numbers, what it assigns, and the commands that hide in it.

use hookward_shell::{Span, Word};

use crate::state::State;
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;

/// Expressions nest this deep, and no deeper.
const MAX_DEPTH: usize = 32;

/// Operators with two operands, those that bind least first. Of two with the same start the longer one comes first.
const BINARY: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Operators that assign. None of them begins a longer one.
const ASSIGNMENT: &[&str] = &["<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "="];

impl Walk<'_> {
    /// The value of `$((text))`.
    pub(crate) fn arithmetic(&mut self, text: &str, words: &[Word], span: Span, state: &mut State) -> Value {
        self.arithmetic_words(words, span, state);
        self.arithmetic_names(text, span, state);
        match calculate(text, state) {
            Some(number) => Value::Known(number.to_string()),
            // Whatever it is, it is a number.
            None => Value::of(vec![Piece::Filled(Hole::new("$((…))"))]),
        }
    }

    /// A name in an expression stands for what it holds, and that is evaluated in turn.
    pub(crate) fn arithmetic_names(&mut self, text: &str, span: Span, state: &mut State) {
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

/// The number that an expression stands for. What it assigns is assigned; if nobody knows what that is, forgotten.
pub(crate) fn calculate(text: &str, state: &mut State) -> Option<i64> {
    let mut expression = Expression { text, at: 0, depth: 0, state, assigned: Vec::new(), skipped: 0 };
    let number = expression.list().filter(|_| expression.rest().trim().is_empty());
    let assigned = std::mem::take(&mut expression.assigned);
    match number {
        Some(_) => {
            for (name, number) in assigned {
                state.assign(&name, Value::Known(number.to_string()));
            }
        }
        None => forget_assigned(text, state),
    }
    number
}

/// Whatever an expression assigns is not known any more.
pub(crate) fn forget_assigned(text: &str, state: &mut State) {
    let mut rest = text;
    while let Some(at) = rest.find(is_letter) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|letter| !is_letter_or_digit(letter)).unwrap_or(from.len());
        let (name, after) = from.split_at(end);
        rest = after;
        let before = before.trim_end();
        let mut behind = after.trim_start();
        // `a[…] = 1`
        if let Some((_, subscripted)) = behind.strip_prefix('[').and_then(|behind| behind.split_once(']')) {
            behind = subscripted.trim_start();
        }
        let stepped = [
            before.ends_with("++"),
            before.ends_with("--"),
            behind.starts_with("++"),
            behind.starts_with("--"),
        ];
        let assigned =
            !behind.starts_with("==") && ASSIGNMENT.iter().any(|operator| behind.starts_with(operator));
        if assigned || stepped.contains(&true) {
            state.forget(name);
        }
    }
}

struct Expression<'t, 's, 'w> {
    text: &'t str,
    at: usize,
    depth: usize,
    state: &'s State<'w>,
    /// What it has assigned so far.
    assigned: Vec<(String, i64)>,
    /// Inside how many operands that are not evaluated we are: `0 && x++`.
    skipped: usize,
}

impl<'t> Expression<'t, '_, '_> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn takes(&mut self, operator: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(operator);
        self.at += if found { operator.len() } else { 0 };
        found
    }

    /// Something that may nest.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.depth += 1;
        let value = if self.depth > MAX_DEPTH { None } else { read(self) };
        self.depth -= 1;
        value
    }

    /// An operand that counts only under a condition.
    fn under<T>(&mut self, condition: bool, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.skipped += usize::from(!condition);
        let value = read(self);
        self.skipped -= usize::from(!condition);
        value
    }

    /// `a, b`
    fn list(&mut self) -> Option<i64> {
        let mut last = self.assignment()?;
        while self.takes(",") {
            last = self.assignment()?;
        }
        Some(last)
    }

    fn assignment(&mut self) -> Option<i64> {
        self.skip_blanks();
        let start = self.at;
        if let Some(name) = self.name() {
            self.skip_blanks();
            let operator = ASSIGNMENT.iter().find(|operator| self.rest().starts_with(**operator));
            if let Some(operator) = operator.filter(|_| !self.rest().starts_with("==")) {
                self.at += operator.len();
                let right = self.deeper(Self::assignment)?;
                let value = match operator.strip_suffix('=') {
                    Some("") | None => right,
                    Some(operator) => {
                        let left = self.variable(name)?;
                        self.binary(operator, left, right)?
                    }
                };
                self.assign(name, value);
                return Some(value);
            }
            self.at = start;
        }
        self.deeper(Self::choice)
    }

    fn assign(&mut self, name: &str, value: i64) {
        if self.skipped == 0 {
            self.assigned.push((name.to_owned(), value));
        }
    }

    /// `a ? b : c`
    fn choice(&mut self) -> Option<i64> {
        let condition = self.operation(0)?;
        if !self.takes("?") {
            return Some(condition);
        }
        let yes = self.under(condition != 0, |inner| inner.deeper(Self::assignment))?;
        if !self.takes(":") {
            return None;
        }
        let no = self.under(condition == 0, |inner| inner.deeper(Self::choice))?;
        Some(if condition != 0 { yes } else { no })
    }

    fn operation(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = BINARY.get(level) else { return self.power() };
        let mut left = self.operation(level + 1)?;
        while let Some(operator) = self.operator(operators) {
            let counts = match operator {
                "||" => left == 0,
                "&&" => left != 0,
                _ => true,
            };
            let right = self.under(counts, |inner| inner.operation(level + 1))?;
            left = self.binary(operator, left, right)?;
        }
        Some(left)
    }

    /// One of some operators, if it is not the start of another one.
    fn operator(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        self.skip_blanks();
        let rest = self.rest();
        let operator = operators.iter().find(|operator| rest.starts_with(**operator))?;
        let next = rest.get(operator.len()..).and_then(|after| after.chars().next());
        let longer = match (*operator, next) {
            ("|", Some('|')) | ("&", Some('&')) | ("<", Some('<')) | (">", Some('>')) | ("*", Some('*')) => {
                true
            }
            ("==" | "!=" | "<=" | ">=" | "<" | ">", _) => false,
            (_, Some('=')) => true,
            _ => false,
        };
        if longer {
            return None;
        }
        self.at += operator.len();
        Some(operator)
    }

    fn binary(&self, operator: &str, left: i64, right: i64) -> Option<i64> {
        let holds = |holds: bool| Some(i64::from(holds));
        match operator {
            "||" => holds(left != 0 || right != 0),
            "&&" => holds(left != 0 && right != 0),
            "|" => Some(left | right),
            "^" => Some(left ^ right),
            "&" => Some(left & right),
            "==" => holds(left == right),
            "!=" => holds(left != right),
            "<=" => holds(left <= right),
            ">=" => holds(left >= right),
            "<" => holds(left < right),
            ">" => holds(left > right),
            "<<" => left.checked_shl(u32::try_from(right).ok()?),
            ">>" => left.checked_shr(u32::try_from(right).ok()?),
            "+" => left.checked_add(right),
            "-" => left.checked_sub(right),
            "*" => left.checked_mul(right),
            // What is not evaluated divides by nothing.
            "/" | "%" if right == 0 && self.skipped > 0 => Some(0),
            "/" => left.checked_div(right),
            "%" => left.checked_rem(right),
            _ => None,
        }
    }

    /// `a ** b`, from the right.
    fn power(&mut self) -> Option<i64> {
        let base = self.unit()?;
        if !self.takes("**") {
            return Some(base);
        }
        let exponent = self.deeper(Self::power)?;
        base.checked_pow(u32::try_from(exponent).ok()?)
    }

    fn unit(&mut self) -> Option<i64> {
        self.skip_blanks();
        for step in ["++", "--"] {
            let rest = self.rest();
            if rest.starts_with(step) && rest.get(2..)?.trim_start().starts_with(is_letter) {
                self.at += 2;
                self.skip_blanks();
                let name = self.name()?;
                let value = self.stepped(name, step)?;
                self.assign(name, value);
                return Some(value);
            }
        }
        match self.rest().chars().next()? {
            '(' => {
                self.at += 1;
                let inner = self.deeper(Self::list)?;
                self.takes(")").then_some(inner)
            }
            '-' => self.after_sign()?.checked_neg(),
            '+' => self.after_sign(),
            '!' => Some(i64::from(self.after_sign()? == 0)),
            '~' => Some(!self.after_sign()?),
            '0'..='9' => self.number(),
            '$' => self.expanded(),
            letter if is_letter(letter) => {
                let name = self.name()?;
                for step in ["++", "--"] {
                    if self.takes(step) {
                        let (value, next) = (self.variable(name)?, self.stepped(name, step)?);
                        self.assign(name, next);
                        return Some(value);
                    }
                }
                self.variable(name)
            }
            _ => None,
        }
    }

    fn after_sign(&mut self) -> Option<i64> {
        self.at += 1;
        self.deeper(Self::unit)
    }

    fn stepped(&self, name: &str, step: &str) -> Option<i64> {
        let value = self.variable(name)?;
        if step == "++" { value.checked_add(1) } else { value.checked_sub(1) }
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let word = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        self.at += word.len();
        word
    }

    fn name(&mut self) -> Option<&'t str> {
        if !self.rest().starts_with(is_letter) {
            return None;
        }
        let name = self.word();
        // An element of an array is not followed.
        if self.rest().starts_with('[') { None } else { Some(name) }
    }

    fn number(&mut self) -> Option<i64> {
        let word = self.word();
        if self.takes("#") {
            let base = word.parse().ok().filter(|base| (2..=36).contains(base))?;
            return i64::from_str_radix(self.word(), base).ok();
        }
        number(word)
    }

    /// `$x`, `${x}`
    fn expanded(&mut self) -> Option<i64> {
        self.at += 1;
        let braced = self.takes("{");
        let name = self.word();
        if braced && !self.takes("}") {
            return None;
        }
        match name.parse::<usize>() {
            Ok(index) => {
                let argument = self.state.arguments.as_ref()?.get(index.checked_sub(1)?)?;
                number(argument.known()?.trim())
            }
            // What is put in may be part of another number, or more than one.
            Err(_) => self.variable(name).filter(|_| !self.rest().starts_with(is_letter_or_digit)),
        }
    }

    fn variable(&self, name: &str) -> Option<i64> {
        if let Some((_, number)) = self.assigned.iter().rev().find(|(assigned, _)| assigned == name) {
            return Some(*number);
        }
        match self.state.variable(name)?.known()?.trim() {
            "" => Some(0),
            text => match text.strip_prefix('-') {
                Some(positive) => number(positive)?.checked_neg(),
                None => number(text),
            },
        }
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic() || letter == '_'
}

fn is_letter_or_digit(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// `10`, `0x1f`, `010`
fn number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None if text.len() > 1 && text.starts_with('0') => i64::from_str_radix(text, 8).ok(),
        None => text.parse().ok(),
    }
}
