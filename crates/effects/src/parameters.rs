//! Parameter expansion: what `$x` and `${x…}` stand for.

mod texts;

use hookward_shell::{Operation, Part, Span, Variable, Word};

use self::texts::{Extent, cut, is_something, joined_by, mapped, processes, slice, transform};
use crate::arithmetic::calculate;
use crate::effect::Action;
use crate::held::{Held, either};
use crate::patterns;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Few, Hole, Piece, Value};
use crate::walk::Walk;
use crate::words::{Standin, is_joined, joint};

impl Walk<'_> {
    pub(crate) fn parameter(&mut self, variable: &Variable, state: &mut State) -> Standin {
        if let Some(values) = Self::all_of(variable, state) {
            let joined = variable.quoted && is_joined(variable);
            return match self.operate_on_all(variable, values, state) {
                Standin::Many(values) if joined => Standin::One(joined_by(&joint(state), &values)),
                standin => standin,
            };
        }
        let held = self.plain(variable, state);
        if let Some(standin) = self.instead(variable, held.as_ref(), state) {
            return standin;
        }
        let value = self.operate(variable, held, state);
        match &variable.operation {
            // What is quoted in it is not split, and nobody knows whether it counts.
            Operation::Default(word) | Operation::Assign(word) | Operation::Alternative(word)
                if !variable.quoted && word.parts.iter().any(|part| !matches!(part, Part::Bare { .. })) =>
            {
                let blank = |text: &String| text.contains(char::is_whitespace);
                let loose = matches!(&value, Value::Few(texts) if texts.len() > 1 && texts.iter().any(blank));
                Standin::Fields(vec![if loose { Value::unknown() } else { value }])
            }
            _ => Standin::One(value),
        }
    }

    /// `$@`, `${a[*]}`: a list.
    fn all_of(variable: &Variable, state: &State) -> Option<Vec<Value>> {
        let whole = |word: &Word| matches!(word.literal().as_deref(), Some("@" | "*")) || is_glob_star(word);
        match (variable.name.as_str(), &variable.subscript) {
            ("@" | "*", None) => state.arguments.as_deref().cloned(),
            (name, Some(subscript)) if whole(subscript) => match variable.operation {
                Operation::Other => state.held(name)?.keys(),
                _ => state.elements(name),
            },
            _ => None,
        }
    }

    fn operate_on_all(&mut self, variable: &Variable, values: Vec<Value>, state: &mut State) -> Standin {
        let certain = values.iter().all(|value| value.known().is_some());
        match &variable.operation {
            Operation::Plain | Operation::Other => Standin::Many(values),
            Operation::Length if certain => Standin::One(Value::Known(values.len().to_string())),
            Operation::Length => {
                let written = format!("${{#{}[@]}}", variable.name);
                Standin::One(Value::of(vec![Piece::Filled(Hole::new(written))]))
            }
            Operation::Default(_)
            | Operation::Assign(_)
            | Operation::Alternative(_)
            | Operation::Required(_) => {
                // Two empty words are something.
                let held = match values.as_slice() {
                    [] => Some(Value::Known(String::new())),
                    [value] => Some(value.clone()),
                    _ if certain => Some(Value::Known(" ".to_owned())),
                    _ => None,
                };
                match self.instead(variable, held.as_ref(), state) {
                    Some(standin) => standin,
                    None if matches!(variable.operation, Operation::Alternative(_)) => {
                        Standin::One(self.operate(variable, None, state))
                    }
                    None => Standin::Many(values),
                }
            }
            Operation::Slice { offset, length } => {
                let from = self.number(offset, state);
                let length = length.as_ref().map(|length| self.number(length, state));
                // Among the arguments, the first is `$0`.
                let is_arguments = matches!(variable.name.as_str(), "@" | "*");
                let mut values = values;
                if is_arguments {
                    values.insert(0, Self::plain_named("0", state).unwrap_or_else(Value::unknown));
                }
                let loose = match state.held(&variable.name) {
                    Some(Held::Array(array)) => array.loose,
                    _ => None,
                };
                let certain = certain || (matches!(from, Some(0..)) && loose.is_none());
                match (from, length) {
                    (Some(from), None) if certain => Standin::Many(cut(&values, from, None)),
                    (Some(from), Some(Some(length))) if certain && length >= 0 => {
                        Standin::Many(cut(&values, from, Some(length)))
                    }
                    _ => {
                        let sources =
                            values.iter().fold(Sources::NONE, |all, value| all.and(&value.sources()));
                        Standin::One(Value::Unknown(sources))
                    }
                }
            }
            Operation::Indirect(_)
            | Operation::Trim { .. }
            | Operation::Replace { .. }
            | Operation::Transform(_) => {
                let each =
                    values.into_iter().map(|value| self.operate(variable, Some(value), state)).collect();
                Standin::Many(each)
            }
        }
    }

    /// What `${x:-word}` and `${x:+word}` stand for, where it is known whether the word counts.
    fn instead(&mut self, variable: &Variable, held: Option<&Value>, state: &mut State) -> Option<Standin> {
        let (word, wanted) = match &variable.operation {
            Operation::Default(word) => (word, false),
            Operation::Alternative(word) => (word, true),
            _ => return None,
        };
        let is_unset = || match (variable.name.parse::<usize>(), &state.arguments) {
            (Ok(index), Some(arguments)) => index > arguments.len(),
            _ => matches!(state.held(&variable.name), Some(Held::Unset)),
        };
        let is_set = match held? {
            // Nobody looks for gaps in an array here.
            Value::Known(text) if text.is_empty() && !variable.colon && variable.subscript.is_some() => {
                return None;
            }
            Value::Known(text) if text.is_empty() => !variable.colon && !is_unset(),
            Value::Known(_) => true,
            Value::Pattern(pieces) if pieces.iter().any(is_something) => true,
            Value::Few(_) | Value::Pattern(_) | Value::Unknown(_) => return None,
        };
        if is_set != wanted {
            // The word is not even looked at.
            return Some(match (wanted, held) {
                (false, Some(value)) => Standin::One(value.clone()),
                _ => Standin::One(Value::Known(String::new())),
            });
        }
        if variable.quoted {
            return Some(Standin::One(self.assigned(word, state)));
        }
        Some(Standin::Fields(self.operand_fields(word, state)))
    }

    /// The number that a word stands for, as an offset or an index.
    fn number(&mut self, word: &Word, state: &mut State) -> Option<i64> {
        let value = self.assigned(word, state);
        self.evaluated(&value, word.span, state);
        if let Some(held) = value.known().and_then(|name| state.variable(name.trim())) {
            self.evaluated(&held, word.span, state);
        }
        calculate(value.known()?, state)
    }

    /// What a subscript stands for: a number, or the key of a map.
    pub(crate) fn key(&mut self, name: &str, subscript: &Word, state: &mut State) -> Value {
        let value = self.subscript(subscript, state);
        match state.held(name) {
            Some(Held::Map(_)) => value,
            _ => match value.known().and_then(|text| calculate(text, state)) {
                Some(number) => Value::Known(number.to_string()),
                None => Value::Unknown(value.sources()),
            },
        }
    }

    /// What the parameter holds, before any operation; `None` if the text has not set it.
    fn plain(&mut self, variable: &Variable, state: &mut State) -> Option<Value> {
        let name = variable.name.as_str();
        let Some(subscript) = &variable.subscript else { return Self::plain_named(name, state) };
        let key = self.key(name, subscript, state);
        let Some(held) = state.held(name).cloned() else {
            return state.variable(name).filter(|_| key.known() == Some("0"));
        };
        let empty = || Value::Known(String::new());
        match (&held, key.known()) {
            (Held::Array(array), Some(key)) => Some(array.get(key.parse().ok()?)),
            (Held::Map(values), Some(key)) => Some(values.get(key).cloned().unwrap_or_else(empty)),
            (Held::Scalar(value), Some("0" | "-1")) => Some(value.clone()),
            (Held::Scalar(value), Some(_)) if value.known().is_some() => Some(empty()),
            _ => held.elements().into_iter().reduce(|one, other| either(&one, &other)),
        }
    }

    fn plain_named(name: &str, state: &State) -> Option<Value> {
        match name {
            "@" | "*" => None,
            "#" => {
                let arguments = state.arguments.as_ref()?;
                let certain = arguments.iter().all(|argument| argument.known().is_some());
                Some(if certain {
                    Value::Known(arguments.len().to_string())
                } else {
                    Value::of(vec![Piece::Filled(Hole::new("$#"))])
                })
            }
            "0" => {
                Some(state.zero.clone().unwrap_or_else(|| Value::of(vec![Piece::Filled(Hole::new("$0"))])))
            }
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
        let named = state.referred(&variable.name).to_owned();
        let from_outside = || Value::Unknown(Sources::from(Source::Variable(named.clone())));
        match &variable.operation {
            Operation::Plain => held.unwrap_or_else(from_outside),
            Operation::Other => Value::Unknown(held.unwrap_or_else(from_outside).sources()),
            Operation::Required(word) => {
                let complaint = self.value(word, state).sources();
                if !complaint.is_empty()
                    && held.as_ref().is_none_or(|held| held.known().is_none_or(str::is_empty))
                {
                    self.effect(Action::Print(complaint), word.span);
                }
                let filled = |sources| {
                    let written = format!("${{{}:?}}", variable.name);
                    Value::of(vec![Piece::Filled(Hole { written, sources })])
                };
                match held {
                    Some(Value::Unknown(sources)) => filled(sources),
                    Some(value) => value,
                    None => filled(from_outside().sources()),
                }
            }
            Operation::Default(word) | Operation::Assign(word) => {
                let default = self.value(word, state);
                let value = match held {
                    Some(Value::Known(text)) if text.is_empty() && variable.colon => default,
                    // Where it is empty, or not even set, the other one counts.
                    Some(Value::Few(mut texts)) if texts.len() > 1 && texts.iter().any(String::is_empty) => {
                        texts.texts.retain(|text| !variable.colon || !text.is_empty());
                        either(&Value::Few(texts), &default)
                    }
                    Some(value) => value,
                    // Unset here, it may be set outside.
                    None => {
                        let otherwise = from_outside().sources();
                        match default {
                            Value::Known(text) => Value::Few(Few { texts: vec![text], otherwise }),
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
                    (_, Value::Known(text)) => Value::few(vec![text, String::new()]),
                    (_, instead) => Value::Unknown(instead.sources()),
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
                let cut = held.as_ref().zip(pattern.as_deref());
                if let Some(processes) = cut.and_then(|(held, pattern)| processes(held, operator, pattern)) {
                    return processes;
                }
                mapped(held, &from_outside, |text| patterns::trim(text, operator, pattern.as_deref()?))
            }
            Operation::Replace { operator, pattern, replacement } => {
                let pattern = self.pattern(pattern, state);
                let new = self.assigned(replacement, state);
                mapped(held, &from_outside, |text| {
                    // From bash 5.2 on, `&` is what was found.
                    let new = new.known().filter(|new| !new.contains('&'))?;
                    patterns::replace(text, operator, pattern.as_deref()?, new)
                })
            }
            Operation::Slice { offset, length } => {
                let offset = self.number(offset, state);
                let length = length.as_ref().map(|length| self.number(length, state));
                mapped(held, &from_outside, |text| {
                    let length = length.map_or(Some(Extent::ToTheEnd), |length| length.map(Extent::Of))?;
                    slice(text, offset?, length)
                })
            }
            Operation::Transform(_) if matches!(state.held(&variable.name), Some(Held::Unset)) => {
                Value::Known(String::new())
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

    /// A pattern: what is quoted in it stands for itself.
    fn pattern(&mut self, word: &Word, state: &mut State) -> Option<String> {
        let mut pattern = Some(String::new());
        for part in &word.parts {
            let quoted = match part {
                Part::Bare { text, .. } => {
                    // Groups and named classes are not computed.
                    let plain = !text.contains('(') && !text.contains("[:");
                    pattern = pattern.filter(|_| plain).map(|pattern| pattern + text);
                    continue;
                }
                Part::Quoted { .. } | Part::Arithmetic { .. } | Part::Process { .. } => true,
                Part::Variable(variable) => variable.quoted,
                Part::Substitution { quoted, .. } => *quoted,
            };
            let alone = Word { parts: vec![part.clone()], span: word.span };
            let value = self.assigned(&alone, state);
            pattern = match (pattern, value.known()) {
                (Some(pattern), Some(text)) if quoted => Some(pattern + &patterns::escaped(text)),
                (Some(pattern), Some(text)) => Some(pattern + text),
                _ => None,
            };
        }
        pattern
    }

    /// `${x@P}` expands what the variable holds once more, as a prompt.
    fn prompt(&mut self, held: Option<&Value>, span: Span, state: &mut State) {
        for text in held.map(Value::texts).unwrap_or_default() {
            if text.contains(['$', '`']) {
                let script = format!(": \"{}\"", text.replace('"', ""));
                let mut apart = self.copy(state);
                self.nested(&script, span, "${…@P}", &mut apart);
            }
        }
    }

    /// Bash evaluates a subscript, and what it holds, once more.
    fn subscript(&mut self, word: &Word, state: &mut State) -> Value {
        let value = self.assigned(word, state);
        self.evaluated(&value, word.span, state);
        value
    }

    /// A text that bash evaluates as arithmetic: a subscript in it may run something.
    pub(crate) fn evaluated(&mut self, value: &Value, span: Span, state: &mut State) {
        for text in value.texts() {
            if text.contains("$(") || text.contains('`') {
                let script = format!(": \"{}\"", text.replace('"', ""));
                let mut apart = self.copy(state);
                self.nested(&script, span, "arithmetic", &mut apart);
            }
        }
    }
}

/// An unquoted `*` in a subscript is read as a glob.
fn is_glob_star(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [hookward_shell::Part::Bare { text, .. }] if text == "*")
}
