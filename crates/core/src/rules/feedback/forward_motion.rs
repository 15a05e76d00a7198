//! An agent asks whether it should go on, although the plan says how.
//!
//! What: at a stop whose last words ask for leave to continue ("Should I continue?", "Would you like me to …?", "要继续吗？"),
//! while the active plan has an item that is not checked, the next item is named. Off unless the policy switches it on;
//! with `deny` such a stop is held once.
//! Why: a plan that was agreed on is the answer.
//! Instead: go on with the next item; ask only what the plan leaves open.
//!
//! Given: a `plan.md` with an item left (`- [ ] carts`).

use super::told::{active_plan, said_at_stop, tell};
use crate::event::{EventName, Moment};
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::text::last_paragraph;
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/forward-motion",
    category: Category::Feedback,
    on: &[EventName::Stop, EventName::Prompt],
    against: Against::Manner,
    source: include_str!("forward_motion.rs"),
    judge,
    examples: &[
        Example { call: Sample::Stops("Carts are there.\n\nShould I continue?"), decision: Decision::Advise },
        Example { call: Sample::Stops("要继续吗？"), decision: Decision::Advise },
        Example {
            call: Sample::Stops("Which of the two databases should I use?"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Stops("All carts are there."), decision: Decision::Silent },
    ],
};

/// How leave is asked for.
const ASKING: &[&str] = &[
    "should i continue",
    "shall i continue",
    "should i proceed",
    "shall i proceed",
    "should i go on",
    "shall i go on",
    "should i go ahead",
    "should i start",
    "want me to continue",
    "want me to proceed",
    "want me to go on",
    "like me to continue",
    "like me to proceed",
    "like me to go on",
    "like me to start",
    "ready to continue",
    "ready to proceed",
    "ready for the next",
    "继续吗",
    "是否继续",
    "要我继续",
    "需要我继续",
    "可以继续",
];

fn judge(case: &Case) -> Vec<Finding> {
    let said = match &case.event.moment {
        Moment::Stop { said, .. } => last_paragraph(said).to_lowercase(),
        Moment::Prompt { .. } => return said_at_stop(RULE.id, case),
        _ => return Vec::new(),
    };
    let is_question = said.contains(['?', '？']) || said.trim_end().ends_with('吗');
    if !is_question || !ASKING.iter().any(|phrase| said.contains(phrase)) {
        return Vec::new();
    }
    let Some(plan) = active_plan(case) else { return Vec::new() };
    let next = plan.next_item().unwrap_or_default().to_owned();
    let about = format!("the plan {} says what comes next: {next}", plan.path);
    let instead = format!("go on with: {next}");
    let told = tell(RULE.id, case, &about, std::slice::from_ref(&about));
    told.into_iter()
        .map(|own| Finding { why: about.clone().into(), instead: instead.clone().into(), ..own })
        .collect()
}
