//! What becomes of findings: the strictest wins, the policy's layers weigh, nobody there means no.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use hookward_core::effects::Call;
use hookward_core::policy::Layer::{Local, Managed, Project, User};
use hookward_core::{Against, Attendance, Case, Category, Decision, EventName, Rule, decide_with, reason};
use support::Bench;

#[test]
fn the_strictest_finding_wins_whatever_stands_around_it() {
    let bench = Bench::default();
    assert_eq!(bench.shell("git status").decision, Decision::Approve);
    assert_eq!(bench.shell("git status; rm -rf src").decision, Decision::Ask);
    assert_eq!(bench.shell("rm -rf src; rm -rf /; git status").decision, Decision::Deny);
    assert_eq!(bench.shell("cargo test").decision, Decision::Silent);
}

#[test]
fn one_effect_is_judged_alike_through_every_tool() {
    let bench = Bench::default();
    let path = || ".env".to_owned();
    for call in [
        Call::Write { path: path(), content: String::new() },
        Call::Edit { path: path(), edits: Vec::new() },
        Call::shell("echo A=1 > .env"),
        Call::shell("tee .env"),
        Call::shell("cp x .env"),
        Call::shell("mv x .env"),
        Call::shell("dd if=x of=.env"),
    ] {
        let verdict = bench.judge(call.clone());
        assert_eq!(verdict.decision, Decision::Deny, "{call:?}");
        assert!(verdict.findings.iter().any(|finding| finding.rule == "security/protected-file"), "{call:?}");
    }
}

#[test]
fn a_question_becomes_a_denial_when_nobody_is_there_to_answer() {
    let nobody = Bench { attendance: Attendance::Unattended, ..Bench::default() };
    let verdict = nobody.shell("rm -rf src");
    assert_eq!(verdict.decision, Decision::Deny);
    assert!(reason(&verdict).contains("nobody is there"), "{}", reason(&verdict));

    let lenient = Bench {
        attendance: Attendance::Unattended,
        ..Bench::with(&[(User, "[security]\nask_when_unattended = \"allow\"")])
    };
    assert_eq!(lenient.shell("rm -rf src").decision, Decision::Silent);
    assert_eq!(lenient.shell("rm -rf /").decision, Decision::Deny);
}

#[test]
fn a_project_may_tighten_security_and_never_loosen_it_and_a_try_is_reported() {
    for mode in ["off", "shadow", "advise"] {
        for layer in [Project, Local] {
            let bench = Bench::with(&[(layer, &format!("[rules]\n\"security/secret-read\" = \"{mode}\""))]);
            assert_eq!(bench.shell("cat .env").decision, Decision::Deny, "{mode}");
            let notice = &bench.policy.notices[0];
            assert!(notice.text.contains("never loosen"), "{}", notice.text);
            assert_eq!(notice.origin.line, 2);
        }
    }
    let asks = Bench::with(&[(Project, "[rules]\n\"security/secret-read\" = \"ask\"")]);
    assert_eq!(asks.shell("cat .env").decision, Decision::Deny, "ask must not lower a denial");
    let denies = Bench::with(&[(Project, "[rules]\n\"security/*\" = \"deny\"")]);
    assert_eq!(denies.shell("rm -rf src").decision, Decision::Deny);
    let unattended = Bench::with(&[(Project, "[security]\nask_when_unattended = \"allow\"")]);
    assert_eq!(unattended.policy.notices.len(), 1);
}

#[test]
fn a_person_may_loosen_and_the_line_is_named() {
    let bench = Bench::with(&[(User, "[rules]\n\"security/secret-read\" = \"ask\"\n")]);
    let verdict = bench.shell("cat .env");
    assert_eq!(verdict.decision, Decision::Ask);
    assert_eq!(verdict.findings[0].origin.as_ref().unwrap().to_string(), "user.toml:2");
    let off = Bench::with(&[(User, "[rules]\n\"security/secret-read\" = \"off\"\n")]);
    assert!(off.shell("cat .env").findings.iter().all(|finding| finding.rule != "security/secret-read"));
    let again = Bench::with(&[
        (User, "[rules]\n\"security/secret-read\" = \"off\"\n"),
        (Project, "[rules]\n\"security/secret-read\" = \"enforce\"\n"),
    ]);
    assert_eq!(again.shell("cat .env").decision, Decision::Deny);
}

