//! The life of a session: what is gathered for an event that no tool waits for, and what is kept of it afterwards.

use std::path::Path;
use std::time::{Duration, Instant};

use hookward_core::toolchain::Report;
use hookward_core::{Event, EventName, Life, Memory, Moment, Session, life};
use hookward_effects::{Call, Facts};
use hookward_io::{Ask, Journal, SavedFile, Workshop, decisions, look_at_work, put_below};
use jiff::Zoned;

use crate::commands::story::Story;
use crate::errands::{self, Errand};
use crate::situation::{Situation, now};

/// How much of the journal's end is looked at for what a session has done since its last stop.
const HISTORY: u64 = 2 * 1024 * 1024;

/// How long checks of a handoff may take where the host waits as after any other tool.
pub(crate) const AFTER_TOOL: Duration = Duration::from_secs(50);

/// Longer than any host waits at a stop, less what else has to be done then.
pub(crate) const AT_STOP: Duration = Duration::from_secs(280);

impl Situation {
    fn wants(&self, event: &Event, rules: &[&str]) -> bool {
        !self.policy.paused && rules.iter().any(|rule| self.policy.is_on(rule, event.role()))
    }

    /// What the call that has run does.
    pub(crate) fn done(&self, event: &Event) -> &Facts {
        self.done.get_or_init(|| match &event.moment {
            Moment::AfterTool { call, .. } => self.facts_of(call, &event.cwd),
            _ => Facts::default(),
        })
    }

    /// Gathers what rules may want to know of the session.
    pub(crate) fn gather(&self, host: &str, event: &Event) -> Life {
        let mut life = Life::NONE;
        let cwd = Path::new(&event.cwd);
        match event.moment.name() {
            EventName::SessionStart => {
                if self.wants(event, &["feedback/session-context"]) {
                    life.work = look_at_work(cwd, Ask::State);
                }
                if life::goes_on(&event.moment) && self.wants(event, &["feedback/compaction"]) {
                    life.saved = self.saved(host, &event.session).and_then(|file| file.read());
                }
            }
            EventName::Prompt => life.today = Zoned::now().date().to_string(),
            EventName::SubagentStart if self.wants(event, &["feedback/subagent-context"]) => {
                life.work = look_at_work(cwd, Ask::Branch);
                life.story = Story::read(self).map(|story| story.id);
                if self.wants(event, &["feedback/compaction"]) {
                    life.saved = self.saved(host, &event.session).and_then(|file| file.read_for_subagents());
                }
            }
            EventName::BeforeCompaction => life.story = Story::read(self).map(|story| story.id),
            EventName::Stop => {
                life.now = now();
                self.look_back(host, event, &mut life);
            }
            EventName::AfterTool => {
                let changes = matches!(
                    event.moment.call(),
                    Some(Call::Shell { .. } | Call::Write { .. } | Call::Edit { .. } | Call::Patch { .. })
                );
                if changes && !self.policy.paused {
                    life.wrote = life::wrote(&self.case(event, self.done(event), &Session::default()));
                }
            }
            EventName::BeforeTool
            | EventName::PermissionRequest
            | EventName::AfterFailure
            | EventName::SubagentStart
            | EventName::SubagentStop
            | EventName::SessionEnd
            | EventName::Notification
            | EventName::Unused => {}
        }
        life
    }

    /// What was done since the last stop; git is asked only if something was.
    fn look_back(&self, host: &str, event: &Event, life: &mut Life) {
        let rules = ["feedback/decision-audit", "feedback/session-summary", "feedback/review-hint"];
        let Some(places) = self.places.as_ref().filter(|_| self.wants(event, &rules)) else { return };
        let journal = Journal::in_state(&places.state);
        life.history = journal.since_last_stop(host, &event.session, HISTORY).unwrap_or_default();
        let has_written = life.history.iter().any(|record| !record.wrote.is_empty());
        if has_written && self.wants(event, &["feedback/review-hint", "feedback/session-summary"]) {
            life.work = look_at_work(Path::new(&event.cwd), Ask::Size);
        }
        let audits = ["feedback/decision-audit", "gate/undocumented-code"];
        if has_written && audits.iter().all(|rule| self.wants(event, &[rule])) {
            life.decisions = decisions(Path::new(&event.cwd));
        }
    }

    fn saved(&self, host: &str, session: &str) -> Option<SavedFile> {
        Some(SavedFile::of(&self.places.as_ref()?.state, host, session))
    }

    /// Runs the checks that a handoff has to pass, if the event is one. `grant` is told how long they may take.
    pub(crate) fn validated(
        &self,
        event: &Event,
        memory: impl FnOnce() -> Memory,
        grant: impl FnOnce(Duration),
    ) -> Vec<Report> {
        let sessions = self.policy.sessions.as_ref().filter(|_| is_of_subagent(&event.moment));
        let (Some(handoff), Some(places)) = (sessions.and_then(|own| own.handoff.as_ref()), &self.places)
        else {
            return Vec::new();
        };
        let session = Session { memory: memory(), ..Session::default() };
        let tasks = life::validation(&self.case(event, &Facts::default(), &session));
        if tasks.is_empty() {
            return Vec::new();
        }
        if let Some(played) = self.played() {
            return played;
        }
        let longest = if event.moment.name() == EventName::AfterTool { AFTER_TOOL } else { AT_STOP };
        let limit = Duration::from_millis(handoff.limit_ms).min(longest);
        grant(limit);
        let root = self.workspace.root().unwrap_or(&event.cwd);
        Workshop::of(&places.state, root).run(&tasks, Instant::now() + limit)
    }

    /// Keeps what a session has to keep, once its event is recorded. What cannot be kept changes no verdict.
    pub(crate) fn keep_up(&self, host: &str, event: &Event, session: &Session, now: u64) {
        let (Some(places), facts) = (&self.places, Facts::default()) else { return };
        match event.moment.name() {
            EventName::Prompt => {
                let case = self.case(event, &facts, session);
                let (Some((file, _)), Some(root)) = (life::lessons(&case), self.workspace.root()) else {
                    return;
                };
                let _ = put_below(&places.state, root, &file, || life::lessons(&case).map(|(_, text)| text));
            }
            EventName::BeforeCompaction => {
                let saved = life::to_save(&self.case(event, &facts, session), now);
                if let (Some(saved), Some(file)) = (saved, self.saved(host, &event.session)) {
                    let _ = file.put(&saved);
                }
            }
            EventName::SessionStart if self.life.get().is_some_and(|life| life.saved.is_some()) => {
                self.saved(host, &event.session).iter().for_each(SavedFile::put_aside);
            }
            // What the agent has finished since, or given up, tells its next subagents nothing.
            EventName::Stop => self.saved(host, &event.session).iter().for_each(SavedFile::forget),
            EventName::SessionEnd => {
                let (state, host) = (places.state.clone(), host.to_owned());
                errands::later(Errand::TidySession { state, host, session: event.session.clone() });
            }
            EventName::BeforeTool
            | EventName::PermissionRequest
            | EventName::AfterTool
            | EventName::AfterFailure
            | EventName::SessionStart
            | EventName::SubagentStart
            | EventName::SubagentStop
            | EventName::Notification
            | EventName::Unused => {}
        }
    }
}

/// Whether a subagent stops, or has come back.
fn is_of_subagent(moment: &Moment) -> bool {
    match moment {
        Moment::SubagentStop { .. } => true,
        Moment::AfterTool { call, .. } => matches!(call, Call::Subagent { .. }),
        _ => false,
    }
}
