//! find: it deletes and it runs commands.

use crate::value::{Piece, Value};

/// What a `find` does.
pub(crate) struct Find {
    /// Where it starts.
    pub(crate) paths: Vec<Value>,
    /// Whether it deletes what it finds.
    pub(crate) deletes: bool,
    /// Whether a test narrows down what it finds.
    pub(crate) filtered: bool,
    /// The commands it runs, with what was found in place of `{}`.
    pub(crate) runs: Vec<Vec<Value>>,
    /// Whether it writes a file or runs something.
    pub(crate) only_reads: bool,
}

/// Reads the words after `find`.
pub(crate) fn find(words: &[Value]) -> Find {
    let mut find =
        Find { paths: Vec::new(), deletes: false, filtered: false, runs: Vec::new(), only_reads: true };
    let is_expression = |word: &Value| matches!(word.prefix().as_bytes().first(), Some(b'-' | b'(' | b'!'));
    let mut rest =
        words.iter().skip_while(|word| matches!(word.known(), Some("-H" | "-L" | "-P"))).peekable();
    while let Some(path) = rest.next_if(|word| !is_expression(word)) {
        find.paths.push(path.clone());
    }
    if find.paths.is_empty() {
        find.paths.push(Value::Known(".".to_owned()));
    }
    while let Some(word) = rest.next() {
        match word.prefix() {
            "-delete" => {
                find.deletes = true;
                find.only_reads = false;
            }
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let command = rest.by_ref().take_while(|word| !matches!(word.known(), Some(";" | "+")));
                find.runs.push(command.map(|word| found(word, &find.paths)).collect());
                find.only_reads = false;
            }
            "-fprint" | "-fprint0" | "-fprintf" | "-fls" => find.only_reads = false,
            // A pattern without a letter fits everything.
            "-name" | "-iname" | "-path" | "-ipath" | "-regex" | "-iregex" | "-wholename" => {
                let pattern = rest.next().map(ToString::to_string).unwrap_or_default();
                find.filtered |= pattern.chars().any(char::is_alphanumeric);
            }
            "-mtime" | "-mmin" | "-newer" | "-size" | "-user" | "-perm" | "-empty" => find.filtered = true,
            _ => {}
        }
    }
    find
}

/// What `{}` stands for: something below the first starting point, and the point itself if nothing else is found.
fn found(word: &Value, paths: &[Value]) -> Value {
    match (word.known(), paths) {
        (Some("{}"), [Value::Known(path)]) => {
            let slash = if path.ends_with('/') { "" } else { "/" };
            Value::of(vec![Piece::Text(format!("{path}{slash}")), Piece::Hole("{}".to_owned())])
        }
        (Some(text), _) if text.contains("{}") => Value::Unknown,
        _ => word.clone(),
    }
}
