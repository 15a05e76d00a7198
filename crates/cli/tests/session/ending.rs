//! What is told and looked at when an agent, a subagent or a session ends.

use super::*;

#[test]
fn a_role_is_looked_at_when_its_subagent_stops() {
    let project = Project::new(AGENTS);
    project.write("src/api/cart.ts", "export const cart = 2;\n", Some(("a1", "planner")));
    let (held, seen) = project.subagent_stops("planner", "done");
    assert_eq!(held, "");
    let lacks = "planner has not written plan.md, has written src/api/cart.ts, which is not its business, has not said \"plan written\"";
    assert!(seen.contains(lacks), "{seen}");
    assert!(project.prompt("go on").contains(lacks));
    project.write("plan.md", "- [ ] the cart\n", Some(("a3", "planner")));
    let good = json!({"agent_id": "a3", "agent_type": "planner", "last_assistant_message": "Plan written."});
    assert_eq!(project.tell("SubagentStop", &good), Value::Null);
    // As a gate it holds the agent, once.
    project.machine.write("hookward.toml", &format!("[rules]\n\"feedback/role-check\" = \"deny\"\n{AGENTS}"));
    assert!(project.subagent_stops("planner", "done").0.contains("has not written plan.md"));
}

#[test]
fn a_stop_tells_what_was_denied_and_if_wished_what_was_done() {
    let project = Project::new("");
    assert_eq!(project.stop("hello"), "");
    assert_eq!(project.machine.judge("cat .env"), "deny");
    let said = project.stop("done");
    assert!(said.contains("[feedback/decision-audit] 1 denied: security/secret-read (cat .env)"), "{said}");
    assert_eq!(project.stop("done"), "", "only what is new");
    project.machine.write("plan.md", "- [ ] the cart\n");
    project.machine.write("hookward.toml", "[rules]\n\"feedback/session-summary\" = \"enforce\"\n");
    project.write("src/api/cart.ts", "export const cart = 2;\n", None);
    let said = project.stop("done");
    assert!(
        said.contains("changed 1 file on feature/x: src/api/cart.ts\n  next by the plan: the cart"),
        "{said}"
    );
}

#[test]
fn decisions_of_the_code_and_of_the_plan_are_reconciled_at_a_stop() {
    let project = Project::new("[rules]\n\"gate/undocumented-code\" = \"enforce\"\n");
    project.machine.write("src/old.ts", "// @decision DEC-DB-001\n// @rationale it was there\n");
    let plan =
        "- [x] DEC-DB-001\n- [x] DEC-UI-001\n- [ ] DEC-UI-002\n- DEC-UI-003 (deprecated)\n- [ ] the rest\n";
    project.machine.write("plan.md", plan);
    let code = "/**\n * @decision DEC-API-001\n * @rationale it is simple\n */\n// @decision DEC-API-002\n\n// @decision DEC-API-003\n// superseded by DEC-API-001\n";
    project.write("src/api/cart.ts", code, None);
    let said = project.stop("done");
    for part in [
        "decisions without a rationale: DEC-API-002\n",
        "decisions that plan.md does not have: DEC-API-001, DEC-API-002\n",
        "decisions of plan.md that no code names: DEC-UI-001",
    ] {
        assert!(format!("{said}\n").contains(part), "{part}\n{said}");
    }
    assert!(!said.contains("DEC-UI-00[23]") && !said.contains("DEC-API-003"), "{said}");
}

#[test]
fn an_agent_that_asks_for_leave_is_shown_the_plan() {
    let project = Project::new("[rules]\n\"feedback/forward-motion\" = \"enforce\"\n");
    let asks = "The cart is there.\n\nShould I continue with the shop?";
    assert_eq!(project.stop(asks), "", "there is no plan");
    project.machine.write("plan.md", "- [x] the cart\n- [ ] the shop\n");
    assert!(project.stop(asks).contains("the plan plan.md says what comes next: the shop"));
    project.stop(asks);
    let said = project.prompt("hm");
    assert_eq!(said.matches("says what comes next: the shop").count(), 1, "{said}");
    assert_eq!(project.stop("Which database should I use?"), "");
    project.machine.write("hookward.toml", "[rules]\n\"feedback/forward-motion\" = \"deny\"\n");
    let held = project.tell("Stop", &json!({"stop_hook_active": false, "last_assistant_message": asks}));
    assert_eq!(held["decision"], "block", "{held}");
    assert!(held["reason"].as_str().unwrap().contains("go on with: the shop"), "{held}");
}

#[test]
fn knowledge_that_has_grown_too_large_is_named_once() {
    let project = Project::new("[[feedback.knowledge]]\nfiles = \"docs/*.md\"\nbytes = 60\nitems = 1\n");
    assert_eq!(project.stop("done"), "");
    project.machine.write("docs/rules.md", &"- never use npm here\n".repeat(4));
    let said = project.stop("done");
    assert!(
        said.contains("docs/rules.md has 84 bytes, of at most 60, and has 4 items, of at most 1"),
        "{said}"
    );
    assert_eq!(project.stop("done"), "");
}

