//! Parameter expansion: what `$x` and `${x…}` stand for.

use hookward_shell::{Operation, Span, Variable, Word};

use crate::patterns;
use crate::source::{Source, Sources};
use crate::state::{State, either};
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;
use crate::words::Standin;

impl Walk<'_> {
    pub(crate) fn parameter(&mut self, variable: &Variable, state: &mut State) -> Standin {
        if let Some(subscript) = &variable.subscript {
            self.subscript(subscript, state);
        }
        if let Some(many) = self.all_of(variable, state) {
            return many;
        }
        let held = self.plain(variable, state);
        Standin::One(self.operate(variable, held, state))
    }

    /// `$@`, `${a[*]}`: a list, unless an operation makes something else of it.
    fn all_of(&mut self, variable: &Variable, state: &mut State) -> Option<Standin> {
        let whole = |word: &Word| matches!(word.literal().as_deref(), Some("@" | "*")) || is_glob_star(word);
        let values = match (variable.name.as_str(), &variable.subscript) {
            ("@" | "*", None) => state.arguments.clone()?,
            (name, Some(subscript)) if whole(subscript) => state.elements(name)?,
            _ => return None,
        };
        match &variable.operation {
            Operation::Plain => Some(Standin::Many(values)),
            Operation::Length => Some(Standin::One(Value::Known(values.len().to_string()))),
            Operation::Slice { offset, length } => {
                let number = |walk: &mut Self, word: &Word, state: &mut State| {
                    walk.value(word, state).known().and_then(|text| text.trim().parse::<usize>().ok())
                };
                let from = number(self, offset, state)?;
                let from =
                    if variable.name == "@" || variable.name == "*" { from.saturating_sub(1) } else { from };
                let count = length.as_ref().map_or(Some(usize::MAX), |length| number(self, length, state))?;
                Some(Standin::Many(values.into_iter().skip(from).take(count).collect()))
            }
            _ => {
                let each =
                    values.into_iter().map(|value| self.operate(variable, Some(value), state)).collect();
                Some(Standin::Many(each))
            }
        }
    }

    /// What the parameter holds, before any operation; `None` if the text has not set it.
    fn plain(&mut self, variable: &Variable, state: &mut State) -> Option<Value> {
        let name = variable.name.as_str();
        if let Some(subscript) = &variable.subscript {
            let elements = state.elements(name)?;
            let index = self.value(subscript, state);
            return match index.known().and_then(|index| index.trim().parse::<i64>().ok()) {
                Some(index) => {
                    let count = i64::try_from(elements.len()).unwrap_or(i64::MAX);
                    let index = if index < 0 { count + index } else { index };
                    usize::try_from(index).ok().and_then(|index| elements.get(index).cloned())
                }
                None => elements.iter().cloned().reduce(|one, other| either(&one, &other)),
            };
        }
        match name {
            "@" | "*" => None,
            "#" => state.arguments.as_ref().map(|arguments| Value::Known(arguments.len().to_string())),
            "0" => Some(state.zero.clone().unwrap_or_else(|| Value::Known("bash".to_owned()))),
            "?" | "$" | "!" | "-" => Some(Value::of(vec![Piece::Filled(Hole::new(format!("${name}")))])),
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                let index: usize = digits.parse().ok()?;
                let arguments = state.arguments.as_ref()?;
                Some(
                    arguments
                        .get(index.checked_sub(1)?)
                        .cloned()
                        .unwrap_or_else(|| Value::Known(String::new())),
                )
            }
            name => state.variable(name),
        }
    }

    fn operate(&mut self, variable: &Variable, held: Option<Value>, state: &mut State) -> Value {
        let from_outside = || Value::Unknown(Sources::from(Source::Variable(variable.name.clone())));
        match &variable.operation {
            Operation::Plain | Operation::Other => held.unwrap_or_else(from_outside),
            Operation::Required(word) => {
                self.value(word, state);
                match held {
                    Some(value) => value,
                    None => Value::of(vec![Piece::Filled(Hole {
                        written: format!("${{{}:?}}", variable.name),
                        sources: from_outside().sources(),
                    })]),
                }
            }
            Operation::Default(word) | Operation::Assign(word) => {
                let default = self.value(word, state);
                let value = match held {
                    Some(Value::Known(text)) if text.is_empty() && variable.colon => default,
                    Some(value) => value,
                    // Unset here, it may be set outside.
                    None => {
                        self.touched.push(variable.name.clone());
                        match default {
                            Value::Known(text) => Value::Few(vec![text]),
                            default => default,
                        }
                    }
                };
                if let Operation::Assign(_) = variable.operation {
                    state.assign(&variable.name, value.clone());
                }
                value
            }
            Operation::Alternative(word) => {
                let instead = self.value(word, state);
                match (held, instead) {
                    (Some(Value::Known(text)), _) if text.is_empty() && variable.colon => {
                        Value::Known(String::new())
                    }
                    (Some(Value::Known(_)), instead) => instead,
                    (_, Value::Known(text)) => Value::Few(vec![text, String::new()]),
                    (_, instead) => instead,
                }
            }
            Operation::Length => match held.as_ref().and_then(Value::known) {
                Some(text) => Value::Known(text.chars().count().to_string()),
                None => Value::of(vec![Piece::Filled(Hole::new(format!("${{#{}}}", variable.name)))]),
            },
            Operation::Indirect(operation) => {
                let pointed = Self::indirect(held, state);
                match operation.as_ref() {
                    Operation::Plain => pointed,
                    operation => {
                        let variable = Variable { operation: operation.clone(), ..variable.clone() };
                        self.operate(&variable, Some(pointed), state)
                    }
                }
            }
            Operation::Trim { operator, pattern } => {
                let pattern = self.pattern(pattern, state);
                mapped(held, &from_outside, |text| patterns::trim(text, operator, pattern.as_deref()?))
            }
            Operation::Replace { operator, pattern, replacement } => {
                let pattern = self.pattern(pattern, state);
                let new = self.value(replacement, state);
                mapped(held, &from_outside, |text| {
                    patterns::replace(text, operator, pattern.as_deref()?, new.known()?)
                })
            }
            Operation::Slice { offset, length } => {
                let offset = self.value(offset, state);
                let length = length.as_ref().map(|length| self.value(length, state));
                mapped(held, &from_outside, |text| slice(text, &offset, length.as_ref()))
            }
            Operation::Transform(operator) => {
                if operator == "@P" {
                    self.prompt(held.as_ref(), variable.span, state);
                }
                mapped(held, &from_outside, |text| transform(text, operator))
            }
        }
    }

    fn indirect(held: Option<Value>, state: &State) -> Value {
        let Some([name]) = held.as_ref().map(Value::texts) else {
            // Whichever variable it is.
            let sources = held.map(|value| value.sources()).unwrap_or_default();
            return Value::Unknown(sources.and(&Sources::from(Source::Environment)));
        };
        let pointed = match name.parse::<usize>() {
            Ok(index) => {
                let arguments = state.arguments.as_ref();
                arguments.and_then(|all| all.get(index.checked_sub(1)?).cloned())
            }
            Err(_) => state.variable(name),
        };
        pointed.unwrap_or_else(|| Value::Unknown(Sources::from(Source::Variable(name.clone()))))
    }

    fn pattern(&mut self, word: &Word, state: &mut State) -> Option<String> {
        match self.value(word, state) {
            Value::Known(text) => Some(text),
            Value::Pattern(pieces) => pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) | Piece::Glob(text) => Some(text.as_str()),
                    Piece::Hole(_) | Piece::Filled(_) | Piece::OneOf(_) => None,
                })
                .collect(),
            Value::Few(_) | Value::Unknown(_) => None,
        }
    }

    /// `${x@P}` expands what the variable holds once more, as a prompt.
    fn prompt(&mut self, held: Option<&Value>, span: Span, state: &mut State) {
        for text in held.map(Value::texts).unwrap_or_default() {
            if text.contains(['$', '`']) {
                let script = format!(": \"{}\"", text.replace('"', ""));
                self.nested(&script, span, "${…@P}", &mut state.clone());
            }
        }
    }

    /// Bash evaluates a subscript, and what it holds, once more.
    pub(crate) fn subscript(&mut self, word: &Word, state: &mut State) {
        let value = self.value(word, state);
        self.evaluated(&value, word.span, state);
    }

    /// A text that bash evaluates as arithmetic: a subscript in it may run something.
    pub(crate) fn evaluated(&mut self, value: &Value, span: Span, state: &mut State) {
        for text in value.texts() {
            if text.contains("$(") || text.contains('`') {
                let script = format!(": \"{}\"", text.replace('"', ""));
                self.nested(&script, span, "arithmetic", &mut state.clone());
            }
        }
    }
}

