//! The command line of Windows, in a simple form: commands between `&`, their switches and redirections.

use super::datum::{Datum, Origin};
use super::{Step, Surroundings};
use crate::effect::Depth;
use crate::value::Value;

/// Commands in front of a command.
const WRAPPERS: &[&str] = &["call", "start", "@"];

pub(super) fn steps(text: &str, surroundings: &Surroundings, budget: &mut usize) -> Vec<Step> {
    let mut steps = Vec::new();
    for command in commands(text) {
        match budget.checked_sub(1 + command.len()) {
            Some(left) => *budget = left,
            None => {
                *budget = 0;
                steps.push(Step::Unseen);
                return steps;
            }
        }
        run(&command, surroundings, &mut steps);
    }
    steps
}

/// A word of a command.
#[derive(Clone, Debug)]
enum Word {
    Text(String),
    /// `>`, `>>`
    Redirection,
}

/// The commands of a text, in words.
fn commands(text: &str) -> Vec<Vec<Word>> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let ends_command = matches!(character, '&' | '|' | '\n' | '(' | ')');
        if !quoted && (ends_command || character == '>' || character.is_whitespace()) {
            if let Some(command) = commands.last_mut() {
                command.extend(word.take().map(Word::Text));
                if character == '>' {
                    if characters.peek() == Some(&'>') {
                        characters.next();
                    }
                    command.push(Word::Redirection);
                }
            }
            if ends_command {
                commands.push(Vec::new());
            }
            continue;
        }
        match character {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '^' if !quoted => word.get_or_insert_default().extend(characters.next()),
            other => word.get_or_insert_default().push(other),
        }
    }
    if let Some(command) = commands.last_mut() {
        command.extend(word.map(Word::Text));
    }
    commands
}

fn run(command: &[Word], surroundings: &Surroundings, steps: &mut Vec<Step>) {
    let mut words: Vec<&str> = Vec::new();
    let mut written = None;
    let mut parts = command.iter();
    while let Some(part) = parts.next() {
        match part {
            Word::Text(text) => words.push(text),
            Word::Redirection => {
                written = match parts.next() {
                    Some(Word::Text(path)) => Some(path),
                    Some(Word::Redirection) | None => None,
                };
            }
        }
    }
    // `if exist x command`, `for %i in (…) do command`
    if let Some(position) = words.iter().position(|word| word.eq_ignore_ascii_case("do")) {
        words.drain(..=position);
    }
    if words.first().is_some_and(|word| word.eq_ignore_ascii_case("if")) {
        let skip =
            words.iter().position(|word| word.eq_ignore_ascii_case("exist")).map_or(2, |exist| exist + 2);
        words.drain(..skip.min(words.len()));
    }
    while words.first().is_some_and(|word| WRAPPERS.contains(&word.to_ascii_lowercase().as_str())) {
        words.remove(0);
    }
    let Some((program, rest)) = words.split_first() else { return };
    let value = |word: &str| value_of(word, surroundings);
    let program = program.trim_start_matches('@');
    let switch = |name: &str| rest.iter().any(|word| word.to_ascii_lowercase().starts_with(name));
    let operands: Vec<&str> = rest.iter().copied().filter(|word| !word.starts_with('/')).collect();
    let path = |word: &str| path_of(word, surroundings);
    let mut output = Datum::known("");
    match program.to_ascii_lowercase().as_str() {
        "rd" | "rmdir" | "del" | "erase" => {
            let depth = if switch("/s") { Depth::Tree } else { Depth::One };
            steps.extend(operands.iter().map(|word| Step::Delete(path(word), depth)));
        }
        "format" => {
            let drive = operands.first().map_or_else(Datum::unknown, |word| Datum::known(*word));
            steps.push(Step::Words(vec![Datum::known("mkfs"), drive]));
        }
        "type" | "more" => {
            for word in operands {
                let path = path(word);
                steps.push(Step::Read(path.clone()));
                output = Datum::from_origin(Origin::File(path));
            }
            if written.is_none() {
                steps.push(Step::Print(output.clone()));
            }
        }
        "copy" | "xcopy" | "robocopy" => {
            if let [from, to, ..] = operands.as_slice() {
                // What is not there is gone here too.
                if switch("/mir") || switch("/purge") {
                    steps.push(Step::Delete(path(to), Depth::Tree));
                }
                let from = path(from);
                steps.push(Step::Read(from.clone()));
                steps.push(Step::Write(path(to), Datum::from_origin(Origin::File(from))));
            }
        }
        "move" | "ren" | "rename" => {
            if let [from, to, ..] = operands.as_slice() {
                steps.push(Step::Move(path(from), path(to)));
            }
        }
        "mklink" => {
            if let [name, target, ..] = operands.as_slice() {
                steps.push(Step::Link { target: path(target), name: path(name) });
            }
        }
        "md" | "mkdir" => {
            steps.extend(operands.iter().map(|word| Step::Write(path(word), Datum::known(""))));
        }
        "cd" | "chdir" | "pushd" => {
            steps.extend(operands.first().map(|word| Step::Directory(path(word))));
        }
        "dir" => {
            let directory = operands.first().map_or_else(|| Value::Known(".".to_owned()), |word| path(word));
            steps.push(Step::List(directory));
        }
        "taskkill" => {
            let names = operands.iter().filter(|word| !word.starts_with('-'));
            steps.extend(names.map(|word| Step::Kill(value(word).value)));
        }
        "%0" => steps.push(Step::Exhaust("starts itself without end")),
        "set" if operands.is_empty() => {
            steps.push(Step::Print(Datum::from_source(crate::source::Source::Environment)));
        }
        "set" | "rem" | "exit" | "cls" | "pause" | "title" | "popd" | "else" => {}
        "echo" => {
            let blank = Datum::known(" ");
            let texts = rest.iter().map(|word| value(word));
            output = texts.reduce(|all, word| all.join(&blank).join(&word)).unwrap_or(output);
            if written.is_none() {
                steps.push(Step::Print(output.clone()));
            }
        }
        _ => {
            let words = std::iter::once(Datum::known(program)).chain(rest.iter().map(|word| value(word)));
            steps.push(Step::Words(words.collect()));
            output = Datum::unknown();
        }
    }
    if let Some(written) = written.filter(|path| !path.eq_ignore_ascii_case("nul")) {
        steps.push(Step::Write(path(written), output));
    }
}

