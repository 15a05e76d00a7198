//! Laws that hold for every command: what is added around a call never lowers the verdict, and text that runs nothing
//! never raises it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use hookward_core::Decision;
use hookward_core::policy::Layer;
use proptest::prelude::*;
use support::Bench;

fn commands() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "rm -rf /",
        "rm -rf src",
        "cat .env",
        "echo x > .env",
        "find . -delete",
        "rm -rf \"$DIR/\"",
        "touch infra/a.tf",
        "git status",
        "cargo test",
        "rm -rf node_modules",
    ])
}

type Wrap = fn(&str) -> String;

/// A program in front of a simple command that must not make it look better.
fn prefixes() -> impl Strategy<Value = Wrap> {
    prop::sample::select(vec![
        str::to_owned as Wrap,
        |c| format!("sudo {c}"),
        |c| format!("sudo -u root -- {c}"),
        |c| format!("env A=1 {c}"),
        |c| format!("nohup {c}"),
        |c| format!("timeout 5 {c}"),
        |c| format!("command {c}"),
        |c| format!("A=1 {c}"),
    ])
}

/// Syntax around any command that must not make it look better.
fn wrappers() -> impl Strategy<Value = Wrap> {
    prop::sample::select(vec![
        (|c| format!("( {c} )")) as Wrap,
        |c| format!("{{ {c}; }}"),
        |c| format!("true && {c}"),
        |c| format!("{c} | tail -3"),
        |c| format!("if true; then {c}; fi"),
        |c| format!("for i in 1 2; do {c}; done"),
        |c| format!("echo \"$( {c} )\""),
        |c| format!("! {c}"),
        |c| format!("bash -c '{c}'"),
        |c| format!("eval '{c}'"),
        |c| format!("ls; {c}; ls"),
        |c| format!("f() {{ {c}; }}; f"),
    ])
}

/// Text around a command that keeps it from running.
fn inert() -> impl Strategy<Value = Wrap> {
    prop::sample::select(vec![
        (|c| format!("git commit -m '{c}'")) as Wrap,
        |c| format!("echo '{c}'"),
        |c| format!("grep -rn '{c}' docs"),
        |c| format!("ls # {c}"),
        |c| format!("cat > notes.md <<'EOF'\n{c}\nEOF"),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_wrapper_never_lowers_the_verdict(
        command in commands(),
        prefix in prefixes(),
        wrap in wrappers(),
        again in wrappers(),
    ) {
        let bench = Bench::default();
        let bare = bench.shell(command).decision;
        // An approval may be lost on the way; an objection may not.
        if bare >= Decision::Ask {
            let once = wrap(&prefix(command));
            prop_assert!(bench.shell(&once).decision >= bare, "{once}");
            if !once.contains('\'') {
                let twice = again(&once);
                prop_assert!(bench.shell(&twice).decision >= bare, "{twice}");
            }
        }
    }

    #[test]
    fn text_that_runs_nothing_never_raises_the_verdict(command in commands(), hide in inert()) {
        let text = hide(command);
        let decision = Bench::default().shell(&text).decision;
        prop_assert!(decision < Decision::Ask, "{text} is {decision:?}");
    }

    #[test]
    fn quoting_that_the_shell_removes_changes_nothing(command in commands(), at in 0usize..40) {
        let bench = Bench::default();
        let quoted = escape(command, at);
        prop_assert_eq!(bench.shell(command).decision, bench.shell(&quoted).decision, "{}", quoted);
    }

    #[test]
    fn a_project_never_loosens_security(
        command in commands(),
        rule in prop::sample::select(vec!["security/*", "security/secret-read", "security/catastrophic-deletion"]),
        mode in prop::sample::select(vec!["off", "shadow", "advise", "ask", "deny", "enforce"]),
        theirs in prop::sample::select(vec!["security/*", "security/recursive-deletion", "security/secret-read"]),
        persons in prop::sample::select(vec!["off", "shadow", "advise", "ask", "deny", "enforce"]),
    ) {
        let user = format!("[rules]\n\"{theirs}\" = \"{persons}\"\n");
        let bare = Bench::with(&[(Layer::User, &user)]).shell(command).decision;
        let policy = format!("[rules]\n\"{rule}\" = \"{mode}\"\n");
        let under = Bench::with(&[(Layer::User, &user), (Layer::Project, &policy)]).shell(command).decision;
        // An approval may be lost; an objection may not.
        prop_assert!(under >= bare || bare == Decision::Approve, "{command}: {user} then {policy}");
    }
}

/// The command with the letter at `at` escaped, if it is a letter outside quotes.
fn escape(command: &str, at: usize) -> String {
    let quoted = command.char_indices().take(at).filter(|(_, c)| *c == '"').count() % 2 == 1;
    let letter = command.chars().nth(at).is_some_and(|c| c.is_ascii_alphabetic());
    let variable = command.get(..at).is_some_and(|before| before.contains('$'));
    match command.split_at_checked(at) {
        Some((before, after)) if letter && !quoted && !variable => format!("{before}\\{after}"),
        _ => command.to_owned(),
    }
}
