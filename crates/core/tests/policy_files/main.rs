//! Policy files that cannot be used say where and what to do.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod hooks;
#[path = "../support/mod.rs"]
mod support;

use hookward_core::effects::{Call, Replacement};
use hookward_core::policy::{Layer, Source, Standing, Trusted, compile};
use hookward_core::{Decision, Finding};

fn error(text: &str) -> String {
    let source = Source { layer: Layer::Project, path: "hookward.toml".into(), text: text.into() };
    compile(&[source]).unwrap_err().to_string()
}

#[test]
fn mistakes_are_named_with_their_place() {
    for (text, expected) in [
        (
            "[rules]\n\"security/secret-raed\" = \"deny\"",
            "hookward.toml:2:2: unknown rule `security/secret-raed`; did you mean `security/secret-read`?",
        ),
        (
            "[rules]\n\"nonsense\" = \"deny\"",
            "hookward.toml:2:2: unknown rule `nonsense`; `hookward rules` lists them all",
        ),
        (
            "[[message]]\nrules = [\"gate/untested-code\", \"gate/untested-cod\"]\ndeny = \"{why}\"\n",
            "hookward.toml:2:33: unknown rule `gate/untested-cod`; did you mean `gate/untested-code`?",
        ),
        (
            "line_length = 100\n[gate.plan]\nmax_age = \"soon\"\n",
            "hookward.toml:3:12: max_age `soon` is not a duration; write `30m` or `4h`",
        ),
        (
            "[gate.unfinished-stop]\nchecks = []\nlimit = \"soon\"\n",
            "hookward.toml:3:10: limit `soon` is not a duration; write `90s` or `4m`",
        ),
        (
            "hosts = [\"kiro\", \"claud\"]\n",
            "hookward.toml:1:19: there is no host `claud` to register with; did you mean `claude`?",
        ),
        (
            "[gate.unfinished-stop]\nchecks = []\ncoverage = 900\n",
            "hookward.toml:3:12: coverage `900` is no part of all lines; write a percentage from 0 to 100",
        ),
        (
            "[strikes]\nlimit = 0\n",
            "hookward.toml:2:9: `limit` is at least 1: with none in a row nothing could be explained",
        ),
        ("[securty]\n", "hookward.toml:1:2: unknown key `securty`; did you mean `security`?"),
        (
            "extends = [\"recomended\"]",
            "hookward.toml:1:12: unknown value `recomended`; did you mean `recommended`?",
        ),
    ] {
        assert_eq!(error(text), expected);
    }
}

#[test]
fn an_own_rule_needs_what_it_needs() {
    let rule = |body: &str| error(&format!("[[rule]]\nid = \"gate/x\"\n{body}\n"));
    let rest = "decision = \"deny\"\nwhy = \"x\"\nexamples = { fires = [\"a\"], passes = [\"b\"] }";
    assert!(rule(&format!("on = \"shell\"\n{rest}")).contains("needs `command`"));
    assert!(rule(&format!("on = \"write\"\ncommand = \"a\"\n{rest}")).contains("needs `path`"));
    assert!(rule("on = \"shell\"\ncommand = \"a\"\ndecision = \"deny\"\nwhy = \"x\"\nexamples = { fires = [], passes = [] }").contains("at least one that fires"));
    assert!(rule("on = \"shell\"").contains("is missing"));
    let taken =
        error(&format!("[[rule]]\nid = \"security/secret-read\"\non = \"shell\"\ncommand = \"a\"\n{rest}"));
    assert!(
        taken.starts_with("hookward.toml:2:6: there is a rule `security/secret-read` already"),
        "{taken}"
    );
    let astray = error(&format!("[[rule]]\nid = \"mine\"\non = \"shell\"\ncommand = \"a\"\n{rest}"));
    assert!(astray.contains("must start with"), "{astray}");
}

