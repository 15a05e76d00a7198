//! Denials in a row: on hosts that have no question, and in the story in which they came about.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use serde_json::{Value, json};
use support::{Machine, stderr, stdout};

/// What asks in every policy.
const ASKED: &str = "npm publish";

/// All that a host is told when an agent wants to run a command.
fn told(machine: &Machine, host: &str, command: &str) -> String {
    let cwd = machine.project();
    let input = json!({ "command": command });
    let event = match host {
        "kiro" => json!({
            "hook_event_name": "preToolUse", "cwd": cwd, "session_id": "s1",
            "tool_name": "execute_bash", "tool_input": input,
        }),
        "windsurf" => json!({
            "trajectory_id": "s1", "execution_id": "e", "agent_action_name": "pre_run_command",
            "tool_info": { "command_line": command, "cwd": cwd },
        }),
        _ => json!({
            "session_id": "s1", "turn_id": "t", "transcript_path": null, "cwd": cwd, "model": "m",
            "hook_event_name": "PreToolUse", "permission_mode": "default",
            "tool_name": "Bash", "tool_input": input,
        }),
    };
    let output = machine.hook(host, event.to_string().as_bytes());
    stdout(&output) + &stderr(&output)
}

fn status(machine: &Machine) -> Value {
    serde_json::from_slice(&machine.run(&["status", "--json"]).stdout).unwrap()
}

#[test]
fn a_question_that_a_host_cannot_ask_is_a_denial_that_counts() {
    for host in ["codex", "kiro", "windsurf"] {
        let machine = Machine::new();
        let said: Vec<String> = (0..4).map(|_| told(&machine, host, ASKED)).collect();
        assert!(said[0].contains("A person would be asked, but "), "{host}: {}", said[0]);
        assert!(said[1].contains("denied again"), "{host}: {}", said[1]);
        assert!(said[2].contains("3 times in a row"), "{host}: {}", said[2]);
        assert!(said[3].contains("Blocked: a person decides now"), "{host}: {}", said[3]);
        let status = status(&machine);
        assert_eq!(status["strikes"][0]["rule"], "security/publication", "{host}");
        assert_eq!(status["blocked"][0]["strikes"], 4, "{host}");
    }
}

#[cfg(unix)]
#[test]
fn and_a_person_can_let_it_pass_once() {
    let machine = Machine::new();
    let said = told(&machine, "codex", ASKED);
    let id: String = said.split("allow-once ").nth(1).expect(&said).chars().take(8).collect();
    let noted = machine.journal().pop().unwrap();
    assert!(noted["call"].as_str().unwrap().starts_with(&id), "{noted}");
    assert_eq!(noted["decision"], "deny");
    machine.at_a_terminal(&format!("allow-once {id}"), "Allowed once.");
    assert!(!told(&machine, "codex", ASKED).contains("deny"));
    assert!(told(&machine, "codex", ASKED).contains("deny"));
}

#[test]
fn a_rewrite_that_a_host_cannot_make_counts_too() {
    let machine = Machine::new();
    let push = "git push --force origin feature/x";
    let said: Vec<String> = (0..2).map(|_| told(&machine, "kiro", push)).collect();
    assert!(said[0].contains("allow-once") && said[0].contains("--force-with-lease"), "{}", said[0]);
    assert!(said[1].contains("denied again"), "{}", said[1]);
    assert_eq!(status(&machine)["strikes"][0]["row"], 2);
}

