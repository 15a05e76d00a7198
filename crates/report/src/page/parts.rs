//! Parts of the page: a card with a number, a section with its chart and table, the list of denials.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::MAX_BARS;
use super::chart::{Colour, Mark, Piece, Width, bars};
use super::html::Html;
use crate::numbers::{count, time};
use crate::sums::Denial;
use crate::tally::Tally;

/// What was decided, from the quietest on.
pub(super) fn decisions(tally: &Tally) -> [Piece; 5] {
    [
        (Colour::Silent, tally.silent()),
        (Colour::Approve, tally.approvals),
        (Colour::Advise, tally.advice),
        (Colour::Ask, tally.asks),
        (Colour::Deny, tally.denials),
    ]
}

/// The word for a colour, where it stands for a decision.
fn word(colour: Colour) -> &'static str {
    match colour {
        Colour::Deny => "denied",
        Colour::Ask => "asked",
        Colour::Advise => "advised",
        Colour::Approve => "approved",
        Colour::Silent => "silent",
        Colour::Shadow => "in shadow mode",
        Colour::Time => "time",
    }
}

/// All of a tally that is not nothing, in words.
pub(super) fn words(name: &str, tally: &Tally) -> String {
    let mut words = vec![format!("{} events", count(tally.events))];
    let rest = [
        (tally.denials, "denied"),
        (tally.asks, "asked"),
        (tally.advice, "advised"),
        (tally.approvals, "approved"),
        (tally.shadowed, "in shadow"),
        (tally.overrides, "overruled"),
        (tally.strikes, "strikes"),
    ];
    words.extend(
        rest.iter().filter(|(many, _)| *many > 0).map(|(many, what)| format!("{} {what}", count(*many))),
    );
    format!("{name}: {}", words.join(", "))
}

/// A number, what it is of, and a little more.
pub(super) fn card(what: &str, number: &str, more: &str, colour: Option<Colour>) -> Html {
    let mut html = Html::default();
    html.markup("<div><dt>").text(what).markup("</dt><dd class=\"big");
    if let Some(colour) = colour {
        html.markup(" ").markup(colour.class());
    }
    html.markup("\">").text(number).markup("</dd>");
    if !more.is_empty() {
        html.markup("<dd class=\"small\">").text(more).markup("</dd>");
    }
    html.markup("</div>\n");
    html
}

/// What the colours mean.
pub(super) fn legend(colours: &[Colour]) -> Html {
    let mut html = Html::default();
    html.markup("<ul class=\"legend\">");
    for colour in colours {
        html.markup("<li><i class=\"").markup(colour.class()).markup("\"></i>");
        html.markup(word(*colour)).markup("</li>");
    }
    html.markup("</ul>");
    html
}

/// Sections, one below the other, beside another such column.
pub(super) fn column(sections: &[Html]) -> Html {
    let mut html = Html::default();
    if sections.iter().any(|section| !section.is_empty()) {
        html.markup("<div class=\"column\">\n");
        for section in sections {
            html.add(section);
        }
        html.markup("</div>\n");
    }
    html
}

/// A chart with its title, what it shows, and its table.
pub(super) fn section(title: &str, about: &str, width: Width, figure: &Html, table: &Html) -> Html {
    let mut html = Html::default();
    html.markup(match width {
        Width::Whole | Width::Half => "<section><h2>",
        Width::Third => "<section class=\"third\"><h2>",
    });
    html.text(title)
        .markup("</h2><p class=\"about\">")
        .text(about)
        .markup("</p>\n<figure class=\"scroll\">")
        .add(figure);
    html.markup("</figure>\n<details><summary>As a table</summary><div class=\"scroll\">").add(table);
    html.markup("</div></details></section>\n");
    html
}

/// Things of a kind: bars by decision, and a table.
pub(super) fn by_name(title: &str, about: &str, group: &[(String, Tally)], width: Width) -> Html {
    let mut most: Vec<&(String, Tally)> = group.iter().collect();
    most.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.events));
    let mark = |(name, tally): &(String, Tally)| Mark {
        name: name.clone(),
        words: words(name, tally),
        value: count(tally.events),
        pieces: decisions(tally).into_iter().rev().collect(),
    };
    let marks: Vec<Mark> = most.into_iter().take(MAX_BARS).map(mark).collect();
    section(title, about, width, &bars(title, width, &marks), &table("name", group))
}

/// A column of the tables: its title, and the figure in it.
type Column = (&'static str, fn(&Tally) -> String);

const COLUMNS: [Column; 14] = [
    ("events", |tally| count(tally.events)),
    ("approved", |tally| count(tally.approvals)),
    ("advised", |tally| count(tally.advice)),
    ("asked", |tally| count(tally.asks)),
    ("denied", |tally| count(tally.denials)),
    ("shadow", |tally| count(tally.shadowed)),
    ("overruled", |tally| count(tally.overrides)),
    ("strikes", |tally| count(tally.strikes)),
    ("p50", |tally| time(tally.latency.quantile(500))),
    ("p90", |tally| time(tally.latency.quantile(900))),
    ("p99", |tally| time(tally.latency.quantile(990))),
    ("longest", |tally| time(tally.latency.max)),
    ("in checks", |tally| time(tally.checks_ms.saturating_mul(1000))),
    ("tokens", |tally| count(tally.tokens())),
];

/// The table behind a chart; a column in which there is nothing is left out.
pub(super) fn table(what: &str, rows: &[(String, Tally)]) -> Html {
    let is_needed = |(_, figure): &&Column| rows.iter().any(|(_, tally)| figure(tally) != "0");
    let columns: Vec<&Column> = COLUMNS.iter().filter(is_needed).collect();
    let mut html = Html::default();
    html.markup("<table><thead><tr><th scope=\"col\">").text(what).markup("</th>");
    for (title, _) in &columns {
        html.markup("<th scope=\"col\">").markup(title).markup("</th>");
    }
    html.markup("</tr></thead><tbody>");
    for (name, tally) in rows {
        html.markup("<tr><td>").text(name).markup("</td>");
        for (_, figure) in &columns {
            html.markup("<td>").text(&figure(tally)).markup("</td>");
        }
        html.markup("</tr>\n");
    }
    html.markup("</tbody></table>");
    html
}

/// What was denied lately, and why.
pub(super) fn denial_list(denials: &[Denial], zone: &TimeZone) -> Html {
    let mut html = Html::default();
    if denials.is_empty() {
        return html;
    }
    html.markup("<section><h2>Denied lately</h2><p class=\"about\">Newest first. Secrets were masked when it was recorded.</p>\n<ol class=\"denials\">");
    for denial in denials {
        let stamp = i64::try_from(denial.at).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
        let at = stamp.map(|stamp| stamp.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string());
        html.markup("<li><div class=\"meta\"><span>").text(&at.unwrap_or_default()).markup("</span>");
        html.markup("<span class=\"chip deny\">").text(&denial.rules).markup("</span><span>");
        html.text(&denial.tool).markup(" · ").text(&denial.host).markup(" · ").text(&denial.role);
        html.markup("</span><span>").text(&denial.place).markup("</span></div>");
        if !denial.subject.is_empty() {
            html.markup("<pre>").text(&denial.subject).markup("</pre>");
        }
        if !denial.why.is_empty() {
            html.markup("<p>").text(&denial.why).markup("</p>");
        }
        html.markup("</li>\n");
    }
    html.markup("</ol></section>\n");
    html
}
