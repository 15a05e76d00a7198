//! What becomes of a verdict: host × event × what is wished. The encoders ask this table what to say, so that what
//! `hookward hosts` prints cannot differ from what a host is told. Each host's rows stand in its folder.

use hookward_core::{Attendance, EventName};

use crate::{Asked, Caller};

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

    /// Whether it is what was wished.
    pub fn is_honoured(self) -> bool {
        self.why == Why::AsWished
    }
}

/// Which rewritten commands a host runs. Only where its own code or page says so: one that obeys an `allow` and not the
/// rest would run the command as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rewrites {
    /// None.
    Never,
    /// Those that nobody is asked about.
    Approved,
    /// Also those that a person is asked about.
    ApprovedOrAsked,
}

/// Whose outputs a host replaces. Again only where its own code or page says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outputs {
    /// Nobody's.
    Kept,
    /// Those of tools of MCP servers.
    OfServers,
    /// Those of all tools.
    Replaced,
}

/// One event of a host.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The host's own name for it.
    pub step: &'static str,
    /// Its neutral name.
    pub event: EventName,
    deny: Fate,
    ask: Fate,
    approve: Fate,
    rewrites: Rewrites,
    leaves_rewrites: bool,
    outputs: Outputs,
    context: Fate,
}

/// An event at which nothing can be done; what can be is added to it.
pub(crate) const fn row(step: &'static str, event: EventName) -> Row {
    Row {
        step,
        event,
        deny: Fate::dropped(Why::OnlyWatched),
        ask: Fate::denied(Why::NoAsk),
        approve: Fate::dropped(Why::OwnApprovals),
        rewrites: Rewrites::Never,
        leaves_rewrites: false,
        outputs: Outputs::Kept,
        context: Fate::dropped(Why::NoContext),
    }
}

impl Row {
    pub(crate) const fn deny(mut self, fate: Fate) -> Self {
        self.deny = fate;
        self
    }

    pub(crate) const fn ask(mut self, fate: Fate) -> Self {
        self.ask = fate;
        self
    }

    pub(crate) const fn approve(mut self, fate: Fate) -> Self {
        self.approve = fate;
        self
    }

    pub(crate) const fn rewrites(mut self, rewrites: Rewrites) -> Self {
        self.rewrites = rewrites;
        self
    }

    /// A rewritten command is not approved by that: the host's own approvals see it.
    pub(crate) const fn leaving_rewrites(mut self) -> Self {
        self.leaves_rewrites = true;
        self
    }

    pub(crate) const fn outputs(mut self, outputs: Outputs) -> Self {
        self.outputs = outputs;
        self
    }

    pub(crate) const fn context(mut self, fate: Fate) -> Self {
        self.context = fate;
        self
    }

    /// What becomes of a wish. `None` where it makes no sense: nobody approves of what has happened.
    pub fn fate(&self, wish: Wish, attendance: Attendance) -> Option<Fate> {
        let guards = self.event.guards();
        match wish {
            Wish::Deny => Some(self.deny),
            Wish::Context => Some(self.context),
            Wish::Ask if guards => Some(self.asked(attendance)),
            Wish::Approve if guards => Some(self.approve),
            Wish::Rewrite if guards => Some(match self.rewrites {
                Rewrites::Approved | Rewrites::ApprovedOrAsked => {
                    Fate::new(Becomes::Rewritten, Why::AsWished)
                }
                Rewrites::Never => Fate::new(self.asked(attendance).becomes, Why::NoRewrite),
            }),
            Wish::RewriteLeft if guards && self.leaves_rewrites => {
                Some(Fate::new(Becomes::Rewritten, Why::AsWished))
            }
            Wish::RewriteAsked | Wish::RewriteLeft if guards => {
                let asked = self.asked(attendance);
                let why = if asked.is_honoured() { Why::NoRewriteWhileAsking } else { asked.why };
                Some(match (self.rewrites, asked.becomes) {
                    (Rewrites::ApprovedOrAsked, Becomes::Asked) => {
                        Fate::new(Becomes::RewrittenAndAsked, Why::AsWished)
                    }
                    (Rewrites::Never, becomes) => Fate::new(becomes, Why::NoRewrite),
                    (Rewrites::Approved | Rewrites::ApprovedOrAsked, becomes) => Fate::new(becomes, why),
                })
            }
            Wish::RewriteOutput if matches!(self.event, EventName::AfterTool | EventName::AfterFailure) => {
                Some(match self.outputs {
                    Outputs::Replaced => Fate::new(Becomes::OutputRewritten, Why::AsWished),
                    Outputs::OfServers => Fate::new(Becomes::McpOutputRewritten, Why::OutputOfMcpOnly),
                    // The model is told at least what it should not have seen.
                    Outputs::Kept => Fate::new(self.context.becomes, Why::NoOutput),
                })
            }
            Wish::Ask
            | Wish::Approve
            | Wish::Rewrite
            | Wish::RewriteAsked
            | Wish::RewriteLeft
            | Wish::RewriteOutput => None,
        }
    }

