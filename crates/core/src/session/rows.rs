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
mod tests {
    use super::*;
    use crate::target::TargetDeed;
    use crate::verdict::Decision;

    const LIMIT: u32 = 3;

    /// A record of an agent's call on a file.
    fn record(agent: &str, path: &str, decision: Decision, at: u64) -> Record {
        let (matched, why) = (String::new(), String::new());
        let targets = vec![Target { name: path.into(), deed: TargetDeed::Change }];
        let about = targets.clone();
        let noted = Noted { rule: "gate/x".into(), decision, matched, why, told: 0, advice: 0, about };
        let findings = if decision == Decision::Deny { vec![noted] } else { Vec::new() };
        let call = Some(format!("call of {path}"));
        let agent = Some(agent.to_owned()).filter(|agent| !agent.is_empty());
        let person = Record::of_person("h", "s", "/w", "before-tool", path, at);
        Record { agent, call, decision, findings, targets, ..person }
    }

    /// The session in which an agent was denied a file so often that it is blocked.
    fn blocked(agent: &str, path: &str) -> Session {
        let mut session = Session::default();
        for at in 1..=4 {
            session.fold(&record(agent, path, Decision::Deny, at));
        }
        session
    }

    fn waiting(session: &Session) -> Vec<(&str, &str, u32)> {
        let rows = session.blocked(LIMIT);
        rows.map(|row| (row.agent.as_str(), row.subject.as_str(), row.row)).collect()
    }

    #[test]
    fn what_is_blocked_waits_although_something_else_goes_through() {
        let mut session = blocked("", "a.ts");
        session.fold(&record("", "b.ts", Decision::Silent, 5));
        assert_eq!(waiting(&session), [("", "a.ts", 4)]);
        assert_eq!(session.row("", "gate/x"), 0, "the next denial explains again");
        session.fold(&record("", "b.ts", Decision::Deny, 6));
        assert_eq!((session.row("", "gate/x"), waiting(&session)), (1, vec![("", "a.ts", 4)]));
    }

    #[test]
    fn an_agent_that_comes_back_to_the_same_thing_has_not_begun_anew() {
        let mut session = Session::default();
        for at in [1, 3, 5, 7] {
            session.fold(&record("", "a.ts", Decision::Deny, at));
            session.fold(&record("", "other.ts", Decision::Silent, at + 1));
            assert_eq!(session.row("", "gate/x"), 0, "something else begins anew");
        }
        assert_eq!(waiting(&session), [("", "a.ts", 4)]);
        // Nor is it the same pattern for another reason.
        let mut other = record("", "a.ts", Decision::Deny, 9);
        other.findings[0].why = "it is something else".into();
        assert_eq!(session.row_of("", &other.findings[0], "a.ts").map(|row| row.row), None);
        // Another agent, and another file, have nothing to do with it.
        session.fold(&record("sub", "a.ts", Decision::Deny, 9));
        session.fold(&record("", "b.ts", Decision::Deny, 9));
        assert_eq!((session.row("sub", "gate/x"), session.row("", "gate/x")), (1, 1));
    }

    #[test]
    fn what_went_through_in_between_begins_anew() {
        let mut session = Session::default();
        for at in [1, 4, 7, 10] {
            session.fold(&record("", "a.ts", Decision::Deny, at));
            session.fold(&record("", "other.ts", Decision::Silent, at + 1));
            session.fold(&record("", "a.ts", Decision::Silent, at + 2));
            assert!(session.ended.is_empty());
        }
    }

