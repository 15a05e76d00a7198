//! What the tools of a project say of an edit: they are run once the file is written, or afterwards, in a process of their
//! own that nobody waits for.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hookward_core::toolchain::{Report, Task, after_edit};
use hookward_core::{Event, Moment, Ran, Session};
use hookward_io::{Mailbox, Workshop};
use serde::{Deserialize, Serialize};

use crate::situation::Situation;

/// How long all tools together may keep the agent waiting after an edit. Hosts are told to wait for a minute.
pub(crate) const AFTER_EDIT: Duration = Duration::from_secs(50);

/// How long tools may take that nobody waits for.
const BEHIND: Duration = Duration::from_mins(10);

/// Tools that run while the agent goes on.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Behind {
    state: PathBuf,
    root: String,
    host: String,
    session: String,
    tasks: Vec<Task>,
}

/// What is to be run after an edit.
#[derive(Default)]
pub(crate) struct Planned {
    /// While the agent waits.
    pub(crate) now: Vec<Task>,
    /// While it goes on.
    pub(crate) behind: Vec<Task>,
}

impl Situation {
    /// What the event asks the project's tools for.
    pub(crate) fn planned(&self, event: &Event) -> Planned {
        if !matches!(event.moment, Moment::AfterTool { .. }) {
            return Planned::default();
        }
        let facts = self.done(event);
        if facts.effects.is_empty() {
            return Planned::default();
        }
        let tasks = after_edit(&self.case(event, facts, &Session::default()));
        let is_behind = |task: &Task| self.policy.background.contains(&task.service);
        let (behind, now) = tasks.into_iter().partition(is_behind);
        Planned { now, behind }
    }

    /// Runs tools until a deadline.
    pub(crate) fn work(&self, event: &Event, tasks: &[Task], deadline: Instant) -> Vec<Report> {
        let Some(places) = &self.places else { return Vec::new() };
        let root = self.workspace.root().unwrap_or(&event.cwd);
        Workshop::of(&places.state, root).run(tasks, deadline)
    }

    /// What other tools have found meanwhile, in the background.
    pub(crate) fn delivered(&self, host: &str, session: &str) -> Vec<Report> {
        let Some(places) = self.places.as_ref().filter(|_| !self.policy.background.is_empty()) else {
            return Vec::new();
        };
        Mailbox::of(&places.state, host, session).take()
    }

    /// The work that is left for a process of its own.
    pub(crate) fn behind(&self, host: &str, event: &Event, tasks: Vec<Task>) -> Option<Behind> {
        let state = self.places.as_ref()?.state.clone();
        let root = self.workspace.root().unwrap_or(&event.cwd).to_owned();
        let (host, session) = (host.to_owned(), event.session.clone());
        (!tasks.is_empty()).then_some(Behind { state, root, host, session, tasks })
    }
}

impl Behind {
    /// Runs the tools, and leaves what they say for the session's next event.
    pub(crate) fn run(&self) {
        let reports = Workshop::of(&self.state, &self.root).run(&self.tasks, Instant::now() + BEHIND);
        let _ = Mailbox::of(Path::new(&self.state), &self.host, &self.session).put(&reports);
    }
}

/// What the journal keeps of tools that ran.
pub(crate) fn noted(reports: &[Report]) -> Vec<Ran> {
    let note = |report: &Report| Ran {
        what: report.service.rule().to_owned(),
        tool: report.tool.clone(),
        ms: report.ms,
        how: report.how.as_str().to_owned(),
    };
    reports.iter().map(note).collect()
}
