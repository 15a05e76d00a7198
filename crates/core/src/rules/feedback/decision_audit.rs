//! What was decided since the last stop, in few words.
//!
//! What: at a stop, if something was denied or overruled since the last one, how often and by which rules;
//! and, where `gate/undocumented-code` is on, how decisions (`DEC-AUTH-001`) of the code and of the plan agree: which the
//! changed files name and the plan does not, which they note without a rationale, and which the plan has settled and no code
//! names. What is deprecated or superseded is left out. Most hosts show it to the person.
//! Why: what a guard has done should be seen by whoever relies on it.
//! Instead: nothing to do; `hookward log` has all of it, and `"feedback/decision-audit" = "off"` ends it.

use super::at_stop;
use super::decisions::{Named, named};
use super::told::{active_plan, some, tell, unless_at_stop};
use crate::event::EventName;
use crate::evidence::is_document;
use crate::record::Record;
use crate::rule::{Case, Rule};
use crate::session::{ALLOWED, RESOLVED};
use crate::text::line;
use crate::verdict::{Decision, Finding};

// `cat .env` was denied.
pub(crate) const RULE: Rule =
    at_stop("feedback/decision-audit", include_str!("decision_audit.rs"), &[EventName::Stop], judge);

/// The most changed files that are looked at.
const MAX_FILES: usize = 50;

fn judge(case: &Case) -> Vec<Finding> {
    if let Some(said) = unless_at_stop(RULE.id, case) {
        return said;
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
            let which: Vec<String> = records.iter().map(|record| in_short(record)).collect();
            lines.push(format!("{} {word}: {}", records.len(), some(&which, 3, which.len())));
        }
    }
    lines.extend(reconciled(case));
    tell(RULE.id, case, &lines.join("; "), &lines)
}

/// `security/secret-read (cat .env)`
fn in_short(record: &Record) -> String {
    let rule = record.objecting().next().unwrap_or("a rule");
    format!("{rule} ({})", line(record.subject.as_deref().unwrap_or_default(), 50))
}

/// How the decisions of the code and of the plan agree.
fn reconciled(case: &Case) -> Vec<String> {
    if !case.policy.is_on("gate/undocumented-code", case.event.role()) {
        return Vec::new();
    }
    let Some(root) = case.ground.roots.first() else { return Vec::new() };
    let plan = active_plan(case);
    let plan_path = plan.as_ref().map_or("", |plan| plan.path.as_str());
    let files = case.session.memory.files();
    let files = files.iter().take(MAX_FILES).filter(|file| **file != plan_path && !is_document(file));
    let texts = files.filter_map(|file| case.world.text(&format!("{root}/{file}")));
    let noted: Vec<Named> = texts.flat_map(|text| named(&text)).collect();
    let mut lines = Vec::new();
    let mut tell = |what: &str, ids: Vec<String>| {
        let ids = sorted(ids);
        if !ids.is_empty() {
            lines.push(format!("{what}: {}", some(&ids, 5, ids.len())));
        }
    };
    let unexplained = noted.iter().filter(|own| own.lacks_rationale && !own.is_over);
    tell("decisions without a rationale", unexplained.map(|own| own.id.clone()).collect());
    if let Some(plan) = plan {
        let unplanned = noted.iter().filter(|own| !own.is_over && !plan.names(&own.id));
        let what = format!("decisions that {} does not have", plan.path);
        tell(&what, unplanned.map(|own| own.id.clone()).collect());
        if let Some(known) = &case.life.decisions {
            let settled = named(plan.text()).into_iter().filter(|own| !own.is_over && !own.is_open);
            let missing = settled.filter(|own| !known.contains(&own.id));
            let what = format!("decisions of {} that no code names", plan.path);
            tell(&what, missing.map(|own| own.id).collect());
        }
    }
    lines
}

fn sorted(mut ids: Vec<String>) -> Vec<String> {
    ids.sort_unstable();
    ids.dedup();
    ids
}
