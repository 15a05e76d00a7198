//! Where pipes cannot be waited for together, every pipe has a thread of its own.

use std::io::{self, Read, Write};
use std::process::Child;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Deadline, End, Heard, Job, LINGER, Stream, Watch};

pub(super) fn follow(mut child: Child, job: &Job, watch: &Watch, started: Instant) -> (End, Heard) {
    if let Some(mut stdin) = child.stdin.take() {
        let input = job.input.to_owned();
        thread::spawn(move || stdin.write_all(&input));
    }
    let output = child.stdout.take().map(|pipe| listen(pipe, job.max_output));
    let errors = child.stderr.take().map(|pipe| listen(pipe, job.max_output));
    let mut heard = Heard::default();
    let deadline = Deadline::of(job, watch, started);
    let mut pause = Duration::from_micros(500);
    let end = loop {
        match child.try_wait() {
            Ok(Some(status)) => break End::Exited(status),
            Ok(None) => {}
            Err(error) => break End::Failed(error),
        }
        if let Some(end) = deadline.reached() {
            let _ = child.kill();
            let _ = child.wait();
            break end;
        }
        thread::sleep(deadline.patience().map_or(pause, |patience| patience.min(pause)));
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let until = Instant::now() + if matches!(end, End::Exited(_)) { LINGER } else { Duration::ZERO };
    hear(output.as_ref(), &mut heard.output, job.max_output, until);
    hear(errors.as_ref(), &mut heard.errors, job.max_output, until);
    (end, heard)
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
        follow(spawn(&job).unwrap(), &job, &Watch { abort, grace: Duration::ZERO }, Instant::now())
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
