//! The lines of a makefile, told apart.

/// A line that matters.
pub(super) enum Line {
    Recipe(String),
    Assign { name: String, sign: String, value: String },
    Rule { targets: String, prerequisites: String, recipe: Option<String> },
    Other(String),
}

/// Words that start a line which is read for what stands between such lines only.
const DIRECTIVES: &[&str] = &[
    "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "include", "-include", "sinclude", "vpath",
    "undefine",
];

/// The lines of a makefile that matter, continued ones joined.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let mut found = Vec::new();
    let mut rest = text.lines();
    let mut in_definition = false;
    while let Some(line) = rest.next() {
        let first = line.split_whitespace().next().unwrap_or_default();
        if in_definition {
            in_definition = first != "endef";
            continue;
        }
        if let Some(recipe) = line.strip_prefix('\t') {
            let mut recipe = recipe.to_owned();
            while is_continued(&recipe) {
                // The shell joins them: it gets the backslash, but not the tab that follows.
                let Some(more) = rest.next() else { break };
                recipe.push('\n');
                recipe.push_str(more.strip_prefix('\t').unwrap_or(more));
            }
            found.push(Line::Recipe(recipe));
            continue;
        }
        let mut joined = line.to_owned();
        while is_continued(&joined) {
            joined.pop();
            joined.truncate(joined.trim_end().len());
            let Some(more) = rest.next() else { break };
            joined.push(' ');
            joined.push_str(more.trim_start());
        }
        let stripped = without_comment(&joined).trim();
        if first == "define" || stripped.starts_with("override define") {
            in_definition = true;
        } else if !stripped.is_empty() && !DIRECTIVES.contains(&first) {
            found.push(line_of(stripped));
        }
    }
    found
}

/// Whether an odd number of backslashes ends a line.
fn is_continued(line: &str) -> bool {
    line.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    let end = line.char_indices().find(|(_, next)| {
        let starts = *next == '#' && before != '\\';
        before = *next;
        starts
    });
    end.map_or(line, |(at, _)| line.get(..at).unwrap_or_default())
}

fn line_of(line: &str) -> Line {
    if let Some((name, sign, value)) = assignment(line) {
        return Line::Assign { name, sign, value };
    }
    let Some(colon) = outside_brackets(line, ":") else { return Line::Other(line.to_owned()) };
    let (targets, rest) = line.split_at_checked(colon).unwrap_or_default();
    let rest = rest.trim_start_matches(':');
    // `target: NAME = value` sets a variable for that target.
    if let Some((name, sign, value)) = assignment(rest.trim()) {
        return Line::Assign { name, sign, value };
    }
    let (prerequisites, recipe) = match outside_brackets(rest, ";") {
        Some(at) => {
            let (prerequisites, recipe) = rest.split_at_checked(at).unwrap_or_default();
            (prerequisites, recipe.get(1..).map(|recipe| recipe.trim_start().to_owned()))
        }
        None => (rest, None),
    };
    // `objects: %.o: %.c` is a rule for its first part.
    let prerequisites = prerequisites.rsplit(':').next().unwrap_or_default();
    Line::Rule { targets: targets.to_owned(), prerequisites: prerequisites.to_owned(), recipe }
}

/// `NAME = value`, with the sign.
fn assignment(line: &str) -> Option<(String, String, String)> {
    let mut line = line;
    for word in ["export ", "override ", "private "] {
        line = line.strip_prefix(word).map_or(line, str::trim_start);
    }
    let equals = outside_brackets(line, "=")?;
    let (before, value) = line.split_at_checked(equals)?;
    let name = before.trim_end_matches([':', '?', '+', '!']);
    let sign = before.get(name.len()..)?;
    let is_name = !name.trim().is_empty() && !name.trim().contains([' ', '\t', ':']);
    is_name.then(|| {
        (name.trim().to_owned(), sign.to_owned(), value.get(1..).unwrap_or_default().trim().to_owned())
    })
}

/// Where a mark stands that is not inside `$(…)`.
fn outside_brackets(line: &str, mark: &str) -> Option<usize> {
    let mut depth = 0_usize;
    line.char_indices().find_map(|(at, next)| {
        match next {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0 && line.get(at..).is_some_and(|rest| rest.starts_with(mark))).then_some(at)
    })
}
