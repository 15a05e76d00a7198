//! `hookward import` through the real program: hooks that hosts have say the same under the policy as they said before.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

#[path = "import/covered.rs"]
mod covered;
#[path = "import/other_hosts.rs"]
mod other_hosts;
#[path = "import/restored.rs"]
mod restored;
#[path = "import/safety.rs"]
mod safety;
#[path = "import/standing.rs"]
mod standing;
mod support;

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use hookward_runner::{Configuration, Decision, Event, Order, Report, Runner};
use serde_json::{Value, json};
use support::{Machine, answer, decision, feed, stderr, stdout};

/// A machine with the project of a host's users, made up in `tests/import`.
fn machine(hosts: &[&str]) -> Machine {
    let machine = Machine::new();
    for host in hosts {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import").join(host);
        copy(&folder, &machine.project());
    }
    machine
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// A person's import, which must work.
fn import(machine: &Machine, more: &[&str]) -> Output {
    let output = if more.contains(&"--dry-run") {
        machine.run(&[&["import"], more].concat())
    } else {
        machine.with_a_terminal(&format!(
            "{} import --yes {}",
            env!("CARGO_BIN_EXE_hookward"),
            more.join(" ")
        ))
    };
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    output
}

fn text(machine: &Machine, path: &str) -> String {
    fs::read_to_string(machine.project().join(path)).unwrap_or_default()
}

/// Every file of a project but those that hooks write.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_none_or(|ending| ending != "log") {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// What is said of an event: what becomes of it, and a text that is told with it.
struct Story {
    name: &'static str,
    event: &'static str,
    more: Value,
    /// `deny`, `ask`, `allow`, `block` or nothing.
    becomes: &'static str,
    told: &'static str,
}

fn story(
    name: &'static str,
    event: &'static str,
    more: Value,
    becomes: &'static str,
    told: &'static str,
) -> Story {
    Story { name, event, more, becomes, told }
}

fn bash(command: &str) -> Value {
    json!({"tool_name": "Bash", "tool_input": {"command": command}})
}

fn write(machine: &Machine, path: &str) -> Value {
    json!({"tool_name": "Write", "tool_input": {"file_path": machine.project().join(path), "content": "x"}})
}

fn wrote(machine: &Machine, path: &str) -> Value {
    let mut event = write(machine, path);
    event["tool_response"] = json!({"type": "create"});
    event
}

fn stories(machine: &Machine) -> Vec<Story> {
    vec![
        story("nobody minds", "PreToolUse", bash("make build"), "", ""),
        story("sh", "PreToolUse", bash("echo rm -rf x"), "deny", "recursive deletion is for people"),
        story("node", "PreToolUse", bash("echo npm publish"), "deny", "deployments go through the pipeline"),
        story("python", "PreToolUse", write(machine, ".env.example"), "deny", "is protected (.env)"),
        story(
            "ask",
            "PreToolUse",
            write(machine, "db/migrations/1.sql"),
            "ask",
            "a migration: look at it first",
        ),
        story("allow", "PreToolUse", write(machine, "src/docs/a.txt"), "allow", "doc"),
        story("other tool", "PreToolUse", write(machine, "src/a.txt"), "", ""),
        story(
            "mcp",
            "PreToolUse",
            json!({"tool_name": "mcp__db__delete_row", "tool_input": {}}),
            "deny",
            "no deleting through servers",
        ),
        story("lint", "PostToolUse", wrote(machine, "src/bad.py"), "told", "bad.py:1: undefined name"),
        story("types", "PostToolUse", wrote(machine, "src/a.ts"), "told", "two types are wrong in"),
        story(
            "prompt",
            "UserPromptSubmit",
            json!({"prompt": "please deploy"}),
            "told",
            "frozen until Monday",
        ),
        story(
            "secret",
            "UserPromptSubmit",
            json!({"prompt": "password=1"}),
            "block",
            "there is a password in the prompt",
        ),
        story("start", "SessionStart", json!({"source": "startup"}), "told", "see CONTRIBUTING.md"),
        story("cleared", "SessionStart", json!({"source": "clear"}), "", ""),
        story("stop", "Stop", json!({"stop_hook_active": false}), "", ""),
    ]
}

/// What the hooks say by themselves, run as an agent runs them.
fn directly(machine: &Machine, story: &Story) -> Report {
    let configuration = Configuration::of_folder(&machine.project());
    assert!(configuration.problems.is_empty(), "{:?}", configuration.problems);
    let mut runner = Runner::new(machine.project());
    runner.order = Order::Parallel;
    let event =
        Event::new(story.event).with("session_id", "s1").with("cwd", machine.project().display().to_string());
    let event = story
        .more
        .as_object()
        .unwrap()
        .iter()
        .fold(event, |event, (key, value)| event.with(key, value.clone()));
    runner.fire(&configuration, &event)
}

fn heard(output: &Output) -> (String, String) {
    let answer = answer(output);
    let said = format!("{}{}", stdout(output), stderr(output));
    let becomes = match answer["decision"].as_str() {
        Some("block") => "block".to_owned(),
        _ => decision(output),
    };
    (becomes, said)
}

#[test]
fn twenty_hooks_say_the_same_before_and_after() {
    let machine = machine(&["claude"]);
    let stories = stories(&machine);
    for story in &stories {
        let report = directly(&machine, story);
        let expected = match story.becomes {
            "deny" | "block" => Decision::Deny,
            "ask" => Decision::Ask,
            "allow" => Decision::Allow,
            _ => Decision::Silent,
        };
        assert_eq!(report.decision, expected, "before, {}: {report:?}", story.name);
        let said = format!("{:?}{:?}{:?}", report.reason, report.context, report.messages);
        assert!(said.contains(story.told), "before, {}: {said}", story.name);
    }
    let said = stdout(&import(&machine, &[]));
    assert!(said.contains("20 hooks are now in the policy"), "{said}");
    fs::remove_file(machine.project().join("commands.log")).unwrap();
    for story in &stories {
        let output = machine.hook("claude", &machine.event(story.event, &story.more));
        let (becomes, said) = heard(&output);
        let expected = if story.becomes == "told" { "" } else { story.becomes };
        assert_eq!(becomes, expected, "after, {}: {said}", story.name);
        assert!(said.contains(story.told), "after, {}: {said}", story.name);
        assert!(!said.contains("this is for nobody"), "after, {}: {said}", story.name);
    }
    // Each of the three commands was logged, and once: also those that another hook denies.
    assert_eq!(text(&machine, "commands.log"), "make build\necho rm -rf x\necho npm publish\n");
}

#[test]
fn a_stop_is_held_and_what_nobody_waits_for_runs_once() {
    let machine = machine(&["claude"]);
    import(&machine, &[]);
    machine.write("failing", "");
    let held = machine.hook("claude", &machine.event("Stop", &json!({"stop_hook_active": false})));
    let (becomes, said) = heard(&held);
    assert_eq!(becomes, "block", "{said}");
    assert!(said.contains("tests fail: go on"), "{said}");
    machine.hook(
        "claude",
        &machine.event("Notification", &json!({"message": "look", "notification_type": "x"})),
    );
    assert_eq!(text(&machine, "notified.log"), "look\n");
    let stop = json!({"agent_type": "planner", "agent_id": "a", "stop_hook_active": false});
    machine.hook("claude", &machine.event("SubagentStop", &stop));
    let start = Instant::now();
    while text(&machine, "agents.log").is_empty() && start.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(text(&machine, "agents.log"), "planner ended\n");
}

#[test]
fn a_failure_means_what_it_meant() {
    let machine = machine(&["claude"]);
    import(&machine, &[]);
    let mut event = bash("make build");
    event["tool_response"] = json!({"stdout": "x", "stderr": "", "interrupted": false});
    let output = machine.hook("claude", &machine.event("PostToolUse", &event));
    let (becomes, said) = heard(&output);
    assert_eq!((becomes.as_str(), output.status.code()), ("", Some(0)), "{said}");
    assert!(said.contains("cannot find its settings"), "{said}");
}

#[test]
fn the_environment_and_relative_paths_are_those_of_the_host() {
    let machine = machine(&["claude"]);
    import(&machine, &[]);
    let mut command = machine.command(&["hook", "claude"]);
    command.env("TEAM_MODE", "strict").env("CLAUDE_PROJECT_DIR", machine.project());
    let output = feed(command, &machine.bash("ls"));
    assert_eq!(decision(&output), "deny");
    assert!(stdout(&output).contains("team mode is strict in project"), "{}", stdout(&output));
    // A relative path is one from the project, wherever the agent is; and no other script comes in its place.
    let planted = machine.project().join("src/.claude/hooks/relative.sh");
    support::write_program(&planted, "#!/bin/sh\necho planted >&2\nexit 2\n");
    let mut command = machine.command(&["hook", "claude"]);
    command.current_dir(machine.project().join("src"));
    let output = feed(command, &machine.bash("make x"));
    assert_eq!(decision(&output), "", "{}", stdout(&output));
    machine.write(".claude/hooks/words.txt", "WORD=shut\n");
    let output = machine.hook("claude", &machine.bash("make x"));
    assert_eq!(decision(&output), "", "what a script sources is part of it: {}", stdout(&output));
    #[cfg(target_os = "linux")]
    {
        machine.at_a_terminal("trust", "Trusted.");
        let output = machine.hook("claude", &machine.bash("make x"));
        assert!(stdout(&output).contains("the word is shut"), "{}", stdout(&output));
    }
    // `if` is asked, too.
    assert_eq!(machine.judge("cargo build"), "");
}

#[test]
fn hooks_of_one_machine_go_into_the_policy_of_that_machine() {
    let machine = machine(&["claude"]);
    fs::rename(
        machine.project().join(".claude/settings.json"),
        machine.project().join(".claude/settings.local.json"),
    )
    .unwrap();
    import(&machine, &[]);
    assert!(!machine.project().join("hookward.toml").exists());
    assert!(text(&machine, "hookward.local.toml").contains("gate/guard-bash"));
    assert!(!text(&machine, ".claude/settings.local.json").contains("guard-bash"));
    assert_eq!(machine.judge("echo rm -rf x"), "deny");
}

#[test]
fn what_rules_do_by_themselves_is_said() {
    let machine = machine(&["claude", "cursor"]);
    let said = stdout(&import(&machine, &["--dry-run"]));
    for line in [
        "covered by security/forced-push: it looks for `git\\s+push\\s+.*--force`, and `git push --force` is asked about",
        "covered by security/publication: it looks for `npm\\s+publish`, and `npm publish` is asked about",
        "covered by feedback/format: it runs `prettier --write`",
        "covered by feedback/lint: it runs `ruff check`",
        "covered by gate/unfinished-stop (off in this policy): it runs `npm test`",
        "covered by feedback/session-context: it runs `git rev-parse --abbrev-ref HEAD`",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let of = |id: &str| {
        let start = said.find(&format!("  {id}  ")).unwrap();
        said[start..].lines().nth(1).unwrap().trim().to_owned()
    };
    for id in [
        "gate/log-commands",
        "gate/ask-migrations",
        "gate/approve-docs",
        "gate/environment",
        "feedback/notify",
    ] {
        assert_eq!(of(id), "no rule is known to do this", "{id}");
    }
}

#[test]
fn an_agent_may_look_at_an_import_and_not_do_it() {
    let machine = machine(&["claude"]);
    assert_eq!(machine.judge("hookward import"), "deny");
    assert_ne!(machine.judge("hookward import --dry-run"), "deny");
}

#[test]
fn an_uninstall_puts_everything_back() {
    let machine = machine(&["claude", "cursor", "kiro"]);
    let paths = [".claude/settings.json", ".cursor/hooks.json", ".kiro/agents/builder.json"];
    let value = |path: &str| serde_json::from_str::<Value>(&text(&machine, path)).unwrap();
    let hooks = |path: &str| {
        let mut hooks = Vec::new();
        for (event, list) in value(path)["hooks"].as_object().unwrap() {
            for item in list.as_array().unwrap() {
                let group = item["hooks"].as_array().cloned().unwrap_or_else(|| vec![item.clone()]);
                hooks.extend(
                    group
                        .into_iter()
                        .map(|hook| (event.clone(), item["matcher"].to_string(), hook.to_string())),
                );
            }
        }
        hooks.sort();
        hooks
    };
    let before = paths.map(|path| (hooks(path), value(path)["permissions"].clone()));
    import(&machine, &[]);
    let said = stdout(&machine.run(&["uninstall"]));
    assert!(said.contains("put back into the settings of their hosts"), "{said}");
    assert_eq!(paths.map(|path| (hooks(path), value(path)["permissions"].clone())), before);
    assert!(!machine.project().join("hookward.toml").exists(), "{said}");
    // And again.
    import(&machine, &[]);
    assert_eq!(machine.judge("echo rm -rf x"), "deny");
}

#[test]
fn an_uninstall_leaves_the_rest_of_a_policy_as_it_is() {
    let machine = machine(&["claude"]);
    let policy = "# ours\nextends = [\"recommended\"]\n\n[rules]\n\"security/publication\" = \"deny\"\n";
    machine.write("hookward.toml", policy);
    import(&machine, &[]);
    machine.run(&["uninstall"]);
    assert_eq!(text(&machine, "hookward.toml"), policy);
    assert!(text(&machine, ".claude/settings.json").contains("guard-bash.sh"));
}
