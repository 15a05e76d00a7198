//! Of which commands the end of a text tells that they ended well.

use hookward_effects::{Action, Call, Effect, Emptiness, Scene, Value, facts};

fn deciding(text: &str) -> Vec<String> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    let facts = facts(&Call::shell(text), &scene);
    let decide = facts.commands.iter().filter(|command| command.decides);
    decide.map(|command| command.words.iter().map(Value::to_string).collect::<Vec<_>>().join(" ")).collect()
}

/// The runs of `t` that a text vouches for, each with its words and where it runs.
fn runs(text: &str) -> Vec<String> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    let facts = facts(&Call::shell(text), &scene);
    let decide = facts.commands.iter().filter(|command| command.decides);
    let told = decide.map(|command| {
        let words = command.words.iter().map(Value::to_string).collect::<Vec<_>>().join(" ");
        format!("{words} in {}", command.cwd.as_deref().unwrap_or("?"))
    });
    told.filter(|told| told.starts_with("t ")).collect()
}

#[test]
fn a_loop_vouches_for_each_of_its_rounds() {
    for (text, expected) in [
        ("for p in a b; do (cd x/$p && t y) || exit 1; done", ["t y in /w/x/a", "t y in /w/x/b"]),
        ("for p in a b; do t $p || exit 1; done", ["t a in /w", "t b in /w"]),
        ("for p in a b; do t $p || exit; done; echo", ["t a in /w", "t b in /w"]),
        ("for p in a b; do t $p || exit $?; done; echo", ["t a in /w", "t b in /w"]),
        ("for p in a b; do t $p || { echo no $p; exit 1; }; done", ["t a in /w", "t b in /w"]),
        ("for p in a b; do if ! t $p; then exit 1; fi; done", ["t a in /w", "t b in /w"]),
        ("set -e; for p in a b; do (cd $p && t y); done", ["t y in /w/a", "t y in /w/b"]),
        ("set -e; for p in a b; do cd $p; t y; cd ..; done; echo", ["t y in /w/a", "t y in /w/b"]),
        ("set -euo pipefail\nfor p in a b; do\n  t $p | tail\ndone\necho", ["t a in /w", "t b in /w"]),
        ("set -o pipefail; for p in a b; do t $p || exit 1; done | tail", ["t a in /w", "t b in /w"]),
        ("bash -ec 'for p in a b; do t $p || exit 1; done'", ["t a in /w", "t b in /w"]),
        ("cd x && for p in {a,b}; do t $p || exit 1; done", ["t a in /w/x", "t b in /w/x"]),
        ("l='a b'; for p in $l; do t $p || exit 1; done", ["t a in /w", "t b in /w"]),
        ("for p in a b; do p=x$p; t $p || exit 1; done", ["t xa in /w", "t xb in /w"]),
        ("for p in a; do for q in b c; do t $p $q || exit 1; done; done", ["t a b in /w", "t a c in /w"]),
        ("for p in a b; do while x; do break; done; t $p || exit 1; done", ["t a in /w", "t b in /w"]),
    ] {
        assert_eq!(runs(text), expected, "{text}");
    }
}

#[test]
fn a_loop_vouches_for_what_is_kept_until_behind_it() {
    for text in [
        "for p in a b; do npm test --prefix $p || rc=1; done; exit $rc",
        "rc=0; for p in a b; do (cd /w && npm test --prefix $p) || rc=$?; done; exit $rc",
        "rc=0; for p in a b; do if ! npm test --prefix $p; then rc=1; fi; done; exit $rc",
        "for p in a b; do npm test --prefix $p || { echo no; rc=1; }; done; echo; [ $rc = 0 ]",
        "f() { for p in a b; do npm test --prefix $p || rc=1; done; return $rc; }; f",
    ] {
        for run in ["npm test --prefix a", "npm test --prefix b"] {
            assert!(deciding(text).contains(&run.to_owned()), "{text}: {:?}", deciding(text));
        }
    }
    for text in [
        "for p in a b; do npm test $p || rc=1; done",
        "for p in a b; do npm test $p || rc=1; done; exit $other",
        "for p in a b; do npm test $p || rc=1; rc=0; done; exit $rc",
        "for p in a b; do rc=0; npm test $p || rc=1; done; exit $rc",
        "for p in a b; do npm test $p && rc=0 || rc=1; done; exit $rc",
        "for rc in a b; do npm test $rc || rc=1; done; exit $rc",
        "for p in a b; do cat u && continue; npm test $p || rc=1; done; exit $rc",
        "for p in a b; do npm test $p || rc=1; done; rc=0; exit $rc",
        "for p in a b; do npm test $p || rc=1; done > log; exit $rc",
    ] {
        assert!(
            !deciding(text).iter().any(|run| run.starts_with("npm test")),
            "{text}: {:?}",
            deciding(text)
        );
    }
    for program in [
        "pytest", "vitest", "jest", "mocha", "cargo", "go", "make", "phpunit", "rspec", "ctest", "mvn",
        "gradle", "dotnet", "bats", "tox", "nox", "pnpm", "yarn", "bun", "deno", "node", "mix", "just",
        "task", "sbt", "swift", "rake", "rails", "nx", "turbo",
    ] {
        let text = format!("rc=0; t x || rc=1; {program} y || rc=1; exit $rc");
        assert!(deciding(&text).contains(&"t x".to_owned()), "{text}");
    }
}

