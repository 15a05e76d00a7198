//! What is remembered of a session. It is a fold over the journal's records, so that it can always be rebuilt.

use serde::{Deserialize, Serialize};

use crate::record::Record;

/// What is remembered of a session.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Session {
    /// Violations so far.
    pub strikes: Vec<Strikes>,
}

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
        changed
    }

    /// How often an agent (empty: the main one) has violated a rule.
    pub fn strikes(&self, agent: &str, rule: &str) -> u32 {
        self.strikes
            .iter()
            .find(|entry| entry.agent == agent && entry.rule == rule)
            .map_or(0, |entry| entry.count)
    }
}
