//! The fields of a JSON answer: Claude Code's, and the four words of a plain decision.

use serde_json::{Map, Value};

use super::{Answer, Decision, Fault, unexplained};
use crate::event::Event;

/// The fields that an answer may have.
const FIELDS: &[&str] = &[
    "hookSpecificOutput",
    "decision",
    "reason",
    "message",
    "error",
    "systemMessage",
    "additionalContext",
    "updatedInput",
    "permissionDecision",
    "permissionDecisionReason",
    "continue",
    "stopReason",
    "suppressOutput",
    "terminalSequence",
    "async",
    "asyncTimeout",
];

/// Whether an object has any field of an answer.
pub(super) fn are_in(said: &Map<String, Value>) -> bool {
    FIELDS.iter().any(|field| said.contains_key(*field))
}

/// Reads a JSON answer. What is wrong in it makes the whole of it invalid: half an answer is none.
pub(super) fn read(answer: &mut Answer, event: &Event, said: &Map<String, Value>) {
    let mut read = Answer::default();
    match try_read(&mut read, event, said) {
        Ok(()) => *answer = read,
        Err(what) => answer.fault = Some(Fault::Invalid(what)),
    }
}

fn try_read(answer: &mut Answer, event: &Event, said: &Map<String, Value>) -> Result<(), String> {
    let reason = first_text(said, &["reason", "message", "error"])?;
    answer.messages.extend(text(said, "systemMessage")?);
    answer.context.extend(text(said, "additionalContext")?);
    answer.updated_input = document(said, "updatedInput");
    if said.contains_key("permissionDecision") {
        let note =
            "`permissionDecision` stands beside `hookSpecificOutput`; Claude Code reads it inside only";
        answer.notes.push(note.to_owned());
        read_permission(answer, event, said)?;
    }
    match said.get("hookSpecificOutput") {
        None | Some(Value::Null) => {}
        Some(Value::Object(specific)) => read_specific(answer, event, specific)?,
        Some(other) => return Err(wrong("hookSpecificOutput", other, "an object")),
    }
    match said.get("decision") {
        None | Some(Value::Null) => {}
        Some(Value::String(word)) => read_word(answer, event, word, reason.clone())?,
        Some(other) => return Err(wrong("decision", other, "a word")),
    }
    match said.get("continue") {
        None | Some(Value::Null | Value::Bool(true)) => {}
        Some(Value::Bool(false)) => {
            let why =
                text(said, "stopReason")?.or(reason).unwrap_or_else(|| "a hook stops the agent".to_owned());
            // Whoever wants the agent to stop does not keep it from stopping.
            if matches!(event.name(), "Stop" | "SubagentStop") {
                (answer.decision, answer.objects) = (Decision::Silent, false);
            } else if answer.decision != Decision::Deny && event.can_be_blocked() {
                answer.decision = Decision::Deny;
                answer.reason = Some(why.clone());
            }
            answer.stop = Some(why);
        }
        Some(other) => return Err(wrong("continue", other, "true or false")),
    }
    Ok(())
}

/// `hookSpecificOutput`.
fn read_specific(answer: &mut Answer, event: &Event, specific: &Map<String, Value>) -> Result<(), String> {
    match text(specific, "hookEventName")? {
        None => answer
            .notes
            .push("`hookSpecificOutput` has no `hookEventName`; Claude Code ignores it then".to_owned()),
        Some(name) if name != event.name() => {
            answer.notes.push(format!("`hookEventName` is {name}, on {}", event.name()));
        }
        Some(_) => {}
    }
    answer.context.extend(text(specific, "additionalContext")?);
    if let Some(input) = document(specific, "updatedInput") {
        if !input.is_object() {
            return Err(wrong("updatedInput", &input, "an object: the tool's input as a whole"));
        }
        answer.updated_input = Some(input);
    }
    answer.updated_output =
        document(specific, "updatedToolOutput").or_else(|| document(specific, "updatedMCPToolOutput"));
    read_permission(answer, event, specific)?;
    // PermissionRequest answers in an object of its own.
    if let Some(Value::Object(decision)) = specific.get("decision") {
        match text(decision, "behavior")?.as_deref() {
            Some("allow") => {
                answer.updated_input = document(decision, "updatedInput").or(answer.updated_input.take());
                decide(answer, Decision::Allow, None);
            }
            Some("deny") => answer.object(event, text(decision, "message")?.unwrap_or_else(unexplained)),
            Some(other) => return Err(format!("`behavior` is `{other}`; it is allow or deny")),
            None => return Err("`decision` has no `behavior`; it is allow or deny".to_owned()),
        }
    }
    Ok(())
}

/// `permissionDecision`, wherever it stands: what it means is clear.
fn read_permission(answer: &mut Answer, event: &Event, said: &Map<String, Value>) -> Result<(), String> {
    let reason = text(said, "permissionDecisionReason")?;
    let Some(word) = text(said, "permissionDecision")? else { return Ok(()) };
    match word.as_str() {
        "allow" => decide(answer, Decision::Allow, reason),
        "ask" => decide(answer, Decision::Ask, reason),
        "defer" => {
            answer.notes.push("`defer` is taken as `ask`".to_owned());
            decide(answer, Decision::Ask, reason);
        }
        "deny" => answer.object(event, reason.unwrap_or_else(unexplained)),
        // That Claude Code does not know the word must be said.
        "block" => {
            let note = "`permissionDecision` is `block`, taken as `deny`; Claude Code ignores it";
            answer.notes.push(note.to_owned());
            answer.object(event, reason.unwrap_or_else(unexplained));
        }
        other => return Err(format!("`permissionDecision` is `{other}`; it is allow, deny, ask or defer")),
    }
    Ok(())
}

/// `decision`, one word.
fn read_word(answer: &mut Answer, event: &Event, word: &str, reason: Option<String>) -> Result<(), String> {
    match word {
        "allow" | "approve" => decide(answer, Decision::Allow, reason),
        "ask" => decide(answer, Decision::Ask, reason),
        "block" | "deny" => answer.object(event, reason.unwrap_or_else(unexplained)),
        "warn" => answer
            .messages
            .push(reason.unwrap_or_else(|| "a hook warns, and does not say of what".to_owned())),
        // The whole work ends, not only this call.
        "fail" => {
            let why = reason.unwrap_or_else(unexplained);
            answer.object(event, why.clone());
            answer.stop = Some(why);
        }
        other => return Err(format!("`decision` is `{other}`; it is allow, block, warn or fail")),
    }
    Ok(())
}

/// Decides, if nothing stricter was said elsewhere in the answer.
fn decide(answer: &mut Answer, decision: Decision, reason: Option<String>) {
    if decision >= answer.decision {
        answer.decision = decision;
        answer.reason = reason.or(answer.reason.take());
    }
}

fn text(object: &Map<String, Value>, key: &str) -> Result<Option<String>, String> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone()).filter(|text| !text.trim().is_empty())),
        Some(other) => Err(wrong(key, other, "a text")),
    }
}

fn first_text(object: &Map<String, Value>, keys: &[&str]) -> Result<Option<String>, String> {
    for key in keys {
        if let Some(text) = text(object, key)? {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

fn document(object: &Map<String, Value>, key: &str) -> Option<Value> {
    object.get(key).filter(|value| !value.is_null()).cloned()
}

fn wrong(key: &str, found: &Value, wanted: &str) -> String {
    let found: String = found.to_string().chars().take(40).collect();
    format!("`{key}` is `{found}`; it must be {wanted}")
}
