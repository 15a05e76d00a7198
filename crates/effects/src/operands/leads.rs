//! Words that lead to more: files with options or addresses in them, texts of the program's own commands, pages that may
//! be files, and files of other machines.

use hookward_shell::Span;

use super::{Gathered, is_stdin};
use crate::knowledge::{Given, Role};
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Piece, Value};
use crate::walk::Walk;

/// Lines of a file that are followed.
const MAX_LINES: usize = 64;

impl Walk<'_> {
    /// One word of such a role.
    pub(super) fn led(
        &mut self,
        role: Role,
        value: &Value,
        given: &Given,
        gathered: &mut Gathered,
        span: Span,
        state: &mut State,
    ) {
        match role {
            Role::Own => self.own_commands(&gathered.program, value, span, state),
            Role::FileOwn => {
                let content = self.taken_from(value, span, state);
                self.own_commands(&gathered.program, &content, span, state);
            }
            Role::OptionFile => {
                let content = self.taken_from(value, span, state);
                if let Some((text, holes)) = marked(&content) {
                    // They hold for the addresses that stand beside the file, too.
                    let words = options_of(&gathered.program, &text);
                    let words = words.iter().map(|word| with_holes(word, &holes));
                    let addresses = given.operands.iter().map(|(_, word)| (*word).clone());
                    let words: Vec<Value> = words.chain(addresses).collect();
                    let mut apart = self.copy(state);
                    self.peel(&gathered.program, |walk| walk.command(words, span, &mut apart));
                    state.keep_files(&apart);
                }
            }
            Role::OptionText => {
                // It holds for the addresses that the program was given.
                let words = value.known().map(|text| options_of(&gathered.program, text)).unwrap_or_default();
                let addresses = given.operands.iter().map(|(_, word)| (*word).clone());
                let words: Vec<Value> = words.into_iter().map(Value::Known).chain(addresses).collect();
                let mut apart = self.copy(state);
                self.peel(&gathered.program, |walk| walk.command(words, span, &mut apart));
                state.keep_files(&apart);
            }
            Role::Addresses => {
                let content = self.taken_from(value, span, state);
                let lines = content.texts().iter().flat_map(|text| text.lines()).map(str::trim);
                let addresses = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
                gathered
                    .addresses
                    .extend(addresses.take(MAX_LINES).map(|line| Value::Known(line.to_owned())));
            }
            Role::WriteOut => {
                let text = value.prefix();
                if text.starts_with('@') {
                    let file = crate::programs::tail(value, 1);
                    self.taken_from(&file, span, state);
                }
                let named = text.split("%output{").skip(1).filter_map(|rest| rest.split('}').next());
                gathered
                    .written
                    .extend(named.map(|file| Value::Known(file.trim_start_matches(">>").to_owned())));
            }
            Role::Page => {
                gathered.addresses.push(value.clone());
                if !value.prefix().contains("://") {
                    let place = state.place(value);
                    gathered.passed.add(&Sources::from(Source::File(place.clone())));
                    self.read(place, span);
                }
            }
            Role::Remote => self.read_elsewhere(value, span, state),
            Role::Orders => {
                gathered.code = true;
                self.ordered(value, &gathered.program, span, state);
            }
            // Whatever fits a pattern is left to the program, which has its own list of what it passes over.
            Role::Rewritten => gathered.rewritten.extend(value.known().map(|_| value.clone())),
            _ => debug_assert!(false, "{role:?} is no such role"),
        }
    }

    /// What lies in a file, or comes on standard input, and is obeyed.
    fn taken_from(&mut self, file: &Value, span: Span, state: &State) -> Value {
        if is_stdin(file) {
            return state.stdin.clone();
        }
        let place = state.place(file);
        self.read(place.clone(), span);
        if let Some(written) = state.written(&place) {
            return written;
        }
        self.look(&place, state).map_or_else(Value::unknown, |(_, text)| Value::Known(text))
    }

    /// Commands of the program itself, one to a line.
    fn own_commands(&mut self, program: &str, commands: &Value, span: Span, state: &State) {
        for line in commands.texts().iter().flat_map(|text| text.lines()).take(MAX_LINES) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let mut apart = self.copy(state);
                self.nested(&format!("{program} {line}"), span, program, &mut apart);
            }
        }
    }

    /// Commands that another machine runs.
    fn ordered(&mut self, value: &Value, program: &str, span: Span, state: &State) {
        let file = ["@", "file://"].iter().find(|start| value.prefix().starts_with(**start));
        let texts = match file {
            Some(start) => {
                let content = self.taken_from(&crate::programs::tail(value, start.len()), span, state);
                vec![content]
            }
            None => match marked(value) {
                Some((text, holes)) => orders(&text).iter().map(|text| with_holes(text, &holes)).collect(),
                None => vec![value.clone()],
            },
        };
        for text in texts.iter().take(MAX_LINES) {
            let mut apart = self.copy(state);
            self.shell_text(text, span, program, &mut apart);
        }
    }

    /// A file of another machine, whose name says what is in it: `host:dir/.env`, `s3://bucket/.env`.
    pub(super) fn read_elsewhere(&mut self, value: &Value, span: Span, state: &State) {
        let Some(path) = value.known().and_then(path_elsewhere) else { return };
        let mut place = state.place(&Value::Known(path.to_owned()));
        place.written = value.to_string();
        place.elsewhere = true;
        self.read(place, span);
    }
}

