//! What a simple script makes of a known text.

use super::parsed;
use super::script::{Kind, Lines, Step, characters};

/// More is not computed.
const MAX_OUTPUT: usize = 64 * 1024;

/// Nor are scripts of more steps: time stays linear in the text.
const MAX_STEPS: usize = 64;

/// Whether each line is printed at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Printing {
    Always,
    /// With `-n`.
    WhenTold,
}

/// What a script puts out for an input; nothing if it needs more than literal texts and line numbers.
pub(crate) fn substitute(script: &str, printing: Printing, input: &str) -> Option<String> {
    let printing = if script.starts_with("#n\n") { Printing::WhenTold } else { printing };
    let (steps, understood) = parsed(script);
    if understood { computed(steps, printing, input) } else { None }
}

/// The lines of a known input that a script runs, as they are by then.
pub(crate) fn executed(script: &str, input: &str) -> Option<String> {
    let (mut steps, understood) = parsed(script);
    for step in &mut steps {
        match &mut step.kind {
            Kind::Execute(command) if command.is_empty() => step.kind = Kind::Comment,
            Kind::Substitute { flags, .. } => flags.retain(|flag| flag != 'e'),
            _ => {}
        }
    }
    if understood { computed(steps, Printing::Always, input) } else { None }
}

fn computed(steps: Vec<Step>, printing: Printing, input: &str) -> Option<String> {
    if steps.len() > MAX_STEPS || input.len() > MAX_OUTPUT {
        return None;
    }
    let actions: Vec<(Lines, Action)> = steps
        .into_iter()
        .map(|step| {
            let action = Action::of(step.kind)?;
            (!matches!(step.lines, Lines::Chosen(_))).then_some((step.lines, action))
        })
        .collect::<Option<_>>()?;
    let count = input.lines().count();
    let mut output = String::with_capacity(input.len());
    for (index, line) in input.lines().enumerate() {
        let is_last = index + 1 == count;
        let end = if is_last && !input.ends_with('\n') { "" } else { "\n" };
        let meant = |lines: &Lines| match lines {
            Lines::All => true,
            Lines::Numbered(from, to) => (*from..=*to).contains(&(index + 1)),
            Lines::Last => is_last,
            Lines::Chosen(_) => false,
        };
        let flow = cycle(&actions, meant, line, end, &mut output)?;
        if printing == Printing::Always && flow.prints {
            output.push_str(&flow.line);
            output.push_str(end);
        }
        if output.len() > MAX_OUTPUT {
            return None;
        }
        if flow.quits {
            break;
        }
    }
    Some(output)
}

/// How a line came through.
struct Outcome {
    line: String,
    prints: bool,
    quits: bool,
}

fn cycle(
    actions: &[(Lines, Action)],
    meant: impl Fn(&Lines) -> bool,
    line: &str,
    end: &str,
    output: &mut String,
) -> Option<Outcome> {
    let mut line = line.to_owned();
    for (_, action) in actions.iter().filter(|(lines, _)| meant(lines)) {
        match action {
            Action::Nothing => {}
            Action::Print => {
                output.push_str(&line);
                output.push_str(end);
            }
            Action::Delete => return Some(Outcome { line, prints: false, quits: false }),
            Action::Quit => return Some(Outcome { line, prints: true, quits: true }),
            Action::Translate(pairs) => {
                let turned =
                    |next: char| pairs.iter().find(|(from, _)| *from == next).map_or(next, |(_, to)| *to);
                line = line.chars().map(turned).collect();
            }
            Action::Substitute { pattern, replacement, times, prints } => {
                let Some(changed) = pattern.replace(&line, replacement, *times) else { continue };
                line = changed;
                if *prints == Printing::WhenTold {
                    output.push_str(&line);
                    output.push_str(end);
                }
            }
        }
        if line.len() > MAX_OUTPUT || output.len() > MAX_OUTPUT {
            return None;
        }
    }
    Some(Outcome { line, prints: true, quits: false })
}

/// A step that can be computed.
enum Action {
    Nothing,
    Print,
    Delete,
    Quit,
    Translate(Vec<(char, char)>),
    Substitute { pattern: Pattern, replacement: Vec<Part>, times: Times, prints: Printing },
}

