//! One line of the journal. Redacted here, so that a secret never reaches the disk.

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::bypass::Bypass;
use crate::digest;
use crate::event::{CANARY, Event};
use crate::redact::redact;
use crate::rewrite::Instead;
use crate::session::{ALLOWED, PAUSED, RESOLVED, Resolution, Row, SKIPPED, VERIFIED};
use crate::target::Target;
use crate::text::clip;
use crate::verdict::{Decision, Finding, Verdict};

/// The most of a command or path that is kept.
const MAX_SUBJECT: usize = 2_000;

/// The most that is looked at for that; what a cut in a secret leaves lies beyond what is kept.
const MAX_READ: usize = 16 * MAX_SUBJECT;

/// What is kept of an input that takes the place of another.
pub(crate) const ANOTHER_INPUT: &str = "another input";

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
    /// The subagent's role, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The tool's neutral name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The command, path or address, redacted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The name of the very call, where a person may allow it or has done so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The command that was to run instead, redacted; or that there was to be another input.
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
    /// What a person's marker has let pass, or their `hookward skip`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bypassed: Vec<Bypass>,
    /// Of a call that has run, the rules that had asked a person about it, who let it pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<String>,
    /// Of a call that passes, what was denied in a row before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Target>,
    /// Of a call that passes while a row of denials goes on: that it only checks the sources, and does nothing about them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub checks: bool,
    /// The checks that ran for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ran: Vec<Ran>,
    /// The name of the sources, where a gate wanted to know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
    /// The commit that was checked out, where a session begins for such a gate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// The files of the workspace that the call has written, below its root.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrote: Vec<String>,
    /// The story that was being worked on, where the session counts strikes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<String>,
    /// How many characters the answer has given the model to read.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub told: u64,
    /// The call's name with the host's own for it, where the session counts it: a host that has loaded two registrations
    /// asks twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// How long it took, in microseconds.
    pub us: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
pub(crate) fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A check that ran for an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ran {
    /// What it was for: `feedback/format`, `gate/unfinished-stop`, …
    pub what: String,
    /// The tool that ran.
    pub tool: String,
    /// How long it took, in milliseconds.
    pub ms: u64,
    /// How it ended: `passed`, `failed`, `timed-out`, `missing`, …
    pub how: String,
    /// What it answered, if it is an own hook.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Box<Answer>>,
}

impl Ran {
    /// As the journal keeps it.
    #[must_use]
    pub fn kept(self) -> Self {
        Self { answer: self.answer.map(|answer| Box::new(answer.kept())), ..self }
    }
}

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
    /// Why it objects, redacted; empty if it does not.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// How many characters it has to tell, about: what the model was told is shared out by that.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub told: u64,
    /// A number for what it advises: the same advice has the same one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub advice: u64,
    /// What it objects to, where that has a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Target>,
}

/// The most targets that are kept of one finding.
const MAX_TARGETS: usize = 8;

