//! Terminals that programs type into: what several words, keys and calls put on a line is one text, and runs there.

use hookward_shell::Span;

use crate::commands::Outcome;
use crate::effect::Standing;
use crate::knowledge::{self, Given};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Commands of tmux that put text on a line, or run some. Others may be cut short, too, but do nothing of that kind.
const COMMANDS: &[&str] = &[
    "display-popup",
    "if-shell",
    "load-buffer",
    "new-session",
    "new-window",
    "paste-buffer",
    "pipe-pane",
    "respawn-pane",
    "respawn-window",
    "run-shell",
    "send-keys",
    "set-buffer",
    "source-file",
    "split-window",
];

/// So often a key is typed again.
const MAX_TIMES: usize = 64;

/// A longer line is nothing that a person would type.
const MAX_LINE: usize = 4 * 1024;

/// `tmux`, where it types, or is told several commands at once, or one by the beginning of its name.
pub(super) fn tmux(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Option<Outcome> {
    let usage = knowledge::program("tmux")?;
    let words: Vec<&Value> = rest.iter().collect();
    let own = Given::of(&words, &usage).leading().first().map_or(rest.len(), |(at, _)| *at);
    let (options, commands) = rest.split_at(own.min(rest.len()));
    let several = commands.iter().any(ends_command);
    let cut_short = commands.first().and_then(whole_name);
    if (several || cut_short.is_some()) && walk.spend(span) {
        for command in split(commands) {
            let name = command.first().map(|word| whole_name(word).unwrap_or_else(|| word.clone()));
            let words = std::iter::once(Value::Known("tmux".to_owned()))
                .chain(options.iter().cloned())
                .chain(name)
                .chain(command.into_iter().skip(1));
            walk.command(words.collect(), span, state);
        }
        return Some(Outcome::Peeled);
    }
    let (usage, words) = usage.descend(rest);
    // Its options end at the first word that is none, whatever stands behind that.
    let start = Given::of(&words, &usage).operands.first().map_or(words.len(), |(at, _)| *at);
    let (options, operands) = words.split_at(start.min(words.len()));
    let given = Given::of(options, &usage);
    match usage.names.first() {
        Some(&"send-keys") if !given.option("-X") => {
            let text = if given.option("-H") {
                operands.iter().map(|word| by_number(word)).reduce(|line, key| line.join(&key))
            } else if given.option("-l") {
                operands.iter().map(|word| (*word).clone()).reduce(|line, text| line.join(&text))
            } else {
                operands.iter().map(|word| key(word)).reduce(|line, key| line.join(&key))
            };
            let times = given.value("-N").and_then(|count| count.parse().ok()).unwrap_or(1);
            for _ in 0..times.clamp(1, MAX_TIMES) {
                walk.types("tmux", &text.clone()?, span, state);
            }
            Some(Outcome::Done(Standing::Known))
        }
        // What the command says is typed there.
        Some(&"pipe-pane") if given.option("-I") => {
            let script = operands.first()?;
            let said = walk.captured(|walk| {
                let mut apart = walk.copy(state);
                walk.shell_text(script, span, "tmux", &mut apart);
            });
            walk.types("tmux", &said, span, state);
            Some(Outcome::Done(Standing::Known))
        }
        Some(&"set-buffer") => {
            for text in operands {
                walk.types("tmux", text, span, state);
            }
            Some(Outcome::Done(Standing::Known))
        }
        Some(&"load-buffer") => {
            for file in operands {
                let place = state.place(file);
                let content = match walk.look(&place, state) {
                    _ if matches!(file.known(), Some("-" | "/dev/stdin")) => state.stdin.clone(),
                    Some((_, text)) => Value::Known(text),
                    None => state.content(&place),
                };
                walk.types("tmux", &content, span, state);
            }
            None
        }
        Some(_) | None => None,
    }
}

/// `zellij action write 104 105`: letters by their numbers, which are one text.
pub(super) fn zellij(walk: &mut Walk, rest: &[Value], span: Span, state: &State) -> Option<Outcome> {
    let (usage, words) = knowledge::program("zellij")?.descend(rest);
    usage.names.first().filter(|name| **name == "action write")?;
    let operands = Given::of(&words, &usage).operands;
    let letters = operands.iter().map(|(_, word)| {
        let letter = word.known().and_then(|number| number.parse().ok()).and_then(char::from_u32);
        letter.map_or_else(|| (*word).clone(), |letter| Value::Known(letter.to_string()))
    });
    walk.types("zellij", &letters.reduce(|line, letter| line.join(&letter))?, span, state);
    Some(Outcome::Done(Standing::Known))
}

impl Walk<'_> {
    /// A program types a text into a terminal, behind what it has typed there: what is on the line then, a shell may run.
    pub(crate) fn types(&mut self, program: &str, text: &Value, span: Span, state: &State) {
        let before = self.typed.iter().position(|(typist, _)| typist == program);
        let before = before.map(|at| self.typed.swap_remove(at).1);
        let line = before.map_or_else(|| text.clone(), |before| before.join(text));
        let line = line.known().map(taken_back).map_or(line, Value::Known);
        let mut apart = self.copy(state);
        self.shell_text(&line, span, program, &mut apart);
        let left = match line {
            Value::Known(text) => Value::Known(text.rsplit('\n').next().unwrap_or_default().to_owned()),
            line => line,
        };
        if left.known().is_none_or(|text| (1..MAX_LINE).contains(&text.len())) {
            self.typed.push((program.to_owned(), left));
        }
    }
}

