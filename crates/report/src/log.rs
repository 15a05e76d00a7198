//! Records as `hookward log` shows them: which ones, and in which columns.

use hookward_core::{Decision, Record, line};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Which records are wanted.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only events below these directories; everywhere if empty.
    pub roots: Vec<String>,
    /// Only what rules in shadow mode would have denied or asked.
    pub would_deny: bool,
}

impl Filter {
    /// Whether a record is wanted.
    pub fn wants(&self, record: &Record) -> bool {
        let shadowed = || record.shadowed.iter().any(|noted| noted.decision >= Decision::Ask);
        self.is_of_here(record) && (!self.would_deny || shadowed())
    }

    /// Whether a record is of the directories that are looked at, wanted or not.
    pub fn is_of_here(&self, record: &Record) -> bool {
        let is_below = |root: &String| std::path::Path::new(&record.cwd).starts_with(root);
        !record.is_canary() && (self.roots.is_empty() || self.roots.iter().any(is_below))
    }
}

/// A record in the columns of `hookward log`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Local time, without the year.
    pub time: String,
    /// The start of the session's name: enough for a person to name it by.
    pub session: String,
    /// What was decided; `None` where a person has said something.
    pub decision: Option<Decision>,
    /// The tool that was about to run, else the event.
    pub what: String,
    /// The command, path or address, in one line.
    pub subject: String,
    /// The rules behind it.
    pub rules: String,
    /// By which a person can let a denied call pass once.
    pub id: String,
}

/// So many letters name a session or a denied call.
pub const SHORT: usize = 8;

/// What stands in front of the subject.
const FRONT: usize = 49;

/// Nothing can be known again by less of a subject.
const LEAST: usize = 12;

impl Row {
    /// The row of a record, on a screen that is so wide.
    pub fn of(record: &Record, zone: &TimeZone, width: usize) -> Self {
        let noted = record.findings.iter().chain(&record.shadowed);
        let mut rules: Vec<String> = noted.map(|noted| noted.rule.clone()).collect();
        rules.dedup();
        rules
            .extend(record.bypassed.iter().map(|passed| format!("{} off by {}", passed.rule, passed.marker)));
        let rules = rules.join(", ");
        let time = local_time(record.at, zone);
        let start = |text: &str| text.chars().take(SHORT).collect::<String>();
        let call = record.call.as_deref().filter(|_| record.decision == Decision::Deny);
        let id = call.map(start).unwrap_or_default();
        let behind = [&rules, &id].iter().filter(|text| !text.is_empty()).map(|text| text.len() + 2).sum();
        let subject = subject(record, zone);
        Self {
            time: time.get(5..).unwrap_or(&time).to_owned(),
            session: start(&record.session),
            decision: (!record.is_of_a_person()).then_some(record.decision),
            what: match (&record.tool, record.event.as_str()) {
                _ if record.is_of_a_person() => record.event.clone(),
                (Some(tool), "before-tool") => tool.clone(),
                (Some(tool), event) => format!("{} {tool}", event.trim_end_matches("-tool")),
                (None, event) => event.to_owned(),
            },
            subject: line(&subject, width.saturating_sub(FRONT).saturating_sub(behind).max(LEAST)),
            rules,
            id,
        }
    }
}

/// What it is about; the end of what a person has switched off is a moment, and said as one.
fn subject(record: &Record, zone: &TimeZone) -> String {
    let subject = record.subject.as_deref().unwrap_or_default();
    let end = subject.rsplit_once(" until ").filter(|_| record.is_of_a_person());
    let end = end.and_then(|(what, end)| Some((what, end.parse::<Timestamp>().ok()?)));
    end.map_or_else(
        || subject.to_owned(),
        |(what, end)| {
            let end = local_time(u64::try_from(end.as_millisecond()).unwrap_or_default(), zone);
            format!("{what} until {end}")
        },
    )
}

/// A moment as people read it in this zone; `?` for one that no clock shows.
pub fn local_time(at: u64, zone: &TimeZone) -> String {
    let timestamp = i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    timestamp.map_or_else(
        || "?".to_owned(),
        |timestamp| timestamp.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string(),
    )
}

#[cfg(test)]
mod tests {
    use hookward_core::Noted;

    use super::*;

    fn row(record: &Record, width: usize) -> Row {
        Row::of(record, &TimeZone::UTC, width)
    }

    #[test]
    fn what_a_person_has_said_is_no_decision() {
        let until = "everything until 2026-05-17T14:05:09.123Z";
        let said = row(&Record::of_person("person", "", "/w", "paused", until, 0), 100);
        assert_eq!((said.decision, said.what.as_str()), (None, "paused"));
        assert_eq!(said.subject, "everything until 2026-05-17 14:05:09");
        let agent = Record::of_person("claude", "s", "/w", "before-tool", until, 0);
        assert_eq!(row(&agent, 100).subject, until);
    }

    #[test]
    fn a_denial_fits_a_screen_of_a_hundred_columns() {
        let rule = Noted {
            rule: "security/secret-read".to_owned(),
            decision: Decision::Deny,
            matched: String::new(),
            why: String::new(),
            told: 0,
            advice: 0,
            about: Vec::new(),
        };
        let denied = Record {
            decision: Decision::Deny,
            call: Some("0123456789abcdef".to_owned()),
            findings: vec![rule],
            ..Record::of_person("claude", "0a1b2c3d-4e5f", "/w", "before-tool", &"x".repeat(200), 0)
        };
        let shown = row(&denied, 100);
        assert_eq!((shown.session.as_str(), shown.id.as_str()), ("0a1b2c3d", "01234567"));
        assert_eq!(FRONT + shown.subject.chars().count() + 2 + shown.rules.len() + 2 + shown.id.len(), 100);
        assert_eq!(row(&denied, 40).subject.chars().count(), LEAST);
    }

    #[test]
    fn a_clock_gone_wild_still_has_a_row() {
        assert_eq!(local_time(0, &TimeZone::UTC), "1970-01-01 00:00:00");
        assert_eq!(local_time(u64::MAX, &TimeZone::UTC), "?");
    }
}
