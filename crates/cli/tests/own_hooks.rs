//! The policy's own hooks through the real hook: what they answer takes part in the decision like what rules find.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::process::Output;

use serde_json::{Value, json};
use support::{Machine, answer, decision, stdout};

/// A machine whose person's own policy is this: it needs no trust.
fn machine(policy: &str) -> Machine {
    let machine = Machine::new();
    support::write(&machine.user_policy(), policy);
    machine
}

/// A hook of the person's policy that says this, exactly.
fn saying(id: &str, on: &str, said: &Value, more: &str) -> String {
    format!("[[hook]]\nid = \"{id}\"\non = \"{on}\"\nrun = '''echo '{said}' '''\n{more}\n")
}

fn specific(fields: &Value) -> Value {
    let mut fields = fields.clone();
    fields["hookEventName"] = json!("PreToolUse");
    json!({"hookSpecificOutput": fields})
}

fn text<'v>(answer: &'v Value, field: &str) -> &'v str {
    answer["hookSpecificOutput"][field].as_str().unwrap_or_default()
}

/// What the journal keeps, the last one first.
fn records(machine: &Machine) -> Vec<Value> {
    let text = std::fs::read_to_string(machine.state().join("journal.jsonl")).unwrap();
    text.lines().rev().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn bash(machine: &Machine, command: &str) -> Output {
    machine.hook("claude", &machine.bash(command))
}

#[test]
fn a_denial_in_json_is_given_with_its_reason_and_recorded() {
    let said = specific(&json!({"permissionDecision": "deny", "permissionDecisionReason": "not on Fridays"}));
    let machine = machine(&saying("gate/calendar", "before-tool", &said, ""));
    let output = bash(&machine, "make deploy");
    assert_eq!(decision(&output), "deny");
    let answer = answer(&output);
    let reason = text(&answer, "permissionDecisionReason");
    assert!(
        reason.starts_with("Hookward denied (gate/calendar): make deploy\nWhy: not on Fridays"),
        "{reason}"
    );
    assert!(reason.contains("hookward allow-once"), "{reason}");
    let record = &records(&machine)[0];
    assert_eq!(record["findings"][0]["rule"], "gate/calendar");
    let ran = &record["ran"][0];
    assert_eq!((&ran["what"], &ran["how"]), (&json!("gate/calendar"), &json!("objects")));
    assert_eq!(ran["answer"]["exit"], 0);
    assert_eq!(ran["answer"]["read_as"], "JSON: denied");
    // Strikes and figures know it like a rule.
    assert!(stdout(&machine.run(&["stats"])).contains("gate/calendar"));
    bash(&machine, "make deploy");
    let third = support::answer(&bash(&machine, "make deploy"));
    assert!(text(&third, "permissionDecisionReason").contains("3 times in a row"), "{third}");
}

#[test]
fn what_a_hook_prints_plainly_is_told_and_its_exit_decides() {
    let machine = machine(
        "[[hook]]\nid = \"gate/words\"\non = \"before-tool\"\nrun = \"echo one; echo two; exit 2\"\n",
    );
    let answered = answer(&bash(&machine, "make deploy"));
    let reason = text(&answered, "permissionDecisionReason");
    assert!(reason.contains("Why: one\ntwo\n"), "{reason}");
    let machine = self::machine(
        "[[hook]]\nid = \"gate/words\"\non = \"before-tool\"\nrun = \"echo the branch is main\"\n",
    );
    let answered = answer(&bash(&machine, "make deploy"));
    assert_eq!(text(&answered, "permissionDecision"), "");
    assert_eq!(text(&answered, "additionalContext"), "[gate/words] the branch is main");
}

#[test]
fn a_line_of_a_denial_and_all_that_is_told_have_their_budgets() {
    let long = "x".repeat(500);
    let machine = machine(&format!(
        "feedback = {{ budget = 1000 }}\n[[hook]]\nid = \"gate/long\"\non = \"before-tool\"\nrun = \"for i in 1 2 3 4 5 6 7 8 9; do echo {long}; done; exit 2\"\n"
    ));
    let answered = answer(&bash(&machine, "make deploy"));
    let reason = text(&answered, "permissionDecisionReason");
    assert!(reason.lines().all(|line| line.chars().count() <= 200), "{reason}");
    assert!(reason.chars().count() < 1_700, "{}", reason.chars().count());
}

#[test]
fn an_own_hook_approves_what_nothing_speaks_against_and_nothing_else() {
    let said = specific(&json!({"permissionDecision": "allow", "additionalContext": "the cluster is idle"}));
    let machine = machine(&saying("gate/generous", "before-tool", &said, ""));
    let output = bash(&machine, "make deploy");
    assert_eq!(decision(&output), "allow");
    assert_eq!(text(&answer(&output), "additionalContext"), "the cluster is idle");
    assert_eq!(decision(&bash(&machine, "npm publish")), "ask");
    assert_eq!(decision(&bash(&machine, "cat .env")), "deny");
    // What is denied anyway was not asked about.
    assert_eq!(records(&machine)[0].get("ran"), None);
    // A policy that cannot be used approves nothing.
    machine.write("hookward.toml", "nonsense = 1\n");
    assert_eq!(decision(&bash(&machine, "make deploy")), "ask");
}

#[test]
fn a_rewrite_is_judged_as_the_call_that_it_is() {
    let to = |command: &str| {
        let said = specific(&json!({"permissionDecision": "allow", "updatedInput": {"command": command}}));
        let more = "match = { command = \"npm *\" }";
        machine(&saying("gate/rewriter", "before-tool", &said, more))
    };
    let rewritten = |machine: &Machine| {
        let output = bash(machine, "npm test");
        (decision(&output), text(&answer(&output), "permissionDecision").to_owned(), answer(&output))
    };
    // A command that only reads would be approved itself.
    let (decision, _, answered) = rewritten(&to("git status"));
    assert_eq!(decision, "allow");
    assert_eq!(answered["hookSpecificOutput"]["updatedInput"]["command"], "git status");
    // Of what nobody knows, the person is asked, whatever the hook allows.
    assert_eq!(rewritten(&to("make deploy")).0, "ask");
    // What a rule denies, no rewrite gets past it, and the call as it was sent is not denied for that reason alone.
    let (decision, _, answered) = rewritten(&to("cat .env"));
    assert_eq!(decision, "deny");
    assert_eq!(answered["hookSpecificOutput"]["updatedInput"], Value::Null);
    assert!(text(&answered, "permissionDecisionReason").contains("security/secret-read"), "{answered}");
}

#[test]
fn the_hooks_that_are_for_a_rewritten_command_have_a_say_on_it() {
    let said = specific(&json!({"updatedInput": {"command": "git status"}}));
    let policy = saying("gate/rewriter", "before-tool", &said, "match = { command = \"npm *\" }")
        + "[[hook]]\nid = \"security/no-status\"\non = \"before-tool\"\nmatch = { command = \"git status *\" }\n"
        + "run = \"grep -q 'git status' && echo 'not this' && exit 2; exit 0\"\n";
    let machine = machine(&policy);
    let output = bash(&machine, "npm test");
    assert_eq!(decision(&output), "deny");
    assert!(text(&answer(&output), "permissionDecisionReason").contains("security/no-status"));
    let record = &records(&machine)[0];
    assert_eq!(record["ran"][1]["answer"]["rewritten"], true);
}

#[test]
fn a_rewrite_that_cannot_be_carried_out_is_a_failure() {
    let said = specific(&json!({"updatedInput": {"file_path": "b", "content": ""}}));
    let machine = machine(&saying("gate/rewriter", "before-tool", &said, ""));
    let write = json!({"tool_name": "Write", "tool_input": {"file_path": "a.txt", "content": "x"}});
    let output = machine.hook("claude", &machine.event("PreToolUse", &write));
    assert_eq!(decision(&output), "deny");
    assert!(text(&answer(&output), "permissionDecisionReason").contains("cannot be rewritten"));
}

/// Whatever a hook does that is no answer, its category and `on_failure` say what follows.
#[test]
fn every_failure_has_the_outcome_that_the_policy_says() {
    let failures = [
        ("exit 7", "exit 7"),
        ("kill -9 $$", "signal"),
        ("sleep 30", "no answer within 150 ms"),
        ("printf '{\"decision\": \"blo'", "begins like JSON"),
        ("echo '{\"decision\": \"perhaps\"}'", "perhaps"),
        ("./nowhere.sh", "not found"),
        ("echo '{\"hookSpecificOutput\": 7}'", "must be an object"),
        ("echo '{\"async\": true}'; exit 0", "goes on in the background"),
    ];
    let outcomes = [
        ("security", None, "deny"),
        ("security", Some("ask"), "ask"),
        ("gate", None, "deny"),
        ("gate", Some("ask"), "ask"),
        ("gate", Some("advise"), ""),
        ("gate", Some("off"), ""),
        ("feedback", None, ""),
    ];
    for (nth, (run, why)) in failures.into_iter().enumerate() {
        // The first kind meets every outcome, and every kind one.
        let is_chosen = |index: usize| nth == 0 || index == nth % outcomes.len();
        let chosen = outcomes.iter().enumerate().filter(|(index, _)| is_chosen(*index));
        for (_, (category, on_failure, expected)) in chosen {
            let on_failure = on_failure.map(|mode| format!("on_failure = \"{mode}\"\n")).unwrap_or_default();
            let machine = machine(&format!(
                "[[hook]]\nid = \"{category}/failing\"\non = \"before-tool\"\ntimeout = \"150ms\"\nrun = '''{run}'''\n{on_failure}"
            ));
            let output = bash(&machine, "make deploy");
            assert_eq!(decision(&output), *expected, "{category} {on_failure} {run}");
            let answered = answer(&output);
            let said = format!(
                "{}{}",
                text(&answered, "permissionDecisionReason"),
                text(&answered, "additionalContext")
            );
            let is_told = !on_failure.contains("off");
            assert_eq!(said.contains(why), is_told, "{category} {on_failure} {run}: {said}");
            assert_eq!(records(&machine)[0]["ran"][0]["how"], "failed");
        }
    }
}

#[test]
fn a_hook_speaks_as_the_policy_says_that_it_does() {
    let hook = |speaks: &str, run: &str| {
        let policy = format!(
            "[[hook]]\nid = \"gate/x\"\non = \"before-tool\"\nspeaks = \"{speaks}\"\nrun = '''{run}'''\n"
        );
        decision(&bash(&machine(&policy), "make deploy"))
    };
    let blocks = r#"echo '{"decision": "block"}'"#;
    assert_eq!(hook("auto", blocks), "deny");
    assert_eq!(hook("json", blocks), "deny");
    assert_eq!(hook("plain", blocks), "", "it is a text then");
    assert_eq!(hook("json", "echo fine"), "deny", "a text is no answer then");
    assert_eq!(hook("json", "exit 0"), "");
    assert_eq!(hook("json", "echo no; exit 2"), "deny");
}

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
fn feedback_tells_and_never_blocks() {
    let said = json!({"decision": "block", "reason": "tests are missing", "systemMessage": "look at it"});
    let machine = machine(&saying("feedback/missing", "before-tool", &said, ""));
    let answered = answer(&bash(&machine, "make deploy"));
    assert_eq!(text(&answered, "permissionDecision"), "");
    assert_eq!(text(&answered, "additionalContext"), "[feedback/missing] tests are missing");
    assert_eq!(answered["systemMessage"], "feedback/missing: look at it");
}

#[test]
fn what_a_hook_says_after_a_tool_and_at_a_stop_is_heard() {
    let policy = "[[hook]]\nid = \"gate/after\"\non = \"after-tool\"\nmatch = { writes = \"*.txt\" }\nrun = \"echo no header; exit 2\"\n\
                  [[hook]]\nid = \"feedback/failed\"\non = \"after-failure\"\nmatch = { command = \"make *\" }\nrun = \"echo look at the log\"\n\
                  [[hook]]\nid = \"gate/last\"\non = \"stop\"\nrun = \"echo not yet; exit 2\"\n";
    let machine = machine(policy);
    let wrote = |path: &str| {
        let input = json!({"tool_name": "Write", "tool_input": {"file_path": path, "content": "x"}, "tool_response": {}});
        answer(&machine.hook("claude", &machine.event("PostToolUse", &input)))
    };
    assert_eq!(text(&wrote("a.txt"), "additionalContext"), "[gate/after] no header");
    assert_eq!(text(&wrote("a.md"), "additionalContext"), "");
    let failed = |command: &str| {
        let input = json!({"tool_name": "Bash", "tool_input": {"command": command}, "error": "Exit code 1"});
        answer(&machine.hook("claude", &machine.event("PostToolUseFailure", &input)))
    };
    assert_eq!(text(&failed("time make x"), "additionalContext"), "[feedback/failed] look at the log");
    assert_eq!(text(&failed("npm test"), "additionalContext"), "");
    let stop = answer(&machine.hook("claude", &machine.event("Stop", &json!({"stop_hook_active": false}))));
    assert_eq!(stop["decision"], "block");
    assert!(stop["reason"].as_str().unwrap().contains("not yet"), "{stop}");
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
    let with = |more: &str| support::write(&machine.user_policy(), &format!("{hooks}{more}"));
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

/// A hook that counts how often it runs.
fn counting(more: &str) -> String {
    format!(
        "[[hook]]\nid = \"gate/counted\"\non = \"before-tool\"\n{more}\nrun = \"echo x >> count; cat seen 2> /dev/null; exit 0\"\n"
    )
}

fn count(machine: &Machine) -> usize {
    std::fs::read_to_string(machine.project().join("count")).unwrap_or_default().lines().count()
}

#[test]
fn an_answer_to_the_same_call_counts_again_as_long_as_the_policy_says() {
    let machine = machine(&counting("cache = \"input\""));
    for _ in 0..3 {
        bash(&machine, "make x");
    }
    assert_eq!(count(&machine), 1);
    let record = &records(&machine)[0]["ran"][0];
    assert_eq!((&record["answer"]["cached"], &record["tool"]), (&json!(true), &json!("remembered")));
    bash(&machine, "make y");
    assert_eq!(count(&machine), 2, "another call is another question");
    let machine = self::machine(&counting("cache = \"1ms\""));
    bash(&machine, "make x");
    std::thread::sleep(std::time::Duration::from_millis(3));
    bash(&machine, "make x");
    assert_eq!(count(&machine), 2);
    // Nothing that failed is remembered.
    let machine = self::machine(&counting("cache = \"input\"").replace("exit 0", "exit 7"));
    bash(&machine, "make x");
    bash(&machine, "make x");
    assert_eq!(count(&machine), 2);
}

#[test]
fn an_answer_about_a_tree_counts_as_long_as_the_sources_and_the_script_are_the_same() {
    let policy = "[[hook]]\nid = \"gate/counted\"\non = \"stop\"\ncache = \"tree\"\nrun = \"sh check.sh\"\n";
    let machine = machine(policy);
    machine.become_a_repository();
    machine.write(".gitignore", "count\n");
    machine.write("check.sh", "echo x >> count\n");
    machine.write("src/a.rs", "fn a() {}\n");
    let stop = |said: &str| {
        machine.hook("claude", &machine.event("Stop", &json!({"last_assistant_message": said})));
        count(&machine)
    };
    assert_eq!((stop("done"), stop("really done")), (1, 1));
    machine.write("src/a.rs", "fn b() {}\n");
    assert_eq!((stop("done"), stop("done")), (2, 2));
    machine.write("check.sh", "echo x >> count # another\n");
    assert_eq!(stop("done"), 3);
}

#[test]
fn no_more_than_a_few_hundred_answers_are_remembered() {
    let machine =
        machine(&counting("cache = \"input\"").replace("echo x >> count; cat seen 2> /dev/null; ", ""));
    let answers = machine.state().join("answers");
    std::fs::create_dir_all(&answers).unwrap();
    for number in 0..400 {
        std::fs::write(answers.join(format!("old-{number}")), "{}").unwrap();
    }
    bash(&machine, "make x");
    assert_eq!(std::fs::read_dir(&answers).unwrap().count(), 300);
}

#[test]
fn feedback_that_nobody_waits_for_is_told_with_a_later_event() {
    let policy = "[[hook]]\nid = \"feedback/slow\"\non = \"after-tool\"\nasync = true\nrun = \"sleep 0.3; echo all is well\"\n";
    let machine = machine(policy);
    let after = || {
        let input =
            json!({"tool_name": "Bash", "tool_input": {"command": "make"}, "tool_response": {"stdout": ""}});
        answer(&machine.hook("claude", &machine.event("PostToolUse", &input)))
    };
    let started = std::time::Instant::now();
    assert_eq!(text(&after(), "additionalContext"), "");
    assert!(started.elapsed() < std::time::Duration::from_millis(280), "{:?}", started.elapsed());
    let box_of_mail = machine.state().join("mail-of-hooks");
    let has_come = || {
        let folders = std::fs::read_dir(&box_of_mail).into_iter().flatten().flatten();
        folders
            .flat_map(|folder| std::fs::read_dir(folder.path()).unwrap().flatten())
            .any(|file| !file.file_name().to_string_lossy().starts_with('.'))
    };
    for _ in 0..200 {
        if has_come() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let answered =
        answer(&machine.hook("claude", &machine.event("UserPromptSubmit", &json!({"prompt": "go on"}))));
    assert!(text(&answered, "additionalContext").contains("[feedback/slow] all is well"), "{answered}");
    assert_eq!(records(&machine)[0]["ran"][0]["what"], "feedback/slow");
}

#[test]
fn what_a_hook_prints_of_a_secret_is_not_kept() {
    let key = format!("AKIA{}", "Q3EGRTZ7KLMNOP42");
    let machine = machine(&format!(
        "[[hook]]\nid = \"gate/x\"\non = \"before-tool\"\nrun = \"echo found {key}; exit 2\"\n"
    ));
    bash(&machine, "make x");
    let text = std::fs::read_to_string(machine.state().join("journal.jsonl")).unwrap();
    assert!(text.contains("gate/x") && !text.contains(&key), "{text}");
}

/// A person at a terminal trusts what the project wants to run.
#[cfg(target_os = "linux")]
fn trust(machine: &Machine) {
    let mut command = std::process::Command::new("script");
    command
        .args(["-qec", &format!("{} trust", env!("CARGO_BIN_EXE_hookward")), "/dev/null"])
        .current_dir(machine.project())
        .env("HOME", machine.home())
        .stdout(std::process::Stdio::piped());
    let output = support::feed(command, b"yes\n");
    assert!(stdout(&output).contains("Trusted"), "{}", stdout(&output));
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_made_passes_its_test_at_once_and_fails_it_when_it_is_broken() {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.write("hookward.toml", "# Ours.\n[security] # lists\nask_first = [\"db/**\"]");
    for words in [
        &["licence-header"][..],
        &["--lang", "python", "security/guarded"],
        &["feedback/hint"],
        &["--rule", "gate/plain"],
    ] {
        let made = machine.run(&[&["rules", "new"][..], words].concat());
        assert_eq!(made.status.code(), Some(0), "{}", support::stderr(&made));
        assert!(stdout(&made).contains("hookward test"), "{}", stdout(&made));
    }
    let policy = std::fs::read_to_string(machine.project().join("hookward.toml")).unwrap();
    assert!(
        policy.starts_with("# Ours.\n[security] # lists\nask_first = [\"db/**\"]\n\n[[hook]]\n"),
        "{policy}"
    );
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}", stdout(&tested));
    assert!(stdout(&tested).contains("5 passed, 0 failed"), "{}", stdout(&tested));
    // It is not only in the test that it holds.
    assert_eq!(machine.judge("example-licence-header deploy x"), "deny");
    // Nothing is written over.
    let again = machine.run(&["rules", "new", "licence-header"]);
    assert_eq!(again.status.code(), Some(70));
    assert!(support::stderr(&again).contains("hooks/licence-header.sh is there already"));
    assert_eq!(machine.run(&["rules", "new", "--rule", "gate/plain"]).status.code(), Some(70));
    assert_eq!(std::fs::read_to_string(machine.project().join("hookward.toml")).unwrap(), policy);
    assert_eq!(machine.run(&["rules", "new", "approve/x"]).status.code(), Some(64));
    // A script that does not object any more fails its story, once it is trusted; before that it does not run.
    let script = machine.project().join("hooks/licence-header.sh");
    std::fs::write(&script, "#!/bin/sh\ntouch \"$HOME/ran\"\n").unwrap();
    let untrusted = machine.run(&["test"]);
    assert_eq!(untrusted.status.code(), Some(1));
    assert!(stdout(&untrusted).contains("waits for `hookward trust`"), "{}", stdout(&untrusted));
    trust(&machine);
    let broken = machine.run(&["test"]);
    assert_eq!(broken.status.code(), Some(1));
    let said = stdout(&broken);
    assert!(
        said.contains("expected  denied by gate/licence-header") && said.contains("got       goes on"),
        "{said}"
    );
    assert!(!machine.home().join("ran").exists(), "a story has a home of its own");
}

#[test]
fn a_story_says_what_hooks_say_and_looks_at_what_they_are_told() {
    let machine = Machine::new();
    machine.write(
        "hookward.toml",
        "[[hook]]\nid = \"gate/calendar\"\non = \"before-tool\"\nrun = \"touch $HOME/ran; touch /tmp/never\"\n\
         match = { command = \"make *\" }\ninput = \"neutral\"\n\
         [[hook]]\nid = \"feedback/hint\"\non = \"before-tool\"\nrun = \"./nowhere.sh\"\n",
    );
    machine.write(
        "a.story",
        "hooks\n    gate/calendar exits 2: not on Fridays\n    feedback/hint says look at the wiki\n\
         bash make deploy\n    denied by gate/calendar: not on Fridays\n    gate/calendar gets: \"command\":\"make deploy\"\n    feedback/hint is not asked\n\
         bash npm test\n    goes on, advised by feedback/hint\n    gate/calendar is not asked\n\
         hooks\n    gate/calendar says {\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"updatedInput\": {\"command\": \"git status\"}}}\n\
         bash make deploy\n    becomes git status\n\
         hooks\n    gate/calendar takes too long\n\
         bash make deploy\n    denied by gate/calendar: no answer\n\
         hooks\n    feedback/hint exits 0\nbash make deploy\n    goes on\n",
    );
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), support::stderr(&tested));
    let story = std::fs::read_to_string(machine.project().join("a.story")).unwrap();
    for (line, instead) in [
        (": not on Fridays\n    gate/calendar gets", ": not on Mondays\n    gate/calendar gets"),
        ("\"make deploy\"", "\"make x\""),
        ("npm test\n", "make test\n"),
        ("becomes git status", "becomes git log"),
    ] {
        machine.write("b.story", &story.replacen(line, instead, 1));
        let tested = machine.run(&["test", "b.story"]);
        assert_eq!(tested.status.code(), Some(1), "{line}: {}", stdout(&tested));
    }
}

#[test]
fn no_hook_of_a_story_runs_that_nobody_has_trusted() {
    let machine = Machine::new();
    let ran = machine.home().join("ran");
    let hook = format!(
        "[[hook]]\nid = \"gate/evil\"\non = \"before-tool\"\nrun = \"touch {}; exit 2\"\n",
        ran.display()
    );
    machine.write("hookward.toml", &hook);
    machine.write("user.toml", &hook.replace("gate/evil", "gate/worse"));
    machine.write(
        "a.story",
        &format!(
            "bash ls\n    approved\nhooks\n    gate/evil exits 0\nbash make x\n    goes on\nhooks\n    gate/other exits 0\nbash make x\n    goes on\npolicy\n{}bash make x\n    goes on\n",
            hook.replace('\n', "\n    ").trim_end().replacen("[[", "    [[", 1) + "\n"
        ),
    );
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), support::stderr(&tested));
    assert!(!ran.exists());
}

