//! Which packages a run is of that names some.

use super::Repository;

const VITEST: &str = r#"{"name":"NAME","scripts":{"test":"vitest run"}}"#;

fn workspace() -> Repository {
    Repository::with(&[
        ("package.json", r#"{"workspaces":["packages/*"]}"#),
        ("packages/a/package.json", &VITEST.replace("NAME", "a")),
        ("packages/a/a.test.ts", ""),
        ("packages/b/package.json", &VITEST.replace("NAME", "@x/b")),
        ("packages/b/b.test.ts", ""),
    ])
}

#[test]
fn packages_may_be_tested_by_their_names_one_after_the_other_or_at_once() {
    let repository = workspace();
    for runs in [
        &["npm test -w a", "npm test -w @x/b"][..],
        &["npm test -w packages/a -w @x/b"],
        &["npm run test --workspace=packages/a", "cd packages/b && npm test"],
        &["pnpm --filter a test", "pnpm --filter ./packages/b test"],
        &["pnpm --filter './packages/**' test"],
        &["pnpm -r test"],
        &["yarn workspace a test", "yarn workspace @x/b test"],
        &["yarn workspaces foreach -A run test"],
        &["yarn workspaces run test"],
        &["bun run --filter '*' test"],
        &["npx turbo run test --filter=a", "npx turbo run test --filter=b"],
        &["npx turbo run test"],
        &["pnpm -r exec vitest run"],
        &["pnpm --filter a --filter b exec vitest run"],
        &["npm exec --workspaces -- vitest run"],
        &["npm exec -w a -- vitest run", "npm exec -w @x/b -- vitest run"],
        &["yarn workspaces foreach -A exec vitest run"],
        &["yarn workspace a exec vitest run && yarn workspace @x/b exec vitest run"],
        &["rc=0; for p in a @x/b; do npm test -w $p || rc=1; done; exit $rc"],
        &["npx nx test a", "npx nx run @x/b:test"],
        &["npx nx run-many -t test"],
        &["npx lerna run test --scope a", "npx lerna run test --scope @x/b"],
        &["for p in a b; do (cd packages/$p && npm test) || exit 1; done"],
        &["for p in a @x/b; do npm test -w $p || exit 1; done"],
        &["set -e; for d in packages/a packages/b; do (cd $d && npx vitest run); done; echo fine"],
    ] {
        assert_eq!(repository.objection_after_all(runs), "", "{runs:?}");
    }
}

#[test]
fn what_a_run_does_not_name_or_nobody_finds_is_not_tested_by_it() {
    let repository = workspace();
    for runs in [
        &["npm test -w a"][..],
        &["pnpm --filter a test", "pnpm --filter nothing test"],
        &["pnpm --filter 'a^...' test", "pnpm --filter b test"],
        &["pnpm --filter '[main]' test"],
        &["npx turbo run test --filter='!a'"],
        &["npx nx affected -t test"],
        &["npx turbo run test --affected"],
        &["pnpm --filter a exec vitest run"],
        &["yarn workspace a exec vitest run"],
        &["npm exec --workspaces -- vitest run a.test.ts"],
        &["pnpm -r --no-bail exec vitest run"],
        &["for p in a @x/b; do npm test -w $p || rc=1; done"],
        // These end well, whatever fails.
        &["pnpm -r --no-bail test"],
        &["npx lerna run test --no-bail"],
        &["npm test -w a -w @x/b -- a.test.ts"],
        &["for p in a b; do (cd packages/$p && npm test); done"],
        &["for p in a b; do (cd packages/$p && npm test) || break; done"],
        &["for p in a; do (cd packages/$p && npm test) || exit 1; done"],
        &["for p in a b; do [ -d $p ] || continue; (cd packages/$p && npm test) || exit 1; done"],
    ] {
        assert_ne!(repository.objection_after_all(runs), "", "{runs:?}");
    }
    let missing = repository.objection_after_all(&["npm test -w a"]);
    assert!(missing.contains("packages/b"), "{missing}");
}

#[test]
fn what_a_script_of_a_package_does_is_what_counts_there() {
    let repository = workspace();
    for (script, says) in [
        ("vitest run || true", "hides how it ended"),
        ("echo fine", "`npm test -w a -w @x/b` ran, but"),
        ("vitest run a.test.ts", "not those of packages/b"),
    ] {
        let manifest = VITEST.replace("NAME", "@x/b").replace("vitest run", script);
        repository.machine.write("packages/b/package.json", &manifest);
        let objection = repository.objection_after_all(&["npm test -w a -w @x/b"]);
        assert!(objection.contains(says), "{script}: {objection}");
        assert_ne!(repository.objection_after_all(&["pnpm -r test"]), "", "{script}");
    }
}

#[test]
fn crates_may_be_tested_by_their_names() {
    let test = "#[test]\nfn a() {}\n";
    let repository = Repository::with(&[
        ("Cargo.toml", "[workspace]\nmembers = ['crates/*']\n"),
        ("crates/a/Cargo.toml", "[package]\nname = 'core-a'\n"),
        ("crates/a/src/lib.rs", test),
        ("crates/b/Cargo.toml", "[package]\nname = 'core-b'\n"),
        ("crates/b/src/lib.rs", test),
    ]);
    for runs in [
        &["cargo test -p core-a", "cargo nextest run -p core-b"][..],
        &["cargo test -p core-a --package core-b"],
        &["cargo test --workspace --exclude core-a", "cargo test -p core-a"],
    ] {
        assert_eq!(repository.objection_after_all(runs), "", "{runs:?}");
    }
    for runs in [
        &["cargo test -p core-a"][..],
        &["cargo test --workspace --exclude core-b"],
        &["cargo test -p core-a -p core-b --lib"],
        &["cargo test -p a -p b"],
    ] {
        assert_ne!(repository.objection_after_all(runs), "", "{runs:?}");
    }
}

#[test]
fn a_directory_is_all_of_a_project_if_no_test_lies_elsewhere() {
    let repository = Repository::with(&[("pyproject.toml", ""), ("tests/test_a.py", "")]);
    for run in ["pytest tests", "python -m pytest -q tests/", "python3 -m unittest discover -s tests"] {
        assert_eq!(repository.objection_after_all(&[run]), "", "{run}");
    }
    repository.machine.write("src/shop/test_b.py", "");
    for run in ["pytest tests", "python -m pytest -q tests/", "coverage run -m pytest tests"] {
        assert!(repository.objection_after_all(&[run]).contains("only a part"), "{run}");
    }
    assert_eq!(repository.objection_after_all(&["pytest tests src"]), "");
    assert_eq!(repository.objection_after_all(&["pytest tests", "pytest"]), "");
}

#[test]
fn modules_may_be_tested_one_after_the_other() {
    let go = Repository::with(&[
        ("go.work", "use (\n\t./a\n\t./b\n)\n"),
        ("a/go.mod", "module a\n"),
        ("a/a_test.go", ""),
        ("b/go.mod", "module b\n"),
        ("b/x/b_test.go", ""),
    ]);
    assert_eq!(go.objection_after_all(&["go test ./a/... ./b/..."]), "");
    assert_eq!(go.objection_after_all(&["go test ./a", "go test ./b/x/..."]), "");
    assert_ne!(go.objection_after_all(&["go test ./a/... ./b"]), "");
    let jvm = Repository::with(&[
        ("gradlew", "#!/bin/sh\n"),
        ("settings.gradle", ""),
        ("core/build.gradle", ""),
        ("core/src/test/java/ATest.java", ""),
        ("web/build.gradle", ""),
        ("web/src/test/java/BTest.java", ""),
    ]);
    assert_eq!(jvm.objection_after_all(&["./gradlew :core:test :web:test"]), "");
    assert_eq!(jvm.objection_after_all(&["./gradlew :core:test", "./gradlew web:check"]), "");
    assert_ne!(jvm.objection_after_all(&["./gradlew :core:test"]), "");
    assert_ne!(jvm.objection_after_all(&["./gradlew :core:test :web:assemble"]), "");
}

#[test]
fn directories_of_one_call_are_taken_together() {
    let repository = Repository::with(&[
        ("pyproject.toml", ""),
        ("tests/conftest.py", ""),
        ("tests/unit/test_a.py", ""),
        ("tests/http/test_b.py", ""),
    ]);
    assert_eq!(repository.objection_after_all(&["pytest tests/unit && pytest tests/http"]), "");
    assert_ne!(repository.objection_after_all(&["pytest tests/unit"]), "");
    // Also of several calls, as long as the sources are the same and none has failed.
    assert_eq!(repository.objection_after_all(&["pytest tests/unit", "pytest -q tests/http"]), "");
    repository.objection_after_all(&["pytest tests/unit"]);
    repository.machine.write("src/b.ts", "export const b = 1;\n");
    repository.git(&["add", "-A"]);
    assert_ne!(repository.objection_after("pytest tests/http"), "");
    repository.tell("PreToolUse", "pytest tests/unit", "failed");
    repository.tell("PostToolUseFailure", "pytest tests/unit", "failed");
    assert_ne!(repository.objection_after("pytest tests/http"), "");
    assert_eq!(repository.objection_after("pytest tests/unit"), "");
}

#[test]
fn a_command_counts_for_all_tests_if_the_policy_names_it() {
    let rules = "[rules]\n\"gate/missing-evidence\" = \"enforce\"\n";
    let files = [
        ("package.json", r#"{"scripts":{"test":"vitest run"}}"#),
        ("a.test.ts", ""),
        ("test.sh", "#!/bin/sh\nlua run.lua\n"),
    ];
    let repository = Repository::with(&files);
    let objection = repository.objection_after("./test.sh");
    assert!(objection.contains("[gate.missing-evidence] tests"), "{objection}");
    assert!(objection.contains("hookward skip gate/missing-evidence"), "{objection}");
    repository
        .machine
        .write("hookward.toml", &format!("{rules}[gate.missing-evidence]\ntests = [\"./test.sh --all\"]\n"));
    let objection = repository.objection_after_all(&[]);
    assert!(objection.contains("run `./test.sh --all` first"), "{objection}");
    assert_eq!(repository.objection_after_all(&["./test.sh --all"]), "");
    let with_wrapper = "conda run -n shop pytest";
    assert_ne!(repository.objection_after_all(&[with_wrapper]), "");
    repository.machine.write(
        "hookward.toml",
        &format!("{rules}[gate.missing-evidence]\ntests = [\"./test.sh --all\", \"{with_wrapper}\"]\n"),
    );
    assert_eq!(repository.objection_after_all(&[with_wrapper]), "");
    for run in [
        "conda run -n other pytest",
        "docker run x conda run -n shop pytest",
        "./test.sh",
        "./test.sh --all | tail",
        "cd src && ./test.sh --all",
        "true",
        "./test.sh --all --none",
        "TEST_ONLY=a ./test.sh --all",
        "export TEST_ONLY=a; ./test.sh --all",
    ] {
        assert_ne!(repository.objection_after_all(&[run]), "", "{run}");
    }
    // One that only prints is none, whoever names it; nor is one that no commit will have.
    repository.machine.write("test.sh", "#!/bin/sh\necho fine\nexit 0\n");
    assert!(repository.objection_after_all(&["./test.sh --all"]).contains("ran, but"));
    repository.machine.write("test.sh", "#!/bin/sh\nlua run.lua\n");
    repository.machine.write(".git/info/exclude", "test.sh\n");
    repository.git(&["rm", "-q", "-f", "--cached", "test.sh"]);
    assert_ne!(repository.objection_after_all(&["./test.sh --all"]), "");
}

#[test]
fn a_command_that_the_policy_names_is_noted_exactly() {
    let repository = Repository::with(&[("test.sh", "#!/bin/sh\ntest -f src/a.ts\n")]);
    let run = || {
        let output = repository.machine.command(&["run", "--", "sh", "test.sh"]).output().unwrap();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let said = run();
    assert!(said.contains("not noted") && said.contains("[gate.missing-evidence]"), "{said}");
    let policy = "[rules]\n\"gate/missing-evidence\" = \"enforce\"\n[gate.missing-evidence]\ntests = [\"sh test.sh\"]\n";
    repository.machine.write("hookward.toml", policy);
    repository.git(&["add", "-A"]);
    let said = run();
    assert!(said.contains("noted: tests of these sources: sh test.sh"), "{said}");
    assert_eq!(repository.objection(), "");
    let output = repository.machine.command(&["run", "--", "true"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("not noted"));
}

#[test]
fn a_runner_of_one_kind_says_nothing_of_the_tests_of_another() {
    let repository = Repository::with(&[
        ("package.json", r#"{"scripts":{"test":"vitest run"}}"#),
        ("a.test.ts", ""),
        ("test/a.bats", ""),
    ]);
    assert!(repository.objection_after_all(&["bats test"]).contains("not those of JavaScript"));
    assert!(repository.objection_after_all(&["npm test"]).contains("not those of the shell"));
    assert_eq!(repository.objection_after_all(&["npm test", "bats test"]), "");
    // A manifest of tools, and tests of a shell.
    let tools =
        Repository::with(&[("package.json", r#"{"scripts":{"test":"bats test"}}"#), ("test/a.bats", "")]);
    assert_eq!(tools.objection_after_all(&["npm test"]), "");
}

#[test]
fn runners_of_other_languages_are_known() {
    for (files, run) in [
        (&[("a-1.rockspec", ""), ("spec/a_spec.lua", "")][..], "busted"),
        (&[("cpanfile", ""), ("t/a.t", "")], "prove -r t"),
        (&[("foundry.toml", ""), ("test/A.t.sol", "")], "forge test"),
        (&[("dune-project", ""), ("test/a.ml", "")], "dune test"),
        (&[("stack.yaml", ""), ("test/Spec.hs", "")], "stack test"),
        (&[("build.zig", ""), ("src/main.zig", "")], "zig build test"),
        (&[("main.tf", ""), ("tests/a.tftest.hcl", "")], "terraform test"),
    ] {
        let repository = Repository::with(files);
        assert_eq!(repository.objection_after_all(&[run]), "", "{run}");
    }
}

#[test]
fn a_workspace_of_crates_is_what_its_manifest_says() {
    let test = "#[test]\nfn a() {}\n";
    let repository = Repository::with(&[
        ("Cargo.toml", "[workspace]\nmembers = ['crates/*']\n"),
        ("crates/a/Cargo.toml", "[package]\nname = 'a'\n"),
        ("crates/a/src/lib.rs", test),
        ("fuzzing/Cargo.toml", "[package]\nname = 'fuzzing'\n[workspace]\n"),
        ("fuzzing/src/lib.rs", test),
    ]);
    for run in ["cargo test", "cargo test --workspace"] {
        assert!(repository.objection_after_all(&[run]).contains("fuzzing"), "{run}");
        assert_eq!(repository.objection_after_all(&[run, "cd fuzzing && cargo test"]), "", "{run}");
    }
}

#[test]
fn projects_of_nx_without_manifests_are_tested_by_their_names() {
    let project = r#"{"name":"NAME","targets":{"test":{"executor":"@nx/jest:jest"}}}"#;
    let repository = Repository::with(&[
        ("nx.json", "{}"),
        ("package.json", r#"{"devDependencies":{"jest":"30"}}"#),
        ("libs/a/project.json", &project.replace("NAME", "a")),
        ("libs/a/src/a.spec.ts", ""),
        ("libs/b/project.json", &project.replace("NAME", "b")),
        ("libs/b/src/b.spec.ts", ""),
    ]);
    assert_eq!(repository.objection_after_all(&["npx nx run-many -t test"]), "");
    assert_eq!(repository.objection_after_all(&["npx nx run-many -t test -p a,b"]), "");
    assert_ne!(repository.objection_after_all(&["npx nx test a"]), "");
}

#[test]
fn a_run_where_all_tests_of_a_project_lie_is_of_that_project() {
    let repository = Repository::with(&[("pyproject.toml", ""), ("tests/test_a.py", "")]);
    assert_eq!(repository.objection_after_all(&["cd tests && pytest"]), "");
    repository.machine.write("src/test_b.py", "");
    assert_ne!(repository.objection_after_all(&["cd tests && pytest"]), "");
    assert_eq!(repository.objection_after_all(&["cd tests && pytest", "pytest"]), "");
}

#[test]
fn the_projects_of_vitest_may_be_named_if_all_of_them_are() {
    let repository = Repository::with(&[
        ("package.json", &VITEST.replace("NAME", "p")),
        (
            "vitest.config.ts",
            "export default { test: { projects: [{ test: { name: 'a' } }, { test: { name: 'b' } }] } };\n",
        ),
        ("src/a.test.ts", "test('a', () => {});\n"),
    ]);
    assert_eq!(repository.objection_after_all(&["npx vitest run --project a --project=b"]), "");
    assert_eq!(repository.objection_after_all(&["npx vitest run --project '*'"]), "");
    for run in [
        "npx vitest run --project a",
        "npx vitest run --project a --project b src/x",
        "npx vitest run --project '!a'",
    ] {
        assert!(repository.objection_after_all(&[run]).contains("only a part"), "{run}");
    }
}
