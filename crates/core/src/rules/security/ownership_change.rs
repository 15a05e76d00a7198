//! Gives files another owner.
//!
//! What: denies `chown -R` and its like, wherever they go; asks about the owner of a single file outside the workspace.
//!
//! Why: whoever owns a file may change it, and what lost its owner stops working: services, keys, the whole home.
//!
//! Instead: run what needs another owner in a container, or ask the person.

use hookward_effects::{Action, Depth};

use crate::ground::Side;
use crate::rule::{Against, BEFORE, Case, Rule, asks, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/ownership-change",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("ownership_change.rs"),
    judge,
    examples: &[
        denies("sudo chown -R nobody:nogroup /"),
        denies("chown root -R /home"),
        denies("chown -R $(whoami) /usr/local /etc"),
        denies("chown -R me src"),
        denies("chgrp -R staff ."),
        asks("chown root /etc/hosts"),
        passes("chown me notes.md"),
        passes("ls -l src"),
        passes("docker exec web chown www-data /app/x"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Own(place, depth) = &effect.action else { continue };
        let outside = !place.elsewhere
            && place
                .spots
                .iter()
                .any(|spot| !matches!(case.ground.side(&spot.path), Side::Workspace | Side::Free));
        let decision = match depth {
            Depth::Tree | Depth::Matching => Decision::Deny,
            Depth::One | Depth::Moved if outside => Decision::Ask,
            Depth::One | Depth::Moved => continue,
        };
        findings.push(Finding {
            why: format!("it gives {} another owner", place.written).into(),
            instead: "tell the person which file needs which owner, and why".into(),
            ..Rule::objection(RULE.id, decision, case, effect)
        });
    }
    findings
}
