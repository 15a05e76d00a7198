//! Hosts with a JSON form of their own: Cursor, Gemini CLI, Copilot CLI, Cline, and our plugin for OpenCode.

use hookward_hosts::Reply;
use serde_json::Value;

use super::{Course, Happens, command, object, only, text};

/// cursor.md §5, registered with `failClosed`, where it is strictest.
pub(crate) fn cursor(step: &str, reply: &Reply) -> Happens {
    assert_eq!(reply.exit, 0, "at any other code what is said is shown raw or lost");
    let permission_step = matches!(
        step,
        "preToolUse"
            | "beforeShellExecution"
            | "beforeMCPExecution"
            | "beforeReadFile"
            | "beforeTabFileRead"
            | "subagentStart"
    );
    // Empty output, and on these steps anything that does not fit, blocks.
    let blocks = || Happens::course(Course::Blocks);
    let Some(answer) = object(&reply.stdout) else { return blocks() };
    if permission_step {
        let permission = text(&answer, "permission");
        let is_valid = match permission {
            "allow" | "deny" => true,
            "ask" => !matches!(step, "beforeReadFile" | "beforeTabFileRead"),
            _ => false,
        };
        if !is_valid {
            return blocks();
        }
        let keys: &[&str] = match step {
            "preToolUse" => {
                &["permission", "user_message", "agent_message", "updated_input", "additional_context"]
            }
            "beforeShellExecution" | "beforeMCPExecution" => &["permission", "user_message", "agent_message"],
            _ => &["permission", "user_message"],
        };
        only(&answer, keys, step);
        let course = match (permission, step, command(&answer, "updated_input")) {
            ("deny", ..) => Course::Blocks,
            ("ask", "beforeShellExecution", None) => Course::Asks,
            // Not acted on.
            ("ask", ..) | ("allow", _, None) => Course::GoesItsWay,
            ("allow", _, Some(command)) => Course::Runs(command),
            other => panic!("{other:?}"),
        };
        return Happens::course(course)
            .person(text(&answer, "user_message"))
            .model(text(&answer, "agent_message"))
            .model(text(&answer, "additional_context"));
    }
    match step {
        "beforeSubmitPrompt" => {
            only(&answer, &["continue", "user_message", "additional_context"], step);
            let stops = answer.get("continue") == Some(&Value::Bool(false));
            let course = if stops { Course::Blocks } else { Course::GoesItsWay };
            Happens::course(course)
                .person(text(&answer, "user_message"))
                .model(text(&answer, "additional_context"))
        }
        // Of tools of MCP servers, which is what the test asks about.
        "postToolUse" => {
            only(&answer, &["additional_context", "updated_mcp_tool_output"], step);
            Happens::nothing()
                .model(text(&answer, "additional_context"))
                .output(answer.get("updated_mcp_tool_output"))
        }
        "sessionStart" => {
            only(&answer, &["user_message", "additional_context"], step);
            Happens::nothing()
                .person(text(&answer, "user_message"))
                .model(text(&answer, "additional_context"))
        }
        "postToolUseFailure" => {
            only(&answer, &["additional_context"], step);
            Happens::nothing().model(text(&answer, "additional_context"))
        }
        "stop" | "subagentStop" => {
            only(&answer, &["followup_message"], step);
            match text(&answer, "followup_message") {
                "" => Happens::nothing(),
                message => Happens::course(Course::Holds).model(message),
            }
        }
        "preCompact" => {
            only(&answer, &["user_message"], step);
            Happens::nothing().person(text(&answer, "user_message"))
        }
        _ => {
            only(&answer, &[], step);
            Happens::nothing()
        }
    }
}

/// gemini-cli.md §5.
pub(crate) fn gemini(step: &str, reply: &Reply) -> Happens {
    let said = if reply.stdout.trim().is_empty() { reply.stderr.trim() } else { reply.stdout.trim() };
    let Some(answer) = object(said) else {
        return match (said, reply.exit) {
            ("", _) => Happens::nothing(),
            (text, 0 | 1) => Happens::nothing().person(text),
            (text, _) => Happens::course(Course::Blocks).model(text),
        };
    };
    // Read whatever the exit code.
    only(&answer, &["decision", "reason", "systemMessage", "hookSpecificOutput"], step);
    let mut happens = Happens::nothing().person(text(&answer, "systemMessage"));
    let reason = text(&answer, "reason");
    let nothing = serde_json::Map::new();
    let specific = answer.get("hookSpecificOutput").and_then(Value::as_object).unwrap_or(&nothing);
    only(specific, &["hookEventName", "tool_input", "additionalContext"], step);
    let input = command(specific, "tool_input");
    assert!(input.is_none() || step == "BeforeTool");
    happens.course = match (step, text(&answer, "decision"), input) {
        ("BeforeTool" | "BeforeAgent", "deny" | "block", _) => Course::Blocks,
        ("AfterAgent", "deny" | "block", _) => Course::Holds,
        ("BeforeTool", "ask", None) => Course::Asks,
        ("BeforeTool", "ask", Some(command)) => Course::AsksAbout(command),
        ("BeforeTool", _, Some(command)) => Course::Runs(command),
        _ => Course::GoesItsWay,
    };
    if matches!(step, "BeforeTool" | "BeforeAgent" | "AfterAgent" | "AfterTool")
        && text(&answer, "decision") == "deny"
    {
        happens = happens.model(reason);
        if step == "AfterTool" {
            // The reason takes the place of the result.
            happens = happens.output(answer.get("reason"));
        }
    }
    if matches!(step, "BeforeAgent" | "SessionStart" | "AfterTool") {
        happens = happens.model(text(specific, "additionalContext"));
    }
    happens
}

