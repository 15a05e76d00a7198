//! Commands that people and scripts use: transcripts as files, and the schema that editors use.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use serde_json::{Value, json};
use support::{Machine, stdout};

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        // Nobody's own policy.
        .env("HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody"))
        .env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody"))
        .case("tests/transcripts/*.md")
        .case("../../README.md");
}

#[test]
fn the_schema_in_the_repository_is_the_one_that_the_types_give() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/hookward.schema.json");
    let made = stdout(&Machine::new().run(&["schema"]));
    if std::env::var_os("HOOKWARD_BLESS").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == made, "schema/hookward.schema.json is out of date: run `just bless`");
}

#[test]
fn check_tells_programs_what_it_tells_people() {
    let machine = Machine::new();
    let output = machine.run(&["check", "--json", "ls && rm -rf /"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["decision"], "deny");
    assert_eq!(answer["findings"][0]["rule"], "security/catastrophic-deletion");
    assert_eq!(answer["findings"][0]["span"], json!([6, 14]));
    assert_eq!(answer["effects"][1]["kind"], "delete-tree");
    for (arguments, decision, code) in [
        (&["check", "--json", "--write", ".env"][..], "deny", 1),
        (&["check", "--json", "--edit", "CLAUDE.md"], "ask", 0),
        (&["check", "--json", "--read", ".env"], "deny", 1),
        (&["check", "--json", "--read", "src/a.rs"], "approve", 0),
        (&["explain", "--json", "cargo test"], "silent", 0),
    ] {
        let output = machine.run(arguments);
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (answer["decision"].as_str(), output.status.code()),
            (Some(decision), Some(code)),
            "{arguments:?}"
        );
    }
}

#[test]
fn check_reads_an_event_as_a_host_sends_it() {
    let machine = Machine::new();
    std::fs::write(machine.project().join("event.json"), machine.bash("cat .env")).unwrap();
    let output = machine.run(&["check", "--json", "--event", "event.json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["findings"][0]["rule"], "security/secret-read");
    let piped =
        support::feed(machine.command(&["check", "--json", "--event", "-"]), &machine.bash("git status"));
    assert_eq!(serde_json::from_slice::<Value>(&piped.stdout).unwrap()["decision"], "approve");
}

#[test]
fn the_log_shows_this_folder_or_all() {
    let machine = Machine::new();
    machine.judge("rm -rf /");
    let elsewhere = br#"{"hook_event_name":"PreToolUse","session_id":"x","cwd":"/srv/other","tool_name":"Bash","tool_input":{"command":"ls"}}"#;
    machine.hook("claude", elsewhere);
    assert_eq!(stdout(&machine.run(&["log", "--json"])).lines().count(), 1);
    let all = stdout(&machine.run(&["log", "--json", "--all"]));
    assert_eq!(all.lines().count(), 2);
    let first: Value = serde_json::from_str(all.lines().next().unwrap()).unwrap();
    assert_eq!((first["decision"].as_str(), first["tool"].as_str()), (Some("deny"), Some("shell")));
}

#[test]
fn the_log_shows_what_rules_in_shadow_mode_would_have_stopped() {
    let machine = Machine::new();
    support::write(&machine.user_policy(), "[rules]\n\"security/secret-read\" = \"shadow\"\n");
    assert_ne!(machine.judge("cat .env"), "deny");
    machine.judge("rm -rf /");
    let shadowed = stdout(&machine.run(&["log", "--json", "--would-deny"]));
    assert_eq!(shadowed.lines().count(), 1, "{shadowed}");
    assert!(shadowed.contains("security/secret-read"));
}

#[test]
fn facts_and_rules_are_told_to_programs_too() {
    let machine = Machine::new();
    machine.write("hookward.toml", "[rules]\n\"security/secret-read\" = \"off\"\n");
    let facts: Value = serde_json::from_slice(&machine.run(&["facts", "--json"]).stdout).unwrap();
    assert_eq!(facts["git"]["branch"], "feature/x");
    assert_eq!(facts["roots"][0], json!(machine.project()));
    assert!(facts["notices"][0]["text"].as_str().unwrap().contains("never loosen"));
    let rules: Value = serde_json::from_slice(&machine.run(&["rules", "--json"]).stdout).unwrap();
    assert!(rules.as_array().unwrap().iter().any(|rule| rule["id"] == "security/secret-read"));
    let rule: Value =
        serde_json::from_slice(&machine.run(&["rules", "security/secret-read", "--json"]).stdout).unwrap();
    assert!(rule["manual"].as_str().unwrap().contains("What: "));
}

#[test]
fn completions_exist_for_the_usual_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&Machine::new().run(&["completions", shell])).contains("hookward"), "{shell}");
    }
}

#[test]
fn nothing_is_coloured_where_no_terminal_shows_it() {
    let machine = Machine::new();
    for arguments in
        [&["explain", "rm -rf /"][..], &["rules"], &["rules", "security/secret-read"], &["facts"], &["log"]]
    {
        assert!(!stdout(&machine.run(arguments)).contains('\u{1b}'), "{arguments:?}");
    }
}