#[test]
fn a_loop_does_not_vouch_for_what_it_forgets() {
    for text in [
        "for p in a b; do t $p; done",
        "for p in a b; do (cd $p && t y); done",
        "for p in a b; do t $p || break; done",
        "for p in a b; do t $p || continue; done",
        "for p in a b; do t $p || true; done",
        "for p in a b; do (t $p || exit 1); done",
        "for p in a b; do t $p || exit 0; done",
        "for p in a b; do u && continue; t $p || exit 1; done",
        "for p in a b; do u || break; t $p || exit 1; done",
        "for p in a b; do eval 'u && continue'; t $p || exit 1; done",
        "for p in a b; do for q in c; do u && continue 2; done; t $p || exit 1; done",
        "for p in; do t $p || exit 1; done",
        "for p; do t y || exit 1; done",
        "for p in $(ls); do t $p || exit 1; done",
        "for p in */; do t $p || exit 1; done",
        "for p in $list; do t $p || exit 1; done",
        "l=; for p in $l; do t y || exit 1; done",
        "[ -f a ] && l=a; for p in $l; do t y || exit 1; done",
        "while read p; do t $p || exit 1; done < list",
        "until u; do t y || exit 1; done",
        "for ((p=0; p<2; p++)); do t $p || exit 1; done",
        "select p in a b; do t $p || exit 1; done",
        "for UID in 1 2; do t y || exit 1; done; true",
        "readonly p=c; for p in a b; do t $p || exit 1; done; true",
        "declare -n p=q; for p in a b; do t $p || exit 1; done; true",
        "for p in a b; do t $p || exit 1; done | tail",
        "for p in a b; do t $p || exit 1; done &",
        "! for p in a b; do t $p || exit 1; done",
        "for p in a b; do t $p || exit 1; done > log; true",
        "if u; then for p in a b; do t $p || exit 1; done; fi",
        "u || for p in a b; do t $p || exit 1; done",
        "set -e; for p in a b; do t $p; done || true",
        "set -e; if for p in a b; do t $p; done; then u; fi",
        "exit() { :; }; for p in a b; do t $p || exit 1; done",
    ] {
        assert_eq!(runs(text), [""; 0], "{text}");
    }
    assert_eq!(runs("for p in a b; do t $p || exit 1; u && break; done"), ["t a in /w"]);
    assert_eq!(runs("for p in a b; do u || continue; done; t a"), ["t a in /w"]);
    assert_eq!(runs("if cd a && u; then cd -; fi; t a"), ["t a in ?"]);
    assert_eq!(runs("for p in a b; do cd $p; u && break; cd ..; done; t a"), ["t a in ?"]);
    assert_eq!(runs("for p in a b; do t $p || exit 1; u && exit; done"), ["t a in /w"]);
    assert_eq!(runs("set -e; for p in a b; do t $p; set +e; done"), ["t a in /w"]);
}

#[test]
fn a_loop_over_many_words_costs_no_more_than_the_text() {
    let words = |count: usize| (0..count).map(|word| format!("p{word}")).collect::<Vec<_>>().join(" ");
    let many = format!("for p in {}; do t $p || exit 1; done", words(17));
    assert_eq!(runs(&many), [""; 0]);
    let body = "a && b || c; ".repeat(40);
    let nested = format!("for p in {0}; do for q in {0}; do {body} t $p || exit 1; done; done", words(16));
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    let found = facts(&Call::shell(&nested), &scene);
    let is_given_up = |effect: &Effect| matches!(effect.action, Action::Opaque(_));
    assert!(!found.effects.iter().any(is_given_up), "{:?}", found.effects);
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
        "bash -o pipefail -c 't x | tail'",
        "bash -eo pipefail -c 't x | tail; true'",
        "bash -ec 't x; true'",
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
        "a || exit; t x",
        "a && b || exit $?; t x",
        "bash -c 'exit 0'; t x",
        "bash -c 'exec u' && t x",
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
        "rc=0; t x || rc=$?; echo done; exit $rc",
        "t x || rc=$?; exit ${rc}",
        "rc=0; t x || rc=1; npm test || rc=$?; exit $rc",
        "rc=0; npm test || rc=1; t x || rc=$?; exit $rc",
        "if ! t x; then rc=1; fi; echo done; exit $rc",
        "if t x; then echo fine; else rc=1; fi; exit $rc",
        "t x || { echo no; rc=1; }; echo done; exit $rc",
        "cd a && t x || rc=$?; echo done; exit $rc",
        "rc=0\nt x || rc=$?\ncat log\nif [ $rc -ne 0 ]; then exit $rc; fi\necho fine",
        "t x && ok=1 || rc=$?; exit $rc",
        "t x || rc=$?; [ $rc -eq 0 ]",
        "f() { t x || rc=$?; return $rc; }; f",
        "set +e; t x; rc=$?; set -e; exit $rc",
        "set +e; t x; rc=$?; set -euo pipefail; echo done; exit \"$rc\"",
        "set +x; t x",
        "t x; s=$?; echo a; cat log; [ $s -eq 0 ]",
        "t x 2>&1 | tee log; test ${PIPESTATUS[0]} -eq 0",
        "t x | tail -5; [ ${PIPESTATUS[0]} -eq 0 ] || exit 1",
        "t x | tail -5; if [ ${PIPESTATUS[0]} -ne 0 ]; then exit 1; fi; echo done",
        "cat a | t x | tail; test ${PIPESTATUS[1]} = 0",
    ] {
        assert!(deciding(text).contains(&"t x".to_owned()), "{text}: {:?}", deciding(text));
    }
}

