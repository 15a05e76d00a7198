//! Claude Code (claude-code.md §5) and those who read its form.

use hookward_hosts::Reply;
use serde_json::{Map, Value};

use super::{Course, Happens, command, object, only, text};

/// In what these hosts differ.
struct Page {
    /// Where exit 2 blocks.
    blocks_by_exit: &'static [&'static str],
    /// Where it shows standard error to the model.
    shows_model_by_exit: &'static [&'static str],
    /// Where `decision: "block"` is read.
    block: &'static [&'static str],
    /// Where `additionalContext` is read.
    context: &'static [&'static str],
    /// Where `updatedInput` is read.
    updated_input: &'static [&'static str],
    /// Where `updatedToolOutput` is read.
    updated_output: &'static [&'static str],
    /// Where `hookSpecificOutput.decision` is read on a stop as well.
    nested_stop: &'static [&'static str],
}

const TOP: &[&str] = &[
    "continue",
    "stopReason",
    "systemMessage",
    "suppressOutput",
    "decision",
    "reason",
    "hookSpecificOutput",
];

fn by_exit(page: &Page, step: &str, said: &str) -> Happens {
    if page.blocks_by_exit.contains(&step) {
        let course = if step.contains("Stop") { Course::Holds } else { Course::Blocks };
        Happens::course(course).model(said)
    } else if page.shows_model_by_exit.contains(&step) {
        Happens::nothing().model(said)
    } else {
        Happens::nothing().person(said)
    }
}

fn by_json(page: &Page, step: &str, answer: &Map<String, Value>) -> Happens {
    only(answer, TOP, step);
    let mut happens = Happens::nothing().person(text(answer, "systemMessage"));
    if text(answer, "decision") == "block" && page.block.contains(&step) {
        happens.course = match step {
            "Stop" | "SubagentStop" => Course::Holds,
            "PostToolUse" | "PostToolUseFailure" => Course::GoesItsWay,
            _ => Course::Blocks,
        };
        happens = happens.model(text(answer, "reason"));
    }
    let Some(specific) = answer.get("hookSpecificOutput").and_then(Value::as_object) else { return happens };
    assert_eq!(text(specific, "hookEventName"), step);
    let context = text(specific, "additionalContext");
    if !context.is_empty() {
        assert!(page.context.contains(&step), "context is not known at {step}");
        happens = happens.model(context);
    }
    let input = command(specific, "updatedInput");
    assert!(input.is_none() || page.updated_input.contains(&step), "no rewrite at {step}");
    match step {
        "PreToolUse" => {
            let keys = ["permissionDecision", "permissionDecisionReason", "updatedInput"];
            only(specific, &[&keys[..], &["hookEventName", "additionalContext"]].concat(), step);
            let reason = text(specific, "permissionDecisionReason");
            happens.course = match (text(specific, "permissionDecision"), input) {
                ("deny", _) => {
                    happens = happens.model(reason);
                    Course::Blocks
                }
                ("ask", None) => Course::Asks,
                ("ask", Some(command)) => Course::AsksAbout(command),
                ("allow", None) => Course::Approves,
                ("allow", Some(command)) => Course::Runs(command),
                ("", None) => Course::GoesItsWay,
                other => panic!("{other:?}"),
            };
        }
        "PermissionRequest" => {
            only(specific, &["hookEventName", "decision"], step);
            let decision = specific["decision"].as_object().expect("a decision");
            only(decision, &["behavior", "message", "updatedInput"], step);
            let input = command(decision, "updatedInput");
            assert!(input.is_none() || page.updated_input.contains(&step), "no rewrite at {step}");
            happens.course = match (text(decision, "behavior"), input) {
                ("deny", None) => Course::Blocks,
                ("allow", None) => Course::Approves,
                ("allow", Some(command)) => Course::Runs(command),
                other => panic!("{other:?}"),
            };
            happens = happens.model(text(decision, "message"));
        }
        _ if page.nested_stop.contains(&step) && text(specific, "decision") == "block" => {
            happens.course = Course::Holds;
            happens = happens.model(text(specific, "reason"));
        }
        "Stop" | "SubagentStop" => panic!("context at a stop holds the agent"),
        _ if page.updated_output.contains(&step) => {
            only(specific, &["hookEventName", "additionalContext", "updatedToolOutput"], step);
            happens = happens.output(specific.get("updatedToolOutput"));
        }
        _ => only(specific, &["hookEventName", "additionalContext"], step),
    }
    happens
}

