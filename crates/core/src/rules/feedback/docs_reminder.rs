//! Code was changed, and the document that tells of it was not.
//!
//! What: when files under the `code` of a `[[feedback.docs]]` were changed in this session, and none of its `documents`,
//! the model is reminded once: after that many edits (`after`, 5), else at the stop.
//! Why: a document that tells of the code as it was is worse than none.
//! Instead: bring the document up to date, or say why it still holds.
//!
//! Given: `[[feedback.docs]]` with `code = "src/api/**"`, and the session has changed `src/api/cart.ts`.

use super::told::{said_at_stop, tell};
use crate::event::{EventName, Moment};
use crate::policy::Documented;
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/docs-reminder",
    category: Category::Feedback,
    on: &[EventName::AfterTool, EventName::Stop, EventName::Prompt],
    against: Against::Manner,
    source: include_str!("docs_reminder.rs"),
    judge,
    // [[feedback.docs]] code = "src/api/**" documents = "docs/api.md"; src/api/cart.ts was changed
    examples: &[
        Example { call: Sample::Stops("done"), decision: Decision::Advise },
        Example { call: Sample::Prompt("go on"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let Some(sessions) = case.policy.sessions.as_ref().filter(|own| !own.documented.is_empty()) else {
        return Vec::new();
    };
    let is_stop = match &case.event.moment {
        Moment::Stop { held, .. } if !held => true,
        Moment::AfterTool { .. } => false,
        Moment::Prompt { .. } => return said_at_stop(RULE.id, case),
        _ => return Vec::new(),
    };
    let memory = &case.session.memory;
    // What the call at hand has written is in no session yet.
    let mut files = memory.files();
    files.extend(case.life.wrote.iter().map(String::as_str));
    let edits = memory.edits + u32::from(!case.life.wrote.is_empty());
    let fits = |glob: &str| files.iter().find(|file| fast_glob::glob_match(glob, file));
    let mut findings = Vec::new();
    for Documented { code, documents, after } in &sessions.documented {
        let about = format!("{code} was changed and {documents} was not");
        let is_due = (is_stop || edits >= *after) && memory.said(RULE.id, &about).is_none();
        if let (true, Some(file), None) = (is_due, fits(code), fits(documents)) {
            let said = format!("{about} ({file}): bring it up to date");
            findings.extend(tell(RULE.id, case, &about, &[said]));
        }
    }
    findings
}
