//! Stops before the work holds.
//!
//! What: an agent that has changed sources may stop when tests, lint, types and build pass on them, enough lines are covered
//! by tests (80 % unless set, where a report of it is there; where a policy sets a part of the lines and nothing has measured
//! them, a stop is held once and told how, or that is said where nobody knows how), no active plan has an unchecked item, and what the session has
//! written or committed holds no secret. Of a workspace with several projects those are checked that files were changed in,
//! each by its nearest settings; a workspace that says how covers its members. What a project has no tool for is left out; a
//! tool that is not installed is said, and not held against the agent; nor is a secret in a file that the agent has not
//! written. Results are remembered by the sources that they are of.
//!
//! Why: "done" is worth something only if somebody has looked, and nobody looks as patiently as a program.
//!
//! A policy's own words (`[[message]]`) may name figures: how many tests have passed and failed, which ones, how much is
//! covered, how many problems lint, types and build have (`hookward schema` lists them).
//!
//! Instead: mend what is named, and stop again. After three times in a row it lets go, and tells the person, also of what
//! was not checked any more.
//!
//! Given: the session has changed sources.

use super::figures::figures;
use super::plans;
use crate::event::EventName;
use crate::policy::{LEAST_COVERED, Stopping};
use crate::rule::{Against, Case, Example, Rule, Sample};
use crate::rules::feedback::{spelled_out, summed_up};
use crate::tokens::recognised;
use crate::toolchain::coverage::measured;
use crate::toolchain::{How, Report, Service, found_no_test};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "gate/unfinished-stop",
    category: Category::Gate,
    on: &[EventName::Stop],
    against: Against::Manner,
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

/// The most checks of one kind that are named.
const MAX_NAMED: usize = 6;

/// The most commands whose words are to be looked at.
const MAX_COMMANDS: usize = 3;

/// Something that does not hold.
pub(super) struct Lack {
    /// What kind of thing it is.
    pub(super) about: About,
    /// What it is about: `packages/api: tests`.
    subject: String,
    /// That, and what is wrong with it, in one line.
    pub(super) line: String,
    /// What there is to say of it.
    pub(super) details: Vec<String>,
    /// What to do.
    pub(super) action: Action,
}

/// What kind of thing does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// A check that fails.
    Check(Service),
    /// Too few lines are covered by tests.
    Coverage,
    /// A check that was not made, a plan, a secret.
    Other,
}

/// What to do about something that does not hold.
pub(super) enum Action {
    /// Mend what a command names.
    Mend(String),
    /// This.
    Other(String),
}

/// What to do about all of it, in few words.
fn actions(lacks: &[Lack]) -> String {
    let mends: Vec<&str> = lacks
        .iter()
        .filter_map(|lack| match &lack.action {
            Action::Mend(command) => Some(command.as_str()),
            Action::Other(_) => None,
        })
        .collect();
    let mut said = Vec::new();
    if !mends.is_empty() {
        let more = mends.len().saturating_sub(MAX_COMMANDS);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let verb = if mends.len() == 1 { "names" } else { "name" };
        let named = mends.iter().take(MAX_COMMANDS).copied().collect::<Vec<_>>().join(", ");
        said.push(format!("mend what {named}{more} {verb}"));
    }
    for lack in lacks {
        match &lack.action {
            Action::Other(action) if !said.contains(action) => said.push(action.clone()),
            Action::Other(_) | Action::Mend(_) => {}
        }
    }
    said.join(", ")
}

