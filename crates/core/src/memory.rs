//! What a session remembers of itself, beyond strikes: what was changed, who is at work, what was said already.

use serde::{Deserialize, Serialize};

use crate::record::{Noted, Record};
use crate::verdict::Decision;

/// What a session remembers of itself.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// Prompts so far.
    pub prompts: u32,
    /// Calls that have written files so far.
    pub edits: u32,
    /// Files that were written, each once by each agent.
    pub changed: Vec<Changed>,
    /// What was said already, the last at the end.
    pub said: Vec<Remark>,
    /// What was said at a stop, where many hosts show it to the person alone.
    pub unread: Vec<Remark>,
    /// Subagents that are at work.
    pub busy: Vec<Busy>,
    /// What a subagent was last told to do.
    pub task: Option<String>,
    /// The last handoff.
    pub handoff: Option<String>,
    /// Whether the host tells when a subagent stops.
    pub sees_subagents: bool,
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// Its path below the workspace's root.
    pub path: String,
    /// The subagent's id; empty for the main agent.
    pub agent: String,
}

/// What a rule has said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The rule.
    pub rule: String,
    /// What it was about.
    pub matched: String,
    /// At the how many-th prompt.
    pub prompt: u32,
}

/// A subagent that is at work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Busy {
    /// Its id.
    pub id: String,
    /// Its role.
    pub role: String,
}

/// No more are remembered.
const MAX_CHANGED: usize = 100;
/// What is said once is said by few rules of a few things each: more than that is nothing that a session comes to.
const MAX_SAID: usize = 1_000;
const MAX_BUSY: usize = 16;

/// Rules of which only what they said last counts.
const LAST: &[&str] = &["feedback/plan-context"];

/// Rules that do not say the same again.
const ONCE: &[&str] = &[
    "feedback/plan-context",
    "feedback/prompt-context",
    "feedback/docs-reminder",
    "feedback/review-hint",
    "feedback/knowledge-health",
    "gate/unfinished-stop",
];

/// Rules whose words at a stop are for the model.
const LATER: &[&str] = &[
    "feedback/docs-reminder",
    "feedback/review-hint",
    "feedback/role-check",
    "feedback/forward-motion",
    "feedback/knowledge-health",
];

impl Memory {
    /// Whether a record may change it. What happens before a tool does not, but for a subagent that is started.
    pub fn concerns(record: &Record) -> bool {
        let is_before = matches!(record.event.as_str(), "before-tool" | "permission-request");
        !is_before || record.tool.as_deref() == Some("subagent")
    }

    /// Takes in one record; says whether it changed anything.
    pub(crate) fn fold(&mut self, record: &Record) -> bool {
        if !Self::concerns(record) {
            return false;
        }
        let mut changed = self.fold_event(record);
        let agent = record.agent.as_deref().unwrap_or_default();
        for path in &record.wrote {
            let is_known = |own: &Changed| own.path == *path && own.agent == agent;
            if !self.changed.iter().any(is_known) && self.changed.len() < MAX_CHANGED {
                self.changed.push(Changed { path: path.clone(), agent: agent.to_owned() });
            }
        }
        if !record.wrote.is_empty() {
            self.edits = self.edits.saturating_add(1);
            changed = true;
        }
        let is_stop = matches!(record.event.as_str(), "stop" | "subagent-stop");
        let tells = |found: &&Noted| matches!(found.decision, Decision::Advise | Decision::Deny);
        for found in record.findings.iter().filter(tells) {
            if ONCE.contains(&found.rule.as_str()) {
                let only_last = LAST.contains(&found.rule.as_str());
                let is_same =
                    |said: &Remark| said.rule == found.rule && (only_last || said.matched == found.matched);
                self.said.retain(|said| !is_same(said));
                self.said.push(self.remark(found));
                changed = true;
            }
            if is_stop && found.decision == Decision::Advise && LATER.contains(&found.rule.as_str()) {
                // Between two prompts there may be several stops.
                self.unread.retain(|said| said.rule != found.rule || said.matched != found.matched);
                self.unread.push(self.remark(found));
                changed = true;
            }
        }
        for list in [&mut self.said, &mut self.unread] {
            let surplus = list.len().saturating_sub(MAX_SAID);
            list.drain(..surplus);
        }
        changed
    }

    fn fold_event(&mut self, record: &Record) -> bool {
        let agent = record.agent.as_deref().unwrap_or_default();
        match record.event.as_str() {
            "prompt" => {
                self.prompts = self.prompts.saturating_add(1);
                self.unread.clear();
                true
            }
            "before-tool" if record.tool.as_deref() == Some("subagent") => {
                self.task.clone_from(&record.subject);
                true
            }
            "subagent-start" if !agent.is_empty() => {
                let role = record.role.clone().unwrap_or_default();
                self.busy.retain(|busy| busy.id != agent);
                self.busy.push(Busy { id: agent.to_owned(), role });
                let surplus = self.busy.len().saturating_sub(MAX_BUSY);
                self.busy.drain(..surplus);
                true
            }
            "subagent-stop" => {
                self.sees_subagents = true;
                if record.decision < Decision::Deny {
                    self.busy.retain(|busy| busy.id != agent);
                }
                self.note_handoff(record);
                true
            }
            "after-tool" => self.note_handoff(record),
            _ => false,
        }
    }

