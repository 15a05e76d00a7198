//! What surrounds an event: workspace, policy, ground. Every command that judges comes through here, so that `check`
//! says what `hook` does.

use std::cell::{OnceCell, RefCell};
use std::path::Path;
use std::rc::Rc;

use hookward_core::evidence::Ledger;
use hookward_core::policy::{Source, compile};
use hookward_core::toolchain::Report;
use hookward_core::{
    AddedTree, Answer, Attendance, Case, Category, Decision, Event, Fault, Finding, Ground, Life, Moment,
    Policy, Rule, SecretFiles, Session, Verdict, added_work_trees, decide_with, rules,
};
use hookward_effects::{Action, Call, Effect, Facts, Scene, World};
use hookward_hosts::Changed;
use hookward_io::{Disk, DiskAhead, Held, Leave, LeaveFile, Places, Workspace, load};

use crate::held::tell;
use crate::off::until;
use crate::pushes::Unaccounted;

/// What surrounds an event.
pub(crate) struct Situation {
    pub(crate) places: Option<Places>,
    pub(crate) workspace: Workspace,
    pub(crate) policy: Policy,
    pub(crate) sources: Vec<Source>,
    pub(crate) fault: Option<Fault>,
    /// Files of the policy that hold as they were, though a call has changed them.
    pub(crate) held: Vec<Held>,
    disk: Rc<Disk>,
    ground: Ground,
    behind_links: OnceCell<Ground>,
    ahead: OnceCell<DiskAhead>,
    pub(crate) seen: OnceCell<Ledger>,
    /// What a push would take along that is not accounted for, once somebody has asked for it.
    pub(crate) unaccounted: OnceCell<Unaccounted>,
    /// What the project's tools have said on this event.
    pub(crate) reports: OnceCell<Vec<Report>>,
    /// What the policy's own hooks have answered to it.
    pub(crate) answers: OnceCell<Vec<Answer>>,
    /// And to what it was rewritten to.
    pub(crate) answers_on_rewrite: OnceCell<Vec<Answer>>,
    /// The calls that other inputs make of it, which own hooks want.
    pub(crate) with_input: RefCell<Vec<Changed>>,
    /// What is known of the session beyond the event.
    pub(crate) life: OnceCell<Life>,
    /// What a call that has run does.
    pub(crate) done: OnceCell<Facts>,
    /// What a person has switched off for a time.
    pub(crate) leave: Vec<Leave>,
}

impl Situation {
    /// Finds it, from a working directory and the roots that a host names.
    pub(crate) fn find(roots: &[String], cwd: &str) -> Self {
        Self::at(Places::find(), roots, cwd)
    }

    /// The same, with files of its own in these places.
    pub(crate) fn at(places: Option<Places>, roots: &[String], cwd: &str) -> Self {
        let workspace = Workspace::find(roots, cwd, places.as_ref().map(|places| places.home.as_path()));
        let loaded = load(&workspace, places.as_ref());
        let mut workspace = workspace;
        workspace.roots.extend(loaded.policy.lists.workspace_roots.iter().map(|root| root.glob.clone()));
        let ground = workspace.ground(places.as_ref());
        let (mut policy, mut fault) = (loaded.policy, loaded.fault);
        let leave =
            places.as_ref().map(|places| LeaveFile::in_state(&places.state).of(&workspace.roots, now()));
        let leave = leave.unwrap_or_default();
        // What is off in one session only is looked at where that is known.
        for off in leave.iter().filter(|off| off.session.is_none()) {
            match &off.rule {
                Some(rule) => policy.skip(rule),
                None => {
                    policy.pause();
                    fault = None;
                }
            }
        }
        let disk = Rc::new(Disk::knowing(SecretFiles::of(&policy, &ground)));
        let mut situation = Self {
            places,
            workspace,
            policy,
            sources: loaded.sources,
            fault,
            held: loaded.held,
            leave,
            ground,
            disk,
            behind_links: OnceCell::new(),
            ahead: OnceCell::new(),
            seen: OnceCell::new(),
            unaccounted: OnceCell::new(),
            reports: OnceCell::new(),
            answers: OnceCell::new(),
            answers_on_rewrite: OnceCell::new(),
            with_input: RefCell::default(),
            life: OnceCell::new(),
            done: OnceCell::new(),
        };
        situation.heed_planted();
        if !situation.policy.untrusted.is_empty() {
            situation.hear_of_a_story();
        }
        situation
    }

    /// The policy as its files say it, whether anybody has trusted that or not: what is registered is the same on every
    /// machine.
    pub(crate) fn as_written(&self) -> Policy {
        compile(&self.sources).unwrap_or_else(|_| self.policy.clone())
    }

    /// As it is in one session: what a person has switched off there is off.
    #[must_use]
    pub(crate) fn in_session(mut self, session: &str) -> Self {
        self.leave.retain(|off| off.session.as_deref().is_none_or(|own| own == session));
        for rule in
            self.leave.iter().filter(|off| off.session.is_some()).filter_map(|off| off.rule.as_deref())
        {
            self.policy.skip(rule);
        }
        self
    }

