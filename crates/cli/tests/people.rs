//! What only a person may say: refused without a terminal, and said at one.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use serde_json::{Value, json};
use support::{Machine, answer};

/// The id that a denial shows.
fn denied(machine: &Machine, command: &str) -> String {
    let reason = answer(&machine.hook("claude", &machine.bash(command))).to_string();
    reason.split("allow-once ").nth(1).unwrap().chars().take(8).collect()
}

#[test]
fn what_only_a_person_may_say_is_said_at_a_terminal() {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.write("hookward.toml", "[rules]\n\"gate/unverified-work\" = \"enforce\"\n");
    assert_eq!(machine.judge("git commit --allow-empty -m x"), "deny");
    machine.at_a_terminal("verify", "Verified.");
    assert_eq!(machine.judge("git commit --allow-empty -m x"), "");
    machine.write("src/a.ts", "export const a = 1;\n");
    assert_eq!(machine.judge("git commit --allow-empty -m x"), "deny");
    machine.at_a_terminal("skip gate/unverified-work --for 5m", "off until");
    assert_eq!(machine.judge("git commit --allow-empty -m x"), "");

    let id = denied(&machine, "cat .env");
    machine.at_a_terminal(&format!("allow-once {id}"), "Allowed once.");
    let allowed = answer(&machine.hook("claude", &machine.bash("cat .env")))["hookSpecificOutput"].clone();
    assert_eq!(allowed["permissionDecision"], "allow");
    assert_eq!(allowed["permissionDecisionReason"], "Hookward: allowed once by a person: cat .env");
    assert_eq!(machine.judge("cat .env"), "deny");
    for _ in 0..4 {
        machine.judge("cat .env");
    }
    machine.at_a_terminal("resolve s1 fix", "Resolved.");
    machine.at_a_terminal("pause 1m", "Pause all rules in ");
    machine.at_a_terminal("pause 1m", "off until");
    assert_ne!(machine.judge("cat .env"), "deny");
}

#[test]
fn a_terminal_that_an_agent_has_started_is_none_of_a_person() {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.write("hookward.toml", "[rules]\n\"gate/unverified-work\" = \"enforce\"\n");
    for command in ["verify", "pause 1m", "skip gate/unverified-work"] {
        let line = format!("CLAUDECODE=1 {} {command}", env!("CARGO_BIN_EXE_hookward"));
        let said = machine.with_a_terminal(&line);
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        assert!(said.contains("an agent has started this terminal (CLAUDECODE is set)"), "{said}");
    }
    assert_eq!(machine.judge("git commit --allow-empty -m x"), "deny");
    assert_eq!(machine.judge("cat .env"), "deny");
}

#[test]
fn a_copy_of_the_program_that_answers_here_says_nothing_for_a_person() {
    let machine = Machine::new();
    machine.become_a_repository();
    let hookward = env!("CARGO_BIN_EXE_hookward");
    let copy = machine.home().join("copy/hookward");
    std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
    std::fs::copy(hookward, &copy).unwrap();
    let registers = |program: &str| {
        let command = format!("{program} hook claude");
        let entry = json!({"matcher": "*", "hooks": [{"type": "command", "command": command}]});
        let settings = json!({"hooks": {"PreToolUse": [entry]}}).to_string();
        std::fs::create_dir_all(machine.home().join(".claude")).unwrap();
        std::fs::write(machine.home().join(".claude/settings.json"), settings).unwrap();
    };
    registers(&copy.display().to_string());
    machine.at_a_terminal("pause 1m", &format!("run `{} pause 1m`", copy.canonicalize().unwrap().display()));
    assert_eq!(machine.judge("cat .env"), "deny");
    registers(hookward);
    machine.at_a_terminal("pause 1m", "off until");
    // What cannot be found tells nothing.
    registers("/nowhere/hookward");
    machine.at_a_terminal("verify", "Verified.");
}

#[test]
fn a_copy_of_the_program_is_the_program() {
    let machine = Machine::new();
    let copy = machine.project().join("q");
    std::fs::copy(env!("CARGO_BIN_EXE_hookward"), &copy).unwrap();
    assert_eq!(machine.judge("./q verify"), "deny");
    assert_eq!(machine.judge("script -qec './q pause 10m' /dev/null"), "deny");
    assert_ne!(machine.judge("./q status"), "deny");
}

