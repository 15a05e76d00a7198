//! Rules that hold a workflow. They hold where a policy names them.

mod aliases;
mod along;
mod announcement;
pub(super) mod architecture;
mod branches;
mod brought;
mod commits;
pub(super) mod failing_tests;
pub(crate) mod figures;
mod first_test;
pub(super) mod foreign_plan_file;
pub(crate) mod handoff;
mod headers;
pub(crate) mod kinds;
pub(crate) mod layouts;
pub(super) mod missing_evidence;
pub(super) mod missing_import;
pub(super) mod missing_plan;
pub(super) mod mocked_internals;
mod mocks;
mod modules;
mod own_code;
mod partial;
pub(super) mod plan_quality;
pub(crate) mod plans;
pub(super) mod protected_branch_edit;
mod re_exports;
mod reach;
pub(super) mod undocumented_code;
pub(super) mod unfinished_stop;
mod unseen;
pub(super) mod untested_code;
pub(super) mod unverified_work;
mod verdicts;
mod ways;

use hookward_effects::{Effect, Kind, Told, Value};

use crate::changed::{Unseen, Written, is_put_back, writes};
use crate::evidence::Check;
use crate::policy::ARTEFACTS;
use crate::resulting::{Resulting, resulting};
use crate::rule::{Case, Rule};
use crate::verdict::{Decision, Finding};

/// Files of the workspace that a call writes, by whatever tool, but for what git puts back and what is only formatted.
fn written<'a>(case: &Case<'a>) -> Vec<Written<'a>> {
    let mut files = writes(case).files;
    // Of what is there already, nothing is changed by a touch.
    let is_touched =
        |file: &Written| file.effect.told == Told::Kept && case.world.kind(&file.path) == Kind::File;
    files.retain(|file| is_new(case, file.effect) && !is_touched(file));
    files
}

/// Where a call writes files, and nobody can tell which: what an archive holds.
fn unseen<'a>(case: &Case<'a>) -> Vec<Unseen<'a>> {
    let mut unseen = writes(case).unseen;
    unseen.retain(|unseen| is_new(case, unseen.effect));
    unseen
}

fn is_new(case: &Case, effect: &Effect) -> bool {
    !is_put_back(case, effect) && !is_formatted(case, effect)
}

/// Whether a call commits more than documents.
pub(crate) fn commits_sources(case: &Case) -> bool {
    commits::commit(case).is_some()
}

/// The first such place in which a gate wants to know every file: it fails closed there.
fn unseen_in(id: &'static str, case: &Case, wants: impl Fn(&str) -> bool) -> Option<Finding> {
    let unseen = unseen(case).into_iter().find(|unseen| wants(below(case, unseen.directory)))?;
    let directory = below(case, unseen.directory);
    let directory = if directory.is_empty() { "." } else { directory };
    Some(Finding {
        why: format!("which files it writes below {directory} is only known when it runs").into(),
        instead: "unpack or make them outside of the workspace, and copy those that are needed".into(),
        ..Rule::objection(id, Decision::Deny, case, unseen.effect)
    })
}

/// Of a run of tests of which nobody can tell how it ended, if that was the last: why, and how to run it so that one can.
fn tried_last(case: &Case) -> Option<(String, String)> {
    let last = case.ledger.doubted(Check::Tests)?;
    let alone = || format!("run it here, alone or as `hookward run -- {}`", last.command);
    let instead = last.instead.clone().unwrap_or_else(alone);
    Some((format!("`{}` ran, but {}", last.command, last.why), instead))
}

