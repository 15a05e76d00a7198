//! What a person lets pass once: that very call, whatever rules had objected to it.

use serde::{Deserialize, Serialize};

use super::{MEMORY, Session};
use crate::event::EventName;
use crate::record::Record;
use crate::rules;
use crate::verdict::Decision;

/// A very call that a person lets pass once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Once {
    /// The call's name.
    pub call: String,
    /// The rules that had objected.
    pub rules: Vec<String>,
    /// When the person has said so, in milliseconds since 1970.
    pub at: u64,
    /// Whether it has passed. The host may still ask whether it may.
    #[serde(default)]
    pub used: bool,
}

impl Session {
    /// A person lets a call pass once that was denied.
    pub(super) fn permit(&mut self, record: &Record) {
        let call = record.call.clone().unwrap_or_default();
        let rules = record.objecting().map(str::to_owned).collect();
        self.allow(Once { call, rules, at: record.at, used: false });
        self.let_go(record);
    }

    /// Lets a call pass once. Of a call that several rules object to, each may be overruled by a record of its own.
    pub(super) fn allow(&mut self, new: Once) {
        let is_open = |once: &Once| !once.used && once.at + MEMORY > new.at;
        let open = self.once.iter().find(|once| once.call == new.call && is_open(once));
        let mut rules = open.map(|once| once.rules.clone()).unwrap_or_default();
        rules.extend(new.rules);
        self.once.retain(|once| once.call != new.call && once.at + MEMORY > new.at);
        self.once.push(Once { rules, ..new });
    }

    /// What a person has allowed counts for one call.
    pub(super) fn use_up(&mut self, record: &Record) -> bool {
        let mut used = false;
        if record.event == "before-tool" && record.decision < Decision::Deny {
            for once in self.once.iter_mut().filter(|once| record.call.as_deref() == Some(&once.call)) {
                used |= !once.used;
                once.used = true;
            }
        }
        used
    }

    /// Finds the rules that a person has overruled for this very call.
    pub fn look_up(&mut self, call: &str, event: EventName) {
        let is_asked_again = event == EventName::PermissionRequest;
        let of_it = self.once.iter().filter(|once| once.call == call && (!once.used || is_asked_again));
        self.overruled = of_it.flat_map(|once| once.rules.iter().cloned()).collect();
        // Another way to the same was perhaps denied since; this very one is allowed.
        if !self.overruled.is_empty() {
            self.overruled.push(rules::WORKAROUND.to_owned());
        }
    }

    /// Whether a person allows this very call although the rule objects.
    pub fn allows(&self, rule: &str) -> bool {
        self.overruled.iter().any(|overruled| overruled == rule)
    }
}
