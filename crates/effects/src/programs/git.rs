//! git, as far as it only reads.

use crate::value::Value;

/// Whether these words after `git` only look at the repository.
pub(crate) fn git(words: &[Value]) -> Git<'_> {
    // An option before the subcommand can change what runs (`-c alias.x=…`, `-C dir`): not ours to approve.
    let read_only = match words.first().and_then(Value::known) {
        Some(
            "status" | "log" | "diff" | "show" | "rev-parse" | "ls-files" | "blame" | "describe" | "shortlog",
        ) => words.iter().all(|word| !RUNS_OR_WRITES.iter().any(|option| word.prefix().starts_with(option))),
        _ => false,
    };
    Git { read_only, operands: words.get(1..).unwrap_or_default() }
}

/// What a `git` does.
pub(crate) struct Git<'a> {
    /// Whether it only looks.
    pub(crate) read_only: bool,
    /// Revisions and paths, options included.
    pub(crate) operands: &'a [Value],
}

const RUNS_OR_WRITES: &[&str] = &["--output", "--ext-diff", "--textconv", "-O", "--open-files-in-pager"];
