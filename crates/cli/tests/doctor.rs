//! `doctor`: it reads what decides whether a host enforces as the host reads it, on a made-up machine with stubs in the
//! place of agents.

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
use support::desk::{Desk, HOSTS};
use support::{stdout, write};

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
    // A hook for some calls, or one that nobody waits for, guards nothing.
    for (before, after, why) in [
        ("\"matcher\": \"*\"", "\"matcher\": \"Edit\"", "only for `Edit`"),
        ("\"timeout\": 5", "\"timeout\": 5, \"async\": true", "`async`"),
        ("\"timeout\": 5", "\"timeout\": 5, \"if\": \"Bash(git *)\"", "only for `Bash(git *)`"),
    ] {
        desk.machine.write(".claude/settings.json", &settings.replacen(before, after, 1));
        assert!(desk.state("claude").1.contains(why), "{:?}", desk.state("claude"));
    }
    // It is mended as it was registered.
    desk.fine(&["init", "--yes", "--host", "claude"]);
    assert_eq!(desk.project(".claude/settings.json"), settings);
    desk.machine.write(".claude/settings.json", settings.trim_end().trim_end_matches('}'));
    assert_eq!(desk.state("claude").0, "registered");
    let settings = desk.project(".gemini/settings.json");
    let off = settings.replacen('{', "{\"hooksConfig\": {\"enabled\": false},", 1);
    desk.machine.write(".gemini/settings.json", &off);
    assert!(desk.state("gemini").1.contains("hooksConfig.enabled"));
}

/// What Codex 0.166 itself says of `hookward hook codex` with five seconds and for all tools.
const CODEX_HASH: &str = "sha256:911c8f2ad4518bcad8e2b4280843207fc85f00416c93e118629944577e2d3f01";

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
        "model = \"x\"\n\n[hooks.state.\"{key}\"]\ntrusted_hash = \"{CODEX_HASH}\"\n\n[projects.\"{}\"]\ntrust_level = \"trusted\"\n",
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
    // A trusted project has the nearer word.
    desk.machine.write(".codex/config.toml", "[features]\nhooks = true\n");
    assert_eq!(desk.state("codex").0, "enforcing");
}

#[test]
fn the_doctor_sees_that_codex_trusts_another_hook_than_the_one_that_is_there() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "codex"]);
    let root = desk.machine.project();
    let file = root.join(".codex/hooks.json");
    let config = format!(
        "[hooks.state.\"{}:pre_tool_use:0:0\"]\ntrusted_hash = \"{CODEX_HASH}\"\n\n[projects.\"{}\"]\ntrust_level = \"trusted\"\n",
        file.display(),
        root.display()
    );
    write(&desk.machine.home().join(".codex/config.toml"), &config);
    assert_eq!(desk.state("codex").0, "enforcing");
    let text = desk.project(".codex/hooks.json");
    desk.machine.write(".codex/hooks.json", &text.replace("\"timeout\": 5", "\"timeout\": 6"));
    assert!(desk.state("codex").1.contains("has changed"), "{:?}", desk.state("codex"));
    // Another version may take the hash of something else: what it says itself counts.
    let answer = |status: &str| {
        let hook = json!({
            "eventName": "preToolUse", "sourcePath": file, "command": "hookward hook codex", "trustStatus": status,
        });
        let answer = json!({"id": 2, "result": {"data": [{"hooks": [hook]}]}});
        format!(
            "#!/bin/sh\n[ \"$1\" = app-server ] || exit 0\nread -r first; echo '{{\"id\":1}}'; read -r second; echo '{answer}'; sleep 60\n"
        )
    };
    desk.program("codex", &answer("modified"));
    assert!(desk.state("codex").1.contains("has changed"), "{:?}", desk.state("codex"));
    desk.program("codex", &answer("trusted"));
    assert_eq!(desk.state("codex").0, "enforcing");
}

#[test]
fn the_doctor_reads_a_file_no_better_than_its_host_does() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "claude", "--host", "codex", "--host", "cursor"]);
    for (host, path, before, after, why) in [
        ("claude", ".claude/settings.json", "{\n", "{\n  // ours\n", "line 2, column 3"),
        ("codex", ".codex/hooks.json", "{\n", "{\n  \"model\": \"x\",\n", "`model`"),
        ("cursor", ".cursor/hooks.json", "\"version\": 1", "\"version\": \"1\"", "`version`"),
        (
            "cursor",
            ".cursor/hooks.json",
            "\"version\": 1",
            "\"version\": 1, \"see\": \"https://x.y\"",
            "cuts off",
        ),
    ] {
        let text = desk.project(path);
        desk.machine.write(path, &text.replacen(before, after, 1));
        let (state, told) = desk.state(host);
        assert!(state == "registered" && told.contains(why), "{host}: {state}, {told}");
        // It is said at once, too.
        let output = desk.run(&["init", "--yes", "--host", host]);
        assert_eq!(output.status.code(), Some(1), "{host}");
        assert!(stdout(&output).contains("NOT guarding"), "{}", stdout(&output));
        desk.machine.write(path, &text);
    }
}