#[test]
fn what_the_machine_locks_nobody_changes() {
    let bench = Bench::with(&[
        (Managed, "lock = [\"security/secret-read\"]"),
        (User, "[rules]\n\"security/secret-read\" = \"off\"\n\"security/*\" = \"off\"\n"),
    ]);
    assert_eq!(bench.shell("cat .env").decision, Decision::Deny);
    assert_eq!(bench.policy.notices.len(), 2);
}

#[test]
fn a_rule_in_shadow_mode_is_recorded_and_not_enforced() {
    let bench = Bench::with(&[(User, "[rules]\n\"security/recursive-deletion\" = \"shadow\"\n")]);
    let verdict = bench.shell("rm -rf src");
    assert_eq!(verdict.decision, Decision::Silent);
    assert_eq!(verdict.shadowed[0].rule, "security/recursive-deletion");
}

#[test]
fn what_a_rule_in_shadow_mode_objects_to_is_not_approved_but_left_to_the_host() {
    let bench = Bench::with(&[(User, "[rules]\n\"security/secret-read\" = \"shadow\"\n")]);
    for secret in ["cat .env", "cat README.md && head -3 .env"] {
        let verdict = bench.shell(secret);
        assert_eq!(verdict.decision, Decision::Silent, "{secret}");
        assert_eq!(verdict.shadowed[0].rule, "security/secret-read", "{secret}");
    }
    assert_eq!(bench.shell("cat README.md").decision, Decision::Approve);
    // What would only have been approved by it is none of its objections.
    let approves = Bench::with(&[(User, "[rules]\n\"approve/read-only\" = \"shadow\"\n")]);
    assert_eq!(approves.shell("git status").decision, Decision::Approve);
}

#[test]
fn lists_of_a_project_add_to_the_built_in_ones() {
    let bench = Bench::with(&[(
        Project,
        "[security]\nprotected_files = [\"db/schema.sql\"]\nask_first = [\"api/**\"]\nsecret_files = [\"*.p8\"]\n",
    )]);
    assert_eq!(bench.shell("echo x > db/schema.sql").decision, Decision::Deny);
    assert_eq!(bench.shell("touch api/v1/a.yaml").decision, Decision::Ask);
    assert_eq!(bench.shell("cat keys/AuthKey.p8").decision, Decision::Deny);
    assert_eq!(bench.shell("cat .env").decision, Decision::Deny);
}

#[test]
fn an_own_rule_sees_the_command_as_it_was_written_too() {
    let rule = |command: &str| {
        let text = format!(
            "[[rule]]\nid = \"gate/x\"\non = \"shell\"\ncommand = \"{command}\"\ndecision = \"deny\"\nwhy = \"w\"\n\
             instead = \"i\"\nexamples = {{ fires = [\"x\"], passes = [\"y\"] }}\n"
        );
        Bench::with(&[(Project, &text)])
    };
    for (pattern, command) in [
        ("{npm,yarn,pnpm} create *", "yarn create vite app"),
        ("{npm,yarn,pnpm} create *", "cd a && sudo yarn create vite"),
        ("npx *", "npx prettier --check ."),
        ("npx prettier --check .", "npx prettier --check ."),
        ("prettier *", "npx prettier --check ."),
        ("timeout * npm test", "timeout 5 npm test"),
    ] {
        assert_eq!(rule(pattern).shell(command).decision, Decision::Deny, "{pattern}: {command}");
    }
    for (pattern, command) in [
        ("{npm,yarn,pnpm} create *", "yarn dlx create-vite"),
        ("npx prettier", "npx prettier --check ."),
        ("vite *", "echo yarn create vite"),
    ] {
        assert_ne!(rule(pattern).shell(command).decision, Decision::Deny, "{pattern}: {command}");
    }
}

