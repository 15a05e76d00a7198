//! Where the tool and its arguments stand: in an object of their own, named after the event (cline.md).

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::envelope::Envelope;
use crate::json::Field;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Prompt<'a> {
    #[serde(borrow)]
    prompt: Field<'a>,
}

/// The text that a person has submitted.
pub(crate) fn prompt(envelope: &Envelope) -> Option<String> {
    let place: Prompt = serde_json::from_str(envelope.user_prompt_submit?.get()).ok()?;
    place.prompt.text().map(str::to_owned)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Nested<'a> {
    #[serde(borrow)]
    name: Field<'a>,
    #[serde(borrow, rename = "toolName")]
    tool_name: Field<'a>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
    #[serde(borrow)]
    parameters: Option<&'a RawValue>,
}

pub(crate) fn tool_and_input<'e>(envelope: &Envelope<'e>) -> Result<(String, &'e str), String> {
    let no_tool = || "there is no name of a tool".to_owned();
    let places = [envelope.tool_call, envelope.tool_result, envelope.pre_tool_use, envelope.post_tool_use];
    let place = places.into_iter().flatten().next().ok_or_else(no_tool)?;
    let nested: Nested = serde_json::from_str(place.get()).map_err(|error| error.to_string())?;
    let tool = nested.name.text().or(nested.tool_name.text()).ok_or_else(no_tool)?;
    Ok((tool.to_owned(), nested.input.or(nested.parameters).map_or("", RawValue::get)))
}
