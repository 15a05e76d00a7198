//! How commands are called: slips in it, and how what they run ends.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use support::{Machine, stderr};

#[test]
fn what_is_run_ends_as_a_shell_would_end_it() {
    let machine = Machine::new();
    machine.write("notes.txt", "no program\n");
    for (words, code) in [
        (&["nosuchprog"][..], 127),
        (&["./notes.txt"], 126),
        (&["sh", "-c", "exit 3"], 3),
        (&["sh", "-c", "kill -TERM $$"], 128 + 15),
        (&["sh", "-c", "kill -KILL $$"], 128 + 9),
    ] {
        let output = machine.run(&[&["run", "--"], words].concat());
        assert_eq!(output.status.code(), Some(code), "{words:?}: {}", stderr(&output));
    }
    assert!(stderr(&machine.run(&["run", "--", "nosuchprog"])).contains("nosuchprog cannot be run"));
}
