//! What a hook says, by its exit status and by what it prints.

mod fields;

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::event::Event;
use crate::json::parse_json;
use crate::process::{End, Ran, parts};

/// What a hook, or all of them together, decide. The strictest wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decision {
    /// Nothing: the agent goes on as it would without hooks.
    #[default]
    Silent,
    /// It may go on, without a question to the person.
    Allow,
    /// The person is asked first.
    Ask,
    /// It does not happen.
    Deny,
}

/// What is wrong with a hook, so that it decides nothing by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Its answer begins like JSON and is none.
    Unreadable(String),
    /// Its answer is JSON that says something impossible.
    Invalid(String),
    /// It cannot be started, was ended by a signal, or has an exit status without a meaning.
    Crashed(String),
    /// It took longer than this.
    TimedOut(Duration),
    /// It was called off.
    Aborted,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unreadable(what) | Fault::Invalid(what) | Fault::Crashed(what) => f.write_str(what),
            Fault::TimedOut(limit) => write!(f, "no answer within {limit:?}"),
            Fault::Aborted => f.write_str("called off"),
        }
    }
}

/// How a hook answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speech {
    /// By its exit status, or in JSON if that is what it prints.
    #[default]
    Either,
    /// By its exit status; what it prints is text, whatever it looks like.
    Plain,
    /// In JSON; anything else that it prints is a failure.
    Json,
}

/// What a hook has said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// What it decides.
    pub decision: Decision,
    /// Whether it objects, in time to prevent something or not.
    pub objects: bool,
    /// Why.
    pub reason: Option<String>,
    /// The input that the tool is to get instead, as a whole.
    pub updated_input: Option<Value>,
    /// What the model is to see instead of the tool's output.
    pub updated_output: Option<Value>,
    /// What the model is told.
    pub context: Vec<String>,
    /// What the person is told.
    pub messages: Vec<String>,
    /// The agent is to stop, for this reason.
    pub stop: Option<String>,
    /// What its author should know: what was taken otherwise than it may have been meant.
    pub notes: Vec<String>,
    /// Whether it goes on in the background, and decides nothing for that reason.
    pub parted: bool,
    /// Why it decides nothing by itself.
    pub fault: Option<Fault>,
    /// How it was read, in words: `exit 2: denied`.
    pub read_as: String,
}

impl Answer {
    /// Reads what a command has said on an event.
    ///
    /// ```
    /// # #[cfg(unix)] {
    /// use std::os::unix::process::ExitStatusExt;
    /// use std::process::ExitStatus;
    /// use hookward_runner::{Answer, Decision, End, Event, Ran};
    /// use serde_json::json;
    ///
    /// let ran = Ran {
    ///     end: End::Exited(ExitStatus::from_raw(2 << 8)),
    ///     output: "Blocked: no deployments on Fridays\n".to_owned(),
    ///     errors: String::new(),
    ///     cut: false,
    ///     time: std::time::Duration::ZERO,
    /// };
    /// let answer = Answer::read(&Event::before_tool("bash", json!({})), &ran);
    /// assert_eq!(answer.decision, Decision::Deny);
    /// assert_eq!(answer.reason.as_deref(), Some("Blocked: no deployments on Fridays"));
    /// # }
    /// ```
    pub fn read(event: &Event, ran: &Ran) -> Self {
        Self::read_in(Speech::Either, event, ran)
    }

    /// Reads what a command has said on an event, if it is known how it speaks.
    pub fn read_in(speech: Speech, event: &Event, ran: &Ran) -> Self {
        match &ran.end {
            End::Exited(status) => said(speech, event, *status, ran),
            End::TimedOut => Self::fault(Fault::TimedOut(ran.time), "it was ended at its limit of time"),
            End::Aborted => Self::fault(Fault::Aborted, "it was called off"),
            End::Failed(error) => {
                Self::fault(Fault::Crashed(format!("it cannot be started: {error}")), "it cannot be started")
            }
        }
    }

    /// The answer of a hook that goes on in the background.
    pub(crate) fn parted() -> Self {
        Self { parted: true, read_as: "async: goes on in the background".to_owned(), ..Self::default() }
    }

    fn fault(fault: Fault, read_as: &str) -> Self {
        Self { fault: Some(fault), read_as: read_as.to_owned(), ..Self::default() }
    }

    /// Denies, where that still helps; else the objection is what the model is told.
    fn object(&mut self, event: &Event, reason: String) {
        self.objects = true;
        if event.can_be_blocked() {
            self.decision = Decision::Deny;
            self.reason = Some(reason);
        } else {
            self.notes.push(format!("nothing can be prevented on {}: told to the model", event.name()));
            self.context.push(reason);
        }
    }
}

