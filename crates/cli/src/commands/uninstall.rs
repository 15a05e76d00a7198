//! `uninstall`: takes out what `init` and `sync` have put in, and leaves the files as they were before.

use std::path::{Path, PathBuf};

use anstream::println;
use anyhow::Context;
use clap::Args;
use hookward_hosts::registration::Scope;
use hookward_io::{LOCAL_FILE, PROJECT_FILE, digest};

use super::import::back::PutBack;
use super::{Outcome, Usage, current_directory, init};
use crate::change::Shown;
use crate::registrations::{Change, Site, hosts, read};
use crate::situation::Situation;
use crate::{delegate, mirrors};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Take out what guards all projects of this person
    #[arg(long)]
    user: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    shown: Shown,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?;
    let situation = Situation::find(&[], &cwd.display().to_string());
    let scope = if arguments.user { Scope::User } else { Scope::Project };
    let root = match (scope, situation.workspace.root()) {
        (_, Some(root)) => PathBuf::from(root),
        (Scope::User, None) => cwd,
        (Scope::Project, None) => {
            let text = "the home directory and / are never a workspace; go into a project, or say `--user`";
            return Err(Usage(text.to_owned()).into());
        }
    };
    let site = Site::new(&root, situation.places.as_ref());
    let mut changes = Vec::new();
    for host in hosts() {
        changes.extend(site.unregister(host, scope)?);
    }
    let policy = match (scope, &situation.places) {
        (Scope::User, Some(places)) => places.config.join(PROJECT_FILE),
        (Scope::User, None) | (Scope::Project, _) => root.join(PROJECT_FILE),
    };
    if scope == Scope::Project {
        changes.extend(mirrors::changes(&root, &situation.policy, &situation.sources, &[])?);
    }
    let back = PutBack::of(&situation, scope, &site);
    back.add_to_settings(&mut changes, &site, scope)?;
    let mut kept = Vec::new();
    for path in std::iter::once(policy).chain(local_policy(scope, &root)) {
        let Some(text) = read(&path)? else { continue };
        let base = site.base(scope).unwrap_or(&root);
        if is_as_written(&site, scope, &path, &text) {
            changes.push(Change::of_ours(base, path, Some(text), None));
            continue;
        }
        let without = back.out_of(&path, &text, &site);
        if without != text {
            changes.push(Change::of_ours(base, path.clone(), Some(text), Some(without)));
        }
        kept.push(path);
    }
    if arguments.dry_run {
        arguments.shown.show(&changes, &root);
        if changes.is_empty() {
            println!("Nothing would change.");
        }
        return Ok(Outcome::Fine);
    }
    for change in &changes {
        change.apply(site.receipts.as_ref())?;
        println!("{} {}", change.verb(), change.name(&root));
    }
    let delegate = delegate::found(site.receipts.as_ref());
    match (scope, delegate) {
        (Scope::User, Some(path)) => {
            delegate::withdraw(&path, site.receipts.as_ref())
                .with_context(|| format!("{} cannot be removed", path.display()))?;
            println!("removed {}", path.display());
        }
        (Scope::Project, Some(path)) => {
            println!(
                "kept {}, which other projects may need: `hookward uninstall --user` removes it",
                path.display()
            );
        }
        (_, None) => {}
    }
    if changes.is_empty() {
        println!("There was nothing of Hookward's to take out.");
    }
    back.show(&root);
    if let Some(fault) = &situation.fault {
        println!(
            "the policy cannot be used, so that only what was noted at an import could be put back: {fault}"
        );
    }
    back.forget(&site, &kept);
    // The local file is a person's own, but for what was imported.
    for kept in kept.iter().filter(|kept| !kept.ends_with(LOCAL_FILE)) {
        println!("kept {}: it is more than what `init` wrote", kept.display());
    }
    if scope == Scope::Project && hosts().any(|host| site.is_registered(host, Scope::User)) {
        println!(
            "Your own registration still guards all projects: `hookward uninstall --user` takes it out."
        );
    }
    Ok(Outcome::Fine)
}

fn local_policy(scope: Scope, root: &Path) -> Option<PathBuf> {
    (scope == Scope::Project).then(|| root.join(LOCAL_FILE))
}

/// Whether nobody has changed the policy since `init` wrote it.
fn is_as_written(site: &Site, scope: Scope, path: &Path, text: &str) -> bool {
    let receipt = site.receipts.as_ref().and_then(|receipts| receipts.find(path));
    let noted = receipt.and_then(|receipt| receipt.written);
    noted == Some(digest(text.as_bytes())) || text == init::policy_text(scope, &site.root)
}
