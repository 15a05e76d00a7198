//! Denials in a row. One that is too long blocks the work: that waits until a person has resolved it, or until what was
//! denied goes through after all. A row belongs to the story that it came about in: another one begins anew. Whatever else
//! goes through only ends the row: the next denial of something else explains again, while one of the same thing, for the
//! same reason, goes on where the row was, since an agent that comes back to it has not taken no for an answer.

use serde::{Deserialize, Serialize};

use super::{Once, Session};
use crate::record::{Noted, Record};
use crate::target::Target;

/// How often one agent has violated one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strikes {
    /// The subagent's id; empty for the main agent.
    pub agent: String,
    /// The rule.
    pub rule: String,
    /// How often.
    pub count: u32,
    /// How often in a row: what goes through in between ends it, if it does more than read and check.
    #[serde(default)]
    pub row: u32,
    /// When the row began, in milliseconds since 1970. A file that does not say it is made anew from the journal.
    pub since: u64,
    /// When last.
    #[serde(default)]
    pub at: u64,
    /// Where last: the working directory. A file that does not say it is made anew as well.
    pub cwd: String,
    /// The story that was being worked on, if one was set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<String>,
    /// What was tried last, as the journal keeps it.
    #[serde(default)]
    pub subject: String,
    /// The name of the very call that was tried last.
    #[serde(default)]
    pub call: String,
    /// Why it was denied, as the journal keeps it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// A number for what was advised with that.
    #[serde(default)]
    pub advised: u64,
    /// What that one was about, where it has a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Target>,
}

/// How a person settles what is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// They have mended it by hand: the agent may try again.
    Fix,
    /// They allow the very call that was denied last, once.
    Override,
    /// It is left out: the agent goes on with something else.
    Skip,
}

impl Resolution {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Fix, Self::Override, Self::Skip];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fix => "fix",
            Self::Override => "override",
            Self::Skip => "skip",
        }
    }
}

/// No more rows are kept that have ended; the shortest go first, since the limit is the policy's and not known here.
const MAX_ENDED: usize = 16;

impl Strikes {
    /// Of an agent and a rule that nothing was counted of yet.
    pub(super) fn new(agent: &str, rule: &str) -> Self {
        Self {
            agent: agent.to_owned(),
            rule: rule.to_owned(),
            count: 0,
            row: 0,
            since: 0,
            at: 0,
            cwd: String::new(),
            story: None,
            subject: String::new(),
            call: String::new(),
            why: String::new(),
            advised: 0,
            targets: Vec::new(),
        }
    }

    /// Whether the last denial was of what a record is about, in the same story. A file has a name that every tool uses; else the words count.
    fn is_about(&self, record: &Record) -> bool {
        if self.story != record.story {
            false
        } else if self.targets.is_empty() {
            record.subject.as_ref() == Some(&self.subject)
        } else {
            self.targets.iter().all(|target| record.targets.contains(target))
        }
    }

    /// Whether it is a row of the same agent against the same rule for the same thing, in the same story.
    fn is_like(&self, other: &Self) -> bool {
        let is_of_the_same =
            self.agent == other.agent && self.rule == other.rule && self.story == other.story;
        is_of_the_same && self.is_of(&other.targets, &other.subject)
    }

    /// Whether the last denial was of this. A file has a name that every tool uses; else the words count.
    fn is_of(&self, targets: &[Target], subject: &str) -> bool {
        self.targets == targets && (!targets.is_empty() || self.subject == subject)
    }
}

impl Session {
    /// How often an agent (empty: the main one) has violated a rule in a row, up to now.
    pub fn row(&self, agent: &str, rule: &str) -> u32 {
        self.going_on(agent, rule).map_or(0, |entry| entry.row)
    }

    /// The row of an agent's denials by a rule that nothing has ended.
    pub(crate) fn going_on(&self, agent: &str, rule: &str) -> Option<&Strikes> {
        self.strikes.iter().find(|entry| entry.agent == agent && entry.rule == rule && entry.row > 0)
    }

    /// The row that a denial makes longer: the one that goes on, or a longer one of the same thing, for the same reason,
    /// that something else has ended.
    pub(crate) fn row_of(&self, agent: &str, denial: &Noted, subject: &str) -> Option<&Strikes> {
        let is_meant = |row: &&Strikes| {
            let is_of_the_rule = row.agent == agent && row.rule == denial.rule && row.story == self.story;
            is_of_the_rule && row.is_of(&denial.about, subject) && row.is_for_the_same(denial)
        };
        let ended = self.ended.iter().filter(is_meant);
        // Of two of the same length, the one that goes on.
        ended.chain(self.going_on(agent, &denial.rule)).max_by_key(|row| row.row)
    }

    /// What waits for a person.
    pub fn blocked(&self, limit: u32) -> impl Iterator<Item = &Strikes> {
        let is_long = move |row: &&Strikes| row.row > limit;
        let going_on = self.strikes.iter().filter(is_long);
        let is_again =
            move |ended: &Strikes| self.strikes.iter().filter(is_long).any(|row| row.is_like(ended));
        self.ended.iter().filter(is_long).filter(move |ended| !is_again(ended)).chain(going_on)
    }

