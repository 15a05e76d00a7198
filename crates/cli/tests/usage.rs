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

use support::{Machine, decision, feed, stderr};

const NO_NPM: &str = "\
[[rule]]
id = \"gate/no-npm\"
on = \"shell\"
command = \"npm *\"
decision = \"deny\"
why = \"x\"
examples = { fires = [\"npm x\"], passes = [\"y\"] }

[roles.reviewer]
rules = { \"gate/*\" = \"off\" }
";

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

#[test]
fn a_role_counts_in_both_forms_and_a_flag_that_means_nothing_changes_no_answer() {
    let machine = Machine::new();
    machine.write("hookward.toml", NO_NPM);
    let asked = |flags: &[&str]| {
        feed(machine.command(&[&["hook", "claude"], flags].concat()), &machine.bash("npm ci"))
    };
    assert_eq!(decision(&asked(&[])), "deny");
    for flags in [&["--as=reviewer"][..], &["--as", "reviewer"]] {
        let output = asked(flags);
        assert_eq!((decision(&output).as_str(), stderr(&output).as_str()), ("", ""), "{flags:?}");
    }
    let plain = asked(&[]);
    for (flags, named) in [(&["--bogus"][..], "`--bogus`"), (&["--as"], "`--as`"), (&["x"], "`x`")] {
        let output = asked(flags);
        assert_eq!(
            (output.status.code(), decision(&output)),
            (plain.status.code(), decision(&plain)),
            "{flags:?}"
        );
        assert!(stderr(&output).contains(named), "{}", stderr(&output));
    }
}
