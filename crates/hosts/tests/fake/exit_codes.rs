//! Hosts that read exit codes: Kiro, Windsurf, Devin, Amp's delegate, the plain protocol.

use hookward_hosts::Reply;

use super::{Course, Happens};

/// kiro.md, A (camel case) and C (Pascal case).
pub(crate) fn kiro(step: &str, reply: &Reply) -> Happens {
    let reads_stdout = match step {
        "agentSpawn" | "userPromptSubmit" | "SessionStart" | "UserPromptSubmit" | "PreToolUse"
        | "PostToolUse" => true,
        "preToolUse" | "postToolUse" | "stop" | "Stop" => false,
        other => panic!("{other}"),
    };
    match reply.exit {
        0 if reads_stdout => Happens::nothing().model(&reply.stdout),
        0 => Happens::nothing(),
        2 if matches!(step, "preToolUse" | "PreToolUse" | "UserPromptSubmit") => {
            Happens::course(Course::Blocks).model(&reply.stderr)
        }
        2 => Happens::nothing().person(&reply.stderr),
        other => panic!("what {other} means differs between versions"),
    }
}

/// windsurf.md, part 1.
pub(crate) fn windsurf(step: &str, reply: &Reply) -> Happens {
    assert_eq!(reply.stdout, "", "nobody reads it");
    match reply.exit {
        0 => Happens::nothing(),
        2 if step.starts_with("pre_") => Happens::course(Course::Blocks).model(&reply.stderr),
        _ => Happens::nothing().person(&reply.stderr),
    }
}

/// windsurf.md, part 2.
pub(crate) fn devin(step: &str, reply: &Reply) -> Happens {
    let silent = if step == "PermissionRequest" { Course::Asks } else { Course::GoesItsWay };
    match (reply.exit, step) {
        (2, "PreToolUse" | "PermissionRequest" | "UserPromptSubmit") => {
            Happens::course(Course::Blocks).model(&reply.stderr)
        }
        (2, "Stop") => Happens::course(Course::Holds).model(&reply.stderr),
        _ => Happens::course(silent),
    }
}

/// amp.md, A. Silence is an approval: Amp asks nothing by itself.
pub(crate) fn amp(reply: &Reply) -> Happens {
    match reply.exit {
        0 => Happens::course(Course::Approves),
        1 => Happens::course(Course::Asks).person(&reply.stderr),
        _ => Happens::course(Course::Blocks).model(&reply.stderr),
    }
}

/// seed-protocol.md, seed 001.
pub(crate) fn plain(step: &str, reply: &Reply) -> Happens {
    match (reply.exit, step) {
        (0, _) => Happens::nothing().model(&reply.stdout),
        (2, "PreToolUse") => Happens::course(Course::Blocks).model(&reply.stdout),
        _ => Happens::nothing(),
    }
}
