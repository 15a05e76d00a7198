//! Very many hooks leave nothing behind: no process, no descriptor, no thread. Alone in its file, since it counts what this
//! process has. Ten thousand with `HOOKWARD_SOAK=10000`, few in an ordinary run.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::time::{Duration, Instant};

use hookward_runner::{Configuration, Event, Hook, Limits, Order, Runner};
use serde_json::json;

fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

fn threads() -> usize {
    fs::read_dir("/proc/self/task").unwrap().count()
}

/// Processes that are ours, ended ones that nobody has cleared away among them.
fn children() -> usize {
    let tasks = fs::read_dir("/proc/self/task").unwrap().flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    children.map(|line| line.split_whitespace().count()).sum()
}

#[test]
fn very_many_hooks_leave_no_process_no_descriptor_and_no_thread() {
    let wanted: usize = std::env::var("HOOKWARD_SOAK").ok().and_then(|many| many.parse().ok()).unwrap_or(300);
    let folder = tempfile::tempdir().unwrap();
    let commands = [
        "exit 0",
        "echo no; exit 1",
        "kill -9 $$",
        "./missing",
        "cat",
        "exec 0<&-",
        "head -c 200000 /dev/zero",
        "trap '' TERM; sleep 5 & sleep 5",
        "printf '{'",
        "echo beside",
    ];
    let mut hooks: Vec<Hook> = commands.iter().map(|command| Hook::new("PreToolUse", *command)).collect();
    if let Some(last) = hooks.last_mut() {
        last.background = true;
    }
    // A limit that the sleeper meets and, on a busy machine, now and then another one.
    if let Some(sleeper) = hooks.iter_mut().find(|hook| hook.command.to_string().contains("sleep")) {
        sleeper.timeout = Some(Duration::from_millis(15));
    }
    let configuration = Configuration { hooks, ..Configuration::default() };
    let limits = Limits { grace: Duration::from_millis(5), max_output: 5_000, ..Limits::default() };
    let event = Event::before_tool("bash", json!({"command": "x".repeat(70_000)}));
    let before = (descriptors(), threads(), children());
    let mut run = 0;
    while run < wanted {
        let order = if run % 20 == 0 { Order::InOrder } else { Order::Parallel };
        let runner = Runner { order, limits, ..Runner::new(folder.path()) };
        let report = runner.fire(&configuration, &event);
        run += report.runs.len() + report.background.len();
        assert_eq!(report.runs.len(), commands.len() - 1);
        assert!(report.background.into_iter().all(|hook| hook.wait().is_some()));
    }
    // A thread that was waited for may be counted a moment longer.
    let until = Instant::now() + Duration::from_secs(1);
    while threads() > before.1 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!((descriptors(), threads(), children()), before, "after {run} hooks");
}
