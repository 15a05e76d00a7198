//! Other programs: started, given an input, heard within a limit of time, and ended.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long what a program has written is waited for once it has ended: something that it has started may hold the pipe.
const LINGER: Duration = Duration::from_millis(500);

/// What came of a program that ended by itself.
pub(crate) struct Ended {
    /// Its exit code; `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a program to its end with an input. One that takes longer than the limit is ended, and is an error.
pub(crate) fn run(command: &mut Command, input: &[u8], limit: Duration) -> io::Result<Ended> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_owned();
        // A command that does not read closes its input; its exit code tells more than that.
        thread::spawn(move || stdin.write_all(&input));
    }
    let stdout = child.stdout.take().map(listen);
    let stderr = child.stderr.take().map(listen);
    let heard = |pipe: Option<Receiver<String>>| {
        pipe.and_then(|pipe| pipe.recv_timeout(LINGER).ok()).unwrap_or_default()
    };
    let code = wait(&mut child, limit)?;
    Ok(Ended { code, stdout: heard(stdout), stderr: heard(stderr) })
}

/// Says these requests (JSON-RPC, one per line) to a program, waits for what it answers to the last one, and ends it.
pub(crate) fn ask(command: &mut Command, requests: &[Value], limit: Duration) -> Option<Value> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let (sender, receiver) = channel();
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
    }
    // Some programs end with their input, so it stays open.
    let mut stdin = child.stdin.take();
    for request in requests {
        let _ = stdin.as_mut().map(|stdin| writeln!(stdin, "{request}").and_then(|()| stdin.flush()));
    }
    let wanted = requests.last().and_then(|request| request.get("id"));
    let deadline = Instant::now() + limit;
    let mut answer = None;
    while let Ok(line) = receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        if message.get("id").is_some() && message.get("id") == wanted {
            answer = Some(message);
            break;
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    answer
}

fn listen(mut pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        sender.send(String::from_utf8_lossy(&bytes).into_owned())
    });
    receiver
}

fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<i32>> {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        if Instant::now() > deadline {
            let _ = child.kill();
            let _ = child.wait();
            let text = format!("no answer within {} s", limit.as_secs());
            return Err(io::Error::new(io::ErrorKind::TimedOut, text));
        }
        thread::sleep(Duration::from_millis(2));
    }
}
