use super::*;
use hookward_effects::{Call, Emptiness, Scene, facts};

fn seen(text: &str, status: Status) -> Vec<Observed> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    observe(&facts(&Call::shell(text), &scene), status, Own::NONE)
}

#[test]
fn vitest_runs_once_where_it_is_told_that_nobody_is_there() {
    for text in [
        "CI=1 npx vitest",
        "CI=true npx vitest --coverage",
        "export CI=true; pnpm exec vitest",
        "env CI=1 npx vitest --reporter=dot",
        "CI=1 node_modules/.bin/vitest",
    ] {
        let found = seen(text, Status::Succeeded);
        let told = found.first().map(|seen| (seen.scope, &seen.outcome));
        assert_eq!(told, Some((Scope::Whole, &Ok(Outcome::Passed))), "{text}: {found:?}");
    }
    for text in [
        "npx vitest",
        "CI= npx vitest",
        "CI=false npx vitest",
        "CI=$X npx vitest",
        "CI=1 npx vitest --watch",
        "CI=1 npx vitest watch",
        "CI=1 npx vitest list",
        "CI=1 npx vitest bench",
        "CI=1 npx vitest src/a.test.ts",
        "CI=1 npx vitest -t name",
        "npx vitest; CI=1 true",
    ] {
        let found = seen(text, Status::Succeeded);
        let is_all = |seen: &&Observed| {
            seen.scope == Scope::Whole && seen.outcome == Ok(Outcome::Passed) && seen.named.is_none()
        };
        assert_eq!(found.iter().filter(is_all).count(), 0, "{text}: {found:?}");
    }
}

#[test]
fn a_run_is_evidence_where_its_end_is_told() {
    for text in [
        "cargo test",
        "cd core && cargo test --workspace && echo fine",
        "timeout 600 npx vitest run",
        "CI=1 npm test",
        "bash -c 'cargo test'",
        "set -o pipefail; cargo test 2>&1 | tail -20",
        "uv run pytest -q",
        "python3 -m pytest -q",
        "python3 -m unittest",
        "make -j$(nproc) test",
        "npx vitest run --run",
        "python -m coverage run --branch -m pytest",
        "coverage run -m pytest",
        "npx c8 node --test",
        "c8 -r text vitest run",
        "PYTHONPATH=src:$PYTHONPATH pytest",
        "npx -y vitest@3 run",
        "npx -p typescript -p vitest vitest run",
        "npm exec -- vitest run",
        "pnpm exec vitest run",
        "yarn vitest run",
        "uvx --with pytest-cov pytest",
        "uv run --python 3.12 --group dev pytest",
        "poetry run pytest",
        "pipx run pytest",
        "bundle exec rspec",
        "direnv exec . cargo test",
        "mise exec -- cargo test",
        "nix develop -c cargo test",
        "volta run npm test",
        "nvm exec 20 npm test",
        "caffeinate -i npm test",
        "doppler run -- npm test",
        "dotenv -e .env.test -- npm test",
        "rustup run stable cargo test",
        "node node_modules/.bin/vitest run",
        "node --experimental-vm-modules ./node_modules/jest/bin/jest.js",
        "make test V=1",
        "npm test; exit $?",
        "if npm test; then echo ok; else echo no; exit 1; fi",
        "npm test || (echo no; exit 1)",
        "npm test || { echo no; exit 1; }",
        "npm test; rc=$?; echo done; exit $rc",
        "npm test || exit 1",
        "set -e; npm test; echo done",
        "rc=0; npm test || rc=$?; echo done; exit $rc",
        "set +e; npm test; rc=$?; set -e; exit $rc",
        "npm test 2>&1 | tee log; test ${PIPESTATUS[0]} -eq 0",
        "npm test; s=$?; echo done; [ $s -eq 0 ]",
    ] {
        let found = seen(text, Status::Succeeded);
        assert_eq!(found.first().map(|seen| &seen.outcome), Some(&Ok(Outcome::Passed)), "{text}: {found:?}");
        assert_eq!(seen(text, Status::Failed)[0].outcome, Ok(Outcome::Failed), "{text}");
        assert_eq!(seen(text, Status::Untold)[0].outcome, Err(Doubt::Untold), "{text}");
    }
}