    fn note_handoff(&mut self, record: &Record) -> bool {
        let handed = record.findings.iter().find(|found| found.rule == "gate/handoff");
        if let Some(handed) = handed {
            self.handoff = Some(handed.matched.clone());
        }
        handed.is_some()
    }

    fn remark(&self, found: &Noted) -> Remark {
        Remark { rule: found.rule.clone(), matched: found.matched.clone(), prompt: self.prompts }
    }

    /// The how many-th prompt it was when a rule last said this.
    pub fn said(&self, rule: &str, matched: &str) -> Option<u32> {
        let is_it = |said: &&Remark| said.rule == rule && said.matched == matched;
        self.said.iter().rev().find(is_it).map(|said| said.prompt)
    }

    /// What a rule has said last.
    pub fn last_said(&self, rule: &str) -> Option<&str> {
        self.said.iter().rev().find(|said| said.rule == rule).map(|said| said.matched.as_str())
    }

    /// What a rule has said at the last stop.
    pub fn unread(&self, rule: &str) -> impl Iterator<Item = &str> {
        self.unread.iter().filter(move |said| said.rule == rule).map(|said| said.matched.as_str())
    }

    /// The files that were written, by whichever agent, each once.
    pub fn files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = self.changed.iter().map(|changed| changed.path.as_str()).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// Whether an agent has written a file, or may have: of more files than are remembered nobody knows.
    pub fn has_written(&self, path: &str) -> bool {
        self.changed.len() >= MAX_CHANGED || self.changed.iter().any(|changed| changed.path == path)
    }

    /// The files that a subagent has written.
    pub fn files_of(&self, agent: &str) -> impl Iterator<Item = &str> {
        self.changed.iter().filter(move |own| own.agent == agent).map(|changed| changed.path.as_str())
    }

    /// Whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(event: &str) -> Record {
        Record::of_person("h", "s", "/w", event, "", 1)
    }

    fn advised(event: &str, rule: &str, matched: &str) -> Record {
        let (rule, matched) = (rule.to_owned(), matched.to_owned());
        let findings = vec![Noted {
            rule,
            decision: Decision::Advise,
            matched,
            why: String::new(),
            told: 0,
            advice: 0,
            about: Vec::new(),
        }];
        Record { findings, ..record(event) }
    }

    #[test]
    fn what_was_said_at_a_stop_is_there_until_the_next_prompt_is_over() {
        let mut memory = Memory::default();
        memory.fold(&advised("stop", "feedback/review-hint", "large"));
        assert_eq!(memory.unread("feedback/review-hint").collect::<Vec<_>>(), ["large"]);
        assert_eq!(memory.unread("feedback/docs-reminder").count(), 0);
        assert!(memory.fold(&record("prompt")));
        assert_eq!(memory.unread("feedback/review-hint").count(), 0);
        assert_eq!(memory.said("feedback/review-hint", "large"), Some(0));
    }

    #[test]
    fn what_several_stops_have_said_is_told_once() {
        let mut memory = Memory::default();
        for _ in 0..2 {
            memory.fold(&advised("stop", "feedback/forward-motion", "next: the cart"));
        }
        memory.fold(&advised("stop", "feedback/forward-motion", "next: the shop"));
        let unread: Vec<&str> = memory.unread("feedback/forward-motion").collect();
        assert_eq!(unread, ["next: the cart", "next: the shop"]);
    }

    #[test]
    fn what_is_said_once_is_remembered_however_much_is_said_since() {
        let mut memory = Memory::default();
        memory.fold(&advised("stop", "feedback/review-hint", "large"));
        for index in 0..200 {
            memory.fold(&advised("prompt", "feedback/plan-context", &format!("item {index}")));
            memory.fold(&advised("prompt", "feedback/prompt-context", &format!("word {}", index % 40)));
        }
        assert_eq!(memory.last_said("feedback/review-hint"), Some("large"));
        assert_eq!(memory.said("feedback/prompt-context", "word 0"), Some(322));
        assert_eq!(memory.last_said("feedback/plan-context"), Some("item 199"));
        assert_eq!(memory.said.len(), 42, "of plans only the last item counts");
    }

    #[test]
    fn files_are_remembered_by_who_wrote_them() {
        let mut memory = Memory::default();
        let wrote = |agent: Option<&str>, path: &str| Record {
            agent: agent.map(str::to_owned),
            wrote: vec![path.to_owned()],
            ..record("after-tool")
        };
        for record in [wrote(None, "b"), wrote(Some("x"), "a"), wrote(Some("x"), "b"), wrote(None, "b")] {
            assert!(memory.fold(&record));
        }
        assert_eq!((memory.edits, memory.files()), (4, vec!["a", "b"]));
        assert_eq!(memory.files_of("x").collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn a_subagent_is_at_work_until_it_stops_for_good() {
        let mut memory = Memory::default();
        let of = |event: &str, decision| Record {
            agent: Some("x".into()),
            role: Some("planner".into()),
            decision,
            ..record(event)
        };
        memory.fold(&of("subagent-start", Decision::Silent));
        memory.fold(&of("subagent-stop", Decision::Deny));
        assert_eq!(memory.busy.len(), 1);
        memory.fold(&of("subagent-stop", Decision::Silent));
        assert!(memory.busy.is_empty() && memory.sees_subagents);
    }
}
