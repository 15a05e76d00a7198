//! Scripts and snippets from the documentation of hook systems run here unchanged. They are told of calls; nothing of what
//! they are told is run.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use std::fs;
use std::path::Path;

use hookward_runner::{Configuration, Decision, Event, Hook, Report, Runner};
use serde_json::{Value, json};
use tempfile::TempDir;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");

/// A folder that is a home, too, with the two scripts of the document and its configuration.
fn sandbox() -> TempDir {
    assert!(
        std::process::Command::new("jq")
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success()),
        "the scripts of the document need jq; install it to run this test"
    );
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".claude")).unwrap();
    let configuration = format!(
        r#"{{"hooks": {{
            "PreToolUse": [{{"command": "bash {FIXTURES}/safety-guard.sh"}}],
            "PostToolUse": [{{"command": "bash {FIXTURES}/audit-log.sh"}}]
        }}}}"#
    );
    fs::write(folder.path().join(".claude.json"), configuration).unwrap();
    folder
}

fn fire(folder: &Path, event: &Event) -> Report {
    let configuration = Configuration::of_folder(folder);
    assert_eq!(configuration.problems, []);
    let mut runner = Runner::new(folder);
    runner.variables.insert("HOME".to_owned(), folder.display().to_string());
    runner.fire(&configuration, event)
}

#[test]
fn the_safety_guard_of_the_document_blocks_what_it_says() {
    let folder = sandbox();
    let call = |tool: &str, command: &str| {
        fire(folder.path(), &Event::before_tool(tool, json!({"command": command})))
    };
    for command in ["rm -rf /tmp/test", "mysql -e 'DROP TABLE users'", "format c:"] {
        let report = call("bash", command);
        assert_eq!(
            report.denial().as_deref(),
            Some("Hook denied: Blocked: Dangerous command pattern detected"),
            "{command}: {report:?}"
        );
    }
    assert_eq!(call("bash", "cargo test").decision, Decision::Silent);
    assert_eq!(call("read_file", "rm -rf /tmp/test").decision, Decision::Silent);
    // The document's payload has the command itself as the input.
    let as_text = fire(folder.path(), &Event::before_tool("bash", "rm -rf /tmp/test"));
    assert_eq!(as_text.decision, Decision::Deny);
}

#[test]
fn the_audit_logger_of_the_document_writes_a_line_per_call() {
    let folder = sandbox();
    for output in ["test result: ok. 5 passed", "two\nlines"] {
        let event = Event::after_tool("bash", json!({"command": "cargo test"}), output);
        let report = fire(folder.path(), &event);
        assert_eq!((report.decision, report.messages.len()), (Decision::Silent, 0), "{report:?}");
    }
    let log = fs::read_to_string(folder.path().join(".claude/audit.log")).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 2, "{log}");
    for line in lines {
        let (time, payload) = line.split_once(' ').unwrap();
        assert!(time.ends_with('Z'), "{time}");
        let payload: Value = serde_json::from_str(payload).unwrap();
        assert_eq!(
            (&payload["hook_event_name"], &payload["tool_result_is_error"]),
            (&json!("PostToolUse"), &json!(false))
        );
    }
}

/// A report of one hook, which is this shell text.
fn said(command: &str, event: &Event) -> Report {
    let hooks = vec![Hook::new(event.name(), command)];
    Runner::new(std::env::temp_dir()).fire(&Configuration { hooks, ..Configuration::default() }, event)
}

#[test]
fn the_guidelines_for_reading_the_input_work_with_jq_and_without() {
    let event = Event::before_tool("Bash", json!({"command": "echo hello!"}));
    let with_jq =
        r#"INPUT_JSON=$(cat | sed 's/\\!/!/g'); printf '%s' "$INPUT_JSON" | jq -r '.hook_event_name'"#;
    let without = r#"INPUT_JSON=$(cat | sed 's/\\!/!/g'); EVENT=$(echo "$INPUT_JSON" | grep -o '"hook_event_name":"[^"]*"' | cut -d'"' -f4); echo "$EVENT""#;
    for command in [with_jq, without] {
        assert_eq!(said(command, &event).context, ["PreToolUse"], "{command}");
    }
    let field = r#"HOOK_INPUT=$(cat); echo "$HOOK_INPUT" | jq -r '.tool_input.command'"#;
    assert_eq!(said(field, &event).context, ["echo hello!"]);
    let agent = Event::new("SubagentStop").with("agent_type", "planner");
    assert_eq!(said("jq -r .subagent_type", &agent).context, ["planner"]);
}

#[test]
fn the_answers_of_the_guidelines_are_understood() {
    let event = Event::before_tool("Bash", json!({"command": "ls"}));
    let allow = "cat <<EOF\n{\n  \"decision\": \"allow\"\n}\nEOF";
    assert_eq!(said(allow, &event).decision, Decision::Allow);
    let block = "cat <<EOF\n{\n  \"decision\": \"block\",\n  \"reason\": \"Explanation for user\"\n}\nEOF\n\
                 echo 'User message' >&2";
    assert_eq!(said(block, &event).denial().as_deref(), Some("Hook denied: Explanation for user"));
}
