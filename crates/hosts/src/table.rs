//! What becomes of a verdict: host × event × what is wished. The encoders ask this table what to say, so that what
//! `hookward hosts` prints cannot differ from what a host is told. Each host's rows stand in its folder.

use hookward_core::effects::Call;
use hookward_core::{Attendance, EventName};

pub(crate) use crate::fate::{Becomes, Fate, Why, Wish};
use crate::{Asked, Caller};

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

/// Which other inputs of tools a host takes, where it takes rewritten commands. Again only where its own code or page says
/// so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inputs {
    /// None but a command.
    Commands,
    /// These keys of them; it drops the others.
    Keys(&'static [&'static str]),
    /// All, laid over what was sent: what is left out stays.
    Merged,
    /// All, in the place of what was sent.
    Replaced,
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
    pub(crate) rewrites: Rewrites,
    pub(crate) inputs: Inputs,
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
        inputs: Inputs::Commands,
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

    pub(crate) const fn inputs(mut self, inputs: Inputs) -> Self {
        self.inputs = inputs;
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
    /// What a wish becomes before a call, where it is not what was wished and somebody is there: `ask → deny: Codex CLI
    /// has no way to ask`.
    pub fn downgrade(self, call: &Call, wish: Wish) -> Option<String> {
        let row = self.before(call)?;
        row.fate(wish, Attendance::Attended)?.downgrade(self, row.event, wish)
    }

    /// The row of the event before a call.
    fn before(self, call: &Call) -> Option<&'static Row> {
        let guards = |row: &&Row| row.event == EventName::BeforeTool;
        // cursor.md §2: some tools have a step of their own, at which they are asked about.
        let own = match (self, call) {
            (Self::Cursor, Call::Shell { .. }) => "beforeShellExecution",
            (Self::Cursor, Call::Mcp { .. }) => "beforeMCPExecution",
            (Self::Cursor, Call::Read { .. }) => "beforeReadFile",
            _ => "",
        };
        let rows = || self.rows().iter().filter(guards);
        rows().find(|row| row.step == own).or_else(|| rows().next())
    }

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
    fn a_downgrade_is_that_of_the_step_at_which_the_tool_is_asked_about() {
        let shell = Call::shell("git push");
        let codex = Caller::Codex.downgrade(&shell, Wish::Ask);
        assert_eq!(codex.as_deref(), Some("ask → deny: Codex CLI has no way to ask"));
        assert_eq!(Caller::Claude.downgrade(&shell, Wish::Ask), None);
        assert_eq!(Caller::Cursor.downgrade(&shell, Wish::Ask), None);
        let read = Caller::Cursor.downgrade(&Call::Read { path: "a".to_owned() }, Wish::Ask);
        assert!(read.is_some_and(|line| line.contains("invalid")), "cursor.md §5");
        assert_eq!(Caller::Codex.downgrade(&shell, Wish::RewriteLeft), None);
        assert!(Caller::Kiro.downgrade(&shell, Wish::Rewrite).is_some());
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
