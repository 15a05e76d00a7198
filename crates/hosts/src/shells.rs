//! What hosts put into the environment of the commands that their agents run, so that these know who has started them.

/// Such variables: of Claude Code, Gemini CLI, Qwen Code, Cursor's command line, Codex and its sandbox, OpenCode, Copilot CLI
/// (copilot.md), and the one by which some say which agent it is. An editor that has an agent sets none of them in the terminals
/// of a person.
const STARTED: &[&str] = &[
    "CLAUDECODE",
    "GEMINI_CLI",
    "QWEN_CODE",
    "CURSOR_AGENT",
    "CODEX_THREAD_ID",
    "CODEX_CI",
    "CODEX_SANDBOX",
    "OPENCODE",
    "COPILOT_CLI",
    "AI_AGENT",
];

/// The variable by which a process is known as one that an agent has started, if one is set that is not empty.
pub fn started_by_an_agent(is_set: impl Fn(&str) -> bool) -> Option<&'static str> {
    STARTED.iter().copied().find(|name| is_set(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_of_an_agent_is_known_by_a_variable() {
        assert_eq!(started_by_an_agent(|name| name == "GEMINI_CLI"), Some("GEMINI_CLI"));
        assert_eq!(started_by_an_agent(|name| name == "CURSOR_TRACE_ID"), None);
    }
}
