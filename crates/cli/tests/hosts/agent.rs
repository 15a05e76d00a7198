//! The agents: what they and their tools are called, and what they can and cannot do.

use serde_json::json;

use crate::model::Turn;
use crate::sandbox::Sandbox;

/// An agent that installs from npm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agent {
    Claude,
    Codex,
    /// Codex with a newer model, which calls tools from a script.
    CodexScript,
    Gemini,
    Qwen,
    OpenCode,
    Copilot,
}

impl Agent {
    pub(crate) const ALL: [Self; 7] = [
        Self::Claude,
        Self::Codex,
        Self::CodexScript,
        Self::Gemini,
        Self::Qwen,
        Self::OpenCode,
        Self::Copilot,
    ];

    /// The name of the program, which is also the host's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex | Self::CodexScript => "codex",
            Self::Gemini => "gemini",
            Self::Qwen => "qwen",
            Self::OpenCode => "opencode",
            Self::Copilot => "copilot",
        }
    }

    /// What it is called in the report.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::CodexScript => "codex, tools called from a script",
            Self::Claude | Self::Codex | Self::Gemini | Self::Qwen | Self::OpenCode | Self::Copilot => {
                self.name()
            }
        }
    }

    /// Why a stop cannot be held, if it cannot.
    pub(crate) fn never_holds_a_stop(self) -> Option<&'static str> {
        match self {
            // opencode.md, Mapping.
            Self::OpenCode => Some("OpenCode tells a plugin only after it has stopped"),
            Self::Claude | Self::Codex | Self::CodexScript | Self::Gemini | Self::Qwen | Self::Copilot => {
                None
            }
        }
    }

    /// Why a hook is not told that a command has failed, if it is not.
    pub(crate) fn never_tells_a_failure(self) -> Option<&'static str> {
        match self {
            Self::Codex | Self::CodexScript => Some("Codex does not tell a hook how a command ended"),
            Self::Claude | Self::Gemini | Self::Qwen | Self::OpenCode | Self::Copilot => None,
        }
    }

    /// Why a rewritten command does not run where nobody is asked about it, if it does not.
    pub(crate) fn never_rewrites_unasked(self) -> Option<&'static str> {
        match self {
            // claude-code.md §5.
            Self::Claude => Some("Claude Code takes another command only with an approval or a question"),
            Self::Qwen => Some("Qwen Code does not read another command"),
            Self::Codex | Self::CodexScript | Self::Gemini | Self::OpenCode | Self::Copilot => None,
        }
    }

    /// Why the model sees a tool's own output, whatever is in it, if it does.
    pub(crate) fn never_masks(self) -> Option<&'static str> {
        match self {
            Self::Qwen => Some("Qwen Code reads context alone after a tool"),
            Self::Claude
            | Self::Codex
            | Self::CodexScript
            | Self::Gemini
            | Self::OpenCode
            | Self::Copilot => None,
        }
    }

    /// Why a question of a hook does not reach a person who answers over a pipe, if it does not.
    pub(crate) fn never_asks(self) -> Option<&'static str> {
        match self {
            // codex.md §5: an answer that asks is invalid.
            Self::Codex | Self::CodexScript => Some("a hook of Codex cannot ask"),
            // opencode.md, Mapping.
            Self::OpenCode => Some("a plugin of OpenCode cannot ask"),
            Self::Gemini | Self::Qwen | Self::Copilot => Some("its hooks ask only in its own terminal"),
            Self::Claude => None,
        }
    }

    /// Why nothing is to be seen at its own terminal, if nothing is.
    pub(crate) fn never_asks_at_a_terminal(self) -> Option<&'static str> {
        match self {
            Self::Codex | Self::CodexScript | Self::OpenCode => self.never_asks(),
            Self::Claude => Some("its questions are answered over a pipe, above"),
            Self::Gemini | Self::Qwen | Self::Copilot => None,
        }
    }

    /// Why there is nothing to see where an editor drives it, if there is not.
    pub(crate) fn never_guarded_in_an_editor(self) -> Option<&'static str> {
        match self {
            // Its session for the Agent Client Protocol runs tools past its hooks (0.61).
            Self::Gemini => Some("NOT GUARDED: Gemini CLI runs no hooks where an editor drives it"),
            Self::Codex | Self::CodexScript => Some("Codex does not speak the Agent Client Protocol"),
            Self::Claude | Self::Qwen | Self::OpenCode | Self::Copilot => None,
        }
    }

    /// Its package.
    pub(crate) fn package(self) -> &'static str {
        match self {
            Self::Claude => "@anthropic-ai/claude-code",
            Self::Codex | Self::CodexScript => "@openai/codex",
            Self::Gemini => "@google/gemini-cli",
            Self::Qwen => "@qwen-code/qwen-code",
            Self::OpenCode => "opencode-ai",
            Self::Copilot => "@github/copilot",
        }
    }

    /// The model's call of the shell tool.
    pub(crate) fn shell(self, command: &str) -> Turn {
        let (tool, input) = match self {
            Self::Claude => ("Bash", json!({"command": command, "description": "run it"})),
            Self::Codex => ("exec_command", json!({"cmd": command})),
            Self::CodexScript => return script(&format!("tools.exec_command({})", json!({"cmd": command}))),
            Self::Gemini => ("run_shell_command", json!({"command": command})),
            Self::Qwen => ("run_shell_command", json!({"command": command, "is_background": false})),
            Self::OpenCode | Self::Copilot => ("bash", json!({"command": command, "description": "run it"})),
        };
        Turn::Call { tool, input }
    }

    /// The model's call of the tool that writes a new file of the project.
    pub(crate) fn write(self, sandbox: &Sandbox, name: &str, content: &str) -> Turn {
        let path = sandbox.project().join(name);
        let (tool, input) = match self {
            Self::Claude => ("Write", json!({"file_path": path, "content": content})),
            Self::Codex | Self::CodexScript => {
                let input = format!("*** Begin Patch\n*** Add File: {name}\n+{content}\n*** End Patch\n");
                return match self {
                    Self::CodexScript => script(&format!("tools.apply_patch({})", json!(input))),
                    _ => Turn::Text { tool: "apply_patch", input },
                };
            }
            Self::Gemini | Self::Qwen => ("write_file", json!({"file_path": path, "content": content})),
            Self::OpenCode => ("write", json!({"filePath": path, "content": content})),
            Self::Copilot => ("create", json!({"path": path, "file_text": content})),
        };
        Turn::Call { tool, input }
    }

    /// A protected file of the project that the agent's own write tool would write.
    pub(crate) fn protected_file(self) -> &'static str {
        match self {
            // Refuses `.env` by itself, before it runs any hook.
            Self::Gemini => "server.key",
            Self::Claude | Self::Codex | Self::CodexScript | Self::Qwen | Self::OpenCode | Self::Copilot => {
                ".env"
            }
        }
    }
}

/// A script for Codex that calls one tool and shows what came of it.
fn script(call: &str) -> Turn {
    let input = format!("try {{ text(await {call}) }} catch (error) {{ text(String(error)) }}");
    Turn::Text { tool: "exec", input }
}
