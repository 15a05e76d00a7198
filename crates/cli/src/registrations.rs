//! Registrations on the disk: which files there are, what has to change in them, and the changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hookward_core::policy::{OwnHook, Stopping};
use hookward_core::{EventName, Policy};
use hookward_hosts::Host;
use hookward_hosts::registration::{
    AMP_DELEGATE, OnFailure, Origin, Scope, Target, Wanted, entries, file_of_role, folder, former_targets,
    lacking, only_waits_longer, quoted, register, targets, unregister,
};
use hookward_io::{Before, Places, Receipts};

pub(crate) use crate::change::{Change, Part};

/// Where registrations lie.
pub(crate) struct Site {
    /// The project.
    pub(crate) root: PathBuf,
    /// The person's home.
    pub(crate) home: Option<PathBuf>,
    /// What was there before us.
    pub(crate) receipts: Option<Receipts>,
}

/// A file with a registration, and where it is.
pub(crate) struct File {
    pub(crate) target: Target,
    pub(crate) path: PathBuf,
}

impl File {
    /// Whether it holds an entry of ours.
    pub(crate) fn has_ours(&self) -> bool {
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        entries(&self.target, &text).is_ok_and(|entries| !entries.is_empty())
    }
}

impl Site {
    pub(crate) fn new(root: &Path, places: Option<&Places>) -> Self {
        Self {
            root: root.to_owned(),
            home: places.map(|places| places.home.clone()),
            receipts: Receipts::of(places),
        }
    }

    /// The project's root, or the home.
    pub(crate) fn base(&self, scope: Scope) -> Option<&Path> {
        match scope {
            Scope::Project => Some(&self.root),
            Scope::User => self.home.as_deref(),
        }
    }

    /// The folder of a host's configuration.
    pub(crate) fn folder(&self, host: Host, scope: Scope) -> Option<PathBuf> {
        let var = |name: &str| std::env::var(name).ok();
        Some(folder(host, scope)?.path(self.base(scope)?, &var))
    }

    /// The files that hold, or are to hold, a host's registration.
    pub(crate) fn files(&self, host: Host, scope: Scope) -> Vec<File> {
        self.files_of(host, scope, targets)
    }

    /// The same, and those of the policy's roles that are not there yet.
    fn files_for(&self, host: Host, scope: Scope, policy: &Policy) -> Vec<File> {
        let roles = || policy.roles.iter().filter_map(|role| file_of_role(host, scope, role));
        self.files_of(host, scope, |host, scope, there| {
            let mut names = there.to_vec();
            names.extend(roles().filter(|name| !there.contains(name)));
            targets(host, scope, &names)
        })
    }

    /// The end of a file that was made for a role which the policy does not name any more, and that nobody else has written in.
    fn of_no_role(&self, file: &File, policy: &Policy) -> anyhow::Result<Option<Change>> {
        let target = &file.target;
        let is_named = |role: &str| policy.roles.iter().any(|own| own == role);
        let is_ours = |role: &str| file_of_role(target.host, target.scope, role).is_some();
        if !target.role().is_some_and(|role| is_ours(role) && !is_named(role)) {
            return Ok(None);
        }
        Ok(self.without_ours(file)?.filter(|change| change.new.is_none()))
    }

    /// The files in which one may still stand, to no effect.
    pub(crate) fn former_files(&self, host: Host, scope: Scope) -> Vec<File> {
        self.files_of(host, scope, former_targets)
    }

    fn files_of(
        &self,
        host: Host,
        scope: Scope,
        targets: impl Fn(Host, Scope, &[String]) -> Vec<Target>,
    ) -> Vec<File> {
        let Some(folder) = self.folder(host, scope) else { return Vec::new() };
        let mut there = names(&folder, "");
        there.extend(names(&folder.join("agents"), "agents/"));
        let file = |target: Target| File { path: folder.join(&*target.file), target };
        targets(host, scope, &there).into_iter().map(file).collect()
    }

    /// Whether any file of a host registers us.
    pub(crate) fn is_registered(&self, host: Host, scope: Scope) -> bool {
        self.files(host, scope).iter().any(File::has_ours)
    }

