//! What was done since the last stop, in two lines.
//!
//! What: at a stop, if files were changed since the last one: which, on which branch, how the checks stand, and what
//! comes next by the plan. Off unless the policy switches it on. Most hosts show it to the person.
//! Why: whoever comes back to a session sees at once where it is.
//! Instead: nothing to do.
//!
//! Given: `src/api/cart.ts` was written since the last stop.

use super::at_stop;
use super::told::{active_plan, counted, some, tell, unless_at_stop};
use crate::event::EventName;
use crate::evidence::{Check, Standing};
use crate::rule::{Case, Rule};
use crate::verdict::Finding;

// src/api/cart.ts was changed.
pub(crate) const RULE: Rule =
    at_stop("feedback/session-summary", include_str!("session_summary.rs"), &[EventName::Stop], judge);

fn judge(case: &Case) -> Vec<Finding> {
    if let Some(said) = unless_at_stop(RULE.id, case) {
        return said;
    }
    let mut files: Vec<&str> =
        case.life.history.iter().flat_map(|record| record.wrote.iter().map(String::as_str)).collect();
    files.sort_unstable();
    files.dedup();
    if files.is_empty() {
        return Vec::new();
    }
    let branch = case.life.work.as_ref().and_then(|work| work.branch.as_deref());
    let branch = branch.map(|name| format!(" on {name}")).unwrap_or_default();
    let changed = counted(files.len(), "file");
    let mut lines = vec![format!("changed {changed}{branch}: {}", some(&files, 5, files.len()))];
    let tests = match case.ledger.standing(Check::Tests) {
        Standing::Missing => None,
        Standing::Fresh(_) => Some("tests have passed on these sources"),
        Standing::Failing(_) => Some("tests fail"),
        Standing::Stale(_) | Standing::Partial(_) => Some("tests have not passed on these sources"),
    };
    let next =
        active_plan(case).and_then(|plan| plan.next_item().map(|item| format!("next by the plan: {item}")));
    let rest: Vec<String> = tests.map(str::to_owned).into_iter().chain(next).collect();
    if !rest.is_empty() {
        lines.push(rest.join("; "));
    }
    tell(RULE.id, case, &lines.join("; "), &lines)
}
