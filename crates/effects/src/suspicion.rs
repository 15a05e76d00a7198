//! Programs that nobody knows: they may run what their words say, so words that read like a command are taken for one.

use hookward_shell::Span;

use crate::code::Language;
use crate::effect::Action;
use crate::knowledge;
use crate::program_name::{base_name, is_of_the_system};
use crate::programs;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Parts of an option's name that say that its value runs: `--onSuccess`, `--build.cmd`, `-c`.
const RUNNING: &[&str] = &[
    "c", "cmd", "command", "e", "eval", "exec", "execute", "hook", "run", "script", "shell", "success", "x",
];

/// Of the words of such a program, so many are taken for files.
const MAX_HANDED: usize = 16;

impl Walk<'_> {
    /// Code behind an option that is called so: an interpreter that nobody knows has functions by the usual names.
    pub(crate) fn coded(&mut self, rest: &[Value], span: Span, state: &State) {
        const OPTIONS: &[&str] = &["-e", "-c", "--eval", "--exec", "--expr", "--code", "-code", "-eval"];
        for pair in rest.windows(2) {
            let [option, code] = pair else { continue };
            let is_code =
                code.known().is_some_and(|text| text.contains(['"', '\'']) && text.contains(['(', '[', '{']));
            if is_code && option.known().is_some_and(|option| OPTIONS.contains(&option)) {
                let mut apart = self.copy(state);
                self.code_text(Language::Compiled, code, span, &mut apart);
            }
        }
    }

    /// Files among the operands of a program that nobody knows. One of the project's own has its text to be looked at,
    /// and an option says what its value is for.
    pub(crate) fn hand(&mut self, name: &str, rest: &[Value], span: Span, state: &State) {
        let is_path = |text: &str| {
            let named = !text.trim_matches(['.', '/']).is_empty() && !text.contains("://");
            named
                && !text.starts_with('-')
                && text.contains(['.', '/', '_'])
                && !text.contains(char::is_whitespace)
        };
        let is_file = |word: &Value| match word.texts() {
            [] => is_path(word.prefix()),
            texts => texts.iter().any(|text| is_path(text)),
        };
        let names_its_value = |before: Option<&Value>| {
            let option = before.map(Value::prefix).unwrap_or_default();
            option == "-e"
                || option.starts_with("--")
                    && ["env", "file", "conf", "key", "cert"].iter().any(|word| option.contains(word))
        };
        let handed = rest.iter().enumerate().filter(|(at, word)| {
            is_file(word) && !names_its_value(at.checked_sub(1).and_then(|before| rest.get(before)))
        });
        for (_, word) in handed.filter(|_| is_of_the_system(name)).take(MAX_HANDED) {
            self.effect(Action::Hand(state.place(word)), span);
        }
    }

    /// A program that nobody knows may be a wrapper.
    pub(crate) fn suspected(&mut self, name: &str, rest: &[Value], span: Span, state: &State) {
        if let Some(tail) = (0..rest.len()).filter_map(|at| rest.get(at..)).find(|tail| is_harmful(tail)) {
            let mut apart = self.copy(state);
            self.peel(name, |walk| walk.command(tail.to_vec(), span, &mut apart));
        }
        for (at, option) in rest.iter().enumerate() {
            let text = option.prefix();
            let (stem, value) = match text.split_once('=') {
                Some((stem, _)) => (stem, Some(programs::tail(option, stem.len() + 1))),
                None => (text, rest.get(at + 1).cloned()),
            };
            let Some(value) = value.filter(|value| says_that_it_runs(stem) && is_command(value)) else {
                continue;
            };
            if self.spend(span) {
                let mut apart = self.copy(state);
                self.shell_text(&value, span, name, &mut apart);
            }
        }
    }
}

/// Whether words begin like a command that destroys, commits, shows or is for people, so that no other reading of them is likely.
fn is_harmful(words: &[Value]) -> bool {
    let next = words.get(1).map(Value::prefix).unwrap_or_default();
    let is_it = |text: &String| match base_name(text) {
        "rm" => ["-r", "-f", "-R", "--r"].iter().any(|option| next.starts_with(option)),
        "dd" => words.iter().any(|word| word.prefix().starts_with("of=")),
        "sh" | "bash" | "zsh" => next.starts_with('-') && next.contains('c') && !next.starts_with("--"),
        "git" => matches!(
            next,
            "reset" | "clean" | "push" | "checkout" | "restore" | "stash" | "commit" | "merge" | "am"
        ),
        "cat" | "shred" | "sudo" => !next.is_empty(),
        // Whoever has a terminal for it may give a person's word by it.
        "hookward" => words.len() > 1,
        _ => false,
    };
    words.first().is_some_and(|word| word.texts().iter().any(is_it))
}

/// Whether an option's name says that its value runs, by a whole word of it: not `--description`.
fn says_that_it_runs(option: &str) -> bool {
    let Some(name) = option.strip_prefix('-') else { return false };
    let mut words = vec![String::new()];
    for letter in name.chars() {
        if letter.is_ascii_uppercase() || !letter.is_ascii_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_ascii_alphanumeric()) {
            word.push(letter.to_ascii_lowercase());
        }
    }
    words.iter().any(|word| RUNNING.contains(&word.as_str()))
}

/// Whether a text of several words begins with a program that is known.
fn is_command(value: &Value) -> bool {
    let text = value.prefix().trim_start();
    let Some((first, _)) = text.split_once(char::is_whitespace) else { return false };
    let first = base_name(first);
    knowledge::program(first).is_some() || programs::has_own_words(first)
}
