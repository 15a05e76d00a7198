//! What runs after an edit, through the hook, with tools that are stand-ins: shell scripts where the real ones
//! would lie. The real ones are in `toolchains`.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

mod support;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{Machine, answer, stdout};

/// A project with a stand-in for Prettier that writes what it was called with.
fn project() -> Machine {
    let machine = Machine::new();
    machine.write(".prettierrc", "{}");
    machine.write("src/a.ts", "one\n");
    tool(&machine, "node_modules/.bin/prettier", "echo \"$@\" >> \"$HOME/called\"; echo two > \"$5\"");
    machine
}

/// A stand-in for a program.
fn tool(machine: &Machine, path: &str, body: &str) {
    support::write_program(&machine.project().join(path), &format!("#!/bin/sh\n{body}\n"));
}

/// What the model is told after a tool.
fn after(machine: &Machine, tool: &str, input: &Value) -> String {
    let event = json!({"tool_name": tool, "tool_input": input, "tool_response": {}, "tool_use_id": "t"});
    let said = answer(&machine.hook("claude", &machine.event("PostToolUse", &event)));
    said["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned()
}

fn edit(machine: &Machine, file: &str) -> String {
    after(
        machine,
        "Edit",
        &json!({"file_path": machine.project().join(file), "old_string": "a", "new_string": "b"}),
    )
}

fn called(machine: &Machine) -> usize {
    let text = std::fs::read_to_string(machine.home().join("called")).unwrap_or_default();
    text.lines().count()
}

#[test]
fn a_file_is_formatted_whichever_tool_has_written_it() {
    let machine = project();
    let path = machine.project().join("src/a.ts");
    let calls = [
        ("Write", json!({"file_path": path, "content": "one\n"})),
        ("Edit", json!({"file_path": path, "old_string": "a", "new_string": "b"})),
        ("Bash", json!({"command": "sed -i s/a/b/ src/a.ts"})),
        ("Bash", json!({"command": "echo one > src/a.ts"})),
    ];
    for (tool, input) in calls {
        std::fs::write(&path, "one\n").unwrap();
        assert_eq!(
            after(&machine, tool, &input),
            "[feedback/format] src/a.ts: prettier formatted it",
            "{input}"
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two\n");
    }
    // It was formatted already.
    assert_eq!(edit(&machine, "src/a.ts"), "");
    assert_eq!(called(&machine), 5);
}

#[test]
fn what_only_reads_or_fails_or_is_built_is_left_alone() {
    let machine = project();
    machine.write("dist/a.ts", "one\n");
    machine.write("package-lock.json", "{}\n");
    assert_eq!(after(&machine, "Bash", &json!({"command": "cat src/a.ts"})), "");
    assert_eq!(
        edit(&machine, "dist/a.ts") + &edit(&machine, "package-lock.json") + &edit(&machine, "src/gone.ts"),
        ""
    );
    assert_eq!(edit(&machine, "notes.txt"), "");
    support::write(&machine.home().join("elsewhere/a.ts"), "one\n");
    let outside = json!({"file_path": machine.home().join("elsewhere/a.ts"), "content": ""});
    assert_eq!(after(&machine, "Write", &outside), "");
    assert_eq!(called(&machine), 0);
}

#[test]
fn the_nearest_settings_win() {
    let machine = project();
    machine.write("packages/b/biome.json", "{}");
    machine.write("packages/b/src/a.ts", "one\n");
    tool(
        &machine,
        "node_modules/.bin/biome",
        "test \"$1\" = format && for f; do :; done && echo three > \"$f\"",
    );
    assert!(
        edit(&machine, "packages/b/src/a.ts").starts_with("[feedback/format] packages/b/src/a.ts: biome")
    );
    assert_eq!(called(&machine), 0);
    assert!(edit(&machine, "src/a.ts").contains("prettier"));
}

#[test]
fn a_part_of_a_tool_that_is_switched_off_leaves_its_place_to_another() {
    let machine = project();
    machine.write("biome.json", "{\n  // Prettier does that.\n  \"formatter\": { \"enabled\": false },\n}\n");
    tool(
        &machine,
        "node_modules/.bin/biome",
        "test \"$1\" = lint && echo '::error file=src/a.ts,line=1::wrong'; exit 1",
    );
    let told = edit(&machine, "src/a.ts");
    assert!(told.starts_with("[feedback/format] src/a.ts: prettier formatted it"), "{told}");
    assert!(told.contains("[feedback/lint] src/a.ts: biome: 1 problem\n  src/a.ts:1 wrong"), "{told}");
}

#[test]
fn black_formats_where_it_is_set_up_beside_ruff_unless_ruff_is_set_up_for_that_too() {
    for (more, formatter) in
        [("", "ruff"), ("[tool.black]\n", "black"), ("[tool.black]\n[tool.ruff.format]\n", "ruff")]
    {
        let machine = Machine::new();
        machine.write("pyproject.toml", &format!("[tool.ruff]\n{more}"));
        machine.write("a.py", "one\n");
        for name in ["ruff", "black"] {
            tool(&machine, &format!(".venv/bin/{name}"), "test \"$1\" = check || echo two > a.py");
        }
        assert_eq!(
            edit(&machine, "a.py"),
            format!("[feedback/format] a.py: {formatter} formatted it"),
            "{more}"
        );
    }
}

#[test]
fn a_solution_is_checked_by_the_settings_that_it_refers_to() {
    let machine = Machine::new();
    let references = "[{ \"path\": \"./tsconfig.app.json\" }, { \"path\": \"tools\" }]";
    machine.write("tsconfig.json", &format!("{{ \"files\": [], \"references\": {references} }}"));
    machine.write("src/a.ts", "one\n");
    tool(&machine, "node_modules/.bin/tsc", "echo \"$@\" >> \"$HOME/called\"");
    assert_eq!(edit(&machine, "src/a.ts"), "");
    let called = || std::fs::read_to_string(machine.home().join("called")).unwrap();
    let projects = |text: &str| {
        let last = |line: &str| line.rsplit("--project ").next().unwrap_or_default().to_owned();
        text.lines().map(last).collect::<Vec<_>>()
    };
    assert_eq!(projects(&called()), ["tsconfig.app.json", "tools/tsconfig.json"]);
    // What has files of its own is checked by itself.
    machine.write("tsconfig.json", &format!("{{ \"include\": [\"src\"], \"references\": {references} }}"));
    edit(&machine, "src/a.ts");
    assert_eq!(projects(&called()).last().unwrap(), "tsconfig.json");
}

#[test]
fn files_are_named_from_the_root_wherever_a_tool_runs() {
    let machine = Machine::new();
    machine.write("packages/b/tsconfig.json", "{}");
    machine.write("packages/b/vitest.config.ts", "");
    machine.write("packages/b/src/a.ts", "one\n");
    machine.write("packages/b/src/a.test.ts", "one\n");
    machine.write("packages/other.ts", "one\n");
    let said = "echo 'src/a.ts(3,5): error TS1: wrong'; echo 'other.ts(1,1): error TS2: wrong, too'; exit 1";
    tool(&machine, "node_modules/.bin/tsc", said);
    let said = "printf 'FAIL  src/a.test.ts > adds\\nAssertionError: 4\\n ❯ src/a.test.ts:5:9\\n'; exit 1";
    tool(&machine, "node_modules/.bin/vitest", said);
    let told = edit(&machine, "packages/b/src/a.ts");
    assert_eq!(
        told.lines().filter(|line| !line.contains("all of it")).collect::<Vec<_>>(),
        [
            "[feedback/types] packages/b/src/a.ts: tsc: 2 problems",
            "  packages/b/src/a.ts:3:5 error TS1: wrong",
            "  packages/other.ts:1:1 error TS2: wrong, too",
            "[feedback/tests] packages/b/src/a.ts: vitest: 1 failed",
            "  packages/b/src/a.test.ts > adds packages/b/src/a.test.ts:5:9: AssertionError: 4",
        ]
    );
}

#[test]
fn a_tool_that_is_not_there_is_said_once_in_a_session() {
    let machine = project();
    machine.write("eslint.config.mjs", "");
    let said = edit(&machine, "src/a.ts");
    assert!(said.contains("[feedback/lint] eslint is set up in this project and not installed"), "{said}");
    assert_eq!(edit(&machine, "src/a.ts"), "");
}

#[test]
fn a_tool_that_keeps_failing_rests_and_never_blocks() {
    let machine = project();
    tool(
        &machine,
        "node_modules/.bin/prettier",
        "echo called >> \"$HOME/called\"; echo 'Error: no config'; exit 9",
    );
    for _ in 0..2 {
        let said = edit(&machine, "src/a.ts");
        assert!(said.contains("prettier failed itself: exit status: 9\n  Error: no config"), "{said}");
    }
    assert!(edit(&machine, "src/a.ts").contains("the third time, so it rests for 5 minutes"));
    assert_eq!((edit(&machine, "src/a.ts").as_str(), called(&machine)), ("", 3));
}

#[test]
fn a_command_of_the_project_waits_for_trust_and_one_of_the_person_does_not() {
    let machine = project();
    let policy = "[feedback]\nformat = { \"*.ts\" = \"echo mine > {file}\" }\n";
    machine.write("hookward.toml", policy);
    assert!(edit(&machine, "src/a.ts").contains("prettier"), "the project's own tool runs until then");
    support::write(&machine.user_policy(), policy);
    machine.write("hookward.toml", "");
    machine.write("src/it's.ts", "one\n");
    assert!(edit(&machine, "src/it's.ts").contains("src/it's.ts: echo mine > formatted it"));
    assert_eq!(std::fs::read_to_string(machine.project().join("src/it's.ts")).unwrap(), "mine\n");
}

#[test]
fn settings_that_are_code_and_do_what_an_agent_may_not_are_not_run() {
    let machine = project();
    machine.become_a_repository();
    machine.write("eslint.config.mjs", "import fs from 'node:fs';\nfs.rmSync('/', { recursive: true });\n");
    tool(&machine, "node_modules/.bin/eslint", "touch \"$HOME/harm\"; echo '[]'");
    let said = edit(&machine, "src/a.ts");
    assert!(
        said.contains("[feedback/lint] src/a.ts: eslint was not run: security/catastrophic-deletion"),
        "{said}"
    );
    assert!(!machine.home().join("harm").exists());
    machine.write("eslint.config.mjs", "export default [];\n");
    assert_eq!(edit(&machine, "src/a.ts"), "");
    assert!(machine.home().join("harm").exists());
}

#[test]
fn a_rule_that_is_off_runs_nothing() {
    let machine = project();
    machine.write("hookward.toml", "[rules]\n\"feedback/*\" = \"off\"\n");
    assert_eq!((edit(&machine, "src/a.ts").as_str(), called(&machine)), ("", 0));
}

#[test]
fn what_runs_in_the_background_keeps_nobody_waiting_and_reports_with_the_next_event() {
    let machine = project();
    machine.write("vitest.config.ts", "");
    tool(&machine, "node_modules/.bin/vitest", "sleep 1; echo ' FAIL  src/a.test.ts > adds'; exit 1");
    support::write(&machine.user_policy(), "[feedback]\nbackground = [\"tests\"]\n");
    let started = Instant::now();
    assert_eq!(edit(&machine, "src/a.ts"), "[feedback/format] src/a.ts: prettier formatted it");
    assert!(started.elapsed() < Duration::from_millis(900), "{:?}", started.elapsed());
    let patience = Instant::now() + Duration::from_secs(20);
    let prompt = machine.event("UserPromptSubmit", &json!({"prompt": "go on"}));
    loop {
        let said = stdout(&machine.hook("claude", &prompt));
        if said.contains("vitest: 1 failed") {
            break;
        }
        assert!(Instant::now() < patience, "{said}");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(!stdout(&machine.hook("claude", &prompt)).contains("vitest"), "it was told already");
}

#[test]
fn what_is_told_stays_within_the_budget() {
    let machine = project();
    machine.write("tsconfig.json", "{}");
    let noise = "for i in 1 2 3 4 5 6 7 8; do echo \"src/a.ts($i,1): error TS1: $(head -c 150 /dev/zero | tr '\\0' x)\"; done; exit 1";
    tool(&machine, "node_modules/.bin/tsc", noise);
    support::write(&machine.user_policy(), "[feedback]\nbudget = 300\n");
    let said = edit(&machine, "src/a.ts");
    assert!(said.contains("tsc: 8 problems") && said.chars().count() <= 302 && said.ends_with('…'), "{said}");
}

#[test]
fn what_does_not_compile_is_told_with_its_place_and_no_failure_of_the_tool() {
    let machine = Machine::new();
    machine.write("go.mod", "module example.com/shop\n");
    machine.write("a.go", "package shop\n");
    let go = "case $1 in test) echo 'FAIL x [build failed]'; echo '# x' >&2; echo './a.go:3:25: undefined: x1' >&2; exit 2;; esac";
    tool(&machine, "bin/go", go);
    let input = json!({"file_path": machine.project().join("a.go"), "old_string": "a", "new_string": "b"});
    let event = json!({"tool_name": "Edit", "tool_input": input, "tool_response": {}, "tool_use_id": "t"});
    for _ in 0..4 {
        let mut command = machine.command(&["hook", "claude"]);
        let bin = machine.project().join("bin");
        command.env("PATH", format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default()));
        let said = answer(&support::feed(command, &machine.event("PostToolUse", &event)));
        let said = said["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned();
        assert!(said.contains("a.go: go test: 1 failed\n  a.go:3:25 undefined: x1"), "{said}");
    }
}
