//! What a host's own hook says, in the words of the plain protocol: exit statuses and Claude Code's JSON. What its host
//! would not hear is left out, and what its host takes for a denial is one.

use hookward_core::Spoken;
use hookward_core::policy::{Native, NativeHost, Speech};
use serde_json::{Map, Value, json};

/// What a hook has said, as a hook of the plain protocol would say it.
#[must_use]
pub fn in_plain(native: &Native, said: Spoken) -> Spoken {
    match native.host {
        NativeHost::Claude => claude(native, said),
        NativeHost::Cursor => cursor(native, said),
        NativeHost::Kiro => kiro(native, said),
    }
}

fn silent() -> Spoken {
    Spoken { exit: Some(0), output: String::new(), errors: String::new(), speech: Speech::Auto }
}

fn saying(answer: &Value) -> Spoken {
    Spoken { output: answer.to_string(), ..silent() }
}

/// claude-code.md §5: fields that an answer may have.
const CLAUDE_FIELDS: &[&str] =
    &["hookSpecificOutput", "decision", "reason", "continue", "stopReason", "systemMessage"];

/// Text on standard output is for the model on these events only; of an exit of 2 the reason is on standard error.
fn claude(native: &Native, said: Spoken) -> Spoken {
    let is_json = said.output.trim_start().starts_with('{');
    if is_json {
        let has_answer =
            |object: &Map<String, Value>| CLAUDE_FIELDS.iter().any(|field| object.contains_key(*field));
        return match serde_json::from_str(said.output.trim()) {
            Ok(Value::Object(object)) if !has_answer(&object) => Spoken { output: String::new(), ..said },
            _ => said,
        };
    }
    match (said.exit, native.event.as_str()) {
        (Some(0), "UserPromptSubmit" | "SessionStart") => said,
        (Some(2), "Notification") => silent(),
        (Some(2), "SessionStart" | "SubagentStart" | "SessionEnd") => {
            let told = said.errors.trim().to_owned();
            if told.is_empty() { silent() } else { saying(&json!({ "systemMessage": told })) }
        }
        (Some(0 | 2), _) => Spoken { output: String::new(), ..said },
        (_, _) => said,
    }
}

/// What can be answered at a step of Cursor's (cursor.md §5).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// A permission, and a question only where `true`.
    Permission {
        may_ask: bool,
    },
    Prompt,
    Stop,
    /// Something to be told.
    Context,
}

fn step(event: &str) -> Step {
    match event {
        "beforeShellExecution" | "beforeMCPExecution" | "preToolUse" | "subagentStart" => {
            Step::Permission { may_ask: true }
        }
        "beforeReadFile" | "beforeTabFileRead" => Step::Permission { may_ask: false },
        "beforeSubmitPrompt" => Step::Prompt,
        "stop" | "subagentStop" => Step::Stop,
        _ => Step::Context,
    }
}