    /// Where nobody is there, the engine does not even wish for a question, unless the policy says so.
    fn asked(&self, attendance: Attendance) -> Fate {
        match attendance {
            Attendance::Attended => self.ask,
            Attendance::Unattended => Fate::denied(Why::NobodyThere),
        }
    }
}

impl Asked {
    /// Whether a rewritten command that passes by itself needs no question: the host runs it without approving of it, and
    /// cannot ask about it here.
    pub fn leaves_rewrites(&self) -> bool {
        row_of(self).is_some_and(|row| {
            let asked = row.fate(Wish::RewriteAsked, self.attendance).map(|fate| fate.becomes);
            row.leaves_rewrites && asked != Some(Becomes::RewrittenAndAsked)
        })
    }
}

/// The row of what is asked: by the host's own name in its own case, by that name in any case, by the neutral name.
/// `None` for an event that the host is not known to have.
pub(crate) fn row_of(asked: &Asked) -> Option<&'static Row> {
    let rows = asked.caller.rows();
    let exact = rows.iter().find(|row| row.step == asked.event_name);
    let named = || rows.iter().find(|row| row.step.eq_ignore_ascii_case(&asked.event_name));
    let neutral = || rows.iter().find(|row| Some(row.event) == asked.name);
    exact.or_else(named).or_else(neutral)
}

impl Caller {
    /// The events that it has and we use.
    pub fn rows(self) -> &'static [Row] {
        match self {
            Self::Claude => crate::claude::ROWS,
            Self::Plain => crate::plain::ROWS,
            Self::Amp => crate::amp::ROWS,
            Self::Cline => crate::cline::ROWS,
            Self::Codex => crate::codex::ROWS,
            Self::Copilot => crate::copilot::ROWS,
            Self::CopilotClaude => crate::copilot::CLAUDE_ROWS,
            Self::Cursor => crate::cursor::ROWS,
            Self::Devin => crate::devin::ROWS,
            Self::Droid => crate::droid::ROWS,
            Self::Gemini => crate::gemini::ROWS,
            Self::Kiro => crate::kiro::ROWS,
            Self::OpenCode => crate::opencode::ROWS,
            Self::Qwen => crate::qwen::ROWS,
            Self::VsCode => crate::copilot::VSCODE_ROWS,
            Self::Windsurf => crate::windsurf::ROWS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_its_own_name() {
        for caller in Caller::ALL {
            for row in caller.rows() {
                let asked = Asked::new(*caller, row.step, Some(row.event), Attendance::Attended);
                let found = row_of(&asked).unwrap();
                assert_eq!((found.step, found.event), (row.step, row.event), "{caller:?}");
            }
        }
    }

    #[test]
    fn every_row_has_the_event_that_its_name_is_decoded_to() {
        for caller in Caller::ALL.iter().filter(|caller| **caller != Caller::Amp) {
            for row in caller.rows() {
                assert_eq!(crate::names::step(row.step).0, row.event, "{caller:?} {}", row.step);
            }
        }
    }

    #[test]
    fn whatever_guards_can_be_denied() {
        for caller in Caller::ALL {
            for row in caller.rows().iter().filter(|row| row.event.guards()) {
                assert_eq!(row.deny, Fate::DENIED, "{caller:?} {}", row.step);
                let asked = row.ask.becomes;
                assert!(matches!(asked, Becomes::Asked | Becomes::Denied), "{caller:?} {}", row.step);
            }
        }
    }
}
