//! A host that hands over its event in a variable and never closes standard input.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

mod support;

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use support::Machine;

fn hook(machine: &Machine, host: &str, prompt: &str) -> Child {
    let mut command: Command = machine.command(&["hook", host]);
    command.env("USER_PROMPT", prompt);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn said(child: &mut Child) -> String {
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn an_event_in_a_variable_is_answered_though_standard_input_stays_open() {
    let machine = Machine::new();
    let started = Instant::now();
    let mut child = hook(&machine, "kiro", r#"{"toolName":"execute_bash","toolArgs":{}}"#);
    let open = child.stdin.take();
    let text = said(&mut child);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(text.contains("does not tell what a tool is called with"), "{text}");
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    drop(open);
}

#[test]
fn what_comes_on_standard_input_counts_more_than_what_a_person_typed() {
    let machine = Machine::new();
    let mut child = hook(&machine, "kiro", r#"{"toolName":"fs_read","toolResult":"x"}"#);
    let event = r#"{"hook_event_name":"preToolUse","cwd":"/","tool_name":"execute_bash","tool_input":{"command":"rm -rf /"}}"#;
    child.stdin.take().unwrap().write_all(event.as_bytes()).unwrap();
    let text = said(&mut child);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(text.contains("catastrophic-deletion"), "{text}");
}
