//! `stats`: figures of what was decided.

use std::fmt::Write as _;

use anstream::println;
use anstyle::{AnsiColor, Style};
use clap::Args;
use hookward_core::Decision;
use hookward_report::numbers::{count, percent, time};
use hookward_report::{Kind, QUANTILES, Stats, Tally};

use super::Outcome;
use super::figures::Choice;
use crate::paint::{BOLD, DIM, style};

/// So many things of a kind, and days, are shown; JSON has them all.
const ROWS: usize = 12;
const DAYS: usize = 14;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Print JSON, one object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    choice: Choice,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let figures = arguments.choice.figures()?;
    if arguments.json {
        println!("{}", figures.stats.json());
    } else if figures.stats.days.is_empty() {
        println!("Nothing was recorded here yet.");
    } else {
        show(&figures.stats);
    }
    Ok(Outcome::Fine)
}

fn show(stats: &Stats) {
    let place = match stats.roots.as_slice() {
        [] => "all folders".to_owned(),
        roots => roots.join(", "),
    };
    let first = stats.days.first().map_or("", |(day, _)| day);
    let since = stats.since.as_deref().unwrap_or(first);
    println!("{BOLD}{place}{BOLD:#} {DIM}since {since}{DIM:#}\n");
    headline(stats);
    let skipped = stats.days.len().saturating_sub(DAYS);
    let days = stats.days.get(skipped..).unwrap_or_default();
    table("day", days, columns(), skipped, "earlier");
    for (title, kind, columns) in [
        ("rule", Kind::Rule, columns()),
        ("tool", Kind::Tool, columns()),
        ("host", Kind::Host, columns()),
        ("role", Kind::Role, columns()),
        ("agent", Kind::Agent, columns()),
        ("check", Kind::Check, columns_of_checks()),
    ] {
        let group = stats.group(kind);
        let shown = group.get(..group.len().min(ROWS)).unwrap_or_default();
        table(title, shown, columns, group.len() - shown.len(), "more");
    }
}

fn headline(stats: &Stats) {
    let all = &stats.all;
    let (deny, ask) = (style(Decision::Deny), style(Decision::Ask));
    println!(
        "{BOLD}{}{BOLD:#} events in {}   {deny}{}{deny:#} denied{}   {ask}{}{ask:#} asked   {BOLD}{}{BOLD:#} overruled   {BOLD}{}{BOLD:#} strikes",
        count(all.events),
        sessions(stats),
        count(all.denials),
        percent(all.denials, all.events).map(|share| format!(" ({share})")).unwrap_or_default(),
        count(all.asks),
        count(all.overrides),
        count(all.strikes),
    );
    let times = QUANTILES.map(|(name, q)| format!("{name} {}", time(all.latency.quantile(q))));
    println!("answers {}", times.join(" · "));
    if all.checks > 0 {
        println!(
            "checks  {} in {} runs, {} failed",
            time(all.checks_ms.saturating_mul(1000)),
            count(all.checks),
            count(all.failures)
        );
    }
    println!("context about {} tokens {DIM}(4 characters each){DIM:#}", count(all.tokens()));
}

fn sessions(stats: &Stats) -> String {
    match stats.sessions() {
        1 => "1 session".to_owned(),
        many => format!("{} sessions", count(many as u64)),
    }
}

/// A column behind the name: its title, its figure, how that is painted if there is something, and the rank by which it is
/// left out where there is no room: the highest first.
struct Column {
    title: &'static str,
    figure: fn(&Tally) -> String,
    paint: Style,
    rank: u8,
}

const PLAIN: Style = Style::new();

const fn column(title: &'static str, figure: fn(&Tally) -> String, paint: Style, rank: u8) -> Column {
    Column { title, figure, paint, rank }
}

fn columns() -> Vec<Column> {
    let cyan = Style::new().fg_color(Some(AnsiColor::Cyan.into()));
    vec![
        column("events", |tally| count(tally.events), PLAIN, 0),
        column("denied", |tally| count(tally.denials), style(Decision::Deny), 0),
        column("asked", |tally| count(tally.asks), style(Decision::Ask), 0),
        column("shadow", |tally| count(tally.shadowed), cyan, 5),
        column("overruled", |tally| count(tally.overrides), BOLD, 3),
        column("strikes", |tally| count(tally.strikes), PLAIN, 4),
        column("p50", |tally| time(tally.latency.quantile(500)), PLAIN, 1),
        column("p90", |tally| time(tally.latency.quantile(900)), PLAIN, 7),
        column("p99", |tally| time(tally.latency.quantile(990)), PLAIN, 2),
        column("max", |tally| time(tally.latency.max), PLAIN, 8),
        column("in checks", |tally| time(tally.checks_ms.saturating_mul(1000)), PLAIN, 5),
        column("tokens", |tally| count(tally.tokens()), PLAIN, 6),
    ]
}

/// Those of checks, whose times are their own.
fn columns_of_checks() -> Vec<Column> {
    let mut columns = vec![
        column("runs", |tally| count(tally.checks), PLAIN, 0),
        column("failed", |tally| count(tally.failures), style(Decision::Deny), 0),
        column("in all", |tally| time(tally.checks_ms.saturating_mul(1000)), PLAIN, 0),
    ];
    columns.extend(self::columns().into_iter().filter(|column| column.title.starts_with(['p', 'm'])));
    columns
}

/// A table of things; a column in which there is nothing is left out, and so are some if there is no room for them.
fn table(title: &str, rows: &[(String, Tally)], columns: Vec<Column>, left_out: usize, more: &str) {
    if rows.is_empty() {
        return;
    }
    let cells = |column: Column| -> Option<(Column, Vec<String>, usize)> {
        let cells: Vec<String> = rows.iter().map(|(_, tally)| (column.figure)(tally)).collect();
        let widths = cells.iter().map(|cell| cell.chars().count());
        let width = widths.max().unwrap_or(0).max(column.title.len());
        cells.iter().any(|cell| cell != "0").then_some((column, cells, width))
    };
    let mut columns: Vec<(Column, Vec<String>, usize)> = columns.into_iter().filter_map(cells).collect();
    let names: Vec<String> = rows.iter().map(|(name, _)| hookward_core::line(name, 44)).collect();
    let first = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(title.len()).max(12);
    let room = terminal_size::terminal_size().map_or(usize::MAX, |(width, _)| usize::from(width.0));
    while first + columns.iter().map(|(_, _, width)| width + 2).sum::<usize>() > room
        && let Some(rank) = columns.iter().map(|(column, ..)| column.rank).max().filter(|rank| *rank > 0)
    {
        columns.retain(|(column, ..)| column.rank < rank);
    }
    let mut heading = format!("{title:<first$}");
    for (column, _, width) in &columns {
        // Writing to a text cannot fail.
        let _ = write!(heading, "  {:>width$}", column.title);
    }
    println!("\n{DIM}{heading}{DIM:#}");
    for (place, name) in names.iter().enumerate() {
        let mut row = format!("{name:<first$}");
        for (column, cells, width) in &columns {
            let text = cells.get(place).map_or("", String::as_str);
            let (text, paint) = if text == "0" { ("·", DIM) } else { (text, column.paint) };
            let _ = write!(row, "  {paint}{text:>width$}{paint:#}");
        }
        println!("{row}");
    }
    if left_out > 0 {
        println!("{DIM}… and {left_out} {more}{DIM:#}");
    }
}
