//! What people are told of how things stand: what is switched off, what was denied, and when.

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
use support::desk::Desk;
use support::{Machine, stdout};

fn json_of(desk: &Desk, arguments: &[&str]) -> Value {
    serde_json::from_slice(&desk.run(arguments).stdout).unwrap()
}

#[test]
fn while_everything_is_paused_nothing_is_said_to_be_guarded() {
    let desk = Desk::new();
    let guarded = desk.fine(&["init", "--yes", "--host", "claude"]);
    assert!(guarded.contains("This folder is guarded"), "{guarded}");
    desk.machine.at_a_terminal("pause 10m", "everything is off until ");
    let (state, why) = desk.state("claude");
    assert_eq!(state, "registered");
    assert!(why.starts_with("everything is paused here until "), "{why}");
    let report = json_of(&desk, &["doctor", "--json"]);
    let claude = report["hosts"].as_array().unwrap().iter().find(|host| host["host"] == "claude").unwrap();
    assert_eq!(claude["fix"], "hookward pause 0s");
    for (command, said) in [
        (&["doctor"][..], "NOT right: paused until "),
        (&["init", "--yes", "--host", "claude"], "NOT guarding: everything is paused here until "),
    ] {
        let told = desk.run(command);
        assert_eq!(told.status.code(), Some(1), "{command:?}");
        assert!(stdout(&told).contains(said), "{}", stdout(&told));
        assert!(!stdout(&told).contains("is guarded"), "{}", stdout(&told));
    }
    for command in [&["status"][..], &["facts"], &["check", "cat .env"], &["explain", "cat .env"]] {
        let told = desk.fine(command);
        assert!(told.contains("off      everything is paused here until "), "{told}");
        assert!(!told.contains("no rule objects"), "{told}");
    }
    for command in [&["status", "--json"][..], &["facts", "--json"], &["check", "--json", "cat .env"]] {
        let off = &json_of(&desk, command)["off"];
        assert_eq!((&off[0]["rule"], off[0]["until"].is_string()), (&Value::Null, true), "{off}");
    }
    // To end it is no loosening: it needs nobody's word.
    desk.fine(&["pause", "0s"]);
    assert_eq!(desk.state("claude").0, "enforcing");
    assert_eq!(json_of(&desk, &["status", "--json"])["off"], json!([]));
}

#[test]
fn a_rule_that_is_skipped_is_named_wherever_one_asks_how_things_stand() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "claude"]);
    desk.machine.at_a_terminal("skip gate/unverified-work --for 5m", "is off until ");
    desk.machine.at_a_terminal("skip gate/missing-plan --session s1", "is off until ");
    for command in
        [&["doctor"][..], &["init", "--yes", "--host", "claude"], &["status"], &["facts"], &["check", "ls"]]
    {
        let told = desk.fine(command);
        assert!(told.contains("gate/unverified-work is skipped until "), "{command:?}: {told}");
        assert!(told.contains("`hookward skip gate/missing-plan --session s1 --for 0s` ends it"), "{told}");
    }
    // The rest is enforced.
    assert_eq!(desk.state("claude").0, "enforcing");
    let off = &json_of(&desk, &["status", "--json"])["off"];
    assert_eq!((&off[0]["rule"], &off[1]["session"]), (&json!("gate/unverified-work"), &json!("s1")));
}

#[test]
fn the_status_shows_strikes_and_when_they_were() {
    let machine = Machine::new();
    assert!(stdout(&machine.run(&["status"])).contains("strikes  none\n"));
    machine.judge("cat .env");
    machine.judge("cat .env");
    let told = stdout(&machine.run(&["status"]));
    assert!(told.contains("strikes  2 security/secret-read, 2 in a row, last at 20"), "{told}");
    assert!(told.contains("blocked  0\n"), "{told}");
    // In the machine's own zone, and to the second.
    let mut command = machine.command(&["status"]);
    command.env("TZ", "Etc/GMT-14");
    let east = stdout(&command.output().unwrap());
    let moment = |text: &str| text.split("last at ").nth(1).unwrap()[..19].to_owned();
    assert_ne!(moment(&told), moment(&east));
    assert!(!told.contains('Z') && east.contains(" in s1\n"), "{east}");
}

