//! What a file registers, as the host reads it.

use serde_json::Value;

use super::command::{is_amp_delegate, is_ours, line, quoted};
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
    /// What keeps it from being heard at every call, if anything does.
    pub narrowed: Option<String>,
}

/// What keeps an entry from being heard at every call: it is for some tools, for some calls, or nobody waits for it.
fn narrowed(matcher: Option<&str>, entry: &Value) -> Option<String> {
    // claude-code.md §1 and §2, codex.md §1 and §2.
    if let Some(matcher) = matcher.filter(|matcher| !["", "*", "**", ".*"].contains(matcher)) {
        return Some(format!("is only for `{matcher}`"));
    }
    if entry.get("async") == Some(&Value::Bool(true)) || entry.get("asyncRewake") == Some(&Value::Bool(true))
    {
        return Some("is `async`, so that nobody waits for it".to_owned());
    }
    let condition = entry.get("if").and_then(Value::as_str);
    condition.map(|condition| format!("is only for `{condition}`"))
}

/// Keys by which hosts are told how long to wait.
const WAITS: &[&str] = &["timeout", "timeout_ms", "timeoutSec"];

/// Whether a file differs from what is wanted in nothing but that hosts wait longer. That does no harm, and what a person's own
/// hooks may take differs from machine to machine.
pub fn only_waits_longer(found: &str, wanted: &str) -> bool {
    let (Ok(found), Ok(wanted)) = (value(found), value(wanted)) else { return false };
    waits_longer(&found, &wanted)
}

fn waits_longer(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::Object(found), Value::Object(wanted)) => {
            found.len() == wanted.len()
                && wanted.iter().all(|(key, wanted)| {
                    found.get(key).is_some_and(|found| {
                        let is_longer = || found.as_f64() >= wanted.as_f64() && wanted.is_number();
                        waits_longer(found, wanted) || (WAITS.contains(&key.as_str()) && is_longer())
                    })
                })
        }
        (Value::Array(found), Value::Array(wanted)) => {
            found.len() == wanted.len()
                && found.iter().zip(wanted).all(|(found, wanted)| waits_longer(found, wanted))
        }
        (found, wanted) => found == wanted,
    }
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
                narrowed: None,
            };
            return Ok(program.map(entry).into_iter().collect());
        }
        Form::Whole(whole @ (Whole::ClineScript(_) | Whole::AmpScript)) => {
            let event = if let Whole::ClineScript(event) = whole { event } else { "delegate" };
            let command = text.lines().rev().find_map(|line| line.strip_prefix("exec "));
            let ours = command.filter(|command| is_ours(command, host));
            let entry = |command: &str| Entry {
                event: event.to_owned(),
                matcher: None,
                command: command.to_owned(),
                narrowed: None,
            };
            return Ok(ours.map(entry).into_iter().collect());
        }
        Form::Edited(_) | Form::Whole(Whole::CopilotHooks | Whole::KiroHooks | Whole::KiroAgent) => {}
    }
    let file = value(text)?;
    let mut found = Vec::new();
    let mut note = |event: &str, matcher: Option<&Value>, entry: &Value, command: String| {
        if is_ours(&command, host) {
            let matcher = matcher.and_then(Value::as_str);
            let narrowed = narrowed(matcher, entry);
            found.push(Entry {
                event: event.to_owned(),
                matcher: matcher.map(str::to_owned),
                command,
                narrowed,
            });
        }
    };
    if host == Host::Amp {
        let list = file.get("amp.permissions").and_then(Value::as_array);
        let first = list.and_then(|list| list.first());
        let to = first.and_then(|entry| entry.get("to")).and_then(Value::as_str);
        return Ok(to.filter(|to| is_amp_delegate(to)).map_or_else(Vec::new, |to| {
            // amp.md, A.
            let narrowed = first.and_then(|entry| {
                let tool = entry.get("tool").and_then(Value::as_str).filter(|tool| *tool != "*");
                let tool = tool.map(|tool| format!("is only for `{tool}`"));
                tool.or_else(|| entry.get("matches").map(|matches| format!("is only for {matches}")))
            });
            let (event, command) = ("amp.permissions".to_owned(), quoted(to));
            vec![Entry { event, matcher: None, command, narrowed }]
        }));
    }
    if let Some(hooks) = file.get("hooks").and_then(Value::as_array) {
        // kiro.md, C.
        for hook in hooks.iter().filter(|hook| hook.get("enabled") != Some(&Value::Bool(false))) {
            let event = hook.get("trigger").and_then(Value::as_str).unwrap_or_default();
            let action = hook.get("action").unwrap_or(&Value::Null);
            note(event, hook.get("matcher"), hook, line_of(action));
        }
        return Ok(found);
    }
    let events = file.get("hooks").filter(|hooks| hooks.is_object()).unwrap_or(&file);
    for (event, list) in events.as_object().into_iter().flatten() {
        for item in list.as_array().into_iter().flatten() {
            match item.get("hooks").and_then(Value::as_array) {
                Some(group) => {
                    for entry in group.iter().filter(|entry| is_command(entry)) {
                        note(event, item.get("matcher"), entry, line_of(entry));
                    }
                }
                None if host == Host::Copilot => {
                    let bash = item.get("bash").and_then(Value::as_str).unwrap_or_default();
                    note(event, item.get("matcher"), item, bash.to_owned());
                }
                None if is_flat(host) => note(event, item.get("matcher"), item, line_of(item)),
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

/// The command that the host runs before every shell call.
pub fn guarding_command(target: &Target, text: &str) -> Result<Option<String>, RegisterError> {
    let found = guards(target, text)?.into_iter().find(|entry| entry.narrowed.is_none());
    Ok(found.map(|entry| entry.command))
}

/// What keeps a hook before tool calls from being heard at every one of them, if all that there are have something.
pub fn narrowed_guard(target: &Target, text: &str) -> Result<Option<String>, RegisterError> {
    let found = guards(target, text)?;
    let has_full = found.iter().any(|entry| entry.narrowed.is_none());
    Ok(found.into_iter().find_map(|entry| entry.narrowed).filter(|_| !has_full))
}

/// Our entries for the event before a shell call.
fn guards(target: &Target, text: &str) -> Result<Vec<Entry>, RegisterError> {
    let event = match (target.host, target.form) {
        (Host::Gemini, _) => "BeforeTool",
        (Host::Cursor, _) => "beforeShellExecution",
        (Host::Windsurf, _) => "pre_run_command",
        (Host::Copilot, _) | (Host::Kiro, Form::Edited(_) | Form::Whole(Whole::KiroAgent)) => "preToolUse",
        (Host::OpenCode, _) => "tool.execute.before",
        (Host::Amp, _) => "amp.permissions",
        (Host::Claude | Host::Codex | Host::Qwen | Host::Droid | Host::Cline | Host::Kiro, _) => "PreToolUse",
        (Host::Plain, _) => return Ok(Vec::new()),
    };
    Ok(entries(target, text)?.into_iter().filter(|entry| entry.event == event).collect())
}
