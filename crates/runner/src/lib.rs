//! Runs a hook's command: input on its standard input, a limit of time and of output, and no process left behind. Knows
//! nothing of the rest of Hookward.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// How long output is waited for after a command has ended: what it left running may hold its output open.
const LINGER: Duration = Duration::from_millis(200);

/// What is run.
#[derive(Clone, Copy, Debug)]
pub enum Program<'a> {
    /// A command for `sh -c`.
    Shell(&'a str),
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
    /// The most of its output that is kept.
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

/// Runs a command to its end, or to its limit.
pub fn run(job: &Job) -> Outcome {
    match spawn(job) {
        Ok(child) => supervise(child, job),
        Err(error) => Outcome::Failed(error),
    }
}

fn spawn(job: &Job) -> io::Result<Child> {
    let mut command = match job.program {
        Program::Shell(text) => {
            let mut command = Command::new("sh");
            command.args(["-c", text]);
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

fn supervise(mut child: Child, job: &Job) -> Outcome {
    // A child that never reads, or writes without end, must not hold us: every pipe has a thread of its own.
    if let Some(mut stdin) = child.stdin.take() {
        let input = job.input.to_owned();
        thread::spawn(move || stdin.write_all(&input));
    }
    let output = child.stdout.take().map(|pipe| listen(pipe, job.max_output));
    let errors = child.stderr.take().map(|pipe| listen(pipe, job.max_output));
    let heard = |pipe: &Option<Receiver<String>>| {
        pipe.as_ref().and_then(|pipe| pipe.recv_timeout(LINGER).ok()).unwrap_or_default()
    };
    let deadline = Instant::now() + job.timeout;
    let mut pause = Duration::from_micros(500);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => {
                let (output, errors) = (heard(&output), heard(&errors));
                return Outcome::Ended { status, output, errors };
            }
            Ok(None) if Instant::now() < deadline => thread::sleep(pause),
            Ok(None) => {
                end(&mut child);
                return Outcome::TimedOut;
            }
            Err(error) => return Outcome::Failed(error),
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Reads a pipe to its end, on a thread of its own, and gives back at most so much of it.
fn listen(mut pipe: impl Read + Send + 'static, most: u64) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.by_ref().take(most).read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
        // What is too much is read all the same, so that the child can end.
        let _ = io::copy(&mut pipe, &mut io::sink());
    });
    receiver
}

/// Ends a command with everything that it has started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
