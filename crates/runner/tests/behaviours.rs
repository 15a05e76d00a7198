//! Hooks that behave in every way a process can, and what must come of each.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hookward_runner::{
    Abort, Attempt, Configuration, Decision, Event, Fault, Hook, Limits, Observer, Order, Recoveries, Report,
    Run, Runner,
};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::json;

/// Whatever a hook does, it may not hold us longer than this beyond its limit.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// Limits that no hook here meets that means to end, also on a busy machine.
const LIMITS: Limits =
    Limits { timeout: Duration::from_secs(10), max_output: 10_000, grace: Duration::from_millis(60) };
/// A limit for those that do not.
const SHORT: Duration = Duration::from_millis(150);

fn runner(folder: &Path) -> Runner {
    Runner { limits: LIMITS, ..Runner::new(folder) }
}

fn hooks(commands: &[&str]) -> Configuration {
    let hooks = commands.iter().map(|command| Hook::new("PreToolUse", *command)).collect();
    Configuration { hooks, ..Configuration::default() }
}

/// A call whose payload is larger than any pipe.
fn large_call() -> Event {
    Event::before_tool("bash", json!({"command": "x".repeat(200_000)}))
}

fn call() -> Event {
    Event::before_tool("bash", json!({"command": "ls"}))
}

fn fire(command: &str, event: &Event, change: impl FnOnce(&mut Runner)) -> Report {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plain-file"), "echo hello\n").unwrap();
    let mut runner = runner(folder.path());
    change(&mut runner);
    runner.fire(&hooks(&[command]), event)
}

/// What must come of a hook.
enum Must {
    /// It is silent, and the model is told this.
    Tell(&'static str),
    /// It is silent, and says at least so much.
    TellMuch(usize),
    /// It objects with this.
    Object(&'static str),
    /// It fails, and the failure says this. Where failures block, it blocks.
    Fail(&'static str),
    /// It meets its limit, which is a failure.
    MeetItsLimit,
}

#[test]
fn every_behaviour_has_its_outcome_within_its_time() {
    let table = [
        ("silent", "exit 0", Must::Tell("")),
        ("says something", "echo main", Must::Tell("main")),
        ("objects", "echo no; exit 2", Must::Object("no")),
        ("objects on standard error", "echo no >&2; exit 2", Must::Object("no")),
        ("slow", "sleep 30", Must::MeetItsLimit),
        ("slow, and has said something", "echo '{\"decision\":\"block\"}'; sleep 30", Must::MeetItsLimit),
        (
            "chatty",
            "i=0; while [ $i -lt 300 ]; do echo out; echo err >&2; i=$((i+1)); done",
            Must::TellMuch(1_100),
        ),
        (
            "huge output",
            "head -c 3000000 /dev/zero | tr '\\0' x; head -c 3000000 /dev/zero >&2",
            Must::TellMuch(10_000),
        ),
        ("endless output", "yes", Must::MeetItsLimit),
        ("closes its input", "exec 0<&-; echo closed", Must::Tell("closed")),
        ("never reads", "sleep 0.05; echo done", Must::Tell("done")),
        ("closes its output", "exec 1>&- 2>&-; sleep 0.05; exit 2", Must::Object("does not say why")),
        ("ignores SIGTERM", "trap '' TERM; while :; do sleep 1; done", Must::MeetItsLimit),
        ("forks a daemon that holds its output", "sleep 2 & echo answered", Must::Tell("answered")),
        ("exits by a signal", "kill -9 $$", Must::Fail("signal: 9")),
        ("exits otherwise", "echo oops >&2; exit 3", Must::Fail("exit 3: oops")),
        ("prints half a JSON", "printf '{\"decision\": \"blo'", Must::Fail("begins like JSON")),
        (
            "prints an impossible JSON",
            "echo '{\"decision\": \"perhaps\"}'",
            Must::Fail("`decision` is `perhaps`"),
        ),
        ("prints no UTF-8", "printf '\\377\\376'", Must::Tell("\u{fffd}\u{fffd}")),
        ("not executable", "./plain-file", Must::Fail("cannot be executed")),
        ("missing", "./missing", Must::Fail("was not found")),
    ];
    for (name, command, must) in table {
        let why = match must {
            Must::Tell(text) | Must::Object(text) | Must::Fail(text) => text,
            Must::MeetItsLimit => "no answer within 150ms",
            Must::TellMuch(_) => "",
        };
        for (event, recoveries) in [(call(), Recoveries::default()), (large_call(), Recoveries::closed())] {
            let started = Instant::now();
            let report = fire(command, &event, |runner| {
                runner.recoveries = recoveries.clone();
                if let Must::MeetItsLimit = must {
                    runner.limits.timeout = SHORT;
                }
            });
            let took = started.elapsed();
            assert!(took < PATIENCE, "{name}: {took:?}");
            let context = report.context.concat();
            let is_denied = report.denial().is_some_and(|told| told.contains(why));
            match must {
                Must::Tell(text) => {
                    assert_eq!((report.decision, context.as_str()), (Decision::Silent, text), "{name}");
                }
                Must::TellMuch(least) => {
                    assert_eq!(report.decision, Decision::Silent, "{name}: {:?}", report.reason);
                    assert!(context.len() >= least, "{name}: {}", context.len());
                }
                Must::Object(_) => assert!(is_denied, "{name}: {report:?}"),
                Must::Fail(_) | Must::MeetItsLimit if recoveries == Recoveries::closed() => {
                    assert!(is_denied, "{name}: {report:?}");
                }
                Must::Fail(_) | Must::MeetItsLimit => {
                    assert_eq!(report.decision, Decision::Silent, "{name}");
                    assert!(report.messages.concat().contains(why), "{name}: {:?}", report.messages);
                }
            }
        }
    }
}

#[test]
fn a_program_without_a_shell_that_is_missing_or_not_executable_is_a_failure_too() {
    for (program, why) in [("./missing", "No such file"), ("./plain-file", "Permission denied")] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("plain-file"), "").unwrap();
        let words = vec![folder.path().join(program).display().to_string()];
        let mut configuration = hooks(&["x"]);
        configuration.hooks[0].command = hookward_runner::Command::Words(words);
        let report = runner(folder.path()).fire(&configuration, &call());
        assert!(report.messages.concat().contains(why), "{report:?}");
    }
}

/// The processes that a hook wrote down, one number a line.
fn written(folder: &Path) -> Vec<Pid> {
    let text = fs::read_to_string(folder.join("pids")).unwrap_or_default();
    text.lines().filter_map(|line| line.parse().ok().and_then(Pid::from_raw)).collect()
}

/// Whether a process is there; one that has ended and waits to be cleared away by its own parent is not.
fn is_alive(process: Pid) -> bool {
    let state = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()?;
        stat.rsplit(") ").next()?.chars().next()
    };
    test_kill_process(process).is_ok() && state() != Some('Z')
}