/// A text without the letters that a key behind them has taken back.
fn taken_back(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{7f}' | '\u{8}' => drop(line.pop()),
            letter => line.push(letter),
        }
    }
    line
}

/// What a word types: a key by its name, or the letters that it is.
fn key(word: &Value) -> Value {
    let Some(text) = word.known() else { return word.clone() };
    let lower = text.to_ascii_lowercase();
    let known = match lower.as_str() {
        "space" => " ",
        "tab" | "c-i" | "^i" => "\t",
        // What ends a line, or begins it anew: in front of it stands a line of its own.
        "enter" | "kpenter" | "c-m" | "^m" | "c-j" | "^j" | "c-c" | "^c" | "c-u" | "^u" | "c-d" | "^d" => {
            "\n"
        }
        "bspace" | "c-h" | "^h" => "\u{7f}",
        "escape" | "btab" | "up" | "down" | "left" | "right" | "home" | "end" | "npage" | "ppage"
        | "pageup" | "pagedown" | "pgup" | "pgdn" | "dc" | "delete" | "ic" | "insert" => "",
        other => {
            let is_chord = |sign: &str| other.strip_prefix(sign).is_some_and(|key| key.chars().count() == 1);
            let is_function = other.strip_prefix('f').is_some_and(|number| number.parse::<u8>().is_ok());
            if ["c-", "m-", "^"].into_iter().any(is_chord) || is_function {
                ""
            } else if other.starts_with("0x") {
                return by_number(&Value::Known(other.trim_start_matches("0x").to_owned()));
            } else {
                text
            }
        }
    };
    Value::Known(known.to_owned())
}

/// A key by the number of its letter: `0x0d`, and `0d` behind `-H`.
fn by_number(word: &Value) -> Value {
    let digits = word.known().map(|text| text.trim_start_matches("0x"));
    let letter = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32);
    match letter {
        Some('\r') => Value::Known("\n".to_owned()),
        Some(letter) => Value::Known(letter.to_string()),
        None => word.clone(),
    }
}

/// Whether a command of tmux ends with this word.
fn ends_command(word: &Value) -> bool {
    word.known().is_some_and(|text| text.ends_with(';') && !text.ends_with("\\;"))
}

/// Commands of tmux, apart.
fn split(words: &[Value]) -> Vec<Vec<Value>> {
    let mut commands = Vec::new();
    let mut command = Vec::new();
    for word in words {
        match word.known().and_then(|text| text.strip_suffix(';')).filter(|_| ends_command(word)) {
            Some(text) => {
                command.extend((!text.is_empty()).then(|| Value::Known(text.to_owned())));
                commands.push(std::mem::take(&mut command));
            }
            None => command.push(word.clone()),
        }
    }
    commands.push(command);
    commands.retain(|command| !command.is_empty());
    commands
}

/// The name of a command that is cut short, where only one begins so.
fn whole_name(word: &Value) -> Option<Value> {
    const SHORT: &[&str] = &["new", "send", "run", "if", "source", "popup"];
    let text = word.known().filter(|text| text.len() > 2 && !SHORT.contains(text))?;
    let mut fits = COMMANDS.iter().filter(|name| name.starts_with(text));
    match (fits.next(), fits.next()) {
        (Some(name), None) if *name != text => Some(Value::Known((*name).to_owned())),
        _ => None,
    }
}
