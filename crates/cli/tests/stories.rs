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

use support::{Machine, stderr, stdout};

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
    support::write_program(&tools.join("git"), "#!/bin/sh\ntouch \"$HOME/started\"\n");
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
fn a_test_is_seen_to_fail_before_its_code_is_written() {
    play("red");
}

#[test]
fn tests_inside_of_the_file_of_their_code_are_seen_to_fail_as_well() {
    play("red_inside");
}

#[cfg(feature = "grammars")]
#[test]
fn a_file_is_judged_by_what_it_says_in_its_language() {
    play("languages");
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
fn what_a_script_of_the_project_runs_counts_and_not_its_name() {
    play("scripts");
}

#[test]
fn where_the_root_is_no_project_each_of_those_below_is_tested() {
    play("projects");
}

#[test]
fn what_is_only_moved_is_nothing_new() {
    play("moved");
}

#[test]
fn decisions_on_the_architecture_hold_for_every_tool() {
    play("architecture");
}

#[test]
fn what_a_gate_has_refused_is_not_handed_to_a_program_that_nobody_knows_without_a_word() {
    play("handed_over");
}

#[test]
fn what_was_refused_is_refused_by_every_other_way_to_it() {
    play("refused");
}

#[test]
fn a_rule_that_is_tried_out_is_recorded_and_holds_nobody() {
    play("shadow");
}

#[test]
fn a_missing_test_is_named_as_its_neighbours_are() {
    play("neighbours");
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
