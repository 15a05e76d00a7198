//! Whether a command was given an option or a word: the conditions of modes and deeds.

use super::{Role, Style, Usage};
use crate::programs::tail;
use crate::value::Value;

/// The words of a command, sorted by what its usage says.
pub(crate) struct Given<'u, 'w> {
    usage: &'u Usage,
    /// As written, with the next word where that is the value.
    options: Vec<(&'w str, Option<&'w Value>)>,
    /// The words of the options, whole.
    option_words: Vec<&'w Value>,
    /// With their position among the words.
    pub(crate) operands: Vec<(usize, &'w Value)>,
    /// How many of them stand before `--`: no subcommand comes after it.
    before_dashes: usize,
}

impl<'u, 'w> Given<'u, 'w> {
    pub(crate) fn of(words: &[&'w Value], usage: &'u Usage) -> Self {
        let mut given = Self {
            usage,
            options: Vec::new(),
            option_words: Vec::new(),
            operands: Vec::new(),
            before_dashes: 0,
        };
        let mut rest = words.iter().copied().enumerate();
        while let Some((at, word)) = rest.next() {
            let text = word.prefix();
            if word.known() == Some("--") {
                given.before_dashes = given.operands.len();
                given.operands.extend(rest);
                return given;
            } else if text.starts_with('-') && text != "-" {
                let mut values = rest.by_ref().take(values_behind(text, usage)).map(|(_, value)| value);
                let first = values.next();
                given.options.push((text, values.last().or(first)));
                given.option_words.push(word);
            } else {
                given.operands.push((at, word));
            }
        }
        given.before_dashes = given.operands.len();
        given
    }

    /// Words that may name a subcommand, with their positions.
    pub(crate) fn leading(&self) -> &[(usize, &'w Value)] {
        self.operands.get(..self.before_dashes).unwrap_or_default()
    }

    /// Whether one of the first is given, if there are any, and none of the second.
    pub(crate) fn holds(&self, when: &[&str], unless: &[&str]) -> bool {
        (when.is_empty() || when.iter().any(|name| self.has(name)))
            && !unless.iter().any(|name| self.has(name) && !self.taken_back(name))
    }

    /// Whether an option is given: `-n`, `--dry-run`.
    pub(crate) fn option(&self, name: &str) -> bool {
        self.values(name).any(|value| !value.is_some_and(is_no))
    }

    /// `-o` · `--output=json*`: the option, with such a value · `db:drop*`: an operand.
    fn has(&self, name: &str) -> bool {
        if !name.starts_with('-') {
            return self.operands.iter().any(|(_, word)| word.texts().iter().any(|text| glob(name, text)));
        }
        match name.split_once('=') {
            Some((name, wanted)) => self.values(name).flatten().any(|value| glob(wanted, value)),
            None => self.option(name),
        }
    }

    /// `--dry-run --no-dry-run`, `--dry-run=false`, `--dry-run false`: a promise that does not hold.
    fn taken_back(&self, name: &str) -> bool {
        let Some(long) = name.strip_prefix("--") else { return false };
        let denied = |word: &str| word.strip_prefix("--no-").is_some_and(|word| word == long);
        self.options.iter().any(|(word, _)| denied(word))
            || self.values(name).any(|value| value.is_some_and(is_no))
            || self.operands.iter().any(|(_, word)| word.known() == Some("false"))
    }

    /// The values of options, each with what it is for the program.
    pub(crate) fn roles(&self) -> Vec<(Role, Value)> {
        let mut roles = Vec::new();
        for ((text, next), word) in self.options.iter().zip(&self.option_words) {
            let valued = self.usage.options.iter().find_map(|(name, role)| {
                Some((role, glued(text, name, self.usage)?)).filter(|_| *role != Role::Flag)
            });
            let Some((role, glued)) = valued else { continue };
            let value = if glued.is_empty() && word.known().is_some() {
                next.map(Clone::clone)
            } else {
                let stem = text.len() - glued.trim_start_matches('=').len();
                Some(tail(word, stem))
                    .filter(|value| value.known() != Some(""))
                    .or_else(|| next.map(Clone::clone))
            };
            roles.extend(value.map(|value| (*role, value)));
        }
        roles
    }

    /// The short options' letters and the long options' names, as they are written.
    pub(crate) fn option_texts(&self) -> impl Iterator<Item = &'w str> + '_ {
        self.options.iter().map(|(text, _)| *text)
    }

    /// The values with which an option is given; `None` where it has none.
    fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Option<&'w str>> + 'a {
        self.options.iter().filter_map(move |(word, next)| {
            let glued = glued(word, name, self.usage)?;
            Some(if glued.is_empty() { next.map(Value::prefix) } else { Some(glued.trim_start_matches('=')) })
        })
    }
}

fn is_no(value: &str) -> bool {
    matches!(value, "false" | "no" | "none" | "0" | "off")
}

/// What follows the option in its own word, if the word holds it: `=5` of `--n=5`, `5` of `-n5`.
fn glued<'w>(word: &'w str, name: &str, usage: &Usage) -> Option<&'w str> {
    let style = usage.style;
    let cut = |word: &'w str| word.split_at(word.find('=').unwrap_or(word.len()));
    match (style, name.strip_prefix("--")) {
        (Style::Words, _) => {
            let (stem, value) = cut(word.trim_start_matches('-'));
            (stem == name.trim_start_matches('-')).then_some(value)
        }
        (_, Some(long)) => {
            let (stem, value) = cut(word.strip_prefix("--")?);
            let fits = match style {
                Style::Getopt => !stem.is_empty() && long.starts_with(stem),
                Style::Exact | Style::Words => stem == long,
            };
            fits.then_some(value)
        }
        (_, None) => {
            // A long option with one dash is that very word, in every style.
            let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'))?;
            let name = name.get(1..)?;
            if name.len() > 1 {
                let (stem, value) = cut(letters);
                return (stem == name).then_some(value);
            }
            let at = letters.find(name)?;
            // Behind a letter with a value stands that value: `-pf` is `-p f`.
            let is_letter = first_valued(letters, usage).is_none_or(|valued| at <= valued);
            letters.get(at + 1..).filter(|_| is_letter)
        }
    }
}

/// Where the command begins that a wrapper runs: behind its options, assignments and operands of its own.
pub(crate) fn command_start(words: &[&Value], usage: &Usage, run: &super::Run) -> usize {
    if let Some(separator) = run.separator
        && let Some(at) = words.iter().position(|word| word.known() == Some(separator))
    {
        return at + 1;
    }
    let mut skip = run.skip;
    let mut at = 0;
    let mut marked = false;
    while let Some(word) = words.get(at) {
        let text = word.prefix();
        if word.known() == Some("--") && !marked {
            at += 1;
            marked = true;
        } else if text.starts_with('-') && text != "-" && !marked {
            at += 1 + values_behind(text, usage);
        } else if run.assignments() && is_assignment(text) {
            at += 1;
        } else if skip > 0 {
            skip -= 1;
            at += 1;
        } else {
            break;
        }
    }
    at.min(words.len())
}

/// `NAME=value`.
pub(crate) fn is_assignment(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
    })
}

