//! A prompt that names something brings along what the policy says of it.
//!
//! What: with a prompt that holds a word or phrase of a `[[feedback.context]]`, whole and in any case, the model is told
//! its `text`, or the beginning of its `file`; each again only after `every` prompts (20).
//! Why: what is needed now and then is told then, and not always.
//! Instead: nothing to do; without such a table nothing is told.

use hookward_effects::{Action, Call, Scene, facts};

use super::told::tell;
use crate::event::{EventName, Moment};
use crate::lessons::holds;
use crate::policy::Context;
use crate::redact::redact;
use crate::rule::{Case, Example, Rule, Sample};
use crate::secrets::is_secret_place;
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/prompt-context",
    category: Category::Feedback,
    on: &[EventName::Prompt],
    source: include_str!("prompt_context.rs"),
    judge,
    // [[feedback.context]] when = ["deploy"] text = "Deploy with make ship."
    examples: &[
        Example { call: Sample::Prompt("Deploy it, please"), decision: Decision::Advise },
        Example { call: Sample::Prompt("it was redeployed"), decision: Decision::Silent },
    ],
};

/// The most that one context tells, in lines.
const LINES: usize = 30;

fn judge(case: &Case) -> Vec<Finding> {
    let (Moment::Prompt { text }, Some(sessions)) = (&case.event.moment, &case.policy.sessions) else {
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

/// Whether reading a file would be reading a secret.
fn is_secret(case: &Case, path: &str) -> bool {
    let (cwd, home, roots) = (&case.event.cwd, case.ground.home.as_deref(), &case.ground.roots);
    let read = facts(&Call::Read { path: path.to_owned() }, &Scene { cwd, home, roots, world: case.world });
    let is_it = |action: &Action| matches!(action, Action::Read(place) if is_secret_place(case, place));
    read.effects.iter().any(|effect| is_it(&effect.action))
}

fn told(case: &Case, context: &Context) -> Option<Vec<String>> {
    let text = match &context.file {
        None => context.text.clone(),
        Some(file) => {
            let path = format!("{}/{file}", case.ground.roots.first()?);
            let real = case.world.real(&path).unwrap_or_else(|| path.clone());
            // INVARIANT: the policy is within the agent's reach; it names no secret, and nothing outside.
            if !case.ground.in_workspace(&real) || is_secret(case, &real) {
                return None;
            }
            redact(&case.world.text(&real)?).into_owned()
        }
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty()).take(LINES);
    Some(lines.map(str::to_owned).collect()).filter(|lines: &Vec<String>| !lines.is_empty())
}
