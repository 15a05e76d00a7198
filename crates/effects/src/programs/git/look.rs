//! git commands that only look: what they read, and whether they can be approved.

use super::shown::{self, Shows};
use super::{Arguments, Call};
use crate::effect::{Action, Standing};
use crate::found::{Flavour, Found, Tracking};
use crate::operands::searched;
use crate::scene::Kind;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Piece, Value};
use crate::walk::Walk;

/// Options that change nothing but what is printed. Others name files, run programs or write.
const SAFE: &[&str] = &[
    "--abbrev",
    "--abbrev-commit",
    "--abbrev-ref",
    "--all",
    "--all-match",
    "--always",
    "--author",
    "--branch",
    "--cached",
    "--check",
    "--committer",
    "--compact-summary",
    "--contains",
    "--date-order",
    "--diff-filter",
    "--dirstat",
    "--exact-match",
    "--full-history",
    "--full-index",
    "--ignore-all-space",
    "--ignore-space-change",
    "--invert-grep",
    "--minimal",
    "--no-walk",
    "--raw",
    "--remotes",
    "--simplify-by-decoration",
    "--skip",
    "--color",
    "--count",
    "--date",
    "--decorate",
    "--exclude-standard",
    "--first-parent",
    "--follow",
    "--format",
    "--git-dir",
    "--graph",
    "--grep",
    "--ignored",
    "--is-inside-work-tree",
    "--left-right",
    "--max-count",
    "--merge-base",
    "--merges",
    "--name-only",
    "--name-status",
    "--no-color",
    "--no-merges",
    "--no-pager",
    "--no-patch",
    "--no-renames",
    "--not",
    "--numstat",
    "--oneline",
    "--others",
    "--patch",
    "--porcelain",
    "--pretty",
    "--quiet",
    "--relative",
    "--reverse",
    "--short",
    "--shortstat",
    "--show-current",
    "--show-toplevel",
    "--since",
    "--sort",
    "--staged",
    "--stat",
    "--summary",
    "--symbolic-full-name",
    "--tags",
    "--unified",
    "--until",
    "--untracked-files",
    "--verify",
    "--word-diff",
    "--line-number",
    "--ignore-case",
    "--files-with-matches",
    "--no-commit-id",
    "--heads",
    "--ancestry-path",
    "--topo-order",
    "--before",
    "--after",
    "--modified",
    "--deleted",
];

