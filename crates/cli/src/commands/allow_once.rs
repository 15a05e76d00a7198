//! `allow-once`: a person lets one very call pass that was denied.

use anyhow::Context;
use clap::Args;
use hookward_core::{Decision, Record};
use hookward_io::{Journal, Store};

use super::person::{Person, Said};
use super::{Usage, now};
use crate::paint::BOLD;
use crate::situation::Situation;

/// Fewer letters of an id would be a guess.
const SHORTEST: usize = hookward_report::SHORT;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The id that the denial shows
    id: String,
}

pub(crate) fn run(arguments: &Arguments, situation: &Situation, person: Person) -> anyhow::Result<Said> {
    let id = arguments.id.as_str();
    if id.len() < SHORTEST || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(
            Usage(format!("`{id}` is no id of a denial: it has {SHORTEST} letters and digits")).into()
        );
    }
    let places = situation.places.as_ref().context("there is no home directory, so there is no journal")?;
    let journal = Journal::in_state(&places.state);
    let is_it = |record: &Record| {
        record.decision == Decision::Deny
            && !record.is_canary()
            && record.call.as_ref().is_some_and(|call| call.starts_with(id))
    };
    let found = journal.records()?.filter(is_it).last();
    let Some(denied) = found else {
        return Err(Usage(format!("no denial with the id `{id}` is known; `hookward log` lists them")).into());
    };
    let subject = denied.subject.as_deref().unwrap_or_default();
    let mut shown = vec![format!("{BOLD}{}{BOLD:#} in {}\n  {subject}", denied.host, denied.cwd)];
    shown.extend(denied.objecting().map(|rule| format!("  {BOLD}{rule}{BOLD:#} objects")));
    let shown = shown.join("\n");
    if !person.agrees(&shown, "Let this very call pass once, within ten minutes?", "allow-once")? {
        return Ok(Said::nothing());
    }
    let store = Store::open(&places.state, &situation.workspace.roots)?;
    let record = Record::of_permission(&denied, now());
    store.session(&denied.host, &denied.session)?.commit(&record)?;
    Ok(Said::fine("Allowed once. The agent may try exactly this again."))
}
