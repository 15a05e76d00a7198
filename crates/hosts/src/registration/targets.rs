//! Where each host looks for registrations.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::Scope;
use super::command::AMP_DELEGATE;
use crate::Host;

/// The folder of a host's configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folder {
    /// The variable that names it, where the host has one.
    pub variable: Option<&'static str>,
    /// Below the project or the home, where that is not set.
    pub default: &'static str,
    /// Below either.
    pub below: &'static str,
}

impl Folder {
    /// Where it is, from the project's root or the person's home.
    pub fn path(&self, base: &Path, var: &dyn Fn(&str) -> Option<String>) -> PathBuf {
        let set = self.variable.and_then(var).map(PathBuf::from).filter(|path| path.is_absolute());
        let folder = set.unwrap_or_else(|| base.join(self.default));
        if self.below.is_empty() { folder } else { folder.join(self.below) }
    }
}

const fn here(default: &'static str) -> Folder {
    Folder { variable: None, default, below: "" }
}

const fn moved(variable: &'static str, default: &'static str, below: &'static str) -> Folder {
    Folder { variable: Some(variable), default, below }
}

/// The folder of a host's configuration; `None` for what is no program.
pub fn folder(host: Host, scope: Scope) -> Option<Folder> {
    Some(match (host, scope) {
        (Host::Claude, Scope::Project) => here(".claude"),
        (Host::Claude, Scope::User) => moved("CLAUDE_CONFIG_DIR", ".claude", ""),
        (Host::Cursor, _) => here(".cursor"),
        (Host::Kiro, Scope::Project) => here(".kiro"),
        (Host::Kiro, Scope::User) => moved("KIRO_HOME", ".kiro", ""),
        (Host::Codex, Scope::Project) => here(".codex"),
        (Host::Codex, Scope::User) => moved("CODEX_HOME", ".codex", ""),
        (Host::Gemini, _) => here(".gemini"),
        (Host::Copilot, Scope::Project) => here(".github"),
        (Host::Copilot, Scope::User) => moved("COPILOT_HOME", ".copilot", ""),
        (Host::Qwen, _) => here(".qwen"),
        (Host::OpenCode, Scope::Project) => here(".opencode"),
        (Host::OpenCode, Scope::User) => moved("XDG_CONFIG_HOME", ".config", "opencode"),
        (Host::Windsurf, Scope::Project) => here(".windsurf"),
        (Host::Windsurf, Scope::User) => here(".codeium/windsurf"),
        // cline.md: both of its engines look here, the newer folders are known to one.
        (Host::Cline, Scope::Project) => here(".clinerules"),
        (Host::Cline, Scope::User) => here("Documents/Cline"),
        (Host::Droid, _) => here(".factory"),
        (Host::Amp, Scope::Project) => here(".amp"),
        (Host::Amp, Scope::User) => moved("XDG_CONFIG_HOME", ".config", "amp"),
        (Host::Plain, _) => return None,
    })
}

/// A file with a registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The host that reads it.
    pub host: Host,
    /// Whose file it is.
    pub scope: Scope,
    /// The file, below the host's folder.
    pub file: Cow<'static, str>,
    pub(super) form: Form,
}

impl Target {
    /// Whether the file is ours alone.
    pub fn is_whole(&self) -> bool {
        matches!(self.form, Form::Whole(_))
    }

    /// The role of the agent whose file it is: kiro.md, A has no word on it in the payload.
    pub fn role(&self) -> Option<&str> {
        let name = self.file.strip_prefix("agents/")?.strip_suffix(".json")?;
        (!self.is_whole() && is_plain(name)).then_some(name)
    }

    /// Whether the host runs the file itself.
    pub fn is_executable(&self) -> bool {
        matches!(self.form, Form::Whole(Whole::ClineScript(_) | Whole::AmpScript))
    }
}

/// Whether a role can be told in a command line as it is.
fn is_plain(role: &str) -> bool {
    !role.is_empty()
        && !role.starts_with(['-', '.'])
        && role.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

/// The file, below the host's folder, by which an agent's role is known to us where the host does not say which agent calls;
/// `None` where it does, or where such an agent cannot be.
pub fn file_of_role(host: Host, scope: Scope, role: &str) -> Option<String> {
    match (host, scope) {
        // kiro.md, A: the payload has no agent, and hooks run only for the agent that declares them.
        (Host::Kiro, Scope::Project) => is_plain(role).then(|| format!("agents/{role}.json")),
        (
            Host::Kiro
            | Host::Amp
            | Host::Claude
            | Host::Cline
            | Host::Codex
            | Host::Copilot
            | Host::Cursor
            | Host::Droid
            | Host::Gemini
            | Host::OpenCode
            | Host::Plain
            | Host::Qwen
            | Host::Windsurf,
            _,
        ) => None,
    }
}

/// How a file holds a registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// In a file that others own, too.
    Edited(Layout),
    /// The file is ours.
    Whole(Whole),
}

