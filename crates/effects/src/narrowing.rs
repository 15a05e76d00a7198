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

/// The expression by which a program picks lines and shows them as they are: `grep x`, `sed -n '/x/p'`, `awk '/x/'`.
pub(crate) fn picks_lines_by<'g>(name: &str, given: &'g Given) -> Option<&'g str> {
    let first = given.operands.first().and_then(|(_, word)| word.known()).unwrap_or_default();
    match name {
        "grep" | "egrep" | "fgrep" | "rg" => Some(first),
        "sed" | "gsed" => {
            let is_quiet = ["-n", "--quiet", "--silent"].iter().any(|option| given.option(option));
            let script = given.value("-e").or_else(|| given.value("--expression")).unwrap_or(first).trim();
            let inner = script.strip_prefix('/')?.strip_suffix(if is_quiet { "/p" } else { "/!d" })?;
            (!inner.contains('/')).then_some(inner)
        }
        "awk" | "gawk" | "mawk" | "nawk" => {
            let (inner, act) = first.trim().strip_prefix('/')?.rsplit_once('/')?;
            let act: String = act.split_whitespace().collect();
            let shows_names = act.is_empty() || act.starts_with("{print");
            (shows_names && !inner.contains('/')).then_some(inner)
        }
        _ => None,
    }
}

/// What a search leaves of names of which all begin so: `grep env`, `grep '^\.env'`.
pub(crate) fn narrowed_listing(pattern: &str, given: &Given, beginning: &str) -> Value {
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
    if passed.iter().any(is_of_variables) && shows_only_names(name, given) {
        return without_values(&passed);
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
        _ => passed,
    }
}

/// Whether a source is lines of variables, `NAME=value`: all of them, or those that a search has left.
fn is_of_variables(source: &Source) -> bool {
    match source {
        Source::Environment => true,
        Source::Variable(name) => name.starts_with('*'),
        _ => false,
    }
}

/// What such lines tell by the names in them: nothing of the variables.
pub(crate) fn without_values(lines: &Sources) -> Sources {
    lines
        .iter()
        .filter(|source| !is_of_variables(source))
        .fold(Sources::NONE, |left, source| left.and(&Sources::from(source.clone())))
}

/// Whether a filter shows of lines `NAME=value` the names only: `cut -d= -f1`, `awk -F= '{print $1}'`, `sed 's/=.*//'`.
fn shows_only_names(name: &str, given: &Given) -> bool {
    let value = |letter: &str, long: &str| given.value(letter).or_else(|| given.value(long));
    let first = || given.operands.first().and_then(|(_, word)| word.known());
    let script = || value("-e", "--expression").or_else(first).unwrap_or_default();
    match name {
        "cut" => value("-d", "--delimiter") == Some("=") && value("-f", "--fields") == Some("1"),
        "awk" | "gawk" | "mawk" | "nawk" => {
            let script: String = script().split_whitespace().collect();
            value("-F", "--field-separator") == Some("=") && script == "{print$1}"
        }
        "sed" | "gsed" => is_without_values(script(), ["-E", "-r"].iter().any(|it| given.option(it))),
        _ => false,
    }
}

/// Whether sed's words take away what stands behind the first `=` of a line: `s/=.*//`, `s/=.*$/=***/`.
fn is_without_values(script: &str, extended: bool) -> bool {
    let Some(rest) = script.trim().strip_prefix('s') else { return false };
    let Some(delimiter) = rest.chars().next() else { return false };
    let parts: Vec<&str> = rest.split(delimiter).collect();
    let [_, pattern, replacement, flags] = parts.as_slice() else { return false };
    let pattern = &pattern.strip_suffix('$').unwrap_or(pattern);
    (*pattern == "=.*" || (extended && *pattern == "=.+"))
        && !replacement.contains(['&', '\\'])
        && matches!(*flags, "" | "g")
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
