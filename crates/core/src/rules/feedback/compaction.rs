//! What an agent was at is told again when its conversation was compacted.
//!
//! What: before a conversation is compacted, the subagent that is at work, its task, the story, the plan's next item,
//! the last handoff and the files that were changed are saved outside of the workspace. When the session goes on (after
//! the compaction, or resumed), the model is told all of it once; the subagents that it starts until it stops are told what
//! they do not know from elsewhere (feedback/subagent-context), and it is removed.
//! Why: a summary leaves out what comes next.
//! Instead: go on with what it names.
//!
//! Given: what was worked on was saved before the compaction.

use super::told::{active_plan, in_one_line, tell};
use crate::event::{EventName, Moment};
use crate::life::Saved;
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/compaction",
    category: Category::Feedback,
    on: &[EventName::SessionStart],
    against: Against::Manner,
    source: include_str!("compaction.rs"),
    judge,
    examples: &[
        Example { call: Sample::Starts("compact"), decision: Decision::Advise },
        Example { call: Sample::Starts("resume"), decision: Decision::Advise },
        Example { call: Sample::Starts("startup"), decision: Decision::Silent },
        Example { call: Sample::Compacts, decision: Decision::Silent },
    ],
};

/// The most files that are saved.
const FILES: usize = 12;

/// Whether a session that starts so goes on with an earlier conversation.
pub(crate) fn goes_on(moment: &Moment) -> bool {
    matches!(moment, Moment::SessionStart { source } if matches!(source.as_str(), "compact" | "resume" | "fork"))
}

/// What is to be saved now; `None` if there is nothing, or nobody wants it.
pub(crate) fn state(case: &Case, at: u64) -> Option<Saved> {
    if !case.policy.is_on(RULE.id, case.event.role()) || case.policy.paused {
        return None;
    }
    let memory = &case.session.memory;
    let saved = Saved {
        at,
        agent: memory.busy.last().map(|busy| busy.role.clone()),
        task: memory.task.clone(),
        story: case.life.story.clone(),
        plan: active_plan(case).map(|plan| in_one_line(&plan)),
        handoff: memory.handoff.clone(),
        changed: memory.files().into_iter().take(FILES).map(str::to_owned).collect(),
    };
    (!saved.is_empty()).then_some(saved)
}

fn judge(case: &Case) -> Vec<Finding> {
    let Some(saved) = case.life.saved.as_ref().filter(|_| goes_on(&case.event.moment)) else {
        return Vec::new();
    };
    let mut lines = vec!["this is what was worked on before the conversation was compacted".to_owned()];
    lines.extend(saved.lines());
    tell(RULE.id, case, "what was saved before the compaction", &lines)
}
