//! What a person was asked about while something was denied in a row: once it has run, it has gone through.

use serde::{Deserialize, Serialize};

use super::Session;
use super::rows::{Ends, Passed, agent_of};
use crate::record::Record;
use crate::target::Target;
use crate::verdict::Decision;

/// What a person was asked about.
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

/// No more questions are kept that nobody has answered.
const MAX_ASKED: usize = 16;

impl Asked {
    fn of(record: &Record) -> Self {
        Self {
            agent: agent_of(record).to_owned(),
            tool: record.tool.clone().unwrap_or_default(),
            subject: record.subject.clone().unwrap_or_default(),
            targets: record.targets.clone(),
        }
    }

    /// Whether it is the same call, whatever is known of what it is about.
    fn is_same_call(&self, other: &Self) -> bool {
        (&self.agent, &self.tool, &self.subject) == (&other.agent, &other.tool, &other.subject)
    }
}

impl Session {
    /// Takes in what a record says of something that goes through, or may do so once a person agrees; says whether that changed
    /// anything.
    pub(super) fn pass(&mut self, record: &Record) -> bool {
        if !self.has_rows() {
            return false;
        }
        let passed = |targets| Passed {
            story: record.story.as_deref(),
            subject: record.subject.as_ref(),
            targets,
            ends: Ends::All,
        };
        match record.event.as_str() {
            "before-tool" if record.passes() => {
                let ends = if record.is_success() { Ends::All } else { Ends::ItsOwn };
                self.end_rows(&Passed { ends, ..passed(&record.targets) }, agent_of(record), record.at)
            }
            "before-tool" if record.decision == Decision::Ask => {
                let asked = Asked::of(record);
                self.asked.retain(|other| !other.is_same_call(&asked));
                self.asked.push(asked);
                let surplus = self.asked.len().saturating_sub(MAX_ASKED);
                self.asked.drain(..surplus);
                true
            }
            "after-tool" | "after-failure" => {
                let ran = Asked::of(record);
                let Some(at) = self.asked.iter().position(|asked| asked.is_same_call(&ran)) else {
                    return false;
                };
                let asked = self.asked.remove(at);
                self.end_rows(&passed(&asked.targets), agent_of(record), record.at);
                true
            }
            _ => false,
        }
    }
}
