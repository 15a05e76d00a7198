//! xargs and parallel: a command for every word that they are given.

use hookward_shell::Span;

use crate::builtins::joined;
use crate::commands::Outcome;
use crate::state::State;
use crate::value::{MAX_FEW, Piece, Value};
use crate::walk::Walk;

const XARGS_VALUED: &[&str] = &[
    "-a",
    "-d",
    "-E",
    "-I",
    "-L",
    "-n",
    "-P",
    "-s",
    "-R",
    "-S",
    "-J",
    "--arg-file",
    "--delimiter",
    "--max-args",
    "--max-procs",
    "--max-lines",
    "--max-chars",
    "--process-slot-var",
];

pub(super) fn xargs(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let mut words = rest;
    let mut placeholder: Option<String> = None;
    let mut input = state.stdin.clone();
    while let Some((word, after)) = words.split_first() {
        let text = word.prefix();
        if word.known() == Some("--") {
            words = after;
            break;
        }
        if !text.starts_with('-') {
            break;
        }
        let short = text.get(..2).unwrap_or(text);
        let glued = text.get(2..).filter(|glued| !glued.is_empty() && !text.starts_with("--"));
        let takes = XARGS_VALUED.contains(&text) && !text.contains('=');
        let value = match (takes, glued) {
            (true, _) => after.first().map(ToString::to_string),
            (false, glued) => {
                glued.or_else(|| text.split_once('=').map(|(_, value)| value)).map(str::to_owned)
            }
        };
        match (short, text) {
            ("-I" | "-J", _) => placeholder = value.or_else(|| Some("{}".to_owned())),
            ("-i", _) | (_, "--replace") => placeholder = Some(glued.unwrap_or("{}").to_owned()),
            ("-a", _) | (_, "--arg-file") => {
                let place = state.place(&Value::Known(value.unwrap_or_default()));
                walk.read(place.clone(), span);
                input = state.content(&place);
            }
            (_, long) if long.starts_with("--replace=") => placeholder = value,
            _ => {}
        }
        words = if takes { after.get(1..).unwrap_or_default() } else { after };
    }
    let command = if words.is_empty() { vec![Value::Known("echo".to_owned())] } else { words.to_vec() };
    // In the place of a mark stands a line, and behind `-0` and `-d` stands whatever is between the marks.
    let whole = rest
        .iter()
        .map(Value::prefix)
        .any(|word| word.starts_with("-0") || word.starts_with("-d") || word == "--null");
    let items = match &input {
        Value::Known(text) if placeholder.is_some() || whole => {
            let lines = text.split(['\n', '\0']).filter(|line| !line.is_empty()).take(MAX_FEW);
            lines.map(|line| Value::Known(line.to_owned())).collect()
        }
        input => items(input),
    };
    each(walk, &command, placeholder.as_deref(), &items, "xargs", span, state);
    Outcome::Peeled
}

/// The command once, with every item that it may get.
fn each(
    walk: &mut Walk,
    command: &[Value],
    placeholder: Option<&str>,
    items: &[Value],
    name: &str,
    span: Span,
    state: &mut State,
) {
    let mut apart = walk.copy(state);
    apart.stdin = Value::unknown();
    let commands: Vec<Vec<Value>> = match placeholder {
        Some(placeholder) => {
            let item = Value::one_of(items.to_vec());
            vec![command.iter().map(|word| replaced(word, placeholder, &item)).collect()]
        }
        None => vec![command.iter().chain(items).cloned().collect()],
    };
    for command in commands {
        walk.peel(name, |walk| walk.command(command, span, &mut apart));
    }
    state.keep_files(&apart);
}

/// A word with an item in place of a mark.
fn replaced(word: &Value, mark: &str, item: &Value) -> Value {
    let Some(text) = word.known().filter(|text| text.contains(mark) && !mark.is_empty()) else {
        return word.clone();
    };
    let mut value = Value::Known(String::new());
    for (index, part) in text.split(mark).enumerate() {
        if index > 0 {
            value = value.join(item);
        }
        value = value.join(&Value::Known(part.to_owned()));
    }
    value
}

