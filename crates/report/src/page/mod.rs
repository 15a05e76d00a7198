//! The report as one page: no script, nothing from elsewhere, light and dark. Every chart has its table.

mod chart;
mod html;
mod parts;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::numbers::{count, percent, time};
use crate::stats::Stats;
use crate::sums::Kind;
use crate::tally::Tally;
use chart::{Colour, Mark, Piece, Width, bars, columns};
use html::Html;
use parts::{by_name, card, column, decisions, denial_list, legend, section, table, words};

/// More days than this are drawn week by week.
const MAX_DAYS: usize = 92;

/// More things than this are only in the table.
const MAX_BARS: usize = 12;

/// Something that waits for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Blocked {
    /// The session.
    pub session: String,
    /// The rule.
    pub rule: String,
    /// How many denials in a row.
    pub row: u32,
    /// When it was denied last.
    pub since: String,
    /// What was tried.
    pub subject: String,
}

/// What stands around the figures.
#[derive(Clone, Debug)]
pub struct Setting {
    /// When the page is made, in words.
    pub made: String,
    /// The zone of its times.
    pub zone: TimeZone,
    /// What waits for a person.
    pub blocked: Vec<Blocked>,
}

/// The page.
pub fn page(stats: &Stats, setting: &Setting) -> String {
    let mut html = Html::default();
    html.markup(concat!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
        "<meta name=\"referrer\" content=\"no-referrer\">\n",
        // Should a text ever become markup, it still does nothing.
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
        "<title>Hookward report</title>\n<style>\n",
        include_str!("style.css"),
        "</style>\n</head>\n<body>\n<main>\n<header>\n<h1>What the agents did, and what was decided</h1>\n<p>"
    ));
    html.text(&about(stats)).markup(" · made ").text(&setting.made).markup("</p>\n</header>\n");
    if stats.days.is_empty() {
        html.markup("<section><h2>Nothing was recorded yet</h2><p class=\"about\">As soon as an agent calls a tool, it is here.</p></section>\n");
    } else {
        html.add(&headline(stats));
        html.markup("<div class=\"grid\">\n");
        for part in [
            blocked(&setting.blocked),
            days(stats),
            objections(stats),
            column(&[rules(stats)]),
            column(&[latency(stats), checks(stats)]),
            by_name(
                "By tool",
                "Calls by the tool's neutral name; colours as above.",
                stats.group(Kind::Tool),
                Width::Third,
            ),
            by_name("By host", "The programs that asked.", stats.group(Kind::Host), Width::Third),
            by_name(
                "By role",
                "Subagents by their role; main is the agent itself.",
                stats.group(Kind::Role),
                Width::Third,
            ),
            column(&[strikes(stats)]),
            column(&[agents(stats)]),
            denial_list(&stats.denials, &setting.zone),
        ] {
            html.add(&part);
        }
        html.markup("</div>\n");
    }
    html.markup("<footer>Made by <code>hookward report</code> from the journal on this machine. Secrets are masked before anything is recorded. Tokens are estimated at four characters each; quantiles are exact to 3 %.");
    if stats.unreadable > 0 {
        html.markup(" ").text(&count(stats.unreadable)).markup(" lines of the journal could not be read.");
    }
    html.markup("</footer>\n</main>\n</body>\n</html>\n");
    html.finish()
}

fn about(stats: &Stats) -> String {
    let place = if stats.roots.is_empty() { "All folders".to_owned() } else { stats.roots.join(", ") };
    let first = stats.days.first().map(|(day, _)| day.clone());
    let last = stats.days.last().map(|(day, _)| day.clone());
    match (stats.since.clone().or(first), last) {
        (Some(first), Some(last)) => format!("{place} · {first} to {last}"),
        (_, _) => place,
    }
}

fn headline(stats: &Stats) -> Html {
    let all = &stats.all;
    let mut html = Html::default();
    html.markup("<dl class=\"numbers\">\n");
    let of_all = |part| percent(part, all.events).map(|share| format!("{share} of all")).unwrap_or_default();
    let [p50, p90, p99] = [500, 900, 990].map(|q| time(all.latency.quantile(q)));
    let sessions = format!("in {} sessions", count(stats.sessions() as u64));
    let runs = format!("{} runs, {} failed", count(all.checks), count(all.failures));
    html.add(&card("events", &count(all.events), &sessions, None));
    html.add(&card("denied", &count(all.denials), &of_all(all.denials), Some(Colour::Deny)));
    html.add(&card("asked about", &count(all.asks), &of_all(all.asks), Some(Colour::Ask)));
    html.add(&card("approved", &count(all.approvals), &of_all(all.approvals), None));
    html.add(&card("overruled", &count(all.overrides), "by a person", None));
    html.add(&card("strikes", &count(all.strikes), "rules that agents ran into", None));
    html.add(&card("only noted", &count(all.shadowed), "rules in shadow mode", None));
    html.add(&card("median answer", &p50, &format!("p90 {p90} · p99 {p99}"), None));
    html.add(&card("in checks", &time(all.checks_ms.saturating_mul(1000)), &runs, None));
    html.add(&card("tokens of context", &count(all.tokens()), "about, given to models", None));
    html.markup("</dl>\n");
    html
}

