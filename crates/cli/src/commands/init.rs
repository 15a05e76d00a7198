//! `init`: writes the policy and the registrations, and proves that they hold.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::println;
use clap::Args;
use hookward_core::Decision;
use hookward_hosts::Host;
use hookward_hosts::registration::{Scope, illegible};
use hookward_io::PROJECT_FILE;

use super::{Outcome, Usage, current_directory, show_off};
use crate::change::Shown;
use crate::paint::{BOLD, DIM, style};
use crate::proof::{self, SHOWN, judged, registered_command};
use crate::registrations::{Change, Site, hosts, read};
use crate::situation::Situation;
use crate::stack::Stack;
use crate::standing::{registered_twice, start, switched_off, untrusted, version, version_notes};
use crate::{delegate, mirrors};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Ask nothing
    #[arg(long)]
    yes: bool,
    /// Only this host (repeatable)
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Guard all projects of this person: register in the home directory
    #[arg(long)]
    user: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    shown: Shown,
}

const HEAD: &str = "\
# What agents may do here. `hookward rules` lists the rules, `hookward explain '<command>'` shows how one decides.
# A project's file may tighten security, never loosen it.
";

const EXTENDS: &str = "extends = [\"recommended\"]\n";

/// What a person may want to say.
const HINTS: &str = "
# [security]
# protected_files = [\"db/schema.sql\"]
# ask_first = [\"migrations/**\"]

# [[rule]]
# id = \"gate/no-npm-here\"
# on = \"shell\"
# command = \"npm install *\"
# decision = \"deny\"
# why = \"this project uses pnpm\"
# instead = \"`pnpm add` with the same package\"
# examples = { fires = [\"npm install x\"], passes = [\"npm test\"] }
";

/// The person's own file may do more than a project's.
const USER_POLICY: &str = "\
# What agents may do in all your projects. `hookward rules` lists the rules.
# Your own file may loosen what is built in; a project's may only tighten it.
extends = [\"recommended\"]
";

/// The policy that is written where there is none.
pub(super) fn policy_text(scope: Scope, root: &Path) -> String {
    if scope == Scope::User {
        return USER_POLICY.to_owned();
    }
    let stack = Stack::find(root);
    let found = stack.words().map(|words| format!("# Found here: {words}.\n")).unwrap_or_default();
    let own = stack.policy();
    // A table may stand there only once.
    let hints =
        if own.contains("[security]") { HINTS.replace("# [security]\n", "") } else { HINTS.to_owned() };
    format!("{HEAD}{found}{EXTENDS}{own}{hints}")
}

/// amp.md, A.
pub(super) const AMP_HINT: &str = "Amp runs a program by its name and without arguments, so Hookward needs a second one; \
where `hookward sync` cannot write beside the first: `ln -s hookward \"$(dirname \"$(command -v hookward)\")/hookward-amp\"`";

const NO_WORKSPACE: &str = "the home directory and / are never a workspace; go into a project first";

const NO_HOME: &str = "there is no home directory to register in";

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let named = named_hosts(&arguments.host)?;
    let scope = if arguments.user { Scope::User } else { Scope::Project };
    let cwd = current_directory()?;
    let situation = Situation::find(&[], &cwd.display().to_string());
    let root = match (scope, situation.workspace.root()) {
        (_, Some(root)) => PathBuf::from(root),
        // What guards all projects needs none.
        (Scope::User, None) => cwd.clone(),
        (Scope::Project, None) => return Err(Usage(NO_WORKSPACE.to_owned()).into()),
    };
    if scope == Scope::User && situation.places.is_none() {
        return Err(Usage(NO_HOME.to_owned()).into());
    }
    let site = Site::new(&root, situation.places.as_ref());
    let chosen = match named {
        Some(named) => named,
        None => hosts().filter(|host| site.finds(*host)).collect(),
    };
    let mut changes = Vec::new();
    changes.extend(policy_change(&site, scope, &situation)?);
    for host in &chosen {
        changes.extend(site.register(*host, scope, &situation.as_written())?);
    }
    if scope == Scope::Project {
        // What `sync` would write besides, for all that will be registered.
        let registered = hosts().filter(|host| site.is_registered(*host, scope));
        let all: Vec<Host> = chosen.iter().copied().chain(registered).collect();
        changes.extend(mirrors::changes(&root, &situation.policy, &situation.sources, &all)?);
    }
    if arguments.dry_run {
        arguments.shown.show(&changes, &root);
        if changes.is_empty() {
            println!("Nothing would change.");
        }
        return Ok(Outcome::Fine);
    }
    if !changes.is_empty() && !arguments.yes && std::io::stdin().is_terminal() {
        arguments.shown.show(&changes, &root);
        if !confirmed()? {
            println!("Nothing was changed.");
            return Ok(Outcome::Fine);
        }
    }
    if let Some(words) = Stack::find(&root).words().filter(|_| scope == Scope::Project) {
        println!("found {words}");
    }
    for change in &changes {
        change.apply(site.receipts.as_ref())?;
        println!("{} {}", change.verb(), change.name(&root));
    }
    if scope == Scope::Project && chosen.contains(&Host::Amp) {
        show_delegate(&site);
    }
    // What was written is part of the situation now.
    let situation = Situation::find(&[], &cwd.display().to_string());
    if chosen.is_empty() {
        return Ok(show_policy_alone(&situation, &cwd));
    }
    prove_all(&chosen, scope, &site, &situation)
}

