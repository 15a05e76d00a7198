//! Hosts as their pages describe them, written without a look at the encoders: each reads a reply and says what would
//! happen. A key that the page does not name for the event is a defect of the reply and fails the test.

pub(crate) mod claude_form;
pub(crate) mod codex;
pub(crate) mod exit_codes;
pub(crate) mod own_forms;

use hookward_hosts::{Caller, Reply};
use serde_json::{Map, Value};

/// What the host does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    /// What it would have done without us.
    GoesItsWay,
    /// It does not let it happen.
    Blocks,
    /// It asks a person.
    Asks,
    /// It does not ask.
    Approves,
    /// It runs this command.
    Runs(String),
    /// It asks a person about this command.
    AsksAbout(String),
    /// The agent goes on instead of stopping.
    Holds,
}

/// What happens, and who reads what.
#[derive(Clone, Debug)]
pub(crate) struct Happens {
    pub(crate) course: Course,
    pub(crate) model: String,
    pub(crate) person: String,
    /// What the model sees instead of the tool's output.
    pub(crate) output: Option<String>,
}

impl Happens {
    pub(crate) fn nothing() -> Self {
        Self { course: Course::GoesItsWay, model: String::new(), person: String::new(), output: None }
    }

    pub(crate) fn course(course: Course) -> Self {
        Self { course, ..Self::nothing() }
    }

    pub(crate) fn model(mut self, text: &str) -> Self {
        self.model.push_str(text);
        self
    }

    pub(crate) fn output(mut self, output: Option<&Value>) -> Self {
        self.output = output.map(Value::to_string);
        self
    }

    pub(crate) fn person(mut self, text: &str) -> Self {
        self.person.push_str(text);
        self
    }
}

/// What the host of this dialect does with a reply at a step.
pub(crate) fn host(caller: Caller, step: &str, reply: &Reply) -> Happens {
    match caller {
        Caller::Claude => claude_form::claude(step, reply),
        Caller::Droid => claude_form::droid(step, reply),
        Caller::Qwen => claude_form::qwen(step, reply),
        Caller::VsCode => claude_form::vscode(step, reply),
        Caller::CopilotClaude => claude_form::copilot(step, reply),
        Caller::Codex => codex::codex(step, reply),
        Caller::Cursor => own_forms::cursor(step, reply),
        Caller::Gemini => own_forms::gemini(step, reply),
        Caller::Copilot => own_forms::copilot(step, reply),
        Caller::Cline => own_forms::cline(step, reply),
        Caller::OpenCode => own_forms::opencode(step, reply),
        Caller::Kiro => exit_codes::kiro(step, reply),
        Caller::Windsurf => exit_codes::windsurf(step, reply),
        Caller::Devin => exit_codes::devin(step, reply),
        Caller::Amp => exit_codes::amp(reply),
        Caller::Plain => exit_codes::plain(step, reply),
    }
}

/// The JSON object on standard output, if it is one.
pub(crate) fn object(text: &str) -> Option<Map<String, Value>> {
    match serde_json::from_str(text.trim()) {
        Ok(Value::Object(map)) => Some(map),
        _ => None,
    }
}

/// The text under a key; empty if there is none.
pub(crate) fn text<'a>(map: &'a Map<String, Value>, key: &str) -> &'a str {
    map.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Fails on a key that the host's page does not name here.
pub(crate) fn only(map: &Map<String, Value>, keys: &[&str], step: &str) {
    for key in map.keys() {
        assert!(keys.contains(&key.as_str()), "`{key}` is not known at {step}: {map:?}");
    }
}

/// The command in arguments that replace those of the call.
pub(crate) fn command(map: &Map<String, Value>, key: &str) -> Option<String> {
    map.get(key).map(|input| input["command"].as_str().expect("a command").to_owned())
}
