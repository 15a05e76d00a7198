//! What happened, in words that no host owns.

use hookward_effects::Call;
use serde::{Deserialize, Serialize};

use crate::output::Output;

/// One event of an agent's session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub moment: Moment,
    /// The session, as the host names it.
    pub session: String,
    /// The subagent in which it happened, if it is one.
    pub agent: Option<Agent>,
    /// The absolute working directory.
    pub cwd: String,
    /// The workspace's roots as far as the host names them.
    pub roots: Vec<String>,
    /// Whether a person would see a question.
    pub attendance: Attendance,
}

impl Event {
    /// The same event about another command. One that is about no command stays as it is.
    #[must_use]
    pub fn with_command(&self, command: &str) -> Self {
        let mut event = self.clone();
        if let Moment::BeforeTool(Call::Shell { command: old, .. })
        | Moment::PermissionRequest(Call::Shell { command: old, .. }) = &mut event.moment
        {
            command.clone_into(old);
        }
        event
    }
}

impl Event {
    /// Whether it only proves a registration.
    pub fn is_canary(&self) -> bool {
        self.session == CANARY
    }

    /// The subagent's id; empty for the main agent.
    pub fn agent_id(&self) -> &str {
        self.agent.as_ref().map_or("", |agent| agent.id.as_str())
    }

    /// The role of the agent that it is of, as the policy's `roles` name it.
    pub fn role(&self) -> &str {
        let named = self.agent.as_ref().map(|agent| agent.role.as_str());
        named.filter(|role| !role.is_empty()).unwrap_or("default")
    }

    /// The same event of an agent in this role.
    #[must_use]
    pub fn in_role(self, role: &str) -> Self {
        let agent = Some(Agent { id: role.to_owned(), role: role.to_owned() });
        Self { agent, ..self }
    }
}

/// The session of the calls by which a registration is proven. It is no agent's: nothing is counted in it, and nobody is
/// asked to allow anything.
pub const CANARY: &str = "hookward-canary";

/// A subagent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// Its id within the session.
    pub id: String,
    /// Its type or role.
    pub role: String,
}

/// Whether a person would see a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attendance {
    /// As far as the host says, someone is there.
    Attended,
    /// The host approves silently, refuses or hangs instead of asking: bypass, don't-ask, headless, CI.
    Unattended,
}

/// Who wrote a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// A person has typed it.
    Person,
    /// It comes from a schedule, a program or the host itself.
    Machine,
    /// The host does not say.
    Untold,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A session starts or goes on.
    SessionStart {
        /// `startup`, `resume`, `clear`, `compact`, …
        source: String,
    },
    /// A prompt was submitted.
    Prompt {
        /// Its text.
        text: String,
        /// Who wrote it, as far as the host says.
        author: Author,
    },
    /// A tool is about to run.
    BeforeTool(Call),
    /// The host is about to ask a person whether a tool may run.
    PermissionRequest(Call),
    /// A tool has run.
    AfterTool {
        /// The tool.
        call: Call,
        /// What it has given back.
        output: Output,
    },
    /// A tool has run and failed.
    AfterFailure {
        /// The tool.
        call: Call,
        /// What it said.
        error: String,
        /// What it has given back.
        output: Output,
    },
    /// A subagent starts.
    SubagentStart,
    /// A subagent wants to stop.
    SubagentStop {
        /// Whether it goes on only because a hook said so.
        held: bool,
        /// What it has said last, where the host tells.
        said: String,
    },
    /// The agent wants to stop.
    Stop {
        /// Whether it goes on only because a hook said so.
        held: bool,
        /// What it has said last, where the host tells.
        said: String,
    },
    /// The conversation is about to be compacted.
    BeforeCompaction {
        /// Who wants it: `manual`, `auto`, where the host tells.
        trigger: String,
    },
    /// The session ends.
    SessionEnd,
    /// The host tells the person something.
    Notification,
    /// An event that we do not use, by the host's name.
    Unused(String),
}