fn blocked(blocked: &[Blocked]) -> Html {
    let mut html = Html::default();
    if blocked.is_empty() {
        return html;
    }
    html.markup("<section class=\"blocked\"><h2>Waiting for a person</h2><p class=\"about\">Too many denials in a row. <code>hookward resolve SESSION fix|override|skip</code> settles it.</p>");
    for Blocked { session, rule, row, since, subject } in blocked {
        html.markup("<p><span class=\"chip deny\">").text(rule).markup("</span> ").text(&row.to_string());
        html.markup(" in a row in session <code>").text(session).markup("</code>, last at ").text(since);
        html.markup("</p><pre>").text(subject).markup("</pre>");
    }
    html.markup("</section>\n");
    html
}

/// Days without a gap; weeks, by their first days, if there are too many.
fn periods(days: &[(String, Tally)]) -> Vec<(String, Tally)> {
    let dated = || days.iter().filter_map(|(day, tally)| Some((day.parse::<Date>().ok()?, tally)));
    let (Some((first, _)), Some((last, _))) = (dated().next(), dated().next_back()) else {
        return Vec::new();
    };
    let span = first.until(last).map_or(0, |span| span.get_days());
    let length = if usize::try_from(span).unwrap_or(0) < MAX_DAYS { 1 } else { 7 };
    let mut periods: Vec<(Date, Tally)> = Vec::new();
    let mut start = first;
    // A clock gone wild must not make a page of centuries.
    while start <= last && periods.len() < 520 {
        let next = start.checked_add(jiff::Span::new().days(length)).unwrap_or(Date::MAX);
        let mut sum = Tally::default();
        dated().filter(|(day, _)| *day >= start && *day < next).for_each(|(_, tally)| sum.add(tally));
        periods.push((start, sum));
        start = next;
    }
    periods.into_iter().map(|(day, tally)| (day.to_string(), tally)).collect()
}

fn marks_of_days(stats: &Stats, pieces: fn(&Tally) -> Vec<Piece>) -> Vec<Mark> {
    let mark = |(day, tally): (String, Tally)| {
        let parsed = day.parse::<Date>().map(|date| date.strftime("%-d %b").to_string());
        Mark {
            name: parsed.unwrap_or_else(|_| day.clone()),
            words: words(&day, &tally),
            value: String::new(),
            pieces: pieces(&tally),
        }
    };
    periods(&stats.days).into_iter().map(mark).collect()
}

fn days(stats: &Stats) -> Html {
    let marks = marks_of_days(stats, |tally| decisions(tally).to_vec());
    let mut figure = legend(&[Colour::Silent, Colour::Approve, Colour::Advise, Colour::Ask, Colour::Deny]);
    figure.add(&columns("Events per day, by decision", Width::Whole, &marks, count));
    section(
        "Events per day",
        "Every event of every agent, by what was decided.",
        Width::Whole,
        &figure,
        &table("day", &stats.days),
    )
}

fn objections(stats: &Stats) -> Html {
    let marks = marks_of_days(stats, |tally| vec![(Colour::Deny, tally.denials), (Colour::Ask, tally.asks)]);
    let mut figure = legend(&[Colour::Deny, Colour::Ask]);
    figure.add(&columns("Denials and questions per day", Width::Whole, &marks, count));
    section(
        "Denials and questions per day",
        "Where a rule has objected.",
        Width::Whole,
        &figure,
        &table("day", &stats.days),
    )
}

fn rules(stats: &Stats) -> Html {
    let said = |tally: &Tally| tally.denials + tally.asks + tally.advice + tally.shadowed;
    let mut spoke: Vec<&(String, Tally)> =
        stats.group(Kind::Rule).iter().filter(|(_, tally)| said(tally) > 0).collect();
    spoke.sort_by_key(|(_, tally)| std::cmp::Reverse(said(tally)));
    let marks: Vec<Mark> = spoke
        .into_iter()
        .take(MAX_BARS)
        .map(|(name, tally)| Mark {
            name: name.clone(),
            words: words(name, tally),
            value: count(said(tally)),
            pieces: vec![
                (Colour::Deny, tally.denials),
                (Colour::Ask, tally.asks),
                (Colour::Advise, tally.advice),
                (Colour::Shadow, tally.shadowed),
            ],
        })
        .collect();
    let mut figure = legend(&[Colour::Deny, Colour::Ask, Colour::Advise, Colour::Shadow]);
    figure.add(&bars("Objections by rule", Width::Half, &marks));
    let about = "What each rule denied, asked about, advised, and would have stopped in shadow mode.";
    section("Decisions by rule", about, Width::Half, &figure, &table("rule", stats.group(Kind::Rule)))
}