#[test]
fn nothing_of_a_group_stays_after_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    // A family of four, each deaf to SIGTERM.
    let command =
        "trap '' TERM; echo $$ >> pids; for i in 1 2 3; do (sleep 20 & echo $! >> pids; wait) & done; wait";
    let mut runner = runner(folder.path());
    runner.limits.timeout = Duration::from_millis(300);
    let report = runner.fire(&hooks(&[command]), &call());
    assert!(
        matches!(report.runs[0].answer.fault, Some(Fault::TimedOut(limit)) if limit == runner.limits.timeout)
    );
    let family = written(folder.path());
    assert_eq!(family.len(), 4);
    let until = Instant::now() + Duration::from_secs(1);
    // The system takes a moment to clear away what was killed.
    while family.iter().any(|process| is_alive(*process)) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!family.iter().any(|process| is_alive(*process)));
}

#[test]
fn a_hook_that_is_asked_to_end_may_clean_up_first() {
    let command = "trap 'echo cleaned; exit 0' TERM; while :; do sleep 0.01; done";
    let report = fire(command, &call(), |runner| {
        runner.limits.timeout = Duration::from_millis(300);
        runner.limits.grace = Duration::from_secs(2);
    });
    let attempt = &report.runs[0].attempts[0];
    assert_eq!((attempt.output.as_str(), attempt.exit), ("cleaned\n", None));
    assert!(attempt.time < Duration::from_secs(2), "{:?}", attempt.time);
}

#[test]
fn what_a_hook_leaves_running_on_purpose_lives_on() {
    let folder = tempfile::tempdir().unwrap();
    let command = "sleep 20 >/dev/null 2>&1 </dev/null & echo $! > pids; echo answered";
    let started = Instant::now();
    let report = runner(folder.path()).fire(&hooks(&[command]), &call());
    assert_eq!(report.context, ["answered"]);
    assert!(started.elapsed() < PATIENCE);
    let daemon = written(folder.path())[0];
    assert!(is_alive(daemon));
    kill_process(daemon, Signal::KILL).unwrap();
}

