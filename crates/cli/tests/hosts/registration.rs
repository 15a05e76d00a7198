//! How Hookward comes to an agent: `hookward init`, and what `hookward doctor` says of it.

use std::process::Output;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::report::{Claim, Seen, claim};
use crate::sandbox::{Sandbox, write};

/// `EX_USAGE`: there is no such command, or no such host.
const USAGE: i32 = 64;

/// Guards the project; gives the claim that does not hold if that fails.
pub(crate) fn init(agent: Agent, sandbox: &Sandbox) -> Option<Claim> {
    let output = sandbox.hookward(&["init", "--yes", "--host", agent.name()]);
    match output.status.code() {
        Some(0) => None,
        Some(USAGE) => {
            by_hand(agent, sandbox);
            None
        }
        _ => Some(claim("hookward init guards the project", false, || said(&output))),
    }
}

/// What doctor says of the agent, if this version has one.
pub(crate) fn doctor(agent: Agent, sandbox: &Sandbox) -> Claim {
    let text = "hookward doctor says that it is enforcing";
    let output = sandbox.hookward(&["doctor"]);
    if output.status.code() == Some(USAGE) {
        return Claim { text, seen: Seen::NotHere("this version has no `hookward doctor`") };
    }
    let said = said(&output);
    let enforcing = said.lines().any(|line| line.contains(agent.name()) && line.contains("enforcing"));
    claim(text, enforcing, || said.clone())
}

fn said(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{}\n{out}{err}", output.status)
}

/// Registrations by hand, for hosts that `hookward init` does not know yet.
fn by_hand(agent: Agent, sandbox: &Sandbox) {
    let (path, text) = match agent {
        Agent::Claude => return,
        Agent::Codex | Agent::CodexScript => {
            let events = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "Stop"];
            (".codex/hooks.json", settings("codex", 10, &events))
        }
        Agent::Gemini => {
            let events = ["BeforeTool", "AfterTool", "BeforeAgent", "SessionStart", "AfterAgent"];
            (".gemini/settings.json", settings("gemini", 10_000, &events))
        }
        Agent::Qwen => {
            let events = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "Stop"];
            (".qwen/settings.json", settings("qwen", 10_000, &events))
        }
        Agent::OpenCode => (".opencode/plugins/hookward.js", PLUGIN.to_owned()),
        Agent::Copilot => {
            let entry = json!([{"type": "command", "bash": "hookward hook copilot", "timeoutSec": 10}]);
            let hooks = json!({"preToolUse": entry, "sessionStart": entry, "agentStop": entry});
            (".github/hooks/hookward.json", json!({"version": 1, "hooks": hooks}).to_string())
        }
    };
    write(&sandbox.project().join(path), &text);
}

fn settings(host: &str, timeout: u32, events: &[&str]) -> String {
    let handler = json!({"type": "command", "command": format!("hookward hook {host}"), "timeout": timeout});
    let entries = events.iter().map(|event| ((*event).to_owned(), json!([{"hooks": [handler]}])));
    json!({"hooks": Value::Object(entries.collect())}).to_string()
}

const PLUGIN: &str = r#"
import { spawnSync } from "node:child_process"
const ask = (directory, event) => {
  const child = spawnSync("hookward", ["hook", "opencode"], { input: JSON.stringify({ cwd: directory, ...event }), timeout: 5000 })
  if (child.status !== 0) throw new Error("hookward failed: " + child.stderr)
  const text = String(child.stdout).trim()
  return text ? JSON.parse(text) : {}
}
export const Hookward = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const answer = ask(directory, { hook_event_name: "PreToolUse", session_id: input.sessionID, tool_name: input.tool, tool_input: output.args })
    if (answer.decision === "deny") throw new Error(answer.reason)
    if (answer.input) Object.assign(output.args, answer.input)
  },
  "experimental.chat.system.transform": async (input, output) => {
    const answer = ask(directory, { hook_event_name: "SessionStart", session_id: input.sessionID })
    if (answer.context) output.system.push(answer.context)
  },
})
"#;
