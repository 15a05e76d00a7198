//! Records, added up: one cell per day, folder and thing. Cells add up to any figure that is asked for.

use std::collections::{BTreeMap, BTreeSet};

use hookward_core::{Decision, Record};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::tally::Tally;

/// What a cell is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Everything.
    All,
    /// A rule.
    Rule,
    /// A tool, by its neutral name.
    Tool,
    /// An event, by its neutral name.
    Event,
    /// A host.
    Host,
    /// A role of agents.
    Role,
    /// A subagent: role and id.
    Agent,
    /// A check and the tool that ran for it.
    Check,
    /// A session of a host.
    Session,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::All,
        Self::Rule,
        Self::Tool,
        Self::Event,
        Self::Host,
        Self::Role,
        Self::Agent,
        Self::Check,
        Self::Session,
    ];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Rule => "rule",
            Self::Tool => "tool",
            Self::Event => "event",
            Self::Host => "host",
            Self::Role => "role",
            Self::Agent => "agent",
            Self::Check => "check",
            Self::Session => "session",
        }
    }
}

/// The role of the agent that is no subagent.
pub const MAIN: &str = "main";

/// What a cell counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key {
    /// The day, in the zone of the machine: `2026-05-17`.
    pub day: String,
    /// The working directory.
    pub place: String,
    /// Of what kind it is.
    pub kind: Kind,
    /// Which one.
    pub name: String,
}

/// A call that was denied.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Denial {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The day.
    pub day: String,
    /// The working directory.
    pub place: String,
    /// The host.
    pub host: String,
    /// The agent's role.
    pub role: String,
    /// The tool, else the event.
    pub tool: String,
    /// The command, path or address.
    pub subject: String,
    /// The rules that objected.
    pub rules: String,
    /// Why the first of them did.
    pub why: String,
}

/// Which cells and denials are wanted.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// From this day on.
    pub since: Option<String>,
    /// Only below these directories; everywhere if empty.
    pub roots: Vec<String>,
}

impl Wanted {
    /// Whether something of a day in a folder is wanted.
    pub fn has(&self, day: &str, place: &str) -> bool {
        let below = |root: &String| std::path::Path::new(place).starts_with(root);
        self.since.as_deref().is_none_or(|since| day >= since)
            && (self.roots.is_empty() || self.roots.iter().any(below))
    }
}

/// Records, added up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The cells.
    pub cells: BTreeMap<Key, Tally>,
    /// What was denied.
    pub denials: Vec<Denial>,
    /// Lines that could not be read.
    pub unreadable: u64,
}

/// No answer tells more characters, and no check takes more milliseconds: a record that says so must not spoil the sums.
const MOST: u64 = 1 << 40;

impl Sums {
    /// Adds a record.
    pub fn fold(&mut self, record: &Record, zone: &TimeZone) {
        if record.is_canary() {
            return;
        }
        let day = day_of(record.at, zone);
        if record.is_of_a_person() {
            self.fold_person(record, &day);
            return;
        }
        let mut whole = Tally {
            events: 1,
            approvals: u64::from(record.decision == Decision::Approve),
            advice: u64::from(record.decision == Decision::Advise),
            asks: u64::from(record.decision == Decision::Ask),
            denials: u64::from(record.decision == Decision::Deny),
            overrides: u64::from(record.overrules()),
            shadowed: u64::from(record.shadowed.iter().any(|noted| noted.decision >= Decision::Ask)),
            strikes: record.strikes().count() as u64,
            checks: record.ran.len() as u64,
            failures: record.ran.iter().filter(|ran| has_failed(&ran.how)).count() as u64,
            checks_ms: record.ran.iter().map(|ran| ran.ms.min(MOST)).sum(),
            told: record.told.min(MOST),
            ..Tally::default()
        };
        // How long a check takes says nothing of how long an answer does.
        if record.ran.is_empty() {
            whole.latency.note(record.us);
        }
        let role = role_of(record);
        self.add(&day, record, Kind::All, "", &whole);
        self.add(&day, record, Kind::Host, &record.host, &whole);
        self.add(&day, record, Kind::Event, &record.event, &whole);
        self.add(&day, record, Kind::Role, role, &whole);
        self.add(&day, record, Kind::Session, &format!("{} {}", record.host, record.session), &whole);
        if let Some(tool) = &record.tool {
            self.add(&day, record, Kind::Tool, tool, &whole);
        }
        if let Some(agent) = &record.agent {
            self.add(&day, record, Kind::Agent, &format!("{role} {agent}"), &whole);
        }
        self.fold_rules(record, &day, &whole);
        self.fold_checks(record, &day);
        if record.decision == Decision::Deny {
            self.denials.push(denial(record, day, role));
        }
    }

