//! `verify`: a person says that they have seen the sources work, as they are now.

use anstream::println;
use anyhow::{Context, bail};
use hookward_core::evidence::{Check, Entry, Proof, Standing};

use super::person::{Answer, ask};
use super::{Outcome, current_directory, now};
use crate::paint::{BOLD, field};
use crate::situation::Situation;

pub(crate) fn run() -> anyhow::Result<Outcome> {
    let cwd = current_directory()?.display().to_string();
    let situation = Situation::find(&[], &cwd);
    let file = situation.ledger_file(&cwd).context("this is not a workspace: the home and / never are")?;
    let ledger = file.read().context("the ledger cannot be read")?;
    let tree = file.tree()?;
    if ledger.is_proven() {
        println!("These sources are verified already. Any change of them asks again.");
        return Ok(Outcome::Fine);
    }
    println!(
        "The sources of {BOLD}{}{BOLD:#} as they are now:",
        situation.workspace.root().unwrap_or_default()
    );
    println!("{}", field("tests", &tests(ledger.standing(Check::Tests))));
    if ask("Have you seen them work?", "verify")? != Answer::Yes {
        return Ok(Outcome::Found);
    }
    if file.tree().ok().as_ref() != Some(&tree) {
        bail!("the sources have changed while you were asked; look again");
    }
    file.append(&Entry::Proof(Proof { tree, at: now() })).context("the ledger cannot be written")?;
    println!("Verified. Any change of the sources returns them to pending.");
    Ok(Outcome::Fine)
}

fn tests(standing: Standing) -> String {
    match standing {
        Standing::Fresh(run) => format!("passed on these sources: {}", run.command),
        Standing::Failing(run) => format!("failed: {}", run.command),
        Standing::Stale(run) => format!("passed before the last change: {}", run.command),
        Standing::Partial(run) => format!("a part of them passed: {}", run.command),
        Standing::Missing => "no run was seen".to_owned(),
    }
}