/// copilot.md, part 1.
pub(crate) fn copilot(step: &str, reply: &Reply) -> Happens {
    match (reply.exit, step) {
        (0, _) => {}
        (_, "preToolUse") => return Happens::course(Course::Blocks).model(&reply.stderr),
        (2, "permissionRequest") => return Happens::course(Course::Blocks),
        (2, "postToolUseFailure") => return Happens::nothing().model(&reply.stdout),
        _ => return Happens::nothing(),
    }
    let silent = if step == "permissionRequest" { Course::Asks } else { Course::GoesItsWay };
    // No document is no decision, even before a tool.
    let Some(answer) = object(&reply.stdout) else { return Happens::course(silent) };
    match step {
        "preToolUse" => {
            let keys =
                ["permissionDecision", "permissionDecisionReason", "modifiedArgs", "additionalContext"];
            only(&answer, &keys, step);
            let reason = text(&answer, "permissionDecisionReason");
            let course = match (text(&answer, "permissionDecision"), command(&answer, "modifiedArgs")) {
                ("deny", _) => {
                    assert!(!reason.is_empty(), "required");
                    Course::Blocks
                }
                ("ask", None) => Course::Asks,
                ("allow", None) => Course::Approves,
                ("", None) => Course::GoesItsWay,
                // Seen with 1.0.102: they count without a decision, too.
                ("allow" | "", Some(command)) => Course::Runs(command),
                other => panic!("{other:?}"),
            };
            let reads = if course == Course::Blocks { reason } else { "" };
            Happens::course(course).model(reads).model(text(&answer, "additionalContext"))
        }
        "permissionRequest" => {
            only(&answer, &["behavior", "message"], step);
            let course = match text(&answer, "behavior") {
                "deny" => Course::Blocks,
                "allow" => Course::Approves,
                _ => silent,
            };
            Happens::course(course).model(text(&answer, "message"))
        }
        "agentStop" | "subagentStop" => {
            only(&answer, &["decision", "reason"], step);
            assert_eq!(text(&answer, "decision"), "block");
            Happens::course(Course::Holds).model(text(&answer, "reason"))
        }
        "sessionStart" | "subagentStart" | "notification" | "userPromptSubmitted" | "postToolUseFailure" => {
            only(&answer, &["additionalContext"], step);
            Happens::nothing().model(text(&answer, "additionalContext"))
        }
        "postToolUse" => {
            only(&answer, &["additionalContext", "modifiedResult"], step);
            Happens::nothing().model(text(&answer, "additionalContext")).output(answer.get("modifiedResult"))
        }
        other => panic!("{other} reads nothing"),
    }
}

/// cline.md: the exit code is not used, and both engines want JSON.
pub(crate) fn cline(step: &str, reply: &Reply) -> Happens {
    let Some(answer) = object(&reply.stdout) else { return Happens::nothing() };
    only(&answer, &["cancel", "errorMessage", "contextModification"], step);
    // Fire and forget, or detached.
    if matches!(step, "prompt_submit" | "agent_start" | "agent_end" | "TaskComplete") {
        return Happens::nothing();
    }
    if answer.get("cancel") == Some(&Value::Bool(true)) {
        assert!(
            matches!(step, "tool_call" | "PreToolUse" | "UserPromptSubmit"),
            "{step} cannot be cancelled"
        );
        return Happens::course(Course::Blocks).model(text(&answer, "errorMessage"));
    }
    Happens::nothing().model(text(&answer, "contextModification"))
}

/// opencode.md: what our plugin does with an answer.
pub(crate) fn opencode(step: &str, reply: &Reply) -> Happens {
    let answer = object(&reply.stdout).expect("the plugin reads JSON");
    only(&answer, &["decision", "reason", "context", "notice", "input", "output"], step);
    let happens = Happens::nothing().person(text(&answer, "notice"));
    let denied = text(&answer, "decision") == "deny";
    match step {
        "PreToolUse" => match (denied, command(&answer, "input")) {
            (true, _) => Happens { course: Course::Blocks, ..happens }.model(text(&answer, "reason")),
            (false, Some(command)) => Happens { course: Course::Runs(command), ..happens },
            (false, None) => happens,
        },
        "PostToolUse" | "PostToolUseFailure" => {
            let happens = happens.output(answer.get("output"));
            happens.model(text(&answer, "reason")).model(text(&answer, "context"))
        }
        "Stop" if denied => Happens { course: Course::Holds, ..happens }.model(text(&answer, "reason")),
        "Stop" => happens,
        _ => {
            assert!(!denied, "{step} is not held back");
            happens.model(text(&answer, "context"))
        }
    }
}
