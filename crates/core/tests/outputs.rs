//! What a tool has given back: secrets in it are masked, whatever the tool; and nothing of them is kept.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::time::Instant;

use hookward_core::effects::Call;
use hookward_core::policy::Layer::{Project, User};
use hookward_core::{
    Decision, Event, Moment, Output, Record, Timing, Verdict, decide, masked, reason, shown,
};
use support::Bench;

const TOKEN: &str = "glpat-q3EgRtZ7kLmNoP42sTuV";

fn output(texts: &[&str]) -> Output {
    Output { texts: texts.iter().map(|text| (*text).to_owned()).collect() }
}

fn after(texts: &[&str]) -> Moment {
    Moment::AfterTool { call: Call::shell("cat notes"), output: output(texts) }
}

fn judged(bench: &Bench, moment: Moment) -> Verdict {
    bench.case_at(moment, decide)
}

#[test]
fn a_secret_is_masked_and_every_other_text_stays() {
    let text = format!("a {TOKEN} b");
    let verdict = judged(&Bench::default(), after(&["one", &text, ""]));
    assert_eq!(verdict.output, Some(output(&["one", "a [redacted] b", ""])));
    assert_eq!(verdict.decision, Decision::Advise);
    assert!(masked(&verdict).contains("security/secret-output"), "{verdict:?}");
    assert!(shown(&verdict).contains("tell the person"), "{verdict:?}");
}

#[test]
fn the_output_of_what_failed_is_masked_too() {
    let failure = Moment::AfterFailure {
        call: Call::shell("cat notes; false"),
        error: "Exit code 1".to_owned(),
        output: output(&[TOKEN]),
    };
    assert_eq!(judged(&Bench::default(), failure).output, Some(output(&["[redacted]"])));
}

#[test]
fn nothing_is_said_of_ordinary_output_or_before_a_tool() {
    let verdict = judged(&Bench::default(), after(&["commit 3f786850e387550fdab836ed7e6dc881de23001b"]));
    assert_eq!(verdict, Verdict::silent());
    // A command that holds a token is another rule's.
    let before = Bench::default().shell(&format!("echo {TOKEN}"));
    assert_eq!(before.output, None);
    assert!(before.findings.iter().all(|finding| finding.rule == "security/secret-content"), "{before:?}");
    // And after it has run, none of the rules about calls says it again.
    let ran = Moment::AfterTool { call: Call::shell("rm -rf /"), output: Output::default() };
    assert_eq!(judged(&Bench::default(), ran), Verdict::silent());
}

#[test]
fn a_project_cannot_switch_it_off_and_a_person_can() {
    let off = "[rules]\n\"security/secret-output\" = \"off\"\n";
    assert!(judged(&Bench::with(&[(Project, off)]), after(&[TOKEN])).output.is_some());
    assert_eq!(judged(&Bench::with(&[(User, off)]), after(&[TOKEN])), Verdict::silent());
    let shadow = Bench::with(&[(User, "[rules]\n\"security/secret-output\" = \"shadow\"\n")]);
    let verdict = judged(&shadow, after(&[TOKEN]));
    assert_eq!((verdict.output, verdict.shadowed.len()), (None, 1));
}

#[test]
fn where_a_policy_objects_the_model_reads_that_once() {
    let strict = Bench::with(&[(Project, "[rules]\n\"security/secret-output\" = \"deny\"\n")]);
    let verdict = judged(&strict, after(&[TOKEN]));
    assert_eq!(verdict.decision, Decision::Deny);
    assert_eq!(verdict.output, Some(output(&["[redacted]"])));
    assert!(reason(&verdict).contains("security/secret-output"));
    assert_eq!((masked(&verdict), shown(&verdict)), (String::new(), String::new()));
}

#[test]
fn nothing_of_a_secret_is_said_or_recorded() {
    let bench = Bench::default();
    let verdict = judged(&bench, after(&[TOKEN]));
    let event: Event = bench.case_at(after(&[TOKEN]), |case| case.event.clone());
    let record = Record::of("claude", &event, &verdict, Timing { at: 0, us: 0 });
    let kept = format!("{record:?}");
    for text in [kept.clone(), masked(&verdict), shown(&verdict), reason(&verdict)] {
        assert!(!text.contains(&TOKEN[6..]), "{text}");
    }
    assert!(kept.contains("security/secret-output"), "{kept}");
}

#[test]
fn time_is_linear_in_the_output() {
    let time = |text: String| {
        let started = Instant::now();
        let verdict = judged(&Bench::default(), after(&[&text]));
        (started.elapsed(), verdict)
    };
    let tokens = |count: usize| format!("{TOKEN} -----BEGIN RSA PRIVATE KEY----- ").repeat(count);
    let (small, verdict) = time(tokens(500));
    assert!(verdict.output.is_some());
    let (large, _) = time(tokens(16_000));
    assert!(large < small * 32 * 8, "{small:?} for 500, {large:?} for 16 000");
}