#[test]
fn a_second_denial_is_shorter_whatever_it_is_about() {
    let machine = Machine::new();
    machine.write(
        "hookward.toml",
        "[rules]\n\"gate/untested-code\" = \"enforce\"\n[[gate.missing-import]]\nfiles = \"src/*.py\"\nrequire = [\"logs\"]\nmessage = \"\"\"\nBLOCKED\nFile: {file}\nMissing: {missing}\nSee ADR-005\n\"\"\"\n[[rule]]\nid = \"gate/no-npm\"\non = \"shell\"\ncommand = \"npm *\"\ndecision = \"deny\"\nwhy = \"this project uses pnpm\"\ninstead = \"pnpm with the same words\"\nexamples = { fires = [\"npm x\"], passes = [\"y\"] }\n",
    );
    machine.write("tests/test_a.py", "def test_a(): pass\n");
    machine.write("tests/test_b.py", "def test_b(): pass\n");
    let write = |path: &str| {
        machine.event("PreToolUse", &json!({"tool_name": "Write", "tool_input": {"file_path": machine.project().join(path), "content": "x = 1\n"}}))
    };
    let run = |command: &str| machine.bash(command);
    for (first, second, target, reason) in [
        (write("src/cart.ts"), write("src/shop.ts"), "src/shop.ts", "src/shop.test.ts does not exist yet"),
        (write("src/a.py"), write("src/b.py"), "src/b.py", "must import logs"),
        (run("npm ci"), run("npm install x"), "npm install x", "this project uses pnpm"),
        // Another reason brings its advice along, in the same line.
        (write(".env"), write("package-lock.json"), "package-lock.json", "package manager writes; "),
    ] {
        let said = |event: &[u8]| {
            let answer: Value = serde_json::from_str(&stdout(&machine.hook("claude", event))).unwrap();
            answer["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap().to_owned()
        };
        let (first, second) = (said(&first), said(&second));
        assert!(first.contains("\nInstead: "), "{first}");
        let lines: Vec<&str> = second.lines().collect();
        assert!(lines[0].contains("denied again") && lines[0].contains(target), "{second}");
        assert!(lines[1].starts_with("Why: ") && lines[1].contains(reason), "{second}");
        assert!(!second.contains("Instead: ") && lines.len() < first.lines().count(), "{first}\n{second}");
    }
}

/// Denies a command until it is blocked.
#[test]
fn another_way_is_said_of_another_tool_alone() {
    let machine = Machine::new();
    machine.write("hookward.toml", "[rules]\n\"gate/untested-code\" = \"enforce\"\n");
    let denied = |tool: &str, input: Value| {
        let event = machine.event("PreToolUse", &json!({"tool_name": tool, "tool_input": input}));
        let said = stdout(&machine.hook("claude", &event));
        assert!(said.contains("gate/untested-code"), "{tool}: {said}");
        said.contains("another way to what was refused")
    };
    let write = |name: &str| {
        let path = machine.project().join(name);
        denied("Write", json!({"file_path": path, "content": "export const a = 1;"}))
    };
    let shell = |command: &str| denied("Bash", json!({ "command": command }));
    assert!(!write("src/cart.ts"));
    assert!(!write("src/shop.ts"));
    assert!(!write("src/cart.ts"), "the same tool as before, whatever was refused in between");
    assert!(shell("echo x > src/cart.ts"));
    assert!(!write("src/cart.ts"), "back to the way that was refused at first");
}

fn block(machine: &Machine) {
    for _ in 0..4 {
        assert_eq!(machine.judge("cat .env"), "deny");
    }
}

fn orchestrate(machine: &Machine, words: &[&str]) -> String {
    let output = machine.run(words);
    assert!(output.status.success() || words[0] == "blocked", "{words:?}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn the_blocks_of_one_session_are_told_apart_by_their_agents() {
    let machine = Machine::new();
    for agent in ["a1", "b2"] {
        let call = json!({
            "tool_name": "Bash", "tool_input": {"command": "cat .env"}, "agent_id": agent, "agent_type": "coder",
        });
        for _ in 0..4 {
            machine.hook("claude", &machine.event("PreToolUse", &call));
        }
    }
    block(&machine);
    let shown = orchestrate(&machine, &["blocked"]);
    for agent in
        [" (agent a1) security/secret-read", " (agent b2) security/secret-read", "s1 security/secret-read"]
    {
        assert_eq!(shown.matches(agent).count(), 1, "{agent}: {shown}");
    }
}

#[test]
fn a_story_has_an_id_in_one_line() {
    let machine = Machine::new();
    for id in ["", " ", "A\nB"] {
        let refused = machine.run(&["story", "set", id]);
        assert_eq!(refused.status.code(), Some(64), "{id:?}");
        assert!(stderr(&refused).contains("a story has an id"), "{}", stderr(&refused));
    }
    assert!(!stdout(&machine.run(&["story", "show"])).contains("in-progress"));
}

#[test]
fn a_block_stays_with_the_story_in_which_it_came_about() {
    let machine = Machine::new();
    orchestrate(&machine, &["story", "set", "A", "--phase", "build"]);
    block(&machine);
    assert_eq!(status(&machine)["story"], json!({"id": "A", "state": "blocked", "phase": "build"}));
    assert_eq!(orchestrate(&machine, &["story", "show"]), "A (blocked, phase build)\n");

    orchestrate(&machine, &["story", "set", "B"]);
    assert_eq!(status(&machine)["story"]["state"], "in-progress");
    assert_eq!(status(&machine)["blocked"][0]["story"], "A");
    assert!(orchestrate(&machine, &["blocked"]).contains("in story A"));
    // What was denied in another story is explained anew, and what is done now does not lift the block.
    let again = machine.hook("claude", &machine.bash("cat .env"));
    assert!(!stdout(&again).contains("Blocked"), "{}", stdout(&again));
    assert_eq!(machine.judge("touch src/b.ts"), "");
    orchestrate(&machine, &["story", "set", "B", "--state", "ready-for-review"]);
    assert_eq!(status(&machine)["story"]["state"], "ready-for-review");
    orchestrate(&machine, &["story", "done"]);
    assert_eq!(orchestrate(&machine, &["story", "show"]), "B (done)\n");

    orchestrate(&machine, &["story", "set", "A", "--phase", "build", "--state", "ready-for-review"]);
    assert_eq!(status(&machine)["story"]["state"], "blocked");
    let refused = machine.run(&["story", "done"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("hookward resolve s1 fix|override|skip"), "{}", stderr(&refused));
    assert_eq!(orchestrate(&machine, &["story", "show"]), "A (blocked, phase build)\n");
}

#[test]
fn what_is_not_said_again_of_a_story_stays() {
    let machine = Machine::new();
    orchestrate(&machine, &["story", "set", "A", "--phase", "build"]);
    orchestrate(&machine, &["story", "set", "A", "--state", "ready-for-review"]);
    assert_eq!(orchestrate(&machine, &["story", "show"]), "A (ready-for-review, phase build)\n");
    orchestrate(&machine, &["story", "set", "B"]);
    assert_eq!(orchestrate(&machine, &["story", "show"]), "B (in-progress)\n");
}

#[cfg(unix)]
#[test]
fn and_a_person_resolves_it_whatever_is_worked_on_since() {
    let machine = Machine::new();
    orchestrate(&machine, &["story", "set", "A"]);
    block(&machine);
    orchestrate(&machine, &["story", "set", "B"]);
    block(&machine);
    let stories = |machine: &Machine| -> Vec<String> {
        let blocked = status(machine)["blocked"].as_array().unwrap().clone();
        blocked.iter().map(|entry| entry["story"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(stories(&machine), ["A", "B"]);
    machine.at_a_terminal("resolve s1 fix", "objects in story A to: cat .env");
    assert_eq!(stories(&machine), [""; 0]);
}
