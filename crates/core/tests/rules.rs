//! The contract of a rule: its examples are its tests, its doc block is its manual, its advice passes the policy.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use hookward_core::effects::Call;
use hookward_core::evidence::{Check, Entry, Evidence, Outcome, Scope};
use hookward_core::policy::Layer;
use hookward_core::{
    Attendance, Category, Changed, Decision, Denied, Life, Noted, Record, Saved, Target, TargetDeed, Timing,
    Work, decide, decide_with, rules,
};
use support::Bench;

/// The policy of the examples of gates that look into files.
const CONTENT: &str = r#"
[[gate.architecture]]
id = "handlers"
files = "functions/*/handler.ts"
forbid = { import = "../*/handler" }
record = "docs/adr/007.md"
[[gate.missing-import]]
files = "functions/*/handler.ts"
require = ["@app/log"]
"#;

/// The policy of the examples of rules that are about a session.
const SESSIONS: &str = r#"
[[feedback.context]]
when = ["deploy"]
text = "Deploy with make ship."
[[feedback.docs]]
code = "src/api/**"
documents = "docs/api.md"
[feedback.lessons]
file = "docs/lessons.md"
[[feedback.knowledge]]
files = "plan.md"
bytes = 10
[agents.planner]
memory = "docs/planner.md"
must_write = ["plan.md"]
must_say = ["plan written"]
[agents.tester]
[gate.handoff]
validator = "checker"
orchestrator = "lead"
contract = { required = ["phase"] }
"#;

/// The session in which examples of such rules happen: one file of two was changed, and a command was denied.
fn in_a_session(bench: &mut Bench) {
    bench.policy = Bench::with(&[(Layer::Project, SESSIONS)]).policy;
    bench.world = &support::Planned;
    bench.session.memory.changed = vec![Changed { path: "src/api/cart.ts".into(), agent: String::new() }];
    let denied = Record {
        decision: Decision::Deny,
        wrote: vec!["src/api/cart.ts".into()],
        findings: vec![Noted {
            rule: "security/secret-read".into(),
            decision: Decision::Deny,
            matched: "cat .env".into(),
            why: String::new(),
            told: 0,
            advice: 0,
            about: Vec::new(),
        }],
        ..Record::of_person("claude", "s", support::ROOT, "before-tool", "cat .env", 1)
    };
    bench.life = Life {
        work: Some(Work {
            branch: Some("feature/x".into()),
            changed: vec!["src/api/cart.ts".into()],
            count: 20,
            lines: 30,
            trees: Vec::new(),
        }),
        saved: Some(Saved { task: Some("planner: plan the carts".into()), ..Saved::default() }),
        history: vec![denied],
        today: "2026-11-16".into(),
        ..Life::NONE
    };
}

/// The session in which a rule's examples happen.
fn bench_of(rule: &str) -> Bench {
    let mut bench = Bench::default();
    let plain = fingerprint(&bench);
    set_stage(&mut bench, rule);
    if fingerprint(&bench) != plain {
        let manual = rules::all().iter().find(|known| known.id == rule).unwrap().manual();
        assert!(manual.contains("\nGiven: "), "{rule}: its manual does not tell where its examples happen");
    }
    bench
}

/// What of a bench an example depends on.
fn fingerprint(bench: &Bench) -> String {
    let world = bench.world.repository("").and_then(|repository| repository.branch);
    let plan = bench.world.text("/home/dev/app/plan.md");
    format!("{world:?} {plan:?} {:?} {:?} {:?}", bench.policy, bench.session, bench.ledger)
}

fn set_stage(bench: &mut Bench, rule: &str) {
    if rule == "security/workaround" {
        let refused = |name: &str, deed| Denied {
            at: 0,
            role: String::new(),
            tool: String::new(),
            rule: "security/other".into(),
            subject: "cat .env".into(),
            target: Target { name: name.into(), deed },
        };
        bench.session.denied = vec![
            refused("/home/dev/app/.env", TargetDeed::Read),
            refused("/home/dev/app/src", TargetDeed::Change),
            refused("/home/dev/app", TargetDeed::Change),
            refused("users", TargetDeed::Lessen),
            refused("feature/login", TargetDeed::Overwrite),
        ];
    }
    if rule == "gate/failing-tests" {
        bench.ledger.entries = vec![Entry::Check(Evidence {
            what: Check::Tests,
            command: "npm test -- src/shop.test.ts".into(),
            scope: Scope::Part,
            outcome: Outcome::Failed,
            tree: "t".into(),
            place: None,
            kind: None,
            alone: false,
            built: None,
            failing: None,
            around: Vec::new(),
            inside: Vec::new(),
            broken: false,
            within: Vec::new(),
            red: Vec::new(),
            parts: None,
            at: 1,
        })];
    }
    if rule == "security/unknown-program" {
        bench.policy = Bench::with(&[(Layer::Project, "extends = [\"strict\"]\n")]).policy;
    }
    if rule == "gate/foreign-plan-file" {
        bench.world = &support::Planned;
    }
    if matches!(rule, "gate/architecture" | "gate/missing-import") {
        bench.policy = Bench::with(&[(Layer::Project, CONTENT)]).policy;
    }
    if rule == "gate/unfinished-stop" {
        bench.session.began = Some("before".into());
        bench.session.acted = true;
    }
    let tools = ["feedback/format", "feedback/lint", "feedback/types", "feedback/tests"];
    if rule == "gate/handoff" || (rule.starts_with("feedback/") && !tools.contains(&rule)) {
        in_a_session(bench);
    }
    if rule == "gate/protected-branch-edit" {
        bench.world = &support::OnMain;
    }
}

