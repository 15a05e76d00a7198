//! The answer, in words that no host owns.

use std::borrow::Cow;

use hookward_effects::Span;
use serde::{Deserialize, Serialize};

use crate::message::LINE;
use crate::output::Output;
use crate::policy::{MAX_ROW, Origin};
use crate::rewrite::{Edit, Rewrite};
use crate::target::Target;

/// What to do. Ordered: of several, the strictest holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Nothing to say: the host goes on as it would.
    Silent,
    /// Let it happen, and tell the agent something.
    Advise,
    /// Let it happen without asking the person.
    Approve,
    /// Ask the person.
    Ask,
    /// Do not let it happen.
    Deny,
}

impl Decision {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Silent => "silent",
            Self::Advise => "advise",
            Self::Approve => "approve",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// What a rule is for; it decides what happens when the rule itself fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Keeps harm away. Fails closed.
    Security,
    /// Holds a workflow. Fails as the rule says, closed by default.
    Gate,
    /// Helps. Fails open.
    Feedback,
    /// Saves the person a question. Fails open: then the host asks.
    Approve,
    /// Changes a command whose intent is right and whose method is not. Fails open: then the command is judged as it is.
    Rewrite,
}

impl Category {
    /// The category of a rule id: what stands before the slash.
    pub fn of(rule: &str) -> Option<Self> {
        match rule.split_once('/')?.0 {
            "security" => Some(Self::Security),
            "gate" => Some(Self::Gate),
            "feedback" => Some(Self::Feedback),
            "approve" => Some(Self::Approve),
            "rewrite" => Some(Self::Rewrite),
            _ => None,
        }
    }
}

/// The figure that says why in few words, where `why` is a text of the policy, or says less.
pub(crate) const BRIEF: &str = "brief";

/// What one rule has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule's id.
    pub rule: Cow<'static, str>,
    /// What it decides.
    pub decision: Decision,
    /// The exact part that matched.
    pub matched: String,
    /// Its place in the shell text, if it is one.
    pub span: Option<Span>,
    /// What of all that the call does it objects to, where that has a name.
    pub about: Vec<Target>,
    /// Why.
    pub why: Cow<'static, str>,
    /// What to do instead; commands in backticks pass the policy.
    pub instead: Cow<'static, str>,
    /// The line of the policy that is behind it; `None` for what is built in.
    pub origin: Option<Origin>,
    /// How a rewrite changes the command; empty for every other rule. Such a finding's decision is `Approve`: the rule
    /// has nothing against the rewritten command.
    pub edits: Vec<Edit>,
    /// What the tool is to be called with instead, as JSON in the host's own form; only of own hooks, and not of a shell.
    pub input: Option<String>,
    /// What the model is to see of a tool's output; `None` for every rule that leaves it as it is.
    pub output: Option<Output>,
    /// What the model is told, line by line as it stands, where a rule informs rather than objects; else empty.
    pub told: String,
    /// The marker or the command by which a person lets this pass: then it is recorded, and nothing else.
    pub bypass: Option<String>,
    /// Figures for the policy's own words, by their names; of several a line that names them stands once for each.
    pub figures: Vec<(&'static str, Vec<String>)>,
}

impl Finding {
    /// Whether it wants another command to run, or the tool to be called with another input.
    pub fn rewrites(&self) -> bool {
        !self.edits.is_empty() || self.input.is_some()
    }

    /// The figures of a name; none if it has none.
    pub(crate) fn figure(&self, name: &str) -> &[String] {
        let own = self.figures.iter().find(|(own, _)| *own == name);
        own.map_or(&[], |(_, values)| values)
    }

    /// Why, in few words: without what the policy wants to be said with it.
    pub(crate) fn brief(&self) -> &str {
        self.figure(BRIEF).first().map_or(&*self.why, String::as_str)
    }