/// What `hookward blocked` lists: the session, the rule, how often in a row, and what.
fn blocked(machine: &Machine) -> Vec<(String, String, u64, String)> {
    let list: Vec<Value> = serde_json::from_slice(&machine.run(&["blocked", "--json"]).stdout).unwrap();
    let text = |entry: &Value, key: &str| entry[key].as_str().unwrap().to_owned();
    let of = |entry: &Value| {
        let strikes = entry["strikes"].as_u64().unwrap();
        (text(entry, "session"), text(entry, "rule"), strikes, text(entry, "subject"))
    };
    list.iter().map(of).collect()
}

fn written(machine: &Machine, session: &str, file: &str) -> String {
    let path = machine.project().join(file);
    let input = json!({"file_path": path, "content": "export const a = 1;\n"});
    let call = json!({"tool_name": "Write", "tool_input": input, "session_id": session});
    support::decision(&machine.hook("claude", &machine.event("PreToolUse", &call)))
}

#[test]
fn what_is_blocked_is_listed_until_a_person_has_resolved_it() {
    let machine = Machine::new();
    machine.run(&["story", "set", "S-1", "--phase", "red"]);
    for _ in 0..4 {
        assert_eq!(machine.judge("cat .env"), "deny");
    }
    assert_eq!(written(&machine, "s1", "src/a.ts"), "");
    assert_eq!(written(&machine, "s2", "src/a.ts"), "");
    let secret = || ("s1".to_owned(), "security/secret-read".to_owned(), 4, "cat .env".to_owned());
    assert_eq!(blocked(&machine), [secret()]);
    let status: Value = serde_json::from_slice(&machine.run(&["status", "--json"]).stdout).unwrap();
    assert_eq!((&status["story"]["state"], &status["strikes"][0]["row"]), (&json!("blocked"), &json!(0)));
    assert_eq!(status["blocked"][0]["subject"], "cat .env");
    // Whoever asks for the story hears the same.
    assert_eq!(support::stdout(&machine.run(&["story", "show"])), "S-1 (blocked, phase red)\n");
    // Whoever comes back to it goes on where the row was, also if all that is left is the journal.
    let file = machine.state().join("sessions/claude-s1");
    let kept = || serde_json::from_str::<Value>(&std::fs::read_to_string(&file).unwrap()[1..]).unwrap();
    assert_eq!((&kept()["rows"][0]["length"], &kept()["rows"][0]["ended"]), (&json!(4), &json!(true)));
    std::fs::write(&file, "~").unwrap();
    let denied = support::answer(&machine.hook("claude", &machine.bash("cat .env"))).to_string();
    assert!(denied.contains("denied again") && denied.contains("Do not try again"), "{denied}");
    let lengths: Vec<Value> =
        kept()["rows"].as_array().unwrap().iter().map(|row| row["length"].clone()).collect();
    assert_eq!(lengths, [json!(5)]);
    machine.at_a_terminal("resolve s1 override", "Resolved.");
    assert_eq!(blocked(&machine), []);
    assert_ne!(machine.judge("cat .env"), "deny");
    assert_eq!(machine.judge("cat .env"), "deny");
}

#[test]
fn what_was_blocked_and_goes_through_after_all_is_listed_no_longer() {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.write(
        "hookward.toml",
        "[rules]\n\"gate/unverified-work\" = \"enforce\"\n\"gate/untested-code\" = \"enforce\"\n\
         [gate.untested-code]\npairs = [{ code = \"src/*.ts\", test = \"test/*.test.ts\" }]\n",
    );
    assert_eq!(written(&machine, "s1", "src/b.ts"), "deny");
    assert_eq!(written(&machine, "s1", "src/b.ts"), "deny");
    assert_eq!(written(&machine, "s1", "test/b.test.ts"), "");
    machine.write("test/b.test.ts", "test('b', () => {});\n");
    assert_eq!(written(&machine, "s1", "src/b.ts"), "");
    for _ in 0..4 {
        assert_eq!(written(&machine, "s1", "src/a.ts"), "deny");
        assert_eq!(machine.judge("git commit --allow-empty -m one"), "deny");
    }
    let rules = || blocked(&machine).into_iter().map(|(_, rule, ..)| rule).collect::<Vec<_>>();
    assert_eq!(rules(), ["gate/untested-code", "gate/unverified-work"]);
    assert_eq!(written(&machine, "s1", "test/a.test.ts"), "");
    machine.write("test/a.test.ts", "test('a', () => {});\n");
    assert_eq!(rules(), ["gate/untested-code", "gate/unverified-work"]);
    // The same file by another tool, and a commit in other words.
    assert_eq!(machine.judge("echo 'export {}' > src/a.ts"), "");
    assert_eq!(rules(), ["gate/unverified-work"]);
    machine.at_a_terminal("verify", "Verified.");
    assert_eq!(machine.judge("git commit --allow-empty -m two"), "");
    assert_eq!(rules(), Vec::<String>::new());
    // A row that was not long enough goes the same way: another limit finds nothing either.
    let session = std::fs::read_to_string(machine.state().join("sessions/claude-s1")).unwrap();
    assert!(!session.contains("\"ended\""), "{session}");
}

