//! Which subcommand of a program words name, and what is known of that one.

use super::list::{List, field, measured};
use super::words::LONGEST_PATH;
use super::{Given, Output, Run, Usage, command_start, glob};
use crate::value::Value;

/// So many options before a subcommand may be unknown.
const MAX_UNKNOWN_OPTIONS: usize = 4;

impl Usage {
    /// Goes down to the subcommand that the words name, past options before and between, and takes the modes that
    /// their options ask for. Gives the words without those that named the subcommand.
    pub(crate) fn descend(self, words: &[Value]) -> (Self, Vec<&Value>) {
        let mut usage = self;
        let mut left: Vec<&Value> = words.iter().collect();
        while let Some((sub, named)) = usage.deeper(&left) {
            for at in named.into_iter().rev() {
                left.remove(at);
            }
            usage = sub;
        }
        let modes = nested(usage.rest).take_while(|nested| nested.key == b'?');
        let mut modes = modes.peekable();
        while modes.peek().is_some() {
            // What one mode says of an option holds for the next.
            let given = Given::of(&left, &usage);
            let Some(mode) = modes.find(|mode| given.holds(mode.head)) else { break };
            usage.read(mode.body);
        }
        (usage, left)
    }

    /// How many of the words name what it is to do.
    pub(crate) fn naming(&self, words: &[Value]) -> usize {
        let mut left: Vec<&Value> = words.iter().collect();
        let mut usage: Option<Self> = None;
        while let Some((sub, named)) = usage.as_ref().unwrap_or(self).deeper(&left) {
            for at in named.into_iter().rev() {
                left.remove(at);
            }
            usage = Some(sub);
        }
        words.len() - left.len()
    }

    /// Whether it has subcommands.
    pub(crate) fn has_subcommands(&self) -> bool {
        nested(self.rest).any(|nested| nested.key == b'>')
    }

    /// Whether it runs a command on another machine or in a container.
    pub(crate) fn runs_elsewhere(&self) -> bool {
        self.run.as_ref().is_some_and(Run::elsewhere)
    }

    /// Whether a word is an operand of its own before a command that it runs somewhere else.
    pub(crate) fn runs_elsewhere_behind(self, words: &[Value], at: usize) -> bool {
        let Some(word) = words.get(at) else { return false };
        let (usage, left) = self.descend(words);
        let Some(run) = usage.run.as_ref().filter(|run| run.elsewhere()) else { return false };
        let own = left.get(..command_start(&left, &usage, run)).unwrap_or_default();
        Given::of(own, &usage).operands.iter().any(|(_, operand)| std::ptr::eq(*operand, word))
    }

    /// Whether a word is one of its subcommands.
    pub(crate) fn has_subcommand(&self, word: &str) -> bool {
        let word = Value::Known(word.to_owned());
        self.deeper(&[&word]).is_some()
    }

    /// The subcommand that words name, and where they stand. What follows an option that is not known may be its value,
    /// where the program would do nothing with it: `tool --unknown value get`. Nobody is sure of that: it is never approved.
    fn deeper(&self, words: &[&Value]) -> Option<(Self, Vec<usize>)> {
        if self.rest.is_empty() {
            return None;
        }
        let found = self.named_by(words);
        if found.is_some() || !self.operands.is_empty() || !self.does.is_empty() || self.run.is_some() {
            return found;
        }
        let mut left = words.to_vec();
        let mut values: Vec<usize> = Vec::new();
        while values.len() < MAX_UNKNOWN_OPTIONS {
            let (at, _) = *Given::of(&left, self).leading().first()?;
            let option = at.checked_sub(1).and_then(|before| left.get(before))?.known()?;
            if !option.starts_with("--") || option.contains('=') {
                return None;
            }
            left.remove(at);
            values.push(at);
            let Some((mut usage, mut named)) = self.named_by(&left) else { continue };
            (usage.safe, usage.safe_alone) = (None, List::default());
            for value in values.into_iter().rev() {
                for place in named.iter_mut().filter(|place| **place >= value) {
                    *place += 1;
                }
                named.push(value);
            }
            named.sort_unstable();
            return Some((usage, named));
        }
        None
    }