#[test]
fn every_example_is_decided_as_it_says() {
    let mut wrong = Vec::new();
    for rule in rules::all() {
        let mut bench = bench_of(rule.id);
        for example in rule.examples {
            bench.reports = example.call.report().into_iter().collect();
            bench.agent = example.call.agent();
            let subject = example.call.call().subject().into_owned();
            let findings = bench.case_at(example.call.moment(), |case| (rule.judge)(case));
            let decision = findings.iter().map(|finding| finding.decision).max().unwrap_or(Decision::Silent);
            if decision != example.decision {
                wrong.push(format!(
                    "{}: {subject:?} is {decision:?}, expected {:?}",
                    rule.id, example.decision
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_has_examples_of_both_kinds_and_a_manual() {
    for rule in rules::all() {
        assert!(
            rule.examples.iter().any(|example| example.decision != Decision::Silent),
            "{} never fires",
            rule.id
        );
        assert!(
            rule.examples.iter().any(|example| example.decision == Decision::Silent),
            "{} never passes",
            rule.id
        );
        for part in ["\nWhat: ", "\nWhy: ", "\nInstead: "] {
            assert!(rule.manual().contains(part), "{} has no{part}in its manual", rule.id);
        }
        let source: String = rule.source.split_whitespace().collect();
        let named = [format!("id:\"{}\"", rule.id), format!("at_stop(\"{}\"", rule.id)];
        assert!(
            named.iter().any(|named| source.contains(named)),
            "{} embeds the file of another rule",
            rule.id
        );
    }
}

#[test]
fn no_two_rules_share_an_id_and_none_is_reserved() {
    let mut ids: Vec<_> = rules::all().iter().map(|rule| rule.id).collect();
    ids.extend(hookward_core::policy::RESERVED);
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

/// The call that an advice in backticks means: a text with a space is a command, any other a file to read.
fn advised(advice: &str) -> Call {
    if advice.contains(' ') { Call::shell(advice) } else { Call::Read { path: advice.to_owned() } }
}

#[test]
fn what_a_rule_suggests_instead_passes_the_policy() {
    for rule in rules::all() {
        let mut bench = bench_of(rule.id);
        for example in rule.examples {
            bench.reports = example.call.report().into_iter().collect();
            bench.agent = example.call.agent();
            for finding in bench.case_at(example.call.moment(), |case| (rule.judge)(case)) {
                for advice in finding.instead.split('`').skip(1).step_by(2) {
                    let decision = bench.judge(advised(advice)).decision;
                    assert!(decision < Decision::Ask, "{}: its own advice `{advice}` does not pass", rule.id);
                }
            }
        }
    }
}

#[test]
fn what_a_rule_suggests_instead_passes_right_after_its_denial() {
    for rule in rules::all().iter().filter(|rule| rule.category == Category::Security) {
        for example in rule.examples.iter().filter(|example| example.decision >= Decision::Ask) {
            // Nobody is there, so that every objection is a denial.
            let mut bench = Bench { attendance: Attendance::Unattended, ..bench_of(rule.id) };
            let (verdict, record) = bench.case_at(example.call.moment(), |case| {
                let verdict = decide(case);
                let record = Record::of("claude", case.event, &verdict, Timing { at: 1, us: 0 });
                (verdict, record)
            });
            bench.session.fold(&record);
            for finding in verdict.findings.iter().filter(|finding| finding.decision >= Decision::Ask) {
                for advice in finding.instead.split('`').skip(1).step_by(2) {
                    let decision = bench.judge(advised(advice)).decision;
                    let subject = record.subject.as_deref().unwrap_or_default();
                    assert!(
                        decision < Decision::Ask,
                        "{}: after {subject:?} its own advice `{advice}` does not pass",
                        finding.rule
                    );
                }
            }
        }
    }
}

#[test]
fn every_finding_says_what_why_and_what_instead() {
    for rule in rules::all() {
        let mut bench = bench_of(rule.id);
        for example in rule.examples.iter().filter(|example| example.decision >= Decision::Ask) {
            bench.reports = example.call.report().into_iter().collect();
            bench.agent = example.call.agent();
            for finding in bench.case_at(example.call.moment(), |case| (rule.judge)(case)) {
                assert_eq!(finding.rule, rule.id);
                assert!(!finding.matched.is_empty(), "{}: nothing matched", rule.id);
                assert!(!finding.why.is_empty() && !finding.instead.is_empty(), "{}: no reason", rule.id);
            }
        }
    }
}

#[test]
fn a_rewrite_is_satisfied_by_what_it_makes_of_a_command() {
    let bench = Bench::with(&[(Layer::User, "[rules]\n\"rewrite/project-tmp\" = \"enforce\"\n")]);
    for rule in rules::all().iter().filter(|rule| rule.category == Category::Rewrite) {
        for example in rule.examples.iter().filter(|example| example.decision != Decision::Silent) {
            let only = std::slice::from_ref(rule);
            let judge = |call: Call| bench.case(call, |case| decide_with(only, case));
            let rewrite = judge(example.call.call()).rewrite;
            let rewrite = rewrite.unwrap_or_else(|| panic!("{} rewrites nothing", rule.id));
            let command = rewrite.to.as_str();
            assert_eq!(
                judge(Call::shell(command)).rewrite,
                None,
                "{}: `{command}` is rewritten again",
                rule.id
            );
        }
    }
}
