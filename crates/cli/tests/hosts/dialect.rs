//! The four ways in which agents talk to a model: where the tool results stand in a request, and how a turn is said.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::model::Turn;

/// How an agent talks to its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Anthropic Messages.
    Messages,
    /// `OpenAI` Responses.
    Responses,
    /// `OpenAI` Chat Completions.
    Chat,
    /// Gemini `generateContent`.
    Gemini,
}

/// A turn as it goes out: at once, or as events (each with its name, if it has one).
pub(crate) struct Answer {
    pub(crate) whole: Value,
    events: Vec<(Option<&'static str>, Value)>,
    /// What ends the stream besides its end.
    last: &'static str,
}

impl Answer {
    /// As server-sent events.
    pub(crate) fn stream(&self) -> String {
        let mut text = String::new();
        for (name, event) in &self.events {
            if let Some(name) = name {
                // Writing to a text cannot fail.
                let _ = writeln!(text, "event: {name}");
            }
            let _ = write!(text, "data: {event}\n\n");
        }
        text + self.last
    }
}

impl Dialect {
    /// The dialect that is spoken at this path.
    pub(crate) fn of(path: &str) -> Option<Self> {
        let path = path.split('?').next().unwrap_or_default();
        if path.ends_with("/messages") {
            Some(Self::Messages)
        } else if path.ends_with("/responses") {
            Some(Self::Responses)
        } else if path.ends_with("/chat/completions") {
            Some(Self::Chat)
        } else if path.ends_with("enerateContent") {
            Some(Self::Gemini)
        } else {
            None
        }
    }

    /// Whether the answer is to come as a stream.
    pub(crate) fn streams(self, path: &str, body: &Value) -> bool {
        match self {
            Self::Messages | Self::Responses | Self::Chat => body["stream"] == true,
            Self::Gemini => path.contains(":streamGenerateContent"),
        }
    }

    /// The tool results that a request carries, each as one text.
    pub(crate) fn results(self, body: &Value) -> Vec<String> {
        match self {
            Self::Messages => {
                let blocks = list(&body["messages"]).iter().flat_map(|message| list(&message["content"]));
                blocks
                    .filter(|block| block["type"] == "tool_result")
                    .map(|block| text(&block["content"]))
                    .collect()
            }
            Self::Responses => list(&body["input"])
                .iter()
                .filter(|item| item["type"].as_str().is_some_and(|kind| kind.ends_with("call_output")))
                .map(|item| text(&item["output"]))
                .collect(),
            Self::Chat => list(&body["messages"])
                .iter()
                .filter(|message| message["role"] == "tool")
                .map(|message| text(&message["content"]))
                .collect(),
            Self::Gemini => list(&body["contents"])
                .iter()
                .flat_map(|content| list(&content["parts"]))
                .filter_map(|part| part.get("functionResponse"))
                .map(|response| text(&response["response"]))
                .collect(),
        }
    }

    /// How often the model has said that it is done, in a conversation that went on: a stop was held.
    pub(crate) fn ends(self, body: &Value) -> usize {
        match self {
            Self::Messages => {
                let calls = |message: &Value| {
                    list(&message["content"]).iter().any(|block| block["type"] == "tool_use")
                };
                let said = list(&body["messages"]).iter().filter(|message| message["role"] == "assistant");
                said.filter(|message| !calls(message)).count()
            }
            // What these make of a held stop is told in other ways.
            Self::Responses | Self::Chat | Self::Gemini => 0,
        }
    }

    /// The names of the tools that a request offers.
    pub(crate) fn tools(self, body: &Value) -> Vec<String> {
        // Newer models of Codex get theirs as a part of the conversation.
        let later = list(&body["input"]).iter().flat_map(|item| list(&item["tools"]));
        let tools = list(&body["tools"]).iter().chain(later);
        let name = |tool: &Value| tool["name"].as_str().or(tool["type"].as_str()).map(str::to_owned);
        match self {
            Self::Messages | Self::Responses => tools.filter_map(name).collect(),
            Self::Chat => tools.filter_map(|tool| name(&tool["function"])).collect(),
            Self::Gemini => {
                tools.flat_map(|tool| list(&tool["functionDeclarations"])).filter_map(name).collect()
            }
        }
    }