#[test]
fn a_run_whose_end_is_hidden_or_bent_is_none() {
    for text in [
        "cargo test | tail -5",
        "cargo test; echo done",
        "cargo test || true",
        "! cargo test",
        "exit 0; cargo test",
        "PATH=/tmp/fake:$PATH cargo test",
        "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=true cargo test",
        "NODE_OPTIONS=--require=./fake.js npm test",
        "export BASH_ENV=x; cargo test",
        "echo x | xargs cargo test",
        "python3 -c \"import os; os.system('pytest')\"",
        "eval \"$(cat /tmp/f)\"; npm test",
        "cargo() { true; }; cargo test",
        "alias pytest=true\npytest",
        "npm test; exit 0",
        "npm test || (echo no; exit 0)",
        "if npm test; then exit 0; else exit 0; fi",
        "npm test; true; exit $?",
        "npm test & wait",
        "npm test || (exit 1) || true",
        "npm test; rc=0; exit $rc",
        "(npm test; exit $?) | tail",
        "f() { npm test; }; PATH=/tmp/fake:$PATH; f; exit $?",
    ] {
        let found = seen(text, Status::Succeeded);
        assert!(!found.is_empty() && found.iter().all(|seen| seen.outcome.is_err()), "{text}: {found:?}");
        let failed = seen(text, Status::Failed);
        assert!(failed.iter().all(|seen| seen.outcome.is_err()), "{text}: {failed:?}");
    }
    assert_eq!(seen("echo cargo test", Status::Succeeded), []);
}

#[test]
fn each_round_of_a_loop_is_a_run_of_its_own() {
    for (text, command, [first, second]) in [
        (
            "for p in a b; do (cd packages/$p && npm test) || exit 1; done",
            "npm test",
            ["packages/a", "packages/b"],
        ),
        ("set -e; for d in a b; do (cd $d && pytest); done", "pytest", ["a", "b"]),
        ("for d in a b; do cd $d && cargo test || exit 1; cd ..; done; echo fine", "cargo test", ["a", "b"]),
        ("for d in a b; do (cd $d; go test ./...) || exit $?; done", "go test ./...", ["a", "b"]),
    ] {
        let found = seen(text, Status::Succeeded);
        let told: Vec<_> = found
            .iter()
            .filter(|seen| seen.what == Check::Tests)
            .map(|seen| (seen.command.as_str(), seen.cwd.clone().unwrap_or_default(), seen.outcome.clone()))
            .collect();
        let passed = Ok(Outcome::Passed);
        let expected = [first, second].map(|place| (command, format!("/w/{place}"), passed.clone()));
        assert_eq!(told, expected, "{text}");
        // Nobody can say which of them.
        let failed = seen(text, Status::Failed);
        assert!(failed.iter().all(|seen| seen.outcome == Ok(Outcome::Doubtful)), "{text}: {failed:?}");
    }
    let found = seen("for d in api web; do make -C $d test || exit 1; done", Status::Succeeded);
    let places: Vec<_> =
        found.iter().filter(|seen| seen.what == Check::Tests).map(|seen| seen.cwd.as_deref()).collect();
    assert_eq!(places, [Some("/w/api"), Some("/w/web")], "{found:?}");
    let found = seen("for p in a b; do npm test -w $p || exit 1; done", Status::Succeeded);
    let names: Vec<_> = found.iter().map(|seen| (&*seen.command, seen.outcome.clone())).collect();
    assert_eq!(names, [("npm test -w a", Ok(Outcome::Passed)), ("npm test -w b", Ok(Outcome::Passed))]);
}

#[test]
fn a_variable_of_a_loop_that_programs_get_is_one() {
    for text in [
        "for test_cmd in true; do export test_cmd; make test || exit 1; done",
        "export test_cmd; for test_cmd in true; do make test || exit 1; done",
        "bash -ac 'for test_cmd in true; do make test || exit 1; done'",
        "bash -o allexport -c 'for test_cmd in true; do make test || exit 1; done'",
        "set -a; for test_cmd in true; do make test || exit 1; done",
        "for PYTEST_ADDOPTS in --co; do pytest || exit 1; done",
        "for npm_config_test in x; do npm test || exit 1; done",
        "for path in ./fake; do npm test || exit 1; done",
    ] {
        let found = seen(text, Status::Succeeded);
        assert!(!found.is_empty() && found.iter().all(|seen| seen.outcome.is_err()), "{text}: {found:?}");
    }
}

