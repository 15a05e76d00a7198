//! The texts in a script that it may look for: what stands in quotes, regular expressions of JavaScript, patterns of
//! `case` and of comparisons in a shell. What it prints is not among them.

/// How a script is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Shell,
    Python,
    JavaScript,
}

/// Words of a line that prints or explains, by language; what stands there is said, not looked for.
fn says(language: Language, line: &str) -> bool {
    let line = line.trim_start();
    match language {
        Language::Shell => {
            let looks = ["grep", "=~", "==", "rg ", "case "].iter().any(|word| line.contains(word));
            let says = ["echo ", "printf ", "cat ", "jq "].iter().any(|word| line.starts_with(word));
            says && !looks
        }
        Language::Python => ["print(", ".write(", "eason", "essage"].iter().any(|word| line.contains(word)),
        Language::JavaScript => {
            ["console.", ".write(", "eason", "essage"].iter().any(|word| line.contains(word))
        }
    }
}

fn language(path: &str, text: &str) -> Language {
    let first = text.lines().next().filter(|line| line.starts_with("#!")).unwrap_or_default();
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "py" => Language::Python,
        "js" | "mjs" | "cjs" | "ts" | "mts" => Language::JavaScript,
        _ if first.contains("python") => Language::Python,
        _ if ["node", "bun", "deno"].iter().any(|name| first.contains(name)) => Language::JavaScript,
        _ => Language::Shell,
    }
}

/// The texts that a script may look for, in their order.
pub(super) fn texts(path: &str, text: &str) -> Vec<String> {
    let language = language(path, text);
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        let is_comment = match language {
            Language::Shell | Language::Python => line.starts_with('#'),
            Language::JavaScript => line.starts_with("//") || line.starts_with('*'),
        };
        if is_comment || says(language, line) {
            continue;
        }
        found.extend(quoted(language, line));
        if language == Language::Shell {
            found.extend(unquoted(line));
        }
    }
    found.retain(|text| text.chars().count() >= 3 && text.chars().any(char::is_alphanumeric));
    found
}

/// What stands in quotes, and between slashes where that is a regular expression.
fn quoted(language: Language, line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = line;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
        let is_expression =
            first == '/' && language == Language::JavaScript && "(,=:[!&|?; ".contains(before);
        let opens = matches!(first, '"' | '\'')
            || (first == '`' && language == Language::JavaScript)
            || is_expression;
        if !opens {
            before = first;
            continue;
        }
        let is_raw =
            language == Language::Shell && first == '\'' || before == 'r' && language == Language::Python;
        let Some((inside, behind)) = closed(rest, first, is_raw) else { break };
        rest = behind;
        before = first;
        let is_pattern = is_raw || is_expression;
        let inside = if is_pattern || language == Language::Shell {
            inside.to_owned()
        } else {
            inside.replace("\\\\", "\\")
        };
        if !is_filled_in(language, first, &inside) {
            found.push(inside);
        }
    }
    found
}

/// The text up to the quote that closes it, and what stands behind.
fn closed(text: &str, quote: char, is_raw: bool) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' && !(is_raw && quote == '\'') {
            escaped = true;
        } else if c == quote {
            return Some((text.get(..at)?, text.get(at + c.len_utf8()..)?));
        }
    }
    None
}

/// Whether a shell or a template puts something else into it, or quotes within quotes have cut it in two.
fn is_filled_in(language: Language, quote: char, text: &str) -> bool {
    let fills = match (language, quote) {
        (Language::Shell, '"') | (Language::JavaScript, '`') => true,
        (Language::Shell | Language::Python | Language::JavaScript, _) => false,
    };
    let is_variable = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic() || "{(_".contains(c));
    let is_cut = text.trim_start().starts_with('|') || text.matches('(').count() != text.matches(')').count();
    fills && (is_cut || text.split('$').skip(1).any(is_variable))
}

/// Patterns of a shell that need no quotes: `*.pem)`, `=~ ^git\ push`, `== *rm*`.
fn unquoted(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let is_arm = |line: &str| {
        let head = line.split_once(')').map(|(head, _)| head.trim_start_matches('('));
        head.filter(|head| !head.contains(['$', '(', '"', '\'', '=', '{'])).map(str::to_owned)
    };
    if let Some(head) = is_arm(line) {
        found.extend(head.split('|').map(|pattern| pattern.trim().replace("\\ ", " ")));
    }
    for sign in ["=~ ", "== "] {
        let behind = line.split(sign).skip(1);
        let pattern = behind.filter_map(|rest| rest.split(" ]]").next());
        let pattern = pattern.filter(|pattern| !pattern.contains(['$', '"', '\'']) || pattern.ends_with('$'));
        found.extend(pattern.map(|pattern| pattern.replace("\\ ", " ")));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::texts;

    fn finds(path: &str, text: &str, wanted: &str) -> bool {
        texts(path, text).iter().any(|found| found == wanted)
    }

    #[test]
    fn a_shell_looks_for_what_grep_and_case_are_given() {
        let guard = "#!/bin/sh\n# 'git push' is a comment\ncmd=$(jq -r '.tool_input.command')\nif echo \"$cmd\" | grep -qE 'rm -rf'; then\n  echo \"never 'git reset --hard'\" >&2\nfi\ncase \"$cmd\" in\n  *push\\ --force*|*.pem) exit 2 ;;\nesac\n[[ $cmd =~ ^git\\ clean ]]\n";
        for wanted in ["rm -rf", "*push --force*", "*.pem", "^git clean"] {
            assert!(finds("a.sh", guard, wanted), "{wanted}: {:?}", texts("a.sh", guard));
        }
        assert!(!finds("a.sh", guard, "git push") && !finds("a.sh", guard, "git reset --hard"));
    }

    #[test]
    fn python_and_javascript_have_texts_and_expressions() {
        let python = "PATTERNS = [r'git\\s+push', \"npm publish\"]\nprint('rm -rf')\n";
        assert!(finds("a.py", python, "git\\s+push") && finds("a.py", python, "npm publish"));
        assert!(!finds("a.py", python, "rm -rf"));
        let script =
            "const bad = [/git\\s+reset\\s+--hard/, 'terraform destroy'];\nconsole.error(`no ${x}`);\n";
        assert!(
            finds("a.js", script, "git\\s+reset\\s+--hard") && finds("a.js", script, "terraform destroy")
        );
    }
}
