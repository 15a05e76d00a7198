//! `init`, `sync`, `doctor` and `uninstall` with every host, on a made-up machine with stubs in the place of agents.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::time::Duration;

use serde_json::{Value, json};
use support::desk::{Desk, HOSTS, Line};
use support::{stderr, stdout};

#[test]
fn every_host_is_registered_proven_and_left_as_it_was() {
    for host in HOSTS {
        let desk = Desk::new();
        let before = desk.files();
        let text = desk.fine(&["init", "--yes", "--host", host]);
        assert!(text.contains("deny     rm -rf /"), "{host}: {text}");
        assert!(text.contains("guard"), "{host}: {text}");
        let after = desk.files();
        assert!(!desk.fine(&["init", "--yes", "--host", host]).contains("wrote"), "{host}");
        desk.fine(&["sync", "--check"]);
        assert_eq!(desk.files(), after, "{host}");
        desk.fine(&["uninstall"]);
        assert_eq!(desk.files(), before, "{host}");
    }
}

#[test]
fn what_others_wrote_is_there_again_after_an_uninstall() {
    let desk = Desk::new();
    let theirs =
        "{\n  \"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}]}\n}\n";
    for path in [".claude/settings.json", ".codex/hooks.json"] {
        desk.machine.write(path, theirs);
    }
    for path in [".gemini/settings.json", ".qwen/settings.json"] {
        desk.machine.write(path, &format!("// theirs\n{theirs}"));
    }
    desk.machine
        .write(".cursor/hooks.json", "{\"version\": 1, \"hooks\": {\"stop\": [{\"command\": \"x\"}]}}");
    desk.machine
        .write(".amp/settings.json", "{\"amp.permissions\": [{\"tool\": \"Bash\", \"action\": \"ask\"}]}\n");
    desk.machine.write(".kiro/agents/reviewer.json", "{\"name\": \"reviewer\"}\n");
    desk.machine.write(".cursor/rules/own.mdc", "---\nalwaysApply: true\n---\nOurs.\n");
    desk.machine.write("hookward.toml", "# mine\n");
    let before = desk.files();
    let hosts: Vec<&str> = HOSTS.iter().flat_map(|host| ["--host", *host]).collect();
    desk.fine(&[&["init", "--yes"], &hosts[..]].concat());
    assert!(desk.project(".kiro/agents/reviewer.json").contains("hookward hook kiro"));
    assert!(desk.fine(&["uninstall"]).contains("kept"));
    assert_eq!(desk.files(), before);
}

#[test]
fn the_agents_on_the_path_are_found() {
    let desk = Desk::new();
    for program in ["codex", "gemini", "kiro-cli"] {
        desk.stub(program);
    }
    let text = desk.fine(&["init", "--yes"]);
    for path in [".codex/hooks.json", ".gemini/settings.json", ".kiro/hooks/hookward.json"] {
        assert!(desk.machine.project().join(path).is_file(), "{path}\n{text}");
    }
    assert!(!desk.machine.project().join(".claude").exists());
    // What only a person can do is said.
    for hint in ["/hooks", "trust the folder", "--agent hookward"] {
        assert!(text.contains(hint), "{hint} is not in\n{text}");
    }
}

/// All texts in a JSON value.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|value| texts(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn a_colleague_without_hookward_is_told_when_a_session_starts() {
    for (host, path, key) in [
        ("claude", ".claude/settings.json", "systemMessage"),
        ("codex", ".codex/hooks.json", "systemMessage"),
        ("gemini", ".gemini/settings.json", "systemMessage"),
        ("qwen", ".qwen/settings.json", "systemMessage"),
        ("droid", ".factory/settings.json", "systemMessage"),
        ("cursor", ".cursor/hooks.json", "user_message"),
        ("copilot", ".github/hooks/hookward.json", "additionalContext"),
        ("kiro", ".kiro/hooks/hookward.json", ""),
        ("kiro", ".kiro/agents/hookward.json", ""),
    ] {
        let desk = Desk::new();
        desk.fine(&["init", "--yes", "--host", host]);
        let mut found = Vec::new();
        texts(&serde_json::from_str(&desk.project(path)).unwrap(), &mut found);
        found.retain(|text| text.contains("is not installed") && !text.contains("Get-Command"));
        let [command] = &found[..] else { panic!("{host}: {found:?}") };
        let run = |desk: &Desk| {
            let directory = desk.machine.project();
            let limit = Duration::from_secs(10);
            let line =
                Line { shell: "/bin/bash", text: command, directory: &directory, variables: &[], limit };
            desk.started(&line, "{\"hook_event_name\": \"SessionStart\", \"session_id\": \"s\"}").unwrap()
        };
        assert!(!run(&desk).1.contains("is not installed"), "{host}");
        std::fs::remove_file(desk.programs().join("hookward")).unwrap();
        let (code, stdout, _) = run(&desk);
        assert_eq!(code, 0, "{host}");
        let said = match key {
            "" => stdout,
            key => serde_json::from_str::<Value>(&stdout).unwrap()[key].as_str().unwrap().to_owned(),
        };
        assert!(said.contains("nothing is guarded here"), "{host}: {said}");
        // Where nothing may happen without it, nothing has to be said.
        let desk = Desk::new();
        desk.machine.write("hookward.toml", "[registration]\nfail_closed = true\n");
        desk.fine(&["init", "--yes", "--host", host]);
        assert!(!desk.project(path).contains("is not installed"), "{host}");
    }
}

