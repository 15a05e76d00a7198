//! `fire`: runs the hooks of this folder on an event, as an agent would, and shows what they say. For people who write hooks.

mod shown;

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use hookward_core::policy::nearest;
use hookward_io::called_off;
use hookward_runner::{
    Configuration, Decision, Event, Gravity, Observer, Order, Runner, known_events, parse_json,
};
use serde_json::Value;

use super::{Outcome, Usage, current_directory};
use crate::situation::Situation;

const SHELL: &str = "\
Hooks run in a login shell (`sh -lc`), as agents run them: what /etc/profile and ~/.profile say holds, and its PATH may differ \
from yours.";

#[derive(Args)]
#[command(after_help = SHELL)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Arguments {
    /// The event, such as `PreToolUse` or `SessionStart`
    event: String,
    /// The tool that is called
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,
    /// The tool's input, as JSON (`-`: standard input)
    #[arg(long, value_name = "JSON", requires = "tool")]
    input: Option<String>,
    /// What the tool gave back
    #[arg(long, value_name = "TEXT", requires = "tool")]
    output: Option<String>,
    /// The tool failed
    #[arg(long, requires = "tool")]
    is_error: bool,
    /// Another field of the event, such as `source=startup` or `agent_type=planner` (repeatable)
    #[arg(long, value_name = "FIELD=VALUE")]
    with: Vec<String>,
    /// Run the hooks at once, not one after the other
    #[arg(long)]
    parallel: bool,
    /// Show each process, its time, its output, and how its answer was read
    #[arg(long)]
    trace: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let folder = current_directory()?;
    // By its short names: they are shown.
    let configuration = Configuration::of_folder(Path::new(""));
    known(arguments, &configuration)?;
    let event = event_of(arguments)?.with("cwd", folder.display().to_string());
    let order = if arguments.parallel { Order::Parallel } else { Order::InOrder };
    // A trace is shown while it happens: a hook that hangs is what it is wanted for.
    let observer: Option<Arc<dyn Observer>> =
        if arguments.trace && !arguments.json { Some(Arc::new(shown::Trace)) } else { None };
    if observer.is_some() {
        shown::event(&event);
    }
    let runner = Runner { order, observer, abort: called_off().clone(), ..Runner::new(folder) };
    let mut report = runner.fire(&configuration, &event);
    // Nobody reads on after us: what runs beside is waited for, so that it can be shown.
    let beside: Vec<_> = report.background.drain(..).filter_map(hookward_runner::Background::wait).collect();
    if arguments.json {
        shown::as_json(&configuration, &report, &beside)?;
    } else {
        shown::as_text(&configuration, &event, &report, &beside);
        if report.runs.is_empty() && beside.is_empty() && has_own_hooks(&runner.directory) {
            shown::elsewhere();
        }
    }
    let is_broken = configuration.problems.iter().any(|problem| problem.gravity == Gravity::LeftOut);
    Ok(if report.decision == Decision::Deny || is_broken { Outcome::Found } else { Outcome::Fine })
}

/// Whether somebody may look for the hooks of a policy here.
fn has_own_hooks(folder: &Path) -> bool {
    !Situation::find(&[], &folder.display().to_string()).as_written().hooks.is_empty()
}

/// An agent may have events of its own; but one that no hook here is for is a slip.
fn known(arguments: &Arguments, configuration: &Configuration) -> anyhow::Result<()> {
    let own = configuration.hooks.iter().map(|hook| hook.event.as_str());
    let names: Vec<&str> = own.chain(known_events().map(|name: &'static str| name)).collect();
    let event = arguments.event.as_str();
    if names.contains(&event) {
        return Ok(());
    }
    let hint = match nearest(event, names) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("there are {}", known_events().collect::<Vec<_>>().join(", ")),
    };
    Err(Usage(format!("there is no event `{event}`, and no hook here is for one of that name; {hint}"))
        .into())
}

fn event_of(arguments: &Arguments) -> anyhow::Result<Event> {
    let mut event = Event::new(&arguments.event).with("session_id", "hookward-fire");
    if let Some(tool) = &arguments.tool {
        let input = match arguments.input.as_deref() {
            Some("-") => {
                let mut text = String::new();
                std::io::stdin().read_to_string(&mut text).context("standard input cannot be read")?;
                text
            }
            Some(text) => text.to_owned(),
            None => "{}".to_owned(),
        };
        let input = parse_json(&input).map_err(|error| {
            Usage(format!("--input is not JSON: {error}; write it as '{{\"command\": \"ls\"}}'"))
        })?;
        event = event.with("tool_name", tool.as_str()).with("tool_input", input);
        let is_over = matches!(arguments.event.as_str(), "PostToolUse" | "PostToolUseFailure");
        if is_over || arguments.output.is_some() || arguments.is_error {
            let is_failure = arguments.event == "PostToolUseFailure";
            let field = if is_failure { "tool_error" } else { "tool_output" };
            let output = arguments.output.as_deref().unwrap_or_default();
            event = event.with(field, output).with("tool_result_is_error", arguments.is_error || is_failure);
        }
    }
    for field in &arguments.with {
        let Some((name, value)) = field.split_once('=') else {
            return Err(Usage(format!("--with {field} is no field; write FIELD=VALUE")).into());
        };
        let value = match value {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            text => text.into(),
        };
        event = event.with(name, value);
    }
    Ok(event)
}
