//! A call in each host's own payload, and what the host makes of the answer: by these a registration is proven.

use hookward_core::Decision;
use serde_json::{Value, json};

use crate::{Host, Reply};

/// A call to be sent through a registration.
#[derive(Clone, Debug, PartialEq)]
pub struct Canary {
    /// For standard input.
    pub payload: Value,
    /// What the host sets for its hooks.
    pub variables: Vec<(&'static str, String)>,
}

/// A shell call as the host sends it, before it runs. `session` is how the journal knows it.
pub fn canary(host: Host, session: &str, cwd: &str, command: &str) -> Canary {
    let time = "2026-01-01T00:00:00.000Z";
    let claude = |tool: &str, more: Value| {
        let mut payload = json!({
            "session_id": session, "cwd": cwd, "hook_event_name": "PreToolUse", "tool_name": tool,
            "tool_input": {"command": command},
        });
        if let (Some(payload), Some(more)) = (payload.as_object_mut(), more.as_object()) {
            payload.extend(more.clone());
        }
        payload
    };
    let root = |name: &'static str| vec![(name, cwd.to_owned())];
    let (payload, variables) = match host {
        Host::Claude => (claude("Bash", json!({"permission_mode": "default"})), root("CLAUDE_PROJECT_DIR")),
        Host::Codex => {
            let more = json!({
                "turn_id": "t", "transcript_path": null, "model": "m", "permission_mode": "default",
                "tool_use_id": "c",
            });
            (claude("Bash", more), Vec::new())
        }
        Host::Gemini => {
            let more = json!({"hook_event_name": "BeforeTool", "timestamp": time, "transcript_path": ""});
            (claude("run_shell_command", more), root("GEMINI_PROJECT_DIR"))
        }
        Host::Qwen => {
            let more = json!({"timestamp": time, "permission_mode": "default", "tool_use_id": "toolu_c"});
            (claude("run_shell_command", more), root("QWEN_PROJECT_DIR"))
        }
        Host::Droid => (claude("Execute", json!({"permission_mode": "off"})), root("FACTORY_PROJECT_DIR")),
        Host::Kiro => (claude("execute_bash", json!({})), Vec::new()),
        Host::OpenCode => (claude("bash", json!({})), Vec::new()),
        Host::Copilot => {
            let payload = json!({
                "sessionId": session, "timestamp": 1_767_225_600_000_u64, "cwd": cwd, "toolName": "bash",
                "toolArgs": {"command": command},
            });
            (payload, vec![("COPILOT_CLI", "1".to_owned())])
        }
        Host::Cursor => {
            let payload = json!({
                "conversation_id": session, "generation_id": "g", "model": "m", "cursor_version": "3",
                "hook_event_name": "beforeShellExecution", "workspace_roots": [cwd], "command": command,
                "cwd": cwd, "sandbox": false,
            });
            (payload, root("CURSOR_PROJECT_DIR"))
        }
        Host::Windsurf => {
            let payload = json!({
                "agent_action_name": "pre_run_command", "trajectory_id": session, "execution_id": "e",
                "timestamp": time, "tool_info": {"command_line": command, "cwd": cwd},
            });
            (payload, Vec::new())
        }
        Host::Cline => {
            let payload = json!({
                "clineVersion": "3", "hookName": "tool_call", "timestamp": time, "taskId": session,
                "workspaceRoots": [cwd], "userId": "u", "iteration": 1,
                "tool_call": {"id": "c", "name": "run_commands", "input": {"commands": [command]}},
                "preToolUse": {"toolName": "run_commands", "parameters": {"commands": command}},
            });
            (payload, Vec::new())
        }
        Host::Amp => (json!({"cmd": command, "cwd": cwd}), vec![("AGENT_TOOL_NAME", "Bash".to_owned())]),
        Host::Plain => (claude("Bash", json!({})), vec![("HOOK_EVENT", "PreToolUse".to_owned())]),
    };
    Canary { payload, variables }
}

/// What the host does after an answer, and the reason that it was given; the error is one that the host would make of
/// it, too, and go on.
pub fn heard(host: Host, reply: &Reply) -> Result<(Decision, String), String> {
    let failed = || match reply.stderr.trim() {
        "" => Err(format!("exit code {}", reply.exit)),
        text => Err(format!("exit code {}: {text}", reply.exit)),
    };
    match host {
        Host::Kiro | Host::Windsurf => match reply.exit {
            0 => Ok((Decision::Silent, String::new())),
            2 => Ok((Decision::Deny, reply.stderr.trim().to_owned())),
            _ => failed(),
        },
        Host::Plain => match reply.exit {
            0 => Ok((Decision::Silent, String::new())),
            2 => Ok((Decision::Deny, reply.stdout.trim().to_owned())),
            _ => failed(),
        },
        // amp.md, A: 127 is a shell's word for a program that does not exist, and no answer.
        Host::Amp => match reply.exit {
            0 => Ok((Decision::Approve, String::new())),
            1 => Ok((Decision::Ask, reply.stderr.trim().to_owned())),
            2 => Ok((Decision::Deny, reply.stderr.trim().to_owned())),
            _ => failed(),
        },
        Host::Claude
        | Host::Codex
        | Host::Cline
        | Host::Copilot
        | Host::Cursor
        | Host::Droid
        | Host::Gemini
        | Host::OpenCode
        | Host::Qwen => {
            if reply.exit == 2 && !reply.stderr.trim().is_empty() && host != Host::Cline {
                return Ok((Decision::Deny, reply.stderr.trim().to_owned()));
            }
            if reply.exit != 0 {
                return failed();
            }
            if reply.stdout.trim().is_empty() {
                return Ok((Decision::Silent, String::new()));
            }
            let answer: Value = serde_json::from_str(&reply.stdout).map_err(|error| error.to_string())?;
            Ok(by_json(host, &answer))
        }
    }
}

fn by_json(host: Host, answer: &Value) -> (Decision, String) {
    let at = |path: &str| answer.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (word, reason) = match host {
        Host::Claude | Host::Codex | Host::Droid | Host::Qwen => {
            (at("/hookSpecificOutput/permissionDecision"), at("/hookSpecificOutput/permissionDecisionReason"))
        }
        Host::Copilot => (at("/permissionDecision"), at("/permissionDecisionReason")),
        Host::Cursor => (at("/permission"), at("/user_message")),
        Host::Gemini | Host::OpenCode => (at("/decision"), at("/reason")),
        Host::Cline => {
            let cancels = answer.get("cancel") == Some(&Value::Bool(true));
            (if cancels { "deny".to_owned() } else { String::new() }, at("/errorMessage"))
        }
        Host::Amp | Host::Kiro | Host::Plain | Host::Windsurf => (String::new(), String::new()),
    };
    let decision = match word.as_str() {
        "deny" | "block" => Decision::Deny,
        "ask" => Decision::Ask,
        "allow" | "approve" => Decision::Approve,
        _ => Decision::Silent,
    };
    (decision, reason)
}