#[test]
fn a_host_that_nobody_knows_is_a_wrong_usage() {
    let desk = Desk::new();
    for host in ["nosuch", "plain"] {
        let output = desk.run(&["init", "--yes", "--host", host]);
        assert_eq!(output.status.code(), Some(64));
        assert!(stderr(&output).contains("claude, cursor, kiro, codex"), "{}", stderr(&output));
    }
}

#[test]
fn sync_follows_the_policy() {
    let desk = Desk::new();
    desk.machine.write("hookward.toml", "hosts = [\"claude\", \"cursor\"]\n");
    desk.fine(&["sync"]);
    assert!(desk.project(".claude/settings.json").contains("hookward hook claude"));
    assert!(desk.project(".cursor/hooks.json").contains("hookward hook cursor"));
    desk.machine.write("hookward.toml", "hosts = [\"codex\"]\n[registration]\nfail_closed = true\n");
    let output = desk.run(&["sync", "--check"]);
    assert_eq!(output.status.code(), Some(1));
    for shown in ["would write .codex/hooks.json (", "would remove .cursor/hooks.json ("] {
        assert!(stdout(&output).contains(shown), "{shown}: {}", stdout(&output));
    }
    let whole = stdout(&desk.run(&["sync", "--check", "--verbose"]));
    assert!(whole.contains("+++ b/.codex/hooks.json"), "{whole}");
    assert!(whole.contains("--- a/.cursor/hooks.json\n+++ /dev/null"), "{whole}");
    desk.fine(&["sync"]);
    let files = desk.files();
    assert!(files.contains_key(".codex/hooks.json"));
    assert!(!files.contains_key(".claude/") && !files.contains_key(".cursor/"), "{:?}", files.keys());
    desk.fine(&["sync", "--check"]);
    desk.machine.write("hookward.toml", "hosts = [\"claud\"]\n");
    let output = desk.run(&["sync"]);
    assert!(stderr(&output).contains("did you mean `claude`?"), "{}", stderr(&output));
}

#[test]
fn sync_says_what_has_drifted_and_mends_it() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "claude", "--host", "cursor"]);
    let settings = desk.project(".claude/settings.json");
    desk.machine.write(".claude/settings.json", &settings.replace("\"timeout\": 5", "\"timeout\": 1"));
    let rule = desk.project(".cursor/rules/hookward-security.mdc");
    desk.machine.write(".cursor/rules/hookward-security.mdc", &format!("{rule}more\n"));
    let output = desk.run(&["sync", "--check"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("2 files differ"), "{}", stderr(&output));
    assert!(desk.fine(&["sync", "--dry-run"]).contains("-more"));
    desk.fine(&["sync"]);
    assert_eq!(desk.project(".claude/settings.json"), settings);
    assert_eq!(desk.project(".cursor/rules/hookward-security.mdc"), rule);
}

