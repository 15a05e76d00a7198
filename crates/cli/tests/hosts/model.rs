//! A model that says what it was told to say: an HTTP server on loopback. It plays one turn per request, the one that
//! follows the tool results that the request carries (and the ends, where a stop was held), and keeps every request, since what an agent sends to its model is
//! the proof of what it really did.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};

use crate::dialect::Dialect;

/// How long a connection may stay without a word.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the model says next.
#[derive(Clone, Debug)]
pub(crate) enum Turn {
    /// Calls a tool with JSON arguments.
    Call {
        /// The agent's own name of the tool.
        tool: &'static str,
        /// Its arguments.
        input: Value,
    },
    /// Calls a tool that takes a text (Codex `apply_patch`).
    Text {
        /// The agent's own name of the tool.
        tool: &'static str,
        /// The text.
        input: String,
    },
    /// Says something, and is done.
    Say(&'static str),
}

/// What was asked of the model.
struct Request {
    dialect: Dialect,
    body: Value,
}

#[derive(Default)]
struct Shared {
    turns: Vec<Turn>,
    requests: Mutex<Vec<Request>>,
    over: AtomicBool,
}

/// The model, until it is dropped.
pub(crate) struct Model {
    address: SocketAddr,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Model {
    /// A model that plays these turns; the last one again and again.
    pub(crate) fn start(turns: Vec<Turn>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared { turns, ..Shared::default() });
        let server = Arc::clone(&shared);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if server.over.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let shared = Arc::clone(&server);
                // An agent may leave in the middle of an answer.
                std::thread::spawn(move || drop(serve(stream, &shared)));
            }
        });
        Self { address, shared, thread: Some(thread) }
    }

    /// Where it listens: `http://127.0.0.1:…`.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What it was told after each of its tool calls, in their order: by the longest conversation.
    pub(crate) fn results(&self) -> Vec<String> {
        let requests = self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let all = requests.iter().map(|request| request.dialect.results(&request.body));
        all.max_by_key(Vec::len).unwrap_or_default()
    }

    /// Whether it was told this text in any request, wherever.
    pub(crate) fn was_told(&self, text: &str) -> bool {
        let requests = self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.iter().any(|request| request.body.to_string().contains(text))
    }

    /// The names of the tools that it was offered.
    pub(crate) fn tools(&self) -> Vec<String> {
        let requests = self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let all = requests.iter().map(|request| request.dialect.tools(&request.body));
        all.max_by_key(Vec::len).unwrap_or_default()
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::SeqCst);
        // Wakes the thread that waits for a connection.
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// Answers one request and hangs up.
fn serve(stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let path = first.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let body = body(&mut reader)?;
    let (kind, answer) = if first.starts_with("POST") {
        answer(&path, &body, shared)
    } else {
        // Lists of models, and whether somebody is there.
        ("application/json", json!({"data": [], "models": []}).to_string())
    };
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        answer.len()
    )?;
    if !first.starts_with("HEAD") {
        stream.write_all(answer.as_bytes())?;
    }
    stream.flush()
}

/// Reads the headers and what comes behind them.
fn body(reader: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let mut length = 0;
    let mut chunked = false;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim_ascii().is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim_ascii().parse().unwrap_or(0),
            "transfer-encoding" => chunked = value.to_ascii_lowercase().contains("chunked"),
            _ => {}
        }
    }
    let mut body = Vec::new();
    if !chunked {
        reader.take(length).read_to_end(&mut body)?;
        return Ok(body);
    }
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let size = u64::from_str_radix(line.trim_ascii().split(';').next().unwrap_or_default(), 16);
        match size {
            Ok(size @ 1..) => reader.take(size).read_to_end(&mut body)?,
            Ok(0) | Err(_) => return Ok(body),
        };
        reader.read_line(&mut String::new())?;
    }
}

fn answer(path: &str, body: &[u8], shared: &Shared) -> (&'static str, String) {
    let json = "application/json";
    let body: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
    let Some(dialect) = Dialect::of(path) else {
        // How many tokens that would be, and whatever else agents like to know.
        return (json, json!({"input_tokens": 1, "totalTokens": 1}).to_string());
    };
    let results = dialect.results(&body).len();
    let turn = results + dialect.ends(&body);
    // A request that offers no tools is a side question: a title, a summary.
    let turn = match shared.turns.get(turn).or(shared.turns.last()) {
        Some(turn) if !dialect.tools(&body).is_empty() => turn.clone(),
        _ => Turn::Say("ok"),
    };
    let answer = dialect.answer(&body, &turn, results);
    let streams = dialect.streams(path, &body);
    shared.requests.lock().unwrap_or_else(PoisonError::into_inner).push(Request { dialect, body });
    if streams { ("text/event-stream", answer.stream()) } else { (json, answer.whole.to_string()) }
}