/// Makes what Amp is to run, and says so.
pub(super) fn show_delegate(site: &Site) {
    if let Some(path) = delegate::provide(site.receipts.as_ref()) {
        println!("linked {} for Amp, which runs a program by its name alone", path.display());
    }
}

/// The hosts that were asked for by name.
pub(crate) fn named_hosts(names: &[String]) -> anyhow::Result<Option<Vec<Host>>> {
    if names.is_empty() {
        return Ok(None);
    }
    let mut chosen = Vec::new();
    for name in names {
        let host = Host::from_name(name).filter(|host| host.is_registrable());
        let Some(host) = host else {
            let text = format!("there is no host `{name}` to register with; there are: {}", choices());
            return Err(Usage(text).into());
        };
        if !chosen.contains(&host) {
            chosen.push(host);
        }
    }
    Ok(Some(chosen))
}

fn choices() -> String {
    hosts().map(Host::name).collect::<Vec<_>>().join(", ")
}

fn policy_change(site: &Site, scope: Scope, situation: &Situation) -> anyhow::Result<Option<Change>> {
    let path = match (scope, &situation.places) {
        (Scope::User, Some(places)) => places.config.join(PROJECT_FILE),
        (Scope::User, None) => return Ok(None),
        (Scope::Project, _) => site.root.join(PROJECT_FILE),
    };
    if read(&path)?.is_some() {
        return Ok(None);
    }
    let base = site.base(scope).unwrap_or(&site.root);
    Ok(Some(Change::of_ours(base, path, None, Some(policy_text(scope, &site.root)))))
}

fn show_policy_alone(situation: &Situation, cwd: &Path) -> Outcome {
    println!("\n{BOLD}Nothing is guarded yet:{BOLD:#} no agent was found on this machine.");
    println!("{DIM}the policy is written; this is how it judges:{DIM:#}\n");
    for call in SHOWN {
        let verdict = judged(situation, cwd, call);
        let reason = verdict.findings.first().map(|finding| format!("({}) {}", finding.rule, finding.why));
        show_call(call, verdict.decision, &reason.unwrap_or_default());
    }
    show_off(situation);
    println!(
        "\nNext: `hookward init --host claude` registers Hookward with Claude Code, and then it guards."
    );
    println!("The hosts that it can be registered with: {}", choices());
    Outcome::Fine
}

