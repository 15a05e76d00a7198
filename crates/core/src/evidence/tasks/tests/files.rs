//! Tasks of a project's files, and what a run of them tells of its tests.

use hookward_effects::{Call, Scene, facts};

use super::{Check, Disk, Observed, Outcome, Own, Scope, Status, observe};

/// Where all tests were seen to pass; unknown for a place that is not known.
fn passed_in(file: &str, text: &str, command: &str) -> Vec<String> {
    passed_with(&[(file, text)], command)
}

fn passed_with(files: &[(&str, &str)], command: &str) -> Vec<String> {
    let scene = Scene { cwd: "/w", home: None, roots: &[], world: &Disk::of(files) };
    let seen = observe(&facts(&Call::shell(command), &scene), Status::Succeeded, Own::NONE);
    let counts = |seen: &Observed| {
        seen.what == Check::Tests && seen.outcome == Ok(Outcome::Passed) && seen.scope == Scope::Whole
    };
    let places = seen.into_iter().filter(counts).map(|seen| seen.cwd.unwrap_or("unknown".to_owned()));
    let mut places: Vec<String> = places.collect();
    places.dedup();
    places
}

const TASKFILE: &str = "Taskfile.yml";
const POE: &str = "poe_tasks.toml";
const TOX: &str = "tox.ini";
const NOX: &str = "noxfile.py";

#[test]
fn the_tests_of_a_task_have_passed_where_it_runs() {
    for (file, text, command, expected) in [
        (TASKFILE, "tasks:\n  test:\n    cmds: [pytest]\n", "task test", "/w"),
        (TASKFILE, "tasks:\n  test:\n    cmds: [pytest]\n  lint: ls\n", "task -s test", "/w"),
        (TASKFILE, "tasks:\n  test: pytest\n  lint: ruff check\n", "task --parallel lint test", "/w"),
        (TASKFILE, "tasks:\n  test: pytest {{.CLI_ARGS}}\n", "task test", "/w"),
        (TASKFILE, "tasks:\n  test:\n    dir: backend\n    cmds: [pytest]\n", "task test", "/w/backend"),
        (
            "Makefile",
            "SHELL := /bin/bash -e\nMAKEFLAGS += --no-print-directory\ntest:\n\tpytest\n",
            "make test",
            "/w",
        ),
        (
            "Makefile",
            "ifdef CI\nA = 1\nendif\ntest: lint\n\tpytest\nlint:\n\truff check\n",
            "make test",
            "/w",
        ),
        ("justfile", "set shell := ['bash', '-euo', 'pipefail', '-c']\ntest:\n  pytest\n", "just test", "/w"),
        (POE, "[tasks]\ntest = 'pytest'", "poe test", "/w"),
        (POE, "[tasks]\ntest = 'pytest'", "poe test -x", "/w"),
        (POE, "[tasks]\ntest = { cmd = 'pytest', cwd = 'backend' }", "poe test", "/w/backend"),
        (
            POE,
            "[tasks]\ntest = { sequence = ['unit'], ignore_fail = false }\nunit = 'pytest'",
            "poe test",
            "/w",
        ),
        ("mise.toml", "[tasks.test]\nrun = 'pytest'\ndir = 'backend'", "mise run test", "/w/backend"),
        ("mise.toml", "[tasks.test]\nrun = 'pytest'", "mise test", "/w"),
        ("pixi.toml", "[tasks]\ntest = { cmd = 'echo && pytest', cwd = 'b' }", "pixi run test", "/w/b"),
        (TOX, "[testenv]\ncommands = pytest {posargs}\n", "tox", "/w"),
        (TOX, "[testenv]\ncommands = pytest {posargs}\n", "tox -e py312", "/w"),
        (TOX, "[testenv]\ncommands = pytest {posargs}\n", "uvx tox run -p auto -- -x", "/w"),
        (
            TOX,
            "[testenv]\nchangedir = backend\ncommands = {envpython} -m pytest\n",
            "python -m tox",
            "/w/backend",
        ),
        (TOX, "[testenv]\nsetenv = GREETING = hi\ncommands = pytest\n", ".venv/bin/tox -q", "/w"),
        (NOX, "@nox.session\ndef tests(session):\n  session.run('pytest')\n", "nox", "/w"),
        (NOX, "@nox.session\ndef tests(session):\n  session.run('pytest')\n", "nox -s tests", "/w"),
        (NOX, "@nox.session\ndef tests(session):\n  session.run('pytest')\n", "nox --session=tests", "/w"),
        ("justfile", "[working-directory: 'backend']\ntest:\n  pytest\n", "just test", "/w/backend"),
    ] {
        assert_eq!(passed_in(file, text, command), [expected], "{text}");
    }
}

