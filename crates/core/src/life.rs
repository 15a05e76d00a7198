//! What is known of a session beyond one event: the repository around it, what was saved before a compaction, what its
//! journal says. It is gathered only at events that no tool waits for.

use serde::{Deserialize, Serialize};

use crate::changed::writes;
use crate::event::Moment;
use crate::policy::ARTEFACTS;
use crate::record::Record;
use crate::rule::Case;
use crate::rules::{feedback, gate};
use crate::toolchain::{Report, Task, task_of_command};

/// The most files of one call that are remembered.
const MAX_WROTE: usize = 16;

/// What is known of a session beyond one event; nothing at all while a tool waits.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Life {
    /// What git says of the work tree.
    pub work: Option<Work>,
    /// What was saved before the conversation was compacted, for the agent that goes on or for a subagent that it starts.
    pub saved: Option<Saved>,
    /// The story that is worked on.
    pub story: Option<String>,
    /// The checks that ran for a handoff.
    pub validated: Vec<Report>,
    /// The session's records since its last stop, oldest first.
    pub history: Vec<Record>,
    /// The files of the workspace that the call at hand has written, below its root.
    pub wrote: Vec<String>,
    /// The decisions that code of the work tree names: `DEC-AUTH-001`; `None` if nobody has looked.
    pub decisions: Option<Vec<String>>,
    /// The day, as `2026-11-16`.
    pub today: String,
    /// The time, in milliseconds since 1970.
    pub now: u64,
}

impl Life {
    /// Nothing.
    pub const NONE: Self = Self {
        work: None,
        saved: None,
        story: None,
        validated: Vec::new(),
        history: Vec::new(),
        wrote: Vec::new(),
        decisions: None,
        today: String::new(),
        now: 0,
    };
}

/// What git says of a work tree.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Work {
    /// The branch; `None` if the head is detached.
    pub branch: Option<String>,
    /// Files that are not as the last commit has them, as many as are told.
    pub changed: Vec<String>,
    /// How many there are in all.
    pub count: usize,
    /// Lines that were added and removed since the last commit.
    pub lines: usize,
    /// Other work trees of the repository: directory and branch.
    pub trees: Vec<(String, String)>,
}

/// What must not get lost with a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Saved {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The role of the subagent that was at work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What a subagent was last told to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// The story.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<String>,
    /// The active plan, and its next item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// The last handoff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handoff: Option<String>,
    /// Files that the session has changed, as many as are told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
}

impl Saved {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        Self { at: self.at, ..Self::default() } == *self
    }

    /// It, line by line.
    pub(crate) fn lines(&self) -> Vec<String> {
        let named = [
            ("active agent", &self.agent),
            ("its task", &self.task),
            ("story", &self.story),
            ("plan", &self.plan),
            ("last handoff", &self.handoff),
        ];
        let told = |(name, value): (&str, &Option<String>)| Some(format!("{name}: {}", value.as_ref()?));
        named.into_iter().filter_map(told).chain(self.changes()).collect()
    }

    /// What of it a subagent that starts now does not know from elsewhere, line by line.
    pub(crate) fn lines_for_a_subagent(&self) -> Vec<String> {
        let told = |name: &str, value: &Option<String>| Some(format!("{name}: {}", value.as_ref()?));
        let agent = told("active before the conversation was compacted", &self.agent);
        let task = told("task given before the conversation was compacted", &self.task);
        agent.into_iter().chain(task).chain(self.changes()).collect()
    }

    fn changes(&self) -> Option<String> {
        (!self.changed.is_empty()).then(|| format!("changed in this session: {}", self.changed.join(", ")))
    }
}

/// Whether a session that starts so goes on with an earlier conversation.
pub fn goes_on(moment: &Moment) -> bool {
    feedback::compaction::goes_on(moment)
}

/// What is to be saved before a conversation is compacted.
pub fn to_save(case: &Case, at: u64) -> Option<Saved> {
    feedback::compaction::state(case, at)
}

/// The file of lessons as it is to be after a prompt: its path below the root, and its text.
pub fn lessons(case: &Case) -> Option<(String, String)> {
    feedback::correction::lessons(case)
}

/// What is to be run before work is handed on, if the event is a handoff.
pub fn validation(case: &Case) -> Vec<Task> {
    let Some(root) = case.ground.roots.first().filter(|_| gate::handoff::wants_validation(case)) else {
        return Vec::new();
    };
    let handoff = case.policy.sessions.iter().filter_map(|sessions| sessions.handoff.as_ref());
    let task = |own| task_of_command(own, root);
    handoff.flat_map(|handoff| handoff.commands.iter().map(task)).collect()
}

/// The files of the workspace that a call that has run has written, below its root, but for what is built or installed.
pub fn wrote(case: &Case) -> Vec<String> {
    let below = |path: &str| {
        let root = case.ground.root_of(path)?;
        Some(path.strip_prefix(root)?.trim_start_matches('/').to_owned())
    };
    let files = writes(case).files;
    let mut files: Vec<String> = files.iter().filter_map(|file| below(&file.path)).collect();
    files.retain(|path| !path.split('/').any(|part| part == ".git" || ARTEFACTS.contains(&part)));
    files.sort_unstable();
    files.dedup();
    files.truncate(MAX_WROTE);
    files
}
