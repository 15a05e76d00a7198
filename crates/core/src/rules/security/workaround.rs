//! Tries again what was denied a moment ago, by another way.
//!
//! What: denies a call that reaches a target which this session was refused within the last ten minutes: the same file by
//! another tool, files of a directory one by one, or a program that nobody knows with the target among its words.
//!
//! Why: a denial is an answer. An agent that looks for another spelling of the same thing has not read it.
//!
//! Instead: tell the person what is needed and why; they can allow it.

use hookward_effects::{Action, Place, Standing, normalise};

use crate::record::{TargetDeed, kept};
use crate::rule::{Case, Example, Rule, Sample, passes};
use crate::session::Denied;
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/workaround",
    category: Category::Security,
    source: include_str!("workaround.rs"),
    judge,
    // The session of these examples was refused to read `/home/dev/app/.env` and to delete `/home/dev/app/src`.
    examples: &[
        Example { call: Sample::Shell("./mytool --show .env"), decision: Decision::Deny },
        Example { call: Sample::Shell("cp .env /tmp/x"), decision: Decision::Deny },
        Example { call: Sample::Shell("rm src/a.ts src/b.ts"), decision: Decision::Deny },
        passes("cat README.md"),
        passes("./mytool --show README.md"),
        Example { call: Sample::Edit("src/a.ts"), decision: Decision::Silent },
        Example { call: Sample::Read("src/a.ts"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    if case.session.denied.is_empty() {
        return Vec::new();
    }
    // The same call again is no other way: its own rule speaks.
    let subject = case.event.moment.call().map(|call| kept(&call.subject())).unwrap_or_default();
    let denied = || case.session.denied.iter().filter(|denied| denied.subject != subject);
    let mut findings = Vec::new();
    let mut object = |denied: &Denied, span| {
        findings.push(Finding {
            matched: denied.target.path.clone(),
            why: format!(
                "{} was refused a moment ago ({}); this reaches it in another way",
                denied.target.path, denied.rule
            )
            .into(),
            instead: "tell the person what is needed and why; they can allow it".into(),
            ..Rule::finding(RULE.id, Decision::Deny, case, span)
        });
    };
    for effect in &case.facts.effects {
        if let Some(denied) = denied().find(|denied| repeats(case, &effect.action, denied)) {
            object(denied, effect.span);
        }
    }
    for command in case.facts.commands.iter().filter(|command| command.standing == Standing::Unknown) {
        let cwd = command.cwd.as_deref().unwrap_or(&case.event.cwd);
        let named = |denied: &&Denied| {
            command.words.iter().skip(1).any(|word| {
                word.texts().iter().any(|text| !text.is_empty() && normalise(text, cwd) == denied.target.path)
            })
        };
        if let Some(denied) = denied().find(named) {
            object(denied, Some(command.span));
        }
    }
    findings
}

fn repeats(case: &Case, action: &Action, denied: &Denied) -> bool {
    let is_it = |place: &Place| place.spots.iter().any(|spot| spot.path == denied.target.path);
    // A directory of the workspace, and not one that holds everything.
    let divisible =
        case.ground.in_workspace(&denied.target.path) && !case.ground.roots.contains(&denied.target.path);
    let below = |place: &Place| {
        divisible
            && place.spots.iter().any(|spot| {
                spot.path.strip_prefix(denied.target.path.as_str()).is_some_and(|rest| rest.starts_with('/'))
            })
    };
    match (denied.target.deed, action) {
        (TargetDeed::Read, Action::Read(place) | Action::Search(place))
        | (TargetDeed::Change, Action::Write(place, _) | Action::Permit(place, _)) => is_it(place),
        // A directory, file by file.
        (TargetDeed::Change, Action::Delete(place, _)) => is_it(place) || below(place),
        _ => false,
    }
}
