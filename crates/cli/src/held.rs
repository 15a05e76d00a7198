//! A policy file that a call has changed or taken away, by whatever program: what it said before holds on, and that is said
//! until the file is back or a person takes it as it is.

use std::path::Path;

use hookward_core::policy::Source;
use hookward_core::{Category, Decision, Finding, Moment, Verdict, is_marker, redact};
use hookward_effects::{Action, Deed, Depth, Effect, Facts, Place};
use hookward_hosts::{call_id, goes_on};
use hookward_io::{Doer, Held, Holds, digest};
use serde_json::{Value, json};

use crate::judge::Call;
use crate::off::{moment, stamp};
use crate::situation::{Situation, now};

/// The rule that asks about these files.
const RULE: &str = "security/protected-file";

/// The most characters of a command that are told.
const COMMAND: usize = 120;

impl Situation {
    pub(crate) fn holds(&self) -> Option<Holds> {
        Holds::of(&self.workspace, self.places.as_ref())
    }

    /// Notes what the policy says when a call begins that may do anything.
    pub(crate) fn note_policy(&self, call: Call<'_>, facts: &Facts, verdict: &Verdict) {
        if !matches!(call.event.moment, Moment::BeforeTool(_))
            || call.event.is_canary()
            || verdict.decision == Decision::Deny
            || only_reads(verdict)
        {
            return;
        }
        self.note_markers(call, facts, verdict);
        let has_policy = self.near().next().is_some();
        let own = own_name(call);
        // Where there is nothing to lose, only another call of the same words may have left something.
        if !has_policy && own.is_some() {
            return;
        }
        let (Some(holds), Some(root)) = (self.holds(), self.workspace.root()) else { return };
        let Some(name) = own.or_else(|| name_by_words(call)) else { return };
        // Whoever was asked about this very file, and says yes, decides what it says; and so has whoever wants no question
        // about it.
        let is_asked = verdict.decision == Decision::Ask || verdict.overruled;
        let is_theirs = || is_asked || !self.policy.is_on(RULE, call.event.role());
        if !has_policy {
            return holds.forget(&name);
        }
        if is_theirs() && self.is_named_by(facts) {
            // Whether they say yes shows only when it has run.
            let _ = holds.begin_theirs(&name, root);
            return;
        }
        // Where nothing can be kept, nothing is recorded either, which is said.
        let _ = holds.begin(&name, root, &self.sources);
        if lingers(call.payload, facts) {
            let by = call.event.moment.call().map(|done| shortened(&redact(&done.subject())));
            let doer = Doer { names: &[name], by: &by.unwrap_or_default(), at: now() };
            let _ = holds.linger(&doer, root, &self.sources);
        }
    }

    /// What lies within the agent's reach.
    fn near(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter().filter(|source| !source.layer.may_loosen())
    }

    /// Whether a call says itself that it changes a policy file of the workspace.
    fn is_named_by(&self, facts: &Facts) -> bool {
        let names = |place: &Place, takes_all: bool| {
            self.near().any(|source| {
                let named = place.spots.iter().any(|spot| {
                    spot.path == source.path || (takes_all && Path::new(&source.path).starts_with(&spot.path))
                });
                named || place.found.iter().any(|found| found.may_name(&source.path, Some(&source.text)))
            })
        };
        facts.effects.iter().any(|effect| match &effect.action {
            Action::Write(place, _) => names(place, false),
            Action::Delete(place, depth) => names(place, matches!(depth, Depth::Tree | Depth::Moved)),
            _ => false,
        })
    }

    /// What holds on because of something that an earlier call has left running, or of the call that has just ended, each file
    /// in a line.
    pub(crate) fn newly_held(&self, call: Call<'_>, at: u64) -> Vec<String> {
        let Some(holds) = self.holds() else { return Vec::new() };
        let made = self.newly_planted(call, at);
        let found = self.found_held(&holds, call, at);
        match found.and_then(|held| Ok(held.into_iter().chain(made?).collect::<Vec<_>>())) {
            Ok(held) => held.iter().map(|held| self.told(held)).collect(),
            Err(error) => vec![cannot_be_told(&error)],
        }
    }

    fn found_held(&self, holds: &Holds, call: Call<'_>, at: u64) -> std::io::Result<Vec<Held>> {
        let root = self.workspace.root();
        let look = || root.map_or(Ok(Vec::new()), |root| holds.look_at_lingering(root, at));
        let (Moment::AfterTool { call: done, .. } | Moment::AfterFailure { call: done, .. }) =
            &call.event.moment
        else {
            return look();
        };
        let by = shortened(&redact(&done.subject()));
        // Cursor has a name for a command only when that has ended.
        let names: Vec<String> = own_name(call).into_iter().chain(name_by_words(call)).collect();
        // What a person has decided is not what runs on has done.
        let taken = holds.take_decided(&names);
        let left = look();
        let ended = holds.end(&Doer { names: &names, by: &by, at }, root);
        taken.and(left).and_then(|left| Ok(left.into_iter().chain(ended?).collect()))
    }

