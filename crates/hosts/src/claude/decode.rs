//! Claude Code's events (claude-code.md §3, §4). The hot path: one pass over the payload, and only the tool's own
//! arguments are copied out of it.

use hookward_core::{Event, Fault};
use serde_json::value::RawValue;

use crate::arguments::Arguments;
use crate::envelope::Envelope;
use crate::names::step;
use crate::sniff::{Caller, attendance, faulty};
use crate::tool::{self, Vocabulary};
use crate::{Asked, Decoded, Host, Surroundings, foreign, is_absolute, json, plain};

/// Reads what was sent to a registration of a host's, by whoever loaded it.
pub(crate) fn decode(host: Host, stdin: &[u8], around: &Surroundings) -> Decoded {
    let text = match json::text(stdin) {
        Ok(text) => text,
        Err(fault) => return unreadable(host, stdin, around, fault),
    };
    let mut room = String::new();
    let (envelope, document) = match json::object::<Envelope>(text, &mut room) {
        Ok(read) => read,
        Err(error) => return unreadable(host, stdin, around, Fault::Input(error)),
    };
    match host.caller(&envelope, around) {
        Caller::Claude => read(&envelope, around),
        Caller::Plain => plain::read(&envelope, around),
        caller => foreign::read(caller, &envelope, document, around),
    }
}

fn read(envelope: &Envelope, around: &Surroundings) -> Decoded {
    let Some(event_name) = envelope.hook_event_name.text() else {
        let fault = Fault::Input("there is no `hook_event_name`".to_owned());
        return faulty(Caller::Claude, envelope, around, fault);
    };
    let (name, kind) = step(event_name);
    let attendance = attendance(envelope, around);
    let moment = envelope.moment(name, event_name, || {
        let tool = envelope.tool_name.text().ok_or("there is no `tool_name`")?;
        let kind = kind.unwrap_or_else(|| tool::kind(tool));
        let arguments = Arguments::of(kind, envelope.tool_input.map_or("", RawValue::get))?;
        tool::call(tool, kind, None, arguments, Vocabulary::Claude)
    });
    let cwd = envelope.cwd.text().filter(|cwd| is_absolute(cwd)).unwrap_or(around.cwd);
    let root = (around.var)("CLAUDE_PROJECT_DIR").filter(|root| is_absolute(root));
    let event = moment.map(|moment| Event {
        moment,
        session: envelope.session_id.text().unwrap_or("unknown").to_owned(),
        agent: envelope.agent(),
        cwd: cwd.to_owned(),
        roots: root.into_iter().collect(),
        attendance,
    });
    let asked = Asked::new(Caller::Claude, event_name, Some(name), attendance)
        .with_input(&event, envelope.tool_input.map(RawValue::get));
    Decoded { asked, event }
}

/// Who asks, when what is asked cannot be parsed.
fn unreadable(host: Host, stdin: &[u8], around: &Surroundings, fault: Fault) -> Decoded {
    let envelope = Envelope::glimpsed(stdin);
    let caller = host.caller(&envelope, around);
    if caller == Caller::Plain {
        return plain::unreadable(&envelope, stdin, around, fault);
    }
    faulty(caller, &envelope, around, fault)
}
