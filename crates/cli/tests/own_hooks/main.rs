//! The policy's own hooks through the real hook: what they answer takes part in the decision like what rules find.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

#[path = "../support/mod.rs"]
mod support;

mod answers;
mod attempts;
mod called_off;
mod choice;
mod imported;
mod inputs;
mod remembered;
mod stories;
#[cfg(target_os = "linux")]
mod trust;

use std::process::Output;

use serde_json::{Value, json};
use support::Machine;

/// A machine whose person's own policy is this: it needs no trust, as long as it runs nothing of the workspace.
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