#[test]
fn a_role_holds_for_its_agents_and_never_loosens_security() {
    let text = r#"
[rules]
"gate/x" = "deny"
[roles.reviewer]
rules = { "gate/*" = "off", "security/publication" = "off", "security/persistence" = "deny" }
[[rule]]
id = "gate/x"
on = "shell"
command = "x"
decision = "ask"
why = "x"
examples = { fires = ["x"], passes = ["y"] }
"#;
    for layer in [Layer::Project, Layer::User] {
        let source = Source { layer, path: "hookward.toml".into(), text: text.into() };
        let policy = compile(&[source]).unwrap();
        let standing = |rule: &'static str, role: &str| {
            let finding = Finding {
                rule: rule.into(),
                decision: Decision::Ask,
                matched: String::new(),
                span: None,
                about: Vec::new(),
                why: "".into(),
                instead: "".into(),
                origin: None,
                edits: Vec::new(),
                input: None,
                output: None,
                told: String::new(),
                bypass: None,
                figures: Vec::new(),
            };
            policy.standing(&finding, role).0
        };
        assert_eq!(standing("gate/x", "default"), Standing::Enforced(Decision::Deny));
        assert_eq!(standing("gate/x", "reviewer"), Standing::Off);
        assert_eq!(standing("security/publication", "reviewer"), Standing::Enforced(Decision::Ask));
        assert_eq!(standing("security/persistence", "reviewer"), Standing::Enforced(Decision::Deny));
        assert_eq!(standing("security/persistence", "default"), Standing::Enforced(Decision::Ask));
        let said = |notice: &hookward_core::policy::Notice| notice.text.contains("a role may tighten");
        assert!(policy.notices.iter().any(said), "{:?}", policy.notices);
    }
}

/// The contract's sample file, as others write it.
#[test]
fn every_key_of_the_contract_is_accepted() {
    let text = r#"
extends = ["recommended", "workflow"]
hosts = ["claude", "cursor"]
[rules]
"security/publication" = "deny"
"gate/missing-plan" = "shadow"
[security]
protected_branches = ["main", "master", "release/*"]
protected_files = ["db/schema.sql"]
ask_first = ["infra/**"]
secret_files = ["*.p8"]
artefacts = ["out/**"]
ask_when_unattended = "deny"
[gate.untested-code]
level = "exists"
pairs = [{ code = "backend/functions/*/handler.ts", test = "backend/functions/*/handler.test.ts" }]
[[gate.architecture]]
id = "lambda-to-lambda"
files = "backend/functions/**/*.ts"
forbid = { import = "../*/handler" }
record = "docs/adr/007-no-lambda-to-lambda.md"
message = "no"
[[gate.missing-import]]
files = "backend/functions/*/handler.ts"
require = ["@ai-learning-hub/logging"]
when = { call = "DynamoDBClient" }
[feedback]
format = { "*.ts" = "npx prettier --write {file}" }
[[hook]]
on = "before-tool"
match = { tool = "shell" }
run = "./scripts/check.sh"
category = "gate"
timeout = "5s"
on_failure = "deny"
[roles.reviewer]
rules = { "gate/*" = "off" }
[registration]
fail_closed = false
"#;
    let source = Source { layer: Layer::Project, path: "hookward.toml".into(), text: text.into() };
    let policy = compile(&[source]).unwrap();
    assert_eq!(policy.hooks[0].timeout_ms, 5_000);
    assert_eq!((policy.forbidden.len(), policy.required.len()), (1, 1));
    assert_eq!(policy.tools[0].run, "npx prettier --write {file}");
    assert_eq!(policy.notices, []);
}