    /// Whether it only tells something, and has nothing against the call: not so an objection that the policy has turned
    /// into advice, which has a reason.
    pub fn informs(&self) -> bool {
        self.decision == Decision::Advise && !self.told.is_empty() && self.why.is_empty()
    }
}

/// How a denial stands in the row of its rule, which it makes longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InRow {
    /// The rule.
    pub rule: String,
    /// How often.
    pub length: u32,
    /// Whether it was explained the last time, perhaps of another file.
    pub is_explained: bool,
    /// Whether the very same reason was given the last time.
    pub is_same: bool,
}

/// The answer to an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What to do.
    pub decision: Decision,
    /// What the rules found and the policy enforces, strictest first.
    pub findings: Vec<Finding>,
    /// What rules in shadow mode found: recorded, not enforced.
    pub shadowed: Vec<Finding>,
    /// What a person lets pass by a marker or by `hookward skip`: recorded, not enforced.
    pub bypassed: Vec<Finding>,
    /// What is to be called instead.
    pub rewrite: Option<Rewrite>,
    /// What the model is to see of the tool's output.
    pub output: Option<Output>,
    /// A person has let this very call pass once, although a rule objects.
    pub overruled: bool,
    /// An `ask` that became something else because nobody is there.
    pub unattended: bool,
    /// Why an `ask` became a denial although somebody may be there, behind the words that a person would be asked: `Codex
    /// CLI has no way to ask`.
    pub unasked: Option<String>,
    /// The how many-th denial in a row this is, by the rule that has the longest; 0 if nothing is denied.
    pub row: u32,
    /// The rows that go on, by rule.
    pub rows: Vec<InRow>,
    /// More than this many in a row block the work.
    pub limit: u32,
    /// The most characters of a line that is told.
    pub line: usize,
    /// The policy's own words for a denial.
    pub words: Option<String>,
    /// What the person names to let this very call pass once; only of a denial.
    pub id: Option<String>,
    /// Why the agent is to stop altogether, where an own hook wants that.
    pub halt: Option<String>,
    /// For the model, besides the findings.
    pub context: Option<String>,
    /// For the person.
    pub notice: Option<String>,
}

impl Verdict {
    /// Nothing to say.
    pub fn silent() -> Self {
        Self {
            decision: Decision::Silent,
            findings: Vec::new(),
            shadowed: Vec::new(),
            bypassed: Vec::new(),
            rewrite: None,
            output: None,
            overruled: false,
            unattended: false,
            unasked: None,
            row: 0,
            rows: Vec::new(),
            limit: MAX_ROW,
            line: LINE,
            words: None,
            id: None,
            halt: None,
            context: None,
            notice: None,
        }
    }

    /// The findings that made the decision.
    pub fn decisive(&self) -> impl Iterator<Item = &Finding> {
        let asked = self.unattended || self.unasked.is_some();
        let decision = self.decision;
        let rewritten = self.rewrite.is_some();
        self.findings.iter().filter(move |finding| {
            finding.decision == decision
                || (asked && finding.decision == Decision::Ask)
                || (rewritten && finding.rewrites())
        })
    }

    /// Adds what was found beside the rules and concerns one of them: it is told to the model and stands in the journal.
    pub fn advise(&mut self, rule: &'static str, matched: &str, told: &str) {
        self.decision = self.decision.max(Decision::Advise);
        self.findings.push(Finding {
            rule: rule.into(),
            decision: Decision::Advise,
            matched: matched.to_owned(),
            span: None,
            about: Vec::new(),
            why: "".into(),
            instead: "".into(),
            origin: None,
            edits: Vec::new(),
            input: None,
            output: None,
            told: told.to_owned(),
            bypass: None,
            figures: Vec::new(),
        });
    }

    /// Adds a line for the person.
    pub fn notify(&mut self, line: &str) {
        let notice = self.notice.get_or_insert_with(String::new);
        if !notice.is_empty() {
            notice.push('\n');
        }
        notice.push_str(line);
    }
}