/// What a hook has printed.
enum Printed<'a> {
    Text(&'a str),
    /// JSON that has nothing to do with an answer: a report of some tool.
    Document(&'a str),
    Answer(Map<String, Value>),
    /// It should be JSON and is none.
    Broken(String),
}

impl<'a> Printed<'a> {
    fn of(output: &'a str, speech: Speech) -> Self {
        let is_json = match speech {
            Speech::Either => output.starts_with('{'),
            Speech::Plain => false,
            Speech::Json => !output.is_empty(),
        };
        // An answer is an object and nothing else: `[lint] fine` is a text.
        match is_json.then(|| parse_json(output)) {
            Some(Ok(Value::Object(said))) if said.is_empty() || fields::are_in(&said) => {
                Printed::Answer(said)
            }
            Some(Ok(_)) if speech == Speech::Json => {
                Printed::Broken("the answer is JSON without any field of an answer".to_owned())
            }
            Some(Ok(_)) => Printed::Document(output),
            Some(Err(error)) if output.starts_with('{') => {
                Printed::Broken(format!("the answer begins like JSON, but it is broken: {error}"))
            }
            Some(Err(_)) => Printed::Broken("the answer is a text, and should be JSON".to_owned()),
            None => Printed::Text(output),
        }
    }

    fn text(&self) -> &'a str {
        match self {
            Printed::Text(text) | Printed::Document(text) => text,
            Printed::Answer(_) | Printed::Broken(_) => "",
        }
    }
}

fn said(speech: Speech, event: &Event, status: ExitStatus, ran: &Ran) -> Answer {
    // What stands behind the line by which a hook has parted is said in the background.
    // Windows' shells put a mark before the text.
    let output = ran.output.trim_start_matches('\u{feff}').trim();
    let (first, rest) = output.split_once('\n').unwrap_or((output, ""));
    let parted = speech != Speech::Plain && parts(first);
    let output = if parted { rest.trim() } else { output };
    let (printed, errors) = (Printed::of(output, speech), ran.errors.trim());
    let text = printed.text();
    let mut answer = Answer::default();
    match printed {
        Printed::Answer(said) => {
            fields::read(&mut answer, event, &said);
            answer.read_as = match status.code() {
                Some(0) => "JSON".to_owned(),
                Some(code) => format!("JSON, exit {code}"),
                None => format!("JSON, {status}"),
            };
        }
        Printed::Text(_) => plain(&mut answer, status, text, errors),
        Printed::Document(_) => {
            plain(&mut answer, status, text, errors);
            answer.notes.push("it prints JSON without any field of an answer: read as text".to_owned());
        }
        Printed::Broken(error) => {
            plain(&mut answer, status, if speech == Speech::Json { output } else { "" }, errors);
            answer.context.clear();
            let cut = if ran.cut { " (it was cut at the limit of output)" } else { "" };
            answer.read_as.push_str(", broken JSON");
            // An exit status without a meaning is the greater fault.
            answer.fault.get_or_insert(Fault::Unreadable(format!("{error}{cut}")));
        }
    }
    // JSON cannot take back an exit of 2.
    if status.code() == Some(2) && !answer.objects {
        let why = [text, errors].into_iter().find(|text| !text.is_empty()).map(str::to_owned);
        let why = why.or(answer.reason.take()).unwrap_or_else(unexplained);
        answer.fault = None;
        // The reason is on standard output; what stands beside it is for the person.
        if !text.is_empty() && !errors.is_empty() {
            answer.messages.push(errors.to_owned());
        }
        answer.object(event, why);
    }
    if parted {
        answer.parted = true;
        answer.read_as = format!("async, {}", answer.read_as);
        // Nobody has waited for it: what it would have decided is told.
        answer.decision = Decision::Silent;
        answer.context.extend(answer.reason.take());
        (answer.updated_input, answer.updated_output, answer.stop) = (None, None, None);
    }
    answer.read_as.push_str(match answer.decision {
        Decision::Silent if answer.fault.is_some() => ": a failure",
        Decision::Silent if answer.objects => ": an objection, too late to prevent anything",
        Decision::Silent => ": no objection",
        Decision::Allow => ": allowed",
        Decision::Ask => ": ask",
        Decision::Deny => ": denied",
    });
    answer
}

/// What a hook says without JSON: 0 goes on, and what it prints is for the model; 2 is an objection; all else is a failure.
fn plain(answer: &mut Answer, status: ExitStatus, output: &str, errors: &str) {
    answer.read_as = match status.code() {
        Some(code) => format!("exit {code}"),
        None => status.to_string(),
    };
    match status.code() {
        Some(0) => {
            if hides_json(output) {
                let note = "there is JSON behind other text: all of it is read as text; print nothing before the `{`";
                answer.notes.push(note.to_owned());
            }
            answer.context.extend((!output.is_empty()).then(|| output.to_owned()));
        }
        Some(2) => {}
        code => {
            let what = match code {
                Some(126) => "it cannot be executed (exit 126)".to_owned(),
                Some(127) => "it was not found (exit 127)".to_owned(),
                Some(code) => format!("exit {code}"),
                None => format!("it was ended by a {status}"),
            };
            let said = [errors, output].into_iter().find(|text| !text.is_empty());
            let what = said.map_or(what.clone(), |said| format!("{what}: {said}"));
            answer.fault = Some(Fault::Crashed(what));
        }
    }
}

fn unexplained() -> String {
    "the hook objects, and does not say why".to_owned()
}

/// Whether a text ends in a JSON object that begins on a line of its own.
fn hides_json(text: &str) -> bool {
    text.match_indices("\n{").any(|(at, _)| {
        text.get(at..).is_some_and(|rest| parse_json(rest).is_ok_and(|value| value.is_object()))
    })
}

#[cfg(all(test, unix))]
mod tests;
