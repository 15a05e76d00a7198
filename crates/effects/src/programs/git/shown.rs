//! What git's commands show of the files that their words name: lines of them unless they are known to show only names,
//! and texts of which a format says most.

use super::look::path;
use super::{Arguments, Call};
use crate::found::Tracking;
use crate::operands::searched;
use crate::path::Place;
use crate::scene::Kind;
use crate::source::{Direction, Source, Sources};
use crate::state::State;
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;

/// What is shown of a file by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shows {
    Lines,
    /// Lines that fit a pattern.
    Matches,
    /// That it is there, and what git calls it.
    Names,
}

/// What a command shows with these options.
pub(super) fn shows(name: &str, given: &Arguments) -> Shows {
    let patch = ["p", "u", "U", "L"].iter().any(|letter| given.has_letter(letter))
        || given.has(&["--patch", "--patch-with-stat", "--unified", "--word-diff", "--color-words", "--cc"]);
    let quiet = given.has(&[
        "--stat",
        "--name-only",
        "--name-status",
        "--quiet",
        "--numstat",
        "--shortstat",
        "--exit-code",
        "--raw",
        "--check",
        "--summary",
        "--no-patch",
    ]) || given.has_letter("s");
    match name {
        "grep" => Shows::Matches,
        // The commits that touched a file say nothing of what is in it.
        "log" | "whatchanged" | "stash" | "reflog" if !patch => Shows::Names,
        "reflog" => Shows::Lines,
        "show" | "diff" | "diff-tree" | "diff-index" | "diff-files" | "log" | "whatchanged" | "stash"
            if quiet && !patch =>
        {
            Shows::Names
        }
        "checkout-index" if !given.has(&["--temp", "--stdin"]) && !given.has_letter("p") => Shows::Names,
        name if is_quiet(name) || !super::is_own(name) => Shows::Names,
        _ => Shows::Lines,
    }
}

/// Commands that show names and numbers at most, or change something and say that they have.
fn is_quiet(name: &str) -> bool {
    const QUIET: &[&str] = &[
        "add",
        "archive",
        "bisect",
        "branch",
        "bundle",
        "check-attr",
        "check-ignore",
        "checkout",
        "cherry",
        "cherry-pick",
        "clean",
        "clone",
        "commit",
        "commit-graph",
        "commit-tree",
        "config",
        "count-objects",
        "describe",
        "fetch",
        "for-each-ref",
        "fsck",
        "gc",
        "hash-object",
        "help",
        "init",
        "last-modified",
        "ls-files",
        "ls-remote",
        "ls-tree",
        "maintenance",
        "merge",
        "merge-base",
        "mv",
        "name-rev",
        "notes",
        "pack-refs",
        "prune",
        "pull",
        "push",
        "read-tree",
        "rebase",
        "reflog",
        "remote",
        "repack",
        "reset",
        "restore",
        "rev-list",
        "rev-parse",
        "revert",
        "rm",
        "shortlog",
        "show-branch",
        "show-ref",
        "sparse-checkout",
        "stage",
        "status",
        "submodule",
        "switch",
        "symbolic-ref",
        "tag",
        "update-index",
        "update-ref",
        "var",
        "verify-commit",
        "verify-tag",
        "version",
        "worktree",
        "write-tree",
    ];
    QUIET.binary_search(&name).is_ok()
}

/// Reads files whose lines are shown, by the words that name them; gives what the output holds then.
pub(super) fn read_lines(walk: &mut Walk, words: &[&Value], call: &Call, state: &State) -> Sources {
    let mut sources = Sources::NONE;
    for word in words {
        let place = state.place(&path(word));
        sources.add(&Sources::from(Source::File(place.clone())));
        walk.read(place, call.span);
        // An object by a name that git has given it: what it was asked for is what it holds.
        for source in word.sources().iter().filter(|_| word.texts().is_empty()) {
            if let Source::File(place) = source {
                sources.add(&Sources::from(source.clone()));
                walk.read(place.clone(), call.span);
            }
        }
    }
    sources
}

