//! Whole sessions, played by `hookward test` from files that read like the session; and what needs a terminal, which no
//! story has.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use support::{Machine, answer, stderr, stdout};

/// Plays a story, or all stories of a folder.
fn played(path: &Path) {
    let machine = Machine::new();
    let tested = machine.run(&["test", path.to_str().unwrap()]);
    assert!(tested.status.success(), "{}{}", stdout(&tested), stderr(&tested));
    assert!(stdout(&tested).contains("played "), "{}", stdout(&tested));
    // The person's own journal and sessions are as they were.
    assert!(!machine.state().exists());
}

fn play(name: &str) {
    played(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/stories/{name}.story")));
}

/// The stories of an example policy.
fn play_example(name: &str) {
    let folder: PathBuf = support::example(name);
    played(&folder);
}

#[cfg(unix)]
#[test]
fn git_is_not_started_for_a_call_that_no_gate_looks_at() {
    let machine = Machine::new();
    let tools = machine.home().join("tools");
    support::write(&tools.join("git"), "#!/bin/sh\ntouch \"$HOME/started\"\n");
    let mut executable = std::fs::metadata(tools.join("git")).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut executable, 0o755);
    std::fs::set_permissions(tools.join("git"), executable).unwrap();
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    let call = |command: &str| {
        let mut hook = machine.command(&["hook", "claude"]);
        support::feed(
            {
                hook.env("PATH", &path);
                hook
            },
            &machine.bash(command),
        );
        machine.home().join("started").exists()
    };
    for command in ["git status", "npm test", "echo x > src/a.ts", "git merge main", "rm -rf dist"] {
        assert!(!call(command), "{command}");
    }
    machine.write("hookward.toml", "extends = [\"workflow\"]\n");
    assert!(!call("git status"));
    assert!(call("npm test"));
}

#[test]
fn tests_come_first_and_a_commit_needs_evidence() {
    play("tests_first");
}

#[test]
fn a_commit_is_one_by_whichever_tool_it_is_made() {
    play("commits");
}

#[test]
fn a_file_is_changed_by_whichever_way() {
    play("channels");
}

#[test]
fn tests_lie_where_the_language_and_the_package_have_them() {
    play("layouts");
}

#[test]
fn a_mock_of_the_projects_own_code_is_one_in_every_language() {
    play("mocks");
}

#[test]
fn a_person_lets_one_call_pass_or_switches_off_for_a_time() {
    play("people");
}

#[test]
fn what_only_a_person_may_say_is_refused_without_a_terminal() {
    let machine = Machine::new();
    let output = machine.hook("claude", &machine.bash("cat .env"));
    let reason = answer(&output).to_string();
    let id: String = reason.split("allow-once ").nth(1).unwrap().chars().take(8).collect();
    for command in [
        vec!["allow-once", &id],
        vec!["skip", "gate/missing-evidence"],
        vec!["pause", "10m"],
        vec!["verify"],
        vec!["resolve", "s1", "override"],
    ] {
        let refused = machine.run(&command);
        assert!(!refused.status.success() || command[0] == "resolve", "{command:?}");
    }
    assert_eq!(machine.judge("cat .env"), "deny");
    assert!(!machine.home().join(".local/state/hookward/leave.json").exists());
    // And what nobody may say at all.
    for (command, status) in [
        (vec!["pause", "2h"], 64),
        (vec!["pause", "soon"], 64),
        (vec!["allow-once", "1"], 64),
        (vec!["skip", "gate/no-such"], 64),
        (vec!["skip", "security/secret-read"], 70),
    ] {
        assert_eq!(machine.run(&command).status.code(), Some(status), "{command:?}");
    }
}

#[test]
fn a_plan_comes_first_and_its_executor_carries_it_out() {
    play("plan");
}

#[test]
fn a_new_file_says_what_it_is_for() {
    play("documentation");
}

#[test]
fn a_policy_has_its_own_words_and_limit() {
    play("words");
}

#[test]
fn somebody_is_told_when_something_becomes_blocked_once_that_is_trusted() {
    let machine = Machine::new();
    machine.write("hookward.toml", "[strikes]\nlimit = 1\nnotify = \"sleep 2; cat >> \\\"$HOME/told\\\"\"\n");
    let told = || std::fs::read_to_string(machine.home().join("told")).unwrap_or_default();
    let deny = |times: usize| {
        for _ in 0..times {
            assert_eq!(machine.judge("cat .env"), "deny");
        }
    };
    deny(3);
    assert_eq!(told(), "", "nobody has trusted it");
    machine.at_a_terminal("trust", "Trusted.");
    machine.at_a_terminal("resolve s1 fix", "Resolved.");
    deny(1);
    assert_eq!(told(), "");
    // Nobody waits for whoever is told.
    let start = std::time::Instant::now();
    deny(3);
    assert!(start.elapsed() < std::time::Duration::from_secs(2), "{:?}", start.elapsed());
    let is_there = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        !told().is_empty()
    });
    assert!(is_there, "nobody was told");
    let said: Value = serde_json::from_str(&told()).expect("it is told once");
    assert_eq!(said[0]["rule"], "security/secret-read");
    assert_eq!((&said[0]["session"], &said[0]["strikes"]), (&json!("s1"), &json!(2)));
}

#[test]
fn nothing_else_is_begun_while_tests_fail() {
    play("failing_tests");
}

#[test]
fn a_person_sees_it_work_first() {
    play("proof");
}

#[test]
fn an_agent_that_does_not_listen_waits_for_a_person() {
    play("strikes");
}

#[test]
fn what_was_not_tested_is_not_passed_off() {
    play("forged");
}

#[test]
fn decisions_on_the_architecture_hold_for_every_tool() {
    play("architecture");
}

#[test]
fn what_was_refused_is_refused_by_every_other_way_to_it() {
    play("refused");
}

#[test]
fn the_example_of_seed_000_plays_its_document() {
    play_example("seed-000");
}

#[test]
fn the_example_of_seed_001_plays_its_document() {
    play_example("seed-001");
}

#[test]
fn the_example_of_seed_002_plays_its_document() {
    play_example("seed-002");
}

#[test]
fn the_example_of_seed_003_plays_its_document() {
    play_example("seed-003");
}

#[test]
fn the_example_of_seed_004_plays_its_document() {
    play_example("seed-004");
}