#[test]
fn a_task_that_may_have_tested_nothing_tells_nothing() {
    for (file, text, command) in [
        (
            TASKFILE,
            "tasks:\n  test:\n    ignore_error: true\n    cmds:\n      - task: unit\n  unit: pytest\n",
            "task test",
        ),
        (TASKFILE, "tasks:\n  test:\n    status: ['true']\n    cmds: [pytest]\n", "task test"),
        (TASKFILE, "tasks:\n  test:\n    cmds:\n      - >\n        echo\n        pytest\n", "task test"),
        (TASKFILE, "tasks:\n  test: pytest {{.CLI_ARGS}}\n", "task test -- --co"),
        ("Makefile", "SHELL = /bin/true\ntest:\n\tpytest\n", "make test"),
        ("Makefile", ".IGNORE:\ntest:\n\tpytest\n", "make test"),
        ("Makefile", "MAKEFLAGS += -i\ntest:\n\tpytest\n", "make test"),
        ("Makefile", "ifdef CI\ntest:\n\tpytest\nelse\ntest:\n\ttrue\nendif\n", "make test"),
        ("justfile", "set shell := ['true', '-c']\ntest:\n  pytest\n", "just test"),
        (POE, "[tasks]\ntest = { sequence = ['unit'], ignore_fail = true }\nunit = 'pytest'", "poe test"),
        (POE, "[tasks]\ntest = 'echo start && pytest'", "poe test"),
        (POE, "[tasks]\ntest = 'pytest'", "poe test --co"),
        (TOX, "[testenv]\ncommands = true\n", "tox"),
        (TOX, "[testenv]\ndeps = pytest\n", "tox"),
        (TOX, "[testenv]\ncommands = - pytest\n", "tox"),
        (TOX, "[testenv]\ncommands = pytest -k one\n", "tox"),
        (TOX, "[testenv]\ncommands = pytest {posargs}\n", "tox -- --co"),
        (TOX, "[testenv]\ncommands = pytest\n", "tox -x testenv.commands=true"),
        (TOX, "[testenv]\ncommands = pytest\n", "tox -c other.ini"),
        (TOX, "[testenv]\ncommands = pytest\n", "tox list"),
        (TOX, "[testenv]\ncommands = pytest\n[testenv:lint]\ncommands = ruff check\n", "tox -e lint"),
        (TOX, "[testenv]\nsetenv =\n  PYTEST_ADDOPTS = --co\ncommands = pytest\n", "tox"),
        ("other.ini", "[testenv]\ncommands = pytest\n", "tox"),
        (NOX, "@nox.session\ndef tests(session):\n  pass\n", "nox"),
        (NOX, "@nox.session\ndef tests(session):\n  session.run('pytest')\n", "nox -l"),
        (NOX, "@nox.session\ndef tests(session):\n  session.run('pytest')\n", "nox -k lint"),
        (NOX, "@nox.session(python='3.1')\ndef tests(session):\n  session.run('pytest')\n", "nox"),
        (
            NOX,
            "@nox.session\ndef t(session):\n  session.run('pytest', env={'PYTEST_ADDOPTS': '--co'})\n",
            "nox",
        ),
        ("mise.toml", "[tasks.test]\nrun = 'pytest'\nsources = ['a']", "mise run test"),
        ("mise.toml", "[tasks.test]\nrun = 'pytest'", "mise run test --co"),
    ] {
        let found = passed_in(file, text, command);
        assert!(found.is_empty(), "{command}: {text}: {found:?}");
    }
}

