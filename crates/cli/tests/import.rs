//! `hookward import` through the real program: hooks that hosts have say the same under the policy as they said before.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
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

fn import(machine: &Machine, more: &[&str]) -> Output {
    let output = machine.run(&[&["import"], more].concat());
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
    assert!(said.contains("20 of 20 hooks stand in the policy"), "{said}");
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
    machine.write("src/.claude/hooks/relative.sh", "#!/bin/sh\necho planted >&2\nexit 2\n");
    let planted = machine.project().join("src/.claude/hooks/relative.sh");
    fs::set_permissions(&planted, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = machine.command(&["hook", "claude"]);
    command.current_dir(machine.project().join("src"));
    let output = feed(command, &machine.bash("make x"));
    assert_eq!(decision(&output), "", "{}", stdout(&output));
    machine.write(".claude/hooks/words.txt", "WORD=shut\n");
    let output = machine.hook("claude", &machine.bash("make x"));
    assert!(stdout(&output).contains("the word is shut"), "{}", stdout(&output));
    // `if` is asked, too.
    assert_eq!(machine.judge("cargo build"), "");
}

#[test]
fn what_was_imported_is_trusted_as_it_stands_and_no_further() {
    let machine = machine(&["claude"]);
    import(&machine, &[]);
    assert_eq!(machine.judge("echo rm -rf x"), "deny");
    let script = text(&machine, ".claude/hooks/guard-bash.sh");
    machine.write(".claude/hooks/guard-bash.sh", &script.replace("exit 2", "exit 0"));
    let start =
        stdout(&machine.hook("claude", &machine.event("SessionStart", &json!({"source": "startup"}))));
    assert!(start.contains("hookward trust") && start.contains("guard-bash.sh"), "{start}");
}

#[test]
fn an_import_of_an_import_changes_nothing() {
    let machine = machine(&["claude", "cursor", "kiro"]);
    import(&machine, &[]);
    let before = files(&machine.project());
    let said = stdout(&import(&machine, &[]));
    assert_eq!(files(&machine.project()), before, "{said}");
    assert!(stdout(&machine.run(&["sync", "--check"])).contains("Everything is as the policy says"));
}

#[test]
fn a_dry_run_shows_everything_and_changes_nothing() {
    let machine = machine(&["claude"]);
    let before = files(&machine.project());
    let said = stdout(&import(&machine, &["--dry-run"]));
    assert_eq!(files(&machine.project()), before);
    for shown in ["+++ b/hookward.toml", "--- a/.claude/settings.json", "+[[hook]]", "Nothing was changed."] {
        assert!(said.contains(shown), "{shown}: {said}");
    }
}

#[test]
fn at_a_terminal_a_person_sees_it_first() {
    let machine = machine(&["claude"]);
    machine.at_a_terminal("import", "Write this? [Y/n]");
    assert_eq!(machine.judge("echo rm -rf x"), "deny");
    assert!(!text(&machine, ".claude/settings.json").contains("guard-bash"));
}

#[test]
fn what_stands_in_both_is_known_again() {
    let machine = machine(&["claude"]);
    let settings = text(&machine, ".claude/settings.json");
    import(&machine, &[]);
    let policy = text(&machine, "hookward.toml");
    // As if it had been killed before it came to the settings.
    machine.write(".claude/settings.json", &settings);
    import(&machine, &[]);
    assert_eq!(text(&machine, "hookward.toml"), policy);
    assert!(!text(&machine, ".claude/settings.json").contains("guard-bash"));
    assert_eq!(machine.judge("echo rm -rf x"), "deny");
}

#[test]
fn what_cannot_be_read_is_said_with_its_place_and_nothing_changes() {
    for (settings, place) in [
        ("{\n  \"hooks\": {\n    \"Stop\": [ oops ]\n  }\n}\n", "line 3, column 15"),
        ("{\n  \"hooks\": {\n    \"Stop\": {}\n  }\n}\n", "line 3, column 13: `hooks.Stop` is not a list"),
        (
            "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": 1}]}]}}\n",
            "line 1, column 63: `command` of a hook on Stop is not a text",
        ),
    ] {
        let machine = machine(&["cursor"]);
        machine.write(".claude/settings.json", settings);
        let before = files(&machine.project());
        let output = machine.run(&["import"]);
        assert_eq!(output.status.code(), Some(70));
        assert!(
            stderr(&output).contains(place) && stderr(&output).contains("settings.json"),
            "{}",
            stderr(&output)
        );
        assert_eq!(files(&machine.project()), before);
    }
}

