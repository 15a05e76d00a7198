//! The table against the hosts' pages: every dialect, every event, every wish. What the table promises is what a host
//! that behaves as its page says would do with the reply.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod fake;

use std::fmt::Write as _;

use fake::{Course, Happens, host};
use hookward_core::effects::Span;
use hookward_core::{Attendance, Decision, Edit, EventName, Finding, Instead, Output, Rewrite, Verdict};
use hookward_hosts::{Asked, Becomes, Caller, Reply, Row, ToolOutput, Why, Wish, encode};

const OBJECTION: &str = "the reason of the rule";
const CONTEXT: &str = "what the model is to know";
const OLD: &str = "git push --force";
const SECRET: &str = "hunter2";
const MASKED: &str = "it says [redacted]";
const NEW: &str = "git push --force-with-lease";

fn asked(caller: Caller, row: &Row, attendance: Attendance) -> Asked {
    Asked {
        caller,
        event_name: row.step.to_owned(),
        name: Some(row.event),
        attendance,
        input: Some(format!(r#"{{"command":"{OLD}"}}"#)),
        output: Some(ToolOutput {
            json: format!(r#"{{"llmContent":"it says {SECRET}"}}"#),
            is_of_a_server: true,
        }),
    }
}

fn finding(decision: Decision, edits: Vec<Edit>) -> Finding {
    Finding {
        rule: if edits.is_empty() { "security/sample".into() } else { "rewrite/sample".into() },
        decision,
        matched: OLD.to_owned(),
        span: None,
        about: Vec::new(),
        why: OBJECTION.into(),
        instead: "something else".into(),
        origin: None,
        edits,
        input: None,
        output: None,
        told: String::new(),
        bypass: None,
        figures: Vec::new(),
    }
}

/// The verdict in which the engine wishes for it. Where nobody is there, it denies instead of asking.
fn verdict(wish: Wish, attendance: Attendance) -> Verdict {
    let nobody = attendance == Attendance::Unattended;
    let asks = if nobody { Decision::Deny } else { Decision::Ask };
    let edit = || vec![Edit { span: Span::default(), text: String::new() }];
    let rewrite = |decision| Some(Rewrite { to: Instead::Command(NEW.to_owned()), decision });
    let mut verdict = Verdict::silent();
    match wish {
        Wish::Deny => verdict.decision = Decision::Deny,
        Wish::Ask => {
            verdict.decision = asks;
            verdict.unattended = nobody;
        }
        Wish::Approve => verdict.decision = Decision::Approve,
        Wish::Rewrite => {
            verdict.decision = Decision::Approve;
            verdict.rewrite = rewrite(Decision::Silent);
            verdict.findings.push(finding(Decision::Approve, edit()));
            return verdict;
        }
        Wish::RewriteLeft => {
            verdict.rewrite = rewrite(Decision::Silent);
            verdict.findings.push(finding(Decision::Approve, edit()));
            return verdict;
        }
        Wish::RewriteAsked => {
            verdict.decision = asks;
            verdict.unattended = nobody;
            verdict.rewrite = rewrite(Decision::Ask);
            verdict.findings.push(finding(asks, Vec::new()));
            verdict.findings.push(finding(Decision::Approve, edit()));
            return verdict;
        }
        Wish::Context => {
            verdict.context = Some(CONTEXT.to_owned());
            return verdict;
        }
        Wish::RewriteOutput => {
            let output = Output { texts: vec![MASKED.to_owned()] };
            verdict.decision = Decision::Advise;
            verdict.output = Some(output.clone());
            let masking = finding(Decision::Advise, Vec::new());
            verdict.findings.push(Finding { output: Some(output), ..masking });
            return verdict;
        }
    }
    verdict.findings.push(finding(verdict.decision, Vec::new()));
    verdict
}

/// Whether what happens is what the table says.
fn agrees(caller: Caller, row: &Row, wish: Wish, becomes: Becomes, happens: &Happens) -> bool {
    let text = if wish == Wish::Context { CONTEXT } else { OBJECTION };
    let (model, person) = (happens.model.contains(text), happens.person.contains(text));
    let goes_on = match caller {
        // Its silence is an approval.
        Caller::Amp => happens.course == Course::Approves,
        _ if row.event == EventName::PermissionRequest => happens.course == Course::Asks,
        _ => happens.course == Course::GoesItsWay,
    };
    match becomes {
        Becomes::Denied => happens.course == Course::Blocks && (model || person),
        Becomes::Asked => happens.course == Course::Asks,
        Becomes::Approved => happens.course == Course::Approves,
        Becomes::Rewritten => happens.course == Course::Runs(NEW.to_owned()),
        Becomes::RewrittenAndAsked => happens.course == Course::AsksAbout(NEW.to_owned()),
        Becomes::OutputRewritten | Becomes::McpOutputRewritten => {
            let sees = happens.output.as_deref().unwrap_or_default();
            goes_on && sees.contains(MASKED) && !sees.contains(SECRET)
        }
        Becomes::Held => happens.course == Course::Holds && model,
        Becomes::FedBack | Becomes::Read => goes_on && model,
        Becomes::Told => goes_on && person && !model,
        Becomes::Dropped => goes_on && !person && !model,
    }
}

#[test]
fn what_the_table_says_is_what_a_host_would_do() {
    let mut checked = 0;
    let mut wrong = String::new();
    for caller in Caller::ALL.iter().copied() {
        for row in caller.rows() {
            for attendance in [Attendance::Attended, Attendance::Unattended] {
                for wish in Wish::ALL.iter().copied() {
                    let Some(fate) = row.fate(wish, attendance) else { continue };
                    let reply = encode(&asked(caller, row, attendance), &verdict(wish, attendance));
                    let happens = host(caller, row.step, &reply);
                    checked += 1;
                    if !agrees(caller, row, wish, fate.becomes, &happens) {
                        let _ = write!(
                            wrong,
                            "\n{caller:?} {} {wish:?} {attendance:?}: {fate:?}, but {happens:?}\n  {reply:?}",
                            row.step
                        );
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(checked > 600, "{checked}");
}

#[test]
fn a_question_that_becomes_a_denial_says_so_to_whoever_reads_it() {
    for caller in Caller::ALL.iter().copied() {
        for row in caller.rows().iter().filter(|row| row.event.guards()) {
            let fate = row.fate(Wish::Ask, Attendance::Attended).unwrap();
            if fate.becomes != Becomes::Denied {
                continue;
            }
            let verdict = verdict(Wish::Ask, Attendance::Attended);
            let happens =
                host(caller, row.step, &encode(&asked(caller, row, Attendance::Attended), &verdict));
            let read = happens.model + &happens.person;
            assert_ne!(fate.why, Why::AsWished, "{caller:?} {}", row.step);
            let sentence = format!("{} {}, so it is denied", caller.title(), fate.why.text());
            assert!(read.contains(&sentence), "{caller:?} {}: {read}", row.step);
        }
    }
}

#[test]
fn a_denial_that_holds_nothing_back_says_so_to_whoever_reads_it() {
    for caller in Caller::ALL.iter().copied() {
        for row in caller.rows() {
            let fate = row.fate(Wish::Deny, Attendance::Attended).unwrap();
            let verdict = verdict(Wish::Deny, Attendance::Attended);
            let happens =
                host(caller, row.step, &encode(&asked(caller, row, Attendance::Attended), &verdict));
            let read = happens.model + &happens.person;
            let is_said =
                read.contains(&format!("{} {}, so this is only said", caller.title(), fate.why.text()));
            let is_downgraded = !fate.is_honoured() && fate.becomes != Becomes::Dropped;
            assert_eq!(is_said, is_downgraded, "{caller:?} {}: {read}", row.step);
        }
    }
}

#[test]
fn silence_holds_nothing_back_anywhere() {
    for caller in Caller::ALL.iter().copied() {
        for row in caller.rows() {
            let reply = encode(&asked(caller, row, Attendance::Attended), &Verdict::silent());
            let happens = host(caller, row.step, &reply);
            let expected = match caller {
                Caller::Amp => Course::Approves,
                _ if row.event == EventName::PermissionRequest => Course::Asks,
                _ => Course::GoesItsWay,
            };
            assert_eq!(happens.course, expected, "{caller:?} {}", row.step);
            assert_eq!(
                (happens.model.as_str(), happens.person.as_str()),
                ("", ""),
                "{caller:?} {}",
                row.step
            );
        }
    }
}

/// An objection, a word to the model and one to the person at once, and the longest texts: nothing of it may make a
/// reply that the host rejects.
#[test]
fn everything_at_once_is_still_an_answer_that_the_host_reads() {
    for caller in Caller::ALL.iter().copied() {
        for row in caller.rows() {
            for wish in Wish::ALL.iter().copied() {
                let mut verdict = verdict(wish, Attendance::Attended);
                verdict.context = Some("\"\\ \u{1}\n".repeat(5_000));
                verdict.notice = Some("for the person".to_owned());
                let reply = encode(&asked(caller, row, Attendance::Attended), &verdict);
                let happens = host(caller, row.step, &reply);
                let denied = wish == Wish::Deny
                    && row.fate(wish, Attendance::Attended).unwrap().becomes == Becomes::Denied;
                assert!(!denied || happens.course == Course::Blocks, "{caller:?} {} {happens:?}", row.step);
            }
        }
    }
}

#[test]
fn an_event_that_cannot_be_read_is_denied_by_every_host_that_may_be_asking() {
    for caller in Caller::ALL.iter().copied() {
        let asked = Asked {
            caller,
            event_name: String::new(),
            name: None,
            attendance: Attendance::Attended,
            input: None,
            output: None,
        };
        let reply = encode(&asked, &verdict(Wish::Deny, Attendance::Attended));
        let before = caller.rows().iter().find(|row| row.event == EventName::BeforeTool).unwrap();
        if caller == Caller::Cursor {
            // cursor.md §5: the message of an exit code of 2 is standard error, where standard output is empty.
            assert_eq!((reply.exit, reply.stdout.as_str()), (2, ""));
            continue;
        }
        assert_eq!(host(caller, before.step, &reply).course, Course::Blocks, "{caller:?} {reply:?}");
    }
}

/// The fakes themselves: the facts of the pages that are easiest to forget.
#[test]
fn the_fakes_hold_the_facts_of_the_pages() {
    let said = |stdout: &str, stderr: &str, exit| Reply {
        stdout: stdout.to_owned(),
        stderr: stderr.to_owned(),
        exit,
    };
    let course = |caller, step, reply: &Reply| host(caller, step, reply).course;
    // Cursor: empty output blocks under failClosed; `ask` before a file is read is invalid and blocks.
    assert_eq!(course(Caller::Cursor, "preToolUse", &said("", "", 0)), Course::Blocks);
    assert_eq!(
        course(Caller::Cursor, "beforeReadFile", &said(r#"{"permission":"ask"}"#, "", 0)),
        Course::Blocks
    );
    // Gemini: standard output counts whatever the exit code; text denies from 2 on; nothing is nothing.
    assert_eq!(course(Caller::Gemini, "BeforeTool", &said("{}", "no", 2)), Course::GoesItsWay);
    assert_eq!(course(Caller::Gemini, "BeforeTool", &said("", "no", 7)), Course::Blocks);
    assert_eq!(course(Caller::Gemini, "BeforeTool", &said("", "", 2)), Course::GoesItsWay);
    // Codex: exit 2 without a word proceeds.
    let codex = std::panic::catch_unwind(|| host(Caller::Codex, "PreToolUse", &said("", "", 2)));
    assert!(codex.is_err());
    // Copilot: a crash denies before a tool, bad JSON does not.
    assert_eq!(course(Caller::Copilot, "preToolUse", &said("", "", 101)), Course::Blocks);
    assert_eq!(course(Caller::Copilot, "preToolUse", &said("oops", "", 0)), Course::GoesItsWay);
    // Cline: exit codes mean nothing.
    assert_eq!(course(Caller::Cline, "PreToolUse", &said("", "no", 2)), Course::GoesItsWay);
    // Amp: 1 asks.
    assert_eq!(course(Caller::Amp, "delegate", &said("", "", 1)), Course::Asks);
}

/// codex.md §5: one unknown field rejects the whole answer, and the tool runs.
#[test]
fn the_schemas_of_codex_reject_what_other_hosts_would_accept() {
    let schema = fake::codex::schema("PreToolUse").unwrap();
    let fits = |text: &str| fake::codex::fits(&schema, &schema, &serde_json::from_str(text).unwrap()).is_ok();
    let deny = r#"{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"x"}"#;
    assert!(fits(&format!(r#"{{"hookSpecificOutput":{deny}}}"#)));
    assert!(!fits(&format!(r#"{{"hookSpecificOutput":{deny},"permission":"deny"}}"#)));
    assert!(!fits(&format!(r#"{{"hookSpecificOutput":{}}}"#, deny.replace("deny", "defer"))));
    assert!(!fits(&format!(r#"{{"hookSpecificOutput":{}}}"#, deny.replace("PreToolUse", "Stop"))));
    assert!(!fits(r#"{"hookSpecificOutput":{"permissionDecision":"deny"}}"#));
    assert!(!fits(r#"{"systemMessage":1}"#));
    for row in Caller::Codex.rows().iter().filter(|row| row.event != EventName::SessionEnd) {
        assert!(fake::codex::schema(row.step).is_some(), "{}", row.step);
    }
}

/// Where the host announces a question, a verdict that asks has nothing to add, whoever it is.
#[test]
fn a_question_at_a_permission_request_that_the_host_is_not_known_to_have_is_left_to_it() {
    for caller in Caller::ALL.iter().copied() {
        if caller.rows().iter().any(|row| row.event == EventName::PermissionRequest) {
            continue;
        }
        let asked = |name: &str| Asked {
            caller,
            event_name: name.to_owned(),
            name: Some(EventName::PermissionRequest),
            attendance: Attendance::Attended,
            input: None,
            output: None,
        };
        let ask = encode(&asked("PermissionRequest"), &verdict(Wish::Ask, Attendance::Attended));
        assert_eq!(ask.exit, 0, "{caller:?} {ask:?}");
        assert!(!ask.stdout.contains(OBJECTION) || caller == Caller::Plain, "{caller:?} {ask:?}");
        let deny = encode(&asked("PermissionRequest"), &verdict(Wish::Deny, Attendance::Attended));
        let said = deny.stdout.clone() + &deny.stderr;
        assert!(said.contains(OBJECTION), "{caller:?} {deny:?}");
    }
}
