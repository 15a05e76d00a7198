//! What else decides whether a host runs hooks: switches, trusted folders, trusted hooks, its version. Read as the host
//! reads it.

mod codex;
mod version;

pub(crate) use version::version;

use std::path::{Path, PathBuf};

use hookward_effects::Call;
use hookward_hosts::registration::{self, Scope, Switched, Version, Weight, entries, lacks, switches, value};
use hookward_hosts::{Host, Wish};
use serde_json::Value;

use crate::registrations::Site;

/// claude-code.md §1: where the machine's own settings of Claude Code lie.
const CLAUDE_MANAGED: [&str; 2] = ["/etc/claude-code", "/Library/Application Support/ClaudeCode"];

/// codex.md §1.
const CODEX_MANAGED: &str = "/etc/codex/requirements.toml";

/// Why a registration does not enforce, and what to do.
pub(crate) struct Obstacle {
    pub(crate) why: String,
    pub(crate) fix: String,
}

impl Obstacle {
    pub(crate) fn new(why: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { why: why.into(), fix: fix.into() }
    }
}

/// What switches a host's hooks off, and the file in which it stands.
pub(crate) fn switched_off(host: Host, site: &Site) -> Option<(String, PathBuf)> {
    if host == Host::Claude {
        let is_set = |path: &PathBuf| {
            let managed = json(path).unwrap_or_default();
            let is_set = |key: &&str| managed.get(*key) == Some(&Value::Bool(true));
            ["allowManagedHooksOnly", "disableAllHooks"].into_iter().find(is_set)
        };
        let found =
            claude_managed().into_iter().find_map(|path| Some((format!("`{}`", is_set(&path)?), path)));
        if found.is_some() {
            return found;
        }
    }
    if host == Host::Codex {
        let managed = PathBuf::from(CODEX_MANAGED);
        let text = std::fs::read_to_string(&managed).unwrap_or_default();
        if text.lines().any(|line| codex::is_set(line, "allow_managed_hooks_only", "true")) {
            return Some(("`allow_managed_hooks_only`".to_owned(), managed));
        }
        for scope in [Scope::Project, Scope::User] {
            let path = site.folder(host, scope)?.join("config.toml");
            // The nearest one that says anything counts.
            match codex::feature(&std::fs::read_to_string(&path).unwrap_or_default()) {
                Some(false) => return Some(("`features.hooks = false`".to_owned(), path)),
                Some(true) => return None,
                None => {}
            }
        }
    }
    for switch in switches(host) {
        let Some(path) = site.folder(host, switch.scope).map(|folder| folder.join(switch.file)) else {
            continue;
        };
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        match registration::switched(host, &text) {
            Switched::Off(what) => return Some((what, path)),
            // The nearest one that says anything counts.
            Switched::On => return None,
            Switched::Unsaid => {}
        }
    }
    None
}

/// A variable of this process that switches a host's hooks off in what is started from here.
pub(crate) fn variable_that_switches_off(host: Host) -> Option<&'static str> {
    let names: &[&str] = match host {
        // qwen-code.md.
        Host::Qwen => &["QWEN_CODE_SAFE_MODE", "QWEN_CODE_SIMPLE"],
        Host::Amp
        | Host::Claude
        | Host::Cline
        | Host::Codex
        | Host::Copilot
        | Host::Cursor
        | Host::Droid
        | Host::Gemini
        | Host::Kiro
        | Host::OpenCode
        | Host::Plain
        | Host::Windsurf => &[],
    };
    let is_on =
        |name: &&str| std::env::var(name).is_ok_and(|value| !["", "0", "false"].contains(&value.as_str()));
    names.iter().copied().find(is_on)
}

/// claude-code.md §1: the machine's own settings, and those beside them.
fn claude_managed() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in CLAUDE_MANAGED.map(Path::new) {
        found.push(folder.join("managed-settings.json"));
        let more = std::fs::read_dir(folder.join("managed-settings.d")).into_iter().flatten().flatten();
        found.extend(more.map(|entry| entry.path()));
    }
    found
}

