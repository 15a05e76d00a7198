//! What hooks answer, and what comes of it.

use serde_json::{Value, json};

use crate::support::{Machine, answer, decision, stdout};
use crate::{bash, machine, records, saying, specific, text};

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
    let third = crate::support::answer(&bash(&machine, "make deploy"));
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
    let machine = crate::machine(
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
fn what_is_only_told_arrives_with_an_approval_and_what_is_against_it_ends_it() {
    let allows =
        saying("gate/generous", "before-tool", &specific(&json!({"permissionDecision": "allow"})), "");
    let hint = "[[hook]]\nid = \"feedback/hint\"\non = \"before-tool\"\nrun = \"echo look at the wiki\"\n";
    let both = |machine: &Machine, command: &str| {
        let answered = answer(&bash(machine, command));
        (text(&answered, "permissionDecision").to_owned(), text(&answered, "additionalContext").to_owned())
    };
    let told = ("allow".to_owned(), "[feedback/hint] look at the wiki".to_owned());
    // A hook's approval, and that of a rule.
    assert_eq!(both(&machine(&(allows.clone() + hint)), "make deploy"), told);
    assert_eq!(both(&machine(hint), "git status"), told);
    // Advice that is an objection, and a hook that could not say anything.
    let objects = "[[hook]]\nid = \"gate/mild\"\non = \"before-tool\"\nrun = \"echo no; echo never; exit 2\"\n[rules]\n\"gate/mild\" = \"advise\"\n";
    let (decision, context) = both(&machine(objects), "git status");
    assert_eq!(decision, "", "{context}");
    let fails =
        "[[hook]]\nid = \"gate/broken\"\non = \"before-tool\"\nrun = \"exit 3\"\non_failure = \"advise\"\n";
    let (decision, context) = both(&machine(&(allows + fails)), "make deploy");
    assert_eq!((decision.as_str(), context.as_str()), ("", "[gate/broken] `exit 3` failed: exit 3"));
    // On a rewritten call, too.
    let said = specific(&json!({"permissionDecision": "allow", "updatedInput": {"command": "git status"}}));
    let rewrites = saying("gate/rewriter", "before-tool", &said, "match = { command = \"npm *\" }");
    let (decision, context) = both(&machine(&(rewrites + hint)), "npm test");
    assert_eq!(decision, "allow");
    assert_eq!(context.matches("look at the wiki").count(), 1, "{context}");
    // Where a host carries both.
    let machine = machine(hint);
    let copilot = json!({"sessionId": "s", "timestamp": 1, "cwd": machine.project(), "toolName": "bash",
        "toolArgs": "{\"command\":\"git status\"}"});
    let answered = answer(&machine.hook("copilot", copilot.to_string().as_bytes()));
    assert_eq!(answered["permissionDecision"], "allow", "{answered}");
    assert_eq!(answered["additionalContext"], "[feedback/hint] look at the wiki");
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
    // A command has no content.
    let said = specific(&json!({"updatedInput": {"file_path": "b", "content": ""}}));
    let output = bash(&machine(&saying("gate/rewriter", "before-tool", &said, "")), "make x");
    assert_eq!(decision(&output), "deny");
    assert!(text(&answer(&output), "permissionDecisionReason").contains("gives no other `command`"));
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
fn a_secret_that_a_hook_prints_is_told_to_nobody() {
    let key = "-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn\n-----END PRIVATE KEY-----";
    let token = "ghp_0123456789abcdefghij0123456789abcdef";
    let said = format!("uses {token}\n{key}\nlast");
    let denies = specific(
        &json!({"permissionDecision": "deny", "permissionDecisionReason": said, "additionalContext": said}),
    );
    let tells = specific(&json!({"additionalContext": said}));
    let approves = specific(&json!({"permissionDecision": "allow", "additionalContext": said}));
    let notifies = json!({"systemMessage": said});
    let stops = json!({"continue": false, "stopReason": said});
    let unknown = json!({"decision": token});
    for said in [denies, tells, approves, notifies, stops, unknown] {
        let machine = Machine::new();
        machine.write("said.json", &said.to_string());
        let run = "cat said.json";
        crate::support::write(
            &machine.user_policy(),
            &format!("[[hook]]\nid = \"gate/leaky\"\non = \"before-tool\"\nrun = \"{run}\"\n"),
        );
        let told = stdout(&bash(&machine, "make deploy"));
        let kept = records(&machine)[0].to_string();
        for (place, text) in [("told", told), ("kept", kept)] {
            assert!(text.contains("[redacted]"), "{place}: {text}");
            for secret in [token, "MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn"] {
                assert!(!text.contains(secret), "{place}: {text}");
            }
        }
    }
    // A command that is to run is no text: it runs as it is.
    let command = "git log --grep token=abcdefgh";
    let said = specific(&json!({"updatedInput": {"command": command}}));
    let output = bash(&machine(&saying("gate/rewriter", "before-tool", &said, "")), "make deploy");
    assert_eq!(answer(&output)["hookSpecificOutput"]["updatedInput"]["command"], command);
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
fn a_hook_may_stop_the_agent_where_the_host_can() {
    let said = json!({"continue": false, "stopReason": "the budget is spent"});
    let machine = machine(
        &(saying("gate/budget", "before-tool", &said, "")
            + &saying("feedback/budget", "after-tool", &said, "")),
    );
    let answered = answer(&bash(&machine, "make x"));
    assert_eq!(
        (&answered["continue"], &answered["stopReason"]),
        (&json!(false), &json!("the budget is spent"))
    );
    assert_eq!(text(&answered, "permissionDecision"), "deny");
    assert!(
        answered["systemMessage"].as_str().unwrap().contains("gate/budget wants the agent to stop"),
        "{answered}"
    );
    // Feedback stops nobody, and in shadow mode nothing does.
    let after =
        json!({"tool_name": "Bash", "tool_input": {"command": "make"}, "tool_response": {"stdout": ""}});
    let answered = answer(&machine.hook("claude", &machine.event("PostToolUse", &after)));
    assert_eq!(answered.get("continue"), None, "{answered}");
    machine.write("hookward.toml", "");
    let shadowed =
        saying("gate/budget", "before-tool", &said, "") + "[rules]\n\"gate/budget\" = \"shadow\"\n";
    crate::support::write(&machine.user_policy(), &shadowed);
    assert_eq!(answer(&bash(&machine, "make x")).get("continue"), None);
    // At a stop it keeps nobody from stopping.
    let machine = crate::machine(&saying("gate/budget", "stop", &said, ""));
    let stop = answer(&machine.hook("claude", &machine.event("Stop", &json!({"stop_hook_active": false}))));
    assert_eq!((&stop["continue"], stop.get("decision")), (&json!(false), None), "{stop}");
}
