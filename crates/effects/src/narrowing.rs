//! Lists of names and of variables, and what searches leave of them: `ls -a | grep env`, `env | grep NODE`.

use crate::builtins::HISTORY;
use crate::knowledge::Given;
use crate::source::{Source, Sources};
use crate::value::{Piece, Value};

/// What a program that lists names prints.
pub(crate) fn listing(names: &[Value]) -> Value {
    let mut pieces = Vec::new();
    for name in names {
        pieces.extend(name.pieces());
        pieces.push(Piece::Text("\n".to_owned()));
    }
    Value::of(pieces)
}

/// Whether a text is a list of files by a glob, as `find` gives it.
pub(crate) fn names_files(value: &Value) -> bool {
    matches!(value, Value::Pattern(pieces) if pieces.iter().any(|piece| matches!(piece, Piece::Glob(_))))
}

/// Whether a text is all names in a directory, as `ls` shows them: the first or the last of those are not all.
pub(crate) fn names_all_here(value: &Value) -> bool {
    matches!(value, Value::Pattern(pieces) if matches!(pieces.as_slice(), [Piece::Glob(glob), Piece::Text(_)] if glob == "*"))
}

/// Whether a text is the names of hidden files, as `ls -a` shows them.
pub(crate) fn is_listing(value: &Value) -> bool {
    matches!(value, Value::Pattern(pieces) if matches!(pieces.as_slice(), [Piece::Glob(glob), Piece::Text(_)] if glob == ".*"))
}

/// The numbers of all processes, as a program lists them.
pub(crate) fn processes() -> Value {
    Value::Pattern(vec![Piece::Glob(NUMBERS.to_owned())])
}

const NUMBERS: &str = "[0-9]*";

/// Whether a text is such a list.
pub(crate) fn is_processes(value: &Value) -> bool {
    matches!(value, Value::Pattern(pieces) if matches!(pieces.as_slice(), [Piece::Glob(glob)] if glob == NUMBERS))
}

/// Whether a filter picks none of the lines: it cuts out columns, drops the heading, or leaves some out.
pub(crate) fn leaves_all(name: &str, given: &Given) -> bool {
    let first = || given.operands.first().and_then(|(_, word)| word.known()).unwrap_or_default().trim_start();
    match name {
        "cat" | "cut" | "tr" | "sort" | "uniq" | "tee" | "tac" | "rev" | "column" => true,
        "awk" | "gawk" | "mawk" | "nawk" => {
            let script: String = first().split_whitespace().collect();
            script.starts_with('{') && !script.contains("if(") || script.starts_with("NR>1{")
        }
        "grep" | "egrep" | "fgrep" => given.option("-v") || given.option("--invert-match"),
        "sed" | "gsed" => matches!(first(), "1d" | "1,1d"),
        "tail" => given.value("-n").is_some_and(|lines| lines.starts_with('+')),
        _ => false,
    }
}

/// What a search leaves of names of which all begin so: `grep env`, `grep '^\.env'`.
pub(crate) fn narrowed_listing(given: &Given, beginning: &str) -> Value {
    let pattern = given.operands.first().and_then(|(_, word)| word.known()).unwrap_or_default();
    let text = pattern.trim_start_matches('^').trim_end_matches('$').replace('\\', "");
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
    if given.option("-v") || text.is_empty() || !text.chars().all(is_plain) {
        return Value::unknown();
    }
    let front =
        if pattern.starts_with('^') || (text.starts_with('.') && beginning == ".*") { "" } else { beginning };
    let back = if pattern.ends_with('$') { "" } else { "*" };
    listing(&[Value::of(vec![Piece::Glob(format!("{front}{text}{back}"))])])
}

/// A filter for names lets only those variables through: `env | grep -i token`.
pub(crate) fn narrowed(name: &str, given: &Given, passed: Sources) -> Sources {
    if matches!(name, "jq" | "gojq" | "jaq")
        && given.operands.first().and_then(|(_, filter)| filter.known()).is_some_and(shows_only_keys)
    {
        return Sources::NONE;
    }
    let is_history =
        |source: &Source| matches!(source, Source::File(place) if place.written.ends_with(HISTORY));
    if !passed.iter().any(|source| *source == Source::Environment || is_history(source)) {
        return passed;
    }
    let from_history = passed.iter().any(is_history);
    let rest = || passed.iter().filter(|source| **source != Source::Environment);
    let kept = |source: Option<Source>| {
        rest()
            .cloned()
            .chain(source)
            .fold(Sources::NONE, |sources, source| sources.and(&Sources::from(source)))
    };
    match name {
        "grep" | "egrep" | "fgrep" | "rg" | "ag" | "ack"
            if !given.option("-v") && !given.option("--invert-match") =>
        {
            let quiet = ["-q", "-c", "--quiet", "--count", "-l"].iter().any(|option| given.option(option));
            let pattern = given.operands.first().map(|(_, word)| word.to_string());
            let pattern = pattern.or_else(|| given.roles().first().map(|(_, value)| value.to_string()));
            // A pattern fits more names than the one it reads like.
            if quiet {
                kept(None)
            } else {
                // Of the history, only what is looked for says what is shown.
                kept(pattern.map(|pattern| {
                    Source::Variable(if from_history { pattern } else { format!("*{pattern}*") })
                }))
            }
        }
        // Only the names: `env | cut -d= -f1`.
        "cut" if given.roles().iter().any(|(_, value)| value.known() == Some("1")) => kept(None),
        _ => passed,
    }
}

/// Whether a filter of jq shows names of fields or a count, and no value: `.outputs | keys[]`.
fn shows_only_keys(filter: &str) -> bool {
    // A path takes values as they are; anything else might put one where a name is.
    let is_path = |stage: &str| {
        stage.starts_with('.')
            && stage.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-[]?\"".contains(&byte))
    };
    let mut stages = filter.split('|').map(str::trim).rev();
    stages.next().is_some_and(|last| {
        matches!(last, "keys" | "keys[]" | "keys_unsorted" | "keys_unsorted[]" | "length" | "type")
    }) && stages.all(is_path)
}
