//! git commands that move, delete or forget refs.

use super::{Call, config, look};
use crate::effect::{Action, Git, Standing};
use crate::state::State;
use crate::walk::Walk;

/// `reflog`, `gc`, `prune`, `update-ref`, `symbolic-ref`: what becomes of refs, and of what only they reach. `None`:
/// nothing does.
pub(super) fn forget(walk: &mut Walk, name: &str, call: &Call, state: &State) -> Option<Standing> {
    let span = call.span;
    match name {
        "reflog" if call.arguments.first() == Some("expire") || call.arguments.first() == Some("delete") => {
            if !call.arguments.has(&["--dry-run"]) && !call.arguments.has_letter("n") {
                walk.effect(
                    Action::Git(Git::Forget("deletes the log by which lost commits are found again")),
                    span,
                );
            }
        }
        "gc" if config::expires_at_once(state)
            || call
                .arguments
                .values("--prune")
                .iter()
                .any(|value| !matches!(value.known(), Some("2.weeks.ago" | "never"))) =>
        {
            walk.effect(Action::Git(Git::Forget("deletes every commit that no branch reaches")), span);
        }
        "prune" if !call.arguments.has(&["--dry-run"]) && !call.arguments.has_letter("n") => {
            walk.effect(Action::Git(Git::Forget("deletes every commit that no branch reaches")), span);
        }
        "update-ref" => {
            let deed = if call.arguments.has_letter("d") || call.arguments.has(&["--delete"]) {
                Git::Drop(format!("the ref {}", call.arguments.shown(0)))
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

pub(super) fn branch(walk: &mut Walk, call: &Call) -> Standing {
    let given = &call.arguments;
    let forced = given.has(&["--force"]) || given.has_letter("f");
    let deletes = given.has(&["--delete"]) || given.has_letter("d");
    if given.has_letter("D") || (deletes && forced) {
        for index in 0..given.operands.len().max(1) {
            walk.effect(Action::Git(Git::Drop(format!("the branch {}", given.shown(index)))), call.span);
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