/// A word with the values of `%VARIABLES%` in place.
fn value_of(word: &str, surroundings: &Surroundings) -> Datum {
    let mut joined = Datum::known("");
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('%') {
        joined = joined.join(&Datum::known(before));
        let Some((name, next)) = after.split_once('%').filter(|(name, _)| !name.is_empty()) else {
            return joined.join(&Datum::known("%")).join(&Datum::known(after));
        };
        joined = joined.join(&variable(name, surroundings));
        rest = next;
    }
    joined.join(&Datum::known(rest))
}

/// An environment variable; those that hold the home, under the names of Windows too.
pub(super) fn variable(name: &str, surroundings: &Surroundings) -> Datum {
    let upper = name.to_ascii_uppercase();
    match (upper.as_str(), surroundings.home) {
        ("USERPROFILE" | "HOME" | "HOMEPATH", Some(home)) => Datum::known(home),
        ("USERPROFILE" | "HOME" | "HOMEPATH", None) => Datum::variable("HOME"),
        ("HOMEDRIVE", _) => Datum::known(""),
        ("SYSTEMROOT" | "WINDIR", _) => Datum::known("/Windows"),
        ("SYSTEMDRIVE", _) => Datum::known("/"),
        ("TEMP" | "TMP", _) => Datum::known("/tmp"),
        ("CD", _) => Datum::known("."),
        _ => Datum::variable(name),
    }
}

fn path_of(word: &str, surroundings: &Surroundings) -> Value {
    posix_path(&value_of(word, surroundings)).value
}

/// A path with slashes, without a drive, stars live.
pub(super) fn posix_path(datum: &Datum) -> Datum {
    let Some(text) = datum.text() else { return datum.clone() };
    let slashed = text.replace('\\', "/");
    let mut characters = slashed.chars();
    let (drive, colon) = (characters.next(), characters.next());
    let on_drive = drive.is_some_and(|drive| drive.is_ascii_alphabetic()) && colon == Some(':');
    let path = if on_drive { slashed.get(2..).unwrap_or_default() } else { &slashed };
    let path = if on_drive && path.is_empty() { "/" } else { path };
    Datum { value: super::file_deed::glob_value(path), origins: datum.origins.clone() }
}