    /// What the event's call does.
    pub(crate) fn facts(&self, event: &Event) -> Facts {
        match event.moment.call().filter(|_| event.moment.name().guards()) {
            Some(call) => self.facts_of(call, &event.cwd),
            None => Facts::default(),
        }
    }

    pub(crate) fn facts_of(&self, call: &Call, cwd: &str) -> Facts {
        let scene =
            Scene { cwd, home: self.ground.home.as_deref(), roots: &self.ground.roots, world: &*self.disk };
        hookward_effects::facts(call, &scene)
    }

    /// Where things lie, for a call that changes some, with the other work trees of the repository: those that git knows, and
    /// those that the call itself makes. Those outside of the workspace belong to it where the call reaches out.
    fn ground_of_changes(&self, facts: &Facts) -> Ground {
        let mut ground = self.workspace.ground_behind_links(self.places.as_ref());
        let lies_outside = |effect: &Effect| match &effect.action {
            Action::Write(place, _) | Action::Delete(place, _) => {
                place.spots.iter().any(|spot| !ground.in_workspace(&spot.path))
            }
            _ => false,
        };
        let reaches_out = facts.effects.iter().any(lies_outside);
        let home = self.places.as_ref().map(|places| places.home.as_path());
        let made = self.made_by(facts, &ground);
        let added = made.iter().map(|tree| tree.path.clone());
        let trees = self.workspace.linked_trees(home).into_iter().chain(added);
        let (inside, outside): (Vec<String>, Vec<String>) = trees.partition(|tree| ground.in_workspace(tree));
        ground.trees = inside;
        ground.made = made;
        if reaches_out {
            ground.roots.extend(outside);
        }
        ground
    }

    /// The work trees of the workspace that a call makes, by each of their names. In a root, it is no matter of which repository.
    fn made_by(&self, facts: &Facts, ground: &Ground) -> Vec<AddedTree> {
        let home = self.places.as_ref().map(|places| places.home.as_path());
        let mut all: Vec<AddedTree> = Vec::new();
        for tree in added_work_trees(facts) {
            // git makes none where something is, and what the text writes there then belongs to that.
            let is_taken = !tree.is_cleared && has_something(Path::new(&tree.path));
            if is_taken || !ground.may_hold_a_tree(&tree.path) {
                continue;
            }
            let from_made =
                tree.from.as_deref().is_some_and(|from| all.iter().any(|other| other.holds(from)));
            let is_own = |from: &str| self.workspace.is_of_its_repository(from, home);
            if !(from_made || ground.in_workspace(&tree.path) || tree.from.as_deref().is_some_and(is_own)) {
                continue;
            }
            // What is checked out in one that is not there yet may be another by then.
            let from = tree.from.clone().filter(|_| !from_made);
            let real =
                self.disk.real(&tree.path).map(|path| AddedTree { path, from: from.clone(), ..tree.clone() });
            all.extend(real.into_iter().chain([AddedTree { from, ..tree }]));
        }
        all
    }

    /// The work tree around a directory that the call makes, if it changes anything.
    pub(crate) fn made_around(&self, directory: &str) -> Option<&AddedTree> {
        self.behind_links.get()?.made_around(directory)
    }

    /// Everything that a rule may look at.
    pub(crate) fn case<'a>(&'a self, event: &'a Event, facts: &'a Facts, session: &'a Session) -> Case<'a> {
        let changes = |effect: &Effect| matches!(effect.action, Action::Write(..) | Action::Delete(..));
        let ground = if facts.effects.iter().any(changes) {
            self.behind_links.get_or_init(|| self.ground_of_changes(facts))
        } else {
            &self.ground
        };
        let world: &dyn World = if ground.made.is_empty() {
            &*self.disk
        } else {
            self.ahead.get_or_init(|| DiskAhead::with(Rc::clone(&self.disk), &ground.made))
        };
        Case {
            event,
            facts,
            policy: &self.policy,
            sources: &self.sources,
            session,
            ground,
            ledger: self.ledger(event, facts),
            reports: self.reports.get().map_or(&[], Vec::as_slice),
            answers: self.answers.get().map_or(&[], Vec::as_slice),
            life: self.life.get().unwrap_or(&NO_LIFE),
            world,
        }
    }

    /// The verdict.
    pub(crate) fn decide(&self, event: &Event, facts: &Facts, session: &Session) -> Verdict {
        self.decide_by(rules::all(), event, facts, session)
    }

