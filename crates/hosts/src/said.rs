//! A verdict as it is to be said, before it is put into a host's form; and the small tools for that form.

use std::borrow::Cow;
use std::fmt::Write as _;

use hookward_core::{
    Attendance, Decision, EventName, Instead, Output, Rewrite, Verdict, clip, context, headline, masked,
    reason, rewritten, run_instead, runs_as, shown,
};
use serde_json::Value;

use crate::output::with_texts;
use crate::rewrite::with_command;
use crate::table::{Becomes, Fate, Row, Why, Wish, row_of};
use crate::{Asked, Reply};

/// The longest text that a host takes as it is (claude-code.md §5, cursor.md §5).
const LONGEST: usize = 10_000;

/// Where the answer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stance {
    /// The host goes on as it would.
    Quiet,
    /// The host need not ask.
    Allow,
    /// The host is to ask.
    Ask,
    /// The host is not to do it.
    Deny,
}

/// What is to be said.
#[derive(Debug)]
pub(crate) struct Said {
    /// What the caller makes of answers to this event; `None` for an event that it is not known to have.
    pub(crate) row: Option<&'static Row>,
    /// Where the answer stands; never one that the caller does not act on.
    pub(crate) stance: Stance,
    /// Why; never empty for a stance but `Quiet`.
    pub(crate) reason: String,
    /// For the model, besides that.
    pub(crate) context: String,
    /// Why the agent is to stop altogether.
    pub(crate) halt: Option<String>,
    /// For the person.
    pub(crate) notice: String,
    /// The call's arguments as JSON, with the rewritten command in them.
    pub(crate) input: Option<String>,
    /// The tool's output as JSON, as the model is to see it.
    pub(crate) output: Option<String>,
}

impl Said {
    pub(crate) fn of(asked: &Asked, verdict: &Verdict) -> Self {
        let row = row_of(asked);
        let mut said = match &verdict.rewrite {
            Some(rewrite) => Self::of_rewrite(asked, row, verdict, rewrite),
            None => Self::of_call(asked, row, verdict),
        };
        if let Some(output) = &verdict.output {
            said.replace_output(asked, verdict, output);
        }
        said
    }

    /// The output that the model is to see; or, where the caller cannot be made to show it, that there was something.
    fn replace_output(&mut self, asked: &Asked, verdict: &Verdict, wanted: &Output) {
        let given = asked.output.as_ref().filter(|given| match self.becomes(Wish::RewriteOutput) {
            Becomes::OutputRewritten => true,
            Becomes::McpOutputRewritten => given.is_of_a_server,
            _ => false,
        });
        self.output = given.and_then(|given| with_texts(&given.json, wanted));
        let word = if self.output.is_some() { masked(verdict) } else { shown(verdict) };
        self.context = joined(&word, &self.context);
    }

    /// INVARIANT: a verdict on a rewritten command says nothing in favour of the command as it was sent. Where the caller
    /// cannot be made to run the other one, the person is asked or the model is told to run it itself.
    fn of_rewrite(asked: &Asked, row: Option<&'static Row>, verdict: &Verdict, rewrite: &Rewrite) -> Self {
        let becomes =
            |wish| row.and_then(|row| row.fate(wish, Attendance::Attended)).map(|fate| fate.becomes);
        // What is left to the host: where nobody is there, the policy may let the call pass as it was sent.
        let is_left = verdict.decision < Decision::Approve && !verdict.unattended;
        if is_left && becomes(Wish::RewriteLeft) != Some(Becomes::Rewritten) {
            return Self::of_rewrite(asked, row, &asking(asked, verdict), rewrite);
        }
        let mut said = Self::of_call(asked, row, verdict);
        let runs = match (verdict.decision, said.stance) {
            (Decision::Approve, _) => becomes(Wish::Rewrite) == Some(Becomes::Rewritten),
            (Decision::Ask, Stance::Ask) => becomes(Wish::RewriteAsked) == Some(Becomes::RewrittenAndAsked),
            (Decision::Silent | Decision::Advise, _) => {
                becomes(Wish::RewriteLeft) == Some(Becomes::Rewritten) && is_left
            }
            (Decision::Ask | Decision::Deny, _) => false,
        };
        if runs {
            said.input = match &rewrite.to {
                Instead::Command(command) => {
                    asked.input.as_deref().and_then(|input| with_command(input, command))
                }
                Instead::Input(input) => Some(input.clone()),
            };
        }
        if said.input.is_some() {
            if said.stance == Stance::Ask {
                said.reason = joined(&said.reason, &runs_as(verdict).unwrap_or_default());
            } else if verdict.decision == Decision::Approve {
                // A host that has no word for an approval may still change the command.
                said.approve(verdict);
            }
            said.context = joined(&rewritten(verdict), &said.context);
            return said;
        }
        if verdict.decision == Decision::Approve || is_left {
            said = Self::of_call(asked, row, &asking(asked, verdict));
        }
        if matches!(said.stance, Stance::Ask | Stance::Deny) {
            said.reason = joined(&said.reason, &run_instead(verdict).unwrap_or_default());
        }
        said
    }

