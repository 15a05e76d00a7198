//! A subagent stops, and has not done what its role is for.
//!
//! What: when a subagent stops that has a table in `[agents]`, it is looked whether it has written what it must
//! (`must_write`), nothing that it must not (`must_not_write`), and said what it must (`must_say`). What is missing is
//! told. It holds nobody up, unless the policy makes it `deny`.
//! Why: what a role promises is what the next one builds on.
//! Instead: do what is missing, or say why it is not needed.
//!
//! Given: `[agents.planner]` with `must_write = ["plan.md"]`, which it has not written; `[agents.tester]` with nothing.

use super::told::{said_at_stop, some, tell};
use crate::event::{EventName, Moment};
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/role-check",
    category: Category::Feedback,
    on: &[EventName::SubagentStop, EventName::Prompt],
    against: Against::Manner,
    source: include_str!("role_check.rs"),
    judge,
    // [agents.planner] must_write = ["plan.md"] must_say = ["plan written"]
    examples: &[
        Example { call: Sample::SubagentStops("planner", "done"), decision: Decision::Advise },
        Example { call: Sample::SubagentStops("tester", "done"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let said = match &case.event.moment {
        Moment::SubagentStop { said, .. } => said.to_lowercase(),
        Moment::Prompt { .. } => return said_at_stop(RULE.id, case),
        _ => return Vec::new(),
    };
    let role = case.event.role();
    let Some(agent) = case.policy.sessions.as_ref().and_then(|sessions| sessions.agent(role)) else {
        return Vec::new();
    };
    let files: Vec<&str> = case.session.memory.files_of(case.event.agent_id()).collect();
    let fits = |glob: &String| files.iter().any(|file| fast_glob::glob_match(glob, file));
    let mut lacks = Vec::new();
    lacks.extend(
        agent.must_write.iter().filter(|glob| !fits(glob)).map(|glob| format!("has not written {glob}")),
    );
    let forbidden: Vec<&str> = files
        .iter()
        .filter(|file| agent.must_not_write.iter().any(|glob| fast_glob::glob_match(glob, file)))
        .copied()
        .collect();
    if !forbidden.is_empty() {
        lacks
            .push(format!("has written {}, which is not its business", some(&forbidden, 3, forbidden.len())));
    }
    // Where the host does not tell what was said, nothing is missed.
    let unsaid =
        agent.must_say.iter().filter(|phrase| !said.is_empty() && !said.contains(&phrase.to_lowercase()));
    lacks.extend(unsaid.map(|phrase| format!("has not said \"{phrase}\"")));
    if lacks.is_empty() {
        return Vec::new();
    }
    let said = format!("{role} {}", lacks.join(", "));
    let told = tell(RULE.id, case, &said, std::slice::from_ref(&said));
    let instead = "do what is missing, or say why it is not needed";
    told.into_iter().map(|own| Finding { why: said.clone().into(), instead: instead.into(), ..own }).collect()
}
