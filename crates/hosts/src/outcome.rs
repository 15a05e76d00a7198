//! Whether a command that has run failed, where the host says so only in the text that the model reads. Codex does not
//! say it at all; what is not said is taken for a success, as the host does.

use std::collections::BTreeMap;

use hookward_core::Moment;
use hookward_core::evidence::Status;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::Caller;
use crate::envelope::Envelope;
use crate::gemini::{Ending, ending};
use crate::json::Field;

/// What the host says of a failure; `None` where it says nothing of one.
pub(crate) fn failure(caller: Caller, envelope: &Envelope) -> Option<String> {
    match caller {
        Caller::Gemini | Caller::Qwen => match ending(&texts(envelope.tool_response?, "llmContent")?)? {
            Ending::Exited(0) | Ending::Otherwise => None,
            Ending::Exited(code) => Some(format!("Exit code {code}")),
        },
        // `<shellId: 0 completed with exit code 3>` at the end.
        Caller::Copilot | Caller::CopilotClaude => {
            let text = match envelope.camel_tool_result {
                Some(result) => texts(result, "textResultForLlm")?,
                None => texts(envelope.tool_result?, "text_result_for_llm")?,
            };
            let code = text.trim_end().strip_suffix('>')?.rsplit_once("completed with exit code ")?.1;
            failed(code)
        }
        Caller::Claude
        | Caller::Plain
        | Caller::Amp
        | Caller::Cline
        | Caller::Codex
        | Caller::Cursor
        | Caller::Devin
        | Caller::Droid
        | Caller::Kiro
        | Caller::OpenCode
        | Caller::VsCode
        | Caller::Windsurf => None,
    }
}

fn failed(code: &str) -> Option<String> {
    let code: i64 = code.trim().parse().ok()?;
    (code != 0).then(|| format!("Exit code {code}"))
}

/// The text under a key of an object.
fn texts(object: &RawValue, key: &str) -> Option<String> {
    let entries: BTreeMap<String, Field> = serde_json::from_str(object.get()).ok()?;
    entries.get(key)?.text().map(str::to_owned)
}

/// The host's own name for a call, the same before and after it; `None` where it has none.
pub fn call_id(payload: &[u8]) -> Option<String> {
    let names: Names = serde_json::from_slice(payload).ok()?;
    let names =
        [names.tool_use_id, names.tool_use, names.tool_call_id, names.tool_call, names.call_id, names.call];
    let text = |name: &Option<Value>| Some(name.as_ref()?.as_str()?.to_owned());
    names.iter().find_map(text).filter(|id| !id.is_empty())
}

/// What hosts call their name for a call. All else in an event, which may be long, is only passed over.
#[derive(Deserialize)]
struct Names {
    tool_use_id: Option<Value>,
    #[serde(rename = "toolUseId")]
    tool_use: Option<Value>,
    tool_call_id: Option<Value>,
    #[serde(rename = "toolCallId")]
    tool_call: Option<Value>,
    call_id: Option<Value>,
    #[serde(rename = "callID")]
    call: Option<Value>,
}

/// All that a tool is called with, as one text: the same for the same call, in whichever order the host tells it. What only
/// tells a person about the call is left out: a model words that anew each time.
pub fn given(payload: &[u8]) -> Option<String> {
    let event: Value = serde_json::from_slice(payload).ok()?;
    let mut places = INPUTS.iter().filter(|place| !place.is_empty());
    let input = places.find_map(|place| event.pointer(place))?;
    let inner = input.as_str().and_then(|text| serde_json::from_str(text).ok());
    let mut input = inner.unwrap_or_else(|| input.clone());
    input.sort_all_objects();
    if let Value::Object(fields) = &mut input {
        fields.retain(|key, _| !TOLD_TO_PEOPLE.contains(&key.as_str()));
    }
    Some(input.to_string())
}

/// What a call is for, in the words of the model: Claude Code, VS Code, Gemini CLI, Kiro.
const TOLD_TO_PEOPLE: [&str; 4] = ["description", "explanation", "instruction", "summary"];

/// Whether a call is to go on in the background, by what the host says of it.
pub fn goes_on(payload: &[u8]) -> bool {
    // Of most calls nobody says that, and their text tells it.
    let is_named = payload.windows(6).any(|part| matches!(part, b"ackgro" | b"detach" | b"\"async"));
    let event = || serde_json::from_slice::<Value>(payload).unwrap_or_default();
    is_named && is_ongoing(&event())
}

/// Where hosts put what a tool is given: most of them, Copilot, Windsurf, both engines of Cline; and Amp gives nothing else.
const INPUTS: [&str; 6] =
    ["/tool_input", "/toolArgs", "/tool_info", "/tool_call/input", "/preToolUse/parameters", ""];

