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
        "set -o pipefail && t x | tee log",
        "set -euo pipefail && cd . && t x 2>&1 | tail",
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
fn a_text_vouches_for_what_it_ends_as() {
    for text in [
        "t x; exit $?",
        "t x; exit",
        "t x; exit \"${?}\"",
        "if t x; then echo ok; else echo no; exit 1; fi",
        "if t x; then exit 0; else exit 1; fi",
        "if t x; then echo ok; elif [ -f a ]; then exit 2; else false; fi",
        "if ! t x; then echo no; exit 1; fi",
        "if ! t x; then echo no; exit 1; fi; echo fine",
        "t x || (echo no; exit 1)",
        "t x || { echo no; exit 1; }",
        "t x || { echo no >&2; exit 1; } >&2",
        "t x || exit 1; echo done",
        "t x || exit 1 || true",
        "t x || { cat log; exit 1; }; echo done",
        "{ t x || exit 1; }; echo done",
        "(t x || exit 1; echo done)",
        "(t x); exit $?",
        "t x; rc=$?; echo done; exit $rc",
        "t x; rc=$?; docker compose down; [ -f a ] && rm -f a; exit \"$rc\"",
        "t x; rc=$?; tail log | head; ./clean; wait; printf '%s' a; exit ${rc}",
        "t x; a=$?; b=$a; exit $b",
        "t x; rc=$?; if [ $rc -ne 0 ]; then echo no; fi; exit $rc",
        "t x; if [ $? -ne 0 ]; then echo no; exit 1; fi",
        "t x; rc=$?; if [ \"$rc\" = 0 ]; then echo ok; else exit $rc; fi; echo done",
        "t x; rc=$?; test $rc != 0 && exit 1; echo done",
        "t x; [ $? -eq 0 ] || exit 1",
        "f() { t x; local rc=$?; echo done; return $rc; }; f",
        "f() { t x || return 1; }; f",
        "f() { t x || exit 1; echo done; }; f; echo more",
        "bash -c 't x; exit $?'",
        "set -e; { t x; echo a; }; echo b",
        "set -e; (t x; echo a); echo b",
    ] {
        assert!(deciding(text).contains(&"t x".to_owned()), "{text}: {:?}", deciding(text));
    }
}

#[test]
fn a_text_does_not_vouch_for_what_it_forgets() {
    for text in [
        "t x; exit 0",
        "t x; exit 1",
        "t x || (echo no; exit 0)",
        "if t x; then exit 0; else exit 0; fi",
        "if t x; then exit 1; else exit 1; fi",
        "if t x; then echo ok; elif [ -f a ]; then b; else exit 1; fi",
        "if a; then exit 1; elif t x; then echo; else exit 1; fi",
        "if ! t x; then echo no; fi",
        "if ! t x; then exit 0; else exit 1; fi",
        "if [ -f a ]; then t x || exit 1; fi",
        "t x; true; exit $?",
        "t x || (exit 1) || true",
        "t x || (exit 1); echo done",
        "t x || { (exit 1); echo a; }",
        "t x; rc=0; exit $rc",
        "t x; rc=$?; rc=0; exit $rc",
        "t x; rc=$?; exit $other",
        "t x; echo done; exit $?",
        "(t x; exit $?) | tail",
        "(t x || exit 1); echo done",
        "cat a | { t x || exit 1; }; echo done",
        "{ t x || exit 1; } | tail",
        "t x & exit $?",
        "t x | tail; exit $?",
        "t x; rc=$?; read rc < f; exit $rc",
        "t x; rc=$?; eval rc=0; exit $rc",
        "t x; rc=$?; : $((rc=0)); exit $rc",
        "t x; rc=$?; let rc=0; exit $rc",
        "t x; rc=$?; printf -v rc 0; exit $rc",
        "t x; rc=$?; unset rc; exit $rc",
        "t x; rc=$?; . ./more; exit $rc",
        "t x; rc=$?; for rc in 0; do :; done; exit $rc",
        "t x; rc=$?; echo a {rc}>f; exit $rc",
        "t x; rc=$?; exec true; exit $rc",
        "f() { rc=0; }; t x; rc=$?; f; exit $rc",
        "cat() { rc=0; }; t x; rc=$?; cat log; exit $rc",
        "t x; rc=$?; (exit $rc); exit 0",
        "t x; rc=$? | cat; exit $rc",
        "readonly rc=0\nt x\nrc=$?\nexit $rc",
        "declare -n rc=other; t x; rc=$?; other=0; exit $rc",
        "IFS=1; t x; rc=$?; exit $rc",
        "t x; RANDOM=$?; exit $RANDOM",
        "t x; rc=$?; exit $rc & wait",
        "t x; [ $? -ne 0 ] || exit 1",
        "t x; rc=$?; if [ $rc -ne 0 ]; then echo no; fi",
        "t x || exit 1 > /nowhere/a; true",
        "alias exit=true\nt x || exit 1; true",
        "t x; return $?; true",
        "f() { t x; return $?; }; f; true",
        "bash -c 't x; exit $?'; true",
        "set -e; { t x; true; } && echo b",
        "set -e; f() { t x; true; }; f || exit 1",
        "set -e; if { t x; true; }; then echo a; else exit 1; fi",
        "{ set -e; t x; true; } && echo b",
        "echo a > >(t x)",
    ] {
        assert!(!deciding(text).contains(&"t x".to_owned()), "{text}: {:?}", deciding(text));
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