/// A request for permission that nobody answers becomes the question that it announces.
fn asked_if_silent(step: &str, happens: Happens) -> Happens {
    match (step, &happens.course) {
        ("PermissionRequest", Course::GoesItsWay) => Happens { course: Course::Asks, ..happens },
        _ => happens,
    }
}

fn read(page: &Page, step: &str, reply: &Reply) -> Happens {
    let happens = match (reply.exit, object(&reply.stdout)) {
        (2, _) => by_exit(page, step, &reply.stderr),
        (_, Some(answer)) => by_json(page, step, &answer),
        (_, None) => {
            assert_eq!(reply.stdout, "", "text that is no JSON would become context or nothing");
            Happens::nothing()
        }
    };
    asked_if_silent(step, happens)
}

const CLAUDE: Page = Page {
    blocks_by_exit: &["PreToolUse", "UserPromptSubmit", "Stop", "SubagentStop", "PreCompact"],
    shows_model_by_exit: &["PostToolUse", "PostToolUseFailure"],
    block: &["UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop", "SubagentStop", "PreCompact"],
    context: &[
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "UserPromptSubmit",
        "SessionStart",
        "SubagentStart",
    ],
    updated_input: &["PreToolUse", "PermissionRequest"],
    updated_output: &["PostToolUse"],
    nested_stop: &[],
};

pub(crate) fn claude(step: &str, reply: &Reply) -> Happens {
    if step == "PermissionRequest" && reply.exit == 2 {
        // Ignored: it has to be told in JSON.
        return Happens::course(Course::Asks);
    }
    read(&CLAUDE, step, reply)
}

/// factory-droid.md.
pub(crate) fn droid(step: &str, reply: &Reply) -> Happens {
    let page = Page {
        blocks_by_exit: &["PreToolUse", "UserPromptSubmit", "Stop", "SubagentStop"],
        shows_model_by_exit: &["PostToolUse"],
        block: &["UserPromptSubmit", "PostToolUse", "Stop", "SubagentStop"],
        context: &["PostToolUse", "UserPromptSubmit", "SessionStart"],
        updated_input: &["PreToolUse"],
        updated_output: &[],
        nested_stop: &[],
    };
    read(&page, step, reply)
}

/// qwen-code.md. At exit 2 only standard error counts; where standard output is empty it is parsed instead.
pub(crate) fn qwen(step: &str, reply: &Reply) -> Happens {
    let page = Page {
        // Seen with 0.24.4: after a tool only context is read.
        block: &["UserPromptSubmit", "Stop", "SubagentStop"],
        context: &[
            "PreToolUse",
            "PostToolUse",
            "PostToolUseFailure",
            "UserPromptSubmit",
            "SessionStart",
            "SubagentStart",
            "PreCompact",
        ],
        updated_output: &[],
        ..CLAUDE
    };
    if reply.exit == 2 {
        if reply.stderr.trim().is_empty() {
            return Happens::nothing();
        }
        return by_exit(&page, step, &reply.stderr);
    }
    let said = if reply.stdout.trim().is_empty() { &reply.stderr } else { &reply.stdout };
    assert!(!said.trim().is_empty(), "silence leaves standard error to be parsed");
    let answer = object(said).expect("what starts with `{` has to parse");
    asked_if_silent(step, by_json(&page, step, &answer))
}

/// copilot.md, part 2.
pub(crate) fn vscode(step: &str, reply: &Reply) -> Happens {
    let page = Page {
        blocks_by_exit: &["PreToolUse", "UserPromptSubmit", "Stop", "SubagentStop"],
        shows_model_by_exit: &["PostToolUse"],
        // A stop is held by what stands inside.
        block: &["PostToolUse", "SubagentStop"],
        context: &["PreToolUse", "PostToolUse", "SessionStart", "SubagentStart"],
        // It may be dropped without a word.
        updated_input: &[],
        updated_output: &[],
        nested_stop: &["Stop"],
    };
    read(&page, step, reply)
}

/// copilot.md, part 1, with the names of a Claude registration.
pub(crate) fn copilot(step: &str, reply: &Reply) -> Happens {
    let page = Page {
        blocks_by_exit: &["PreToolUse", "PermissionRequest"],
        shows_model_by_exit: &["PostToolUseFailure"],
        block: &["Stop", "SubagentStop"],
        context: &[
            "PreToolUse",
            "PostToolUse",
            "PostToolUseFailure",
            "UserPromptSubmit",
            "SessionStart",
            "SubagentStart",
            "Notification",
        ],
        updated_input: &[],
        updated_output: &[],
        nested_stop: &[],
    };
    if reply.exit != 0 && step == "PreToolUse" {
        return Happens::course(Course::Blocks).model(&reply.stderr);
    }
    read(&page, step, reply)
}
