//! `hookward test` with stories: what it reports, and what it leaves alone.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use serde_json::Value;
use support::{Machine, stderr, stdout};

const POLICY: &str = "[rules]\n\"gate/missing-evidence\" = \"enforce\"\n";

/// A project with a policy and these stories.
fn project(stories: &[(&str, &str)]) -> Machine {
    let machine = Machine::new();
    machine.write("hookward.toml", POLICY);
    for (name, text) in stories {
        machine.write(name, text);
    }
    machine
}

#[test]
fn stories_beside_the_policy_are_played_and_a_failure_names_step_expected_and_got() {
    let machine = project(&[
        (
            "stories/good.story",
            "on branch x\nbash git commit --allow-empty -m x\n    denied by gate/missing-evidence\n",
        ),
        (
            "bad.story",
            "# Wrong.\n\non branch x\nbash npm test\n    goes on, ends badly\nbash git commit --allow-empty -m x\n    goes on\n",
        ),
    ]);
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(1), "{}", stderr(&tested));
    let said = stdout(&tested);
    assert!(said.contains("played  stories/good.story: 2 steps"), "{said}");
    assert!(said.contains("failed  bad.story:6: bash git commit --allow-empty -m x"), "{said}");
    assert!(said.contains("  expected  goes on\n  got       denied: "), "{said}");
    assert!(said.contains("1 passed, 1 failed"), "{said}");
    let told: Value = serde_json::from_slice(&machine.run(&["test", "--json"]).stdout).unwrap();
    assert_eq!((&told["passed"], &told["failed"]), (&1.into(), &1.into()));
    let failure = &told["failures"][0];
    assert_eq!((failure["story"].as_str(), failure["line"].as_u64()), (Some("bad.story"), Some(6)));
    assert_eq!(machine.run(&["test", "stories"]).status.code(), Some(0));
    assert_eq!(machine.run(&["test", "nowhere.story"]).status.code(), Some(64));
}

#[test]
fn nothing_of_a_story_runs_and_nothing_of_the_person_is_touched() {
    let machine = Machine::new();
    let told = machine.home().join("told");
    machine.write(
        "a.story",
        &format!(
            "bash make it\n    goes on\nbash echo made > src/made.ts\n    goes on\nbash cat src/made.ts\n    goes on\na person runs pause 10m\n    off until\nbash cat .env\n    goes on\nbash echo x > {told}\n    goes on\n",
            told = told.display()
        ),
    );
    machine.write("Makefile", "it:\n\ttouch \"$(HOME)/told\"\n");
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), stderr(&tested));
    assert!(!told.exists() && !machine.project().join("src/made.ts").exists());
    assert!(!machine.state().exists(), "the person's own journal");
    let left = std::fs::read_dir(machine.home().join(".cache/hookward/stories")).unwrap().count();
    assert_eq!(left, 0, "the stage is gone");
    assert_eq!(machine.judge("cat .env"), "deny", "nothing here is paused");
}

#[test]
#[cfg(unix)]
fn no_command_of_a_storys_own_file_for_the_person_starts() {
    let machine = Machine::new();
    let ran = |what: &str| machine.home().join(format!("ran-{what}"));
    let touch = |what: &str| format!("\"touch {}\"", ran(what).display());
    let policy = format!(
        "[strikes]\nlimit = 1\nnotify = {}\n[gate.handoff]\ntests = {}\n[feedback]\nlint = {{ \"*.ts\" = {} }}\n",
        touch("notify"),
        touch("handoff"),
        touch("lint")
    );
    let denied = "bash cat .env\n    denied by security/secret-read\n".repeat(3);
    machine.write("user.toml", &policy);
    machine.write("hookward.toml", "");
    machine.write(
        "a.story",
        &format!("{denied}the agent has written src/a.ts\n    silence\nsubagent coder stops: COLLECTIVE_HANDOFF_READY\n    silence\n"),
    );
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), stderr(&tested));
    // Where it is the person's own file, all of them start.
    support::write(&machine.user_policy(), &policy);
    let has_run = |what: &str| ran(what).exists();
    assert!(!has_run("notify") && !has_run("handoff") && !has_run("lint"));
    let of_agent = serde_json::json!({"agent_id": "a", "agent_type": "coder", "last_assistant_message": "COLLECTIVE_HANDOFF_READY"});
    machine.hook("claude", &machine.event("SubagentStop", &of_agent));
    machine.write("src/a.ts", "x\n");
    let written = serde_json::json!({"tool_name": "Write", "tool_input": {"file_path": machine.project().join("src/a.ts"), "content": "x\n"}, "tool_response": {}});
    machine.hook("claude", &machine.event("PostToolUse", &written));
    for _ in 0..3 {
        assert_eq!(machine.judge("cat .env"), "deny");
    }
    let is_told = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        has_run("notify")
    });
    assert!(
        is_told && has_run("handoff") && has_run("lint"),
        "{is_told} {} {}",
        has_run("handoff"),
        has_run("lint")
    );
}

#[test]
fn what_is_no_step_and_what_would_run_something_fails_the_story() {
    for (story, expected) in [
        ("dance\n", "this is no step"),
        ("bash ls\n    goes wrong\n", "goes wrong"),
        ("bash ls\n", "nothing is expected"),
        ("on branch x\n", "a story without any"),
        ("an orchestrator runs run -- touch told\n", "status, story"),
        ("a person runs trust\n    Trusted.\n", "not `trust`"),
        ("a person verifies\na person runs skip gate/none\n    off\n", "unknown rule"),
    ] {
        let machine = project(&[("a.story", story)]);
        let tested = machine.run(&["test"]);
        assert_eq!(tested.status.code(), Some(1), "{story}: {}", stderr(&tested));
        assert!(stdout(&tested).contains(expected), "{story}: {}", stdout(&tested));
        assert!(!machine.project().join("told").exists());
    }
    // Whatever is let happen, it happens below the story's own home.
    let story = "a person runs pause 10m\n    off until\nwrite ../../../../out.ts\n    goes on\n";
    let tested = project(&[("a.story", story)]).run(&["test"]);
    assert_eq!(tested.status.code(), Some(1), "{}", stderr(&tested));
    assert!(stdout(&tested).contains("below its own home only"), "{}", stdout(&tested));
}

#[test]
fn the_story_of_the_readme_is_true() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
    let shown = readme.split("### Stories").nth(1).unwrap().split("```text\n").nth(1).unwrap();
    let machine = project(&[("a.story", shown.split("```").next().unwrap())]);
    machine.write("hookward.toml", "extends = [\"workflow\"]\n");
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), stderr(&tested));
}