#[test]
fn what_a_person_has_said_stands_in_the_log_and_so_does_what_passes_by_it() {
    let machine = Machine::new();
    machine.become_a_repository();
    let gates = "[rules]\n\"gate/unverified-work\" = \"enforce\"\n\"gate/untested-code\" = \"enforce\"\n";
    let own = "[[rule]]\nid = \"gate/no-npm\"\non = \"shell\"\ncommand = \"npm install *\"\ndecision = \"deny\"\nwhy = \"pnpm here\"\ninstead = \"pnpm add\"\nexamples = { fires = [\"npm install x\"], passes = [\"npm test\"] }\n";
    machine.write("hookward.toml", &format!("{gates}{own}"));
    machine.at_a_terminal("verify", "Verified.");
    let verified = machine.journal().pop().unwrap();
    assert_eq!((&verified["event"], &verified["host"]), (&json!("verified"), &json!("person")));
    assert!(verified["tree"].is_string(), "of which sources: {verified}");
    let shown = support::stdout(&machine.run(&["log"]));
    assert!(shown.contains("verified") && shown.contains("these sources, at a terminal"), "{shown}");

    machine.write("src/a.ts", "export const a = 1;\n");
    let commit = "git commit --allow-empty -m x";
    assert_eq!(machine.judge(commit), "deny");
    machine.at_a_terminal("skip gate/unverified-work --for 5m", "off until");
    machine.at_a_terminal("skip gate/no-npm --for 5m", "off until");
    for (command, rule) in [(commit, "gate/unverified-work"), ("npm install x", "gate/no-npm")] {
        assert_eq!(machine.judge(command), "", "{command}");
        let passed = machine.journal().pop().unwrap()["bypassed"].clone();
        assert_eq!(
            (&passed[0]["rule"], &passed[0]["marker"], passed.as_array().unwrap().len()),
            (&json!(rule), &json!("hookward skip"), 1),
            "{command}: {passed}"
        );
        let off = format!("{rule} off by hookward skip");
        assert!(support::stdout(&machine.run(&["log"])).contains(&off), "{command}");
        let checked = support::stdout(&machine.run(&["check", command]));
        assert!(checked.contains("off by hookward skip"), "{checked}");
    }
    // What it has nothing against has passed by itself.
    machine.judge("npm test");
    assert_eq!(machine.journal().pop().unwrap()["bypassed"], Value::Null);
    machine.at_a_terminal("skip gate/unverified-work --for 0s", "on again");
    assert_eq!(machine.judge(commit), "deny");
}