#[test]
fn a_program_that_the_command_brings_along_is_none() {
    for text in [
        "npx -p ./fake vitest run",
        "npx --package=file:fake vitest run",
        "npm exec --package ../fake -- vitest run",
        "npx vitest@file:fake run",
        "npx --prefix fake vitest run",
        "bunx --package ./fake vitest run",
        "pnpm --package=./fake dlx vitest run",
        "uv run --with ./fake pytest",
        "uv run --with-editable fake pytest",
        "uv run --project ../fake pytest",
        "uvx --from ./fake pytest",
        "pipx run --spec ./fake.whl pytest",
        "poetry -P /tmp/fake run pytest",
        "direnv exec ./fake cargo test",
        "nix shell ./fake -c cargo test",
        "PYTHONPATH=$(cat where) pytest",
        "rustup run /tmp/fake cargo test",
        "dotenv -e /tmp/env -- npm test",
        "dotenv -e ../env -- npm test",
    ] {
        for status in [Status::Succeeded, Status::Failed] {
            let found = seen(text, status);
            assert!(found.iter().all(|seen| seen.outcome.is_err()), "{text}: {found:?}");
        }
    }
}

#[test]
fn what_ran_in_a_container_is_none_and_says_why() {
    for (text, wrapper) in [
        ("docker compose run --rm web pytest", "docker"),
        ("docker compose exec web npm test", "docker"),
        ("docker run --rm -v .:/app -w /app node:22 npm test", "docker"),
        ("podman exec web go test ./...", "podman"),
        ("ssh build cargo test", "ssh"),
    ] {
        let found = seen(text, Status::Succeeded);
        let doubt = Err(Doubt::Elsewhere(wrapper.to_owned()));
        assert_eq!(found.first().map(|seen| &seen.outcome), Some(&doubt), "{text}: {found:?}");
    }
}

#[test]
fn of_several_that_fail_nobody_says_which() {
    let found = seen("cargo test && cargo clippy", Status::Failed);
    assert!(found.iter().all(|seen| matches!(seen.outcome, Err(Doubt::Beside(_)))), "{found:?}");
    let found = seen("npm test && (cd web && npm test)", Status::Failed);
    assert!(found.iter().all(|seen| seen.outcome == Ok(Outcome::Doubtful)), "{found:?}");
    let found = seen("cargo test && cargo clippy", Status::Succeeded);
    assert!(found.len() == 2 && found.iter().all(|seen| seen.outcome == Ok(Outcome::Passed)), "{found:?}");
}

#[test]
fn a_wrapper_or_a_launcher_that_prints_of_itself_runs_nothing() {
    for text in [
        "env --version npm test",
        "env --help npm test",
        "nice --help npm test",
        "nohup --version npm test",
        "stdbuf --version npm test",
        "xvfb-run --help npm test",
        "command -pv npm test",
        "command -v npm test",
        "time -V npm test",
        "ionice -p 1 npm test",
        "npx -v vitest run",
        "npm exec -v -- vitest run",
        "bundle -v exec rspec",
        "pnpm -v exec vitest run",
        "corepack -v pnpm test",
        "python3 -c pass -m pytest",
        "python3 -Bc pass -m pytest",
        "python3 -h -m pytest",
        "python3 -V -m pytest",
        "python3 -i -m pytest",
    ] {
        let found = seen(text, Status::Succeeded);
        assert!(found.iter().all(|seen| seen.outcome.is_err()), "{text}: {found:?}");
    }
    for text in [
        "env -u FOO CI=1 npm test",
        "nice -n 5 npm test",
        "nice -5 npm test",
        "ionice -c 3 npm test",
        "stdbuf -oL npm test",
        "xvfb-run -a npm test",
        "command npm test",
        "timeout -k 5 600 npm test",
        "uv -v run pytest",
        "python3 -W error -X dev -Bu -m pytest",
        "uv run python -m pytest",
    ] {
        let found = seen(text, Status::Succeeded);
        assert!(found.iter().any(|seen| seen.outcome == Ok(Outcome::Passed)), "{text}: {found:?}");
    }
}

