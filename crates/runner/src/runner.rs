//! Fires an event: runs the hooks that are for it, and makes one report of their answers.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle, ScopedJoinHandle};
use std::time::Duration;

use serde_json::Value;

use crate::answer::{Answer, Decision};
use crate::config::{Configuration, Hook};
use crate::errand::{Errand, Told};
use crate::event::Event;
use crate::process::Abort;
use crate::recovery::Recoveries;

/// How the hooks of an event run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// One after the other. The first objection ends it, and what a hook makes of a tool's input is what the next one sees;
    /// so a guard belongs behind what rewrites.
    #[default]
    InOrder,
    /// All at once. Each sees the event as it was; of several new inputs, that of the last hook wins.
    Parallel,
}

/// What a hook may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time, for a hook that does not name its own.
    pub timeout: Duration,
    /// The output that is kept of each of its streams, in bytes.
    pub max_output: u64,
    /// The time between the request to end and the end by force.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout: Duration::from_mins(1), max_output: 1 << 20, grace: Duration::from_millis(100) }
    }
}

/// Is told how hooks get on, so that an agent can show it. Hooks that run at once tell it from threads of their own.
pub trait Observer: Send + Sync {
    /// A hook is started; `attempt` counts from 1.
    fn started(&self, hook: &Hook, attempt: usize) {
        let _ = (hook, attempt);
    }

    /// A try of a hook has ended.
    fn tried(&self, hook: &Hook, attempt: &Attempt) {
        let _ = (hook, attempt);
    }

    /// A hook has ended for good, and this was made of it.
    fn finished(&self, run: &Run) {
        let _ = run;
    }
}

/// Runs hooks. What it does by itself is what agents do: in order, a minute for each, a failure is a warning.
///
/// ```
/// # #[cfg(unix)] {
/// use std::path::Path;
/// use hookward_runner::{Configuration, Decision, Event, Runner};
/// use serde_json::json;
///
/// let configuration = Configuration::parse(
///     Path::new("settings.json"),
///     r#"{"hooks": {"PreToolUse": ["grep -q deploy && echo 'not on Fridays' && exit 2; exit 0"]}}"#,
/// );
/// let runner = Runner::new(std::env::temp_dir());
/// let report = runner.fire(&configuration, &Event::before_tool("bash", json!({"command": "make deploy"})));
/// assert_eq!(report.decision, Decision::Deny);
/// assert_eq!(report.denial().as_deref(), Some("Hook denied: not on Fridays"));
///
/// let report = runner.fire(&configuration, &Event::before_tool("bash", json!({"command": "make test"})));
/// assert_eq!(report.denial(), None);
/// # }
/// ```
#[derive(Clone)]
pub struct Runner {
    /// Where hooks run; they find it as `CLAUDE_PROJECT_DIR`, too.
    pub directory: PathBuf,
    /// How the hooks of an event run.
    pub order: Order,
    /// What each may use up.
    pub limits: Limits,
    /// How failures are met.
    pub recoveries: Recoveries,
    /// Variables for each, on top of the agent's own and of the event's.
    pub variables: BTreeMap<String, String>,
    /// Calls off what runs. A tool's call whose hooks were called off is denied.
    pub abort: Abort,
    /// Is told how hooks get on.
    pub observer: Option<Arc<dyn Observer>>,
}

impl Runner {
    /// A runner for a folder.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self {
            directory: directory.into(),
            order: Order::default(),
            limits: Limits::default(),
            recoveries: Recoveries::default(),
            variables: BTreeMap::new(),
            abort: Abort::default(),
            observer: None,
        }
    }

    /// Runs the hooks that are for an event, and reports what they say. Those that run in the background are started first
    /// and left to themselves.
    pub fn fire(&self, configuration: &Configuration, event: &Event) -> Report {
        let (beside, hooks): (Vec<&Hook>, Vec<&Hook>) =
            configuration.hooks_for(event).partition(|hook| hook.background);
        let mut report = Report::default();
        if beside.is_empty() && hooks.is_empty() {
            return report;
        }
        let told = Told::of(self, event.clone());
        let waits = !hooks.is_empty();
        for hook in beside {
            let errand = Errand::of(self, hook, &told);
            report
                .background
                .push(Background { hook: hook.clone(), thread: thread::spawn(move || errand.run().0) });
        }
        match self.order {
            Order::InOrder => self.in_order(configuration.hooks_on(event.name()), told, &mut report),
            Order::Parallel => self.at_once(&hooks, &told, &mut report),
        }
        if waits && self.abort.is_aborted() {
            report.call_off(event);
        }
        report
    }

    fn in_order<'h>(&self, hooks: impl Iterator<Item = &'h Hook>, mut told: Arc<Told>, report: &mut Report) {
        for hook in hooks.filter(|hook| !hook.background) {
            // What one has made of the input decides which are there for it.
            if !hook.is_for(told.event()) {
                continue;
            }
            let (run, behind) = Errand::of(self, hook, &told).run();
            report.leave(hook, behind);
            if let Some(input) = &run.answer.updated_input {
                told = told.with_input(self, input);
            }
            let ends = run.answer.decision == Decision::Deny || run.answer.stop.is_some();
            report.take(run);
            if ends || self.abort.is_aborted() {
                break;
            }
        }
    }

    fn at_once(&self, hooks: &[&Hook], told: &Arc<Told>, report: &mut Report) {
        let runs: Vec<(Run, Option<JoinHandle<Run>>)> = thread::scope(|scope| {
            let errands = hooks.iter().map(|hook| Errand::of(self, hook, told));
            let threads: Vec<_> = errands.map(|errand| scope.spawn(move || errand.run())).collect();
            // Only an observer can panic there; an objection must not get lost by that.
            let joined = threads.into_iter().map(ScopedJoinHandle::join);
            joined.map(|run| run.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        });
        for (hook, (run, behind)) in hooks.iter().zip(runs) {
            report.leave(hook, behind);
            report.take(run);
        }
    }
}

