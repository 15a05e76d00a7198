//! Expressions of a justfile, as far as its text tells their values.

use std::collections::HashMap;

use super::UNKNOWN;
use crate::cursor::Cursor;

/// Longer values are not followed: a variable may hold another one twice, and so on.
const MAX_VALUE: usize = 8 * 1024;

/// What names stand for, and what was run to find out.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) variables: HashMap<String, String>,
    /// Variables that the command line sets.
    pub(super) fixed: HashMap<String, String>,
    /// Of the recipe that is being run.
    pub(super) parameters: HashMap<String, String>,
    /// Commands in backquotes.
    pub(super) shell: Vec<String>,
}

impl Scope {
    /// The value of an expression: strings, names and commands, put together with `+` and `/`.
    pub(super) fn value(&mut self, expression: &str) -> String {
        let mut cursor = Cursor::new(expression);
        let mut value = String::new();
        let mut is_plain = true;
        loop {
            cursor.take_while(char::is_whitespace);
            let Some(next) = cursor.peek() else { break };
            match next {
                '\'' | '"' | '`' => {
                    let text = quoted(&mut cursor, next);
                    if next == '`' {
                        self.shell.push(text);
                        value.push_str(UNKNOWN);
                    } else {
                        value.push_str(&text);
                    }
                }
                '+' => {
                    cursor.bump();
                }
                '/' => {
                    cursor.bump();
                    value.push('/');
                }
                '#' => break,
                _ if next.is_alphanumeric() || next == '_' => {
                    let name = cursor.take_while(|next| next.is_alphanumeric() || matches!(next, '_' | '-'));
                    if cursor.peek() == Some('(') || matches!(name, "if" | "else") {
                        is_plain = false;
                    } else {
                        value.push_str(self.named(name));
                    }
                }
                _ => {
                    // A function or a condition: only what is run in it matters.
                    is_plain = false;
                    cursor.bump();
                }
            }
        }
        if is_plain && value.len() <= MAX_VALUE { value } else { UNKNOWN.to_owned() }
    }

    fn named(&self, name: &str) -> &str {
        [&self.parameters, &self.fixed, &self.variables]
            .iter()
            .find_map(|names| names.get(name))
            .map_or(UNKNOWN, String::as_str)
    }

    /// A line with the values of what stands in `{{…}}`.
    pub(super) fn interpolate(&mut self, line: &str) -> String {
        let mut text = String::with_capacity(line.len());
        let mut cursor = Cursor::new(line);
        while let Some(next) = cursor.peek() {
            if cursor.eat("{{{{") {
                text.push_str("{{");
            } else if cursor.eat("{{") {
                let Some(expression) = cursor.take_until("}}") else {
                    text.push_str(cursor.take_while(|_| true));
                    break;
                };
                let value = self.value(expression);
                text.push_str(&value);
            } else {
                text.push(next);
                cursor.bump();
            }
        }
        text
    }
}

/// What stands in quotes, one or three of them; the cursor is at the first.
fn quoted(cursor: &mut Cursor, quote: char) -> String {
    let three = String::from_iter([quote; 3]);
    let mark = if cursor.eat(&three) {
        three
    } else {
        cursor.bump();
        quote.to_string()
    };
    if quote != '"' {
        return cursor.take_until(&mark).unwrap_or_else(|| cursor.take_while(|_| true)).to_owned();
    }
    let mut text = String::new();
    while !cursor.eat(&mark) {
        match cursor.bump() {
            Some('\\') => match cursor.bump() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('\n') | None => {}
                Some(other) => text.push(other),
            },
            Some(next) => text.push(next),
            None => break,
        }
    }
    text
}
