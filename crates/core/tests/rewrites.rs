//! Rewrites: what becomes of a call whose command is changed in place. The rules here are made up, so that what is tested
//! is the decision and not a rule.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use hookward_core::effects::{Call, Span};
use hookward_core::policy::Layer::{self, Project, User};
use hookward_core::{
    Against, Attendance, Case, Category, Decision, Edit, EventName, Finding, Record, Rule, Timing, Verdict,
    decide_with, rules,
};
use support::Bench;

/// Every occurrence of a word in the command.
fn words(case: &Case, word: &str) -> Vec<Span> {
    let Some(Call::Shell { command, .. }) = case.event.moment.call() else { return Vec::new() };
    command.match_indices(word).map(|(start, found)| Span::new(start, start + found.len())).collect()
}

fn finding(rule: &'static str, decision: Decision, case: &Case, span: Span, edits: Vec<Edit>) -> Finding {
    Finding {
        rule: rule.into(),
        decision,
        matched: case.text(Some(span)),
        span: Some(span),
        about: Vec::new(),
        why: "because".into(),
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

fn replaces(rule: &'static str, case: &Case, from: &str, to: &str) -> Vec<Finding> {
    let rewrite = |span| {
        let edit = Edit { span, text: to.to_owned() };
        finding(rule, Decision::Approve, case, span, vec![edit])
    };
    words(case, from).into_iter().map(rewrite).collect()
}

fn rule(id: &'static str, category: Category, judge: fn(&Case) -> Vec<Finding>) -> Rule {
    Rule {
        id,
        category,
        on: &[EventName::BeforeTool],
        against: Against::Manner,
        source: "",
        judge,
        examples: &[],
    }
}

/// `risky` is asked about and becomes `git`; `vile` becomes what is denied; `endless` becomes itself.
fn made_up() -> Vec<Rule> {
    let mut all = vec![
        rule("security/forced-push", Category::Security, |case| {
            let asks = |span| finding("security/forced-push", Decision::Ask, case, span, Vec::new());
            words(case, "risky").into_iter().map(asks).collect()
        }),
        rule("rewrite/force-with-lease", Category::Rewrite, |case| {
            replaces("rewrite/force-with-lease", case, "risky", "git")
        }),
        rule("rewrite/worktree-remove", Category::Rewrite, |case| {
            let mut findings = replaces("rewrite/worktree-remove", case, "vile", "rm -rf /");
            findings.extend(replaces("rewrite/worktree-remove", case, "endless", "endless endless"));
            findings
        }),
    ];
    for built_in in rules::all() {
        all.push(rule(built_in.id, built_in.category, built_in.judge));
    }
    all
}

/// Decides as the command line does: the rewritten call is judged, too.
fn judge(bench: &Bench, command: &str) -> Verdict {
    let rules = made_up();
    let verdict = bench.case(Call::shell(command), |case| decide_with(&rules, case));
    let Some(rewrite) = &verdict.rewrite else { return verdict };
    let rewritten = bench.case(Call::shell(rewrite.to.as_str()), |case| decide_with(&rules, case));
    verdict.with_rewrite_judged(rewritten)
}

fn command(verdict: &Verdict) -> Option<&str> {
    verdict.rewrite.as_ref().map(|rewrite| rewrite.to.as_str())
}

fn with(layers: &[(Layer, &str)]) -> Bench {
    Bench::with(layers)
}

#[test]
fn a_rewritten_call_is_approved_only_if_it_would_be_approved_itself() {
    let verdict = judge(&Bench::default(), "risky status");
    assert_eq!((verdict.decision, command(&verdict)), (Decision::Approve, Some("git status")));
    assert_eq!(verdict.findings[0].rule, "rewrite/force-with-lease");

    let verdict = judge(&Bench::default(), "risky push");
    assert_eq!((verdict.decision, command(&verdict)), (Decision::Ask, Some("git push")));
    assert_eq!(verdict.rewrite.unwrap().decision, Decision::Silent);
}

#[test]
fn a_rewrite_that_nobody_has_judged_asks() {
    let rules = made_up();
    let verdict = Bench::default().case(Call::shell("risky status"), |case| decide_with(&rules, case));
    assert_eq!(verdict.decision, Decision::Ask);
    assert_eq!(verdict.rewrite.unwrap().decision, Decision::Ask);
}

#[test]
fn a_rewrite_never_lowers_a_denial() {
    let verdict = judge(&Bench::default(), "risky status; rm -rf /");
    assert_eq!((verdict.decision, command(&verdict)), (Decision::Deny, None));
    assert!(verdict.findings.iter().all(|finding| finding.decision >= Decision::Ask), "{verdict:?}");

    let strict = with(&[(Project, "[rules]\n\"security/forced-push\" = \"deny\"")]);
    assert_eq!(judge(&strict, "risky status").decision, Decision::Deny);
}

#[test]
fn a_rewrite_into_something_that_is_denied_is_denied_and_not_rewritten() {
    let verdict = judge(&Bench::default(), "vile");
    assert_eq!((verdict.decision, command(&verdict)), (Decision::Deny, None));
    assert_eq!(verdict.findings[0].rule, "security/catastrophic-deletion");
    assert_eq!(verdict.findings[0].span, None, "its place is none of the text that was sent");
}

#[test]
fn what_else_is_asked_about_is_still_asked_about() {
    let verdict = judge(&Bench::default(), "risky status && rm -rf src");
    assert_eq!((verdict.decision, command(&verdict)), (Decision::Ask, Some("git status && rm -rf src")));
    assert_eq!(verdict.rewrite.as_ref().unwrap().decision, Decision::Ask);
    assert!(verdict.findings.iter().any(|finding| finding.rule == "security/recursive-deletion"));
}

#[test]
fn rewrites_compose() {
    let verdict = judge(&Bench::default(), "risky status; risky diff");
    assert_eq!((verdict.decision, command(&verdict)), (Decision::Approve, Some("git status; git diff")));
}

#[test]
fn a_rewrite_that_is_not_satisfied_by_itself_asks() {
    let verdict = judge(&Bench::default(), "endless");
    assert_eq!((verdict.decision, command(&verdict)), (Decision::Ask, Some("endless endless")));
}

#[test]
fn nobody_there_means_no_unless_the_rewritten_call_is_approved() {
    let nobody = Bench { attendance: Attendance::Unattended, ..Bench::default() };
    let verdict = judge(&nobody, "risky push");
    assert_eq!((verdict.decision, verdict.unattended), (Decision::Deny, true));
    let verdict = judge(&nobody, "risky status");
    assert_eq!((verdict.decision, verdict.unattended), (Decision::Approve, false));
    assert_eq!(judge(&nobody, "risky status && rm -rf src").decision, Decision::Deny);
}

#[test]
fn the_policy_switches_a_rewrite_off_asks_about_it_or_denies_it() {
    let bench =
        |mode: &str| with(&[(Project, &format!("[rules]\n\"rewrite/force-with-lease\" = \"{mode}\""))]);
    let off = judge(&bench("off"), "risky status");
    assert_eq!((off.decision, command(&off)), (Decision::Ask, None));
    assert_eq!(off.findings[0].rule, "security/forced-push");
    let ask = judge(&bench("ask"), "risky status");
    assert_eq!((ask.decision, command(&ask)), (Decision::Ask, Some("git status")));
    let deny = judge(&bench("deny"), "risky status");
    assert_eq!((deny.decision, command(&deny)), (Decision::Deny, None));
    let person = with(&[(User, "[rules]\n\"rewrite/force-with-lease\" = \"shadow\"")]);
    let shadow = judge(&person, "risky status");
    assert_eq!((shadow.decision, command(&shadow)), (Decision::Ask, None));
    assert_eq!(shadow.shadowed[0].rule, "rewrite/force-with-lease");
}

#[test]
fn a_project_does_not_take_back_what_a_person_says_of_a_rewrite() {
    for near in ["off", "ask", "enforce"] {
        let bench = with(&[
            (User, "[rules]\n\"rewrite/force-with-lease\" = \"deny\""),
            (Project, &format!("[rules]\n\"rewrite/force-with-lease\" = \"{near}\"")),
        ]);
        assert_eq!(judge(&bench, "risky status").decision, Decision::Deny, "{near}");
    }
}

#[test]
fn only_commands_are_rewritten() {
    let everywhere = [rule("rewrite/worktree-remove", Category::Rewrite, |case| {
        let edit = Edit { span: Span::new(0, 1), text: "x".to_owned() };
        vec![finding("rewrite/worktree-remove", Decision::Approve, case, Span::new(0, 1), vec![edit])]
    })];
    for call in [Call::Read { path: "a".into() }, Call::Write { path: "a".into(), content: String::new() }] {
        let verdict = Bench::default().case(call, |case| decide_with(&everywhere, case));
        assert_eq!(verdict, Verdict::silent());
    }
}

#[test]
fn a_rewrite_that_panics_leaves_the_call_as_it_is() {
    std::panic::set_hook(Box::new(|_| {}));
    let broken = [rule("rewrite/worktree-remove", Category::Rewrite, |_| panic!("on purpose"))];
    let verdict = Bench::default().case(Call::shell("ls"), |case| decide_with(&broken, case));
    assert_eq!(verdict, Verdict::silent());
}

#[test]
fn the_record_keeps_the_rewritten_command_without_its_secrets() {
    let bench = Bench::default();
    let verdict = judge(&bench, "risky push https://me:hunter2secret@example.com/x");
    let event = bench.event(Call::shell("x"));
    let record = Record::of("claude", &event, &verdict, Timing { at: 0, us: 0 });
    let kept = record.rewrite.unwrap();
    assert!(kept.starts_with("git push https://") && !kept.contains("hunter2secret"), "{kept}");
}

#[test]
fn where_a_rewrite_approves_nothing_a_command_that_passes_by_itself_needs_nobody() {
    let left = |bench: &Bench, text: &str| judge(bench, text).with_rewrite_left_to_the_host();
    let verdict = left(&Bench::default(), "risky push");
    assert_eq!((verdict.decision, command(&verdict)), (Decision::Silent, Some("git push")));
    assert!(verdict.findings.iter().all(Finding::rewrites), "{verdict:?}");

    let nobody = Bench { attendance: Attendance::Unattended, ..Bench::default() };
    let verdict = left(&nobody, "risky push");
    assert_eq!((verdict.decision, verdict.unattended, verdict.row), (Decision::Silent, false, 0));

    // What would be approved is approved all the same.
    assert_eq!(left(&Bench::default(), "risky status").decision, Decision::Approve);
}

#[test]
fn what_would_be_asked_about_or_is_insisted_on_is_not_left_to_the_host() {
    let left = |bench: &Bench, text: &str| judge(bench, text).with_rewrite_left_to_the_host();
    assert_eq!(left(&Bench::default(), "risky branch -D x").decision, Decision::Ask);
    assert_eq!(left(&Bench::default(), "risky push; rm -rf src").decision, Decision::Ask);
    assert_eq!(left(&Bench::default(), "risky push; rm -rf /").decision, Decision::Deny);
    assert_eq!(left(&Bench::default(), "vile").decision, Decision::Deny);
    let insists = with(&[(Project, "[rules]\n\"rewrite/force-with-lease\" = \"ask\"")]);
    assert_eq!(left(&insists, "risky push").decision, Decision::Ask);
    assert_eq!(left(&Bench::default(), "git branch -D x").decision, Decision::Ask);
}
