//! Hooks that are made, played and judged again.

use serde_json::json;

use crate::support::{Machine, answer, decision, stdout, write_program};
use crate::{bash, machine, saying, text};

/// A person at a terminal trusts what the project wants to run.
#[cfg(target_os = "linux")]
pub(super) fn trust(machine: &Machine) {
    let mut command = std::process::Command::new("script");
    command
        .args(["-qec", &format!("{} trust", env!("CARGO_BIN_EXE_hookward")), "/dev/null"])
        .current_dir(machine.project())
        .env_clear()
        .env("HOME", machine.home())
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .stdout(std::process::Stdio::piped());
    let output = crate::support::feed(command, b"yes\n");
    assert!(stdout(&output).contains("Trusted"), "{}", stdout(&output));
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_made_passes_its_test_at_once_and_fails_it_when_it_is_broken() {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.write("hookward.toml", "# Ours.\n[security] # lists\nask_first = [\"db/**\"]");
    for words in [
        &["licence-header"][..],
        &["--lang", "python", "security/guarded"],
        &["feedback/hint"],
        &["--rule", "gate/plain"],
    ] {
        let made = machine.run(&[&["rules", "new"][..], words].concat());
        assert_eq!(made.status.code(), Some(0), "{}", crate::support::stderr(&made));
        assert!(stdout(&made).contains("hookward test"), "{}", stdout(&made));
    }
    let policy = std::fs::read_to_string(machine.project().join("hookward.toml")).unwrap();
    assert!(
        policy.starts_with("# Ours.\n[security] # lists\nask_first = [\"db/**\"]\n\n[[hook]]\n"),
        "{policy}"
    );
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}", stdout(&tested));
    assert!(stdout(&tested).contains("5 passed, 0 failed"), "{}", stdout(&tested));
    // It is not only in the test that it holds.
    assert_eq!(machine.judge("example-licence-header deploy x"), "deny");
    // Nothing is written over.
    let again = machine.run(&["rules", "new", "licence-header"]);
    assert_eq!(again.status.code(), Some(64));
    assert!(crate::support::stderr(&again).contains("hooks/licence-header.sh is there already"));
    assert_eq!(machine.run(&["rules", "new", "--rule", "gate/plain"]).status.code(), Some(64));
    assert_eq!(std::fs::read_to_string(machine.project().join("hookward.toml")).unwrap(), policy);
    assert_eq!(machine.run(&["rules", "new", "approve/x"]).status.code(), Some(64));
    // A script that does not object any more fails its story, once it is trusted; before that it does not run.
    let script = machine.project().join("hooks/licence-header.sh");
    std::fs::write(&script, "#!/bin/sh\ntouch \"$HOME/ran\"\n").unwrap();
    let untrusted = machine.run(&["test"]);
    assert_eq!(untrusted.status.code(), Some(1));
    assert!(stdout(&untrusted).contains("waits for `hookward trust`"), "{}", stdout(&untrusted));
    trust(&machine);
    let broken = machine.run(&["test"]);
    assert_eq!(broken.status.code(), Some(1));
    let said = stdout(&broken);
    assert!(
        said.contains("expected  denied by gate/licence-header") && said.contains("got       goes on"),
        "{said}"
    );
    assert!(!machine.home().join("ran").exists(), "a story has a home of its own");
}

