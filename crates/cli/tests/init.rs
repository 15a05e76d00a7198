//! `hookward init --yes --host claude`: writes what is missing, keeps what others wrote, proves that it holds.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::path::Path;
use std::process::{Command, Output};

use support::{Machine, stderr, stdout};

/// `hookward` must be found as the registration names it: on the PATH.
fn with_path(machine: &Machine, arguments: &[&str]) -> Command {
    let mut command = machine.command(arguments);
    let folder = Path::new(env!("CARGO_BIN_EXE_hookward")).parent().unwrap();
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&rest));
    command.env("PATH", std::env::join_paths(path).unwrap());
    command
}

fn init(machine: &Machine, more: &[&str]) -> Output {
    with_path(machine, &[&["init", "--host", "claude"], more].concat()).output().unwrap()
}

fn settings(machine: &Machine) -> String {
    std::fs::read_to_string(machine.project().join(".claude/settings.json")).unwrap()
}

#[test]
fn a_folder_is_guarded_and_three_calls_show_it() {
    let machine = Machine::new();
    let output = init(&machine, &["--yes"]);
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    let text = stdout(&output);
    for shown in ["deny     rm -rf /", "ask      rm -rf src", "approve  git status", "wrote hookward.toml"] {
        assert!(text.contains(shown), "{shown} is not in\n{text}");
    }
    assert!(settings(&machine).contains("hookward hook claude"));
    assert!(std::fs::read_to_string(machine.project().join("hookward.toml")).unwrap().contains("extends"));
    assert!(machine.run(&["test"]).status.success(), "the policy that init writes is valid");
}

#[test]
fn what_the_project_is_made_of_is_found_and_stands_in_the_policy() {
    let machine = Machine::new();
    machine.write("package.json", "{}\n");
    machine.write("pnpm-lock.yaml", "lockfileVersion: 9\n");
    machine.write("server/Cargo.toml", "[package]\n");
    machine.write("odd \"name/go.mod", "\n");
    machine.write("tools/uv.lock", "\n");
    machine.write("tools/poetry.lock", "\n");
    machine.write(".git/refs/remotes/origin/HEAD", "ref: refs/remotes/origin/trunk\n");
    let output = init(&machine, &["--yes"]);
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    let policy = std::fs::read_to_string(machine.project().join("hookward.toml")).unwrap();
    let found = "# Found here: Rust (server/Cargo.toml), JavaScript (package.json), pnpm (pnpm-lock.yaml).\n";
    assert!(policy.contains(found), "{policy}");
    assert!(stdout(&output).starts_with("found Rust (server/Cargo.toml), "), "{}", stdout(&output));
    // It holds at once: nothing of it waits for trust, and it gets in nobody's way.
    assert_eq!(machine.judge("git push --force origin trunk"), "deny");
    let check = |command: &str| stdout(&machine.run(&["check", command]));
    assert!(
        check("npm install left-pad").contains("this project uses pnpm"),
        "{}",
        check("npm install left-pad")
    );
    assert!(check("yarn add left-pad").starts_with("advise"), "{}", check("yarn add left-pad"));
    assert!(!check("pnpm add left-pad").contains("feedback/"));
    // With two lock files nobody knows which one is meant.
    assert!(!check("pip install x").contains("feedback/"));
    let tested = machine.run(&["test"]);
    assert!(tested.status.success(), "{}", stdout(&tested));
    // A policy that nobody has touched goes with us, though the project has changed since.
    machine.write("go.mod", "module x\n");
    assert!(with_path(&machine, &["uninstall"]).output().unwrap().status.success());
    assert!(!machine.project().join("hookward.toml").exists());
}

#[test]
fn a_second_time_changes_nothing() {
    let machine = Machine::new();
    init(&machine, &["--yes"]);
    let before = settings(&machine);
    machine.write("hookward.toml", "# mine\n");
    let output = init(&machine, &["--yes"]);
    assert!(output.status.success());
    assert!(!stdout(&output).contains("wrote"), "{}", stdout(&output));
    assert_eq!(settings(&machine), before);
    assert_eq!(std::fs::read_to_string(machine.project().join("hookward.toml")).unwrap(), "# mine\n");
}

const THEIRS: &str = r#"{
  // our team's settings
  "model": "opus",   /* keep */
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [ { "type": "command", "command": "./lint.sh" } ] }, // theirs
    ],
  },
}
"#;

#[test]
fn what_others_wrote_stays_as_it_is_comments_included() {
    let machine = Machine::new();
    machine.write(".claude/settings.json", THEIRS);
    let output = init(&machine, &["--yes"]);
    // Claude Code itself reads no comments, and then none of the hooks.
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("reads plain JSON there"), "{}", stdout(&output));
    let text = settings(&machine);
    for line in THEIRS.lines().filter(|line| line.contains("//") || line.contains("/*")) {
        assert!(text.contains(line.trim()), "{line} is not in\n{text}");
    }
    assert!(text.contains("hookward hook claude"));
}