/// Reads what the operands name.
pub(super) fn look(walk: &mut Walk, name: &str, call: &Call, state: &mut State) -> Standing {
    let given = &call.arguments;
    for file in given.all_values(&["--output"]) {
        let place = state.place(&file);
        walk.write(place, Value::unknown(), call.span, state);
    }
    let reads = matches!(
        name,
        "show"
            | "log"
            | "diff"
            | "blame"
            | "annotate"
            | "cat-file"
            | "grep"
            | "whatchanged"
            | "diff-tree"
            | "diff-index"
            | "diff-files"
            | "status"
            | "ls-files"
            | "ls-tree"
            | "rev-parse"
            | "describe"
            | "shortlog"
            | "rev-list"
            | "merge-base"
            | "name-rev"
            | "show-ref"
            | "for-each-ref"
            | "reflog"
            | "range-diff"
            | "show-branch"
            | "check-ignore"
            | "check-attr"
            | "count-objects"
            | "version"
            | "cherry"
            | "var"
    );
    if name == "grep" {
        for script in given.all_values(&["--open-files-in-pager"]).into_iter().chain(given.values("-O")) {
            walk.detour(&script, call.span, state);
        }
    }
    let pattern = usize::from(name == "grep" && given.all_values(&["-e", "-f"]).is_empty());
    let shows = shown::shows(name, given);
    let words = given.operands.get(pattern..).unwrap_or_default();
    let mut sources = match shows {
        Shows::Lines => {
            let more: Vec<Value> =
                shown::in_options(name, given).into_iter().chain(shown::fed(name, given, state)).collect();
            let words: Vec<&Value> = words.iter().copied().chain(&more).collect();
            shown::read_lines(walk, &words, call, state)
        }
        Shows::Matches | Shows::Names => {
            for word in words.iter().filter(|_| reads) {
                let place = state.place(&path(word));
                let matches = shows == Shows::Matches;
                let action = if matches { Action::Search(place) } else { Action::List(place) };
                walk.effect(action, call.span);
            }
            shown::stands_for(name, given, state)
        }
    };
    if shows == Shows::Lines && reads {
        let here = Value::Known(".".to_owned());
        if given.operands.is_empty() {
            // Whatever changed, somewhere in the work tree.
            sources.add(&Sources::from(Source::File(shown::changed(name, given, &here, state))));
        }
        let is_directory = |word: &&&Value| {
            let place = state.place(&path(word));
            place.only().is_some_and(|path| state.scene.world.kind(path) == Kind::Directory)
        };
        for word in words.iter().filter(is_directory) {
            sources.add(&Sources::from(Source::File(shown::changed(name, given, &path(word), state))));
        }
    }
    sources.add(&shown::changes(name, given, state));
    if name == "grep" {
        let named = grepped(given, words, state);
        sources = named.into_iter().fold(sources, |all, found| all.and(&Sources::from(Source::Names(found))));
    }
    if !reads {
        if !sources.is_empty() {
            walk.print(&Value::Unknown(sources), call.span);
        }
        return Standing::Known;
    }
    if lists_changes(name, given) {
        // Names of changed files: whoever takes them as a list takes every change.
        sources = shown::asked_for(given, state).and(&Sources::from(Source::Repository));
    }
    let of_a_commit = name == "ls-tree" && given.has(&["--name-only"]) && given.has_letter("r");
    if lists_uncommitted(name, given) {
        sources.add(&Sources::from(Source::Uncommitted));
    }
    if name == "status" && lists_changes(name, given) && given.has(&["--ignored"]) {
        // Files of secrets are mostly among those.
        let here = searched(&Value::Known(".".to_owned()), state).into_iter();
        let names = here.map(|found| Source::Names(found.known_to_git(Tracking::Untracked)));
        sources = names.fold(sources, |all, source| all.and(&Sources::from(source)));
    }
    if name == "ls-files" && lists_all(given) {
        let is_known = !given.has(&["--others"]) && !given.has_letter("o");
        let tracking = if is_known { Tracking::Tracked } else { Tracking::Any };
        walk.print(&listed_files(&given.operands, tracking, state), call.span);
    } else if name == "ls-files" && lists_ignored(given) {
        walk.print(&listed_files(&given.operands, Tracking::Untracked, state), call.span);
    } else if name == "check-ignore" {
        // Those of the names that it is asked about.
        let asked = given.operands.iter().map(|word| word.join(&Value::Known("\n".to_owned())));
        let asked = asked.fold(Value::Known(String::new()), |all, line| all.join(&line));
        walk.print(if given.has(&["--stdin"]) { &state.stdin } else { &asked }, call.span);
    } else if of_a_commit && given.operands.len() < 2 {
        walk.print(&listed_files(&[], Tracking::Tracked, state), call.span);
    } else if let Some(text) = shown::formatted(given).filter(|_| shows == Shows::Names) {
        walk.print(&text, call.span);
    } else if name != "rev-parse" || !(sources.is_empty() || given.has(&["--git-path"])) {
        walk.print(&Value::Unknown(sources), call.span);
    }
    // The configuration of a repository that an agent has made can run anything.
    let scene = state.scene;
    let foreign = state.cwd.known().is_none_or(|cwd| scene.world.is_foreign_repository(cwd, scene.roots));
    let open = call.words.iter().any(Value::is_open);
    let safe =
        !matches!(name, "var" | "cat-file" | "reflog") || (name == "reflog" && given.operands.is_empty());
    let below = match name {
        "rev-parse" if given.has(&["--show-toplevel"]) => Some(String::new()),
        "rev-parse" if given.has(&["--git-dir", "--absolute-git-dir", "--git-common-dir"]) => {
            Some("/.git".to_owned())
        }
        "rev-parse" if given.has(&["--git-path"]) => given.first().map(|path| format!("/.git/{path}")),
        _ => None,
    };
    if let Some(below) = below
        && let Some(root) = work_tree(state)
    {
        walk.print(&Value::Known(format!("{root}{below}\n")), call.span);
    }
    let shows_more = matches!(name, "ls-files" | "ls-tree" | "blame" | "grep" | "diff-tree");
    let is_letter =
        |option: &str| !option.starts_with("--") && !option.contains('O') && !option.starts_with("-f");
    let is_safe = |option: &str| is_safe(option) || (shows_more && is_letter(option));
    standing(call, safe && !foreign && !open && given.options().all(is_safe))
}

