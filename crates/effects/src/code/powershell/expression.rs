//! Values in `PowerShell`: texts, variables, groups, and calls of methods.

use super::word::{Word, skip, words};
use super::{Shell, Step};
use crate::code::datum::{Datum, Origin};
use crate::code::decode;
use crate::code::thing::from_network;
use crate::effect::Depth;

impl Shell<'_> {
    /// The value of a word.
    pub(super) fn value(&mut self, word: &Word) -> Datum {
        match word {
            Word::Raw(text) => Datum::known(text.replace("''", "'")),
            Word::Group(text) => self.output(text),
            Word::Block(_) => Datum::unknown(),
            Word::Bare(text) if text.starts_with(['$', '(', '[', '@', '\'', '"']) => self.expression(text),
            Word::Quoted(text) | Word::Bare(text) => self.interpolated(text),
        }
    }

    /// A text with its variables in place.
    fn interpolated(&mut self, text: &str) -> Datum {
        let mut joined = Datum::known("");
        let mut plain = String::new();
        let mut at = 0;
        while let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let rest = text.get(at..).unwrap_or_default();
            let after = rest.get(1..).unwrap_or_default();
            match character {
                '`' => {
                    let escaped = after.chars().next();
                    plain.extend(escaped.map(|escaped| match escaped {
                        'n' => '\n',
                        't' => '\t',
                        other => other,
                    }));
                    at += 1 + escaped.map_or(0, char::len_utf8);
                }
                '$' if after.starts_with('(') => {
                    let length = skip(after, '(');
                    let inner = after.get(1..length.saturating_sub(1)).unwrap_or_default();
                    joined = joined.join(&Datum::known(std::mem::take(&mut plain)));
                    let value = self.output(inner);
                    joined = joined.join(&value);
                    at += 1 + length;
                }
                '$' => {
                    let (name, length) = variable_name(after);
                    if name.is_empty() {
                        plain.push('$');
                    } else {
                        joined = joined.join(&Datum::known(std::mem::take(&mut plain)));
                        joined = joined.join(&self.variable(name));
                    }
                    at += 1 + length;
                }
                other => {
                    plain.push(other);
                    at += other.len_utf8();
                }
            }
        }
        joined.join(&Datum::known(plain))
    }

    /// Operands with `+` between them, each with its methods.
    pub(super) fn expression(&mut self, text: &str) -> Datum {
        if !self.spend(1 + text.len() / 8) {
            return Datum::unknown();
        }
        self.depth += 1;
        let mut rest = text.trim();
        let mut joined: Option<Datum> = None;
        while !rest.is_empty() {
            let (value, after) = self.operand(rest);
            joined = Some(match joined {
                Some(before) => before.join(&value),
                None => value,
            });
            let after = after.trim_start();
            match after.strip_prefix('+') {
                Some(next) => rest = next.trim_start(),
                None => {
                    // Operators that are not followed leave something unknown.
                    if !after.is_empty() {
                        joined = joined.map(|value| value.derived());
                    }
                    break;
                }
            }
        }
        self.depth -= 1;
        joined.unwrap_or_else(Datum::unknown)
    }

    fn operand<'t>(&mut self, text: &'t str) -> (Datum, &'t str) {
        let Some(first) = text.chars().next() else { return (Datum::unknown(), "") };
        let (mut value, mut rest) = match first {
            '\'' | '"' | '(' => {
                let length = skip(text, first);
                let word = words(text.get(..length).unwrap_or(text)).into_iter().next();
                (
                    word.map_or_else(Datum::unknown, |word| self.value(&word)),
                    text.get(length..).unwrap_or_default(),
                )
            }
            '$' => {
                let (name, length) = variable_name(text.get(1..).unwrap_or_default());
                (self.variable(name), text.get(1 + length.max(1)..).unwrap_or_default())
            }
            '[' => {
                let length = skip(text, first);
                let class = text.get(1..length.saturating_sub(1)).unwrap_or_default();
                let after = text.get(length..).unwrap_or_default();
                match after.strip_prefix("::") {
                    Some(_) => return self.statics(class, after),
                    // A cast.
                    None => return self.operand_once(after.trim_start()),
                }
            }
            '@' => return self.operand_once(text.get(1..).unwrap_or_default()),
            _ => {
                let end = text.find(['+', ' ', '.']).unwrap_or(text.len()).max(first.len_utf8());
                let (piece, rest) = text.split_at(end);
                (Datum::known(piece), rest)
            }
        };
        while let Some(after) = rest.strip_prefix('.') {
            let (name, arguments, next) = self.method(after);
            value = self.call(&name, &value, arguments);
            rest = next;
        }
        (value, rest)
    }

    fn operand_once<'t>(&mut self, text: &'t str) -> (Datum, &'t str) {
        if text.is_empty() || !self.spend(1) {
            return (Datum::unknown(), "");
        }
        self.depth += 1;
        let given = self.operand(text);
        self.depth -= 1;
        given
    }

    /// The name of a method, its arguments, and what follows.
    fn method<'t>(&mut self, text: &'t str) -> (String, Option<Vec<Datum>>, &'t str) {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        if !rest.starts_with('(') {
            return (name.to_lowercase(), None, rest);
        }
        let length = skip(rest, '(');
        let inner = rest.get(1..length.saturating_sub(1)).unwrap_or_default();
        let words = words(inner);
        let arguments = words.iter().map(|word| self.value(word)).collect();
        (name.to_lowercase(), Some(arguments), rest.get(length..).unwrap_or_default())
    }

    /// `[IO.File]::ReadAllText('x')`, with everything behind it.
    fn statics<'t>(&mut self, class: &str, text: &'t str) -> (Datum, &'t str) {
        let class = class.to_lowercase();
        let class = class.strip_prefix("system.").unwrap_or(&class).to_owned();
        let mut value = Datum::unknown();
        let mut rest = text;
        while let Some(after) = rest.strip_prefix("::").or_else(|| rest.strip_prefix('.')) {
            let (name, arguments, next) = self.method(after);
            value = match (class.as_str(), arguments) {
                ("io.file" | "io.directory", Some(arguments)) => self.file_method(&name, &arguments),
                ("environment", Some(arguments)) => match arguments.first().and_then(Datum::text) {
                    Some(variable) => self.variable(&format!("env:{variable}")),
                    None => Datum::unknown(),
                },
                (_, arguments) => self.call(&name, &value, arguments),
            };
            rest = next;
        }
        (value, rest)
    }

    fn file_method(&mut self, name: &str, arguments: &[Datum]) -> Datum {
        let path = |index: usize| {
            crate::code::cmd::posix_path(&arguments.get(index).cloned().unwrap_or_else(Datum::unknown)).value
        };
        if name.starts_with("read") {
            self.steps.push(Step::Read(path(0)));
            return Datum::from_origin(Origin::File(path(0)));
        }
        if name.starts_with("write") || name.starts_with("append") {
            let content = arguments.get(1).cloned().unwrap_or_else(Datum::unknown);
            self.steps.push(Step::Write(path(0), content));
        }
        match name {
            "delete" => {
                let depth = if arguments.len() > 1 { Depth::Tree } else { Depth::One };
                self.steps.push(Step::Delete(path(0), depth));
            }
            "move" => self.steps.push(Step::Move(path(0), path(1))),
            "copy" => {
                self.steps.push(Step::Read(path(0)));
                self.steps.push(Step::Write(path(1), Datum::from_origin(Origin::File(path(0)))));
            }
            _ => {}
        }
        Datum::unknown()
    }

    /// A method of a value.
    fn call(&mut self, name: &str, value: &Datum, arguments: Option<Vec<Datum>>) -> Datum {
        let Some(arguments) = arguments else { return value.derived() };
        let first = arguments.first().cloned().unwrap_or_else(Datum::unknown);
        match name {
            "downloadstring" | "downloaddata" | "getstringasync" => {
                self.steps.push(Step::Fetch(first.value.clone()));
                from_network(&first.value)
            }
            "downloadfile" => {
                self.steps.push(Step::Fetch(first.value.clone()));
                let path = arguments.get(1).map_or_else(Datum::unknown, crate::code::cmd::posix_path);
                self.steps.push(Step::Write(path.value, from_network(&first.value)));
                Datum::unknown()
            }
            "uploadstring" | "uploaddata" | "uploadfile" => {
                let data = arguments.get(1..).unwrap_or_default().to_vec();
                self.steps.push(Step::Send { data, target: first.value });
                Datum::unknown()
            }
            "frombase64string" => first.map(decode::base64),
            "getstring" | "tostring" | "getbytes" => {
                if arguments.is_empty() {
                    value.clone()
                } else {
                    zero_free(&first)
                }
            }
            "replace" => match (first.text(), arguments.get(1).and_then(Datum::text)) {
                (Some(from), Some(to)) if !from.is_empty() && to.len() <= from.len() + 16 => {
                    value.map(|text| Some(text.replace(from, to)))
                }
                _ => value.derived(),
            },
            "invoke" | "invokereturnasis" => value.clone(),
            _ => Datum::derived_of(arguments.iter().chain([value])),
        }
    }
}

/// Text in two bytes a character, as it is once the zeroes are gone.
fn zero_free(datum: &Datum) -> Datum {
    datum.map(|text| Some(text.replace('\0', "")))
}

/// The name of the variable that begins here, and how long it is written.
fn variable_name(text: &str) -> (&str, usize) {
    if let Some((name, _)) = text.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
        return (name, name.len() + 2);
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(text.len());
    let name = text.get(..end).unwrap_or_default();
    (name, name.len())
}
