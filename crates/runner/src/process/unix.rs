//! One thread waits for everything at once: both outputs, the input, and the end of the process. So a child that never
//! reads, or writes without end, holds nobody, and a hook costs little more than its process.

use std::borrow::Cow;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, ChildStdin};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::{Deadline, End, Heard, Job, LINGER, Parting, Stream, Watch, parts};

/// The shortest and the longest wait between two looks at a process whose end cannot be waited for together with its pipes.
const LOOKS: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(20));

/// A command that runs, and what was heard of it.
pub(super) struct Following<'a> {
    child: Child,
    pipes: Pipes<'a>,
    heard: Heard,
    deadline: Deadline,
    group: Option<Pid>,
    handle: Option<OwnedFd>,
    pause: Duration,
    grace: Duration,
}

impl<'a> Following<'a> {
    pub(super) fn of(mut child: Child, job: &Job<'a>, watch: &Watch, started: Instant) -> Self {
        let pipes = Pipes::of(&mut child, job);
        let deadline = Deadline::of(job, watch, started);
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let handle = group.and_then(handle);
        let (heard, pause, grace) = (Heard::default(), LOOKS.0, watch.grace);
        Self { child, pipes, heard, deadline, group, handle, pause, grace }
    }

    pub(super) fn heard(&self) -> &Heard {
        &self.heard
    }

    pub(super) fn limit(&mut self, at: Option<Instant>) {
        self.deadline.at = at;
    }

    /// The same with all that it needs, so that any thread can follow it.
    pub(super) fn into_owned(self) -> Following<'static> {
        let Self { child, pipes, heard, deadline, group, handle, pause, grace } = self;
        let Pipes { input, left, output, errors, most } = pipes;
        let pipes = Pipes { input, left: Cow::Owned(left.into_owned()), output, errors, most };
        Following { child, pipes, heard, deadline, group, handle, pause, grace }
    }

    /// Follows it until its first line is there, or until it is over.
    pub(super) fn until_parted(&mut self) -> Parting {
        loop {
            if let Some(line) = self.heard.output.first_line() {
                return if parts(line) { Parting::Parted } else { Parting::Over };
            }
            if has_ended(self.group, &mut self.child) || self.deadline.reached().is_some() {
                return Parting::Over;
            }
            self.wait();
        }
    }

    fn wait(&mut self) {
        let patience = if self.handle.is_some() {
            self.deadline.patience()
        } else {
            let look = self.pause;
            self.pause = (self.pause * 2).min(LOOKS.1);
            Some(self.deadline.patience().map_or(look, |patience| patience.min(look)))
        };
        self.pipes.wait(&mut self.heard, self.handle.as_ref(), patience);
    }

    pub(super) fn finish(mut self) -> (End, Heard) {
        let stopped = loop {
            if has_ended(self.group, &mut self.child) {
                break None;
            }
            if let Some(end) = self.deadline.reached() {
                break Some(end);
            }
            self.wait();
        };
        let Self { mut child, mut pipes, mut heard, group, handle, grace, .. } = self;
        let end = match stopped {
            Some(end) => {
                pipes.input = None;
                if !grace.is_zero() {
                    signal(group, Signal::TERM);
                    let until = Instant::now() + grace;
                    // A shell ends at once, and what it has started may still clean up.
                    loop {
                        let is_over = has_ended(group, &mut child);
                        if (is_over && !pipes.are_open()) || Instant::now() >= until {
                            break;
                        }
                        let left = until.saturating_duration_since(Instant::now());
                        let handle = handle.as_ref().filter(|_| !is_over);
                        let is_told = is_over || handle.is_some();
                        let patience = if is_told { left } else { left.min(LOOKS.1) };
                        pipes.wait(&mut heard, handle, Some(patience));
                    }
                }
                // INVARIANT: the leader is not reaped yet, so its number still is its group's and nobody else's.
                signal(group, Signal::KILL);
                let _ = child.kill();
                let _ = child.wait();
                pipes.wait(&mut heard, None, Some(Duration::ZERO));
                end
            }
            None => {
                let until = Instant::now() + LINGER;
                while pipes.are_open() && Instant::now() < until {
                    let left = until.saturating_duration_since(Instant::now());
                    pipes.wait(&mut heard, None, Some(left));
                }
                child.wait().map_or_else(End::Failed, End::Exited)
            }
        };
        (end, heard)
    }
}

