//! What is remembered of a session. It is a fold over the journal's records, so that it can always be rebuilt.

use serde::{Deserialize, Serialize};

use crate::record::{Record, Target};
use crate::verdict::Decision;

/// What is remembered of a session.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Session {
    /// Violations so far.
    pub strikes: Vec<Strikes>,
    /// What was denied lately, the last one at the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<Denied>,
    /// What a person allows although a rule objects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<Allowed>,
}

/// Something that was denied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Denied {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// By which rule.
    pub rule: String,
    /// What was tried: the command, path or address, as the journal keeps it.
    pub subject: String,
    /// What it was tried on.
    pub target: Target,
}

/// A denial is remembered this long, in milliseconds.
const MEMORY: u64 = 10 * 60 * 1000;

/// Nor are more of them.
const MAX_DENIED: usize = 16;

/// How often one agent has violated one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strikes {
    /// The subagent's id; empty for the main agent.
    pub agent: String,
    /// The rule.
    pub rule: String,
    /// How often.
    pub count: u32,
    /// How often in a row: what goes through in between ends it.
    #[serde(default)]
    pub row: u32,
    /// When last, in milliseconds since 1970.
    #[serde(default)]
    pub at: u64,
    /// What was tried last, as the journal keeps it.
    #[serde(default)]
    pub subject: String,
}

/// Something that a person allows although a rule objects, until it is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowed {
    /// The rule.
    pub rule: String,
    /// The very call: its command, path or address, as the journal keeps it.
    pub subject: String,
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

/// The event by which a person's resolution stands in the journal; its subject is the word for it.
pub const RESOLVED: &str = "resolved";

/// More denials in a row block the work until a person has said what is to become of it.
pub const MAX_ROW: u32 = 3;

impl Session {
    /// Takes in one record of this session; says whether it changed anything.
    pub fn fold(&mut self, record: &Record) -> bool {
        if record.event == RESOLVED {
            self.resolve(record.subject.as_deref().unwrap_or_default());
            return true;
        }
        let agent = record.agent.as_deref().unwrap_or_default();
        let subject = record.subject.as_deref().unwrap_or_default();
        let mut changed = self.use_up(record, subject);
        if record.is_success() {
            for entry in self.strikes.iter_mut().filter(|entry| entry.agent == agent && entry.row > 0) {
                entry.row = 0;
                changed = true;
            }
        }
        // A warning counts as a violation, but a row is one of denials.
        let denials = record.strikes().map(|rule| (rule, 1));
        for (rule, denials) in denials.chain(record.warnings().map(|rule| (rule, 0))) {
            let known = self.strikes.iter().position(|entry| entry.agent == agent && entry.rule == rule);
            let at = known.unwrap_or_else(|| {
                let (agent, rule) = (agent.to_owned(), rule.to_owned());
                self.strikes.push(Strikes { agent, rule, count: 0, row: 0, at: 0, subject: String::new() });
                self.strikes.len() - 1
            });
            if let Some(entry) = self.strikes.get_mut(at) {
                entry.count = entry.count.saturating_add(1);
                entry.row = entry.row.saturating_add(denials);
                entry.at = record.at;
                subject.clone_into(&mut entry.subject);
            }
            changed = true;
        }
        // What a gate denies may be done once the gate is satisfied, by any tool; the gate itself sees them all.
        let rule = record.strikes().find(|rule| rule.starts_with("security/")).map(str::to_owned);
        if let Some(rule) = rule {
            for target in &record.targets {
                self.denied.retain(|denied| denied.target != *target && denied.at + MEMORY > record.at);
                self.denied.push(Denied {
                    at: record.at,
                    rule: rule.clone(),
                    subject: record.subject.clone().unwrap_or_default(),
                    target: target.clone(),
                });
            }
            let surplus = self.denied.len().saturating_sub(MAX_DENIED);
            self.denied.drain(..surplus);
        }
        changed
    }

    /// What a person has said of what is blocked: every row ends.
    fn resolve(&mut self, how: &str) {
        let blocked = self.strikes.iter_mut().filter(|entry| entry.row > MAX_ROW);
        for entry in blocked {
            if how == Resolution::Override.as_str() {
                self.allowed.push(Allowed { rule: entry.rule.clone(), subject: entry.subject.clone() });
            }
            entry.row = 0;
        }
        // What is allowed is no longer held against another way of doing it.
        let allowed = &self.allowed;
        self.denied.retain(|denied| !allowed.iter().any(|allowed| allowed.subject == denied.subject));
    }

    /// What a person has allowed counts for one call.
    fn use_up(&mut self, record: &Record, subject: &str) -> bool {
        let before = self.allowed.len();
        if record.event == "before-tool" && record.decision < Decision::Deny {
            self.allowed.retain(|allowed| allowed.subject != subject);
        }
        self.allowed.len() != before
    }

    /// Whether a person allows this very call although the rule objects.
    pub fn allows(&self, rule: &str, subject: &str) -> bool {
        self.allowed.iter().any(|allowed| allowed.rule == rule && allowed.subject == subject)
    }

    /// How often an agent (empty: the main one) has violated a rule in a row.
    pub fn row(&self, agent: &str, rule: &str) -> u32 {
        let entry = self.strikes.iter().find(|entry| entry.agent == agent && entry.rule == rule);
        entry.map_or(0, |entry| entry.row)
    }

    /// What waits for a person.
    pub fn blocked(&self) -> impl Iterator<Item = &Strikes> {
        self.strikes.iter().filter(|entry| entry.row > MAX_ROW)
    }

    /// What is still remembered at a time.
    #[must_use]
    pub fn at(&self, now: u64) -> Self {
        let mut session = self.clone();
        session.denied.retain(|denied| denied.at + MEMORY > now);
        session
    }

    /// How often an agent (empty: the main one) has violated a rule.
    pub fn strikes(&self, agent: &str, rule: &str) -> u32 {
        self.strikes
            .iter()
            .find(|entry| entry.agent == agent && entry.rule == rule)
            .map_or(0, |entry| entry.count)
    }
}