#[test]
fn a_read_only_policy_is_left_alone_and_so_is_all_the_rest() {
    let machine = machine(&["claude"]);
    machine.write("hookward.toml", "# ours\nextends = [\"recommended\"]\n");
    let policy = machine.project().join("hookward.toml");
    fs::set_permissions(&policy, fs::Permissions::from_mode(0o444)).unwrap();
    let before = files(&machine.project());
    let output = machine.run(&["import"]);
    assert_eq!(output.status.code(), Some(70));
    assert!(stderr(&output).contains("hookward.toml is read-only"), "{}", stderr(&output));
    assert_eq!(files(&machine.project()), before);
}

#[test]
fn a_file_that_cannot_be_written_takes_back_what_was_written_before() {
    let machine = machine(&["claude"]);
    let before = text(&machine, ".claude/settings.json");
    // Where the new text is first written, a directory lies; its name holds the number of the process.
    let mut command = std::process::Command::new("sh");
    command
        .args(["-c", "mkdir .claude/.settings.json.$$.new && exec \"$0\" import"])
        .arg(env!("CARGO_BIN_EXE_hookward"))
        .current_dir(machine.project())
        .env_clear()
        .env("HOME", machine.home())
        .env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{}", stdout(&output));
    assert!(stderr(&output).contains("nothing was changed"), "{}", stderr(&output));
    assert_eq!(text(&machine, ".claude/settings.json"), before);
    assert!(!machine.project().join("hookward.toml").exists());
}

