//! How each agent is pointed at the model on loopback, with the settings of a person who uses it, and started: for one turn
//! with nobody there, or with a program at its side that answers its questions.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::dialogue::Dialogue;
use crate::install::Installed;
use crate::sandbox::{Sandbox, write};

/// What the person says. The model does as its script says, whatever this is.
pub(crate) const PROMPT: &str = "do it";

/// For one turn, with nobody there.
pub(crate) fn headless(agent: Agent, installed: &Installed, sandbox: &Sandbox, url: &str) -> Command {
    let mut command = configured(agent, installed, sandbox, url);
    match agent {
        Agent::Claude => command.args([
            "-p",
            PROMPT,
            "--model",
            "sonnet",
            "--allowedTools",
            "Bash",
            "Write",
            "Edit",
            "Read",
        ]),
        Agent::Codex | Agent::CodexScript => command.args(["exec", PROMPT]),
        Agent::Gemini => {
            // Asked by a hook, it waits for an answer even where nobody is. The hook sees that there is no terminal; where
            // these tests have one, it has to be told.
            if std::fs::File::open("/dev/tty").is_ok() {
                command.env("CI", "true");
            }
            command.args(["--yolo", "-m", "gemini-2.5-pro", "-p", PROMPT])
        }
        Agent::Qwen => command.args(["--yolo", "--auth-type", "openai", "-p", PROMPT]),
        Agent::OpenCode => command.args(["run", "-m", "scripted/m", PROMPT]),
        Agent::Copilot => command.args(["-p", PROMPT, "--allow-all-tools", "--no-color"]),
    };
    command
}

/// With questions and answers on its standard input and output: Claude Code's own protocol, or the Agent Client Protocol.
pub(crate) fn attended(agent: Agent, installed: &Installed, sandbox: &Sandbox, url: &str) -> Command {
    let mut command = configured(agent, installed, sandbox, url);
    match agent {
        Agent::Claude => command
            .args(["-p", "--model", "sonnet", "--verbose", "--permission-prompt-tool", "stdio"])
            .args(["--input-format", "stream-json", "--output-format", "stream-json"]),
        Agent::Gemini => command.args(["--acp", "-m", "gemini-2.5-pro"]),
        // Its own guess at what is dangerous would come first.
        Agent::Qwen => command.args(["--acp", "--auth-type", "openai", "--approval-mode", "default"]),
        Agent::Copilot => command.args(["--acp"]),
        Agent::OpenCode => command.args(["acp"]),
        Agent::Codex | Agent::CodexScript => command.args(["app-server"]),
    };
    command
}

/// At its own terminal. Where there is a mode in which it asks nothing by itself and a person is still there, in that one.
pub(crate) fn at_terminal(agent: Agent, installed: &Installed, sandbox: &Sandbox, url: &str) -> Command {
    let mut command = configured(agent, installed, sandbox, url);
    match agent {
        Agent::Gemini => command.args(["--yolo", "-m", "gemini-2.5-pro", "-i", PROMPT]),
        // In that mode nobody is asked anything, so that Hookward denies.
        Agent::Qwen => command.args(["--auth-type", "openai", "--approval-mode", "default", "-i", PROMPT]),
        Agent::Copilot => command.args(["--allow-all-tools", "-i", PROMPT]),
        Agent::Claude | Agent::Codex | Agent::CodexScript | Agent::OpenCode => &mut command,
    };
    command
}

