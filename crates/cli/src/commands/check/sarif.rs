//! Findings in SARIF 2.1.0, the form in which code hosts and editors take them.

use std::fmt::Write as _;

use hookward_core::{Decision, Finding, rules};
use hookward_effects::Call;
use serde_json::{Value, json};

use super::Judged;
use super::excerpt::Position;
use crate::situation::Situation;

/// What a command is called where a file's name would stand.
const COMMAND: &str = "command";

/// The report on calls or scripts.
pub(super) fn report(judged: &[Judged], situation: Option<&Situation>) -> Value {
    let found: Vec<(&Judged, &Finding)> =
        judged.iter().flat_map(|one| one.objections().map(move |finding| (one, finding))).collect();
    let mut ids: Vec<&str> = found.iter().map(|(_, finding)| finding.rule.as_ref()).collect();
    ids.sort_unstable();
    ids.dedup();
    let results: Vec<Value> = found
        .iter()
        .map(|(one, finding)| {
            json!({
                "ruleId": finding.rule,
                "ruleIndex": ids.iter().position(|id| *id == finding.rule),
                "level": level(finding.decision),
                "message": {"text": message(finding)},
                "locations": [{"physicalLocation": location(one, finding)}],
            })
        })
        .collect();
    // What is no file can only be looked up here.
    let artifacts: Vec<Value> = judged
        .iter()
        .filter(|one| one.file.is_none())
        .filter_map(|one| Some(json!({"location": {"uri": uri(one)}, "contents": {"text": one.script()?}})))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "Hookward",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": ids.iter().map(|id| rule(id, situation)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "artifacts": artifacts,
            "results": results,
        }],
    })
}

fn level(decision: Decision) -> &'static str {
    match decision {
        Decision::Deny => "error",
        Decision::Ask => "warning",
        Decision::Silent | Decision::Advise | Decision::Approve => "note",
    }
}

fn message(finding: &Finding) -> String {
    let instead =
        if finding.instead.is_empty() { String::new() } else { format!(". Instead: {}", finding.instead) };
    format!("{}{instead}", finding.why)
}

fn location(judged: &Judged, finding: &Finding) -> Value {
    let mut location = json!({"artifactLocation": {"uri": uri(judged)}});
    if let (Some(text), Some(span)) = (judged.script(), finding.span)
        && let Some(entries) = location.as_object_mut()
    {
        let (start, end) = Position::of_span(text, span);
        let region = json!({
            "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
        });
        entries.insert("region".to_owned(), region);
    }
    location
}

/// The file of a script, or of a call that is about one.
fn uri(judged: &Judged) -> String {
    if let Some(file) = &judged.file {
        return escaped(file);
    }
    match judged.event.as_ref().and_then(|event| event.moment.call()) {
        Some(Call::Read { path } | Call::Write { path, .. } | Call::Edit { path, .. }) => escaped(path),
        Some(
            Call::Shell { .. }
            | Call::Patch { .. }
            | Call::Search { .. }
            | Call::Fetch { .. }
            | Call::Mcp { .. }
            | Call::Subagent { .. }
            | Call::Other { .. },
        )
        | None => COMMAND.to_owned(),
    }
}

/// A path as a URI: relative to where the program runs, or absolute.
fn escaped(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a text cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

fn rule(id: &str, situation: Option<&Situation>) -> Value {
    if let Some(rule) = rules::all().iter().find(|rule| rule.id == id) {
        let manual = rule.manual();
        let instead = manual.split("\n\n").find(|paragraph| paragraph.starts_with("Instead: "));
        return described(id, rule.title(), &manual, instead.unwrap_or(&manual));
    }
    match situation.and_then(|situation| situation.policy.custom.iter().find(|rule| rule.id == id)) {
        Some(rule) => described(id, &rule.why, &rule.why, &rule.instead),
        // A failure around the rules.
        None => described(id, id, id, id),
    }
}

fn described(id: &str, short: &str, full: &str, help: &str) -> Value {
    json!({
        "id": id,
        "shortDescription": {"text": short},
        "fullDescription": {"text": full},
        "help": {"text": if help.is_empty() { full } else { help }},
    })
}
