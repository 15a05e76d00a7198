//! The agents: how each is pointed at the model on loopback and started for one turn without a person, and what its tools
//! are called.

use std::process::Command;

use serde_json::{Value, json};

use crate::install::Installed;
use crate::model::Turn;
use crate::sandbox::{Sandbox, write};

/// What the person says. The model does as its script says, whatever this is.
const PROMPT: &str = "do it";

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

    /// The agent for one turn, with `url` for its model. Writes the settings that a person who uses it would have.
    pub(crate) fn command(self, installed: &Installed, sandbox: &Sandbox, url: &str) -> Command {
        let mut command = sandbox.command(&installed.program);
        let at_home = |path: &str, settings: &Value| {
            write(&sandbox.home().join(path), &format!("{settings:#}\n"));
        };
        match self {
            Self::Claude => {
                command
                    .envs([("ANTHROPIC_BASE_URL", url), ("ANTHROPIC_API_KEY", "none")])
                    .envs([("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"), ("DISABLE_AUTOUPDATER", "1")])
                    .args([
                        "-p",
                        PROMPT,
                        "--model",
                        "sonnet",
                        "--allowedTools",
                        "Bash",
                        "Write",
                        "Edit",
                        "Read",
                    ]);
            }
            Self::Codex | Self::CodexScript => {
                // Tools are called one by one, or from a script: that depends on the model.
                let model = if self == Self::Codex { "gpt-5.5" } else { "gpt-6-sol" };
                // A project's hooks are read only in a project that is trusted (codex.md §1).
                let settings = format!(
                    "model = \"{model}\"\nmodel_provider = \"scripted\"\napproval_policy = \"never\"\n\
                     sandbox_mode = \"danger-full-access\"\ncheck_for_update_on_startup = false\n\n\
                     [analytics]\nenabled = false\n\n\
                     [model_providers.scripted]\nname = \"scripted\"\nbase_url = \"{url}/v1\"\n\
                     wire_api = \"responses\"\nenv_key = \"OPENAI_API_KEY\"\nsupports_websockets = false\n\n\
                     [projects.\"{}\"]\ntrust_level = \"trusted\"\n",
                    sandbox.project().display()
                );
                write(&sandbox.home().join(".codex/config.toml"), &settings);
                command.env("OPENAI_API_KEY", "none").args([
                    "exec",
                    "--dangerously-bypass-hook-trust",
                    "--skip-git-repo-check",
                    PROMPT,
                ]);
            }
            Self::Gemini => {
                at_home(
                    ".gemini/settings.json",
                    &json!({"security": {"auth": {"selectedType": "gemini-api-key"}}, "general": {"enableAutoUpdate": false}}),
                );
                command
                    .envs([("GEMINI_API_KEY", "none"), ("GOOGLE_GEMINI_BASE_URL", url)])
                    .envs([("GEMINI_TELEMETRY_ENABLED", "false"), ("GEMINI_FORCE_FILE_STORAGE", "true")])
                    .env("GEMINI_CLI_TRUST_WORKSPACE", "true")
                    // Asked by a hook, it waits for an answer even where nobody is; so it has to be told.
                    .env("CI", "true")
                    .args(["--yolo", "-m", "gemini-2.5-pro", "-p", PROMPT]);
            }
            Self::Qwen => {
                command
                    .envs([("OPENAI_API_KEY", "none"), ("OPENAI_MODEL", "scripted")])
                    .env("OPENAI_BASE_URL", format!("{url}/v1"))
                    .args(["--yolo", "--auth-type", "openai", "-p", PROMPT]);
            }
            Self::OpenCode => {
                let options = json!({"baseURL": format!("{url}/v1"), "apiKey": "none"});
                let provider = json!({
                    "npm": "@ai-sdk/openai-compatible", "models": {"m": {"tool_call": true}}, "options": options,
                });
                let settings = json!({
                    "provider": {"scripted": provider}, "model": "scripted/m", "small_model": "scripted/m",
                    "autoupdate": false, "share": "disabled",
                });
                at_home(".config/opencode/opencode.json", &settings);
                command
                    .envs([("OPENCODE_DISABLE_MODELS_FETCH", "1"), ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1")])
                    .env("OPENCODE_DISABLE_AUTOUPDATE", "1")
                    .args(["run", "-m", "scripted/m", PROMPT]);
            }
            Self::Copilot => {
                // A project's hooks are read only in a folder that is trusted (copilot.md, Configuration).
                at_home(".copilot/config.json", &json!({"trusted_folders": [sandbox.project()]}));
                command
                    .envs([("COPILOT_OFFLINE", "true"), ("COPILOT_AUTO_UPDATE", "false")])
                    .envs([("COPILOT_PROVIDER_TYPE", "openai"), ("COPILOT_PROVIDER_API_KEY", "none")])
                    .envs([("COPILOT_MODEL", "gpt-5"), ("COPILOT_PROVIDER_BASE_URL", &format!("{url}/v1"))])
                    .args(["-p", PROMPT, "--allow-all-tools", "--no-color"]);
            }
        }
        command
    }
}

/// A script for Codex that calls one tool and shows what came of it.
fn script(call: &str) -> Turn {
    let input = format!("try {{ text(await {call}) }} catch (error) {{ text(String(error)) }}");
    Turn::Text { tool: "exec", input }
}
