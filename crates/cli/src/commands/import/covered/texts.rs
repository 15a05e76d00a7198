//! What a script looks for. The place of a text says so: what `grep` is given, an arm of a `case`, an operand of a
//! comparison, a list of patterns. What it prints, or says in a comment, is not among them.

use super::{code, shell};

/// A text that a script looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Looked {
    /// As it is written, without quotes.
    pub(super) shown: String,
    /// The same as a regular expression.
    pub(super) expression: String,
}

/// How a text is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As it stands.
    Text,
    Glob,
    Expression,
}

impl Looked {
    pub(super) fn new(text: &str, form: Form) -> Self {
        let expression = match form {
            Form::Text => escaped(text),
            Form::Glob => of_glob(text),
            Form::Expression => text.to_owned(),
        };
        Self { shown: text.to_owned(), expression }
    }
}

/// How a script is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Shell,
    Python,
    JavaScript,
}

/// The language of a script; `None` for one that nobody here can read.
fn language(path: &str, text: &str) -> Option<Language> {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "py" => return Some(Language::Python),
        "js" | "mjs" | "cjs" | "ts" | "mts" => return Some(Language::JavaScript),
        "sh" | "bash" | "zsh" => return Some(Language::Shell),
        _ => {}
    }
    let first = text.lines().next().and_then(|line| line.strip_prefix("#!"));
    // What is run without saying what it is, is for the shell.
    let Some(program) = first else { return Some(Language::Shell) };
    let names = |names: &[&str]| names.iter().any(|name| program.contains(name));
    if names(&["python"]) {
        Some(Language::Python)
    } else if names(&["node", "bun", "deno"]) {
        Some(Language::JavaScript)
    } else {
        names(&["sh"]).then_some(Language::Shell)
    }
}

/// The texts that a script looks for, in their order.
pub(super) fn texts(path: &str, text: &str) -> Vec<Looked> {
    let mut found = match language(path, text) {
        Some(Language::Shell) => shell::looked_for(text),
        Some(language @ (Language::Python | Language::JavaScript)) => code::looked_for(language, text),
        None => Vec::new(),
    };
    found.retain(|looked| looked.shown.chars().filter(|c| c.is_alphanumeric()).count() >= 2);
    found.retain(|looked| looked.shown.chars().count() >= 3);
    found
}

/// A text as a regular expression that finds it.
pub(super) fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut expression, c| {
        if c.is_ascii_punctuation() {
            expression.push('\\');
        }
        expression.push(c);
        expression
    })
}

/// A glob as a regular expression.
pub(super) fn of_glob(glob: &str) -> String {
    glob.chars().fold(String::new(), |mut expression, c| {
        match c {
            '*' => expression.push_str(".*"),
            '?' => expression.push('.'),
            '[' | ']' => expression.push(c),
            other => expression.push_str(&escaped(&other.to_string())),
        }
        expression
    })
}

#[cfg(test)]
mod tests {
    use super::texts;

    fn found(path: &str, text: &str) -> Vec<String> {
        texts(path, text).into_iter().map(|looked| looked.shown).collect()
    }

    #[test]
    fn a_shell_looks_for_what_grep_case_and_comparisons_are_given() {
        let guard = "#!/bin/sh\n# 'git push' is a comment\ncmd=$(jq -r '.tool_input.command')\nif echo \"$cmd\" | grep -qE 'rm -rf'; then\n  echo \"never 'git reset --hard'\" >&2\nfi\ncase \"$cmd\" in\n  *push\\ --force*|*.pem) exit 2 ;;\nesac\n[[ $cmd =~ ^git\\ clean ]]\n[ \"$cmd\" = 'git stash drop' ]\n";
        assert_eq!(
            found("a.sh", guard),
            ["rm -rf", "*push --force*", "*.pem", "^git clean", "git stash drop"]
        );
    }

    #[test]
    fn what_is_printed_or_explained_is_not_looked_for() {
        for (path, text) in [
            ("a.sh", "{ echo \"no: rm -rf / is worse\"; } >&2\nif x; then echo 'git push --force'; fi\n"),
            (
                "a.sh",
                "cat <<'EOF'\nnever \"npm publish\" by hand\nEOF\nmsg=\"do not git push\"\necho \"$msg\"\n",
            ),
            ("a.sh", "say() { printf '%s' \"terraform destroy is for people\"; }\n"),
            ("a.py", "\"\"\"Stops git push.\"\"\"\nprint('rm -rf')\nraise SystemExit('npm publish')\n"),
            (
                "a.py",
                "import subprocess\nsubprocess.run([\"ruff\", \"check --fix\", path])\nreturn 'rm -rf'\n",
            ),
            ("a.js", "// 'git push'\nconsole.error('npm publish'); throw new Error('git reset --hard');\n"),
            (
                "a.js",
                "console.log(JSON.stringify({ reason: 'no git push --force' }));\nconst hint = 'rm -rf';\n",
            ),
            ("a.rb", "puts 'rm -rf' if cmd =~ /git push/\n"),
        ] {
            assert_eq!(found(path, text), [] as [&str; 0], "{text}");
        }
    }

    #[test]
    fn python_and_javascript_look_for_texts_and_expressions() {
        let python = "RULES = [\n  (r'git\\s+push', 'use git stash'),\n]\nNAMES = [\".env\", \"npm publish\"]\nif re.search(r'rm -rf', cmd) or \"git clean\" in cmd or fnmatch(path, '*.pem'):\n  pass\nBAD = 'git tag -d'\nif BAD in cmd: pass\n";
        assert_eq!(
            found("a.py", python),
            ["git\\s+push", ".env", "npm publish", "rm -rf", "git clean", "*.pem", "git tag -d"]
        );
        let script = "const bad = [/git\\s+reset\\s+--hard/, 'terraform destroy'];\nconst rules = [{ pattern: 'npm publish', message: 'no git push' }];\nif (cmd.includes('rm -rf')) { process.stderr.write('git tag -d'); }\n";
        assert_eq!(
            found("a.js", script),
            ["git\\s+reset\\s+--hard", "terraform destroy", "npm publish", "rm -rf"]
        );
    }
}
