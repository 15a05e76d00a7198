//! Where pipes cannot be waited for together, every pipe has a thread of its own.

use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::process::Child;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Deadline, End, Heard, Job, LINGER, Parting, Stream, Watch, parts};

/// A command that runs, and what was heard of it.
pub(super) struct Following<'a> {
    child: Child,
    output: Option<Receiver<Vec<u8>>>,
    errors: Option<Receiver<Vec<u8>>>,
    heard: Heard,
    deadline: Deadline,
    most: u64,
    pause: Duration,
    /// Here everything is its own; elsewhere the input is the job's.
    whose: PhantomData<&'a ()>,
}

impl<'a> Following<'a> {
    pub(super) fn of(mut child: Child, job: &Job<'a>, watch: &Watch, started: Instant) -> Self {
        if let Some(mut stdin) = child.stdin.take() {
            let input = job.input.to_owned();
            thread::spawn(move || stdin.write_all(&input));
        }
        let output = child.stdout.take().map(|pipe| listen(pipe, job.max_output));
        let errors = child.stderr.take().map(|pipe| listen(pipe, job.max_output));
        let (heard, deadline) = (Heard::default(), Deadline::of(job, watch, started));
        let (most, pause) = (job.max_output, Duration::from_micros(500));
        Self { child, output, errors, heard, deadline, most, pause, whose: PhantomData }
    }

    pub(super) fn heard(&self) -> &Heard {
        &self.heard
    }

    pub(super) fn limit(&mut self, at: Option<Instant>) {
        self.deadline.at = at;
    }

    pub(super) fn into_owned(self) -> Following<'static> {
        let Self { child, output, errors, heard, deadline, most, pause, .. } = self;
        Following { child, output, errors, heard, deadline, most, pause, whose: PhantomData }
    }

    /// Follows it until its first line is there, or until it is over.
    pub(super) fn until_parted(&mut self) -> Parting {
        loop {
            hear(self.output.as_ref(), &mut self.heard.output, self.most, Instant::now());
            if let Some(line) = self.heard.output.first_line() {
                return if parts(line) { Parting::Parted } else { Parting::Over };
            }
            if !matches!(self.child.try_wait(), Ok(None)) || self.deadline.reached().is_some() {
                return Parting::Over;
            }
            self.wait();
        }
    }

    fn wait(&mut self) {
        thread::sleep(self.deadline.patience().map_or(self.pause, |patience| patience.min(self.pause)));
        self.pause = (self.pause * 2).min(Duration::from_millis(20));
    }

    pub(super) fn finish(mut self) -> (End, Heard) {
        let end = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break End::Exited(status),
                Ok(None) => {}
                Err(error) => break End::Failed(error),
            }
            if let Some(end) = self.deadline.reached() {
                let _ = self.child.kill();
                let _ = self.child.wait();
                break end;
            }
            self.wait();
        };
        let until = Instant::now() + if matches!(end, End::Exited(_)) { LINGER } else { Duration::ZERO };
        hear(self.output.as_ref(), &mut self.heard.output, self.most, until);
        hear(self.errors.as_ref(), &mut self.heard.errors, self.most, until);
        (end, self.heard)
    }
}

/// Reads a pipe to its end, and passes on as much as is kept, and a byte more if there is more.
fn listen(mut pipe: impl Read + Send + 'static, most: u64) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut chunk = [0; 16 * 1024];
        let mut room = usize::try_from(most).unwrap_or(usize::MAX).saturating_add(1);
        loop {
            match pipe.read(&mut chunk) {
                Ok(0) => return,
                // What has no room is read all the same, so that the child can end.
                Ok(count) => {
                    let kept = chunk.get(..count.min(room)).unwrap_or_default();
                    room -= kept.len();
                    drop(sender.send(kept.to_vec()));
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    });
    receiver
}

fn hear(pipe: Option<&Receiver<Vec<u8>>>, stream: &mut Stream, most: u64, until: Instant) {
    let Some(pipe) = pipe else { return };
    loop {
        match pipe.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(bytes) => stream.take(&bytes, most),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
        }
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use std::path::Path;

    use super::super::{Abort, Program, spawn};
    use super::*;

    fn followed(command: &str, timeout: Duration, abort: Option<&Abort>) -> (End, Heard) {
        let program = Program::Shell(command);
        let directory = Path::new("/");
        let job = Job { program, directory, variables: &[], input: b"in", timeout, max_output: 1_000 };
        following(&job, abort).finish()
    }

    fn following<'a>(job: &Job<'a>, abort: Option<&Abort>) -> Following<'a> {
        Following::of(spawn(job).unwrap(), job, &Watch { abort, grace: Duration::ZERO }, Instant::now())
    }

    #[test]
    fn threads_let_a_command_part_by_its_first_line() {
        let program = Program::Shell("echo '{\"async\": true}'; cat; echo done");
        let (directory, timeout) = (Path::new("/"), Duration::from_secs(5));
        let job = Job { program, directory, variables: &[], input: b"in", timeout, max_output: 1_000 };
        let mut parted = following(&job, None);
        assert!(parted.until_parted() == Parting::Parted);
        assert_eq!(parted.heard().output.first_line(), Some("{\"async\": true}"));
        parted.limit(Instant::now().checked_add(Duration::from_secs(4)));
        let (_, heard) = parted.into_owned().finish();
        assert_eq!(heard.output.text(), "{\"async\": true}\nindone\n");
    }

    #[test]
    fn threads_hear_what_a_command_says_and_how_it_ends() {
        let (end, heard) = followed("cat; echo no >&2; exit 2", Duration::from_secs(5), None);
        assert!(matches!(end, End::Exited(status) if status.code() == Some(2)), "{end:?}");
        assert_eq!((heard.output.text().as_str(), heard.errors.text().as_str()), ("in", "no\n"));
    }

    #[test]
    fn threads_cut_what_is_too_much_and_let_the_command_end() {
        let (end, heard) = followed("head -c 9000000 /dev/zero | tr '\\0' x", Duration::from_secs(5), None);
        assert!(matches!(end, End::Exited(status) if status.success()), "{end:?}");
        assert_eq!((heard.output.bytes.len(), heard.output.cut), (1_000, true));
    }

    #[test]
    fn threads_end_what_takes_too_long_or_is_called_off() {
        let (end, heard) = followed("echo early; exec sleep 9", Duration::from_millis(100), None);
        assert!(matches!(end, End::TimedOut), "{end:?}");
        assert_eq!(heard.output.text(), "early\n");
        let abort = Abort::default();
        abort.abort();
        let (end, _) = followed("exec sleep 9", Duration::from_secs(9), Some(&abort));
        assert!(matches!(end, End::Aborted), "{end:?}");
    }
}
