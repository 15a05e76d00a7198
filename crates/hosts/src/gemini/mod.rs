//! Gemini CLI (gemini-cli.md). It reads standard output whatever the exit code, and standard error where that is empty.

mod ending;

use hookward_core::EventName;
use serde_json::Value;

pub(crate) use ending::{Ending, ending};

use crate::output::in_place_of_result;
use crate::said::{Object, Said, Stance, joined};
use crate::table::{Becomes, Fate, Inputs, Outputs, Rewrites, Row, Why, row};
use crate::{Asked, Reply};

/// gemini-cli.md §5.
pub(crate) const ROWS: &[Row] = &[
    row("BeforeTool", EventName::BeforeTool)
        .deny(Fate::DENIED)
        .ask(Fate::ASKED)
        // New arguments need no decision beside them.
        .rewrites(Rewrites::ApprovedOrAsked)
        .inputs(Inputs::Merged)
        .leaving_rewrites()
        .context(Fate::told(Why::NoContext)),
    // The reason takes the place of the result.
    row("AfterTool", EventName::AfterTool)
        .deny(Fate::FED_BACK)
        .outputs(Outputs::Replaced)
        .context(Fate::READ),
    row("BeforeAgent", EventName::Prompt).deny(Fate::DENIED).context(Fate::READ),
    row("SessionStart", EventName::SessionStart).deny(Fate::told(Why::OnlyWatched)).context(Fate::READ),
    row("AfterAgent", EventName::Stop).deny(Fate::HELD).context(Fate::told(Why::NoContext)),
    row("PreCompress", EventName::BeforeCompaction).deny(Fate::told(Why::OnlyWatched)),
    row("SessionEnd", EventName::SessionEnd).deny(Fate::told(Why::OnlyWatched)),
    row("Notification", EventName::Notification).deny(Fate::told(Why::OnlyWatched)),
];

/// What the model would have seen of a result (gemini-cli.md §3): a text, or parts of which some are texts.
fn result(json: &str) -> String {
    let result: Value = serde_json::from_str(json).unwrap_or_default();
    match result.get("llmContent") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let texts = parts.iter().map(|part| part.as_str().or(part.get("text").and_then(Value::as_str)));
            texts.flatten().collect::<Vec<_>>().join("\n")
        }
        Some(part @ Value::Object(_)) => {
            part.get("text").and_then(Value::as_str).unwrap_or_default().to_owned()
        }
        Some(Value::Null | Value::Bool(_) | Value::Number(_)) | None => String::new(),
    }
}

/// `{}` when there is nothing to say: otherwise standard error would be parsed.
pub(crate) fn encode(asked: &Asked, said: &Said) -> Reply {
    if said.row.is_none() {
        return said.without_row(asked).unwrap_or_else(|| Object::new().reply_even_if_empty());
    }
    let mut answer = Object::new();
    let mut notice = said.notice.clone();
    match said.stance {
        Stance::Deny => match said.objection() {
            Becomes::Told => notice = joined(&said.reason, &notice),
            _ => answer = answer.text("decision", "deny").text("reason", &said.reason),
        },
        Stance::Ask => {
            answer = answer.text("decision", "ask").text("reason", &said.reason);
            notice = joined(&said.reason, &notice);
        }
        Stance::Quiet | Stance::Allow => {
            // There is no other way to keep a result from the model than to put a reason in its place.
            if let Some(output) = said.output.as_deref().map(result) {
                let reason = in_place_of_result(&said.context, &output);
                answer = answer.text("decision", "deny").json_text("reason", Some(&reason));
                return answer.text("systemMessage", &notice).reply_even_if_empty();
            }
        }
    }
    let mut specific = Object::new().json_text("tool_input", said.input.as_deref());
    match said.context_becomes() {
        Becomes::Read => specific = specific.text("additionalContext", &said.context),
        // The question says already what was rewritten, and a denial says all there is.
        Becomes::Told if !matches!(said.stance, Stance::Ask | Stance::Deny) => {
            notice = joined(&said.context, &notice);
        }
        _ => {}
    }
    if !specific.is_empty() {
        let named = Object::new().text("hookEventName", &asked.event_name).with(&specific);
        answer = answer.object("hookSpecificOutput", &named);
    }
    answer.text("systemMessage", &notice).reply_even_if_empty()
}