/// How lists and entries stand in a file that others own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The key under which the events' lists stand; `None` for the root itself.
    pub(super) under: Option<&'static str>,
    pub(super) entries: Entries,
}

/// How an event's list holds our entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entries {
    /// `[{ matcher, hooks: [entry] }]`
    Grouped,
    /// `[entry]`
    Flat,
    /// `[entry]`, with ours in front of all others.
    FlatFirst,
}

/// A file that is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    CopilotHooks,
    KiroHooks,
    KiroAgent,
    OpenCodePlugin,
    /// For one event.
    ClineScript(&'static str),
    /// amp.md, A: a delegate is run without arguments.
    AmpScript,
}

const GROUPED: Form = Form::Edited(Layout { under: Some("hooks"), entries: Entries::Grouped });
const FLAT: Form = Form::Edited(Layout { under: Some("hooks"), entries: Entries::Flat });
const PERMISSIONS: Form = Form::Edited(Layout { under: None, entries: Entries::FlatFirst });

/// The name of the files that are ours.
const KIRO_AGENT: &str = "agents/hookward.json";

/// cline.md: the file's name is the event.
const CLINE_EVENTS: &[&str] =
    &["PreToolUse", "PostToolUse", "UserPromptSubmit", "TaskStart", "TaskResume", "TaskComplete"];

/// Files in which a registration of ours may still stand, though the host does not read it there any more, or reads another
/// one first.
pub fn former_targets(host: Host, scope: Scope, files: &[String]) -> Vec<Target> {
    let names: &[&str] = match host {
        Host::Droid => &["hooks.json", "settings.json"],
        Host::Amp => &["settings.json", "settings.jsonc"],
        Host::Claude
        | Host::Cline
        | Host::Codex
        | Host::Copilot
        | Host::Cursor
        | Host::Gemini
        | Host::Kiro
        | Host::OpenCode
        | Host::Plain
        | Host::Qwen
        | Host::Windsurf => &[],
    };
    let current = targets(host, scope, files);
    let Some(form) = current.first().map(|target| target.form) else { return Vec::new() };
    let is_former = |name: &&&str| {
        files.iter().any(|file| file == **name) && !current.iter().any(|target| target.file == **name)
    };
    let former = names.iter().filter(is_former);
    former.map(|name| Target { host, scope, file: Cow::Borrowed(name), form }).collect()
}

/// The files that hold, or are to hold, a registration. `files` are those that are there, below the host's folder.
pub fn targets(host: Host, scope: Scope, files: &[String]) -> Vec<Target> {
    let target = |file: &str, form: Form| Target { host, scope, file: Cow::Owned(file.to_owned()), form };
    let has = |name: &str| files.iter().any(|file| file == name);
    match host {
        Host::Codex => vec![target("hooks.json", GROUPED)],
        // factory-droid.md: a hooks.json would hide the hooks of settings.json, and its shape is in doubt; in
        // settings.json it is not.
        Host::Droid if has("hooks.json") => vec![target("hooks.json", GROUPED)],
        Host::Claude | Host::Gemini | Host::Qwen | Host::Droid => vec![target("settings.json", GROUPED)],
        Host::Cursor | Host::Windsurf => vec![target("hooks.json", FLAT)],
        Host::Copilot => vec![target("hooks/hookward.json", Form::Whole(Whole::CopilotHooks))],
        Host::Kiro => {
            let mut all = vec![
                target("hooks/hookward.json", Form::Whole(Whole::KiroHooks)),
                target(KIRO_AGENT, Form::Whole(Whole::KiroAgent)),
            ];
            // kiro.md, A: hooks run only for the agent that declares them.
            let is_agent = |file: &str| {
                let name = file.strip_prefix("agents/").and_then(|name| name.strip_suffix(".json"));
                name.is_some_and(|name| !name.contains('/')) && file != KIRO_AGENT
            };
            all.extend(files.iter().filter(|file| is_agent(file)).map(|file| target(file, FLAT)));
            all
        }
        Host::OpenCode => vec![target("plugins/hookward.js", Form::Whole(Whole::OpenCodePlugin))],
        Host::Cline => CLINE_EVENTS
            .iter()
            .map(|event| {
                let folder = if scope == Scope::Project { "hooks" } else { "Hooks" };
                target(&format!("{folder}/{event}"), Form::Whole(Whole::ClineScript(event)))
            })
            .collect(),
        Host::Amp => {
            let with_comments = has("settings.jsonc") && !has("settings.json");
            let settings = if with_comments { "settings.jsonc" } else { "settings.json" };
            let mut all = vec![target(settings, PERMISSIONS)];
            // A project's settings name a program on the PATH; a person's may name a file beside them.
            if scope == Scope::User {
                all.push(target(AMP_DELEGATE, Form::Whole(Whole::AmpScript)));
            }
            all
        }
        Host::Plain => Vec::new(),
    }
}
