//! What went wrong before or around the rules. One function turns any failure into a verdict.

use crate::event::{Attendance, EventName};
use crate::policy::PolicyError;
use crate::text::line_end;
use crate::verdict::{Decision, Finding, Verdict};

/// The most characters of a place: it stands in one line with the name of the fault.
const MAX_PLACE: usize = 160;

/// A failure around the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The host's input cannot be read.
    #[error("the event cannot be read: {0}")]
    Input(String),
    /// A policy file cannot be used.
    #[error("a policy file cannot be used (it is ignored, the others still apply): {0}")]
    Policy(PolicyError),
    /// The answer took too long.
    #[error("no answer within {0} ms")]
    Deadline(u64),
    /// A defect of Hookward.
    #[error("internal error: {0}")]
    Internal(String),
}

impl Fault {
    /// The id that stands in the journal and in messages.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Input(_) => "fault/input",
            Self::Policy(_) => "fault/policy",
            Self::Deadline(_) => "fault/deadline",
            Self::Internal(_) => "fault/internal",
        }
    }

    fn instead(&self) -> &'static str {
        match self {
            Self::Input(_) => "check that the host calls `hookward hook` with its own name",
            Self::Policy(_) => "a person corrects that file; reading stays possible",
            Self::Deadline(_) | Self::Internal(_) => "try again; if it stays, please report it",
        }
    }

    /// Where it is, if that is known. Of a long path the end is told: it leads to the place.
    fn place(&self) -> String {
        match self {
            Self::Policy(error) => line_end(&error.place(), MAX_PLACE),
            Self::Input(_) | Self::Deadline(_) | Self::Internal(_) => String::new(),
        }
    }

    /// What is wrong, without the place: a line of a message has room for one of the two only.
    fn why(&self) -> String {
        match self {
            Self::Policy(error) => {
                format!("this policy file is ignored (the others still apply): {}", error.message)
            }
            Self::Input(_) | Self::Deadline(_) | Self::Internal(_) => self.to_string(),
        }
    }

    /// INVARIANT: security fails closed. Where the answer can keep something from happening, a person decides, and
    /// where nobody is known to be there, nothing happens. Everywhere else the failure is only said.
    pub fn verdict(&self, event: Option<EventName>, attendance: Attendance) -> Verdict {
        let mut verdict = Verdict::silent();
        if event.is_some_and(|event| !event.guards()) {
            verdict.notify(&format!("hookward: {self}"));
        } else {
            self.worsen(&mut verdict, attendance);
        }
        verdict
    }

    /// Adds this failure to a verdict that was reached without what failed.
    pub fn worsen(&self, verdict: &mut Verdict, attendance: Attendance) {
        let nobody = attendance == Attendance::Unattended;
        // Who is there cannot be known from an event that cannot be read.
        let asks = !nobody && !matches!(self, Self::Input(_));
        let decision = if asks { Decision::Ask } else { Decision::Deny };
        verdict.findings.retain(|finding| finding.decision != Decision::Approve || finding.rewrites());
        if let Some(rewrite) = &mut verdict.rewrite {
            rewrite.decision = rewrite.decision.max(decision);
        }
        verdict.findings.push(Finding {
            rule: self.id().into(),
            decision,
            matched: self.place(),
            span: None,
            about: Vec::new(),
            why: self.why().into(),
            instead: self.instead().into(),
            origin: None,
            edits: Vec::new(),
            input: None,
            output: None,
            told: String::new(),
            bypass: None,
            figures: Vec::new(),
        });
        verdict.unattended |= nobody && verdict.decision < Decision::Deny;
        verdict.decision = verdict.decision.max(decision);
        // The policy's own words do not tell of it.
        verdict.words = None;
    }
}
