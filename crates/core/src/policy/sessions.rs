//! What a policy says of the life of a session.

use serde::{Deserialize, Serialize};

use super::{Origin, TrustItem};
use crate::toolchain::Service;

/// What a policy says of the life of a session.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sessions {
    /// Files whose beginnings are told when a session starts.
    pub start: Vec<String>,
    /// What the model is told when a prompt names something.
    pub contexts: Vec<Context>,
    /// Code, and the documents that tell of it.
    pub documented: Vec<Documented>,
    /// Where corrections are kept.
    pub lessons: Option<Lessons>,
    /// What is a large change.
    pub large: Large,
    /// How large and how old files of knowledge may be.
    pub knowledge: Vec<Knowledge>,
    /// Where versions stand of what the project is made of.
    pub stack: Vec<Component>,
    /// The agents that there are; with none every name is right.
    pub agents: Vec<AgentEntry>,
    /// What is checked when an agent hands its work on.
    pub handoff: Option<Handoff>,
}

/// What the model is told when a prompt names something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// Words or phrases of a prompt.
    pub when: Vec<String>,
    /// What is told.
    pub text: String,
    /// The file whose beginning is told.
    pub file: Option<String>,
    /// It is told again after this many prompts at the earliest.
    pub every: u32,
}

/// Code, and the documents that tell of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Documented {
    /// The code, as a glob.
    pub code: String,
    /// The documents, as a glob.
    pub documents: String,
    /// A reminder comes after this many edits.
    pub after: u32,
}

/// Where corrections are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lessons {
    /// The file, below the workspace's root.
    pub file: String,
    /// A lesson that was given this often becomes a rule.
    pub promote: u32,
    /// The most lessons.
    pub most: usize,
    /// The most rules.
    pub rules: usize,
}

/// What is a large change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Large {
    /// One of this many files.
    pub files: usize,
    /// One of this many lines.
    pub lines: usize,
}

impl Default for Large {
    fn default() -> Self {
        Self { files: 15, lines: 500 }
    }
}

/// How large and how old files of knowledge may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knowledge {
    /// The files, as a glob.
    pub files: String,
    /// The most bytes.
    pub bytes: Option<usize>,
    /// The most items.
    pub items: Option<usize>,
    /// How long ago they may have been changed last, in milliseconds.
    pub stale_ms: Option<u64>,
}

/// Where the version of something stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    /// What it is.
    pub name: String,
    /// The file.
    pub file: String,
    /// The key, as a glob.
    pub key: String,
}

/// An agent that others may start and hand on to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentEntry {
    /// Its name.
    pub name: String,
    /// Where it keeps what it has learned.
    pub memory: Option<String>,
    /// What it is told when it starts.
    pub text: Option<String>,
    /// Files of which it must have written at least one each.
    pub must_write: Vec<String>,
    /// Files that it must not have written.
    pub must_not_write: Vec<String>,
    /// Phrases that it must have said at its end.
    pub must_say: Vec<String>,
}

/// What is checked when an agent hands its work on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handoff {
    /// Words by which an agent says that its work is ready.
    pub tokens: Vec<String>,
    /// What says that a phase is complete.
    pub phases: Vec<String>,
    /// The agent that a complete phase is handed to.
    pub validator: Option<String>,
    /// The JSON schema of the state that is handed on, as a text.
    pub contract: Option<String>,
    /// The file that holds the state.
    pub state: Option<String>,
    /// What is run.
    pub commands: Vec<HandoffCommand>,
    /// How long all of it may take, in milliseconds.
    pub limit_ms: u64,
}

impl Default for Handoff {
    fn default() -> Self {
        Self {
            tokens: vec!["COLLECTIVE_HANDOFF_READY".to_owned()],
            phases: [
                "ORCHESTRATION STATUS*COMPLETED",
                "ALL TASKS SUCCESSFULLY COMPLETED",
                "PHASE*HAS BEEN COMPLETED",
            ]
            .map(str::to_owned)
            .to_vec(),
            validator: None,
            contract: None,
            state: None,
            commands: Vec::new(),
            limit_ms: 60_000,
        }
    }
}

/// A command of the policy that validates a handoff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandoffCommand {
    /// What it checks.
    pub service: Service,
    /// The command.
    pub run: String,
    /// Where it stands.
    pub origin: Origin,
}

impl HandoffCommand {
    pub(super) fn trust_item(&self) -> TrustItem<'_> {
        let Self { service, run, origin } = self;
        TrustItem {
            origin,
            what: format!("runs `{run}` before a handoff ({})", service.as_str()).into(),
            content: format!("handoff\0{}\0{run}", service.as_str()),
            runs: Some(run.into()),
        }
    }
}

impl Sessions {
    /// The agent of a name.
    pub fn agent(&self, name: &str) -> Option<&AgentEntry> {
        self.agents.iter().find(|agent| agent.name == name)
    }

    /// What runs before a handoff.
    pub(super) fn commands(&self) -> &[HandoffCommand] {
        self.handoff.as_ref().map_or(&[], |handoff| &handoff.commands)
    }
}