impl Noted {
    pub(crate) fn of(finding: &Finding) -> Self {
        Self {
            rule: finding.rule.to_string(),
            decision: finding.decision,
            matched: kept(&finding.matched),
            why: if finding.decision >= Decision::Ask { kept(&finding.why) } else { String::new() },
            told: said(finding),
            advice: advice(finding),
            about: if finding.decision >= Decision::Ask {
                finding.about.iter().take(MAX_TARGETS).cloned().collect()
            } else {
                Vec::new()
            },
        }
    }
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
    pub fn of(host: &str, event: &Event, verdict: &Verdict, timing: Timing) -> Self {
        // What is denied although a rule has only another command to offer is denied by that rule.
        let is_denied = verdict.decision == Decision::Deny;
        let enforce = |finding: &Finding| {
            let noted = Noted::of(finding);
            let is_held = is_denied && finding.rewrites();
            Noted {
                decision: if is_held { noted.decision.max(Decision::Ask) } else { noted.decision },
                ..noted
            }
        };
        let call = event.moment.call();
        Self {
            at: timing.at,
            host: host.to_owned(),
            event: event.moment.name().as_str().to_owned(),
            session: event.session.clone(),
            agent: event.agent.as_ref().map(|agent| agent.id.clone()).filter(|id| !id.is_empty()),
            role: event.agent.as_ref().map(|agent| agent.role.clone()).filter(|role| !role.is_empty()),
            tool: call.map(|call| call.tool().to_owned()),
            subject: call.map(|call| kept(&call.subject())),
            call: None,
            rewrite: verdict.rewrite.as_ref().map(|rewrite| match &rewrite.to {
                Instead::Command(command) => kept(command),
                // Contents are not kept.
                Instead::Input(_) => ANOTHER_INPUT.to_owned(),
            }),
            cwd: event.cwd.clone(),
            decision: verdict.decision,
            findings: verdict.findings.iter().map(enforce).collect(),
            shadowed: verdict.shadowed.iter().map(Noted::of).collect(),
            bypassed: verdict.bypassed.iter().map(bypassed).collect(),
            agreed: Vec::new(),
            targets: Vec::new(),
            checks: false,
            ran: Vec::new(),
            tree: None,
            head: None,
            wrote: Vec::new(),
            story: None,
            told: 0,
            id: None,
            us: timing.us,
        }
    }

    /// Whether it is of a call that only proves a registration.
    pub fn is_canary(&self) -> bool {
        self.session == CANARY
    }

    /// Whether a person has said it, and no agent has done anything.
    pub fn is_of_a_person(&self) -> bool {
        matches!(self.event.as_str(), ALLOWED | RESOLVED | SKIPPED | PAUSED | VERIFIED)
    }

    /// Whether a person has let something pass that a rule objects to. To switch something off overrules nothing yet.
    pub fn overrules(&self) -> bool {
        let how = self.subject.as_deref();
        self.event == ALLOWED
            || !self.agreed.is_empty()
            || (self.event == RESOLVED && how == Some(Resolution::Override.as_str()))
    }

    /// Whether a tool was let do something, or may have been, that is more than reading.
    pub fn acts(&self) -> bool {
        let reads = matches!(self.tool.as_deref(), Some("read" | "search" | "fetch"));
        let passes = !matches!(self.decision, Decision::Approve | Decision::Deny);
        self.event == "before-tool" && passes && !reads
    }

    /// Whether something went through that does more than read or check: it ends a row of denials.
    pub fn is_success(&self) -> bool {
        let goes_on = matches!(self.decision, Decision::Silent | Decision::Advise);
        self.event == "before-tool" && goes_on && !self.checks
    }

    /// Whether a tool was let do it, whatever it is.
    pub fn passes(&self) -> bool {
        self.event == "before-tool" && self.decision < Decision::Ask
    }

    /// The record of what a person has said of something that is blocked.
    pub fn of_resolution(
        host: &str,
        session: &str,
        cwd: &str,
        blocked: &Row,
        how: Resolution,
        at: u64,
    ) -> Self {
        let noted = Noted {
            rule: blocked.rule.clone(),
            decision: Decision::Deny,
            matched: String::new(),
            why: blocked.why.clone(),
            told: 0,
            advice: 0,
            about: blocked.targets.clone(),
        };
        Self {
            agent: Some(blocked.agent.clone()).filter(|agent| !agent.is_empty()),
            call: Some(blocked.call.clone()),
            story: blocked.story.clone(),
            findings: vec![noted],
            ..Self::of_person(host, session, cwd, RESOLVED, how.as_str(), at)
        }
    }

    /// The record of a person who lets a call pass once that was denied.
    pub fn of_permission(denied: &Self, at: u64) -> Self {
        let subject = denied.subject.as_deref().unwrap_or_default();
        let person = Self::of_person(&denied.host, &denied.session, &denied.cwd, ALLOWED, subject, at);
        let findings = denied.findings.iter().filter(|finding| finding.decision >= Decision::Ask);
        Self {
            call: denied.call.clone(),
            tool: denied.tool.clone(),
            agent: denied.agent.clone(),
            role: denied.role.clone(),
            findings: findings.cloned().collect(),
            ..person
        }
    }