/// `ls` · `commands=ls,pwd` · `commands=["ls"]` · `{"commands": ["ls"]}`
fn orders(text: &str) -> Vec<String> {
    let Some((_, list)) = text.split_once("commands") else { return vec![text.to_owned()] };
    let Some(list) = list.trim_start_matches(['"', '\'', ' ']).strip_prefix(['=', ':']).map(str::trim_start)
    else {
        return vec![text.to_owned()];
    };
    if list.trim_start_matches(['[', ' ', '\n']).starts_with('"') {
        return quoted(list);
    }
    let list = list.strip_prefix('[').map_or(list, |inner| inner.split(']').next().unwrap_or(inner));
    list.split(',').map(str::to_owned).collect()
}

/// The texts in quotes of a list, up to its end.
fn quoted(list: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut within: Option<String> = None;
    let mut letters = list.chars();
    while let Some(letter) = letters.next() {
        match (&mut within, letter) {
            (None, '"') => within = Some(String::new()),
            (None, ']') => break,
            (None, _) => {}
            (Some(_), '"') => texts.extend(within.take()),
            (Some(text), '\\') => match letters.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(other) => text.push(other),
                None => break,
            },
            (Some(text), other) => text.push(other),
        }
    }
    texts
}

/// The path in what names a file elsewhere.
fn path_elsewhere(text: &str) -> Option<&str> {
    let text = text.split(['?', '#']).next().unwrap_or(text);
    let path = match text.split_once("://") {
        Some((_, rest)) => rest.split_once('/')?.1,
        None => text.split_once(':').map_or(text, |(_, path)| path),
    };
    (!path.is_empty()).then_some(path)
}

/// A command with the options of a file, as curl reads one: `key = "value"`, `key: value`, `-k value`.
fn options_of(program: &str, text: &str) -> Vec<String> {
    let mut words = vec![program.to_owned()];
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines.take(MAX_LINES) {
        let end = line.find([' ', '\t', '=', ':']).unwrap_or(line.len());
        let (key, value) = line.split_at(end);
        let value = value.trim_start_matches([' ', '\t', '=', ':']).trim().trim_matches('"');
        let value = value.replace("\\\"", "\"");
        match (key.starts_with('-'), value.is_empty()) {
            (true, true) => words.push(key.to_owned()),
            (true, false) => words.extend([key.to_owned(), value]),
            (false, true) => words.push(format!("--{}", key.replace('_', "-"))),
            // In one word: of an option that nobody knows, the value is no operand.
            (false, false) => words.push(format!("--{}={value}", key.replace('_', "-"))),
        }
    }
    words
}

/// The first of the characters that stand for holes while a text is taken apart. Nobody writes them.
const FIRST_MARK: u32 = 0xF_0000;

/// A text with a mark in place of each hole, and what belongs there; `None` if nothing of it is known.
fn marked(content: &Value) -> Option<(String, Vec<Piece>)> {
    let pieces = match content {
        Value::Known(text) => return Some((text.clone(), Vec::new())),
        Value::Few(few) => return few.first().map(|text| (text.clone(), Vec::new())),
        Value::Pattern(pieces) => pieces,
        Value::Unknown(_) => return None,
    };
    let mut text = String::new();
    let mut holes = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(part) => text.push_str(part),
            Piece::Glob(_) | Piece::Hole(_) | Piece::Filled(_) | Piece::OneOf(_) => {
                let index = u32::try_from(holes.len()).unwrap_or(u32::MAX);
                text.extend(char::from_u32(FIRST_MARK.saturating_add(index)));
                holes.push(piece.clone());
            }
        }
    }
    Some((text, holes))
}

/// A word with the holes in their places again.
fn with_holes(word: &str, holes: &[Piece]) -> Value {
    let hole = |letter: char| {
        let index = u32::from(letter).checked_sub(FIRST_MARK)?;
        holes.get(usize::try_from(index).ok()?)
    };
    let pieces = word.chars().map(|letter| match hole(letter) {
        Some(piece) => piece.clone(),
        None => Piece::Text(letter.to_string()),
    });
    if holes.is_empty() { Value::Known(word.to_owned()) } else { Value::of(pieces.collect()) }
}
