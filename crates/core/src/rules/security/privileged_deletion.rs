//! Deletes with another user's rights.
//!
//! What: denies `sudo rm` and every other deletion through `sudo`, `doas`, `su`, `pkexec`, whatever it deletes.
//!
//! Why: the permissions that would have stopped a mistake do not hold any more.
//!
//! Instead: delete as yourself; what you may not delete is not yours to delete.

use hookward_effects::{Action, Depth};

use crate::rule::{Against, BEFORE, Case, Rule, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/privileged-deletion",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("privileged_deletion.rs"),
    judge,
    examples: &[
        denies("sudo rm -rf /var/log"),
        denies("sudo rm notes.md"),
        denies("doas rm -rf node_modules"),
        denies("su -c 'rm notes.md' root"),
        denies("sudo find . -name '*.log' -delete"),
        passes("rm notes.md"),
        passes("sudo ls /root"),
        passes("git grep -n 'sudo rm'"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let privileged = case.facts.effects.iter().filter(|effect| effect.privileged);
    privileged
        .filter_map(|effect| match &effect.action {
            Action::Delete(place, Depth::One | Depth::Tree | Depth::Matching) if !place.elsewhere => {
                Some((effect, place))
            }
            _ => None,
        })
        .map(|(effect, place)| Finding {
            why: format!("it deletes {} with another user's rights", place.written).into(),
            instead: "delete as yourself: `rm notes.tmp`".into(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        })
        .collect()
}
