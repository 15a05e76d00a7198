//! A script, ready to run: expressions are read, and jumps lead somewhere.

use std::collections::HashMap;

use super::replacement::{Part, escaped, parts};
use crate::sed::regex::{Case, Dialect, Regex};
use crate::sed::script::{Address, Chosen, Kind, Lines, Step, Until, characters};

pub(super) struct Program {
    pub(super) commands: Vec<Command>,
}

pub(super) struct Command {
    pub(super) lines: Selection,
    pub(super) does: Does,
}

/// The lines that a command is for.
pub(super) struct Selection {
    pub(super) from: Option<Line>,
    pub(super) to: Option<End>,
    pub(super) negated: bool,
}

pub(super) enum Line {
    Number(usize),
    Last,
    Every(usize, usize),
    Matching(Pattern),
}

pub(super) enum End {
    Number(usize),
    Further(usize),
    Last,
    Matching(Pattern),
}

/// An expression; without one, that which was used last.
pub(super) type Pattern = Option<Regex>;

pub(super) enum Does {
    Nothing,
    Substitute(Substitution),
    Translate(Vec<(char, char)>),
    Print,
    Delete,
    Quit,
    Text(char, String),
    /// Goes on behind the end of a block, if the lines are not its own.
    Block(usize),
    /// `b`, `t`, `T`: goes on there.
    Branch(char, usize),
    Letter(char),
}

/// What `s` does.
pub(super) struct Substitution {
    pub(super) pattern: Pattern,
    pub(super) replacement: Vec<Part>,
    /// Which match is the first that is replaced.
    pub(super) nth: usize,
    /// Whether those behind it are, too.
    pub(super) every: bool,
    /// Whether the line is printed then.
    pub(super) prints: bool,
}

/// Scripts of more steps are not followed.
const MAX_COMMANDS: usize = 256;

impl Program {
    /// Nothing if it does more than change text.
    pub(super) fn of(steps: Vec<Step>, dialect: Dialect) -> Option<Self> {
        if steps.len() > MAX_COMMANDS {
            return None;
        }
        let (labels, ends) = places(&steps)?;
        let mut commands = Vec::with_capacity(steps.len());
        for (at, step) in steps.into_iter().enumerate() {
            let does = match step.kind {
                Kind::Substitute { delimiter, pattern, replacement, flags, file: None } => {
                    // Whether such a sign is itself behind a backslash, one sed says otherwise than the next.
                    if delimiter.is_alphanumeric() || ".*[]^$".contains(delimiter) {
                        return None;
                    }
                    substitute(&pattern, &replacement, &flags, dialect)?
                }
                Kind::Translate(from, to) => {
                    let (from, to) = (characters(&from)?, characters(&to)?);
                    if from.len() != to.len() {
                        return None;
                    }
                    Does::Translate(from.into_iter().zip(to).collect())
                }
                Kind::Print => Does::Print,
                Kind::Delete => Does::Delete,
                Kind::Quit => Does::Quit,
                Kind::Comment | Kind::Close | Kind::Label(':', _) => Does::Nothing,
                Kind::Text(command, text) => Does::Text(command, added(&text)?),
                Kind::Open => Does::Block(*ends.get(&at)?),
                Kind::Label(command, label) if label.is_empty() => Does::Branch(command, usize::MAX),
                Kind::Label(command, label) => Does::Branch(command, *labels.get(&label)?),
                Kind::Letter(command) => Does::Letter(command),
                Kind::Substitute { .. } | Kind::Execute(_) | Kind::Read(_) | Kind::Write(_) | Kind::Other => {
                    return None;
                }
            };
            commands.push(Command { lines: selection(step.lines, dialect)?, does });
        }
        Some(Self { commands })
    }

    /// Whether it uses what the hold space has.
    pub(super) fn holds(&self) -> bool {
        let letters = ['g', 'G', 'h', 'H', 'x'];
        self.commands
            .iter()
            .any(|command| matches!(command.does, Does::Letter(letter) if letters.contains(&letter)))
    }
}

