//! `verify`: a person says that they have seen the sources work, as they are now.

use anyhow::{Context, bail};
use hookward_core::evidence::{Check, Standing};

use super::person::{Person, Said};
use super::{now, workspace};
use crate::evidence::Occasion;
use crate::paint::{BOLD, field};
use crate::situation::Situation;

pub(crate) fn run(situation: &Situation, cwd: &str, person: Person) -> anyhow::Result<Said> {
    let root = workspace(situation)?;
    let file = situation.ledger_file(cwd).context("there is no home directory to remember it in")?;
    let ledger = file.read().context("the ledger cannot be read")?;
    let tree = file.tree()?;
    if ledger.is_proven() {
        return Ok(Said::fine("These sources are verified already. Any change of them asks again."));
    }
    let tests = field("tests", &tests(ledger.standing(Check::Tests)));
    let shown = format!("The sources of {BOLD}{root}{BOLD:#} as they are now:\n{tests}");
    if !person.agrees(&shown, "Have you seen them work?", "verify")? {
        return Ok(Said::nothing());
    }
    if file.tree().ok().as_ref() != Some(&tree) {
        bail!("the sources have changed while you were asked; look again");
    }
    let said = Occasion { host: "person", session: "", cwd: root, at: now() };
    situation.prove(&file, tree, "these sources, at a terminal", &said)?;
    Ok(Said::fine("Verified. Any change of the sources returns them to pending."))
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
