//! Commands that behave badly, and what becomes of them.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::time::{Duration, Instant};

use hookward_runner::{Job, Outcome, Program, run};

fn job<'a>(command: &'a str, directory: &'a Path) -> Job<'a> {
    let timeout = Duration::from_secs(5);
    Job {
        program: Program::Shell(command),
        directory,
        variables: &[("HOOK_EVENT", "stop")],
        input: b"{}\n",
        timeout,
        max_output: 1_000,
    }
}

fn ended(command: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    match run(&job(command, folder.path())) {
        Outcome::Ended { status, output, .. } => (status.code(), output),
        other => panic!("{command}: {other:?}"),
    }
}

#[test]
fn a_command_gets_its_input_and_variables_and_its_status_and_output_come_back() {
    assert_eq!(ended("cat; echo $HOOK_EVENT; exit 2"), (Some(2), "{}\nstop\n".to_owned()));
    assert_eq!(ended("exit 0").0, Some(0));
    assert_eq!(ended("kill -9 $$").0, None);
    assert_eq!(ended("./missing").0, Some(127));
}

#[test]
fn a_command_that_writes_without_measure_ends_and_is_cut() {
    let (status, output) = ended("head -c 5000000 /dev/zero | tr '\\0' x; exit 2");
    assert_eq!((status, output.len()), (Some(2), 1_000));
}

#[test]
fn a_command_that_never_reads_a_large_input_does_not_hold_us() {
    let folder = tempfile::tempdir().unwrap();
    let input = vec![b'x'; 4 << 20];
    let outcome = run(&Job { input: &input, ..job("exec 0<&-; exit 0", folder.path()) });
    assert!(matches!(outcome, Outcome::Ended { .. }), "{outcome:?}");
}

#[test]
fn a_command_that_takes_too_long_is_ended_with_what_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let started = Instant::now();
    let slow = "trap '' TERM; (sleep 0.5; touch late) & sleep 60";
    let outcome = run(&Job { timeout: Duration::from_millis(200), ..job(slow, folder.path()) });
    assert!(matches!(outcome, Outcome::TimedOut), "{outcome:?}");
    assert!(started.elapsed() < Duration::from_secs(2));
    std::thread::sleep(Duration::from_millis(500));
    assert!(!folder.path().join("late").exists(), "a process was left behind");
}

#[test]
fn what_a_command_leaves_running_does_not_hold_us() {
    let started = Instant::now();
    assert_eq!(ended("sleep 3 & exit 0").0, Some(0));
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_directory_that_is_not_there_is_a_failure() {
    let outcome = run(&job("true", Path::new("/does/not/exist")));
    assert!(matches!(outcome, Outcome::Failed(_)), "{outcome:?}");
}
