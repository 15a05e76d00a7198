//! Hooks that were a host's own, beside rules and other hooks.

use serde_json::json;

use crate::support::{Machine, answer, decision, stdout};
use crate::{bash, machine, records, specific, text};

/// A hook of Claude Code's that notes every call in a file of the home, and then says something.
fn logging(then: &str) -> String {
    format!(
        "[[hook]]\nid = \"gate/logger\"\non = \"before-tool\"\nrun = '''echo called >> $HOME/calls; {then}'''\n\
         on_failure = \"advise\"\nhost = {{ name = \"claude\", event = \"PreToolUse\", matcher = \"Bash\" }}\n"
    )
}

const OWN: &str = "[[hook]]\nid = \"gate/own\"\non = \"before-tool\"\nrun = '''echo called >> $HOME/own; echo no; exit 2'''\n\
                   match = { command = \"make *\" }\n";

fn count(machine: &Machine, file: &str) -> usize {
    std::fs::read_to_string(machine.home().join(file)).unwrap_or_default().lines().count()
}

#[test]
fn an_imported_hook_sees_also_what_a_rule_or_another_hook_denies() {
    let allow = specific(&json!({"permissionDecision": "allow", "additionalContext": "fine by me"}));
    let machine = machine(&(OWN.to_owned() + &logging(&format!("echo '{allow}'"))));
    // A rule denies: the hook runs, and changes nothing.
    let denied = answer(&bash(&machine, "cat .env"));
    assert_eq!(text(&denied, "permissionDecision"), "deny");
    assert!(!denied.to_string().contains("fine by me"), "{denied}");
    assert_eq!(count(&machine, "calls"), 1);
    let ran = &records(&machine)[0]["ran"];
    assert_eq!((&ran[0]["what"], &ran[0]["answer"]["moot"]), (&json!("gate/logger"), &json!(true)));
    // An own hook denies: the same. Hooks of the policy itself are not asked about what a rule denies.
    assert_eq!(decision(&bash(&machine, "make x")), "deny");
    assert_eq!((count(&machine, "calls"), count(&machine, "own")), (2, 1));
    assert_eq!(decision(&bash(&machine, "make x < .env")), "deny");
    assert_eq!((count(&machine, "calls"), count(&machine, "own")), (3, 1));
    // Where nothing is decided, it has its say.
    assert_eq!(decision(&bash(&machine, "npm test")), "allow");
    assert_eq!(records(&machine)[0]["ran"][0]["answer"].get("moot"), None);
    // What was not heard is not heard when the records are judged again.
    machine.write("log.jsonl", &stdout(&machine.run(&["log", "--json", "--all"])));
    let tested = machine.run(&["test", "log.jsonl"]);
    assert!(stdout(&tested).contains("records 4 the same"), "{}", stdout(&tested));
}

#[test]
fn an_imported_hook_that_objects_to_what_is_denied_adds_nothing() {
    let machine = machine(&logging("echo never >&2; exit 2"));
    let denied = answer(&bash(&machine, "cat .env"));
    let reason = text(&denied, "permissionDecisionReason");
    assert!(reason.contains("security/secret-read") && !reason.contains("gate/logger"), "{reason}");
    assert_eq!(records(&machine)[0]["ran"][0]["how"], "objects");
}

#[test]
fn what_a_hook_of_cursor_says_to_the_person_reaches_the_person() {
    let hook = |event: &str, on: &str, said: &serde_json::Value| {
        format!(
            "[[hook]]\nid = \"gate/guard\"\non = \"{on}\"\nrun = '''echo '{said}' '''\non_failure = \"advise\"\n\
             host = {{ name = \"cursor\", event = \"{event}\" }}\n"
        )
    };
    let ask = |policy: &str, event: &str| {
        let machine = machine(policy);
        let sent = json!({"hook_event_name": event, "cursor_version": "3", "conversation_id": "c",
            "workspace_roots": [machine.project()], "cwd": machine.project(), "command": "make deploy", "prompt": "go"});
        answer(&machine.hook("cursor", sent.to_string().as_bytes()))
    };
    let shell_in = |permission: &str, [person, agent]: [&str; 2]| {
        let said = json!({"permission": permission, person: "call the team", agent: "not now"});
        ask(&hook("beforeShellExecution", "before-tool", &said), "beforeShellExecution")
    };
    let shell = |permission: &str| shell_in(permission, ["user_message", "agent_message"]);
    for (permission, answered) in [
        ("deny", shell("deny")),
        ("ask", shell("ask")),
        ("deny", shell_in("deny", ["userMessage", "agentMessage"])),
        ("ask", shell_in("ask", ["userMessage", "agentMessage"])),
    ] {
        assert_eq!(answered["permission"], permission);
        let (person, agent) =
            (answered["user_message"].as_str().unwrap(), answered["agent_message"].as_str().unwrap());
        assert!(person.contains("call the team") && person.contains("not now"), "{answered}");
        assert!(agent.contains("not now") && !agent.contains("call the team"), "{answered}");
    }
    assert_eq!(shell("allow")["user_message"], "gate/guard: call the team");
    let started = ask(
        &hook("sessionStart", "session-start", &json!({"user_message": "call the team"})),
        "sessionStart",
    );
    assert!(started["user_message"].as_str().unwrap().contains("call the team"), "{started}");
    let prompt =
        |said: serde_json::Value| ask(&hook("beforeSubmitPrompt", "prompt", &said), "beforeSubmitPrompt");
    let told = prompt(json!({"continue": true, "user_message": "call the team"}));
    assert!(told["user_message"].as_str().unwrap().contains("call the team"), "{told}");
    let held = prompt(json!({"continue": false, "user_message": "call the team"}));
    assert_eq!(held["continue"], false);
    assert!(held["user_message"].as_str().unwrap().contains("call the team"), "{held}");
    let held = prompt(json!({"continue": false, "userMessage": "call the team"}));
    assert!(held["user_message"].as_str().unwrap().contains("call the team"), "{held}");
}
