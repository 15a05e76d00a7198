//! A large change is worth a second look.
//!
//! What: at a stop, once in a session, if it has changed files and the work tree differs from the last commit by many
//! files or lines (`feedback.review`, 15 and 500), the agent is told to look over it, or to have it reviewed.
//! Why: what is too large to be taken in at once is where mistakes stay.
//! Instead: review the difference, and commit it in parts.

use super::told::{counted, said_at_stop, tell};
use crate::event::{EventName, Moment};
use crate::rule::{Case, Example, Rule, Sample};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/review-hint",
    category: Category::Feedback,
    on: &[EventName::Stop, EventName::Prompt],
    source: include_str!("review_hint.rs"),
    judge,
    examples: &[
        Example { call: Sample::Stops("done"), decision: Decision::Advise },
        Example { call: Sample::Prompt("go on"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    match case.event.moment {
        Moment::Stop { held: false, .. } => {}
        Moment::Prompt { .. } => return said_at_stop(RULE.id, case),
        _ => return Vec::new(),
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