/// How a host has to be started so that it runs hooks, where that is not as usual.
pub(crate) fn start(host: Host) -> Option<String> {
    // kiro.md, A.
    (host == Host::Kiro).then(|| {
        "Kiro CLI 2 runs no hooks with its built-in agent: `kiro-cli chat --agent hookward`, or make it the default with `kiro-cli settings chat.defaultAgent hookward`"
            .to_owned()
    })
}

/// What the version that is found, or an older one, does not know of a registration.
pub(crate) fn version_notes(host: Host, version: Option<Version>, registration: &str) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(version) = version {
        let weaker = lacks(host, version, registration).filter(|lack| lack.weight == Weight::Weaker);
        notes.extend(weaker.map(|lack| lack.what.to_owned()));
    } else if host == Host::Claude && registration.contains("\"onFailure\"") {
        notes.push(
            "Claude Code before 2.1.295 does not know `onFailure`: there a hook that cannot run lets the call through"
                .to_owned(),
        );
    }
    notes
}

/// What a person should know of a registration that holds.
pub(crate) fn notes(
    host: Host,
    scope: Scope,
    site: &Site,
    version: Option<Version>,
    registration: &str,
) -> Vec<String> {
    let mut notes = version_notes(host, version, registration);
    let downgrade = |wish| host.dialects().first()?.downgrade(&Call::shell(""), wish);
    notes.extend([Wish::Ask, Wish::Rewrite].into_iter().filter_map(downgrade));
    if !site.is_installed(host) {
        notes.push(format!("registered and proven; {} itself is not on this machine", host.title()));
    }
    match host {
        // claude-code.md §1.
        Host::Claude if !claude_trusts(site) => notes.push(
            "an interactive session runs hooks once the folder is trusted, which it asks for at its first start here"
                .to_owned(),
        ),
        // cursor.md §1: it keeps that in a database of its own.
        Host::Cursor if scope == Scope::Project => notes.push(
            "Cursor runs a project's hooks only in a workspace that it trusts, which only it can tell".to_owned(),
        ),
        // Seen with 0.61.
        Host::Gemini => notes.push(
            "where an editor drives it (`gemini --acp`) it runs no hooks and nothing is guarded; and with `gemini -p` at a terminal a question of a hook waits for ever: start it with `CI=true`, and it is a denial"
                .to_owned(),
        ),
        // cline.md, Locations.
        Host::Cline => notes.push("in its extension for editors, “Enable Hooks” has to be on".to_owned()),
        // factory-droid.md.
        Host::Droid => notes.push("it takes changed hooks only after a review in `/hooks`".to_owned()),
        // kiro.md, Gotchas.
        Host::Kiro => notes.push(
            "Kiro CLI 2 runs hooks only with an agent that has them: `kiro-cli chat --agent hookward`".to_owned(),
        ),
        _ => {}
    }
    notes.extend(registered_twice(host, scope, site));
    if let Some(file) = loads_claude_files(host, site) {
        notes.push(format!(
            "it may load {} too: a call is then judged twice, and the stricter answer holds",
            file.display()
        ));
    }
    notes
}

/// That a host is registered for the person and for the project: no event is left out of either, since nobody can know
/// which of them the host has loaded.
pub(crate) fn registered_twice(host: Host, scope: Scope, site: &Site) -> Option<String> {
    let other = match scope {
        Scope::Project => Scope::User,
        Scope::User => Scope::Project,
    };
    // amp.md, A: there the nearest file alone counts.
    if host == Host::Amp || !site.is_registered(host, other) || site.base(scope) == site.base(other) {
        return None;
    }
    Some(
        "it is registered for you and for this project, and each event is judged twice: the stricter answer holds and a \
         denial counts once, but own hooks and tools after an edit run twice; take one out with `hookward uninstall` or \
         `hookward uninstall --user`"
            .to_owned(),
    )
}