#[test]
fn what_runs_can_be_called_off_and_the_rest_is_not_started() {
    let folder = tempfile::tempdir().unwrap();
    for order in [Order::InOrder, Order::Parallel] {
        let abort = Abort::default();
        let runner = Runner { order, abort: abort.clone(), ..runner(folder.path()) };
        let switch = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            abort.abort();
        });
        let started = Instant::now();
        let report = runner.fire(&hooks(&["sleep 30", "sleep 30"]), &call());
        assert!(started.elapsed() < PATIENCE, "{order:?}");
        assert_eq!(report.runs.len(), if order == Order::InOrder { 1 } else { 2 });
        assert!(report.runs.iter().all(|run| run.answer.fault == Some(Fault::Aborted)), "{report:?}");
        // Nobody has allowed it; but who wants to stop is not kept going.
        assert_eq!(report.decision, Decision::Deny);
        switch.join().unwrap();
        let report = runner.fire(&hooks(&["touch started"]), &call());
        assert_eq!(report.runs[0].answer.fault, Some(Fault::Aborted));
        assert!(!folder.path().join("started").exists());
        let stop = Configuration { hooks: vec![Hook::new("Stop", "exit 2")], ..Configuration::default() };
        assert_eq!(runner.fire(&stop, &Event::new("Stop")).decision, Decision::Silent);
    }
}

