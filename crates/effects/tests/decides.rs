//! Of which commands the end of a text tells that they ended well.

use hookward_effects::{Call, Emptiness, Scene, Value, facts};

fn deciding(text: &str) -> Vec<String> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    let facts = facts(&Call::shell(text), &scene);
    let decide = facts.commands.iter().filter(|command| command.decides);
    decide.map(|command| command.words.iter().map(Value::to_string).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn a_text_vouches_for_what_must_end_well() {
    for text in [
        "t x",
        "cd a && t x",
        "t x && echo fine",
        "A=1 timeout 60 t x",
        "(cd a && t x)",
        "{ t x; }",
        "bash -c 't x'",
        "bash -c 'cd a && t x' && echo fine",
        "cd a; t x",
        "t x || exit 1",
        "t x && u || { echo no; exit 1; }",
        "set -e; t x; echo fine",
        "set -euo pipefail\nt x | tail -3\necho fine",
        "set -o pipefail; t x | tee log",
        "f() { t x; }; f",
        "! ! t x",
        "time t x",
        "eval 't x'",
        "t x 2>&1",
        "[ -f a ] || exit 1; t x",
        "cd a || { echo no; exit 2; }; t x",
        "exec t x",
        "set -eu; t x",
    ] {
        assert!(deciding(text).contains(&"t x".to_owned()), "{text}: {:?}", deciding(text));
    }
}

#[test]
fn a_text_does_not_vouch_for_what_may_have_failed() {
    for text in [
        "t x | tail",
        "t x; echo done",
        "t x || true",
        "t x || echo failed && exit 1",
        "! t x",
        "t x &",
        "t x & wait",
        "if t x; then echo yes; fi",
        "while t x; do break; done",
        "for i in 1; do t x; done",
        "echo $(t x)",
        "a=$(t x)",
        "cat <(t x)",
        "trap 't x' EXIT; true",
        "f() { t x; }; true",
        "(set -e); t x; true",
        "false && set -e; t x; true",
        "if false; then set -e; fi; t x; true",
        "set -e; set +e; t x; true",
        "set -e; t x && echo fine; true",
        "set -e; bash -c 't x; true'",
        "set -o pipefail; bash -c 't x | tail'",
        "t x || exit 0",
        "case a in a) t x;; esac; true",
        "$(echo) t y || t x",
        "! { t x; }",
        "! t x | cat",
        "exit 0; t x",
        "true || exit; t x",
        "[ -f a ] && exit; t x",
        "exec true; t x",
        "set -n; t x",
        "trap 'exit 0' EXIT; t x",
        "t x; trap 'exit 0' EXIT; t x",
        "f() { return 0; t x; }; f",
        "bash -nc 't x'",
        "set -- -e; t x; true",
        "set pipefail; t x | cat",
        "set -e; { set +e; }; t x; true",
        "set -e; true && set +e; t x; true",
        "set -e; eval 'set +e'; t x; true",
        "set -e; shopt -uo errexit; t x; true",
        "t x || { exit 0; exit 1; }",
        "t x || { exit 1 & }",
        "false() { :; }; t x || false",
        "exit() { :; }; t x || exit 1",
        "command_not_found_handle() { return 0; }; t x",
    ] {
        assert!(!deciding(text).contains(&"t x".to_owned()), "{text}: {:?}", deciding(text));
    }
}
