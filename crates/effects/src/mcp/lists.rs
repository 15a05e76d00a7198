//! Commands that an MCP call tells in several texts: a program with its words, or keys one by one.

use super::folded;
use crate::call::Argument;

/// A program and the words that stand apart from it: `{"command": "bash", "args": ["-c", "…"]}`.
pub(super) fn with_words(command: &str, arguments: &[Argument]) -> String {
    let mut text = command.to_owned();
    let is_of_words = |argument: &&Argument| matches!(&*folded(&argument.name), "args" | "argv");
    let program = arguments.iter().any(|argument| argument.value == command && !is_of_words(&argument));
    for argument in arguments.iter().filter(is_of_words).filter(|_| program) {
        push(&mut text, &argument.value);
    }
    text
}

/// The one command that texts of the same name make together, at the first of them: `{"command": ["cat", ".env"]}`. They may be
/// commands for themselves as well, and nobody can tell: `[{"command": "ls"}, {"command": "pwd"}]`. What is typed has no space
/// between its parts.
pub(super) fn as_one(arguments: &[Argument], at: usize, types: bool) -> Option<String> {
    let name = &arguments.get(at)?.name;
    let is_alike = |argument: &&Argument| argument.name == *name;
    let is_first = !arguments.iter().take(at).any(|argument| argument.name == *name);
    // `commands` are several.
    let is_several = folded(name).ends_with("commands");
    if !is_first || is_several || arguments.iter().filter(is_alike).nth(1).is_none() {
        return None;
    }
    let values = arguments.iter().filter(is_alike).map(|argument| argument.value.as_str());
    if types && matches!(&*folded(name), "keys" | "keystrokes" | "characters" | "chars" | "input") {
        return Some(values.map(key).collect());
    }
    let mut text = String::new();
    values.for_each(|value| push(&mut text, value));
    Some(text)
}

/// What a key types.
fn key(name: &str) -> &str {
    match name.to_ascii_lowercase().as_str() {
        "enter" | "return" | "c-m" | "c-j" => "\n",
        "space" => " ",
        "tab" => "\t",
        _ => name,
    }
}

/// Puts a word behind others, as a shell would be given it.
fn push(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push('\'');
    text.push_str(&word.replace('\'', r"'\''"));
    text.push('\'');
}
