//! Files that decide a run where others name them, that an agent has written, and that no commit will have.

use crate::Repository;

/// Why a commit is denied behind a run, after an agent has written a file that git ignores.
fn after_writing(repository: &Repository, (file, text): (&str, &str), run: &str) -> String {
    repository.machine.write("src/a.ts", &format!("// {file} {text} {run}\n"));
    repository.git(&["add", "-A"]);
    repository.tell("PreToolUse", &format!("echo x > {file}"), file);
    repository.machine.write(file, text);
    let said = repository.objection_after(run);
    std::fs::remove_file(repository.machine.project().join(file)).unwrap();
    said
}

#[test]
fn what_a_file_of_tasks_includes_bends_a_run_if_no_commit_has_it() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "local*\n*.local.toml\nci/\nnotes.yml\n");
    repository.machine.write("Makefile", "-include local.mk\ntest:\n\t@git check-ref-format a/b\n");
    repository.machine.write("justfile", "import? 'local.just'\ntest:\n  git check-ref-format a/b\n");
    repository.machine.write("Taskfile.yml", "includes:\n  more: ./ci/more.yml\n");
    for file in [
        ("local.mk", "PYTEST_FLAGS = --co\n"),
        ("local.just", "set shell := ['true']\n"),
        ("mise.local.toml", "[env]\nPYTEST_ADDOPTS = '--co'\n"),
        ("ci/more.yml", "tasks: {}\n"),
    ] {
        let said = after_writing(&repository, file, "make test");
        assert!(said.contains("git does not keep") && said.contains(file.0), "{file:?}: {said}");
    }
    // Nothing names this one.
    assert_eq!(after_writing(&repository, ("notes.yml", "a: 1\n"), "make test"), "");
    // A person's own, which nobody has seen an agent write.
    repository.machine.write("src/a.ts", "export const a = 9;\n");
    repository.machine.write("local.mk", "V = 1\n");
    repository.git(&["add", "-A"]);
    let fresh = Repository::new();
    fresh.machine.write(".git/info/exclude", "local*\n");
    fresh.machine.write("local.mk", "V = 1\n");
    assert_eq!(fresh.objection_after("make test"), "");
}

#[test]
fn variables_of_one_machine_bend_a_run_if_a_tool_reads_them() {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", ".env*\n");
    let own = (".env", "APP_NAME=x\nDATABASE_URL=postgres://localhost/a\n");
    assert_eq!(after_writing(&repository, own, "make test"), "");
    for text in ["PYTEST_ADDOPTS=--co\n", "NODE_OPTIONS='-r ./x.js'\n", "PATH=./bin\n"] {
        let said = after_writing(&repository, (".env.test", text), "make test");
        assert!(said.contains("git does not keep"), "{text}: {said}");
    }
}

#[test]
fn settings_that_a_command_chooses_are_in_the_next_commit() {
    let repository = Repository::new();
    repository.machine.write("manage.py", "x\n");
    repository.machine.write("app/tests.py", "x\n");
    repository.git(&["add", "-A"]);
    let run = "DJANGO_SETTINGS_MODULE=local_settings python3 manage.py test";
    repository.tell("PreToolUse", "echo x > local_settings.py", "write");
    repository.machine.write("local_settings.py", "TEST_RUNNER = 'x'\n");
    let said = repository.objection_after(run);
    assert!(said.contains("local_settings.py"), "{said}");
    assert!(!repository.objection_after("python3 manage.py test --settings local_settings").is_empty());
    // Of a module by any other name, nobody notes who has written it.
    assert!(!repository.objection_after("DJANGO_SETTINGS_MODULE=x python3 manage.py test").is_empty());
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_after(run), "");
}

