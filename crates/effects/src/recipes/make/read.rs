//! The lines of a makefile, told apart.

/// A line that matters.
pub(super) enum Line {
    Recipe(String, Weight),
    Assign {
        name: String,
        sign: String,
        value: String,
        is_exported: bool,
    },
    /// Variables that what is run gets; all of them, if none is named.
    Export(String),
    Rule {
        targets: String,
        prerequisites: String,
        recipe: Option<String>,
        weight: Weight,
    },
    Other(String),
}

/// Whether a line counts whatever is asked, or only in one branch of a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    Always,
    Perhaps,
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
    let mut conditions = 0_usize;
    while let Some(line) = rest.next() {
        let first = line.split_whitespace().next().unwrap_or_default();
        let weight = if conditions == 0 { Weight::Always } else { Weight::Perhaps };
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
            found.push(Line::Recipe(recipe, weight));
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
            found.push(line_of(stripped, weight));
        }
        match first {
            "ifeq" | "ifneq" | "ifdef" | "ifndef" => conditions += 1,
            "endif" => conditions = conditions.saturating_sub(1),
            _ => {}
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

fn line_of(line: &str, weight: Weight) -> Line {
    if let Some(assignment) = assignment(line) {
        return assignment;
    }
    if let Some(names) =
        line.strip_prefix("export").filter(|names| names.is_empty() || names.starts_with(' '))
    {
        return Line::Export(names.to_owned());
    }
    let Some(colon) = outside_brackets(line, ":") else { return Line::Other(line.to_owned()) };
    let (targets, rest) = line.split_at_checked(colon).unwrap_or_default();
    let rest = rest.trim_start_matches(':');
    // `target: NAME = value` sets a variable for that target.
    if let Some(assignment) = assignment(rest.trim()) {
        return assignment;
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
    Line::Rule { targets: targets.to_owned(), prerequisites: prerequisites.to_owned(), recipe, weight }
}

/// Words in front of a name that is set.
const MODIFIERS: &[&str] = &["export", "override", "private"];

/// `NAME = value`, with the sign.
fn assignment(line: &str) -> Option<Line> {
    let mut line = line;
    let mut is_exported = false;
    while let Some((word, rest)) = line.split_once(' ').filter(|(word, _)| MODIFIERS.contains(word)) {
        is_exported |= word == "export";
        line = rest.trim_start();
    }
    let equals = outside_brackets(line, "=")?;
    let (before, value) = line.split_at_checked(equals)?;
    let name = before.trim_end_matches([':', '?', '+', '!']);
    let sign = before.get(name.len()..)?;
    let is_name = !name.trim().is_empty() && !name.trim().contains([' ', '\t', ':']);
    let text = |text: &str| text.trim().to_owned();
    is_name.then(|| Line::Assign {
        name: text(name),
        sign: sign.to_owned(),
        value: text(value.get(1..).unwrap_or_default()),
        is_exported,
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
