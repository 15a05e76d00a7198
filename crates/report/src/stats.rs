//! Figures as they are shown: the cells that are wanted, added up by day and by thing.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::sums::{Denial, Kind, Sums, Wanted};
use crate::tally::{CHARACTERS_PER_TOKEN, Tally};

/// So many denials are shown.
const RECENT: usize = 50;

/// Figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The first day that was asked for; `None` for all.
    pub since: Option<String>,
    /// The folders that they are of; all if empty.
    pub roots: Vec<String>,
    /// Everything.
    pub all: Tally,
    /// Day by day, oldest first.
    pub days: Vec<(String, Tally)>,
    /// By kind; in each kind, most objections first.
    groups: BTreeMap<Kind, Vec<(String, Tally)>>,
    /// What was denied lately, newest first.
    pub denials: Vec<Denial>,
    /// Lines of the journal that could not be read.
    pub unreadable: u64,
}

impl Stats {
    /// The figures of sums.
    pub fn of(sums: Sums, wanted: &Wanted) -> Self {
        let mut all = Tally::default();
        let mut days: BTreeMap<String, Tally> = BTreeMap::new();
        let mut groups: BTreeMap<Kind, BTreeMap<String, Tally>> = BTreeMap::new();
        for (key, tally) in sums.cells {
            if key.kind == Kind::All {
                all.add(&tally);
                days.entry(key.day).or_default().add(&tally);
            } else {
                groups.entry(key.kind).or_default().entry(key.name).or_default().add(&tally);
            }
        }
        let groups = groups.into_iter().map(|(kind, group)| {
            let mut group: Vec<(String, Tally)> = group.into_iter().collect();
            group.sort_by_key(|(_, tally)| {
                std::cmp::Reverse((tally.denials, tally.asks, tally.events, tally.checks_ms))
            });
            (kind, group)
        });
        let mut denials = sums.denials;
        denials.sort_unstable_by(|a, b| b.cmp(a));
        denials.truncate(RECENT);
        Self {
            since: wanted.since.clone(),
            roots: wanted.roots.clone(),
            all,
            days: days.into_iter().collect(),
            groups: groups.collect(),
            denials,
            unreadable: sums.unreadable,
        }
    }

    /// The things of a kind.
    pub fn group(&self, kind: Kind) -> &[(String, Tally)] {
        self.groups.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// How many sessions there were.
    pub fn sessions(&self) -> usize {
        self.group(Kind::Session).iter().filter(|(_, tally)| tally.events > 0).count()
    }

    /// As one JSON object.
    pub fn json(&self) -> Value {
        let list = |kind: Kind| -> Vec<Value> {
            self.group(kind).iter().map(|(name, tally)| named(kind.as_str(), name, tally)).collect()
        };
        json!({
            "since": self.since,
            "folders": self.roots,
            "characters_per_token": CHARACTERS_PER_TOKEN,
            "unreadable_lines": self.unreadable,
            "sessions": self.sessions(),
            "all": Value::Object(figures(&self.all)),
            "days": self.days.iter().map(|(day, tally)| named("day", day, tally)).collect::<Vec<_>>(),
            "rules": list(Kind::Rule),
            "tools": list(Kind::Tool),
            "events": list(Kind::Event),
            "hosts": list(Kind::Host),
            "roles": list(Kind::Role),
            "agents": list(Kind::Agent),
            "checks": list(Kind::Check),
            "denials": self.denials,
        })
    }

    /// As comma-separated values: one line for everything, for each day, and for each thing.
    pub fn csv(&self) -> String {
        let mut lines =
            vec![format!("kind,name,{},tokens,p50_us,p90_us,p99_us,max_us", Tally::NAMES.join(","))];
        let mut line = |kind: &str, name: &str, tally: &Tally| {
            let mut values = vec![kind.to_owned(), quoted(name)];
            values.extend(tally.numbers().iter().map(u64::to_string));
            values.push(tally.tokens().to_string());
            values.extend(QUANTILES.map(|(_, q)| tally.latency.quantile(q).to_string()));
            lines.push(values.join(","));
        };
        line("all", "", &self.all);
        for (day, tally) in &self.days {
            line("day", day, tally);
        }
        for (kind, group) in &self.groups {
            for (name, tally) in group {
                line(kind.as_str(), name, tally);
            }
        }
        lines.join("\r\n") + "\r\n"
    }
}

/// The quantiles that are told, of a thousand.
pub const QUANTILES: [(&str, u64); 4] = [("p50", 500), ("p90", 900), ("p99", 990), ("max", 1000)];

fn named(what: &str, name: &str, tally: &Tally) -> Value {
    let mut object = Map::new();
    object.insert(what.to_owned(), name.into());
    object.extend(figures(tally));
    Value::Object(object)
}

fn figures(tally: &Tally) -> Map<String, Value> {
    let mut object = Map::new();
    for (name, number) in Tally::NAMES.iter().zip(tally.numbers()) {
        object.insert((*name).to_owned(), number.into());
    }
    object.insert("tokens".to_owned(), tally.tokens().into());
    let latency = QUANTILES.map(|(name, q)| (name.to_owned(), tally.latency.quantile(q).into()));
    object.insert("latency_us".to_owned(), Value::Object(latency.into_iter().collect()));
    object
}

/// A value as RFC 4180 has it. One that a spreadsheet would take for a formula is kept from being one.
fn quoted(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
