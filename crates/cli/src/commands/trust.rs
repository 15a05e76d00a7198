//! `trust`: a person allows what the policy wants to run of the workspace, all of it or some by name, and takes that back.
//! Needs a terminal: an agent's shell has none.

use std::path::Path;

use anstream::println;
use anyhow::{Context, bail};
use hookward_core::policy::{TrustItem, compile};
use hookward_io::{Held, Trust};

use super::person::Person;
use super::{Outcome, Usage, current_directory, whole_policy, workspace};
use crate::held::of_a_marker;
use crate::lagging::lagging;
use crate::paint::BOLD;
use crate::registrations::Site;
use crate::situation::Situation;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only these: ids of hooks, or keys of the policy as `--list` names them
    names: Vec<String>,
    /// Take trust back
    #[arg(long)]
    withdraw: bool,
    /// Show what is trusted and what waits
    #[arg(long, conflicts_with = "withdraw")]
    list: bool,
}

impl Arguments {
    fn mean(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|wanted| wanted == name)
    }

    /// A name that nothing has is a mistake.
    fn check(&self, known: &[String]) -> anyhow::Result<()> {
        let is_unknown = |name: &&String| !known.contains(name);
        let Some(unknown) = self.names.iter().find(is_unknown) else { return Ok(()) };
        let there = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
        Err(Usage(format!("there is no `{unknown}` here that could be trusted; there is {there}")).into())
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?.display().to_string();
    let mut situation = Situation::find(&[], &cwd);
    whole_policy(&situation)?;
    workspace(&situation)?;
    let mut taken: Vec<String> = Vec::new();
    if !arguments.withdraw && !arguments.list && waits_as_it_is(arguments, &situation) {
        if !takes_as_it_is(arguments, &situation)? {
            return Ok(Outcome::Found);
        }
        let names = as_they_are(arguments, &situation);
        taken = names.iter().map(|held| situation.below_root(&held.path).to_owned()).collect();
        // From here on the files say what is wanted.
        situation = Situation::find(&[], &cwd);
        whole_policy(&situation)?;
    }
    let root = workspace(&situation)?;
    let trust = Trust::of(&situation.workspace, situation.places.as_ref())
        .context("there is no place outside the workspace to remember it in")?;
    // The situation's policy has lost what is not trusted; here that is what matters.
    let policy = compile(&situation.sources)?;
    if arguments.withdraw {
        return withdraw(arguments, root, &trust);
    }
    let items = trust.wanted(&policy);
    let mut known: Vec<String> = items.iter().map(|item| item.name.to_string()).collect();
    known.extend(trust.names());
    known.extend(situation.held.iter().map(|held| situation.below_root(&held.path).to_owned()));
    known.extend(taken.iter().cloned());
    known.sort();
    known.dedup();
    arguments.check(&known)?;
    if arguments.list {
        return Ok(list(arguments, &items, &trust, &situation));
    }
    let waiting = |item: &&TrustItem| arguments.mean(&item.name) && !trust.covers(item);
    let new: Vec<&TrustItem> = items.iter().filter(waiting).collect();
    if new.is_empty() {
        if taken.is_empty() {
            println!("Nothing here waits for trust.");
        }
        return Ok(Outcome::Fine);
    }
    let (new, never): (Vec<&TrustItem>, Vec<&TrustItem>) =
        new.into_iter().partition(|item| trust.name_of(item).is_some());
    let mut shown = vec![format!("The policy of {BOLD}{root}{BOLD:#} wants this:")];
    shown.extend(new.iter().flat_map(|item| described(item, &trust)));
    for item in &never {
        shown.push(format!(
            "{} stays off: what it runs cannot be followed; run one script by name",
            line(item)
        ));
    }
    if new.is_empty() {
        println!("{}", shown.join("\n"));
        return Ok(Outcome::Found);
    }
    let seen: Vec<_> = new.iter().map(|item| trust.name_of(item)).collect();
    if !Person::AtTheTerminal.agrees(&shown.join("\n"), "Trust it, exactly as it stands now?", "trust")? {
        return Ok(Outcome::Found);
    }
    // Whoever says yes means what was there to be seen.
    if new.iter().map(|item| trust.name_of(item)).ne(seen) {
        bail!("something of it has changed meanwhile: nothing was trusted; look again");
    }
    trust.give(&items, |item| new.contains(&item))?;
    println!("Trusted. Any change to it asks again.");
    if let Some(lagging) = lagging(&Site::new(Path::new(root), situation.places.as_ref()), &situation) {
        println!("{lagging}");
    }
    Ok(if never.is_empty() { Outcome::Fine } else { Outcome::Found })
}