/// Whether a glob can name a file below a directory.
fn meets(glob: &str, directory: &str) -> bool {
    let fixed = glob.split(['*', '?', '[', '{']).next().unwrap_or(glob);
    let fixed = fixed.rsplit_once('/').map_or("", |(fixed, _)| fixed);
    let holds = |outer: &str, inner: &str| {
        outer.is_empty()
            || inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    holds(directory, fixed) || holds(fixed, directory)
}

/// Whether what lies in a directory is built or installed.
fn is_made(directory: &str) -> bool {
    directory.split('/').any(|part| ARTEFACTS.contains(&part))
}

/// Programs that change how code looks, and not what it does.
const FORMATTERS: &[&str] = &[
    "prettier",
    "eslint",
    "biome",
    "dprint",
    "rustfmt",
    "gofmt",
    "goimports",
    "gofumpt",
    "black",
    "ruff",
    "isort",
    "autopep8",
    "php-cs-fixer",
    "pint",
    "rubocop",
    "standardrb",
    "clang-format",
    "ktlint",
    "stylua",
    "shfmt",
    "swiftformat",
];

/// Whether a formatter writes it, or `cargo fmt`.
fn is_formatted(case: &Case, effect: &Effect) -> bool {
    // What stands inside of another text has its place: who of them writes is not told.
    let mut there = case.facts.commands.iter().filter(|command| Some(command.span) == effect.span).peekable();
    there.peek().is_some()
        && there.all(|command| {
            let words: Vec<&str> = command.words.iter().take(2).map(Value::prefix).collect();
            match words.as_slice() {
                ["cargo" | "go" | "terraform" | "deno" | "zig", "fmt", ..]
                | ["mix" | "dart", "format", ..] => true,
                [program, ..] => FORMATTERS.contains(&program.rsplit('/').next().unwrap_or(program)),
                [] => false,
            }
        })
}

/// What a file may hold then, each text if it is known; what must be right about it is judged also where it may come to nothing.
fn results(case: &Case, path: &str) -> Vec<Option<String>> {
    resulting(case, |own| own == path).into_iter().map(|file| file.after.supposed()).collect()
}

/// The same, to rely on it: what may come to nothing is not known.
fn certain_results(case: &Case, path: &str) -> Vec<Option<String>> {
    resulting(case, |own| own == path).into_iter().map(|file| file.after.known()).collect()
}

/// Findings without those that say the same: a file that may be one of several things is judged as each of them.
fn once_each(findings: impl Iterator<Item = Finding>) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::new();
    for finding in findings {
        if !all.iter().any(|own| own.matched == finding.matched && own.why == finding.why) {
            all.push(finding);
        }
    }
    all
}

/// A file that a gate must see and cannot: it fails closed, for such files only.
fn unknown(id: &'static str, case: &Case, file: &Resulting, why: &str) -> Finding {
    let path = below(case, &file.path);
    let (why, instead) = match unforeseen(case, &file.path) {
        Some((why, instead)) => (why, instead.to_owned()),
        None => (
            format!("what {path} would hold cannot be judged: {why}"),
            "write the file, or a part that stands in it once, with the tool for files".to_owned(),
        ),
    };
    Finding {
        matched: path.to_owned(),
        why: why.into(),
        instead: instead.into(),
        ..Rule::objection(id, Decision::Deny, case, file.effect)
    }
}

/// In a work tree that the call makes of a commit that nobody can tell: why nothing is known of what lies there, and how it would be.
fn unforeseen(case: &Case, path: &str) -> Option<(String, &'static str)> {
    let tree = case.ground.made_around(path)?;
    if case.world.files_below(&tree.path).is_some() {
        return None;
    }
    let name = tree.path.rsplit('/').next().unwrap_or_default();
    let why = format!(
        "which commit the work tree {name} is made of, and so what lies there, is only known when it runs"
    );
    Some((why, "make the work tree in a call of its own, then write there"))
}

/// Whether a file that is there is still new: the last commit does not have it. Where git keeps nothing, none is.
fn is_uncommitted(case: &Case, path: &str) -> bool {
    case.world.is_changed(path) && case.world.committed(path, "HEAD").is_none()
}

/// The path below the workspace's root, or below the work tree that it lies in.
fn below<'p>(case: &Case, path: &'p str) -> &'p str {
    let below = case.ground.root_of(path).and_then(|root| path.strip_prefix(root));
    below.unwrap_or(path).trim_start_matches('/')
}

/// How an agent is told of a file below a root: in a work tree that lies in the workspace, with the way there.
fn from_here(case: &Case, root: &str, below: &str) -> String {
    let mut trees = case.ground.trees.iter().filter(|tree| *tree == root.trim_end_matches('/'));
    let around = |tree: &String| {
        let mut roots = case.ground.roots.iter();
        roots.find_map(|outer| tree.strip_prefix(outer.as_str())?.strip_prefix('/').map(str::to_owned))
    };
    trees.find_map(around).map_or_else(|| below.to_owned(), |way| format!("{way}/{below}"))
}

/// The workspace's root that a path lies in, with a slash at its end; empty if it lies in none.
fn root_of(case: &Case, path: &str) -> String {
    let root = path.strip_suffix(below(case, path)).unwrap_or_default();
    if root.is_empty() || root.ends_with('/') { root.to_owned() } else { format!("{root}/") }
}
