//! The policy's own hooks on an event: which are wanted, asked one after the other until one denies, or answered from what
//! is remembered; and those that nobody waits for.

use std::path::PathBuf;
use std::time::Duration;

use hookward_core::policy::{Keeping, OwnHook, Pace};
use hookward_core::{Answer, Decision, Event, Moment, Ran, Session};
use hookward_effects::Facts;
use hookward_hosts::native::in_plain;
use hookward_hosts::{Asked, Host};
use hookward_io::{Mailbox, Remembered, Told, ask, lies_outside, name_of_question};
use serde::{Deserialize, Serialize};

use crate::errands::{self, Errand};
use crate::native;
use crate::rehearsal::Rehearsal;
use crate::situation::{Situation, now};

/// An own hook that is asked while the agent goes on.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AskedBehind {
    state: PathBuf,
    root: String,
    host: String,
    session: String,
    hooks: Vec<OwnHook>,
    told: Told,
}

/// An event whose hooks are asked.
#[derive(Clone, Copy)]
pub(crate) struct Question<'q> {
    pub(crate) host: Host,
    pub(crate) asked: &'q Asked,
    pub(crate) event: &'q Event,
    pub(crate) facts: &'q Facts,
    pub(crate) payload: &'q [u8],
}

impl Situation {
    /// The own hooks that are for an event.
    pub(crate) fn wanted_hooks(&self, event: &Event, facts: &Facts) -> Vec<OwnHook> {
        // Who proves a registration asks what Hookward itself says; nobody's hooks run for that.
        if !self.policy.has_hooks_on(event.moment.name()) || event.is_canary() {
            return Vec::new();
        }
        // What has run is looked at only here; rules do not ask for it.
        let failed;
        let facts = match &event.moment {
            Moment::AfterFailure { call, .. } => {
                failed = self.facts_of(call, &event.cwd);
                &failed
            }
            moment if moment.name().guards() => facts,
            _ => self.done(event),
        };
        let session = Session::default();
        let wanted = self.case(event, facts, &session).wanted_hooks();
        wanted.into_iter().cloned().collect()
    }

    /// Asks the hooks of an event, and those of the command that it is rewritten to. `is_denied` says whether what is known
    /// so far ends it: then nothing more runs but hooks that were a host's own. `grant` is told how long each may take.
    pub(crate) fn ask_hooks(
        &self,
        question: Question<'_>,
        rewritten: impl Fn() -> Option<Event>,
        is_denied: impl Fn() -> bool,
        grant: impl Fn(Duration),
    ) -> Vec<Ran> {
        let Question { host, event, facts, payload, .. } = question;
        let host = host.name();
        let mut ran = self.delivered_answers(host, event);
        let mut hooks = self.wanted_hooks(event, facts);
        native::keep_wanted(&mut hooks, host, payload);
        let denied = !hooks.is_empty() && is_denied();
        if denied {
            hooks.retain(runs_anyway);
        }
        if hooks.is_empty() {
            let _ = self.answers.set(answers_of(&ran));
            return ran;
        }
        let told = Told::of(event, host, self.root(event), payload);
        let (behind, waited): (Vec<OwnHook>, Vec<OwnHook>) =
            hooks.into_iter().partition(|hook| hook.pace == Pace::Behind && !self.is_a_story());
        let so_far = if denied { SoFar::Denied } else { SoFar::Open };
        ran.extend(self.in_order(&waited, question, &told, so_far, &grant));
        let _ = self.answers.set(answers_of(&ran));
        // A rewritten command is another call: whoever is there for it has a say.
        if let Some(event) = rewritten() {
            let facts = self.facts(&event);
            let mut hooks = self.wanted_hooks(&event, &facts);
            let payload = self.payload_of(&event).unwrap_or_else(|| payload.to_vec());
            native::keep_wanted(&mut hooks, host, &payload);
            hooks.retain(|hook| hook.pace == Pace::Waited);
            let told = told.rewritten(&event, host, self.root(&event), &payload);
            let question = Question { event: &event, facts: &facts, payload: &payload, ..question };
            let mut again = self.in_order(&hooks, question, &told, SoFar::Open, &grant);
            for answer in again.iter_mut().filter_map(|ran| ran.answer.as_mut()) {
                answer.rewritten = true;
            }
            let _ = self.answers_on_rewrite.set(answers_of(&again));
            ran.extend(again);
        }
        let behind: Vec<OwnHook> =
            behind.into_iter().filter(|hook| runs_anyway(hook) || !is_denied()).collect();
        if !behind.is_empty()
            && let Some(places) = &self.places
        {
            let (state, root) = (places.state.clone(), self.root(event).to_owned());
            let (host, session) = (host.to_owned(), event.session.clone());
            errands::later(Errand::Ask(AskedBehind { state, root, host, session, hooks: behind, told }));
        }
        ran
    }

