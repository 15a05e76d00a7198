//! Begins new code without a plan.
//!
//! What: denies creating a source file, by whatever tool, unless a plan is active: one of `gate.plan.files` (`plan.md`,
//! `docs/plan*.md`, `docs/plans/*.md`, `.claude/plans/*`; no README, unless it is named) with an item that is not
//! checked (`- [ ] …`, `1. [ ] …`, a phase with its status), changed no longer ago than `max_age`, and not rejected by its last
//! review verdict (`Verdict: APPROVE`; with `reviewed` there must be one); or the call itself writes such a plan, before the code or
//! at once with it (a patch). What stands in code or in a comment of the plan is no part of it. A plan cannot tell who has written its
//! verdict, or why its file was touched: where an agent may not do that itself, name the plans in `security.ask_first`, and a person is
//! asked about each change. Free: changes of files that exist, or that only get another place, new files
//! of fewer than `small` lines (20; a small one that grows before a commit has it is still new), tests,
//! documents, settings, and a workspace in which a person has made `.skip-plan`: what passes by that is recorded. A marker
//! that came into being while an agent's call ran is no person's, and lets nobody pass.
//!
//! Why: what is planned can be reviewed before it is built.
//!
//! Instead: write the plan first, with an item for each step; then the code.

use hookward_effects::Kind;

use super::brought::Brought;
use super::kinds::{is_code, is_free_directory};
use super::plans::{Idle, Plan, found, wanted};
use crate::bypass::marker;
use crate::moved::Origins;
use crate::policy::{Confirm, Plans};
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/missing-plan",
    category: Category::Gate,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("missing_plan.rs"),
    judge,
    // There is no file yet.
    examples: &[
        Example { call: Sample::Content("src/cart.ts", LONG), decision: Decision::Deny },
        denies("cp /tmp/cart.rb lib/cart.rb"),
        Example { call: Sample::Content("src/cart.ts", "export {}\n"), decision: Decision::Silent },
        Example { call: Sample::Content("src/cart.test.ts", LONG), decision: Decision::Silent },
        Example { call: Sample::Content("docs/plan.md", LONG), decision: Decision::Silent },
        passes("cat src/cart.ts"),
    ],
};

const LONG: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n";

fn judge(case: &Case) -> Vec<Finding> {
    let plans = wanted(case);
    let is_small = |path: &str| {
        let is_short =
            |text: &Option<String>| text.as_ref().is_some_and(|text| text.lines().count() < plans.small);
        super::results(case, path).iter().all(is_short)
    };
    // One that is there, small, and in no commit was free so far.
    let was_small = |path: &str| {
        let before = case.world.text(path);
        before.is_some_and(|text| text.lines().count() < plans.small) && super::is_uncommitted(case, path)
    };
    let files = super::written(case);
    let is_code = |path: &str| is_code(case.policy, super::below(case, path));
    // What only gets another place was there before.
    let origins = Origins::of(case);
    let is_moved = |path: &str| origins.same(path).is_some_and(is_code);
    let is_new = |path: &str| (case.world.kind(path) != Kind::File && !is_moved(path)) || was_small(path);
    let new = files.iter().find(|file| is_code(&file.path) && !is_small(&file.path) && is_new(&file.path));
    let unseen = super::unseen(case);
    let new = new.map(|file| (&*file.path, file.effect)).or_else(|| {
        let may_hold = |directory: &str| !is_free_directory(super::below(case, directory));
        unseen
            .iter()
            .find(|unseen| may_hold(unseen.directory))
            .map(|unseen| (unseen.directory, unseen.effect))
    });
    let Some((path, effect)) = new else { return Vec::new() };
    let below = super::below(case, path);
    let root = super::root_of(case, path);
    let all = found(case, &root, &plans);
    let is_planned = || {
        let brought = Brought::by(case, &root, &plans);
        brought.iter().any(|own| own.is_in_time(case, effect))
    };
    if all.iter().any(|(_, idle)| idle.is_none()) || is_planned() {
        return Vec::new();
    }
    if let Some((why, instead)) = super::unforeseen(case, path) {
        let (matched, why, instead) = (below.to_owned(), why.into(), instead.into());
        return vec![Finding {
            matched,
            why,
            instead,
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        }];
    }
    let why = match all.first() {
        None => "there is no plan".to_owned(),
        Some((plan, Some(Idle::Empty))) => format!("{} has no item to check", plan.path),
        Some((plan, Some(Idle::Old))) => format!("{} is too old", plan.path),
        Some((plan, Some(Idle::NotApproved))) => format!("{} is not approved", plan.path),
        Some((plan, Some(Idle::Done) | None)) => format!("all of {} is done", plan.path),
    };
    vec![Finding {
        matched: below.to_owned(),
        why: why.into(),
        instead: instead(case, &root, &plans, all.first()).into(),
        bypass: marker(case, &root, RULE.id),
        ..Rule::objection(RULE.id, Decision::Deny, case, effect)
    }]
}