const HANDOFF: &str = r#"
[gate.handoff]
validator = "tdd-validation-agent"
contract = { type = "object", required = ["phase"], properties = { phase = { enum = ["green"] } } }
tests = "grep -rq cart src || { echo 'FAIL cart is gone'; exit 1; }"
[agents.unit-testing-agent]
[agents.tdd-validation-agent]
"#;

#[test]
fn a_handoff_is_checked_sent_back_sent_on_or_let_through() {
    let project = Project::new(HANDOFF);
    project.trust();
    let ready = |state: &str| format!("COLLECTIVE_HANDOFF_READY\n```json\n{state}\n```");
    let (held, _) = project.subagent_stops("coder", &ready("{}"));
    assert!(held.contains("phase is missing") && held.contains("use the coder subagent again"), "{held}");
    assert_eq!(project.subagent_stops("coder", &ready(r#"{"phase": "green"}"#)).0, "");
    project.machine.write("src/api/cart.ts", "export {};\n");
    let (held, _) = project.subagent_stops("coder", &ready(r#"{"phase": "green"}"#));
    assert!(held.contains("tests failed") && held.contains("cart is gone"), "{held}");
    // Unicode dashes are dashes.
    let on = "Use the unit\u{2011}testing\u{2011}agent subagent to test the cart.";
    let (held, _) = project.subagent_stops("coder", on);
    assert!(held.contains("execute next: Use the unit-testing-agent subagent to test the cart"), "{held}");
    let (held, seen) = project.subagent_stops("coder", "Use the nobody subagent to test it.");
    assert!(held.is_empty() && seen.contains("no agent has that name here"), "{held}{seen}");
    let (held, _) = project.subagent_stops("orchestrator", "PHASE 2 HAS BEEN COMPLETED");
    assert!(held.contains("Use the tdd-validation-agent subagent to validate"), "{held}");
    assert_eq!(project.subagent_stops("tdd-validation-agent", "PHASE 2 HAS BEEN COMPLETED").0, "");
    // What was held once is not held again.
    let again = json!({"agent_id": "a1", "agent_type": "coder", "stop_hook_active": true, "last_assistant_message": on});
    assert_eq!(project.tell("SubagentStop", &again)["decision"], Value::Null);
    let ran: Vec<Value> =
        project.machine.journal().into_iter().filter(|line| line["ran"].is_array()).collect();
    assert!(ran.iter().any(|line| line["ran"][0]["what"] == "gate/handoff"), "{ran:?}");
}

#[test]
fn where_a_host_tells_of_no_stop_a_handoff_is_looked_at_when_the_subagent_is_back() {
    let project = Project::new(HANDOFF);
    let back = |said: &str| {
        let call = json!({
            "tool_name": "Task", "tool_input": {"subagent_type": "coder", "prompt": "x"},
            "tool_response": {"content": [{"type": "text", "text": said}]},
        });
        project.tell("PostToolUse", &call)
    };
    let answer = back("Use the unit-testing-agent subagent to test it.");
    assert_eq!(answer["decision"], "block", "{answer}");
    assert!(answer["reason"].as_str().unwrap().contains("unit-testing-agent"), "{answer}");
    // Nobody has trusted the command, and it does not run; the contract needs no trust.
    let answer = back("COLLECTIVE_HANDOFF_READY");
    assert!(answer["reason"].as_str().unwrap().contains("there is no state in JSON"), "{answer}");
    // Where the stop was seen, whoever has started the subagent is only told where the work goes on.
    project.subagent_stops("coder", "done");
    assert_eq!(back("COLLECTIVE_HANDOFF_READY"), Value::Null);
    let answer = back("Use the unit-testing-agent subagent to test it.");
    assert_eq!(answer["decision"], Value::Null, "{answer}");
    assert!(answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap().contains("execute next"));
}

#[test]
fn without_a_table_nobody_is_held_up() {
    let project = Project::new("");
    let (held, seen) = project.subagent_stops("coder", "COLLECTIVE_HANDOFF_READY");
    assert_eq!((held.as_str(), seen.as_str()), ("", ""));
}

#[test]
fn what_a_session_has_left_is_taken_away_when_it_ends() {
    let project = Project::new("");
    let old = project.machine.state().join("sessions/claude-old");
    support::write(&old, "=\n");
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_hours(24 * 100);
    std::fs::File::options().write(true).open(&old).unwrap().set_modified(long_ago).unwrap();
    project.prompt("hello");
    project.tell("SessionEnd", &json!({"reason": "exit"}));
    let is_gone = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        !old.exists()
    });
    assert!(is_gone);
    assert!(project.machine.state().join("sessions/claude-s1").exists(), "it may be resumed");
}
