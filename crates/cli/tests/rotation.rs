//! A journal that is put aside while many write to it, some of whom are killed: every record stays, and none is there twice.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{Machine, feed, stdout, write};

/// A journal of some five records is full here.
const FULL: &str = "2000";

fn small(mut command: Command) -> Command {
    command.env("HOOKWARD_TEST_FULL", FULL);
    command
}

/// A call of which the record can be told from every other.
fn call(machine: &Machine, id: &str) -> Vec<u8> {
    let more = json!({"tool_name": "Bash", "tool_input": {"command": format!("echo {id}")}});
    machine.event("PreToolUse", &more)
}

/// The files of the journal, oldest first.
fn files(machine: &Machine) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(machine.state()).unwrap().map(|entry| entry.unwrap().path());
    let is_journal =
        |path: &std::path::PathBuf| path.extension().is_some_and(|extension| extension == "jsonl");
    let mut files: Vec<_> = entries.filter(is_journal).collect();
    // `journal-…` comes before `journal.jsonl`.
    files.sort();
    files
}

/// How often each command was recorded, in all files together.
fn recorded(machine: &Machine) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for file in files(machine) {
        for line in std::fs::read_to_string(file).unwrap().lines().filter(|line| !line.is_empty()) {
            let record: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("torn: {line}"));
            *counts.entry(record["subject"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
        }
    }
    counts
}

fn denials_in_stats(machine: &Machine) -> Value {
    let stats: Value = serde_json::from_slice(&machine.run(&["stats", "--json"]).stdout).unwrap();
    stats["all"]["denials"].clone()
}

