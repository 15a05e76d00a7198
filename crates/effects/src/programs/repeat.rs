//! xargs and parallel: a command for every word that they are given.

use hookward_shell::Span;

use crate::builtins::joined;
use crate::commands::{Outcome, quoted};
use crate::effect::{Deed, Standing};
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

/// How xargs cuts its input, and how much of it a command gets.
#[derive(Default)]
struct Cut {
    /// What ends an item; blanks and quotes if there is none.
    delimiter: Option<char>,
    /// What an item takes the place of: then it is a whole line.
    placeholder: Option<String>,
    /// How many items, or lines of them, go to one command.
    at_most: Option<usize>,
    by_lines: bool,
}

pub(super) fn xargs(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let mut words = rest;
    let mut cut = Cut::default();
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
        let number = || value.as_deref().and_then(|value| value.parse().ok());
        let long = text.split('=').next().unwrap_or(text);
        match (short, long) {
            ("-I" | "-J", _) => cut.placeholder = value.or_else(|| Some("{}".to_owned())),
            ("-i", _) => cut.placeholder = Some(glued.unwrap_or("{}").to_owned()),
            (_, "--replace") => cut.placeholder = value.or_else(|| Some("{}".to_owned())),
            ("-a", _) | (_, "--arg-file") => {
                let place = state.place(&Value::Known(value.unwrap_or_default()));
                walk.read(place.clone(), span);
                input = state.content(&place);
            }
            ("-d", _) | (_, "--delimiter") => cut.delimiter = value.as_deref().and_then(delimiter),
            (_, "--null") => cut.delimiter = Some('\0'),
            ("-n", _) | (_, "--max-args") => (cut.at_most, cut.by_lines) = (number(), false),
            ("-L" | "-l", _) | (_, "--max-lines") => {
                (cut.at_most, cut.by_lines) = (number().or(Some(1)), true);
            }
            _ if !text.starts_with("--") && text.contains('0') => cut.delimiter = Some('\0'),
            _ => {}
        }
        words = if takes { after.get(1..).unwrap_or_default() } else { after };
    }
    if input.sources().is_endless() {
        walk.deed(Deed::Exhaust, "starts processes without end", span);
    }
    let command = if words.is_empty() { vec![Value::Known("echo".to_owned())] } else { words.to_vec() };
    let mut apart = walk.copy(state);
    apart.stdin = Value::unknown();
    for command in cut.commands(&command, &input) {
        walk.peel("xargs", |walk| walk.command(command, span, &mut apart));
    }
    state.keep_files(&apart);
    Outcome::Peeled
}

/// `,`, `\\n`, `\\0`
fn delimiter(text: &str) -> Option<char> {
    match text {
        "\\n" => Some('\n'),
        "\\t" => Some('\t'),
        "\\0" => Some('\0'),
        text => text.chars().next(),
    }
}

impl Cut {
    /// The commands that an input makes of one. Without any input it runs once, as it stands.
    fn commands(&self, command: &[Value], input: &Value) -> Vec<Vec<Value>> {
        let commands = self.fed(command, input);
        if commands.is_empty() { vec![command.to_vec()] } else { commands }
    }

    fn fed(&self, command: &[Value], input: &Value) -> Vec<Vec<Value>> {
        let with = |items: &[Value]| command.iter().chain(items).cloned().collect::<Vec<Value>>();
        if let Some(placeholder) = &self.placeholder {
            let item = Value::one_of(self.lines(input));
            return vec![command.iter().map(|word| replaced(word, placeholder, &item)).collect()];
        }
        if self.by_lines && self.at_most == Some(1) {
            let lines = input.known().map(|text| text.lines().map(|line| items(&known(line))).collect());
            let lines: Vec<Vec<Value>> = lines.unwrap_or_else(|| vec![items(input)]);
            if lines.len() <= MAX_FEW {
                return lines.iter().filter(|items| !items.is_empty()).map(|items| with(items)).collect();
            }
        }
        let items = match self.delimiter {
            Some(_) => self.lines(input),
            None => items(input),
        };
        match self.at_most {
            None => vec![with(&items)],
            // Each on its own.
            Some(1) if items.len() > 1 && !self.by_lines => vec![with(&[Value::one_of(items)])],
            Some(count) if !self.by_lines => items.chunks(count.max(1)).map(with).collect(),
            Some(_) => vec![with(&[Value::unknown()]), with(&items)],
        }
    }

    /// Items that are whole lines, or end with a character of their own.
    fn lines(&self, input: &Value) -> Vec<Value> {
        let Value::Known(text) = input else { return items(input) };
        let end = self.delimiter.unwrap_or('\n');
        let text = text.strip_suffix(end).unwrap_or(text);
        let lines: Vec<Value> = match self.delimiter {
            Some(_) => text.split(end).map(known).collect(),
            None => {
                text.split(end).map(str::trim_start).filter(|line| !line.is_empty()).map(unquoted).collect()
            }
        };
        if lines.len() > MAX_FEW { vec![Value::unknown()] } else { lines }
    }
}

