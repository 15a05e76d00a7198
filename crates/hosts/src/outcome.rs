//! Whether a command that has run failed, where the host says so only in the text that the model reads. Codex does not
//! say it at all; what is not said is taken for a success, as the host does.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::Caller;
use crate::envelope::Envelope;
use crate::json::Field;

/// What the host says of a failure; `None` where it says nothing of one.
pub(crate) fn failure(caller: Caller, envelope: &Envelope) -> Option<String> {
    match caller {
        // Both: `Exit Code: 3` on a line of its own.
        Caller::Gemini | Caller::Qwen => {
            let text = texts(envelope.tool_response?, "llmContent")?;
            let code = text.lines().filter_map(|line| line.strip_prefix("Exit Code: ")).next_back()?;
            failed(code)
        }
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
