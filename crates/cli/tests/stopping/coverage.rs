//! Coverage that a policy wants to know of, and that nothing has measured.

use serde_json::json;

use crate::support::{self, Machine};
use crate::{held_project, stop};

fn follow(machine: &Machine, tests: &str) {
    let policy =
        format!("[gate.unfinished-stop]\nchecks = [\"tests\"]\ntests = \"{tests}\"\ncoverage = 80\n");
    support::write(&machine.user_policy(), &policy);
}

/// A runner outside of the workspace that says this.
fn runner(machine: &Machine, says: &str) -> String {
    let path = machine.home().join("bin/jest");
    support::write_program(&path, &format!("#!/bin/sh\necho '{says}'\n"));
    path.display().to_string()
}

#[test]
fn where_nobody_knows_how_it_is_measured_that_is_said() {
    let machine = held_project();
    follow(&machine, "true");
    machine.write("src/a.ts", "two\n");
    let (held, said) = stop(&machine, false);
    assert_eq!(held, None);
    assert!(
        said.contains("coverage was not measured (at least 80 %): `true` has written no report"),
        "{said}"
    );
}

#[test]
fn a_stop_is_held_once_and_told_how_it_is_measured() {
    let machine = held_project();
    // A run without any test has nothing to measure.
    follow(&machine, &runner(&machine, "No tests found, exiting with code 0"));
    machine.write("src/a.ts", "two\n");
    assert_eq!(stop(&machine, false).0, None);
    let jest = runner(&machine, "Tests: 1 passed");
    machine.write("src/a.ts", "three\n");
    let held = stop(&machine, false).0.unwrap();
    assert!(held.contains(&format!("run `{jest} --coverage`")), "{held}");
    machine.hook("claude", &machine.event("UserPromptSubmit", &json!({"prompt": "go on"})));
    machine.write("src/a.ts", "four\n");
    assert_eq!(stop(&machine, false).0, None, "it was told how");
}
