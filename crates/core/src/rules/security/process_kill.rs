//! Ends processes that are not the agent's.
//!
//! What: denies ending all processes (`kill -9 -1`), the first one, or whatever a pattern without a name fits, and turning
//! the machine off. Free: a process by its number or name, `kill %1`.
//!
//! Why: everything that the person has open is lost, and so is the session that could tell what happened.
//!
//! Instead: end the process that you started, by its number or its name.

use hookward_effects::{Action, Value};

use crate::rule::{Case, Rule, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/process-kill",
    category: Category::Security,
    source: include_str!("process_kill.rs"),
    judge,
    examples: &[
        denies("kill -9 -1"),
        denies("kill -KILL -- -1"),
        denies("kill 1"),
        denies("pkill -9 -f ."),
        denies("python3 -c 'import os; os.kill(-1, 9)'"),
        passes("kill %1"),
        passes("kill 4711"),
        passes("kill $(lsof -t -i:3000)"),
        passes("pkill -f 'vite --port 5173'"),
        passes("kill -l"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Kill(processes) = &effect.action else { continue };
        let Some(process) = processes.iter().find(|process| is_everything(process)) else { continue };
        findings.push(Finding {
            why: format!("{process} stands for every process, or for the one that all others hang on").into(),
            instead: "end the process that you started: `kill %1`".into(),
            ..Rule::finding(RULE.id, Decision::Deny, case, effect.span)
        });
    }
    findings
}

fn is_everything(process: &Value) -> bool {
    process.texts().iter().any(|text| {
        matches!(text.as_str(), "-1" | "1" | "init" | "systemd" | "launchd")
            || (!text.starts_with('%') && !text.chars().any(char::is_alphanumeric))
    })
}
