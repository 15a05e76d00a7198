//! A call that is judged twice, since its host has loaded two registrations: it gets the same answer again, and what was
//! counted for it is not counted again.

use serde::{Deserialize, Serialize};

use super::{Row, Session};
use crate::record::Record;

/// How far apart the two judgements may lie, in milliseconds.
const APART: u64 = 30_000;

/// No more calls are remembered for this: as many may have been judged between the two judgements of one.
const MOST: usize = 128;

/// A call that something was counted for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// By which it is known again: the record's id.
    pub id: String,
    /// The subagent's id; empty for the main agent.
    pub agent: String,
    /// The rules that it was a strike for.
    pub rules: Vec<String>,
    /// The name of the call, if a person's permission was used up for it.
    pub used: Option<String>,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

impl Session {
    /// As it was before a call that was judged a moment ago, if the call at hand is that very one: `is_it` says so of an
    /// id, and is asked only if there was any.
    pub fn before(&mut self, now: u64, is_it: impl Fn(&str) -> bool) {
        let mut recent = self.counted.iter().filter(|counted| counted.at + APART > now);
        let Some(counted) = recent.find(|counted| is_it(&counted.id)).cloned() else { return };
        let Counted { agent, rules, used, at, .. } = counted;
        let is_struck = |own: &str, rule: &String| own == agent && rules.contains(rule);
        for strikes in self.strikes.iter_mut().filter(|own| is_struck(&own.agent, &own.rule)) {
            strikes.count = strikes.count.saturating_sub(1);
        }
        self.rows.retain_mut(|row| {
            if row.ended || !is_struck(&row.agent, &row.rule) {
                return true;
            }
            match row.previous.take() {
                // Others have made it longer since.
                previous if row.at != at => {
                    row.previous = previous;
                    row.length = row.length.saturating_sub(1);
                }
                Some(previous) => *row = *previous,
                None => row.length = 0,
            }
            row.length > 0
        });
        // A row that was about something else was kept as one that has ended: it goes on again.
        let going_on: Vec<Row> = self.rows.iter().filter(|row| !row.ended).cloned().collect();
        let is_again = |row: &Row| going_on.iter().any(|other| other.is_as_it_was(row));
        self.rows.retain(|row| !row.ended || !is_again(row));
        self.advised.retain_mut(|advised| {
            let is_it = advised.agent == agent && advised.at == at;
            if !is_it || advised.earlier.is_empty() {
                return !is_it;
            }
            advised.at = advised.earlier.remove(0);
            true
        });
        for once in self.once.iter_mut().filter(|once| used.as_ref() == Some(&once.call)) {
            once.used = false;
        }
    }

    /// Whether a record is of a call that was counted already.
    pub(super) fn has_counted(&self, record: &Record) -> bool {
        record.id.as_ref().is_some_and(|id| self.counted_as(id, record.at).is_some())
    }

    fn counted_as(&self, id: &str, now: u64) -> Option<&Counted> {
        self.counted.iter().find(|counted| counted.id == id && counted.at + APART > now)
    }

    /// Remembers a record that has counted; says whether there was anything to remember.
    pub(super) fn count(&mut self, record: &Record) -> bool {
        let Some(id) = record.id.clone() else { return false };
        let is_used = |call: &&String| self.once.iter().any(|once| once.used && once.call == **call);
        let used = record.call.as_ref().filter(is_used).cloned();
        let rules = record.strikes().map(str::to_owned).collect();
        let agent = record.agent.clone().unwrap_or_default();
        self.counted.push(Counted { id, agent, rules, used, at: record.at });
        let surplus = self.counted.len().saturating_sub(MOST);
        self.counted.drain(..surplus);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::EventName;
    use crate::record::Noted;
    use crate::verdict::Decision;

    fn record(id: &str, rule: &str, decision: Decision, at: u64) -> Record {
        let (matched, why) = (String::new(), String::new());
        let findings =
            vec![Noted { rule: rule.into(), decision, matched, why, told: 0, advice: 0, about: Vec::new() }];
        let person = Record::of_person("h", "s", "/w", "before-tool", "cat .env", at);
        Record { call: Some("call".into()), id: Some(id.into()), decision, findings, ..person }
    }

    fn before(session: &Session, id: &str, now: u64) -> Session {
        let mut session = session.clone();
        session.before(now, |counted| counted == id);
        session
    }

    #[test]
    fn a_call_that_is_judged_twice_is_one_strike() {
        let denial = |id, at| record(id, "security/x", Decision::Deny, at);
        let mut session = Session::default();
        session.fold(&denial("a", 1_000));
        assert_eq!(before(&session, "a", 1_001).row("", "security/x"), 0);
        session.fold(&denial("a", 1_001));
        assert_eq!(session.row("", "security/x"), 1);
        // Others in between change nothing of that.
        session.fold(&denial("b", 1_002));
        session.fold(&denial("a", 1_003));
        assert_eq!(session.row("", "security/x"), 2);
        // A host that uses a name again after a while means another call.
        session.fold(&denial("a", 1_000 + APART));
        assert_eq!(session.row("", "security/x"), 3);
        assert_eq!(before(&session, "c", 1_004).row("", "security/x"), 3);
    }

    #[test]
    fn who_asks_a_second_time_finds_the_row_as_the_first_one_did() {
        let denial = |id, why: &str, at| {
            let mut denied = record(id, "security/x", Decision::Deny, at);
            denied.findings[0].why = why.to_owned();
            denied
        };
        let mut session = Session::default();
        session.fold(&denial("a", "it is secret", 1_000));
        let first = session.clone();
        session.fold(&denial("b", "it is a lockfile", 2_000));
        let second = before(&session, "b", 2_001);
        let reasons = |session: &Session| session.rows.iter().map(|row| row.why.clone()).collect::<Vec<_>>();
        assert_eq!((reasons(&second), second.row("", "security/x")), (reasons(&first), 1));
    }

    #[test]
    fn calls_that_are_judged_side_by_side_are_one_strike_each() {
        let mut session = Session::default();
        for at in [1_000, 2_000] {
            for call in 0..64 {
                session.fold(&record(&call.to_string(), "security/x", Decision::Deny, at + call));
            }
        }
        assert_eq!(session.row("", "security/x"), 64);
    }

    #[test]
    fn a_gate_that_advises_has_not_advised_before_in_the_same_call() {
        let mut session = Session::default();
        session.fold(&record("a", "gate/x", Decision::Advise, 1_000));
        assert!(session.was_advised("", "gate/x", 0));
        assert!(!before(&session, "a", 1_001).was_advised("", "gate/x", 0));
        assert!(before(&session, "b", 1_001).was_advised("", "gate/x", 0));
    }

    #[test]
    fn what_a_person_allows_once_is_one_call_however_often_it_is_judged() {
        let denial = record("a", "security/x", Decision::Deny, 1_000);
        let mut session = Session::default();
        session.fold(&denial);
        session.fold(&Record::of_permission(&denial, 2_000));
        session.fold(&record("b", "security/y", Decision::Silent, 3_000));
        let passes = |id: &str| {
            let mut session = before(&session, id, 3_001);
            session.look_up("call", EventName::BeforeTool);
            session.allows("security/x")
        };
        assert!(passes("b") && !passes("c"));
    }
}