#[test]
fn a_task_without_commands_tests_nothing() {
    for (file, text, command) in [
        ("package.json", r#"{"scripts":{"test":""}}"#, "npm test"),
        ("package.json", r#"{"scripts":{"test":" "}}"#, "yarn test"),
        ("composer.json", r#"{"scripts":{"test":[]}}"#, "composer test"),
        ("deno.json", r#"{"tasks":{"test":""}}"#, "deno task test"),
        ("Makefile", "test:\n", "make test"),
        ("Makefile", ".PHONY: test\ntest: lint\nlint:\n\truff check\n", "make test"),
        ("Makefile", "test: ;\n", "make test"),
        ("justfile", "test:\n", "just test"),
        (TASKFILE, "tasks:\n  test:\n    cmds: []\n", "task test"),
        (TASKFILE, "tasks:\n  test:\n    desc: All\n", "task test"),
        (TASKFILE, "tasks:\n  test:\n    cmds:\n      - for: []\n        cmd: pytest\n", "task test"),
        (TASKFILE, "tasks:\n  test:\n    cmds:\n      - defer: pytest\n", "task test"),
        (POE, "[tasks]\ntest = []\n", "poe test"),
        (POE, "[tasks]\ntest = ''\n", "poe test"),
        (POE, "[tasks.test]\ncontrol.expr = '1'\nswitch = [{ case = '2', cmd = 'pytest' }]\n", "poe test"),
        ("mise.toml", "[tasks.test]\nrun = []\n", "mise run test"),
        ("mise.toml", "[tasks.test]\ndescription = 'All'\n", "mise test"),
        ("hatch.toml", "[envs.default.scripts]\ntest = []\n", "hatch run test"),
        ("hatch.toml", "[envs.hatch-test.scripts]\nrun = 'true'\n", "hatch test"),
        ("pixi.toml", "[tasks]\ntest = { cmd = '' }\n", "pixi run test"),
    ] {
        let found = passed_in(file, text, command);
        assert!(found.is_empty(), "{command}: {text}: {found:?}");
    }
}

#[test]
fn variables_of_a_file_of_tasks_are_heeded() {
    const ADDED: &str = "PYTEST_ADDOPTS";
    const OWN: &str = "GREETING";
    for (file, text, command) in [
        ("Makefile", "export VARIABLE = --co\ntest:\n\tpytest\n", "make test"),
        ("Makefile", "VARIABLE = --co\nexport VARIABLE\ntest:\n\tpytest\n", "make test"),
        ("Makefile", "test: export VARIABLE = --co\ntest:\n\tpytest\n", "make test"),
        ("justfile", "export VARIABLE := '--co'\ntest:\n  pytest\n", "just test"),
        ("justfile", "test $VARIABLE='--co':\n  pytest\n", "just test"),
        (TASKFILE, "env:\n  VARIABLE: --co\ntasks:\n  test: pytest\n", "task test"),
        (TASKFILE, "tasks:\n  test:\n    env: { VARIABLE: --co }\n    cmds: [pytest]\n", "task test"),
        (
            TASKFILE,
            "tasks:\n  test:\n    env:\n      VARIABLE:\n        sh: echo --co\n    cmds: [pytest]\n",
            "task test",
        ),
        (POE, "[env]\nVARIABLE = '--co'\n[tasks]\ntest = 'pytest'\n", "poe test"),
        (POE, "[tasks.test]\ncmd = 'pytest'\nenv = { VARIABLE = '--co' }\n", "poe test"),
        (POE, "[tasks.test]\ncmd = 'pytest'\nenv.VARIABLE.default = '--co'\n", "poe test"),
        (
            "pyproject.toml",
            "[tool.poe.env]\nVARIABLE = '--co'\n[tool.poe.tasks]\ntest = 'pytest'\n",
            "poe test",
        ),
        ("mise.toml", "[env]\nVARIABLE = '--co'\n[tasks.test]\nrun = 'pytest'\n", "mise run test"),
        ("mise.toml", "[tasks.test]\nrun = 'pytest'\nenv = { VARIABLE = '--co' }\n", "mise test"),
        (
            "hatch.toml",
            "[envs.default.env-vars]\nVARIABLE = '--co'\n[envs.default.scripts]\ntest = 'pytest'\n",
            "hatch run test",
        ),
        (
            "pyproject.toml",
            "[tool.pdm.scripts]\n_.env = { VARIABLE = '--co' }\ntest = 'pytest'\n",
            "pdm run test",
        ),
        (
            "pyproject.toml",
            "[tool.pdm.scripts]\ntest = { cmd = 'pytest', env = { VARIABLE = '--co' } }\n",
            "pdm test",
        ),
        (
            "pyproject.toml",
            "[tool.rye.scripts]\ntest = { cmd = 'pytest', env = { VARIABLE = '--co' } }\n",
            "rye run test",
        ),
        ("pixi.toml", "[activation.env]\nVARIABLE = '--co'\n[tasks]\ntest = 'pytest'\n", "pixi run test"),
        ("pixi.toml", "[tasks]\ntest = { cmd = 'pytest', env = { VARIABLE = '--co' } }\n", "pixi run test"),
    ] {
        let found = passed_in(file, &text.replace("VARIABLE", ADDED), command);
        assert!(found.is_empty(), "{command}: {text}: {found:?}");
        assert_eq!(passed_in(file, &text.replace("VARIABLE", OWN), command), ["/w"], "{command}: {text}");
    }
}

#[test]
fn a_task_that_two_files_have_may_be_either() {
    let task = |run: &str| format!("[tasks.test]\nrun = '{run}'\n");
    let (tests, idle) = (task("pytest"), task("true"));
    let passed = |one: &str, other: &str| {
        !passed_with(&[("mise.toml", one), (".mise.toml", other)], "mise run test").is_empty()
    };
    assert!(!passed(&tests, &idle));
    assert!(!passed(&idle, &tests));
    assert!(passed(&tests, &tests));
}

#[test]
fn a_script_that_a_task_runs_is_what_it_does() {
    let tasks = [
        ("package.json", r#"{"scripts":{"test":"./test.sh"}}"#, "npm test"),
        ("package.json", r#"{"scripts":{"test":"bash test.sh"}}"#, "npm test"),
        ("Makefile", "test:\n\t./test.sh\n", "make test"),
    ];
    for (file, text, command) in tasks {
        let passes = |script: &str| !passed_with(&[(file, text), ("test.sh", script)], command).is_empty();
        assert!(!passes("#!/bin/sh\necho all tests passed\n"), "{command}: {text}");
        assert!(!passes("#!/bin/sh\nexit 0\n"), "{command}: {text}");
        assert!(passes("#!/bin/sh\necho go\n./run-them\n"), "{command}: {text}");
        assert!(passes("#!/bin/sh\nset -e\npytest\n"), "{command}: {text}");
    }
}
