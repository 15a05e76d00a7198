//! What was decided since the last stop, in few words.
//!
//! What: at a stop, if something was denied or overruled since the last one, how often and by which rules;
//! and, where `gate/undocumented-code` is on, how decisions (`DEC-AUTH-001`) of the code and of the plan agree: which the
//! changed files name and the plan does not, which they note without a rationale, and which the plan has settled and no code
//! names. What is deprecated or superseded is left out. Most hosts show it to the person.
//! Why: what a guard has done should be seen by whoever relies on it.
//! Instead: nothing to do; `hookward log` has all of it, and `"feedback/decision-audit" = "off"` ends it.
//!
//! Given: `cat .env` was denied since the last stop.

use super::at_stop;
use super::decisions::{Named, named};
use super::told::{active_plan, some, tell, unless_at_stop};
use crate::event::EventName;
use crate::evidence::is_document;
use crate::record::{Ran, Record};
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
    format!("{} ({})", behind(record), line(record.subject.as_deref().unwrap_or_default(), 50))
}

/// The rules and hooks behind a decision. A rewrite is asked about without an objection, and a record that is left by
/// something else than a rule may hold only what a hook has said.
fn behind(record: &Record) -> String {
    let mut ids: Vec<&str> = record.objecting().collect();
    if ids.is_empty() {
        ids = record.findings.iter().map(|finding| finding.rule.as_str()).collect();
    }
    if ids.is_empty() {
        let speaks = |ran: &&Ran| matches!(ran.how.as_str(), "objects" | "failed");
        ids = record.ran.iter().filter(speaks).map(|ran| ran.what.as_str()).collect();
    }
    ids.dedup();
    if ids.is_empty() { "Hookward itself".to_owned() } else { ids.join(", ") }
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn record(more: &Value) -> Record {
        let mut record = json!({"at": 1, "host": "claude", "event": "before-tool", "session": "s", "cwd": "/w",
            "tool": "shell", "subject": "git push -f", "decision": "ask", "us": 1});
        if let (Some(record), Some(more)) = (record.as_object_mut(), more.as_object()) {
            record.extend(more.clone());
        }
        serde_json::from_value(record).unwrap()
    }

    #[test]
    fn a_decision_is_told_with_whatever_is_behind_it() {
        let finding = |rule: &str, decision: &str| json!({"rule": rule, "decision": decision});
        let both = [finding("gate/a", "deny"), finding("security/b", "ask"), finding("gate/c", "advise")];
        for (more, expected) in [
            (json!({"findings": both}), "gate/a, security/b (git push -f)"),
            // A rewritten command is asked about, and nothing objects to it.
            (
                json!({"findings": [finding("rewrite/force-with-lease", "approve")]}),
                "rewrite/force-with-lease (git push -f)",
            ),
            (
                json!({"ran": [{"what": "gate/own", "tool": "own hook", "ms": 1, "how": "failed"}]}),
                "gate/own (git push -f)",
            ),
            (json!({}), "Hookward itself (git push -f)"),
        ] {
            assert_eq!(in_short(&record(&more)), expected);
        }
    }
}
