//! What is to be run on an event, as far as the policy wants it.

use std::borrow::Cow;

use super::{Service, Task, tasks_for_file};
use crate::changed::writes;
use crate::event::Moment;
use crate::policy::ARTEFACTS;
use crate::rule::Case;

/// No more files of one call are looked at.
const MAX_FILES: usize = 8;

/// Files that a tool writes for itself.
const LOCKS: &[&str] = &[
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "yarn.lock",
    "composer.lock",
    "Cargo.lock",
    "poetry.lock",
    "uv.lock",
    "Gemfile.lock",
    "go.sum",
];

/// Whether a policy wants anything to run after an edit by an agent in this role.
pub fn wants_feedback(case: &Case) -> bool {
    !case.policy.paused && Service::AFTER_EDIT.iter().any(|service| is_wanted(case, *service))
}

fn is_wanted(case: &Case, service: Service) -> bool {
    case.policy.is_on(service.rule(), case.event.role())
}

/// What runs after a call that has written files: each file is formatted and mended first, then types and tests are checked
/// once for all of them.
pub fn after_edit(case: &Case) -> Vec<Task> {
    if !matches!(case.event.moment, Moment::AfterTool { .. }) || !wants_feedback(case) {
        return Vec::new();
    }
    let mut files: Vec<Cow<str>> = writes(case).files.into_iter().map(|file| file.path).collect();
    files.retain(|path| is_edited_by_hand(case, path));
    files.sort();
    files.dedup();
    let tasks = files.iter().take(MAX_FILES).flat_map(|path| tasks_for_file(case, path));
    let mut tasks: Vec<Task> = tasks.filter(|task| is_wanted(case, task.service)).collect();
    tasks.sort_by_key(|task| task.service);
    let mut planned: Vec<Task> = Vec::new();
    for task in tasks {
        let is_same = |own: &Task| {
            (&own.tool, &own.directory, &own.run, own.service)
                == (&task.tool, &task.directory, &task.run, task.service)
        };
        if !planned.iter().any(is_same) {
            planned.push(task);
        }
    }
    planned
}

fn is_edited_by_hand(case: &Case, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let below = case.ground.root_of(path).and_then(|root| path.strip_prefix(root)).unwrap_or(path);
    let is_made = below.split('/').any(|part| ARTEFACTS.contains(&part) || part == ".git");
    !is_made && !LOCKS.contains(&name) && case.world.kind(path) == hookward_effects::Kind::File
}
