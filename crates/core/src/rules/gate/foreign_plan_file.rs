//! Changes what another agent has been given to do.
//!
//! What: while a plan with unchecked items is active, also one that the same call writes first, denies every agent but its
//! executor (`gate.plan.executor`, the role `executor`) writing or deleting the files that the plan lists (`- Modify: src/a.ts`,
//! `- Create: …`), by whatever tool.
//! Free: all other files, and a workspace in which a person has made `.skip-ralph`: what passes by that is recorded. A marker
//! that came into being while an agent's call ran is no person's, and lets nobody pass.
//!
//! Why: two that change the same files undo each other's work.
//!
//! Instead: leave these files to the executor, or finish the plan first.
//!
//! Given: a `plan.md` that lists `src/cart.ts` (`- Modify: src/cart.ts`) and has an item left (`- [ ] carts`).

use hookward_effects::Effect;

use super::brought::Brought;
use super::plans::{Plan, found, wanted};
use crate::bypass::marker;
use crate::changed::removed;
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/foreign-plan-file",
    category: Category::Gate,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("foreign_plan_file.rs"),
    judge,
    // `plan.md` lists `src/cart.ts`, and is not done.
    examples: &[
        Example { call: Sample::Write("src/cart.ts"), decision: Decision::Deny },
        Example { call: Sample::Edit("./src/cart.ts"), decision: Decision::Deny },
        denies("echo x >> src/cart.ts"),
        denies("rm src/cart.ts"),
        denies("tar xf a.tar -C src"),
        passes("tar xf a.tar -C lib"),
        Example { call: Sample::Write("src/other.ts"), decision: Decision::Silent },
        Example { call: Sample::Write("plan.md"), decision: Decision::Silent },
        passes("cat src/cart.ts"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let written = super::written(case).into_iter().map(|file| (file.path, file.effect));
    let touched: Vec<_> = written.chain(removed(case)).collect();
    let unseen = super::unseen(case);
    let first = touched.first().map(|(path, _)| &**path);
    let Some(first) = first.or_else(|| unseen.first().map(|unseen| unseen.directory)) else {
        return Vec::new();
    };
    let plans = wanted(case);
    let root = super::root_of(case, first);
    if case.event.role() == plans.executor {
        return Vec::new();
    }
    let active = found(case, &root, &plans);
    let active: Vec<_> =
        active.iter().filter(|(plan, idle)| idle.is_none() && plan.next_item().is_some()).collect();
    let brought = Brought::by(case, &root, &plans);
    if active.is_empty() && brought.is_empty() {
        return Vec::new();
    }
    // A plan of the call itself holds for what comes behind it.
    let holding = |effect: &Effect, lists: &dyn Fn(&Plan) -> bool| {
        let own = brought.iter().filter(|own| own.is_in_time(case, effect)).map(|own| &own.plan);
        active.iter().map(|(plan, _)| plan).chain(own).find(|plan| lists(plan))
    };
    let listed = touched.iter().find_map(|(path, effect)| {
        let below = super::below(case, path);
        holding(effect, &|plan| plan.lists(below)).map(|plan| (below, *effect, plan))
    });
    let listed = listed.or_else(|| {
        unseen.iter().find_map(|unseen| {
            let below = super::below(case, unseen.directory);
            holding(unseen.effect, &|plan| plan.lists_below(below)).map(|plan| (below, unseen.effect, plan))
        })
    });
    let Some((below, effect, plan)) = listed else { return Vec::new() };
    vec![Finding {
        matched: below.to_owned(),
        why: format!("{} lists it, and gives it to the role {}", plan.path, plans.executor).into(),
        instead: format!(
            "leave it to the {}; its next item is: {}",
            plans.executor,
            plan.next_item().unwrap_or_default().replace('`', "'")
        )
        .into(),
        bypass: marker(case, &root, RULE.id),
        ..Rule::objection(RULE.id, Decision::Deny, case, effect)
    }]
}
