//! What `uninstall` leaves behind an import: every file as it was, or why not.

use super::*;

const SETTINGS: &str = "{\n    // who may do what\n    \"permissions\": { \"deny\": [\"WebFetch\"] },\n  \"hooks\": {\n    \"PreToolUse\": [\n      { \"matcher\": \"Bash\",\n        \"hooks\": [\n          { \"command\": \".claude/hooks/guard-bash.sh\",   \"type\": \"command\", \"async\": false }, // old one\n          { \"type\": \"prompt\", \"prompt\": \"Is this wise?\" },\n          { \"type\": \"command\", \"command\": \".claude/hooks/guard-bash.sh\", \"statusMessage\": \"again\" }\n        ] }\n    ],\n    \"Stop\": [ { \"hooks\": [\n      { \"type\": \"command\", \"command\": \"./end.sh\", \"timeout\": 7 } ] } ]\n  }\n}";

/// A project with settings that nobody would write the same way twice.
fn odd() -> Machine {
    let machine = machine(&["claude"]);
    machine.write(".claude/settings.json", SETTINGS);
    machine.write("end.sh", "#!/bin/sh\nexit 0\n");
    machine
}

fn uninstall(machine: &Machine) -> String {
    let output = machine.run(&["uninstall"]);
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    stdout(&output)
}

/// Every file says what it said, and there is no other.
fn assert_as_before(machine: &Machine, before: &[(String, String)], said: &str) {
    let after = files(&machine.project());
    let new: Vec<_> = after.iter().filter(|file| !before.contains(file)).collect();
    let gone: Vec<_> = before.iter().filter(|file| !after.contains(file)).collect();
    assert!(new.is_empty() && gone.is_empty(), "{said}\nnew: {new:#?}\ngone: {gone:#?}");
}

/// Names and contents of what is noted for an uninstall.
fn notes(machine: &Machine) -> Vec<(String, String)> {
    let folder = machine.state().join("receipts");
    if folder.exists() { super::files(&folder) } else { Vec::new() }
}

#[test]
fn files_that_nobody_has_changed_are_as_they_were_to_the_byte() {
    let machine = machine(&["claude", "cursor", "kiro"]);
    machine.write(".claude/settings.local.json", SETTINGS);
    machine.write("end.sh", "#!/bin/sh\nexit 0\n");
    machine.write("hookward.toml", "# ours\nextends = [\"recommended\"]");
    let before = files(&machine.project());
    import(&machine, &[]);
    assert!(!text(&machine, ".claude/settings.local.json").contains("guard-bash.sh"));
    // What we change ourselves is no change of others.
    machine.write("hookward.toml", &text(&machine, "hookward.toml"));
    assert_eq!(machine.run(&["sync"]).status.code(), Some(0));
    let said = uninstall(&machine);
    assert_as_before(&machine, &before, &said);
    assert!(!said.contains("was changed since"), "{said}");
    assert_eq!(notes(&machine), [], "all is back");
}

#[test]
fn a_hook_that_stood_in_two_files_comes_back_to_both() {
    let machine = odd();
    machine.write(".claude/settings.local.json", SETTINGS);
    let before = files(&machine.project());
    import(&machine, &[]);
    assert_eq!(text(&machine, "hookward.toml").matches("run = \"./end.sh\"").count(), 1);
    assert!(!text(&machine, ".claude/settings.local.json").contains("./end.sh"));
    let said = uninstall(&machine);
    assert_as_before(&machine, &before, &said);
    assert!(!said.contains("not put back"), "{said}");
}

#[test]
fn what_sync_writes_is_no_change_of_others_and_neither_is_what_init_wrote() {
    let machine = odd();
    let before = files(&machine.project());
    // Whether they enforce is another matter.
    machine.run(&["init", "--yes", "--host", "claude", "--host", "cursor"]);
    assert!(text(&machine, ".claude/settings.json").contains("hookward hook claude"));
    import(&machine, &[]);
    // Other hosts, other limits of time: the registration is written anew.
    let policy = text(&machine, "hookward.toml");
    machine.write("hookward.toml", &policy.replace("timeout = \"7s\"", "timeout = \"900s\""));
    assert!(stdout(&machine.run(&["sync"])).contains("wrote .claude/settings.json"));
    machine.write("hookward.toml", &policy);
    let said = uninstall(&machine);
    assert_as_before(&machine, &before, &said);
}

#[test]
fn what_others_have_changed_stays_and_is_said() {
    let machine = odd();
    import(&machine, &[]);
    let settings = text(&machine, ".claude/settings.json");
    machine
        .write(".claude/settings.json", &settings.replace("[\"WebFetch\"]", "[\"WebFetch\", \"WebSearch\"]"));
    let said = uninstall(&machine);
    assert!(said.contains(".claude/settings.json was changed since the import"), "{said}");
    let settings = text(&machine, ".claude/settings.json");
    for part in
        ["\"WebSearch\"", "// who may do what", "\"prompt\": \"Is this wise?\"", "./end.sh", "\"again\""]
    {
        assert_eq!(settings.matches(part).count(), 1, "{part}: {settings}");
    }
    assert_eq!(settings.matches("guard-bash.sh").count(), 2, "{settings}");
    assert!(!settings.contains("hookward hook"), "{settings}");
}