impl Action {
    fn of(kind: Kind) -> Option<Self> {
        match kind {
            Kind::Print => Some(Self::Print),
            Kind::Delete => Some(Self::Delete),
            Kind::Quit => Some(Self::Quit),
            Kind::Translate(from, to) => {
                let (from, to) = (characters(&from)?, characters(&to)?);
                (from.len() == to.len()).then(|| Self::Translate(from.into_iter().zip(to).collect()))
            }
            Kind::Substitute { pattern, replacement, flags, file: None, .. } => {
                let known = flags.chars().all(|flag| matches!(flag, 'g' | 'p'));
                Some(Self::Substitute {
                    pattern: Pattern::read(&pattern).filter(|_| known)?,
                    replacement: parts(&replacement)?,
                    times: if flags.contains('g') { Times::Every } else { Times::First },
                    prints: if flags.contains('p') { Printing::WhenTold } else { Printing::Always },
                })
            }
            Kind::Comment => Some(Self::Nothing),
            // Blocks and branches are not followed.
            Kind::Substitute { .. }
            | Kind::Execute(_)
            | Kind::Read(_)
            | Kind::Write(_)
            | Kind::Text(..)
            | Kind::Open
            | Kind::Close
            | Kind::Label(..)
            | Kind::Letter(_)
            | Kind::Other => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    First,
    Every,
}

/// A pattern that is a text, perhaps at one end of the line.
enum Pattern {
    Anywhere(String),
    AtStart(String),
    AtEnd(String),
    Whole,
}

impl Pattern {
    fn read(pattern: &str) -> Option<Self> {
        if matches!(pattern, ".*" | "^.*$" | "^.*" | ".*$") {
            return Some(Self::Whole);
        }
        if let Some(rest) = pattern.strip_prefix('^') {
            return literal(rest).map(Self::AtStart);
        }
        if let Some(rest) = pattern.strip_suffix('$').filter(|rest| !rest.ends_with('\\')) {
            return literal(rest).map(Self::AtEnd);
        }
        literal(pattern).filter(|text| !text.is_empty()).map(Self::Anywhere)
    }

    /// The line with the replacement, if the pattern is in it.
    fn replace(&self, line: &str, replacement: &[Part], times: Times) -> Option<String> {
        let (before, matched, after) = match self {
            Self::Anywhere(text) => {
                let filled = fill(replacement, text);
                return line.contains(text.as_str()).then(|| match times {
                    Times::First => line.replacen(text, &filled, 1),
                    // INVARIANT: neither is longer than the largest output, which is checked after every step.
                    Times::Every if grows_too_far(line, text, &filled) => "x".repeat(MAX_OUTPUT + 1),
                    Times::Every => line.replace(text, &filled),
                });
            }
            Self::AtStart(text) => ("", text.as_str(), line.strip_prefix(text.as_str())?),
            Self::AtEnd(text) => (line.strip_suffix(text.as_str())?, text.as_str(), ""),
            Self::Whole => ("", line, ""),
        };
        Some(format!("{before}{}{after}", fill(replacement, matched)))
    }
}

fn grows_too_far(line: &str, text: &str, filled: &str) -> bool {
    line.matches(text).count().saturating_mul(filled.len()) > MAX_OUTPUT
}

/// The text of a pattern in which nothing is special.
fn literal(pattern: &str) -> Option<String> {
    let mut text = String::with_capacity(pattern.len());
    let mut rest = pattern.chars();
    while let Some(next) = rest.next() {
        match next {
            '.' | '[' | '*' | '^' | '$' => return None,
            '\\' => match rest.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                special @ ('.' | '[' | ']' | '*' | '^' | '$' | '\\' | '/' | '-' | '&') => text.push(special),
                _ => return None,
            },
            next => text.push(next),
        }
    }
    Some(text)
}

/// A part of a replacement.
enum Part {
    Text(String),
    Matched,
}

fn parts(replacement: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut rest = replacement.chars();
    while let Some(next) = rest.next() {
        match next {
            '&' => {
                parts.push(Part::Text(std::mem::take(&mut text)));
                parts.push(Part::Matched);
            }
            '\\' => match rest.next()? {
                'n' | '\n' => text.push('\n'),
                't' => text.push('\t'),
                next if next.is_alphanumeric() => return None,
                next => text.push(next),
            },
            next => text.push(next),
        }
    }
    parts.push(Part::Text(text));
    Some(parts)
}

fn fill(replacement: &[Part], matched: &str) -> String {
    replacement
        .iter()
        .map(|part| match part {
            Part::Text(text) => text.as_str(),
            Part::Matched => matched,
        })
        .collect()
}
