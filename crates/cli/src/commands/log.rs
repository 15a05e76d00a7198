//! `log`: what was decided.

use std::time::Duration;

use anstream::println;
use anyhow::Context;
use clap::Args;
use hookward_core::Record;
use hookward_io::{Journal, Place};
use hookward_report::{Filter, Row, SHORT};
use jiff::tz::TimeZone;

use super::{Outcome, current_directory};
use crate::paint::{BOLD, DIM, style};
use crate::situation::Situation;

#[derive(Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Arguments {
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
    /// Of all folders, not only of this one
    #[arg(long)]
    all: bool,
    /// Keep showing what comes
    #[arg(long)]
    follow: bool,
    /// Only what rules in shadow mode would have stopped
    #[arg(long)]
    would_deny: bool,
    /// How many, from the newest back
    #[arg(short = 'n', long, value_name = "COUNT")]
    last: Option<usize>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?.display().to_string();
    let situation = Situation::find(&[], &cwd);
    let places = situation.places.context("there is no home directory, so there is no journal")?;
    let journal = Journal::in_state(&places.state);
    let roots = match situation.workspace.roots {
        _ if arguments.all => Vec::new(),
        roots if roots.is_empty() => vec![cwd],
        roots => roots,
    };
    let filter = Filter { roots, would_deny: arguments.would_deny };
    let read = |from: &Place, passed: &mut Passed| -> anyhow::Result<(Vec<Record>, Place, usize)> {
        let cannot = || format!("{} cannot be read", journal.path().display());
        let mut records = journal.records_since(from).with_context(cannot)?;
        let count = |record: &Record| passed.count(record, &filter);
        let wanted = records.by_ref().inspect(count).filter(|record| filter.wants(record)).collect();
        Ok((wanted, records.place(), records.unreadable))
    };
    let mut passed = Passed::default();
    let (records, mut read_to, unreadable) = read(&Place::default(), &mut passed)?;
    // A person sees the newest; a program that asks for JSON gets everything.
    let (form, usual) = if arguments.json { (Form::Json, usize::MAX) } else { (Form::Lines, 50) };
    let most = arguments.last.unwrap_or(usual);
    let shown = records.get(records.len().saturating_sub(most)..).unwrap_or_default();
    for record in shown {
        form.show(record)?;
    }
    if unreadable > 0 {
        anstream::eprintln!("hookward: {unreadable} lines of {} cannot be read", journal.path().display());
    }
    if records.is_empty() && !arguments.json && !arguments.follow {
        println!("{}", passed.why_none());
    }
    if !arguments.follow {
        return Ok(Outcome::Fine);
    }
    loop {
        std::thread::sleep(Duration::from_millis(300));
        let (new, now, _) = read(&read_to, &mut passed)?;
        read_to = now;
        for record in &new {
            form.show(record)?;
        }
    }
}

/// What there is, wanted or not: whoever gets nothing is told why.
#[derive(Default)]
struct Passed {
    here: usize,
    elsewhere: usize,
}

impl Passed {
    fn count(&mut self, record: &Record, filter: &Filter) {
        if filter.is_of_here(record) {
            self.here += 1;
        } else if !record.is_canary() {
            self.elsewhere += 1;
        }
    }

    fn why_none(&self) -> String {
        match (self.here, self.elsewhere) {
            (0, 0) => "Nothing was recorded here yet.".to_owned(),
            (0, 1) => "Nothing was recorded here yet; `--all` shows one event of another folder.".to_owned(),
            (0, more) => {
                format!("Nothing was recorded here yet; `--all` shows {more} events of other folders.")
            }
            (1, _) => "One event was recorded here; no rule in shadow mode would have stopped it.".to_owned(),
            (all, _) => {
                format!("{all} events were recorded here; no rule in shadow mode would have stopped any.")
            }
        }
    }
}

/// How records are shown.
#[derive(Clone, Copy)]
enum Form {
    Json,
    Lines,
}

impl Form {
    fn show(self, record: &Record) -> anyhow::Result<()> {
        match self {
            Self::Json => println!("{}", serde_json::to_string(record)?),
            Self::Lines => show_line(record),
        }
        Ok(())
    }
}

fn show_line(record: &Record) {
    // Where it goes on to a program, it is cut only if it is very long.
    let width = terminal_size::terminal_size().map_or(160, |(width, _)| usize::from(width.0));
    let Row { time, session, decision, what, subject, rules, id } =
        Row::of(record, &TimeZone::system(), width);
    let (word, colour) = decision.map_or(("person", BOLD), |decision| (decision.as_str(), style(decision)));
    let rest = [subject, format!("{DIM}{rules}{DIM:#}"), id];
    let empty = format!("{DIM}{DIM:#}");
    let rest: Vec<&str> =
        rest.iter().map(String::as_str).filter(|text| !text.is_empty() && *text != empty).collect();
    // No line ends with spaces.
    let what = if rest.is_empty() { what } else { format!("{what:<12}  {}", rest.join("  ")) };
    println!("{DIM}{time}{DIM:#}  {session:<SHORT$}  {colour}{word:<7}{colour:#}  {what}");
}
