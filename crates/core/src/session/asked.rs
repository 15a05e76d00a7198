//! What a person was asked about at the host. Once the call has run, they have let pass what the rules asked about, and what was denied
//! in a row of it has gone through.

use serde::{Deserialize, Serialize};

use super::Session;
use super::rows::{Ends, Passed, agent_of};
use crate::record::Record;
use crate::target::Target;
use crate::verdict::Decision;

/// A call that a person was asked about, and nobody has seen the answer yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The subagent's id; empty for the main agent.
    pub agent: String,
    /// The tool's neutral name.
    pub tool: String,
    /// The command, path or address, as the journal keeps it.
    pub subject: String,
    /// What was to run instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// The rules that asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// What of it was denied in a row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Target>,
}

/// No more questions are kept that nobody has answered.
const MAX_ASKED: usize = 16;

impl Asked {
    fn of(record: &Record) -> Self {
        let asking = record.findings.iter().filter(|noted| noted.decision >= Decision::Ask);
        let mut rules: Vec<String> = asking.map(|noted| noted.rule.clone()).collect();
        rules.sort_unstable();
        rules.dedup();
        Self {
            agent: agent_of(record).to_owned(),
            tool: record.tool.clone().unwrap_or_default(),
            subject: record.subject.clone().unwrap_or_default(),
            instead: record.rewrite.clone(),
            rules,
            targets: record.targets.clone(),
        }
    }

    /// Whether a record is of the same call, as it was or as it was to run instead, whatever is known of what it is about.
    fn is_of(&self, record: &Record) -> bool {
        let subject = record.subject.as_deref().unwrap_or_default();
        self.agent == agent_of(record)
            && self.tool == record.tool.as_deref().unwrap_or_default()
            && (self.subject == subject || self.instead.as_deref() == Some(subject))
    }
}

impl Session {
    /// The rules that have asked about a call that has run now: a person has let it pass.
    pub fn agreed_to(&self, record: &Record) -> Vec<String> {
        let has_run = matches!(record.event.as_str(), "after-tool" | "after-failure");
        let asked = self.asked.iter().find(|asked| has_run && asked.is_of(record));
        asked.map(|asked| asked.rules.clone()).unwrap_or_default()
    }

    /// Takes in what a record says of something that goes through, or may do so once a person agrees; says whether that changed
    /// anything.
    pub(super) fn pass(&mut self, record: &Record) -> bool {
        let is_before = record.event == "before-tool";
        if !is_before && !matches!(record.event.as_str(), "after-tool" | "after-failure") {
            return false;
        }
        // Whoever asks the same again, or is let pass without a question, was not answered before.
        let asked = self.asked.iter().position(|asked| asked.is_of(record)).map(|at| self.asked.remove(at));
        let passed = |targets, ends| Passed {
            story: record.story.as_deref(),
            subject: record.subject.as_ref(),
            targets,
            ends,
        };
        if !is_before {
            let Some(asked) = asked else { return false };
            self.end_rows(&passed(&asked.targets, Ends::All), agent_of(record), record.at);
            return true;
        }
        if record.decision == Decision::Ask {
            self.asked.push(Asked::of(record));
            let surplus = self.asked.len().saturating_sub(MAX_ASKED);
            self.asked.drain(..surplus);
            return true;
        }
        let ends = if record.is_success() { Ends::All } else { Ends::ItsOwn };
        let has_passed = self.has_rows() && record.passes();
        let ended = has_passed && self.end_rows(&passed(&record.targets, ends), agent_of(record), record.at);
        ended || asked.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Noted;

    fn record(event: &str, decision: Decision, subject: &str) -> Record {
        let noted = Noted {
            rule: "security/x".into(),
            decision,
            matched: String::new(),
            why: String::new(),
            told: 0,
            advice: 0,
            about: Vec::new(),
        };
        let tool = Some("shell".to_owned());
        Record {
            tool,
            decision,
            findings: vec![noted],
            ..Record::of_person("h", "s", "/w", event, subject, 1)
        }
    }

    fn agreed(session: &Session, event: &str, subject: &str) -> Vec<String> {
        session.agreed_to(&record(event, Decision::Silent, subject))
    }

    #[test]
    fn a_call_that_runs_after_a_question_was_agreed_to_once() {
        let mut session = Session::default();
        assert!(session.fold(&record("before-tool", Decision::Ask, "npm publish")));
        assert!(agreed(&session, "after-tool", "npm test").is_empty());
        assert!(agreed(&session, "before-tool", "npm publish").is_empty());
        for ended in ["after-tool", "after-failure"] {
            assert_eq!(agreed(&session, ended, "npm publish"), ["security/x"], "{ended}");
        }
        session.fold(&record("after-tool", Decision::Silent, "npm publish"));
        assert!(agreed(&session, "after-tool", "npm publish").is_empty());
    }

    #[test]
    fn what_was_to_run_instead_is_the_same_call() {
        let mut session = Session::default();
        let asked = record("before-tool", Decision::Ask, "git push -f");
        session.fold(&Record { rewrite: Some("git push --force-with-lease".into()), ..asked });
        assert_eq!(agreed(&session, "after-tool", "git push --force-with-lease"), ["security/x"]);
    }

    #[test]
    fn what_passes_later_without_a_question_was_not_agreed_to() {
        let mut session = Session::default();
        session.fold(&record("before-tool", Decision::Ask, "npm publish"));
        session.fold(&record("before-tool", Decision::Silent, "npm publish"));
        assert!(agreed(&session, "after-tool", "npm publish").is_empty());
        for index in 0..40 {
            session.fold(&record("before-tool", Decision::Ask, &format!("npm publish {index}")));
        }
        assert_eq!(session.asked.len(), MAX_ASKED);
    }
}
