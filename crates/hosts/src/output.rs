//! What a tool has given back: its texts, wherever they stand in the host's JSON, and that JSON with other texts in it.
//! Everything else in it stays to the byte, so that it has the form that the host expects.

use std::ops::Range;

use hookward_core::Output;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::envelope::Envelope;
use crate::json;

/// What a tool has given back, as the host tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolOutput {
    /// As JSON.
    pub json: String,
    /// Whether it is a tool of an MCP server.
    pub is_of_a_server: bool,
}

/// All texts of a JSON value that are no keys.
pub(crate) fn texts(json: &str) -> Output {
    let texts = places(json).map(|place| text(json.get(place).unwrap_or_default()));
    Output { texts: texts.collect() }
}

/// The same value with these texts in it. `None` if there are more or fewer.
pub(crate) fn with_texts(json: &str, output: &Output) -> Option<String> {
    let mut copy = String::with_capacity(json.len());
    let mut copied = 0;
    let mut texts = output.texts.iter();
    for place in places(json) {
        let new = texts.next()?;
        if text(json.get(place.clone())?) != *new {
            copy.push_str(json.get(copied..place.start)?);
            copy.push_str(&Value::from(new.as_str()).to_string());
            copied = place.end;
        }
    }
    copy.push_str(json.get(copied..)?);
    texts.next().is_none().then_some(copy)
}

/// What is said where a reason takes the place of a tool's result: a JSON text, as long as the output is.
pub(crate) fn in_place_of_result(context: &str, output: &str) -> String {
    Value::from(format!("{context}\nIt has run. What it gave back, masked:\n{output}")).to_string()
}

/// A text without its quotes; one that cannot be read has nothing to look at.
fn text(quoted: &str) -> String {
    json::string(quoted).unwrap_or_default()
}

/// Where the texts stand that are no keys, with their quotes. The JSON is known to be sound, so that no more than quotes
/// has to be looked at.
fn places(json: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = json.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + bytes.get(at..)?.iter().position(|byte| *byte == b'"')?;
            let end = start + 2 + json::quoted(bytes.get(start + 1..)?)?;
            at = end;
            if bytes.get(end..).unwrap_or_default().trim_ascii_start().first() != Some(&b':') {
                return Some(start..end);
            }
        }
    })
}

/// Where some hosts have it in an object of its own.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Nested<'a> {
    #[serde(borrow, alias = "result", alias = "mcp_result")]
    output: Option<&'a RawValue>,
}

impl Envelope<'_> {
    /// What the tool has given back, as JSON. Of a tool that failed, hosts tell no more than the error.
    pub(crate) fn output(&self) -> Option<String> {
        let whole = self.tool_response.or(self.camel_tool_result);
        // cline.md, windsurf.md; copilot.md, part 1, has it under the name of Cline's, and as it is.
        let nested = [self.tool_result, self.post_tool_use, self.tool_info].into_iter().flatten().next();
        let nested = || {
            let inner: Nested = serde_json::from_str(nested?.get()).unwrap_or_default();
            inner.output.or(self.tool_result)
        };
        if let Some(raw) = whole.or_else(nested) {
            return Some(raw.get().to_owned());
        }
        let said = [&self.tool_output, &self.error, &self.error_message];
        let said = said.into_iter().find_map(|field| field.text())?;
        // cursor.md §3: a text, which may be JSON.
        let is_json = said.starts_with(['{', '[']) && serde_json::from_str::<&RawValue>(said).is_ok();
        Some(if is_json { said.to_owned() } else { Value::from(said).to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Output {
        Output { texts: texts.iter().map(|text| (*text).to_owned()).collect() }
    }

    #[test]
    fn texts_are_found_wherever_they_stand_and_keys_are_none() {
        let json = r#"{ "stdout" : "a\n\"b\"", "n": 1, "x": {"y": ["c", {"d":"\u00e4"}]}, "e": "" }"#;
        assert_eq!(texts(json), of(&["a\n\"b\"", "c", "ä", ""]));
        assert_eq!(texts(r#""only""#), of(&["only"]));
        assert_eq!(texts("null"), of(&[]));
    }

    #[test]
    fn other_texts_are_put_in_and_everything_else_stays() {
        let json = r#"{ "stdout" : "a\n\"b\"", "n": 1.0e3, "x": ["\u00e4"] }"#;
        assert_eq!(with_texts(json, &of(&["a\n\"b\"", "ä"])).as_deref(), Some(json));
        let changed = r#"{ "stdout" : "x\"y", "n": 1.0e3, "x": ["\u00e4"] }"#;
        assert_eq!(with_texts(json, &of(&["x\"y", "ä"])).as_deref(), Some(changed));
        assert_eq!(with_texts(json, &of(&["x"])), None);
        assert_eq!(with_texts(json, &of(&["x", "y", "z"])), None);
    }

    #[test]
    fn an_output_is_found_wherever_a_host_puts_it() {
        for (payload, expected) in [
            (r#"{"tool_response":{"stdout":"x"}}"#, r#"{"stdout":"x"}"#),
            (r#"{"toolResult":{"textResultForLlm":"x"}}"#, r#"{"textResultForLlm":"x"}"#),
            (r#"{"tool_result":{"text_result_for_llm":"x"}}"#, r#"{"text_result_for_llm":"x"}"#),
            (r#"{"tool_result":{"name":"a","input":{},"output":"x"}}"#, r#""x""#),
            (r#"{"postToolUse":{"toolName":"a","result":"x"}}"#, r#""x""#),
            (r#"{"tool_info":{"mcp_result":"x"}}"#, r#""x""#),
            (r#"{"tool_output":"x\ny"}"#, r#""x\ny""#),
            (r#"{"tool_output":"{\"content\":[]}"}"#, r#"{"content":[]}"#),
            (r#"{"error":"Exit code 1\nx"}"#, r#""Exit code 1\nx""#),
        ] {
            let envelope: Envelope = serde_json::from_str(payload).unwrap();
            assert_eq!(envelope.output().as_deref(), Some(expected), "{payload}");
        }
        let envelope: Envelope = serde_json::from_str(r#"{"tool_info":{"command_line":"x"}}"#).unwrap();
        assert_eq!(envelope.output(), None);
    }
}
