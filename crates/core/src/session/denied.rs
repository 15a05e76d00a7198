//! What was refused a moment ago, and by which call: the refusal of a thing holds for every other way to it.

use serde::{Deserialize, Serialize};

use super::{MEMORY, Session};
use crate::record::{Noted, Record};
use crate::rule::Against;
use crate::rules;
use crate::target::{Target, TargetDeed};

/// Something that was denied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Denied {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// By which rule.
    pub rule: String,
    /// The role of the subagent that was refused, if it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// The tool's neutral name; empty in files of before.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tool: String,
    /// What was tried: the command, path or address, as the journal keeps it.
    pub subject: String,
    /// What it was tried on.
    pub target: Target,
}

/// No more of them are remembered: whoever is denied so often in ten minutes is blocked by then.
const MAX_DENIED: usize = 64;

impl Session {
    /// Remembers what the findings of a denial refuse.
    pub(super) fn hold_on(&mut self, record: &Record) {
        self.denied.retain(|denied| denied.at + MEMORY > record.at);
        let (again, refused): (Vec<&Noted>, Vec<&Noted>) =
            record.objections().partition(|found| found.rule == rules::WORKAROUND);
        let is_again = |target: &Target| again.iter().any(|found| found.about.contains(target));
        // Another way to it was denied as well: it is what was refused first that holds on. What is said of this way alone
        // may be less.
        for denied in self.denied.iter_mut().filter(|denied| is_again(&denied.target)) {
            denied.at = record.at;
        }
        for found in refused.iter().filter(|found| sticks(&found.rule)) {
            let is_held = |target: &&Target| {
                target.deed != TargetDeed::Commit
                    && found.decision >= target.deed.sticks()
                    && !is_again(target)
            };
            for target in found.about.iter().filter(is_held) {
                self.denied.retain(|denied| denied.target != *target);
                self.denied.push(Denied {
                    at: record.at,
                    rule: found.rule.clone(),
                    role: record.role.clone().unwrap_or_default(),
                    tool: record.tool.clone().unwrap_or_default(),
                    subject: record.subject.clone().unwrap_or_default(),
                    target: target.clone(),
                });
            }
        }
        let surplus = self.denied.len().saturating_sub(MAX_DENIED);
        self.denied.drain(..surplus);
    }

    /// Forgets what a person's permission is about.
    pub(super) fn let_go(&mut self, permission: &Record) {
        let subject = permission.subject.as_deref().unwrap_or_default();
        let is_allowed = |target: &Target| permission.objections().any(|found| found.about.contains(target));
        self.denied.retain(|denied| denied.subject != subject && !is_allowed(&denied.target));
    }
}

/// Whether a rule's refusal holds for other ways to the same. What a gate denies may be done once the gate is satisfied, by any
/// tool; the gate itself sees them all. A rule of the policy's own refuses what it names.
fn sticks(rule: &str) -> bool {
    let built_in = rules::all().iter().find(|own| own.id == rule);
    built_in.map_or_else(|| rule.starts_with("security/"), |own| own.against == Against::Target)
}
