//! `skip` and `pause`: a person switches a gate, or everything, off for a time.

use anyhow::Context;
use clap::Args;
use hookward_core::policy::is_rule_id;
use hookward_core::{Category, PAUSED, Record, SKIPPED};
use hookward_io::{Leave, LeaveFile, Store};
use jiff::SignedDuration;

use super::blocked::{meant, sessions};
use super::person::{Person, Said};
use super::{Usage, now, workspace};
use crate::off::{stamp, until};
use crate::paint::BOLD;
use crate::situation::Situation;

#[derive(Args)]
pub(crate) struct Skip {
    /// The gate, as `hookward rules` names it
    rule: String,
    /// For how long: `30m`, `2h`; a day at most, and `0s` ends it
    #[arg(long = "for", value_name = "DURATION", default_value = "1h")]
    duration: String,
    /// Only in this session, by its name or the start of it that `hookward log` shows
    #[arg(long, value_name = "SESSION")]
    session: Option<String>,
}

#[derive(Args)]
pub(crate) struct Pause {
    /// For how long: `10m`; an hour at most, and `0s` ends it
    duration: String,
}

pub(crate) fn skip(arguments: &Skip, situation: &Situation, person: Person) -> anyhow::Result<Said> {
    let rule = &arguments.rule;
    let is_own = situation.policy.custom.iter().any(|custom| custom.id == *rule)
        || situation.policy.hooks.iter().any(|hook| hook.id == *rule);
    if !is_rule_id(rule) && !is_own {
        return Err(Usage(format!("unknown rule `{rule}`; `hookward rules` lists them all")).into());
    }
    if Category::of(rule) == Some(Category::Security) {
        let text = "security is not skipped; `hookward allow-once` lets one call pass that was denied";
        return Err(Usage(text.to_owned()).into());
    }
    if situation.policy.is_locked(rule) {
        return Err(Usage(format!("`{rule}` is locked by the managed policy")).into());
    }
    let length = milliseconds(&arguments.duration, Leave::LONGEST_SKIP)?;
    let known = arguments.session.as_ref().map(|_| sessions(situation)).transpose()?.unwrap_or_default();
    let seen = arguments.session.as_deref().map(|name| meant(&known, name)).transpose()?.flatten();
    let session = seen.map(|known| known.id.as_str()).or(arguments.session.as_deref());
    let of = session.map_or_else(String::new, |session| format!(" in session {session}"));
    let question = format!("Switch {rule} off here{of}?");
    let off = Off { rule: Some(rule), session, length, event: SKIPPED, command: "skip" };
    let mut said = set(situation, &off, &question, person)?;
    if let (Some(session), None, false) = (session, seen, said.text.is_empty()) {
        said.text = format!("{} No session `{session}` was seen here yet.", said.text);
    }
    Ok(said)
}

pub(crate) fn pause(arguments: &Pause, situation: &Situation, person: Person) -> anyhow::Result<Said> {
    let length = milliseconds(&arguments.duration, Leave::LONGEST_PAUSE)?;
    let root = workspace(situation)?;
    let end = until(now() + length);
    let question =
        format!("Pause all rules in {root} until {end}? Agents may then do anything, and it is recorded.");
    let off = Off { rule: None, session: None, length, event: PAUSED, command: "pause" };
    set(situation, &off, &question, person)
}

/// What is switched off, and for how long.
struct Off<'a> {
    rule: Option<&'a str>,
    session: Option<&'a str>,
    length: u64,
    event: &'a str,
    command: &'a str,
}

fn set(situation: &Situation, off: &Off, question: &str, person: Person) -> anyhow::Result<Said> {
    let Off { rule, session, length, event, command } = *off;
    let root = workspace(situation)?;
    let places = situation.places.as_ref().context("there is no home directory to remember it in")?;
    let shown = format!("{BOLD}{root}{BOLD:#} until {}", until(now() + length));
    // To end it is no loosening.
    if length > 0 && !person.agrees(&shown, question, command)? {
        return Ok(Said::nothing());
    }
    let at = now();
    let store = Store::open(&places.state, &situation.workspace.roots)?;
    let what = rule.unwrap_or("everything");
    let end = if length > 0 { format!("until {}", stamp(at + length)) } else { "ended".to_owned() };
    // Recorded first: what is off is never off without a trace.
    let of = session.unwrap_or_default();
    store.journal().append(&Record::of_person("person", of, root, event, &format!("{what} {end}"), at))?;
    let (root, rule, session) = (root.to_owned(), rule.map(str::to_owned), session.map(str::to_owned));
    let leave = Leave { root, rule, session, at, until: at + length };
    LeaveFile::in_state(&places.state).set(leave).context("it cannot be remembered")?;
    Ok(Said::fine(if length > 0 {
        format!("{what} is off until {}.", until(at + length))
    } else {
        format!("{what} is on again.")
    }))
}

fn milliseconds(text: &str, longest: u64) -> anyhow::Result<u64> {
    let days = text.strip_suffix('d').and_then(|days| days.parse::<u64>().ok());
    let length = days.map(|days| days.saturating_mul(24 * 60 * 60 * 1000)).or_else(|| {
        text.parse::<SignedDuration>().ok().and_then(|length| u64::try_from(length.as_millis()).ok())
    });
    let Some(length) = length else {
        return Err(Usage(format!("`{text}` is not a duration; write `10m` or `1h`")).into());
    };
    if length > longest {
        return Err(Usage(format!("{text} is too long: at most {} minutes", longest / 60_000)).into());
    }
    Ok(length)
}
