//! A policy's own words for what rules find.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use hookward_core::effects::Call;
use hookward_core::policy::{Layer, Source, compile};
use hookward_core::{Attendance, Decision, Named, reason};
use support::{Bench, ROOT};

const POLICY: &str = r#"
[[message]]
rules = ["security/*"]
name = "guard"
deny = "{name} denies {matched}"
ask = "{name} asks about {matched}"
[[message]]
rules = ["security/protected-file"]
matched = "infra/**"
ask = """
{matched.name} is production ({matched}):
  a) proceed
  b) cancel
of {story}, {id}
"""
"#;

fn said(bench: &Bench, call: Call) -> String {
    reason(&bench.judge(call))
}

fn write(path: &str) -> Call {
    Call::Write { path: path.into(), content: "x".into() }
}

#[test]
fn the_last_table_that_fits_and_has_the_words_counts() {
    let bench = Bench::with(&[(Layer::Project, POLICY)]);
    assert_eq!(said(&bench, write(&format!("{ROOT}/.env"))), "guard denies .env");
    assert_eq!(said(&bench, write(&format!("{ROOT}/CLAUDE.md"))), "guard asks about CLAUDE.md");
    let asked = "main.yml is production (infra/main.yml):\n  a) proceed\n  b) cancel";
    assert_eq!(said(&bench, write(&format!("{ROOT}/infra/main.yml"))), asked);
    assert_eq!(said(&bench, Call::shell("npm publish")), "guard asks about npm publish");
    let own = Bench::with(&[
        (Layer::Project, POLICY),
        (
            Layer::Local,
            "[rules]\n\"gate/x\" = \"deny\"\n[[rule]]\nid = \"gate/x\"\non = \"shell\"\ncommand = \"x\"\ndecision = \"deny\"\nwhy = \"w\"\nexamples = { fires = [\"x\"], passes = [\"y\"] }\n",
        ),
    ]);
    assert!(said(&own, Call::shell("x")).starts_with("Hookward denied (gate/x)"));
}

#[test]
fn what_is_said_in_a_row_stays_unless_the_policy_has_words_for_that() {
    let mut bench = Bench::with(&[(Layer::Project, POLICY)]);
    bench.session.named = Named { story: Some("1.2".into()), id: Some("0123abcd".into()) };
    let denied = said(&bench, write(".env"));
    assert_eq!(denied, "guard denies .env\nOnly a person can let it pass once: hookward allow-once 0123abcd");
    let words = "[strikes]\nrules = [\"security/*\"]\nfirst = \"{story}: {message}\"\n";
    bench.policy = Bench::with(&[(Layer::Project, POLICY), (Layer::Local, words)]).policy;
    assert_eq!(said(&bench, write(".env")), "1.2: guard denies .env");
    let words = "[strikes]\nrules = [\"gate/*\"]\nfirst = \"{story}: {message}\"\n";
    bench.policy = Bench::with(&[(Layer::Project, POLICY), (Layer::Local, words)]).policy;
    assert_eq!(said(&bench, write(".env")), denied);
}

#[test]
fn a_question_that_nobody_answers_is_told_as_a_denial() {
    let mut bench = Bench::with(&[(Layer::Project, POLICY)]);
    bench.attendance = Attendance::Unattended;
    let verdict = bench.judge(Call::shell("npm publish"));
    assert_eq!(verdict.decision, Decision::Deny);
    assert_eq!(
        reason(&verdict),
        "guard denies npm publish\nA person would have been asked, but nobody is there to answer."
    );
}

#[test]
fn a_text_that_asks_says_about_what_and_names_rules_that_there_are() {
    let error = |text: &str| {
        let source = Source { layer: Layer::Project, path: "hookward.toml".into(), text: text.into() };
        compile(&[source]).unwrap_err().to_string()
    };
    let asks = "[[message]]\nrules = [\"security/*\"]\nask = \"all is well\"\n";
    assert!(error(asks).contains("must say what is asked about"));
    assert!(error(&asks.replace("well", "well {matched} {id}")).contains("must say what is asked about"));
    let unknown = "[[message]]\nrules = [\"security/secret-raed\"]\ndeny = \"x\"\n";
    assert!(error(unknown).contains("did you mean `security/secret-read`?"));
    assert!(error("[strikes]\nrules = [\"gates/*\"]\n").contains("unknown rule `gates/*`"));
}

#[test]
fn only_a_person_exempts_a_workspace_from_gates() {
    let gate = "[rules]\n\"gate/missing-evidence\" = \"enforce\"\n";
    let exempt = "[gate]\nexempt = [\"~/a*/\"]\n";
    let judged =
        |layers: &[(Layer, &str)]| Bench::with(layers).judge(Call::shell("git commit -m x")).decision;
    assert_eq!(judged(&[(Layer::Project, gate)]), Decision::Deny);
    // All that lies in a directory is the directory, too.
    for own in [exempt, "[gate]\nexempt = [\"~/a*/**\"]\n"] {
        assert!(judged(&[(Layer::User, own), (Layer::Project, gate)]) < Decision::Ask, "{own}");
    }
    assert_eq!(judged(&[(Layer::Project, gate), (Layer::Local, exempt)]), Decision::Deny);
    assert_eq!(
        judged(&[(Layer::User, "[gate]\nexempt = [\"~/b*\"]\n"), (Layer::Project, gate)]),
        Decision::Deny
    );
    let bench = Bench::with(&[(Layer::Project, exempt)]);
    assert!(bench.policy.notices[0].text.contains("only in a person's"));
    // Security holds there too.
    let deletion = Bench::with(&[(Layer::User, exempt)]).judge(write(".env"));
    assert_eq!(deletion.decision, Decision::Deny);
}
