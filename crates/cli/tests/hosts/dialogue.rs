//! Talks with a program, one JSON message per line.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::process::Group;

/// A program that is talked with, until it is dropped.
pub(crate) struct Dialogue {
    stdin: ChildStdin,
    heard: Receiver<Value>,
    deadline: Instant,
    /// Last, so that the pipes are closed when it is ended.
    _group: Group,
}

impl Dialogue {
    /// Starts it; after the limit it says nothing more.
    pub(crate) fn start(command: &mut Command, limit: Duration) -> std::io::Result<Self> {
        let mut group =
            Group::spawn(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()))?;
        let (Some(stdin), Some(stdout)) = group.pipes() else {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        };
        let (sender, heard) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                // Some agents say other things, too.
                if let Ok(message) = serde_json::from_str(&line)
                    && sender.send(message).is_err()
                {
                    return;
                }
            }
        });
        Ok(Self { stdin, heard, deadline: Instant::now() + limit, _group: group })
    }

    /// Says something. A program that has ended hears nothing.
    pub(crate) fn say(&mut self, message: &Value) {
        let _ = writeln!(self.stdin, "{message}").and_then(|()| self.stdin.flush());
    }

    /// What it says next; `None` when it has ended or the time is over.
    pub(crate) fn hear(&mut self) -> Option<Value> {
        self.heard.recv_timeout(self.deadline.saturating_duration_since(Instant::now())).ok()
    }

    /// Calls a method (JSON-RPC) and waits for what it gives, without listening to anything else.
    pub(crate) fn ask(&mut self, id: u32, method: &str, params: &Value) -> Value {
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        while let Some(mut message) = self.hear() {
            if message["id"] == id && message.get("method").is_none() {
                return message["result"].take();
            }
        }
        Value::Null
    }
}