#[test]
fn what_a_policy_says_of_sessions_is_refused_where_it_cannot_hold() {
    for (text, expected) in [
        ("[feedback.lessons]\nfile = \"../lessons.md\"\n", "not a path below the workspace's root"),
        ("[feedback.lessons]\nfile = \"/etc/lessons.md\"\n", "not a path below the workspace's root"),
        ("[feedback.lessons]\nfile = \"src/a.ts\"\n", "a Markdown file that is not hidden"),
        ("[feedback.lessons]\nfile = \".git/hooks/x.md\"\n", "a Markdown file that is not hidden"),
        ("[[feedback.context]]\nwhen = [\"x\"]\n", "either `text` or `file`"),
        ("[[feedback.context]]\nwhen = []\ntext = \"x\"\n", "needs `when`"),
        ("[feedback]\nstart = [\"../x\"]\n", "not a path below the workspace's root"),
        ("[[feedback.knowledge]]\nfiles = \"x\"\nstale = \"soon\"\n", "is not a duration"),
        ("[gate.handoff]\ncontract = { pattern = \"x\" }\n", "`pattern` is not known"),
        ("[gate.handoff]\nlimit = \"long\"\n", "is not a duration"),
        ("[agents.a]\nmust_wrte = []\n", "did you mean `must_write`?"),
    ] {
        let source = Source { layer: Layer::Project, path: "hookward.toml".into(), text: text.into() };
        let error = compile(&[source]).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn commands_of_a_handoff_wait_for_trust() {
    let text = "[gate.handoff]\ntests = \"npm test\"\n";
    for (layer, waits) in [(Layer::Project, 1), (Layer::Local, 1), (Layer::User, 0)] {
        let source = Source { layer, path: "hookward.toml".into(), text: text.into() };
        let mut policy = compile(&[source]).unwrap();
        assert_eq!(policy.trust_items().len(), waits);
        policy.keep_trusted(|_| Trusted::Never);
        let commands = policy.sessions.unwrap().handoff.unwrap().commands.len();
        assert_eq!((commands, policy.notices.len()), (1 - waits, waits));
    }
}

#[test]
fn a_table_turns_its_gate_on_and_a_mode_turns_it_off() {
    let table = "[[gate.architecture]]\nid = \"a\"\nfiles = \"*.ts\"\nforbid = { call = \"eval\" }\n";
    let is_on = |layers: &[(Layer, &str)]| {
        let bench = support::Bench::with(layers);
        let call = Call::Write { path: "a.ts".into(), content: "eval('1')".into() };
        bench.judge(call).decision == Decision::Deny
    };
    let off = "[rules]\n\"gate/architecture\" = \"off\"\n";
    assert!(is_on(&[(Layer::Project, table)]));
    assert!(!is_on(&[(Layer::Project, "")]));
    assert!(!is_on(&[(Layer::Project, &format!("{off}{table}"))]));
    assert!(!is_on(&[(Layer::Project, table), (Layer::Local, off)]));
    assert!(!is_on(&[(Layer::User, off), (Layer::Project, table)]));
    assert!(!is_on(&[(Layer::Project, &format!("[rules]\n\"gate/*\" = \"shadow\"\n{table}"))]));
    assert!(error(&table.replace("call", "at")).contains("belong to a `literal`"));
    assert!(error(&table.replace("call = \"eval\"", "")).contains("name an `import`"));
}

#[test]
fn the_compiled_form_gives_back_the_same_policy() {
    let text = "[security]\nartefacts = [\"out/**\"]\n[[hook]]\non = \"stop\"\nrun = \"x\"\n[[gate.architecture]]\nid = \"a\"\nfiles = \"*.ts\"\nforbid = { literal = \"*\", at = \"PK\", unless = [\"A#*\"] }\n";
    let source = Source { layer: Layer::Project, path: "hookward.toml".into(), text: text.into() };
    let policy = compile(&[source]).unwrap();
    let bytes = postcard::to_allocvec(&policy).unwrap();
    assert_eq!(postcard::from_bytes::<hookward_core::Policy>(&bytes).unwrap(), policy);
}

#[test]
fn an_agent_may_make_the_policy_stricter_and_asks_for_anything_else() {
    const BEFORE: &str = "[security]\nprotected_files = [\"a\"]\n";
    const DISK: support::Disk = support::Disk(&[("hookward.toml", BEFORE)]);
    let bench = support::Bench { world: &DISK, ..support::Bench::with(&[(Layer::Project, BEFORE)]) };
    let path = format!("{}/hookward.toml", support::ROOT);
    let write =
        |content: &str| bench.judge(Call::Write { path: path.clone(), content: content.into() }).decision;
    let edit = |old: &str, new: &str| {
        let edits = vec![Replacement { old: old.into(), new: new.into(), ..Replacement::default() }];
        bench.judge(Call::Edit { path: path.clone(), edits }).decision
    };
    assert!(write("[security]\nprotected_files = [\"a\", \"b\"]\n") < Decision::Ask);
    assert_eq!(write("[security]\nprotected_files = []\n"), Decision::Ask);
    assert!(edit("[\"a\"]", "[\"a\", \"b\"]") < Decision::Ask);
    assert_eq!(edit("[\"a\"]", "[]"), Decision::Ask);
    assert_eq!(edit("not there", "[\"a\", \"b\"]"), Decision::Ask);
    // By a shell too, as far as it tells what the file will say.
    let shell = |command: &str| bench.shell(command).decision;
    assert!(
        shell("cat > hookward.toml <<'E'\n[security]\nprotected_files = [\"a\", \"b\"]\nE") < Decision::Ask
    );
    assert_eq!(shell("echo '[security]' > hookward.toml"), Decision::Ask);
    assert_eq!(
        shell(
            "echo '[security]' > hookward.toml; cat > hookward.toml <<'E'\n[security]\nprotected_files = [\"a\"]\nE"
        ),
        Decision::Ask
    );
    assert_eq!(shell("./make-policy > hookward.toml"), Decision::Ask);
    // A policy of another directory is none of this one's.
    let other = Call::Write { path: format!("{}/x/hookward.toml", support::ROOT), content: String::new() };
    assert_eq!(bench.judge(other).decision, Decision::Ask);
    assert_eq!(bench.shell("sed -i 's/a/b/' hookward.toml").decision, Decision::Ask);
    // What it was before may have been looser.
    assert_eq!(bench.shell("git checkout HEAD~1 -- hookward.toml").decision, Decision::Ask);
    assert_eq!(bench.shell("git restore --source HEAD~1 hookward.toml").decision, Decision::Ask);
}

#[test]
fn a_value_of_the_wrong_kind_is_refused_in_words_that_no_program_is_needed_for() {
    const KEYS: &[&str] = &[
        "extends",
        "hosts",
        "lock",
        "rules",
        "security",
        "security.protected_files",
        "security.ask_when_unattended",
        "gate",
        "gate.untested-code",
        "gate.untested-code.pairs",
        "gate.architecture",
        "gate.missing-import",
        "gate.plan",
        "gate.handoff",
        "gate.unfinished-stop",
        "feedback",
        "feedback.budget",
        "feedback.format",
        "feedback.context",
        "feedback.lessons",
        "hook",
        "rule",
        "roles",
        "roles.a",
        "roles.a.rules",
        "registration",
        "registration.fail_closed",
        "strikes",
        "message",
        "journal",
        "agents",
        "mirror",
    ];
    let leaks =
        ["struct ", "enum ", "variant", "sequence", "a map", "u64", "u32", "u8", "i64", "usize", "::"];
    let mut refused = 0;
    for key in KEYS {
        for value in
            ["7", "-7", "1.5", "true", "\"x\"", "[7]", "[[]]", "[\"x\"]", "{ x = 1 }", "[{ x = 1 }]", "[{}]"]
        {
            let text = format!("{key} = {value}\n");
            let source = Source { layer: Layer::Project, path: "hookward.toml".into(), text: text.clone() };
            let Err(error) = compile(&[source]) else { continue };
            let error = error.to_string();
            refused += 1;
            assert!(!leaks.iter().any(|leak| error.contains(leak)), "{text}: {error}");
        }
    }
    assert!(refused > 150, "{refused}");
    let lists = error("[security]\nprotected_files = [\"db/[a\"]\n");
    assert_eq!(lists, "hookward.toml:2:20: the list has a broken glob `db/[a`: its `[` is not closed");
    assert_eq!(error("[[hook]]\non = \"stop\"\n"), "hookward.toml:1:1: the key `run` is missing");
}
