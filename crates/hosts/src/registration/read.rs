//! What a file registers, as the host reads it.

use serde_json::Value;

use super::command::{is_amp_delegate, is_ours, line};
use super::edit::line_of;
use super::targets::{Form, Target, Whole};
use super::{RegisterError, value, whole};
use crate::Host;

/// One of our entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The event.
    pub event: String,
    /// For which tools; `None` for all, or where an event has no matcher.
    pub matcher: Option<String>,
    /// The command line.
    pub command: String,
}

/// Our entries in a file.
pub fn entries(target: &Target, text: &str) -> Result<Vec<Entry>, RegisterError> {
    let host = target.host;
    match target.form {
        Form::Whole(Whole::OpenCodePlugin) => {
            let program = whole::plugin_program(text);
            let entry = |program: String| Entry {
                event: "tool.execute.before".to_owned(),
                matcher: None,
                command: line(&program, host),
            };
            return Ok(program.map(entry).into_iter().collect());
        }
        Form::Whole(Whole::ClineScript(event)) => {
            let command = text.lines().rev().find_map(|line| line.strip_prefix("exec "));
            let ours = command.filter(|command| is_ours(command, host));
            let entry =
                |command: &str| Entry { event: event.to_owned(), matcher: None, command: command.to_owned() };
            return Ok(ours.map(entry).into_iter().collect());
        }
        Form::Edited(_) | Form::Whole(Whole::CopilotHooks | Whole::KiroHooks | Whole::KiroAgent) => {}
    }
    let file = value(text)?;
    let mut found = Vec::new();
    let mut note = |event: &str, matcher: Option<&Value>, command: String| {
        if is_ours(&command, host) {
            let matcher = matcher.and_then(Value::as_str).map(str::to_owned);
            found.push(Entry { event: event.to_owned(), matcher, command });
        }
    };
    if host == Host::Amp {
        let list = file.get("amp.permissions").and_then(Value::as_array);
        let first = list.and_then(|list| list.first());
        let to = first.and_then(|entry| entry.get("to")).and_then(Value::as_str);
        return Ok(to.filter(|to| is_amp_delegate(to)).map_or_else(Vec::new, |to| {
            vec![Entry { event: "amp.permissions".to_owned(), matcher: None, command: to.to_owned() }]
        }));
    }
    if let Some(hooks) = file.get("hooks").and_then(Value::as_array) {
        // kiro.md, C.
        for hook in hooks.iter().filter(|hook| hook.get("enabled") != Some(&Value::Bool(false))) {
            let event = hook.get("trigger").and_then(Value::as_str).unwrap_or_default();
            let action = hook.get("action").unwrap_or(&Value::Null);
            note(event, hook.get("matcher"), line_of(action));
        }
        return Ok(found);
    }
    let events = file.get("hooks").filter(|hooks| hooks.is_object()).unwrap_or(&file);
    for (event, list) in events.as_object().into_iter().flatten() {
        for item in list.as_array().into_iter().flatten() {
            match item.get("hooks").and_then(Value::as_array) {
                Some(group) => {
                    for entry in group.iter().filter(|entry| is_command(entry)) {
                        note(event, item.get("matcher"), line_of(entry));
                    }
                }
                None if host == Host::Copilot => {
                    let bash = item.get("bash").and_then(Value::as_str).unwrap_or_default();
                    note(event, item.get("matcher"), bash.to_owned());
                }
                None if is_flat(host) => note(event, item.get("matcher"), line_of(item)),
                None => {}
            }
        }
    }
    Ok(found)
}

fn is_command(entry: &Value) -> bool {
    entry.get("type").and_then(Value::as_str) == Some("command")
}

fn is_flat(host: Host) -> bool {
    matches!(host, Host::Cursor | Host::Windsurf | Host::Kiro)
}

/// The command that the host runs before a shell call.
pub fn guarding_command(target: &Target, text: &str) -> Result<Option<String>, RegisterError> {
    let event = match (target.host, target.form) {
        (Host::Gemini, _) => "BeforeTool",
        (Host::Cursor, _) => "beforeShellExecution",
        (Host::Windsurf, _) => "pre_run_command",
        (Host::Copilot, _) | (Host::Kiro, Form::Edited(_) | Form::Whole(Whole::KiroAgent)) => "preToolUse",
        (Host::OpenCode, _) => "tool.execute.before",
        (Host::Amp, _) => "amp.permissions",
        (Host::Claude | Host::Codex | Host::Qwen | Host::Droid | Host::Cline | Host::Kiro, _) => "PreToolUse",
        (Host::Plain, _) => return Ok(None),
    };
    let found = entries(target, text)?;
    Ok(found.into_iter().find(|entry| entry.event == event).map(|entry| entry.command))
}
