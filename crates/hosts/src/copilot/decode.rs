//! Which event it is: with its own names Copilot CLI does not say so; the fields do (copilot.md, part 1).

use crate::envelope::Envelope;

pub(crate) fn event_name<'e>(envelope: &'e Envelope) -> Option<&'e str> {
    envelope.hook_event_name.text().or_else(|| by_fields(envelope))
}

fn by_fields(envelope: &Envelope) -> Option<&'static str> {
    Some(if envelope.camel_tool_name.is_there() {
        if envelope.error.is_there() {
            "postToolUseFailure"
        } else if envelope.camel_tool_result.is_some() {
            "postToolUse"
        } else {
            "preToolUse"
        }
    } else if envelope.source.is_there() {
        "sessionStart"
    } else if envelope.stop_reason.is_there() {
        "agentStop"
    } else if envelope.prompt.is_there() {
        "userPromptSubmitted"
    } else if envelope.trigger.is_there() {
        "preCompact"
    } else if envelope.reason.is_there() {
        "sessionEnd"
    } else if envelope.error.is_there() || envelope.camel_session_id.is_there() {
        // Without a tool there is nothing to guard.
        "errorOccurred"
    } else {
        return None;
    })
}
