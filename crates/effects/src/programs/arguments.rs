//! Words to options and operands, as getopt reads them.

use crate::programs::git::tail;
use crate::value::Value;

/// A program's arguments, sorted.
pub(crate) struct Arguments<'w> {
    options: Vec<(&'w Value, Option<&'w Value>)>,
    pub(crate) operands: Vec<&'w Value>,
    /// How many operands stand before a `--`, if there is one.
    pub(crate) before_mark: Option<usize>,
}

impl<'w> Arguments<'w> {
    /// Sorts words; `valued` are the options whose value is the next word.
    pub(crate) fn of(words: &'w [Value], valued: &[&str]) -> Self {
        let mut sorted = Self { options: Vec::new(), operands: Vec::new(), before_mark: None };
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let text = word.prefix();
            if word.known() == Some("--") {
                sorted.before_mark = Some(sorted.operands.len());
                sorted.operands.extend(rest.by_ref());
            } else if text.starts_with('-') && text != "-" {
                let value = if takes_next(text, valued) { rest.next() } else { None };
                sorted.options.push((word, value));
            } else {
                sorted.operands.push(word);
            }
        }
        sorted
    }

    /// Whether one of some long options is given, perhaps cut short.
    pub(crate) fn has(&self, names: &[&str]) -> bool {
        self.options.iter().any(|(word, _)| names.iter().any(|name| abbreviates(word.prefix(), name)))
    }

    /// Whether it is only tried out: of `--dry-run`, its letter and `--no-dry-run`, the last one counts.
    pub(crate) fn is_tried(&self, letter: &str) -> bool {
        let says = |word: &str| {
            let back = word.len() > "--no-".len() && abbreviates(word, "--no-dry-run");
            let forth = abbreviates(word, "--dry-run")
                || (!letter.is_empty() && letters(word).is_some_and(|all| all.contains(letter)));
            if back { Some(false) } else { forth.then_some(true) }
        };
        self.options().filter_map(says).last().unwrap_or(false)
    }

    /// Whether the letter of a short option is given, alone or among others.
    pub(crate) fn has_letter(&self, letter: &str) -> bool {
        !letter.is_empty()
            && self
                .options
                .iter()
                .any(|(word, _)| letters(word.prefix()).is_some_and(|all| all.contains(letter)))
    }

    /// Whether the letter of a short option is given, in front of any in its word that has a value: `-am x`, not `-mfeat`.
    pub(crate) fn has_letter_before(&self, letter: char, valued: &[char]) -> bool {
        let mut words = self.options.iter().filter_map(|(word, _)| letters(word.prefix()));
        words.any(|all| all.chars().take_while(|own| !valued.contains(own)).any(|own| own == letter))
    }

    /// The values with which an option is given: the next word, or what follows `=` or the letter.
    pub(crate) fn values(&self, name: &str) -> Vec<Value> {
        let mut values = Vec::new();
        for (word, next) in &self.options {
            let text = word.prefix();
            if name.starts_with("--") {
                if abbreviates(text, name) {
                    match text.find('=') {
                        Some(at) => values.push(tail(word, at + 1)),
                        None => values.extend(next.cloned()),
                    }
                }
            } else if let (Some(all), Some(letter)) = (letters(text), name.chars().nth(1))
                && let Some(at) = all.find(letter)
            {
                let glued = tail(word, 1 + at + letter.len_utf8());
                match glued.known() {
                    Some("") => values.extend(next.cloned()),
                    _ => values.push(glued),
                }
            }
        }
        values
    }

    /// The values of several options.
    pub(crate) fn all_values(&self, names: &[&str]) -> Vec<Value> {
        names.iter().flat_map(|name| self.values(name)).collect()
    }

    /// Every option's word, without its value.
    pub(crate) fn options(&self) -> impl Iterator<Item = &'w str> + '_ {
        self.options.iter().map(|(word, _)| word.prefix())
    }

    /// The first operand, if it is known.
    pub(crate) fn first(&self) -> Option<&'w str> {
        self.operands.first().and_then(|word| word.known())
    }

    /// An operand for a person to read.
    pub(crate) fn shown(&self, index: usize) -> String {
        self.operands.get(index).map(ToString::to_string).unwrap_or_default()
    }
}

fn letters(word: &str) -> Option<&str> {
    word.strip_prefix('-').filter(|letters| !letters.starts_with('-'))
}

/// Whether a word is a long option or the start of one: `--har` of `--hard`.
fn abbreviates(word: &str, name: &str) -> bool {
    let stem = word.split('=').next().unwrap_or(word);
    stem == name || (stem.len() > 2 && stem.starts_with("--") && name.starts_with(stem))
}

/// Whether the value of an option is the next word: of `--user`, of `-u`, and of `-Hu`, where the last letter has one.
fn takes_next(option: &str, valued: &[&str]) -> bool {
    match letters(option) {
        Some(all) => {
            // The first letter with a value takes what is glued to it: `-n5` has its value already.
            let is_valued = |letter: char| {
                valued.iter().any(|name| name.strip_prefix('-') == Some(letter.encode_utf8(&mut [0; 4])))
            };
            let first = all.char_indices().find(|(_, letter)| is_valued(*letter));
            first.is_some_and(|(at, letter)| at + letter.len_utf8() == all.len())
        }
        None => {
            let long = |name: &&&str| name.starts_with("--");
            !option.contains('=') && valued.iter().filter(long).any(|name| abbreviates(option, name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_share_a_dash_and_long_options_may_be_cut_short() {
        let words: Vec<Value> = ["-rfu", "root", "--har", "--prune=now", "a", "--", "-b"]
            .map(|text| Value::Known(text.to_owned()))
            .to_vec();
        let sorted = Arguments::of(&words, &["-u"]);
        assert!(sorted.has_letter("r") && sorted.has_letter("f"));
        assert!(sorted.has(&["--hard"]));
        assert_eq!(sorted.values("-u"), [Value::Known("root".into())]);
        assert_eq!(sorted.values("--prune"), [Value::Known("now".into())]);
        assert_eq!(sorted.operands.len(), 2);
        assert_eq!(sorted.before_mark, Some(1));
    }
}
