//! `sync`: makes registrations and mirrored texts what the policy says.

use std::path::PathBuf;

use anstream::println;
use clap::Args;
use hookward_core::policy::{Layer, Source, nearest};
use hookward_hosts::Host;
use hookward_hosts::registration::Scope;

use super::import::doubled::{REMEDY, doubled};
use super::{Broken, Outcome, Usage, current_directory, init, whole_policy};
use crate::change::Shown;
use crate::mirrors;
use crate::registrations::{Change, Site, hosts};
use crate::situation::Situation;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Change nothing; show what differs, and fail if anything does
    #[arg(long, conflicts_with = "dry_run")]
    check: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    shown: Shown,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?;
    let situation = Situation::find(&[], &cwd.display().to_string());
    whole_policy(&situation)?;
    let no_workspace =
        || Usage("the home directory and / are never a workspace; go into a project".to_owned());
    let root = PathBuf::from(situation.workspace.root().ok_or_else(no_workspace)?);
    let site = Site::new(&root, situation.places.as_ref());
    if !is_set_up(&site, &situation) {
        return Err(Usage("Hookward is not set up here: `hookward init`".to_owned()).into());
    }
    let wanted = wanted_hosts(&site, &situation)?;
    let changes = changes(&site, &situation, &wanted)?;
    let doubled = doubled(&site, Scope::Project, &situation);
    if arguments.check || arguments.dry_run {
        arguments.shown.show(&changes, &root);
        show_doubled(&doubled);
        if changes.is_empty() && doubled.is_empty() {
            println!("Everything is as the policy says.");
        }
        if arguments.check && !changes.is_empty() {
            anstream::eprintln!("hookward: {} from the policy; run `hookward sync`", counted(&changes));
        }
        let drifted = !changes.is_empty() || !doubled.is_empty();
        return Ok(if arguments.check && drifted { Outcome::Found } else { Outcome::Fine });
    }
    for change in &changes {
        change.apply(site.receipts.as_ref())?;
        println!("{} {}", change.verb(), change.name(&root));
    }
    show_doubled(&doubled);
    if wanted.contains(&Host::Amp) {
        init::show_delegate(&site);
    }
    let names: Vec<&str> = wanted.iter().map(|host| host.name()).collect();
    match names.as_slice() {
        [] => println!("No host is registered: name some with `hosts = [\"claude\"]` in hookward.toml."),
        _ if changes.is_empty() => println!("Everything is as the policy says: {}", names.join(", ")),
        _ => println!("Registered: {}. `hookward doctor` says whether they enforce.", names.join(", ")),
    }
    Ok(Outcome::Fine)
}

/// Whether a policy of this folder, or one that names hosts, or a registration says that something is wanted here. What
/// is found on a machine says that only to `init`.
fn is_set_up(site: &Site, situation: &Situation) -> bool {
    let is_near = |source: &Source| matches!(source.layer, Layer::Project | Layer::Local);
    situation.policy.hosts.is_some() || situation.sources.iter().any(is_near) || is_registered(site)
}

fn is_registered(site: &Site) -> bool {
    hosts().any(|host| site.is_registered(host, Scope::Project))
}

/// Whether registrations that are there differ from what the policy says now.
pub(super) fn has_drifted(site: &Site, situation: &Situation) -> bool {
    let differs =
        || Ok::<_, anyhow::Error>(!changes(site, situation, &wanted_hosts(site, situation)?)?.is_empty());
    is_registered(site) && differs().unwrap_or(true)
}

fn counted(changes: &[Change]) -> String {
    match changes {
        [_] => "one file differs".to_owned(),
        _ => format!("{} files differ", changes.len()),
    }
}

/// What only an import can mend.
fn show_doubled(doubled: &[String]) {
    for hook in doubled {
        println!("{hook}");
    }
    if !doubled.is_empty() {
        anstream::eprintln!("hookward: what was imported stands in the settings again; {REMEDY}");
    }
}

/// The hosts that the policy names; without that those that are registered, or else found.
pub(crate) fn wanted_hosts(site: &Site, situation: &Situation) -> anyhow::Result<Vec<Host>> {
    let Some(names) = &situation.policy.hosts else {
        let registered: Vec<Host> =
            hosts().filter(|host| site.is_registered(*host, Scope::Project)).collect();
        // What is found differs from machine to machine, so it only counts as long as nothing is settled.
        return Ok(if registered.is_empty() {
            hosts().filter(|host| site.finds(*host)).collect()
        } else {
            registered
        });
    };
    names
        .iter()
        .map(|name| {
            let host = Host::from_name(name).filter(|host| host.is_registrable());
            host.ok_or_else(|| {
                let hint = nearest(name, hosts().map(Host::name));
                let hint = hint.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
                Broken(format!("`hosts`: there is no host `{name}` to register with{hint}")).into()
            })
        })
        .collect()
}

/// What has to change in the project.
fn changes(site: &Site, situation: &Situation, wanted: &[Host]) -> anyhow::Result<Vec<Change>> {
    let mut changes = Vec::new();
    for host in hosts() {
        changes.extend(if wanted.contains(&host) {
            site.register(host, Scope::Project, &situation.as_written())?
        } else {
            site.unregister(host, Scope::Project)?
        });
    }
    changes.extend(mirrors::changes(&site.root, &situation.policy, &situation.sources, wanted)?);
    Ok(changes)
}
