//! Which hooks are asked, in which order, and what they are told.

use serde_json::{Value, json};

use crate::support::decision;
use crate::{bash, machine, records};

#[test]
fn security_comes_before_gates_and_the_first_denial_ends_it() {
    let hook = |id: &str, exit: u8| {
        format!("[[hook]]\nid = \"{id}\"\non = \"before-tool\"\nrun = \"echo {id} >> ran; exit {exit}\"\n")
    };
    let order = [hook("feedback/c", 0), hook("gate/b", 2), hook("security/a", 0)].concat();
    let machine = machine(&order);
    assert_eq!(decision(&bash(&machine, "make deploy")), "deny");
    let ran = std::fs::read_to_string(machine.project().join("ran")).unwrap();
    assert_eq!(ran.split_whitespace().collect::<Vec<_>>(), ["security/a", "gate/b"]);
}

#[test]
fn a_hook_is_asked_only_where_it_fits() {
    let fits = |matches: &str, call: &Value| {
        let policy =
            format!("[[hook]]\nid = \"gate/x\"\non = \"before-tool\"\nmatch = {matches}\nrun = \"exit 2\"\n");
        let machine = machine(&policy);
        decision(&machine.hook("claude", &machine.event("PreToolUse", call))) == "deny"
    };
    let bash = |command: &str| json!({"tool_name": "Bash", "tool_input": {"command": command}});
    let write = |path: &str| json!({"tool_name": "Write", "tool_input": {"file_path": path, "content": ""}});
    let mcp = json!({"tool_name": "mcp__github__create_issue", "tool_input": {"title": "x"}});
    assert!(fits("{ tool = \"shell\" }", &bash("ls")) && !fits("{ tool = \"shell\" }", &write("a")));
    assert!(fits("{ tool = \"write|edit\" }", &write("a")) && fits("{ tool = [\"write\"] }", &write("a")));
    assert!(fits("{ tool = \"mcp__github__*\" }", &mcp) && fits("{ tool = \"mcp\" }", &mcp));
    assert!(!fits("{ tool = \"mcp__gitlab__*\" }", &mcp));
    // As rules see commands: through what is around them.
    assert!(fits("{ command = \"git push *\" }", &bash("cd src && time git push origin x")));
    assert!(!fits("{ command = \"git push *\" }", &bash("echo git push")));
    // A file is written by whichever tool.
    for call in [write("src/a.rs"), bash("echo x > src/a.rs"), bash("cp b src/a.rs")] {
        assert!(fits("{ writes = \"src/**\" }", &call), "{call}");
    }
    assert!(!fits("{ writes = \"src/**\" }", &bash("cat src/a.rs")));
    assert!(fits("{ path = \"src/**\" }", &bash("cat src/a.rs")));
    assert!(!fits("{ tool = \"shell\", path = \"src/**\" }", &bash("cat doc/a.md")));
    let of_agent = |call: Value| {
        let mut call = call;
        call["agent_id"] = json!("a1");
        call["agent_type"] = json!("reviewer");
        call
    };
    assert!(fits("{ agent = \"reviewer\" }", &of_agent(bash("ls"))));
    assert!(!fits("{ agent = \"reviewer\" }", &bash("ls")));
    assert!(fits("{ agent = \"default\" }", &bash("ls")));
}

#[test]
fn a_check_names_the_hooks_that_would_be_asked_and_runs_none() {
    let hook = |id: &str, on: &str, command: &str| {
        format!(
            "[[hook]]\nid = \"{id}\"\non = \"{on}\"\nmatch = {{ command = \"{command}\" }}\nrun = \"touch ran; exit 2\"\n"
        )
    };
    let machine = machine(
        &[
            hook("gate/deploys", "before-tool", "make *"),
            hook("security/all", "before-tool", "*"),
            hook("feedback/after", "after-tool", "*"),
            hook("gate/other", "before-tool", "npm *"),
        ]
        .concat(),
    );
    let checked = machine.run(&["check", "--json", "make deploy"]);
    let answer: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(answer["hooks"], json!(["security/all", "gate/deploys"]), "{answer}");
    assert_eq!(answer["decision"], "silent");
    let told = crate::support::stdout(&machine.run(&["check", "make deploy"]));
    assert!(told.contains("gate/deploys: `touch ran; exit 2` would be asked too"), "{told}");
    assert!(!machine.project().join("ran").exists());
}

