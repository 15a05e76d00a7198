//! The hooks that are in hosts' settings.

use std::path::PathBuf;

use anyhow::anyhow;
use hookward_core::policy::{Layer, NativeHost, shell_line};
use hookward_hosts::native::{Draft, host_of, take};
use hookward_hosts::registration::{Foreign, Scope, foreign_hooks};
use hookward_runner::Condition;

use crate::registrations::{Site, read};

/// A settings file with hooks.
pub(super) struct Settings {
    pub(super) host: NativeHost,
    pub(super) path: PathBuf,
    pub(super) text: String,
    /// Its name from the project or the home.
    name: String,
    layer: Layer,
    /// The agent whose file it is, where a host has one file for each.
    agent: Agent,
    foreign: Vec<Foreign>,
}

/// Whose file it is.
enum Agent {
    /// Everybody's.
    Any,
    Named(String),
    /// One whose name cannot be told by a registration.
    Nameless,
}

/// A hook in a host's settings.
pub(super) struct Found {
    pub(super) host: NativeHost,
    pub(super) path: PathBuf,
    name: String,
    pub(super) layer: Layer,
    pub(super) agent: Option<String>,
    pub(super) foreign: Foreign,
    /// What it is in the policy, or why it stays where it is.
    pub(super) draft: Result<Draft, String>,
    /// Its id there.
    pub(super) id: String,
}

/// The settings files of a host with hooks that are not ours. What cannot be read is an error.
pub(super) fn read_settings(site: &Site, host: NativeHost, scope: Scope) -> anyhow::Result<Vec<Settings>> {
    let Some(folder) = site.folder(host_of(host), scope) else { return Ok(Vec::new()) };
    let near = match scope {
        Scope::Project => Layer::Project,
        Scope::User => Layer::User,
    };
    let mut files: Vec<(PathBuf, Layer, Agent)> = Vec::new();
    match host {
        NativeHost::Claude => {
            files.push((folder.join("settings.json"), near, Agent::Any));
            if scope == Scope::Project {
                files.push((folder.join("settings.local.json"), Layer::Local, Agent::Any));
            }
        }
        NativeHost::Cursor => files.push((folder.join("hooks.json"), near, Agent::Any)),
        NativeHost::Kiro => {
            let agents = site.files(host_of(host), scope).into_iter().filter(|file| !file.target.is_whole());
            files.extend(agents.map(|file| {
                let agent = file.target.role().map_or(Agent::Nameless, |name| Agent::Named(name.to_owned()));
                (file.path.clone(), near, agent)
            }));
        }
    }
    let mut settings = Vec::new();
    for (path, layer, agent) in files {
        let Some(text) = read(&path)? else { continue };
        if text.trim_start_matches('\u{feff}').trim_ascii().is_empty() {
            continue;
        }
        let foreign = foreign_hooks(host_of(host), &text)
            .map_err(|error| anyhow!("{}, {error}; nothing was changed", path.display()))?;
        let base = site.base(scope).unwrap_or(&site.root);
        let name = path.strip_prefix(base).unwrap_or(&path).display().to_string();
        settings.push(Settings { host, path, text, name, layer, agent, foreign });
    }
    Ok(settings)
}

impl Settings {
    /// Its hooks, each with what becomes of it.
    pub(super) fn hooks(&self) -> Vec<Found> {
        self.foreign.iter().map(|foreign| self.hook(foreign)).collect()
    }

    fn hook(&self, foreign: &Foreign) -> Found {
        let (draft, agent) = match &self.agent {
            Agent::Any => (take(self.host, foreign), None),
            Agent::Named(name) => (take(self.host, foreign), Some(name.clone())),
            Agent::Nameless => (Err("the name of its agent cannot be registered".to_owned()), None),
        };
        let draft = draft.and_then(|mut draft| {
            let is_right = |condition: &String| Condition::parse(condition).is_some();
            match draft.native.condition.as_ref().filter(|condition| !is_right(condition)) {
                Some(condition) => Err(format!("its `if`, `{condition}`, cannot be read here")),
                None => {
                    draft.native.file = Some(self.name.clone());
                    Ok(draft)
                }
            }
        });
        Found {
            host: self.host,
            path: self.path.clone(),
            name: self.name.clone(),
            layer: self.layer,
            agent,
            foreign: foreign.clone(),
            draft,
            id: String::new(),
        }
    }
}

impl Found {
    /// What it is for, and what it runs.
    pub(super) fn title(&self) -> String {
        let matcher = self.foreign.matcher.as_ref().filter(|matcher| !matcher.is_empty());
        let matcher = matcher.map(|matcher| format!(" {matcher}")).unwrap_or_default();
        format!("{}{matcher}: {}", self.foreign.event, self.line())
    }

    /// Its command, in one line.
    pub(super) fn line(&self) -> String {
        match &self.draft {
            Ok(Draft { run, native, .. }) => match &native.args {
                Some(args) => shell_line(run, args),
                None => run.clone(),
            },
            Err(_) => self.foreign.command().to_owned(),
        }
    }

    /// Where it stands.
    pub(super) fn place(&self) -> String {
        format!("{}:{}:{}", self.name, self.foreign.line, self.foreign.column)
    }

    /// Leaves it where it is unless it can be held to what it does now.
    pub(super) fn stay_unless(&mut self, is_followed: impl Fn(&Draft) -> bool) {
        if self.draft.as_ref().is_ok_and(|draft| !is_followed(draft)) {
            let why = "what it runs cannot be followed, so that nobody can trust it; run one script by name";
            self.draft = Err(why.to_owned());
        }
    }
}

/// Files with hooks of another form, which are not read: kiro.md, C.
pub(super) fn unread(site: &Site, host: NativeHost, scope: Scope) -> Vec<String> {
    let folder = site.folder(host_of(host), scope).filter(|_| host == NativeHost::Kiro);
    let Some(found) = folder.and_then(|folder| std::fs::read_dir(folder.join("hooks")).ok()) else {
        return Vec::new();
    };
    let base = site.base(scope).unwrap_or(&site.root);
    let mut names: Vec<String> = found
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json" || ending == "hook"))
        .filter(|path| !path.ends_with("hookward.json"))
        .map(|path| path.strip_prefix(base).unwrap_or(&path).display().to_string())
        .collect();
    names.sort();
    names
}
