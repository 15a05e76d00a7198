//! Runs the tools of a project: one writer per file at a time across processes, each within a limit, and none that keeps
//! failing.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use hookward_core::toolchain::{Form, How, Report, Run, Service, Task, problems, ran_no_test};
use hookward_core::{clip, redact};
use hookward_runner::{End, Job, Program, Ran, Watch, watch};
use sha2::{Digest, Sha256};

use crate::breaker::Breaker;
use crate::calling_off::called_off;
use crate::file::{private_directory, private_options, replace, replace_private};
use crate::mending::{mended, put};
use crate::trust::hex;

/// The most of a tool's output that is read.
const MAX_OUTPUT: u64 = 4 * 1024 * 1024;

/// The most of it that is looked at for problems.
const MAX_READ: usize = 256 * 1024;

/// Output that is longer is kept in a file.
const SHORT: usize = 600;

/// So is one of more lines: of what is in no known form not more are told.
const FEW: usize = 3;

/// A tool is not started if it has less time than that.
const LEAST: Duration = Duration::from_millis(50);

/// How long another process at the same file is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Variables that keep tools from colouring, asking and watching.
const VARIABLES: &[(&str, &str)] = &[("CI", "1"), ("NO_COLOR", "1"), ("HOOKWARD_RUNS", "1")];

/// Where tools run, and what is kept of them.
#[derive(Clone, Debug)]
pub struct Workshop {
    state: PathBuf,
    root: String,
}

impl Workshop {
    /// For the workspace at a root, with a state directory.
    pub fn of(state: &Path, root: &str) -> Self {
        Self { state: state.to_owned(), root: root.to_owned() }
    }

    /// Runs tasks in their order, until a deadline.
    pub fn run(&self, tasks: &[Task], deadline: Instant) -> Vec<Report> {
        let mut reports = Vec::new();
        for task in tasks {
            let report = self.one(task, deadline);
            // What was mended may need its form again; but where something is left, its places must hold.
            if task.service == Service::Lint
                && report.how == How::Changed
                && !self.leaves(task, &report.output)
            {
                let is_format = |own: &&Task| own.service == Service::Format && own.file == task.file;
                for format in tasks.iter().filter(is_format) {
                    self.one(format, deadline);
                }
            }
            reports.push(report);
        }
        reports
    }

    /// Whether what a tool has said names a problem.
    fn leaves(&self, task: &Task, output: &str) -> bool {
        !problems(form_of(task), output, &self.root).is_empty()
    }

    /// What is said of a task that may not be run.
    pub fn refuse(&self, task: &Task, why: String) -> Report {
        self.report(task, How::Refused(why), "", 0)
    }