    /// The record of something that a person has said.
    pub fn of_person(host: &str, session: &str, cwd: &str, event: &str, subject: &str, at: u64) -> Self {
        Self {
            at,
            host: host.to_owned(),
            event: event.to_owned(),
            session: session.to_owned(),
            agent: None,
            role: None,
            tool: None,
            subject: Some(subject.to_owned()),
            call: None,
            rewrite: None,
            cwd: cwd.to_owned(),
            decision: Decision::Silent,
            findings: Vec::new(),
            shadowed: Vec::new(),
            bypassed: Vec::new(),
            agreed: Vec::new(),
            targets: Vec::new(),
            checks: false,
            ran: Vec::new(),
            tree: None,
            head: None,
            wrote: Vec::new(),
            story: None,
            told: 0,
            id: None,
            us: 0,
        }
    }

    /// The gates that only advised.
    pub fn advice(&self) -> impl Iterator<Item = &str> {
        let counts = self.event == "before-tool";
        let is_advice =
            |finding: &&Noted| finding.decision == Decision::Advise && finding.rule.starts_with("gate/");
        self.findings.iter().filter(move |_| counts).filter(is_advice).map(|finding| finding.rule.as_str())
    }

    /// The rules that this record counts a strike for: those that have denied it, one each, however much of the call they object
    /// to. The host asks again for what was asked about before it ran, so only the tool's own event counts.
    pub fn strikes(&self) -> impl Iterator<Item = &str> {
        let mut rules: Vec<&str> = Vec::new();
        if self.decision == Decision::Deny && self.event == "before-tool" {
            for finding in self.deciding() {
                // What has failed is no deed of an agent's, and nothing that it could mend.
                if !finding.rule.starts_with("fault/") && !rules.contains(&finding.rule.as_str()) {
                    rules.push(&finding.rule);
                }
            }
        }
        rules.into_iter()
    }

    /// The findings that have made the decision: of those that object, the strictest.
    pub(crate) fn deciding(&self) -> impl Iterator<Item = &Noted> {
        let strictest = self.objections().map(|finding| finding.decision).max();
        self.objections().filter(move |finding| Some(finding.decision) == strictest)
    }

    /// The rules that object.
    pub fn objecting(&self) -> impl Iterator<Item = &str> {
        self.objections().map(|finding| finding.rule.as_str())
    }

    /// The findings that object.
    pub(crate) fn objections(&self) -> impl Iterator<Item = &Noted> {
        self.findings.iter().filter(|finding| finding.decision >= Decision::Ask)
    }
}

/// A text as it is kept. Masked before it is cut: half a secret is no longer recognised.
pub(crate) fn kept(text: &str) -> String {
    clip(&redact(clip(text, MAX_READ)), MAX_SUBJECT).to_owned()
}

/// How many characters a finding has to tell, about.
fn said(finding: &Finding) -> u64 {
    let texts = [&*finding.matched, &*finding.why, &*finding.instead];
    let all = if finding.told.is_empty() { texts.map(str::len).iter().sum() } else { finding.told.len() };
    all as u64
}

/// A number for what a finding advises; of what is only told, nothing is compared.
fn advice(finding: &Finding) -> u64 {
    if finding.decision < Decision::Ask || finding.instead.is_empty() {
        return 0;
    }
    digest::small_number_of(&finding.instead)
}

/// A finding that a person's marker lets pass, as it is kept.
fn bypassed(finding: &Finding) -> Bypass {
    Bypass {
        rule: finding.rule.to_string(),
        marker: finding.bypass.clone().unwrap_or_default(),
        matched: kept(&finding.matched),
        why: kept(&finding.why),
    }
}
