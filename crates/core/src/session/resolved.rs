//! What a person says of something that is blocked.

use super::rows::{Row, agent_of};
use super::{Once, Session};
use crate::record::Record;

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

impl Session {
    /// What a person has said of something that is blocked: it waits no longer.
    pub(super) fn resolve(&mut self, record: &Record) {
        let Some(said) = record.findings.first() else { return };
        let is_meant = |row: &Row| {
            let is_of_it =
                row.agent == agent_of(record) && row.story == record.story && row.rule == said.rule;
            // The agent may have tried it in other words since the person was shown it.
            is_of_it && (record.call.as_ref() == Some(&row.call) || row.is_about(&said.why, &said.about))
        };
        let resolved: Vec<Row> = self.rows.extract_if(.., |row| is_meant(row)).collect();
        // INVARIANT: it is that very call that the person was shown, with all that it holds, and not another of the same path.
        if record.subject.as_deref() == Some(Resolution::Override.as_str()) {
            let call = record.call.clone().unwrap_or_default();
            // What is allowed is no longer held against another way of doing it.
            self.denied.retain(|denied| resolved.iter().all(|row| row.subject != denied.subject));
            self.allow(Once { call, rules: vec![said.rule.clone()], at: record.at, used: false });
        }
    }
}