#[test]
fn a_dry_run_shows_a_diff_and_writes_nothing() {
    let machine = Machine::new();
    machine.write(".claude/settings.json", THEIRS);
    let output = init(&machine, &["--dry-run"]);
    let text = stdout(&output);
    assert!(text.contains("+++ b/hookward.toml") && text.contains("+++ b/.claude/settings.json"), "{text}");
    assert!(!text.lines().any(|line| line.starts_with('-') && line.contains("keep")), "{text}");
    assert_eq!(settings(&machine), THEIRS);
    assert!(!machine.project().join("hookward.toml").exists());
}

#[test]
fn what_is_only_ours_is_shown_by_name_unless_all_is_wanted() {
    let machine = Machine::new();
    machine.write(".claude/settings.json", THEIRS);
    let hosts = ["--host", "claude", "--host", "cursor", "--host", "opencode"];
    let run = |words: &[&str]| stdout(&with_path(&machine, words).output().unwrap());
    let brief = run(&[&["init", "--dry-run"], &hosts[..]].concat());
    for shown in [
        "+++ b/hookward.toml",
        "+++ b/.claude/settings.json",
        "would write .cursor/rules/hookward-security.mdc (",
        "would write .opencode/",
        "`--verbose` shows all",
    ] {
        assert!(brief.contains(shown), "{shown}: {brief}");
    }
    assert!(!brief.contains("security/raw-device"), "{brief}");
    let whole = run(&[&["init", "--dry-run", "--verbose"], &hosts[..]].concat());
    assert!(whole.contains("+## security/raw-device") && !whole.contains("would write"), "{whole}");
    run(&[&["init", "--yes"], &hosts[..]].concat());
    let brief = run(&["uninstall", "--dry-run"]);
    assert!(brief.contains("would remove .cursor/rules/hookward-security.mdc ("), "{brief}");
    assert!(
        brief.contains("+++ b/.claude/settings.json") && !brief.contains("security/raw-device"),
        "{brief}"
    );
    assert!(run(&["uninstall", "--dry-run", "--verbose"]).contains("-## security/raw-device"));
    std::fs::remove_file(machine.project().join(".cursor/rules/hookward-security.mdc")).unwrap();
    let brief = run(&["sync", "--dry-run"]);
    assert!(brief.starts_with("would write .cursor/rules/hookward-security.mdc ("), "{brief}");
    assert!(run(&["sync", "--check", "--verbose"]).contains("+## security/raw-device"));
}

#[test]
fn a_settings_file_that_is_not_json_is_left_alone_and_named() {
    let machine = Machine::new();
    machine.write(".claude/settings.json", "{ \"hooks\": ");
    let output = init(&machine, &["--yes"]);
    assert_eq!(output.status.code(), Some(70));
    assert!(stderr(&output).contains("settings.json was left as it is"), "{}", stderr(&output));
    assert_eq!(settings(&machine), "{ \"hooks\": ");
}

#[test]
fn a_registration_that_cannot_run_is_told() {
    let machine = Machine::new();
    // Not on the PATH: what Claude Code would run does not exist.
    let output = machine
        .command(&["init", "--yes", "--host", "claude"])
        .env("PATH", "/usr/bin:/bin")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    assert!(stdout(&output).contains("on the PATH"), "{}", stdout(&output));
}

#[test]
fn a_policy_of_the_persons_own_is_no_mistake() {
    let machine = Machine::new();
    support::write(&machine.user_policy(), "extends = [\"strict\"]\n[rules]\n\"approve/*\" = \"off\"\n");
    let output = init(&machine, &["--yes"]);
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(stdout(&output).contains("deny     rm -rf src"), "{}", stdout(&output));
}

#[test]
fn disabled_hooks_are_told() {
    let machine = Machine::new();
    machine.write(".claude/settings.json", "{\"disableAllHooks\": true}\n");
    let output = init(&machine, &["--yes"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("disableAllHooks"), "{}", stdout(&output));
}

#[test]
fn without_any_agent_the_policy_is_written_and_the_choices_are_named() {
    let machine = Machine::new();
    let output = machine.command(&["init", "--yes"]).env("PATH", "/usr/bin:/bin").output().unwrap();
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains("deny     rm -rf /") && text.contains("--host claude"), "{text}");
    assert!(!machine.project().join(".claude").exists());
}

#[test]
fn what_is_to_be_known_of_a_host_that_guards_does_not_stand_among_those_that_wait_for_trust() {
    let machine = Machine::new();
    let text = stdout(
        &with_path(&machine, &["init", "--yes", "--host", "kiro", "--host", "codex"]).output().unwrap(),
    );
    let place = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}: {text}"));
    let (waiting, notes) = (place("guarding once you trust it: Codex CLI"), place("Notes:"));
    assert!(
        waiting < place("Codex CLI: start `codex`") && place("Codex CLI: start `codex`") < notes,
        "{text}"
    );
    assert!(notes < place("Kiro: Kiro CLI 2 runs no hooks"), "{text}");
}

#[test]
fn the_home_directory_is_never_guarded_as_a_workspace() {
    let machine = Machine::new();
    let output = machine.command(&["init", "--yes"]).current_dir(machine.home()).output().unwrap();
    assert_eq!(output.status.code(), Some(64));
    assert!(stderr(&output).contains("never a workspace"), "{}", stderr(&output));
}