fn judge(case: &Case) -> Vec<Finding> {
    // Whoever has only talked has nothing to finish.
    if !case.session.acted || case.session.began.is_none() || case.session.began == case.ledger.tree {
        return Vec::new();
    }
    let mut lacks: Vec<Lack> = case.reports.iter().filter_map(|report| of_check(case, report)).collect();
    lacks.extend(not_made(case, &How::Late, "not reached in time"));
    lacks.extend(not_made(case, &How::Unchecked, "not checked since the sources were changed"));
    lacks.extend(case.reports.iter().filter_map(|report| of_coverage(case, report)));
    lacks.extend(of_plans(case));
    let (secrets, unowned) = secrets(case);
    lacks.extend(secrets);
    let mut unmeasured = unmeasured(case);
    if lacks.is_empty() {
        unmeasured = unmeasured.filter(|own| case.session.memory.said(RULE.id, &own.line).is_none());
        // Whoever is told how, can do it. What cannot be measured so holds nobody a second time.
        lacks.extend(unmeasured.take_if(|own| own.how.is_some()).and_then(Unmeasured::lack));
    }
    if lacks.is_empty() {
        let said = unmeasured.map(|own| Finding {
            told: format!("[{}] {}", RULE.id, own.told()),
            matched: own.line,
            ..Rule::finding(RULE.id, Decision::Advise, case, None)
        });
        return not_installed(case).into_iter().chain(not_held(case, &unowned)).chain(said).collect();
    }
    let mut lines: Vec<String> = Vec::new();
    let details = |lack: &Lack| -> Vec<String> {
        lack.details.iter().map(|detail| format!("  {}", detail.trim_start())).collect()
    };
    // One is said in the first line; of several that names them.
    let matched = match lacks.as_slice() {
        [one] => {
            lines.extend(details(one));
            one.line.clone()
        }
        several => {
            for lack in several {
                lines.push(format!("- {}", lack.line));
                lines.extend(details(lack));
            }
            several.iter().map(|lack| lack.subject.as_str()).collect::<Vec<_>>().join(", ")
        }
    };
    let missing = case.reports.iter().filter(|report| report.how == How::Missing);
    let mut notes: Vec<String> =
        missing.map(|report| format!("not checked: {} is not installed", report.tool)).collect();
    notes.extend(unowned.iter().map(|line| format!("not held against you: {line}")));
    notes.extend(unmeasured.map(|own| own.told()));
    lines.extend(notes.iter().map(|note| format!("({note})")));
    vec![Finding {
        matched,
        why: "the work does not hold yet".into(),
        instead: format!("{}; then stop again", actions(&lacks)).into(),
        told: lines.join("\n"),
        figures: figures(case, &lacks, notes),
        ..Rule::finding(RULE.id, Decision::Deny, case, None)
    }]
}

/// What an agent did not write, as far as anybody has seen, is only said, and once.
fn not_held(case: &Case, unowned: &[String]) -> Vec<Finding> {
    let is_new = |line: &&String| case.session.memory.said(RULE.id, line).is_none();
    let finding = |line: &String| Finding {
        matched: line.clone(),
        told: format!(
            "[{}] {line}; it was changed since the session began, and nobody has seen by whom",
            RULE.id
        ),
        ..Rule::finding(RULE.id, Decision::Advise, case, None)
    };
    unowned.iter().filter(is_new).map(finding).collect()
}

/// What a check is about: `tests`, `packages/api: tests`.
fn subject(report: &Report) -> String {
    let service = report.service.as_str();
    if report.place.is_empty() { service.to_owned() } else { format!("{}: {service}", report.place) }
}

/// What was to be run, and where: "`npm run test` in packages/api".
fn command(report: &Report) -> String {
    let place = if report.place.is_empty() { String::new() } else { format!(" in {}", report.place) };
    format!("`{}`{place}", report.command)
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
    let subject = subject(report);
    match &report.how {
        How::Problems | How::Broken(_) => Some(Lack {
            about: About::Check(report.service),
            line: format!("{subject}: {}", summed_up(case, report)),
            subject,
            details: spelled_out(case, report),
            action: Action::Mend(command(report)),
        }),
        How::Refused(why) => Some(Lack {
            about: About::Other,
            line: format!("{subject} cannot be checked: {why}"),
            subject,
            details: Vec::new(),
            action: Action::Other(format!("mend what `{}` would run", report.tool)),
        }),
        How::TimedOut => Some(Lack {
            about: About::Other,
            line: format!("{subject}: `{}` gave no answer in time", report.command),
            subject,
            details: Vec::new(),
            action: Action::Other(format!("run {} and see what keeps it", command(report))),
        }),
        How::Passed | How::Changed | How::Missing | How::Resting | How::Busy | How::Late | How::Unchecked => {
            None
        }
    }
}

/// What was not checked for one reason, in one line.
fn not_made(case: &Case, how: &How, reason: &str) -> Option<Lack> {
    let skipped: Vec<&Report> = case.reports.iter().filter(|report| report.how == *how).collect();
    let first = skipped.first()?;
    let named: Vec<String> = skipped.iter().take(MAX_NAMED).map(|report| subject(report)).collect();
    let more = skipped.len() - named.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let line = format!("{reason}: {}{more}", named.join(", "));
    let subject = format!("what was {reason}");
    let action = Action::Other(format!("run {}", command(first)));
    Some(Lack { about: About::Other, subject, line, details: Vec::new(), action })
}

