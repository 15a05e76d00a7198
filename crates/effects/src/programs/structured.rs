//! Shells whose values are data, Nushell and Elvish: what their texts say, in the words of a usual shell.

/// A text of such a shell, as a usual shell would say it; quotes stay as they are.
pub(super) fn said_as_usual(text: &str) -> String {
    let mut said = String::with_capacity(text.len() + 16);
    let mut rest = text;
    // Whether a command's name comes next.
    let mut begins = true;
    while let Some(next) = rest.chars().next() {
        let (taken, words, begins_next) = match next {
            quote @ ('\'' | '"' | '`') => {
                let inside = rest.get(1..).unwrap_or_default();
                let end = inside.find(quote).map_or(rest.len(), |end| end + 2);
                let quoted = rest.get(..end).unwrap_or_default();
                // Among back quotes nothing is run here.
                (end, quoted.replace('`', "'"), false)
            }
            '$' => variable(rest),
            // What stands in brackets is a command, and its value is meant.
            '(' => (1, if begins { "(" } else { "$(" }.to_owned(), true),
            ';' | '|' | '\n' | '{' => (1, next.to_string(), true),
            next if next.is_whitespace() => (next.len_utf8(), next.to_string(), begins),
            _ if begins => command(rest),
            _ => {
                let end = word_end(rest);
                let word = rest.get(..end).unwrap_or_default();
                // A list that is spread over the words.
                (end, word.trim_start_matches("...").to_owned(), false)
            }
        };
        said.push_str(&words);
        begins = begins_next;
        rest = rest.get(taken..).unwrap_or_default();
    }
    said
}

/// Where a word ends; at least one character is taken.
fn word_end(text: &str) -> usize {
    let ends = |letter: char| letter.is_whitespace() || ";|(){}$'\"`".contains(letter);
    let first = text.chars().next().map_or(0, char::len_utf8);
    let more = text.get(first..).unwrap_or_default();
    first + more.find(ends).unwrap_or(more.len())
}

/// `$env.HOME`, `$E:HOME`, `$nu.home-path`.
fn variable(text: &str) -> (usize, String, bool) {
    let is_name = |letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | ':'));
    let behind = text.get(1..).unwrap_or_default();
    let end = behind.find(is_name).unwrap_or(behind.len());
    let name = behind.get(..end).unwrap_or_default();
    let home = ["nu.home-path", "nu.home-dir"].contains(&name);
    let of_environment = name.strip_prefix("env.").or_else(|| name.strip_prefix("E:"));
    let said = match of_environment {
        _ if home => "$HOME".to_owned(),
        // The whole of it is a table of all variables.
        None if name == "env" => "$(env)".to_owned(),
        // A path goes on behind a name that ends there.
        Some(name) => format!("${{{}}}", name.split('.').next().unwrap_or(name)),
        None => format!("${{{}}}", name.replace('-', "_").split('.').next().unwrap_or_default()),
    };
    (1 + end, said, false)
}

/// A command, from its name on.
fn command(text: &str) -> (usize, String, bool) {
    let end = word_end(text);
    let name = text.get(..end).unwrap_or_default();
    let rest = text.get(end..).unwrap_or_default();
    // `let name = value`
    if matches!(name, "let" | "mut" | "const" | "var" | "set")
        && let Some((variable, _)) = rest.split_once('=')
        && !variable.trim().is_empty()
        && variable.trim().chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-'))
    {
        let value = rest.get(variable.len() + 1..).unwrap_or_default();
        let blank = value.len() - value.trim_start().len();
        let said = format!("{}=", variable.trim().replace('-', "_"));
        return (end + variable.len() + 1 + blank, said, false);
    }
    let external = name.strip_prefix('^').or_else(|| name.strip_prefix("e:"));
    let said = match (name, external) {
        // They run what follows.
        (_, Some("")) | ("try" | "do" | "else", None) => return (end, String::new(), true),
        (_, Some(external)) => external,
        ("open" | "slurp", None) => "cat",
        ("print", None) => "echo",
        ("save", None) => "tee",
        ("run-external", None) => "command",
        (name, None) => name,
    };
    (end, said.to_owned(), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_said_as_a_usual_shell_would() {
        for (text, said) in [
            ("open .env", "cat .env"),
            ("^rm -rf ~", "rm -rf ~"),
            ("ls; ^rm -rf $env.HOME", "ls; rm -rf ${HOME}"),
            ("rm -rf $nu.home-path", "rm -rf $HOME"),
            ("let f = \".env\"; open $f", "f=\".env\"; cat ${f}"),
            ("open package.json | get version", "cat package.json | get version"),
            ("rm ...(glob *.log)", "rm $(glob *.log)"),
            ("e:rm -rf $E:HOME", "rm -rf ${HOME}"),
            ("print 'open .env'", "echo 'open .env'"),
        ] {
            assert_eq!(said_as_usual(text), said);
        }
    }

    #[test]
    fn nothing_of_a_text_is_lost_on_its_end() {
        for text in ["", "$", "'", "(", "^", "let", "let =", "é", "$env", "open \"é", "...", "a\u{2003}b"] {
            said_as_usual(text);
        }
    }
}
