//! Of many at once, and of one that dies, nothing is lost.

use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::Repository;
use crate::support::{Machine, decision, feed};

#[test]
fn of_two_runs_at_once_each_is_known_by_its_own_name() {
    let repository = Repository::new();
    repository.tell("PreToolUse", "npm test", "first");
    // The first one still runs on what was there before this.
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.tell("PreToolUse", "npm test", "second");
    repository.tell("PostToolUse", "npm test", "first");
    assert!(repository.objection().contains("written while its call ran"), "{}", repository.objection());
    repository.tell("PostToolUse", "npm test", "never-begun");
    assert!(repository.objection().contains("nobody saw it begin"), "{}", repository.objection());
    repository.git(&["add", "-A"]);
    repository.tell("PostToolUse", "npm test", "second");
    assert_eq!(repository.objection(), "");
}

#[test]
fn two_hundred_events_of_one_session_at_once_leave_exact_counters() {
    const EVENTS: usize = 200;
    let machine = Machine::new();
    thread::scope(|scope| {
        for event in 0..EVENTS {
            let machine = &machine;
            scope.spawn(move || {
                let agent = format!("agent-{}", event % 4);
                let call = json!({
                    "tool_name": "Bash", "tool_input": {"command": "cat .env"}, "agent_id": agent, "agent_type": "x",
                });
                let output = machine.hook("claude", &machine.event("PreToolUse", &call));
                assert_eq!(decision(&output), "deny", "{output:?}");
            });
        }
    });
    assert_eq!(machine.journal().len(), EVENTS);
    let text = std::fs::read_to_string(machine.state().join("sessions/claude-s1")).unwrap();
    assert!(text.starts_with('='), "unsettled: {text}");
    let session: Value = serde_json::from_str(&text[1..]).unwrap();
    let strikes = session["strikes"].as_array().unwrap();
    assert_eq!(strikes.len(), 4, "{text}");
    let quarter = json!(EVENTS / 4);
    assert!(strikes.iter().all(|agent| agent["count"] == quarter), "{text}");
    let rows = session["rows"].as_array().unwrap();
    assert!(rows.len() == 4 && rows.iter().all(|row| row["length"] == quarter), "{text}");
}

#[test]
fn the_ledger_survives_processes_that_are_killed_at_any_point() {
    const CALLS: u64 = 120;
    let repository = Repository::new();
    // On a busy machine, nobody else may come as far as to make the ledger.
    repository.tell("PreToolUse", "npm test", "first");
    let killed = AtomicUsize::new(0);
    let whole = AtomicUsize::new(0);
    thread::scope(|scope| {
        for process in 0..4_u64 {
            let (repository, killed, whole) = (&repository, &killed, &whole);
            scope.spawn(move || {
                for call in 0..CALLS / 4 {
                    let event = json!({
                        "tool_name": "Bash", "tool_input": {"command": "npm test"},
                        "tool_use_id": format!("{process}-{call}"),
                    });
                    let mut command = repository.machine.command(&["hook", "claude"]);
                    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
                    let input = repository.machine.event("PreToolUse", &event);
                    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), &input);
                    // Spread over the life of a process, which starts git and reads the sources.
                    thread::sleep(Duration::from_micros((process * CALLS + call) * 7_919 % 60_000));
                    match child.try_wait().unwrap() {
                        None => killed.fetch_add(1, Ordering::Relaxed),
                        Some(_) => whole.fetch_add(1, Ordering::Relaxed),
                    };
                    let _ = child.kill();
                    child.wait().unwrap();
                }
            });
        }
    });
    assert!(killed.load(Ordering::Relaxed) > 0, "nobody was killed: the test proves nothing");
    // Whoever had time to answer has left a line, no line is torn, and what comes next is read.
    let text = std::fs::read_to_string(repository.ledger()).unwrap_or_default();
    let lines = text.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count();
    assert!(lines >= whole.load(Ordering::Relaxed), "{lines} of {}", whole.load(Ordering::Relaxed));
    assert_eq!(lines, text.lines().count(), "{text}");
    repository.tell("PreToolUse", "npm test", "last");
    assert!(repository.objection().contains("no run of the tests"), "{}", repository.objection());
    repository.tell("PostToolUse", "npm test", "last");
    assert_eq!(repository.objection(), "");
    // And a line that a full disk has cut takes no other with it.
    std::fs::write(
        repository.ledger(),
        format!("{}{{\"kind\":\"che", std::fs::read_to_string(repository.ledger()).unwrap()),
    )
    .unwrap();
    assert_eq!(repository.objection(), "");
    let _ = feed(repository.machine.command(&["hook", "claude"]), &repository.machine.bash("npm test"));
    assert_eq!(repository.objection(), "");
}