#[test]
fn the_nearest_switch_counts() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "claude", "--host", "qwen"]);
    write(&desk.machine.home().join(".claude/settings.json"), "{\"disableAllHooks\": true}");
    assert_eq!(desk.state("claude").0, "registered");
    desk.machine.write(".claude/settings.local.json", "{\"disableAllHooks\": false}");
    assert_eq!(desk.state("claude").0, "enforcing");
    assert_eq!(desk.state("qwen").0, "enforcing");
    let output = desk.command(&["doctor"]).env("QWEN_CODE_SAFE_MODE", "1").output().unwrap();
    assert!(stdout(&output).contains("QWEN_CODE_SAFE_MODE is set"), "{}", stdout(&output));
}

#[test]
fn the_doctor_says_which_version_there_is_and_what_it_does_not_know() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--user", "--host", "claude"]);
    let says =
        |version: &str| desk.program("claude", &format!("#!/bin/sh\necho '{version} (Claude Code)'\n"));
    says("2.1.295");
    assert_eq!(desk.report("claude")["version"], "2.1.295");
    let ignores = |desk: &Desk| desk.report("claude")["notes"].to_string().contains("onFailure");
    assert!(!ignores(&desk));
    says("2.1.294");
    assert!(ignores(&desk) && desk.state("claude").0 == "enforcing", "{}", desk.report("claude"));
    says("1.0.20");
    assert!(desk.state("claude").1.contains("since 1.0.38"), "{:?}", desk.state("claude"));
    // An npm package need not be started for that.
    let package = desk.machine.home().join("lib/node_modules/@google/gemini-cli");
    write(&package.join("package.json"), "{\"version\": \"0.25.1\"}");
    write(&package.join("bundle/gemini.js"), "#!/bin/sh\nexit 1\n");
    std::os::unix::fs::symlink(package.join("bundle/gemini.js"), desk.programs().join("gemini")).unwrap();
    assert_eq!(desk.report("gemini")["version"], "0.25.1");
}

#[test]
fn the_doctor_looks_at_the_program_and_at_who_may_touch_what() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let check = |what: &str| {
        let report: Value = serde_json::from_slice(&desk.run(&["doctor", "--json"]).stdout).unwrap();
        let checks = report["checks"].as_array().unwrap();
        let found = checks.iter().find(|check| check["what"] == what).unwrap();
        (found["ok"] == true, found["text"].as_str().unwrap().to_owned())
    };
    assert!(check("program").0 && check("state").0, "{:?} {:?}", check("program"), check("state"));
    let state = desk.machine.state();
    std::fs::set_permissions(&state, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert!(!check("state").0 && check("state").1.contains("chmod 700"), "{:?}", check("state"));
    std::fs::set_permissions(&state, std::fs::Permissions::from_mode(0o700)).unwrap();
    desk.program("hookward", "#!/bin/sh\necho hookward 0.0.1\n");
    assert!(!check("program").0 && check("program").1.contains("0.0.1"), "{:?}", check("program"));
    let program = desk.programs().join("hookward");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o777)).unwrap();
    assert!(check("program").1.contains("everybody may change"), "{:?}", check("program"));
    assert_eq!(desk.run(&["doctor"]).status.code(), Some(1));
}

#[test]
fn a_folder_in_which_no_agent_is_guarded_is_said_to_be_one() {
    let desk = Desk::new();
    assert!(desk.fine(&["doctor"]).contains("No agent is guarded here: run `hookward init`."));
    desk.fine(&["init", "--yes", "--host", "claude"]);
    assert!(!desk.fine(&["doctor"]).contains("No agent is guarded"));
    // What a person has to look at first is not wrong.
    desk.machine.write("hookward.toml", "[feedback]\nformat = { \"*.x\" = \"./fmt {file}\" }\n");
    let said = support::stdout(&desk.run(&["doctor"]));
    assert!(said.contains("WAITING: these commands do not run until you run `hookward trust`"), "{said}");
    assert!(!said.contains("NOT right"), "{said}");
}

