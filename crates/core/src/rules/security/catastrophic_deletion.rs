//! Deletes the file system, the home, a system directory, the workspace or its repository.
//!
//! What: denies a recursive deletion of `/`, the home directory, system directories, the workspace itself or its
//! `.git`, or of everything in one of them; also where a path becomes one of those if a variable is empty
//! (`rm -rf "$DIR/"`). It does not matter which program deletes.
//!
//! Why: nothing brings these back. Agents reach them by accident: an unset variable, a wrong working directory, a
//! space in a path.
//!
//! Instead: delete the directory that you mean by its name, inside the workspace.

use hookward_effects::{Action, Depth, Reach, Spot};

use crate::rule::{Case, Example, Rule, Sample};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/catastrophic-deletion",
    category: Category::Security,
    source: include_str!("catastrophic_deletion.rs"),
    judge,
    examples: &[
        Example { call: Sample::Shell("rm -rf /"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -r -f \"$HOME\""), decision: Decision::Deny },
        Example { call: Sample::Shell("cd / && rm -rf *"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm --recursive --force ~/"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -rf \"$DIR/\""), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -rf $DIR/*"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -rf ."), decision: Decision::Deny },
        Example { call: Sample::Shell("rm -rf .git"), decision: Decision::Deny },
        Example { call: Sample::Shell("sudo rm -rf /etc/nginx"), decision: Decision::Deny },
        Example { call: Sample::Shell("bash -c 'rm -rf /usr'"), decision: Decision::Deny },
        Example { call: Sample::Shell("find / -delete"), decision: Decision::Deny },
        Example { call: Sample::Shell("find . -exec rm -rf {} +"), decision: Decision::Deny },
        Example { call: Sample::Shell("\\r\\m -rf /"), decision: Decision::Deny },
        Example { call: Sample::Shell("echo rm -rf /"), decision: Decision::Silent },
        Example { call: Sample::Shell("git commit -m 'explain rm -rf /'"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat > notes.md <<'EOF'\nrm -rf /\nEOF"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf node_modules"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm -rf src"), decision: Decision::Silent },
        Example { call: Sample::Shell("find . -name '*.tmp' -delete"), decision: Decision::Silent },
        Example { call: Sample::Shell("rm notes.md"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Delete(place, Depth::Tree) = &effect.action else { continue };
        let vital = place.spots.iter().find_map(|spot| Some((spot, vital(case, spot)?)));
        if let Some((spot, what)) = vital {
            let when = if spot.if_empty { ", if a variable in it is empty" } else { "" };
            findings.push(Finding {
                why: format!("it deletes {what} ({}){when}", spot.path).into(),
                instead: "delete the one directory that you mean, by its name: `rm -r build`".into(),
                ..Rule::finding(RULE.id, Decision::Deny, case, effect.span)
            });
        }
    }
    findings
}

fn vital(case: &Case, spot: &Spot) -> Option<&'static str> {
    match spot.reach {
        Reach::Itself | Reach::Everything => case.ground.vital(&spot.path),
        // A few files of the root or of a system directory are as bad; a few of the workspace are the next rule's.
        Reach::Something => case
            .ground
            .vital(&spot.path)
            .filter(|_| {
                !case.ground.in_workspace(&spot.path)
                    && case.ground.home.as_deref() != Some(spot.path.as_str())
            })
            .filter(|_| spot.path != "/tmp"),
    }
}
