//! Kiro, the editor and its command lines (kiro.md). It reads no JSON: exit codes, and standard output as context.

use hookward_core::EventName;
use serde_json::value::RawValue;

use crate::envelope::Envelope;
use crate::exit_code;
use crate::said::Said;
use crate::table::{Becomes, Fate, Row, Why, row};
use crate::{Asked, Reply};

/// kiro.md. The case of a name tells the generation: hook files of version v1 write `PreToolUse` (C), the agents of CLI
/// 2 `preToolUse` (A).
pub(crate) const ROWS: &[Row] = &[
    row("PreToolUse", EventName::BeforeTool).deny(Fate::DENIED).context(Fate::READ),
    row("PostToolUse", EventName::AfterTool).deny(Fate::READ).context(Fate::READ),
    row("UserPromptSubmit", EventName::Prompt).deny(Fate::DENIED).context(Fate::READ),
    row("SessionStart", EventName::SessionStart)
        .deny(Fate::new(Becomes::Read, Why::OnlyWatched))
        .context(Fate::READ),
    row("Stop", EventName::Stop).deny(Fate::dropped(Why::NoStopGate)),
    row("preToolUse", EventName::BeforeTool).deny(Fate::DENIED),
    row("postToolUse", EventName::AfterTool).deny(Fate::told(Why::OlderOnlyWarns)),
    row("userPromptSubmit", EventName::Prompt).deny(Fate::told(Why::OlderOnlyWarns)).context(Fate::READ),
    row("agentSpawn", EventName::SessionStart)
        .deny(Fate::new(Becomes::Read, Why::OnlyWatched))
        .context(Fate::READ),
    row("stop", EventName::Stop).deny(Fate::told(Why::NoStopGate)),
];

/// kiro.md, B: the editor of version 0 hands over no arguments, whatever the tool.
pub(crate) const NO_ARGUMENTS: &str =
    "this version of Kiro does not tell what a tool is called with; Kiro 1.0 and later do";

/// kiro.md, B: it does not name the event either; only what has run has a result.
pub(crate) fn event_name<'e>(envelope: &'e Envelope) -> Option<&'e str> {
    let by_fields = || {
        let has_run = envelope.camel_tool_result.is_some() || envelope.tool_success.is_there();
        envelope.camel_tool_name.is_there().then_some(if has_run { "postToolUse" } else { "preToolUse" })
    };
    envelope.hook_event_name.text().or_else(by_fields)
}

pub(crate) fn is_without_arguments(envelope: &Envelope) -> bool {
    let input = envelope.tool_args.map_or("", RawValue::get);
    envelope.camel_tool_name.is_there() && matches!(input, "" | "{}" | "null")
}

pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    exit_code::encode(asked, said)
}