fn denied(reason: &str) -> Spoken {
    let denial = json!({"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason});
    saying(&json!({ "hookSpecificOutput": denial }))
}

/// cursor.md §5, exit codes.
fn cursor(native: &Native, said: Spoken) -> Spoken {
    let step = step(&native.event);
    match said.exit {
        Some(0) => {}
        Some(2) if matches!(step, Step::Permission { .. } | Step::Prompt) => {
            // JSON there is shown as it is.
            return Spoken { speech: Speech::Plain, ..said };
        }
        Some(2) => return silent(),
        _ => return Spoken { speech: Speech::Plain, ..said },
    }
    let output = said.output.trim().to_owned();
    if output.is_empty() {
        let closes = native.keys.as_deref().is_some_and(|keys| keys.contains("\"failClosed\":true"));
        return if closes {
            Spoken { exit: Some(1), errors: "it gives no answer".to_owned(), ..said }
        } else {
            silent()
        };
    }
    let Some(answer) = last_object(&output) else {
        return match step {
            Step::Permission { .. } => denied("its answer is no JSON, which Cursor takes for a denial"),
            Step::Prompt | Step::Stop | Step::Context => silent(),
        };
    };
    let text = |key: &str| answer.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    // Scripts of its first versions write these in one word.
    let context = text("additional_context").or(text("additionalContext"));
    let for_person = text("user_message").or(text("userMessage"));
    let for_agent = text("agent_message").or(text("agentMessage"));
    let mut told = Map::new();
    told.extend(for_person.map(|message| ("systemMessage".to_owned(), json!(message))));
    match step {
        Step::Permission { may_ask } => {
            let decision = match answer.get("permission").and_then(Value::as_str) {
                None if answer.contains_key("permission") => None,
                None => Some("none"),
                Some("ask") if !may_ask => None,
                Some(word @ ("allow" | "deny" | "ask")) => Some(word),
                Some(_) => None,
            };
            let Some(decision) = decision else {
                return denied("its `permission` is not valid there, which Cursor takes for a denial");
            };
            let reason = for_agent.or(for_person);
            let mut specific = Map::from_iter([("hookEventName".to_owned(), json!("PreToolUse"))]);
            if decision != "none" {
                specific.insert("permissionDecision".to_owned(), json!(decision));
                specific.extend(reason.map(|reason| ("permissionDecisionReason".to_owned(), json!(reason))));
            }
            specific.extend(context.map(|text| ("additionalContext".to_owned(), json!(text))));
            let input = answer.get("updated_input").filter(|input| input.is_object());
            specific.extend(input.map(|input| ("updatedInput".to_owned(), input.clone())));
            if for_agent.is_none() && decision != "allow" {
                told.remove("systemMessage");
            }
            told.insert("hookSpecificOutput".to_owned(), Value::Object(specific));
        }
        Step::Prompt if answer.get("continue") == Some(&Value::Bool(false)) => {
            told = Map::from_iter([("decision".to_owned(), json!("block"))]);
            told.extend(for_person.map(|reason| ("reason".to_owned(), json!(reason))));
        }
        Step::Stop => {
            let blocks = text("decision") == Some("block");
            let followup = text("followup_message").or(text("reason").filter(|_| blocks));
            let Some(followup) = followup else { return silent() };
            told = Map::from_iter([
                ("decision".to_owned(), json!("block")),
                ("reason".to_owned(), json!(followup)),
            ]);
        }
        Step::Prompt | Step::Context => {
            told.extend(context.map(|text| ("additionalContext".to_owned(), json!(text))));
        }
    }
    saying(&Value::Object(told))
}

/// cursor.md §5: text may stand in front of the answer.
fn last_object(output: &str) -> Option<Map<String, Value>> {
    let read = |text: &str| match serde_json::from_str(text).ok()? {
        Value::Object(object) => Some(object),
        _ => None,
    };
    read(output).or_else(|| {
        let starts = output.match_indices('{').map(|(at, _)| at);
        starts.filter_map(|at| output.get(at..)).find_map(read)
    })
}

/// kiro.md, A: exit statuses alone; only before a tool does 2 object, with what is on standard error.
fn kiro(native: &Native, said: Spoken) -> Spoken {
    let said = Spoken { speech: Speech::Plain, ..said };
    match (said.exit, native.event.as_str()) {
        (Some(0), "agentSpawn" | "userPromptSubmit") => said,
        (Some(0 | 2), "preToolUse") | (Some(0), _) => Spoken { output: String::new(), ..said },
        (Some(2), _) => Spoken { exit: Some(1), output: String::new(), ..said },
        (_, _) => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hook(host: NativeHost, event: &str) -> Native {
        let event = event.to_owned();
        Native {
            host,
            event,
            matcher: None,
            condition: None,
            args: None,
            shell: None,
            file: None,
            keys: None,
        }
    }

    fn said(exit: i32, output: &str, errors: &str) -> Spoken {
        Spoken {
            exit: Some(exit),
            output: output.to_owned(),
            errors: errors.to_owned(),
            speech: Speech::Auto,
        }
    }

    #[test]
    fn claude_code_shows_the_model_plain_text_at_the_start_and_with_a_prompt_only() {
        for (event, told) in
            [("SessionStart", "on main"), ("UserPromptSubmit", "on main"), ("PostToolUse", "")]
        {
            let plain = in_plain(&hook(NativeHost::Claude, event), said(0, "on main", ""));
            assert_eq!(plain.output, told, "{event}");
        }
        let objection = in_plain(&hook(NativeHost::Claude, "PreToolUse"), said(2, "log", "no"));
        assert_eq!(
            (objection.exit, objection.output.as_str(), objection.errors.as_str()),
            (Some(2), "", "no")
        );
        let late = in_plain(&hook(NativeHost::Claude, "SessionStart"), said(2, "", "no"));
        assert_eq!(late.output, "{\"systemMessage\":\"no\"}");
    }

    #[test]
    fn a_permission_of_cursor_is_one_of_claude_code() {
        let shell = hook(NativeHost::Cursor, "beforeShellExecution");
        for (person, agent) in [("user_message", "agent_message"), ("userMessage", "agentMessage")] {
            let answer = json!({"permission": "deny", person: "for you", agent: "for the agent"}).to_string();
            let plain: Value =
                serde_json::from_str(&in_plain(&shell, said(0, &answer, "")).output).unwrap_or_default();
            let specific = plain.get("hookSpecificOutput").cloned().unwrap_or_default();
            assert_eq!(specific.get("permissionDecision"), Some(&json!("deny")));
            assert_eq!(specific.get("permissionDecisionReason"), Some(&json!("for the agent")));
            assert_eq!(plain.get("systemMessage"), Some(&json!("for you")));
        }
    }

    #[test]
    fn cursor_takes_what_is_no_answer_for_a_denial_where_a_permission_is_asked() {
        let read = hook(NativeHost::Cursor, "beforeReadFile");
        for output in ["fine", "{\"permission\": \"ask\"}", "{\"permission\": 1}"] {
            assert!(in_plain(&read, said(0, output, "")).output.contains("\"deny\""), "{output}");
        }
        assert_eq!(in_plain(&read, said(0, "", "")).output, "");
        assert!(
            in_plain(&read, said(0, "checked\n{\"permission\": \"allow\"}", "")).output.contains("\"allow\"")
        );
        let after = hook(NativeHost::Cursor, "postToolUse");
        assert_eq!(in_plain(&after, said(0, "fine", "")).output, "");
        assert_eq!(in_plain(&hook(NativeHost::Cursor, "stop"), said(2, "x", "")).exit, Some(0));
    }

    #[test]
    fn kiro_hears_an_objection_before_a_tool_only() {
        let before = in_plain(&hook(NativeHost::Kiro, "preToolUse"), said(2, "out", "no"));
        assert_eq!((before.exit, before.output.as_str()), (Some(2), ""));
        assert_eq!(in_plain(&hook(NativeHost::Kiro, "stop"), said(2, "", "no")).exit, Some(1));
        assert_eq!(
            in_plain(&hook(NativeHost::Kiro, "agentSpawn"), said(0, "{\"a\": 1}", "")).output,
            "{\"a\": 1}"
        );
    }
}
