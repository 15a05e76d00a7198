//! The policy through the real hook: layers, the compiled cache, trust.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::thread;

use serde_json::Value;
use support::{Machine, answer, stdout, write};

#[test]
fn a_change_of_any_layer_counts_at_once() {
    let machine = Machine::new();
    assert_eq!(machine.judge("cat a.p8"), "allow");
    for _ in 0..20 {
        machine.write("hookward.toml", "[security]\nsecret_files = [\"*.p8\"]\n");
        assert_eq!(machine.judge("cat a.p8"), "deny");
        // The same length, the same second, perhaps the same tick.
        machine.write("hookward.toml", "[security]\nsecret_files = [\"*.p9\"]\n");
        assert_eq!(machine.judge("cat a.p8"), "allow");
    }
    write(&machine.user_policy(), "[security]\nsecret_files = [\"*.p8\"]\n");
    assert_eq!(machine.judge("cat a.p8"), "deny");
    std::fs::remove_file(machine.user_policy()).unwrap();
    assert_eq!(machine.judge("cat a.p8"), "allow");
    machine.write("hookward.local.toml", "[security]\nsecret_files = [\"*.p8\"]\n");
    assert_eq!(machine.judge("cat a.p8"), "deny");
}

#[test]
fn the_list_of_rules_says_what_becomes_of_each_here_and_which_line_says_so() {
    let machine = Machine::new();
    let word = |id: &str| {
        let listed = stdout(&machine.run(&["rules"]));
        let line = listed.lines().find(|line| line.split_whitespace().next() == Some(id));
        line.unwrap().split_whitespace().nth(1).unwrap().to_owned()
    };
    for (id, built_in) in [
        ("security/secret-read", "deny/ask"),
        ("security/recursive-deletion", "ask"),
        ("gate/missing-plan", "off"),
        ("gate/architecture", "off"),
        ("feedback/lint", "advise"),
        ("rewrite/force-with-lease", "rewrite"),
        ("approve/read-only", "approve"),
    ] {
        assert_eq!(word(id), built_in, "{id}");
    }
    machine.write(
        "hookward.toml",
        "extends = [\"workflow\"]\n\n[rules]\n\"security/recursive-deletion\" = \"deny\"\n\"security/secret-read\" = \"off\"\n\
         \"gate/missing-plan\" = \"shadow\"\n\"feedback/lint\" = \"off\"\n\"rewrite/force-with-lease\" = \"ask\"\n\
         [[gate.architecture]]\nid = \"x\"\nfiles = \"src/**\"\nforbid = { import = \"fs\" }\nmessage = \"x\"\n\
         [[rule]]\nid = \"gate/no-npm\"\non = \"shell\"\ncommand = \"npm *\"\ndecision = \"ask\"\nwhy = \"x\"\n\
         examples = { fires = [\"npm x\"], passes = [\"y\"] }\n\
         [[hook]]\nid = \"gate/own\"\non = \"before-tool\"\nrun = \"./own.sh\"\n",
    );
    for (id, here) in [
        // A project may not loosen security.
        ("security/secret-read", "deny/ask"),
        ("security/recursive-deletion", "deny"),
        ("gate/missing-plan", "shadow"),
        ("gate/missing-evidence", "deny"),
        ("gate/architecture", "deny"),
        ("feedback/lint", "off"),
        ("rewrite/force-with-lease", "ask"),
        ("gate/no-npm", "ask"),
        ("gate/own", "waits"),
    ] {
        assert_eq!(word(id), here, "{id}");
    }
    let said = |words: &[&str]| serde_json::from_slice::<Value>(&machine.run(words).stdout).unwrap();
    let rules = said(&["rules", "--json"]);
    let rule = |id: &str| rules.as_array().unwrap().iter().find(|rule| rule["id"] == id).unwrap().clone();
    assert_eq!(rule("security/recursive-deletion")["mode"], "deny");
    assert_eq!(rule("security/recursive-deletion")["set_by"]["line"], 4);
    assert_eq!(rule("security/secret-read")["set_by"], Value::Null);
    let one = said(&["rules", "gate/missing-plan", "--json"]);
    assert_eq!((&one["mode"], &one["set_by"]["line"]), (&"shadow".into(), &6.into()));
    // What a person says of their own file counts.
    write(&machine.user_policy(), "[rules]\n\"security/secret-read\" = \"advise\"\n");
    assert_eq!(word("security/secret-read"), "advise");
}

#[test]
fn a_garbled_or_foreign_cache_is_not_believed() {
    let machine = Machine::new();
    machine.write("hookward.toml", "[security]\nsecret_files = [\"*.p8\"]\n");
    assert_eq!(machine.judge("cat a.p8"), "deny");
    let folder = machine.home().join(".cache/hookward/policy");
    let cache = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let good = std::fs::read(&cache).unwrap();
    for cut in (0..good.len()).step_by(37) {
        std::fs::write(&cache, &good[..cut]).unwrap();
        assert_eq!(machine.judge("cat a.p8"), "deny", "cut at {cut}");
    }
    // The cache of another project, in the place of this one's.
    let other = Machine::new();
    other.write("hookward.toml", "[security]\nsecret_files = [\"*.p9\"]\n");
    other.judge("ls");
    let folder = other.home().join(".cache/hookward/policy");
    let theirs = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    std::fs::copy(theirs, &cache).unwrap();
    assert_eq!(machine.judge("cat a.p8"), "deny");
}