#[test]
fn a_text_does_not_vouch_for_what_it_forgets() {
    for text in [
        "t x; exit 0",
        "set -e +e; t x; echo ok",
        "set -eu +e; t x; echo ok",
        "bash -c 'set -e +e; t x; echo ok'",
        "t x; exit 1",
        "t x || (echo no; exit 0)",
        "if t x; then exit 0; else exit 0; fi",
        "if t x; then exit 1; else exit 1; fi",
        "if t x; then echo ok; elif [ -f a ]; then b; else exit 1; fi",
        "if a; then exit 1; elif t x; then echo; else exit 1; fi",
        "if ! t x; then echo no; fi",
        "if ! while t x; do break; done; then exit 1; fi",
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
        "a || IFS=1; t x; rc=$?; exit $rc",
        "coproc a | t x | b; test ${PIPESTATUS[1]} -eq 0",
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
        "t x || rc=$?; exit 0",
        "t x || rc=$?; rc=0; exit $rc",
        "t x || rc=0; exit $rc",
        "t x && rc=$?; exit $rc",
        "t x || rc=$? || true; exit $other",
        "t x || rc=$? & exit $rc",
        "(t x || rc=$?); exit $rc",
        "a || t x || rc=$?; exit $rc",
        "t x || rc=$?; ./more | read rc; exit $rc",
        "set -e; set +e; t x; echo done",
        "set -e; f() { set +e; }; f; t x; echo done",
        "t x | tail -5; exit ${PIPESTATUS[1]}",
        // Bash does not take this at all, and goes on behind it.
        "eval 't x | ! tail; [ ${PIPESTATUS[0]} -eq 0 ]'",
        // zsh knows it by another name, and then ends as the last part has.
        "t x | tail -5; exit ${PIPESTATUS[0]}",
        "t x | tail -5; [ \"${PIPESTATUS[0]}\" -eq 0 ]",
        "t x | tail -5; rc=${PIPESTATUS[0]}; exit $rc",
        "t x | tail -5; test ${PIPESTATUS[1]} -eq 0",
        "t x | tail -5; echo; test ${PIPESTATUS[0]} -eq 0",
        "PIPESTATUS=0; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "export PIPESTATUS=0; bash -c 't x | tail -5; test ${PIPESTATUS[0]} -eq 0'",
        "PIPESTATUS=0 bash -c 't x | tail -5; test ${PIPESTATUS[0]} -eq 0'",
        "env PIPESTATUS=0 bash -c 't x | tail -5; test ${PIPESTATUS[0]} -eq 0'",
        "f() { local PIPESTATUS=0; t x | tail -5; test ${PIPESTATUS[0]} -eq 0; }; f",
        "read PIPESTATUS <<< 0; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "printf -v PIPESTATUS 0; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "((PIPESTATUS=0)); t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "let PIPESTATUS=0; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        ": ${PIPESTATUS:=0}; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "declare PIPESTATUS=0; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "for PIPESTATUS in 0; do :; done; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "select PIPESTATUS in 0; do break; done; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "mapfile PIPESTATUS <<< 0; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "getopts a PIPESTATUS; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "declare -n PIPESTATUS=a; a=0; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "if a; then PIPESTATUS=0; fi; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "[ -f a ] && PIPESTATUS=0; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "f() { PIPESTATUS=0; }; f; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "eval PIPESTATUS=0; t x | tail -5; test ${PIPESTATUS[0]} -eq 0",
        "t x | tail -5; rc=1; test ${PIPESTATUS[0]} -eq 0",
        "t x | tail -5; test ${PIPESTATUS[0]} -eq 0; true",
        "t x | tail -5; (test ${PIPESTATUS[0]} -eq 0)",
        "t x | tail -5 | cat; true | cat; test ${PIPESTATUS[0]} -eq 0",
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
        "bash -o pipefail +o pipefail -c 't x | tail'",
        "bash -o pipefail -c 'bash -c \"t x | tail\"'",
        "bash -o pipefail -c 'true'; t x | tail",
        "bash -o nounset -c 't x | tail'",
        "t x || exit 0",
        "case a in a) t x;; esac; true",
        "$(echo) t y || t x",
        "! { t x; }",
        "! t x | cat",
        "exit 0; t x",
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
