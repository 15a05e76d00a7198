//! What the tools of a project say of an edit: they are run once the file is written, or afterwards, in a process of their
//! own that nobody waits for.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hookward_core::toolchain::{How, Report, Run, Task, after_edit, language};
use hookward_core::{Decision, Event, Finding, Moment, Ran, Session};
use hookward_effects::{Call, World};
use hookward_io::{Disk, Git, Mailbox, Workshop, command_line};
use serde::{Deserialize, Serialize};

use crate::situation::{Situation, event_of};

/// How long all tools together may keep the agent waiting after an edit. Hosts are told to wait for a minute.
pub(crate) const AFTER_EDIT: Duration = Duration::from_secs(50);

/// How long tools may take that nobody waits for.
const BEHIND: Duration = Duration::from_mins(10);

/// Where a story says what tools say: in the state, out of any agent's reach.
pub(crate) const STORY: &str = "story.json";

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
        if facts.effects.is_empty() || self.played().is_some() {
            return Planned::default();
        }
        let tasks = after_edit(&self.case(event, facts, &Session::default()));
        // What is refused is said at once.
        let is_behind =
            |task: &Task| self.policy.background.contains(&task.service) && self.refused(task).is_none();
        let (behind, now) = tasks.into_iter().partition(is_behind);
        Planned { now, behind }
    }

    /// Runs tools until a deadline.
    pub(crate) fn work(&self, event: &Event, tasks: &[Task], deadline: Instant) -> Vec<Report> {
        let Some(places) = &self.places else { return Vec::new() };
        let root = self.workspace.root().unwrap_or(&event.cwd);
        let workshop = Workshop::of(&places.state, root);
        let (mut reports, mut free) = (Vec::new(), Vec::new());
        for task in tasks {
            match self.refused(task) {
                Some(why) => reports.push(workshop.refuse(task, why)),
                None => free.push(task.clone()),
            }
        }
        reports.extend(workshop.run(&free, deadline));
        reports
    }

    /// Why a task may not be run, if it may not. Tools run code of the project, and nobody is asked about that: so what an
    /// agent has just written is run only if the agent might run it itself.
    pub(crate) fn refused(&self, task: &Task) -> Option<String> {
        let cwd = Path::new(&task.directory);
        let own = match &task.run {
            // A person has trusted it.
            Run::Shell(_) | Run::Missing => None,
            Run::Words(_) | Run::Filter(_) => self.objection(&command_line(&task.run), cwd),
        };
        let loaded = || {
            // Where git keeps nothing, anything may be new.
            let is_new =
                |path: &&String| Git::find(Path::new(path)).is_none() || Disk::default().is_changed(path);
            let new = task.loads.iter().filter(is_new);
            new.filter_map(|path| Some((path, language(path)?)))
                .find_map(|(path, program)| self.objection(&format!("{program} '{path}'"), cwd))
        };
        own.or_else(loaded)
    }

    fn objection(&self, command: &str, cwd: &Path) -> Option<String> {
        let event = event_of(Call::shell(command), cwd);
        let verdict = self.decide(&event, &self.facts(&event), &Session::default());
        let is_security = |finding: &&Finding| finding.rule.starts_with("security/");
        let finding =
            verdict.findings.iter().filter(is_security).find(|finding| finding.decision >= Decision::Ask)?;
        Some(format!("{}: {}", finding.rule, finding.why))
    }

    /// What a story says that tools say, if this is one: then none is run.
    pub(crate) fn played(&self) -> Option<Vec<Report>> {
        let text = std::fs::read(self.places.as_ref()?.state.join(STORY)).ok()?;
        Some(serde_json::from_slice(&text).unwrap_or_default())
    }

    /// What other tools have found meanwhile, in the background.
    pub(crate) fn delivered(&self, host: &str, event: &Event) -> Vec<Report> {
        // Only where the rules tell of it: what is taken is gone.
        let is_told = matches!(
            event.moment,
            Moment::AfterTool { .. } | Moment::AfterFailure { .. } | Moment::Prompt { .. }
        );
        let is_wanted = is_told && !self.policy.background.is_empty();
        let Some(places) = self.places.as_ref().filter(|_| is_wanted) else { return Vec::new() };
        Mailbox::of(&places.state, host, &event.session).take()
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
pub(crate) fn noted(event: &Event, reports: &[Report]) -> Vec<Ran> {
    let what = |report: &Report| match event.moment {
        Moment::Stop { .. } => "gate/unfinished-stop",
        _ => report.service.rule(),
    };
    let note = |report: &Report| Ran {
        what: what(report).to_owned(),
        tool: report.tool.clone(),
        ms: report.ms,
        how: report.how.as_str().to_owned(),
        answer: None,
    };
    // What was remembered of the same sources did not run.
    let has_run = |report: &&Report| {
        report.ms > 0 || !matches!(report.how, How::Passed | How::Changed | How::Problems | How::TimedOut)
    };
    reports.iter().filter(has_run).map(note).collect()
}
