//! Codex CLI (codex.md §5): the published schema first, then the rules that the schema does not say. What fits neither
//! is a failed hook, and the action goes on.

use std::fs;
use std::path::Path;

use hookward_hosts::Reply;
use serde_json::{Map, Value};

use super::{Course, Happens, command, object, text};

/// The schema of an event's answer; `None` for an event whose output is ignored.
pub(crate) fn schema(step: &str) -> Option<Value> {
    let mut name = String::new();
    for letter in step.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas/codex");
    let text = fs::read_to_string(folder.join(format!("{name}.command.output.schema.json"))).ok()?;
    Some(serde_json::from_str(&text).unwrap())
}

/// Whether a value fits a schema: the keywords that these schemas use, and a panic on any other.
pub(crate) fn fits(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let Value::Object(keywords) = schema else { panic!("no schema: {schema}") };
    for (keyword, wanted) in keywords {
        match keyword.as_str() {
            "$schema" | "title" | "description" | "default" | "definitions" => {}
            "$ref" => {
                let pointer = wanted.as_str().unwrap().trim_start_matches('#');
                fits(root, root.pointer(pointer).unwrap(), value)?;
            }
            "allOf" => {
                for part in wanted.as_array().unwrap() {
                    fits(root, part, value)?;
                }
            }
            "type" => {
                let is = match value {
                    Value::Null => "null",
                    Value::Bool(_) => "boolean",
                    Value::Number(_) => "number",
                    Value::String(_) => "string",
                    Value::Array(_) => "array",
                    Value::Object(_) => "object",
                };
                if wanted != is {
                    return Err(format!("{value} is no {wanted}"));
                }
            }
            "const" => {
                if wanted != value {
                    return Err(format!("{value} is not {wanted}"));
                }
            }
            "enum" => {
                if !wanted.as_array().unwrap().contains(value) {
                    return Err(format!("{value} is none of {wanted}"));
                }
            }
            "required" => {
                for key in wanted.as_array().unwrap() {
                    if value.get(key.as_str().unwrap()).is_none() {
                        return Err(format!("{key} is missing in {value}"));
                    }
                }
            }
            "properties" => {
                for (key, part) in wanted.as_object().unwrap() {
                    if let Some(inner) = value.get(key) {
                        fits(root, part, inner)?;
                    }
                }
            }
            "additionalProperties" => {
                assert_eq!(wanted, &Value::Bool(false));
                let known = keywords.get("properties").and_then(Value::as_object);
                for key in value.as_object().into_iter().flatten().map(|(key, _)| key) {
                    if !known.is_some_and(|known| known.contains_key(key)) {
                        return Err(format!("`{key}` is unknown"));
                    }
                }
            }
            other => panic!("the schema uses `{other}`"),
        }
    }
    Ok(())
}

/// Why an answer is invalid though it fits the schema.
fn breaks_a_rule(
    step: &str,
    answer: &Map<String, Value>,
    specific: &Map<String, Value>,
) -> Option<&'static str> {
    let empty = |map: &Map<String, Value>, key| text(map, key).is_empty();
    let allows = text(specific, "permissionDecision") == "allow";
    if answer.contains_key("decision") && empty(answer, "reason") {
        return Some("a block needs a reason");
    }
    if answer.contains_key("reason") && !answer.contains_key("decision") {
        return Some("a reason without a decision");
    }
    match step {
        "PreToolUse" if text(specific, "permissionDecision") == "ask" => Some("ask"),
        "PreToolUse" if allows != specific.contains_key("updatedInput") => Some("allow and updatedInput"),
        "PreToolUse" | "PermissionRequest"
            if answer
                .keys()
                .any(|key| matches!(key.as_str(), "continue" | "stopReason" | "suppressOutput")) =>
        {
            Some("no flow control here")
        }
        "PreToolUse"
            if text(specific, "permissionDecision") == "deny"
                && empty(specific, "permissionDecisionReason") =>
        {
            Some("deny without a reason")
        }
        "PermissionRequest"
            if specific.get("decision").is_some_and(|it| it.get("updatedInput").is_some()) =>
        {
            Some("updatedInput")
        }
        _ => None,
    }
}

pub(crate) fn codex(step: &str, reply: &Reply) -> Happens {
    let silent = if step == "PermissionRequest" { Course::Asks } else { Course::GoesItsWay };
    if reply.exit == 2 && !reply.stderr.trim().is_empty() {
        return match step {
            "PreToolUse" | "PermissionRequest" | "UserPromptSubmit" => {
                Happens::course(Course::Blocks).model(&reply.stderr)
            }
            "Stop" | "SubagentStop" => Happens::course(Course::Holds).model(&reply.stderr),
            "PostToolUse" => Happens::nothing().model(&reply.stderr),
            _ => Happens::nothing(),
        };
    }
    assert_eq!(reply.exit, 0, "a failed hook");
    if reply.stdout.trim().is_empty() {
        return Happens::course(silent);
    }
    let Some(schema) = schema(step) else { return Happens::nothing() };
    let answer = object(&reply.stdout).expect("text is an error on some events and ignored on others");
    fits(&schema, &schema, &Value::Object(answer.clone())).expect("the whole answer is dropped");
    let nothing = Map::new();
    let specific = answer.get("hookSpecificOutput").and_then(Value::as_object).unwrap_or(&nothing);
    assert_eq!(breaks_a_rule(step, &answer, specific), None, "the whole answer is dropped");
    let mut happens = Happens::course(silent)
        .person(text(&answer, "systemMessage"))
        .model(text(specific, "additionalContext"));
    match (step, text(specific, "permissionDecision")) {
        ("PreToolUse", "deny") => {
            happens.course = Course::Blocks;
            happens = happens.model(text(specific, "permissionDecisionReason"));
        }
        ("PreToolUse", "allow") => happens.course = Course::Runs(command(specific, "updatedInput").unwrap()),
        _ => {}
    }
    if let Some(decision) = specific.get("decision").and_then(Value::as_object) {
        let allows = text(decision, "behavior") == "allow";
        happens.course = if allows { Course::Approves } else { Course::Blocks };
        happens = happens.model(text(decision, "message"));
    }
    if answer.contains_key("decision") {
        happens.course = match step {
            "Stop" | "SubagentStop" => Course::Holds,
            "PostToolUse" => Course::GoesItsWay,
            _ => Course::Blocks,
        };
        happens = happens.model(text(&answer, "reason"));
        if step == "PostToolUse" {
            // Seen with 0.166: the reason takes the place of the result.
            happens = happens.output(answer.get("reason"));
        }
    }
    happens
}