/// Policy files that a call has changed, as far as they are meant.
fn as_they_are<'s>(arguments: &Arguments, situation: &'s Situation) -> Vec<&'s Held> {
    let is_meant = |held: &&Held| arguments.mean(situation.below_root(&held.path));
    situation.held.iter().filter(is_meant).collect()
}

fn waits_as_it_is(arguments: &Arguments, situation: &Situation) -> bool {
    !as_they_are(arguments, situation).is_empty()
}

/// Asks whether policy files count as they are now; what they said before ends with a yes.
fn takes_as_it_is(arguments: &Arguments, situation: &Situation) -> anyhow::Result<bool> {
    let waiting = as_they_are(arguments, situation);
    let mut shown =
        vec!["What these files said before holds, until you take them as they are now:".to_owned()];
    shown.extend(waiting.iter().map(|held| held_line(held, situation)));
    let now = || -> Vec<Option<String>> {
        waiting.iter().map(|held| std::fs::read_to_string(&held.path).ok()).collect()
    };
    let seen = now();
    if !Person::AtTheTerminal.agrees(&shown.join("\n"), "Let them count as they are now?", "trust")? {
        return Ok(false);
    }
    if now() != seen {
        bail!("one of them has changed meanwhile: nothing was trusted; look again");
    }
    let paths: Vec<String> = waiting.iter().map(|held| held.path.clone()).collect();
    situation.take_as_it_is(&paths)?;
    println!("Trusted. The policy is what these files say.");
    Ok(true)
}

fn held_line(held: &Held, situation: &Situation) -> String {
    let how = match held.is_gone() {
        _ if of_a_marker(held) => "made",
        true => "gone",
        false => "changed",
    };
    let name = situation.below_root(&held.path);
    format!("  {BOLD}{name}{BOLD:#} as it is now ({how} while an agent ran `{}`)", held.by)
}

/// What one item does, and what trust in it is bound to.
fn described(item: &TrustItem, trust: &Trust) -> Vec<String> {
    let mut lines = vec![line(item)];
    match trust.scripts(item) {
        Some(scripts) => {
            lines.extend(scripts.iter().map(|script| format!("    bound to what {script} says now")));
            lines.extend(trust.unseen(item).iter().map(|what| format!("    not followed: {what}")));
        }
        None => lines.push("    what it runs cannot be followed: bound to its words only".to_owned()),
    }
    lines
}

fn line(item: &TrustItem) -> String {
    format!("  {BOLD}{}{BOLD:#} ({}): {}", item.name, item.origin, item.what)
}

fn list(arguments: &Arguments, items: &[TrustItem], trust: &Trust, situation: &Situation) -> Outcome {
    let mut nothing = true;
    for held in as_they_are(arguments, situation) {
        nothing = false;
        println!("{} — waits", held_line(held, situation));
    }
    for item in items.iter().filter(|item| arguments.mean(&item.name)) {
        nothing = false;
        println!("{}{}", line(item), if trust.covers(item) { " — trusted" } else { " — waits" });
    }
    let is_gone = |name: &String| arguments.mean(name) && !items.iter().any(|item| item.name == *name);
    for name in trust.names().iter().filter(|name| is_gone(name)) {
        nothing = false;
        println!("  {BOLD}{name}{BOLD:#}: trusted before, and not in the policy now");
    }
    if nothing {
        println!("Nothing here needs trust.");
    }
    Outcome::Fine
}

/// Takes back what was trusted by these names, or by all.
fn withdraw(arguments: &Arguments, root: &str, trust: &Trust) -> anyhow::Result<Outcome> {
    let known = trust.names();
    arguments.check(&known)?;
    let names: Vec<&String> = known.iter().filter(|name| arguments.mean(name)).collect();
    if names.is_empty() {
        println!("Nothing here is trusted.");
        return Ok(Outcome::Fine);
    }
    let mut shown = vec![format!("In {BOLD}{root}{BOLD:#} this is trusted:")];
    shown.extend(names.iter().map(|name| format!("  {name}")));
    let command = "trust --withdraw";
    if !Person::AtTheTerminal.agrees(&shown.join("\n"), "Take that back?", command)? {
        return Ok(Outcome::Found);
    }
    for name in names {
        trust.withdraw(name).with_context(|| name.clone())?;
    }
    println!("Taken back. It waits for `hookward trust`.");
    Ok(Outcome::Fine)
}
