//! Whose work is held against an agent that stops: its own, and not what somebody had left there or made before.

use std::thread::sleep;
use std::time::Duration;

use super::support::Machine;
use super::{KEY, TESTED, Workspace, begins, secret_project, stop, writes};

/// Longer than the clock of a disk is coarse.
const A_WHILE: Duration = Duration::from_millis(120);

#[test]
fn a_secret_of_the_person_is_not_held_against_the_agent() {
    let machine = secret_project();
    machine.write("notes.ts", KEY);
    sleep(A_WHILE);
    begins(&machine);
    assert_eq!(stop(&machine, false), (None, String::new()));
    machine.write("scratch.ts", KEY);
    let (held, said) = stop(&machine, false);
    assert_eq!(held, None);
    assert!(said.contains("scratch.ts holds") && !said.contains("notes.ts"), "{said}");
    assert_eq!(stop(&machine, false), (None, String::new()), "it was said already");
    writes(&machine, "scratch.ts", KEY);
    assert!(stop(&machine, false).0.is_some(), "now it is the agent's");
}

#[test]
fn what_a_person_had_not_committed_before_the_session_is_not_checked_until_the_agent_touches_it() {
    let files = [("a/package.json", TESTED), ("b/package.json", TESTED), ("b/src/old.ts", "one\n")];
    let workspace = Workspace::begun_after(&files, |machine| {
        machine.write("b/src/old.ts", "in work\n");
        machine.write("b/red", "");
        std::fs::create_dir_all(machine.project().join("c")).unwrap();
        machine.write("c/package.json", TESTED);
        sleep(A_WHILE);
    });
    assert_eq!(workspace.stop_after(&["a/x.ts"]), (vec!["/a: npm run test".to_owned()], String::new()));
    let (called, held) = workspace.stop_after(&["b/src/old.ts"]);
    assert_eq!(called, ["/a: npm run test", "/b: npm run test"]);
    assert!(held.contains("b: tests"), "{held}");
}

#[test]
fn what_is_moved_or_deleted_in_the_session_counts_although_nobody_has_written_it() {
    let files = [("a/package.json", TESTED), ("b/package.json", TESTED), ("b/src/old.ts", "one\n")];
    let workspace = Workspace::begun_after(&files, |_: &Machine| sleep(A_WHILE));
    let project = workspace.machine.project();
    std::fs::rename(project.join("b/src/old.ts"), project.join("a/old.ts")).unwrap();
    assert_eq!(workspace.stop_after(&[]).0, ["/a: npm run test", "/b: npm run test"]);
}

#[test]
fn a_secret_of_commits_that_were_made_before_is_not_held_against_whoever_merges_them() {
    let machine = secret_project();
    machine.git(&["checkout", "-q", "-b", "other"]);
    machine.write("src/key.ts", KEY);
    machine.git(&["add", "-A"]);
    machine.git(&["-c", "user.email=you@example.com", "commit", "-q", "-m", "key"]);
    machine.git(&["checkout", "-q", "-"]);
    // Git counts whole seconds.
    sleep(Duration::from_millis(1_100));
    begins(&machine);
    machine.git(&["merge", "-q", "other"]);
    assert_eq!(stop(&machine, false).0, None);
    machine.write("src/b.ts", "three\n");
    machine.git(&["add", "-A"]);
    machine.git(&["commit", "-q", "-m", "own"]);
    assert_eq!(stop(&machine, false).0, None);
    writes(&machine, "src/own.ts", KEY);
    assert!(stop(&machine, false).0.is_some_and(|held| held.contains("src/own.ts holds")));
}