    /// Whether a host is on this machine or used in this project.
    pub(crate) fn finds(&self, host: Host) -> bool {
        project_marks(host).iter().any(|mark| self.root.join(mark).is_dir()) || self.is_installed(host)
    }

    /// Whether a host is on this machine: its program, or its folder at home.
    pub(crate) fn is_installed(&self, host: Host) -> bool {
        let folder = self.folder(host, Scope::User);
        let at_home =
            folder.is_some_and(|folder| Some(folder.as_path()) != self.home.as_deref() && folder.is_dir());
        at_home || programs(host).iter().any(|program| on_path(program).is_some())
    }

    /// What has to change so that a host is registered.
    pub(crate) fn register(&self, host: Host, scope: Scope, policy: &Policy) -> anyhow::Result<Vec<Change>> {
        let program = match scope {
            // Found on the PATH, so that it works on a colleague's machine too.
            Scope::Project => "hookward".to_owned(),
            Scope::User => quoted(&own_path()?.display().to_string()),
        };
        let blocks = scope == Scope::User || policy.fail_closed;
        let delegate = self.files(host, scope).into_iter().find(|file| file.target.file == AMP_DELEGATE);
        let delegate = delegate.map(|file| file.path.display().to_string());
        let wanted = Wanted {
            amp_delegate: delegate.as_deref(),
            program: &program,
            own_seconds: &own_seconds(policy, host),
            on_failure: if blocks { OnFailure::Block } else { OnFailure::GoOn },
        };
        let mut changes = Vec::new();
        for file in self.files_for(host, scope, policy) {
            if let Some(gone) = self.of_no_role(&file, policy)? {
                changes.push(gone);
                continue;
            }
            let old = read(&file.path)?;
            let new = register(&file.target, old.as_deref(), &wanted)
                .with_context(|| format!("{} was left as it is", file.path.display()))?;
            let new = match &old {
                Some(old) if only_waits_longer(old, &new) => old.clone(),
                Some(_) | None => new,
            };
            let part = part(&file.target, old.as_deref());
            changes.extend(self.change(&file, old, Some(new), part));
        }
        for file in self.former_files(host, scope) {
            changes.extend(self.without_ours(&file)?);
        }
        Ok(changes)
    }

    /// What has to change so that a host is not registered.
    pub(crate) fn unregister(&self, host: Host, scope: Scope) -> anyhow::Result<Vec<Change>> {
        let mut changes = Vec::new();
        for file in self.files(host, scope).into_iter().chain(self.former_files(host, scope)) {
            changes.extend(self.without_ours(&file)?);
        }
        Ok(changes)
    }

    fn without_ours(&self, file: &File) -> anyhow::Result<Option<Change>> {
        let Some(old) = read(&file.path)? else { return Ok(None) };
        let receipt = self.receipts.as_ref().and_then(|receipts| receipts.find(&file.path));
        let before = receipt.map(|receipt| receipt.before);
        let origin = match &before {
            Some(Before::Lacking(keys)) => Origin::Lacking(keys),
            Some(Before::Absent | Before::Blank(_)) | None => Origin::Untold,
        };
        let new = unregister(&file.target, &old, origin)
            .with_context(|| format!("{} was left as it is", file.path.display()))?;
        let new = match (new, before) {
            (None, Some(Before::Blank(text))) => Some(text),
            (new, _) => new,
        };
        Ok(self.change(file, Some(old), new, Part::Goes))
    }

    fn change(&self, file: &File, old: Option<String>, new: Option<String>, part: Part) -> Option<Change> {
        let base = self.base(file.target.scope).unwrap_or(&self.root).to_owned();
        let executable = file.target.is_executable();
        (old != new).then(|| Change { path: file.path.clone(), old, new, executable, base, part })
    }
}