#[test]
fn what_a_persons_own_hooks_may_take_is_no_drift_for_anybody_else() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "claude", "--host", "kiro", "--host", "copilot"]);
    let own = desk.machine.user_policy();
    support::write(&own, "[[hook]]\nid = \"gate/x\"\non = \"before-tool\"\nrun = \"x\"\ntimeout = \"30s\"\n");
    assert_eq!(desk.run(&["sync", "--check"]).status.code(), Some(1), "hosts must wait longer");
    desk.fine(&["sync"]);
    assert!(desk.project(".claude/settings.json").contains("\"timeout\": 35"));
    // A colleague, or CI, who has no such hook.
    std::fs::remove_file(own).unwrap();
    desk.fine(&["sync", "--check"]);
}

#[test]
fn fail_closed_is_on_where_it_is_wanted() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "claude"]);
    assert!(!desk.project(".claude/settings.json").contains("onFailure"));
    desk.machine.write("hookward.toml", "[registration]\nfail_closed = true\n");
    desk.fine(&["sync"]);
    assert!(desk.project(".claude/settings.json").contains("\"onFailure\": \"block\""));
}

#[test]
fn the_whole_person_can_be_guarded() {
    let desk = Desk::new();
    let hosts: Vec<&str> = HOSTS.iter().flat_map(|host| ["--host", *host]).collect();
    let text = desk.fine(&[&["init", "--yes", "--user"], &hosts[..]].concat());
    assert!(text.contains("All your projects are guarded."), "{text}");
    assert!(text.contains("Claude Code before 2.1.295 does not know `onFailure`"), "{text}");
    let home = desk.machine.home();
    let settings = std::fs::read_to_string(home.join(".claude/settings.json")).unwrap();
    assert!(settings.contains("/hookward hook claude") && settings.contains("onFailure"), "{settings}");
    assert!(home.join(".config/opencode/plugins/hookward.js").is_file());
    assert!(home.join(".copilot/hooks/hookward.json").is_file());
    // Amp runs a program without arguments, so it gets one.
    let amp = std::fs::read_to_string(home.join(".config/amp/settings.json")).unwrap();
    assert!(amp.contains("/.config/amp/hookward-amp\""), "{amp}");
    std::fs::remove_file(desk.programs().join("hookward-amp")).unwrap();
    assert_eq!(desk.state("amp").0, "enforcing", "{:?}", desk.state("amp"));
    assert!(!desk.machine.project().join(".claude").exists());
    assert_eq!(desk.state("claude").0, "enforcing");
    desk.fine(&["uninstall", "--user"]);
    for folder in [".claude", ".codex", ".gemini", ".kiro", ".cursor", ".copilot", ".config"] {
        assert!(!home.join(folder).exists(), "{folder}");
    }
}

#[test]
fn another_folder_of_a_host_is_found_by_its_variable() {
    let desk = Desk::new();
    let folder = desk.machine.home().join("elsewhere");
    let mut command = desk.command(&["init", "--yes", "--user", "--host", "codex"]);
    assert!(command.env("CODEX_HOME", &folder).output().unwrap().status.success());
    assert!(folder.join("hooks.json").is_file());
}

/// A team's eleven texts, by the names that it has for them.
const ELEVEN: &[(&str, &str)] = &[
    ("bash-guard", "rules = [\"security/*\"]"),
    ("file-guard", "rules = [\"security/protected-file\", \"security/secret-read\"]"),
    ("tdd-guard", "rules = [\"gate/untested-code\"]"),
    ("architecture-guard", "rules = [\"gate/architecture\"]"),
    ("import-guard", "rules = [\"gate/missing-import\"]"),
    ("quality-gates", "rules = [\"feedback/*\"]"),
    ("pr-workflow", "rules = [\"rewrite/*\", \"approve/*\"]"),
    ("react", "globs = [\"frontend/**/*.tsx\"]\ntext = \"Function components only.\""),
    (
        "lambda",
        "globs = [\"backend/functions/**/*.ts\", \"shared/**\"]\ntext = \"One handler per function.\"",
    ),
    ("testing", "globs = [\"**/*.test.ts\"]\ntext = \"No mocks of our own modules.\""),
    ("general", "always = true\ntext = \"Small functions.\""),
];

