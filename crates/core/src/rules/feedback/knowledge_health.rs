//! Files of knowledge have grown too large, or too old.
//!
//! What: at a stop, once in a session for each file, the files of `[[feedback.knowledge]]` are looked at: how many bytes
//! they have, how many items of lists, and when they were changed last. Without such a table nothing is looked at.
//! Why: what is too long is not read, and what is too old does not hold.
//! Instead: shorten the file to what still holds.
//!
//! Given: `[[feedback.knowledge]]` with `files = "plan.md"` and `bytes = 10`, which is longer.

use super::at_stop;
use super::told::{tell, unless_at_stop};
use crate::event::EventName;
use crate::policy::Knowledge;
use crate::rule::{Case, Rule};
use crate::verdict::Finding;

// [[feedback.knowledge]] files = "plan.md" bytes = 10
pub(crate) const RULE: Rule = at_stop(
    "feedback/knowledge-health",
    include_str!("knowledge_health.rs"),
    &[EventName::Stop, EventName::Prompt],
    judge,
);

fn judge(case: &Case) -> Vec<Finding> {
    if let Some(said) = unless_at_stop(RULE.id, case) {
        return said;
    }
    let (Some(sessions), Some(root)) = (&case.policy.sessions, case.ground.roots.first()) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for wanted in &sessions.knowledge {
        for path in case.world.expand(&format!("{root}/{}", wanted.files)) {
            let below = path.strip_prefix(root.as_str()).unwrap_or(&path).trim_start_matches('/');
            let ill = ill(case, wanted, &path);
            // By the file alone: it may grow on.
            let was_said = case
                .session
                .memory
                .said
                .iter()
                .any(|own| own.rule == RULE.id && own.matched.starts_with(below));
            if !ill.is_empty() && !was_said {
                let said = format!("{below} {}", ill.join(", and "));
                findings.extend(tell(RULE.id, case, &said, std::slice::from_ref(&said)));
            }
        }
    }
    findings
}

fn ill(case: &Case, wanted: &Knowledge, path: &str) -> Vec<String> {
    let mut ill = Vec::new();
    if let Some(text) = case.world.text(path) {
        if let Some(most) = wanted.bytes.filter(|most| text.len() > *most) {
            ill.push(format!("has {} bytes, of at most {most}", text.len()));
        }
        let items = text.lines().filter(|line| line.trim_start().starts_with("- ")).count();
        if let Some(most) = wanted.items.filter(|most| items > *most) {
            ill.push(format!("has {items} items, of at most {most}"));
        }
    }
    let age = case.world.age(path).unwrap_or(0);
    if let Some(most) = wanted.stale_ms.filter(|most| age > *most) {
        let days = |ms: u64| ms / 86_400_000;
        ill.push(format!("was last changed {} days ago, of at most {}", days(age), days(most)));
    }
    ill
}
