//! `trust`: a person allows what the project's policy wants to run. Needs a terminal: an agent's shell has none.

use anstream::println;
use anyhow::{Context, bail};
use hookward_core::policy::compile;
use hookward_io::Trust;

use super::person::Person;
use super::{Outcome, current_directory};
use crate::paint::BOLD;
use crate::situation::Situation;

pub(crate) fn run() -> anyhow::Result<Outcome> {
    let situation = Situation::find(&[], &current_directory()?.display().to_string());
    if let Some(fault) = situation.fault {
        bail!("{fault}");
    }
    let root = situation.workspace.root().context("this is not a workspace: the home and / never are")?;
    let trust = Trust::of(&situation.workspace, situation.places.as_ref())
        .context("there is no place outside the workspace to remember it in")?;
    // The situation's policy has lost what is not trusted; here that is what matters.
    let policy = compile(&situation.sources)?;
    let new: Vec<_> = policy.trust_items().into_iter().filter(|item| !trust.covers(item)).collect();
    if new.is_empty() {
        println!("Nothing here waits for trust.");
        return Ok(Outcome::Fine);
    }
    let mut shown = vec![format!("The policy of {BOLD}{root}{BOLD:#} wants this:")];
    for item in &new {
        shown.push(format!("  {}: {}", item.origin, item.what));
        let scripts = trust.scripts(item).into_iter().flatten();
        shown.extend(scripts.map(|script| format!("    bound to what {script} says now")));
    }
    if !Person::AtTheTerminal.agrees(&shown.join("\n"), "Trust it, exactly as it stands now?", "trust")? {
        return Ok(Outcome::Found);
    }
    for item in &new {
        trust.add(item).with_context(|| item.origin.to_string())?;
    }
    println!("Trusted. Any change to it asks again.");
    Ok(Outcome::Fine)
}
