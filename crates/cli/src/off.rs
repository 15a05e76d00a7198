//! What a person has switched off for a time, as it is said; and moments, as people read them: of the machine's own zone,
//! without fractions of a second.

use hookward_io::Leave;
use hookward_report::local_time;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::situation::{Situation, now};
use crate::standing::Obstacle;

impl Situation {
    /// Until when everything is paused, if it is.
    pub(crate) fn paused_until(&self) -> Option<String> {
        self.leave.iter().find(|off| off.rule.is_none()).map(|off| until(off.until))
    }

    /// Why no host enforces while everything is paused.
    pub(crate) fn pause(&self) -> Option<Obstacle> {
        let until = self.paused_until()?;
        Some(Obstacle::new(format!("everything is paused here until {until}"), "hookward pause 0s"))
    }

    /// The rules that are skipped, each in a line.
    pub(crate) fn skips(&self) -> impl Iterator<Item = String> {
        self.leave.iter().filter_map(|off| {
            let rule = off.rule.as_deref()?;
            let (of, flag) = match &off.session {
                Some(session) => (format!(" in session {session}"), format!(" --session {session}")),
                None => Default::default(),
            };
            let until = until(off.until);
            Some(format!(
                "{rule}{of} is skipped until {until}; `hookward skip {rule}{flag} --for 0s` ends it"
            ))
        })
    }

    /// All that is off, each in a line.
    pub(crate) fn off(&self) -> impl Iterator<Item = String> {
        let pause = self.pause().map(|pause| format!("{}; `{}` ends it", pause.why, pause.fix));
        pause.into_iter().chain(self.skips()).chain(self.bypass_lines())
    }

    /// The same as JSON.
    pub(crate) fn off_as_json(&self) -> Value {
        let one = |off: &Leave| {
            let (since, until) = (stamp(off.at), stamp(off.until));
            json!({"rule": off.rule, "session": off.session, "since": since, "until": until})
        };
        Value::Array(self.leave.iter().map(one).chain(self.bypasses_as_json()).collect())
    }
}

/// A moment for people.
pub(crate) fn moment(at: u64) -> String {
    local_time(at, &TimeZone::system())
}

/// The end of something that ends soon: the day is said only if it is another one.
pub(crate) fn until(at: u64) -> String {
    soon(&moment(at), &moment(now()))
}

fn soon(end: &str, now: &str) -> String {
    let (day, time) = end.split_once(' ').unwrap_or(("", end));
    let time = time.rsplit_once(':').map_or(time, |(minutes, _)| minutes);
    if now.starts_with(day) { time.to_owned() } else { format!("{day} {time}") }
}

/// A moment for programs.
pub(crate) fn stamp(at: u64) -> String {
    let stamp = i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    stamp.map_or_else(String::new, |stamp| stamp.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_of_an_end_is_said_if_it_is_another_one() {
        let end = |now| soon("2026-05-17 14:05:09", now);
        assert_eq!(
            (end("2026-05-17 09:00:00"), end("2026-05-16 23:00:00")),
            ("14:05".into(), "2026-05-17 14:05".into())
        );
        assert_eq!(soon("?", "2026-05-17 09:00:00"), "?");
    }
}
