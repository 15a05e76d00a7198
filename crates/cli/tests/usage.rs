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

use support::desk::Desk;
use support::{Machine, decision, feed, stderr, stdout};

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

#[test]
fn a_registration_with_a_flag_that_means_nothing_guards_and_the_doctor_names_the_flag() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "claude"]);
    let settings = desk.project(".claude/settings.json");
    desk.machine.write(
        ".claude/settings.json",
        &settings.replace("hookward hook claude\"", "hookward hook claude --as reviewer --bogus\""),
    );
    assert_eq!(desk.state("claude").0, "enforcing");
    let notes = desk.report("claude")["notes"].to_string();
    assert!(notes.contains("`--bogus` in its command has no effect"), "{notes}");
    assert!(!notes.contains("`reviewer`"), "{notes}");
}

#[test]
fn sync_sets_nothing_up_where_nobody_has_asked_for_it() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.machine.project().join(".claude")).unwrap();
    desk.fine(&["init", "--yes"]);
    desk.fine(&["sync", "--check"]);
    desk.fine(&["uninstall"]);
    for words in [&["sync"][..], &["sync", "--check"], &["sync", "--dry-run"]] {
        let output = desk.run(words);
        assert_eq!(output.status.code(), Some(64), "{words:?}");
        assert_eq!(stdout(&output), "", "{words:?}");
        assert!(stderr(&output).contains("not set up here: `hookward init`"), "{}", stderr(&output));
    }
    assert!(!desk.machine.project().join(".claude/settings.json").exists());
    // A policy alone is a wish.
    desk.machine.write("hookward.toml", "hosts = [\"claude\"]\n");
    desk.fine(&["sync"]);
    assert!(desk.project(".claude/settings.json").contains("hookward hook claude"));
}

#[test]
fn a_new_hook_says_when_registrations_have_to_follow_it() {
    let desk = Desk::new();
    let said = desk.fine(&["rules", "new", "first"]);
    assert!(!said.contains("hookward sync"), "{said}");
    desk.fine(&["init", "--yes", "--host", "claude"]);
    assert!(!desk.fine(&["rules", "new", "--rule", "second"]).contains("hookward sync"));
    desk.fine(&["sync", "--check"]);
    // Five seconds more, before tools.
    let said = desk.fine(&["rules", "new", "third"]);
    let drifted = desk.run(&["sync", "--check"]).status.code() == Some(1);
    assert_eq!(said.contains("run `hookward sync`"), drifted, "{said}");
    assert!(drifted, "{said}");
    desk.fine(&["sync"]);
    desk.fine(&["sync", "--check"]);
}

#[test]
fn help_is_there_in_all_its_forms() {
    let machine = Machine::new();
    for (words, said) in [
        (&["help"][..], "Guard this folder"),
        (&["help", "check"], "--content"),
        (&["help", "story", "set"], "--phase"),
        (&["fire", "--help"], "login shell"),
        (&["--help"], "Let one denied call through, once"),
    ] {
        let output = machine.run(words);
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        assert!(stdout(&output).contains(said), "{words:?}: {}", stdout(&output));
    }
    assert_eq!(machine.run(&["help", "nosuch"]).status.code(), Some(64));
}

#[test]
fn a_command_that_was_not_quoted_or_is_empty_is_a_wrong_usage_that_says_so() {
    let machine = Machine::new();
    for (words, said) in [
        (&["check", "ls", "-la"][..], "hookward check 'ls -la'"),
        (&["explain", "git", "status"], "hookward explain 'git status'"),
        (&["check", ""], "the command is empty"),
        (&["check", " \n"], "the command is empty"),
    ] {
        let output = machine.run(words);
        assert_eq!(output.status.code(), Some(64), "{words:?}");
        assert!(stderr(&output).contains(said), "{words:?}: {}", stderr(&output));
    }
    assert!(!stderr(&machine.run(&["check", "ls", "--nope"])).is_empty());
    // Any other slip needs no such hint.
    assert!(!stderr(&machine.run(&["log", "--nope"])).contains("Quote"));
    assert!(!stderr(&machine.run(&["check", "--nope", "ls"])).contains("Quote"));
}

#[test]
fn a_role_that_the_policy_does_not_have_is_said() {
    let machine = Machine::new();
    machine.write("hookward.toml", NO_NPM);
    let checked = |role: &str| machine.run(&["check", "--as", role, "npm ci"]);
    let (known, unknown) = (checked("reviewer"), checked("nosuchrole"));
    assert_eq!((known.status.code(), stderr(&known).as_str()), (Some(0), ""));
    assert_eq!(unknown.status.code(), Some(1));
    assert!(stderr(&unknown).contains("no role `nosuchrole`"), "{}", stderr(&unknown));
}

#[test]
fn a_gate_that_looks_into_files_can_be_tried_with_a_content() {
    let machine = Machine::new();
    machine.write(
        "hookward.toml",
        "[[gate.architecture]]\nid = \"no-fs\"\nfiles = \"src/**\"\nforbid = { import = \"fs\" }\nmessage = \"x\"\n",
    );
    machine.write("bad.txt", "import fs from \"fs\";\n");
    machine.write("good.txt", "export const one = 1;\n");
    let checked = |more: &[&str]| machine.run(&[&["check", "--write", "src/a.ts"], more].concat());
    assert_eq!(checked(&[]).status.code(), Some(0));
    assert_eq!(checked(&["--content", "good.txt"]).status.code(), Some(0));
    let output = checked(&["--content", "bad.txt"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("gate/architecture"), "{}", stdout(&output));
    let command = machine.command(&["check", "--write", "src/a.ts", "--content", "-"]);
    assert_eq!(feed(command, b"import fs from \"fs\";\n").status.code(), Some(1));
    assert_eq!(checked(&["--content", "nosuch.txt"]).status.code(), Some(64));
    assert_eq!(machine.run(&["check", "ls", "--content", "bad.txt"]).status.code(), Some(64));
}

#[test]
fn a_program_that_a_hook_does_not_find_may_be_on_another_path() {
    let machine = Machine::new();
    machine.write(
        ".claude.json",
        "{\"hooks\": {\"Stop\": [\"no-such-program-here\"], \"PreToolUse\": [\"exit 1\"]}}",
    );
    let said = stdout(&machine.run(&["fire", "Stop"]));
    assert!(said.contains("login shell, whose PATH may differ"), "{said}");
    let said = stdout(&machine.run(&["fire", "PreToolUse", "--tool", "bash"]));
    assert!(!said.contains("login shell"), "{said}");
}
