//! Markers with which a person lets agents pass a gate: what passes by one is recorded and said, and one that an agent's call
//! has made, by whatever program, lets nobody pass. The test itself is that program.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use serde_json::{Value, json};
use support::{Machine, answer, decision, stdout};

const POLICY: &str =
    "[rules]\n\"gate/missing-plan\" = \"enforce\"\n\"gate/foreign-plan-file\" = \"enforce\"\n";

fn machine() -> Machine {
    let machine = Machine::new();
    machine.write("hookward.toml", POLICY);
    assert_eq!(writes(&machine), "deny");
    machine
}

/// A new source that needs a plan.
fn writes(machine: &Machine) -> String {
    let input = json!({"file_path": machine.project().join("src/cart.ts"), "content": "x\n".repeat(30)});
    decision(
        &machine.hook(
            "claude",
            &machine.event("PreToolUse", &json!({"tool_name": "Write", "tool_input": input})),
        ),
    )
}

fn event(machine: &Machine, name: &str, command: &str, id: &str) -> Vec<u8> {
    machine.event(
        name,
        &json!({
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": id,
            "tool_response": {"stdout": "", "stderr": "", "interrupted": false},
        }),
    )
}

/// A call while which something happens; gives what is said at its end.
fn call(machine: &Machine, command: &str, meanwhile: impl FnOnce()) -> String {
    let before = decision(&machine.hook("claude", &event(machine, "PreToolUse", command, "t1")));
    assert!(before.is_empty() || before == "ask", "{command}: {before}");
    meanwhile();
    let after = answer(&machine.hook("claude", &event(machine, "PostToolUse", command, "t1")));
    after["systemMessage"].as_str().unwrap_or_default().to_owned()
}

fn said(machine: &Machine, arguments: &[&str]) -> String {
    stdout(&machine.run(arguments))
}

#[test]
fn what_a_persons_marker_lets_pass_is_recorded_and_said() {
    let machine = machine();
    machine.write(".skip-plan", "");
    assert_eq!(writes(&machine), "");
    let last = machine.journal().pop().unwrap();
    let passed = &last["bypassed"][0];
    assert_eq!((&passed["rule"], &passed["marker"]), (&json!("gate/missing-plan"), &json!(".skip-plan")));
    assert_eq!((&passed["matched"], &passed["why"]), (&json!("src/cart.ts"), &json!("there is no plan")));
    assert!(
        said(&machine, &["log"]).contains("gate/missing-plan off by .skip-plan"),
        "{}",
        said(&machine, &["log"])
    );
    let line = "gate/missing-plan is off by .skip-plan";
    for command in [&["status"][..], &["facts"], &["check", "ls"], &["doctor"]] {
        assert!(said(&machine, command).contains(line), "{command:?}: {}", said(&machine, command));
    }
    for command in [&["status", "--json"][..], &["facts", "--json"], &["check", "--json", "ls"]] {
        let told: Value = serde_json::from_str(&said(&machine, command)).unwrap();
        assert_eq!(told["off"][0]["marker"], ".skip-plan", "{command:?}: {told}");
    }
    // The other gate has no marker.
    assert!(!said(&machine, &["status"]).contains("foreign-plan-file"));
    let checked = said(&machine, &["check", "--write", "src/new.go", "--content", "hookward.toml"]);
    assert!(!checked.contains("gate/missing-plan → deny"), "{checked}");
}

#[test]
fn a_marker_that_a_call_has_made_lets_nobody_pass() {
    for command in ["./build-tool --all", "git stash pop", "git checkout other", "git merge other"] {
        let machine = machine();
        let told = call(&machine, command, || machine.write(".skip-plan", ""));
        assert!(told.contains(&format!(".skip-plan was made while `{command}` ran")), "{command}: {told}");
        assert_eq!(writes(&machine), "deny", "{command}");
        let status = said(&machine, &["status"]);
        assert!(status.contains("lets nobody pass") && !status.contains("is off by"), "{status}");
        // Another call changes nothing of it, and a person may begin anew.
        call(&machine, "npm test", || {});
        assert_eq!(writes(&machine), "deny", "{command}");
        std::fs::remove_file(machine.project().join(".skip-plan")).unwrap();
        assert_eq!(writes(&machine), "deny", "{command}");
        machine.write(".skip-plan", "");
        assert_eq!(writes(&machine), "", "{command}");
    }
}

#[test]
fn a_person_may_take_it_for_their_own() {
    let machine = machine();
    call(&machine, "./build-tool", || machine.write(".skip-plan", ""));
    machine.at_a_terminal("trust .skip-plan", "Trusted");
    assert_eq!(writes(&machine), "");
}

#[test]
fn what_a_call_has_left_running_is_no_person() {
    let machine = machine();
    call(&machine, "./watch-tool &", || {});
    machine.write(".skip-plan", "");
    assert_eq!(writes(&machine), "deny");
}

#[test]
fn a_marker_that_was_there_stays_a_persons() {
    let machine = machine();
    machine.write(".skip-plan", "");
    assert_eq!(call(&machine, "./build-tool --all", || {}), "");
    assert_eq!(writes(&machine), "");
}
