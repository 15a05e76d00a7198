//! The lowest layer: one command, with input on its standard input, limits of time and output, and no process left behind.

#[cfg(any(not(unix), test))]
mod threads;
#[cfg(unix)]
mod unix;

use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

#[cfg(not(unix))]
use self::threads::Following;
#[cfg(unix)]
use self::unix::Following;
use crate::json::parse_json;

/// How long output is waited for after a command has ended: what it left running may hold its output open.
const LINGER: Duration = Duration::from_millis(200);

/// How often it is asked whether a run was called off.
const GLANCE: Duration = Duration::from_millis(20);

/// What is run.
#[derive(Clone, Copy, Debug)]
pub enum Program<'a> {
    /// A command for `sh -c`.
    Shell(&'a str),
    /// A command for a login shell, as agents run hooks: `sh -lc`, on Windows `cmd /C`.
    Login(&'a str),
    /// A program and its words.
    Words(&'a [String]),
}

/// A command to run.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// What is run.
    pub program: Program<'a>,
    /// Where it runs.
    pub directory: &'a Path,
    /// Variables that it gets on top of ours.
    pub variables: &'a [(&'a str, &'a str)],
    /// What it may read.
    pub input: &'a [u8],
    /// How long it may take.
    pub timeout: Duration,
    /// The most of its output that is kept, of each of its two streams.
    pub max_output: u64,
}

/// What became of a command.
#[derive(Debug)]
pub enum Outcome {
    /// It ended by itself.
    Ended {
        /// How.
        status: ExitStatus,
        /// What it wrote to its standard output.
        output: String,
        /// What it wrote to its standard error.
        errors: String,
    },
    /// It took too long, and was ended with everything that it had started.
    TimedOut,
    /// It could not be run.
    Failed(io::Error),
}

/// Calls off what runs. Clones are one switch; once thrown, it stays, and hooks are called off that begin later.
///
/// ```
/// let abort = hookward_runner::Abort::default();
/// let for_the_key_press = abort.clone();
/// for_the_key_press.abort();
/// assert!(abort.is_aborted());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Abort(Arc<AtomicBool>);

/// The switch is this flag, for those who can do no more than set one: a signal handler.
impl From<Arc<AtomicBool>> for Abort {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}

impl Abort {
    /// Ends what runs under this switch, and keeps the rest from being started.
    pub fn abort(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it was thrown.
    pub fn is_aborted(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// What a job is watched by, besides its own limits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch<'a> {
    /// Calls it off.
    pub abort: Option<&'a Abort>,
    /// How long a command that must end has to clean up, between the request and the end by force.
    pub grace: Duration,
}

/// How a command ended.
#[derive(Debug)]
pub enum End {
    /// By itself.
    Exited(ExitStatus),
    /// It took too long, and was ended with everything that it had started.
    TimedOut,
    /// It was called off, and ended with everything that it had started.
    Aborted,
    /// It could not be run.
    Failed(io::Error),
}

/// A command that was run, with what it wrote however it ended.
#[derive(Debug)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// What it wrote to its standard output.
    pub output: String,
    /// What it wrote to its standard error.
    pub errors: String,
    /// Whether it wrote more than was kept.
    pub cut: bool,
    /// How long it took.
    pub time: Duration,
}

/// Runs a command to its end, or to its limit.
///
/// ```
/// # #[cfg(unix)] {
/// use std::path::Path;
/// use std::time::Duration;
/// use hookward_runner::{Job, Outcome, Program, run};
///
/// let job = Job {
///     program: Program::Shell("cat; exit 2"),
///     directory: Path::new("."),
///     variables: &[],
///     input: b"hello",
///     timeout: Duration::from_secs(5),
///     max_output: 1_000,
/// };
/// let Outcome::Ended { status, output, .. } = run(&job) else { panic!("it should have ended") };
/// assert_eq!((status.code(), output.as_str()), (Some(2), "hello"));
/// # }
/// ```
pub fn run(job: &Job) -> Outcome {
    let Ran { end, output, errors, .. } = watch(job, &Watch::default());
    match end {
        End::Exited(status) => Outcome::Ended { status, output, errors },
        End::TimedOut => Outcome::TimedOut,
        End::Failed(error) => Outcome::Failed(error),
        End::Aborted => Outcome::Failed(io::ErrorKind::Interrupted.into()),
    }
}

/// What a command that ends well has written to its standard output, byte by byte; `None` if it does not end well, or writes more
/// than is kept.
pub fn bytes_of(job: &Job) -> Option<Vec<u8>> {
    let (end, heard) = start(job, &Watch::default(), Instant::now()).ok()?.finish();
    let ends_well = matches!(end, End::Exited(status) if status.success());
    (ends_well && !heard.output.cut).then_some(heard.output.bytes)
}

/// Runs a command to its end, to its limit, or until it is called off.
pub fn watch(job: &Job, watch: &Watch) -> Ran {
    let started = Instant::now();
    match start(job, watch, started) {
        Ok(following) => Ran::of(following.finish(), started),
        Err(end) => Ran::of((end, Heard::default()), started),
    }
}

/// What became of a command that may go on by itself.
pub(crate) enum Watched {
    /// It has ended.
    Ended(Ran),
    /// Its first line says that it goes on in the background.
    Parted(Rest),
}

/// What is left of a command that goes on in the background.
pub(crate) struct Rest {
    following: Following<'static>,
    started: Instant,
}

impl Rest {
    /// Follows it to its end, or to its limit: its own, or the one that it asked for.
    pub(crate) fn finish(mut self) -> Ran {
        if let Some(limit) = self.following.heard().output.first_line().and_then(asked_limit) {
            self.following.limit(self.started.checked_add(limit));
        }
        Ran::of(self.following.finish(), self.started)
    }
}

/// Runs a command until it ends, or until it says in its first line that it goes on in the background:
/// `{"async": true, "asyncTimeout": 60000}`.
pub(crate) fn watch_or_part(job: &Job, watch: &Watch) -> Watched {
    let started = Instant::now();
    match start(job, watch, started) {
        Ok(mut following) => match following.until_parted() {
            Parting::Parted => Watched::Parted(Rest { following: following.into_owned(), started }),
            Parting::Over => Watched::Ended(Ran::of(following.finish(), started)),
        },
        Err(end) => Watched::Ended(Ran::of((end, Heard::default()), started)),
    }
}

/// Whether a command has said that it goes on in the background.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parting {
    Parted,
    /// It has ended, has to end, or has said something else.
    Over,
}

/// Whether a line says that its command goes on in the background.
pub(crate) fn parts(line: &str) -> bool {
    let said = line.trim_start().starts_with('{').then(|| parse_json(line).ok()).flatten();
    said.is_some_and(|said| said.get("async").and_then(Value::as_bool) == Some(true))
}

/// How long it wants to take for that, in milliseconds.
fn asked_limit(line: &str) -> Option<Duration> {
    parse_json(line).ok()?.get("asyncTimeout")?.as_u64().map(Duration::from_millis)
}

fn start<'a>(job: &Job<'a>, watch: &Watch, started: Instant) -> Result<Following<'a>, End> {
    if watch.abort.is_some_and(Abort::is_aborted) {
        return Err(End::Aborted);
    }
    let child = spawn(job).map_err(End::Failed)?;
    Ok(Following::of(child, job, watch, started))
}

