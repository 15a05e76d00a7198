//! The figures that `stats` and `report` show: which are wanted, where they come from, and how far the reading has come.

use std::io::{IsTerminal, Write};
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use hookward_io::{Journal, lies_outside};
use hookward_report::{Gatherer, Rebuild, Stats, Wanted, day_of};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use super::{Usage, current_directory};
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
        let mut bar = Bar::new("reading the journal");
        let sums = gatherer.sums(&wanted, rebuild, &mut |done, total| bar.show(done, total));
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

/// A bar for work that takes a while, where a person sees it.
struct Bar {
    what: &'static str,
    started: Instant,
    is_shown: bool,
}

impl Bar {
    /// Whoever gets an answer at once needs no bar.
    const SOON_MS: u128 = 300;
    const WIDTH: u64 = 30;

    fn new(what: &'static str) -> Self {
        Self { what, started: Instant::now(), is_shown: false }
    }

    fn show(&mut self, done: u64, total: u64) {
        if total == 0
            || self.started.elapsed().as_millis() < Self::SOON_MS
            || !std::io::stderr().is_terminal()
        {
            return;
        }
        self.is_shown = true;
        let full = usize::try_from(Self::WIDTH * done.min(total) / total).unwrap_or(0);
        let empty = usize::try_from(Self::WIDTH).unwrap_or(0).saturating_sub(full);
        let (bar, rest) = ("█".repeat(full), "░".repeat(empty));
        let percent = 100 * done.min(total) / total;
        let mega = total.div_ceil(1024 * 1024);
        let _ = write!(std::io::stderr(), "\r{} {bar}{rest} {percent:>3} % of {mega} MB", self.what);
    }

    fn clear(&self) {
        if self.is_shown {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn today_is_one_of_the_last_days() {
        let today = day_of(now(), &TimeZone::UTC);
        assert_eq!(first_day("1d", &TimeZone::UTC).unwrap(), today);
        let yesterday: Date = first_day("2d", &TimeZone::UTC).unwrap().parse().unwrap();
        assert_eq!(yesterday.tomorrow().unwrap().to_string(), today);
        assert_eq!(first_day("1w", &TimeZone::UTC).unwrap(), first_day("7d", &TimeZone::UTC).unwrap());
        assert_eq!(first_day("2026-05-17", &TimeZone::UTC).unwrap(), "2026-05-17");
        for text in ["", "0d", "-1d", "d", "5 days", "99999999999999d", "2026-13-01"] {
            assert!(first_day(text, &TimeZone::UTC).is_err(), "{text}");
        }
    }
}
