//! Texts that a runner splits into words itself, said so that a shell would take them for the same one command.

/// What a runner makes of a `#` that begins a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hash {
    /// A comment begins there.
    Comments,
    /// It is a letter as any other.
    Plain,
}

/// A text whose words are those of one command: nothing in it ends that, or runs another.
pub(super) fn of_text(text: &str, hash: Hash) -> String {
    let mut said = String::new();
    let mut letters = text.trim().chars().peekable();
    let mut quote = None;
    let mut begins = true;
    while let Some(letter) = letters.next() {
        let is_run = letter == '`' || (letter == '$' && letters.peek() == Some(&'('));
        match (letter, quote) {
            ('\\', None | Some('"')) => {
                said.push(letter);
                said.extend(letters.next());
            }
            (_, Some(open)) => {
                if letter == open {
                    quote = None;
                } else if open == '"' && is_run {
                    said.push('\\');
                }
                said.push(letter);
            }
            ('"' | '\'', None) => {
                quote = Some(letter);
                said.push(letter);
            }
            ('\n' | '\r', None) => said.push(' '),
            ('#', None) if begins && hash == Hash::Comments => {
                while letters.next_if(|next| *next != '\n').is_some() {}
            }
            (';' | '&' | '|' | '<' | '>' | '(' | ')', None) => said.extend(['\\', letter]),
            ('#', None) if begins => said.extend(['\\', letter]),
            (_, None) => {
                if is_run {
                    said.push('\\');
                }
                said.push(letter);
            }
        }
        begins = quote.is_none() && letter.is_whitespace();
    }
    said.trim_end().to_owned()
}

/// Words of one command. What a template fills in is still found in them.
pub(super) fn of_list<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let said = words.map(|word| {
        let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=:+@%{}".contains(letter);
        if !word.is_empty() && word.chars().all(is_plain) {
            return word.to_owned();
        }
        let mut quoted = String::from("\"");
        for letter in word.chars() {
            if matches!(letter, '"' | '\\' | '$' | '`') {
                quoted.push('\\');
            }
            quoted.push(letter);
        }
        quoted.push('"');
        quoted
    });
    said.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_one_command_of_a_text() {
        for (text, expected) in [
            ("pytest -x", "pytest -x"),
            ("echo start && pytest", "echo start \\&\\& pytest"),
            ("echo a; pytest | cat > b", "echo a\\; pytest \\| cat \\> b"),
            ("echo\npytest", "echo pytest"),
            ("echo $(pytest) `pytest`", "echo \\$\\(pytest\\) \\`pytest\\`"),
            ("echo \"$(pytest) a;b\" 'c;d'", "echo \"\\$(pytest) a;b\" 'c;d'"),
            ("echo ${HOME}", "echo ${HOME}"),
            ("pytest # tests/a", "pytest \\# tests/a"),
            ("pytest a#b", "pytest a#b"),
        ] {
            assert_eq!(of_text(text, Hash::Plain), expected, "{text}");
        }
        assert_eq!(of_text("pytest # all\n -x", Hash::Comments), "pytest   -x");
    }

    #[test]
    fn words_of_a_list_stay_apart() {
        assert_eq!(of_list(["python", "-m", "pytest"].into_iter()), "python -m pytest");
        assert_eq!(of_list(["echo", "a; pytest", "$b", ""].into_iter()), "echo \"a; pytest\" \"\\$b\" \"\"");
    }
}
