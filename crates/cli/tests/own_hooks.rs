//! The policy's own hooks through the real hook: what they answer takes part in the decision like what rules find.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::process::Output;

use serde_json::{Value, json};
use support::{Machine, answer, decision, stdout};

/// A machine whose person's own policy is this: it needs no trust.
fn machine(policy: &str) -> Machine {
    let machine = Machine::new();
    support::write(&machine.user_policy(), policy);
    machine
}

/// A hook of the person's policy that says this, exactly.
fn saying(id: &str, on: &str, said: &Value, more: &str) -> String {
    format!("[[hook]]\nid = \"{id}\"\non = \"{on}\"\nrun = '''echo '{said}' '''\n{more}\n")
}

fn specific(fields: &Value) -> Value {
    let mut fields = fields.clone();
    fields["hookEventName"] = json!("PreToolUse");
    json!({"hookSpecificOutput": fields})
}

fn text<'v>(answer: &'v Value, field: &str) -> &'v str {
    answer["hookSpecificOutput"][field].as_str().unwrap_or_default()
}

/// What the journal keeps, the last one first.
fn records(machine: &Machine) -> Vec<Value> {
    let text = std::fs::read_to_string(machine.state().join("journal.jsonl")).unwrap();
    text.lines().rev().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn bash(machine: &Machine, command: &str) -> Output {
    machine.hook("claude", &machine.bash(command))
}

#[test]
fn a_denial_in_json_is_given_with_its_reason_and_recorded() {
    let said = specific(&json!({"permissionDecision": "deny", "permissionDecisionReason": "not on Fridays"}));
    let machine = machine(&saying("gate/calendar", "before-tool", &said, ""));
    let output = bash(&machine, "make deploy");
    assert_eq!(decision(&output), "deny");
    let answer = answer(&output);
    let reason = text(&answer, "permissionDecisionReason");
    assert!(reason.starts_with("Hookward denied (gate/calendar): make deploy\nWhy: not on Fridays"), "{reason}");
    assert!(reason.contains("hookward allow-once"), "{reason}");
    let record = &records(&machine)[0];
    assert_eq!(record["findings"][0]["rule"], "gate/calendar");
    let ran = &record["ran"][0];
    assert_eq!((&ran["what"], &ran["how"]), (&json!("gate/calendar"), &json!("objects")));
    assert_eq!(ran["answer"]["exit"], 0);
    assert_eq!(ran["answer"]["read_as"], "JSON: denied");
    // Strikes and figures know it like a rule.
    assert!(stdout(&machine.run(&["stats"])).contains("gate/calendar"));
    bash(&machine, "make deploy");
    let third = support::answer(&bash(&machine, "make deploy"));
    assert!(text(&third, "permissionDecisionReason").contains("3 times in a row"), "{third}");
}