fn known(text: &str) -> Value {
    Value::Known(text.to_owned())
}

/// A line without its quotes; with some in the middle, nobody knows.
fn unquoted(line: &str) -> Value {
    let inner = line.trim_matches(['"', '\'']);
    if inner.contains(['"', '\'', '\\']) { Value::unknown() } else { known(inner) }
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
        if !part.is_empty() {
            value = value.join(&Value::Known(part.to_owned()));
        }
    }
    value
}

/// The words that a text falls into.
fn items(input: &Value) -> Vec<Value> {
    match input {
        Value::Known(text) => {
            let words: Vec<Value> =
                text.split_ascii_whitespace().map(|word| known(word.trim_matches(['"', '\'']))).collect();
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
                        words.push(word_of(std::mem::take(&mut current)));
                    }
                    if !part.is_empty() {
                        current.push(Piece::Text(part.to_owned()));
                    }
                }
            }
            if !current.is_empty() {
                words.push(word_of(current));
            }
            words
        }
        Value::Few(texts) => texts.iter().map(|text| Value::Known(text.trim().to_owned())).collect(),
        Value::Unknown(sources) => vec![Value::Unknown(sources.clone())],
    }
}

/// A word of pieces: where nothing of it is known but where it comes from, several of those are no more than one.
fn word_of(pieces: Vec<Piece>) -> Value {
    let word = Value::of(pieces);
    if word.is_unseen() { Value::Unknown(word.sources()) } else { word }
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
    let mut piped = false;
    while let Some((word, after)) = words.split_first() {
        let text = word.prefix();
        if !text.starts_with('-') || text == "-" {
            break;
        }
        if matches!(word.known(), Some("--dry-run" | "--dryrun")) {
            // It only shows what it would run.
            walk.print(&Value::unknown(), span);
            return Outcome::Done(Standing::Known);
        }
        piped |= matches!(text, "--pipe" | "--spreadstdin" | "--pipepart");
        if let Some(file) = after.first().filter(|_| matches!(text, "-a" | "--arg-file")) {
            walk.read(state.place(file), span);
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
    if piped {
        // What it is fed is what the command is fed.
        let command = words.to_vec();
        walk.peel("parallel", |walk| walk.command(command, span, state));
        return Outcome::Peeled;
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
    // The command is a text for a shell, and without one the items are the commands.
    if command.is_empty() {
        for item in &given_items {
            let mut apart = walk.copy(state);
            walk.shell_text(item, span, "parallel", &mut apart);
        }
        return Outcome::Peeled;
    }
    let item = Value::one_of(given_items.clone());
    // Words that no shell would change run as they are, and the item stays what it is: every file of a list.
    let is_plain = |word: &Value| {
        let is_inert = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=,:@+%".contains(&byte);
        word.known().is_some_and(|text| text.bytes().all(is_inert))
    };
    let is_place = |word: &Value| word.known() == Some("{}");
    if item.listed_directory().is_some() && command.iter().all(|word| is_plain(word) || is_place(word)) {
        let has_place = command.iter().any(is_place);
        let words = command.iter().map(|word| if is_place(word) { item.clone() } else { word.clone() });
        let words = words.chain((!has_place).then(|| item.clone())).collect();
        let mut apart = walk.copy(state);
        walk.peel("parallel", |walk| walk.command(words, span, &mut apart));
        return Outcome::Peeled;
    }
    let mut scripts = vec![with_item(command, &item)];
    // An item is one word of the text, whatever is in it: `parallel bash -c ::: 'rm a'`.
    let is_several =
        |item: &Value| item.known().is_some_and(|text| text.contains([' ', ';', '&', '|', '\n']));
    if given_items.iter().any(is_several) {
        let whole = |item: &Value| match item {
            Value::Known(_) => Value::Known(quoted(std::slice::from_ref(item))),
            Value::Few(_) | Value::Pattern(_) | Value::Unknown(_) => item.clone(),
        };
        scripts.push(with_item(command, &Value::one_of(given_items.iter().map(whole).collect())));
    }
    for script in &scripts {
        let mut apart = walk.copy(state);
        walk.peel("parallel", |walk| walk.shell_text(script, span, "parallel", &mut apart));
    }
    Outcome::Peeled
}

/// The text that parallel runs with an item: where marks say, or else behind it.
fn with_item(command: &[Value], item: &Value) -> Value {
    const MARKS: &[&str] = &["{}", "{.}", "{/}", "{//}", "{1}"];
    let text = joined(command);
    if text.known().is_some_and(|known| MARKS.iter().any(|mark| known.contains(mark))) {
        return MARKS.iter().fold(text, |value, mark| replaced(&value, mark, item));
    }
    text.join(&Value::Known(" ".to_owned())).join(item)
}