impl Ran {
    fn of((end, heard): (End, Heard), started: Instant) -> Self {
        let cut = heard.output.cut || heard.errors.cut;
        Self { end, output: heard.output.text(), errors: heard.errors.text(), cut, time: started.elapsed() }
    }
}

fn spawn(job: &Job) -> io::Result<Child> {
    let mut command = match job.program {
        Program::Shell(text) => shell("sh", &["-c", text]),
        #[cfg(not(windows))]
        Program::Login(text) => shell("sh", &["-lc", text]),
        #[cfg(windows)]
        Program::Login(text) => {
            let mut command = Command::new("cmd");
            // The text goes as it is: quoting it would change what `cmd` reads.
            std::os::windows::process::CommandExt::raw_arg(command.arg("/C"), text);
            command
        }
        Program::Words([program, arguments @ ..]) => {
            let mut command = Command::new(program);
            command.args(arguments);
            command
        }
        Program::Words([]) => return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no program")),
    };
    // A group of its own, so that it can be ended as a whole.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
        .current_dir(job.directory)
        .envs(job.variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

fn shell(program: &str, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words);
    command
}

/// What a command has written so far.
#[derive(Default)]
struct Heard {
    output: Stream,
    errors: Stream,
}

/// What came out of one pipe, up to a limit.
#[derive(Default)]
struct Stream {
    bytes: Vec<u8>,
    cut: bool,
}

impl Stream {
    fn take(&mut self, bytes: &[u8], most: u64) {
        let room = usize::try_from(most).unwrap_or(usize::MAX).saturating_sub(self.bytes.len());
        let kept = bytes.get(..room).unwrap_or(bytes);
        self.bytes.extend_from_slice(kept);
        self.cut |= kept.len() < bytes.len();
    }

    /// Its first line, once that is whole.
    fn first_line(&self) -> Option<&str> {
        let end = self.bytes.iter().position(|byte| *byte == b'\n')?;
        std::str::from_utf8(self.bytes.get(..end)?).ok()
    }

    fn text(self) -> String {
        let mut text = String::from_utf8(self.bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        // The limit may fall inside a character.
        if self.cut && text.ends_with(char::REPLACEMENT_CHARACTER) {
            text.pop();
        }
        text
    }
}

/// When a command has to be ended, and why.
struct Deadline {
    at: Option<Instant>,
    abort: Option<Abort>,
}

impl Deadline {
    fn of(job: &Job, watch: &Watch, started: Instant) -> Self {
        // A limit beyond the end of time is none.
        Self { at: started.checked_add(job.timeout), abort: watch.abort.cloned() }
    }

    /// Why the command has to end now.
    fn reached(&self) -> Option<End> {
        if self.abort.as_ref().is_some_and(Abort::is_aborted) {
            Some(End::Aborted)
        } else if self.at.is_some_and(|at| Instant::now() >= at) {
            Some(End::TimedOut)
        } else {
            None
        }
    }

    /// How long may be waited before that is asked again.
    fn patience(&self) -> Option<Duration> {
        let left = self.at.map(|at| at.saturating_duration_since(Instant::now()));
        let glance = self.abort.as_ref().map(|_| GLANCE);
        match (left, glance) {
            (Some(left), Some(glance)) => Some(left.min(glance)),
            (left, glance) => left.or(glance),
        }
    }
}
