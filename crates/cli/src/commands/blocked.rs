//! `blocked`: what waits for a person, and `resolve`: what the person says of it.

use std::collections::BTreeMap;

use anstream::{eprintln, println};
use anyhow::Context;
use clap::Args;
use hookward_core::{PAUSED, Record, Resolution, Row, SKIPPED, Session, VERIFIED};
use hookward_io::{Journal, Store, Struck};
use hookward_report::SHORT;
use serde_json::{Value, json};

use super::person::{Person, Said};
use super::{Outcome, Usage, current_directory, now};
use crate::off::{moment, stamp};
use crate::paint::{BOLD, DIM};
use crate::situation::Situation;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct Resolve {
    /// The session, by its name or the start of it, as `hookward blocked` and `hookward log` show them
    session: String,
    /// fix: it was mended by hand · override: the very call that was denied may pass once · skip: it is left out
    #[arg(value_parser = ["fix", "override", "skip"])]
    how: String,
}

/// A session of this folder.
pub(super) struct Known {
    pub(super) host: String,
    pub(super) id: String,
    pub(super) session: Session,
}

/// The sessions in which something was denied in this folder. Their own files tell that: the journal is long.
pub(super) fn struck(situation: &Situation) -> anyhow::Result<Vec<Known>> {
    let places = situation.places.as_ref().context("there is no home directory, so there is no state")?;
    let roots = &situation.workspace.roots;
    let is_here =
        |cwd: &str| roots.is_empty() || roots.iter().any(|root| std::path::Path::new(cwd).starts_with(root));
    let here = |struck: Struck| {
        let Struck { host, id, mut session } = struck;
        session.strikes.retain(|strikes| is_here(&strikes.cwd));
        session.rows.retain(|row| is_here(&row.cwd));
        (!session.strikes.is_empty()).then_some(Known { host, id, session })
    };
    let found = Store::to_look_at(&places.state).struck()?;
    for error in &found.unreadable {
        eprintln!("hookward: a session is left out: {error}");
    }
    Ok(found.struck.into_iter().filter_map(here).collect())
}

/// All sessions of this folder, made of the journal.
pub(super) fn sessions(situation: &Situation) -> anyhow::Result<Vec<Known>> {
    let places = situation.places.as_ref().context("there is no home directory, so there is no journal")?;
    let journal = Journal::in_state(&places.state);
    let mut sessions: BTreeMap<(String, String), Known> = BTreeMap::new();
    let cannot = || format!("{} cannot be read", journal.path().display());
    for record in journal.records().with_context(cannot)? {
        let inside = |root: &String| std::path::Path::new(&record.cwd).starts_with(root);
        let elsewhere =
            !situation.workspace.roots.is_empty() && !situation.workspace.roots.iter().any(inside);
        // What a person switches off in a session, or says of the sources, is no event of its host.
        let is_aside = matches!(record.event.as_str(), SKIPPED | PAUSED | VERIFIED);
        if elsewhere || is_aside || record.is_canary() {
            continue;
        }
        let known = sessions.entry((record.host.clone(), record.session.clone())).or_insert_with(|| Known {
            host: record.host.clone(),
            id: record.session.clone(),
            session: Session::default(),
        });
        known.session.fold(&record);
    }
    Ok(sessions.into_values().collect())
}

/// The session that a person means, by its name or the start of it that `log` shows; `None` if none was seen here.
pub(super) fn meant<'k>(sessions: &'k [Known], name: &str) -> anyhow::Result<Option<&'k Known>> {
    if let Some(known) = sessions.iter().find(|known| known.id == name) {
        return Ok(Some(known));
    }
    let mut like = sessions.iter().filter(|known| known.id.starts_with(name));
    match (like.next(), like.next()) {
        (Some(one), Some(other)) => {
            Err(Usage(format!("`{name}` is the start of {} and {}: name it whole", one.id, other.id)).into())
        }
        (found, _) => Ok(found.filter(|_| name.len() >= SHORT)),
    }
}

