//! Hooks that want a tool to be called with another input than a shell's command.

use serde_json::{Value, json};

use crate::support::{Machine, answer, stdout};
use crate::{machine, records, saying, specific};

fn tool(machine: &Machine, name: &str, input: &Value) -> Value {
    let call = json!({"tool_name": name, "tool_input": input});
    let output = machine.hook("claude", &machine.event("PreToolUse", &call));
    answer(&output)["hookSpecificOutput"].clone()
}

fn rewriting(input: &Value, more: &str) -> Machine {
    machine(&saying("gate/rewriter", "before-tool", &specific(&json!({"updatedInput": input})), more))
}

#[test]
fn a_write_an_edit_and_a_call_of_a_server_get_the_input_that_a_hook_wants() {
    for (name, sent, wanted) in [
        (
            "Write",
            json!({"file_path": "src/a.ts", "content": "x"}),
            json!({"file_path": "src/a.ts", "content": "// ours; x"}),
        ),
        (
            "Edit",
            json!({"file_path": "src/a.ts", "old_string": "a", "new_string": "b"}),
            json!({"file_path": "src/a.ts", "old_string": "a", "new_string": "c"}),
        ),
        ("mcp__tracker__search", json!({"query": "x", "limit": 9}), json!({"query": "x", "limit": 3})),
        ("Read", json!({"file_path": "src/a.ts", "limit": 9}), json!({"file_path": "src/b.ts"})),
    ] {
        let machine = rewriting(&wanted, "");
        let answered = tool(&machine, name, &sent);
        assert_eq!(answered["updatedInput"], wanted, "{name}: {answered}");
        // Nobody has approved it: the person is asked, and sees what it has become.
        let approves = name == "Read";
        assert_eq!(answered["permissionDecision"], if approves { "allow" } else { "ask" }, "{name}");
        let told = format!("{}{}", answered["permissionDecisionReason"], answered["additionalContext"]);
        assert!(told.contains("Its input is now: "), "{name}: {told}");
        let record = &records(&machine)[0];
        assert_eq!(record["rewrite"], "another input", "contents are not kept");
        assert!(!record.to_string().contains("ours"), "{record}");
    }
}

#[test]
fn another_input_is_judged_by_all_rules_and_by_the_hooks_that_are_for_it() {
    let write = |machine: &Machine| {
        tool(machine, "Write", &json!({"file_path": "src/a.ts", "content": "const a = 1"}))
    };
    for (wanted, rule) in [
        (json!({"file_path": ".env", "content": "A=1"}), "security/protected-file"),
        (
            json!({"file_path": "src/a.ts", "content": "const k = 'ghp_0123456789abcdefghij0123456789abcdef'"}),
            "security/secret-content",
        ),
        (json!({"file_path": "/etc/passwd", "content": "x"}), "security/outside-workspace"),
    ] {
        let denied = write(&rewriting(&wanted, ""));
        assert_eq!(
            (&denied["permissionDecision"], denied.get("updatedInput")),
            (&json!("deny"), None),
            "{denied}"
        );
        assert!(denied["permissionDecisionReason"].as_str().unwrap().contains(rule), "{rule}: {denied}");
    }
    // One that is approved by the hook is not approved for that.
    let wanted = json!({"file_path": "src/b.ts", "content": "x"});
    let said = specific(&json!({"permissionDecision": "allow", "updatedInput": wanted}));
    let policy = saying("gate/rewriter", "before-tool", &said, "match = { path = \"src/a.ts\" }");
    assert_eq!(write(&machine(&policy))["permissionDecision"], "ask");
    // The hook reads what would be called.
    let guard = "[[hook]]\nid = \"security/no-b\"\non = \"before-tool\"\nmatch = { writes = \"src/b.ts\" }\n\
                 run = \"grep -q 'src/b.ts' && echo 'not this' && exit 2; exit 0\"\n";
    let machine = machine(&(policy + guard));
    let denied = write(&machine);
    assert!(denied["permissionDecisionReason"].as_str().unwrap().contains("security/no-b"), "{denied}");
    assert_eq!(records(&machine)[0]["ran"][1]["answer"]["rewritten"], true);
}