/// What they call it: Claude Code and Kiro, Gemini CLI and Qwen Code, VS Code, Copilot CLI.
const BACKGROUND: [&str; 4] = ["run_in_background", "is_background", "isBackground", "detach"];

fn is_ongoing(event: &Value) -> bool {
    INPUTS.iter().filter_map(|place| event.pointer(place)).any(|input| match input {
        // Older versions of Copilot give the text of an object (copilot.md).
        Value::String(text) => serde_json::from_str(text).is_ok_and(|input| asks_to_go_on(&input)),
        input => asks_to_go_on(input),
    })
}

fn asks_to_go_on(input: &Value) -> bool {
    // Cline's older engine has only texts.
    let is_set = |key: &&str| {
        let value = input.get(key);
        value.is_some_and(|value| value.as_bool() == Some(true) || value.as_str() == Some("true"))
    };
    BACKGROUND.iter().any(is_set) || input.get("mode").and_then(Value::as_str) == Some("async")
}

/// How a command that has run ended, by what the host says in its event; never by what it leaves out, unless it is known to
/// say it of every failure.
pub fn status(caller: Caller, moment: &Moment, payload: &[u8]) -> Status {
    let has_failed = match moment {
        Moment::AfterFailure { .. } => true,
        Moment::AfterTool { .. } => false,
        _ => return Status::Untold,
    };
    let event: Value = serde_json::from_slice(payload).unwrap_or_default();
    let at = |place: &str| event.pointer(place);
    // What a person has stopped has neither passed nor failed.
    let is_stopped = ["/is_interrupt", "/interrupted"].into_iter().filter_map(at);
    if is_stopped.filter_map(Value::as_bool).any(|is_stopped| is_stopped) {
        return Status::Untold;
    }
    if has_failed {
        return Status::Failed;
    }
    let text = |place: &str| at(place).and_then(Value::as_str);
    // What goes on in the background has not ended at all; and a status that the host has explained away (that of `grep`,
    // which found nothing) may have been another command's.
    if is_ongoing(&event)
        || at("/tool_response/interrupted").and_then(Value::as_bool) == Some(true)
        || ["/tool_response/backgroundTaskId", "/tool_response/returnCodeInterpretation"]
            .into_iter()
            .any(|place| at(place).is_some_and(|told| !told.is_null()))
    {
        return Status::Untold;
    }
    let told = match caller {
        // A failure has an event of its own.
        Caller::Claude => at("/tool_response").is_some_and(Value::is_object),
        Caller::Gemini | Caller::Qwen => {
            let ending = text("/tool_response/llmContent").and_then(ending);
            let is_fault = at("/tool_response/error").is_some_and(|error| !error.is_null());
            ending == Some(Ending::Exited(0)) && !is_fault
        }
        Caller::Copilot | Caller::CopilotClaude => {
            let results = ["/toolResult/textResultForLlm", "/tool_result/text_result_for_llm"];
            let ends = |text: &str| text.trim_end().ends_with("completed with exit code 0>");
            // The tool itself may say otherwise.
            let kinds = ["/toolResult/resultType", "/tool_result/result_type"];
            let is_well = kinds.into_iter().filter_map(text).all(|kind| kind == "success");
            is_well && results.into_iter().filter_map(text).any(ends)
        }
        // Our own plugin says it.
        Caller::OpenCode => true,
        // captures/README.md: Codex says the same of both. Of the others no page says that they tell.
        Caller::Plain
        | Caller::Amp
        | Caller::Cline
        | Caller::Codex
        | Caller::Cursor
        | Caller::Devin
        | Caller::Droid
        | Caller::Kiro
        | Caller::VsCode
        | Caller::Windsurf => false,
    };
    if told { Status::Succeeded } else { Status::Untold }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_a_tool_is_called_with_makes_the_call() {
        let of = |input: &str| given(format!(r#"{{"session_id":"s","tool_input":{input}}}"#).as_bytes());
        let cell = of(r#"{"notebook_path":"n","cell_id":"c1","new_source":"x"}"#);
        assert!(cell.is_some());
        assert_eq!(of(r#"{"new_source":"x","cell_id":"c1","notebook_path":"n"}"#), cell, "in another order");
        assert_eq!(of(r#"{"notebook_path":"n","cell_id":"c1","new_source":"x","explanation":"why"}"#), cell);
        assert_eq!(
            of(r#""{\"notebook_path\":\"n\",\"cell_id\":\"c1\",\"new_source\":\"x\"}""#),
            cell,
            "in a text"
        );
        for other in [
            r#"{"notebook_path":"n","cell_id":"c2","new_source":"x"}"#,
            r#"{"notebook_path":"n","cell_id":"c1","new_source":"x","edit_mode":"insert"}"#,
            r#"{"notebook_path":"n","cell_id":"c1","new_source":"x","at":5}"#,
        ] {
            assert_ne!(of(other), cell, "{other}");
        }
    }
    use hookward_core::Output;
    use hookward_core::effects::Call;

    #[test]
    fn each_host_has_a_word_of_its_own_for_the_background() {
        for payload in [
            r#"{"tool_input":{"command":"t","run_in_background":true}}"#,
            r#"{"tool_input":{"command":"t","is_background":true}}"#,
            r#"{"tool_name":"run_in_terminal","tool_input":{"command":"t","isBackground":true}}"#,
            r#"{"toolName":"bash","toolArgs":{"command":"t","mode":"async"}}"#,
            r#"{"toolName":"bash","toolArgs":{"command":"t","detach":true}}"#,
            r#"{"toolName":"bash","toolArgs":"{\"command\":\"t\",\"mode\":\"async\"}"}"#,
            r#"{"tool_call":{"name":"run_commands","input":{"is_background":true}}}"#,
            r#"{"preToolUse":{"toolName":"execute_command","parameters":{"is_background":"true"}}}"#,
        ] {
            assert!(goes_on(payload.as_bytes()), "{payload}");
        }
        for payload in [
            r#"{"tool_input":{"command":"t","isBackground":false}}"#,
            r#"{"tool_input":{"command":"echo '\"isBackground\": true'"}}"#,
            r#"{"toolName":"bash","toolArgs":{"command":"t","mode":"sync"}}"#,
            r#"{"toolName":"apply_patch","toolArgs":"*** Begin Patch \"async\""}"#,
            r#"{"tool_input":{"command":"t","description":"\"async\""}}"#,
        ] {
            assert!(!goes_on(payload.as_bytes()), "{payload}");
        }
    }

    #[test]
    fn success_is_what_the_host_tells_and_nothing_else() {
        let after = Moment::AfterTool { call: Call::shell("t"), output: Output::default() };
        let of = |caller, payload: &str| status(caller, &after, payload.as_bytes());
        for (caller, payload) in [
            (Caller::Claude, r#"{"tool_response":{"stdout":"","stderr":"","interrupted":false}}"#),
            (Caller::Gemini, r#"{"tool_response":{"llmContent":"Output: ok\nProcess Group PGID: 1"}}"#),
            (
                Caller::Copilot,
                r#"{"toolResult":{"textResultForLlm":"ok\n<shellId: 0 completed with exit code 0>"}}"#,
            ),
            (Caller::OpenCode, "{}"),
        ] {
            assert_eq!(of(caller, payload), Status::Succeeded, "{payload}");
        }
        for (caller, payload) in [
            (
                Caller::Claude,
                r#"{"tool_input":{"run_in_background":true},"tool_response":{"backgroundTaskId":"b1"}}"#,
            ),
            (Caller::Claude, r#"{"tool_response":{"interrupted":true}}"#),
            (Caller::Claude, r#"{"tool_response":{"returnCodeInterpretation":"No matches found"}}"#),
            (Caller::Claude, "{}"),
            (Caller::Codex, r#"{"tool_response":""}"#),
            (Caller::Copilot, r#"{"toolResult":{"textResultForLlm":"still running"}}"#),
            (
                Caller::Copilot,
                r#"{"toolResult":{"resultType":"failure","textResultForLlm":"<shellId: 0 completed with exit code 0>"}}"#,
            ),
            (Caller::Qwen, r#"{"tool_input":{"is_background":true},"tool_response":{"llmContent":"pid 3"}}"#),
            (Caller::Cursor, r#"{"output":"ok"}"#),
            (Caller::Gemini, r#"{"tool_response":{"llmContent":"Command was cancelled by user."}}"#),
            (
                Caller::Gemini,
                r#"{"tool_response":{"llmContent":"Output: x\nProcess Group PGID: 1","error":{"message":"m"}}}"#,
            ),
            (
                Caller::Qwen,
                r#"{"tool_response":{"llmContent":"Output: x\nSignal: 9\nProcess Group PGID: 1"}}"#,
            ),
        ] {
            assert_eq!(of(caller, payload), Status::Untold, "{payload}");
        }
        let failure =
            Moment::AfterFailure { call: Call::shell("t"), error: String::new(), output: Output::default() };
        assert_eq!(status(Caller::Codex, &failure, b"{}"), Status::Failed);
        assert_eq!(status(Caller::Claude, &failure, br#"{"is_interrupt":false}"#), Status::Failed);
        assert_eq!(status(Caller::Claude, &failure, br#"{"is_interrupt":true}"#), Status::Untold);
    }
}
