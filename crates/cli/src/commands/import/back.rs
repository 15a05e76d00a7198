//! The way back: imported hooks into the settings of their hosts, and out of the policy.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anstream::println;
use anyhow::Context;
use hookward_core::policy::{Layer, NativeHost, OwnHook};
use hookward_hosts::native::host_of;
use hookward_hosts::registration::{Foreign, Scope, with_foreign};

use super::written::{draft_of, without};
use crate::registrations::{Change, Part, Site, read};
use crate::situation::Situation;

/// Hooks that were imported, and where they go.
pub(crate) struct PutBack {
    hooks: Vec<OwnHook>,
}

impl PutBack {
    /// The hooks of a scope's policy files that were a host's own.
    pub(crate) fn of(situation: &Situation, scope: Scope, site: &Site) -> Self {
        let is_of_scope = |hook: &OwnHook| match (scope, hook.origin.layer) {
            (Scope::User, Layer::User) => true,
            // A workspace may have several roots; this one is what is put back.
            (Scope::Project, Layer::Project | Layer::Local) => {
                Path::new(&hook.origin.path).parent() == Some(site.root.as_path())
            }
            (Scope::User | Scope::Project, _) => false,
        };
        let mut hooks = situation.as_written().hooks;
        hooks.retain(|hook| hook.native.is_some() && is_of_scope(hook));
        Self { hooks }
    }

    /// Adds what has to change in the settings, on top of what changes there already.
    pub(crate) fn add_to_settings(
        &self,
        changes: &mut Vec<Change>,
        site: &Site,
        scope: Scope,
    ) -> anyhow::Result<()> {
        let Some(base) = site.base(scope) else { return Ok(()) };
        let mut files: BTreeMap<PathBuf, (NativeHost, Vec<Foreign>)> = BTreeMap::new();
        for draft in self.hooks.iter().filter_map(draft_of) {
            let native = &draft.native;
            let file = native.file.clone().or_else(|| usual_file(native.host));
            let Some(file) = file else { continue };
            let entry = draft.entry();
            let (event, matcher) = (native.event.clone(), native.matcher.clone());
            let hooks = files.entry(base.join(file)).or_insert_with(|| (native.host, Vec::new()));
            hooks.1.push(Foreign { event, matcher, entry, line: 0, column: 0 });
        }
        for (path, (host, hooks)) in files {
            let place = changes.iter().position(|change| change.path == path);
            let mut change = match place {
                Some(place) => changes.remove(place),
                None => {
                    let old = read(&path)?;
                    let new = old.clone();
                    let base = base.to_owned();
                    Change { path: path.clone(), old, new, executable: false, base, part: Part::Stays }
                }
            };
            let back = with_foreign(host_of(host), change.new.as_deref(), &hooks);
            change.new = Some(back.with_context(|| format!("{} was left as it is", path.display()))?);
            // In front of all that is taken out: whatever ends this in between, no hook is lost.
            changes.insert(0, change);
        }
        Ok(())
    }

    /// A policy file without them, as far as they stand there as they were written.
    pub(crate) fn out_of(&self, path: &Path, text: &str) -> String {
        let mut text = text.to_owned();
        for hook in self.hooks.iter().filter(|hook| Path::new(&hook.origin.path) == path) {
            text = without(&text, hook).unwrap_or(text);
        }
        text
    }

    /// Says what was put back.
    pub(crate) fn show(&self) {
        if self.hooks.is_empty() {
            return;
        }
        println!("put back into the settings of their hosts:");
        for hook in &self.hooks {
            let native = hook.native.as_ref();
            let file = native.and_then(|native| native.file.as_deref()).unwrap_or_default();
            println!("  {}: `{}` to {file}", hook.id, hook.line());
            let path = Path::new(&hook.origin.path);
            let is_left =
                read(path).ok().flatten().is_some_and(|text| text.contains(&format!("id = \"{}\"", hook.id)));
            if is_left {
                println!("    it was changed in {} since, and stays there too: delete it there", hook.origin);
            }
        }
    }
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
