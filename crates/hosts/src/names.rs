//! The hosts' names for events, and the neutral ones. One table for all hosts: no name means two things.

use hookward_core::EventName;
use hookward_core::effects::Dialect;

use crate::kind::Kind;

/// The host's name in any case, the neutral one, and the kind of tool where the event is about only one.
type Step = (&'static str, EventName, Option<Kind>);

const POSIX: Option<Kind> = Some(Kind::Shell(Dialect::Posix));

#[rustfmt::skip]
const STEPS: &[Step] = &[
    // claude-code.md §2; also Codex, Qwen, Droid, VS Code, Copilot, Kiro, which differ at most in case.
    ("PreToolUse", EventName::BeforeTool, None),
    ("PostToolUse", EventName::AfterTool, None),
    ("PostToolUseFailure", EventName::AfterFailure, None),
    ("PermissionRequest", EventName::PermissionRequest, None),
    ("UserPromptSubmit", EventName::Prompt, None),
    ("SessionStart", EventName::SessionStart, None),
    ("SessionEnd", EventName::SessionEnd, None),
    ("SubagentStart", EventName::SubagentStart, None),
    ("SubagentStop", EventName::SubagentStop, None),
    ("Stop", EventName::Stop, None),
    ("PreCompact", EventName::BeforeCompaction, None),
    ("Notification", EventName::Notification, None),
    // cursor.md §2
    ("beforeShellExecution", EventName::BeforeTool, POSIX),
    ("afterShellExecution", EventName::AfterTool, POSIX),
    ("beforeMCPExecution", EventName::BeforeTool, Some(Kind::Mcp)),
    ("afterMCPExecution", EventName::AfterTool, Some(Kind::Mcp)),
    ("beforeReadFile", EventName::BeforeTool, Some(Kind::Read)),
    ("beforeTabFileRead", EventName::BeforeTool, Some(Kind::Read)),
    ("afterFileEdit", EventName::AfterTool, Some(Kind::Edit)),
    ("afterTabFileEdit", EventName::AfterTool, Some(Kind::Edit)),
    ("beforeSubmitPrompt", EventName::Prompt, None),
    // gemini-cli.md §2
    ("BeforeTool", EventName::BeforeTool, None),
    ("AfterTool", EventName::AfterTool, None),
    ("BeforeAgent", EventName::Prompt, None),
    ("AfterAgent", EventName::Stop, None),
    ("PreCompress", EventName::BeforeCompaction, None),
    // windsurf.md, part 1
    ("pre_run_command", EventName::BeforeTool, POSIX),
    ("post_run_command", EventName::AfterTool, POSIX),
    ("pre_read_code", EventName::BeforeTool, Some(Kind::Read)),
    ("post_read_code", EventName::AfterTool, Some(Kind::Read)),
    ("pre_write_code", EventName::BeforeTool, Some(Kind::Edit)),
    ("post_write_code", EventName::AfterTool, Some(Kind::Edit)),
    ("pre_mcp_tool_use", EventName::BeforeTool, Some(Kind::Mcp)),
    ("post_mcp_tool_use", EventName::AfterTool, Some(Kind::Mcp)),
    ("pre_user_prompt", EventName::Prompt, None),
    // cline.md: the SDK's names, then the old engine's
    ("tool_call", EventName::BeforeTool, None),
    ("tool_result", EventName::AfterTool, None),
    ("prompt_submit", EventName::Prompt, None),
    ("agent_start", EventName::SessionStart, None),
    ("agent_resume", EventName::SessionStart, None),
    ("agent_end", EventName::Stop, None),
    ("session_shutdown", EventName::SessionEnd, None),
    ("TaskStart", EventName::SessionStart, None),
    ("TaskResume", EventName::SessionStart, None),
    ("TaskComplete", EventName::Stop, None),
    ("SessionShutdown", EventName::SessionEnd, None),
    // copilot.md, part 1
    ("userPromptSubmitted", EventName::Prompt, None),
    ("agentStop", EventName::Stop, None),
    // kiro.md, A
    ("agentSpawn", EventName::SessionStart, None),
];

/// The neutral name of a host's event, and the kind of tool that its name tells. `Unused` for one that is not known.
pub(crate) fn step(host_name: &str) -> (EventName, Option<Kind>) {
    let found = STEPS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(host_name));
    found.map_or((EventName::Unused, None), |(_, event, kind)| (*event, *kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_stands_in_the_table_twice() {
        for (index, (name, ..)) in STEPS.iter().enumerate() {
            let first = STEPS.iter().position(|(other, ..)| other.eq_ignore_ascii_case(name));
            assert_eq!(first, Some(index), "{name}");
        }
    }

    #[test]
    fn a_name_is_known_in_any_case() {
        assert_eq!(step("preToolUse").0, EventName::BeforeTool);
        assert_eq!(step("PreToolUse").0, EventName::BeforeTool);
        assert_eq!(step("TeammateIdle"), (EventName::Unused, None));
    }
}