    /// A turn in this dialect. `number` tells its calls apart.
    pub(crate) fn answer(self, body: &Value, turn: &Turn, number: usize) -> Answer {
        let model = &body["model"];
        match self {
            Self::Messages => messages(model, turn, number),
            Self::Responses => responses(model, turn, number),
            Self::Chat => chat(model, turn, number),
            Self::Gemini => gemini(turn),
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Texts as they are, everything else as JSON.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text).collect::<Vec<_>>().join("\n"),
        Value::Object(part) => match part.get("text").or(part.get("output")).or(part.get("error")) {
            Some(inner) => text(inner),
            None => value.to_string(),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// The same event with its name inside, as two of the dialects want it.
fn named(name: &'static str, mut event: Value) -> (Option<&'static str>, Value) {
    event["type"] = name.into();
    (Some(name), event)
}

fn messages(model: &Value, turn: &Turn, number: usize) -> Answer {
    let (block, start, delta, why) = match turn {
        Turn::Call { tool, input } => {
            let block = |input: &Value| json!({"type": "tool_use", "id": format!("toolu_{number:04}"), "name": tool, "input": input});
            let delta = json!({"type": "input_json_delta", "partial_json": input.to_string()});
            (block(input), block(&json!({})), delta, "tool_use")
        }
        Turn::Text { input, .. } => said(input),
        Turn::Say(text) => said(text),
    };
    let message = |content: Value, why: Value| {
        json!({
            "id": format!("msg_{number:04}"), "type": "message", "role": "assistant", "model": model, "content": content,
            "stop_reason": why, "stop_sequence": null, "usage": {"input_tokens": 1, "output_tokens": 1},
        })
    };
    let end = json!({"delta": {"stop_reason": why, "stop_sequence": null}, "usage": {"output_tokens": 1}});
    Answer {
        whole: message(json!([block]), why.into()),
        events: vec![
            named("message_start", json!({"message": message(json!([]), Value::Null)})),
            named("content_block_start", json!({"index": 0, "content_block": start})),
            named("content_block_delta", json!({"index": 0, "delta": delta})),
            named("content_block_stop", json!({"index": 0})),
            named("message_delta", end),
            named("message_stop", json!({})),
        ],
        last: "",
    }
}

fn said(text: &str) -> (Value, Value, Value, &'static str) {
    let block = |text: &str| json!({"type": "text", "text": text});
    (block(text), block(""), json!({"type": "text_delta", "text": text}), "end_turn")
}

fn responses(model: &Value, turn: &Turn, number: usize) -> Answer {
    let call = format!("call_{number}");
    let mut item = match turn {
        Turn::Call { tool, input } => {
            json!({"type": "function_call", "call_id": call, "name": tool, "arguments": input.to_string()})
        }
        Turn::Text { tool, input } => {
            json!({"type": "custom_tool_call", "call_id": call, "name": tool, "input": input})
        }
        Turn::Say(text) => {
            json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text, "annotations": []}]})
        }
    };
    item["id"] = format!("item_{number}").into();
    item["status"] = "completed".into();
    let whole = |status: &str, output: Value| {
        json!({
            "id": format!("resp_{number}"), "object": "response", "status": status, "model": model, "output": output,
            "usage": {
                "input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
                "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0},
            },
        })
    };
    let done = whole("completed", json!([item]));
    Answer {
        events: vec![
            named("response.created", json!({"response": whole("in_progress", json!([]))})),
            named("response.output_item.added", json!({"output_index": 0, "item": item})),
            named("response.output_item.done", json!({"output_index": 0, "item": item})),
            named("response.completed", json!({"response": done})),
        ],
        whole: done,
        last: "",
    }
}

fn chat(model: &Value, turn: &Turn, number: usize) -> Answer {
    let (delta, why) = match turn {
        Turn::Call { tool, input } => {
            let function = json!({"name": tool, "arguments": input.to_string()});
            let call =
                json!({"index": 0, "id": format!("call_{number}"), "type": "function", "function": function});
            (json!({"role": "assistant", "content": null, "tool_calls": [call]}), "tool_calls")
        }
        Turn::Text { input, .. } => (json!({"role": "assistant", "content": input}), "stop"),
        Turn::Say(text) => (json!({"role": "assistant", "content": text}), "stop"),
    };
    let usage = json!({"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2});
    let chunk = |delta: Value, why: Value, usage: &Value| {
        json!({
            "id": format!("chat_{number}"), "object": "chat.completion.chunk", "created": 1, "model": model,
            "choices": [{"index": 0, "delta": delta, "finish_reason": why}], "usage": usage,
        })
    };
    Answer {
        events: vec![
            (None, chunk(delta.clone(), Value::Null, &Value::Null)),
            (None, chunk(json!({}), why.into(), &usage)),
        ],
        whole: json!({
            "id": format!("chat_{number}"), "object": "chat.completion", "created": 1, "model": model,
            "choices": [{"index": 0, "message": delta, "finish_reason": why}], "usage": usage,
        }),
        last: "data: [DONE]\n\n",
    }
}

fn gemini(turn: &Turn) -> Answer {
    let part = match turn {
        Turn::Call { tool, input } => json!({"functionCall": {"name": tool, "args": input}}),
        Turn::Text { input, .. } => json!({"text": input}),
        Turn::Say(text) => json!({"text": text}),
    };
    let whole = json!({
        "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
    });
    Answer { events: vec![(None, whole.clone())], whole, last: "" }
}
