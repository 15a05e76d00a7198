//! Records of the journal, judged again under the policy as it is now. Nothing runs: what own hooks had answered is in the
//! record.

use std::collections::BTreeMap;
use std::path::Path;

use hookward_core::{Agent, Answer, Attendance, Decision, Event, Record, Session};
use hookward_effects::Call;
use serde_json::Value;

use crate::situation::{Situation, event_of};

/// What came of records that were judged again.
#[derive(Default)]
pub(super) struct Replayed {
    /// How many came to the same decision.
    pub(super) same: usize,
    /// How many do not hold enough to be judged again: contents, other events than calls.
    pub(super) left: usize,
    /// The others: what was called, what was decided, and what is decided now.
    pub(super) differing: Vec<(String, String, String)>,
    /// Hooks that had failed, how, what the policy makes of that now, and how often.
    pub(super) failed: BTreeMap<String, usize>,
}

impl Replayed {
    /// Judges a record again.
    pub(super) fn add(&mut self, record: &Value, cwd: &Path) {
        let Some((record, event)) = read(record) else {
            self.left += 1;
            return;
        };
        let situation = Situation::find(&[], &cwd.display().to_string());
        let facts = situation.facts(&event);
        let (again, first): (Vec<Answer>, Vec<Answer>) = record
            .ran
            .iter()
            .filter_map(|ran| ran.answer.as_deref())
            .filter(|answer| !answer.moot)
            .cloned()
            .partition(|answer| answer.rewritten);
        let failed = first.iter().chain(&again).filter_map(|answer| Some((answer, answer.fault.as_ref()?)));
        for (answer, fault) in failed {
            let words = format!("{} failed: {fault}{}", answer.hook, situation.made_of_failure(&answer.hook));
            *self.failed.entry(words).or_default() += 1;
        }
        let _ = situation.answers.set(first);
        let _ = situation.answers_on_rewrite.set(again);
        let verdict = situation.decide(&event, &facts, &Session::default());
        if verdict.decision == record.decision {
            self.same += 1;
            return;
        }
        let words = |decision: Decision, rules: Vec<String>| {
            if rules.is_empty() {
                decision.as_str().to_owned()
            } else {
                format!("{} by {}", decision.as_str(), rules.join(", "))
            }
        };
        let before = record.findings.iter().map(|noted| noted.rule.clone()).collect();
        let now = verdict.findings.iter().map(|finding| finding.rule.to_string()).collect();
        let subject = record.subject.unwrap_or_default();
        self.differing.push((subject, words(record.decision, before), words(verdict.decision, now)));
    }
}

/// Whether something is a record of the journal at all.
pub(super) fn is_record(value: &Value) -> bool {
    serde_json::from_value::<Record>(value.clone()).is_ok()
}

/// A record, and the event that it tells of.
fn read(record: &Value) -> Option<(Record, Event)> {
    let record: Record = serde_json::from_value(record.clone()).ok()?;
    let subject = record.subject.clone().filter(|_| record.event == "before-tool")?;
    let call = match record.tool.as_deref()? {
        "shell" => Call::shell(subject),
        "read" => Call::Read { path: subject },
        "fetch" => Call::Fetch { url: subject },
        // What would be written is not kept.
        _ => return None,
    };
    let mut event = event_of(call, Path::new(&record.cwd));
    event.agent =
        record.role.clone().map(|role| Agent { id: record.agent.clone().unwrap_or_default(), role });
    let strictest = record.findings.iter().map(|noted| noted.decision).max();
    if record.decision == Decision::Deny && strictest == Some(Decision::Ask) {
        event.attendance = Attendance::Unattended;
    }
    Some((record, event))
}
