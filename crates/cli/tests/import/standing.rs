//! What `doctor` and `sync --check` say of hooks of the policy that run twice, or not at all.

use super::*;

/// What the doctor finds wrong under this name.
fn wrong(machine: &Machine, what: &str) -> Option<String> {
    let report: Value = serde_json::from_slice(&machine.run(&["doctor", "--json"]).stdout).unwrap();
    let checks = report["checks"].as_array().unwrap().clone();
    let found = checks.into_iter().find(|check| check["what"] == what)?;
    assert_eq!(found["ok"], false, "{found}");
    Some(found["text"].as_str().unwrap().to_owned())
}

#[test]
fn a_hook_that_stands_in_the_settings_again_is_named_until_it_is_imported_again() {
    let machine = machine(&["claude"]);
    let settings = text(&machine, ".claude/settings.json");
    import(&machine, &[]);
    assert_eq!(wrong(&machine, "hooks"), None);
    assert_eq!(machine.run(&["sync", "--check"]).status.code(), Some(0));
    machine.write(".claude/settings.json", &settings);
    let named = wrong(&machine, "hooks").unwrap();
    assert!(named.contains("hookward import"), "{named}");
    let guard = named.lines().find(|line| line.contains("guard-bash.sh")).unwrap();
    assert!(guard.trim_start().starts_with(".claude/settings.json:"), "{guard}");
    assert!(
        guard.contains("hookward.toml:") && guard.contains("as gate/guard-bash, and runs twice"),
        "{guard}"
    );
    assert_eq!(named.lines().count(), 21, "each of the twenty: {named}");
    let checked = machine.run(&["sync", "--check"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(stdout(&checked).contains(guard.trim()), "{}", stdout(&checked));
    assert!(stderr(&checked).contains("`hookward import`"), "{}", stderr(&checked));
    // Registering does not mend it, and says so.
    let synced = machine.run(&["sync"]);
    assert!(stdout(&synced).contains("runs twice"), "{}", stdout(&synced));
    assert_eq!(machine.run(&["sync", "--check"]).status.code(), Some(1));
    import(&machine, &[]);
    assert_eq!(wrong(&machine, "hooks"), None);
    assert_eq!(machine.run(&["sync", "--check"]).status.code(), Some(0));
}

#[test]
fn a_hook_that_somebody_adds_and_the_policy_does_not_have_is_nobodys_double() {
    let machine = machine(&["claude"]);
    import(&machine, &[]);
    let settings = text(&machine, ".claude/settings.json");
    let own = r#""PreToolUse": [ { "matcher": "Bash", "hooks": [ { "type": "command", "command": "./new.sh" } ] },"#;
    machine.write(".claude/settings.json", &settings.replace("\"PreToolUse\": [", own));
    assert!(text(&machine, ".claude/settings.json").contains("./new.sh"));
    assert_eq!(wrong(&machine, "hooks"), None);
}

#[test]
fn what_waits_for_trust_is_listed_since_it_does_not_run() {
    let machine = machine(&["claude"]);
    assert_eq!(wrong(&machine, "trust"), None);
    import(&machine, &[]);
    assert_eq!(wrong(&machine, "trust"), None);
    let script = text(&machine, ".claude/hooks/guard-bash.sh");
    machine.write(".claude/hooks/guard-bash.sh", &format!("{script}# changed\n"));
    let listed = wrong(&machine, "trust").unwrap();
    assert!(listed.contains("hookward trust") && listed.contains("guard-bash.sh"), "{listed}");
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert_eq!(machine.run(&["doctor"]).status.code(), Some(1));
    machine.at_a_terminal("trust", "Trusted.");
    assert_eq!(wrong(&machine, "trust"), None);
}

#[test]
fn a_project_keeps_a_hook_that_only_one_persons_policy_has() {
    let machine = machine(&[]);
    let hook = json!({"type": "command", "command": "echo no >&2; exit 2"});
    let settings = json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}}).to_string();
    support::write(&machine.home().join(".claude/settings.json"), &settings);
    import(&machine, &["--user", "--host", "claude"]);
    machine.write(".claude/settings.json", &settings);
    import(&machine, &["--host", "claude"]);
    assert!(!text(&machine, ".claude/settings.json").contains("exit 2"));
    assert!(text(&machine, "hookward.toml").contains("exit 2"), "a colleague has only this file");
}