#[test]
fn a_teams_texts_come_out_by_name() {
    let desk = Desk::new();
    let mirrors = ELEVEN.iter().map(|(name, more)| {
        format!("[[mirror]]\nname = \"{name}\"\ndescription = \"About {name}\"\n{more}\n")
    });
    let policy: Vec<String> = mirrors.collect();
    desk.machine.write("hookward.toml", &format!("hosts = [\"cursor\", \"kiro\"]\n{}", policy.concat()));
    desk.fine(&["sync"]);
    let files = desk.files();
    let mut names: Vec<&str> = files
        .keys()
        .filter_map(|path| path.strip_prefix(".cursor/rules/"))
        .filter(|name| !name.is_empty())
        .collect();
    names.sort_unstable();
    let mut wanted: Vec<String> = ELEVEN.iter().map(|(name, _)| format!("{name}.mdc")).collect();
    wanted.sort();
    assert_eq!(names, wanted);
    let react = &files[".cursor/rules/react.mdc"];
    let head = "---\ndescription: About react\nglobs: frontend/**/*.tsx\nalwaysApply: false\n---\n";
    assert!(react.starts_with(head) && react.contains("Function components only."), "{react}");
    assert!(files[".cursor/rules/lambda.mdc"].contains("globs: backend/functions/**/*.ts,shared/**\n"));
    assert!(files[".cursor/rules/general.mdc"].contains("alwaysApply: true\n"));
    assert!(files[".cursor/rules/bash-guard.mdc"].contains("## security/catastrophic-deletion\n"));
    assert!(files[".kiro/steering/react.md"].contains("fileMatchPattern: [\"frontend/**/*.tsx\"]\n"));
    assert!(files[".kiro/steering/general.md"].starts_with("---\ninclusion: always\n---\n"));
    // What the policy no longer names goes; what others wrote stays.
    desk.machine.write(".cursor/rules/own.mdc", "mine\n");
    desk.machine.write("hookward.toml", "hosts = [\"cursor\"]\n");
    desk.fine(&["sync"]);
    let files = desk.files();
    assert!(!files.contains_key(".cursor/rules/react.mdc") && !files.contains_key(".kiro/"));
    assert!(
        files.contains_key(".cursor/rules/own.mdc")
            && files.contains_key(".cursor/rules/hookward-security.mdc")
    );
}