#[test]
fn a_story_says_what_hooks_say_and_looks_at_what_they_are_told() {
    let machine = Machine::new();
    machine.write(
        "hookward.toml",
        "[[hook]]\nid = \"gate/calendar\"\non = \"before-tool\"\nrun = \"touch $HOME/ran; touch /tmp/never\"\n\
         match = { command = \"make *\" }\ninput = \"neutral\"\n\
         [[hook]]\nid = \"feedback/hint\"\non = \"before-tool\"\nrun = \"./nowhere.sh\"\n",
    );
    machine.write(
        "a.story",
        "hooks\n    gate/calendar exits 2: not on Fridays\n    feedback/hint says look at the wiki\n\
         bash make deploy\n    denied by gate/calendar: not on Fridays\n    gate/calendar gets: \"command\":\"make deploy\"\n    feedback/hint is not asked\n\
         bash npm test\n    goes on, advised by feedback/hint\n    gate/calendar is not asked\n\
         hooks\n    gate/calendar says {\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"updatedInput\": {\"command\": \"git status\"}}}\n\
         bash make deploy\n    becomes git status\n\
         hooks\n    gate/calendar takes too long\n\
         bash make deploy\n    denied by gate/calendar: no answer\n\
         hooks\n    feedback/hint exits 0\nbash make deploy\n    goes on\n",
    );
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), crate::support::stderr(&tested));
    let story = std::fs::read_to_string(machine.project().join("a.story")).unwrap();
    for (line, instead) in [
        (": not on Fridays\n    gate/calendar gets", ": not on Mondays\n    gate/calendar gets"),
        ("\"make deploy\"", "\"make x\""),
        ("npm test\n", "make test\n"),
        ("becomes git status", "becomes git log"),
    ] {
        machine.write("b.story", &story.replacen(line, instead, 1));
        let tested = machine.run(&["test", "b.story"]);
        assert_eq!(tested.status.code(), Some(1), "{line}: {}", stdout(&tested));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_story_tells_a_hook_that_fails_from_one_that_objects() {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.write(
        "hookward.toml",
        "[[hook]]\nid = \"gate/strict\"\non = \"before-tool\"\nmatch = { command = \"make *\" }\nrun = \"sh ./strict.sh\"\n\
         [[hook]]\nid = \"gate/gone\"\non = \"before-tool\"\nmatch = { command = \"npm *\" }\nrun = \"./no/such/program\"\non_failure = \"ask\"\n",
    );
    machine.write("strict.sh", "echo never >&2\nexit 2\n");
    machine.write(
        "a.story",
        "bash make x\n    denied by gate/strict: never\n    gate/strict objects: never\n\
         bash npm test\n    asked by gate/gone\n    gate/gone fails: not found\n",
    );
    let test = |expected: i32| {
        let tested = machine.run(&["test", "a.story"]);
        assert_eq!(
            tested.status.code(),
            Some(expected),
            "{}{}",
            stdout(&tested),
            crate::support::stderr(&tested)
        );
        stdout(&tested)
    };
    trust(&machine);
    test(0);
    // Denied it is still, but no objection made that: the script is broken.
    machine.write("strict.sh", "echo never >&2\nexit 3\n");
    trust(&machine);
    let said = test(1);
    assert!(said.contains("expected  gate/strict objects: never"), "{said}");
    assert!(said.contains("(gate/strict failed: exit 3: never; on_failure = \"deny\")"), "{said}");
    // Also where the story says nothing of the hook itself.
    machine.write("a.story", "bash make x\n    denied by gate/strict\n");
    let said = test(1);
    assert!(said.contains("expected  gate/strict answers"), "{said}");
    machine.write("a.story", "bash make x\n    denied by gate/strict\n    gate/strict fails: exit 3\n");
    test(0);
    machine.write("a.story", "bash make x\n    denied by gate/strict\n    gate/strict fails: exit 4\n");
    test(1);
}

#[test]
fn no_hook_of_a_story_runs_that_nobody_has_trusted() {
    let machine = Machine::new();
    let ran = machine.home().join("ran");
    let hook = format!(
        "[[hook]]\nid = \"gate/evil\"\non = \"before-tool\"\nrun = \"touch {}; exit 2\"\n",
        ran.display()
    );
    machine.write("hookward.toml", &hook);
    machine.write("user.toml", &hook.replace("gate/evil", "gate/worse"));
    machine.write(
        "a.story",
        &format!(
            "bash ls\n    approved\nhooks\n    gate/evil exits 0\nbash make x\n    goes on\nhooks\n    gate/evil exits 0\n    gate/worse exits 0\nbash make x\n    goes on\npolicy\n{}bash make x\n    goes on\n",
            hook.replace('\n', "\n    ").trim_end().replacen("[[", "    [[", 1) + "\n"
        ),
    );
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), crate::support::stderr(&tested));
    assert!(!ran.exists());
}

