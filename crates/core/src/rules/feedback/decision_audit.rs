//! What was decided since the last stop, in few words.
//!
//! What: at a stop, if something was denied or overruled since the last one, how often and by which rules;
//! and, where `gate/undocumented-code` is on, ids of decisions (`DEC-AUTH-001`) that changed files name and the plan does not.
//! Most hosts show it to the person.
//! Why: what a guard has done should be seen by whoever relies on it.
//! Instead: nothing to do; `hookward log` has all of it, and `"feedback/decision-audit" = "off"` ends it.

use super::told::{active_plan, some, tell};
use crate::event::{EventName, Moment};
use crate::record::Record;
use crate::rule::{Case, Example, Rule, Sample};
use crate::session::{ALLOWED, RESOLVED};
use crate::text::line;
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "feedback/decision-audit",
    category: Category::Feedback,
    on: &[EventName::Stop],
    source: include_str!("decision_audit.rs"),
    judge,
    // `cat .env` was denied.
    examples: &[
        Example { call: Sample::Stops("done"), decision: Decision::Advise },
        Example { call: Sample::Prompt("go on"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    if !matches!(case.event.moment, Moment::Stop { held: false, .. }) {
        return Vec::new();
    }
    let history = &case.life.history;
    let tools = || history.iter().filter(|record| record.event == "before-tool");
    let denied: Vec<&Record> = tools().filter(|record| record.decision == Decision::Deny).collect();
    let asked: Vec<&Record> = tools().filter(|record| record.decision == Decision::Ask).collect();
    let overruled: Vec<&Record> =
        history.iter().filter(|record| record.event == ALLOWED || record.event == RESOLVED).collect();
    // Who was asked has seen it.
    let asked = if denied.is_empty() && overruled.is_empty() { Vec::new() } else { asked };
    let mut lines = Vec::new();
    for (word, records) in
        [("denied", &denied), ("asked about", &asked), ("overruled by a person", &overruled)]
    {
        if !records.is_empty() {
            let which: Vec<String> = records.iter().map(|record| named(record)).collect();
            lines.push(format!("{} {word}: {}", records.len(), some(&which, 3, which.len())));
        }
    }
    lines.extend(unplanned(case));
    tell(RULE.id, case, &lines.join("; "), &lines)
}

/// `security/secret-read (cat .env)`
fn named(record: &Record) -> String {
    let rule = record.objecting().next().unwrap_or("a rule");
    format!("{rule} ({})", line(record.subject.as_deref().unwrap_or_default(), 50))
}

/// Decisions that changed files name, and the plan does not.
fn unplanned(case: &Case) -> Option<String> {
    if !case.policy.is_on("gate/undocumented-code", case.event.role()) {
        return None;
    }
    let (plan, root) = (active_plan(case)?, case.ground.roots.first()?);
    let files = case.session.memory.files();
    let texts = files.iter().take(20).filter(|file| **file != plan.path);
    let texts = texts.filter_map(|file| case.world.text(&format!("{root}/{file}")));
    let mut ids: Vec<String> = texts.flat_map(|text| decisions(&text)).filter(|id| !plan.names(id)).collect();
    ids.sort_unstable();
    ids.dedup();
    let names = some(&ids, 5, ids.len());
    (!ids.is_empty()).then(|| format!("decisions that {} does not have: {names}", plan.path))
}

/// `DEC-AUTH-001`: two capitals or more, three digits.
fn decisions(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let is_id = |word: &&str| {
        let parts: Vec<&str> = word.split('-').collect();
        matches!(parts.as_slice(), ["DEC", area, number]
            if area.len() >= 2 && area.bytes().all(|b| b.is_ascii_uppercase())
                && number.len() == 3 && number.bytes().all(|b| b.is_ascii_digit()))
    };
    words.filter(is_id).map(str::to_owned).collect()
}
