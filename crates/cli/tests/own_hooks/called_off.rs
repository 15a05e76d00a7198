//! Whoever gives up on Hookward leaves nothing running.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use crate::machine;
use crate::support::{Machine, decision};

/// What has a little time to become true.
fn soon(what: &str, mut is_so: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The process whose number a file holds, once it does.
fn process_in(file: &Path) -> Pid {
    let read = || std::fs::read_to_string(file).ok().and_then(|text| text.trim().parse().ok());
    soon("it starts", || read().is_some());
    Pid::from_raw(read().unwrap()).unwrap()
}

/// Whether a process is there. One that has ended and that nobody has asked for is not.
fn is_alive(process: Pid) -> bool {
    let state = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()?;
        stat.rsplit(") ").next()?.chars().next()
    };
    test_kill_process(process).is_ok() && state() != Some('Z')
}

fn signalled(child: Child, signal: Signal) -> std::process::Output {
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    kill_process(pid, signal).unwrap();
    child.wait_with_output().unwrap()
}

fn asked(machine: &Machine) -> Child {
    let mut hook = machine.command(&["hook", "claude"]);
    let mut child = hook.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&machine.bash("cargo build")).unwrap();
    child
}

#[test]
fn a_hook_ends_with_the_one_that_runs_it() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let machine = machine(
            "[[hook]]\nid = \"gate/slow\"\non = \"before-tool\"\ntimeout = \"60s\"\nrun = '''sleep 60 & echo $! > \"$HOME/inner\"; wait'''\n",
        );
        let child = asked(&machine);
        let inner = process_in(&machine.home().join("inner"));
        let output = signalled(child, signal);
        soon("it ends", || !is_alive(inner));
        assert_eq!(decision(&output), "deny", "a guard that was called off has not let it pass: {output:?}");
    }
}

#[test]
fn checks_end_with_the_one_that_runs_them() {
    let machine = machine(
        "[gate.unfinished-stop]\nchecks = [\"tests\"]\ntests = '''sleep 60 & echo $! > \"$HOME/inner\"; wait'''\n",
    );
    machine.become_a_repository();
    machine.write("src/a.ts", "export const a = 1;\n");
    let mut run = machine.command(&["run", "--stop"]);
    let child = run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let inner = process_in(&machine.home().join("inner"));
    let output = signalled(child, Signal::INT);
    soon("it ends", || !is_alive(inner));
    assert!(!output.status.success(), "{output:?}");
}
