//! How often agents have violated rules, in all.

use serde::{Deserialize, Serialize};

use super::Session;
use super::rows::agent_of;
use crate::record::Record;

/// How often one agent has violated one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strikes {
    /// The subagent's id; empty for the main agent.
    pub agent: String,
    /// The rule.
    pub rule: String,
    /// How often.
    pub count: u32,
    /// When last, in milliseconds since 1970.
    pub at: u64,
    /// Where last: the working directory.
    pub cwd: String,
}

/// No more agents and rules are counted; those that were struck last stay. The journal has all of them.
const MAX_COUNTED: usize = 512;

impl Session {
    /// How often an agent (empty: the main one) has violated a rule.
    pub fn strikes(&self, agent: &str, rule: &str) -> u32 {
        let own = self.strikes.iter().find(|strikes| strikes.agent == agent && strikes.rule == rule);
        own.map_or(0, |strikes| strikes.count)
    }

    /// Counts a denial, once for each rule that has made it.
    pub(super) fn count_strikes(&mut self, record: &Record) {
        for rule in record.strikes() {
            let is_it = |strikes: &Strikes| strikes.agent == agent_of(record) && strikes.rule == rule;
            // What was struck last stands at the end.
            let known = self.strikes.iter().position(is_it).map(|at| self.strikes.remove(at));
            self.strikes.push(Strikes {
                agent: agent_of(record).to_owned(),
                rule: rule.to_owned(),
                count: known.map_or(0, |known| known.count).saturating_add(1),
                at: record.at,
                cwd: record.cwd.clone(),
            });
        }
        let surplus = self.strikes.len().saturating_sub(MAX_COUNTED);
        self.strikes.drain(..surplus);
    }
}