/// The root of the workspace in which git runs.
pub(super) fn work_tree<'s>(state: &State<'s>) -> Option<&'s str> {
    let cwd = state.cwd.known()?;
    let is_around = |root: &&String| {
        cwd.strip_prefix(root.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    state.scene.roots.iter().find(is_around).map(String::as_str)
}

/// The files that `git grep` names: all of those here, or what its words name.
fn grepped(given: &Arguments, words: &[&Value], state: &State) -> Vec<Found> {
    let letter = |letter: &str| given.has_letter(letter);
    let patterns = given.all_values(&["-e"]);
    let looked_for = if patterns.is_empty() {
        given.first().into_iter().collect()
    } else {
        patterns.iter().filter_map(Value::known).collect::<Vec<&str>>()
    };
    let is_seen = !looked_for.is_empty() && looked_for.len() >= patterns.len() && !letter("f");
    let is_turned = letter("v") || letter("L") || given.has(&["--invert-match", "--files-without-match"]);
    let flavour = if letter("F") || given.has(&["--fixed-strings"]) {
        Flavour::Fixed
    } else if letter("E") || letter("P") || given.has(&["--extended-regexp", "--perl-regexp"]) {
        Flavour::Extended
    } else {
        Flavour::Basic
    };
    let is_left_out = |word: &&&Value| word.prefix().starts_with(":!") || word.prefix().starts_with(":^");
    let left_out: Vec<&str> =
        words.iter().filter(is_left_out).filter_map(|word| word.known()?.get(2..)).collect();
    let named: Vec<Value> = words.iter().filter(|word| !is_left_out(word)).map(|word| path(word)).collect();
    let here = [Value::Known(".".to_owned())];
    let named = if named.is_empty() { here.as_slice() } else { named.as_slice() };
    let narrow = |found: Found| {
        let found = left_out.iter().fold(found, |found, glob| found.but_named(glob));
        let found = if letter("i") || given.has(&["--ignore-case"]) { found.ignoring_case() } else { found };
        let is_known = !given.has(&["--untracked", "--no-index"]);
        let found = found.known_to_git(if is_known { Tracking::Tracked } else { Tracking::Any });
        if is_seen && !is_turned { found.holding(&looked_for, flavour) } else { found }
    };
    named.iter().flat_map(|word| searched(word, state)).map(narrow).collect()
}

/// Whether every file that was changed is listed. Those of a conflict are not one's own work alone.
fn lists_changes(name: &str, given: &Arguments) -> bool {
    match name {
        "diff" | "diff-files" | "diff-index" => {
            given.has(&["--name-only", "--name-status"]) && !given.has(&["--diff-filter"])
        }
        "status" => given.has(&["--short", "--porcelain"]) || given.has_letter("s"),
        _ => false,
    }
}

/// Whether files are listed that hold what was not committed. Between two commits, and in the index alone, nothing is that the
/// work tree could lose; nor is what was deleted, or what a conflict has left.
fn lists_uncommitted(name: &str, given: &Arguments) -> bool {
    let has = |letter: &str, name: &str| given.has_letter(letter) || given.has(&[name]);
    match name {
        "diff" | "diff-files" | "diff-index" => {
            let is_range = |word: &&Value| word.prefix().contains("..");
            let kinds = given.all_values(&["--diff-filter"]).pop();
            let has_lost = |kinds: &Value| {
                kinds
                    .known()
                    .is_none_or(|kinds| kinds.contains(|kind: char| !matches!(kind, 'D' | 'U' | 'X' | 'B')))
            };
            given.has(&["--name-only", "--name-status"])
                && !given.has(&["--cached", "--staged", "--no-index"])
                && !given.operands.iter().any(is_range)
                && kinds.as_ref().is_none_or(has_lost)
        }
        "status" => lists_changes(name, given),
        "ls-files" => {
            (has("o", "--others") || has("m", "--modified")) && !has("i", "--ignored") && !has("s", "--stage")
        }
        _ => false,
    }
}

/// Whether `git ls-files` lists files that are there, and only their names.
fn lists_all(given: &Arguments) -> bool {
    !given.has(&["--deleted", "--ignored", "--stage", "--unmerged"])
        && !["d", "i", "s", "u"].iter().any(|letter| given.has_letter(letter))
}

/// Whether `git ls-files` lists what is ignored, and only the names of that: files of secrets mostly are.
fn lists_ignored(given: &Arguments) -> bool {
    let has = |letter: &str, name: &str| given.has_letter(letter) || given.has(&[name]);
    has("i", "--ignored") && has("o", "--others") && !given.has(&["--directory"])
}

/// What `git ls-files` puts out: everything below where it runs, or what its words name, of directories all that lies there.
fn listed_files(paths: &[&Value], tracking: Tracking, state: &State) -> Value {
    let end = Value::Known("\n".to_owned());
    let below = |directory: &Value| {
        let names = searched(directory, state).into_iter().map(|found| found.known_to_git(tracking));
        Value::everything_below(directory, names.collect())
    };
    let listed = |word: &Value| {
        let named = path(word);
        let place = state.place(&named);
        let is_directory = place.only().is_some_and(|path| state.scene.world.kind(path) == Kind::Directory);
        if is_directory { below(&named) } else { named }
    };
    match paths {
        [] => below(&Value::Known(".".to_owned())).join(&end),
        paths => {
            paths.iter().fold(Value::Known(String::new()), |all, word| all.join(&listed(word)).join(&end))
        }
    }
}

/// The standing of a command that is safe as it is written.
pub(super) fn standing(call: &Call, safe: bool) -> Standing {
    if safe && call.plain { Standing::SafeSubcommand } else { Standing::Known }
}

/// Whether only such options are given.
pub(super) fn lists_only(given: &Arguments, options: &[&str]) -> bool {
    let mut rest = given.options();
    let asks = given.operands.is_empty()
        || given.has_letter("l")
        || given.has(&["--list", "--merged", "--no-merged", "--contains"])
        || given.first() == Some("get-url");
    asks && rest.all(|word| options.contains(&word.split('=').next().unwrap_or(word)))
}

/// The path in a word of git: `HEAD:path`, `:(glob)path`, and globs of git's own, which quotes do not stop.
pub(in crate::programs) fn path(word: &Value) -> Value {
    let Value::Known(text) = word else { return word.clone() };
    let path = text.rsplit([':', ')']).next().unwrap_or(text);
    let (before, glob) = path.split_at(path.find(['*', '?', '[']).unwrap_or(path.len()));
    let glob = (!glob.is_empty()).then(|| Piece::Glob(glob.to_owned()));
    Value::of([Piece::Text(before.to_owned())].into_iter().chain(glob).collect())
}

fn is_safe(option: &str) -> bool {
    match option.strip_prefix("--") {
        Some("") => true,
        Some(_) => SAFE.contains(&option.split('=').next().unwrap_or(option)),
        // Numbers, and letters without a value: `-5`, `-n`, `-p`, `-sb`. Not `-L`, `-O`, `-S`.
        None => option.chars().skip(1).all(|letter| letter.is_ascii_digit() || "bnpsuvwzit".contains(letter)),
    }
}
