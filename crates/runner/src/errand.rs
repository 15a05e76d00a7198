//! One hook on its way: started, tried again, replaced by its fallback, and read.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;

use crate::answer::{Answer, Decision, Fault};
use crate::config::{Command, Hook};
use crate::event::Event;
use crate::process::{Abort, End, Job, Program, Ran, Rest, Watch, Watched, watch, watch_or_part};
use crate::recovery::{Recoveries, Recovery, Then};
use crate::runner::{Attempt, Limits, Observer, Run, Runner};

/// What `args` and commands may name, and hooks find as a variable.
const PROJECT: &str = "CLAUDE_PROJECT_DIR";

/// An event in the form in which hooks are told of it; made once for all of them.
pub(crate) struct Told {
    event: Event,
    payload: String,
    variables: Vec<(String, String)>,
}

impl Told {
    pub(crate) fn of(runner: &Runner, event: Event) -> Arc<Self> {
        let project = (PROJECT.to_owned(), runner.directory.display().to_string());
        let own = runner.variables.iter().map(|(name, value)| (name.clone(), value.clone()));
        let told = event.variables().into_iter().map(|(name, value)| (name.to_owned(), value));
        let variables = std::iter::once(project).chain(own).chain(told).collect();
        Arc::new(Self { payload: event.payload(), variables, event })
    }

    pub(crate) fn event(&self) -> &Event {
        &self.event
    }

    pub(crate) fn with_input(&self, runner: &Runner, input: &Value) -> Arc<Self> {
        Self::of(runner, self.event.clone().with("tool_input", input.clone()))
    }
}

/// A hook with all that it needs, so that it can run on any thread.
pub(crate) struct Errand {
    hook: Hook,
    told: Arc<Told>,
    directory: PathBuf,
    limits: Limits,
    recoveries: Recoveries,
    abort: Abort,
    observer: Option<Arc<dyn Observer>>,
}

impl Errand {
    pub(crate) fn of(runner: &Runner, hook: &Hook, told: &Arc<Told>) -> Self {
        Self {
            hook: hook.clone(),
            told: told.clone(),
            directory: runner.directory.clone(),
            limits: runner.limits,
            recoveries: runner.recoveries.clone(),
            abort: runner.abort.clone(),
            observer: runner.observer.clone(),
        }
    }

    /// Runs it to its end. What goes on in the background is followed by a thread of its own, whose report comes beside.
    pub(crate) fn run(self) -> (Run, Option<JoinHandle<Run>>) {
        let mut attempts = Vec::new();
        let mut command = self.hook.command.clone();
        let mut is_fallback = false;
        let answer = loop {
            let ran = match self.process(&command, attempts.len() + 1) {
                Watched::Ended(ran) => ran,
                Watched::Parted(rest) => return self.part(rest, &command, attempts),
            };
            let mut answer = self.take(&ran, &command, &mut attempts);
            let Some(fault) = answer.fault.clone().filter(|_| !answer.parted) else { break answer };
            let Some(recovery) = self.recoveries.of(&fault) else { break answer };
            let Recovery { retries, fallback, then } = recovery;
            if !is_fallback && attempts.len() <= usize::from(self.hook.retries.unwrap_or(*retries)) {
                continue;
            }
            if let (false, Some(fallback)) = (is_fallback, self.hook.fallback.as_ref().or(fallback.as_ref()))
            {
                is_fallback = true;
                command = Command::Login(fallback.clone());
                continue;
            }
            let failure = format!("`{}` failed: {fault}", self.hook.command);
            match self.hook.on_failure.unwrap_or(*then) {
                Then::Block if self.told.event.can_be_blocked() => {
                    answer.decision = Decision::Deny;
                    answer.objects = true;
                    answer.reason = Some(failure);
                }
                Then::Block | Then::GoOn => answer.messages.push(failure),
            }
            break answer;
        };
        (self.finished(attempts, answer), None)
    }

    fn finished(self, attempts: Vec<Attempt>, answer: Answer) -> Run {
        let run = Run { hook: self.hook, attempts, answer };
        if let Some(observer) = &self.observer {
            observer.finished(&run);
        }
        run
    }

    /// It decides nothing any more; what it says in the end is for later.
    fn part(self, rest: Rest, command: &Command, attempts: Vec<Attempt>) -> (Run, Option<JoinHandle<Run>>) {
        let answer = Answer::parted();
        let now = Run { hook: self.hook.clone(), attempts: attempts.clone(), answer };
        let command = command.clone();
        let thread = thread::spawn(move || {
            let mut attempts = attempts;
            let answer = self.take(&rest.finish(), &command, &mut attempts);
            self.finished(attempts, answer)
        });
        (now, Some(thread))
    }

    fn take(&self, ran: &Ran, command: &Command, attempts: &mut Vec<Attempt>) -> Answer {
        let mut answer = Answer::read(&self.told.event, ran);
        if let Some(Fault::TimedOut(limit)) = &mut answer.fault {
            *limit = self.limit();
        }
        let exit = match &ran.end {
            End::Exited(status) => status.code(),
            End::TimedOut | End::Aborted | End::Failed(_) => None,
        };
        let Ran { output, errors, cut, time, .. } = ran;
        let (output, errors, cut, time) = (output.clone(), errors.clone(), *cut, *time);
        let read_as = answer.read_as.clone();
        let attempt = Attempt { command: command.to_string(), exit, time, output, errors, cut, read_as };
        if let Some(observer) = &self.observer {
            observer.tried(&self.hook, &attempt);
        }
        attempts.push(attempt);
        answer
    }

    fn process(&self, command: &Command, attempt: usize) -> Watched {
        if let Some(observer) = &self.observer {
            observer.started(&self.hook, attempt);
        }
        let words: Vec<String>;
        let program = match command {
            Command::Login(text) => Program::Login(text),
            Command::Bash(text) => {
                words = ["bash", "-c", text].map(str::to_owned).to_vec();
                Program::Words(&words)
            }
            Command::PowerShell(text) => {
                let program = if cfg!(windows) { "powershell" } else { "pwsh" };
                words =
                    [program, "-NoProfile", "-NonInteractive", "-Command", text].map(str::to_owned).to_vec();
                Program::Words(&words)
            }
            Command::Words(given) => {
                words = given.iter().map(|word| self.filled(word)).collect();
                Program::Words(&words)
            }
        };
        let variables: Vec<(&str, &str)> =
            self.told.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let job = Job {
            program,
            directory: &self.directory,
            variables: &variables,
            input: self.told.payload.as_bytes(),
            timeout: self.limit(),
            max_output: self.limits.max_output,
        };
        let limits = Watch { abort: Some(&self.abort), grace: self.limits.grace };
        // What nobody waits for need not part.
        if self.hook.background { Watched::Ended(watch(&job, &limits)) } else { watch_or_part(&job, &limits) }
    }

    fn limit(&self) -> Duration {
        self.hook.timeout.unwrap_or(self.limits.timeout)
    }

    /// A word with the variables in it that no shell fills in.
    fn filled(&self, word: &str) -> String {
        let mut filled = word.to_owned();
        for (name, value) in self.told.variables.iter().filter(|(name, _)| name.starts_with("CLAUDE_")) {
            filled = filled.replace(&format!("${{{name}}}"), value);
        }
        filled
    }
}