fn configured(agent: Agent, installed: &Installed, sandbox: &Sandbox, url: &str) -> Command {
    let mut command = sandbox.command(&installed.program);
    let at_home = |path: &str, settings: &Value| {
        write(&sandbox.home().join(path), &format!("{settings:#}\n"));
    };
    match agent {
        Agent::Claude => command
            .envs([("ANTHROPIC_BASE_URL", url), ("ANTHROPIC_API_KEY", "none")])
            .envs([("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"), ("DISABLE_AUTOUPDATER", "1")]),
        Agent::Codex | Agent::CodexScript => {
            command.env("OPENAI_API_KEY", "none");
            // Tools are called one by one, or from a script: that depends on the model.
            let model = if agent == Agent::Codex { "gpt-5.5" } else { "gpt-6-sol" };
            let settings = codex_settings(model, url, sandbox);
            let path = sandbox.home().join(".codex/config.toml");
            write(&path, &settings);
            write(&path, &format!("{settings}{}", codex_trust(installed, sandbox)));
            &mut command
        }
        Agent::Gemini => {
            let auth = json!({"selectedType": "gemini-api-key"});
            let general = json!({"enableAutoUpdate": false});
            at_home(".gemini/settings.json", &json!({"security": {"auth": auth}, "general": general}));
            at_home(
                ".gemini/trustedFolders.json",
                &json!({sandbox.project().to_str().unwrap(): "TRUST_FOLDER"}),
            );
            command
                .envs([("GEMINI_API_KEY", "none"), ("GOOGLE_GEMINI_BASE_URL", url)])
                .envs([("GEMINI_TELEMETRY_ENABLED", "false"), ("GEMINI_FORCE_FILE_STORAGE", "true")])
        }
        Agent::Qwen => command
            .envs([("OPENAI_API_KEY", "none"), ("OPENAI_MODEL", "scripted")])
            .env("OPENAI_BASE_URL", format!("{url}/v1")),
        Agent::OpenCode => {
            let options = json!({"baseURL": format!("{url}/v1"), "apiKey": "none"});
            let provider = json!({
                "npm": "@ai-sdk/openai-compatible", "models": {"m": {"tool_call": true}}, "options": options,
            });
            let settings = json!({
                "provider": {"scripted": provider}, "model": "scripted/m", "small_model": "scripted/m",
                "autoupdate": false, "share": "disabled",
            });
            at_home(".config/opencode/opencode.json", &settings);
            put_modules(installed, sandbox);
            command
                .envs([("OPENCODE_DISABLE_MODELS_FETCH", "1"), ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1")])
                .env("OPENCODE_DISABLE_AUTOUPDATE", "1")
        }
        Agent::Copilot => {
            // A project's hooks are read only in a folder that is trusted (copilot.md, Configuration).
            at_home(".copilot/config.json", &json!({"trustedFolders": [sandbox.project()]}));
            command
                .envs([("COPILOT_OFFLINE", "true"), ("COPILOT_AUTO_UPDATE", "false")])
                .envs([("COPILOT_PROVIDER_TYPE", "openai"), ("COPILOT_PROVIDER_API_KEY", "none")])
                .envs([("COPILOT_MODEL", "gpt-5"), ("COPILOT_PROVIDER_BASE_URL", &format!("{url}/v1"))])
        }
    };
    command
}

/// What OpenCode installs beside its settings and beside a project's plugins, at every first start.
const MODULES: [&str; 3] = ["node_modules", "package.json", "package-lock.json"];

/// Keeps what it has installed, so that it need not be fetched again for every sandbox.
pub(crate) fn keep_modules(agent: Agent, installed: &Installed, sandbox: &Sandbox) {
    let (from, to) = (sandbox.home().join(".config/opencode"), kept_modules(installed));
    if agent == Agent::OpenCode && from.join("package-lock.json").exists() && !to.exists() {
        copy_modules(sandbox, &from, &to);
    }
}

fn put_modules(installed: &Installed, sandbox: &Sandbox) {
    let kept = kept_modules(installed);
    let folders = [sandbox.home().join(".config/opencode"), sandbox.project().join(".opencode")];
    for folder in folders.iter().filter(|folder| kept.exists() && folder.exists()) {
        copy_modules(sandbox, &kept, folder);
    }
}

fn kept_modules(installed: &Installed) -> PathBuf {
    installed.program.with_file_name(format!("modules-{}", installed.version))
}

fn copy_modules(sandbox: &Sandbox, from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    let files = MODULES.map(|name| from.join(name));
    // What cannot be copied is fetched again.
    let _ = sandbox.command("cp").arg("-a").args(files).arg(to).output();
}

/// A project's hooks are read only in a project that is trusted (codex.md §1).
fn codex_settings(model: &str, url: &str, sandbox: &Sandbox) -> String {
    format!(
        "model = \"{model}\"\nmodel_provider = \"scripted\"\napproval_policy = \"never\"\n\
         sandbox_mode = \"danger-full-access\"\ncheck_for_update_on_startup = false\n\n\
         [analytics]\nenabled = false\n\n\
         [model_providers.scripted]\nname = \"scripted\"\nbase_url = \"{url}/v1\"\n\
         wire_api = \"responses\"\nenv_key = \"OPENAI_API_KEY\"\nsupports_websockets = false\n\n\
         [projects.\"{}\"]\ntrust_level = \"trusted\"\n",
        sandbox.project().display()
    )
}

/// The trust of a person who has looked at every hook that Codex found (codex.md §1), as Codex writes it down.
fn codex_trust(installed: &Installed, sandbox: &Sandbox) -> String {
    let mut command = sandbox.command(&installed.program);
    let mut dialogue = Dialogue::start(command.arg("app-server"), Duration::from_secs(20)).unwrap();
    dialogue.ask(1, "initialize", &json!({"clientInfo": {"name": "person", "version": "1"}}));
    let found = dialogue.ask(2, "hooks/list", &json!({"cwds": [sandbox.project()]}));
    let hooks = found["data"][0]["hooks"].as_array().cloned().unwrap_or_default();
    let trusted =
        |hook: &Value| format!("\n[hooks.state.{}]\ntrusted_hash = {}\n", hook["key"], hook["currentHash"]);
    hooks.iter().map(trusted).collect()
}
