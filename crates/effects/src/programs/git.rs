//! git, as far as it only reads.

use crate::value::{Piece, Value};

/// What a `git` does.
pub(crate) struct Git<'a> {
    /// Whether it only looks.
    pub(crate) read_only: bool,
    /// Revisions and paths, options included.
    pub(crate) operands: &'a [Value],
}

/// Options that change nothing but what is printed. Others name files, run programs or write.
const SAFE: &[&str] = &[
    "--all",
    "--author",
    "--branch",
    "--cached",
    "--color",
    "--date",
    "--decorate",
    "--exclude-standard",
    "--follow",
    "--format",
    "--graph",
    "--grep",
    "--ignored",
    "--max-count",
    "--merges",
    "--name-only",
    "--name-status",
    "--no-color",
    "--no-merges",
    "--no-pager",
    "--no-renames",
    "--numstat",
    "--oneline",
    "--others",
    "--patch",
    "--porcelain",
    "--pretty",
    "--reverse",
    "--short",
    "--shortstat",
    "--show-current",
    "--show-toplevel",
    "--since",
    "--staged",
    "--stat",
    "--summary",
    "--tags",
    "--unified",
    "--until",
    "--untracked-files",
    "--verify",
    "--word-diff",
    "--abbrev-ref",
    "--git-dir",
    "--is-inside-work-tree",
];

/// Reads the words after `git`.
pub(crate) fn git(words: &[Value]) -> Git<'_> {
    // An option before the subcommand can change what runs (`-c alias.x=…`, `-C dir`): not ours to approve.
    let (first, operands) = words.split_first().map_or((None, words), |(first, rest)| (first.known(), rest));
    let read_only = match first {
        Some(
            "status" | "log" | "diff" | "show" | "rev-parse" | "ls-files" | "blame" | "describe" | "shortlog",
        ) => operands.iter().map(Value::prefix).filter(|word| word.starts_with('-')).all(is_safe),
        _ => false,
    };
    Git { read_only, operands }
}

/// The path in a word of git: `HEAD:path`, `:(glob)path`, and globs of git's own, which quotes do not stop.
pub(crate) fn path(word: &str) -> Value {
    let path = word.rsplit([':', ')']).next().unwrap_or(word);
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