#[test]
fn comments_and_what_others_wrote_stay() {
    let machine = machine(&["claude"]);
    machine.write(
        ".claude/settings.json",
        "{\n  // who may do what\n  \"permissions\": { \"deny\": [\"WebFetch\"] },\n  \"hooks\": {\n    // the guards\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [\n          { \"type\": \"command\", \"command\": \".claude/hooks/guard-bash.sh\" }, // old one\n          { \"type\": \"prompt\", \"prompt\": \"Is this wise?\" }\n        ]\n      }\n    ],\n    \"ConfigChange\": [ { \"hooks\": [ { \"type\": \"command\", \"command\": \"./x.sh\" } ] } ]\n  }\n}\n",
    );
    machine.write("hookward.toml", "# what we want\nextends = [\"recommended\"]  # all of it\n");
    let said = stdout(&import(&machine, &[]));
    let settings = text(&machine, ".claude/settings.json");
    for kept in [
        "// who may do what",
        "// the guards",
        "\"prompt\": \"Is this wise?\"",
        "\"ConfigChange\": [ {",
        "./x.sh",
        "hookward hook claude",
    ] {
        assert!(settings.contains(kept), "{kept}: {settings}");
    }
    assert!(!settings.contains("guard-bash.sh"), "{settings}");
    assert!(
        text(&machine, "hookward.toml")
            .starts_with("# what we want\nextends = [\"recommended\"]  # all of it\n\n[[hook]]\n")
    );
    assert!(said.contains("1 of 3 hooks stands in the policy"), "{said}");
    assert!(
        said.contains("it is no command, but `prompt`")
            && said.contains("Hookward is not asked on ConfigChange"),
        "{said}"
    );
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

fn cursor(machine: &Machine, event: &str, more: &Value) -> Vec<u8> {
    let mut sent = json!({
        "conversation_id": "c1", "session_id": "c1", "generation_id": "g", "hook_event_name": event,
        "cursor_version": "3.1.0", "workspace_roots": [machine.project()], "user_email": null,
    });
    for (key, value) in more.as_object().unwrap() {
        sent[key] = value.clone();
    }
    sent.to_string().into_bytes()
}

#[test]
fn hooks_of_cursor_answer_as_they_do_there() {
    let machine = machine(&["cursor"]);
    let said = stdout(&import(&machine, &[]));
    assert!(said.contains("3 of 5 hooks stand in the policy"), "{said}");
    assert!(said.contains("Hookward is not asked on afterFileEdit"), "{said}");
    let shell = |command: &str| {
        let event = cursor(&machine, "beforeShellExecution", &json!({"command": command, "cwd": ""}));
        answer(&machine.hook("cursor", &event))
    };
    let denied = shell("echo git push --force");
    assert_eq!(denied["permission"], "deny", "{denied}");
    assert!(denied["agent_message"].as_str().unwrap().contains("never force a push"), "{denied}");
    assert_eq!(shell("./deploy.sh")["permission"], "ask");
    assert_eq!(shell("make build")["permission"], "allow");
    let read = |path: &str| {
        let path = machine.project().join(path);
        let event =
            cursor(&machine, "beforeReadFile", &json!({"file_path": path, "content": "", "attachments": []}));
        answer(&machine.hook("cursor", &event))["permission"].clone()
    };
    // What is no JSON is a denial there.
    assert_eq!((read("plans.txt"), read("other.txt")), (json!("deny"), json!("allow")));
    machine.write("unfinished", "");
    let stop = |count: u64| {
        let event = cursor(&machine, "stop", &json!({"status": "completed", "loop_count": count}));
        stdout(&machine.hook("cursor", &event))
    };
    assert!(stop(0).contains("there is more to do"), "{}", stop(0));
    assert!(!stop(2).contains("there is more to do"));
}

#[test]
fn hooks_of_an_agent_of_kiro_are_for_that_agent() {
    let machine = machine(&["kiro"]);
    let said = stdout(&import(&machine, &[]));
    assert!(said.contains("3 of 3 hooks stand in the policy"), "{said}");
    let event = |name: &str, more: Value| {
        let mut event = json!({"hook_event_name": name, "cwd": machine.project()});
        for (key, value) in more.as_object().unwrap() {
            event[key] = value.clone();
        }
        event.to_string().into_bytes()
    };
    let fire = |role: &str, event: &[u8]| {
        let role = format!("--as={role}");
        feed(machine.command(&["hook", "kiro", &role]), event)
    };
    let plan = event(
        "preToolUse",
        json!({"tool_name": "execute_bash", "tool_input": {"command": "terraform plan"}}),
    );
    let denied = fire("builder", &plan);
    assert_eq!(denied.status.code(), Some(2));
    assert!(stderr(&denied).contains("ask the platform team"), "{}", stderr(&denied));
    assert_eq!(fire("other", &plan).status.code(), Some(0));
    let spawned = fire("builder", &event("agentSpawn", json!({})));
    assert!(stdout(&spawned).contains("you build project"), "{}", stdout(&spawned));
    let stopped = fire("builder", &event("stop", json!({})));
    assert_eq!(stopped.status.code(), Some(0), "{}", stderr(&stopped));
    assert!(!stdout(&stopped).contains("unheard"));
}

#[test]
fn hooks_of_a_person_go_into_their_own_policy() {
    let machine = machine(&[]);
    let settings = machine.home().join(".claude/settings.json");
    let hook = json!({"type": "command", "command": "echo no >&2; exit 2"});
    support::write(
        &settings,
        &json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}}).to_string(),
    );
    import(&machine, &["--user", "--host", "claude"]);
    assert!(fs::read_to_string(machine.user_policy()).unwrap().contains("exit 2"));
    assert!(!fs::read_to_string(&settings).unwrap().contains("echo no"));
    assert_eq!(machine.judge("make build"), "deny");
    let output = machine.run(&["uninstall", "--user"]);
    assert!(fs::read_to_string(&settings).unwrap().contains("echo no"), "{}", stdout(&output));
}

#[test]
fn a_host_whose_hooks_cannot_be_imported_is_a_mistake() {
    let output = machine(&[]).run(&["import", "--host", "codex"]);
    assert_eq!(output.status.code(), Some(64));
    assert!(stderr(&output).contains("claude, cursor, kiro"), "{}", stderr(&output));
    let nothing = stdout(&import(&machine(&[]), &[]));
    assert!(nothing.contains("There are no hooks to import"), "{nothing}");
}