/// Reads what some words of a command name, if it shows lines of that.
pub(super) fn read_shown(walk: &mut Walk, name: &str, words: Option<&[&Value]>, call: &Call, state: &State) {
    if shows(name, &call.arguments) == Shows::Lines {
        let shown = read_lines(walk, words.unwrap_or_default(), call, state);
        walk.print(&Value::Unknown(shown), call.span);
    }
}

/// A patch of what was changed and not committed, if that is what is shown: not of one commit against another, and not of
/// one file that is named.
pub(super) fn changes(name: &str, given: &Arguments, state: &State) -> Sources {
    let compares = matches!(name, "diff" | "diff-index" | "diff-files") && !given.has(&["--no-index"]);
    if !compares || shows(name, given) != Shows::Lines {
        return Sources::NONE;
    }
    let mark = given.before_mark.unwrap_or(given.operands.len());
    let kind = |word: &Value| match state.place(word).spots.as_slice() {
        [spot] => state.scene.world.kind(&spot.path),
        _ => Kind::Unknown,
    };
    let is_commit = |(at, word): (usize, &&Value)| {
        let text = word.prefix();
        let reads_as_one = text.starts_with(['@', '^'])
            || text.starts_with("HEAD")
            || text.contains(['~', '^'])
            || (text.len() >= 7 && text.bytes().all(|byte| byte.is_ascii_hexdigit()));
        at < mark && (reads_as_one || kind(word) == Kind::Nothing)
    };
    let is_range = given.operands.iter().any(|word| word.prefix().contains(".."));
    let commits = given.operands.iter().enumerate().filter(|(at, word)| is_commit((*at, *word))).count();
    let names_a_file = given.operands.len() == commits + 1
        && given.operands.last().is_some_and(|word| kind(word) == Kind::File);
    if is_range || commits > 1 || names_a_file {
        return Sources::NONE;
    }
    let direction = if given.has_letter("R") { Direction::Backward } else { Direction::Forward };
    Sources::from(Source::Changes(direction))
}

/// Where lines are shown that were changed. Of a file of secrets there are some only if git knows it and it was changed.
pub(super) fn changed(name: &str, given: &Arguments, directory: &Value, state: &State) -> Place {
    let mut place = state.place(directory);
    let tracking = match name {
        "diff" if given.has(&["--no-index"]) => return place,
        "diff" | "diff-index" if given.has(&["--cached", "--staged"]) => Tracking::Staged,
        "diff" | "diff-files" => Tracking::Unstaged,
        _ => return place,
    };
    let found = searched(directory, state).into_iter().map(|found| found.known_to_git(tracking));
    place.found.extend(found);
    place
}

/// The files to which a list of changes is narrowed down: `git diff --name-only -- '*.json'`. A word in front of the mark
/// may be a commit, unless it is a glob.
pub(super) fn asked_for(given: &Arguments, state: &State) -> Sources {
    let mark = given.before_mark.unwrap_or(given.operands.len());
    let words = given.operands.iter().enumerate();
    let is_path = |(at, word): &(usize, &&Value)| *at >= mark || word.prefix().contains('*');
    let words = words.filter(is_path).filter(|(_, word)| !word.prefix().starts_with([':', '!']));
    let found = words.flat_map(|(_, word)| searched(&path(word), state));
    let found = found.map(|found| Source::Names(found.known_to_git(Tracking::Tracked)));
    found.fold(Sources::NONE, |all, names| all.and(&Sources::from(names)))
}

/// Files that stand in options: `log -L1,9:file`, `blame --contents file`.
pub(super) fn in_options(name: &str, given: &Arguments) -> Vec<Value> {
    let mut files = given.values("--contents");
    if matches!(name, "log" | "show") {
        let of_lines = |value: &Value| value.prefix().contains(':');
        files.extend(given.values("-L").into_iter().filter(of_lines));
    }
    files
}