    fn of_call(asked: &Asked, row: Option<&'static Row>, verdict: &Verdict) -> Self {
        let mut said = Self {
            row,
            stance: Stance::Quiet,
            reason: reason(verdict),
            context: context(verdict),
            halt: verdict.halt.clone(),
            notice: verdict.notice.clone().unwrap_or_default(),
            input: None,
            output: None,
        };
        match verdict.decision {
            Decision::Silent | Decision::Advise => {}
            Decision::Approve => {
                let fate = row.and_then(|row| row.fate(Wish::Approve, asked.attendance));
                if fate.is_some_and(|fate| fate.becomes == Becomes::Approved) {
                    said.approve(verdict);
                }
            }
            Decision::Ask => said.ask(asked, verdict),
            Decision::Deny => said.stance = Stance::Deny,
        }
        if said.stance != Stance::Quiet && said.reason.trim_ascii().is_empty() {
            "Hookward does not say why; `hookward log` may.".clone_into(&mut said.reason);
        }
        if said.stance == Stance::Deny {
            said.name_what_is_only_said(asked);
        }
        said
    }

    /// A denial that holds nothing back says so where it is read.
    fn name_what_is_only_said(&mut self, asked: &Asked) {
        let fate = self.row.and_then(|row| row.fate(Wish::Deny, asked.attendance));
        if let Some(fate) = fate.filter(|fate| !fate.is_honoured()) {
            // Writing to a text cannot fail.
            let _ =
                write!(self.reason, "\n{} {}, so this is only said.", asked.caller.title(), fate.why.text());
        }
    }

    fn approve(&mut self, verdict: &Verdict) {
        self.stance = Stance::Allow;
        self.reason = format!("Hookward: {}", headline(verdict));
    }

    /// What becomes of a question.
    fn fate_of_a_question(&self, asked: &Asked, verdict: &Verdict) -> Fate {
        // Where nobody is there, the policy may still want the question.
        let attendance = if verdict.unattended { Attendance::Attended } else { asked.attendance };
        let fate = match self.row {
            Some(row) if row.event.guards() => row.fate(Wish::Ask, attendance),
            Some(_) => Some(Fate::denied(Why::NothingToAsk)),
            // An event that the host is not known to have, but that announces a question.
            None if asked.name == Some(EventName::PermissionRequest) => Some(Fate::ASKED),
            None => None,
        };
        fate.unwrap_or(Fate::denied(Why::NoAsk))
    }

    /// A question, or what becomes of it. The downgrade is named where the model reads it.
    fn ask(&mut self, asked: &Asked, verdict: &Verdict) {
        let fate = self.fate_of_a_question(asked, verdict);
        match fate.becomes {
            // The host is about to ask anyway.
            Becomes::Asked if asked.name == Some(EventName::PermissionRequest) => {}
            Becomes::Asked => self.stance = Stance::Ask,
            _ => {
                self.stance = Stance::Deny;
                let why = unasked(asked, fate);
                // Writing to a text cannot fail.
                let _ = write!(self.reason, "\nA person would be asked, but {why}, so it is denied.");
            }
        }
    }

    /// What becomes of an objection at this event.
    pub(crate) fn objection(&self) -> Becomes {
        self.becomes(Wish::Deny)
    }

    /// What becomes of context at this event.
    pub(crate) fn context_becomes(&self) -> Becomes {
        self.becomes(Wish::Context)
    }

    fn becomes(&self, wish: Wish) -> Becomes {
        let fate = self.row.and_then(|row| row.fate(wish, Attendance::Attended));
        fate.map_or(Becomes::Dropped, |fate| fate.becomes)
    }

    /// The denial of an event that the caller is not known to have, if it may be one that guards: this blocks whatever
    /// the event is, where it can be blocked at all. `None` for silence, which is not the same everywhere.
    pub(crate) fn without_row(&self, asked: &Asked) -> Option<Reply> {
        let may_guard = asked.name.is_none_or(EventName::guards);
        (may_guard && self.stance == Stance::Deny).then(|| Reply::exit(2, &self.reason))
    }

    /// Reason and context in one text, for where there is only one place.
    pub(crate) fn objection_and_context(&self) -> String {
        let objection = if self.stance == Stance::Deny { self.reason.as_str() } else { "" };
        joined(objection, &self.context)
    }
}

impl Asked {
    /// Why a verdict that is no denial becomes one before a tool, behind the words that a person would be asked: `Codex CLI
    /// has no way to ask`. `None` if it does not become one.
    pub fn denies_unasked(&self, verdict: &Verdict) -> Option<String> {
        let is_a_question = verdict.decision == Decision::Ask || verdict.rewrite.is_some();
        if !is_a_question || verdict.decision == Decision::Deny || self.name != Some(EventName::BeforeTool) {
            return None;
        }
        let said = Said::of(self, verdict);
        (said.stance == Stance::Deny).then(|| unasked(self, said.fate_of_a_question(self, verdict)))
    }
}

