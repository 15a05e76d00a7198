//! The figures that `stats` and `report` show: which are wanted, where they come from, and how far the reading has come.

use anyhow::Context;
use clap::Args;
use hookward_io::{Journal, lies_outside};
use hookward_report::{Gatherer, Rebuild, Stats, Wanted, day_of};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use super::{Usage, current_directory};
use crate::bar::Bar;
use crate::situation::{Situation, now};

#[derive(Args)]
pub(super) struct Choice {
    /// Of all folders, not only of this one
    #[arg(long)]
    all: bool,
    /// Only of the last days (`7d`, `4w`), or from a day on (`2026-05-17`)
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Read the whole journal again, and make the index anew
    #[arg(long)]
    rebuild: bool,
}

/// The figures, and where we are.
pub(super) struct Figures {
    pub(super) stats: Stats,
    pub(super) situation: Situation,
    pub(super) zone: TimeZone,
}

impl Choice {
    pub(super) fn figures(&self) -> anyhow::Result<Figures> {
        let cwd = current_directory()?.display().to_string();
        let situation = Situation::find(&[], &cwd);
        let places =
            situation.places.as_ref().context("there is no home directory, so there is no journal")?;
        let roots = match &situation.workspace.roots {
            _ if self.all => Vec::new(),
            roots if roots.is_empty() => vec![cwd],
            roots => roots.clone(),
        };
        let zone = TimeZone::system();
        let wanted =
            Wanted { since: self.since.as_deref().map(|text| first_day(text, &zone)).transpose()?, roots };
        let gatherer = Gatherer {
            journal: Journal::in_state(&places.state),
            // Within an agent's reach it could say anything.
            index: Some(places.cache.join("index.sqlite"))
                .filter(|_| lies_outside(&places.cache, &situation.workspace.roots)),
            zone: zone.clone(),
        };
        let rebuild = if self.rebuild { Rebuild::Always } else { Rebuild::IfNeeded };
        let mut bar = Bar::if_it_takes_long();
        let sums = gatherer.sums(&wanted, rebuild, &mut |done, total| {
            bar.show(done, total, &format!("reading {} MB of the journal", total.div_ceil(1024 * 1024)));
        });
        bar.clear();
        let stats = Stats::of(sums?, &wanted);
        if stats.unreadable > 0 {
            anstream::eprintln!("hookward: {} lines of the journal cannot be read", stats.unreadable);
        }
        Ok(Figures { stats, situation, zone })
    }
}

/// The first day that is wanted: today is one of the last days.
fn first_day(text: &str, zone: &TimeZone) -> anyhow::Result<String> {
    if let Ok(date) = text.parse::<Date>() {
        return Ok(date.to_string());
    }
    let days = text.strip_suffix('d').map(|number| (number, 1)).or(text.strip_suffix('w').map(|n| (n, 7)));
    let days = days.and_then(|(number, factor)| number.parse::<i64>().ok()?.checked_mul(factor));
    let today: Option<Date> = day_of(now(), zone).parse().ok();
    let first = days
        .filter(|days| (1..=100_000).contains(days))
        .zip(today)
        .and_then(|(days, today)| today.checked_sub(Span::new().try_days(days - 1).ok()?).ok());
    let wrong = || Usage(format!("`{text}` is no time to begin at; write `7d`, `4w` or `2026-05-17`"));
    first.map(|day| day.to_string()).ok_or_else(|| wrong().into())
}

/// A moment as people write it.
pub(super) fn moment(at: u64, zone: &TimeZone) -> String {
    let stamp = i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    stamp
        .map_or_else(String::new, |stamp| stamp.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string())
}
