//! What becomes of a rule under the policy in force, in a word: what it decides, or why it decides nothing.

use hookward_core::policy::{CustomRule, Origin, OwnHook, Standing};
use hookward_core::{Category, Finding, Rule};

use crate::decided::{ROLE, decided, finding};
use crate::situation::Situation;

/// What becomes of a rule here.
pub(super) struct Mode<'a> {
    /// `deny`, `ask`, `deny/ask` where it depends, `advise`, `approve`, `rewrite`, `on`, `shadow`, `off`, `paused`, `exempt`,
    /// `waits`.
    pub(super) word: String,
    /// The line of the policy that says so; `None` where nobody has said anything.
    pub(super) origin: Option<&'a Origin>,
}

impl<'a> Mode<'a> {
    pub(super) fn of_built_in(rule: &Rule, situation: &'a Situation) -> Self {
        let (word, by) = decided(rule, &situation.policy);
        Self { word, origin: by }.unless_held_back(rule.id, rule.category, situation)
    }

    pub(super) fn of_own(rule: &CustomRule, situation: &'a Situation) -> Self {
        let found =
            Finding { decision: rule.decision, origin: Some(rule.origin.clone()), ..finding(&rule.id) };
        let (standing, origin) = situation.policy.standing(&found, ROLE);
        Self { word: word(standing).to_owned(), origin }.unless_held_back_by_id(&rule.id, situation)
    }

    pub(super) fn of_hook(hook: &OwnHook, situation: &'a Situation) -> Self {
        if situation.policy.untrusted.contains(hook) {
            return Self { word: "waits".to_owned(), origin: None };
        }
        // What it will say is not known: only how much that counts.
        let found = Finding { origin: Some(hook.origin.clone()), ..finding(&hook.id) };
        let (standing, origin) = situation.policy.standing(&found, ROLE);
        let word = match standing {
            Standing::Enforced(_) if origin.is_none() => "on",
            standing => word(standing),
        };
        Self { word: word.to_owned(), origin }.unless_held_back_by_id(&hook.id, situation)
    }

    fn unless_held_back_by_id(self, id: &str, situation: &Situation) -> Self {
        match Category::of(id) {
            Some(category) => self.unless_held_back(id, category, situation),
            None => self,
        }
    }

    /// A pause, and a folder that no gate holds in, stand above what is said of single rules.
    fn unless_held_back(self, id: &str, category: Category, situation: &Situation) -> Self {
        let policy = &situation.policy;
        let home = situation.places.as_ref().map(|places| places.home.display().to_string());
        let is_exempt = || {
            let root = situation.workspace.root();
            root.is_some_and(|root| policy.is_exempt(root, home.as_deref()))
        };
        let word = match category {
            _ if self.word == "off" => return self,
            // What keeps an agent from making a pause longer stays.
            _ if policy.paused && !policy.is_locked(id) && id != "security/guard-tampering" => "paused",
            Category::Gate if is_exempt() => "exempt",
            Category::Security
            | Category::Gate
            | Category::Feedback
            | Category::Approve
            | Category::Rewrite => return self,
        };
        Self { word: word.to_owned(), ..self }
    }
}

fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Enforced(decision) => decision.as_str(),
        Standing::Shadowed => "shadow",
        Standing::Off | Standing::Skipped(_) => "off",
    }
}
