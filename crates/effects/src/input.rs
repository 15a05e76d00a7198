//! `read` and `mapfile`: the lines of a known input become variables.

use hookward_shell::Span;

use crate::held::either;
use crate::narrowing::without_values;
use crate::state::State;
use crate::value::{MAX_FEW, Value};
use crate::walk::Walk;

/// The options of a call.
struct Options<'v> {
    names: Vec<&'v Value>,
    given: Vec<(char, Option<&'v Value>)>,
}

impl<'v> Options<'v> {
    /// Reads options with the letters of those that take a value.
    fn of(rest: &'v [Value], valued: &str) -> Self {
        let mut options = Self { names: Vec::new(), given: Vec::new() };
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            let Some(letters) =
                word.known().and_then(|text| text.strip_prefix('-')).filter(|it| !it.is_empty())
            else {
                options.names.push(word);
                continue;
            };
            if letters == "-" {
                continue;
            }
            for (at, letter) in letters.char_indices() {
                let takes = valued.contains(letter);
                // What is glued to its option is not worth a look: `-n1`.
                let glued = takes && at + letter.len_utf8() < letters.len();
                options.given.push((letter, if takes && !glued { words.next() } else { None }));
                if takes {
                    break;
                }
            }
        }
        options
    }

    fn has(&self, letter: char) -> bool {
        self.given.iter().any(|(own, _)| *own == letter)
    }

    fn value(&self, letter: char) -> Option<&'v Value> {
        self.given.iter().rev().find(|(own, _)| *own == letter).and_then(|(_, value)| *value)
    }

    /// The character that ends a record, if it is known.
    fn delimiter(&self) -> Option<char> {
        if !self.has('d') {
            return Some('\n');
        }
        Some(self.value('d')?.known()?.chars().next().unwrap_or('\0'))
    }
}