    fn one(&self, task: &Task, deadline: Instant) -> Report {
        let started = Instant::now();
        // What is checked as a whole is asked for by a gate, which must know.
        let breaker = task
            .file
            .is_some()
            .then(|| Breaker::of(&self.state, &self.root, task.service.as_str(), &task.tool));
        let (how, output) = match &task.run {
            Run::Missing => (How::Missing, String::new()),
            Run::Words(_) | Run::Filter(_) | Run::Shell(_)
                if breaker.as_ref().is_some_and(Breaker::is_open) =>
            {
                (How::Resting, String::new())
            }
            Run::Words(_) | Run::Filter(_) | Run::Shell(_) => {
                let (how, output) = self.locked(task, deadline);
                let how = match breaker {
                    Some(breaker) => breaker.noted(how),
                    None => how,
                };
                (how, output)
            }
        };
        // What has run took some time, however little: none means that nothing ran.
        let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX).max(1);
        self.report(task, how, &output, ms)
    }

    fn report(&self, task: &Task, how: How, output: &str, ms: u64) -> Report {
        let whole = redact(output);
        let is_long = whole.len() > SHORT || whole.lines().count() > FEW;
        let kept = is_long.then(|| self.keep(task, &whole)).and_then(Result::ok);
        let output = both_ends(&whole);
        let below = |file: &String| {
            file.strip_prefix(&self.root).map(|below| below.trim_start_matches('/').to_owned())
        };
        Report {
            service: task.service,
            tool: task.tool.clone(),
            file: task.file.as_ref().and_then(below).unwrap_or_default(),
            place: task.place(&self.root).to_owned(),
            ran_in: task.ran_in(&self.root).to_owned(),
            command: command_line(&task.run),
            how,
            form: form_of(task),
            output,
            kept: kept.map(|path| path.display().to_string()),
            covered: None,
            ms,
        }
    }

    /// Runs a task; one that may write its file is alone at it.
    fn locked(&self, task: &Task, deadline: Instant) -> (How, String) {
        let writes = matches!(task.service, Service::Format | Service::Lint);
        let Some(file) = task.file.as_ref().filter(|_| writes) else {
            let (how, output) = Self::ended(task, deadline);
            return match &task.otherwise {
                Some(run) if how == How::Passed && ran_no_test(&output) => {
                    let run = run.clone();
                    Self::ended(&Task { run, otherwise: None, ..task.clone() }, deadline)
                }
                Some(_) | None => (how, output),
            };
        };
        let Ok(lock) = self.lock(file, deadline) else { return (How::Busy, String::new()) };
        let before = fs::read(file).ok();
        let (how, output) = match task.speech.form {
            Form::CargoJson => mended(Path::new(file), || Self::ended(task, deadline)),
            Form::Lines | Form::EslintJson | Form::Tests => Self::ended(task, deadline),
        };
        let now = fs::read(file).ok();
        let is_changed = before.is_some() && now != before;
        let is_lost =
            now.is_none_or(|now| now.is_empty()) && before.as_ref().is_some_and(|text| !text.is_empty());
        if let Some(text) = before.filter(|_| is_lost) {
            let put_back = if replace(Path::new(file), &text).is_ok() { ", and it was put back" } else { "" };
            return (How::Broken(format!("it left nothing of the file{put_back}")), output);
        }
        drop(lock);
        match how {
            How::Passed if is_changed => (How::Changed, output),
            // It has mended something, and says what it leaves.
            How::Problems if is_changed && self.leaves(task, &output) => (How::Changed, output),
            how => (how, output),
        }
    }

    fn ended(task: &Task, deadline: Instant) -> (How, String) {
        let Some(left) = deadline.checked_duration_since(Instant::now()).filter(|left| *left > LEAST) else {
            return (How::Late, String::new());
        };
        let timeout = match task.limit_ms {
            0 => left,
            limit => left.min(Duration::from_millis(limit)),
        };
        let mut input = Vec::new();
        let program = match &task.run {
            Run::Words(words) => Program::Words(words),
            Run::Shell(text) => Program::Shell(text),
            Run::Filter(words) => {
                let read = task.file.as_ref().map(fs::read).transpose();
                match read {
                    Ok(text) => input = text.unwrap_or_default(),
                    Err(error) => return (How::Broken(error.to_string()), String::new()),
                }
                Program::Words(words)
            }
            Run::Missing => return (How::Missing, String::new()),
        };
        let directory = Path::new(&task.directory);
        let job =
            Job { program, directory, variables: VARIABLES, input: &input, timeout, max_output: MAX_OUTPUT };
        let Ran { end, output, errors, .. } =
            watch(&job, &Watch { abort: Some(called_off()), ..Watch::default() });
        match end {
            End::Exited(status) if status.success() => match (&task.run, &task.file) {
                (Run::Filter(_), Some(file)) => (put(Path::new(file), &input, &output), errors),
                _ => (How::Passed, joined(output, &errors)),
            },
            End::Exited(status) if status.code().is_some_and(|code| task.speech.nothing.contains(&code)) => {
                (How::Passed, joined(output, &errors))
            }
            End::Exited(status) => {
                let is_about_sources = status.code().is_some_and(|code| task.speech.problems.contains(&code));
                let said =
                    joined(if matches!(task.run, Run::Filter(_)) { String::new() } else { output }, &errors);
                // A shell that finds no program, or may not run it, ends so.
                let is_missing = task.file.is_none() && matches!(status.code(), Some(126 | 127));
                let how = match is_about_sources {
                    _ if is_missing => How::Missing,
                    true => How::Problems,
                    false => How::Broken(status.to_string()),
                };
                (how, said)
            }
            End::TimedOut => (How::TimedOut, String::new()),
            // Nobody waits for it any more; it has not failed.
            End::Aborted => (How::Late, String::new()),
            End::Failed(error) => (How::Broken(error.to_string()), String::new()),
        }
    }

    /// Keeps others away from a file until it is dropped.
    fn lock(&self, file: &str, deadline: Instant) -> io::Result<File> {
        let directory = self.state.join("locks");
        private_directory(&directory)?;
        let path = directory.join(hex(&Sha256::digest(file.as_bytes())));
        let lock = private_options().write(true).create(true).truncate(false).open(path)?;
        let until = deadline.min(Instant::now() + PATIENCE);
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(lock),
                Err(TryLockError::WouldBlock) if Instant::now() < until => {
                    sleep(Duration::from_millis(5));
                }
                Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }

    /// Keeps all that a tool has said; its last word in each of its services on each file or project.
    fn keep(&self, task: &Task, output: &str) -> io::Result<PathBuf> {
        let directory = self.state.join("output");
        private_directory(&directory)?;
        let about = format!("{}\0{}", self.root, task.file.as_ref().unwrap_or(&task.directory));
        let name = hex(&Sha256::digest(about.as_bytes()));
        let tool: String =
            task.tool.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let path = directory.join(format!("{}-{tool}-{}.txt", clip(&name, 12), task.service.as_str()));
        replace_private(&path, output.as_bytes())?;
        Ok(path)
    }
}

/// How what a task has said is read.
fn form_of(task: &Task) -> Form {
    match task.speech.form {
        // It was read already.
        Form::CargoJson => Form::Lines,
        form @ (Form::Lines | Form::EslintJson | Form::Tests) => form,
    }
}

/// What is looked at of a long output: its beginning and its end.
fn both_ends(text: &str) -> String {
    if text.len() <= MAX_READ {
        return text.to_owned();
    }
    let end = text.get(text.ceil_char_boundary(text.len() - MAX_READ / 2)..).unwrap_or_default();
    format!("{}\n{end}", clip(text, MAX_READ / 2))
}

fn joined(mut output: String, errors: &str) -> String {
    if !output.is_empty() && !output.ends_with('\n') {
        output.push('\n');
    }
    output.push_str(errors);
    output
}

/// What a person would type for it.
pub fn command_line(run: &Run) -> String {
    match run {
        Run::Shell(text) => text.clone(),
        Run::Missing => String::new(),
        Run::Words(words) | Run::Filter(words) => {
            let (program, rest) =
                words.split_first().map_or(("", &[][..]), |(program, rest)| (program.as_str(), rest));
            let name = program.rsplit('/').next().unwrap_or(program);
            let words: Vec<&str> = std::iter::once(name).chain(rest.iter().map(String::as_str)).collect();
            words.join(" ")
        }
    }
}

#[cfg(test)]
mod tests;
