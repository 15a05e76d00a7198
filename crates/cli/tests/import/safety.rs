//! Nothing is lost: what cannot be done is said, and leaves everything as it was.

use super::*;

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
    machine.at_a_terminal("import", "Write this, and trust these hooks as they stand now? Type yes:");
    assert_eq!(machine.judge("echo rm -rf x"), "deny");
    assert!(!text(&machine, ".claude/settings.json").contains("guard-bash"));
}

#[test]
fn without_a_person_at_a_terminal_nothing_is_imported_and_so_nothing_is_trusted() {
    let machine = machine(&["claude"]);
    let before = files(&machine.project());
    for arguments in [&["import"][..], &["import", "--yes"]] {
        let output = machine.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let said = stderr(&output);
        assert!(said.contains("nothing was changed") && said.contains("at a terminal"), "{said}");
        assert!(said.contains("--dry-run"), "{said}");
    }
    assert_eq!(files(&machine.project()), before);
    assert!(!machine.state().join("trust").exists() && !machine.state().join("receipts").exists());
    // One end of a pipe is not enough: nobody would see what they agree to.
    let piped = machine.with_a_terminal(concat!(env!("CARGO_BIN_EXE_hookward"), " import --yes | cat"));
    assert!(stdout(&piped).contains("nothing was changed"), "{}", stdout(&piped));
    assert_eq!(files(&machine.project()), before);
}

#[test]
fn what_a_clone_has_in_its_policy_already_is_trusted_when_it_leaves_the_settings() {
    let machine = machine(&["claude"]);
    let settings = text(&machine, ".claude/settings.json");
    import(&machine, &[]);
    machine.write(".claude/settings.json", &settings);
    fs::remove_dir_all(machine.state()).unwrap();
    import(&machine, &[]);
    assert!(!text(&machine, ".claude/settings.json").contains("guard-bash"));
    assert_eq!(machine.judge("echo rm -rf x"), "deny");
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
    fs::set_permissions(&policy, std::os::unix::fs::PermissionsExt::from_mode(0o444)).unwrap();
    let before = files(&machine.project());
    let output = machine.with_a_terminal(concat!(env!("CARGO_BIN_EXE_hookward"), " import --yes"));
    assert_eq!(output.status.code(), Some(70));
    assert!(stdout(&output).contains("hookward.toml is read-only"), "{}", stdout(&output));
    assert_eq!(files(&machine.project()), before);
}

#[test]
fn a_file_that_cannot_be_written_takes_back_what_was_written_before() {
    let machine = machine(&["claude"]);
    let before = text(&machine, ".claude/settings.json");
    // Where the new text is first written, a directory lies; its name holds the number of the process.
    let output = machine.with_a_terminal(concat!(
        "mkdir .claude/.settings.json.$$.new && exec ",
        env!("CARGO_BIN_EXE_hookward"),
        " import --yes"
    ));
    assert!(!output.status.success(), "{}", stdout(&output));
    assert!(stdout(&output).contains("nothing was changed"), "{}", stdout(&output));
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
    assert!(said.contains("1 of 3 hooks is now in the policy"), "{said}");
    assert!(
        said.contains("it is no command, but `prompt`")
            && said.contains("Hookward is not asked on ConfigChange"),
        "{said}"
    );
}
