//! Claude Code's events (claude-code.md §3, §4). The hot path: one pass over the payload, and only the tool's own
//! arguments are copied out of it.

use hookward_core::{Event, Fault};
use serde_json::value::RawValue;

use crate::arguments::Arguments;
use crate::envelope::Envelope;
use crate::kind::kind as kind_of;
use crate::names::step;
use crate::sniff::{Caller, attendance, faulty};
use crate::tool::{self, Vocabulary};
use crate::{Asked, Decoded, Surroundings, is_absolute};

pub(crate) fn read(envelope: &Envelope, around: &Surroundings) -> Decoded {
    let Some(event_name) = envelope.hook_event_name.text() else {
        let fault = Fault::Input("there is no `hook_event_name`".to_owned());
        return faulty(Caller::Claude, envelope, around, fault);
    };
    let (name, kind) = step(event_name);
    let attendance = attendance(Caller::Claude, envelope, around);
    let moment = envelope.moment(name, event_name, || {
        let tool = envelope.tool_name.text().ok_or("there is no `tool_name`")?;
        let kind = kind.unwrap_or_else(|| kind_of(tool));
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
        .with_input(&event, envelope.tool_input.map(RawValue::get))
        .with_output(&event, envelope);
    Decoded { asked, event }
}
