//! Rules that hold a workflow. They hold where a policy names them.

mod aliases;
mod announcement;
pub(super) mod architecture;
pub(super) mod failing_tests;
pub(super) mod foreign_plan_file;
pub(crate) mod handoff;
pub(crate) mod kinds;
pub(crate) mod layouts;
pub(super) mod missing_evidence;
pub(super) mod missing_import;
pub(super) mod missing_plan;
pub(super) mod mocked_internals;
mod modules;
mod partial;
pub(super) mod plan_quality;
pub(crate) mod plans;
pub(super) mod protected_branch_edit;
mod re_exports;
pub(super) mod undocumented_code;
pub(super) mod unfinished_stop;
pub(super) mod untested_code;
pub(super) mod unverified_work;
mod ways;

use hookward_effects::{Action, Command, Deed, Effect, Git, Kind, Standing as CommandStanding, Told, Value};

use crate::changed::{Unseen, Written, writes};
use crate::evidence::{directory_of, is_document};
use crate::policy::ARTEFACTS;
use crate::resulting::{Resulting, resulting};
use crate::rule::{Case, Rule};
use crate::verdict::{Decision, Finding};

/// Files of the workspace that a call writes, by whatever tool, but for what git puts back and what is only formatted.
fn written<'a>(case: &Case<'a>) -> Vec<Written<'a>> {
    let mut files = writes(case).files;
    files.retain(|file| is_new(case, file.effect));
    files
}

/// Where a call writes files, and nobody can tell which: what an archive holds.
fn unseen<'a>(case: &Case<'a>) -> Vec<Unseen<'a>> {
    let mut unseen = writes(case).unseen;
    unseen.retain(|unseen| is_new(case, unseen.effect));
    unseen
}

fn is_new(case: &Case, effect: &Effect) -> bool {
    effect.told != Told::Committed && !is_formatted(case, effect)
}

/// The first such place in which a gate wants to know every file: it fails closed there.
fn unseen_in(id: &'static str, case: &Case, wants: impl Fn(&str) -> bool) -> Option<Finding> {
    let unseen = unseen(case).into_iter().find(|unseen| wants(below(case, unseen.directory)))?;
    let directory = below(case, unseen.directory);
    let directory = if directory.is_empty() { "." } else { directory };
    Some(Finding {
        why: format!("which files it writes below {directory} is only known when it runs").into(),
        instead: "unpack or make them outside of the workspace, and copy those that are needed".into(),
        ..Rule::finding(id, Decision::Deny, case, unseen.effect.span)
    })
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
    let mut there = case.facts.commands.iter().filter(|command| Some(command.span) == effect.span);
    let alone = there.next().filter(|_| there.next().is_none());
    alone.is_some_and(|command| {
        let words: Vec<&str> = command.words.iter().take(2).map(Value::prefix).collect();
        match words.as_slice() {
            ["cargo" | "go" | "terraform" | "deno" | "zig", "fmt", ..] | ["mix" | "dart", "format", ..] => {
                true
            }
            [program, ..] => FORMATTERS.contains(&program.rsplit('/').next().unwrap_or(program)),
            [] => false,
        }
    })
}

/// Whether a file is a source by its path below the root: no document, no record of a run, nothing that is built, no directory.
fn is_source(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let has_ending =
        name.trim_start_matches('.').contains('.') || matches!(name, "Makefile" | "Dockerfile" | "justfile");
    has_ending
        && !is_made(path)
        && !is_document(path)
        && ![".log", ".tmp", ".out"].iter().any(|end| name.ends_with(end))
}

/// What a call puts into a file, if all of it is known.
fn content(effect: &Effect) -> Option<&str> {
    match &effect.action {
        Action::Write(_, content) => content.known(),
        _ => None,
    }
}

/// The text of a file as it will be, if that is known.
fn result(case: &Case, path: &str, effect: &Effect) -> Option<String> {
    let files = resulting(case, |own| own == path);
    files.into_iter().find(|file| std::ptr::eq(file.effect, effect)).and_then(|file| file.after.known())
}

/// A file that a gate must see and cannot: it fails closed, for such files only.
fn unknown(id: &'static str, case: &Case, file: &Resulting, why: &str) -> Finding {
    let path = below(case, &file.path);
    Finding {
        matched: path.to_owned(),
        why: format!("what {path} would hold cannot be judged: {why}").into(),
        instead: "write the file, or a part that stands in it once, with the tool for files".into(),
        ..Rule::finding(id, Decision::Deny, case, file.effect.span)
    }
}

/// The path below the workspace's root.
fn below<'p>(case: &Case, path: &'p str) -> &'p str {
    let root = case
        .ground
        .roots
        .iter()
        .filter_map(|root| path.strip_prefix(root.as_str()))
        .min_by_key(|rest| rest.len());
    root.unwrap_or(path).trim_start_matches('/')
}

