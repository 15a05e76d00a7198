//! Rows of denials: how often in a row an agent was denied by a rule, and what for.
//!
//! Whatever an agent is denied by the same rule makes its row longer. Something else that goes through ends the row: the next denial
//! explains again. A row that has ended is kept, since two things are still true of it:
//! - An agent that comes back to the same thing, denied for the same reason, within half an hour has not taken no for an answer: it
//!   goes on where that row was.
//! - One that is too long blocks the work: it waits until a person has resolved it, or until all that it is about has gone through.
//!
//! A row belongs to the story that it came about in. A call is one denial, however many things it is about.

use serde::{Deserialize, Serialize};

use super::Session;
use crate::record::{Noted, Record};
use crate::target::{Target, TargetDeed};

/// Denials of one agent by one rule, in a row.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Row {
    /// The subagent's id; empty for the main agent.
    pub agent: String,
    /// The rule.
    pub rule: String,
    /// The story that was being worked on, if one was set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<String>,
    /// How many.
    pub length: u32,
    /// Whether something else has gone through since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
    /// When it began, in milliseconds since 1970.
    pub since: u64,
    /// When it was last made longer.
    pub at: u64,
    /// Where last: the working directory.
    pub cwd: String,
    /// What was tried last, as the journal keeps it.
    pub subject: String,
    /// The name of the very call that was tried last.
    pub call: String,
    /// Why that was denied, as the journal keeps it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// A number for what was advised with that.
    #[serde(default)]
    pub advised: u64,
    /// What it was about, where that has a name, and what of it has not gone through.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Target>,
    /// What it was before the last denial: a call that is judged twice is answered twice from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Box<Row>>,
}

/// What an agent does sooner than this after a denial, in milliseconds, it has set about before it could read that.
const AT_ONCE: u64 = 1000;

/// A row of this length is reminded of, and goes no further.
const REMINDED: u32 = 2;

/// Who comes back to the same thing later than this, in milliseconds, has begun anew.
const AGAIN: u64 = 30 * 60 * 1000;

/// No more of what a denial was about is kept.
const MAX_TARGETS: usize = 16;

/// No more rows of one agent are kept, and of all agents together. The shortest go first, since the limit is the policy's and
/// not known here.
const MAX_ROWS: usize = 16;
const MAX_ROWS_OF_ALL: usize = 256;

impl Row {
    /// The row that a denial makes: a new one, or a longer one than there was before.
    fn of(record: &Record, denials: &[&Noted], before: Option<&Self>) -> Self {
        let (rule, why, advised) = denials
            .first()
            .map(|first| (first.rule.clone(), first.why.clone(), first.advice))
            .unwrap_or_default();
        let mut targets = targets_of(denials);
        if let Some(before) = before.filter(|before| before.is_at_once(denials, record.at)) {
            targets.extend(before.targets.iter().take(MAX_TARGETS).cloned());
        }
        Self {
            agent: agent_of(record).to_owned(),
            rule,
            story: record.story.clone(),
            length: Self::length_with(before, denials, record.at),
            ended: false,
            since: before.map_or(record.at, |before| before.since),
            at: record.at,
            cwd: record.cwd.clone(),
            subject: record.subject.clone().unwrap_or_default(),
            call: record.call.clone().unwrap_or_default(),
            why,
            advised,
            targets,
            previous: before.map(|before| Box::new(Self { previous: None, ..before.clone() })),
        }
    }

    /// Whether it is of the same agent, rule and story.
    fn is_beside(&self, other: &Self) -> bool {
        self.agent == other.agent && self.rule == other.rule && self.story == other.story
    }

    /// Whether a denial for this reason of these things is of the same thing, for the same reason. What has no name is the same if
    /// the reason is: a manner of doing things, in whatever words.
    pub(super) fn is_about(&self, why: &str, targets: &[Target]) -> bool {
        let is_same_thing = match (self.targets.as_slice(), targets) {
            ([], []) => true,
            (own, others) => own.iter().any(|target| others.contains(target)),
        };
        is_same_thing && self.is_for_the_same(why, targets)
    }

    /// How long a row is with denials of one call by its rule.
    pub(crate) fn length_with(before: Option<&Self>, denials: &[&Noted], now: u64) -> u32 {
        let Some(before) = before else { return 1 };
        let longer = before.length.saturating_add(1);
        if before.is_at_once(denials, now) { longer.min(before.length.max(REMINDED)) } else { longer }
    }

    /// Whether a gate denies writes to other files in the same breath. A host has several calls judged before the agent hears of
    /// the first denial: it has not disregarded that one, and nothing escalates.
    fn is_at_once(&self, denials: &[&Noted], now: u64) -> bool {
        let is_apart = |target: &Target| target.deed == TargetDeed::Change && !self.targets.contains(target);
        let targets = targets_of(denials);
        self.rule.starts_with("gate/")
            && (self.at..self.at.saturating_add(AT_ONCE)).contains(&now)
            && !(self.targets.is_empty() || targets.is_empty())
            && targets.iter().all(is_apart)
    }

    /// Whether another one is this row when something else had ended it.
    pub(super) fn is_as_it_was(&self, ended: &Self) -> bool {
        self.is_beside(ended) && (self.length, self.at, &self.call) == (ended.length, ended.at, &ended.call)
    }

    /// Whether an agent that comes back to it now has not begun anew.
    fn is_recent(&self, now: u64) -> bool {
        self.at.saturating_add(AGAIN) > now
    }

