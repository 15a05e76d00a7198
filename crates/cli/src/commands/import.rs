//! `import`: brings the hooks that hosts have in their settings under the policy, unchanged, and puts Hookward in their
//! place. All of it, or nothing.

pub(super) mod back;
mod covered;
pub(super) mod doubled;
mod found;
mod noted;
mod written;

use std::path::{Path, PathBuf};

use anstream::println;
use anyhow::{Context, bail};
use clap::Args;
use hookward_core::Policy;
use hookward_core::policy::{Layer, NativeHost, OwnHook, Source, compile};
use hookward_hosts::Host;
use hookward_hosts::native::{host_of, native_of};
use hookward_hosts::registration::{Foreign, Scope, without_foreign};
use hookward_io::{LOCAL_FILE, PROJECT_FILE, Trust};

use self::found::{Found, Settings, read_settings, unread};
use self::written::{appended, is_twin};
use super::{Outcome, Usage, current_directory, init, person, whole_policy};
use crate::mirrors;
use crate::paint::{BOLD, DIM};
use crate::registrations::{Change, Part, Site, hosts as registrable, read};
use crate::situation::Situation;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Ask nothing; a person has to be at the terminal all the same
    #[arg(long)]
    yes: bool,
    /// Only the hooks of this host: claude, cursor or kiro (repeatable)
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The person's own hooks, for all projects
    #[arg(long)]
    user: bool,
}

/// Hosts whose hooks can be taken over.
const HOSTS: [NativeHost; 3] = [NativeHost::Claude, NativeHost::Cursor, NativeHost::Kiro];

/// What is to be done.
struct Plan {
    /// The policy files, then the settings.
    changes: Vec<Change>,
    /// The policy as it will be.
    policy: Policy,
    found: Vec<Found>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let hosts = chosen(&arguments.host)?;
    let scope = if arguments.user { Scope::User } else { Scope::Project };
    let cwd = current_directory()?;
    let situation = Situation::find(&[], &cwd.display().to_string());
    let root = match (scope, situation.workspace.root()) {
        (_, Some(root)) => PathBuf::from(root),
        (Scope::User, None) => cwd.clone(),
        (Scope::Project, None) => {
            let text = "the home directory and / are never a workspace; go into a project, or say `--user`";
            return Err(Usage(text.to_owned()).into());
        }
    };
    whole_policy(&situation)?;
    let site = Site::new(&root, situation.places.as_ref());
    let plan = plan(&hosts, scope, &site, &situation)?;
    for file in hosts.iter().flat_map(|host| unread(&site, *host, scope)) {
        println!("{file} stays as it is: hooks of that form are not imported");
    }
    if plan.found.is_empty() {
        println!("There are no hooks to import: {} have none but Hookward's.", titles(&hosts));
        return Ok(Outcome::Fine);
    }
    if arguments.dry_run || (!arguments.yes && person::is_there()) {
        for change in &plan.changes {
            change.show_diff(&root);
        }
    }
    if !arguments.dry_run && !plan.changes.is_empty() {
        if !is_agreed(arguments)? {
            return Ok(Outcome::Found);
        }
        apply(&plan, scope, &site, &situation)?;
        situation.policy_is_the_persons();
        for change in &plan.changes {
            println!("{} {}", change.verb(), change.name(&root));
        }
    }
    let when = if arguments.dry_run { When::Later } else { When::Now };
    show(&plan, when, &situation, &cwd);
    if arguments.dry_run {
        println!("\nNothing was changed.");
    } else if !plan.changes.is_empty() {
        show_next(&plan, &situation, scope);
    }
    Ok(Outcome::Fine)
}

/// Whether a person wants it: what is imported is trusted, which nobody else can say.
fn is_agreed(arguments: &Arguments) -> anyhow::Result<bool> {
    if !person::is_there() {
        anstream::eprintln!(
            "hookward: nothing was changed: what is imported is trusted, and only a person can say that. Run this at a \
             terminal; with `--dry-run` it shows anywhere what would change"
        );
        return Ok(false);
    }
    Ok(arguments.yes || person::says_yes("Write this, and trust these hooks as they stand now?")?)
}

fn chosen(names: &[String]) -> anyhow::Result<Vec<NativeHost>> {
    let Some(wanted) = init::named_hosts(names)? else { return Ok(HOSTS.to_vec()) };
    let native = |host: &Host| {
        native_of(*host).ok_or_else(|| {
            let there = HOSTS.map(NativeHost::as_str).join(", ");
            Usage(format!("the hooks of {} cannot be imported; those of {there} can", host.title()))
        })
    };
    Ok(wanted.iter().map(native).collect::<Result<_, _>>()?)
}

fn titles(hosts: &[NativeHost]) -> String {
    hosts.iter().map(|host| host_of(*host).title()).collect::<Vec<_>>().join(", ")
}