#[test]
fn an_option_of_an_own_rule_is_found_wherever_it_stands() {
    let bench = Bench::with(&[(
        Project,
        "[[rule]]\nid = \"gate/forced\"\non = \"shell\"\ncommand = \"npm {install,i} *\"\noptions = [\"--force\", \"-f\", \"-s 9\"]\n\
         decision = \"deny\"\nwhy = \"w\"\ninstead = \"i\"\nexamples = { fires = [\"npm i -f\"], passes = [\"npm i\"] }\n",
    )]);
    for command in [
        "npm i --force",
        "npm install x --force",
        "npm --force install x",
        "npm install -f",
        "npm i -gf x",
        "npm i --force=true",
        "npm i x -s 9",
        "F=--force; npm i $F",
    ] {
        assert_eq!(bench.shell(command).decision, Decision::Deny, "{command}");
    }
    for command in [
        "npm i",
        "npm i x --foreground",
        "npm i -- --force",
        "npm test --force",
        "npm i -s 1 9",
        "echo npm i -f",
    ] {
        assert_ne!(bench.shell(command).decision, Decision::Deny, "{command}");
    }
    let error = |more: &str| {
        let text = format!(
            "[[rule]]\nid = \"gate/x\"\n{more}\ndecision = \"deny\"\nwhy = \"w\"\nexamples = {{ fires = [\"a\"], passes = [\"b\"] }}\n"
        );
        let source = hookward_core::policy::Source { layer: Project, path: "p.toml".into(), text };
        hookward_core::policy::compile(&[source]).unwrap_err().to_string()
    };
    assert!(error("on = \"write\"\npath = \"x\"\noptions = [\"-f\"]").contains("those of a `command`"));
    assert!(error("on = \"shell\"\ncommand = \"x *\"\noptions = [\"force\"]").contains("begin with `-`"));
}

#[test]
fn an_own_rule_sees_through_wrappers_and_leaves_text_alone() {
    let bench = Bench::with(&[(Project, OWN_RULE)]);
    for fires in [
        "npm install x",
        "sudo npm install x y",
        "cd a && npm install",
        "sh -c 'npm install x'",
        "/usr/bin/npm install",
    ] {
        assert_eq!(bench.shell(fires).decision, Decision::Deny, "{fires}");
    }
    for passes in ["npm test", "echo npm install x", "pnpm install x", "git commit -m 'npm install x'"] {
        assert!(bench.shell(passes).decision < Decision::Ask, "{passes}");
    }
    let verdict = bench.shell("ls; npm install x");
    assert_eq!(verdict.findings[0].matched, "npm install x");
    assert_eq!(verdict.findings[0].origin.as_ref().unwrap().to_string(), "/home/dev/app/hookward.toml:1");
}

const OWN_RULE: &str = r#"[[rule]]
id = "gate/no-npm-here"
on = "shell"
command = "npm install *"
decision = "deny"
why = "this project uses pnpm"
instead = "pnpm add"
examples = { fires = ["npm install x"], passes = ["npm test"] }
"#;

#[test]
fn a_rule_that_panics_closes_if_it_is_security_and_opens_if_it_only_helps() {
    std::panic::set_hook(Box::new(|_| {}));
    let rule = |category| {
        [Rule {
            id: "security/secret-read",
            category,
            on: &[EventName::BeforeTool],
            against: Against::Target,
            source: "",
            judge: |_: &Case| panic!("on purpose"),
            examples: &[],
        }]
    };
    let decide = |category, attendance| {
        let bench = Bench { attendance, ..Bench::default() };
        bench.case(Call::shell("ls"), |case| decide_with(&rule(category), case).decision)
    };
    assert_eq!(decide(Category::Security, Attendance::Attended), Decision::Ask);
    assert_eq!(decide(Category::Security, Attendance::Unattended), Decision::Deny);
    assert_eq!(decide(Category::Gate, Attendance::Attended), Decision::Deny);
    assert_eq!(decide(Category::Feedback, Attendance::Unattended), Decision::Silent);
    assert_eq!(decide(Category::Approve, Attendance::Attended), Decision::Silent);
}

#[test]
fn a_reason_names_rule_match_why_and_instead_within_its_budget() {
    let command = format!("rm -rf / {}", "ä".repeat(500));
    let text = reason(&Bench::default().shell(&command));
    assert!(text.contains("security/catastrophic-deletion"), "{text}");
    assert!(text.contains("Why: ") && text.contains("Instead: "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 200), "{text}");
}
