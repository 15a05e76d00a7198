//! Opens or closes files to everybody.
//!
//! What: denies a recursive change of permissions of `/`, the home or a system directory, permissions for everybody on
//! keys and configuration, letting others read keys and credentials, and setuid. Asks about `chmod -R 777` inside the
//! workspace and outside of it. Free: `chmod +x`, `chmod 644`, temporary files.
//!
//! Why: what everybody may write, everybody can change; what the system relies on stops working.
//!
//! Instead: give the one file the right that it needs.

use hookward_effects::{Action, Depth, Permission, Place, Spot};

use crate::ground::Side;
use crate::rule::{Against, BEFORE, Case, Rule, asks, denies, passes};
use crate::secrets::{Secrecy, of_spot};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/open-permissions",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("open_permissions.rs"),
    judge,
    examples: &[
        denies("chmod -R 777 /"),
        denies("chmod 0777 -R /"),
        denies("chmod -R a+rwx /etc"),
        denies("chmod -R 000 ~"),
        denies("chmod 777 ~/.ssh/id_ed25519"),
        denies("chmod 644 ~/.ssh/id_ed25519"),
        denies("chmod a+r ~/.aws/credentials"),
        denies("chmod -x /bin/ls"),
        denies("chmod --reference=/tmp -R /etc"),
        denies("chmod u+s /bin/bash"),
        denies("chmod 4755 tool"),
        denies("install -m 4755 /bin/bash /tmp/tool"),
        denies("install --mode=u+s -t dist tool"),
        passes("install -m 755 a.sh dist/a.sh"),
        denies("sudo chmod -R 755 /usr"),
        asks("chmod -R 777 ."),
        asks("chmod -R a+w src"),
        asks("chmod 777 ."),
        asks("find . -exec chmod 777 {} +"),
        passes("find . -type f -exec chmod 644 {} +"),
        passes("chmod 600 ~/.ssh/id_ed25519"),
        passes("chmod 644 ~/.ssh/id_ed25519.pub"),
        passes("chmod +x scripts/run.sh"),
        passes("chmod 644 README.md"),
        passes("chmod -R 755 dist"),
        passes("chmod 777 /tmp/x"),
        passes("echo chmod -R 777 /"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Permit(place, permission) = &effect.action else { continue };
        if place.elsewhere && !place.spots.iter().any(|spot| case.ground.vital(&spot.path).is_some()) {
            continue;
        }
        let Some((decision, why)) = objection(case, place, *permission) else { continue };
        findings.push(Finding {
            why: why.into(),
            instead: "give the one file the right that it needs: `chmod u+x run.sh`".into(),
            ..Rule::objection(RULE.id, decision, case, effect)
        });
    }
    findings
}

fn objection(case: &Case, place: &Place, permission: Permission) -> Option<(Decision, String)> {
    let vital =
        |spot: &&Spot| case.ground.vital(&spot.path).is_some() && !case.ground.in_workspace(&spot.path);
    let (what, depth) = match permission {
        Permission::Setuid => {
            return Some((Decision::Deny, "it makes a program run with its owner's rights".to_owned()));
        }
        Permission::Open(depth) => ("lets everybody write", depth),
        Permission::Closed(depth) => ("lets nobody read", depth),
        Permission::Readable(depth) | Permission::Other(depth) => {
            let secret = |spot: &&Spot| of_spot(case, spot) != Secrecy::None;
            if let (Permission::Readable(_), Some(spot)) = (permission, place.spots.iter().find(secret)) {
                return Some((
                    Decision::Deny,
                    format!("it lets others read {}, which holds secrets", case.shown(&spot.path)),
                ));
            }
            let spot = place.spots.iter().find(vital).filter(|_| depth == Depth::Tree)?;
            return Some((
                Decision::Deny,
                format!("it changes the permissions of everything in {}", spot.path),
            ));
        }
        Permission::NotExecutable => {
            let system = |spot: &&Spot| case.ground.side(&spot.path) == Side::System;
            let spot = place.spots.iter().find(system)?;
            return Some((
                Decision::Deny,
                format!("it keeps {}, a program of the system, from running", spot.path),
            ));
        }
    };
    if let Some(spot) = place.spots.iter().find(vital) {
        return Some((Decision::Deny, format!("it {what} {}", spot.path)));
    }
    let side = |wanted: Side| place.spots.iter().find(|spot| case.ground.side(&spot.path) == wanted);
    if let Some(spot) = side(Side::System).or_else(|| side(Side::Configuration)) {
        return Some((Decision::Deny, format!("it {what} {}", spot.path)));
    }
    if let Some(spot) = side(Side::Elsewhere) {
        return Some((Decision::Ask, format!("it {what} {}, outside the workspace", spot.path)));
    }
    let whole = |spot: &Spot| case.ground.roots.contains(&spot.path);
    let counts = depth == Depth::Tree || place.spots.iter().any(whole);
    (counts && side(Side::Workspace).is_some())
        .then(|| (Decision::Ask, format!("it {what} everything in {}", place.written)))
}
