//! What hooks run by themselves, run by hand: the tools after an edit, and the checks before a stop.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anstream::{eprintln, println};
use anyhow::Context;
use hookward_core::toolchain::{How, Report, Task};
use hookward_core::{Decision, Event, Moment, Output, Session, Verdict, context, reason};
use hookward_effects::{Call, Facts};

use super::super::{Usage, current_directory, workspace};
use crate::bar::Bar;
use crate::feedback::AFTER_EDIT;
use crate::situation::{Situation, event_of};

/// Runs the tools that run after an edit of a file.
pub(super) fn feedback(file: &Path) -> anyhow::Result<ExitCode> {
    let cannot = |error| Usage(format!("{} cannot be read: {error}", file.display()));
    let path = file.canonicalize().map_err(cannot)?;
    let call = Call::Edit { path: path.display().to_string(), edits: Vec::new() };
    let output = Output { texts: Vec::new() };
    let (situation, event) = here(Moment::AfterTool { call, output })?;
    let planned = situation.planned(&event);
    let tasks: Vec<Task> = planned.now.into_iter().chain(planned.behind).collect();
    if tasks.is_empty() {
        println!("no tool of this project is for {}", file.display());
    }
    let mut reports = Vec::new();
    let mut bar = Bar::at_once();
    for (done, task) in tasks.iter().enumerate() {
        bar.show(done as u64, tasks.len() as u64, &named(task, ""));
        reports.extend(situation.work(&event, std::slice::from_ref(task), Instant::now() + AFTER_EDIT));
    }
    bar.clear();
    Ok(told(&situation, &event, reports))
}

/// Runs the checks that have to hold before a stop.
pub(super) fn stop() -> anyhow::Result<ExitCode> {
    let (situation, event) = here(Moment::Stop { held: false, said: String::new() })?;
    workspace(&situation)?;
    let file = situation.ledger_file(&event.cwd).context("there is no home directory to note it in")?;
    let tree = file.look()?;
    let root = situation.workspace.root().unwrap_or(&event.cwd).to_owned();
    let mut bar = Bar::at_once();
    let reports = situation.checked(&event, &Session::default(), &file, &tree, &mut |step| {
        bar.show(step.done as u64, step.total as u64, &named(step.task, &root));
    });
    bar.clear();
    Ok(told(&situation, &event, reports))
}

fn here(moment: Moment) -> anyhow::Result<(Situation, Event)> {
    let cwd = current_directory()?;
    let event = Event { moment, ..event_of(Call::shell(""), &cwd) };
    Ok((Situation::find(&[], &event.cwd), event))
}

/// What runs just now: `packages/api: tests: vitest`.
fn named(task: &Task, root: &str) -> String {
    let place = task.place(root);
    let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
    format!("{place}{}: {}", task.service.as_str(), task.tool)
}

/// Prints what each tool says, and what an agent would be told.
fn told(situation: &Situation, event: &Event, reports: Vec<Report>) -> ExitCode {
    for report in &reports {
        let covered = report.covered.map(|covered| format!(", {} % covered", covered / 100));
        println!(
            "{:<8} {:<14} {}{} ({} ms){}",
            report.service.as_str(),
            report.tool,
            report.how.as_str(),
            covered.unwrap_or_default(),
            report.ms,
            if report.place.is_empty() { String::new() } else { format!(" in {}", report.place) }
        );
    }
    let is_bad = reports.iter().any(|report| match report.how {
        How::Problems | How::TimedOut | How::Broken(_) | How::Refused(_) => true,
        How::Passed | How::Changed | How::Missing | How::Resting | How::Busy | How::Late | How::Unchecked => {
            false
        }
    });
    let _ = situation.reports.set(reports);
    // An agent that has changed something.
    let session = Session { began: Some(String::new()), acted: true, ..Session::default() };
    let verdict: Verdict = situation.decide(event, &Facts::default(), &session);
    let words = if verdict.decision == Decision::Deny { reason(&verdict) } else { context(&verdict) };
    if !words.is_empty() {
        eprintln!("\n{words}");
    }
    ExitCode::from(u8::from(is_bad || verdict.decision == Decision::Deny))
}
