//! git commands by which uncommitted work is lost.

use super::super::clones;
use super::{Call, index, look};
use crate::effect::{Action, Brought, Depth, Git, Standing};
use crate::found::Tracking;
use crate::operands::{searched, take_for_a_tree};
use crate::path::{Place, Reach, Spot};
use crate::scene::Kind;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Piece, Value};
use crate::walk::Walk;

pub(super) fn reset(walk: &mut Walk, call: &Call) {
    if call.arguments.has(&["--keep", "--hard", "--merge"]) && !call.arguments.operands.is_empty() {
        walk.effect(Action::Git(Git::Bring(Brought::Moved)), call.span);
    }
    if call.arguments.has(&["--hard", "--merge"]) {
        walk.effect(Action::Git(Git::Discard("throws away every change that was not committed")), call.span);
    }
}

pub(super) fn switch(walk: &mut Walk, call: &Call) {
    let given = &call.arguments;
    if given.has(&["--force", "--discard-changes"]) || given.has_letter("f") {
        walk.effect(Action::Git(Git::Discard("throws away every change that was not committed")), call.span);
    }
    if given.has_letter("C") || given.has(&["--force-create"]) {
        walk.effect(Action::Git(Git::Rewrite("moves a branch by force")), call.span);
    }
}

/// Remembers which branch is checked out from here on.
pub(super) fn switched(call: &Call, state: &mut State) {
    let given = &call.arguments;
    let created = given.all_values(&["-b", "-B", "-c", "-C"]).pop();
    let branch = created.as_ref().or(given.operands.first().copied()).and_then(Value::known);
    if let Some(branch) =
        branch.filter(|branch| given.before_mark.is_none() && !branch.contains(['*', ':']) && *branch != ".")
    {
        state.alias("git-branch", branch);
    }
}

/// Options that say how a branch is switched to, and change nothing of what comes of it.
const SAYS_HOW: &[&str] = &["-q", "--quiet", "--progress", "--no-progress", "--no-guess"];

/// Another branch puts its files into the work tree; a new one only if it does not begin here.
pub(super) fn brought(walk: &mut Walk, call: &Call, operands: &[&Value]) {
    let here = |word: &&&Value| matches!(word.known(), Some("HEAD" | "@"));
    if operands.iter().any(|word| !here(&word)) {
        let is_plain = call.arguments.options().all(|option| SAYS_HOW.contains(&option));
        let brought = match operands {
            [branch] if is_plain => branch.known().map(|name| Brought::Switched(name.to_owned())),
            _ => None,
        };
        walk.effect(Action::Git(Git::Bring(brought.unwrap_or(Brought::Commit))), call.span);
    }
}

pub(super) fn checkout(walk: &mut Walk, call: &Call, state: &mut State) {
    switched(call, state);
    let given = &call.arguments;
    if given.has(&["--force"]) || given.has_letter("f") {
        walk.effect(Action::Git(Git::Discard("throws away every change that was not committed")), call.span);
    }
    if given.has_letter("B") {
        walk.effect(Action::Git(Git::Rewrite("moves a branch by force")), call.span);
    }
    let by_hand = given.has(&["--patch"]) || given.has_letter("p");
    if by_hand && is_answered(state) {
        let what = "throws away every change that it asks about";
        walk.effect(Action::Git(Git::Discard(what)), call.span);
    }
    if by_hand || given.has_letter("b") {
        brought(walk, call, &given.operands);
        return;
    }
    listed_in_a_file(walk, call);
    // Behind the mark there are only paths; before it the first operand may be a branch.
    let paths: Vec<&Value> = match given.before_mark {
        Some(before) => given.operands.iter().skip(before).copied().collect(),
        None => given
            .operands
            .iter()
            .enumerate()
            .filter(|(at, word)| {
                *at > 0
                    || is_whole(word)
                    || is_list_of_changes(word)
                    || is_file(word, state)
                    || may_be_missing(word, state)
            })
            .map(|(_, word)| *word)
            .collect(),
    };
    let is_a_branch = |word: &&Value| {
        given.before_mark.is_none() && given.operands.len() == 1 && may_be_missing(word, state)
    };
    if paths.first().is_none_or(is_a_branch) {
        brought(walk, call, &given.operands);
    }
    let of = if given.before_mark.is_none_or(|before| before > 0) {
        given.operands.first().copied()
    } else {
        None
    };
    let of = of.filter(|of| paths.first() != Some(of)).cloned();
    // In a conflict, sides are of commits.
    let of = if given.has(SIDES) && of.is_none() { Some(Value::Known("HEAD".to_owned())) } else { of };
    overwrite(walk, call, &paths, of.as_ref(), state);
}

/// Options that choose what a file is where branches do not agree.
const SIDES: &[&str] = &["--ours", "--theirs", "--merge", "--conflict"];