    fn fold_rules(&mut self, record: &Record, day: &str, whole: &Tally) {
        for (rule, told) in told_by_rule(record, whole.told) {
            let said = record.findings.iter().filter(|noted| noted.rule == rule).map(|noted| noted.decision);
            let said = said.max().unwrap_or(Decision::Silent);
            // A question that nobody was there to answer is a denial.
            let became = |decision| u64::from(said >= Decision::Ask && record.decision == decision);
            let tally = Tally {
                events: 1,
                approvals: u64::from(said == Decision::Approve && record.decision == said),
                advice: u64::from(said == Decision::Advise),
                asks: became(Decision::Ask),
                denials: became(Decision::Deny),
                strikes: record.strikes().filter(|struck| *struck == rule).count() as u64,
                told,
                latency: whole.latency.clone(),
                ..Tally::default()
            };
            self.add(day, record, Kind::Rule, rule, &tally);
        }
        for rule in &record.agreed {
            self.add(day, record, Kind::Rule, rule, &Tally { overrides: 1, ..Tally::default() });
        }
        let shadowed: BTreeSet<&str> = record.shadowed.iter().map(|noted| noted.rule.as_str()).collect();
        for rule in shadowed {
            self.add(day, record, Kind::Rule, rule, &Tally { shadowed: 1, ..Tally::default() });
        }
    }

    fn fold_checks(&mut self, record: &Record, day: &str) {
        for ran in &record.ran {
            let (failures, checks_ms) = (u64::from(has_failed(&ran.how)), ran.ms.min(MOST));
            let mut tally = Tally { checks: 1, failures, checks_ms, ..Tally::default() };
            self.add(day, record, Kind::Rule, &ran.what, &tally);
            tally.latency.note(checks_ms * 1000);
            self.add(day, record, Kind::Check, &format!("{} {}", ran.what, ran.tool), &tally);
        }
    }

    /// What a person has said is no event of an agent: it only overrules.
    fn fold_person(&mut self, record: &Record, day: &str) {
        if !record.overrules() {
            return;
        }
        let tally = Tally { overrides: 1, ..Tally::default() };
        self.add(day, record, Kind::All, "", &tally);
        self.add(day, record, Kind::Event, &record.event, &tally);
        let rules: BTreeSet<&str> = record.findings.iter().map(|noted| noted.rule.as_str()).collect();
        for rule in rules {
            self.add(day, record, Kind::Rule, rule, &tally);
        }
        if let Some(tool) = &record.tool {
            self.add(day, record, Kind::Tool, tool, &tally);
        }
        self.add(day, record, Kind::Host, &record.host, &tally);
        self.add(day, record, Kind::Role, role_of(record), &tally);
    }

    fn add(&mut self, day: &str, record: &Record, kind: Kind, name: &str, tally: &Tally) {
        let key = Key { day: day.to_owned(), place: record.cwd.clone(), kind, name: name.to_owned() };
        self.cells.entry(key).or_default().add(tally);
    }

    /// Adds other sums.
    pub fn add_all(&mut self, other: Self) {
        for (key, tally) in other.cells {
            self.cells.entry(key).or_default().add(&tally);
        }
        self.denials.extend(other.denials);
        self.unreadable += other.unreadable;
    }

    /// Keeps what is wanted.
    pub fn keep(&mut self, wanted: &Wanted) {
        self.cells.retain(|key, _| wanted.has(&key.day, &key.place));
        self.denials.retain(|denial| wanted.has(&denial.day, &denial.place));
    }
}

/// The rules of a record, each with its share of what the model was told: the shares add up to that. What approves tells
/// nothing, unless nobody else has anything to say.
fn told_by_rule(record: &Record, told: u64) -> BTreeMap<&str, u64> {
    let mut weights: BTreeMap<&str, u64> = BTreeMap::new();
    for noted in &record.findings {
        let weight = if noted.decision == Decision::Approve { 0 } else { noted.told.clamp(1, MOST) };
        *weights.entry(&noted.rule).or_default() += weight;
    }
    if weights.values().all(|weight| *weight == 0) {
        for weight in weights.values_mut() {
            *weight = 1;
        }
    }
    let all: u64 = weights.values().sum();
    // Each ends where the next begins, so that nothing is lost by rounding.
    let up_to =
        |sum: u64| u64::try_from(u128::from(told) * u128::from(sum) / u128::from(all.max(1))).unwrap_or(told);
    let mut sum = 0;
    let share = |(rule, weight)| {
        let before = up_to(sum);
        sum += weight;
        (rule, up_to(sum) - before)
    };
    weights.into_iter().map(share).collect()
}

fn role_of(record: &Record) -> &str {
    match (&record.role, &record.agent) {
        (Some(role), _) => role,
        (None, Some(_)) => "subagent",
        (None, None) => MAIN,
    }
}

/// A check that did not run is none that has failed.
fn has_failed(how: &str) -> bool {
    matches!(how, "problems" | "timed-out" | "broken" | "failed")
}

fn denial(record: &Record, day: String, role: &str) -> Denial {
    let objecting = || record.findings.iter().filter(|noted| noted.decision >= Decision::Ask);
    let rules: BTreeSet<&str> = objecting().map(|noted| noted.rule.as_str()).collect();
    Denial {
        at: record.at,
        day,
        place: record.cwd.clone(),
        host: record.host.clone(),
        role: role.to_owned(),
        tool: record.tool.clone().unwrap_or_else(|| record.event.clone()),
        subject: record.subject.clone().unwrap_or_default(),
        rules: rules.into_iter().collect::<Vec<_>>().join(", "),
        why: objecting().map(|noted| noted.why.clone()).find(|why| !why.is_empty()).unwrap_or_default(),
    }
}

/// The day of a moment. A clock gone wild has the first one.
pub fn day_of(at: u64, zone: &TimeZone) -> String {
    let timestamp = i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    timestamp.unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(zone.clone()).date().to_string()
}
