//! A host that has loaded two registrations asks twice about each call: that is one call.

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
use support::{Machine, answer, decision};

/// What two registrations answer to a call with this name.
fn asked_twice(machine: &Machine, command: &str, id: &str) -> [(String, Value); 2] {
    let call = json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": id});
    let event = machine.event("PreToolUse", &call);
    std::array::from_fn(|_| {
        let output = machine.hook("claude", &event);
        (decision(&output), answer(&output))
    })
}

fn blocked(machine: &Machine) -> Value {
    serde_json::from_slice(&machine.run(&["blocked", "--json"]).stdout).unwrap()
}

#[test]
fn a_denial_counts_once_and_is_told_the_same_twice() {
    let machine = Machine::new();
    machine.write("hookward.toml", "[strikes]\nlimit = 1\n");
    let [first, second] = asked_twice(&machine, "cat .env", "toolu_1");
    assert_eq!(first.0, "deny");
    assert_eq!(first, second);
    assert_eq!(blocked(&machine), json!([]));
    let [first, second] = asked_twice(&machine, "cat .env", "toolu_2");
    assert_eq!(first, second);
    assert_eq!(blocked(&machine)[0]["strikes"], 2);
}

#[test]
fn without_a_name_of_the_host_each_call_is_another() {
    let machine = Machine::new();
    machine.write("hookward.toml", "[strikes]\nlimit = 1\n");
    assert_eq!((machine.judge("cat .env"), machine.judge("cat .env")), ("deny".into(), "deny".into()));
    assert_eq!(blocked(&machine)[0]["strikes"], 2);
}

#[test]
fn what_a_person_allows_once_passes_both_and_the_next_call_does_not() {
    let machine = Machine::new();
    let [(_, denied), _] = asked_twice(&machine, "cat .env", "toolu_1");
    let id: String = denied.to_string().split("allow-once ").nth(1).unwrap().chars().take(8).collect();
    machine.at_a_terminal(&format!("allow-once {id}"), "Allowed once.");
    for (decision, answer) in asked_twice(&machine, "cat .env", "toolu_2") {
        assert_ne!(decision, "deny", "{answer}");
    }
    let [(decision, _), _] = asked_twice(&machine, "cat .env", "toolu_3");
    assert_eq!(decision, "deny");
    // The name of a call does not cover another one.
    let [(decision, _), _] = asked_twice(&machine, "cat config/.env", "toolu_2");
    assert_eq!(decision, "deny");
}