fn confirmed() -> anyhow::Result<bool> {
    let mut out = std::io::stdout();
    out.write_all(b"Write this? [Y/n] ")?;
    out.flush()?;
    let mut answer = String::new();
    // The end of the input is no answer, so it is not a yes.
    if std::io::stdin().read_line(&mut answer)? == 0 {
        return Ok(false);
    }
    Ok(matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes"))
}

/// Sends three calls through the command of each host, exactly as it is registered.
fn prove_all(chosen: &[Host], scope: Scope, site: &Site, situation: &Situation) -> anyhow::Result<Outcome> {
    let mut proven = Vec::new();
    let mut failed = false;
    let mut missing = Vec::new();
    for (index, host) in chosen.iter().enumerate() {
        let files = site.files(*host, scope);
        let mut command = None;
        for file in files.iter().filter(|file| file.path.is_file()) {
            command = command.or(registered_command(file)?);
        }
        let Some(command) = command else {
            println!("\n{BOLD}{} is NOT guarded:{BOLD:#} no file registers a hook.", host.title());
            failed = true;
            continue;
        };
        println!("\n{DIM}three calls through `{command}`, as {} would run it:{DIM:#}\n", host.title());
        let answers = proof::prove(*host, scope, &command, site, situation);
        for answer in &answers {
            match &answer.heard {
                // The reasons are the same for all.
                Ok((decision, reason)) => {
                    show_call(answer.call, *decision, if index == 0 { reason } else { "" });
                }
                Err(error) => println!("  {:<12} {error}", answer.call),
            }
        }
        let illegible = files.iter().find_map(|file| {
            let text = std::fs::read_to_string(&file.path).ok()?;
            Some((illegible(&file.target, &text)?, &file.path))
        });
        if let Some((what, path)) = switched_off(*host, site) {
            println!("\n{BOLD}Registered, but NOT guarding:{BOLD:#} {} says", path.display());
            println!("{what}. Remove that line, and run `hookward init` again.");
            failed = true;
        } else if let Some((why, path)) = illegible {
            println!("\n{BOLD}Registered, but NOT guarding:{BOLD:#} {why}.");
            println!("Correct {}, and run `hookward init` again.", path.display());
            failed = true;
        } else if answers.iter().any(|answer| !answer.right) {
            println!(
                "\n{BOLD}Registered, but NOT guarding:{BOLD:#} the command does not answer as it should."
            );
            missing.push(*host);
            failed = true;
        } else {
            proven.push(*host);
        }
    }
    if !missing.is_empty() {
        show_path_hint(&missing);
    }
    if let Some(pause) = situation.pause().filter(|_| !proven.is_empty()) {
        println!("\n{BOLD}Registered, but NOT guarding:{BOLD:#} {}; `{}` ends it.", pause.why, pause.fix);
        return Ok(Outcome::Found);
    }
    show_standing(&proven, scope, site);
    show_off(situation);
    if let (Scope::Project, Some(names)) = (scope, &situation.policy.hosts) {
        for host in chosen.iter().filter(|host| !names.iter().any(|name| name == host.name())) {
            println!(
                "`hosts` in the policy does not name {}: `hookward sync` will take it out again.",
                host.name()
            );
        }
    }
    if let Some(fault) = &situation.fault {
        println!("But {fault}");
        return Ok(Outcome::Found);
    }
    if failed {
        return Ok(Outcome::Found);
    }
    println!(
        "\nNext: `hookward explain '<command>'` shows how a call is judged, `hookward log` what was decided."
    );
    Ok(Outcome::Fine)
}

fn show_path_hint(missing: &[Host]) {
    if missing.iter().any(|host| *host != Host::Amp) {
        println!(
            "The folder of `hookward` must be on the PATH of the shell that runs hooks. Usually this does it:"
        );
        println!("    export PATH=\"$HOME/.cargo/bin:$PATH\"");
        println!("Put it into your shell's start file, open a new shell, and run `hookward init` again.");
    }
    if missing.contains(&Host::Amp) {
        println!("{AMP_HINT}");
    }
}

/// Which hosts guard now, and what is left to do for the others.
fn show_standing(proven: &[Host], scope: Scope, site: &Site) {
    let (waiting, guarding): (Vec<Host>, Vec<Host>) =
        proven.iter().partition(|host| untrusted(**host, scope, site).is_some());
    let titles = |hosts: &[Host]| hosts.iter().map(|host| host.title()).collect::<Vec<_>>().join(", ");
    if !guarding.is_empty() {
        match scope {
            Scope::Project => println!("\n{BOLD}This folder is guarded:{BOLD:#} {}", site.root.display()),
            Scope::User => println!("\n{BOLD}All your projects are guarded.{BOLD:#}"),
        }
        println!("{DIM}by the hooks of {}{DIM:#}", titles(&guarding));
    }
    if !waiting.is_empty() {
        println!("\n{BOLD}Registered, and guarding once you trust it:{BOLD:#} {}", titles(&waiting));
    }
    for host in &waiting {
        if let Some(obstacle) = untrusted(*host, scope, site) {
            println!("  {}: {}", host.title(), obstacle.fix);
        }
    }
    let notes_of = |host: &Host| {
        let files = site.files(*host, scope);
        let texts = files.iter().filter_map(|file| std::fs::read_to_string(&file.path).ok());
        let notes = version_notes(*host, version(*host), &texts.collect::<String>());
        let notes = start(*host).into_iter().chain(notes).chain(registered_twice(*host, scope, site));
        notes.map(|note| format!("  {}: {note}", host.title())).collect::<Vec<_>>()
    };
    let notes: Vec<String> = proven.iter().flat_map(notes_of).collect();
    if !notes.is_empty() {
        println!("\n{BOLD}Notes:{BOLD:#}\n{}", notes.join("\n"));
    }
}

fn show_call(call: &str, decision: Decision, reason: &str) {
    let colour = style(decision);
    println!("  {colour}{:<8}{colour:#} {BOLD}{call}{BOLD:#}", decision.as_str());
    for line in reason.lines() {
        println!("           {DIM}{line}{DIM:#}");
    }
}