#[test]
fn what_a_host_cannot_take_is_a_failure_that_says_so() {
    let wanted = json!({"file_path": "src/a.ts", "content": "y"});
    let kiro = |machine: &Machine| {
        let sent = json!({"hook_event_name": "preToolUse", "cwd": machine.project(), "tool_name": "fs_write",
            "tool_input": {"command": "create", "path": "src/a.ts", "file_text": "x"}});
        machine.hook("kiro", sent.to_string().as_bytes())
    };
    let machine = rewriting(&wanted, "");
    let output = kiro(&machine);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let said = crate::support::stderr(&output);
    assert!(said.contains("it wants another input for this call, but Kiro"), "{said}");
    assert_eq!(records(&machine)[0]["ran"][0]["how"], "failed");
    let machine = rewriting(&wanted, "on_failure = \"off\"");
    assert_eq!(kiro(&machine).status.code(), Some(0));
    // Cursor drops the content of a file, and Gemini would keep what is left out.
    let machine = rewriting(&wanted, "");
    let cursor = json!({"hook_event_name": "preToolUse", "cursor_version": "3", "conversation_id": "c",
        "workspace_roots": [machine.project()], "tool_name": "Write",
        "tool_input": {"file_path": "src/a.ts", "content": "x"}});
    let said = stdout(&machine.hook("cursor", cursor.to_string().as_bytes()));
    assert!(said.contains("another `content` for this call, which Cursor"), "{said}");
    let gemini = json!({"hook_event_name": "BeforeTool", "session_id": "s", "cwd": machine.project(),
        "tool_name": "replace", "tool_input": {"file_path": "src/a.ts", "old_string": "x", "new_string": "y"}});
    let said = stdout(&machine.hook("gemini", gemini.to_string().as_bytes()));
    assert!(said.contains("leaves out `new_string`, but Gemini CLI lays it over"), "{said}");
}

#[test]
fn the_neutral_form_is_said_in_the_hosts_own_words() {
    let wanted = json!({"file_path": "src/a.ts", "content": "y"});
    let machine = rewriting(&wanted, "input = \"neutral\"");
    let gemini = json!({"hook_event_name": "BeforeTool", "session_id": "s", "cwd": machine.project(),
        "tool_name": "write_file", "tool_input": {"file_path": "src/a.ts", "content": "x", "more": true}});
    let output = answer(&machine.hook("gemini", gemini.to_string().as_bytes()));
    let input = &output["hookSpecificOutput"]["tool_input"];
    assert_eq!(*input, json!({"file_path": "src/a.ts", "content": "y", "more": true}), "{output}");
    let copilot = json!({"sessionId": "s", "timestamp": 1, "cwd": machine.project(), "toolName": "create",
        "toolArgs": "{\"path\":\"src/a.ts\",\"file_text\":\"x\"}"});
    let output = answer(&machine.hook("copilot", copilot.to_string().as_bytes()));
    assert_eq!(output["modifiedArgs"], json!({"path": "src/a.ts", "file_text": "y"}), "{output}");
    // What has no place there is a failure.
    let machine = rewriting(&json!({"file_path": "src/a.ts", "mode": "fast"}), "input = \"neutral\"");
    let denied = tool(&machine, "Write", &json!({"file_path": "src/a.ts", "content": "x"}));
    assert!(denied["permissionDecisionReason"].as_str().unwrap().contains("cannot be said in the words of"));
}

#[test]
fn a_story_sees_what_a_call_becomes() {
    let machine = Machine::new();
    machine.write(
        "hookward.toml",
        "[[hook]]\nid = \"gate/header\"\non = \"before-tool\"\nmatch = { writes = \"src/**\" }\nrun = \"./x.sh\"\n",
    );
    let said = specific(&json!({"updatedInput": {"file_path": "src/a.ts", "content": "// ours"}}));
    machine.write(
        "a.story",
        &format!(
            "hooks\n    gate/header says {said}\nwrite src/a.ts: x\n    becomes {{\"content\": \"// ours\", \"file_path\": \"src/a.ts\"}}\n"
        ),
    );
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}", stdout(&tested));
    let story = std::fs::read_to_string(machine.project().join("a.story")).unwrap();
    machine.write(
        "a.story",
        &story.replacen("becomes {\"content\": \"// ours", "becomes {\"content\": \"// theirs", 1),
    );
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(1));
    assert!(stdout(&tested).contains("becomes {\"content\":\"// ours\""), "{}", stdout(&tested));
}
