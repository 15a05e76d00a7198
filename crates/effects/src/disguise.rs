//! Letters that look like others, or that nobody sees, where they pass for a name, an option or a path.

use crate::knowledge::{self, Given, Role};
use crate::program_name::base_name;
use crate::value::Value;

/// Whether a command is not what it looks like.
pub(crate) fn is_disguised(name: &str, rest: &[Value]) -> bool {
    is_disguised_name(name) || {
        // People who write prose may use such letters.
        let prose = matches!(base_name(name), "echo" | "printf" | "gh" | "glab")
            || rest.first().and_then(Value::known) == Some("commit");
        let mut odd = rest
            .iter()
            .filter(|word| is_foreign_option(word) || (!prose && has_hidden_letters(word)))
            .peekable();
        // Whoever looks for such letters, or takes them out, has to write them.
        odd.peek().is_some() && {
            let sought = sought(base_name(name), rest);
            odd.any(|word| !sought.is_some_and(|sought| std::ptr::eq(sought, word)))
        }
    }
}

/// The pattern that a program looks for, or the code of its editor: no name of anything.
fn sought<'w>(name: &str, rest: &'w [Value]) -> Option<&'w Value> {
    let (usage, words) = knowledge::program(name)?.descend(rest);
    let given = Given::of(&words, &usage);
    let (_, first) = *given.operands.first()?;
    let is_given_by_option = given.roles().iter().any(|(role, _)| {
        matches!(role, Role::PatternOption | Role::PatternFile | Role::CodeSed | Role::FileSed)
    });
    let is_sought = matches!(usage.operands.first(), Some(Role::Pattern | Role::CodeSed));
    (is_sought && !is_given_by_option).then_some(first)
}

fn is_disguised_name(name: &str) -> bool {
    let base = base_name(name);
    has_unseen_letters(base) || (!base.is_ascii() && base.chars().any(|letter| letter.is_ascii_alphabetic()))
}

fn is_foreign_option(word: &Value) -> bool {
    word.known().is_some_and(|text| {
        text.starts_with('-')
            && (has_unseen_letters(text) || (!text.is_ascii() && !text.contains(['=', ' '])))
    })
}

/// Letters of no width, and those that turn the direction of a text, in what may be a name or a path.
fn has_hidden_letters(word: &Value) -> bool {
    let is_hidden = |letter: char| {
        matches!(
            letter,
            '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
    };
    word.known().is_some_and(|text| !text.contains(' ') && text.len() < 200 && text.chars().any(is_hidden))
}

fn has_unseen_letters(text: &str) -> bool {
    text.chars().any(|letter| {
        matches!(
            letter,
            '\u{a0}' | '\u{ad}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' | '\u{2212}' | '\u{3000}' | '\u{feff}' | '\r'
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disguised(words: &[&str]) -> bool {
        let words: Vec<Value> = words.iter().map(|word| Value::Known((*word).to_owned())).collect();
        let (name, rest) = words.split_first().unwrap();
        is_disguised(name.known().unwrap(), rest)
    }

    #[test]
    fn letters_that_nobody_sees_are_free_where_they_are_looked_for_and_nowhere_else() {
        for free in [
            &["grep", "-rn", "\u{200b}", "src"][..],
            &["rg", "-n", "\u{200b}", "src"],
            &["sed", "-i", "s/\u{200b}//g", "a.md"],
            &["git", "commit", "-m", "a\u{200b}b"],
            &["echo", "\u{200b}"],
        ] {
            assert!(!disguised(free), "{free:?}");
        }
        for odd in [
            &["grep", "-rn", "x", "s\u{200b}rc"][..],
            &["grep", "-e", "x", "s\u{200b}rc"],
            &["grep", "-\u{200b}", "x"],
            &["sed", "-e", "s/a/b/", "s\u{200b}rc"],
            &["r\u{200b}m", "x"],
            &["cat", "s\u{200b}rc"],
            &["sometool", "\u{200b}"],
        ] {
            assert!(disguised(odd), "{odd:?}");
        }
    }
}
