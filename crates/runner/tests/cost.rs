//! A hook costs little more than its process. Alone in its file, so that nothing of ours runs beside it.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hookward_runner::{Configuration, Event, Hook, Runner};
use serde_json::json;

fn time(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

/// The time that half of the runs stay below: a machine that does other things, too, spoils the rest.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// How much longer a hook takes than its process alone, over runs in turns.
fn ratio(runs: usize) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let hooks = vec![Hook::new("PreToolUse", "exit 0")];
    let configuration = Configuration { hooks, ..Configuration::default() };
    let runner = Runner::new(folder.path());
    let event = Event::before_tool("bash", json!({"command": "ls"}));
    let (mut alone, mut fired) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        alone.push(time(|| {
            let mut command = Command::new("sh");
            command.args(["-lc", "exit 0"]).current_dir(folder.path()).stdin(Stdio::null());
            assert!(command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success());
        }));
        fired.push(time(|| assert!(runner.fire(&configuration, &event).denial().is_none())));
    }
    let (alone, fired) = (median(alone), median(fired));
    fired.as_secs_f64() / alone.as_secs_f64()
}

#[test]
fn a_trivial_hook_costs_at_most_a_third_more_than_its_process() {
    // Again, where the machine was busy with something else.
    let mut ratios = Vec::new();
    while ratios.len() < 4 {
        ratios.push(ratio(100));
        if ratios.last().is_some_and(|ratio| *ratio <= 1.3) {
            return;
        }
    }
    panic!("a hook costs too much, compared with its process: {ratios:?}");
}