/// What the policy's own commands may take, by event.
pub(crate) fn own_seconds(policy: &Policy, host: Host) -> Vec<(EventName, u32)> {
    let seconds = |milliseconds: u64| u32::try_from(milliseconds.div_ceil(1_000)).unwrap_or(u32::MAX);
    let (native, own): (Vec<_>, Vec<_>) = policy.hooks.iter().partition(|hook| hook.native.is_some());
    let hooks = own.into_iter().map(|hook| (hook.on, seconds(hook.timeout_ms)));
    // Those that were the host's own run at once.
    let mut at_once: BTreeMap<EventName, u64> = BTreeMap::new();
    let is_of_host =
        |hook: &&OwnHook| hook.native.as_ref().is_some_and(|own| own.host.as_str() == host.name());
    for hook in native.into_iter().filter(is_of_host) {
        let longest = at_once.entry(hook.on).or_default();
        *longest = hook.timeout_ms.max(*longest);
    }
    let hooks = hooks.chain(at_once.into_iter().map(|(on, longest)| (on, seconds(longest))));
    let usual = Stopping::default().limit_ms;
    let longer = policy.stopping.as_ref().map_or(0, |stopping| stopping.limit_ms.saturating_sub(usual));
    let stop = (longer > 0).then(|| (EventName::Stop, seconds(longer)));
    hooks.chain(stop).collect()
}

/// Whether our registration comes to a file, and to what.
fn part(target: &Target, old: Option<&str>) -> Part {
    let Some(old) = old else { return Part::Comes(Before::Absent) };
    if old.trim_start_matches('\u{feff}').trim_ascii().is_empty() {
        return Part::Comes(Before::Blank(old.to_owned()));
    }
    if entries(target, old).is_ok_and(|entries| entries.is_empty()) {
        let keys = lacking(target, old).into_iter().map(str::to_owned).collect();
        return Part::Comes(Before::Lacking(keys));
    }
    Part::Stays
}

/// The files of a folder.
fn names(folder: &Path, prefix: &str) -> Vec<String> {
    let Ok(found) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = found
        .flatten()
        .filter(|entry| entry.path().is_file())
        .map(|entry| format!("{prefix}{}", entry.file_name().display()))
        .collect();
    names.sort();
    names
}

/// A file's text; `None` if there is none.
pub(crate) fn read(path: &Path) -> anyhow::Result<Option<String>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error)
            if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) =>
        {
            Ok(None)
        }
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
    }
}

/// The programs by which a host is started.
pub(crate) fn programs(host: Host) -> &'static [&'static str] {
    match host {
        Host::Claude => &["claude"],
        Host::Cursor => &["cursor", "cursor-agent"],
        Host::Kiro => &["kiro", "kiro-cli"],
        Host::Codex => &["codex"],
        Host::Gemini => &["gemini"],
        Host::Copilot => &["copilot"],
        Host::Qwen => &["qwen"],
        Host::OpenCode => &["opencode"],
        Host::Windsurf => &["windsurf"],
        Host::Cline => &["cline"],
        Host::Droid => &["droid"],
        Host::Amp => &["amp"],
        Host::Plain => &[],
    }
}

/// Directories of a project that only users of a host have.
fn project_marks(host: Host) -> &'static [&'static str] {
    match host {
        Host::Claude => &[".claude"],
        Host::Cursor => &[".cursor"],
        Host::Kiro => &[".kiro"],
        Host::Codex => &[".codex"],
        Host::Gemini => &[".gemini"],
        // Nearly every project has a `.github`.
        Host::Copilot => &[".github/hooks", ".github/copilot"],
        Host::Qwen => &[".qwen"],
        Host::OpenCode => &[".opencode"],
        Host::Windsurf => &[".windsurf"],
        Host::Cline => &[".clinerules", ".cline"],
        Host::Droid => &[".factory"],
        Host::Amp => &[".amp"],
        Host::Plain => &[],
    }
}

/// Where this program is: as it is found on the PATH, which outlives an update, if that is this one.
fn own_path() -> anyhow::Result<PathBuf> {
    let own = std::env::current_exe().context("the path of hookward cannot be found")?;
    let is_own = |path: &PathBuf| path.canonicalize().ok() == own.canonicalize().ok();
    let found = on_path("hookward").filter(|path| path.is_absolute() && is_own(path));
    Ok(found.unwrap_or(own))
}

/// Where a program is found.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|directory| directory.join(program)).find(|path| path.is_file())
}

/// All hosts that can be registered with.
pub(crate) fn hosts() -> impl Iterator<Item = Host> {
    Host::ALL.iter().copied().filter(|host| host.is_registrable())
}