/// Whether a word in the place of a branch names a file. Git takes no name that is both.
fn is_file(word: &Value, state: &State) -> bool {
    word.known().is_some()
        && state.place(word).spots.iter().any(|spot| state.scene.world.kind(&spot.path) == Kind::File)
}

/// Whether it may name one that is not there, by how it ends: `git checkout src/a.ts` brings back what was deleted.
fn may_be_missing(word: &Value, state: &State) -> bool {
    let is_ending = |(_, ending): (&str, &str)| {
        !ending.is_empty() && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let is_missing = |spot: &Spot| {
        state.scene.world.kind(&spot.path) == Kind::Nothing
            && spot.last().rsplit_once('.').is_some_and(is_ending)
    };
    word.known().is_some() && state.place(word).spots.iter().any(is_missing)
}

pub(super) fn restore(walk: &mut Walk, call: &Call, state: &mut State) {
    let given = &call.arguments;
    let staged = given.has(&["--staged"]) || given.has_letter("S");
    let work_tree = given.has(&["--worktree"]) || given.has_letter("W");
    if (staged && !work_tree) || given.has(&["--patch"]) || given.has_letter("p") {
        return;
    }
    listed_in_a_file(walk, call);
    let paths = given.operands.clone();
    let of = given.all_values(&["-s", "--source"]).pop();
    // With the index, or in a conflict, what is committed is meant.
    let is_head = of.is_none() && (staged || given.has(SIDES));
    let of = if is_head { Some(Value::Known("HEAD".to_owned())) } else { of };
    overwrite(walk, call, &paths, of.as_ref(), state);
}

/// Whether what a command is fed answers at its prompt.
fn is_answered(state: &State) -> bool {
    state.stdin.sources().is_endless() || state.stdin.known().is_some_and(|text| !text.trim().is_empty())
}

fn listed_in_a_file(walk: &mut Walk, call: &Call) {
    if call.arguments.has(&["--pathspec-from-file"]) {
        walk.effect(
            Action::Git(Git::Discard("throws away what was not committed in the files of a list")),
            call.span,
        );
    }
}

/// Files get the content that they have in a commit. One by its name is a decision; a whole directory is lost work.
fn overwrite(walk: &mut Walk, call: &Call, paths: &[&Value], of: Option<&Value>, state: &mut State) {
    let fed = walk.through.iter().any(|wrapper| wrapper == "xargs");
    for path in paths {
        let mut place = state.place(&look::path(path));
        let listed = fed && path.texts().is_empty() && path.prefix().is_empty();
        if is_whole(path) || is_directory(&place, state) || listed || is_list_of_changes(path) {
            let what = "throws away what was not committed in a whole directory";
            walk.effect(Action::Git(Git::Discard(what)), call.span);
            place.spots.iter_mut().for_each(|spot| spot.reach = Reach::Everything);
        } else {
            take_for_a_tree(&mut place, state);
        }
        index::put(walk, place, of, call, state);
    }
}

/// `.`, `:/`, `*`, `src/`: more than one file.
fn is_whole(path: &Value) -> bool {
    match path {
        Value::Known(text) if text.starts_with(":!") || text.starts_with(":^") => true,
        Value::Known(text) => {
            let bare =
                text.rsplit(')').next().unwrap_or(text).trim_start_matches(':').trim_start_matches("./");
            matches!(bare, "" | "." | "/" | ".." | "*" | "**" | "../")
                || bare.ends_with('/')
                || bare.ends_with("/.")
                || bare.contains('*')
        }
        Value::Pattern(pieces) => pieces.iter().any(|piece| matches!(piece, Piece::Glob(_))),
        Value::Few(_) | Value::Unknown(_) => false,
    }
}

/// `$(git diff --name-only)`, `$(git ls-files -m)`: each of many files in turn, or all of them.
fn is_list_of_changes(path: &Value) -> bool {
    path.listed_directory().is_some()
        || (path.texts().is_empty() && path.sources().iter().any(|source| *source == Source::Repository))
}

fn is_directory(place: &Place, state: &State) -> bool {
    place.spots.iter().any(|spot| state.scene.world.kind(&spot.path) == Kind::Directory)
}

pub(super) fn clean(walk: &mut Walk, call: &Call, state: &State) {
    let given = &call.arguments;
    let asks = given.has(&["--interactive"]) || given.has_letter("i");
    let forced = given.has(&["--force"]) || given.has_letter("f");
    let unasked = state
        .alias_of("git-config clean.requireforce")
        .is_some_and(|set| set.all.iter().any(|value| value != "true"));
    let answered = is_answered(state);
    let dry = given.is_tried("n") || (asks && !answered);
    if dry {
        walk.print(&Value::Unknown(Sources::from(Source::Uncommitted)), call.span);
    }
    if (forced || unasked || (asks && answered)) && !dry {
        // A pattern of git's own may be anywhere.
        let is_path = |text: &str| !text.starts_with(':') && !text.contains(['*', '?', '[', '\\']);
        let is_named = |path: &&Value| path.known().is_some_and(is_path);
        let paths = &given.operands;
        let deed = if !paths.is_empty() && paths.iter().all(is_named) {
            Git::Clean(paths.iter().map(|path| state.place(path)).collect())
        } else {
            Git::Discard("deletes files that were never committed")
        };
        walk.effect(Action::Git(deed), call.span);
    }
}

/// Whether every word of a command of git stands there as it is.
fn is_named(call: &Call) -> bool {
    call.arguments.operands.iter().all(|word| word.known().is_some())
}

pub(super) fn stash(walk: &mut Walk, call: &Call) -> Standing {
    // Each of its commands then says only how it is used.
    if call.arguments.has(&["--help"]) {
        return look::standing(call, true);
    }
    match call.arguments.first() {
        Some("clear") => walk.effect(Action::Git(Git::Forget("deletes every stash")), call.span),
        // What was put aside a moment ago and is dropped now was never meant to be had again.
        Some("drop") if walk.stashed > 0 => {
            walk.effect(Action::Git(Git::Discard("puts changes aside and drops them")), call.span);
        }
        // One after the other, nobody knows how many: `git stash list | … | xargs -n1 git stash drop`.
        Some("drop") if walk.through.last().is_some_and(|wrapper| wrapper == "xargs") && !is_named(call) => {
            walk.effect(Action::Git(Git::Forget("drops each stash that it is given")), call.span);
        }
        Some("drop") => {
            let which = call
                .arguments
                .operands
                .get(1)
                .map_or_else(|| "the last stash".to_owned(), |name| format!("the stash {name}"));
            walk.effect(Action::Git(Git::Drop(which)), call.span);
        }
        // Of single files, it is those that are put back.
        None | Some("push" | "save") => walk.stashed += usize::from(call.arguments.operands.len() < 2),
        Some("pop" | "apply" | "branch") => walk.stashed = 0,
        Some(_) => {}
    }
    let lists = matches!(call.arguments.first(), Some("list" | "show"));
    look::standing(
        call,
        lists
            && call
                .arguments
                .options()
                .all(|word| matches!(word, "-p" | "--stat" | "--oneline" | "--name-only")),
    )
}

/// `git stash --all` takes away what git ignores, files of secrets among it, and keeps them where any `git stash show` reads them.
pub(super) fn takes_ignored_files(walk: &mut Walk, call: &Call, state: &State) {
    let given = &call.arguments;
    let puts_aside = matches!(given.first(), None | Some("push" | "save"));
    if !puts_aside || !(given.has(&["--all"]) || given.has_letter_before('a', &['m'])) {
        return;
    }
    let root = Value::Known(look::work_tree(state).unwrap_or(".").to_owned());
    let mut place = state.place(&root);
    let taken = searched(&root, state).into_iter().map(|found| found.known_to_git(Tracking::Untracked));
    place.found.extend(taken);
    walk.effect(Action::Delete(place, Depth::One), call.span);
}

/// Whether a stash, which holds what was never committed, is given a branch's name or is sent away. Single files may come out of
/// it.
pub(super) fn takes_a_stash(name: &str, call: &Call) -> bool {
    let given = &call.arguments;
    if name == "stash" {
        return matches!(given.first(), Some("create" | "store"));
    }
    let is_stash = |word: &&Value| {
        let text = word.prefix().trim_start_matches('+');
        let text = text.strip_prefix("refs/").unwrap_or(text);
        text.strip_prefix("stash")
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['@', ':', '^', '~']))
    };
    let names_files = given.before_mark.is_some() || given.has(&["--patch"]) || given.has_letter("p");
    let takes = match name {
        "checkout" | "reset" => !names_files,
        "branch" | "switch" | "push" | "update-ref" | "tag" | "worktree" | "send-pack" => true,
        _ => false,
    };
    takes && given.operands.iter().any(is_stash)
}

pub(super) fn worktree(walk: &mut Walk, call: &Call, state: &mut State) -> Standing {
    let given = &call.arguments;
    let forced = given.has(&["--force"]) || given.has_letter("f");
    if given.first() == Some("add") {
        if given.has_letter("B") {
            walk.effect(Action::Git(Git::Rewrite("moves a branch by force")), call.span);
        }
        if let Some(into) = given.operands.get(1) {
            clones::filled(walk, into, call.span, state);
        }
    }
    if given.first() == Some("remove") && forced {
        walk.effect(Action::Git(Git::RemoveWorktree(given.shown(1))), call.span);
    }
    let main = call.repository.as_ref().and_then(|repository| repository.main.clone());
    if let Some(main) = main.filter(|_| given.first() == Some("remove") && call.bare) {
        walk.effect(Action::Git(Git::LeaveWorktree(main)), call.span);
    }
    look::standing(call, given.first() == Some("list"))
}
