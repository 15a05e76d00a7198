//! What hooks have said, for people and for programs.

use std::time::Duration;

use anstream::println;
use hookward_runner::{Attempt, Command, Configuration, Decision, Event, Hook, Observer, Report, Run};
use serde_json::{Value, json};

use crate::paint::{DIM, field, style};

/// Shows each process as it starts and ends.
pub(super) struct Trace;

impl Observer for Trace {
    fn started(&self, hook: &Hook, attempt: usize) {
        let again = if attempt > 1 { format!(", try {attempt}") } else { String::new() };
        let beside = if hook.background { ", in the background" } else { "" };
        println!("{}", field("start", &format!("{} ({}{beside}{again})", hook.command, hook.place)));
    }

    fn tried(&self, hook: &Hook, attempt: &Attempt) {
        let fallback = if attempt.command == hook.command.to_string() { "" } else { " (fallback)" };
        println!("{}", field("end", &format!("{}{fallback} after {}", attempt.command, time(attempt.time))));
        let exit = attempt.exit.map_or_else(|| "none".to_owned(), |exit| exit.to_string());
        println!("{}", field("  exit", &exit));
        for (name, text) in [("  stdout", &attempt.output), ("  stderr", &attempt.errors)] {
            if !text.trim().is_empty() {
                println!("{}", field(name, text.trim_end()));
            }
        }
        if attempt.cut {
            println!("{}", field("  cut", "it wrote more than is kept"));
        }
        println!("{}", field("  read", &attempt.read_as));
    }

    fn finished(&self, run: &Run) {
        for note in &run.answer.notes {
            println!("{}", field("  note", note));
        }
        if let Some(fault) = &run.answer.fault {
            println!("{}", field("  fault", &fault.to_string()));
        }
    }
}

/// What hooks are told.
pub(super) fn event(event: &Event) {
    println!("{}", field("stdin", event.payload().trim_end()));
    for (name, value) in event.variables() {
        println!("{}", field("variable", &format!("{name}={value}")));
    }
}

pub(super) fn as_text(configuration: &Configuration, event: &Event, report: &Report, beside: &[Run]) {
    problems(configuration);
    if report.runs.is_empty() && beside.is_empty() {
        println!("{}", field("hooks", &none(configuration, event)));
    }
    for run in report.runs.iter().chain(beside) {
        let place = run.hook.place.path.as_str();
        let beside = if run.hook.background { ", in the background: decides nothing" } else { "" };
        let command = &run.hook.command;
        println!("{}", field("hook", &format!("{command} {DIM}({place}, {}{beside}){DIM:#}", total(run))));
        println!("{}", field("", &run.answer.read_as));
        if lacks_a_program(run) {
            println!("{}", field("", "note: hooks run in a login shell, whose PATH may differ from yours"));
        }
        for note in &run.answer.notes {
            println!("{}", field("", &format!("note: {note}")));
        }
    }
    for text in &report.context {
        println!("{}", field("model", text));
    }
    for text in &report.messages {
        println!("{}", field("person", text));
    }
    if let Some(input) = &report.updated_input {
        println!("{}", field("input", &input.to_string()));
    }
    if let Some(output) = &report.updated_output {
        println!("{}", field("output", &output.to_string()));
    }
    if let Some(why) = &report.stop {
        println!("{}", field("stop", why));
    }
    let decision = style(as_policy(report.decision));
    println!("{}", field("decision", &format!("{decision}{}{decision:#}", word(report.decision))));
    match (report.denial(), &report.reason) {
        (Some(denial), _) => println!("{denial}"),
        (None, Some(reason)) => println!("{}", field("why", reason)),
        (None, None) => {}
    }
}

/// Where the hooks of a policy are tried.
pub(super) fn elsewhere() {
    println!(
        "{}",
        field("also", "own hooks of the policy are asked by `hookward hook`; `hookward test` plays them")
    );
}

pub(super) fn as_json(configuration: &Configuration, report: &Report, beside: &[Run]) -> anyhow::Result<()> {
    let hooks: Vec<Value> = report.runs.iter().chain(beside).map(hook_as_json).collect();
    let problems: Vec<String> = configuration.problems.iter().map(ToString::to_string).collect();
    let denial = report.denial();
    let messages: Vec<&String> = denial.iter().chain(&report.context).chain(&report.messages).collect();
    let said = json!({
        "decision": word(report.decision),
        "reason": report.reason,
        "hooks": hooks,
        "messages": messages,
        "context": report.context,
        "updated_input": report.updated_input,
        "updated_output": report.updated_output,
        "stop": report.stop,
        "problems": problems,
    });
    println!("{}", serde_json::to_string(&said)?);
    Ok(())
}

fn hook_as_json(run: &Run) -> Value {
    let last = run.attempts.last();
    json!({
        "command": run.hook.command.to_string(),
        "exit": last.and_then(|attempt| attempt.exit),
        "ms": run.attempts.iter().map(|attempt| attempt.time).sum::<Duration>().as_millis(),
        "read_as": run.answer.read_as,
        "stdout": last.map(|attempt| attempt.output.as_str()),
        "stderr": last.map(|attempt| attempt.errors.as_str()),
        "tries": run.attempts.len(),
        "background": run.hook.background,
        "fault": run.answer.fault.as_ref().map(ToString::to_string),
        "notes": run.answer.notes,
        "place": {
            "file": run.hook.place.file, "line": run.hook.place.line, "column": run.hook.place.column,
            "path": run.hook.place.path,
        },
    })
}

/// Whether a login shell has not found what it was to run.
fn lacks_a_program(run: &Run) -> bool {
    let is_lacking = run.attempts.last().and_then(|attempt| attempt.exit) == Some(127);
    is_lacking && matches!(run.hook.command, Command::Login(_))
}

fn problems(configuration: &Configuration) {
    for problem in &configuration.problems {
        println!("{}", field("problem", &problem.to_string()));
    }
}

/// Why no hook has run.
fn none(configuration: &Configuration, event: &Event) -> String {
    if let Some(file) = &configuration.disabled_by {
        return format!("none: {} switches all of them off (disableAllHooks)", file.display());
    }
    if configuration.files.is_empty() {
        return "none: there is no .claude.json and no .claude/settings.json here".to_owned();
    }
    let about = event.subject().map_or_else(String::new, |subject| format!(" `{subject}`"));
    match configuration.hooks.iter().filter(|hook| hook.event == event.name()).count() {
        0 => format!("none is for {}", event.name()),
        1 => format!("the one for {} does not match{about}", event.name()),
        many => format!("none of the {many} for {} matches{about}", event.name()),
    }
}

fn total(run: &Run) -> String {
    time(run.attempts.iter().map(|attempt| attempt.time).sum())
}

fn time(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}

/// A decision in the word that an agent acts on: who says nothing does not hold it up.
fn word(decision: Decision) -> &'static str {
    match decision {
        Decision::Silent | Decision::Allow => "allow",
        Decision::Ask => "ask",
        Decision::Deny => "deny",
    }
}

/// The decision of a rule that has the same colour.
fn as_policy(decision: Decision) -> hookward_core::Decision {
    match decision {
        Decision::Silent => hookward_core::Decision::Silent,
        Decision::Allow => hookward_core::Decision::Approve,
        Decision::Ask => hookward_core::Decision::Ask,
        Decision::Deny => hookward_core::Decision::Deny,
    }
}