/// Why nobody is asked.
fn unasked(asked: &Asked, fate: Fate) -> String {
    format!("{} {}", asked.caller.title(), fate.why.text())
}

/// The same verdict as a question, or as what becomes of one where nobody is there.
fn asking(asked: &Asked, verdict: &Verdict) -> Verdict {
    let unattended = asked.attendance == Attendance::Unattended;
    let decision = if unattended { Decision::Deny } else { Decision::Ask };
    Verdict { decision, unattended, ..verdict.clone() }
}

/// Two texts, one below the other, without the empty ones.
pub(crate) fn joined(first: &str, second: &str) -> String {
    match (first.is_empty(), second.is_empty()) {
        (false, false) => format!("{first}\n{second}"),
        _ => format!("{first}{second}"),
    }
}

/// A text that no host cuts or stores away.
pub(crate) fn capped(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}…", clip(text, LONGEST - '…'.len_utf8())))
}

/// A JSON object in the making. Empty texts and empty objects are left out: one key that a host does not expect can
/// make it drop the whole answer (codex.md §5).
#[derive(Debug, Default)]
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn text(self, key: &str, text: &str) -> Self {
        if text.is_empty() {
            return self;
        }
        let text = Value::from(capped(text));
        self.entry(key, &text.to_string())
    }

    pub(crate) fn flag(self, key: &str, flag: bool) -> Self {
        self.entry(key, if flag { "true" } else { "false" })
    }

    /// An entry that is JSON already, if there is one.
    pub(crate) fn json_text(self, key: &str, json: Option<&str>) -> Self {
        match json {
            Some(json) => self.entry(key, json),
            None => self,
        }
    }

    pub(crate) fn object(self, key: &str, object: &Self) -> Self {
        if object.0.is_empty() {
            return self;
        }
        self.entry(key, &object.json())
    }

    /// Followed by the entries of another.
    pub(crate) fn with(mut self, other: &Self) -> Self {
        if !self.0.is_empty() && !other.0.is_empty() {
            self.0.push(',');
        }
        self.0.push_str(&other.0);
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn entry(mut self, key: &str, json: &str) -> Self {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        // Writing to a text cannot fail.
        let _ = write!(self.0, "\"{key}\":{json}");
        self
    }

    fn json(&self) -> String {
        format!("{{{}}}", self.0)
    }

    /// As one line on standard output; nothing at all if it is empty.
    pub(crate) fn reply(&self) -> Reply {
        if self.is_empty() { Reply::default() } else { self.reply_even_if_empty() }
    }

    /// As one line on standard output.
    pub(crate) fn reply_even_if_empty(&self) -> Reply {
        Reply { stdout: self.json() + "\n", ..Reply::default() }
    }
}

impl Reply {
    /// With a text for standard error.
    pub(crate) fn with_stderr(mut self, text: &str) -> Self {
        self.stderr = line(text);
        self
    }

    /// Nothing but a text on standard error and an exit code.
    pub(crate) fn exit(exit: u8, text: &str) -> Self {
        Self { exit, ..Self::default() }.with_stderr(text)
    }
}

/// A text that ends its line; nothing stays nothing.
pub(crate) fn line(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{}\n", capped(text)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Caller;

    #[test]
    fn an_object_keeps_its_order_and_leaves_out_what_is_empty() {
        let inner = Object::new().text("a", "\"x\"\n").text("b", "");
        let outer = Object::new().flag("yes", true).object("inner", &inner).object("none", &Object::new());
        assert_eq!(outer.reply().stdout, "{\"yes\":true,\"inner\":{\"a\":\"\\\"x\\\"\\n\"}}\n");
        assert_eq!(Object::new().reply().stdout, "");
        assert_eq!(Object::new().reply_even_if_empty().stdout, "{}\n");
    }

    #[test]
    fn what_becomes_of_a_question_before_a_tool_is_known_before_it_is_answered() {
        let question = Verdict { decision: Decision::Ask, ..Verdict::silent() };
        for caller in Caller::ALL {
            for row in caller.rows().iter().filter(|row| row.event == EventName::BeforeTool) {
                let asked = Asked::new(*caller, row.step, Some(row.event), Attendance::Attended);
                let is_denied = Said::of(&asked, &question).stance == Stance::Deny;
                let why = asked.denies_unasked(&question);
                assert_eq!(why.is_some(), is_denied, "{caller:?} {}", row.step);
                assert!(why.is_none_or(|why| why.starts_with(caller.title())), "{caller:?}");
                assert_eq!(asked.denies_unasked(&Verdict::silent()), None);
            }
        }
    }

    #[test]
    fn no_text_is_longer_than_a_host_takes() {
        let long = capped(&"ä".repeat(9_000)).into_owned();
        assert!(long.len() <= LONGEST && long.ends_with("ä…"), "{}", long.len());
        assert_eq!(capped("short"), "short");
    }
}
