//! Rules that a policy file defines: a command or path pattern, a decision, and words.

use hookward_effects::{Action, Command, Value};
use serde::{Deserialize, Serialize};

use super::{Channel, Origin};
use crate::rule::Case;
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
                .filter(|command| matches_command(pattern, command))
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
                    named.then(|| self.finding(place.written.clone(), effect.span))
                })
                .collect(),
        }
    }

    fn finding(&self, matched: String, span: Option<hookward_effects::Span>) -> Finding {
        Finding {
            rule: self.id.clone().into(),
            decision: self.decision,
            matched,
            span,
            why: self.why.clone().into(),
            instead: self.instead.clone().into(),
            origin: Some(self.origin.clone()),
            edits: Vec::new(),
            input: None,
            output: None,
            told: String::new(),
            bypass: None,
        }
    }
}

/// Word by word; a last `*` stands for any more words, also none. An unknown word matches only a `*`.
pub(super) fn matches_command(pattern: &str, command: &Command) -> bool {
    let mut words = command.words.iter().enumerate();
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