/// Where labels stand, and where the blocks end that open there.
fn places(steps: &[Step]) -> Option<(HashMap<String, usize>, HashMap<usize, usize>)> {
    let (mut labels, mut ends, mut open) = (HashMap::new(), HashMap::new(), Vec::new());
    for (at, step) in steps.iter().enumerate() {
        match &step.kind {
            Kind::Label(':', label) => {
                labels.insert(label.clone(), at);
            }
            Kind::Open => open.push(at),
            Kind::Close => {
                ends.insert(open.pop()?, at);
            }
            _ => {}
        }
    }
    open.is_empty().then_some((labels, ends))
}

fn selection(lines: Lines, dialect: Dialect) -> Option<Selection> {
    let plain = |from, to| Some(Selection { from, to, negated: false });
    match lines {
        Lines::All => plain(None, None),
        Lines::Last => plain(Some(Line::Last), None),
        Lines::Numbered(0, _) => None,
        Lines::Numbered(from, to) if from == to => plain(Some(Line::Number(from)), None),
        Lines::Numbered(from, usize::MAX) => plain(Some(Line::Number(from)), Some(End::Last)),
        Lines::Numbered(from, to) => plain(Some(Line::Number(from)), Some(End::Number(to))),
        Lines::Chosen(chosen) => {
            let Chosen { from, to, negated } = *chosen;
            let to = match to {
                None => None,
                Some(Until::Further(lines)) => Some(End::Further(lines)),
                Some(Until::At(Address::Number(at))) => Some(End::Number(at)),
                Some(Until::At(Address::Last)) => Some(End::Last),
                Some(Until::At(Address::Matching(text, flags))) => {
                    Some(End::Matching(pattern(&text, &flags, dialect)?))
                }
                Some(Until::At(Address::All | Address::Every(..)) | Until::Multiple) => return None,
            };
            let from = match from {
                Address::All => None,
                // Only a range to what matches may begin before the first line.
                Address::Number(0) if !matches!(to, Some(End::Matching(_))) => return None,
                Address::Number(at) => Some(Line::Number(at)),
                Address::Last => Some(Line::Last),
                Address::Every(first, step) => Some(Line::Every(first, step)),
                Address::Matching(text, flags) => Some(Line::Matching(pattern(&text, &flags, dialect)?)),
            };
            Some(Selection { from, to, negated })
        }
    }
}

/// An expression with its flags.
fn pattern(text: &str, flags: &str, dialect: Dialect) -> Option<Pattern> {
    if flags.contains(['m', 'M']) {
        return None;
    }
    if text.is_empty() {
        return flags.is_empty().then_some(None);
    }
    let case = if flags.contains(['i', 'I']) { Case::Any } else { Case::Exact };
    Regex::new(text, dialect, case).map(Some)
}

fn substitute(text: &str, replacement: &str, flags: &str, dialect: Dialect) -> Option<Does> {
    if !flags.chars().all(|flag| "gpiI".contains(flag) || flag.is_ascii_digit()) {
        return None;
    }
    let digits: String = flags.chars().filter(char::is_ascii_digit).collect();
    let nth: usize = if digits.is_empty() { 1 } else { digits.parse().ok().filter(|nth| *nth > 0)? };
    let letters: String = flags.chars().filter(|flag| matches!(flag, 'i' | 'I')).collect();
    let pattern = pattern(text, &letters, dialect)?;
    // Of an expression that was used before, it is not known how many groups it has.
    let groups = pattern.as_ref().map_or(0, Regex::groups);
    let replacement = parts(replacement, groups)?;
    Some(Does::Substitute(Substitution {
        pattern,
        replacement,
        nth,
        every: flags.contains('g'),
        prints: flags.contains('p'),
    }))
}

/// The text that a line adds, with its end.
fn added(written: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = written.chars();
    while let Some(next) = rest.next() {
        text.push(if next == '\\' { escaped(rest.next()?)? } else { next });
    }
    text.push('\n');
    (!written.is_empty()).then_some(text)
}
