//! Rules that a policy file defines: a command or path pattern, a decision, and words.

use hookward_effects::{Action, Command, Value};
use serde::{Deserialize, Serialize};

use super::{Channel, Origin};
use crate::rule::Case;
use crate::target::Target;
use crate::verdict::{Decision, Finding};

/// A rule that a policy file defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomRule {
    /// Its id.
    pub id: String,
    /// What it looks at.
    pub channel: Channel,
    /// What it fires on.
    pub pattern: Pattern,
    /// Of a command only with one of these options, wherever it stands.
    pub options: Vec<String>,
    /// What it decides.
    pub decision: Decision,
    /// Why.
    pub why: String,
    /// What to do instead.
    pub instead: String,
    /// Examples that it fires on.
    pub fires: Vec<String>,
    /// Examples that pass.
    pub passes: Vec<String>,
    /// Where it stands.
    pub origin: Origin,
}

/// What a custom rule fires on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pattern {
    /// A command, word by word.
    Command(String),
    /// A path glob.
    Path(String),
}

impl CustomRule {
    /// What it has to say of a case.
    pub fn judge(&self, case: &Case) -> Vec<Finding> {
        match &self.pattern {
            Pattern::Command(pattern) => case
                .facts
                .commands
                .iter()
                .filter(|command| matches_command(pattern, &self.options, command))
                .map(|command| self.finding(case.text(Some(command.span)), Some(command.span)))
                .collect(),
            Pattern::Path(glob) => case
                .facts
                .effects
                .iter()
                .filter_map(|effect| {
                    let ((Action::Read(place), Channel::Read)
                    | (Action::Write(place, _), Channel::Write)
                    | (Action::Delete(place, _), Channel::Delete)) = (&effect.action, self.channel)
                    else {
                        return None;
                    };
                    let named = place.spots.iter().any(|spot| case.ground.names(spot).fit(glob));
                    let about = Target::of(&effect.action);
                    named.then(|| Finding { about, ..self.finding(place.written.clone(), effect.span) })
                })
                .collect(),
        }
    }

    /// What it looks at, in words.
    pub fn target(&self) -> String {
        let (Pattern::Command(pattern) | Pattern::Path(pattern)) = &self.pattern;
        if self.options.is_empty() {
            return format!("`{pattern}`");
        }
        let options: Vec<String> = self.options.iter().map(|option| format!("`{option}`")).collect();
        format!("`{pattern}` with {}", options.join(" or "))
    }

    fn finding(&self, matched: String, span: Option<hookward_effects::Span>) -> Finding {
        Finding {
            rule: self.id.clone().into(),
            decision: self.decision,
            matched,
            span,
            about: Vec::new(),
            why: self.why.clone().into(),
            instead: self.instead.clone().into(),
            origin: Some(self.origin.clone()),
            edits: Vec::new(),
            input: None,
            output: None,
            told: String::new(),
            bypass: None,
            figures: Vec::new(),
        }
    }
}

/// Whether a pattern means a command: what runs, or what was written to run it (`yarn create x` runs a program by yarn, and is
/// yarn too).
pub(super) fn matches_command(pattern: &str, options: &[String], command: &Command) -> bool {
    let words: Vec<&Value> = command.words.iter().collect();
    if matches_words(pattern, options, &words) {
        return true;
    }
    // From the inside out, each wrapper with its own words in front; the last of them names what it runs.
    let mut behind: Vec<&Value> = words.get(1..).unwrap_or_default().to_vec();
    let written =
        command.launched.iter().rev().map_while(|launch| Some((launch, launch.subcommand.as_ref()?)));
    for (launch, subcommand) in written {
        let by = Value::Known(launch.by.clone());
        behind = subcommand.iter().chain(&launch.words).chain(behind).collect();
        let whole: Vec<&Value> = std::iter::once(&by).chain(behind.iter().copied()).collect();
        if matches_words(pattern, options, &whole) {
            return true;
        }
    }
    false
}

fn matches_words(pattern: &str, options: &[String], words: &[&Value]) -> bool {
    if options.is_empty() {
        return in_order(pattern, words.iter().copied());
    }
    // An option may stand anywhere, so the pattern is held against what is left without it.
    options.iter().any(|option| {
        places(option, words).any(|(at, length)| {
            let others = words.iter().enumerate().filter(|(index, _)| !(at..at + length).contains(index));
            in_order(pattern, others.map(|(_, word)| *word))
        })
    })
}

/// Where an option stands among the words, and how many of them it is: one with a value may be two.
fn places<'a>(option: &'a str, words: &'a [&Value]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let parts: Vec<&str> = option.split_whitespace().collect();
    // What stands behind `--` is no option.
    let end = words.iter().position(|word| word.known() == Some("--")).unwrap_or(words.len());
    let length = parts.len().max(1);
    (1..end).filter_map(move |at| {
        let found = words.get(at..at + length)?;
        let fits =
            parts.iter().zip(found).all(|(part, word)| word.texts().iter().any(|word| is_option(part, word)));
        (fits && !parts.is_empty()).then_some((at, length))
    })
}

/// Whether a word is an option, also with a value (`--force=true`) or in a row of letters (`-gf`).
fn is_option(option: &str, word: &str) -> bool {
    let with_value = || word.split_once('=').is_some_and(|(name, _)| fast_glob::glob_match(option, name));
    let letter = option.strip_prefix('-').filter(|letter| letter.len() == 1 && *letter != "-");
    let row = word.strip_prefix('-').filter(|row| row.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let in_a_row = || letter.zip(row).is_some_and(|(letter, row)| row.contains(letter));
    fast_glob::glob_match(option, word) || (option.starts_with("--") && with_value()) || in_a_row()
}

/// Word by word; a last `*` stands for any more words, also none. An unknown word matches only a `*`.
fn in_order<'v>(pattern: &str, words: impl Iterator<Item = &'v Value>) -> bool {
    let mut words = words.enumerate();
    let mut patterns = pattern.split_whitespace().peekable();
    while let Some(pattern) = patterns.next() {
        if pattern == "*" && patterns.peek().is_none() {
            return true;
        }
        let Some((index, word)) = words.next() else { return false };
        // `/usr/bin/npm` is npm.
        let fits = |text: &str| {
            let text = if index == 0 { text.rsplit('/').next().unwrap_or(text) } else { text };
            fast_glob::glob_match(pattern, text)
        };
        let matched = match word {
            Value::Known(text) => fits(text),
            Value::Few(texts) => texts.iter().any(|text| fits(text)),
            Value::Pattern(_) | Value::Unknown(_) => pattern == "*",
        };
        if !matched {
            return false;
        }
    }
    words.next().is_none()
}
