//! One folder per host: its JSON to events, verdicts to its JSON. Pure: what a host sends, the working directory and the
//! environment are given in; what it is to be told is given back.

mod arguments;
mod changes;
mod claude;
mod envelope;
mod foreign;
mod given;
mod host;
mod json;
mod leaves;
mod names;
mod plain;
pub mod registration;
mod rewrite;
mod said;
mod sniff;
mod tool;

use hookward_core::effects::Call;
use hookward_core::{Attendance, Event, EventName, Fault, Moment, Verdict};

pub use host::Host;
pub use sniff::Caller;

/// What surrounds a call of the hook.
pub struct Surroundings<'a> {
    /// The working directory of this process.
    pub cwd: &'a str,
    /// The environment.
    pub var: &'a dyn Fn(&str) -> Option<String>,
}

/// Who asks, and about what: all that an answer has to know. It is there even if the event could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who really calls.
    pub caller: Caller,
    /// The event by the host's own name; empty if it is not known.
    pub event_name: String,
    /// The event by its neutral name. An event that is not known is treated as one that guards.
    pub name: Option<EventName>,
    /// Whether a person would see a question.
    pub attendance: Attendance,
    /// The arguments of a command, as JSON: an answer that rewrites it repeats all the others.
    pub input: Option<String>,
}

impl Asked {
    pub(crate) fn new(
        caller: Caller,
        event_name: &str,
        name: Option<EventName>,
        attendance: Attendance,
    ) -> Self {
        Self { caller, event_name: event_name.to_owned(), name, attendance, input: None }
    }

    /// With the arguments of the call, where they may have to be repeated.
    pub(crate) fn with_input(mut self, event: &Result<Event, Fault>, input: Option<&str>) -> Self {
        if let Ok(Event { moment: Moment::BeforeTool(call) | Moment::PermissionRequest(call), .. }) = event
            && let Call::Shell { .. } = call
        {
            self.input = input.map(str::to_owned);
        }
        self
    }
}

/// What a host has sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// Who asks.
    pub asked: Asked,
    /// The event, or why it cannot be read.
    pub event: Result<Event, Fault>,
}

/// What the host is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// For standard output.
    pub stdout: String,
    /// For standard error.
    pub stderr: String,
    /// The exit code.
    pub exit: u8,
}

/// Reads what a host has sent.
pub fn decode(host: Host, stdin: &[u8], around: &Surroundings) -> Decoded {
    match host {
        Host::Plain => plain::decode(stdin, around),
        _ => claude::decode(host, stdin, around),
    }
}

/// Says a verdict in the words of whoever asked: the strongest answer that it can honour.
pub fn encode(asked: &Asked, verdict: &Verdict) -> Reply {
    let said = said::Said::of(asked, verdict);
    match asked.caller {
        Caller::Plain => plain::encode(asked, &said),
        Caller::Claude
        | Caller::Codex
        | Caller::CopilotClaude
        | Caller::Droid
        | Caller::Qwen
        | Caller::VsCode => claude::encode(asked, &said),
        Caller::Amp
        | Caller::Cline
        | Caller::Copilot
        | Caller::Cursor
        | Caller::Devin
        | Caller::Gemini
        | Caller::Kiro
        | Caller::OpenCode
        | Caller::Windsurf => foreign::encode(asked, &said),
    }
}

/// A directory as seen from another.
pub(crate) fn resolved(cwd: &str, directory: &str) -> String {
    if is_absolute(directory) { directory.to_owned() } else { format!("{cwd}/{directory}") }
}

/// Whether a path stands for itself wherever it is read, on Unix or on Windows.
pub(crate) fn is_absolute(path: &str) -> bool {
    let drive =
        |bytes: &[u8]| matches!(bytes, [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
    path.starts_with(['/', '\\']) || drive(path.as_bytes())
}