/// What has to change so that the hooks of these hosts stand in the policy.
fn plan(hosts: &[NativeHost], scope: Scope, site: &Site, situation: &Situation) -> anyhow::Result<Plan> {
    let mut settings = Vec::new();
    for host in hosts {
        settings.extend(read_settings(site, *host, scope)?);
    }
    let mut found: Vec<Found> = settings.iter().flat_map(Settings::hooks).collect();
    let trust = Trust::of(&situation.workspace, situation.places.as_ref());
    if scope == Scope::Project {
        let trust = trust.as_ref().context("there is no place outside the workspace to remember trust in")?;
        for hook in &mut found {
            hook.stay_unless(|draft| written::is_followed(draft, trust));
        }
    }
    let mut changes = Vec::new();
    let mut sources = situation.sources.clone();
    for (layer, path) in policy_files(scope, site, situation)? {
        let is_for_it = |hook: &Found| hook.layer == layer && hook.draft.is_ok();
        if !found.iter().any(is_for_it) {
            continue;
        }
        let old = read(&path)?;
        let known = compile(&sources)?;
        let text = old.clone().unwrap_or_else(|| match layer {
            Layer::Local => String::new(),
            Layer::Managed | Layer::User | Layer::Project => init::policy_text(scope, &site.root),
        });
        let new = appended(&text, found.iter_mut().filter(|hook| is_for_it(hook)), &known);
        if old.as_ref() == Some(&new) {
            continue;
        }
        let source = Source { layer, path: path.display().to_string(), text: new.clone() };
        match sources.iter_mut().find(|known| known.path == source.path) {
            Some(known) => *known = source,
            None => {
                sources.push(source);
                sources.sort_by_key(|source| source.layer);
            }
        }
        let base = site.base(scope).unwrap_or(&site.root);
        changes.push(Change::of_policy(base, path, old, new, site.receipts.as_ref()));
    }
    let policy = compile(&sources)?;
    changes.extend(settings_changes(&settings, &found, &policy, scope, site)?);
    let is_taken = |host: &Host| found.iter().any(|hook| host_of(hook.host) == *host && hook.draft.is_ok());
    if scope == Scope::Project && HOSTS.into_iter().map(host_of).any(|host| is_taken(&host)) {
        // What `sync` would write besides, for all that will be registered.
        let all: Vec<Host> =
            registrable().filter(|host| site.is_registered(*host, scope) || is_taken(host)).collect();
        changes.extend(mirrors::changes(&site.root, &policy, &sources, &all)?);
    }
    Ok(Plan { changes, policy, found })
}

/// The policy files, by whose hooks they take.
fn policy_files(scope: Scope, site: &Site, situation: &Situation) -> anyhow::Result<Vec<(Layer, PathBuf)>> {
    Ok(match scope {
        Scope::Project => {
            vec![(Layer::Project, site.root.join(PROJECT_FILE)), (Layer::Local, site.root.join(LOCAL_FILE))]
        }
        Scope::User => {
            let places = situation.places.as_ref().context("there is no home directory")?;
            vec![(Layer::User, places.config.join(PROJECT_FILE))]
        }
    })
}

/// The settings without what was taken over, and with Hookward in its place.
fn settings_changes(
    settings: &[Settings],
    found: &[Found],
    policy: &Policy,
    scope: Scope,
    site: &Site,
) -> anyhow::Result<Vec<Change>> {
    let mut changes = Vec::new();
    for host in HOSTS {
        let is_taken = |hook: &Found| hook.host == host && hook.draft.is_ok();
        if !found.iter().any(is_taken) {
            continue;
        }
        let mut registered = site.register(host_of(host), scope, policy)?;
        for file in settings.iter().filter(|file| file.host == host) {
            let taken: Vec<&Foreign> = found
                .iter()
                .filter(|hook| is_taken(hook) && hook.path == file.path)
                .map(|hook| &hook.foreign)
                .collect();
            if taken.is_empty() {
                continue;
            }
            let place = registered.iter().position(|change| change.path == file.path);
            let mut change = match place {
                Some(place) => registered.remove(place),
                None => Change {
                    path: file.path.clone(),
                    old: Some(file.text.clone()),
                    new: Some(file.text.clone()),
                    executable: false,
                    base: site.base(scope).unwrap_or(&site.root).to_owned(),
                    part: Part::Stays,
                },
            };
            let with_ours = change.new.take().unwrap_or_default();
            // Our own entry moves everything behind it: an entry is known by what it says.
            let is_taken = |found: &Foreign| {
                let same = |one: &&&Foreign| {
                    (&one.event, &one.matcher, &one.entry) == (&found.event, &found.matcher, &found.entry)
                };
                taken.iter().any(|one| same(&one))
            };
            let without = without_foreign(host_of(host), &with_ours, is_taken)
                .with_context(|| format!("{} was left as it is", file.path.display()))?;
            change.new = Some(without);
            registered.push(change);
        }
        changes.extend(registered);
    }
    Ok(changes)
}

