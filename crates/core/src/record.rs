//! One line of the journal. Redacted here, so that a secret never reaches the disk.

use hookward_effects::{Action, Facts, Reach};
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::redact::redact;
use crate::session::{RESOLVED, Resolution};
use crate::text::clip;
use crate::verdict::{Decision, Finding, Verdict};

/// The most of a command or path that is kept.
const MAX_SUBJECT: usize = 2_000;

/// The most that is looked at for that; what a cut in a secret leaves lies beyond what is kept.
const MAX_READ: usize = 16 * MAX_SUBJECT;

/// One line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The host.
    pub host: String,
    /// The event's neutral name.
    pub event: String,
    /// The session, as the host names it.
    pub session: String,
    /// The subagent's id, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The tool's neutral name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The command, path or address, redacted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The command that was to run instead, redacted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rewrite: Option<String>,
    /// The working directory.
    pub cwd: String,
    /// What was decided.
    pub decision: Decision,
    /// What the rules found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Noted>,
    /// What rules in shadow mode found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shadowed: Vec<Noted>,
    /// What a denied call would have done it to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Target>,
    /// How long it took, in microseconds.
    pub us: u64,
}

/// A file or directory that a denied call was about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Its absolute path.
    pub path: String,
    /// What would have happened to it.
    pub deed: TargetDeed,
}

/// What would have happened to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetDeed {
    /// It would have been read.
    Read,
    /// It would have been changed or deleted.
    Change,
}

/// The most targets that one record keeps.
const MAX_TARGETS: usize = 8;

/// Rules that advise the first time, and deny from then on.
const WARNING_FIRST: &[&str] = &["gate/mocked-internals"];

/// A finding, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noted {
    /// The rule.
    pub rule: String,
    /// What it decided.
    pub decision: Decision,
    /// The part that matched, redacted.
    #[serde(default)]
    pub matched: String,
}

/// When an event was judged, and how long that took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Milliseconds since 1970.
    pub at: u64,
    /// Microseconds.
    pub us: u64,
}

impl Record {
    /// The record of a verdict.
    pub fn of(host: &str, event: &Event, facts: &Facts, verdict: &Verdict, timing: Timing) -> Self {
        let note = |finding: &Finding| Noted {
            rule: finding.rule.to_string(),
            decision: finding.decision,
            matched: kept(&finding.matched),
        };
        let call = event.moment.call();
        Self {
            at: timing.at,
            host: host.to_owned(),
            event: event.moment.name().as_str().to_owned(),
            session: event.session.clone(),
            agent: event.agent.as_ref().map(|agent| agent.id.clone()),
            tool: call.map(|call| call.tool().to_owned()),
            subject: call.map(|call| kept(&call.subject())),
            rewrite: verdict.rewrite.as_ref().map(|rewrite| kept(&rewrite.command)),
            cwd: event.cwd.clone(),
            decision: verdict.decision,
            findings: verdict.findings.iter().map(note).collect(),
            shadowed: verdict.shadowed.iter().map(note).collect(),
            targets: if verdict.decision == Decision::Deny { targets(facts, verdict) } else { Vec::new() },
            us: timing.us,
        }
    }

    /// Whether something went through that does more than read: it ends a row of denials.
    pub fn is_success(&self) -> bool {
        self.event == "before-tool" && matches!(self.decision, Decision::Silent | Decision::Advise)
    }

    /// The record of what a person has said of a session that is blocked.
    pub fn of_resolution(host: &str, session: &str, cwd: &str, how: Resolution, at: u64) -> Self {
        Self {
            at,
            host: host.to_owned(),
            event: RESOLVED.to_owned(),
            session: session.to_owned(),
            agent: None,
            tool: None,
            subject: Some(how.as_str().to_owned()),
            rewrite: None,
            cwd: cwd.to_owned(),
            decision: Decision::Silent,
            findings: Vec::new(),
            shadowed: Vec::new(),
            targets: Vec::new(),
            us: 0,
        }
    }

    /// The rules that have advised against this and deny it the next time: what is advised counts, but ends no work.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        let counts = self.event == "before-tool" && self.decision < Decision::Ask;
        let warned = |finding: &&Noted| {
            finding.decision == Decision::Advise && WARNING_FIRST.contains(&finding.rule.as_str())
        };
        self.findings.iter().filter(move |_| counts).filter(warned).map(|finding| finding.rule.as_str())
    }

    /// The rules that this record counts a strike for. The host asks again for what was asked about before it ran, so
    /// only the tool's own event counts.
    pub fn strikes(&self) -> impl Iterator<Item = &str> {
        let counts = self.decision == Decision::Deny && self.event == "before-tool";
        self.findings
            .iter()
            .filter(move |finding| counts && finding.decision >= Decision::Ask)
            .map(|finding| finding.rule.as_str())
    }
}

/// A text as it is kept. Masked before it is cut: half a secret is no longer recognised.
pub(crate) fn kept(text: &str) -> String {
    clip(&redact(clip(text, MAX_READ)), MAX_SUBJECT).to_owned()
}

/// The paths that the findings are about.
fn targets(facts: &Facts, verdict: &Verdict) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for effect in &facts.effects {
        let (place, deed) = match &effect.action {
            Action::Read(place) | Action::Search(place) => (place, TargetDeed::Read),
            Action::Write(place, _) | Action::Delete(place, _) | Action::Permit(place, _) => {
                (place, TargetDeed::Change)
            }
            _ => continue,
        };
        let about = |finding: &Finding| finding.span == effect.span && finding.decision >= Decision::Ask;
        if !verdict.findings.iter().any(about) {
            continue;
        }
        for spot in place.spots.iter().filter(|spot| spot.reach == Reach::Itself && !spot.if_empty) {
            let target = Target { path: spot.path.clone(), deed };
            if targets.len() < MAX_TARGETS && !targets.contains(&target) {
                targets.push(target);
            }
        }
    }
    targets
}