#[test]
fn the_log_shows_what_a_person_needs_to_name() {
    let machine = Machine::new();
    let event = |session: &str| {
        let call = json!({"tool_name": "Bash", "tool_input": {"command": "cat .env"}, "session_id": session});
        machine.event("PreToolUse", &call)
    };
    let (one, other) = ("0a1b2c3d-one", "0a1b2c3d-other");
    machine.hook("claude", &event(one));
    machine.hook("claude", &machine.event("SessionStart", &json!({"source": "startup"})));
    machine.at_a_terminal("pause 1s", "off until");
    let log = stdout(&machine.run(&["log"]));
    let lines: Vec<&str> = log.lines().collect();
    assert!(lines.iter().all(|line| line.trim_end() == *line), "{log:?}");
    assert!(
        lines[0].contains("  0a1b2c3d  deny     shell         cat .env  security/secret-read  "),
        "{log}"
    );
    assert!(lines[2].contains("  person   paused        everything until 20"), "{log}");
    // The id and the start of a session's name are enough to name them.
    let id = lines[0].rsplit(' ').next().unwrap();
    machine.at_a_terminal(&format!("allow-once {id}"), "Allowed once.");
    machine.at_a_terminal("skip gate/missing-plan --session 0a1b2c3d", "off until");
    let status: Value = serde_json::from_slice(&machine.run(&["status", "--json"]).stdout).unwrap();
    assert_eq!(status["off"][0]["session"], one);
    machine
        .at_a_terminal("skip gate/missing-plan --session 0a1b2c3", "No session `0a1b2c3` was seen here yet.");
    // Unless it is the start of two.
    machine.hook("claude", &event(other));
    let doubtful = machine.run(&["resolve", "0a1b2c3d", "fix"]);
    assert_eq!(doubtful.status.code(), Some(64));
    assert!(support::stderr(&doubtful).contains("0a1b2c3d-one and 0a1b2c3d-other"));
    // To switch something off overrules nothing yet.
    let figures: Value = serde_json::from_slice(&machine.run(&["stats", "--json"]).stdout).unwrap();
    assert_eq!(figures["all"]["overrides"], 1, "{figures}");
}

#[test]
fn ten_doctors_block_nothing() {
    let desk = Desk::new();
    let shown = desk.fine(&["init", "--yes", "--host", "claude", "--host", "codex"]);
    assert!(shown.contains("deny     rm -rf /"), "{shown}");
    assert!(!shown.contains("allow-once"), "nobody could mean that: {shown}");
    desk.fine(&["story", "set", "S-1"]);
    for _ in 0..10 {
        desk.run(&["doctor"]);
    }
    assert_eq!(desk.fine(&["blocked"]), "Nothing is blocked.\n");
    let status: Value = serde_json::from_str(&desk.fine(&["status", "--json"])).unwrap();
    assert_eq!((&status["story"]["state"], &status["strikes"]), (&json!("in-progress"), &json!([])));
    let sessions = std::fs::read_dir(desk.machine.state().join("sessions")).unwrap();
    assert_eq!(sessions.count(), 0);
    // They are in the journal, and nobody can allow what they have tried.
    let journal = desk.machine.journal();
    assert!(journal.iter().any(|record| record["decision"] == "deny"));
    assert!(journal.iter().all(|record| record.get("call").is_none()), "{journal:?}");
}
