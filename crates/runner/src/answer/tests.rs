//! Answers, and how they are read.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::os::unix::process::ExitStatusExt;

use serde_json::json;

use super::*;

fn answered(event: &str, exit: i32, output: &str, errors: &str) -> Answer {
    let end = End::Exited(ExitStatus::from_raw(exit << 8));
    let (output, errors) = (output.to_owned(), errors.to_owned());
    Answer::read(&Event::new(event), &Ran { end, output, errors, cut: false, time: Duration::ZERO })
}

fn before(exit: i32, output: &str, errors: &str) -> Answer {
    answered("PreToolUse", exit, output, errors)
}

#[test]
fn the_exit_status_decides_where_nothing_else_is_said() {
    assert_eq!(before(0, "", "").decision, Decision::Silent);
    assert_eq!(before(0, "branch: main\n", "").context, ["branch: main"]);
    let denied = before(2, "Blocked: no\n", "");
    assert_eq!((denied.decision, denied.reason.as_deref()), (Decision::Deny, Some("Blocked: no")));
    assert_eq!(before(2, "", "from stderr\n").reason.as_deref(), Some("from stderr"));
    assert!(before(2, "", "").reason.is_some());
    let failed = before(1, "", "oops");
    assert_eq!(failed.decision, Decision::Silent);
    assert_eq!(failed.fault, Some(Fault::Crashed("exit 1: oops".to_owned())));
}

