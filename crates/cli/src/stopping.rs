//! What has to hold before an agent may stop: checked by the project's own tools, each once for the same sources.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use hookward_core::evidence::{Entry, Evidence, Outcome, Scope, Standing};
use hookward_core::policy::Stopping;
use hookward_core::toolchain::coverage::{REPORTS, covered};
use hookward_core::toolchain::{Form, How, Report, Service, Task, task_for_project};
use hookward_core::{Event, Held, Moment, Session};
use hookward_effects::Facts;
use hookward_io::{LedgerFile, Results, Tree};

use crate::situation::{Situation, now};

const RULE: &str = "gate/unfinished-stop";

/// Files that a project has at its top.
const MANIFESTS: &[&str] = &[
    "package.json",
    "Cargo.toml",
    "pyproject.toml",
    "go.mod",
    "composer.json",
    "Gemfile",
    "pom.xml",
    "gradlew",
];

/// Of a workspace that holds several projects, no more are checked.
const MAX_PROJECTS: usize = 8;

/// The clocks of disks are that much behind.
const COARSE_MS: u64 = 50;

impl Situation {
    /// Whether something must hold before an agent in this role may stop.
    pub(crate) fn holds_stops(&self, role: &str) -> bool {
        let (root, home) =
            (self.workspace.root(), self.places.as_ref().and_then(|places| places.home.to_str()));
        !self.policy.paused
            && self.policy.is_on(RULE, role)
            && !root.is_some_and(|root| self.policy.is_exempt(root, home))
    }

    /// How long the checks before a stop may take, and what is around them.
    pub(crate) fn stop_limit(&self) -> Duration {
        let limit =
            self.policy.stopping.as_ref().map_or_else(|| Stopping::default().limit_ms, |own| own.limit_ms);
        Duration::from_millis(limit) + Duration::from_secs(5)
    }

    /// The name of the sources, where it is to be remembered with an event: at a stop, and when a session begins.
    pub(crate) fn tree_to_note(&self, event: &Event, session: &Session) -> Option<String> {
        let is_stop = matches!(event.moment, Moment::Stop { .. });
        if !(is_stop || session.began.is_none()) || !self.holds_stops(event.role()) {
            return None;
        }
        self.ledger_file(&event.cwd)?.tree().ok()
    }

    /// What the project's tools say of the sources before a stop. What they have said of the same sources is not asked again.
    pub(crate) fn finished(
        &self,
        event: &Event,
        session: &Session,
        watch: &mut dyn FnMut(&Task),
    ) -> Vec<Report> {
        let Moment::Stop { held, .. } = event.moment else { return Vec::new() };
        if !self.holds_stops(event.role()) {
            return Vec::new();
        }
        let Some(file) = self.ledger_file(&event.cwd) else { return Vec::new() };
        let Ok(tree) = file.look() else { return Vec::new() };
        let held = if held { Held::Before } else { Held::NotYet };
        // Whoever has only talked is not held up, whatever others have done meanwhile.
        if !session.acted || session.began.as_ref().is_none_or(|began| *began == tree.name) {
            return Vec::new();
        }
        if let Some(played) = self.played() {
            return played;
        }
        // Whoever is let go anyway does not wait: what is known is told to the person.
        if !session.may_hold(held, Some(&tree.name)) {
            return Results::of(&file, &tree.name).into_reports();
        }
        self.checked(event, &file, &tree, watch)
    }

    /// What the tools say of the sources as they are.
    pub(crate) fn checked(
        &self,
        event: &Event,
        file: &LedgerFile,
        tree: &Tree,
        watch: &mut dyn FnMut(&Task),
    ) -> Vec<Report> {
        let root = self.workspace.root().unwrap_or(&event.cwd).to_owned();
        let usual = Stopping::default();
        let stopping = self.policy.stopping.as_ref().unwrap_or(&usual);
        let deadline = Instant::now() + Duration::from_millis(stopping.limit_ms);
        let mut results = Results::of(file, &tree.name);
        let ledger = file.read().unwrap_or_default();
        for service in &stopping.checks {
            let standing = service.check().map(|check| ledger.standing(check));
            if let Some(Standing::Fresh(evidence)) = standing {
                let begun = ledger.begun_on(&tree.name).unwrap_or(evidence.at);
                results.replace(passed(*service, evidence, coverage(*service, &root, begun)));
                continue;
            }
            // What was seen last counts: a run that has passed since is fresh, and was taken above.
            if results.has(*service) {
                continue;
            }
            for task in self.tasks(event, &root, *service) {
                watch(&task);
                let started = now();
                let Some(mut report) = self.work(event, std::slice::from_ref(&task), deadline).pop() else {
                    continue;
                };
                report.covered = coverage(*service, &task.directory, started);
                // Sources that a check has written are not those that it has checked.
                if file.look().ok().as_ref() == Some(tree) {
                    note(file, &report, &tree.name);
                    results.add(report);
                } else {
                    results.add_for_now(report);
                }
            }
        }
        results.save();
        results.into_reports()
    }

    /// How a service is done: for the workspace as a whole, else for each project in it.
    fn tasks(&self, event: &Event, root: &str, service: Service) -> Vec<Task> {
        let facts = Facts::default();
        let session = Session::default();
        let case = self.case(event, &facts, &session);
        if let Some(task) = task_for_project(&case, root, service) {
            return vec![task];
        }
        let is_project = |directory: &Path| MANIFESTS.iter().any(|name| directory.join(name).is_file());
        if is_project(Path::new(root)) {
            return Vec::new();
        }
        let entries = std::fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut projects: Vec<_> = entries.filter(|directory| is_project(directory)).collect();
        projects.sort();
        let projects = projects.iter().take(MAX_PROJECTS);
        projects
            .filter_map(|directory| task_for_project(&case, &directory.display().to_string(), service))
            .collect()
    }
}

/// A check that was seen to pass already.
fn passed(service: Service, evidence: &Evidence, covered: Option<u32>) -> Report {
    Report {
        service,
        tool: evidence.command.split(' ').next().unwrap_or_default().to_owned(),
        file: String::new(),
        command: evidence.command.clone(),
        how: How::Passed,
        form: Form::Lines,
        output: String::new(),
        kept: None,
        covered,
        ms: 0,
    }
}

/// Notes what a check says of the sources, for every gate that asks for it.
fn note(file: &LedgerFile, report: &Report, tree: &str) {
    let outcome = match report.how {
        How::Passed | How::Changed => Outcome::Passed,
        How::Problems => Outcome::Failed,
        // A tool that fails itself says nothing of the sources.
        How::TimedOut
        | How::Broken(_)
        | How::Missing
        | How::Resting
        | How::Busy
        | How::Late
        | How::Refused(_) => return,
    };
    let Some(what) = report.service.check() else { return };
    let (command, tree) = (report.command.clone(), tree.to_owned());
    let _ =
        file.append(&Entry::Check(Evidence { what, command, scope: Scope::Whole, outcome, tree, at: now() }));
}

/// How much the tests have covered, by a report that was written since then.
fn coverage(service: Service, directory: &str, since: u64) -> Option<u32> {
    if service != Service::Tests {
        return None;
    }
    REPORTS.iter().find_map(|(name, form)| {
        let path = Path::new(directory).join(name);
        let written = std::fs::metadata(&path).ok()?.modified().ok()?;
        let written = written.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_millis();
        (written >= u128::from(since.saturating_sub(COARSE_MS)))
            .then(|| covered(*form, &std::fs::read_to_string(&path).ok()?))
            .flatten()
    })
}
