//! Denials in a row. One that is too long blocks the work: that waits until a person has resolved it, or until what was
//! denied goes through after all. A row belongs to the story that it came about in: another one begins anew. Whatever else
//! goes through only ends the row: the next denial of something else explains again, while one of the same thing, for the
//! same reason, goes on where the row was, since an agent that comes back to it within half an hour has not taken no for an
//! answer. A call is one denial, however many things it is about.

use serde::{Deserialize, Serialize};

use super::{Once, Session};
use crate::record::{Noted, Record};
use crate::target::Target;
use crate::verdict::Decision;

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

/// What a person was asked about while something was denied in a row: if it then runs, it has gone through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The subagent's id; empty for the main agent.
    pub agent: String,
    /// The tool's neutral name.
    pub tool: String,
    /// The command, path or address, as the journal keeps it.
    pub subject: String,
    /// What of it was denied in a row.
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

/// Who comes back to the same thing later than this, in milliseconds, has begun anew.
const AGAIN: u64 = 30 * 60 * 1000;

/// No more of what a denial was about is kept.
const MAX_TARGETS: usize = 16;

/// No more questions are kept that nobody has answered.
const MAX_ASKED: usize = 16;

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

    /// Takes what has gone through off what the last denial was about; says whether nothing is left. A file has a name that
    /// every tool uses; else the words count.
    fn is_settled_by(&mut self, passed: &Passed) -> bool {
        if self.story.as_deref() != passed.story {
            return false;
        }
        if self.targets.is_empty() {
            return passed.subject == Some(&self.subject);
        }
        self.targets.retain(|target| !passed.targets.contains(target));
        self.targets.is_empty()
    }

    /// Whether it is a row of the same agent against the same rule for the same thing, in the same story.
    fn is_like(&self, other: &Self) -> bool {
        let is_of_the_same =
            self.agent == other.agent && self.rule == other.rule && self.story == other.story;
        is_of_the_same && self.is_of(&other.targets, &other.why)
    }

    /// Whether the last denial was of this. What has no name is the same if it is denied for the same reason: of a manner of
    /// doing things, in whatever words.
    fn is_of(&self, targets: &[Target], why: &str) -> bool {
        if self.targets.is_empty() || targets.is_empty() {
            return self.targets.is_empty() && targets.is_empty() && self.is_for_the_same(why, targets);
        }
        self.targets.iter().any(|target| targets.contains(target))
    }
}

/// What has gone through.
struct Passed<'r> {
    story: Option<&'r str>,
    subject: Option<&'r String>,
    targets: &'r [Target],
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
    pub(crate) fn row_of(&self, agent: &str, denials: &[&Noted]) -> Option<&Strikes> {
        let rule = &denials.first()?.rule;
        let is_meant = |row: &&Strikes| {
            let is_lately = row.at.saturating_add(AGAIN) > self.now;
            let is_of_the_rule = row.agent == agent && row.rule == *rule && row.story == self.story;
            let is_the_same =
                |one: &&&Noted| row.is_of(&one.about, &one.why) && row.is_for_the_same(&one.why, &one.about);
            is_lately && is_of_the_rule && denials.iter().any(|one| is_the_same(&one))
        };
        let ended = self.ended.iter().filter(is_meant);
        // Of two of the same length, the one that goes on.
        ended.chain(self.going_on(agent, rule)).max_by_key(|row| row.row)
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
            self.now = record.at;
        }
        for rule in record.strikes() {
            let denials: Vec<&Noted> = record.objections().filter(|finding| finding.rule == rule).collect();
            let Some(found) = denials.first() else { continue };
            let before = self.row_of(agent, &denials).map(|row| (row.row, row.since));
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
                entry.subject = record.subject.clone().unwrap_or_default();
                entry.call = record.call.clone().unwrap_or_default();
                entry.why.clone_from(&found.why);
                entry.advised = found.advice;
                entry.targets = all_of(&denials);
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
        let passed = Passed {
            story: record.story.as_deref(),
            subject: record.subject.as_ref(),
            targets: &record.targets,
        };
        if record.passes() {
            return self.end_rows_by(&passed, agent, record.is_success());
        }
        match record.event.as_str() {
            "before-tool" if record.decision == Decision::Ask && self.has_rows() => self.ask(record, agent),
            // What a person was asked about, and what has run then, has gone through.
            "after-tool" | "after-failure" if let Some(asked) = self.answered(record, agent) => {
                self.end_rows_by(&Passed { targets: &asked.targets, ..passed }, agent, true);
                true
            }
            _ => false,
        }
    }

    /// Keeps in mind what a person is asked about.
    fn ask(&mut self, record: &Record, agent: &str) -> bool {
        let asked = Asked {
            agent: agent.to_owned(),
            tool: record.tool.clone().unwrap_or_default(),
            subject: record.subject.clone().unwrap_or_default(),
            targets: record.targets.clone(),
        };
        self.asked.retain(|other| *other != asked);
        self.asked.push(asked);
        let surplus = self.asked.len().saturating_sub(MAX_ASKED);
        self.asked.drain(..surplus);
        true
    }

    /// What a person was asked about and has run now.
    fn answered(&mut self, record: &Record, agent: &str) -> Option<Asked> {
        let (tool, subject) =
            (record.tool.as_deref().unwrap_or_default(), record.subject.as_deref().unwrap_or_default());
        let is_it = |asked: &Asked| {
            asked.agent == agent && (asked.tool.as_str(), asked.subject.as_str()) == (tool, subject)
        };
        let at = self.asked.iter().position(is_it)?;
        Some(self.asked.remove(at))
    }

    fn end_rows_by(&mut self, passed: &Passed, agent: &str, is_success: bool) -> bool {
        let known = self.ended.clone();
        self.ended.retain_mut(|row| row.agent != agent || !row.is_settled_by(passed));
        let mut changed = self.ended != known;
        let mut left = Vec::new();
        for entry in self.strikes.iter_mut().filter(|entry| entry.agent == agent && entry.row > 0) {
            let is_settled = entry.is_settled_by(passed);
            if !is_settled && !is_success {
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

/// What some denials of one call are about.
fn all_of(denials: &[&Noted]) -> Vec<Target> {
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
