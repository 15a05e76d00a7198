//! Runs of sources that were others while they ran, and runs of nothing.

use serde_json::json;

use crate::Repository;

fn python() -> Repository {
    Repository::with(&[
        ("setup.py", ""),
        ("app/a.py", "x = 1\n"),
        ("tests/test_a.py", "def test_a():\n    pass\n"),
    ])
}

#[test]
fn what_was_there_only_while_a_check_ran_may_have_decided_it() {
    for (run, path) in [
        ("echo '[pytest]' > pytest.ini && pytest && rm pytest.ini", "pytest.ini"),
        ("echo x > conftest.py; pytest; r=$?; rm -f conftest.py; exit $r", "conftest.py"),
        ("echo x > app/more.py && pytest && rm app/more.py", "app/more.py"),
        ("npm config set a b && pytest && rm .npmrc", ".npmrc"),
        ("echo x > ~/.config/pytest.ini && pytest && rm ~/.config/pytest.ini", "pytest.ini"),
        ("echo x > .venv/bin/pytest && .venv/bin/pytest && rm .venv/bin/pytest", ".venv/bin/pytest"),
        ("mv tests away && mkdir tests && pytest && rm -r tests && mv away tests", "tests"),
    ] {
        let said = python().objection_after(run);
        assert!(said.contains("was not as it is now") && said.contains(path), "{run}: {said}");
    }
    for run in [
        "echo x > notes.txt && pytest && rm notes.txt",
        "echo 'print(1)' > look.py && rm look.py && pytest",
        "mkdir -p tests && pytest",
        "pytest > out.log; r=$?; tail out.log; rm out.log; exit $r",
        "rm -rf build dist && pytest",
    ] {
        assert_eq!(python().objection_after(run), "", "{run}");
    }
}

/// Why a commit is denied behind a run that ended well with these words.
fn after_saying(repository: &Repository, run: &str, output: &str) -> String {
    repository.tell("PreToolUse", run, run);
    let call = json!({
        "tool_name": "Bash", "tool_input": {"command": run}, "tool_use_id": run, "tool_response": {"stdout": output},
    });
    repository.machine.hook("claude", &repository.machine.event("PostToolUse", &call));
    repository.objection()
}

#[test]
fn a_run_that_says_that_it_has_found_no_test_tells_nothing_of_those_that_are_there() {
    let output = "Ran 0 tests in 0.000s\n\nOK\n";
    let said = after_saying(&python(), "python3 -m pytest", output);
    assert!(said.contains("it has found no test"), "{said}");
    assert_eq!(after_saying(&python(), "python3 -m pytest", "1 passed in 0.01s\n"), "");
    // Where there are none, nobody has left any out.
    let bare = Repository::with(&[("setup.py", ""), ("app/a.py", "x = 1\n")]);
    assert_eq!(after_saying(&bare, "python3 -m pytest", output), "");
}
