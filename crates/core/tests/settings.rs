//! Settings of a policy, each with what it changes.

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
use hookward_core::{Advised, Decision, reason};
use support::Bench;

fn bench(policy: &str) -> Bench {
    Bench::with(&[(Layer::Project, policy)])
}

fn written(bench: &Bench, path: &str, content: &str) -> Decision {
    bench.judge(Call::Write { path: path.to_owned(), content: content.to_owned() }).decision
}

fn error(policy: &str) -> String {
    let source = Source { layer: Layer::Project, path: "hookward.toml".into(), text: policy.into() };
    compile(&[source]).unwrap_err().to_string()
}

#[test]
fn strict_asks_about_programs_that_nobody_knows_and_denies_what_is_asked_elsewhere() {
    let strict = bench("extends = [\"strict\"]\n");
    assert_eq!(strict.shell("unknownprog --x").decision, Decision::Ask);
    assert_eq!(strict.shell("git branch -D topic").decision, Decision::Deny);
    assert_eq!(strict.shell("npm test && git status").decision, Decision::Silent);
    for policy in ["", "extends = [\"workflow\"]\n", "[rules]\n\"security/*\" = \"deny\"\n"] {
        assert_eq!(bench(policy).shell("unknownprog --x").decision, Decision::Silent, "{policy}");
    }
    let named = bench("[rules]\n\"security/unknown-program\" = \"ask\"\n");
    assert_eq!(named.shell("unknownprog --x").decision, Decision::Ask);
    // Only a person's own file may say that a strict project does not ask.
    let project = "extends = [\"strict\"]\n[rules]\n\"security/unknown-program\" = \"off\"\n";
    assert_eq!(bench(project).shell("unknownprog --x").decision, Decision::Ask);
    assert_eq!(Bench::with(&[(Layer::User, project)]).shell("unknownprog --x").decision, Decision::Silent);
}

#[test]
fn files_must_hold_the_calls_and_texts_that_the_policy_requires() {
    let policy = "[[gate.architecture]]\nid = \"guarded\"\nfiles = \"src/api/**\"\n\
                  require = { call = \"authorise\", literal = \"v1/*\" }\n";
    let bench = bench(policy);
    let whole = "authorise(user);\nexport const route = 'v1/carts';\n";
    assert_eq!(written(&bench, "src/api/cart.ts", whole), Decision::Silent);
    for lacking in
        ["authorise(user);\n", "export const route = 'v1/carts';\n", "// authorise() v1/\nexport {}\n"]
    {
        assert_eq!(written(&bench, "src/api/cart.ts", lacking), Decision::Deny, "{lacking}");
    }
    assert_eq!(written(&bench, "src/api/cart.ts", ""), Decision::Silent, "an empty file lacks nothing yet");
    assert_eq!(written(&bench, "src/ui/cart.ts", "export {}\n"), Decision::Silent);
    let verdict = bench.judge(Call::Write { path: "src/api/a.ts".into(), content: "export {}\n".into() });
    assert!(reason(&verdict).contains("must have a call of authorise"), "{}", reason(&verdict));
    let nothing = error("[[gate.architecture]]\nid = \"x\"\nfiles = \"src/**\"\n");
    assert!(nothing.contains("name what to `forbid` or to `require`"), "{nothing}");
}

#[test]
fn code_can_be_exempt_from_tests_first() {
    let policy = "[rules]\n\"gate/untested-code\" = \"enforce\"\n[gate.untested-code]\nexempt = [\"src/legacy/**\", \"*.gen.ts\"]\n";
    let bench = bench(policy);
    assert_eq!(written(&bench, "src/cart.ts", "export {}\n"), Decision::Deny);
    for path in ["src/legacy/cart.ts", "src/cart.gen.ts"] {
        assert_eq!(written(&bench, path, "export {}\n"), Decision::Silent, "{path}");
    }
}

#[test]
fn what_is_source_is_a_setting_of_all_gates() {
    let policy = "[rules]\n\"gate/untested-code\" = \"enforce\"\n\"gate/undocumented-code\" = \"enforce\"\n\
                  [gate.sources]\nextensions = [\"ts\"]\nexcept = [\"gen/**\"]\n";
    let bench = bench(policy);
    assert_eq!(written(&bench, "src/cart.ts", "export {}\n"), Decision::Deny);
    assert_eq!(written(&bench, "scripts/cart.ts", "export {}\n"), Decision::Deny);
    for path in ["gen/cart.ts", "src/cart.py"] {
        assert_eq!(written(&bench, path, "x\n"), Decision::Silent, "{path}");
    }
}

