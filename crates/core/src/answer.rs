//! What the policy's own hooks have answered: it takes part in the decision like what rules find, and is recorded, so that
//! the same verdict can be made of it again without running anything.

use hookward_effects::{Call, Span};
use serde::{Deserialize, Serialize};

use crate::policy::{OwnHook, Speech, Standing};
use crate::record::{ANOTHER_INPUT, kept};
use crate::redact::redact;
use crate::rewrite::Edit;
use crate::rule::Case;
use crate::target::Target;
use crate::text::{clip, line};
use crate::verdict::{Category, Decision, Finding};

/// The most characters of a line that a hook has the model told.
const LINE: usize = 200;

/// The same where the hook was a host's own: that host has it told whole (claude-code.md §5).
const NATIVE_LINE: usize = 10_000;

/// The most characters of a command by which a hook is named that has failed: how it did is what matters.
const NAMED: usize = 60;

/// The most bytes of what a hook says that are used.
const MAX_SAID: usize = 16_000;

/// What a hook has said: by how it ended, and on its two streams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// Its exit status; `None` if it has none.
    pub exit: Option<i32>,
    /// What it wrote to its standard output.
    pub output: String,
    /// What it wrote to its standard error.
    pub errors: String,
    /// How that is to be read.
    pub speech: Speech,
}

/// What an own hook has answered to an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a mark of the record, and they go together")]
pub struct Answer {
    /// The hook's id.
    pub hook: String,
    /// What it decides: nothing, to approve, to ask or to deny.
    #[serde(default = "silent", skip_serializing_if = "is_silent")]
    pub decision: Decision,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The command that is to run instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What the tool is to be called with instead, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// What the model is told.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub context: String,
    /// What the person is told.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notice: String,
    /// Why the agent is to stop altogether.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// Why it decides nothing by itself: it has failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Its exit status; `None` if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// How the answer was read, in words.
    pub read_as: String,
    /// How earlier attempts have failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<String>,
    /// Whether its fallback has answered in its place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fallback: bool,
    /// Whether it was remembered, and nothing ran.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
    /// Whether everything was decided before it was asked, so that it decides nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moot: bool,
    /// Whether it is about the command that the call was rewritten to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rewritten: bool,
}

fn silent() -> Decision {
    Decision::Silent
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_silent(decision: &Decision) -> bool {
    *decision == Decision::Silent
}

impl Answer {
    /// No answer yet.
    pub fn of(hook: &str, read_as: &str) -> Self {
        Self {
            hook: hook.to_owned(),
            decision: Decision::Silent,
            reason: String::new(),
            command: None,
            input: None,
            context: String::new(),
            notice: String::new(),
            stop: None,
            fault: None,
            exit: None,
            read_as: read_as.to_owned(),
            tried: Vec::new(),
            fallback: false,
            cached: false,
            moot: false,
            rewritten: false,
        }
    }

    /// How it ended, in the words in which the journal keeps ends of checks.
    pub fn how(&self) -> &'static str {
        match (&self.fault, self.decision) {
            (Some(_), _) => "failed",
            (None, Decision::Deny | Decision::Ask) => "objects",
            (None, Decision::Silent | Decision::Advise | Decision::Approve) => "passed",
        }
    }

    /// As the journal keeps it: without secrets, and not too long.
    #[must_use]
    pub fn kept(&self) -> Self {
        let input = self.input.as_ref().map(|_| ANOTHER_INPUT.to_owned());
        Self { input, ..self.with_texts(kept) }
    }

    /// As it is told: without secrets. What is to run is no text for anybody, and stays as it is.
    fn told(&self) -> Self {
        let (command, input) = (self.command.clone(), self.input.clone());
        Self { command, input, ..self.with_texts(|text| redact(text).into()) }
    }

    /// Whether any of its texts holds a secret.
    pub fn shows_a_secret(&self) -> bool {
        self.with_texts(|text| redact(text).into()) != *self
    }

    fn with_texts(&self, change: impl Fn(&str) -> String) -> Self {
        Self {
            reason: change(&self.reason),
            command: self.command.as_deref().map(&change),
            input: self.input.as_deref().map(&change),
            context: change(&self.context),
            notice: change(&self.notice),
            stop: self.stop.as_deref().map(&change),
            fault: self.fault.as_deref().map(&change),
            tried: self.tried.iter().map(|tried| change(tried)).collect(),
            read_as: change(&self.read_as),
            ..self.clone()
        }
    }
}

/// What hooks have said.
#[derive(Default)]
pub(crate) struct Heard {
    /// As rules say it.
    pub(crate) findings: Vec<Finding>,
    /// For the person.
    pub(crate) notices: Vec<String>,
    /// Why the agent is to stop altogether.
    pub(crate) halt: Option<String>,
    /// For the model, with an approval: a finding beside it would be something that speaks against it.
    pub(crate) context: Vec<String>,
}

impl Heard {
    /// What the hooks say of a case.
    pub(crate) fn of(case: &Case) -> Self {
        let mut heard = Self::default();
        let name = case.event.moment.name();
        // INVARIANT: whatever a hook prints, nobody is told a secret by it.
        for answer in case.answers.iter().map(Answer::told) {
            let answer = &answer;
            let hooks = || case.policy.hooks.iter().filter(|hook| hook.id == answer.hook);
            // What ran behind the session was asked on another event.
            let Some(hook) = hooks().find(|hook| hook.on == name).or_else(|| hooks().next()) else {
                continue;
            };
            match &answer.fault {
                Some(fault) => heard.fail(case, hook, fault),
                None => heard.take(case, hook, answer),
            }
            if let Some(why) = answer.stop.as_deref().filter(|_| answer.fault.is_none()) {
                heard.halt(case, hook, why);
            }
            let said = answer.notice.lines().filter(|said| !said.trim().is_empty());
            heard.notices.extend(said.map(|said| line(&format!("{}: {said}", hook.id), longest(hook))));
        }
        heard
    }

