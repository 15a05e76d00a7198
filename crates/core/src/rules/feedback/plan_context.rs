//! The next item of the plan is told when it is another.
//!
//! What: when a session starts, and when it has changed since, with a prompt or after a call that has written a plan, the model is told the active plan
//! (`gate.plan.files`), how much of it is done, and its first item that is not checked.
//! Why: a plan that is not looked at is not followed.
//! Instead: check the item (`- [x]`) when it is done; a plan whose items are all checked is told no more.
//!
//! Given: a `plan.md` with an item left (`- [ ] carts`).

use super::told::{active_plan, in_one_line, tell};
use crate::event::{EventName, Moment};
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::rules::gate::plans::wanted;
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/plan-context",
    category: Category::Feedback,
    on: &[EventName::SessionStart, EventName::Prompt, EventName::AfterTool],
    against: Against::Manner,
    source: include_str!("plan_context.rs"),
    judge,
    examples: &[
        Example { call: Sample::Starts("startup"), decision: Decision::Advise },
        Example { call: Sample::Prompt("go on"), decision: Decision::Advise },
        Example { call: Sample::Stops("done"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    // An item that was checked leaves another one.
    let wrote_plan = || {
        let plans = wanted(case);
        case.life.wrote.iter().any(|file| plans.names(file))
    };
    let is_start = match case.event.moment {
        Moment::SessionStart { .. } => true,
        Moment::Prompt { .. } => false,
        Moment::AfterTool { .. } if wrote_plan() => false,
        _ => return Vec::new(),
    };
    let Some(plan) = active_plan(case) else { return Vec::new() };
    let said = in_one_line(&plan);
    let last = case.session.memory.last_said(RULE.id);
    if !is_start && last == Some(crate::text::line(&said, 240).as_str()) {
        return Vec::new();
    }
    tell(RULE.id, case, &said, std::slice::from_ref(&said))
}