fn latency(stats: &Stats) -> Html {
    /// The upper ends of the classes, in microseconds.
    const ENDS: [u64; 11] =
        [500, 1_000, 2_000, 3_000, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000, u64::MAX];
    let histogram = &stats.all.latency;
    let mut marks = Vec::new();
    let mut above = 0;
    for end in ENDS {
        // The first class begins at nothing, and has it.
        let none = if above == 0 { histogram.classes.get(&0).copied().unwrap_or(0) } else { 0 };
        let many = histogram.between(above, end) + none;
        let name = if end == u64::MAX { format!("> {}", time(above)) } else { format!("≤ {}", time(end)) };
        let words = format!("{name}: {} answers", count(many));
        marks.push(Mark { name, words, value: String::new(), pieces: vec![(Colour::Time, many)] });
        above = end;
    }
    let figure = columns("Answers by the time they took", Width::Half, &marks, count);
    let quantiles = [500, 900, 990, 1000].map(|q| time(histogram.quantile(q)));
    let [p50, p90, p99, max] = quantiles;
    let about =
        format!("p50 {p50} · p90 {p90} · p99 {p99} · longest {max}. Answers for which no check had to run.");
    let mut rows = Html::default();
    rows.markup("<table><thead><tr><th>time</th><th>answers</th></tr></thead><tbody>");
    for mark in &marks {
        let many = mark.pieces.first().map_or(0, |(_, many)| *many);
        rows.markup("<tr><td>").text(&mark.name).markup("</td><td>").text(&count(many)).markup("</td></tr>");
    }
    rows.markup("</tbody></table>");
    section("How long answers took", &about, Width::Half, &figure, &rows)
}

fn checks(stats: &Stats) -> Html {
    let group = stats.group(Kind::Check);
    if group.is_empty() {
        return Html::default();
    }
    let mut longest: Vec<&(String, Tally)> = group.iter().collect();
    longest.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.checks_ms));
    let mark = |(name, tally): &(String, Tally)| {
        let spent = time(tally.checks_ms.saturating_mul(1000));
        let median = time(tally.latency.quantile(500));
        let (runs, failures) = (count(tally.checks), count(tally.failures));
        Mark {
            name: name.clone(),
            words: format!("{name}: {spent} in {runs} runs, {failures} failed, median {median}"),
            value: spent,
            pieces: vec![(Colour::Time, tally.checks_ms)],
        }
    };
    let marks: Vec<Mark> = longest.into_iter().take(MAX_BARS).map(mark).collect();
    let figure = bars("Time spent in checks", Width::Half, &marks);
    section(
        "Time spent in checks",
        "Formatters, linters, type checkers, tests.",
        Width::Half,
        &figure,
        &table("check", group),
    )
}

fn strikes(stats: &Stats) -> Html {
    let mut struck: Vec<&(String, Tally)> =
        stats.group(Kind::Rule).iter().filter(|(_, tally)| tally.strikes + tally.overrides > 0).collect();
    if struck.is_empty() {
        return Html::default();
    }
    struck.sort_by_key(|(_, tally)| std::cmp::Reverse((tally.strikes, tally.overrides)));
    let mark = |(name, tally): &(String, Tally)| Mark {
        name: name.clone(),
        words: words(name, tally),
        value: match tally.overrides {
            0 => count(tally.strikes),
            overruled => format!("{}, {} overruled", count(tally.strikes), count(overruled)),
        },
        pieces: vec![(Colour::Deny, tally.strikes)],
    };
    let marks: Vec<Mark> = struck.iter().take(MAX_BARS).map(|entry| mark(entry)).collect();
    let rows: Vec<(String, Tally)> = struck.into_iter().cloned().collect();
    let figure = bars("Strikes by rule", Width::Half, &marks);
    let about = "How often an agent ran into a rule, and a person overruled it.";
    section("Strikes", about, Width::Half, &figure, &table("rule", &rows))
}

fn agents(stats: &Stats) -> Html {
    let group = stats.group(Kind::Agent);
    if group.is_empty() {
        return Html::default();
    }
    by_name("By agent", "Subagents, by role and id.", group, Width::Half)
}
