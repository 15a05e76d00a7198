//! What a person's trust covers, replaces, and how it is taken back.

use serde_json::json;

use crate::support::{Machine, answer, stderr, stdout, write};
use crate::{bash, machine};

/// A person at a terminal says yes to this; what they are shown.
pub(crate) fn agreed(machine: &Machine, words: &str) -> String {
    let mut command = std::process::Command::new("script");
    command
        .args(["-qec", &format!("{} {words}", env!("CARGO_BIN_EXE_hookward")), "/dev/null"])
        .current_dir(machine.project())
        .env("HOME", machine.home())
        .stdout(std::process::Stdio::piped());
    stdout(&crate::support::feed(command, b"yes\n"))
}

pub(crate) fn trusted(machine: &Machine, words: &str) -> String {
    let shown = agreed(machine, words);
    assert!(shown.contains("Trusted."), "{shown}");
    shown
}

fn hook(id: &str, run: &str) -> String {
    format!("[[hook]]\nid = \"{id}\"\non = \"before-tool\"\nrun = '''{run}'''\n")
}

/// Who objected to a call that nothing else minds.
fn objected(machine: &Machine) -> String {
    answer(&bash(machine, "frobnicate x"))["hookSpecificOutput"]["permissionDecisionReason"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

fn notices(machine: &Machine) -> String {
    let start = machine.hook("claude", &machine.event("SessionStart", &json!({"source": "startup"})));
    answer(&start)["systemMessage"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_new_trust_takes_the_place_of_the_old_one() {
    let machine = Machine::new();
    machine.write("hookward.toml", &hook("gate/x", "sh check.sh"));
    let version = |number: u8| machine.write("check.sh", &format!("echo version {number}\nexit 2\n"));
    version(1);
    trusted(&machine, "trust");
    assert!(objected(&machine).contains("version 1"));
    version(2);
    assert_eq!(objected(&machine), "");
    trusted(&machine, "trust");
    assert!(objected(&machine).contains("version 2"));
    version(1);
    assert_eq!(objected(&machine), "", "an earlier version is not trusted any more");
    assert!(notices(&machine).contains("hookward trust"));
    // The same of its lines.
    version(2);
    assert!(objected(&machine).contains("version 2"));
    machine.write("hookward.toml", &hook("gate/x", "sh check.sh; exit 2"));
    trusted(&machine, "trust");
    machine.write("hookward.toml", &hook("gate/x", "sh check.sh"));
    assert_eq!(objected(&machine), "");
}

#[test]
fn what_changes_while_a_person_looks_at_it_is_not_trusted() {
    let machine = Machine::new();
    machine.write("hookward.toml", &hook("gate/x", "sh check.sh"));
    machine.write("check.sh", "echo no\nexit 2\n");
    let mut shell = std::process::Command::new("sh");
    let hookward = env!("CARGO_BIN_EXE_hookward");
    // The answer comes once the question is there.
    let line = format!(
        "mkfifo answers; (exec 3> answers; while ! grep -q 'Type yes' shown; do sleep 0.05; done; \
         echo '# changed' >> check.sh; echo yes >&3; sleep 1) & script -qefc '{hookward} trust' shown < answers"
    );
    shell
        .args(["-c", &format!("touch shown; {line}")])
        .current_dir(machine.project())
        .env("HOME", machine.home());
    let said = stdout(&shell.output().unwrap());
    assert!(said.contains("has changed meanwhile") && !said.contains("Trusted."), "{said}");
    assert_eq!(objected(&machine), "");
}

#[test]
fn hooks_are_trusted_by_name_and_trust_is_taken_back() {
    let machine = Machine::new();
    let policy = [hook("gate/a", "echo a says no; exit 2"), hook("gate/b", "touch ran")].concat();
    machine.write("hookward.toml", &policy);
    trusted(&machine, "trust gate/a");
    assert!(objected(&machine).contains("a says no"));
    assert!(!machine.project().join("ran").exists());
    let list = stdout(&machine.run(&["trust", "--list"]));
    let of = |id: &str| list.lines().find(|line| line.contains(id)).unwrap_or_default().to_owned();
    assert!(of("gate/a").ends_with("trusted") && of("gate/b").ends_with("waits"), "{list}");
    let unknown = machine.run(&["trust", "gate/c"]);
    assert_eq!(unknown.status.code(), Some(64));
    assert!(stderr(&unknown).contains("gate/a, gate/b"), "{}", stderr(&unknown));
    // Who has no terminal takes nothing back.
    assert_ne!(machine.run(&["trust", "--withdraw"]).status.code(), Some(0));
    assert!(objected(&machine).contains("a says no"));
    assert_eq!(machine.judge("hookward trust --withdraw gate/a"), "deny");
    trusted(&machine, "trust");
    let shown = agreed(&machine, "trust --withdraw gate/a");
    assert!(shown.contains("Taken back.") && !shown.contains("gate/b"), "{shown}");
    assert_eq!(objected(&machine), "");
    assert!(machine.project().join("ran").exists(), "the other one is trusted as before");
    assert!(agreed(&machine, "trust --withdraw").contains("Taken back."));
    std::fs::remove_file(machine.project().join("ran")).unwrap();
    assert_eq!(objected(&machine), "");
    assert!(!machine.project().join("ran").exists());
}

#[test]
fn what_cannot_be_followed_keeps_nothing_else_from_being_trusted() {
    let machine = Machine::new();
    let policy =
        [hook("gate/a", "echo a says no; exit 2"), hook("gate/b", "sh \"$ELSEWHERE/x.sh\"")].concat();
    machine.write("hookward.toml", &policy);
    let shown = trusted(&machine, "trust");
    assert!(shown.contains("stays off: what it runs cannot be followed"), "{shown}");
    assert!(objected(&machine).contains("a says no"));
    assert!(notices(&machine).contains("$ELSEWHERE"), "{}", notices(&machine));
}

#[test]
fn a_persons_own_hook_runs_nothing_of_a_workspace_that_nobody_has_trusted_there() {
    for run in [
        "./scripts/check.sh",
        "sh scripts/check.sh",
        "npm run check",
        "make check",
        "cd scripts && ./check.sh",
    ] {
        let machine = machine(&hook("gate/x", run));
        machine.write("scripts/check.sh", "#!/bin/sh\ntouch \"$HOME/ran\"\necho version 1\nexit 2\n");
        machine.write("package.json", r#"{"scripts": {"check": "sh scripts/check.sh"}}"#);
        machine.write("Makefile", "check:\n\tsh scripts/check.sh\n");
        assert_eq!(objected(&machine), "", "{run}");
        assert!(!machine.home().join("ran").exists(), "{run}");
        let said = notices(&machine);
        assert!(said.contains(run) && said.contains("hookward trust"), "{said}");
        let shown = trusted(&machine, "trust gate/x");
        assert!(shown.contains("scripts/check.sh says now"), "{run}: {shown}");
        machine.write("scripts/check.sh", "touch \"$HOME/ran\"\n");
        assert_eq!(objected(&machine), "");
        assert!(!machine.home().join("ran").exists(), "{run}: a changed script was run");
    }
}

#[test]
fn a_persons_own_hook_holds_at_once_if_it_runs_nothing_of_the_workspace() {
    let machine = Machine::new();
    write(&machine.home().join("hooks/guard.sh"), "grep -q freeze notes.md; echo no; exit 2\n");
    for run in [
        "echo no; exit 2",
        "sh ~/hooks/guard.sh",
        "sh \"$HOME\"/hooks/guard.sh",
        "cat notes.md; echo no; exit 2",
    ] {
        write(&machine.user_policy(), &hook("gate/x", run));
        machine.write("notes.md", "freeze\n");
        assert!(objected(&machine).contains("no"), "{run}: {}", notices(&machine));
    }
    // Nobody puts it off by a file that it would never load.
    write(&machine.home().join("hooks/guard.py"), "import json, sibling\nprint('no')\nraise SystemExit(2)\n");
    write(&machine.home().join("hooks/sibling.py"), "");
    machine.write("json.py", "");
    machine.write("sibling.py", "");
    machine.write("node_modules/.bin/grep", "");
    for run in ["python3 ~/hooks/guard.py", "sh -c 'grep -q freeze notes.md; echo no; exit 2'"] {
        write(&machine.user_policy(), &hook("gate/x", run));
        assert!(objected(&machine).contains("no"), "{run}: {}", notices(&machine));
    }
    // What it runs in turn counts.
    write(&machine.home().join("hooks/guard.sh"), "sh scripts/check.sh; echo no; exit 2\n");
    write(&machine.user_policy(), &hook("gate/x", "sh ~/hooks/guard.sh"));
    machine.write("scripts/check.sh", "touch \"$HOME/ran\"\n");
    assert_eq!(objected(&machine), "");
    assert!(!machine.home().join("ran").exists());
}

#[test]
fn trust_follows_what_scripts_load_and_run_in_turn() {
    let no = "print('no')\nraise SystemExit(2)\n";
    for (run, files) in [
        ("python3 -m pkg.mod", vec![("pkg/mod.py", "from . import helper\n"), ("pkg/helper.py", no)]),
        ("python3 -c 'import x'", vec![("x.py", "import sibling\n"), ("sibling.py", no)]),
        ("python3 hooks/guard.py", vec![("hooks/guard.py", "import sibling\n"), ("hooks/sibling.py", no)]),
        (
            "sh hooks/guard.sh",
            vec![
                ("hooks/guard.sh", ". \"$(dirname \"$0\")/lib.sh\"\n"),
                ("hooks/lib.sh", "echo no\nexit 2\n"),
            ],
        ),
        (
            "bash hooks/guard.sh",
            vec![
                ("hooks/guard.sh", "source \"${BASH_SOURCE%/*}/lib.sh\"\n"),
                ("hooks/lib.sh", "echo no\nexit 2\n"),
            ],
        ),
        (
            "sh hooks/guard.sh",
            vec![
                ("hooks/guard.sh", "sh \"$CLAUDE_PROJECT_DIR\"/lib/check.sh\n"),
                ("lib/check.sh", "echo no\nexit 2\n"),
            ],
        ),
    ] {
        let machine = Machine::new();
        machine.write("hookward.toml", &hook("gate/x", run));
        for (file, text) in &files {
            machine.write(file, text);
        }
        let shown = trusted(&machine, "trust");
        for (file, _) in &files {
            assert!(shown.contains(&format!("{file} says now")), "{run}: {shown}");
        }
        assert!(objected(&machine).contains("no"), "{run}: {}", objected(&machine));
        let (last, text) = files.last().unwrap();
        machine.write(last, &format!("{text}\n# changed\n"));
        assert_eq!(objected(&machine), "", "{run}: {last} has changed");
        // Who wants to change it is asked about, once it is trusted again.
        trusted(&machine, "trust");
        let write = json!({"tool_name": "Write", "tool_input": {"file_path": last, "content": ""}});
        let asked = machine.hook("claude", &machine.event("PreToolUse", &write));
        assert_ne!(crate::support::decision(&asked), "", "{run}");
    }
}

#[test]
fn a_person_is_told_during_the_session_that_what_was_trusted_does_not_run_any_more() {
    let machine = Machine::new();
    machine.write("hookward.toml", &hook("gate/x", "sh check.sh"));
    machine.write("check.sh", "echo no\nexit 2\n");
    let told = |event: &str| {
        let more = json!({"prompt": "go on", "stop_hook_active": false});
        let said = answer(&machine.hook("claude", &machine.event(event, &more)));
        said["systemMessage"].as_str().unwrap_or_default().contains("since it has changed")
    };
    // Who has never trusted it has heard of it when the session began.
    assert!(notices(&machine).contains("hookward trust") && !told("UserPromptSubmit"));
    trusted(&machine, "trust");
    assert!(!told("UserPromptSubmit") && !told("Stop"));
    machine.write("check.sh", "exit 0\n");
    assert!(told("UserPromptSubmit") && told("Stop"));
    agreed(&machine, "trust --withdraw");
    assert!(!told("UserPromptSubmit") && !told("Stop"));
}

#[test]
fn what_tells_a_runner_how_to_run_scripts_is_part_of_what_is_trusted() {
    for (run, settings) in [("npm run check", ".npmrc"), ("yarn check", ".yarnrc.yml"), ("sh a.sh", ".npmrc")]
    {
        let machine = Machine::new();
        machine.write("hookward.toml", &hook("gate/x", run));
        machine.write("package.json", r#"{"scripts": {"check": "exit 2"}}"#);
        machine.write("a.sh", "npm run check\n");
        trusted(&machine, "trust");
        machine.write(settings, "script-shell=./evil.sh\n");
        assert!(notices(&machine).contains("hookward trust"), "{run}");
    }
}

#[test]
fn who_puts_a_program_before_one_that_a_trusted_hook_runs_is_asked_about() {
    let machine = Machine::new();
    machine.write("hookward.toml", &[hook("gate/x", "sh check.sh"), hook("feedback/y", "./y")].concat());
    machine.write("check.sh", "grep -q frobnicate && exit 2\nexit 0\n");
    machine.write("y", "#!/usr/bin/env python3\n");
    trusted(&machine, "trust");
    let asked = |path: &str, command: &str| {
        let mut hook = machine.command(&["hook", "claude"]);
        hook.env("PATH", format!("{}/{path}:/usr/bin:/bin", machine.project().display()));
        crate::support::decision(&crate::support::feed(hook, &machine.bash(command)))
    };
    for command in ["cp x .venv/bin/grep", "ln -s ../x .venv/bin/sh", "echo > .venv/bin/python3"] {
        assert_eq!(asked(".venv/bin", command), "ask", "{command}");
        assert_ne!(asked("other", command), "ask", "{command}");
    }
    assert_ne!(asked(".venv/bin", "cp x .venv/bin/ruff"), "ask");
    assert_ne!(asked(".venv/bin", "rm -rf .venv"), "ask");
}

#[test]
fn whoever_trusts_a_hook_is_told_that_hosts_must_wait_longer_for_it() {
    let machine = Machine::new();
    let hosts = "hosts = [\"claude\"]\n";
    machine.write("hookward.toml", hosts);
    assert!(machine.run(&["sync"]).status.success());
    let is_said = |shown: &str| shown.contains(".claude/settings.json may give own hooks too little time");
    let doctor = || stdout(&machine.run(&["doctor"]));
    assert!(!is_said(&doctor()));
    machine.write("hookward.toml", &format!("{hosts}{}", hook("gate/x", "sh check.sh")));
    machine.write("check.sh", "exit 2\n");
    assert!(is_said(&trusted(&machine, "trust")) && is_said(&doctor()));
    assert!(stdout(&machine.run(&["rules", "new", "gate/licence"])).contains("run `hookward sync`"));
    assert!(machine.run(&["sync"]).status.success());
    assert!(!is_said(&doctor()));
}

#[test]
fn a_person_is_told_what_could_not_be_followed() {
    let machine = Machine::new();
    let policy =
        [hook("gate/a", "sh a.sh"), hook("gate/b", "pytest -q"), hook("gate/c", "python3 c.py")].concat();
    machine.write("hookward.toml", &policy);
    machine.write("a.sh", "sh \"$ELSEWHERE\"\n");
    machine.write("c.py", "import importlib\nimportlib.import_module(name)\n");
    let shown = trusted(&machine, "trust");
    for said in [
        "which is only known when it runs",
        "the files of the project that `pytest` runs by their names",
        "c.py, line 2: a module whose name is only known when it runs",
    ] {
        let is_said = |line: &str| line.contains("not followed: ") && line.contains(said);
        assert!(shown.lines().any(is_said), "{said}: {shown}");
    }
    // What a program runs by name is code of the workspace, whoever has written the line.
    let own = crate::machine(&hook("gate/b", "pytest -q || exit 2"));
    assert_eq!(objected(&own), "");
    assert!(notices(&own).contains("hookward trust"), "{}", notices(&own));
}
