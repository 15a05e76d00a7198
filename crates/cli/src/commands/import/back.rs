//! The way back: imported hooks into the settings of their hosts, and out of the policy. What the policy says now counts;
//! where that is gone, what was noted at the import.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anstream::println;
use anyhow::Context;
use hookward_core::policy::{Layer, NativeHost, OwnHook};
use hookward_hosts::native::{host_of, take};
use hookward_hosts::registration::{Foreign, Scope, with_foreign, without_foreign};
use hookward_io::{Kept, KeptHook};

use super::HOSTS;
use super::written::{draft_of, without};
use crate::registrations::{Change, Part, Site, read};
use crate::situation::Situation;

/// Hooks that were imported, and where they go.
pub(crate) struct PutBack {
    /// Those that the policy has.
    own: Vec<OwnHook>,
    files: BTreeMap<PathBuf, BackFile>,
}

/// A settings file that hooks go back to.
struct BackFile {
    host: NativeHost,
    hooks: Vec<KeptHook>,
    /// What was imported from it and has been deleted from the policy since.
    deleted: Vec<KeptHook>,
    /// What was noted of it.
    kept: Option<Kept>,
}

impl PutBack {
    /// The hooks of a scope that were a host's own.
    pub(crate) fn of(situation: &Situation, scope: Scope, site: &Site) -> Self {
        let is_of_scope = |hook: &OwnHook| match (scope, hook.origin.layer) {
            (Scope::User, Layer::User) => true,
            // A workspace may have several roots; this one is what is put back.
            (Scope::Project, Layer::Project | Layer::Local) => {
                Path::new(&hook.origin.path).parent() == Some(site.root.as_path())
            }
            (Scope::User | Scope::Project, _) => false,
        };
        let mut own = situation.as_written().hooks;
        own.retain(|hook| hook.native.is_some() && is_of_scope(hook));
        let Some(base) = site.base(scope) else { return Self { own, files: BTreeMap::new() } };
        let mut said: BTreeMap<PathBuf, Vec<KeptHook>> = BTreeMap::new();
        let mut all = Vec::new();
        for (file, hook) in own.iter().filter_map(as_kept) {
            said.entry(base.join(file)).or_default().push(hook.clone());
            all.push(hook);
        }
        let has_policy = |path: &Path| {
            let is_it = |source: &hookward_core::policy::Source| Path::new(&source.path) == path;
            situation.fault.is_none() && situation.sources.iter().any(is_it)
        };
        let mut files = BTreeMap::new();
        for receipt in site.receipts.iter().flat_map(|receipts| receipts.kept_of(base)) {
            let said = said.remove(&receipt.path).unwrap_or_default();
            files
                .extend(BackFile::of(&said, &all, receipt.kept, has_policy).map(|file| (receipt.path, file)));
        }
        for (path, said) in said {
            files.extend(BackFile::of(&said, &all, None, has_policy).map(|file| (path, file)));
        }
        Self { own, files }
    }

    /// What a settings file becomes, if anything of it is to be put back: it says this now, and this without our
    /// registration.
    pub(super) fn text_of(
        &self,
        path: &Path,
        now: Option<&str>,
        without_ours: Option<&str>,
    ) -> anyhow::Result<Option<String>> {
        let Some(file) = self.files.get(path) else { return Ok(without_ours.map(str::to_owned)) };
        let left = || format!("{} was left as it is", path.display());
        let start = match &file.kept {
            Some(kept) if kept.is_left(now) => {
                let goes = |found: &Foreign| {
                    kept.hooks.iter().any(|hook| is_it(hook, found))
                        && !file.hooks.iter().any(|hook| is_it(hook, found))
                };
                Some(without_foreign(host_of(file.host), &kept.original, goes).with_context(left)?)
            }
            Some(_) | None => without_ours.map(str::to_owned),
        };
        if file.hooks.is_empty() {
            return Ok(start);
        }
        let hooks: Vec<Foreign> = file.hooks.iter().map(foreign).collect();
        Ok(Some(with_foreign(host_of(file.host), start.as_deref(), &hooks).with_context(left)?))
    }