/// One try of a hook.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// What ran, in words: the hook's command, or its fallback.
    pub command: String,
    /// The exit status; `None` if it has none: it was ended, or never started.
    pub exit: Option<i32>,
    /// How long it took.
    pub time: Duration,
    /// What it wrote to its standard output.
    pub output: String,
    /// What it wrote to its standard error.
    pub errors: String,
    /// Whether it wrote more than was kept.
    pub cut: bool,
    /// How it was read.
    pub read_as: String,
}

/// A hook that has run, and what came of it.
#[derive(Clone, Debug)]
pub struct Run {
    /// The hook.
    pub hook: Hook,
    /// Its tries; the last one counts.
    pub attempts: Vec<Attempt>,
    /// What it says.
    pub answer: Answer,
}

/// A hook that runs beside the agent's work. While the agent lives, the hook keeps to its limits and is cleared away, whether
/// anybody waits for it or not.
#[derive(Debug)]
pub struct Background {
    /// The hook.
    pub hook: Hook,
    thread: JoinHandle<Run>,
}

impl Background {
    /// Whether it has ended.
    pub fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits for its end.
    pub fn wait(self) -> Option<Run> {
        self.thread.join().ok()
    }
}

/// What the hooks of an event have said together.
#[derive(Debug, Default)]
pub struct Report {
    /// The strictest of their decisions.
    pub decision: Decision,
    /// Why.
    pub reason: Option<String>,
    /// The input that the tool is to get instead.
    pub updated_input: Option<Value>,
    /// What the model is to see instead of the tool's output.
    pub updated_output: Option<Value>,
    /// What the model is told.
    pub context: Vec<String>,
    /// What the person is told, failures of hooks among it.
    pub messages: Vec<String>,
    /// The agent is to stop, for this reason.
    pub stop: Option<String>,
    /// The hooks that ran, in order.
    pub runs: Vec<Run>,
    /// Those that still run: the configuration says so, or their first line, `{"async": true}`.
    pub background: Vec<Background>,
}

impl Report {
    /// What the tool's result is if it was denied: `Hook denied: …`.
    pub fn denial(&self) -> Option<String> {
        let why = self.reason.as_deref().unwrap_or("a hook objects");
        (self.decision == Decision::Deny).then(|| format!("Hook denied: {why}"))
    }

    /// What was called off has not been allowed: whoever had still to answer might have objected.
    fn call_off(&mut self, event: &Event) {
        if event.can_be_blocked() && !event.is_an_end() && self.decision != Decision::Deny {
            self.decision = Decision::Deny;
            self.reason = Some("called off before every hook had answered".to_owned());
        }
    }

    fn leave(&mut self, hook: &Hook, behind: Option<JoinHandle<Run>>) {
        self.background.extend(behind.map(|thread| Background { hook: hook.clone(), thread }));
    }

    fn take(&mut self, run: Run) {
        let answer = &run.answer;
        if answer.decision > self.decision {
            self.decision = answer.decision;
            self.reason.clone_from(&answer.reason);
        } else if answer.decision == self.decision && self.reason.is_none() {
            self.reason.clone_from(&answer.reason);
        }
        self.updated_input = answer.updated_input.clone().or(self.updated_input.take());
        self.updated_output = answer.updated_output.clone().or(self.updated_output.take());
        self.context.extend(answer.context.iter().cloned());
        self.messages.extend(answer.messages.iter().cloned());
        self.stop = self.stop.take().or(answer.stop.clone());
        self.runs.push(run);
    }
}