fn of_coverage(case: &Case, report: &Report) -> Option<Lack> {
    let least = case.policy.stopping.as_ref().map_or(LEAST_COVERED, Stopping::least_covered);
    let covered = report.covered.filter(|covered| *covered < least * 100)?;
    let place = if report.place.is_empty() { String::new() } else { format!("{}: ", report.place) };
    Some(Lack {
        about: About::Coverage,
        subject: format!("{place}coverage"),
        line: format!("{place}coverage: {}.{} %, below {least} %", covered / 100, covered / 10 % 10),
        details: Vec::new(),
        action: Action::Other(format!("add tests to reach {least} % of the lines")),
    })
}

/// That nobody knows how much is covered, where the policy wants to know it.
struct Unmeasured {
    line: String,
    /// The command that has measured nothing.
    command: String,
    /// One that would measure it.
    how: Option<String>,
}

fn unmeasured(case: &Case) -> Option<Unmeasured> {
    let least = case.policy.stopping.as_ref()?.coverage.filter(|least| *least > 0)?;
    let mut tests = case.reports.iter().filter(|report| report.service == Service::Tests);
    let passed = tests.find(|report| {
        report.how == How::Passed && report.covered.is_none() && !found_no_test(&report.output)
    })?;
    let line = format!("coverage was not measured (at least {least} %)");
    let place = if passed.place.is_empty() { String::new() } else { format!(" in {}", passed.place) };
    let how = measured(&passed.command).map(|how| format!("`{how}`{place}"));
    Some(Unmeasured { line, command: command(passed), how })
}

impl Unmeasured {
    fn told(&self) -> String {
        let way = self.how.as_ref().map_or_else(
            || "run it so that it does, or a person names such a command: [gate.unfinished-stop] tests = \"…\"".to_owned(),
            |how| format!("run {how}"),
        );
        format!("{}: {} has written no report of it; {way}", self.line, self.command)
    }

    /// As something to do, where it is known how.
    fn lack(self) -> Option<Lack> {
        Some(Lack {
            about: About::Other,
            subject: self.line.clone(),
            details: vec![format!("{} has written no report of it", self.command)],
            action: Action::Other(format!("run {}", self.how?)),
            line: self.line,
        })
    }
}

fn of_plans(case: &Case) -> Option<Lack> {
    let root = format!("{}/", case.ground.roots.first()?);
    let plans = plans::found(case, &root, &plans::wanted(case));
    let is_recent =
        |path: &str| case.world.age(&format!("{root}{path}")).is_none_or(|age| age < FORGOTTEN_MS);
    let is_open = |plan: &plans::Plan| plan.next_item().is_some() && is_recent(&plan.path);
    let (plan, _) = plans.iter().find(|(plan, idle)| idle.is_none() && is_open(plan))?;
    Some(Lack {
        about: About::Other,
        subject: plan.path.clone(),
        line: format!("{} has unchecked items", plan.path),
        details: plan.next_item().map(|item| format!("next: {item}")).into_iter().collect(),
        action: Action::Other(format!("go on with {}, or check what is done", plan.path)),
    })
}

/// Secrets in what has changed since the session began: those that it has to take out, and those of which nobody knows
/// whose they are.
fn secrets(case: &Case) -> (Vec<Lack>, Vec<String>) {
    let Some(root) = case.ground.roots.first() else { return Default::default() };
    let (session, memory) = (case.session, &case.session.memory);
    let is_test = |path: &str| path.split('/').any(crate::secrets::is_test_name);
    let (mut lacks, mut said) = (Vec::new(), Vec::new());
    for change in case.world.changes(root, session.head.as_deref(), session.since) {
        let below = change.path.strip_prefix(root.as_str()).unwrap_or(&change.path).trim_start_matches('/');
        let Some(kind) = recognised(&change.lines).filter(|_| !is_test(below)) else { continue };
        // Where nobody knows when it began, all of it counts.
        let is_own = change.is_committed || memory.has_written(below) || session.since == 0;
        let length = case.life.now.saturating_sub(session.since);
        let is_older = || case.world.age(&change.path).is_some_and(|age| age > length);
        let line = format!("{below} holds {kind}");
        if is_own {
            let action = Action::Other(format!("take the secret out of {below}"));
            let subject = below.to_owned();
            lacks.push(Lack { about: About::Other, subject, line, details: Vec::new(), action });
        } else if !is_older() {
            said.push(line);
        }
    }
    (lacks, said)
}