#[test]
fn a_hook_may_read_the_event_in_a_form_that_is_the_same_for_all_hosts() {
    let policy = "[[hook]]\nid = \"gate/x\"\non = \"before-tool\"\ninput = \"neutral\"\nrun = \"cat > told; env > variables\"\n";
    let machine = machine(policy);
    let told = |host: &str, event: &[u8]| -> Value {
        machine.hook(host, event);
        serde_json::from_str(&std::fs::read_to_string(machine.project().join("told")).unwrap()).unwrap()
    };
    let claude = told("claude", &machine.bash("make x"));
    assert_eq!((&claude["tool"], &claude["tool_name"]), (&json!("shell"), &json!("Bash")));
    assert_eq!(claude["tool_input"]["command"], "make x");
    assert_eq!((&claude["event"], &claude["hook_event_name"]), (&json!("before-tool"), &json!("PreToolUse")));
    let variables = std::fs::read_to_string(machine.project().join("variables")).unwrap();
    for variable in
        ["HOOK_EVENT=PreToolUse", "HOOK_TOOL_NAME=Bash", "HOOKWARD_HOOK=gate/x", "HOOKWARD_ROLE=default"]
    {
        assert!(variables.lines().any(|line| line == variable), "{variable}: {variables}");
    }
    let cursor = json!({
        "conversation_id": "c", "hook_event_name": "beforeShellExecution", "command": "make x",
        "cwd": machine.project(), "workspace_roots": [machine.project()],
    });
    let cursor = told("cursor", cursor.to_string().as_bytes());
    for field in ["tool", "tool_name", "tool_input", "event", "hook_event_name", "cwd"] {
        assert_eq!(cursor[field], claude[field], "{field}");
    }
    assert_eq!(cursor["host"], "cursor");
}

#[test]
fn a_role_and_a_mode_switch_a_hook_off_but_no_project_that_of_a_person() {
    let hooks = "[[hook]]\nid = \"gate/x\"\non = \"before-tool\"\nrun = \"echo ran >> ran; exit 2\"\n";
    let machine = machine(hooks);
    let ran = || std::fs::read_to_string(machine.project().join("ran")).unwrap_or_default().lines().count();
    assert_eq!(decision(&bash(&machine, "make x")), "deny");
    let with = |more: &str| crate::support::write(&machine.user_policy(), &format!("{hooks}{more}"));
    with("[rules]\n\"gate/x\" = \"off\"\n");
    assert_eq!(decision(&bash(&machine, "make x")), "");
    assert_eq!(ran(), 1, "what is off does not run");
    with("[rules]\n\"gate/x\" = \"shadow\"\n");
    assert_eq!(decision(&bash(&machine, "make x")), "");
    assert_eq!(records(&machine)[0]["shadowed"][0]["rule"], "gate/x");
    with("[roles.reviewer]\nrules = { \"gate/x\" = \"off\" }\n");
    let of_reviewer = json!({"tool_name": "Bash", "tool_input": {"command": "make x"}, "agent_id": "a", "agent_type": "reviewer"});
    assert_eq!(decision(&machine.hook("claude", &machine.event("PreToolUse", &of_reviewer))), "");
    assert_eq!(decision(&bash(&machine, "make x")), "deny");
    // A person's own hook is not switched off by a project.
    with("");
    machine.write("hookward.toml", "[rules]\n\"gate/x\" = \"off\"\n");
    assert_eq!(decision(&bash(&machine, "make x")), "deny");
}

#[test]
fn who_changes_what_a_trusted_hook_runs_is_asked_about() {
    let machine = crate::support::Machine::new();
    let made = machine.run(&["rules", "new", "gate/licence"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let script = "hooks/licence.sh";
    assert!(machine.project().join(script).is_file());
    let write = json!({"tool_name": "Write", "tool_input": {"file_path": script, "content": ""}});
    assert_eq!(decision(&machine.hook("claude", &machine.event("PreToolUse", &write))), "ask");
    for command in [format!("echo '#' >> {script}"), format!("rm {script}"), "mv hooks other".to_owned()] {
        assert_eq!(decision(&bash(&machine, &command)), "ask", "{command}");
    }
    assert_eq!(decision(&bash(&machine, &format!("cat {script}"))), "allow");
}