#[test]
fn permission_decisions_are_read() {
    let say = |fields: &str| format!(r#"{{"hookSpecificOutput":{{"hookEventName":"PreToolUse",{fields}}}}}"#);
    let denied = before(0, &say(r#""permissionDecision":"deny","permissionDecisionReason":"no""#), "");
    assert_eq!((denied.decision, denied.reason.as_deref()), (Decision::Deny, Some("no")));
    assert_eq!(before(0, &say(r#""permissionDecision":"ask""#), "").decision, Decision::Ask);
    let rewritten = before(0, &say(r#""permissionDecision":"allow","updatedInput":{"command":"ls"}"#), "");
    assert_eq!(
        (rewritten.decision, rewritten.updated_input),
        (Decision::Allow, Some(json!({"command": "ls"})))
    );
    assert_eq!(before(0, &say(r#""additionalContext":"mind the gap""#), "").context, ["mind the gap"]);
    let unknown = before(0, &say(r#""permissionDecision":"perhaps""#), "");
    assert!(
        matches!(unknown.fault, Some(Fault::Invalid(ref what)) if what.contains("`perhaps`")),
        "{unknown:?}"
    );
    let meant = before(0, &say(r#""permissionDecision":"block""#), "");
    assert_eq!((meant.decision, meant.notes.len()), (Decision::Deny, 1));
}

#[test]
fn the_four_words_are_read() {
    assert_eq!(before(0, r#"{"decision":"allow"}"#, "").decision, Decision::Allow);
    let blocked = before(0, "{\n \"decision\": \"block\",\n \"reason\": \"no\\!\"\n}\n", "");
    assert_eq!((blocked.decision, blocked.reason.as_deref()), (Decision::Deny, Some("no!")));
    let warned = before(0, r#"{"decision":"warn","message":"careful"}"#, "");
    assert_eq!(
        (warned.decision, warned.messages.as_slice()),
        (Decision::Silent, &["careful".to_owned()][..])
    );
    let failed = before(0, r#"{"decision":"fail","error":"no contract"}"#, "");
    assert_eq!((failed.decision, failed.stop.as_deref()), (Decision::Deny, Some("no contract")));
}

#[test]
fn an_agent_can_be_stopped_and_a_person_told() {
    let stopped = before(0, r#"{"continue":false,"stopReason":"enough","systemMessage":"see the log"}"#, "");
    assert_eq!(stopped.stop.as_deref(), Some("enough"));
    assert_eq!(stopped.decision, Decision::Deny);
    assert_eq!(stopped.messages, ["see the log"]);
}

#[test]
fn json_decides_with_any_status_but_two() {
    assert_eq!(before(1, r#"{"decision":"block","reason":"no"}"#, "").decision, Decision::Deny);
    assert_eq!(before(1, r#"{"systemMessage":"hm"}"#, "").fault, None);
    let denied = before(2, r#"{"decision":"allow","reason":"fine"}"#, "but no");
    assert_eq!((denied.decision, denied.reason.as_deref()), (Decision::Deny, Some("but no")));
    assert_eq!(before(2, r#"{"decision":"#, "no").decision, Decision::Deny);
}

#[test]
fn half_a_json_is_a_fault_that_says_where_it_ends() {
    let half = before(0, r#"{"decision": "block", "rea"#, "");
    assert_eq!(half.decision, Decision::Silent);
    let fault = half.fault.unwrap();
    assert!(matches!(fault, Fault::Unreadable(_)));
    assert!(fault.to_string().contains("line 1 column 26"), "{fault}");
    assert_eq!(half.context, [""; 0]);
}

#[test]
fn a_text_that_only_looks_like_json_is_a_text_and_json_behind_a_text_is_pointed_out() {
    assert_eq!(before(0, "[lint] fine", "").fault, None);
    let hidden = before(0, "loading profile\n{\"decision\":\"block\"}", "");
    assert_eq!((hidden.decision, hidden.notes.len()), (Decision::Silent, 1));
    assert!(before(0, "loading\n{ not json", "").notes.is_empty());
}

#[test]
fn a_document_that_is_no_answer_is_a_text_and_that_is_pointed_out() {
    let report = before(0, r#"{"coverage": 81}"#, "");
    assert_eq!((report.context.concat().as_str(), report.notes.len()), (r#"{"coverage": 81}"#, 1));
    assert_eq!(before(2, r#"{"coverage": 12}"#, "").reason.as_deref(), Some(r#"{"coverage": 12}"#));
    assert_eq!(before(0, "{}", "").context, [""; 0]);
}

#[test]
fn after_a_tool_an_objection_is_told_to_the_model() {
    let late = answered("PostToolUse", 2, "", "3 errors\n");
    assert_eq!((late.decision, late.objects), (Decision::Silent, true));
    assert_eq!(late.context, ["3 errors"]);
    let late = answered("PostToolUse", 2, r#"{"decision":"block","reason":"3 errors"}"#, "");
    assert_eq!(late.context, ["3 errors"]);
    assert_eq!(answered("Stop", 2, "not done", "").decision, Decision::Deny);
}

#[test]
fn a_request_for_permission_is_answered_in_its_own_form() {
    let say = |decision: &str| {
        let output = format!(
            r#"{{"hookSpecificOutput":{{"hookEventName":"PermissionRequest","decision":{decision}}}}}"#
        );
        answered("PermissionRequest", 0, &output, "")
    };
    assert_eq!(say(r#"{"behavior":"allow"}"#).decision, Decision::Allow);
    assert_eq!(say(r#"{"behavior":"deny","message":"no"}"#).reason.as_deref(), Some("no"));
    assert!(say("{}").fault.is_some());
}

#[test]
fn a_permission_beside_the_answer_counts_and_that_is_pointed_out() {
    let denied = before(0, r#"{"permissionDecision": "deny", "permissionDecisionReason": "not today"}"#, "");
    assert_eq!((denied.decision, denied.reason.as_deref()), (Decision::Deny, Some("not today")));
    assert_eq!(denied.notes.len(), 1);
    assert!(before(0, r#"{"permissionDecision": "perhaps"}"#, "").fault.is_some());
}

#[test]
fn a_mark_before_the_text_hides_no_answer() {
    let said = before(0, "\u{feff}{\"decision\": \"block\", \"reason\": \"no\"}\r\n", "");
    assert_eq!((said.decision, said.reason.as_deref()), (Decision::Deny, Some("no")));
}
