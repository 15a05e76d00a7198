//! A prompt that names something brings along what the policy says of it.
//!
//! What: with a prompt that holds a word or phrase of a `[[feedback.context]]`, whole and in any case, the model is told
//! its `text`, or the beginning of its `file`; each again only after `every` prompts (20).
//! Why: what is needed now and then is told then, and not always.
//! Instead: nothing to do; without such a table nothing is told.
//!
//! Given: `[[feedback.context]]` with `when = ["deploy"]`.

use super::told::{LINES, beginning, tell};
use crate::event::{EventName, Moment};
use crate::lessons::holds;
use crate::policy::Context;
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/prompt-context",
    category: Category::Feedback,
    on: &[EventName::Prompt],
    against: Against::Manner,
    source: include_str!("prompt_context.rs"),
    judge,
    // [[feedback.context]] when = ["deploy"] text = "Deploy with make ship."
    examples: &[
        Example { call: Sample::Prompt("Deploy it, please"), decision: Decision::Advise },
        Example { call: Sample::Prompt("it was redeployed"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let (Moment::Prompt { text, .. }, Some(sessions)) = (&case.event.moment, &case.policy.sessions) else {
        return Vec::new();
    };
    let prompt = text.to_lowercase();
    let memory = &case.session.memory;
    let mut findings = Vec::new();
    for context in &sessions.contexts {
        let Some(word) = context.when.iter().find(|word| holds(&prompt, word)) else { continue };
        let about = context.file.clone().unwrap_or_else(|| crate::text::line(&context.text, 60));
        let is_due = memory.said(RULE.id, &about).is_none_or(|at| memory.prompts + 1 >= at + context.every);
        if let Some(lines) = told(case, context).filter(|_| is_due) {
            let head = match &context.file {
                Some(file) => format!("on `{word}`, from {file}:"),
                None => format!("on `{word}`:"),
            };
            let lines: Vec<String> = std::iter::once(head).chain(lines).collect();
            findings.extend(tell(RULE.id, case, &about, &lines));
        }
    }
    findings
}

fn told(case: &Case, context: &Context) -> Option<Vec<String>> {
    match &context.file {
        Some(file) => beginning(case, file),
        None => Some(context.text.lines().take(LINES).map(str::to_owned).collect()),
    }
}