#[test]
fn two_hundred_processes_lose_nothing_and_write_nothing_twice() {
    const PROCESSES: usize = 200;
    let machine = Machine::new();
    // All are there before the first may go on.
    let mut children: Vec<_> = (0..PROCESSES)
        .map(|_| small(machine.command(&["hook", "claude"])).stdin(Stdio::piped()).spawn().unwrap())
        .collect();
    for (nth, child) in children.iter_mut().enumerate() {
        std::io::Write::write_all(child.stdin.as_mut().unwrap(), &call(&machine, &nth.to_string())).unwrap();
    }
    for child in &mut children {
        drop(child.stdin.take());
    }
    for child in children {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    let counts = recorded(&machine);
    assert_eq!(counts.len(), PROCESSES);
    assert!(counts.values().all(|count| *count == 1), "{counts:?}");
    assert!(files(&machine).len() > 5, "it was put aside: {:?}", files(&machine));
    let shown = stdout(&machine.run(&["log", "--json"])).lines().count();
    assert_eq!(shown, PROCESSES, "the log reads all of them");
    let stats: Value = serde_json::from_slice(&machine.run(&["stats", "--json"]).stdout).unwrap();
    assert_eq!(stats["all"]["events"], PROCESSES);
}

#[test]
#[cfg(unix)]
fn processes_that_are_killed_while_it_is_put_aside_leave_what_the_next_one_repairs() {
    const PROCESSES: usize = 8;
    const CALLS: usize = 40;
    let machine = Machine::new();
    let (killed, answered) = (AtomicUsize::new(0), std::sync::Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for process in 0..PROCESSES {
            let (machine, killed, answered) = (&machine, &killed, &answered);
            scope.spawn(move || {
                for nth in 0..CALLS {
                    let id = format!("{process}-{nth}");
                    let mut command = small(machine.command(&["hook", "claude"]));
                    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
                    let payload = machine.bash(&format!("rm -rf / # {id}"));
                    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), &payload);
                    let wait = (process * CALLS + nth) as u64 * 7919 % 24_000;
                    thread::sleep(Duration::from_micros(wait));
                    let _ = child.kill();
                    let output = child.wait_with_output().unwrap();
                    if output.status.success() {
                        answered.lock().unwrap().push(id);
                    } else {
                        killed.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    assert!(killed.load(Ordering::Relaxed) > 0, "nobody was killed: the test proves nothing");
    feed(small(machine.command(&["hook", "claude"])), &machine.bash("rm -rf / # last"));
    let counts = recorded(&machine);
    assert!(counts.values().all(|count| *count == 1), "{counts:?}");
    for id in answered.into_inner().unwrap() {
        assert!(counts.contains_key(&format!("rm -rf / # {id}")), "{id} was answered, and is not recorded");
    }
    assert!(files(&machine).len() > 3);
    // The strikes of the session are those of all files together.
    let text = std::fs::read_to_string(machine.state().join("sessions/claude-s1")).unwrap();
    let session: Value = serde_json::from_str(text.strip_prefix('=').expect("settled")).unwrap();
    assert_eq!(session["strikes"][0]["count"], counts.len());
    assert_eq!(denials_in_stats(&machine), counts.len());
}

#[test]
fn a_session_is_rebuilt_from_all_files() {
    let machine = Machine::new();
    for nth in 0..30 {
        feed(small(machine.command(&["hook", "claude"])), &machine.bash(&format!("rm -rf / # {nth}")));
    }
    assert!(files(&machine).len() > 3);
    let session = machine.state().join("sessions/claude-s1");
    let before = std::fs::read_to_string(&session).unwrap();
    std::fs::write(&session, "~").unwrap();
    // It is read when the next event comes, and what is approved changes nothing of it.
    machine.hook("claude", &machine.bash("git status"));
    assert_eq!(std::fs::read_to_string(&session).unwrap(), before);
}

#[test]
fn stats_that_are_asked_for_at_once_agree_while_others_write() {
    let machine = Machine::new();
    thread::scope(|scope| {
        for process in 0..4 {
            let machine = &machine;
            scope.spawn(move || {
                for nth in 0..25 {
                    feed(
                        small(machine.command(&["hook", "claude"])),
                        &call(machine, &format!("{process}-{nth}")),
                    );
                }
            });
            scope.spawn(move || {
                let mut last = 0;
                for _ in 0..6 {
                    let output = machine.run(&["stats", "--json"]);
                    assert!(output.status.success(), "{output:?}");
                    let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
                    let events = stats["all"]["events"].as_u64().unwrap();
                    assert!(events >= last && events <= 100, "{events} after {last}");
                    last = events;
                }
            });
        }
    });
    for arguments in [&["stats", "--json"][..], &["stats", "--json", "--rebuild"]] {
        let stats: Value = serde_json::from_slice(&machine.run(arguments).stdout).unwrap();
        assert_eq!(stats["all"]["events"], 100);
    }
}

#[test]
fn stats_that_are_killed_leave_an_index_that_the_next_ones_go_on_with() {
    let machine = Machine::new();
    let line = {
        machine.judge("rm -rf /");
        std::fs::read_to_string(machine.state().join("journal.jsonl")).unwrap()
    };
    write(&machine.state().join("journal.jsonl"), &line.repeat(6_000));
    let mut killed = 0;
    for nth in 0..12 {
        let mut child = machine.command(&["stats", "--json", "--rebuild"]).spawn().unwrap();
        thread::sleep(Duration::from_millis(nth * 25));
        killed += usize::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(killed > 0, "nobody was killed: the test proves nothing");
    assert_eq!(denials_in_stats(&machine), 6_000);
}

#[test]
fn what_is_too_old_is_dropped_by_the_person_s_policy_and_its_figures_stay() {
    let machine = Machine::new();
    write(&machine.user_policy(), "[journal]\nkeep = \"1d\"\n");
    // What a project says of it counts for nothing.
    machine.write("hookward.toml", "[journal]\nkeep = \"9999w\"\n");
    machine.judge("rm -rf /");
    let old = machine.state().join("journal-1700000000000.jsonl");
    std::fs::rename(machine.state().join("journal.jsonl"), &old).unwrap();
    let mut calls = 0;
    while files(&machine).iter().filter(|file| **file != old).count() < 2 {
        feed(small(machine.command(&["hook", "claude"])), &machine.bash("rm -rf /"));
        calls += 1;
        assert!(calls < 100, "it is never full");
    }
    // Dropped by a process of its own: the host has its answer by then.
    let started = Instant::now();
    while old.exists() {
        assert!(started.elapsed() < Duration::from_secs(20), "nobody has dropped it");
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(denials_in_stats(&machine), calls + 1);
    assert_eq!(recorded(&machine).values().sum::<usize>(), calls, "what is not too old is there");
    let facts: Value = serde_json::from_slice(&machine.run(&["facts", "--json"]).stdout).unwrap();
    let notice = facts["notices"][0]["text"].as_str().unwrap();
    assert!(notice.contains("`journal` counts only in a person's or the managed policy"), "{notice}");
}

#[test]
fn a_log_that_is_followed_goes_on_when_the_journal_is_put_aside() {
    use std::io::{BufRead, BufReader};
    let machine = Machine::new();
    feed(small(machine.command(&["hook", "claude"])), &call(&machine, "before"));
    let mut log = machine.command(&["log", "--json", "--follow"]).spawn().unwrap();
    let mut lines = BufReader::new(log.stdout.take().unwrap()).lines();
    let mut next = || -> String {
        let record: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        record["subject"].as_str().unwrap().to_owned()
    };
    assert_eq!(next(), "echo before");
    for nth in 0..40 {
        feed(small(machine.command(&["hook", "claude"])), &call(&machine, &nth.to_string()));
    }
    assert!(files(&machine).len() > 3);
    let seen: Vec<String> = (0..40).map(|_| next()).collect();
    let _ = log.kill();
    log.wait().unwrap();
    assert_eq!(seen, (0..40).map(|nth| format!("echo {nth}")).collect::<Vec<_>>());
}