/// Whether Claude Code has been told to trust the folder, or one around it.
fn claude_trusts(site: &Site) -> bool {
    let moved = std::env::var_os("CLAUDE_CONFIG_DIR").map(PathBuf::from);
    let Some(folder) = moved.or_else(|| site.home.clone()) else { return false };
    let file = json(&folder.join(".claude.json")).unwrap_or_default();
    let Some(projects) = file.get("projects").and_then(Value::as_object) else { return false };
    projects.iter().any(|(project, state)| {
        site.root.starts_with(project) && state.get("hasTrustDialogAccepted") == Some(&Value::Bool(true))
    })
}

/// A file of Claude's with our hooks that another host reads too (MATRIX.md §3).
pub(crate) fn loads_claude_files(host: Host, site: &Site) -> Option<PathBuf> {
    if !matches!(host, Host::Cursor | Host::Copilot) {
        return None;
    }
    let files = site.files(Host::Claude, Scope::Project);
    files
        .into_iter()
        .find(|file| {
            let text = std::fs::read_to_string(&file.path).unwrap_or_default();
            entries(&file.target, &text).is_ok_and(|found| !found.is_empty())
        })
        .map(|file| file.path)
}

/// Why a host would not run a registration for want of trust, and what to do.
pub(crate) fn untrusted(host: Host, scope: Scope, site: &Site) -> Option<Obstacle> {
    match (host, scope) {
        (Host::Codex, _) => codex::untrusted(scope, site),
        (Host::Gemini, Scope::Project) => {
            let says_no = folder_trust(host, site) == Some(false);
            let env = std::env::var("GEMINI_CLI_TRUST_WORKSPACE").is_ok_and(|value| value == "true");
            if says_no || env || is_trusted_folder(host, site) {
                return None;
            }
            Some(Obstacle::new(
                "this folder is not trusted",
                "start `gemini` here once and trust the folder (`/permissions`)",
            ))
        }
        (Host::Qwen, Scope::Project) => {
            // Off unless it is switched on.
            if folder_trust(host, site) != Some(true) || is_trusted_folder(host, site) {
                return None;
            }
            Some(Obstacle::new(
                "this folder is not trusted",
                "start `qwen` here once and trust the folder (`/trust`)",
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
            Some(Obstacle::new(
                "this folder is not trusted",
                "start `copilot` here once and trust the folder",
            ))
        }
        _ => None,
    }
}

/// Whether trust in folders is asked for at all, where a settings file says.
fn folder_trust(host: Host, site: &Site) -> Option<bool> {
    let settings = json(&site.folder(host, Scope::User)?.join("settings.json"))?;
    settings.pointer("/security/folderTrust/enabled")?.as_bool()
}

/// By the rule that is nearest to the project.
fn is_trusted_folder(host: Host, site: &Site) -> bool {
    let file = site.folder(host, Scope::User).and_then(|folder| json(&folder.join("trustedFolders.json")));
    let rules = file.as_ref().and_then(Value::as_object).into_iter().flatten();
    let fitting = rules.filter_map(|(folder, level)| {
        let (folder, trusts) = match level.as_str()? {
            "TRUST_FOLDER" => (Path::new(folder), true),
            "TRUST_PARENT" => (Path::new(folder).parent()?, true),
            _ => (Path::new(folder), false),
        };
        site.root.starts_with(folder).then(|| (folder.components().count(), trusts))
    });
    // Of two for the same folder the one that does not trust counts.
    fitting.max_by_key(|(depth, trusts)| (*depth, !trusts)).is_some_and(|(_, trusts)| trusts)
}

/// Copilot heads a file of its own with comments.
fn json(path: &Path) -> Option<Value> {
    value(&std::fs::read_to_string(path).ok()?).ok()
}
