//! Whether Codex runs a hook: only in a project that is trusted, and only the very hook that a person has trusted
//! (codex.md §1).

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use hookward_hosts::Host;
use hookward_hosts::registration::{CodexHook, Scope, codex_hooks};
use hookward_io::digest;
use serde_json::{Value, json};

use super::Obstacle;
use crate::process;
use crate::registrations::{Site, on_path};

/// How long Codex may take to say what it trusts.
const PATIENCE: Duration = Duration::from_secs(10);

const FIX: &str = "start `codex` here, trust the folder, and trust the hooks of hookward (`/hooks`)";

/// What keeps Codex from running the hook, if anything does.
pub(super) fn untrusted(scope: Scope, site: &Site) -> Option<Obstacle> {
    let file = site.folder(Host::Codex, scope)?.join("hooks.json");
    let config = site.folder(Host::Codex, Scope::User)?.join("config.toml");
    let config = std::fs::read_to_string(config).unwrap_or_default();
    let root = format!("\"{}\"", site.root.display());
    let is_project = |(title, body): (&str, &str)| {
        title.starts_with("projects.")
            && title.contains(&root)
            && body.lines().any(|line| is_set(line, "trust_level", "\"trusted\""))
    };
    let hooks = codex_hooks(&std::fs::read_to_string(&file).unwrap_or_default()).unwrap_or_default();
    let states: Vec<Trust> = hooks.iter().map(|hook| trust(hook, &file, &config)).collect();
    if !states.contains(&Trust::Given) {
        let why = match states.first() {
            Some(Trust::OfAnother) if is_trusted_by_its_own_word(&file, site) => None,
            Some(Trust::OfAnother) => Some("the hook has changed since Codex was told to trust it"),
            Some(Trust::SwitchedOff) => Some("the hook is switched off in Codex"),
            Some(Trust::Missing | Trust::Given) | None => Some("Codex has not been told to trust the hook"),
        };
        if let Some(why) = why {
            return Some(Obstacle::new(why, FIX));
        }
    }
    if scope == Scope::Project && !sections(&config).any(is_project) {
        return Some(Obstacle::new("Codex does not trust this folder", FIX));
    }
    None
}

/// What Codex was told of a hook.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    Given,
    /// It is for another text at the same place.
    OfAnother,
    SwitchedOff,
    Missing,
}

fn trust(hook: &CodexHook, file: &Path, config: &str) -> Trust {
    let key = format!("{}:{}", file.display(), hook.key);
    let own = |(title, body): &(&str, &str)| title.contains(&key) || body.contains(&key);
    let Some((_, body)) = sections(config).find(own) else { return Trust::Missing };
    if body.lines().any(|line| is_set(line, "enabled", "false")) {
        Trust::SwitchedOff
    } else if !body.contains("trusted_hash") {
        Trust::Missing
    } else if body.contains(&format!("\"sha256:{}\"", digest(hook.identity.as_bytes()))) {
        Trust::Given
    } else {
        Trust::OfAnother
    }
}

/// Another version may take its hash of something else, so that only Codex itself can tell.
fn is_trusted_by_its_own_word(file: &Path, site: &Site) -> bool {
    let Some(program) = on_path("codex") else { return false };
    let mut command = Command::new(program);
    command.arg("app-server").current_dir(&site.root);
    let client = json!({"clientInfo": {"name": "hookward", "version": env!("CARGO_PKG_VERSION")}});
    let requests = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "hooks/list", "params": {"cwds": [site.root]}}),
    ];
    let Some(answer) = process::ask(&mut command, &requests, PATIENCE) else { return false };
    let hooks = answer.pointer("/result/data/0/hooks").and_then(Value::as_array);
    let is_ours = |hook: &Value| {
        hook["eventName"] == "preToolUse"
            && hook["sourcePath"].as_str().is_some_and(|path| Path::new(path) == file)
            && hook["command"].as_str().is_some_and(|line| line.contains("hookward"))
    };
    let is_trusted = |hook: &Value| is_ours(hook) && hook["trustStatus"] == "trusted";
    hooks.is_some_and(|hooks| hooks.iter().any(is_trusted))
}

/// Whether a setting of `[features]` switches hooks on or off; codex.md §1: `codex_hooks` is the old name.
pub(super) fn feature(config: &str) -> Option<bool> {
    let (_, body) = sections(config).find(|(title, _)| title.trim() == "features")?;
    let says = |value: &str| {
        body.lines().any(|line| is_set(line, "hooks", value) || is_set(line, "codex_hooks", value))
    };
    if says("false") { Some(false) } else { says("true").then_some(true) }
}

/// The tables of a TOML file: enough for what Codex writes there itself.
fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\n[").map(|section| {
        let section = section.strip_prefix('[').unwrap_or(section);
        section.split_once("]\n").unwrap_or((section, ""))
    })
}

/// Whether a line sets a key to a value.
pub(super) fn is_set(line: &str, key: &str, value: &str) -> bool {
    line.split_once('=').is_some_and(|(left, right)| left.trim() == key && right.trim() == value)
}