/// A descriptor that can be waited on for the end of a process. Old kernels and other systems have none; then the process
/// is looked at from time to time.
#[cfg(target_os = "linux")]
fn handle(process: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(process, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn handle(_: Pid) -> Option<OwnedFd> {
    None
}

/// Whether the process has ended. It is not reaped by this.
fn has_ended(leader: Option<Pid>, child: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match leader.map(|leader| waitid(WaitId::Pid(leader), options)) {
        Some(Ok(status)) => status.is_some(),
        // Somebody else has reaped it, or it cannot be asked: the standard library knows what is left to know.
        Some(Err(_)) | None => !matches!(child.try_wait(), Ok(None)),
    }
}

fn signal(group: Option<Pid>, signal: Signal) {
    if let Some(group) = group {
        let _ = kill_process_group(group, signal);
    }
}

/// Our ends of a command's pipes.
struct Pipes<'a> {
    input: Option<ChildStdin>,
    left: Cow<'a, [u8]>,
    output: Option<OwnedFd>,
    errors: Option<OwnedFd>,
    most: u64,
}

impl<'a> Pipes<'a> {
    fn of(child: &mut Child, job: &Job<'a>) -> Self {
        let mut pipes = Pipes {
            input: child.stdin.take(),
            left: Cow::Borrowed(job.input),
            output: child.stdout.take().map(OwnedFd::from),
            errors: child.stderr.take().map(OwnedFd::from),
            most: job.max_output,
        };
        let ends = [
            pipes.input.as_ref().map(AsFd::as_fd),
            pipes.output.as_ref().map(AsFd::as_fd),
            pipes.errors.as_ref().map(AsFd::as_fd),
        ];
        for end in ends.into_iter().flatten() {
            let _ = rustix::io::ioctl_fionbio(end, true);
        }
        // Most inputs fit into the pipe as a whole.
        pipes.write();
        pipes
    }

    fn are_open(&self) -> bool {
        self.output.is_some() || self.errors.is_some()
    }

    /// Waits until something can be read or written, the process has ended, or the time is over; reads and writes it.
    fn wait(&mut self, heard: &mut Heard, process: Option<&OwnedFd>, patience: Option<Duration>) {
        let wanted = [
            (self.output.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (self.errors.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (self.input.as_ref().map(AsFd::as_fd), PollFlags::OUT),
            (process.map(AsFd::as_fd), PollFlags::IN),
        ];
        let mut ends: Vec<PollFd> = wanted
            .into_iter()
            .filter_map(|(end, flags): (Option<BorrowedFd>, _)| Some(PollFd::from_borrowed_fd(end?, flags)))
            .collect();
        let time = patience.and_then(|patience| Timespec::try_from(patience).ok());
        // An interrupted wait is a short one.
        let _ = poll(&mut ends, time.as_ref());
        drop(ends);
        read(&mut self.output, &mut heard.output, self.most);
        read(&mut self.errors, &mut heard.errors, self.most);
        self.write();
    }

    fn write(&mut self) {
        while let Some(pipe) = &mut self.input {
            if self.left.is_empty() {
                self.input = None;
                return;
            }
            match pipe.write(&self.left) {
                Ok(written) => match &mut self.left {
                    Cow::Borrowed(left) => *left = left.get(written..).unwrap_or_default(),
                    Cow::Owned(left) => drop(left.drain(..written.min(left.len()))),
                },
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // It does not read any more.
                Err(_) => self.input = None,
            }
        }
    }
}

/// Reads what is there. What is too much is read all the same, so that the child can end; but not for ever at once, since
/// the clock has to be looked at.
fn read(pipe: &mut Option<OwnedFd>, stream: &mut Stream, most: u64) {
    let mut chunk = [0; 16 * 1024];
    for _ in 0..16 {
        let Some(end) = pipe else { return };
        match rustix::io::read(&*end, &mut chunk) {
            Ok(0) => *pipe = None,
            Ok(count) => stream.take(chunk.get(..count).unwrap_or_default(), most),
            Err(rustix::io::Errno::INTR) => {}
            Err(rustix::io::Errno::AGAIN) => return,
            Err(_) => *pipe = None,
        }
    }
}
