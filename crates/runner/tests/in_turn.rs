//! Hooks that run one after the other, and what one leaves for the next.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::time::Duration;

use hookward_runner::{Configuration, Event, Limits, Runner};
use serde_json::json;

fn configuration(hooks: &serde_json::Value) -> Configuration {
    let text = json!({"hooks": {"PreToolUse": hooks}}).to_string();
    let configuration = Configuration::parse(Path::new("settings.json"), &text);
    assert_eq!(configuration.problems, []);
    configuration
}

fn call(command: &str) -> Event {
    Event::before_tool("Bash", json!({"command": command}))
}

#[test]
fn a_guard_is_there_for_the_input_that_another_hook_has_made() {
    let folder = tempfile::tempdir().unwrap();
    let rewrite = r#"echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"git push"}}}'"#;
    let configuration = configuration(&json!([
        rewrite,
        {"command": "echo no; exit 2", "if": "Bash(git *)"},
    ]));
    let report = Runner::new(folder.path()).fire(&configuration, &call("ls"));
    assert_eq!(report.denial().as_deref(), Some("Hook denied: no"));
}

#[test]
fn a_guard_is_not_there_for_an_input_that_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let rewrite =
        r#"echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"ls"}}}'"#;
    let configuration = configuration(&json!([
        rewrite,
        {"command": "echo no; exit 2", "if": "Bash(git *)"},
    ]));
    let report = Runner::new(folder.path()).fire(&configuration, &call("git push"));
    assert_eq!((report.denial(), report.runs.len()), (None, 1));
}

#[test]
fn what_a_shell_has_started_may_clean_up_although_the_shell_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let script = "#!/bin/sh\ntrap 'sleep 0.05; touch cleaned; exit 0' TERM\nwhile :; do sleep 0.01; done\n";
    std::fs::write(folder.path().join("slow.sh"), script).unwrap();
    let limits =
        Limits { timeout: Duration::from_millis(300), grace: Duration::from_secs(2), ..Limits::default() };
    let runner = Runner { limits, ..Runner::new(folder.path()) };
    let report = runner.fire(&configuration(&json!(["sh slow.sh; true"])), &call("ls"));
    assert!(folder.path().join("cleaned").exists());
    assert!(
        report.runs.iter().flat_map(|run| &run.attempts).all(|attempt| attempt.time < Duration::from_secs(2))
    );
}
