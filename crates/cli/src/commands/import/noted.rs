//! What an import notes before it takes anything out of a file, so that an uninstall can leave it as it was.

use std::path::Path;

use anyhow::Context;
use hookward_hosts::native::host_of;
use hookward_hosts::registration::Scope;
use hookward_io::{Kept, KeptHook, Receipt, Receipts, digest};

use super::back::PutBack;
use super::found::Found;
use super::written::known_as;
use super::{Plan, is_policy};
use crate::registrations::{Change, Part, Site};
use crate::situation::Situation;

/// The notes for all files that an import is about to change.
pub(super) fn notes(
    plan: &Plan,
    scope: Scope,
    site: &Site,
    situation: &Situation,
) -> anyhow::Result<Vec<Receipt>> {
    let (Some(receipts), Some(base)) = (&site.receipts, site.base(scope)) else { return Ok(Vec::new()) };
    let back = PutBack::of(situation, scope, site);
    let mut notes = Vec::new();
    for change in &plan.changes {
        let Some(old) = change.old.as_deref() else { continue };
        let taken: Vec<&Found> =
            plan.found.iter().filter(|hook| hook.path == change.path && hook.draft.is_ok()).collect();
        let (original, hooks) = match (taken.first(), &change.part) {
            (Some(first), _) => {
                let without = without_ours(first, scope, site, &change.path)?;
                let without = without.as_deref().unwrap_or(old);
                let original = back.text_of(&change.path, Some(old), Some(without))?;
                (original.unwrap_or_default(), all(&back, &taken, plan, &change.path))
            }
            // A policy that is ours goes as a whole.
            (None, Part::Stays) if is_policy(change) => (back.out_of(&change.path, old, site), Vec::new()),
            (None, Part::Stays | Part::Comes(_) | Part::Goes) => continue,
        };
        notes.push(noted(
            change,
            receipts,
            Kept { base: base.to_owned(), original, left: left(change), hooks },
        ));
    }
    Ok(notes)
}

fn left(change: &Change) -> String {
    digest(change.new.as_deref().unwrap_or_default().as_bytes())
}

fn noted(change: &Change, receipts: &Receipts, kept: Kept) -> Receipt {
    let path = change.path.clone();
    let known = receipts.find(&path).unwrap_or_else(|| Receipt { path, ..Receipt::default() });
    Receipt { kept: Some(kept), ..known }
}

/// A settings file without our registration, if it is there.
fn without_ours(hook: &Found, scope: Scope, site: &Site, path: &Path) -> anyhow::Result<Option<String>> {
    let changes = site.unregister(host_of(hook.host), scope)?;
    Ok(changes.into_iter().find(|change| change.path == path).and_then(|change| change.new))
}

/// What an earlier import has taken out of a file, and what this one does.
fn all(back: &PutBack, taken: &[&Found], plan: &Plan, path: &Path) -> Vec<KeptHook> {
    let mut hooks = back.hooks_of(path).to_vec();
    let mut there = hooks.clone();
    for found in taken {
        let own = known_as(found, &plan.policy);
        let hook = KeptHook {
            host: found.host.as_str().to_owned(),
            event: found.foreign.event.clone(),
            matcher: found.foreign.matcher.clone(),
            entry: found.foreign.entry.clone(),
            id: found.id.clone(),
            policy: own.map(|own| own.origin.path.clone().into()),
        };
        let is_same = |one: &KeptHook| {
            (&one.event, &one.matcher, &one.entry) == (&hook.event, &hook.matcher, &hook.entry)
        };
        // One that stands in both, such as after a checkout, is still one.
        match there.iter().position(is_same) {
            Some(at) => {
                there.remove(at);
                if let Some(known) = hooks.iter_mut().find(|one| is_same(one)) {
                    *known = hook;
                }
            }
            None => hooks.push(hook),
        }
    }
    hooks
}

/// Writes the notes, and gives what was noted before: to be written if the import fails.
pub(super) fn write(notes: &[Receipt], site: &Site) -> anyhow::Result<Vec<(Receipt, Option<Receipt>)>> {
    let Some(receipts) = &site.receipts else { return Ok(Vec::new()) };
    let mut before = Vec::new();
    for note in notes {
        before.push((note.clone(), receipts.find(&note.path)));
        let cannot = || format!("what {} says cannot be noted", note.path.display());
        if let Err(error) = receipts.note(note).with_context(cannot) {
            take_back(&before, site);
            return Err(error);
        }
    }
    Ok(before)
}

/// Leaves the notes as they were before.
pub(super) fn take_back(before: &[(Receipt, Option<Receipt>)], site: &Site) {
    let Some(receipts) = &site.receipts else { return };
    for (note, was) in before {
        match was {
            Some(was) => drop(receipts.note(was)),
            None => receipts.forget(&note.path),
        }
    }
}
