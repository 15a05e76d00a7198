//! Which events of a host a hook is for, by that host's own meaning of matchers.

use hookward_core::policy::{Native, NativeHost};
use regex_lite::Regex;
use serde_json::Value;

use crate::json;

/// An event as a host has sent it.
#[derive(Clone, Debug)]
pub struct Sent(Value);

/// claude-code.md §2: what matchers look at. On other events they are ignored.
const CLAUDE: &[(&str, &str)] = &[
    ("PreToolUse", "tool_name"),
    ("PostToolUse", "tool_name"),
    ("PostToolUseFailure", "tool_name"),
    ("SubagentStart", "agent_type"),
    ("SubagentStop", "agent_type"),
    ("SessionStart", "source"),
    ("PreCompact", "trigger"),
    ("Notification", "notification_type"),
    ("SessionEnd", "reason"),
];

/// cursor.md §1: a field of the payload, or one word for all events of a step.
const CURSOR: &[(&str, Subject)] = &[
    ("preToolUse", Subject::Field("tool_name")),
    ("postToolUse", Subject::Field("tool_name")),
    ("postToolUseFailure", Subject::Field("tool_name")),
    ("beforeShellExecution", Subject::Field("command")),
    ("beforeMCPExecution", Subject::McpTool),
    ("beforeReadFile", Subject::Word("Read")),
    ("beforeTabFileRead", Subject::Word("TabRead")),
    ("beforeSubmitPrompt", Subject::Word("UserPromptSubmit")),
    ("stop", Subject::Word("Stop")),
    ("subagentStart", Subject::Field("subagent_type")),
    ("subagentStop", Subject::Field("subagent_type")),
];