/// Policy first, and then the settings: whatever ends this in between, no hook is lost, and the next run goes on.
fn apply(plan: &Plan, scope: Scope, site: &Site, situation: &Situation) -> anyhow::Result<()> {
    for change in &plan.changes {
        let is_read_only = |path: &Path| path.metadata().is_ok_and(|file| file.permissions().readonly());
        if is_read_only(&change.path) {
            bail!("{} is read-only: nothing was changed", change.path.display());
        }
    }
    let notes = noted::notes(plan, scope, site, situation)?;
    let before = noted::write(&notes, site).context("nothing was changed")?;
    let trust = Trust::of(&situation.workspace, situation.places.as_ref());
    let native: Vec<&OwnHook> = plan.policy.hooks.iter().filter(|hook| hook.native.is_some()).collect();
    let first_of_settings = plan.changes.iter().position(|change| !is_policy(change));
    for (index, change) in plan.changes.iter().enumerate() {
        // Also what stood in the policy already, such as in a clone, leaves the settings now.
        let trusted = if Some(index) == first_of_settings {
            written::trusted(&native, &plan.found, &plan.policy, trust.as_ref())
        } else {
            Ok(())
        };
        let done = trusted.and_then(|()| change.apply(site.receipts.as_ref()));
        if let Err(error) = done {
            for change in plan.changes.iter().take(index + 1).rev() {
                change.revert(site.receipts.as_ref());
            }
            noted::take_back(&before, site);
            return Err(error.context("nothing was changed"));
        }
    }
    Ok(())
}

fn is_policy(change: &Change) -> bool {
    change.path.extension().is_some_and(|extension| extension == "toml")
}

/// Whether it is done.
#[derive(Clone, Copy)]
enum When {
    Now,
    Later,
}

/// How many of the hooks that were found come under the policy.
fn counted(taken: usize, all: usize, when: When) -> String {
    let stand = match (when, taken) {
        (When::Now, 1) => "is now in the policy",
        (When::Now, _) => "are now in the policy",
        (When::Later, _) => "would be in the policy",
    };
    match (taken, all) {
        (0, 1) => "The one hook that was found cannot come under the policy".to_owned(),
        (0, _) => format!("None of the {all} hooks that were found can come under the policy"),
        (1, 1) => format!("The one hook that was found {stand}"),
        (taken, all) if taken == all => format!("{all} hooks {stand}"),
        (taken, all) => format!("{taken} of {all} hooks {stand}"),
    }
}

/// What became of each hook, and what would do its work by itself.
fn show(plan: &Plan, when: When, situation: &Situation, cwd: &Path) {
    let count = |is_taken: bool| plan.found.iter().filter(|hook| hook.draft.is_ok() == is_taken).count();
    let (taken, left) = (count(true), count(false));
    println!("\n{BOLD}{}{BOLD:#}", counted(taken, taken + left, when));
    for hook in plan.found.iter().filter(|hook| hook.draft.is_ok()) {
        println!("  {BOLD}{}{BOLD:#}  {DIM}{}{DIM:#}", hook.id, hook.title());
        for line in covered::report(hook, situation, cwd) {
            println!("      {line}");
        }
    }
    match left {
        0 => {}
        1 => println!("\n{BOLD}1 stays where it is, and runs there as before{BOLD:#}"),
        _ => println!("\n{BOLD}{left} stay where they are, and run there as before{BOLD:#}"),
    }
    for hook in &plan.found {
        let Err(why) = &hook.draft else { continue };
        println!("  {}  {DIM}{}{DIM:#}", hook.place(), hook.title());
        println!("      {why}");
        for line in covered::report(hook, situation, cwd) {
            println!("      {line}");
        }
    }
}

fn show_next(plan: &Plan, situation: &Situation, scope: Scope) {
    if plan.found.iter().any(|hook| hook.layer == Layer::Local && hook.draft.is_ok()) {
        println!("\n{LOCAL_FILE} is for this machine only: keep it out of version control.");
    }
    if let (Scope::Project, Some(names)) = (scope, &situation.policy.hosts) {
        let mut hosts: Vec<&str> =
            plan.found.iter().filter(|hook| hook.draft.is_ok()).map(|hook| hook.host.as_str()).collect();
        hosts.dedup();
        for host in hosts.iter().filter(|host| !names.iter().any(|name| name == **host)) {
            println!("`hosts` in the policy does not name {host}: `hookward sync` will take it out again.");
        }
    }
    println!(
        "\nNext: delete a hook from the policy once a rule does its work. `hookward uninstall` puts the rest back."
    );
}

/// Whether a hook of the policy is one that was found.
fn is_one_of(found: &[Found], hook: &OwnHook) -> bool {
    found.iter().filter_map(|found| found.draft.as_ref().ok()).any(|draft| is_twin(draft, hook))
}
