//! A large change is worth a second look.
//!
//! What: at a stop, once in a session, if it has changed files and the work tree differs from the last commit by many
//! files or lines (`feedback.review`, 15 and 500), the agent is told to look over it, or to have it reviewed.
//! Why: what is too large to be taken in at once is where mistakes stay.
//! Instead: review the difference, and commit it in parts.
//!
//! Given: 20 files were changed.

use super::at_stop;
use super::told::{counted, tell, unless_at_stop};
use crate::event::EventName;
use crate::rule::{Case, Rule};
use crate::verdict::Finding;

pub(crate) const RULE: Rule = at_stop(
    "feedback/review-hint",
    include_str!("review_hint.rs"),
    &[EventName::Stop, EventName::Prompt],
    judge,
);

fn judge(case: &Case) -> Vec<Finding> {
    if let Some(said) = unless_at_stop(RULE.id, case) {
        return said;
    }
    let large = case.policy.sessions.as_ref().map(|sessions| sessions.large.clone()).unwrap_or_default();
    let Some(work) = &case.life.work else { return Vec::new() };
    let memory = &case.session.memory;
    let is_large = work.count >= large.files || work.lines >= large.lines;
    if !is_large || memory.changed.is_empty() || memory.last_said(RULE.id).is_some() {
        return Vec::new();
    }
    let (files, lines) = (counted(work.count, "file"), counted(work.lines, "line"));
    let said =
        format!("a large change, {files} and {lines} that are not committed: review it before it is done");
    tell(RULE.id, case, &said, std::slice::from_ref(&said))
}
