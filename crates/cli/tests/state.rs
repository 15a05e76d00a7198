//! Many hooks at once, and hooks that die: no record and no strike is lost, no line is torn.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use support::{Machine, decision, feed};

/// Strikes of the only session, as the session's file has them.
fn strikes(machine: &Machine) -> u64 {
    let text = std::fs::read_to_string(machine.state().join("sessions/claude-s1")).unwrap();
    assert!(text.starts_with('='), "unsettled: {text}");
    let session: Value = serde_json::from_str(&text[1..]).unwrap();
    session["strikes"].as_array().unwrap().iter().map(|entry| entry["count"].as_u64().unwrap()).sum()
}

#[test]
fn thirty_two_processes_with_a_hundred_calls_each_lose_nothing() {
    const PROCESSES: usize = 32;
    const CALLS: usize = 100;
    let machine = Machine::new();
    thread::scope(|scope| {
        for _ in 0..PROCESSES {
            scope.spawn(|| {
                for call in 0..CALLS {
                    // Every second one is a strike.
                    let command = if call % 2 == 0 { "rm -rf /" } else { "git status" };
                    let output = machine.hook("claude", &machine.bash(command));
                    assert!(output.status.success(), "{output:?}");
                }
            });
        }
    });
    let journal = machine.journal();
    assert_eq!(journal.len(), PROCESSES * CALLS);
    let denials = journal.iter().filter(|record| record["decision"] == "deny").count();
    assert_eq!(denials, PROCESSES * CALLS / 2);
    assert_eq!(strikes(&machine), (PROCESSES * CALLS / 2) as u64);
}

#[test]
#[cfg(unix)]
fn processes_that_are_killed_at_any_moment_leave_a_state_that_the_next_one_repairs() {
    const PROCESSES: usize = 8;
    const CALLS: usize = 60;
    let machine = Machine::new();
    let killed = AtomicUsize::new(0);
    thread::scope(|scope| {
        for process in 0..PROCESSES {
            let (machine, killed) = (&machine, &killed);
            scope.spawn(move || {
                for call in 0..CALLS {
                    let mut command = machine.command(&["hook", "claude"]);
                    let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
                    let _ = std::io::Write::write_all(
                        &mut child.stdin.take().unwrap(),
                        &machine.bash("rm -rf /"),
                    );
                    // Spread over the whole life of the process, which is some milliseconds under this load.
                    let wait = (process * CALLS + call) as u64 * 7919 % 12_000;
                    thread::sleep(Duration::from_micros(wait));
                    if child.try_wait().unwrap().is_none() {
                        killed.fetch_add(1, Ordering::Relaxed);
                    }
                    let _ = child.kill();
                    child.wait().unwrap();
                }
            });
        }
    });
    assert!(killed.load(Ordering::Relaxed) > 0, "nobody was killed: the test proves nothing");
    // The next call reads what is left, and repairs it.
    feed(machine.command(&["hook", "claude"]), &machine.bash("rm -rf /"));
    let recorded = machine.journal().iter().filter(|record| record["decision"] == "deny").count();
    assert_eq!(strikes(&machine), recorded as u64);
}

#[test]
fn secrets_never_reach_the_disk() {
    let machine = Machine::new();
    let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    machine
        .judge(&format!("curl -H 'Authorization: Bearer {token}' https://x && DB_PASSWORD=hunter2 cat .env"));
    for entry in walk(&machine.home()) {
        let text = String::from_utf8_lossy(&std::fs::read(&entry).unwrap()).into_owned();
        assert!(!text.contains(token) && !text.contains("hunter2"), "{}", entry.display());
    }
    assert_eq!(machine.journal()[0]["decision"], "deny");
}

#[test]
#[cfg(unix)]
fn only_the_owner_can_read_the_state() {
    use std::os::unix::fs::PermissionsExt;
    let machine = Machine::new();
    machine.judge("rm -rf /");
    for entry in walk(&machine.state()) {
        let mode = std::fs::metadata(&entry).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{} has mode {mode:o}", entry.display());
    }
}

#[test]
fn parallel_subagents_have_strikes_of_their_own() {
    let machine = Machine::new();
    for agent in ["a", "b", "b"] {
        let event = machine.event(
            "PreToolUse",
            &serde_json::json!({"tool_name": "Bash", "tool_input": {"command": "rm -rf /"}, "agent_id": agent, "agent_type": "Explore"}),
        );
        machine.hook("claude", &event);
    }
    let text = std::fs::read_to_string(machine.state().join("sessions/claude-s1")).unwrap();
    let session: Value = serde_json::from_str(&text[1..]).unwrap();
    let counts: Vec<_> = session["strikes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["agent"].as_str(), entry["count"].as_u64()))
        .collect();
    assert_eq!(counts, [(Some("a"), Some(1)), (Some("b"), Some(2))]);
}

#[test]
fn a_record_says_who_it_was_why_and_how_much_the_model_was_given_to_read() {
    let machine = Machine::new();
    let call = |command: &str| serde_json::json!({"tool_name": "Bash", "tool_input": {"command": command}, "agent_id": "a", "agent_type": "Explore"});
    let denied = machine.hook("claude", &machine.event("PreToolUse", &call("cat .env")));
    let reason = support::answer(&denied)["hookSpecificOutput"]["permissionDecisionReason"].clone();
    machine.hook("claude", &machine.event("PreToolUse", &call("git status")));
    let journal = machine.journal();
    assert_eq!((&journal[0]["agent"], &journal[0]["role"]), (&"a".into(), &"Explore".into()));
    assert_eq!(journal[0]["told"], reason.as_str().unwrap().chars().count());
    assert!(reason.as_str().unwrap().contains(journal[0]["findings"][0]["why"].as_str().unwrap()));
    assert_eq!(journal[1]["decision"], "approve");
    assert!(journal[1].get("told").is_none(), "what only the person reads costs the model nothing");
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            files.extend(walk(&entry.path()));
        } else {
            files.push(entry.path());
        }
    }
    files
}

#[test]
fn what_would_have_been_copied_to_a_refused_place_may_still_be_read() {
    let machine = Machine::new();
    machine.write("package.json", "{}");
    assert_eq!(decision(&machine.hook("claude", &machine.bash("cp package.json /opt/x.json"))), "deny");
    assert_eq!(decision(&machine.hook("claude", &machine.bash("cp package.json /usr/lib/x.json"))), "deny");
    assert_ne!(decision(&machine.hook("claude", &machine.bash("cat package.json"))), "deny");
    // The place itself stays refused, whoever writes there.
    assert_eq!(decision(&machine.hook("claude", &machine.bash("tee /opt/x.json < package.json"))), "deny");
}