/// The words that a text falls into.
fn items(input: &Value) -> Vec<Value> {
    match input {
        Value::Known(text) => {
            let words: Vec<Value> = text
                .split_ascii_whitespace()
                .map(|word| Value::Known(word.trim_matches(['"', '\'']).to_owned()))
                .collect();
            if words.len() > MAX_FEW { vec![Value::unknown()] } else { words }
        }
        Value::Pattern(pieces) => {
            let mut words = Vec::new();
            let mut current: Vec<Piece> = Vec::new();
            for piece in pieces {
                let Piece::Text(text) = piece else {
                    current.push(piece.clone());
                    continue;
                };
                for (index, part) in text.split(['\n', ' ', '\t']).enumerate() {
                    if index > 0 && !current.is_empty() {
                        words.push(Value::of(std::mem::take(&mut current)));
                    }
                    if !part.is_empty() {
                        current.push(Piece::Text(part.to_owned()));
                    }
                }
            }
            if !current.is_empty() {
                words.push(Value::of(current));
            }
            words
        }
        Value::Few(texts) => texts.iter().map(|text| Value::Known(text.trim().to_owned())).collect(),
        Value::Unknown(sources) => vec![Value::Unknown(sources.clone())],
    }
}

const PARALLEL_VALUED: &[&str] = &[
    "-j",
    "--jobs",
    "-I",
    "-N",
    "-n",
    "-a",
    "--arg-file",
    "-C",
    "--colsep",
    "-d",
    "--delay",
    "--timeout",
    "--joblog",
    "--results",
    "-S",
    "--sshlogin",
    "--workdir",
    "--wd",
    "--tmpdir",
    "--retries",
    "--load",
    "--memfree",
    "--block",
    "-L",
    "-P",
    "-q",
];

pub(super) fn parallel(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let mut words = rest;
    while let Some((word, after)) = words.split_first() {
        let text = word.prefix();
        if !text.starts_with('-') || text == "-" {
            break;
        }
        words = if PARALLEL_VALUED.contains(&text) && text != "-q" {
            after.get(1..).unwrap_or_default()
        } else {
            after
        };
        if word.known() == Some("--") {
            break;
        }
    }
    let is_mark = |word: &Value| matches!(word.known(), Some(":::" | ":::+" | "::::" | "::::+"));
    let at = words.iter().position(is_mark).unwrap_or(words.len());
    let (command, given) = words.split_at(at);
    let mut given_items: Vec<Value> = Vec::new();
    for (index, part) in given.split(is_mark).enumerate().skip(1) {
        let mark = given.iter().filter(|word| is_mark(word)).nth(index - 1).and_then(Value::known);
        if mark.is_some_and(|mark| mark.starts_with("::::")) {
            for file in part {
                walk.read(state.place(file), span);
                given_items.push(Value::unknown());
            }
        } else {
            given_items.extend(part.iter().cloned());
        }
    }
    if given.is_empty() {
        given_items = match &state.stdin {
            Value::Known(text) => text
                .lines()
                .filter(|line| !line.is_empty())
                .map(|line| Value::Known(line.to_owned()))
                .collect(),
            stdin => items(stdin),
        };
    }
    given_items.truncate(MAX_FEW);
    let item = Value::one_of(given_items.clone());
    let text = joined(command);
    // The command is a text for a shell, and without one the items are the commands.
    let script = match text.known() {
        Some("") => {
            for item in &given_items {
                walk.shell_text(item, span, "parallel", &mut state.clone());
            }
            return Outcome::Peeled;
        }
        Some(known) if ["{}", "{.}", "{/}", "{//}", "{1}"].iter().any(|mark| known.contains(mark)) => {
            ["{}", "{.}", "{/}", "{//}", "{1}"]
                .iter()
                .fold(text.clone(), |value, mark| replaced(&value, mark, &item))
        }
        _ => text.join(&Value::Known(" ".to_owned())).join(&item),
    };
    walk.peel("parallel", |walk| walk.shell_text(&script, span, "parallel", &mut state.clone()));
    Outcome::Peeled
}
