//! What else decides whether a host runs hooks: switches, trusted folders, trusted hooks. Read as the host reads it.

use std::path::{Path, PathBuf};

use hookward_hosts::Host;
use hookward_hosts::registration::{self, Scope, switches, value};
use serde_json::Value;

use crate::registrations::Site;

/// claude-code.md §1: the machine's own settings of Claude Code.
const CLAUDE_MANAGED: &str = "/etc/claude-code/managed-settings.json";

/// What switches a host's hooks off, and the file in which it stands.
pub(crate) fn switched_off(host: Host, site: &Site) -> Option<(String, PathBuf)> {
    if host == Host::Claude {
        let managed = json(Path::new(CLAUDE_MANAGED)).unwrap_or_default();
        let is_set = |key: &&str| managed.get(*key) == Some(&Value::Bool(true));
        if let Some(key) = ["allowManagedHooksOnly", "disableAllHooks"].into_iter().find(is_set) {
            return Some((format!("`{key}`"), PathBuf::from(CLAUDE_MANAGED)));
        }
    }
    if host == Host::Codex {
        // codex.md §1: on by default; `codex_hooks` is the old name.
        for scope in [Scope::Project, Scope::User] {
            let path = site.folder(host, scope)?.join("config.toml");
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let is_off = |(title, body): (&str, &str)| {
                let off = |line: &str| is_set(line, "hooks", "false") || is_set(line, "codex_hooks", "false");
                title.trim() == "features" && body.lines().any(off)
            };
            if sections(&text).any(is_off) {
                return Some(("`features.hooks = false`".to_owned(), path));
            }
        }
    }
    switches(host).iter().find_map(|switch| {
        let path = site.folder(host, switch.scope)?.join(switch.file);
        let text = std::fs::read_to_string(&path).ok()?;
        registration::switched_off(host, &text).map(|what| (what, path))
    })
}

/// What a person has to do before the host runs a registration; nothing if it is done.
pub(crate) fn remaining_steps(host: Host, scope: Scope, site: &Site) -> Vec<String> {
    let mut steps: Vec<String> = untrusted(host, scope, site).into_iter().map(|(_, fix)| fix).collect();
    match host {
        // kiro.md, A.
        Host::Kiro => steps.push(
            "Kiro CLI 2 runs no hooks with its built-in agent: `kiro-cli chat --agent hookward`, or make it the default with `kiro-cli settings chat.defaultAgent hookward`"
                .to_owned(),
        ),
        Host::Claude if scope == Scope::User => steps.push(
            "Claude Code before 2.1.295 does not know `onFailure`: there a hook that cannot run lets the call through"
                .to_owned(),
        ),
        _ => {}
    }
    steps
}

/// Why a host would not run a registration for want of trust, and what to do.
pub(crate) fn untrusted(host: Host, scope: Scope, site: &Site) -> Option<(String, String)> {
    match (host, scope) {
        (Host::Codex, _) => codex(scope, site),
        (Host::Gemini, Scope::Project) => {
            let says_no = folder_trust(host, site) == Some(false);
            let env = std::env::var("GEMINI_CLI_TRUST_WORKSPACE").is_ok_and(|value| value == "true");
            if says_no || env || is_trusted_folder(host, site) {
                return None;
            }
            Some((
                "this folder is not trusted".to_owned(),
                "start `gemini` here once and trust the folder (`/permissions`)".to_owned(),
            ))
        }
        (Host::Qwen, Scope::Project) => {
            // Off unless it is switched on.
            if folder_trust(host, site) != Some(true) || is_trusted_folder(host, site) {
                return None;
            }
            Some((
                "this folder is not trusted".to_owned(),
                "start `qwen` here once and trust the folder (`/trust`)".to_owned(),
            ))
        }
        (Host::Copilot, Scope::Project) => {
            let config = json(&site.folder(host, Scope::User)?.join("config.json"));
            let folders = ["trusted_folders", "trustedFolders"];
            let folders = folders.iter().filter_map(|key| config.as_ref()?.get(key)?.as_array()).flatten();
            let mut folders = folders.filter_map(Value::as_str);
            if folders.any(|folder| site.root.starts_with(folder)) {
                return None;
            }
            Some((
                "this folder is not trusted".to_owned(),
                "start `copilot` here once and trust the folder".to_owned(),
            ))
        }
        _ => None,
    }
}

/// codex.md §1: a hook runs only once a person has seen it, and only in a project that is trusted.
fn codex(scope: Scope, site: &Site) -> Option<(String, String)> {
    let fix = "start `codex` here, trust the folder, and trust the hooks of hookward (`/hooks`)".to_owned();
    let folder = site.folder(Host::Codex, scope)?;
    let config = site.folder(Host::Codex, Scope::User)?.join("config.toml");
    let config = std::fs::read_to_string(config).unwrap_or_default();
    let key = format!("{}:pre_tool_use:", folder.join("hooks.json").display());
    let is_trusted = sections(&config).any(|(title, body)| {
        let own = title.contains(&key) || body.contains(&key);
        own && body.contains("trusted_hash") && !body.lines().any(|line| is_set(line, "enabled", "false"))
    });
    if !is_trusted {
        return Some(("Codex has not been told to trust the hook".to_owned(), fix));
    }
    let root = format!("\"{}\"", site.root.display());
    let is_project = |(title, body): (&str, &str)| {
        title.starts_with("projects.")
            && title.contains(&root)
            && body.lines().any(|line| is_set(line, "trust_level", "\"trusted\""))
    };
    if scope == Scope::Project && !sections(&config).any(is_project) {
        return Some(("Codex does not trust this folder".to_owned(), fix));
    }
    None
}

/// The tables of a TOML file: enough for what Codex writes there itself.
fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\n[").map(|section| {
        let section = section.strip_prefix('[').unwrap_or(section);
        section.split_once("]\n").unwrap_or((section, ""))
    })
}

fn is_set(line: &str, key: &str, value: &str) -> bool {
    line.split_once('=').is_some_and(|(left, right)| left.trim() == key && right.trim() == value)
}

/// Whether trust in folders is asked for at all, where a settings file says.
fn folder_trust(host: Host, site: &Site) -> Option<bool> {
    let settings = json(&site.folder(host, Scope::User)?.join("settings.json"))?;
    settings.pointer("/security/folderTrust/enabled")?.as_bool()
}

fn is_trusted_folder(host: Host, site: &Site) -> bool {
    let file = site.folder(host, Scope::User).and_then(|folder| json(&folder.join("trustedFolders.json")));
    file.as_ref().and_then(Value::as_object).is_some_and(|folders| {
        folders.iter().any(|(folder, level)| match level.as_str() {
            Some("TRUST_FOLDER") => site.root.starts_with(folder),
            Some("TRUST_PARENT") => {
                Path::new(folder).parent().is_some_and(|parent| site.root.starts_with(parent))
            }
            Some(_) | None => false,
        })
    })
}

/// Copilot heads a file of its own with comments.
fn json(path: &Path) -> Option<Value> {
    value(&std::fs::read_to_string(path).ok()?).ok()
}
