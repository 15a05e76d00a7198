//! Deletes a directory with everything in it.
//!
//! What: asks before a directory is deleted recursively. Build artefacts and caches by their usual names
//! (`node_modules`, `dist`, `target`, `.cache`, …) and temporary files are free; a policy can add to that list
//! (`security.artefacts`). What cannot be undone at all is `security/catastrophic-deletion`.
//!
//! Why: uncommitted work in the directory is lost, and an agent seldom knows what else lies there.
//!
//! Instead: delete the files that you mean, or let git do it, which keeps what was committed.

use hookward_effects::{Action, Depth, Reach, Spot};

use crate::policy::ARTEFACTS;
use crate::rule::{Case, Example, Rule, Sample};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/recursive-deletion",
    category: Category::Security,
    source: include_str!("recursive_deletion.rs"),
    judge,
    examples: &[
        Example { call: Sample::Shell("rm -rf src"), decision: Decision::Ask },
        Example { call: Sample::Shell("rm -r docs/old tests/old"), decision: Decision::Ask },
        Example { call: Sample::Shell("rm -rf \"$target\""), decision: Decision::Ask },
        Example { call: Sample::Shell("rm -rf node_modules dist"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf packages/*/dist *.egg-info"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf /tmp/scratch build/tmp"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -f a.log"), decision: Decision::Silent },
        Example { call: Sample::Shell("echo rm -rf src"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Delete(place, Depth::Tree) = &effect.action else { continue };
        let vital = |spot: &Spot| spot.reach != Reach::Something && case.ground.vital(&spot.path).is_some();
        if place.spots.iter().any(vital) {
            continue;
        }
        let free = !place.open && place.spots.iter().all(|spot| is_free(case, spot));
        if !free {
            findings.push(Finding {
                why: format!("it deletes {} with everything in it", place.written).into(),
                instead: "delete the files that you mean by name: `rm notes.tmp`".into(),
                ..Rule::finding(RULE.id, Decision::Ask, case, effect.span)
            });
        }
    }
    findings
}

fn is_free(case: &Case, spot: &Spot) -> bool {
    let artefacts = || {
        let own = case.policy.lists.artefacts.iter().map(|glob| glob.glob.as_str());
        ARTEFACTS.iter().copied().chain(own)
    };
    // A directory inside an artefact is one too.
    let below =
        case.ground.roots.iter().find_map(|root| spot.path.strip_prefix(root.as_str())).unwrap_or_default();
    let names = below.split('/').chain(std::iter::once(spot.last.as_str())).filter(|name| !name.is_empty());
    let by_name = case.ground.in_workspace(&spot.path)
        && names.into_iter().any(|name| artefacts().any(|glob| fast_glob::glob_match(glob, name)));
    by_name
        || case.ground.is_temporary(&spot.path)
        || (spot.path == "/tmp" && spot.reach == Reach::Something)
        || (spot.path == "/tmp" && spot.if_empty)
        || artefacts().any(|glob| case.ground.matches(glob, &spot.path))
}
