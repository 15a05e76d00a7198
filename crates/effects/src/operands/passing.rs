//! What a program makes of the files that it is given, where the text itself says what they hold: `sed s/x/y/ a`,
//! `cat a -`.

use super::is_stdin;
use super::output::filtered;
use crate::knowledge::Output;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::Value;

/// What comes out of a program that reads files; nothing where no file's content is known.
pub(super) fn through(
    name: &str,
    rest: &[Value],
    files: &[Value],
    output: Output,
    state: &State,
) -> Option<Value> {
    let passes = matches!(output, Output::Passes | Output::Encoded);
    let is_told_anyway = |file: &Value| is_stdin(file) || file.known() == Some("/dev/null");
    if !passes || (!state.has_written() && !files.iter().any(is_told_anyway)) {
        return None;
    }
    let held = |file: &Value| {
        if is_stdin(file) { state.stdin.clone() } else { state.content(&state.place(file)) }
    };
    let contents: Vec<Value> = files.iter().map(held).collect();
    let is_told = |content: &Value| match content {
        Value::Unknown(sources) => sources.bytes().is_some(),
        Value::Known(_) | Value::Few(_) | Value::Pattern(_) => true,
    };
    if !contents.iter().any(is_told) {
        return None;
    }
    if name == "paste" && contents.len() > 1 {
        return Some(beside_each_other(rest, &contents));
    }
    let all = contents.into_iter().reduce(|all, content| all.join(&content))?;
    let options: Vec<Value> = rest.iter().filter(|word| !files.contains(word)).cloned().collect();
    // Of lines that are not changed, any may be among those that come out.
    filtered(name, &options, &all).or_else(|| (output == Output::Passes && keeps_lines(name)).then_some(all))
}

/// What `paste` makes of several files: the lines of each beside those of the others.
fn beside_each_other(rest: &[Value], contents: &[Value]) -> Value {
    let words: Vec<&str> = rest.iter().filter_map(Value::known).collect();
    let behind = |at: usize| {
        let word = words.get(at).copied()?;
        match word.strip_prefix("-d") {
            Some("") => words.get(at + 1).copied(),
            Some(glued) => Some(glued),
            None => word.strip_prefix("--delimiters="),
        }
    };
    let between = (0..words.len()).find_map(behind).unwrap_or("\t");
    let texts: Option<Vec<&str>> = contents.iter().map(Value::known).collect();
    let Some(texts) = texts else { return Value::Unknown(Sources::from(Source::Unfollowed)) };
    let mut columns: Vec<_> = texts.iter().map(|text| text.lines()).collect();
    let longest = texts.iter().map(|text| text.lines().count()).max().unwrap_or_default();
    let mut out = String::new();
    for _ in 0..longest {
        let row: Vec<&str> = columns.iter_mut().map(|lines| lines.next().unwrap_or_default()).collect();
        out.push_str(&row.join(between));
        out.push('\n');
    }
    Value::Known(out)
}

/// Whether what comes out are lines that went in, some of them or all.
fn keeps_lines(name: &str) -> bool {
    matches!(
        name,
        "cat"
            | "gcat"
            | "head"
            | "ghead"
            | "tail"
            | "gtail"
            | "tac"
            | "sort"
            | "gsort"
            | "uniq"
            | "shuf"
            | "grep"
            | "egrep"
            | "fgrep"
            | "pv"
            | "strings"
    )
}