    /// The verdict by other built-in rules.
    pub(crate) fn decide_by(
        &self,
        rules: &[Rule],
        event: &Event,
        facts: &Facts,
        session: &Session,
    ) -> Verdict {
        let mut verdict = decide_with(rules, &self.case(event, facts, session));
        if let Some(rewrite) = &verdict.rewrite {
            // What cannot be judged stays a question.
            if let Some(event) = self.rewritten(event, rewrite) {
                let facts = self.facts(&event);
                // It is another call: what hooks have said of the first one is not said of it.
                let answers = self.answers_on_rewrite.get().map_or(&[][..], Vec::as_slice);
                let rewritten = decide_with(rules, &Case { answers, ..self.case(&event, &facts, session) });
                verdict = verdict.with_rewrite_judged(rewritten);
            }
        }
        if let Moment::SessionStart { .. } = event.moment {
            for off in &self.leave {
                let what = off.rule.as_deref().unwrap_or("everything but the journal");
                let until = until(off.until);
                verdict.notify(&format!("hookward: a person has switched {what} off until {until}"));
            }
        }
        if let Moment::SessionStart { .. } = event.moment {
            tell(&mut verdict, self.held_lines());
        }
        let Some(fault) = &self.fault else { return verdict };
        // An own hook may approve more than what only reads.
        let is_known = |finding: &Finding| Category::of(&finding.rule) == Some(Category::Approve);
        let only_reads = verdict.decision == Decision::Approve
            && verdict.rewrite.is_none()
            && verdict.findings.iter().all(is_known);
        if event.moment.name().guards() && !only_reads {
            fault.worsen(&mut verdict, event.attendance);
        } else if event.moment.name().guards() {
            // What only reads stays possible, so that the file can be looked at; but nothing is approved.
            verdict = Verdict::silent();
            verdict.notify(&format!("hookward: {fault}"));
        } else if let Moment::SessionStart { .. } = event.moment {
            verdict.notify(&format!("hookward: {fault}"));
        }
        verdict
    }
}

/// Whether a path is taken, and by more than an empty directory.
fn has_something(path: &Path) -> bool {
    let is_empty = || std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
    std::fs::symlink_metadata(path).is_ok() && !is_empty()
}

static NO_LIFE: Life = Life::NONE;

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// An event that a person makes up at the command line.
pub(crate) fn event_of(call: Call, cwd: &Path) -> Event {
    Event {
        moment: Moment::BeforeTool(call),
        session: "command-line".to_owned(),
        agent: None,
        cwd: cwd.display().to_string(),
        roots: Vec::new(),
        attendance: Attendance::Attended,
    }
}

/// Whether a verdict objects so strongly that `check` must fail.
pub(crate) fn objects(verdict: &Verdict) -> bool {
    verdict.decision == Decision::Deny
}

#[cfg(test)]
mod tests {
    use hookward_core::{Edit, EventName};
    use hookward_effects::Span;

    use super::*;

    /// A rule that makes another command of one that starts with `x `.
    fn rewriting() -> Vec<Rule> {
        let judge = |case: &Case| {
            let command = case.event.moment.call().map(Call::subject).unwrap_or_default();
            if !command.starts_with("x ") {
                return Vec::new();
            }
            vec![Finding {
                rule: "rewrite/worktree-remove".into(),
                decision: Decision::Approve,
                matched: "x".to_owned(),
                span: Some(Span::new(0, 1)),
                about: Vec::new(),
                why: "".into(),
                instead: "".into(),
                origin: None,
                edits: vec![Edit { span: Span::new(0, 1), text: "git".to_owned() }],
                input: None,
                output: None,
                told: String::new(),
                bypass: None,
                figures: Vec::new(),
            }]
        };
        let own = Rule {
            id: "rewrite/worktree-remove",
            category: Category::Rewrite,
            on: &[EventName::BeforeTool],
            against: hookward_core::Against::Manner,
            source: "",
            judge,
            examples: &[],
        };
        let built_in = rules::all().iter().map(|rule| Rule { ..*rule });
        std::iter::once(own).chain(built_in).collect()
    }

    /// With no files of whoever runs the test.
    fn of_nobody(folder: &tempfile::TempDir) -> Situation {
        let at = |name: &str| folder.path().join(name);
        let places =
            Places { home: at("home"), config: at("config"), state: at("state"), cache: at("cache") };
        Situation::at(Some(places), &[], env!("CARGO_MANIFEST_DIR"))
    }

    fn decided(situation: &Situation, command: &str) -> Verdict {
        let event = event_of(Call::shell(command), Path::new(env!("CARGO_MANIFEST_DIR")));
        let facts = situation.facts(&event);
        situation.decide_by(&rewriting(), &event, &facts, &Session::default())
    }

    #[test]
    fn a_rewritten_command_is_judged_by_what_it_does() {
        let nowhere = tempfile::tempdir().unwrap();
        let situation = of_nobody(&nowhere);
        assert_eq!(decided(&situation, "x status").decision, Decision::Approve);
        assert_eq!(decided(&situation, "x push").decision, Decision::Ask);
    }

    #[test]
    fn under_a_policy_that_cannot_be_used_a_rewrite_is_asked_about() {
        let nowhere = tempfile::tempdir().unwrap();
        let mut situation = of_nobody(&nowhere);
        situation.fault = Some(Fault::Internal("on purpose".to_owned()));
        let verdict = decided(&situation, "x status");
        assert_eq!(verdict.decision, Decision::Ask);
        assert_eq!(verdict.rewrite.map(|rewrite| rewrite.decision), Some(Decision::Ask));
        assert_eq!(decided(&situation, "git status").decision, Decision::Silent);
    }
}