#[test]
fn a_host_that_there_is_not_is_a_mistake_in_the_policy() {
    let desk = Desk::new();
    desk.machine.write("hookward.toml", "hosts = [\"clade\"]\n");
    let output = desk.run(&["sync"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no host `clade`") && stderr(&output).contains("`claude`"));
}

#[test]
fn a_text_of_somebody_else_is_not_written_over() {
    let desk = Desk::new();
    desk.machine.write(".cursor/rules/hookward-security.mdc", "mine\n");
    desk.machine.write("hookward.toml", "hosts = [\"cursor\"]\n");
    let output = desk.run(&["sync"]);
    assert_eq!(output.status.code(), Some(70));
    assert!(stderr(&output).contains("left as it is"), "{}", stderr(&output));
    assert_eq!(desk.project(".cursor/rules/hookward-security.mdc"), "mine\n");
}

#[test]
fn an_agents_role_comes_with_its_registration() {
    let desk = Desk::new();
    desk.machine.write(
        "hookward.toml",
        "[[rule]]\nid = \"gate/no-npm\"\non = \"shell\"\ncommand = \"npm *\"\ndecision = \"deny\"\nwhy = \"x\"\nexamples = { fires = [\"npm x\"], passes = [\"y\"] }\n[roles.reviewer]\nrules = { \"gate/*\" = \"off\" }\n",
    );
    desk.machine.write(".kiro/agents/reviewer.json", "{\"name\": \"reviewer\"}\n");
    desk.fine(&["init", "--yes", "--host", "kiro"]);
    let agent: Value = serde_json::from_str(&desk.project(".kiro/agents/reviewer.json")).unwrap();
    let command = agent["hooks"]["preToolUse"][0]["command"].as_str().unwrap();
    assert_eq!(command, "hookward hook kiro --as=reviewer");
    let event = desk
        .machine
        .event("preToolUse", &json!({"tool_name": "execute_bash", "tool_input": {"command": "npm ci"}}));
    let asked = |arguments: &[&str]| support::feed(desk.command(arguments), &event).status.code();
    assert_eq!(asked(&["hook", "kiro"]), Some(2));
    assert_eq!(asked(&["hook", "kiro", "--as=reviewer"]), Some(0));
    assert_eq!(asked(&["hook", "kiro", "--as=other"]), Some(2));
    assert_eq!(desk.run(&["check", "npm ci"]).status.code(), Some(1));
    assert_eq!(desk.run(&["check", "--as", "reviewer", "npm ci"]).status.code(), Some(0));
    // The host's own word for a subagent counts too.
    let event = desk.machine.event(
        "PreToolUse",
        &json!({"tool_name": "Bash", "tool_input": {"command": "npm ci"}, "agent_id": "a", "agent_type": "reviewer"}),
    );
    assert_eq!(support::decision(&desk.machine.hook("claude", &event)), "");
    // And so does that for the main agent: `claude --agent reviewer`.
    let event = desk.machine.event(
        "PreToolUse",
        &json!({"tool_name": "Bash", "tool_input": {"command": "npm ci"}, "agent_type": "reviewer"}),
    );
    assert_eq!(support::decision(&desk.machine.hook("claude", &event)), "");
}

#[test]
fn sync_writes_an_agent_of_kiro_for_each_role_of_the_policy() {
    let desk = Desk::new();
    let policy = |roles: &[&str]| {
        let tables: Vec<String> = roles.iter().map(|role| format!("[roles.{role}]\n")).collect();
        desk.machine.write("hookward.toml", &format!("hosts = [\"kiro\"]\n{}", tables.concat()));
    };
    policy(&["pilot", "reviewer"]);
    let theirs = "{\"name\": \"reviewer\", \"prompt\": \"Be strict.\"}\n";
    desk.machine.write(".kiro/agents/reviewer.json", theirs);
    let before = desk.files();
    assert_eq!(desk.run(&["sync", "--check"]).status.code(), Some(1));
    desk.fine(&["sync"]);
    desk.fine(&["sync", "--check"]);
    let agent = |name: &str| -> Value {
        serde_json::from_str(&desk.project(&format!(".kiro/agents/{name}.json"))).unwrap()
    };
    for role in ["pilot", "reviewer"] {
        let command = agent(role)["hooks"]["preToolUse"][0]["command"].clone();
        assert_eq!(command, format!("hookward hook kiro --as={role}"));
    }
    assert_eq!(agent("reviewer")["prompt"], "Be strict.");
    assert_eq!(agent("pilot")["name"], "pilot");
    // Whatever becomes of a file, or of the policy, is noticed and mended.
    let pilot = desk.project(".kiro/agents/pilot.json");
    desk.machine.write(".kiro/agents/pilot.json", &pilot.replace("--as=pilot", "--as=executor"));
    assert_eq!(desk.run(&["sync", "--check"]).status.code(), Some(1));
    desk.fine(&["sync"]);
    assert_eq!(desk.project(".kiro/agents/pilot.json"), pilot);
    policy(&["reviewer"]);
    assert_eq!(desk.run(&["sync", "--check"]).status.code(), Some(1));
    desk.fine(&["sync"]);
    assert!(!desk.files().contains_key(".kiro/agents/pilot.json"));
    // One that somebody has made their own stays, and is guarded.
    policy(&["pilot", "reviewer"]);
    desk.fine(&["sync"]);
    desk.machine.write(".kiro/agents/pilot.json", &pilot.replace("[\"*\"]", "[\"fs_read\"]"));
    policy(&["reviewer"]);
    desk.fine(&["sync"]);
    assert_eq!(agent("pilot")["tools"], json!(["fs_read"]));
    desk.machine.write(".kiro/agents/pilot.json", &pilot);
    policy(&["pilot", "reviewer"]);
    desk.fine(&["uninstall"]);
    assert_eq!(desk.files(), before);
}

#[test]
fn a_host_that_is_registered_for_the_person_and_the_project_is_said_to_judge_twice() {
    let desk = Desk::new();
    let notes = |desk: &Desk| desk.report("claude")["notes"].to_string();
    desk.fine(&["init", "--yes", "--host", "claude"]);
    assert!(!notes(&desk).contains("judged twice"), "{}", notes(&desk));
    let said = desk.fine(&["init", "--yes", "--user", "--host", "claude"]);
    assert!(said.contains("judged twice"), "{said}");
    assert!(notes(&desk).contains("judged twice"), "{}", notes(&desk));
    assert!(notes(&desk).contains("hookward uninstall --user"), "{}", notes(&desk));
    // Both guard; none of them is left out.
    assert_eq!(desk.state("claude").0, "enforcing");
    desk.fine(&["uninstall", "--user"]);
    assert!(!notes(&desk).contains("judged twice"), "{}", notes(&desk));
}
