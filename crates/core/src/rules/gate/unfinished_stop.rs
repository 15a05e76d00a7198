//! Stops before the work holds.
//!
//! What: an agent that has changed sources may stop when tests, lint, types and build pass on them, enough lines are covered
//! by tests (80 % unless set, where a report of it is there), no active plan has an unchecked item, and the changes hold no
//! secret. What the project has no tool for is left out; a tool that is not installed is said, and not held against the
//! agent. Results are remembered by the sources that they are of.
//!
//! Why: "done" is worth something only if somebody has looked, and nobody looks as patiently as a program.
//!
//! Instead: mend what is named, and stop again. After three times in a row it lets go, and tells the person.

use hookward_effects::Staged;

use super::plans;
use crate::event::EventName;
use crate::rule::{Case, Example, Rule, Sample};
use crate::rules::feedback::{spelled_out, summed_up};
use crate::tokens::recognised;
use crate::toolchain::{How, Report, Service};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/unfinished-stop",
    category: Category::Gate,
    on: &[EventName::Stop],
    source: include_str!("unfinished_stop.rs"),
    judge,
    examples: &[
        Example {
            call: Sample::StopsAfter {
                service: Service::Tests,
                tool: "vitest",
                how: How::Problems,
                output: "FAIL  src/a.test.ts > adds",
            },
            decision: Decision::Deny,
        },
        Example {
            call: Sample::StopsAfter { service: Service::Build, tool: "tsc", how: How::TimedOut, output: "" },
            decision: Decision::Deny,
        },
        Example {
            call: Sample::StopsAfter {
                service: Service::Tests,
                tool: "vitest",
                how: How::Passed,
                output: "",
            },
            decision: Decision::Silent,
        },
        Example {
            call: Sample::StopsAfter {
                service: Service::Lint,
                tool: "eslint",
                how: How::Missing,
                output: "",
            },
            decision: Decision::Advise,
        },
    ],
};

/// A plan that nobody has touched for two weeks holds nobody.
const FORGOTTEN_MS: u64 = 14 * 24 * 60 * 60 * 1000;

/// Something that does not hold.
struct Lack {
    /// In one line.
    what: String,
    /// What there is to say of it.
    details: Vec<String>,
    /// What to do.
    action: String,
}

fn judge(case: &Case) -> Vec<Finding> {
    // Whoever has only talked has nothing to finish.
    if !case.session.acted || case.session.began.is_none() || case.session.began == case.ledger.tree {
        return Vec::new();
    }
    let mut lacks: Vec<Lack> = case.reports.iter().filter_map(|report| of_check(case, report)).collect();
    lacks.extend(case.reports.iter().find_map(|report| of_coverage(case, report)));
    lacks.extend(of_plans(case));
    lacks.extend(of_secrets(case));
    if lacks.is_empty() {
        return not_installed(case).into_iter().collect();
    }
    let what: Vec<&str> = lacks.iter().map(|lack| lack.what.as_str()).collect();
    let mut lines: Vec<String> = Vec::new();
    for lack in &lacks {
        lines.push(format!("- {}", lack.what));
        lines.extend(lack.details.iter().map(|detail| format!("  {}", detail.trim_start())));
    }
    let missing = case.reports.iter().filter(|report| report.how == How::Missing);
    lines.extend(missing.map(|report| format!("(not checked: {} is not installed)", report.tool)));
    let actions: Vec<&str> = lacks.iter().map(|lack| lack.action.as_str()).collect();
    vec![Finding {
        matched: what.join(", "),
        why: "the work does not hold yet".into(),
        instead: format!("{}; then stop again", actions.join(", ")).into(),
        told: lines.join("\n"),
        ..Rule::finding(RULE.id, Decision::Deny, case, None)
    }]
}

/// That a check could not be made is said, once.
fn not_installed(case: &Case) -> Option<Finding> {
    let is_new = |report: &&Report| report.how == How::Missing && !case.session.has_missed(&report.tool);
    let tools: Vec<&str> = case.reports.iter().filter(is_new).map(|report| report.tool.as_str()).collect();
    let told = format!("[gate/unfinished-stop] not checked, since it is not installed: {}", tools.join(", "));
    (!tools.is_empty()).then(|| Finding {
        matched: tools.join(", "),
        told,
        ..Rule::finding(RULE.id, Decision::Advise, case, None)
    })
}

fn of_check(case: &Case, report: &Report) -> Option<Lack> {
    match &report.how {
        How::Problems | How::Broken(_) => {}
        How::Refused(why) => {
            return Some(Lack {
                what: format!("{} cannot be checked: {why}", report.service.as_str()),
                details: Vec::new(),
                action: format!("mend what `{}` would run", report.tool),
            });
        }
        How::TimedOut | How::Late => {
            return Some(Lack {
                what: format!("{}: `{}` gave no answer in time", report.service.as_str(), report.command),
                details: Vec::new(),
                action: format!("run `{}` and see what keeps it", report.command),
            });
        }
        How::Passed | How::Changed | How::Missing | How::Resting | How::Busy => return None,
    }
    Some(Lack {
        what: format!("{} {}", report.service.as_str(), summed_up(case, report)),
        details: spelled_out(case, report),
        action: format!("mend what `{}` names", report.command),
    })
}

fn of_coverage(case: &Case, report: &Report) -> Option<Lack> {
    let least = case.policy.stopping.as_ref().map_or(80, |stopping| stopping.coverage);
    let covered = report.covered.filter(|covered| *covered < least * 100)?;
    let percent = format!("{}.{} %", covered / 100, covered / 10 % 10);
    Some(Lack {
        what: format!("coverage {percent}, below {least} %"),
        details: Vec::new(),
        action: format!("add tests to reach {least} % of the lines"),
    })
}

fn of_plans(case: &Case) -> Option<Lack> {
    let root = format!("{}/", case.ground.roots.first()?);
    let plans = plans::found(case, &root, &plans::wanted(case));
    let is_recent =
        |path: &str| case.world.age(&format!("{root}{path}")).is_none_or(|age| age < FORGOTTEN_MS);
    let is_open = |plan: &plans::Plan| plan.next_item().is_some() && is_recent(&plan.path);
    let (plan, _) = plans.iter().find(|(plan, idle)| idle.is_none() && is_open(plan))?;
    Some(Lack {
        what: format!("{} has unchecked items", plan.path),
        details: plan.next_item().map(|item| format!("next: {item}")).into_iter().collect(),
        action: format!("go on with {}, or check what is done", plan.path),
    })
}

fn of_secrets(case: &Case) -> Option<Lack> {
    let added = case.world.staged(&case.event.cwd, Staged::Everything);
    let is_test = |path: &str| path.split('/').any(crate::secrets::is_test_name);
    added.iter().filter(|file| !is_test(&file.path)).find_map(|file| {
        let kind = recognised(&file.lines)?;
        Some(Lack {
            what: format!("{} holds {kind}", file.path),
            details: Vec::new(),
            action: format!("take the secret out of {}", file.path),
        })
    })
}
