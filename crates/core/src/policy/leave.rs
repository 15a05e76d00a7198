//! What a person switches off for a while: a rule, or everything.

use super::{Layer, Origin, Policy, matches};
use crate::bypass::SKIP;
use crate::verdict::Category;

/// A rule that a person has switched off for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Skipped {
    rule: String,
    /// What is named as the reason where a policy's line would be.
    pub(super) origin: Origin,
}

impl Policy {
    /// Switches a rule off, as a person has said; one that is locked stays.
    pub fn skip(&mut self, rule: &str) {
        if !self.is_locked(rule) && Category::of(rule) != Some(Category::Security) {
            let origin = Origin { layer: Layer::User, path: SKIP.to_owned(), line: 0 };
            self.skipped.push(Skipped { rule: rule.to_owned(), origin });
        }
    }

    pub(super) fn skipped(&self, rule: &str) -> Option<&Skipped> {
        self.skipped.iter().find(|skipped| skipped.rule == rule)
    }

    /// Switches everything off but what is locked, as a person has said.
    pub fn pause(&mut self) {
        self.paused = true;
        let locked = std::mem::take(&mut self.locked);
        self.hooks.retain(|hook| locked.iter().any(|pattern| matches(pattern, &hook.id)));
        self.locked = locked;
    }
}
