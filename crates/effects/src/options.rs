//! Words to options and operands, as getopt reads them.

use crate::programs::Safe;
use crate::value::Value;

/// A program's arguments, sorted.
pub(crate) struct Split<'a> {
    options: Vec<(&'a str, Option<&'a Value>)>,
    pub(crate) operands: Vec<&'a Value>,
}

impl Split<'_> {
    pub(crate) fn has_any(&self, names: &[&str]) -> bool {
        self.options.iter().any(|(option, _)| names.iter().any(|name| matches_option(option, name)))
    }

    /// The value of an option: the next word, or what follows `=` or the letter.
    pub(crate) fn value_of(&self, name: &str) -> Option<Value> {
        self.options.iter().filter(|(option, _)| matches_option(option, name)).find_map(|(option, next)| {
            let glued = match option.split_once('=') {
                Some((_, value)) if option.starts_with("--") => value,
                _ if option.starts_with("--") => "",
                _ => option.get(option.find(name.trim_start_matches('-'))? + 1..)?,
            };
            if glued.is_empty() { next.cloned() } else { Some(Value::Known(glued.to_owned())) }
        })
    }

    /// Whether every option is one that changes nothing but what is printed.
    pub(crate) fn all_safe(&self, safe: &Safe) -> bool {
        self.options.iter().all(|(option, _)| match option.strip_prefix("--") {
            Some(long) => safe.long.contains(&long.split('=').next().unwrap_or(long)),
            None => safe.letters == "*" || option.chars().skip(1).all(|letter| safe.letters.contains(letter)),
        })
    }
}

/// Whether the word `option` holds the option `name`: `-rf` holds `-r`, `--recurs` abbreviates `--recursive`.
fn matches_option(option: &str, name: &str) -> bool {
    match name.strip_prefix("--") {
        Some(long) => option
            .strip_prefix("--")
            .map(|word| word.split('=').next().unwrap_or(word))
            .is_some_and(|word| !word.is_empty() && long.starts_with(word)),
        None => option.strip_prefix('-').is_some_and(|letters| {
            !letters.starts_with('-') && name.chars().nth(1).is_some_and(|letter| letters.contains(letter))
        }),
    }
}

pub(crate) fn split_operands<'a>(words: &'a [Value], valued: &[&str]) -> Split<'a> {
    let mut split = Split { options: Vec::new(), operands: Vec::new() };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let text = word.prefix();
        if word.known() == Some("--") {
            split.operands.extend(rest.by_ref());
        } else if text.starts_with('-') && text != "-" {
            split.options.push((text, if takes_next(text, valued) { rest.next() } else { None }));
        } else {
            split.operands.push(word);
        }
    }
    split
}

/// The command that a wrapper runs: its own options, assignments and operands skipped.
pub(crate) fn skip_options<'a>(words: &'a [Value], valued: &[&str], operands: usize) -> &'a [Value] {
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        let text = word.prefix();
        if word.known() == Some("--") {
            rest = after;
        } else if text.starts_with('-') {
            rest = if takes_next(text, valued) { after.get(1..).unwrap_or_default() } else { after };
        } else if text.split_once('=').is_some_and(|(name, _)| is_name(name)) {
            rest = after;
        } else {
            break;
        }
    }
    rest.get(operands..).unwrap_or_default()
}

/// Whether the value of an option is the next word: of `--user`, of `-u`, and of `-Hu`, where the last letter has one.
fn takes_next(option: &str, valued: &[&str]) -> bool {
    let letters = option.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
    match (letters, letters.and_then(|letters| letters.chars().next_back())) {
        (Some(letters), Some(last)) => {
            // The first letter with a value takes what is glued to it: `-n5` has its value already.
            let first = letters.chars().find(|letter| valued.contains(&format!("-{letter}").as_str()));
            first == Some(last)
        }
        _ => valued.iter().any(|name| name.starts_with("--") && option.len() > 2 && name.starts_with(option)),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_share_a_dash_and_long_options_may_be_cut_short() {
        assert!(matches_option("-rf", "-r"));
        assert!(matches_option("--recurs", "--recursive"));
        assert!(!matches_option("--force", "-r"));
        assert!(!matches_option("--", "--recursive"));
    }
}