    /// What holds on though its file says something else, each in a line.
    pub(crate) fn held_lines(&self) -> impl Iterator<Item = String> {
        self.held.iter().map(|held| self.told(held))
    }

    fn told(&self, held: &Held) -> String {
        if of_a_marker(held) {
            return format!(
                "hookward: {} was made while `{}` ran: it is no person's and lets nobody pass, until a person runs `hookward trust` or makes it anew",
                self.below_root(&held.path),
                held.by,
            );
        }
        let what = if held.is_gone() { "gone" } else { "other" };
        format!(
            "hookward: {} is {what} since `{}`; what it said before holds until it is back or a person runs `hookward trust`",
            self.below_root(&held.path),
            held.by,
        )
    }

    /// The same for people who look: with the time.
    pub(crate) fn held_fields(&self) -> impl Iterator<Item = String> {
        self.held.iter().map(|held| {
            let line = self.told(held);
            let line = line.strip_prefix("hookward: ").unwrap_or(&line);
            format!("{line} (at {})", moment(held.at))
        })
    }

    pub(crate) fn held_as_json(&self) -> Value {
        let one = |held: &Held| {
            let is = match held.is_gone() {
                _ if of_a_marker(held) => "made",
                true => "gone",
                false => "changed",
            };
            json!({"path": held.path, "layer": held.layer.as_str(), "is": is, "by": held.by, "since": stamp(held.at)})
        };
        Value::Array(self.held.iter().map(one).collect())
    }

    /// A path as people call it in the workspace.
    pub(crate) fn below_root<'p>(&self, path: &'p str) -> &'p str {
        let root = self.workspace.root().unwrap_or_default();
        path.strip_prefix(root).and_then(|rest| rest.strip_prefix('/')).unwrap_or(path)
    }

    /// A person takes policy files as they are now.
    pub(crate) fn take_as_it_is(&self, paths: &[String]) -> std::io::Result<()> {
        match (self.holds(), self.workspace.root()) {
            (Some(holds), Some(root)) => holds.release(root, paths).and_then(|()| holds.adopt(root, paths)),
            (_, None) | (None, _) => Ok(()),
        }
    }

    /// A person has changed the policy by a command: no call that is on its way has done that.
    pub(crate) fn policy_is_the_persons(&self) {
        if let (Some(holds), Some(root)) = (self.holds(), self.workspace.root()) {
            holds.forget_all(root);
        }
    }
}

/// Whether it is a marker that an agent's call has made, and no file of the policy.
pub(crate) fn of_a_marker(held: &Held) -> bool {
    held.path.rsplit('/').next().is_some_and(is_marker)
}

fn cannot_be_told(error: &std::io::Error) -> String {
    format!("hookward: whether a call has changed the policy cannot be found out: {error}")
}

/// Says to agent and person that something of the policy holds on.
pub(crate) fn tell(verdict: &mut Verdict, lines: impl IntoIterator<Item = String>) {
    for line in lines {
        verdict.notify(&line);
        verdict.advise(RULE, hookward_io::PROJECT_FILE, &line);
    }
}

/// Whether a call may leave something running when it has ended.
pub(crate) fn lingers(payload: &[u8], facts: &Facts) -> bool {
    let persists = |effect: &Effect| matches!(effect.action, Action::Deed(Deed::Persist, _));
    facts.lingers || facts.effects.iter().any(persists) || goes_on(payload)
}

/// Whether a call is approved because it is known to only read.
fn only_reads(verdict: &Verdict) -> bool {
    let is_known = |finding: &Finding| Category::of(&finding.rule) == Some(Category::Approve);
    verdict.decision == Decision::Approve
        && verdict.rewrite.is_none()
        && verdict.findings.iter().all(is_known)
}

/// The host's own name for a call, which is the same before and after it.
pub(crate) fn own_name(call: Call<'_>) -> Option<String> {
    call_id(call.payload).map(|id| name(call, &format!("id {id}")))
}

/// A name by what it runs or writes.
pub(crate) fn name_by_words(call: Call<'_>) -> Option<String> {
    call.event.moment.call().map(|done| name(call, &format!("what {}", done.subject())))
}

fn name(call: Call<'_>, what: &str) -> String {
    digest(format!("{}\0{}\0{what}", call.host.name(), call.event.session).as_bytes())
}

/// A command in one line.
pub(crate) fn shortened(command: &str) -> String {
    let line = command.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'");
    if line.chars().count() <= COMMAND {
        return line;
    }
    let mut cut: String = line.chars().take(COMMAND).collect();
    cut.push('…');
    cut
}
