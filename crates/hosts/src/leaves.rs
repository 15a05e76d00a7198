//! The texts and numbers among the arguments of an MCP call, and what is switched on, wherever they stand. What they mean is told by the keys above them.

use std::fmt;

use hookward_core::effects::Argument;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::json;

/// Nothing below this is looked at.
const DEEPEST: usize = 8;

/// The most texts that are kept.
const MOST: usize = 256;

/// Keys under which hosts hand on the arguments of another tool, sometimes as JSON in a text (cline.md, cursor.md §3).
const HOLDERS: &[&str] =
    &["arguments", "args", "input", "tool_input", "toolInput", "parameters", "mcp_tool_arguments"];

/// Keys under which a call says which records it is about.
const FILTERS: &[&str] = &["filter", "where", "selector"];

/// The texts in a JSON value.
pub(crate) fn read(json: &str) -> Result<Vec<Argument>, String> {
    let json = json.trim_ascii();
    if json.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    let once = gather(json, &mut found);
    if let Err(error) = once {
        found.clear();
        let copy = json::mended(json).ok_or_else(|| error.to_string())?;
        gather(&copy, &mut found).map_err(|_| error.to_string())?;
    }
    Ok(found)
}

fn gather(json: &str, found: &mut Vec<Argument>) -> Result<(), serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    // The value as a whole may be a text that holds JSON.
    Leaves { name: "arguments", depth: 0, found }.deserialize(&mut deserializer)?;
    deserializer.end()
}

struct Leaves<'l> {
    name: &'l str,
    depth: usize,
    found: &'l mut Vec<Argument>,
}

impl<'de> DeserializeSeed<'de> for Leaves<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.depth > DEEPEST || self.found.len() >= MOST {
            return serde::Deserialize::deserialize(deserializer).map(|IgnoredAny| ());
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Leaves<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        if HOLDERS.contains(&self.name) && text.trim_ascii_start().starts_with('{') {
            let mut deserializer = serde_json::Deserializer::from_str(text);
            let depth = self.depth + 1;
            let inner = Leaves { depth, name: "", found: &mut *self.found };
            if inner.deserialize(&mut deserializer).is_ok() {
                return Ok(());
            }
        }
        self.found.push(Argument { name: self.name.to_owned(), value: text.to_owned() });
        Ok(())
    }

    /// What is switched on says something: `"force": true`.
    fn visit_bool<E>(self, is_on: bool) -> Result<(), E> {
        if is_on {
            self.found.push(Argument { name: self.name.to_owned(), value: "true".to_owned() });
        }
        Ok(())
    }

    /// A line may say where something goes.
    fn visit_u64<E>(self, number: u64) -> Result<(), E> {
        self.found.push(Argument { name: self.name.to_owned(), value: number.to_string() });
        Ok(())
    }

    fn visit_i64<E>(self, number: i64) -> Result<(), E> {
        self.found.push(Argument { name: self.name.to_owned(), value: number.to_string() });
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let depth = self.depth + 1;
        while items.next_element_seed(Leaves { name: self.name, depth, found: &mut *self.found })?.is_some() {
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let depth = self.depth + 1;
        let mut is_empty = true;
        while let Some(name) = entries.next_key::<String>()? {
            is_empty = false;
            entries.next_value_seed(Leaves { name: &name, depth, found: &mut *self.found })?;
        }
        // A filter that says nothing says that all is meant.
        if is_empty && FILTERS.contains(&self.name) {
            self.found.push(Argument { name: self.name.to_owned(), value: "{}".to_owned() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(json: &str) -> Vec<(String, String)> {
        read(json).unwrap().into_iter().map(|argument| (argument.name, argument.value)).collect()
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn a_filter_without_a_condition_is_one_of_everything() {
        let filters =
            |json: &str| read(json).unwrap().into_iter().filter(|argument| argument.name == "filter").count();
        assert_eq!(filters(r#"{"filter": {}, "update": {}}"#), 1);
        assert_eq!(filters(r#"{"filter": {"age": 3}}"#), 0);
    }

    #[test]
    fn texts_numbers_and_what_is_switched_on_are_found_wherever_they_stand_and_nothing_else_is() {
        let json = r#"{"path":"a","n":1,"x":true,"z":false,"y":null,"files":["b",{"path":"c"}],"o":{"p":{"sql":"d"}}}"#;
        assert_eq!(
            leaves(json),
            [
                pair("path", "a"),
                pair("n", "1"),
                pair("x", "true"),
                pair("files", "b"),
                pair("path", "c"),
                pair("sql", "d")
            ]
        );
    }

    #[test]
    fn arguments_that_are_json_in_a_text_are_read_and_content_is_not() {
        let json = r#"{"arguments":"{\"path\":\"a\"}","content":"{\"path\":\"b\"}"}"#;
        assert_eq!(leaves(json), [pair("path", "a"), pair("content", r#"{"path":"b"}"#)]);
        assert_eq!(leaves(r#""{\"path\":\"a\"}""#), [pair("path", "a")]);
    }

    #[test]
    fn depth_and_number_are_limited_and_the_rest_is_skipped() {
        let deep = format!("{}{}{}", r#"{"a":"#.repeat(5_000), r#""x""#, "}".repeat(5_000));
        assert_eq!(leaves(&deep), []);
        assert_eq!(leaves(&format!(r#"{{"deep":{deep},"path":"a"}}"#)), [pair("path", "a")]);
        assert_eq!(leaves(&format!("[{}\"x\"]", "\"x\",".repeat(5_000))).len(), MOST);
    }

    #[test]
    fn half_a_character_does_not_hide_an_argument() {
        assert_eq!(
            leaves(r#"{"path":".env","note":"\ud83d"}"#),
            [pair("path", ".env"), pair("note", "\u{fffd}")]
        );
    }

    #[test]
    fn what_is_no_json_is_not_understood() {
        assert!(read(r#"{"path":"#).is_err());
        assert_eq!(read(""), Ok(Vec::new()));
    }
}
