//! What surrounds an event: workspace, policy, ground. Every command that judges comes through here, so that `check`
//! says what `hook` does.

use std::cell::OnceCell;
use std::path::Path;

use hookward_core::policy::Source;
use hookward_core::{
    Attendance, Case, Decision, Event, Fault, Finding, Ground, Moment, Policy, Rule, Session, Verdict,
    decide_with, rules,
};
use hookward_effects::{Action, Call, Effect, Facts, Scene};
use hookward_io::{Disk, Places, Workspace, load};

/// What surrounds an event.
pub(crate) struct Situation {
    pub(crate) places: Option<Places>,
    pub(crate) workspace: Workspace,
    pub(crate) policy: Policy,
    pub(crate) sources: Vec<Source>,
    pub(crate) fault: Option<Fault>,
    ground: Ground,
    behind_links: OnceCell<Ground>,
}

impl Situation {
    /// Finds it, from a working directory and the roots that a host names.
    pub(crate) fn find(roots: &[String], cwd: &str) -> Self {
        let places = Places::find();
        let workspace = Workspace::find(roots, cwd, places.as_ref().map(|places| places.home.as_path()));
        let loaded = load(&workspace, places.as_ref());
        let ground = workspace.ground(places.as_ref());
        Self {
            places,
            workspace,
            policy: loaded.policy,
            sources: loaded.sources,
            fault: loaded.fault,
            ground,
            behind_links: OnceCell::new(),
        }
    }

    /// What the event's call does.
    pub(crate) fn facts(&self, event: &Event) -> Facts {
        match event.moment.call().filter(|_| event.moment.name().guards()) {
            Some(call) => self.facts_of(call, &event.cwd),
            None => Facts::default(),
        }
    }

    fn facts_of(&self, call: &Call, cwd: &str) -> Facts {
        let scene = Scene { cwd, home: self.ground.home.as_deref(), roots: &self.ground.roots, world: &Disk };
        hookward_effects::facts(call, &scene)
    }

    /// Everything that a rule may look at.
    pub(crate) fn case<'a>(&'a self, event: &'a Event, facts: &'a Facts, session: &'a Session) -> Case<'a> {
        let changes = |effect: &Effect| matches!(effect.action, Action::Write(_) | Action::Delete(..));
        let ground = if facts.effects.iter().any(changes) {
            self.behind_links.get_or_init(|| self.workspace.ground_behind_links(self.places.as_ref()))
        } else {
            &self.ground
        };
        Case { event, facts, policy: &self.policy, session, ground }
    }

    /// The verdict.
    pub(crate) fn decide(
        &self,
        event: &Event,
        facts: &Facts,
        session: &Session,
        checks: &[Finding],
    ) -> Verdict {
        self.decide_by(rules::all(), event, facts, session, checks)
    }

    /// The verdict by other built-in rules.
    pub(crate) fn decide_by(
        &self,
        rules: &[Rule],
        event: &Event,
        facts: &Facts,
        session: &Session,
        checks: &[Finding],
    ) -> Verdict {
        let mut verdict = decide_with(rules, &self.case(event, facts, session), checks);
        let Some(fault) = &self.fault else { return verdict };
        if event.moment.name().guards() && verdict.decision != Decision::Approve {
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
