//! How often a stop is held and for how long, and what a check leaves behind.

use serde_json::json;

use super::{TESTED, Workspace, called, held_project, stop, support};

#[test]
fn after_three_times_in_a_row_it_lets_go_and_says_what_nobody_has_checked_until_the_person_speaks() {
    let machine = held_project();
    for text in ["two", "three", "four"] {
        machine.write("src/a.ts", text);
        assert!(stop(&machine, text != "two").0.is_some(), "{text}");
    }
    machine.write("src/a.ts", "five");
    let (held, said) = stop(&machine, true);
    assert_eq!((held, called(&machine)), (None, 3));
    let told = "held 3 times in a row and stops although this does not hold: not checked since the sources";
    assert!(said.contains(told), "{said}");
    let journal = machine.journal();
    let last = journal.iter().rev().find(|record| record["event"] == "stop").unwrap();
    assert_eq!(
        (&last["decision"], &last["ran"][0]["how"]),
        (&json!("advise"), &json!("unchecked")),
        "{last}"
    );
    machine.hook("claude", &machine.event("UserPromptSubmit", &json!({"prompt": "go on"})));
    machine.write("src/a.ts", "six");
    assert!(stop(&machine, false).0.is_some());
}

#[test]
fn who_is_let_go_with_sources_that_pass_is_not_spoken_of() {
    let machine = held_project();
    for text in ["two", "three", "four"] {
        machine.write("src/a.ts", text);
        assert!(stop(&machine, text != "two").0.is_some(), "{text}");
    }
    // They were checked before, and passed.
    machine.write("src/ok.ts", "");
    machine.run(&["run", "--stop"]);
    assert_eq!(stop(&machine, true), (None, String::new()));
}

#[test]
fn a_build_leaves_no_program_among_the_sources() {
    let workspace = Workspace::new(&[("go.mod", "module example.com/x\n"), ("main.go", "package main\n")]);
    support::write(&workspace.machine.user_policy(), "[gate.unfinished-stop]\nchecks = [\"build\"]\n");
    let (called, _) = workspace.stop_after(&["main.go"]);
    assert_eq!(called, [": go build -o /dev/null ./..."]);
}

#[test]
fn what_the_time_was_not_enough_for_is_said() {
    let files = [("a/package.json", TESTED), ("b/package.json", TESTED), ("c/package.json", TESTED)];
    let workspace = Workspace::new(&files);
    let npm = workspace.machine.home().join("bin/npm");
    std::fs::write(&npm, "#!/bin/sh\nsleep 60\n").unwrap();
    support::write(
        &workspace.machine.user_policy(),
        "[gate.unfinished-stop]\nchecks = [\"tests\"]\nlimit = \"2s\"\n",
    );
    let (_, held) = workspace.stop_after(&["a/x.ts", "b/x.ts", "c/x.ts"]);
    assert!(held.contains("- a: tests: `npm run test` gave no answer in time"), "{held}");
    assert!(held.contains("- not reached in time: b: tests, c: tests"), "{held}");
}

#[test]
fn a_check_that_gave_no_answer_is_not_made_again_on_the_same_sources() {
    let workspace = Workspace::new(&[("a/package.json", TESTED)]);
    let npm = workspace.machine.home().join("bin/npm");
    std::fs::write(&npm, "#!/bin/sh\necho x >> \"$HOME/called\"\nsleep 60\n").unwrap();
    let limit = |limit: &str| {
        let text = format!("[gate.unfinished-stop]\nchecks = [\"tests\"]\nlimit = \"{limit}\"\n");
        support::write(&workspace.machine.user_policy(), &text);
    };
    limit("1s");
    let (called, held) = workspace.stop_after(&["a/x.ts"]);
    assert_eq!(called.len(), 1);
    assert!(held.contains("gave no answer in time"), "{held}");
    assert_eq!(workspace.stop_after(&[]), (Vec::new(), held), "it is said, and not run");
    // Who gives it more time wants to know.
    limit("2s");
    assert_eq!(workspace.stop_after(&[]).0.len(), 1);
}

#[test]
fn of_a_script_that_fails_its_own_words_are_told_and_where_all_of_them_are() {
    let workspace = Workspace::new(&[("a/package.json", TESTED)]);
    let npm = workspace.machine.home().join("bin/npm");
    let says = |lines: &str| {
        let around = "echo; echo '> a@1.0.0 test'; echo '> check'; echo";
        let behind = "echo 'npm error Lifecycle script `test` failed with error:' >&2";
        std::fs::write(&npm, format!("#!/bin/sh\n{around}\n{lines}\n{behind}\nexit 1\n")).unwrap();
    };
    says("echo 'line 1 must not be empty'");
    let (_, held) = workspace.stop_after(&["a/x.ts"]);
    assert!(held.contains("line 1 must not be empty"), "{held}");
    assert!(!held.contains("npm error") && !held.contains("all of it"), "{held}");
    says("for i in 1 2 3 4 5; do echo word $i; done");
    let (_, held) = workspace.stop_after(&["a/y.ts"]);
    assert!(held.contains("  word 3\n  word 4\n  word 5\n  all of it: "), "{held}");
}