#[test]
fn recorded_events_are_steps_of_a_story_and_records_are_judged_again_without_running() {
    let said = json!({"decision": "block", "reason": "not on Fridays"});
    let recorder =
        machine(&saying("gate/calendar", "before-tool", &said, "match = { command = \"make deploy *\" }"));
    bash(&recorder, "make deploy");
    bash(&recorder, "npm test");
    bash(&recorder, "cat .env");
    let log = stdout(&recorder.run(&["log", "--json", "--all"]));
    // The same answers, under a policy that has the hook, and whose command does not even exist.
    let machine =
        machine("[[hook]]\nid = \"gate/calendar\"\non = \"before-tool\"\nrun = \"touch $HOME/ran\"\n");
    machine.write("log.jsonl", &log);
    let tested = machine.run(&["test", "log.jsonl"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), support::stderr(&tested));
    assert!(stdout(&tested).contains("records 3 the same"), "{}", stdout(&tested));
    assert!(!machine.home().join("ran").exists(), "nothing ran");
    support::write(&machine.user_policy(), "");
    let tested = machine.run(&["test", "log.jsonl"]);
    assert_eq!(tested.status.code(), Some(1));
    let said = stdout(&tested);
    assert!(said.contains("recorded  deny by gate/calendar\n  now       silent"), "{said}");
    // As steps of a story, with a payload of another host.
    machine.write("captured/cursor.json", r#"{"conversation_id": "c", "hook_event_name": "beforeShellExecution", "command": "cat .env", "cwd": "/w/a", "workspace_roots": ["/w/a"]}"#);
    machine.write("captured/log.json", log.lines().find(|line| line.contains("npm test")).unwrap());
    machine.write("a.story", "event cursor captured/cursor.json\n    denied by security/secret-read\nevent captured/log.json\n    goes on\n");
    let tested = machine.run(&["test", "a.story"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), support::stderr(&tested));
}

#[test]
fn whoever_fires_hooks_runs_what_the_settings_say() {
    let machine = Machine::new();
    assert_eq!(machine.judge("hookward fire Stop"), "");
    machine.write(
        ".claude.json",
        r#"{"hooks": {"PreToolUse": ["echo fine"], "Stop": [{"hooks": [{"command": "rm -rf ~"}]}]}}"#,
    );
    assert_eq!(machine.judge("hookward fire Stop"), "deny");
    assert_eq!(machine.judge("hookward rules"), "");
}

/// The scripts of the example themselves, trusted.
#[test]
#[cfg(target_os = "linux")]
fn the_hooks_of_seed_004_take_part_once_they_are_trusted() {
    let machine = Machine::new();
    machine.become_a_repository();
    machine.follow_example("seed-004");
    for script in ["security/check-symlinks.sh", "gate/enforce-work-dir.py", "feedback/name-the-item.sh"] {
        let there = machine.project().join("hooks").join(script);
        std::fs::create_dir_all(there.parent().unwrap()).unwrap();
        std::fs::copy(support::example("seed-004").join("hooks").join(script), there).unwrap();
    }
    trust(&machine);
    let context =
        text(&answer(&bash(&machine, "git commit --allow-empty -m x")), "additionalContext").to_owned();
    assert!(context.contains("[feedback/unnamed-item] Name the item"), "{context}");
    let named = bash(&machine, "git commit --allow-empty -m 'plan: the cart'");
    assert!(!text(&answer(&named), "additionalContext").contains("Name the item"), "{}", stdout(&named));
    std::os::unix::fs::symlink("/bin/true", machine.project().join("hooks/linked.sh")).unwrap();
    let denied = answer(&bash(&machine, "git commit --allow-empty -m x"));
    assert!(text(&denied, "permissionDecisionReason").contains("a script may be no link"), "{denied}");
    let write = |role: &str, path: &str| {
        let input = json!({"file_path": path, "content": "x"});
        let call = json!({"tool_name": "Write", "tool_input": input, "agent_id": "a", "agent_type": role});
        let mut hook = machine.command(&["hook", "claude"]);
        hook.env("RALPH_WORK_DIR", "work");
        decision(&support::feed(hook, &machine.event("PreToolUse", &call)))
    };
    assert_eq!(
        (write("executor", "notes.md"), write("executor", "work/notes.md")),
        ("deny".into(), String::new())
    );
    assert_eq!(write("reviewer", "notes.md"), "");
}

#[test]
fn the_story_of_the_page_on_own_hooks_is_true() {
    let page = include_str!("../../../docs/own-hooks.md");
    let story = page.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let machine = Machine::new();
    let hook = |id: &str, matches: &str| {
        format!(
            "[[hook]]\nid = \"{id}\"\non = \"before-tool\"\ninput = \"neutral\"\nmatch = {matches}\nrun = \"./x.sh\"\n"
        )
    };
    machine.write(
        "hookward.toml",
        &[
            hook("gate/licence-header", "{ writes = \"src/**\" }"),
            hook("gate/calendar", "{ tool = \"shell|write\" }"),
            hook("gate/slow", "{ tool = \"read\" }"),
        ]
        .concat(),
    );
    machine.write("captured/push.json", std::str::from_utf8(&machine.bash("git push origin x")).unwrap());
    machine.write("a.story", story);
    let tested = machine.run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", stdout(&tested), support::stderr(&tested));
}
