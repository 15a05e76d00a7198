//! What is remembered of a session. It is a fold over the journal's records, so that it can always be rebuilt.

mod again;
mod allowed;
mod asked;
mod denied;
mod explained;
mod resolved;
mod rows;
mod strikes;

pub use again::Counted;
pub use allowed::Once;
pub use asked::Asked;
pub use denied::Denied;
pub use resolved::Resolution;
pub use rows::Row;
pub use strikes::Strikes;

use serde::{Deserialize, Serialize};

use crate::memory::Memory;
use crate::record::{Record, is_zero};
use crate::toolchain::How;
use crate::verdict::Decision;

/// What is remembered of a session.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Session {
    /// Violations so far.
    pub strikes: Vec<Strikes>,
    /// Denials in a row. A file that does not say it is made anew from the journal.
    pub rows: Vec<Row>,
    /// Its id, once there are some: the name of its file need not tell it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// What a person was asked about, and nobody knows yet what they said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Asked>,
    /// What was denied lately, the last one at the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<Denied>,
    /// When a gate last only advised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advised: Vec<Advised>,
    /// Calls that a person lets pass once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub once: Vec<Once>,
    /// Calls that something was counted for a moment ago.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<Counted>,
    /// The name of the sources when it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began: Option<String>,
    /// When it began, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub since: u64,
    /// The commit that was checked out when it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// Whether it has let a tool do more than read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
    /// Stops that were held in a row, and the sources at the last one.
    #[serde(default, skip_serializing_if = "Holds::is_none")]
    pub holds: Holds,
    /// Tools of the project that are not installed, and that this was said of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missed: Vec<String>,
    /// What it remembers of itself. It is kept apart: before a tool nobody asks for it.
    #[serde(skip)]
    pub memory: Memory,
    /// The rules that a person has overruled for the call at hand.
    #[serde(skip)]
    pub overruled: Vec<String>,
    /// What the policy's own words name of the call at hand.
    #[serde(skip)]
    pub named: Named,
    /// The story that is worked on, once a row of denials makes it matter.
    #[serde(skip)]
    pub story: Option<String>,
    /// When it is looked at, in milliseconds since 1970.
    #[serde(skip)]
    pub now: u64,
}

/// Stops that were held in a row: a person who speaks, or a stop that passes, ends it.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Holds {
    /// How many.
    pub row: u32,
    /// The name of the sources at the last one.
    pub tree: Option<String>,
}

/// A stop is not held more often in a row.
pub const MAX_HOLDS: u32 = 3;

impl Holds {
    fn is_none(&self) -> bool {
        self.row == 0
    }
}

/// What the policy's own words may name, besides what a rule has found.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Named {
    /// The story that is worked on.
    pub story: Option<String>,
    /// What a person names to let the call pass once.
    pub id: Option<String>,
}

/// What a host says of a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// The agent goes on only because it was held.
    Before,
    /// Not that the host knew.
    NotYet,
}

/// A denial, and what a person says of one, is remembered this long, in milliseconds.
const MEMORY: u64 = 10 * 60 * 1000;

/// A gate that has advised an agent: it may deny the next time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advised {
    /// The subagent's id; empty for the main agent.
    pub agent: String,
    /// The rule.
    pub rule: String,
    /// When last, in milliseconds since 1970.
    pub at: u64,
    /// When before that, the latest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<u64>,
}

/// No policy wants to advise more often than this before it denies.
const MAX_ADVICES: usize = 16;

/// The event by which a person's resolution stands in the journal; its subject is the word for it.
pub const RESOLVED: &str = "resolved";

/// The event by which a person's permission stands in the journal.
pub const ALLOWED: &str = "allowed";

/// The events of `hookward skip` and `hookward pause` in the journal: what is off, and ` until ` when.
pub const SKIPPED: &str = "skipped";
/// See [`SKIPPED`].
pub const PAUSED: &str = "paused";

