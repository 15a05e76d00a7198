//! What has to hold before an agent may stop: checked by the project's own tools, each once for the same sources.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use hookward_core::evidence::{
    Check, Entry, Evidence, Failing, Ledger, Outcome, Scope, Standing, is_document,
};
use hookward_core::policy::Stopping;
use hookward_core::toolchain::coverage::{REPORTS, covered};
use hookward_core::toolchain::{Form, How, Report, Run, Service, Task, found_no_test, tasks_for_stop};
use hookward_core::{Event, Held, Moment, Policy, Session};
use hookward_effects::Facts;
use hookward_io::{LedgerFile, Results, Tree, changed_since, command_line, head, topmost_projects};

use crate::evidence::look_into;
use crate::situation::{Situation, now};

const RULE: &str = "gate/unfinished-stop";

/// The clocks of disks are that much behind.
const COARSE_MS: u64 = 50;

/// How long the checks before a stop may take, and what is around them.
pub(crate) fn stop_limit(policy: &Policy) -> Duration {
    let limit = policy.stopping.as_ref().map_or_else(|| Stopping::default().limit_ms, |own| own.limit_ms);
    Duration::from_millis(limit) + Duration::from_secs(5)
}

impl Situation {
    /// Whether something must hold before an agent in this role may stop.
    pub(crate) fn holds_stops(&self, role: &str) -> bool {
        let (root, home) =
            (self.workspace.root(), self.places.as_ref().and_then(|places| places.home.to_str()));
        !self.policy.paused
            && self.policy.is_on(RULE, role)
            && !root.is_some_and(|root| self.policy.is_exempt(root, home))
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
    pub(crate) fn finished(&self, event: &Event, session: &Session) -> Vec<Report> {
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
        // Whoever is let go anyway does not wait: what is known is told to the person, and what nobody has checked.
        if !session.may_hold(held, Some(&tree.name)) {
            let mut survey = self.survey(event, session, &file, &tree);
            let unknown: Vec<Report> =
                survey.unknown().into_iter().map(|task| unchecked(task, &survey.root)).collect();
            for report in unknown {
                survey.results.add_for_now(report);
            }
            return survey.into_reports();
        }
        self.checked(event, session, &file, &tree, &mut |_| {})
    }

    /// What the tools say of the sources as they are. `watch` is told of each that is about to run.
    pub(crate) fn checked(
        &self,
        event: &Event,
        session: &Session,
        file: &LedgerFile,
        tree: &Tree,
        watch: &mut dyn FnMut(Step),
    ) -> Vec<Report> {
        let mut survey = self.survey(event, session, file, tree);
        let deadline = Instant::now() + Duration::from_millis(survey.limit_ms);
        // Of sources that were put back in time, what was cached of others may tell.
        let is_told = tree.put_back.is_empty();
        let total = survey.unknown().len();
        let mut done = 0;
        let Survey { root, results, wanted, limit_ms } = &mut survey;
        for (service, tasks) in wanted.iter() {
            let before = done;
            for task in tasks {
                if is_known(results, task, root, *limit_ms) {
                    continue;
                }
                watch(Step { task, done, total });
                done += 1;
                let started = now();
                let Some(mut report) = self.work(event, std::slice::from_ref(task), deadline).pop() else {
                    continue;
                };
                report.covered = coverage(*service, &task.directory, started);
                // Sources that a check has written are not those that it has checked.
                if is_told && file.look().ok().as_ref() == Some(tree) {
                    results.add(report);
                } else {
                    results.add_for_now(report);
                }
            }
            if is_told && done > before {
                let seen = tasks.iter().map(|task| results.get(*service, task.place(root), &task.tool));
                note(file, *service, &seen.collect::<Vec<_>>(), &tree.name);
            }
        }
        results.save();
        survey.into_reports()
    }

    /// What is to be checked, and what is known of the sources already: what was seen last counts.
    fn survey(&self, event: &Event, session: &Session, file: &LedgerFile, tree: &Tree) -> Survey {
        let root = self.workspace.root().unwrap_or(&event.cwd).to_owned();
        let usual = Stopping::default();
        let stopping = self.policy.stopping.as_ref().unwrap_or(&usual);
        let mut results = Results::of(file, &tree.name);
        let ledger = file.read().unwrap_or_default();
        let mut wanted: Vec<(Service, Vec<Task>)> = Vec::new();
        let changed = changed(session, &root);
        for service in &stopping.checks {
            let (facts, nobody) = (Facts::default(), Session::default());
            let tasks = tasks_for_stop(&self.case(event, &facts, &nobody), &root, &changed, *service);
            let count = tasks.len();
            if let Some(Standing::Fresh(evidence)) = service.check().map(|check| ledger.standing(check)) {
                let begun = ledger.begun_on(&tree.name).unwrap_or(evidence.at);
                for task in tasks.iter().filter(|task| vouches(evidence, task, &root, count)) {
                    let covered = coverage(*service, &task.directory, begun);
                    results.replace(passed(task, &root, evidence, covered));
                }
                // Where nothing says how, somebody knew.
                if count == 0 {
                    results.replace(passed_somehow(*service, evidence, coverage(*service, &root, begun)));
                }
            }
            wanted.push((*service, tasks));
        }
        Survey { root, results, wanted, limit_ms: stopping.limit_ms }
    }
}

/// What is to be checked before a stop, and what is known of it.
struct Survey {
    root: String,
    results: Results,
    wanted: Vec<(Service, Vec<Task>)>,
    limit_ms: u64,
}

impl Survey {
    /// What nothing is known of.
    fn unknown(&self) -> Vec<&Task> {
        let tasks = self.wanted.iter().flat_map(|(_, tasks)| tasks);
        tasks.filter(|task| !is_known(&self.results, task, &self.root, self.limit_ms)).collect()
    }