enum Subject {
    Field(&'static str),
    Word(&'static str),
    /// `MCP:<tool>`
    McpTool,
}

/// kiro.md, Gotchas: names of one tool in several products and versions.
const KIRO_ALIASES: &[&[&str]] = &[
    &["execute_bash", "execute_pwsh", "execute_cmd", "shell"],
    &["fs_write", "fsWrite", "write"],
    &["fs_read", "fsRead", "read"],
    &["use_aws", "aws"],
];

/// cursor.md §1: how often a hook may keep an agent from stopping, if it does not say it.
const LOOP_LIMIT: u64 = 5;

impl Sent {
    /// Reads what a host has sent.
    pub fn read(payload: &[u8]) -> Option<Self> {
        let text = json::text(payload).ok()?;
        serde_json::from_str(text).ok().map(Self)
    }

    /// The payload.
    pub fn value(&self) -> &Value {
        &self.0
    }

    fn text(&self, field: &str) -> Option<&str> {
        self.0.get(field).and_then(Value::as_str)
    }

    /// Whether a hook is for this event. What cannot be told fits: a guard that runs once too often does no harm.
    pub fn is_for(&self, native: &Native) -> bool {
        let event = self.text("hook_event_name").unwrap_or_default();
        let is_named = match native.host {
            // Other hosts that load its settings write the same names in other case.
            NativeHost::Claude => event.eq_ignore_ascii_case(&native.event),
            NativeHost::Cursor | NativeHost::Kiro => event == native.event,
        };
        is_named && self.is_within_its_loop(native) && self.fits(native)
    }

    fn fits(&self, native: &Native) -> bool {
        let Some(matcher) = native.matcher.as_deref() else { return true };
        match native.host {
            NativeHost::Claude => {
                let subject = CLAUDE.iter().find(|(event, _)| *event == native.event);
                let subject = subject.and_then(|(_, field)| self.text(field));
                subject.is_none_or(|subject| {
                    self.names_of(subject).iter().any(|name| fits_claude(matcher, name))
                })
            }
            NativeHost::Cursor => {
                let subject = CURSOR.iter().find(|(event, _)| *event == native.event).map(|(_, what)| what);
                let subject = match subject {
                    Some(Subject::Field(field)) => self.text(field).map(str::to_owned),
                    Some(Subject::Word(word)) => Some((*word).to_owned()),
                    Some(Subject::McpTool) => self.text("tool_name").map(|tool| format!("MCP:{tool}")),
                    None => None,
                };
                subject.is_none_or(|subject| fits_expression(matcher, &subject))
            }
            NativeHost::Kiro => self.text("tool_name").is_none_or(|tool| fits_kiro(matcher, tool)),
        }
    }

    /// What Claude Code would call it: Cursor loads its settings, too, and then means its own tools (cursor.md §4).
    fn names_of(&self, subject: &str) -> Vec<String> {
        let name = |name: &str| name.to_owned();
        match (self.text("cursor_version"), subject) {
            (None, _) => vec![name(subject)],
            (Some(_), "Shell") => vec![name("Bash")],
            (Some(_), "Write") => vec![name("Write"), name("Edit")],
            (Some(_), subject) => match subject.strip_prefix("MCP:") {
                Some(tool) => {
                    vec![format!("mcp__{}__{tool}", self.text("mcp_server_name").unwrap_or("server"))]
                }
                None => vec![name(subject)],
            },
        }
    }

    /// cursor.md §6: a hook that has kept the agent going too often is not asked.
    fn is_within_its_loop(&self, native: &Native) -> bool {
        let Some(count) = self.0.get("loop_count").and_then(Value::as_u64) else { return true };
        if native.host != NativeHost::Cursor {
            return true;
        }
        let keys = native.keys.as_deref().and_then(|keys| serde_json::from_str::<Value>(keys).ok());
        match keys.as_ref().and_then(|keys| keys.get("loop_limit")) {
            None => count < LOOP_LIMIT,
            Some(limit) => limit.as_u64().is_none_or(|limit| count < limit),
        }
    }
}

/// Whether a regular expression finds something in a text.
pub(super) fn fits_expression(expression: &str, subject: &str) -> bool {
    Regex::new(expression).map_or(true, |expression| expression.is_match(subject))
}

/// claude-code.md §2: a list of whole names, or a regular expression.
fn is_list(matcher: &str) -> bool {
    matcher == "*" || matcher.chars().all(|c| c.is_ascii_alphanumeric() || "_- ,|".contains(c))
}

fn fits_claude(matcher: &str, subject: &str) -> bool {
    if matcher.is_empty() || matcher == "*" {
        return true;
    }
    if is_list(matcher) {
        return matcher.split([',', '|']).any(|name| name.trim() == subject);
    }
    fits_expression(matcher, subject)
}

/// kiro.md, A: a name, a glob, `@server`, `@server/tool`, `@builtin`.
fn fits_kiro(matcher: &str, tool: &str) -> bool {
    let is_of_a_server = tool.starts_with('@');
    match matcher {
        "" | "*" => true,
        "@builtin" => !is_of_a_server,
        _ => {
            let aliases = KIRO_ALIASES.iter().find(|names| names.contains(&tool));
            let mut names = aliases.map_or(&[][..], |names| *names).iter().copied().chain([tool]);
            let of_server = || tool.strip_prefix(matcher).is_some_and(|rest| rest.starts_with('/'));
            (matcher.starts_with('@') && of_server()) || names.any(|name| star(matcher, name))
        }
    }
}

/// Whether a text fits a pattern in which `*` stands for anything.
fn star(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, behind)) => text.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| rest.get(at..).is_some_and(|rest| star(behind, rest)))
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn native(host: NativeHost, event: &str, matcher: &str) -> Native {
        Native {
            host,
            event: event.to_owned(),
            matcher: Some(matcher.to_owned()),
            condition: None,
            args: None,
            shell: None,
            file: None,
            keys: None,
        }
    }

    fn fits(hook: &Native, sent: &Value) -> bool {
        Sent(sent.clone()).is_for(hook)
    }

    #[test]
    fn claude_code_means_whole_names_in_lists_and_finds_expressions_anywhere() {
        for (matcher, tool, is_meant) in [
            ("Edit|Write", "Write", true),
            ("Edit, Write", "Write", true),
            ("Edit|Write", "NotebookEdit", false),
            ("bash", "Bash", false),
            ("mcp__memory", "mcp__memory__read", false),
            ("mcp__.*", "mcp__memory__read", true),
            ("Notebook.*", "NotebookEdit", true),
            ("*", "Bash", true),
            ("", "Bash", true),
        ] {
            let sent = json!({"hook_event_name": "PreToolUse", "tool_name": tool});
            assert_eq!(
                fits(&native(NativeHost::Claude, "PreToolUse", matcher), &sent),
                is_meant,
                "{matcher}"
            );
        }
        let resumed = json!({"hook_event_name": "SessionStart", "source": "resume"});
        assert!(!fits(&native(NativeHost::Claude, "SessionStart", "startup"), &resumed));
        let prompt = json!({"hook_event_name": "UserPromptSubmit", "prompt": "x"});
        assert!(fits(&native(NativeHost::Claude, "UserPromptSubmit", "Bash"), &prompt));
    }

    #[test]
    fn cursor_means_its_own_tools_by_the_names_of_claude_code() {
        let sent =
            |tool: &str| json!({"hook_event_name": "preToolUse", "tool_name": tool, "cursor_version": "3"});
        for (matcher, tool, is_meant) in [
            ("Bash", "Shell", true),
            ("Edit", "Write", true),
            ("Read", "Read", true),
            ("mcp__.*", "MCP:query", true),
            ("Bash", "Write", false),
        ] {
            let hook = native(NativeHost::Claude, "PreToolUse", matcher);
            assert_eq!(fits(&hook, &sent(tool)), is_meant, "{matcher} {tool}");
        }
    }

    #[test]
    fn cursor_looks_at_the_whole_command_of_a_shell_call() {
        let sent = json!({"hook_event_name": "beforeShellExecution", "command": "cd x && git push -f"});
        assert!(fits(&native(NativeHost::Cursor, "beforeShellExecution", "git push"), &sent));
        assert!(!fits(&native(NativeHost::Cursor, "beforeShellExecution", "^git"), &sent));
        assert!(!fits(&native(NativeHost::Cursor, "preToolUse", ".*"), &sent));
        let server = json!({"hook_event_name": "beforeMCPExecution", "tool_name": "query"});
        assert!(fits(&native(NativeHost::Cursor, "beforeMCPExecution", "MCP:query"), &server));
    }

    #[test]
    fn cursor_asks_a_hook_at_a_stop_only_so_often() {
        let stop = |count: u64| json!({"hook_event_name": "stop", "loop_count": count});
        let mut hook = native(NativeHost::Cursor, "stop", "");
        assert!(fits(&hook, &stop(4)) && !fits(&hook, &stop(5)));
        hook.keys = Some("{\"loop_limit\": 2}".to_owned());
        assert!(fits(&hook, &stop(1)) && !fits(&hook, &stop(2)));
        hook.keys = Some("{\"loop_limit\": null}".to_owned());
        assert!(fits(&hook, &stop(99)));
    }

    #[test]
    fn kiro_knows_a_tool_by_its_aliases_its_server_and_globs() {
        for (matcher, tool, is_meant) in [
            ("execute_bash", "execute_bash", true),
            ("shell", "execute_bash", true),
            ("fs_*", "fs_write", true),
            ("fs_*", "execute_bash", false),
            ("@git", "@git/status", true),
            ("@git", "@github/status", false),
            ("@git/status", "@git/status", true),
            ("@builtin", "fs_read", true),
            ("@builtin", "@git/status", false),
        ] {
            let sent = json!({"hook_event_name": "preToolUse", "tool_name": tool});
            assert_eq!(fits(&native(NativeHost::Kiro, "preToolUse", matcher), &sent), is_meant, "{matcher}");
        }
    }
}