#[test]
fn what_only_a_person_can_see_is_said() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "claude", "--host", "cursor", "--host", "gemini"]);
    let root = desk.machine.project();
    let notes = |host: &str| desk.report(host)["notes"].to_string();
    assert!(notes("claude").contains("Claude Code itself is not on this machine"), "{}", notes("claude"));
    desk.stub("claude");
    assert!(notes("claude").contains("once the folder is trusted"), "{}", notes("claude"));
    let trusted = json!({"projects": {root.to_str().unwrap(): {"hasTrustDialogAccepted": true}}});
    write(&desk.machine.home().join(".claude.json"), &trusted.to_string());
    assert_eq!(notes("claude"), "[]");
    assert!(notes("cursor").contains("workspace that it trusts"), "{}", notes("cursor"));
    // Both files register us with Cursor.
    assert!(notes("cursor").contains("judged twice"), "{}", notes("cursor"));
    write(
        &desk.machine.home().join(".gemini/trustedFolders.json"),
        &json!({ root.to_str().unwrap(): "TRUST_FOLDER" }).to_string(),
    );
    assert!(notes("gemini").contains("--acp") && notes("gemini").contains("CI=true"), "{}", notes("gemini"));
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
fn a_workspaces_permissions_take_the_place_of_a_persons_in_amp() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--user", "--host", "amp"]);
    assert_eq!(desk.state("amp").0, "enforcing");
    let own = "{\"amp.permissions\": [{\"tool\": \"Bash\", \"action\": \"allow\"}]}\n";
    desk.machine.write(".amp/settings.json", own);
    let (state, why) = desk.state("amp");
    assert!(state == "registered" && why.contains("take the place of yours"), "{state}: {why}");
    desk.fine(&["init", "--yes", "--host", "amp"]);
    assert_eq!(desk.state("amp").0, "enforcing");
    desk.machine.write(".amp/settings.jsonc", "{\"amp.dangerouslyAllowAll\": true}\n");
    assert!(desk.state("amp").1.contains("dangerouslyAllowAll"), "{:?}", desk.state("amp"));
}

#[test]
fn what_a_host_cannot_honour_is_said_by_the_doctor_and_by_explain() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "windsurf", "--host", "claude"]);
    let line = "ask → deny: Windsurf has no way to ask";
    let doctor = stdout(&desk.run(&["doctor"]));
    assert!(doctor.contains(&format!("note: {line}")), "{doctor}");
    assert!(!doctor.contains("Claude Code has no"), "{doctor}");
    let explain = stdout(&desk.run(&["explain", "git branch -D old"]));
    assert!(explain.contains(line), "{explain}");
    let plain = stdout(&desk.run(&["explain", "git status"]));
    assert!(!plain.contains('→') || !plain.contains("Windsurf"), "{plain}");
}

#[test]
fn amps_program_is_made_where_it_is_missing_and_belongs_to_the_machine() {
    let desk = Desk::new();
    let link = desk.programs().join("hookward-amp");
    std::fs::remove_file(&link).unwrap();
    desk.machine.write(".amp/settings.json", "{}\n");
    desk.fine(&["init", "--yes", "--host", "amp"]);
    assert_eq!(std::fs::read_link(&link).unwrap(), std::path::Path::new("hookward"));
    assert_eq!(desk.state("amp").0, "enforcing", "{:?}", desk.state("amp"));
    // A colleague, whose clone has the registration already: drift is of the project's files alone.
    std::fs::remove_file(&link).unwrap();
    let (state, why) = desk.state("amp");
    assert_eq!(state, "registered", "{why}");
    desk.fine(&["sync", "--check"]);
    desk.fine(&["sync"]);
    assert_eq!(desk.state("amp").0, "enforcing", "{:?}", desk.state("amp"));
    // Another project may need it.
    desk.fine(&["uninstall"]);
    assert!(link.exists());
    desk.fine(&["uninstall", "--user"]);
    assert!(!link.is_symlink());
}

#[test]
fn a_program_for_amp_that_somebody_else_made_is_never_removed() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "amp"]);
    desk.fine(&["uninstall", "--user"]);
    assert!(desk.programs().join("hookward-amp").exists());
}

#[test]
fn a_registration_that_holds_is_enough_though_another_does_not() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "gemini"]);
    assert_eq!(desk.state("gemini").0, "registered", "the folder is not trusted");
    desk.fine(&["init", "--yes", "--user", "--host", "gemini"]);
    assert_eq!(desk.state("gemini").0, "enforcing");
}

#[test]
fn the_nearest_rule_says_whether_gemini_trusts_a_folder() {
    let desk = Desk::new();
    desk.fine(&["init", "--yes", "--host", "gemini"]);
    let (root, home) = (desk.machine.project(), desk.machine.home());
    let (root, around) = (root.to_str().unwrap(), home.to_str().unwrap());
    for (rules, state) in [
        (json!({around: "TRUST_FOLDER"}), "enforcing"),
        (json!({around: "TRUST_FOLDER", root: "DO_NOT_TRUST"}), "registered"),
        (json!({around: "DO_NOT_TRUST", root: "TRUST_FOLDER"}), "enforcing"),
        (json!({root: "TRUST_PARENT"}), "enforcing"),
        (json!({format!("{root}/src"): "TRUST_FOLDER"}), "registered"),
    ] {
        write(&home.join(".gemini/trustedFolders.json"), &rules.to_string());
        assert_eq!(desk.state("gemini").0, state, "{rules}");
    }
}

#[test]
fn the_doctor_says_what_is_wrong_with_the_policy() {
    let desk = Desk::new();
    desk.machine.write("hookward.toml", "colour = 1\n");
    let output = desk.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("unknown key `colour`"), "{}", stdout(&output));
}