impl Walk<'_> {
    pub(crate) fn read_builtin(&mut self, rest: &[Value], state: &mut State) {
        let options = Options::of(rest, "adinNptu");
        let array = options.value('a').map(ToString::to_string);
        let mut names: Vec<String> = options.names.iter().map(|name| name.prefix().to_owned()).collect();
        let replies = names.is_empty() && array.is_none();
        if replies {
            names.push("REPLY".to_owned());
        }
        let records = self.records(&options, state);
        let separators = separators(state);
        // What it reads as a whole is not trimmed.
        let separators = if replies { "" } else { separators.as_str() };
        if let Some(array) = array {
            let lists = records
                .map(|records| records.iter().map(|it| fields(it, separators, None)).collect::<Vec<_>>());
            let values = match lists {
                Ok(lists) => in_place(&lists),
                Err(value) => vec![Value::Unknown(value.sources())],
            };
            return state.assign_array(&array, self.as_read(values));
        }
        let count = names.len();
        let values = match records {
            Ok(records) => {
                let lists = records.iter().map(|it| fields(it, separators, Some(count))).collect::<Vec<_>>();
                self.as_read(in_place(&lists))
            }
            Err(value) if count == 1 => vec![value],
            Err(value) => {
                let mut values = vec![Value::Unknown(value.sources()); count];
                // `IFS== read name value`: the first of `NAME=value` is a name.
                if let Some(first) = values.first_mut().filter(|_| separators.contains('=')) {
                    *first = Value::Unknown(without_values(&value.sources()));
                }
                values
            }
        };
        if self.loops > 0 {
            self.drained.extend(names.iter().filter(|name| !name.is_empty()).cloned());
        }
        for (at, name) in names.iter().enumerate() {
            state.assign(name, values.get(at).cloned().unwrap_or_else(Value::unknown));
        }
    }

    /// In a loop it is known that a line was read, but not that it is still there afterwards.
    fn as_read(&self, values: Vec<Value>) -> Vec<Value> {
        let certain = self.loops == 0;
        let mark = |value| match value {
            Value::Known(text) if !certain => Value::few(vec![text]),
            value => value,
        };
        values.into_iter().map(mark).collect()
    }

    /// The records that may be read next: the first one, or in a loop any. What is not known stands alone.
    fn records(&mut self, options: &Options, state: &mut State) -> Result<Vec<String>, Value> {
        let unknown = |state: &State| Value::Unknown(state.stdin.sources());
        if options.has('u') {
            return Err(Value::unknown());
        }
        let (text, delimiter) = match (&state.stdin, options.delimiter()) {
            (Value::Known(text), Some(delimiter)) => (text.clone(), delimiter),
            // A list of names, one to a line.
            (Value::Pattern(_), Some('\n' | '\0')) if !state.stdin.to_string().trim_end().contains('\n') => {
                return Err(crate::walk::without_line_ends(state.stdin.clone()));
            }
            _ => return Err(unknown(state)),
        };
        if (!options.has('r') && text.contains('\\')) || options.has('i') {
            return Err(unknown(state));
        }
        let records: Vec<&str> = match self.loops {
            0 => {
                let (first, rest) = text.split_once(delimiter).unwrap_or((text.as_str(), ""));
                state.stdin = Value::Known(rest.to_owned());
                vec![first]
            }
            _ => text.split(delimiter).filter(|record| !record.is_empty()).collect(),
        };
        let length =
            options.value('n').or(options.value('N')).map(|value| value.known()?.parse::<usize>().ok());
        if records.is_empty() || records.len() > MAX_FEW || (options.has('n') && length.is_none()) {
            return Err(unknown(state));
        }
        match length {
            Some(Some(length)) => {
                // The rest of the line is still there.
                state.stdin = unknown(state);
                Ok(records.iter().map(|record| record.chars().take(length).collect()).collect())
            }
            Some(None) => Err(unknown(state)),
            None => Ok(records.into_iter().map(str::to_owned).collect()),
        }
    }

    pub(crate) fn mapfile(&mut self, rest: &[Value], span: Span, state: &mut State) {
        let options = Options::of(rest, "dnOsucC");
        let name =
            options.names.first().map_or_else(|| "MAPFILE".to_owned(), |name| name.prefix().to_owned());
        if let Some(callback) = options.value('C') {
            self.shell_text(callback, span, "mapfile", state);
        }
        let plain = !["n", "O", "s", "u"].iter().any(|letter| letter.chars().any(|it| options.has(it)));
        let values = match (&state.stdin, options.delimiter()) {
            (Value::Known(text), Some(delimiter)) if plain => {
                let lines = text.split_inclusive(delimiter).map(|line| {
                    let line =
                        if options.has('t') { line.strip_suffix(delimiter).unwrap_or(line) } else { line };
                    Value::Known(line.to_owned())
                });
                lines.collect()
            }
            (value, _) => vec![Value::Unknown(value.sources())],
        };
        let values = if values.len() > MAX_FEW { vec![Value::unknown()] } else { values };
        state.assign_array(&name, values);
        state.stdin = Value::Known(String::new());
    }
}

/// What splits words: `$IFS`.
pub(crate) fn separators(state: &State) -> String {
    match state.held("IFS") {
        Some(crate::held::Held::Unset) | None => " \t\n".to_owned(),
        Some(held) => held.first().known().unwrap_or(" \t\n").to_owned(),
    }
}

/// The value of each place in some lists.
fn in_place(lists: &[Vec<String>]) -> Vec<Value> {
    let count = lists.iter().map(Vec::len).max().unwrap_or_default();
    (0..count)
        .map(|at| {
            let texts = lists.iter().map(|list| Value::Known(list.get(at).cloned().unwrap_or_default()));
            texts.reduce(|one, other| either(&one, &other)).unwrap_or_else(Value::unknown)
        })
        .collect()
}

/// A record cut into fields; of `count`, the last one takes the rest, and those that are missing are empty.
fn fields(record: &str, separators: &str, count: Option<usize>) -> Vec<String> {
    let blank = |letter: char| letter.is_ascii_whitespace() && separators.contains(letter);
    let mut rest = record.trim_matches(blank);
    let mut all = Vec::new();
    while count.is_none_or(|count| all.len() + 1 < count)
        && let Some(at) = rest.find(|letter| separators.contains(letter))
    {
        let (field, after) = rest.split_at(at);
        all.push(field.to_owned());
        // One delimiter: blanks around at most one that is none.
        let after = after.trim_start_matches(blank);
        let next = after.chars().next().filter(|letter| separators.contains(*letter));
        rest = after.get(next.map_or(0, char::len_utf8)..).unwrap_or_default().trim_start_matches(blank);
    }
    if !rest.is_empty() || (count.is_some() && all.is_empty()) {
        all.push(rest.to_owned());
    }
    all.resize(count.unwrap_or(all.len()), String::new());
    all
}