/// Whether something in front of an effect may change sources, so that what was seen of them is not what is committed.
fn may_change_before(case: &Case, commit: &Effect) -> bool {
    let mut before = case.facts.effects.iter().take_while(|effect| !std::ptr::eq(*effect, commit));
    let top = place_of(case, commit).map_or_else(|| "/".to_owned(), |(_, top)| format!("{top}/"));
    let changes = |effect: &Effect| match &effect.action {
        Action::Write(place, _) | Action::Delete(place, _) => {
            let is_there = |path: &str| case.ground.in_workspace(path) || path.starts_with(&top);
            let is_source = |path: &str| is_there(path) && !is_document(path);
            place.open
                || (place.spots.iter().any(|spot| is_source(&spot.path)) && !only_makes_room(case, effect))
        }
        Action::Git(Git::Stage(_) | Git::Commit(_) | Git::Push(_)) => false,
        Action::Git(_)
        | Action::Run(_)
        | Action::Opaque(_)
        | Action::Deed(Deed::Merge | Deed::DiscardWork, _) => true,
        // Git would look into another index, or at another work tree.
        Action::Environment(name, _) => name.starts_with("GIT_") && !only_words(name),
        _ => false,
    };
    let unknown = case.facts.commands.iter().any(|command| {
        command.standing == CommandStanding::Unknown
            && commit.span.is_some_and(|span| command.span.start < span.start)
    });
    unknown || before.any(changes)
}

/// Variables of git that say who, when and in which words, and change nothing of what is committed.
fn only_words(name: &str) -> bool {
    ["GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_TRACE"].iter().any(|start| name.starts_with(start))
        || ["GIT_EDITOR", "GIT_PAGER", "GIT_TERMINAL_PROMPT", "GIT_MERGE_AUTOEDIT", "GIT_ASKPASS"]
            .contains(&name)
}

/// Whether a directory is made, which holds nothing yet.
fn only_makes_room(case: &Case, effect: &Effect) -> bool {
    let mut there = case.facts.commands.iter().filter(|command| Some(command.span) == effect.span);
    let alone = there.next().filter(|_| there.next().is_none());
    alone.and_then(|command| command.words.first()).is_some_and(|name| name.known() == Some("mkdir"))
}

/// The directory in which something is committed, and the top of its work tree.
fn place_of(case: &Case, commit: &Effect) -> Option<(String, String)> {
    let mut commands = case.facts.commands.iter().filter(|command| Some(command.span) == commit.span);
    let directory = commands.next().and_then(directory_of).unwrap_or_else(|| case.event.cwd.clone());
    let root = case.ground.roots.first()?;
    let is_top =
        |above: &&str| matches!(case.world.kind(&format!("{above}/.git")), Kind::File | Kind::Directory);
    let mut above =
        std::iter::successors(Some(directory.as_str()), |path| path.rsplit_once('/').map(|(up, _)| up));
    let top = above.find(is_top).unwrap_or(root).to_owned();
    Some((directory, top))
}

/// A source that the index holds otherwise than the work tree, in which the tests ran, and that the call does not put there.
fn unlike_index(case: &Case, commit: &Effect) -> Option<String> {
    // Other tools take what lies in the work tree.
    if matches!(commit.action, Action::Deed(Deed::Commit, _)) {
        return None;
    }
    let all = |command: &Command| {
        let words: Vec<&str> = command.words.iter().map(Value::prefix).collect();
        words.first() == Some(&"git")
            && words.contains(&"commit")
            && words.iter().any(|word| {
                *word == "--all" || (word.starts_with('-') && !word.starts_with("--") && word.contains('a'))
            })
    };
    if case.facts.commands.iter().any(all) {
        return None;
    }
    let (directory, root) = place_of(case, commit)?;
    let staged = |path: &str| {
        let path = format!("{root}/{path}");
        case.facts.effects.iter().any(|effect| match &effect.action {
            Action::Git(Git::Stage(place)) => place.spots.iter().any(|spot| path.starts_with(&spot.path)),
            _ => false,
        })
    };
    case.world.unlike_index(&directory).into_iter().find(|path| !is_document(path) && !staged(path))
}

/// Options by which a commit takes along what nobody has put into the index before.
fn picks(case: &Case) -> bool {
    let picks = |word: &str| {
        word.starts_with("--pathspec-from-file") || matches!(word, "-p" | "--patch" | "--interactive")
    };
    case.facts.commands.iter().any(|command| command.words.iter().any(|word| picks(word.prefix())))
}

/// The effect by which a call commits or merges sources; a commit of documents alone is none.
fn commit<'a>(case: &'a Case) -> Option<&'a Effect> {
    case.facts.effects.iter().find(|effect| match &effect.action {
        Action::Git(Git::Commit(added)) => {
            let documents = !added.is_empty() && added.iter().all(|file| is_document(&file.path));
            !documents || may_change_before(case, effect) || picks(case)
        }
        Action::Deed(Deed::Merge | Deed::Commit, _) => true,
        Action::Deed(Deed::CommitElsewhere, _) => !writes_documents(case),
        _ => false,
    })
}

/// Whether all that a call writes, wherever, are documents.
fn writes_documents(case: &Case) -> bool {
    let mut spots = case.facts.effects.iter().flat_map(|effect| match &effect.action {
        Action::Write(place, _) | Action::Delete(place, _) => place.spots.as_slice(),
        _ => &[],
    });
    spots.next().is_some_and(|first| is_document(&first.path)) && spots.all(|spot| is_document(&spot.path))
}

/// Whether a commit is made elsewhere, of what nobody has seen here.
fn is_made_elsewhere(commit: &Effect) -> bool {
    matches!(commit.action, Action::Deed(Deed::CommitElsewhere, _))
}