/// The event of a person who has seen the sources work; its subject is how they have said so.
pub const VERIFIED: &str = "verified";

impl Session {
    /// Takes in one record of this session; says whether it changed anything.
    pub fn fold(&mut self, record: &Record) -> bool {
        if record.is_canary() {
            return false;
        }
        if record.event == RESOLVED {
            self.resolve(record);
            return true;
        }
        let agent = record.agent.as_deref().unwrap_or_default();
        if record.event == ALLOWED {
            self.permit(record);
            return true;
        }
        // What else a person says is nothing that the session's agents have done.
        if record.is_of_a_person() {
            return false;
        }
        if self.has_counted(record) {
            return self.memory.fold(record);
        }
        let mut changed = self.use_up(record) | self.memory.fold(record);
        changed |= self.count_holds(record);
        if record.acts() && !self.acted {
            self.acted = true;
            changed = true;
        }
        if self.began.is_none() && record.tree.is_some() {
            self.began.clone_from(&record.tree);
            self.head.clone_from(&record.head);
            self.since = record.at;
            changed = true;
        }
        changed |= self.pass(record);
        for ran in record.ran.iter().filter(|ran| ran.how == How::Missing.as_str()) {
            if !self.has_missed(&ran.tool) {
                self.missed.push(ran.tool.clone());
                changed = true;
            }
        }
        for rule in record.advice() {
            let is_it = |advised: &Advised| advised.agent == agent && advised.rule == rule;
            let known = self.advised.iter().position(is_it).map(|at| self.advised.remove(at));
            let known = known.into_iter().flat_map(|known| std::iter::once(known.at).chain(known.earlier));
            let earlier = known.take(MAX_ADVICES).collect();
            let (agent, rule) = (agent.to_owned(), rule.to_owned());
            self.advised.push(Advised { agent, rule, at: record.at, earlier });
            changed = true;
        }
        if record.strikes().next().is_some() {
            self.id.clone_from(&record.session);
            self.count_strikes(record);
            self.lengthen_rows(record);
            self.hold_on(record);
            changed = true;
        }
        self.count(record) | changed
    }

    /// Whether the agent was told already that a tool is not installed.
    pub fn has_missed(&self, tool: &str) -> bool {
        self.missed.iter().any(|missed| missed == tool)
    }

    /// A stop that is held makes the row longer.
    fn count_holds(&mut self, record: &Record) -> bool {
        let holds = match (record.event.as_str(), record.decision) {
            ("stop", Decision::Deny) => {
                Holds { row: self.holds.row.saturating_add(1), tree: record.tree.clone() }
            }
            ("stop" | "prompt", _) => Holds::default(),
            _ => return false,
        };
        let changed = self.holds != holds;
        self.holds = holds;
        changed
    }

    /// Whether a stop may be held, with these sources: not for ever, and not again if nothing was done about it. `held` is
    /// what the host says: that the agent goes on only because it was held.
    pub fn may_hold(&self, held: Held, tree: Option<&str>) -> bool {
        match (self.holds.row, held) {
            (0, Held::Before) => false,
            (0, Held::NotYet) => true,
            (row, Held::Before) => row < MAX_HOLDS && self.holds.tree.as_deref() != tree,
            (row, Held::NotYet) => row < MAX_HOLDS,
        }
    }

    /// Whether a gate has advised an agent (empty: the main one) at this time or later.
    pub fn was_advised(&self, agent: &str, rule: &str, since: u64) -> bool {
        self.advices(agent, rule, since) > 0
    }

    /// How often it has, up to some.
    pub fn advices(&self, agent: &str, rule: &str, since: u64) -> usize {
        let fits = |advised: &&Advised| advised.agent == agent && advised.rule == rule;
        let times = |advised: &Advised| {
            std::iter::once(&advised.at).chain(&advised.earlier).filter(|at| **at >= since).count()
        };
        self.advised.iter().find(fits).map_or(0, times)
    }

