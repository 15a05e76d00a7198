//! What a pattern looks for: texts that it would find, with the syntax of regular expressions taken off.

/// No more than so many for one pattern.
const MOST: usize = 24;

/// No pattern longer than this is one for a command or a path.
const LONGEST: usize = 200;

/// Stands for whatever an expression lets stand there.
const ANYTHING: char = '\u{1}';

/// The things that an expression finds, as far as there are not too many: one for each choice that it leaves. Of each there
/// are a few texts, the plainest first, which differ in what stands where anything may.
pub(super) fn samples(expression: &str) -> Vec<Vec<String>> {
    if expression.len() > LONGEST {
        return Vec::new();
    }
    let mut things: Vec<Vec<String>> = Vec::new();
    for text in (Reader { rest: expression }).alternatives() {
        let texts = variants(&text);
        if !texts.is_empty() && !things.contains(&texts) && things.len() < MOST {
            things.push(texts);
        }
    }
    things
}

/// The parts of an expression, each of which it would find: `npm publish|npm login`.
pub(super) fn alternatives(expression: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut escaped) = (Vec::new(), 0, 0_usize, false);
    for (at, c) in expression.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                parts.extend(expression.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(expression.get(start..));
    parts
}

fn variants(text: &str) -> Vec<String> {
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_path = !text.trim_matches(ANYTHING).contains(char::is_whitespace);
    // Where a path may go on, so may its name.
    let instead: &[&str] = if is_path { &["", "x", " "] } else { &[" ", " x "] };
    let mut found: Vec<String> = Vec::new();
    for instead in instead {
        let text = words(text.replace(ANYTHING, instead));
        if !text.is_empty() && !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

struct Reader<'p> {
    rest: &'p str,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let first = self.rest.chars().next()?;
        self.rest = self.rest.get(first.len_utf8()..).unwrap_or_default();
        Some(first)
    }

    fn take(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Up to the end, or to the bracket that closes a group.
    fn alternatives(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        let mut current = vec![String::new()];
        while let Some(next) = self.next() {
            match next {
                ')' => break,
                '|' => all.append(&mut std::mem::replace(&mut current, vec![String::new()])),
                other => {
                    let atom = self.atom(other);
                    let atom = self.repeated(other, atom);
                    current = joined(&current, &atom);
                }
            }
        }
        all.append(&mut current);
        all.truncate(MOST);
        all
    }

    fn atom(&mut self, first: char) -> Vec<String> {
        let one = |text: &str| vec![text.to_owned()];
        match first {
            '^' | '$' => one(""),
            '(' => self.group(),
            '[' => one(&self.class()),
            '\\' => match self.next() {
                Some('s' | 'n' | 't') => one(" "),
                Some('d') => one("1"),
                Some('w' | 'S') => one("x"),
                Some('b' | 'B' | 'A' | 'z' | 'Z' | '<' | '>') | None => one(""),
                Some(literal) => one(&literal.to_string()),
            },
            literal => one(&literal.to_string()),
        }
    }

    fn group(&mut self) -> Vec<String> {
        if self.take("?!") || self.take("?<!") {
            self.alternatives();
            return vec![String::new()];
        }
        if self.take("?") {
            // `?:`, `?=`, `?P<name>`, `?i)`
            while let Some(next) = self.next() {
                match next {
                    ')' => return vec![String::new()],
                    ':' | '=' | '>' => break,
                    _ => {}
                }
            }
        }
        self.alternatives()
    }

    fn class(&mut self) -> String {
        let Some(end) = self.rest.char_indices().skip(1).find_map(|(at, c)| {
            // `[[:space:]]` ends with two.
            let before = self.rest.get(..at)?;
            (c == ']' && before.matches("[:").count() == before.matches(":]").count()).then_some(at)
        }) else {
            return "[".to_owned();
        };
        let class = self.rest.get(..end).unwrap_or_default().to_owned();
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        match class.chars().next() {
            Some('^') => "x".to_owned(),
            _ if class.contains("space") || class.contains("\\s") || class.contains(' ') => " ".to_owned(),
            Some('\\') => class.chars().nth(1).map_or_else(String::new, |c| c.to_string()),
            Some(first) => first.to_string(),
            None => String::new(),
        }
    }

    /// What is said of how often an atom stands there.
    fn repeated(&mut self, first: char, atom: Vec<String>) -> Vec<String> {
        let is_anything = first == '.';
        let mut atom = atom;
        if self.rest.starts_with('{')
            && self.rest.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        {
            while self.next().is_some_and(|c| c != '}') {}
        } else if self.rest.starts_with(['*', '+']) {
            self.next();
            if is_anything {
                atom = vec![ANYTHING.to_string()];
            }
        } else if self.rest.starts_with('?') {
            self.next();
            atom.push(String::new());
        }
        // The least that fits is as good.
        if self.rest.starts_with('?') {
            self.next();
        }
        atom
    }
}

fn joined(before: &[String], atom: &[String]) -> Vec<String> {
    let all = before.iter().flat_map(|one| atom.iter().map(move |text| format!("{one}{text}")));
    all.take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::{alternatives, samples};

    #[test]
    fn the_syntax_of_a_pattern_is_taken_off() {
        for (pattern, sample) in [
            (r"rm\s+-rf", "rm -rf"),
            (r"\bgit\s+push\b.*--force", "git push --force"),
            ("git push .*--force", "git push --force"),
            (r"^(sudo\s+)?rm -(rf|fr)", "sudo rm -rf"),
            (r"rm[[:space:]]+-[rR]f", "rm -rf"),
            (r"(?:curl|wget).*\|\s*(ba)?sh", "curl x | bash"),
            (r"\.env$", ".env"),
            (r".*rm \-rf.*", "rm -rf"),
            (r".*\.pem", "x.pem"),
            (r"(?i)drop\s+table", "drop table"),
            ("git reset --hard", "git reset --hard"),
            (r"chmod\s+0?777", "chmod 777"),
            (r"git commit.*\-\-no\-verify.*", "git commit --no-verify"),
        ] {
            let found = samples(pattern);
            assert!(found.iter().flatten().any(|found| found == sample), "{pattern}: {found:?}");
        }
    }

    #[test]
    fn each_choice_is_a_thing_of_its_own_and_no_text_keeps_the_syntax() {
        let first = |pattern: &str| -> Vec<String> {
            samples(pattern).into_iter().filter_map(|texts| texts.into_iter().next()).collect()
        };
        assert_eq!(first(r"npm publish|(curl|wget) x|a\|b"), ["npm publish", "curl x", "wget x", "a|b"]);
        assert_eq!(first(r"git (push|commit) .*-f"), ["git push -f", "git commit -f"]);
        assert!(samples("git push .*--force").iter().flatten().all(|text| !text.contains(".*")));
    }

    #[test]
    fn each_part_of_an_expression_is_told_apart() {
        assert_eq!(
            alternatives(r"npm publish|(curl|wget) x|a\|b"),
            ["npm publish", "(curl|wget) x", r"a\|b"]
        );
    }

    #[test]
    fn no_pattern_makes_more_than_a_few() {
        assert!(samples(&"(a|b|c)?".repeat(20)).len() <= 24);
        assert!(samples("((((").len() <= 2 && samples("[").len() <= 2 && samples("a{").len() <= 2);
    }
}
