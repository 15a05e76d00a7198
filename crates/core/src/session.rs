//! What is remembered of a session. It is a fold over the journal's records, so that it can always be rebuilt.

use serde::{Deserialize, Serialize};

use crate::record::{Record, Target};

/// What is remembered of a session.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Session {
    /// Violations so far.
    pub strikes: Vec<Strikes>,
    /// What was denied lately, the last one at the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<Denied>,
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
}

impl Session {
    /// Takes in one record of this session; says whether it changed anything.
    pub fn fold(&mut self, record: &Record) -> bool {
        let mut changed = false;
        for rule in record.strikes() {
            let agent = record.agent.as_deref().unwrap_or_default();
            match self.strikes.iter_mut().find(|entry| entry.agent == agent && entry.rule == rule) {
                Some(entry) => entry.count = entry.count.saturating_add(1),
                None => {
                    self.strikes.push(Strikes { agent: agent.to_owned(), rule: rule.to_owned(), count: 1 });
                }
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
