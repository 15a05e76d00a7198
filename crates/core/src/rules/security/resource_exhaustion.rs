//! Uses up the machine.
//!
//! What: denies fork bombs in any language, loops that start processes without end, and disks filled on purpose.
//!
//! Why: the machine stands still, and whatever else runs on it is lost.
//!
//! Instead: start as many processes as you wait for, and write as much as you need.

use hookward_effects::{Action, Deed};

use crate::rule::{Case, Rule, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/resource-exhaustion",
    category: Category::Security,
    source: include_str!("resource_exhaustion.rs"),
    judge,
    examples: &[
        denies(":(){ :|:& };:"),
        denies("bomb() { bomb | bomb & }; bomb"),
        denies("while true; do bash -c 'sleep 999 &' & done"),
        denies("yes > fill.txt"),
        denies("cat /dev/zero > fill.bin"),
        passes("yes | head -3"),
        passes("head -c 100 /dev/urandom > seed.bin"),
        passes("while true; do curl -sf localhost:3000 && break; sleep 1; done"),
        passes("f() { echo hi; }; f | cat"),
        passes("rg -F ':(){ :|:& };:' tests"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let exhausting = case.facts.effects.iter().filter_map(|effect| match &effect.action {
        Action::Deed(Deed::Exhaust, what) => Some((effect, what)),
        _ => None,
    });
    exhausting
        .map(|(effect, what)| Finding {
            why: format!("it {what}").into(),
            instead: "start as many processes as you wait for, and write as much as you need".into(),
            ..Rule::finding(RULE.id, Decision::Deny, case, effect.span)
        })
        .collect()
}