/// What makes a plan active. A file that the policy's own lists guard is not for the agent to write.
fn instead(case: &Case, root: &str, plans: &Plans, last: Option<&(Plan, Option<Idle>)>) -> String {
    let lists = &case.policy.lists;
    let is_free = |path: &str| {
        let names = case.ground.names_of(&format!("{root}{path}"));
        !lists.protected_files.iter().chain(&lists.ask_first).any(|glob| names.fit(&glob.glob))
    };
    let here = |path: &str| super::from_here(case, root, path);
    let next = "with an item (- [ ] …) for each step; then the code";
    match last {
        Some((plan, Some(idle))) if is_free(&plan.path) => match idle {
            Idle::Empty | Idle::Done => format!("write what comes next into {}, {next}", here(&plan.path)),
            Idle::Old => format!("bring {} up to date; then the code", here(&plan.path)),
            Idle::NotApproved => format!(
                "have {} reviewed, and change it until its last verdict approves it (Verdict: APPROVE)",
                here(&plan.path)
            ),
        },
        Some(_) | None => {
            let file = plans.files.iter().filter_map(|glob| one_of(glob)).find(|path| is_free(path));
            let file = file.map(|file| here(&file));
            let must_be_confirmed =
                plans.confirm == Confirm::New && case.policy.speaks("gate/plan-quality", case.event.role());
            match file {
                Some(file) if must_be_confirmed => {
                    format!("tell the person what you plan; when they agree, write {file}, {next}")
                }
                Some(file) => format!("write {file} first, {next}"),
                None => {
                    let files = plans.files.join(", ");
                    format!("tell the person what you plan to do; {files} is theirs to write or to allow")
                }
            }
        }
    }
}

/// A file that would be a plan, by a glob of plans: `docs/plans/plan.md` by `docs/plans/*.md`. `None` if the glob is too
/// peculiar to tell one.
fn one_of(glob: &str) -> Option<String> {
    let mut path = String::new();
    let plain = glob.replace("**/", "");
    for (at, part) in plain.split('*').enumerate() {
        if at > 0 && (path.is_empty() || path.ends_with('/')) {
            path.push_str("plan");
        }
        path.push_str(part);
    }
    if glob.ends_with('*') {
        path.push_str(".md");
    }
    fast_glob::glob_match(glob, &path).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_of_plans_names_one() {
        for (glob, path) in [
            ("plan.md", Some("plan.md")),
            ("docs/plan*.md", Some("docs/plan.md")),
            ("docs/plans/*.md", Some("docs/plans/plan.md")),
            (".claude/plans/*", Some(".claude/plans/plan.md")),
            ("**/PLAN.md", Some("PLAN.md")),
            ("plans/**/*.md", Some("plans/plan.md")),
            ("plans/[0-9].md", None),
        ] {
            assert_eq!(one_of(glob).as_deref(), path, "{glob}");
        }
    }
}