/// How many of the next words are an option's: one after `--user`, after `-u`, and after `-Hu`, where the last letter
/// has a value.
fn values_behind(word: &str, usage: &Usage) -> usize {
    let exact = |name: &str| match usage.style {
        Style::Words => name.trim_start_matches('-') == word.trim_start_matches('-'),
        Style::Getopt | Style::Exact => name == word,
    };
    if let Some((_, role)) = usage.options.iter().find(|(name, _)| exact(name)) {
        return match role {
            Role::Flag => 0,
            Role::Pair | Role::PairRead => 2,
            _ => 1,
        };
    }
    if usage.style == Style::Words {
        return 0;
    }
    if word.starts_with("--") {
        let abbreviates = |(name, role): &(&str, Role)| *role != Role::Flag && name.starts_with(word);
        let shortened = usage.style == Style::Getopt && word.len() > 2;
        return usize::from(shortened && usage.options.iter().any(abbreviates));
    }
    // The first letter with a value takes what is glued to it: `-n5` has its value already.
    let letters = word.get(1..).unwrap_or_default();
    usize::from(first_valued(letters, usage).is_some_and(|at| at + 1 == letters.len()))
}

/// Where the first letter stands that takes a value.
fn first_valued(letters: &str, usage: &Usage) -> Option<usize> {
    let takes = |(name, role): &(&str, Role), letter: u8| {
        *role != Role::Flag && matches!(name.as_bytes(), [b'-', only] if *only == letter)
    };
    letters.bytes().position(|letter| usage.options.iter().any(|option| takes(option, letter)))
}

/// Whether a text fits a pattern in which `*` is anything.
pub(crate) fn glob(pattern: &str, text: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut rest) = text.strip_prefix(before) else { return false };
    let mut pieces = after.split('*').peekable();
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            return rest.ends_with(piece);
        }
        match rest.find(piece) {
            Some(at) => rest = rest.get(at + piece.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    true
}