    /// The longest path of a subcommand that words name, then the one with fewer stars.
    fn named_by(&self, words: &[&Value]) -> Option<(Self, Vec<usize>)> {
        let given = Given::of(words, self);
        let operands = given.leading();
        // Most paths can be told from the words by the first letter that is no star.
        let mut initials = [None; LONGEST_PATH];
        for (initial, (_, word)) in initials.iter_mut().zip(operands) {
            *initial = Some(word.known().filter(|_| !self.ignore_case).and_then(|text| text.bytes().next()));
        }
        let possible = |path: &[u8]| {
            let mut rest = path;
            let mut nth = 0;
            while let [b'*', b' ', after @ ..] = rest {
                (rest, nth) = (after, nth + 1);
            }
            match (rest.first(), initials.get(nth).copied().flatten()) {
                (_, None) => false,
                (Some(b'*') | None, Some(_)) | (_, Some(None)) => true,
                (Some(byte), Some(Some(initial))) => *byte == initial,
            }
        };
        let mut best: Option<((usize, usize), Nested)> = None;
        for sub in nested(self.rest).filter(|nested| nested.key == b'>') {
            for path in sub.head.those(possible) {
                let Some(rank) = self.rank(path, operands) else { continue };
                if best.as_ref().is_none_or(|(best, _)| rank > *best) {
                    best = Some((rank, sub));
                }
            }
        }
        let ((length, _), sub) = best?;
        let mut usage =
            Self { style: self.style, ignore_case: self.ignore_case, help: self.help, ..Self::new() };
        usage.names.extend(sub.head.iter().next());
        // What a program is silent about, or has from elsewhere, its subcommands mostly are too; a secret is one's own.
        usage.output = match self.output {
            Output::Quiet | Output::Network => self.output,
            Output::Passes
            | Output::Secret(_)
            | Output::Environment
            | Output::Machine
            | Output::Processes
            | Output::Inventory
            | Output::Encoded
            | Output::Echoes => Output::Passes,
        };
        usage.safe_alone = if self.safe_alone.contains("--help") { List("&--help") } else { List::default() };
        usage.read(sub.body);
        usage.options.0.extend_from_slice(&self.options.0);
        usage.does.extend(self.does.iter().filter(|does| does.everywhere).cloned());
        Some((usage, operands.iter().take(length).map(|(at, _)| *at).collect()))
    }

    /// How well operands fit the path of a subcommand.
    fn rank(&self, path: &str, operands: &[(usize, &Value)]) -> Option<(usize, usize)> {
        let mut length = 0;
        let mut rest = Some(path);
        while let Some(patterns) = rest {
            let (pattern, next) = match patterns.bytes().position(|byte| byte == b' ') {
                Some(at) => (patterns.get(..at)?, patterns.get(at + 1..)),
                None => (patterns, None),
            };
            let (_, word) = operands.get(length)?;
            if !self.names_it(pattern, word) {
                return None;
            }
            (rest, length) = (next, length + 1);
        }
        Some((length, usize::MAX - path.bytes().filter(|byte| *byte == b'*').count()))
    }

    fn names_it(&self, pattern: &str, word: &Value) -> bool {
        let fits = |text: &String| {
            if self.ignore_case { glob(pattern, &text.to_ascii_lowercase()) } else { glob(pattern, text) }
        };
        pattern == "*" || word.texts().iter().any(fits)
    }
}

/// A mode or a subcommand inside an entry.
#[derive(Clone, Copy)]
pub(super) struct Nested {
    key: u8,
    /// Its conditions, or the paths that name it.
    pub(super) head: List,
    pub(super) body: &'static str,
}

pub(super) fn nested(text: &'static str) -> impl Iterator<Item = Nested> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (key, content, next) = field(rest)?;
        let (head, body) = measured(content)?;
        rest = next;
        Some(Nested { key, head: List(head), body })
    })
}
