//! An example of a rule as its manual shows it: whole, since what is left out may be what decides.

use hookward_core::{Example, Sample};
use serde_json::{Value, json};

/// An end of a line, where everything stands in one, and what Windows puts in front of it.
const END: &str = "⏎";
const RETURN: &str = "␍";

/// The call in words, with the line ends that it has.
pub(super) fn sample(sample: &Sample) -> String {
    let behind = |text: &str| if text.is_empty() { String::new() } else { format!(": {text}") };
    match sample {
        Sample::Shell(command) => (*command).to_owned(),
        Sample::Content(path, text) => format!("write {path}: {text}"),
        Sample::Prints(command, output) => format!("{command} prints: {output}"),
        Sample::Shows(path, text) => format!("(read) {path}: {text}"),
        Sample::Checked { tool, how, output, .. } => {
            format!("(edit) src/a.ts; {tool}: {}{}", how.as_str(), behind(output))
        }
        Sample::StopsAfter { tool, how, output, .. } => {
            format!("(stop) {tool}: {}{}", how.as_str(), behind(output))
        }
        Sample::Starts(source) => format!("(session start) {source}"),
        Sample::Prompt(text) => format!("(prompt) {text}"),
        Sample::Stops(said) => format!("(stop) {said}"),
        Sample::SubagentStarts(role) => format!("(subagent start) {role}"),
        Sample::SubagentStops(role, said) => format!("(subagent stop) {role}: {said}"),
        Sample::Returns(role, said) => format!("(subagent) {role} returns: {said}"),
        Sample::Compacts => "(compaction)".to_owned(),
        Sample::Write(path) => format!("(write) {path}"),
        Sample::Edit(path) => format!("(edit) {path}"),
        Sample::Read(path) => format!("(read) {path}"),
    }
}

/// A text in one line.
pub(super) fn one_line(text: &str) -> String {
    text.replace('\n', END).replace('\r', RETURN)
}

/// An example for programs: the call in words, and of a file that is written also its parts.
pub(super) fn example_as_json(example: &Example) -> Value {
    let mut shown = json!({"call": sample(&example.call), "decision": example.decision});
    if let (Sample::Content(path, content), Some(fields)) = (&example.call, shown.as_object_mut()) {
        fields.insert("path".to_owned(), json!(path));
        fields.insert("content".to_owned(), json!(content));
    }
    shown
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use hookward_core::rules;

    use super::*;

    #[test]
    fn what_is_decided_otherwise_is_shown_otherwise() {
        for rule in rules::all() {
            let mut seen = HashMap::new();
            for example in rule.examples {
                let shown = one_line(&sample(&example.call));
                assert!(!shown.contains('\n'), "{}: {shown}", rule.id);
                let before = seen.insert(shown.clone(), example.decision);
                assert!(before.is_none_or(|before| before == example.decision), "{}: {shown}", rule.id);
            }
        }
    }

    #[test]
    fn nothing_of_an_example_is_left_out() {
        let text = "# Plan\n\n## Tasks\n";
        let shown = sample(&Sample::Content("plan.md", text));
        assert_eq!(shown, format!("write plan.md: {text}"));
        assert_eq!(one_line(&shown), "write plan.md: # Plan⏎⏎## Tasks⏎");
    }
}