    /// What is still remembered at a time.
    #[must_use]
    pub fn at(&self, now: u64) -> Self {
        let mut session = self.clone();
        session.now = now;
        session.denied.retain(|denied| denied.at + MEMORY > now);
        session.once.retain(|once| once.at + MEMORY > now);
        session
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::EventName;
    use crate::record::Noted;

    fn record(event: &str, decision: Decision, at: u64) -> Record {
        let noted = |decision| Noted {
            rule: "security/x".into(),
            decision,
            matched: String::new(),
            why: String::new(),
            told: 0,
            advice: 0,
            about: Vec::new(),
        };
        let findings = if decision == Decision::Deny { vec![noted(decision)] } else { Vec::new() };
        let call = Some("call".to_owned());
        Record { call, decision, findings, ..Record::of_person("h", "s", "/w", event, "cat .env", at) }
    }

    /// The session after a denial that a person has allowed.
    fn allowed() -> Session {
        let denied = record("before-tool", Decision::Deny, 1_000);
        let mut session = Session::default();
        session.fold(&denied);
        session.fold(&Record::of_permission(&denied, 2_000));
        session
    }

    fn passes(session: &Session, call: &str, event: EventName, now: u64) -> bool {
        let mut session = session.at(now);
        session.look_up(call, event);
        session.allows("security/x")
    }

    #[test]
    fn what_a_person_allows_once_is_that_call_for_ten_minutes() {
        let session = allowed();
        assert!(passes(&session, "call", EventName::BeforeTool, 3_000));
        assert!(!passes(&session, "other", EventName::BeforeTool, 3_000));
        assert!(!passes(&session, "call", EventName::BeforeTool, 2_000 + MEMORY));
        assert!(!session.allows("security/x"), "nothing passes that was not looked up");
    }

    #[test]
    fn a_row_began_with_its_first_denial() {
        let mut session = Session::default();
        session.fold(&record("before-tool", Decision::Deny, 1_000));
        session.fold(&record("before-tool", Decision::Silent, 2_000));
        for at in [3_000, 4_000, 5_000] {
            session.fold(&record("before-tool", Decision::Deny, at));
        }
        assert_eq!(session.strikes("", "security/x"), 4);
        let began = session.rows.iter().map(|row| (row.length, row.since, row.at));
        assert_eq!(began.collect::<Vec<_>>(), [(3, 3_000, 5_000)]);
    }

    #[test]
    fn what_has_failed_is_no_strike() {
        let mut failed = record("before-tool", Decision::Deny, 1_000);
        failed.findings.iter_mut().for_each(|finding| finding.rule = "fault/policy".to_owned());
        let mut session = Session::default();
        session.fold(&failed);
        assert_eq!(session.strikes, []);
    }

    #[test]
    fn it_passes_once_and_the_host_may_ask_about_it() {
        let mut session = allowed();
        assert!(session.fold(&record("before-tool", Decision::Silent, 3_000)));
        assert!(!passes(&session, "call", EventName::BeforeTool, 4_000));
        assert!(passes(&session, "call", EventName::PermissionRequest, 4_000));
    }

    #[test]
    fn a_gate_that_advised_is_remembered_by_agent() {
        let mut advice = record("before-tool", Decision::Advise, 1_000);
        advice.findings = vec![Noted {
            rule: "gate/x".into(),
            decision: Decision::Advise,
            matched: String::new(),
            why: String::new(),
            told: 0,
            advice: 0,
            about: Vec::new(),
        }];
        let mut session = Session::default();
        assert!(session.fold(&advice));
        assert!(session.was_advised("", "gate/x", 1_000));
        assert!(!session.was_advised("", "gate/x", 1_001));
        assert!(!session.was_advised("sub", "gate/x", 0));
        assert!(session.fold(&Record { at: 2_000, ..advice }));
        assert_eq!(session.advices("", "gate/x", 1_000), 2);
        assert_eq!(session.advices("", "gate/x", 1_500), 1);
    }
}
