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

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use support::{Machine, stderr, stdout, write};

const HOSTS: &[&str] = &[
    "claude", "cursor", "kiro", "codex", "gemini", "copilot", "qwen", "opencode", "windsurf", "cline",
    "droid", "amp",
];

/// A machine whose PATH has `hookward` and what the test puts there, and nothing of the real one but the system's.
struct Desk {
    machine: Machine,
}

impl Desk {
    fn new() -> Self {
        let desk = Self { machine: Machine::new() };
        let hookward = Path::new(env!("CARGO_BIN_EXE_hookward"));
        std::fs::create_dir_all(desk.programs()).unwrap();
        for name in ["hookward", "hookward-amp"] {
            std::os::unix::fs::symlink(hookward, desk.programs().join(name)).unwrap();
        }
        desk
    }

    fn programs(&self) -> PathBuf {
        self.machine.home().join("bin")
    }

    /// A program that does nothing.
    fn stub(&self, name: &str) {
        self.program(name, "#!/bin/sh\nexit 0\n");
    }

    fn program(&self, name: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt;
        let path = self.programs().join(name);
        write(&path, text);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.machine.command(arguments);
        command.env("PATH", format!("{}:/usr/bin:/bin", self.programs().display()));
        command.env("SHELL", "/bin/sh");
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// It must work.
    fn fine(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{}{}", stdout(&output), stderr(&output));
        stdout(&output)
    }

    /// All files of the project, with what they say.
    fn files(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        gather(&self.machine.project(), &self.machine.project(), &mut files);
        files
    }

    fn project(&self, path: &str) -> String {
        std::fs::read_to_string(self.machine.project().join(path)).unwrap()
    }

    /// What the doctor says of a host: its state and why.
    fn state(&self, host: &str) -> (String, String) {
        let report: Value = serde_json::from_slice(&self.run(&["doctor", "--json"]).stdout).unwrap();
        let hosts = report["hosts"].as_array().unwrap();
        let found = hosts.iter().find(|found| found["host"] == host).unwrap();
        let text = |key: &str| found[key].as_str().unwrap().to_owned();
        assert!(found["fix"].is_string());
        (text("state"), text("why"))
    }
}

fn gather(folder: &Path, root: &Path, files: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().display().to_string();
        if path.is_dir() {
            files.insert(format!("{name}/"), String::new());
            gather(&path, root, files);
        } else {
            files.insert(name, std::fs::read_to_string(&path).unwrap());
        }
    }
}

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
    let theirs = "{\n  // theirs\n  \"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}]},\n}\n";
    for path in [".claude/settings.json", ".gemini/settings.json", ".qwen/settings.json", ".codex/hooks.json"]
    {
        desk.machine.write(path, theirs);
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

#[test]
fn a_hook_is_proven_in_the_shell_that_its_host_uses() {
    let desk = Desk::new();
    // What a login shell reads on Debian: it sets a PATH of its own.
    for file in [".profile", ".bash_profile", ".zprofile"] {
        write(&desk.machine.home().join(file), "PATH=/usr/bin:/bin\n");
    }
    for host in HOSTS {
        desk.fine(&["init", "--yes", "--host", host]);
    }
    // OpenCode, Cline and Amp run a program without any shell.
    let mut command = desk.command(&["doctor", "--json"]);
    command.env("PATH", desk.programs());
    let report: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let state = |host: &str| {
        let hosts = report["hosts"].as_array().unwrap();
        hosts.iter().find(|found| found["host"] == host).unwrap()["state"].clone()
    };
    assert_eq!((state("opencode"), state("amp")), (json!("enforcing"), json!("enforcing")));
    assert_eq!(state("gemini"), "registered", "there is no bash on this PATH");
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
    assert!(stdout(&output).contains("+++ b/.codex/hooks.json"), "{}", stdout(&output));
    assert!(stdout(&output).contains("--- a/.cursor/hooks.json\n+++ /dev/null"), "{}", stdout(&output));
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
    desk.machine.write(".claude/settings.json", &settings.replace("\"timeout\": 10", "\"timeout\": 1"));
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
    let home = desk.machine.home();
    let settings = std::fs::read_to_string(home.join(".claude/settings.json")).unwrap();
    assert!(settings.contains("/hookward hook claude") && settings.contains("onFailure"), "{settings}");
    assert!(home.join(".config/opencode/plugins/hookward.js").is_file());
    assert!(home.join(".copilot/hooks/hookward.json").is_file());
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

#[test]
fn the_doctor_tells_who_enforces() {
    let desk = Desk::new();
    assert_eq!(desk.state("claude"), ("absent".to_owned(), "not installed".to_owned()));
    desk.stub("claude");
    assert_eq!(desk.state("claude").0, "absent");
    desk.fine(&["init", "--yes", "--host", "claude", "--host", "opencode"]);
    assert_eq!(desk.state("claude").0, "enforcing");
    assert_eq!(desk.state("opencode").0, "enforcing");
    let text = desk.fine(&["doctor"]);
    assert!(text.contains("Claude Code    enforcing"), "{text}");
    for (path, content) in [
        (".claude/settings.local.json", "{\"disableAllHooks\": true}"),
        ("../.claude/settings.json", "{\"disableAllHooks\": true}"),
    ] {
        desk.machine.write(path, content);
        let (state, why) = desk.state("claude");
        assert_eq!(state, "registered");
        assert!(why.contains("disableAllHooks"), "{why}");
        assert_eq!(desk.run(&["doctor"]).status.code(), Some(1));
        std::fs::remove_file(desk.machine.project().join(path)).unwrap();
    }
    // Without the program nothing is guarded, whatever the file says.
    std::fs::remove_file(desk.programs().join("hookward")).unwrap();
    let (state, why) = desk.state("claude");
    assert_eq!(state, "registered");
    assert!(why.contains("127"), "{why}");
}

#[test]
fn the_doctor_reads_a_broken_or_changed_file_as_the_host_does() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "gemini", "--host", "claude"]);
    let settings = desk.project(".claude/settings.json");
    desk.machine.write(".claude/settings.json", &settings.replace("PreToolUse", "PostToolBatch"));
    assert!(desk.state("claude").1.contains("no hook before tool calls"));
    desk.machine.write(".claude/settings.json", settings.trim_end().trim_end_matches('}'));
    assert_eq!(desk.state("claude").0, "registered");
    let settings = desk.project(".gemini/settings.json");
    let off = settings.replacen('{', "{\"hooksConfig\": {\"enabled\": false},", 1);
    desk.machine.write(".gemini/settings.json", &off);
    assert!(desk.state("gemini").1.contains("hooksConfig.enabled"));
}

