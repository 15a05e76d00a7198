//! What a verdict can wish for, what really happens, and why it is not the same.

use hookward_core::EventName;

use crate::Caller;

/// What a verdict can wish for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// That it does not happen; after a tool, that the model reads the objection; at a stop, that the agent goes on.
    Deny,
    /// That a person decides.
    Ask,
    /// That nobody is asked.
    Approve,
    /// That another command runs, and nobody is asked.
    Rewrite,
    /// That a person decides on another command.
    RewriteAsked,
    /// That another command runs, if the host's own approvals let it.
    RewriteLeft,
    /// That the model sees another output than the tool's.
    RewriteOutput,
    /// That the model is told something.
    Context,
}

impl Wish {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Deny,
        Self::Ask,
        Self::Approve,
        Self::Rewrite,
        Self::RewriteAsked,
        Self::RewriteLeft,
        Self::RewriteOutput,
        Self::Context,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Deny => "deny",
            Self::Ask => "ask",
            Self::Approve => "approve",
            Self::Rewrite => "rewrite",
            Self::RewriteAsked => "rewrite and ask",
            Self::RewriteLeft => "rewrite unasked",
            Self::RewriteOutput => "rewrite output",
            Self::Context => "context",
        }
    }

    /// The word for it at an event: an objection is another thing after a tool than before it.
    pub fn name_at(self, event: EventName) -> &'static str {
        match (self, event) {
            (Self::Deny, EventName::AfterTool | EventName::AfterFailure) => "feedback",
            (Self::Deny, EventName::Stop | EventName::SubagentStop) => "hold",
            _ => self.name(),
        }
    }
}

/// What really happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// It does not happen.
    Denied,
    /// A person decides.
    Asked,
    /// Nobody is asked.
    Approved,
    /// The other command runs.
    Rewritten,
    /// A person decides on the other command.
    RewrittenAndAsked,
    /// The model sees the other output.
    OutputRewritten,
    /// It does if the tool is one of an MCP server; else it reads beside the tool's own output that there was something.
    McpOutputRewritten,
    /// The agent goes on, and reads why.
    Held,
    /// The model reads it beside the tool's result.
    FedBack,
    /// The model reads it.
    Read,
    /// Only the person reads it.
    Told,
    /// Nothing.
    Dropped,
}

impl Becomes {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Denied => "deny",
            Self::Asked => "ask",
            Self::Approved => "approve",
            Self::Rewritten => "rewrite",
            Self::RewrittenAndAsked => "rewrite and ask",
            Self::OutputRewritten => "rewrite output",
            Self::McpOutputRewritten => "rewrite output of MCP tools, else context",
            Self::Held => "hold",
            Self::FedBack => "feedback",
            Self::Read => "context",
            Self::Told => "told to the person",
            Self::Dropped => "nothing",
        }
    }
}

/// Why it is not what was wished. A code, so that the table holds no pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is what was wished.
    AsWished,
    /// There is no such thing at all.
    NoAsk,
    /// It is read, and not acted on.
    AskDoesNotBind,
    /// It would block without a question.
    AskIsInvalid,
    /// Not every engine of the host knows it.
    AskInOneEngine,
    /// Nobody would see the question.
    NobodyThere,
    /// It has happened, or there is nothing to decide.
    NothingToAsk,
    /// The host goes by its own rules.
    OwnApprovals,
    /// There is another event for it.
    ApprovesElsewhere,
    /// The arguments cannot be changed.
    NoRewrite,
    /// They can, but nothing says that they are while a person is asked.
    NoRewriteWhileAsking,
    /// The output cannot be changed.
    NoOutput,
    /// Only the output of MCP tools can be changed.
    OutputOfMcpOnly,
    /// An answer cannot change what happens.
    OnlyWatched,
    /// The host does not wait for the answer.
    NotWaited,
    /// The prompt reaches the model whatever is said.
    PromptGoesOn,
    /// There is no place for it.
    NoContext,
    /// It would keep the agent from stopping.
    ContextHolds,
    /// Of several versions in use, one only warns.
    OlderOnlyWarns,
    /// The agent stops whatever is said.
    NoStopGate,
}

impl Why {
    /// What follows the host's name: `Codex CLI has no way to ask`. Empty for what is as wished.
    pub fn text(self) -> &'static str {
        match self {
            Self::AsWished => "",
            Self::NoAsk => "has no way to ask",
            Self::AskDoesNotBind => "does not act on `ask` at this step",
            Self::AskIsInvalid => "takes `ask` for an invalid answer at this step",
            Self::AskInOneEngine => "knows a question in only one of its two engines",
            Self::NobodyThere => "has nobody to ask in this session",
            Self::NothingToAsk => "has nothing to ask about at this event",
            Self::OwnApprovals => "goes by its own approvals",
            Self::ApprovesElsewhere => "approves only where it would ask, at PermissionRequest",
            Self::NoRewrite => "cannot be made to run another command here",
            Self::NoRewriteWhileAsking => "is not known to change a command while it asks",
            Self::NoOutput => "shows the model the tool's own output",
            Self::OutputOfMcpOnly => "replaces the output of MCP tools only",
            Self::OnlyWatched => "only reports this event",
            Self::NotWaited => "does not wait for the answer",
            Self::PromptGoesOn => "cannot hold a prompt back",
            Self::NoContext => "has no place for context here",
            Self::ContextHolds => "would take context for a reason to go on",
            Self::OlderOnlyWarns => "only warns here in one of its versions",
            Self::NoStopGate => "cannot be kept from stopping",
        }
    }
}

/// What becomes of a wish, and why if it is something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// What really happens.
    pub becomes: Becomes,
    /// Why it is not what was wished.
    pub why: Why,
}

impl Fate {
    pub(crate) const DENIED: Self = Self::new(Becomes::Denied, Why::AsWished);
    pub(crate) const ASKED: Self = Self::new(Becomes::Asked, Why::AsWished);
    pub(crate) const APPROVED: Self = Self::new(Becomes::Approved, Why::AsWished);
    pub(crate) const HELD: Self = Self::new(Becomes::Held, Why::AsWished);
    pub(crate) const FED_BACK: Self = Self::new(Becomes::FedBack, Why::AsWished);
    pub(crate) const READ: Self = Self::new(Becomes::Read, Why::AsWished);

    pub(crate) const fn new(becomes: Becomes, why: Why) -> Self {
        Self { becomes, why }
    }

    pub(crate) const fn denied(why: Why) -> Self {
        Self::new(Becomes::Denied, why)
    }

    pub(crate) const fn told(why: Why) -> Self {
        Self::new(Becomes::Told, why)
    }

    pub(crate) const fn dropped(why: Why) -> Self {
        Self::new(Becomes::Dropped, why)
    }

    /// `ask → deny: Codex CLI has no way to ask`. `None` if it is what was wished.
    pub fn downgrade(self, caller: Caller, event: EventName, wish: Wish) -> Option<String> {
        let (name, becomes) = (wish.name_at(event), self.becomes.name());
        let why = || format!("{name} → {becomes}: {} {}", caller.title(), self.why.text());
        (!self.is_honoured()).then(why)
    }

    /// Whether it is what was wished.
    pub fn is_honoured(self) -> bool {
        self.why == Why::AsWished
    }
}
