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
        let here = self.roots.is_empty()
            || self.roots.iter().any(|root| std::path::Path::new(&record.cwd).starts_with(root));
        let shadowed = || record.shadowed.iter().any(|noted| noted.decision >= Decision::Ask);
        !record.is_canary() && here && (!self.would_deny || shadowed())
    }
}

/// A record in the columns of `hookward log`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Local time.
    pub time: String,
    /// What was decided.
    pub decision: Decision,
    /// The tool that was about to run, else the event.
    pub what: String,
    /// The command, path or address, in one line.
    pub subject: String,
    /// The rules behind it.
    pub rules: String,
}

impl Row {
    /// The row of a record, its subject in at most `width` characters.
    pub fn of(record: &Record, zone: &TimeZone, width: usize) -> Self {
        let noted = record.findings.iter().chain(&record.shadowed);
        let mut rules: Vec<&str> = noted.map(|noted| noted.rule.as_str()).collect();
        rules.dedup();
        Self {
            time: local_time(record.at, zone),
            decision: record.decision,
            what: match (&record.tool, record.event.as_str()) {
                (Some(tool), "before-tool") => tool.clone(),
                (Some(tool), event) => format!("{event} {tool}"),
                (None, event) => event.to_owned(),
            },
            subject: line(record.subject.as_deref().unwrap_or_default(), width),
            rules: rules.join(", "),
        }
    }
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
    use super::*;

    #[test]
    fn a_clock_gone_wild_still_has_a_row() {
        assert_eq!(local_time(0, &TimeZone::UTC), "1970-01-01 00:00:00");
        assert_eq!(local_time(u64::MAX, &TimeZone::UTC), "?");
    }
}