    /// The hooks that go back to a settings file.
    pub(super) fn hooks_of(&self, path: &Path) -> &[KeptHook] {
        self.files.get(path).map_or(&[], |file| &file.hooks)
    }

    /// Adds what has to change in the settings, on top of what changes there already.
    pub(crate) fn add_to_settings(
        &self,
        changes: &mut Vec<Change>,
        site: &Site,
        scope: Scope,
    ) -> anyhow::Result<()> {
        let Some(base) = site.base(scope) else { return Ok(()) };
        for path in self.files.keys() {
            let place = changes.iter().position(|change| change.path == *path);
            let mut change = match place {
                Some(place) => changes.remove(place),
                None => {
                    let old = read(path)?;
                    let new = old.clone();
                    let base = base.to_owned();
                    Change { path: path.clone(), old, new, executable: false, base, part: Part::Stays }
                }
            };
            change.new = self.text_of(path, change.old.as_deref(), change.new.as_deref())?;
            if change.old != change.new {
                // In front of all that is taken out: whatever ends this in between, no hook is lost.
                changes.insert(0, change);
            }
        }
        Ok(())
    }

    /// A policy file without them: as it was where nobody has changed it since, else without what stands there as it was
    /// written.
    pub(crate) fn out_of(&self, path: &Path, text: &str, site: &Site) -> String {
        let receipt = site.receipts.as_ref().and_then(|receipts| receipts.find(path));
        if let Some(kept) = receipt.and_then(|receipt| receipt.kept).filter(|kept| kept.is_left(Some(text))) {
            return kept.original;
        }
        let mut text = text.to_owned();
        for hook in self.own.iter().filter(|hook| Path::new(&hook.origin.path) == path) {
            text = without(&text, hook).unwrap_or(text);
        }
        text
    }

    /// Forgets what was noted: all of it is back.
    pub(crate) fn forget(&self, site: &Site, policies: &[PathBuf]) {
        let Some(receipts) = &site.receipts else { return };
        for path in self.files.keys().chain(policies) {
            if receipts.find(path).is_some_and(|receipt| receipt.kept.is_some()) {
                receipts.forget(path);
            }
        }
    }

    /// Says what was put back, and what was not.
    pub(crate) fn show(&self, root: &Path) {
        let name = |path: &Path| path.strip_prefix(root).unwrap_or(path).display().to_string();
        if self.files.values().any(|file| !file.hooks.is_empty()) {
            println!("put back into the settings of their hosts:");
        }
        for (path, file) in &self.files {
            for hook in &file.hooks {
                println!("  {}: `{}` to {}", hook.id, foreign(hook).command(), name(path));
            }
            for hook in &file.hooks {
                if hook.policy.is_none() {
                    println!("    {} comes from the notes of the import: the policy has it no more", hook.id);
                }
            }
            let now = read(path).ok().flatten();
            if file
                .kept
                .as_ref()
                .is_some_and(|kept| file.deleted.is_empty() && now.as_ref() != Some(&kept.original))
            {
                println!(
                    "  {} was changed since the import: that stays, and the hooks stand there as they read in the policy",
                    name(path)
                );
            }
            for hook in &file.deleted {
                println!(
                    "  not put back into {}, since it was deleted from the policy: `{}` on {}",
                    name(path),
                    foreign(hook).command(),
                    hook.event
                );
            }
        }
        for hook in &self.own {
            let path = Path::new(&hook.origin.path);
            let is_left =
                read(path).ok().flatten().is_some_and(|text| text.contains(&format!("id = \"{}\"", hook.id)));
            if is_left {
                println!(
                    "  {} was changed in {} since, and stays there too: delete it there",
                    hook.id, hook.origin
                );
            }
        }
    }