    #[test]
    fn it_waits_no_longer_once_it_goes_through_itself_by_that_agent() {
        let mut session = blocked("one", "a.ts");
        session.fold(&record("other", "a.ts", Decision::Silent, 5));
        session.fold(&record("one", "a.ts", Decision::Ask, 6));
        assert_eq!(waiting(&session), [("one", "a.ts", 4)]);
        for passes in [Decision::Silent, Decision::Advise, Decision::Approve] {
            // At once, or after something else.
            for between in [None, Some(record("one", "b.ts", Decision::Silent, 5))] {
                let mut session = session.clone();
                if let Some(between) = &between {
                    session.fold(between);
                }
                assert!(session.fold(&record("one", "a.ts", passes, 7)));
                assert_eq!((waiting(&session), session.row("one", "gate/x")), (vec![], 0), "{passes:?}");
            }
        }
    }

    #[test]
    fn to_read_a_file_is_not_to_write_it() {
        let mut session = blocked("", "a.ts");
        let target = Target { name: "a.ts".into(), deed: TargetDeed::Read };
        session.fold(&Record { targets: vec![target], ..record("", "a.ts", Decision::Approve, 5) });
        session.fold(&Record { targets: Vec::new(), ..record("", "a.ts", Decision::Silent, 6) });
        assert_eq!(waiting(&session), [("", "a.ts", 4)]);
    }

    #[test]
    fn each_thing_waits_for_itself_and_once() {
        let mut session = blocked("", "a.ts");
        for path in ["b.ts", "a.ts"] {
            session.fold(&record("", "other.ts", Decision::Silent, 5));
            for at in 6..=9 {
                session.fold(&record("", path, Decision::Deny, at));
            }
        }
        assert_eq!(waiting(&session), [("", "b.ts", 4), ("", "a.ts", 8)]);
        session.fold(&record("", "b.ts", Decision::Silent, 10));
        assert_eq!(waiting(&session), [("", "a.ts", 8)]);
    }

    #[test]
    fn a_person_resolves_what_they_were_shown() {
        let mut session = blocked("", "a.ts");
        session.fold(&record("", "other.ts", Decision::Silent, 5));
        let shown = session.blocked(LIMIT).next().unwrap().clone();
        session.fold(&record("sub", "b.ts", Decision::Deny, 6));
        session.fold(&Record::of_resolution("h", "s", "/w", &shown, Resolution::Override, 7));
        assert_eq!(waiting(&session), []);
        assert_eq!(session.once.iter().map(|once| once.call.as_str()).collect::<Vec<_>>(), ["call of a.ts"]);
        assert_eq!(session.row("sub", "gate/x"), 1, "another agent's row is not what was shown");
    }

    #[test]
    fn a_row_belongs_to_the_story_in_which_it_came_about() {
        let of = |story: &str, record: Record| Record { story: Some(story.to_owned()), ..record };
        let denied = |story, at| of(story, record("", "a.ts", Decision::Deny, at));
        let mut session = Session::default();
        for at in 1..=4 {
            session.fold(&denied("A", at));
        }
        session.fold(&denied("B", 5));
        assert_eq!((session.row("", "gate/x"), waiting(&session)), (1, vec![("", "a.ts", 4)]));
        assert_eq!(session.blocked(LIMIT).next().unwrap().story.as_deref(), Some("A"));
        // In the other story it goes through; the first one waits for a person, or for itself.
        session.fold(&of("B", record("", "a.ts", Decision::Silent, 6)));
        assert_eq!((session.row("", "gate/x"), waiting(&session)), (0, vec![("", "a.ts", 4)]));
        session.fold(&of("A", record("", "a.ts", Decision::Silent, 7)));
        assert_eq!(waiting(&session), []);
    }

    #[test]
    fn short_rows_are_forgotten_before_long_ones() {
        let mut session = blocked("", "a.ts");
        for at in 10..100 {
            session.fold(&record("", "other.ts", Decision::Silent, at));
            session.fold(&record("", &format!("{at}.ts"), Decision::Deny, at));
            session.fold(&record("", &format!("{at}.ts"), Decision::Deny, at));
        }
        assert_eq!(waiting(&session), [("", "a.ts", 4)]);
        assert_eq!(session.ended.len(), MAX_ENDED);
    }
}
