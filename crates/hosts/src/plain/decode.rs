//! The plain protocol's events. `tool_input` is what is shown, `tool_input_json` is what runs; and the environment
//! repeats the payload, so that standard input may be empty.

use hookward_core::{Event, EventName, Fault, Moment, Output};

use crate::arguments::Arguments;
use crate::envelope::Envelope;
use crate::json::{self, Field, is_yes};
use crate::kind::{Kind, kind as kind_of};
use crate::names::step;
use crate::sniff::{Caller, attendance};
use crate::tool::{self, Vocabulary};
use crate::{Asked, Decoded, Host, Surroundings, is_absolute, resolved};

pub(crate) fn decode(stdin: &[u8], around: &Surroundings) -> Decoded {
    let text = match json::text(stdin) {
        Ok(text) => text,
        Err(fault) => return unreadable(&Envelope::glimpsed(stdin), stdin, around, fault),
    };
    let mut room = String::new();
    match json::object::<Envelope>(text, &mut room) {
        // The plain protocol has no session id (seed-protocol.md): whoever sends one speaks another dialect, and some
        // of these take a plain denial for none.
        Ok((envelope, _)) if envelope.session_id.is_there() || envelope.camel_session_id.is_there() => {
            crate::decode::decode(Host::Claude, stdin, around)
        }
        Ok((envelope, _)) => read(&envelope, around),
        Err(error) => unreadable(&Envelope::glimpsed(stdin), stdin, around, Fault::Input(error)),
    }
}

/// Who asks, when standard input holds no event: the environment tells, if there is nothing else.
pub(crate) fn unreadable(glimpsed: &Envelope, stdin: &[u8], around: &Surroundings, fault: Fault) -> Decoded {
    let is_blank =
        std::str::from_utf8(stdin).is_ok_and(|text| json::is_blank(text.trim_start_matches('\u{feff}')));
    if is_blank && (around.var)("HOOK_EVENT").is_some() {
        return read(&Envelope::default(), around);
    }
    let event_name = event_name(glimpsed, around).unwrap_or_default();
    let name = (!event_name.is_empty()).then(|| step(&event_name).0);
    Decoded {
        asked: Asked::new(Caller::Plain, &event_name, name, attendance(Caller::Plain, glimpsed, around)),
        event: Err(fault),
    }
}

pub(crate) fn read(envelope: &Envelope, around: &Surroundings) -> Decoded {
    let attendance = attendance(Caller::Plain, envelope, around);
    let Some(event_name) = event_name(envelope, around) else {
        let fault = Fault::Input("there is no `hook_event_name` and no HOOK_EVENT".to_owned());
        return Decoded { asked: Asked::new(Caller::Plain, "", None, attendance), event: Err(fault) };
    };
    let (mut name, kind) = step(&event_name);
    let failed = match &envelope.tool_result_is_error {
        Field::Absent => (around.var)("HOOK_TOOL_IS_ERROR").is_some_and(|value| is_yes(&value)),
        told => told.is_true(),
    };
    if name == EventName::AfterTool && failed {
        name = EventName::AfterFailure;
    }
    let mut cwd = envelope.cwd.text().filter(|cwd| is_absolute(cwd)).unwrap_or(around.cwd).to_owned();
    let moment = envelope.moment(name, &event_name, || {
        let told = envelope.tool_name.text().map(str::to_owned).or_else(|| (around.var)("HOOK_TOOL_NAME"));
        let tool = told.filter(|tool| !tool.is_empty()).ok_or("there is no `tool_name`")?;
        let kind = kind.unwrap_or_else(|| kind_of(&tool));
        let arguments = arguments(kind, envelope, around)?;
        if let Some(own) = tool::directory(kind, &arguments) {
            cwd = resolved(&cwd, own);
        }
        tool::call(&tool, kind, None, arguments, Vocabulary::Any)
    });
    let told = || {
        let text = (around.var)("HOOK_TOOL_OUTPUT").unwrap_or_default();
        (text.clone(), Output { texts: vec![text] })
    };
    let moment = moment.map(|moment| match moment {
        Moment::AfterFailure { call, error, .. } if error.is_empty() => {
            let (error, output) = told();
            Moment::AfterFailure { call, error, output }
        }
        Moment::AfterTool { call, output } if output.texts.is_empty() => {
            Moment::AfterTool { call, output: told().1 }
        }
        moment => moment,
    });
    Decoded {
        asked: Asked::new(Caller::Plain, &event_name, Some(name), attendance),
        event: moment.map(|moment| Event {
            moment,
            session: envelope.session_id.text().unwrap_or("plain").to_owned(),
            agent: envelope.agent(),
            cwd,
            roots: Vec::new(),
            attendance,
        }),
    }
}

fn event_name(envelope: &Envelope, around: &Surroundings) -> Option<String> {
    let told = envelope.hook_event_name.text().map(str::to_owned);
    told.or_else(|| (around.var)("HOOK_EVENT")).filter(|name| !name.is_empty())
}

/// What the tool is called with: what runs, else what is shown, else what the environment repeats.
///
/// INVARIANT: what is shown is looked at only where nothing else is there. An input that is there and cannot be
/// understood is a fault, however harmless it looks on the screen.
fn arguments(kind: Kind, envelope: &Envelope, around: &Surroundings) -> Result<Arguments, String> {
    for input in [envelope.tool_input_json, envelope.tool_input].into_iter().flatten() {
        let input = input.get();
        let arguments = Arguments::of(kind, input)?;
        if !arguments.is_empty() || !is_empty(input) {
            return Ok(arguments);
        }
    }
    match (around.var)("HOOK_TOOL_INPUT") {
        Some(input) if input.trim_ascii_start().starts_with('{') => Arguments::of(kind, &input),
        Some(input) => Arguments::text(&input),
        None => Ok(Arguments::default()),
    }
}

/// Whether a JSON value holds nothing: `null`, `{}`, `""`, also inside a text.
fn is_empty(input: &str) -> bool {
    let inner = json::string(input).unwrap_or_else(|_| input.to_owned());
    let bare: String = inner.chars().filter(|character| !character.is_ascii_whitespace()).collect();
    matches!(bare.as_str(), "" | "{}" | "null")
}