    /// In a story nothing happens behind the session: it would be over.
    fn is_a_story(&self) -> bool {
        self.rehearsal().is_some()
    }

    fn root<'a>(&'a self, event: &'a Event) -> &'a str {
        self.workspace.root().unwrap_or(&event.cwd)
    }

    /// One after the other; the first denial ends it for all but those that run anyway.
    fn in_order(
        &self,
        hooks: &[OwnHook],
        question: Question<'_>,
        told: &Told,
        mut so_far: SoFar,
        grant: impl Fn(Duration),
    ) -> Vec<Ran> {
        let event = question.event;
        let mut ran: Vec<Ran> = Vec::new();
        let rehearsal = self.rehearsal();
        for hooks in hooks.chunk_by(|one, other| one.native.is_some() && other.native.is_some()) {
            if so_far == SoFar::Denied && !hooks.iter().all(runs_anyway) {
                continue;
            }
            let mut round: Vec<Ran> = match hooks {
                several if several.len() > 1 && rehearsal.is_none() => {
                    self.at_once(several, event, told, &grant)
                }
                hooks => {
                    let ask = |hook| self.ask_one(hook, event, told, rehearsal.as_ref(), &grant);
                    hooks.iter().map(ask).collect()
                }
            };
            for (hook, ran) in hooks.iter().zip(&mut round) {
                if let Some(answer) = ran.answer.as_mut() {
                    self.take_input(question, hook, told, answer);
                    answer.how().clone_into(&mut ran.how);
                    answer.moot = so_far == SoFar::Denied;
                }
            }
            let denied = |(hook, ran): (&OwnHook, &Ran)| {
                ran.answer.as_ref().is_some_and(|answer| denies(hook, answer))
            };
            if hooks.iter().zip(&round).any(denied) {
                so_far = SoFar::Denied;
            }
            ran.extend(round);
        }
        ran
    }

    /// Hooks that were a host's own run as that host runs them: all at once, whatever the others say.
    fn at_once(&self, hooks: &[OwnHook], event: &Event, told: &Told, grant: impl Fn(Duration)) -> Vec<Ran> {
        let longest = hooks.iter().map(|hook| hook.timeout_ms).max().unwrap_or_default();
        grant(Duration::from_millis(longest));
        let root = self.root(event);
        std::thread::scope(|scope| {
            let threads: Vec<_> = hooks
                .iter()
                .map(|hook| {
                    std::thread::Builder::new().spawn_scoped(scope, move || ask(hook, told, root, &in_plain))
                })
                .collect();
            let answered = threads.into_iter().zip(hooks).map(|(thread, hook)| {
                // Where there is no thread to be had, it is asked here.
                let answered = thread.ok().and_then(|thread| thread.join().ok());
                answered.unwrap_or_else(|| ask(hook, told, root, &in_plain))
            });
            answered.map(|(answer, ms)| noted(answer, ms)).collect()
        })
    }