    /// What is known of it. What a policy no longer asks for, or another session has changed, is left out.
    fn into_reports(self) -> Vec<Report> {
        let Self { root, results, wanted, .. } = self;
        let is_asked_for = |report: &Report| {
            let tasks = wanted.iter().filter(|(service, _)| *service == report.service);
            let is_it =
                |task: &Task| (task.place(&root), task.tool.as_str()) == (&report.place, &report.tool);
            tasks.into_iter().any(|(_, tasks)| tasks.is_empty() || tasks.iter().any(is_it))
        };
        results.into_reports().into_iter().filter(is_asked_for).collect()
    }
}

/// Whether a check has said something of the sources. That it gave no answer counts as long as it would not get more time.
fn is_known(results: &Results, task: &Task, root: &str, limit_ms: u64) -> bool {
    let had_the_time = |report: &Report| report.ms.saturating_mul(10) >= limit_ms.saturating_mul(9);
    results
        .get(task.service, task.place(root), &task.tool)
        .is_some_and(|report| report.how != How::TimedOut || had_the_time(report))
}

/// A check that nobody waits for.
fn unchecked(task: &Task, root: &str) -> Report {
    Report {
        service: task.service,
        tool: task.tool.clone(),
        file: String::new(),
        place: task.place(root).to_owned(),
        ran_in: task.ran_in(root).to_owned(),
        command: command_line(&task.run),
        how: if task.run == Run::Missing { How::Missing } else { How::Unchecked },
        form: task.speech.form,
        output: String::new(),
        kept: None,
        covered: None,
        ms: 0,
    }
}

/// The commit that is checked out, where it is to be remembered: when a session begins.
pub(crate) fn head_to_note(event: &Event, session: &Session) -> Option<String> {
    session.began.is_none().then(|| head(Path::new(&event.cwd))).flatten()
}

/// The files that a session has to answer for: what it has written, and what has changed since it began. Where nothing has,
/// all that there is.
fn changed(session: &Session, root: &str) -> Vec<String> {
    let own = session.memory.files().into_iter().map(|path| format!("{root}/{path}"));
    let mut changed: Vec<String> = own.collect();
    changed.extend(changed_since(Path::new(root), session.head.as_deref(), session.since));
    // What is written about code changes nothing that a tool would see.
    changed.retain(|path| !is_document(path));
    if changed.is_empty() { topmost_projects(Path::new(root)) } else { changed }
}

/// A check that is about to run: the first has none before it.
pub(crate) struct Step<'a> {
    pub(crate) task: &'a Task,
    pub(crate) done: usize,
    pub(crate) total: usize,
}

/// Whether what somebody ran at the root says how a check would end: the only one there is, or the same program there.
fn vouches(evidence: &Evidence, task: &Task, root: &str, count: usize) -> bool {
    let program = |command: &str| command.split(' ').next().unwrap_or_default().to_owned();
    let is_same = || program(&evidence.command) == program(&command_line(&task.run));
    count == 1 || (task.place(root).is_empty() && is_same())
}

/// A check that was seen to pass already.
fn passed(task: &Task, root: &str, evidence: &Evidence, covered: Option<u32>) -> Report {
    let (tool, place) = (task.tool.clone(), task.place(root).to_owned());
    Report { tool, place, ..passed_somehow(task.service, evidence, covered) }
}

fn passed_somehow(service: Service, evidence: &Evidence, covered: Option<u32>) -> Report {
    Report {
        service,
        tool: evidence.command.split(' ').next().unwrap_or_default().to_owned(),
        file: String::new(),
        place: String::new(),
        ran_in: String::new(),
        command: evidence.command.clone(),
        how: How::Passed,
        form: Form::Lines,
        output: String::new(),
        kept: None,
        covered,
        ms: 0,
    }
}

/// Notes what the checks of a service say of the sources, for every gate that asks for it: all of them have passed, or one has
/// not. One that did not come to an end says nothing, nor does one that has found no test.
fn note(file: &LedgerFile, service: Service, seen: &[Option<&Report>], tree: &str) {
    let seen: Vec<Option<&Report>> =
        seen.iter().copied().filter(|seen| seen.is_none_or(|own| !found_no_test(&own.output))).collect();
    let ended = || seen.iter().flatten().filter(|report| report.how != How::TimedOut);
    let failed = ended().find(|report| report.how == How::Problems);
    let (outcome, command) = match (failed, ended().next()) {
        (Some(failed), _) => (Outcome::Failed, failed.command.clone()),
        (None, Some(first)) if ended().count() == seen.len() => {
            let more = seen.len() - 1;
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            (Outcome::Passed, format!("{}{more}", first.command))
        }
        (None, _) => return,
    };
    let Some(what) = service.check() else { return };
    let (tree, at) = (tree.to_owned(), now());
    let (scope, place, kind, alone, built) = (Scope::Whole, None, None, false, None);
    let mut evidence = Evidence {
        what,
        command,
        scope,
        outcome,
        tree,
        place,
        kind,
        alone,
        built,
        failing: None,
        around: Vec::new(),
        inside: Vec::new(),
        broken: false,
        within: Vec::new(),
        red: Vec::new(),
        parts: None,
        at,
    };
    if let Some(failed) = failed.filter(|_| what == Check::Tests) {
        let known = Ledger { entries: file.entries().unwrap_or_default(), ..Ledger::default() };
        let told = Some(Failing::told_by(&failed.output));
        look_into(&mut evidence, (told, &[]), file, &known);
    }
    let _ = file.append(&Entry::Check(evidence));
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
