//! git commands that move, delete or forget refs.

use super::{Arguments, Call, config, look, push};
use crate::effect::{Action, Deed, Git, Standing};
use crate::scene::Kind;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// `reflog`, `gc`, `prune`, `update-ref`, `symbolic-ref`: what becomes of refs, and of what only they reach. `None`:
/// nothing does.
pub(super) fn forget(walk: &mut Walk, name: &str, call: &Call, state: &State) -> Option<Standing> {
    let span = call.span;
    match name {
        "reflog" if matches!(call.arguments.first(), Some("expire" | "delete" | "drop")) => {
            if !call.arguments.is_tried("n") {
                walk.effect(
                    Action::Git(Git::Forget("deletes the log by which lost commits are found again")),
                    span,
                );
            }
        }
        "maintenance" if call.arguments.first() != Some("run") => return None,
        // What it does without a task is `gc`.
        "maintenance" if !call.arguments.values("--task").iter().all(|task| task.known() == Some("gc")) => {
            return None;
        }
        "gc" | "maintenance"
            if config::expires_at_once(state)
                || call
                    .arguments
                    .values("--prune")
                    .iter()
                    .any(|value| !matches!(value.known(), Some("2.weeks.ago" | "never"))) =>
        {
            walk.effect(Action::Git(Git::Forget("deletes every commit that no branch reaches")), span);
        }
        "repack"
            if call
                .arguments
                .all_values(&["--unpack-unreachable", "--cruft-expiration"])
                .iter()
                .any(|value| matches!(value.known(), Some("now" | "all"))) =>
        {
            walk.effect(Action::Git(Git::Forget("deletes every commit that no branch reaches")), span);
        }
        "prune" if !call.arguments.is_tried("n") => {
            walk.effect(Action::Git(Git::Forget("deletes every commit that no branch reaches")), span);
        }
        "update-ref" if call.arguments.has(&["--stdin"]) && state.stdin.known().is_some() => {
            for order in state.stdin.known().unwrap_or_default().split(['\n', '\0']) {
                let mut words = order.split_whitespace();
                let deed = match (words.next(), words.next()) {
                    (Some("delete"), Some("refs/stash")) => Git::Forget("deletes every stash"),
                    (Some("delete"), Some(name)) => Git::Drop(format!("the ref {name}")),
                    (Some("update" | "create" | "symref-update" | "symref-create"), _) => {
                        Git::Rewrite("moves a ref without a check")
                    }
                    (Some(_) | None, _) => continue,
                };
                walk.effect(Action::Git(deed), span);
            }
        }
        "update-ref" => {
            let deed = if call.arguments.has_letter("d") || call.arguments.has(&["--delete"]) {
                match call.arguments.first() {
                    Some("refs/stash") => Git::Forget("deletes every stash"),
                    _ => Git::Drop(format!("the ref {}", call.arguments.shown(0))),
                }
            } else {
                Git::Rewrite("moves a ref without a check")
            };
            walk.effect(Action::Git(deed), span);
        }
        "symbolic-ref" if call.arguments.has_letter("d") || call.arguments.has(&["--delete"]) => {
            walk.effect(Action::Git(Git::Drop(format!("the ref {}", call.arguments.shown(0)))), span);
        }
        "symbolic-ref" if call.arguments.operands.len() > 1 => {
            walk.effect(Action::Git(Git::Rewrite("moves a ref without a check")), span);
        }
        _ => return None,
    }
    Some(Standing::Known)
}

/// Options of `filter-branch` whose value is a command for each commit.
pub(super) const FILTERS: &[&str] = &[
    "--setup",
    "--env-filter",
    "--tree-filter",
    "--index-filter",
    "--parent-filter",
    "--msg-filter",
    "--commit-filter",
    "--tag-name-filter",
];

/// They run in a work tree that is made for it, so that only what leads out of it counts.
pub(super) fn filters(walk: &mut Walk, call: &Call, state: &State) {
    for script in call.arguments.all_values(FILTERS) {
        let mut apart = walk.copy(state);
        apart.cwd = Value::Known("/tmp/.git-rewrite/t".to_owned());
        walk.shell_text(&script, call.span, "git filter-branch", &mut apart);
    }
}

/// Whether what is fetched goes over a branch here, whatever that holds: `+main:main`.
pub(super) fn fetches_over(given: &Arguments) -> bool {
    given.operands.iter().any(|spec| {
        let forced = spec.prefix().starts_with('+') || given.has_letter("f") || given.has(&["--force"]);
        // Of `src:dst` it is the branch here that moves; an address has a colon too.
        let moves = spec.prefix().rsplit_once(':').is_some_and(|(_, own)| !own.starts_with("//"));
        forced && moves && !spec.prefix().contains("refs/remotes/") && !spec.prefix().contains('@')
    })
}

