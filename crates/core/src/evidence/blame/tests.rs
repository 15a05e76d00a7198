//! Texts, and which of their commands may have failed.

use hookward_effects::{Call, Emptiness, Scene, facts};

use super::super::{Doubt, Ending, Observed, Outcome, Own, Status, observe};
use super::*;

fn ended_badly(text: &str, output: &str) -> Vec<Observed> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    let mut seen =
        observe(&facts(&Call::shell(text), &scene), Ending { status: Status::Failed, output }, Own::NONE);
    seen.retain(|seen| seen.what == Check::Tests);
    seen
}

const FAILS: &str =
    " FAIL  src/a.test.ts > adds\nAssertionError: expected 4 to be 3\n ❯ src/a.test.ts:5:25\n";

#[test]
fn what_stands_beside_it_may_have_failed_in_its_place() {
    for (text, other) in [
        ("false && npm test", "false"),
        ("npm ci && npm test", "npm ci"),
        ("npm run build && npm test", "npm run build"),
        ("npm test && npm run lint", "npm run lint"),
        ("npm test && git push", "git push"),
        ("bash -c 'false && npm test'", "false"),
        ("cat none && npm test", "cat none"),
        ("[ -f none ] && npm test", "[ -f none ]"),
        ("source .venv/bin/activate && pytest", "source .venv/bin/activate"),
        ("set -o pipefail; npm test | grep fail", "grep fail"),
        ("set -o pipefail; npm test | tee none/log", "tee none/log"),
    ] {
        let found = ended_badly(text, "");
        let outcomes: Vec<_> = found.iter().map(|seen| seen.outcome.clone()).collect();
        assert_eq!(outcomes, [Err(Doubt::Beside(other.to_owned()))], "{text}");
    }
}

#[test]
fn an_output_tells_which_has_failed() {
    for text in [
        "npm ci && npm test",
        "npm test && npm run lint",
        "npm test",
        "cd web && npm test 2>&1 | tail -5; exit ${PIPESTATUS[0]}",
    ] {
        let found = ended_badly(text, FAILS);
        let files = |seen: &Observed| seen.failing.clone().map(|failing| failing.files);
        let expected = Some(vec!["src/a.test.ts".to_owned()]);
        assert!(
            found.iter().all(|seen| files(seen) == expected || seen.outcome.is_err()),
            "{text}: {found:?}"
        );
    }
    let found = ended_badly("npm ci && npm test", FAILS);
    assert_eq!(found.first().map(|seen| &seen.outcome), Some(&Ok(Outcome::Failed)));
    // What another has printed tells nothing.
    for text in [
        "npm test && cat log && false",
        "./print-it && npm test",
        "echo FAIL src/a.test.ts && npm ci && npm test",
    ] {
        let found = ended_badly(text, FAILS);
        assert!(
            found.iter().all(|seen| seen.outcome.is_err() && seen.failing.is_none()),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn what_another_check_finds_in_a_file_is_no_test_that_fails() {
    const PYTEST: &str =
        "FAILED tests/test_cart.py::test_total - assert 4 == 3\n1 failed, 3 passed in 0.12s\n";
    const CARGO: &str = "test cart::tests::adds ... FAILED\n\nfailures:\n\n---- cart::tests::adds stdout ----\n\nthread 'cart::tests::adds' panicked at src/cart.rs:9:5:\nassertion failed\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored\n";
    const GO: &str = "--- FAIL: TestA (0.00s)\n    a_test.go:5: no\nFAIL\nFAIL\texample.com/a\t0.002s\n";
    const RUFF: &str =
        "....\n4 passed in 0.12s\nshop/cart.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n";
    const MYPY: &str = "4 passed in 0.12s\nshop/cart.py:2: error: Incompatible return value type\nFound 1 error in 1 file (checked 4 source files)\n";
    const TSC: &str = "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\n";
    const ESLINT: &str = "/w/src/a.test.ts\n  1:7  error  'x' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)\n";
    const VET: &str = "# example.com/a\nvet: ./a.go:5:2: undefined: x\n";
    const CLIPPY: &str = "error: unused variable: `x`\n --> src/lib.rs:2:9\nerror: could not compile `a` (lib) due to 1 previous error\n";
    for (text, output, other) in [
        ("pytest -q && ruff check --select F .", RUFF, "ruff check --select F ."),
        ("ruff check . && pytest -q", "shop/cart.py:1:8: F401 `os` imported but unused\n", "ruff check ."),
        ("pytest -q && mypy shop", MYPY, "mypy shop"),
        (
            "mypy shop && pytest -q",
            "shop/test_cart.py:2: error: No\nFound 1 error in 1 file (checked 4 source files)\n",
            "mypy shop",
        ),
        ("npx eslint . && npx vitest run", ESLINT, "eslint ."),
        ("npx tsc --noEmit && npx vitest run", TSC, "tsc --noEmit"),
        ("go vet ./... && go test ./...", VET, "go vet ./..."),
        ("cargo clippy -- -D warnings && cargo test", CLIPPY, "cargo clippy -- -D warnings"),
    ] {
        let outcomes: Vec<_> = ended_badly(text, output).into_iter().map(|seen| seen.outcome).collect();
        assert_eq!(outcomes, [Err(Doubt::Beside(other.to_owned()))], "{text}");
    }
    for (text, output) in [
        ("ruff check . && pytest -q", PYTEST),
        ("cargo clippy && cargo test", CARGO),
        ("go vet ./... && go test ./...", GO),
        ("npx tsc --noEmit && npx vitest run", FAILS),
    ] {
        let outcomes: Vec<_> = ended_badly(text, output).into_iter().map(|seen| seen.outcome).collect();
        assert_eq!(outcomes, [Ok(Outcome::Failed)], "{text}");
    }
}

#[test]
fn what_was_not_there_to_run_has_not_failed() {
    for (text, output) in [
        ("npm test", "Exit code 127"),
        ("npm test", "Command failed with exit code 127\nsh: 1: vitest: not found"),
        ("make test", "make: *** No rule to make target 'test'.  Stop."),
        ("make test", "make: *** [Makefile:2: test] Error 127"),
        ("cargo test", "error: could not find `Cargo.toml` in `/w` or any parent directory"),
        ("npm test", "npm error Missing script: \"test\""),
        (
            "mvn test",
            "[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/PluginResolutionException",
        ),
        ("cargo test", "error: failed to get `serde` as a dependency of package `shop v0.1.0 (/w)`"),
    ] {
        let found = ended_badly(text, output);
        let outcomes: Vec<_> = found.iter().map(|seen| seen.outcome.clone()).collect();
        assert_eq!(outcomes, [Err(Doubt::Unstarted)], "{text}: {output}");
    }
    for output in ["Exit code 124", "Exit code 137\nKilled", "Command timed out after 2m\nExit code 143"] {
        let found = ended_badly("timeout 5 pytest", output);
        assert_eq!(found.first().map(|seen| &seen.outcome), Some(&Err(Doubt::CutShort)), "{output}");
    }
    for output in ["Exit code 1", "Exit code 139", "Exit code 134"] {
        let found = ended_badly("npm test", output);
        assert_eq!(found.first().map(|seen| &seen.outcome), Some(&Ok(Outcome::Failed)), "{output}");
    }
    let found = ended_badly("pytest --deselect a", "no tests ran in 0.01s\nExit code 5");
    assert_eq!(found.first().map(|seen| &seen.outcome), Some(&Err(Doubt::Unstarted)));
}
