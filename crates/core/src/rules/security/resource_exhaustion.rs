//! Uses up the machine.
//!
//! What: denies fork bombs in any language, loops that start processes without end, and disks filled on purpose.
//!
//! Why: the machine stands still, and whatever else runs on it is lost.
//!
//! Instead: start as many processes as you wait for, and write as much as you need.

use hookward_effects::{Action, Deed};

use crate::rule::{Against, BEFORE, Case, Rule, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/resource-exhaustion",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("resource_exhaustion.rs"),
    judge,
    examples: &[
        denies(":(){ :|:& };:"),
        denies("bomb() { bomb | bomb & }; bomb"),
        denies("while true; do bash -c 'sleep 999 &' & done"),
        denies("while :; do sh -c 'yes > /dev/null &'; done"),
        passes("while :; do sh -c 'npm test &'; sleep 60; done"),
        denies("yes > fill.txt"),
        denies("cat /dev/zero > fill.bin"),
        denies("until false; do (sleep 100 &) ; done"),
        denies("for i in $(seq 1 1000000); do sleep 1000 & done"),
        denies("for i in {1..99999999}; do touch f$i; done"),
        denies("while :; do cat x >> x; done"),
        denies("x=a; while :; do x=$x$x; done"),
        denies("while mkdir x && cd x; do :; done"),
        denies("i=0; while :; do : > \"f$((i++))\"; done"),
        denies("printf '#!/bin/sh\\n\"$0\" & \"$0\" &\\n' > w.sh; chmod +x w.sh; ./w.sh"),
        denies("echo 'bash \"$0\" | bash \"$0\" &' > w.sh; bash w.sh"),
        passes("echo '\"$0\" --worker & \"$0\" --other &' > w.sh; bash ./w.sh"),
        denies("sort /dev/zero"),
        denies("tail /dev/zero"),
        denies("yes | xargs -P0 -n1 sleep 1000"),
        passes("for i in {1..100}; do curl -s localhost & done"),
        passes("for i in $(seq 1 100000); do echo $i; done"),
        passes("while true; do date >> log.txt; sleep 60; done"),
        passes("while read -r line; do echo \"$line\" >> out.txt; done < in.txt"),
        passes("while true; do make test >> log.txt || break; done"),
        passes("tail -f /dev/null"),
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
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        })
        .collect()
}