/// The neutral name of an event, as policies and the journal use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EventName {
    /// A session starts or goes on.
    SessionStart,
    /// A prompt was submitted.
    Prompt,
    /// A tool is about to run.
    BeforeTool,
    /// The host is about to ask a person.
    PermissionRequest,
    /// A tool has run.
    AfterTool,
    /// A tool has run and failed.
    AfterFailure,
    /// A subagent starts.
    SubagentStart,
    /// A subagent wants to stop.
    SubagentStop,
    /// The agent wants to stop.
    Stop,
    /// The conversation is about to be compacted.
    BeforeCompaction,
    /// The session ends.
    SessionEnd,
    /// The host tells the person something.
    Notification,
    /// An event that we do not use; no policy can name it.
    #[serde(skip_deserializing)]
    Unused,
}

impl EventName {
    /// The name as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SessionStart => "session-start",
            Self::Prompt => "prompt",
            Self::BeforeTool => "before-tool",
            Self::PermissionRequest => "permission-request",
            Self::AfterTool => "after-tool",
            Self::AfterFailure => "after-failure",
            Self::SubagentStart => "subagent-start",
            Self::SubagentStop => "subagent-stop",
            Self::Stop => "stop",
            Self::BeforeCompaction => "before-compaction",
            Self::SessionEnd => "session-end",
            Self::Notification => "notification",
            Self::Unused => "other",
        }
    }

    /// Whether the answer can keep anything from happening.
    pub fn can_be_held(self) -> bool {
        match self {
            Self::BeforeTool
            | Self::PermissionRequest
            | Self::Prompt
            | Self::Stop
            | Self::SubagentStop
            | Self::BeforeCompaction => true,
            Self::SessionStart
            | Self::AfterTool
            | Self::AfterFailure
            | Self::SubagentStart
            | Self::SessionEnd
            | Self::Notification
            | Self::Unused => false,
        }
    }

    /// Whether the answer can keep something from happening to the machine.
    pub fn guards(self) -> bool {
        matches!(self, Self::BeforeTool | Self::PermissionRequest)
    }
}

impl Moment {
    /// Its neutral name.
    pub fn name(&self) -> EventName {
        match self {
            Self::SessionStart { .. } => EventName::SessionStart,
            Self::Prompt { .. } => EventName::Prompt,
            Self::BeforeTool(_) => EventName::BeforeTool,
            Self::PermissionRequest(_) => EventName::PermissionRequest,
            Self::AfterTool { .. } => EventName::AfterTool,
            Self::AfterFailure { .. } => EventName::AfterFailure,
            Self::SubagentStart => EventName::SubagentStart,
            Self::SubagentStop { .. } => EventName::SubagentStop,
            Self::Stop { .. } => EventName::Stop,
            Self::BeforeCompaction { .. } => EventName::BeforeCompaction,
            Self::SessionEnd => EventName::SessionEnd,
            Self::Notification => EventName::Notification,
            Self::Unused(_) => EventName::Unused,
        }
    }

    /// The tool call that it is about.
    pub fn call(&self) -> Option<&Call> {
        match self {
            Self::BeforeTool(call)
            | Self::PermissionRequest(call)
            | Self::AfterTool { call, .. }
            | Self::AfterFailure { call, .. } => Some(call),
            Self::SessionStart { .. }
            | Self::Prompt { .. }
            | Self::SubagentStart
            | Self::SubagentStop { .. }
            | Self::Stop { .. }
            | Self::BeforeCompaction { .. }
            | Self::SessionEnd
            | Self::Notification
            | Self::Unused(_) => None,
        }
    }

    /// What a tool has given back.
    pub fn output(&self) -> Option<&Output> {
        match self {
            Self::AfterTool { output, .. } | Self::AfterFailure { output, .. } => Some(output),
            Self::SessionStart { .. }
            | Self::Prompt { .. }
            | Self::BeforeTool(_)
            | Self::PermissionRequest(_)
            | Self::SubagentStart
            | Self::SubagentStop { .. }
            | Self::Stop { .. }
            | Self::BeforeCompaction { .. }
            | Self::SessionEnd
            | Self::Notification
            | Self::Unused(_) => None,
        }
    }
}