#[test]
fn how_often_a_gate_advises_before_it_denies_is_a_setting() {
    let mocks = "vi.mock('../src/cart');\n";
    let advised = |times: usize| Advised {
        agent: String::new(),
        rule: "gate/mocked-internals".into(),
        at: 10,
        earlier: vec![5; times - 1],
    };
    for (setting, decisions) in [
        ("", [Decision::Advise, Decision::Deny, Decision::Deny]),
        ("advices = 2\n", [Decision::Advise, Decision::Advise, Decision::Deny]),
        ("advices = 0\n", [Decision::Deny, Decision::Deny, Decision::Deny]),
    ] {
        let mut bench = bench(&format!("[gate.mocked-internals]\n{setting}"));
        for (times, expected) in decisions.into_iter().enumerate() {
            bench.session.advised = (times > 0).then(|| advised(times)).into_iter().collect();
            assert_eq!(written(&bench, "tests/cart.test.ts", mocks), expected, "{setting} {times}");
        }
    }
    assert_eq!(bench("[gate.failing-tests]\nadvices = 3\n").policy.advices_of_failing_tests, Some(3));
}

#[test]
fn the_length_of_a_line_is_a_setting() {
    let command = format!("echo x > {}/.env", "x".repeat(400));
    let longest = |policy: &str| {
        let said = reason(&bench(policy).shell(&command));
        said.lines().map(|line| line.chars().count()).max().unwrap()
    };
    assert_eq!(longest(""), 200);
    assert_eq!(longest("line_length = 300\n"), 300);
    assert_eq!(
        error("line_length = 5\n"),
        "hookward.toml:1:15: a line of fewer than 80 characters says too little"
    );
}

#[test]
fn a_text_with_an_unknown_blank_is_refused_with_its_place() {
    for (policy, expected) in [
        (
            "[[message]]\nrules = [\"security/*\"]\ndeny = \"no {nonsense} at {why}\"\n",
            "hookward.toml:3:12: `{nonsense}` is not filled in here; known are {rule}, ",
        ),
        (
            "[strikes]\nfirst = \"{mesage}\"\n",
            "hookward.toml:2:10: `{mesage}` is not filled in here; did you mean `{message}`?",
        ),
        (
            "[[gate.architecture]]\nid = \"x\"\nfiles = \"a\"\nforbid = { import = \"b\" }\nmessage = \"{id}\"\n",
            "hookward.toml:5:12: `{id}` is not filled in here; known are {file}, {line}, {match}, {source}, {record}, {use}, {use-line}, {used}; as it stands it is `{{id}}`",
        ),
        (
            "[[gate.missing-import]]\nfiles = \"a\"\nrequire = [\"b\"]\nmessage = \"{line}\"\n",
            "hookward.toml:4:12: `{line}` is",
        ),
        ("[gate.untested-code]\nmessage = \"{test.nam}\"\n", "hookward.toml:2:12: `{test.nam}` is"),
        // Figures belong to the one rule that has them, and nobody is asked about what may be left out.
        (
            "[[message]]\nrules = [\"gate/untested-code\"]\ndeny = \"{passed} passed\"\n",
            "hookward.toml:3:9: `{passed}` is not filled in here",
        ),
        (
            "[[message]]\nrules = [\"gate/unfinished-stop\"]\nask = \"{passed} {matched}\"\n",
            "hookward.toml:1:1: `ask` must say what is asked about",
        ),
    ] {
        assert!(error(policy).starts_with(expected), "{}\n{expected}", error(policy));
    }
    bench("[[message]]\nrules = [\"gate/*\"]\ndeny = \"{step}. {passed} passed, {brief}\"\n");
    for text in ["USER#{userId}", "USER#{{id}}", "{ a: 1 }", "{file.name} {line}"] {
        bench(&format!(
            "[[gate.architecture]]\nid = \"x\"\nfiles = \"a\"\nforbid = {{ import = \"b\" }}\nmessage = \"{text}\"\n"
        ));
    }
}