    /// A hook wants the whole work to end. It has that say as far as it may deny.
    fn halt(&mut self, case: &Case, hook: &OwnHook, why: &str) {
        let (standing, _) = case.policy.standing(&Finding::own(hook, Decision::Deny), case.event.role());
        let may = standing == Standing::Enforced(Decision::Deny) && !case.session.allows(&hook.id);
        if may && hook.category != Category::Feedback {
            self.halt.get_or_insert_with(|| line(why, LINE));
        }
        self.notices.push(line(&format!("{} wants the agent to stop: {why}", hook.id), LINE));
    }

    /// A hook that has failed decides what the policy says for that.
    fn fail(&mut self, case: &Case, hook: &OwnHook, fault: &str) {
        let failure = line(&format!("`{}` failed: {fault}", line(&hook.run, NAMED)), LINE);
        // What has happened cannot be closed any more; that it was not looked at is said.
        let too_late = !case.event.moment.name().can_be_held();
        let decision = if too_late { hook.on_failure.min(Decision::Advise) } else { hook.on_failure };
        let own = Finding::own(hook, decision);
        match decision {
            Decision::Silent => {}
            // It has a reason, so that nothing is approved beside a hook that was to look at it and could not.
            Decision::Advise | Decision::Approve => {
                let told = line(&format!("[{}] {failure}", hook.id), LINE);
                self.findings.push(Finding {
                    told,
                    why: failure.into(),
                    ..Finding::own(hook, Decision::Advise)
                });
            }
            Decision::Ask | Decision::Deny => {
                let (matched, about) = (case.text(None), Target::of_a_whole_call(&case.facts.effects));
                self.findings.push(Finding { matched, about, why: failure.into(), ..own });
            }
        }
    }

    fn take(&mut self, case: &Case, hook: &OwnHook, answer: &Answer) {
        let (mut reason, context) = (lines(hook, &answer.reason), lines(hook, &answer.context));
        // INVARIANT: feedback decides nothing; what it objects to is told.
        if hook.category == Category::Feedback {
            let objects = answer.decision > Decision::Approve;
            self.tell(hook, if objects { [reason, context].concat() } else { context });
            return;
        }
        let edits: Vec<Edit> = edit(case, answer).into_iter().collect();
        let input = answer.input.clone().filter(|_| case.event.moment.name().guards());
        match answer.decision {
            Decision::Deny | Decision::Ask => {
                let why = if reason.is_empty() { String::new() } else { reason.remove(0) };
                self.findings.push(Finding {
                    matched: case.text(None),
                    about: Target::of_a_whole_call(&case.facts.effects),
                    why: why.into(),
                    edits: if answer.decision == Decision::Ask { edits } else { Vec::new() },
                    input: input.filter(|_| answer.decision == Decision::Ask),
                    told: [reason, context].concat().join("\n"),
                    ..Finding::own(hook, answer.decision)
                });
            }
            Decision::Silent | Decision::Advise if edits.is_empty() && input.is_none() => {
                self.tell(hook, context);
            }
            // Whoever only rewrites has nothing against the rewritten call.
            Decision::Approve | Decision::Silent | Decision::Advise => {
                let why = line(&reason.join(" "), LINE).into();
                let own = Finding::own(hook, Decision::Approve);
                self.findings.push(Finding { matched: case.text(None), why, edits, input, ..own });
                self.context.extend(context);
            }
        }
    }

    /// Tells the model something, by whose hook it is.
    fn tell(&mut self, hook: &OwnHook, mut told: Vec<String>) {
        if let Some(first) = told.first_mut() {
            *first = line(&format!("[{}] {first}", hook.id), longest(hook));
            self.findings.push(Finding { told: told.join("\n"), ..Finding::own(hook, Decision::Advise) });
        }
    }
}

/// What is said, line by line, each within its budget.
fn lines(hook: &OwnHook, text: &str) -> Vec<String> {
    let lines = clip(text, MAX_SAID).lines().map(str::trim_end).filter(|text| !text.is_empty());
    lines.map(|text| line(text, longest(hook))).collect()
}

fn longest(hook: &OwnHook) -> usize {
    if hook.native.is_some() { NATIVE_LINE } else { LINE }
}

/// The change of the command that a hook wants: the part in which the two differ, so that it goes together with others.
fn edit(case: &Case, answer: &Answer) -> Option<Edit> {
    let (Some(after), Some(Call::Shell { command, .. })) = (&answer.command, case.event.moment.call()) else {
        return None;
    };
    if after == command || !case.event.moment.name().guards() {
        return None;
    }
    let common = |one: &mut dyn Iterator<Item = (char, char)>| -> usize {
        one.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let start = common(&mut command.chars().zip(after.chars()));
    let (rest, new) = (command.get(start..).unwrap_or_default(), after.get(start..).unwrap_or_default());
    let end = common(&mut rest.chars().rev().zip(new.chars().rev()));
    let text = new.get(..new.len() - end).unwrap_or_default().to_owned();
    Some(Edit { span: Span::new(start, command.len() - end), text })
}