#[test]
#[cfg(unix)]
fn a_cache_inside_the_workspace_is_neither_read_nor_written() {
    let machine = Machine::new();
    machine.write("hookward.toml", "[security]\nsecret_files = [\"*.p8\"]\n");
    let inside = machine.project().join("cache");
    std::fs::create_dir_all(&inside).unwrap();
    std::os::unix::fs::symlink(&inside, machine.home().join(".cache")).unwrap();
    assert_eq!(machine.judge("cat a.p8"), "deny");
    assert_eq!(std::fs::read_dir(&inside).unwrap().count(), 0);
}

#[test]
fn processes_that_rebuild_the_cache_at_once_all_get_it_right() {
    let machine = Machine::new();
    for round in 0..5 {
        machine.write("hookward.toml", &format!("[security]\nsecret_files = [\"*.p{round}\"]\n"));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| assert_eq!(machine.judge(&format!("cat a.p{round}")), "deny"));
            }
        });
    }
    let folder = machine.home().join(".cache/hookward/policy");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1, "temporary files were left");
}

const HOOK: &str = r#"
[[hook]]
on = "before-tool"
match = { tool = "shell" }
run = "./check.sh"
category = "gate"
timeout = "5s"
"#;

#[test]
fn what_runs_a_command_waits_for_a_persons_trust_and_says_so() {
    let machine = Machine::new();
    machine.write("hookward.toml", HOOK);
    machine.write("check.sh", "touch ran\nexit 2\n");
    assert_eq!(machine.judge("git status"), "allow");
    assert!(!machine.project().join("ran").exists());
    let start =
        machine.hook("claude", &machine.event("SessionStart", &serde_json::json!({"source": "startup"})));
    let said = answer(&start)["systemMessage"].as_str().unwrap().to_owned();
    assert!(said.contains("runs `./check.sh` on before-tool") && said.contains("hookward trust"), "{said}");
    // An agent has no terminal.
    let refused = machine.run(&["trust"]);
    assert_ne!(refused.status.code(), Some(0));
    assert_eq!(machine.judge("git status"), "allow");
    assert!(!machine.project().join("ran").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_trusted_command_takes_part_until_it_or_its_script_changes() {
    let machine = Machine::new();
    machine.write("hookward.toml", &HOOK.replace("./check.sh", "sh check.sh"));
    machine.write("check.sh", "cat > /dev/null\necho not today\nexit 2\n");
    trust(&machine);
    let output = machine.hook("claude", &machine.bash("git status"));
    assert_eq!(support::decision(&output), "deny");
    let reason =
        answer(&output)["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap().to_owned();
    assert!(reason.contains("not today"), "{reason}");
    machine.write("check.sh", "exit 0\n");
    assert_eq!(machine.judge("git status"), "allow", "a changed script is not trusted any more");
    trust(&machine);
    assert_eq!(machine.judge("git status"), "allow");
    machine.write("check.sh", "exit 7\n");
    trust(&machine);
    assert_eq!(machine.judge("git status"), "deny", "a gate that fails is closed");
    machine.write("hookward.toml", &HOOK.replace("./check.sh", "sleep 60").replace("5s", "100ms"));
    trust(&machine);
    assert_eq!(machine.judge("git status"), "deny", "a gate that takes too long is closed");
    // A slow command has the time that the policy gives it, beyond our own deadline.
    machine.write("hookward.toml", &HOOK.replace("./check.sh", "sleep 4.5").replace("5s", "9s"));
    trust(&machine);
    assert_eq!(machine.judge("git status"), "allow");
    // What is denied anyway is not run.
    machine.write("hookward.toml", &HOOK.replace("./check.sh", "touch ran"));
    trust(&machine);
    machine.judge("rm -rf /");
    assert!(!machine.project().join("ran").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_command_runs_where_it_was_trusted_and_its_script_is_found_behind_a_cd() {
    let machine = Machine::new();
    machine.write("hookward.toml", &HOOK.replace("./check.sh", "cd scripts && sh ./check.sh"));
    machine.write("scripts/check.sh", "exit 0\n");
    trust(&machine);
    machine.write("src/scripts/check.sh", "touch ../../ran\n");
    let elsewhere = serde_json::json!({"cwd": machine.project().join("src"), "tool_name": "Bash", "tool_input": {"command": "ls"}});
    machine.hook("claude", &machine.event("PreToolUse", &elsewhere));
    assert!(!machine.project().join("ran").exists(), "another script of that name was run");
    machine.write("scripts/check.sh", "touch ../ran\n");
    machine.judge("ls");
    assert!(!machine.project().join("ran").exists(), "a changed script was run");
}

/// A person at a terminal: `script` gives the command a real one.
#[cfg(target_os = "linux")]
fn trust(machine: &Machine) {
    let binary = env!("CARGO_BIN_EXE_hookward");
    let mut command = std::process::Command::new("script");
    command
        .args(["-qec", &format!("{binary} trust"), "/dev/null"])
        .current_dir(machine.project())
        .env("HOME", machine.home())
        .stdout(std::process::Stdio::piped());
    let output = support::feed(command, b"yes\n");
    assert!(stdout(&output).contains("Trusted"), "{}", stdout(&output));
}

#[test]
fn an_artefact_of_a_project_is_free_only_once_it_is_trusted() {
    let machine = Machine::new();
    machine.write("hookward.toml", "[security]\nartefacts = [\"renders\"]\n");
    assert_eq!(machine.judge("rm -rf renders"), "ask");
    #[cfg(target_os = "linux")]
    {
        trust(&machine);
        assert_eq!(machine.judge("rm -rf renders"), "");
    }
    let user = Machine::new();
    write(&user.user_policy(), "[security]\nartefacts = [\"renders\"]\n");
    assert_eq!(user.judge("rm -rf renders"), "");
}