    /// Hooks that were imported and stand nowhere now, since the policy that they went to is gone.
    pub(crate) fn lost(&self) -> Vec<String> {
        let hooks =
            self.files.iter().flat_map(|(path, file)| file.hooks.iter().map(move |hook| (path, hook)));
        let lost = hooks.filter(|(_, hook)| hook.policy.is_none());
        lost.map(|(path, hook)| {
            format!("`{}` on {} of {}", foreign(hook).command(), hook.event, path.display())
        })
        .collect()
    }
}

impl BackFile {
    /// What goes back to a file, by what the policy says of it and of all files, and by what was noted; `None` if that is of
    /// no host.
    fn of(
        said: &[KeptHook],
        all: &[KeptHook],
        kept: Option<Kept>,
        has_policy: impl Fn(&Path) -> bool,
    ) -> Option<Self> {
        let noted = kept.as_ref().map(|kept| kept.hooks.clone()).unwrap_or_default();
        let host = noted.iter().chain(said).find_map(|hook| native(&hook.host))?;
        let (mut hooks, mut deleted) = (Vec::new(), Vec::new());
        // One hook of the policy may stand for several that differ only in what the host shows.
        let is_unchanged = |one: &KeptHook| noted.iter().any(|hook| is_as_imported(one, hook));
        let stands_for = |one: &KeptHook, hook: &KeptHook| is_unchanged(one) && one.id == hook.id;
        for hook in &noted {
            let own = said.iter().find(|one| is_as_imported(one, hook));
            match own.or_else(|| said.iter().find(|one| one.id == hook.id)) {
                Some(own) if is_unchanged(own) => {
                    hooks.push(KeptHook { id: own.id.clone(), policy: own.policy.clone(), ..hook.clone() });
                }
                // As it is now it goes back below.
                Some(_) => {}
                // It stood in another file as well, and the policy has it once.
                None if all.iter().any(|one| stands_for(one, hook)) => hooks.push(hook.clone()),
                None if hook.policy.as_deref().is_some_and(&has_policy) => deleted.push(hook.clone()),
                None => hooks.push(KeptHook { policy: None, ..hook.clone() }),
            }
        }
        // What was written or changed by hand.
        hooks.extend(said.iter().filter(|one| !is_unchanged(one)).cloned());
        Some(Self { host, hooks, deleted, kept })
    }
}

fn native(name: &str) -> Option<NativeHost> {
    HOSTS.into_iter().find(|host| host.as_str() == name)
}

/// A hook of the policy as it stood in the settings, and in which file.
fn as_kept(own: &OwnHook) -> Option<(String, KeptHook)> {
    let draft = draft_of(own)?;
    let file = draft.native.file.clone().or_else(|| usual_file(draft.native.host))?;
    let hook = KeptHook {
        host: draft.native.host.as_str().to_owned(),
        event: draft.native.event.clone(),
        matcher: draft.native.matcher.clone(),
        entry: draft.entry(),
        id: own.id.clone(),
        policy: Some(PathBuf::from(&own.origin.path)),
    };
    Some((file, hook))
}

/// Whether a hook of the policy still is what was imported, however its entry was written.
fn is_as_imported(own: &KeptHook, hook: &KeptHook) -> bool {
    let entry =
        native(&hook.host).and_then(|host| take(host, &foreign(hook)).ok()).map(|draft| draft.entry());
    (&own.host, &own.event, &own.matcher) == (&hook.host, &hook.event, &hook.matcher)
        && entry.as_ref() == Some(&own.entry)
}

fn foreign(hook: &KeptHook) -> Foreign {
    let KeptHook { event, matcher, entry, .. } = hook.clone();
    Foreign { event, matcher, entry, line: 0, column: 0 }
}

fn is_it(hook: &KeptHook, found: &Foreign) -> bool {
    (&hook.event, &hook.matcher, &hook.entry) == (&found.event, &found.matcher, &found.entry)
}

/// Where a host's hooks stand if a hook does not say where it came from.
fn usual_file(host: NativeHost) -> Option<String> {
    match host {
        NativeHost::Claude => Some(".claude/settings.json".to_owned()),
        NativeHost::Cursor => Some(".cursor/hooks.json".to_owned()),
        // Only the agent knows.
        NativeHost::Kiro => None,
    }
}
