//! What switches all hooks of a host off, and the files in which it may stand.

use serde_json::Value;

use super::{Scope, value};
use crate::Host;

/// A file in which hooks may be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Whose file.
    pub scope: Scope,
    /// Below the host's folder.
    pub file: &'static str,
}

const fn project(file: &'static str) -> Switch {
    Switch { scope: Scope::Project, file }
}

const fn user(file: &'static str) -> Switch {
    Switch { scope: Scope::User, file }
}

/// The files in which a host's hooks may be switched off, the nearest first.
pub fn switches(host: Host) -> &'static [Switch] {
    const CLAUDE: &[Switch] =
        &[project("settings.local.json"), project("settings.json"), user("settings.json")];
    const SETTINGS: &[Switch] = &[project("settings.json"), user("settings.json")];
    const COPILOT: &[Switch] = &[
        project("hooks/hookward.json"),
        project("copilot/settings.local.json"),
        project("copilot/settings.json"),
        user("hooks/hookward.json"),
        user("settings.json"),
    ];
    const AMP: &[Switch] =
        &[project("settings.json"), project("settings.jsonc"), user("settings.json"), user("settings.jsonc")];
    match host {
        Host::Amp => AMP,
        Host::Claude => CLAUDE,
        Host::Gemini | Host::Qwen | Host::Droid => SETTINGS,
        Host::Copilot => COPILOT,
        Host::Cline
        | Host::Codex
        | Host::Cursor
        | Host::Kiro
        | Host::OpenCode
        | Host::Plain
        | Host::Windsurf => &[],
    }
}

/// What a file says of all hooks of its host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Switched {
    /// They are off, by this.
    Off(String),
    /// They are on, whatever farther files say.
    On,
    /// Nothing, or it cannot be read.
    Unsaid,
}

/// What a file says of all hooks of its host.
pub fn switched(host: Host, text: &str) -> Switched {
    let Ok(file) = value(text) else { return Switched::Unsaid };
    let at = |path: &str| file.pointer(path).and_then(Value::as_bool);
    let by_key = |name: &str, off: Option<bool>| match off {
        Some(true) => Switched::Off(name.to_owned()),
        Some(false) => Switched::On,
        None => Switched::Unsaid,
    };
    match host {
        // claude-code.md §1: by the ordinary precedence.
        Host::Claude | Host::Qwen => by_key("`disableAllHooks`", at("/disableAllHooks")),
        // Whether one file can overrule another no page says, so every file counts.
        Host::Copilot => by_key("`disableAllHooks`", at("/disableAllHooks").filter(|off| *off)),
        Host::Droid => by_key("`hooksDisabled`", at("/hooksDisabled").filter(|off| *off)),
        Host::Gemini => {
            let named = file.pointer("/hooksConfig/disabled").and_then(Value::as_array);
            let ours = |name: &Value| name.as_str().is_some_and(|name| name.contains("hookward"));
            if named.is_some_and(|names| names.iter().any(ours)) {
                return Switched::Off("`hooksConfig.disabled`".to_owned());
            }
            by_key("`hooksConfig.enabled = false`", at("/hooksConfig/enabled").map(|on| !on))
        }
        // amp.md, A: presumably it goes past every permission, and nobody has seen it otherwise.
        Host::Amp => {
            let key = "amp.dangerouslyAllowAll";
            by_key(&format!("`{key}`"), file.get(key).and_then(Value::as_bool))
        }
        Host::Cline
        | Host::Codex
        | Host::Cursor
        | Host::Kiro
        | Host::OpenCode
        | Host::Plain
        | Host::Windsurf => Switched::Unsaid,
    }
}