#[test]
fn recorded_events_are_steps_of_a_story_and_records_are_judged_again_without_running() {
    let said = json!({"decision": "block", "reason": "not on Fridays"});
    let recorder =
        machine(&saying("gate/calendar", "before-tool", &said, "match = { command = \"make deploy *\" }"));
    bash(&recorder, "make deploy");
    bash(&recorder, "npm test");
    bash(&recorder, "cat .env");
    let log = stdout(&recorder.run(&["log", "--json", "--all"]));
    // The same answers, under a policy that has the hook, and whose command does not even exist.
    let machine =
        machine("[[hook]]\nid = \"gate/calendar\"\non = \"before-tool\"\nrun = \"touch $HOME/ran\"\n");
    machine.write("log.jsonl", &log);
    let tested = machine.run(&["test", "log.jsonl"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), crate::support::stderr(&tested));
    assert!(stdout(&tested).contains("records 3 the same"), "{}", stdout(&tested));
    assert!(!machine.home().join("ran").exists(), "nothing ran");
    crate::support::write(&machine.user_policy(), "");
    let tested = machine.run(&["test", "log.jsonl"]);
    assert_eq!(tested.status.code(), Some(1));
    let said = stdout(&tested);
    assert!(said.contains("recorded  deny by gate/calendar\n  now       silent"), "{said}");
    let record = |fault: &str| {
        json!({"at": 1, "host": "claude", "event": "before-tool", "session": "s", "cwd": "/w", "tool": "shell",
            "subject": "make deploy", "decision": "deny", "us": 1, "findings": [],
            "ran": [{"what": "gate/calendar", "tool": "own hook", "ms": 1, "how": "failed",
                "answer": {"hook": "gate/calendar", "fault": fault, "read_as": ""}}]})
    };
    crate::support::write(
        &machine.user_policy(),
        "[[hook]]\nid = \"gate/calendar\"\non = \"before-tool\"\nrun = \"true\"\n",
    );
    machine.write("failed.jsonl", &record("exit 3: oops").to_string());
    let tested = machine.run(&["test", "failed.jsonl"]);
    assert!(
        stdout(&tested).contains("gate/calendar failed: exit 3: oops; on_failure = \"deny\" (1 times)"),
        "{}",
        stdout(&tested)
    );
    // As steps of a story, with a payload of another host.
    machine.write("captured/cursor.json", r#"{"conversation_id": "c", "hook_event_name": "beforeShellExecution", "command": "cat .env", "cwd": "/w/a", "workspace_roots": ["/w/a"]}"#);
    let payload = machine.run(&["test", "captured/cursor.json"]);
    assert_eq!(payload.status.code(), Some(64));
    assert!(crate::support::stderr(&payload).contains("a step of a story: `event captured/cursor.json`"));
    machine.write("captured/log.json", log.lines().find(|line| line.contains("npm test")).unwrap());
    machine.write("a.story", "event cursor captured/cursor.json\n    denied by security/secret-read\nevent captured/log.json\n    goes on\n");
    let tested = machine.run(&["test", "a.story"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), crate::support::stderr(&tested));
}

#[test]
fn whoever_fires_hooks_runs_what_the_settings_say() {
    let machine = Machine::new();
    assert_eq!(machine.judge("hookward fire Stop"), "");
    machine.write(
        ".claude.json",
        r#"{"hooks": {"PreToolUse": ["echo fine"], "Stop": [{"hooks": [{"command": "rm -rf ~"}]}]}}"#,
    );
    assert_eq!(machine.judge("hookward fire Stop"), "deny");
    assert_eq!(machine.judge("hookward rules"), "allow");
}

#[test]
fn whoever_looks_for_the_hooks_of_a_policy_among_an_agents_is_told_where_they_are_tried() {
    let machine = crate::machine("[[hook]]\nid = \"gate/x\"\non = \"stop\"\nrun = \"exit 2\"\n");
    let fired = || String::from_utf8_lossy(&machine.run(&["fire", "Stop"]).stdout).into_owned();
    assert!(fired().contains("`hookward test` plays them"), "{}", fired());
    machine.write(".claude.json", r#"{"hooks": {"Stop": ["exit 0"]}}"#);
    assert!(!fired().contains("`hookward test` plays them"), "{}", fired());
}

/// The scripts of the example themselves, trusted.
#[test]
#[cfg(target_os = "linux")]
fn the_hooks_of_seed_004_take_part_once_they_are_trusted() {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.follow_example("seed-004");
    for script in ["security/check-symlinks.sh", "gate/enforce-work-dir.py", "feedback/name-the-item.sh"] {
        let there = machine.project().join("hooks").join(script);
        std::fs::create_dir_all(there.parent().unwrap()).unwrap();
        std::fs::copy(crate::support::example("seed-004").join("hooks").join(script), there).unwrap();
    }
    trust(&machine);
    let context =
        text(&answer(&bash(&machine, "git commit --allow-empty -m x")), "additionalContext").to_owned();
    assert!(context.contains("[feedback/unnamed-item] Name the item"), "{context}");
    let named = bash(&machine, "git commit --allow-empty -m 'plan: the cart'");
    assert!(!text(&answer(&named), "additionalContext").contains("Name the item"), "{}", stdout(&named));
    std::os::unix::fs::symlink("/bin/true", machine.project().join("hooks/linked.sh")).unwrap();
    let denied = answer(&bash(&machine, "git commit --allow-empty -m x"));
    assert!(text(&denied, "permissionDecisionReason").contains("a script may be no link"), "{denied}");
    let write = |role: &str, path: &str| {
        let input = json!({"file_path": path, "content": "x"});
        let call = json!({"tool_name": "Write", "tool_input": input, "agent_id": "a", "agent_type": role});
        let mut hook = machine.command(&["hook", "claude"]);
        hook.env("RALPH_WORK_DIR", "work");
        decision(&crate::support::feed(hook, &machine.event("PreToolUse", &call)))
    };
    assert_eq!(
        (write("executor", "notes.md"), write("executor", "work/notes.md")),
        ("deny".into(), String::new())
    );
    assert_eq!(write("reviewer", "notes.md"), "");
}

/// Everything that the page shows, as a newcomer would copy it.
#[test]
#[cfg(target_os = "linux")]
fn the_examples_of_the_page_on_own_hooks_work_as_they_are_written() {
    let page = include_str!("../../../../docs/own-hooks.md");
    let blocks = |kind: &str| -> Vec<String> {
        let start = format!("```{kind}\n");
        let parts = page.split(start.as_str()).skip(1);
        parts.map(|part| part.split("```").next().unwrap().to_owned()).collect()
    };
    let machine = Machine::new();
    machine.become_a_repository();
    let policies = blocks("toml");
    let [first, roles, others] = &policies[..] else { panic!("{policies:?}") };
    write_program(&machine.project().join("hooks/licence-header.sh"), &blocks("sh")[0]);
    // The first hook with its script: before anybody has trusted it, and after.
    machine.write("hookward.toml", first);
    let write = |content: &str| {
        let call = json!({"tool_name": "Write", "tool_input": {"file_path": "src/a.ts", "content": content}});
        decision(&machine.hook("claude", &machine.event("PreToolUse", &call)))
    };
    assert_eq!(write("x"), "");
    trust(&machine);
    assert_eq!((write("x"), write("// Licence: MIT")), ("deny".into(), String::new()));
    assert_eq!(machine.judge("echo x > src/b.ts"), "deny");
    // The story, under the policy that the page has.
    machine.write("hookward.toml", &[first.as_str(), others].concat());
    machine.write("captured/push.json", &blocks("json")[0]);
    machine.write("stories/own-hooks.story", &blocks("text")[0]);
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), crate::support::stderr(&tested));
    machine
        .write("stories/own-hooks.story", &blocks("text")[0].replace("gate/slow takes", "gate/slwo takes"));
    let tested = stdout(&machine.run(&["test"]));
    assert!(tested.contains("there is no hook `gate/slwo`; did you mean `gate/slow`?"), "{tested}");
    // Roles.
    machine.write("hookward.toml", roles);
    let script = machine.project().join("hooks/require-regression.sh");
    write_program(&script, "#!/bin/sh\necho run it first\nexit 2\n");
    trust(&machine);
    let commit = |role: &str| {
        let input = json!({"command": "git commit --allow-empty -m x"});
        let call = json!({"tool_name": "Bash", "tool_input": input, "agent_id": "a", "agent_type": role});
        decision(&machine.hook("claude", &machine.event("PreToolUse", &call)))
    };
    assert_eq!(
        (commit("pilot"), commit("reviewer"), commit("other")),
        ("deny".into(), String::new(), String::new())
    );
}

#[test]
fn a_recorded_event_may_be_advised_about() {
    let machine = machine("");
    let hook = "[[hook]]\nid = \"feedback/hint\"\non = \"before-tool\"\nrun = \"./x.sh\"\n";
    machine.write("hookward.toml", hook);
    machine.write("captured/x.json", std::str::from_utf8(&machine.bash("make x")).unwrap());
    let story = |expected: &str| {
        machine.write(
            "a.story",
            &format!("hooks\n    feedback/hint says look\nevent captured/x.json\n    {expected}\n"),
        );
        machine.run(&["test"])
    };
    let tested = story("goes on, advised by feedback/hint");
    assert_eq!(tested.status.code(), Some(0), "{}", stdout(&tested));
    let tested = story("goes on");
    assert!(stdout(&tested).contains("got       goes on, advised: [feedback/hint]\n"), "{}", stdout(&tested));
}