/// Objects that a command is fed, one to a line: `cat-file --batch`.
pub(super) fn fed(name: &str, given: &Arguments, state: &State) -> Vec<Value> {
    let lists = name == "cat-file" && given.options().any(|word| word.starts_with("--batch"));
    match &state.stdin {
        _ if !lists => Vec::new(),
        Value::Known(text) => text
            .lines()
            .filter_map(|line| line.split_ascii_whitespace().next())
            .map(|word| Value::Known(word.to_owned()))
            .collect(),
        other => vec![other.clone()],
    }
}

/// What the names that git gives out stand for: `rev-parse HEAD:file`, `ls-files -s file`, `log -- file`.
pub(super) fn stands_for(name: &str, given: &Arguments, state: &State) -> Sources {
    let behind = |at: usize| given.before_mark.is_some_and(|mark| at >= mark);
    let of_a_tree = |text: &str| text.split_once(':').is_some_and(|(_, path)| !path.starts_with("//"));
    let named = given.operands.iter().enumerate().filter(|(at, word)| match name {
        "ls-files" => given.has(&["--stage"]) || given.has_letter("s"),
        "ls-tree" => *at > 0,
        "log" | "rev-list" | "rev-parse" | "hash-object" => behind(*at) || of_a_tree(word.prefix()),
        _ => false,
    });
    named.fold(Sources::NONE, |sources, (_, word)| {
        sources.and(&Sources::from(Source::File(state.place(&path(word)))))
    })
}

/// What a format makes of every commit or ref, where it says more than what git fills in.
pub(super) fn formatted(given: &Arguments) -> Option<Value> {
    let format = given.all_values(&["--format", "--pretty"]).pop()?;
    let format = format.known()?;
    let text = ["format:", "tformat:"].iter().find_map(|kind| format.strip_prefix(kind)).unwrap_or(format);
    filled(text, |_| vec![Piece::Hole(Hole::new("%"))])
}

/// A text with what is known of each letter behind a percent sign in its place. `None` if it says nothing else.
pub(in crate::programs) fn filled(format: &str, hole: impl Fn(char) -> Vec<Piece>) -> Option<Value> {
    let mut pieces = vec![Piece::Text(String::new())];
    let mut said = false;
    let mut push = |pieces: &mut Vec<Piece>, letter: char| {
        said |= letter.is_ascii_alphabetic();
        match pieces.last_mut() {
            Some(Piece::Text(text)) => text.push(letter),
            Some(_) | None => pieces.push(Piece::Text(letter.to_string())),
        }
    };
    let mut letters = format.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '%' => match letters.next() {
                Some('%') => push(&mut pieces, '%'),
                Some('n') => push(&mut pieces, '\n'),
                Some('(') => {
                    letters.by_ref().find(|letter| *letter == ')');
                    pieces.extend(hole('('));
                }
                Some('x') => {
                    let digits: String = letters.by_ref().take(2).collect();
                    let byte = u8::from_str_radix(&digits, 16).unwrap_or(b'?');
                    push(&mut pieces, char::from(byte));
                }
                // Two letters, of which the first says whose it is.
                Some(first @ ('a' | 'c' | 'g' | 'G' | 'T' | 'C' | 'A')) => {
                    let rest = letters.as_str();
                    if rest.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
                        letters.next();
                    }
                    pieces.extend(hole(first));
                }
                Some(letter) => pieces.extend(hole(letter)),
                None => {}
            },
            '\\' => match letters.next() {
                Some('n' | '0') | None => push(&mut pieces, '\n'),
                Some('t') => push(&mut pieces, '\t'),
                Some(other) => push(&mut pieces, other),
            },
            letter => push(&mut pieces, letter),
        }
    }
    push(&mut pieces, '\n');
    said.then(|| Value::of(pieces))
}
