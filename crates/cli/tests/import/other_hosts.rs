//! Hooks of Cursor, of Kiro and of a person.

use super::*;

fn cursor(machine: &Machine, event: &str, more: &Value) -> Vec<u8> {
    let mut sent = json!({
        "conversation_id": "c1", "session_id": "c1", "generation_id": "g", "hook_event_name": event,
        "cursor_version": "3.1.0", "workspace_roots": [machine.project()], "user_email": null,
    });
    for (key, value) in more.as_object().unwrap() {
        sent[key] = value.clone();
    }
    sent.to_string().into_bytes()
}

#[test]
fn hooks_of_cursor_answer_as_they_do_there() {
    let machine = machine(&["cursor"]);
    let said = stdout(&import(&machine, &[]));
    assert!(said.contains("3 of 5 hooks are now in the policy"), "{said}");
    assert!(said.contains("Hookward is not asked on afterFileEdit"), "{said}");
    let shell = |command: &str| {
        let event = cursor(&machine, "beforeShellExecution", &json!({"command": command, "cwd": ""}));
        answer(&machine.hook("cursor", &event))
    };
    let denied = shell("echo git push --force");
    assert_eq!(denied["permission"], "deny", "{denied}");
    assert!(denied["agent_message"].as_str().unwrap().contains("never force a push"), "{denied}");
    assert_eq!(shell("./deploy.sh")["permission"], "ask");
    assert_eq!(shell("make build")["permission"], "allow");
    let read = |path: &str| {
        let path = machine.project().join(path);
        let event =
            cursor(&machine, "beforeReadFile", &json!({"file_path": path, "content": "", "attachments": []}));
        answer(&machine.hook("cursor", &event))["permission"].clone()
    };
    // What is no JSON is a denial there.
    assert_eq!((read("plans.txt"), read("other.txt")), (json!("deny"), json!("allow")));
    machine.write("unfinished", "");
    let stop = |count: u64| {
        let event = cursor(&machine, "stop", &json!({"status": "completed", "loop_count": count}));
        stdout(&machine.hook("cursor", &event))
    };
    assert!(stop(0).contains("there is more to do"), "{}", stop(0));
    assert!(!stop(2).contains("there is more to do"));
}

#[test]
fn hooks_of_an_agent_of_kiro_are_for_that_agent() {
    let machine = machine(&["kiro"]);
    let said = stdout(&import(&machine, &[]));
    assert!(said.contains("3 hooks are now in the policy"), "{said}");
    let event = |name: &str, more: Value| {
        let mut event = json!({"hook_event_name": name, "cwd": machine.project()});
        for (key, value) in more.as_object().unwrap() {
            event[key] = value.clone();
        }
        event.to_string().into_bytes()
    };
    let fire = |role: &str, event: &[u8]| {
        let role = format!("--as={role}");
        feed(machine.command(&["hook", "kiro", &role]), event)
    };
    let plan = event(
        "preToolUse",
        json!({"tool_name": "execute_bash", "tool_input": {"command": "terraform plan"}}),
    );
    let denied = fire("builder", &plan);
    assert_eq!(denied.status.code(), Some(2));
    assert!(stderr(&denied).contains("ask the platform team"), "{}", stderr(&denied));
    assert_eq!(fire("other", &plan).status.code(), Some(0));
    let spawned = fire("builder", &event("agentSpawn", json!({})));
    assert!(stdout(&spawned).contains("you build project"), "{}", stdout(&spawned));
    let stopped = fire("builder", &event("stop", json!({})));
    assert_eq!(stopped.status.code(), Some(0), "{}", stderr(&stopped));
    assert!(!stdout(&stopped).contains("unheard"));
}

#[test]
fn hooks_of_a_person_go_into_their_own_policy() {
    let machine = machine(&[]);
    let settings = machine.home().join(".claude/settings.json");
    let hook = json!({"type": "command", "command": "echo no >&2; exit 2"});
    support::write(
        &settings,
        &json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}}).to_string(),
    );
    import(&machine, &["--user", "--host", "claude"]);
    assert!(fs::read_to_string(machine.user_policy()).unwrap().contains("exit 2"));
    assert!(!fs::read_to_string(&settings).unwrap().contains("echo no"));
    assert_eq!(machine.judge("make build"), "deny");
    let output = machine.run(&["uninstall", "--user"]);
    assert!(fs::read_to_string(&settings).unwrap().contains("echo no"), "{}", stdout(&output));
}

#[test]
fn a_host_whose_hooks_cannot_be_imported_is_a_mistake() {
    let output = machine(&[]).run(&["import", "--host", "codex"]);
    assert_eq!(output.status.code(), Some(64));
    assert!(stderr(&output).contains("claude, cursor, kiro"), "{}", stderr(&output));
    let nothing = stdout(&import(&machine(&[]), &[]));
    assert!(nothing.contains("There are no hooks to import"), "{nothing}");
}