#[test]
fn the_doctor_knows_what_has_to_be_trusted() {
    let desk = Desk::new();
    desk.fine(&[
        "init", "--yes", "--host", "codex", "--host", "gemini", "--host", "copilot", "--host", "qwen",
    ]);
    let root = desk.machine.project();
    for host in ["codex", "gemini", "copilot"] {
        let (state, why) = desk.state(host);
        assert_eq!(state, "registered", "{host}");
        assert!(why.contains("trust"), "{host}: {why}");
    }
    assert_eq!(desk.state("qwen").0, "enforcing");
    let key = format!("{}/.codex/hooks.json:pre_tool_use:0:0", root.display());
    let config = format!(
        "model = \"x\"\n\n[hooks.state.\"{key}\"]\ntrusted_hash = \"sha256:00\"\n\n[projects.\"{}\"]\ntrust_level = \"trusted\"\n",
        root.display()
    );
    let home = desk.machine.home();
    write(&home.join(".codex/config.toml"), &config);
    write(
        &home.join(".gemini/trustedFolders.json"),
        &json!({ root.to_str().unwrap(): "TRUST_FOLDER" }).to_string(),
    );
    write(&home.join(".copilot/config.json"), &json!({"trusted_folders": [root]}).to_string());
    for host in ["codex", "gemini", "copilot"] {
        assert_eq!(desk.state(host).0, "enforcing", "{host}: {}", desk.state(host).1);
    }
    write(&home.join(".codex/config.toml"), &config.replace("trusted_hash", "enabled = false\ntrusted_hash"));
    assert_eq!(desk.state("codex").0, "registered");
    write(&home.join(".codex/config.toml"), &format!("[features]\nhooks = false\n\n{config}"));
    assert!(desk.state("codex").1.contains("features.hooks"), "{:?}", desk.state("codex"));
}

#[test]
fn the_doctor_sees_hooks_that_another_file_hides() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "droid"]);
    assert_eq!(desk.state("droid").0, "enforcing");
    desk.machine.write(".factory/hooks.json", "{}\n");
    let (state, why) = desk.state("droid");
    assert_eq!(state, "registered");
    assert!(why.contains("hides"), "{why}");
}

#[test]
fn the_doctor_says_what_is_wrong_with_the_policy() {
    let desk = Desk::new();
    desk.machine.write("hookward.toml", "colour = 1\n");
    let output = desk.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("unknown key `colour`"), "{}", stdout(&output));
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
}
