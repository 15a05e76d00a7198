//! What a pattern looks for: texts that it would find, with the syntax of regular expressions and globs taken off.

/// No more than so many for one pattern.
const MOST: usize = 24;

/// No pattern longer than this is one for a command or a path.
const LONGEST: usize = 200;

/// Texts that a pattern finds, as far as there are not too many.
pub(super) fn samples(pattern: &str) -> Vec<String> {
    if pattern.len() > LONGEST {
        return Vec::new();
    }
    let mut reader = Reader { rest: pattern };
    let mut found = vec![pattern.to_owned()];
    found.extend(reader.alternatives());
    let mut samples: Vec<String> = Vec::new();
    for text in found {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() && !samples.contains(&text) && samples.len() < MOST {
            samples.push(text);
        }
    }
    samples
}

/// The parts of a pattern, each of which it would find: `npm publish|npm login`. A pipe of a shell is none.
pub(super) fn alternatives(pattern: &str) -> Vec<&str> {
    if pattern.contains(" | ") {
        return vec![pattern];
    }
    let (mut parts, mut start, mut depth, mut escaped) = (Vec::new(), 0, 0_usize, false);
    for (at, c) in pattern.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                parts.extend(pattern.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(pattern.get(start..));
    parts
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
            // As a glob has it, at the start.
            '*' => vec![String::new(), "x".to_owned()],
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
                atom = vec![" ".to_owned(), " x ".to_owned()];
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
            (r"^(sudo\s+)?rm -(rf|fr)", "sudo rm -rf"),
            (r"rm[[:space:]]+-[rR]f", "rm -rf"),
            (r"(?:curl|wget).*\|\s*(ba)?sh", "curl x | bash"),
            (r"\.env$", ".env"),
            ("*rm -rf*", "rm -rf"),
            ("*.pem", "x.pem"),
            (r"(?i)drop\s+table", "drop table"),
            ("git reset --hard", "git reset --hard"),
            (r"chmod\s+0?777", "chmod 777"),
        ] {
            let found = samples(pattern);
            assert!(found.iter().any(|found| found == sample), "{pattern}: {found:?}");
        }
    }

    #[test]
    fn each_part_of_a_pattern_is_looked_for() {
        assert_eq!(
            alternatives(r"npm publish|(curl|wget) x|a\|b"),
            ["npm publish", "(curl|wget) x", r"a\|b"]
        );
        assert_eq!(alternatives("curl x | sh"), ["curl x | sh"]);
    }

    #[test]
    fn no_pattern_makes_more_than_a_few() {
        assert!(samples(&"(a|b|c)?".repeat(20)).len() <= 24);
        assert!(samples("((((").len() <= 2 && samples("[").len() <= 2 && samples("a{").len() <= 2);
    }
}