/// `git lfs`: history is rewritten, or files go that only this machine may have.
pub(super) fn large_files(walk: &mut Walk, call: &Call) {
    let given = &call.arguments;
    let second = given.operands.get(1).and_then(|word| word.known());
    match (given.first(), second) {
        (Some("migrate"), Some("import" | "export")) if !given.has(&["--no-rewrite"]) => {
            walk.effect(Action::Git(Git::Rewrite("rewrites the history of whole branches")), call.span);
        }
        (Some("prune"), _) if given.has(&["--force"]) && !given.is_tried("d") => {
            let what = "deletes large files without a look at the remote";
            walk.effect(Action::Git(Git::Forget(what)), call.span);
        }
        (Some("push"), Some(_)) => push::large_files(walk, call),
        // Its filters are set for the person, unless for one repository.
        (Some("install" | "uninstall"), _)
            if !given.has(&["--local", "--worktree", "--file"]) && !given.has_letter("l") =>
        {
            walk.deed(Deed::Configure, "sets filters of git for every repository", call.span);
        }
        _ => {}
    }
}

/// Whether a branch of this name is there, by its file.
fn is_there(branch: &str, state: &State) -> bool {
    let file = format!(".git/refs/heads/{branch}");
    let place = state.place(&Value::Known(file));
    place.spots.iter().any(|spot| state.scene.world.kind(&spot.path) == Kind::File)
}

/// Whether a branch gets another name.
pub(super) fn renames(words: &[Value]) -> bool {
    words.iter().any(|word| ["-m", "-M", "--move"].iter().any(|option| word.prefix().starts_with(option)))
}

pub(super) fn branch(walk: &mut Walk, call: &Call, state: &State) -> Standing {
    let given = &call.arguments;
    walk.follows_anew |= given.has_letter("u") || given.has(&["--set-upstream-to", "--track"]);
    let forced = given.has(&["--force"]) || given.has_letter("f");
    let deletes = given.has(&["--delete"]) || given.has_letter("d");
    if given.has_letter("D") || (deletes && forced) {
        for index in 0..given.operands.len().max(1) {
            walk.effect(Action::Git(Git::Drop(format!("the branch {}", given.shown(index)))), call.span);
        }
    } else if given.has_letter("M") || (given.has_letter("m") && forced) {
        // A branch gets another's name; if one has it already, that one is lost.
        let other = given.operands.get(1).or(given.operands.first()).and_then(|name| name.known());
        let current = call.repository.as_ref().and_then(|repository| repository.branch.as_deref());
        let is_itself =
            |name: &str| given.operands.len() == 1 && current.is_none_or(|current| current == name);
        if other.is_some_and(|name| !is_itself(name) && is_there(name, state)) {
            walk.effect(Action::Git(Git::Rewrite("moves a branch by force")), call.span);
        }
    } else if !deletes && (forced || given.has_letter("C")) {
        walk.effect(Action::Git(Git::Rewrite("moves a branch by force")), call.span);
    }
    look::standing(
        call,
        look::lists_only(
            given,
            &[
                "-a",
                "-r",
                "-v",
                "-vv",
                "-l",
                "--all",
                "--list",
                "--merged",
                "--no-merged",
                "--show-current",
                "--contains",
                "--format",
                "--sort",
                "--remotes",
                "--verbose",
                "--no-color",
                "--column",
            ],
        ),
    )
}

pub(super) fn tag(walk: &mut Walk, call: &Call) -> Standing {
    let given = &call.arguments;
    if given.has_letter("f") || given.has(&["--force"]) {
        walk.effect(Action::Git(Git::Rewrite("moves a tag by force")), call.span);
    }
    let lists = given.operands.is_empty() || given.has_letter("l") || given.has(&["--list"]);
    look::standing(
        call,
        lists
            && look::lists_only(
                given,
                &["-l", "-n", "--list", "--sort", "--format", "--contains", "--points-at", "--merged"],
            ),
    )
}

pub(super) fn remote(walk: &mut Walk, call: &Call) -> Standing {
    let given = &call.arguments;
    if matches!(given.first(), Some("add" | "set-url"))
        && let Some(name) = given.operands.get(1).and_then(|name| name.known())
    {
        walk.remotes.push(name.to_owned());
    }
    let lists = given.operands.is_empty() || given.first() == Some("get-url");
    look::standing(call, lists && look::lists_only(given, &["-v", "--verbose"]))
}
