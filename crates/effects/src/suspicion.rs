//! Programs that nobody knows: they may run what their words say, so words that read like a command are taken for one.

use hookward_shell::Span;

use crate::commands::base_name;
use crate::knowledge;
use crate::programs;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Parts of an option's name that say that its value runs: `--onSuccess`, `--build.cmd`, `-c`.
const RUNNING: &[&str] = &[
    "c", "cmd", "command", "e", "eval", "exec", "execute", "hook", "run", "script", "shell", "success", "x",
];

impl Walk<'_> {
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

/// Whether words begin like a command that destroys or shows, so that no other reading of them is likely.
fn is_harmful(words: &[Value]) -> bool {
    let next = words.get(1).map(Value::prefix).unwrap_or_default();
    match words.first().and_then(Value::known).map(base_name) {
        Some("rm") => ["-r", "-f", "-R", "--r"].iter().any(|option| next.starts_with(option)),
        Some("dd") => words.iter().any(|word| word.prefix().starts_with("of=")),
        Some("sh" | "bash" | "zsh") => next.starts_with('-') && next.contains('c') && !next.starts_with("--"),
        Some("git") => matches!(next, "reset" | "clean" | "push" | "checkout" | "restore" | "stash"),
        Some("cat" | "shred" | "sudo") => !next.is_empty(),
        Some(_) | None => false,
    }
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