/// An unquoted `*` in a subscript is read as a glob.
fn is_glob_star(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [hookward_shell::Part::Bare { text, .. }] if text == "*")
}

fn slice(text: &str, offset: &Value, length: Option<&Value>) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let count = i64::try_from(letters.len()).ok()?;
    let number = |value: &Value| value.known()?.trim().parse::<i64>().ok();
    let from = number(offset)?;
    let from = if from < 0 { (count + from).max(0) } else { from.min(count) };
    let to = match length {
        Some(length) => {
            let length = number(length)?;
            if length < 0 { (count + length).max(from) } else { (from + length).min(count) }
        }
        None => count,
    };
    Some(letters.get(usize::try_from(from).ok()?..usize::try_from(to).ok()?)?.iter().collect())
}

fn transform(text: &str, operator: &str) -> Option<String> {
    let first = |change: fn(&str) -> String| {
        let at = text.chars().next().map_or(0, char::len_utf8);
        let (first, rest) = text.split_at(at);
        change(first) + rest
    };
    Some(match operator {
        "^^" | "@U" => text.to_uppercase(),
        ",," | "@L" => text.to_lowercase(),
        "^" | "@u" => first(str::to_uppercase),
        "," => first(str::to_lowercase),
        "@E" => crate::filters::printf(text, &[]),
        "@Q" | "@P" => text.to_owned(),
        _ => return None,
    })
}

/// What becomes of known texts; of unknown ones, where they come from is kept.
fn mapped(
    held: Option<Value>,
    from_outside: &dyn Fn() -> Value,
    change: impl Fn(&str) -> Option<String>,
) -> Value {
    match held {
        Some(Value::Known(text)) => change(&text).map_or_else(Value::unknown, Value::Known),
        Some(Value::Few(texts)) => {
            let changed: Option<Vec<String>> = texts.iter().map(|text| change(text)).collect();
            changed.map_or_else(Value::unknown, Value::Few)
        }
        Some(value) => Value::Unknown(value.sources()),
        None => from_outside(),
    }
}