#[test]
fn what_is_allowed_once_is_that_very_cell_and_that_very_call_of_a_server() {
    let machine = Machine::new();
    machine.write("nb/n.ipynb", r#"{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}"#);
    machine.write(
        "hookward.toml",
        "[[gate.architecture]]\nid = \"x\"\nfiles = \"nb/**\"\nforbid = { import = \"pg\" }\n",
    );
    let asked = |tool: &str, input: &Value| {
        let event = machine.event("PreToolUse", &json!({"tool_name": tool, "tool_input": input}));
        answer(&machine.hook("claude", &event)).to_string()
    };
    let allow = |reason: &str| {
        let id: String = reason.split("allow-once ").nth(1).expect(reason).chars().take(8).collect();
        machine.at_a_terminal(&format!("allow-once {id}"), "Allowed once.");
    };
    let path = machine.project().join("nb/n.ipynb");
    let cell = |id: &str, mode: &str| {
        let input = json!({
            "notebook_path": path, "cell_id": id, "new_source": "import pg\n", "cell_type": "code", "edit_mode": mode,
        });
        asked("NotebookEdit", &input)
    };
    allow(&cell("c1", "replace"));
    assert!(cell("c2", "replace").contains("deny"));
    assert!(cell("c1", "insert").contains("deny"));
    assert!(!cell("c1", "replace").contains("deny"));

    let server =
        |lines: u32| asked("mcp__fs__write_file", &json!({"path": ".env", "content": "A=1", "lines": lines}));
    allow(&server(1));
    assert!(server(2).contains("deny"));
    assert!(!server(1).contains("deny"));
}

#[test]
fn the_list_of_rules_knows_what_a_person_has_switched_off() {
    let machine = Machine::new();
    machine.write("hookward.toml", "extends = [\"workflow\"]\n");
    let line = |id: &str| {
        let listed = support::stdout(&machine.run(&["rules"]));
        listed.lines().find(|line| line.starts_with(id)).unwrap().to_owned()
    };
    machine.at_a_terminal("skip gate/missing-evidence", "off until");
    let skipped = line("gate/missing-evidence");
    assert!(skipped.contains(" off ") && skipped.ends_with("(hookward skip)"), "{skipped}");
    assert!(line("gate/untested-code").contains(" deny "), "{}", line("gate/untested-code"));
    machine.at_a_terminal("pause 1m", "off until");
    assert!(line("security/secret-read").contains(" paused "), "{}", line("security/secret-read"));
    assert!(line("security/guard-tampering").contains(" deny/ask "), "{}", line("security/guard-tampering"));
}

#[test]
fn an_agent_that_makes_itself_a_terminal_is_denied() {
    let machine = Machine::new();
    for command in [
        "hookward verify",
        "script -qec 'hookward verify' /dev/null",
        "echo yes | script -qec 'hookward pause 10m' /dev/null",
        "expect -c 'spawn hookward trust; send yes\\r'",
        "python3 -c \"import pty; pty.spawn(['hookward', 'verify'])\"",
        "unbuffer -p hookward allow-once 12345678",
        "tmux new-session -d 'hookward resolve s1 override'",
        "script -qec 'hookward import --yes' /dev/null",
    ] {
        assert_eq!(machine.judge(command), "deny", "{command}");
    }
}

#[test]
fn what_only_a_person_may_say_is_refused_without_a_terminal() {
    let machine = Machine::new();
    let id = denied(&machine, "cat .env");
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
    let said = support::stdout(&machine.run(&["check", "sudo hookward uninstall --user"]));
    assert!(said.contains("it runs `hookward uninstall`, which only a person may do"), "{said}");
    // And what nobody may say at all.
    for (command, status) in [
        (vec!["pause", "2h"], 64),
        (vec!["pause", "soon"], 64),
        (vec!["allow-once", "1"], 64),
        (vec!["skip", "gate/no-such"], 64),
        (vec!["skip", "security/secret-read"], 64),
    ] {
        assert_eq!(machine.run(&command).status.code(), Some(status), "{command:?}");
    }
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
fn what_a_person_agrees_to_at_the_host_is_overruled_once() {
    let machine = Machine::new();
    let overruled = |rule: &str| {
        let stats: Value = serde_json::from_slice(&machine.run(&["stats", "--json"]).stdout).unwrap();
        let of_rule = stats["rules"].as_array().unwrap().iter().find(|own| own["rule"] == rule).cloned();
        let of_rule = of_rule.map_or(0, |own| own["overrides"].as_u64().unwrap_or_default());
        (stats["all"]["overrides"].as_u64().unwrap_or_default(), of_rule)
    };
    let ends = |event: &str, command: &str| {
        let call = json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": {}, "error": "x"});
        assert!(machine.hook("claude", &machine.event(event, &call)).status.success());
    };
    // Refused: the host tells nothing of a call that does not run.
    assert_eq!(machine.judge("npm publish"), "ask");
    machine.judge("npm test");
    ends("PostToolUse", "npm test");
    assert_eq!(overruled("security/publication"), (0, 0));
    assert_eq!(machine.judge("npm publish"), "ask");
    ends("PostToolUse", "npm publish");
    ends("PostToolUse", "npm publish");
    assert_eq!(overruled("security/publication"), (1, 1));
    // It was agreed to, however it ended.
    assert_eq!(machine.judge("terraform destroy"), "ask");
    ends("PostToolUseFailure", "terraform destroy");
    assert_eq!(overruled("security/infrastructure-change"), (2, 1));
    // What is denied did not run, whatever is said of it.
    assert_eq!(machine.judge("cat .env"), "deny");
    ends("PostToolUse", "cat .env");
    assert_eq!(overruled("security/secret-read"), (2, 0));
}
