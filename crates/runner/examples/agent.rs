//! A small agent: a loop with one tool, and the user's hooks before and after each call of it. Where a real one asks a model
//! what to do next, this one reads calls from its standard input, one a line:
//!
//! ```console
//! $ printf 'add 1 2\nadd 40 2\n' | cargo run --example agent -- path/to/project
//! ```
//!
//! Hooks in that folder's `.claude.json` or `.claude/settings.json` are told of each call as
//! `{"tool_name": "add", "tool_input": {"numbers": [1, 2]}}`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an agent talks")]

use std::io::{self, BufRead};
use std::path::PathBuf;
use std::sync::Arc;

use hookward_runner::{Configuration, Decision, Event, Hook, Observer, Report, Run, Runner};
use serde_json::{Value, json};

/// Shows the person what takes time.
struct Progress;

impl Observer for Progress {
    fn started(&self, hook: &Hook, _attempt: usize) {
        eprintln!("  … {}", hook.status.as_deref().unwrap_or(&hook.command.to_string()));
    }

    fn finished(&self, run: &Run) {
        eprintln!("  … {}", run.answer.read_as);
    }
}

struct Agent {
    configuration: Configuration,
    runner: Runner,
}

/// What the model is told of a call.
struct ToolResult {
    text: String,
    is_error: bool,
    /// A hook wants the agent to stop, for this reason.
    stop: Option<String>,
}

impl Agent {
    fn new(folder: PathBuf) -> Self {
        let configuration = Configuration::of_folder(&folder);
        for problem in &configuration.problems {
            eprintln!("{problem}");
        }
        let runner = Runner { observer: Some(Arc::new(Progress)), ..Runner::new(folder) };
        Self { configuration, runner }
    }

    fn fire(&self, event: &Event) -> Report {
        let report = self.runner.fire(&self.configuration, event);
        for message in &report.messages {
            eprintln!("  ! {message}");
        }
        report
    }

    /// Calls a tool, with hooks around it.
    fn call(&self, tool: &str, input: Value) -> ToolResult {
        let before = self.fire(&Event::before_tool(tool, input.clone()));
        if let Some(text) = before.denial() {
            return ToolResult { text, is_error: true, stop: before.stop };
        }
        // Nobody is here to be asked.
        if before.decision == Decision::Ask {
            return ToolResult {
                text: "Hook denied: a person would have to be asked".to_owned(),
                is_error: true,
                stop: before.stop,
            };
        }
        let input = before.updated_input.unwrap_or(input);
        let result = run_tool(tool, &input);
        let after = match &result {
            Ok(text) => Event::after_tool(tool, input, text.as_str()),
            Err(error) => Event::after_failed_tool(tool, input, error.as_str()),
        };
        let after = self.fire(&after);
        let is_error = result.is_err();
        let text = match after.updated_output {
            Some(Value::String(text)) => text,
            Some(other) => other.to_string(),
            None => result.unwrap_or_else(|error| error),
        };
        // What hooks have to say to the model stands behind what the tool has to say.
        let told = before.context.into_iter().chain(after.context);
        let text = std::iter::once(text).chain(told).collect::<Vec<_>>().join("\n");
        ToolResult { text, is_error, stop: before.stop.or(after.stop) }
    }
}

/// The one tool.
fn run_tool(tool: &str, input: &Value) -> Result<String, String> {
    match tool {
        "add" => {
            let numbers = input.get("numbers").and_then(Value::as_array).ok_or("there are no numbers")?;
            Ok(numbers.iter().filter_map(Value::as_i64).sum::<i64>().to_string())
        }
        other => Err(format!("there is no tool `{other}`")),
    }
}

fn main() -> io::Result<()> {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("."), PathBuf::from);
    let agent = Agent::new(folder.canonicalize()?);
    agent.fire(&Event::new("SessionStart").with("source", "startup"));
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let Some(tool) = words.next() else { continue };
        let numbers: Vec<i64> = words.filter_map(|word| word.parse().ok()).collect();
        let result = agent.call(tool, json!({"numbers": numbers}));
        println!("{}{}", if result.is_error { "error: " } else { "" }, result.text);
        if let Some(why) = result.stop {
            println!("stopped: {why}");
            break;
        }
    }
    agent.fire(&Event::new("SessionEnd").with("reason", "other"));
    Ok(())
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn hooks_stand_before_and_after_the_tool() {
        let folder = tempfile::tempdir().unwrap();
        let hooks = r#"{"hooks": {
            "PreToolUse": ["grep -q 13 && echo unlucky && exit 2; exit 0"],
            "PostToolUse": [{"matcher": "add", "command": "echo \"seen: $HOOK_TOOL_OUTPUT\""}]}}"#;
        std::fs::write(folder.path().join(".claude.json"), hooks).unwrap();
        let agent = Agent::new(folder.path().to_owned());
        let said = |result: ToolResult| (result.text, result.is_error);
        assert_eq!(said(agent.call("add", json!({"numbers": [1, 2]}))), ("3\nseen: 3".to_owned(), false));
        assert_eq!(
            said(agent.call("add", json!({"numbers": [13]}))),
            ("Hook denied: unlucky".to_owned(), true)
        );
        assert_eq!(said(agent.call("mul", json!({}))), ("there is no tool `mul`".to_owned(), true));
    }

    #[test]
    fn a_hook_may_stop_the_agent_and_change_what_the_model_sees() {
        let folder = tempfile::tempdir().unwrap();
        let answer = json!({"continue": false, "stopReason": "enough",
            "hookSpecificOutput": {"hookEventName": "PostToolUse", "updatedToolOutput": "several"}});
        let hooks = json!({"hooks": {"PostToolUse": [format!("echo '{answer}'")]}});
        std::fs::write(folder.path().join(".claude.json"), hooks.to_string()).unwrap();
        let result = Agent::new(folder.path().to_owned()).call("add", json!({"numbers": [1, 2]}));
        assert_eq!((result.text.as_str(), result.stop.as_deref()), ("several", Some("enough")));
    }
}
