//! One folder per host: its JSON to events, verdicts to its JSON. Pure: what a host sends, the working directory and the
//! environment are given in; what it is to be told is given back.

mod amp;
mod arguments;
mod changes;
mod claude;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod decode;
mod devin;
mod droid;
mod envelope;
mod exit_code;
mod fate;
mod gemini;
mod given;
mod host;
mod json;
mod kind;
mod kiro;
mod leaves;
mod names;
pub mod native;
mod nested;
mod opencode;
mod other_input;
mod outcome;
mod output;
mod plain;
mod qwen;
pub mod registration;
mod rewrite;
mod said;
mod shells;
mod sniff;
mod table;
mod told;
mod tool;
mod windsurf;

use hookward_core::effects::Call;
use hookward_core::effects::normalise;
use hookward_core::{Attendance, Event, EventName, Fault, Moment, Verdict};

use envelope::Envelope;

pub use fate::{Becomes, Fate, Why, Wish};
pub use host::Host;
pub use other_input::{Changed, Form};
pub use outcome::{call_id, given, goes_on, status};
pub use output::ToolOutput;
pub use shells::started_by_an_agent;
pub use sniff::Caller;
pub use table::Row;
pub use told::told;

/// What surrounds a call of the hook.
pub struct Surroundings<'a> {
    /// The working directory of this process.
    pub cwd: &'a str,
    /// The environment.
    pub var: &'a dyn Fn(&str) -> Option<String>,
    /// Whether there is a terminal at which a person may sit.
    pub has_terminal: &'a dyn Fn() -> bool,
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
    /// What the tool has given back: an answer that masks something in it repeats all the rest.
    pub output: Option<ToolOutput>,
}

impl Asked {
    pub(crate) fn new(
        caller: Caller,
        event_name: &str,
        name: Option<EventName>,
        attendance: Attendance,
    ) -> Self {
        Self { caller, event_name: event_name.to_owned(), name, attendance, input: None, output: None }
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

    /// With what the tool has given back, where it may have to be repeated.
    pub(crate) fn with_output(mut self, event: &Result<Event, Fault>, envelope: &Envelope) -> Self {
        if let Ok(Event { moment, .. }) = event
            && moment.output().is_some()
        {
            let is_of_a_server = matches!(moment.call(), Some(Call::Mcp { .. }));
            self.output = envelope.output().map(|json| ToolOutput { json, is_of_a_server });
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
        Host::Claude
        | Host::Cursor
        | Host::Kiro
        | Host::Codex
        | Host::Gemini
        | Host::Copilot
        | Host::Qwen
        | Host::OpenCode
        | Host::Windsurf
        | Host::Cline
        | Host::Droid
        | Host::Amp => decode::decode(host, stdin, around),
    }
}

/// Says a verdict in the words of whoever asked: the strongest answer that it can honour.
pub fn encode(asked: &Asked, verdict: &Verdict) -> Reply {
    let said = said::Said::of(asked, verdict);
    match asked.caller {
        Caller::Claude => claude::encode(asked, &said),
        Caller::Plain => plain::encode(asked, &said),
        Caller::Amp => amp::encode(asked, &said),
        Caller::Cline => cline::encode(asked, &said),
        Caller::Codex => codex::encode(asked, &said),
        Caller::Copilot => copilot::encode(asked, &said),
        Caller::CopilotClaude => copilot::encode_claude(asked, &said),
        Caller::Cursor => cursor::encode(asked, &said),
        Caller::Devin => devin::encode(asked, &said),
        Caller::Droid => droid::encode(asked, &said),
        Caller::Gemini => gemini::encode(asked, &said),
        Caller::Kiro => kiro::encode(asked, &said),
        Caller::OpenCode => opencode::encode(asked, &said),
        Caller::Qwen => qwen::encode(asked, &said),
        Caller::VsCode => copilot::encode_vscode(asked, &said),
        Caller::Windsurf => windsurf::encode(asked, &said),
    }
}

/// A directory as seen from another; without `.` and `..`, by which the same one would have several names.
pub(crate) fn resolved(cwd: &str, directory: &str) -> String {
    if is_absolute(directory) && !directory.starts_with('/') {
        return directory.to_owned();
    }
    // Where the host is on Windows, there is no root to begin at.
    if cwd.starts_with('/') || directory.starts_with('/') {
        normalise(directory, cwd)
    } else {
        format!("{cwd}/{directory}")
    }
}

/// Whether a path stands for itself wherever it is read, on Unix or on Windows.
pub(crate) fn is_absolute(path: &str) -> bool {
    let drive =
        |bytes: &[u8]| matches!(bytes, [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
    path.starts_with(['/', '\\']) || drive(path.as_bytes())
}