#[test]
fn a_variable_is_harmless_by_its_name_and_by_what_it_holds() {
    for (text, is_harmless) in [
        ("TEST_CMD=true npm test", false),
        ("TEST_RUNNER=true npm test", false),
        ("TEST_ARGS=--help npm test", false),
        ("TEST_DATABASE=x npm test", true),
        ("TEST_BINARY=./fake npm test", false),
        ("API_URL=http://localhost:3000 STRIPE_KEY=x npm test", true),
        ("UV_INDEX_URL=http://localhost uv run pytest", false),
        ("NODE_PATH=fake npm test", false),
        ("RUSTFLAGS=--cfg=x cargo test", false),
        ("RUST_TEST_THREADS=1 SQLX_OFFLINE=true cargo test", true),
        ("INSTA_UPDATE=no cargo test", true),
        ("INSTA_UPDATE=always cargo test", false),
        ("PYTHONHASHSEED=0 PYTHONWARNINGS=error CUDA_VISIBLE_DEVICES= pytest", true),
        ("PYTHONWARNINGS=error::fake.Category pytest", false),
        ("NODE_OPTIONS=--max-old-space-size=4096 npm test", true),
        ("NODE_OPTIONS='--experimental-vm-modules --no-warnings' npx jest", true),
        ("NODE_OPTIONS='--no-warnings --import=./fake.mjs' npx jest", false),
        ("NODE_OPTIONS=\"$OTHER\" npx jest", false),
        ("CTEST_OUTPUT_ON_FAILURE=1 ctest", true),
        ("rc=0; npm test || rc=$?; exit $rc", true),
        ("npm_config_ignore_scripts=1 npm test", false),
        ("VERBOSE=1 HEADLESS=1 npm test", true),
        ("PYTEST_ADDOPTS='-q -x' MPLBACKEND=Agg pytest", true),
        ("PYTEST_ADDOPTS='-k none' pytest", false),
        ("PYTEST_ADDOPTS=tests/none pytest", false),
        ("MPLBACKEND=module://fake pytest", false),
    ] {
        let found = seen(text, Status::Succeeded);
        let counts = found.iter().any(|seen| seen.outcome == Ok(Outcome::Passed));
        assert_eq!(counts, is_harmless, "{text}: {found:?}");
    }
}

#[test]
fn a_build_that_tests_is_both() {
    let found = seen("./gradlew build", Status::Succeeded);
    let what: Vec<Check> = found.iter().map(|seen| seen.what).collect();
    assert_eq!(what, [Check::Tests, Check::Build], "{found:?}");
}

#[test]
fn what_was_named_by_a_path_and_has_started_a_run_is_told() {
    for (text, files) in [
        ("pytest", &[][..]),
        ("python3 -m pytest", &[]),
        ("/usr/bin/python3 -m pytest", &[]),
        ("./fake/python3 -m pytest", &["/w/fake/python3"]),
        ("cd fake && ./python3 -m pytest", &["/w/fake/python3"]),
        ("/tmp/x/timeout 5 .venv/bin/python -m pytest", &["/tmp/x/timeout", "/w/.venv/bin/python"]),
        ("../fake/npx vitest run", &["/fake/npx"]),
        ("./fake/bash -c 'cargo test'", &["/w/fake/bash"]),
        ("./gradlew test", &[]),
    ] {
        let found = seen(text, Status::Succeeded);
        let started_by = found.first().map(|seen| seen.started_by.iter().map(String::as_str).collect());
        assert_eq!(started_by, Some(files.to_vec()), "{text}: {found:?}");
    }
    // What a file does that an interpreter is given, nobody has seen.
    for text in [
        "node fake/vitest run",
        "node node_modules/fake/jest.js",
        "fake/ruby -S rspec",
        "fake/php vendor/bin/phpunit",
    ] {
        assert_eq!(seen(text, Status::Succeeded), [], "{text}");
    }
}

#[test]
fn directories_that_are_named_one_after_the_other_are_named_together() {
    let named = |text: &str| -> Vec<Option<Named>> {
        seen(text, Status::Succeeded).into_iter().map(|seen| seen.named).collect()
    };
    assert_eq!(named("pytest tests/unit && pytest -q tests/http"), named("pytest tests/unit tests/http"));
    assert_eq!(named("pytest tests/unit && cd a && pytest tests/http").len(), 2);
    assert_eq!(named("npm test -w a").len(), 1);
    assert_eq!(named("npm test"), [None]);
}

#[test]
fn a_launcher_that_is_led_to_a_project_runs_there() {
    for text in [
        "uv run --directory api pytest",
        "uv --directory=api run pytest",
        "uv run --project api pytest",
        "poetry -C api run pytest",
        "poetry --directory api run pytest",
        "pdm run --project api pytest",
        "cd api && uv run pytest",
    ] {
        let found = seen(text, Status::Succeeded);
        assert_eq!(found[0].outcome, Ok(Outcome::Passed), "{text}: {found:?}");
        assert_eq!(found[0].cwd.as_deref(), Some("/w/api"), "{text}");
    }
}