#[test]
fn code_that_settings_name_is_in_the_next_commit() {
    let repository = Repository::with(&[
        ("package.json", r#"{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"3"}}"#),
        ("vitest.config.ts", "export default { test: { setupFiles: ['./local/setup'] } };\n"),
        ("src/a.test.ts", "test('a', () => {});\n"),
    ]);
    repository.machine.write(".git/info/exclude", "local/\nscratch.ts\n");
    let said = after_writing(&repository, ("local/setup.ts", "globalThis.test = () => {};\n"), "npm test");
    assert!(said.contains("git does not keep") && said.contains("local/setup.ts"), "{said}");
    // Nothing names these.
    assert_eq!(after_writing(&repository, ("local/other.ts", "x\n"), "npm test"), "");
    assert_eq!(after_writing(&repository, ("scratch.ts", "x\n"), "npm test"), "");
    // What is committed with the rest says itself what it does.
    repository.machine.write(".git/info/exclude", "");
    assert_eq!(after_writing(&repository, ("local/setup.ts", "x\n"), "npm test"), "");
}

#[test]
fn settings_of_a_project_of_dotnet_are_in_the_next_commit() {
    let project =
        "<PackageReference Include=\"xunit\" /><RunSettingsFilePath>ci.runsettings</RunSettingsFilePath>";
    let repository = Repository::with(&[("T/T.csproj", project), ("T/ATests.cs", "class ATests {}\n")]);
    repository.machine.write(".git/info/exclude", "*.runsettings\nglobal.json\n");
    for file in ["T/ci.runsettings", "global.json"] {
        let said = after_writing(&repository, (file, "{}\n"), "dotnet test T");
        assert!(said.contains("git does not keep"), "{file}: {said}");
    }
    assert_eq!(after_writing(&repository, ("T/other.runsettings", "{}\n"), "dotnet test T"), "");
}

#[test]
fn a_script_that_starts_the_tests_is_in_the_next_commit_if_an_agent_has_written_it() {
    let files = [("composer.json", "{}"), ("tests/ATest.php", "<?php class ATest {}\n")];
    let repository = Repository::with(&files);
    repository.machine.write(".git/info/exclude", "bin/\n");
    for run in ["bin/phpunit", "php bin/phpunit"] {
        let said = after_writing(&repository, ("bin/phpunit", "#!/bin/sh\n"), run);
        assert!(said.contains("git does not keep") && said.contains("bin/phpunit"), "{run}: {said}");
    }
    // As a manager of packages puts it there.
    let installed = Repository::with(&files);
    installed.machine.write(".git/info/exclude", "bin/\n");
    installed.machine.write("bin/phpunit", "#!/usr/bin/env php\n");
    assert_eq!(installed.objection_after_all(&["bin/phpunit"]), "");
}

#[test]
fn settings_that_the_next_commit_has_bend_nothing_wherever_others_have_theirs_at_home() {
    let repository = Repository::with(&[
        ("package.json", r#"{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"3"}}"#),
        ("src/a.test.ts", "test('a', () => {});\n"),
    ]);
    let ruby =
        Repository::with(&[("Gemfile", "gem 'rspec'\n"), ("spec/a_spec.rb", "RSpec.describe('a') {}\n")]);
    for (repository, file, text, run) in [
        (repository, ".npmrc", "save-exact=true\n", "npm test"),
        (ruby, ".rspec", "--require spec_helper\n", "bundle exec rspec"),
    ] {
        repository.tell("PreToolUse", &format!("echo x > {file}"), file);
        repository.machine.write(file, text);
        repository.git(&["add", "-A"]);
        assert_eq!(repository.objection_after(run), "", "{file}");
    }
}

#[test]
fn a_setting_that_runs_another_program_is_nobodys_own_affair_until_it_is_committed() {
    let javascript = [
        ("package.json", r#"{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"3"}}"#),
        ("src/a.test.ts", "test('a', () => {});\n"),
    ];
    let rust = [("Cargo.toml", "[package]\nname = \"a\"\n"), ("tests/a.rs", "#[test]\nfn a() {}\n")];
    for (files, file, text, run) in [
        (&javascript, ".npmrc", "script-shell=./fake\n", "npm test"),
        (&javascript, ".npmrc", "script-shell=./fake\n", "npx vitest run"),
        (&javascript, ".npmrc", "node-options=--require ./fake.js\n", "pnpm test"),
        (&javascript, ".yarnrc.yml", "yarnPath: ./fake.cjs\n", "yarn test"),
        (&rust, ".cargo/config.toml", "[target.x86_64-unknown-linux-gnu]\nrunner = \"true\"\n", "cargo test"),
    ] {
        let repository = Repository::with(files);
        repository.machine.write(file, text);
        repository.git(&["add", "-A"]);
        let said = repository.objection_after(run);
        assert!(said.contains("runs another program in its place") && said.contains(file), "{file}: {said}");
        repository.git(&["commit", "-q", "-m", "one"]);
        assert_eq!(repository.objection_after_all(&[run]), "", "{file}");
    }
    // What tools have written into the home bends as much.
    let go = Repository::with(&[("go.mod", "module a\n"), ("a_test.go", "package a\n")]);
    assert_eq!(go.objection_after_all(&["go test ./..."]), "");
    crate::support::write(&go.machine.home().join(".config/go/env"), "GOFLAGS=-exec=true\n");
    go.machine.write("a.go", "package a\n");
    let said = go.objection_after_all(&["go test ./..."]);
    assert!(said.contains("GOFLAGS=-exec=true"), "{said}");
}