    /// Takes what has gone through off what it is about; says whether something is left. A file has a name that every tool
    /// uses; else the words count.
    fn waits_behind(&mut self, passed: &Passed) -> bool {
        if self.story.as_deref() != passed.story {
            return true;
        }
        if self.targets.is_empty() {
            return passed.subject != Some(&self.subject);
        }
        self.targets.retain(|target| !passed.targets.contains(target));
        !self.targets.is_empty()
    }
}

/// What has gone through.
pub(super) struct Passed<'r> {
    pub(super) story: Option<&'r str>,
    pub(super) subject: Option<&'r String>,
    pub(super) targets: &'r [Target],
    /// Whether it ends what is not about it, too.
    pub(super) ends: Ends,
}

/// What a call that goes through ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// The rows of what it is about: it only reads, or checks.
    ItsOwn,
    /// All rows of its agent.
    All,
}

impl Session {
    /// How often an agent (empty: the main one) was denied by a rule in a row, up to now.
    pub fn row(&self, agent: &str, rule: &str) -> u32 {
        let going_on = self.rows.iter().find(|row| !row.ended && row.agent == agent && row.rule == rule);
        going_on.map_or(0, |row| row.length)
    }

    /// The rows of an agent's denials by a rule that it may still make longer.
    pub(crate) fn recent_rows(&self, agent: &str, rule: &str) -> impl Iterator<Item = &Row> {
        let is_of_it = move |row: &&Row| row.agent == agent && row.rule == rule && row.story == self.story;
        self.rows.iter().filter(is_of_it).filter(|row| row.is_recent(self.now))
    }

    /// The row that denials of one call by one rule make longer: the one that goes on, or a longer one of the same thing, for the
    /// same reason, that something else has ended.
    pub(crate) fn row_before(&self, agent: &str, denials: &[&Noted]) -> Option<&Row> {
        let rule = &denials.first()?.rule;
        let is_same = |row: &Row| denials.iter().any(|one| row.is_about(&one.why, &one.about));
        let rows = self.recent_rows(agent, rule).filter(|row| !row.ended || is_same(row));
        // Of two of the same length, the one that goes on.
        rows.max_by_key(|row| (row.length, !row.ended))
    }

    /// What waits for a person.
    pub fn blocked(&self, limit: u32) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.length > limit)
    }

    /// Whether a row goes on, or something waits, so that it matters which story is being worked on.
    pub fn has_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Goes on with a story, or with none: what was denied in a row in another one is not held against it.
    pub fn work_on(&mut self, story: Option<&str>) {
        self.story = story.map(str::to_owned);
        for row in self.rows.iter_mut().filter(|row| row.story.as_deref() != story) {
            row.ended = true;
        }
    }

    /// A denial makes rows longer.
    pub(super) fn lengthen_rows(&mut self, record: &Record) {
        self.work_on(record.story.as_deref());
        self.now = record.at;
        for rule in record.strikes() {
            let denials: Vec<&Noted> = record.deciding().filter(|finding| finding.rule == rule).collect();
            let row = Row::of(record, &denials, self.row_before(agent_of(record), &denials));
            self.put(row);
        }
    }

    /// Puts a row to the others, which go on no longer. What of them it is about is in it from now on; what else they were about
    /// stays as it was.
    fn put(&mut self, new: Row) {
        self.rows.retain_mut(|row| {
            if !row.is_beside(&new) {
                return true;
            }
            row.ended = true;
            if row.length > new.length || !row.is_about(&new.why, &new.targets) {
                return true;
            }
            row.targets.retain(|target| !new.targets.contains(target));
            !row.targets.is_empty()
        });
        let agent = new.agent.clone();
        self.rows.push(new);
        self.forget_beyond(MAX_ROWS, |row| row.agent == agent);
        self.forget_beyond(MAX_ROWS_OF_ALL, |_| true);
    }

    /// Forgets the shortest of some rows that have ended, the oldest first, where there are too many.
    fn forget_beyond(&mut self, most: usize, is_meant: impl Fn(&Row) -> bool) {
        while self.rows.iter().filter(|row| is_meant(row)).count() > most {
            let ended = self.rows.iter().enumerate().filter(|(_, row)| row.ended && is_meant(row));
            let Some((at, _)) = ended.min_by_key(|(_, row)| (row.length, row.at)) else { return };
            self.rows.remove(at);
        }
    }

    /// What goes through ends rows of its agent; only what it is about waits no longer. Says whether that changed anything.
    pub(super) fn end_rows(&mut self, passed: &Passed, agent: &str, now: u64) -> bool {
        let before = self.rows.clone();
        self.rows.retain_mut(|row| row.agent != agent || row.waits_behind(passed));
        if passed.ends == Ends::All {
            self.rows.iter_mut().filter(|row| row.agent == agent).for_each(|row| row.ended = true);
        }
        // Nobody waits for these, and whoever comes back to them has begun anew.
        self.rows.retain(|row| !row.ended || row.length > 1 || row.is_recent(now));
        self.rows != before
    }
}

/// The agent of a record; empty for the main one.
pub(super) fn agent_of(record: &Record) -> &str {
    record.agent.as_deref().unwrap_or_default()
}

/// What some denials of one call are about.
fn targets_of(denials: &[&Noted]) -> Vec<Target> {
    let mut all: Vec<Target> = Vec::new();
    for target in denials.iter().flat_map(|one| &one.about) {
        if all.len() < MAX_TARGETS && !all.contains(target) {
            all.push(target.clone());
        }
    }
    all
}

#[cfg(test)]
mod tests;
