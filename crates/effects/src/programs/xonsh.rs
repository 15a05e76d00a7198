//! xonsh: Python in which a line may be a command. Written out as Python, which starts that command.

use hookward_shell::Span;

use super::Arguments;
use crate::code::Language;
use crate::commands::Outcome;
use crate::effect::Standing;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Words that begin a line of Python.
const KEYWORDS: &[&str] = &[
    "import", "from", "for", "while", "if", "elif", "else:", "def", "class", "with", "try:", "except",
    "except:", "finally:", "return", "raise", "assert", "del", "pass", "break", "continue", "global",
    "lambda", "async", "await",
];

/// What begins a command inside of Python, and what ends it.
const COMMANDS: &[(&str, char)] = &[("$(", ')'), ("!(", ')'), ("$[", ']'), ("![", ']')];

/// Runs `xonsh -c text`; `None`: it is started some other way.
pub(super) fn run(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Option<Outcome> {
    let given = Arguments::of(rest, &["-c", "--rc", "-D", "--shell-type"]);
    let text = given.all_values(&["-c"]).pop()?;
    let code = Value::Known(to_python(text.known()?));
    walk.code_text(Language::Python, &code, span, state);
    Some(Outcome::Done(Standing::Unknown))
}

fn to_python(text: &str) -> String {
    let mut code = "import os, subprocess\n".to_owned();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        for statement in statements(line.trim()) {
            code.push_str(line.get(..indent).unwrap_or_default());
            let is_code = is_python(statement);
            code.push_str(&if is_code { with_commands(statement) } else { started(statement) });
            code.push('\n');
        }
    }
    code
}

/// The parts of a line between semicolons that stand in no quotes.
fn statements(line: &str) -> Vec<&str> {
    let (mut parts, mut start, mut quote) = (Vec::new(), 0, None);
    for (at, letter) in line.char_indices() {
        match (letter, quote) {
            ('\'' | '"', None) => quote = Some(letter),
            (letter, Some(open)) if letter == open => quote = None,
            (';', None) => {
                parts.push(line.get(start..at).unwrap_or_default().trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(line.get(start..).unwrap_or_default().trim());
    parts
}

/// Whether a statement is Python: by its first word, or as it assigns or calls something.
fn is_python(statement: &str) -> bool {
    let first = statement.split(' ').next().unwrap_or_default();
    let behind =
        statement.trim_start_matches(|letter: char| letter.is_alphanumeric() || "_.$".contains(letter));
    let assigns =
        behind.trim_start().strip_prefix(['+', '-']).unwrap_or(behind.trim_start()).starts_with("= ");
    statement.is_empty()
        || KEYWORDS.contains(&first)
        || statement.starts_with(['#', '@', '(', '[', '{', '\'', '"', '!', '$'])
        || behind.starts_with('(')
        || assigns
}

/// A command, as Python starts it.
fn started(command: &str) -> String {
    let mut code = "subprocess.getoutput('".to_owned();
    let mut rest = command;
    while let Some((before, inside)) = rest.split_once("@(") {
        let (value, after) = inside.split_once(')').unwrap_or((inside, ""));
        code.extend([escaped(before).as_str(), "' + str(", value, ") + '"]);
        rest = after;
    }
    code.push_str(&escaped(rest));
    code.push_str("')");
    code
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\'', "\\'")
}

/// A statement of Python, with the commands in it started and the variables of the environment looked up.
fn with_commands(statement: &str) -> String {
    let mut code = String::new();
    let mut rest = statement;
    while let Some(at) = rest.find(['$', '!']) {
        let (before, here) = rest.split_at(at);
        code.push_str(before);
        let command = COMMANDS.iter().find_map(|(mark, end)| here.strip_prefix(mark)?.split_once(*end));
        let name = here.get(1..).unwrap_or_default();
        let end = name.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let name = name.get(..end.unwrap_or(name.len())).unwrap_or_default();
        rest = match command {
            Some((command, after)) => {
                code.push_str(&started(command));
                after
            }
            None if here.starts_with('$') && !name.is_empty() => {
                code.extend(["os.environ['", name, "']"]);
                here.get(1 + name.len()..).unwrap_or_default()
            }
            None => {
                code.push_str(here.get(..1).unwrap_or_default());
                here.get(1..).unwrap_or_default()
            }
        };
    }
    code + rest
}

#[cfg(test)]
mod tests {
    use super::to_python;

    #[test]
    fn a_line_is_python_or_a_command() {
        let table = [
            ("x = 1; print(x)", "x = 1\nprint(x)\n"),
            ("ls -l", "subprocess.getoutput('ls -l')\n"),
            (
                "for f in $(ls).split():\n    rm @(f)",
                "for f in subprocess.getoutput('ls').split():\n    subprocess.getoutput('rm ' + str(f) + '')\n",
            ),
            ("print($HOME)", "print(os.environ['HOME'])\n"),
            ("![make -j 4]", "subprocess.getoutput('make -j 4')\n"),
        ];
        for (text, python) in table {
            assert_eq!(to_python(text), format!("import os, subprocess\n{python}"));
        }
    }
}
