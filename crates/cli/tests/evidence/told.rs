//! What is told of a run: what it has printed, and how it ended, where the host says so.

use crate::Repository;

#[test]
fn a_run_that_permits_to_have_no_tests_counts_where_some_were_seen() {
    let repository = Repository::with(&[
        ("package.json", r#"{"devDependencies": {"jest": "*"}}"#),
        ("src/a.test.js", "test('a', () => {});\n"),
    ]);
    let tell = |event: &str, command: &str, printed: &str| {
        let call = serde_json::json!({
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": format!("call {printed}"),
            "tool_response": {"stdout": printed},
        });
        repository.machine.hook("claude", &repository.machine.event(event, &call));
    };
    let objection = |command: &str, printed: &str| {
        tell("PreToolUse", command, printed);
        tell("PostToolUse", command, printed);
        repository.objection()
    };
    for printed in ["", "No tests found, exiting with code 0"] {
        let said = objection("npx jest --passWithNoTests", printed);
        assert!(said.contains("nobody has seen a test that ran"), "{printed}: {said}");
    }
    assert_eq!(objection("npx jest --passWithNoTests", "Tests:       1 passed, 1 total"), "");
    assert_eq!(repository.objection_to("node --test && git commit -m x"), "");
}

#[test]
fn a_host_that_does_not_say_how_a_run_ended_is_told_of_one_that_does() {
    let repository = Repository::new();
    for run in ["make test", "make test | tail -5"] {
        for event in ["PreToolUse", "PostToolUse"] {
            let call = serde_json::json!({
                "tool_name": "Bash", "tool_input": {"command": run}, "tool_use_id": run, "tool_response": "fine",
                "turn_id": "t", "model": "gpt-5",
            });
            repository.machine.hook("codex", &repository.machine.event(event, &call));
        }
        let said = repository.objection();
        assert!(
            said.contains("the host does not say how it ended") && !said.contains("alone"),
            "{run}: {said}"
        );
        // What helps is said once in a row.
        assert_eq!(said.contains("run it as `hookward run -- make test`"), run == "make test", "{said}");
    }
}
