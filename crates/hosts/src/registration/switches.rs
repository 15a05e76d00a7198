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
    match host {
        Host::Claude => CLAUDE,
        Host::Gemini | Host::Qwen | Host::Droid => SETTINGS,
        Host::Copilot => COPILOT,
        Host::Amp
        | Host::Cline
        | Host::Codex
        | Host::Cursor
        | Host::Kiro
        | Host::OpenCode
        | Host::Plain
        | Host::Windsurf => &[],
    }
}

/// What in a file switches hooks off; `None` if nothing does, or if it cannot be read.
pub fn switched_off(host: Host, text: &str) -> Option<String> {
    let file = value(text).ok()?;
    let is = |path: &str, wanted: bool| file.pointer(path) == Some(&Value::Bool(wanted));
    let found = match host {
        Host::Claude | Host::Qwen | Host::Copilot => {
            is("/disableAllHooks", true).then_some("`disableAllHooks`")
        }
        Host::Droid => is("/hooksDisabled", true).then_some("`hooksDisabled`"),
        Host::Gemini => {
            let named = file.pointer("/hooksConfig/disabled").and_then(Value::as_array);
            let ours = |name: &Value| name.as_str().is_some_and(|name| name.contains("hookward"));
            if is("/hooksConfig/enabled", false) {
                Some("`hooksConfig.enabled = false`")
            } else {
                named.is_some_and(|names| names.iter().any(ours)).then_some("`hooksConfig.disabled`")
            }
        }
        Host::Amp
        | Host::Cline
        | Host::Codex
        | Host::Cursor
        | Host::Kiro
        | Host::OpenCode
        | Host::Plain
        | Host::Windsurf => None,
    };
    found.map(str::to_owned)
}
