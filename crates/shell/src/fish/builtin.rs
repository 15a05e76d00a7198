//! Commands that fish has under the same name as bash, with other words, or in place of bash's syntax.

use super::word::{Word, quoted};
use super::{OF_BASH, Reader};

impl Reader<'_> {
    /// A simple command of fish.
    pub(super) fn as_bash(&mut self, words: &[Word]) -> String {
        let Some((first, rest)) = words.split_first() else { return String::new() };
        match first.literal.as_deref() {
            Some("set") => self.set(rest),
            // Abbreviations are for whoever types, and options of a function become variables.
            Some("abbr" | "argparse") => joined(":", rest),
            Some("read") => self.read(rest),
            Some("source" | ".") if rest.is_empty() || is(rest, "-") => "source /dev/stdin".to_owned(),
            Some("command") if rest.first().is_some_and(asks) => {
                joined("command -v", rest.get(1..).unwrap_or_default())
            }
            Some("alias") => match rest {
                [name, text @ ..] if !text.is_empty() && !name.bash.contains('=') => {
                    let text: Vec<&str> = text.iter().map(|word| word.bash.as_str()).collect();
                    format!("alias {}={}", name.bash, text.join("' '"))
                }
                _ => joined("alias", rest),
            },
            Some(word) if OF_BASH.contains(&word) => joined(&quoted(word), rest),
            Some(_) | None => joined(&first.bash, rest),
        }
    }

    fn set(&mut self, words: &[Word]) -> String {
        let options = words.iter().take_while(|word| word.bash.starts_with('-')).count();
        let (options, words) = words.split_at(options);
        let has = |letter: char, name: &str| {
            options.iter().filter_map(|word| word.literal.as_deref()).any(|option| {
                match option.strip_prefix("--") {
                    Some(long) => !long.is_empty() && name.starts_with(long),
                    None => option.contains(letter),
                }
            })
        };
        let Some((name, values)) = words.split_first() else {
            return if has('n', "names") { ":" } else { "set" }.to_owned();
        };
        if has('q', "query") {
            return ":".to_owned();
        }
        if has('S', "show") {
            return format!("echo \"${{{}}}\"", name.bash);
        }
        if has('e', "erase") {
            return joined("unset", words);
        }
        let all: Vec<&str> = values.iter().map(|word| word.bash.as_str()).collect();
        let literal = name.literal.clone().unwrap_or_default();
        let (variable, element) = match literal.split_once('[') {
            Some((variable, index)) => (variable, index.strip_suffix(']')),
            None => (literal.as_str(), None),
        };
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if variable.is_empty() || !variable.chars().all(is_name) {
            return format!("declare {}={}", name.bash, all.join("' '"));
        }
        if has('x', "export") {
            // What another program sees of a list is one text.
            let between = if variable.ends_with("PATH") { ":" } else { "' '" };
            self.lists.remove(variable);
            return format!("export {variable}={}", all.join(between));
        }
        if let Some(index) = element {
            self.lists.insert(variable.to_owned());
            return match index.parse::<u64>() {
                Ok(index) if index > 0 => format!("{variable}[{}]={}", index - 1, all.join("' '")),
                Ok(_) | Err(_) => format!("{variable}+=({})", all.join(" ")),
            };
        }
        if has('a', "append") || has('p', "prepend") {
            self.lists.insert(variable.to_owned());
            return if has('p', "prepend") {
                format!("{variable}=({} \"${{{variable}[@]}}\")", all.join(" "))
            } else {
                format!("{variable}+=({})", all.join(" "))
            };
        }
        match values {
            [value] if !value.is_list => {
                self.lists.remove(variable);
                format!("{variable}={}", value.bash)
            }
            _ => {
                self.lists.insert(variable.to_owned());
                format!("{variable}=({})", all.join(" "))
            }
        }
    }

    /// `read`, without what says how far a variable reaches and what is shown to whoever types.
    fn read(&mut self, words: &[Word]) -> String {
        let mut text = "read -r".to_owned();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.literal.as_deref() {
                Some("-P" | "--prompt-str" | "-p" | "--prompt" | "-c" | "--command" | "-R") => {
                    words.next();
                }
                Some("-a" | "--list" | "--array" | "-la") => {
                    text.push_str(" -a");
                    if let Some(name) = words.next() {
                        self.lists.extend(name.literal.clone());
                        text.extend([" ", &name.bash]);
                    }
                }
                Some("-d" | "--delimiter" | "-n" | "--nchars") => {
                    let option = if word.bash.contains('d') { " -d " } else { " -n " };
                    text.push_str(option);
                    text.extend(words.next().map(|value| value.bash.clone()));
                }
                Some("-z" | "--null") => text.push_str(" -d ''"),
                Some(option) if option.starts_with('-') => {}
                Some(_) | None => text.extend([" ", &word.bash]),
            }
        }
        text
    }
}

/// Whether `command` is only asked where a program is.
fn asks(option: &Word) -> bool {
    matches!(option.literal.as_deref(), Some("-q" | "-s" | "-v" | "--query" | "--search"))
}

fn is(words: &[Word], text: &str) -> bool {
    matches!(words, [word] if word.literal.as_deref() == Some(text))
}

fn joined(name: &str, rest: &[Word]) -> String {
    rest.iter().fold(name.to_owned(), |text, word| text + " " + &word.bash)
}