#[test]
fn in_order_the_first_objection_ends_it_and_a_new_input_is_what_the_next_one_sees() {
    let folder = tempfile::tempdir().unwrap();
    let rewrite = r#"echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"ls -l"}}}'"#;
    let look = "printf '%s\\n' \"$HOOK_TOOL_INPUT\"";
    let report =
        runner(folder.path()).fire(&hooks(&[rewrite, look, "echo no; exit 2", "touch late"]), &call());
    assert_eq!(report.denial().as_deref(), Some("Hook denied: no"));
    assert_eq!(report.context, [r#"{"command":"ls -l"}"#]);
    assert_eq!(report.updated_input, Some(json!({"command": "ls -l"})));
    assert_eq!(report.runs.len(), 3);
    assert!(!folder.path().join("late").exists());
}

#[test]
fn at_once_hooks_run_beside_each_other_and_the_strictest_wins() {
    // Each waits for the other: one after the other, neither would end.
    let meet = |own: &str, other: &str| format!("touch {own}; until [ -e {other} ]; do sleep 0.01; done");
    let ask = r#"echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'"#;
    let folder = tempfile::tempdir().unwrap();
    let runner = Runner { order: Order::Parallel, ..runner(folder.path()) };
    let first = format!("{}; echo one", meet("a", "b"));
    let second = format!("{}; echo no; exit 2", meet("b", "a"));
    let report = runner.fire(&hooks(&[&first, ask, &second, "echo two"]), &call());
    assert_eq!(report.denial().as_deref(), Some("Hook denied: no"));
    assert_eq!(report.context, ["one", "two"]);
    assert_eq!(report.runs.len(), 4);
}

#[test]
fn a_failure_is_tried_again_then_replaced_then_met_as_the_hook_says() {
    let folder = tempfile::tempdir().unwrap();
    let flaky = "echo x >> tries; [ $(wc -l < tries) -ge 3 ] || exit 1; echo third";
    let mut configuration = hooks(&[flaky]);
    configuration.hooks[0].retries = Some(2);
    let report = runner(folder.path()).fire(&configuration, &call());
    assert_eq!((report.context.concat().as_str(), report.runs[0].attempts.len()), ("third", 3));

    let mut configuration = hooks(&["exit 1"]);
    configuration.hooks[0].fallback = Some("echo instead".to_owned());
    let report = runner(folder.path()).fire(&configuration, &call());
    assert_eq!((report.context.concat().as_str(), report.messages.len()), ("instead", 0));

    configuration.hooks[0].fallback = Some("exit 1".to_owned());
    configuration.hooks[0].on_failure = Some(hookward_runner::Then::Block);
    let report = runner(folder.path()).fire(&configuration, &call());
    assert_eq!(report.runs[0].attempts.len(), 2);
    assert!(report.denial().is_some_and(|told| told.contains("`exit 1` failed")), "{report:?}");
}

#[test]
fn graded_recoveries_meet_each_failure_in_its_own_way() {
    let graded = |command: &str| {
        fire(command, &call(), |runner| {
            runner.recoveries = Recoveries::graded(Some("echo fallback".to_owned()));
        })
    };
    assert_eq!(graded("printf '{'").decision, Decision::Silent);
    assert_eq!(graded("echo '{\"decision\":\"perhaps\"}'").decision, Decision::Deny);
    assert_eq!(graded("exit 1").runs[0].attempts.len(), 2);
    let mut configuration = hooks(&["sleep 30"]);
    configuration.hooks[0].timeout = Some(SHORT);
    let recoveries = Recoveries::graded(Some("echo fallback".to_owned()));
    let report = Runner { recoveries, ..runner(Path::new("/")) }.fire(&configuration, &call());
    assert_eq!(report.context, ["fallback"]);
}

#[test]
fn a_hook_in_the_background_decides_nothing_and_can_be_waited_for() {
    // It ends only after the event is over.
    let mut configuration = hooks(&["until [ -e over ]; do sleep 0.01; done; echo late; exit 2", "exit 0"]);
    configuration.hooks[0].background = true;
    let folder = tempfile::tempdir().unwrap();
    let mut report = runner(folder.path()).fire(&configuration, &call());
    assert_eq!((report.decision, report.runs.len()), (Decision::Silent, 1));
    fs::write(folder.path().join("over"), "").unwrap();
    let run = report.background.remove(0).wait().unwrap();
    assert_eq!(run.answer.reason.as_deref(), Some("late"));
}

#[derive(Default)]
struct Diary(Mutex<Vec<String>>, AtomicUsize);

impl Observer for Diary {
    fn started(&self, hook: &Hook, attempt: usize) {
        self.0.lock().unwrap().push(format!("started {} ({attempt})", hook.command));
    }

    fn tried(&self, _: &Hook, _: &Attempt) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }

    fn finished(&self, run: &Run) {
        self.0.lock().unwrap().push(format!("finished {}: {}", run.hook.command, run.answer.read_as));
    }
}

#[test]
fn an_observer_hears_of_every_start_try_and_end() {
    let diary = Arc::new(Diary::default());
    let folder = tempfile::tempdir().unwrap();
    let mut configuration = hooks(&["exit 1", "exit 2"]);
    configuration.hooks[0].retries = Some(1);
    Runner { observer: Some(diary.clone()), ..runner(folder.path()) }.fire(&configuration, &call());
    assert_eq!(
        *diary.0.lock().unwrap(),
        [
            "started exit 1 (1)",
            "started exit 1 (2)",
            "finished exit 1: exit 1: a failure",
            "started exit 2 (1)",
            "finished exit 2: exit 2: denied"
        ]
    );
    assert_eq!(diary.1.load(Ordering::Relaxed), 3);
}

#[test]
fn a_hook_is_told_the_event_in_variables_and_in_one_line() {
    let command = "read -r line; printf '%s|%s|%s|%s|%s' \"$HOOK_EVENT\" \"$HOOK_TOOL_NAME\" \"$HOOK_TOOL_OUTPUT\" \
                   \"$HOOK_TOOL_IS_ERROR\" \"$CLAUDE_PROJECT_DIR\"; cat; printf '%s' \"$line\" >&2";
    let folder = tempfile::tempdir().unwrap();
    let mut configuration = hooks(&[command]);
    configuration.hooks[0].event = "PostToolUse".to_owned();
    let event = Event::after_tool("bash", json!({"command": "ls"}), "a\nb");
    let report = runner(folder.path()).fire(&configuration, &event);
    // Nothing was left to read after the first line.
    let told = format!("PostToolUse|bash|a\nb|false|{}", folder.path().display());
    assert_eq!(report.context, [told]);
    assert_eq!(format!("{}\n", report.runs[0].attempts[0].errors), event.payload());
}

#[test]
fn a_hook_that_parts_by_its_first_line_holds_nobody_and_decides_nothing() {
    let started = Instant::now();
    let command = "echo '{\"async\": true}'; cat > /dev/null; sleep 0.4; echo late; exit 2";
    let mut report = fire(command, &large_call(), |_| {});
    assert!(started.elapsed() < Duration::from_millis(350), "{:?}", started.elapsed());
    assert_eq!((report.decision, report.runs.len(), report.background.len()), (Decision::Silent, 1, 1));
    assert!(report.runs[0].answer.parted);
    let run = report.background.remove(0).wait().unwrap();
    assert_eq!(run.answer.decision, Decision::Silent);
    assert_eq!(run.answer.context, ["late"]);
    assert_eq!(run.attempts[0].exit, Some(2));
    // It keeps to the limit that it asked for, which may be another than its own.
    let command = "echo '{\"async\": true, \"asyncTimeout\": 200}'; sleep 30";
    let mut report = fire(command, &call(), |_| {});
    let run = report.background.remove(0).wait().unwrap();
    assert!(matches!(run.answer.fault, Some(Fault::TimedOut(_))), "{:?}", run.answer);
    // One that ends at once has parted all the same.
    for _ in 0..20 {
        let mut report = fire("echo '{\"async\": true}'; echo no; exit 2", &call(), |_| {});
        assert_eq!(report.decision, Decision::Silent);
        let late = report.background.pop().and_then(hookward_runner::Background::wait);
        let answer = late.unwrap_or_else(|| report.runs.remove(0)).answer;
        assert_eq!((answer.parted, answer.context), (true, vec!["no".to_owned()]));
    }
}