    /// Whether a row goes on, or something waits, so that it matters which story is being worked on.
    pub fn has_rows(&self) -> bool {
        !self.ended.is_empty() || self.strikes.iter().any(|entry| entry.row > 0)
    }

    /// Goes on with a story, or with none: what was denied in a row in another one is not held against it.
    pub fn work_on(&mut self, story: Option<&str>) {
        self.story = story.map(str::to_owned);
        let mut left = Vec::new();
        for entry in self.strikes.iter_mut().filter(|entry| entry.row > 0 && entry.story.as_deref() != story)
        {
            left.push(entry.clone());
            entry.row = 0;
        }
        for row in left {
            self.keep(row);
        }
    }

    /// A denial makes rows longer.
    pub(super) fn lengthen_rows(&mut self, record: &Record, agent: &str) -> bool {
        let mut changed = false;
        if record.strikes().next().is_some() {
            self.work_on(record.story.as_deref());
            self.id.clone_from(&record.session);
        }
        for rule in record.strikes() {
            let Some(found) = record.findings.iter().find(|finding| finding.rule == rule) else { continue };
            let subject = record.subject.as_deref().unwrap_or_default();
            let before = self.row_of(agent, found, subject).map(|row| (row.row, row.since));
            let (row, since) = before.unwrap_or((0, record.at));
            let known = self.strikes.iter().position(|entry| entry.agent == agent && entry.rule == rule);
            let at = known.unwrap_or_else(|| {
                self.strikes.push(Strikes::new(agent, rule));
                self.strikes.len() - 1
            });
            if let Some(entry) = self.strikes.get_mut(at) {
                entry.count = entry.count.saturating_add(1);
                (entry.row, entry.since) = (row.saturating_add(1), since);
                entry.at = record.at;
                entry.cwd.clone_from(&record.cwd);
                entry.story.clone_from(&record.story);
                subject.clone_into(&mut entry.subject);
                entry.call = record.call.clone().unwrap_or_default();
                entry.why.clone_from(&found.why);
                entry.advised = found.advice;
                entry.targets.clone_from(&found.about);
                // What goes on is not kept as ended besides, unless more was denied then, for another reason.
                let entry = entry.clone();
                self.ended.retain(|ended| !ended.is_like(&entry) || ended.row > entry.row);
            }
            changed = true;
        }
        changed
    }

    /// What goes through ends the rows of its agent. Only what it is about waits no longer.
    pub(super) fn end_rows(&mut self, record: &Record, agent: &str) -> bool {
        if !record.passes() {
            return false;
        }
        let known = self.ended.len();
        self.ended.retain(|row| row.agent != agent || !row.is_about(record));
        let mut changed = self.ended.len() != known;
        let mut left = Vec::new();
        for entry in self.strikes.iter_mut().filter(|entry| entry.agent == agent && entry.row > 0) {
            let is_settled = entry.is_about(record);
            if !is_settled && !record.is_success() {
                continue;
            }
            if !is_settled {
                left.push(entry.clone());
            }
            entry.row = 0;
            changed = true;
        }
        for row in left {
            self.keep(row);
        }
        changed
    }

    /// Keeps a row that has ended: once for each thing, as it was when it was longest.
    fn keep(&mut self, row: Strikes) {
        match self.ended.iter_mut().find(|ended| ended.is_like(&row)) {
            Some(ended) => *ended = Strikes { row: row.row.max(ended.row), ..row },
            None => self.ended.push(row),
        }
        if self.ended.len() > MAX_ENDED {
            let shortest = self.ended.iter().enumerate().min_by_key(|(_, ended)| ended.row);
            if let Some((at, _)) = shortest {
                self.ended.remove(at);
            }
        }
    }

    /// What a person has said of something that is blocked: it waits no longer.
    pub(super) fn resolve(&mut self, record: &Record) {
        let agent = record.agent.as_deref().unwrap_or_default();
        let is_meant = |row: &&Strikes| {
            let is_of_it = row.row > 0
                && row.agent == agent
                && row.story == record.story
                && record.call.as_ref() == Some(&row.call);
            is_of_it && record.findings.iter().any(|finding| finding.rule == row.rule)
        };
        let Some(meant) = self.strikes.iter().chain(&self.ended).find(is_meant).cloned() else { return };
        self.ended.retain(|ended| !ended.is_like(&meant));
        for entry in self.strikes.iter_mut().filter(|entry| entry.is_like(&meant)) {
            entry.row = 0;
        }
        if record.subject.as_deref() == Some(Resolution::Override.as_str()) {
            self.allow(meant, record.at);
        }
    }

    /// INVARIANT: it is that very call, with all that it holds, and not another of the same path.
    fn allow(&mut self, blocked: Strikes, at: u64) {
        let Strikes { rule, subject, call, .. } = blocked;
        match self.once.iter_mut().find(|once| once.call == call && !once.used) {
            Some(once) => once.rules.push(rule),
            None => self.once.push(Once { call, rules: vec![rule], at, used: false }),
        }
        // What is allowed is no longer held against another way of doing it.
        self.denied.retain(|denied| denied.subject != subject);
    }
}

#[cfg(test)]
mod tests;