    fn ask_one(
        &self,
        hook: &OwnHook,
        event: &Event,
        told: &Told,
        rehearsal: Option<&Rehearsal>,
        grant: impl Fn(Duration),
    ) -> Ran {
        let rehearsed = rehearsal.and_then(|rehearsal| self.rehearsed(rehearsal, hook, told));
        if let Some(answer) = rehearsed {
            return noted(answer, 0);
        }
        let kept = hook.cache.and_then(|keeping| self.remembered(hook, keeping, event));
        if let Some((remembered, name, keeping)) = &kept
            && let Some(answer) = remembered.get(name, *keeping, now())
        {
            return noted(answer, 0);
        }
        grant(Duration::from_millis(hook.timeout_ms));
        let (answer, ms) = ask(hook, told, self.root(event), &in_plain);
        // What a fallback says is not what the hook says; and what has changed meanwhile, by whomever, is not what it has
        // answered about for certain.
        if let Some((remembered, name, keeping)) = kept.filter(|_| !answer.fallback)
            && self.remembered(hook, keeping, event).is_some_and(|(_, same, _)| same == name)
        {
            remembered.put(&name, &answer, now());
        }
        noted(answer, ms)
    }

    /// Where a hook's answer to an event is kept, and by which name.
    fn remembered(
        &self,
        hook: &OwnHook,
        keeping: Keeping,
        event: &Event,
    ) -> Option<(Remembered, String, Keeping)> {
        let state = &self.places.as_ref()?.state;
        // INVARIANT: what counts as an answer is never read from where an agent may write.
        if !lies_outside(state, &self.workspace.roots) {
            return None;
        }
        let tree = match keeping {
            Keeping::Tree => Some(self.ledger_file(&event.cwd)?.tree().ok()?),
            Keeping::Input | Keeping::For(_) => None,
        };
        let call = event.moment.call().map(|call| self.facts_of(call, &event.cwd));
        let name = name_of_question(hook, event, call.as_ref(), self.root(event), tree.as_deref())?;
        Some((Remembered::in_state(state), name, keeping))
    }

    /// What hooks have answered meanwhile that nobody has waited for.
    fn delivered_answers(&self, host: &str, event: &Event) -> Vec<Ran> {
        // Only where it reaches the model: what is taken is gone.
        let is_told = matches!(
            event.moment,
            Moment::AfterTool { .. }
                | Moment::AfterFailure { .. }
                | Moment::Prompt { .. }
                | Moment::SessionStart { .. }
        );
        let runs_behind = |hook: &OwnHook| hook.pace == Pace::Behind;
        let is_wanted = is_told && self.policy.hooks.iter().any(runs_behind);
        let Some(places) = self.places.as_ref().filter(|_| is_wanted) else { return Vec::new() };
        Mailbox::of_hooks(&places.state, host, &event.session).take()
    }
}

impl AskedBehind {
    /// Asks the hooks, and leaves what they say for the session's next event.
    pub(crate) fn run(&self) {
        let ask = |hook: &OwnHook| {
            let (answer, ms) = ask(hook, &self.told, &self.root, &in_plain);
            noted(answer.kept(), ms)
        };
        let ran: Vec<Ran> = self.hooks.iter().map(ask).collect();
        let _ = Mailbox::of_hooks(&self.state, &self.host, &self.session).put(&ran);
    }
}

/// What is decided before a hook is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SoFar {
    Open,
    Denied,
}

/// Whether a hook runs also on what is denied already: on its host, one that was a host's own did, whatever others said.
fn runs_anyway(hook: &OwnHook) -> bool {
    hook.native.is_some()
}

/// Whether an answer, or a failure, of a hook ends the round.
fn denies(hook: &OwnHook, answer: &Answer) -> bool {
    let decision = if answer.fault.is_some() { hook.on_failure } else { answer.decision };
    decision == Decision::Deny
}

/// What the journal keeps of a hook that was asked.
fn noted(answer: Answer, ms: u64) -> Ran {
    Ran {
        what: answer.hook.clone(),
        tool: if answer.cached { "remembered" } else { "own hook" }.to_owned(),
        ms,
        how: answer.how().to_owned(),
        answer: Some(Box::new(answer)),
    }
}

fn answers_of(ran: &[Ran]) -> Vec<Answer> {
    ran.iter().filter_map(|ran| ran.answer.as_deref()).filter(|answer| !answer.moot).cloned().collect()
}