/// What waits for a person here: the session, and what it ran into.
pub(super) fn waiting(situation: &Situation) -> anyhow::Result<Vec<(String, Row)>> {
    let limit = situation.policy.strikes.limit();
    let of = |known: Known| -> Vec<(String, Row)> {
        known.session.blocked(limit).map(|row| (known.id.clone(), row.clone())).collect()
    };
    Ok(struck(situation)?.into_iter().flat_map(of).collect())
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let situation = Situation::find(&[], &current_directory()?.display().to_string());
    let sessions = struck(&situation)?;
    let limit = situation.policy.strikes.limit();
    let blocked: Vec<(&Known, &Row)> =
        sessions.iter().flat_map(|known| known.session.blocked(limit).map(move |row| (known, row))).collect();
    if arguments.json {
        println!("{}", of_sessions(&sessions, limit));
    } else if blocked.is_empty() {
        println!("Nothing is blocked.");
    } else {
        for (known, row) in &blocked {
            println!(
                "{BOLD}{}{BOLD:#}{} {} {} times in a row, last at {}{}",
                known.id,
                of_agent(row),
                row.rule,
                row.length,
                moment(row.at),
                in_story(row)
            );
            println!("  {DIM}{}{DIM:#}", hookward_core::line(&row.subject, 160));
            println!("  a) fix it by hand   hookward resolve {} fix", known.id);
            println!("  b) override         hookward resolve {} override", known.id);
            println!("  c) skip             hookward resolve {} skip", known.id);
        }
    }
    Ok(if blocked.is_empty() { Outcome::Fine } else { Outcome::Found })
}

/// The subagent whose row it is, as it is shown; the main agent has no name.
fn of_agent(row: &Row) -> String {
    if row.agent.is_empty() { String::new() } else { format!(" (agent {})", row.agent) }
}

/// The story that it came about in, as it is shown.
fn in_story(row: &Row) -> String {
    row.story.as_ref().map(|story| format!(" in story {story}")).unwrap_or_default()
}

/// What of these sessions is blocked, as JSON.
pub(super) fn of_sessions(sessions: &[Known], limit: u32) -> Value {
    let of = |known: &Known| -> Vec<Value> {
        known.session.blocked(limit).map(|row| as_json(&known.host, &known.id, row)).collect()
    };
    Value::Array(sessions.iter().flat_map(of).collect())
}

/// What of one session is blocked, as JSON.
pub(crate) fn of_session(situation: &Situation, host: &str, id: &str, session: &Session) -> Value {
    let blocked = session.blocked(situation.policy.strikes.limit());
    Value::Array(blocked.map(|row| as_json(host, id, row)).collect())
}

fn as_json(host: &str, id: &str, row: &Row) -> Value {
    json!({
        "session": id,
        "host": host,
        "agent": row.agent,
        "story": row.story,
        "rule": row.rule,
        "strikes": row.length,
        "since": stamp(row.since),
        "last": stamp(row.at),
        "subject": row.subject,
        "options": Resolution::ALL.map(Resolution::as_str),
    })
}

pub(crate) fn resolve(arguments: &Resolve, situation: &Situation, person: Person) -> anyhow::Result<Said> {
    let mut sessions = struck(situation)?;
    // A session in which nothing was denied is known by the journal alone.
    if meant(&sessions, &arguments.session)?.is_none() {
        sessions = self::sessions(situation)?;
    }
    let Some(known) = meant(&sessions, &arguments.session)? else {
        let id = &arguments.session;
        let text = format!("no session `{id}` is known here; `hookward blocked` names those that wait");
        return Err(Usage(text).into());
    };
    let blocked: Vec<&Row> = known.session.blocked(situation.policy.strikes.limit()).collect();
    if blocked.is_empty() {
        return Ok(Said::fine("Nothing of this session is blocked."));
    }
    let how = Resolution::ALL.into_iter().find(|how| how.as_str() == arguments.how);
    let how = how.with_context(|| format!("`{}` is none of fix, override, skip", arguments.how))?;
    // INVARIANT: nothing is overridden that the person has not seen here.
    let line = |row: &&Row| {
        let (agent, story) = (of_agent(row), in_story(row));
        format!("{BOLD}{}{BOLD:#}{agent} objects{story} to: {}", row.rule, row.subject)
    };
    let shown = blocked.iter().map(line).collect::<Vec<_>>().join("\n");
    let question = match how {
        Resolution::Fix => "Is it mended, so that the agent may try again?",
        Resolution::Override if blocked.len() > 1 => {
            "Let each of these very calls pass once, although the rule objects?"
        }
        Resolution::Override => "Let this very call pass once, although the rule objects?",
        Resolution::Skip => "Leave it out, and let the agent go on with something else?",
    };
    if !person.agrees(&shown, question, "resolve")? {
        return Ok(Said::nothing());
    }
    let places = situation.places.as_ref().context("there is no home directory")?;
    let store = Store::open(&places.state, &situation.workspace.roots)?;
    let mut session = store.session(&known.host, &known.id)?;
    for row in blocked {
        session.commit(&Record::of_resolution(&known.host, &known.id, &row.cwd, row, how, now()))?;
    }
    Ok(Said::fine("Resolved."))
}