#[test]
fn hooks_whose_policy_is_gone_are_named_and_come_back() {
    let machine = odd();
    let before = files(&machine.project());
    import(&machine, &[]);
    fs::remove_file(machine.project().join("hookward.toml")).unwrap();
    let doctor = stdout(&machine.run(&["doctor"]));
    assert!(
        doctor.contains("runs nowhere since its policy is gone") && doctor.contains("./end.sh"),
        "{doctor}"
    );
    let said = uninstall(&machine);
    assert_as_before(&machine, &before, &said);
    assert!(said.contains("`./end.sh` to .claude/settings.json"), "{said}");
    assert!(said.contains("comes from the notes of the import"), "{said}");
}

#[test]
fn hooks_whose_policy_cannot_be_read_come_back_and_the_policy_stays() {
    let machine = odd();
    import(&machine, &[]);
    let policy = format!("{}\n[oops\n", text(&machine, "hookward.toml"));
    machine.write("hookward.toml", &policy);
    let said = uninstall(&machine);
    assert_eq!(text(&machine, ".claude/settings.json"), SETTINGS, "{said}");
    assert!(said.contains("the policy cannot be used"), "{said}");
    assert_eq!(text(&machine, "hookward.toml"), policy);
}

#[test]
fn a_hook_that_was_deleted_from_the_policy_does_not_come_back_and_is_named() {
    let machine = odd();
    import(&machine, &[]);
    let policy = text(&machine, "hookward.toml");
    let start = policy.find("\n[[hook]]\nid = \"gate/end\"").unwrap();
    machine.write("hookward.toml", &policy[..start]);
    let said = uninstall(&machine);
    assert!(
        said.contains(
            "not put back into .claude/settings.json, since it was deleted from the policy: `./end.sh`"
        ),
        "{said}"
    );
    let settings = text(&machine, ".claude/settings.json");
    assert!(!settings.contains("./end.sh"), "{settings}");
    // And all the rest is as it was written.
    let (head, _) = SETTINGS.split_once(",\n    \"Stop\"").unwrap();
    assert!(settings.starts_with(head), "{settings}");
}

#[test]
fn old_settings_that_were_checked_out_are_not_doubled() {
    let machine = odd();
    let before = files(&machine.project());
    import(&machine, &[]);
    machine.write(".claude/settings.json", SETTINGS);
    let said = uninstall(&machine);
    assert_as_before(&machine, &before, &said);
    // Nor if they were imported again.
    import(&machine, &[]);
    machine.write(".claude/settings.json", SETTINGS);
    import(&machine, &[]);
    let said = uninstall(&machine);
    assert_as_before(&machine, &before, &said);
}

#[test]
fn what_two_imports_have_taken_comes_back_together() {
    let machine = odd();
    import(&machine, &[]);
    machine.write("new.sh", "#!/bin/sh\nexit 0\n");
    let settings = text(&machine, ".claude/settings.json");
    let own = r#""PreToolUse": [ { "matcher": "Edit", "hooks": [ { "type": "command", "command": "./new.sh" } ] },"#;
    machine.write(".claude/settings.json", &settings.replacen("\"PreToolUse\": [", own, 1));
    import(&machine, &[]);
    assert!(!text(&machine, ".claude/settings.json").contains("./new.sh"));
    fs::remove_file(machine.project().join("hookward.toml")).unwrap();
    let said = uninstall(&machine);
    let settings = text(&machine, ".claude/settings.json");
    for (script, times) in [("./new.sh", 1), ("./end.sh", 1), ("guard-bash.sh", 2), ("Is this wise?", 1)] {
        assert_eq!(settings.matches(script).count(), times, "{script}: {said}{settings}");
    }
}

#[test]
fn an_import_that_fails_notes_nothing() {
    let machine = odd();
    let output = machine.with_a_terminal(concat!(
        "mkdir .claude/.settings.json.$$.new && exec ",
        env!("CARGO_BIN_EXE_hookward"),
        " import --yes"
    ));
    assert!(!output.status.success(), "{}", stdout(&output));
    assert_eq!(text(&machine, ".claude/settings.json"), SETTINGS);
    assert_eq!(notes(&machine), []);
}

#[test]
fn a_registration_that_sync_takes_out_takes_no_note_with_it() {
    let machine = odd();
    let before = files(&machine.project());
    import(&machine, &[]);
    let policy = text(&machine, "hookward.toml");
    machine.write("hookward.toml", &format!("hosts = [\"cursor\"]\n{policy}"));
    assert!(stdout(&machine.run(&["sync"])).contains(".claude/settings.json"));
    assert!(!text(&machine, ".claude/settings.json").contains("hookward hook"));
    machine.write("hookward.toml", &policy);
    let said = uninstall(&machine);
    assert_as_before(&machine, &before, &said);
}

#[test]
fn a_hook_that_was_changed_in_the_policy_goes_back_as_it_is_there() {
    let machine = odd();
    import(&machine, &[]);
    let policy = text(&machine, "hookward.toml");
    machine.write("hookward.toml", &policy.replace("timeout = \"7s\"", "timeout = \"9s\""));
    let said = uninstall(&machine);
    let settings = text(&machine, ".claude/settings.json");
    assert!(settings.contains("\"timeout\": 9") && !settings.contains("\"timeout\": 7"), "{said}{settings}");
    assert_eq!(settings.matches("./end.sh").count(), 1, "{settings}");
}
