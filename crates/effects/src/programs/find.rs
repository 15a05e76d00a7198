//! find: it deletes and it runs commands.

use crate::value::{Hole, Piece, Value};

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
    let mut name = None;
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
                find.runs.push(command.map(|word| found(word, &find.paths, name.as_deref())).collect());
                find.only_reads = false;
            }
            // Only tests and actions that are known to do nothing else.
            "-type" | "-maxdepth" | "-mindepth" | "-print" | "-print0" | "-prune" | "-not" | "!" | "-o"
            | "-or" | "-a" | "-and" | "(" | ")" | "-depth" | "-ls" => {}
            // A pattern without a letter fits everything.
            "-name" | "-iname" | "-path" | "-ipath" | "-regex" | "-iregex" | "-wholename" => {
                let pattern = rest.next().map(ToString::to_string).unwrap_or_default();
                find.filtered |= pattern.chars().any(char::is_alphanumeric);
                if word.prefix() == "-name" {
                    name = Some(pattern);
                }
            }
            "-mtime" | "-mmin" | "-newer" | "-size" | "-user" | "-perm" => {
                rest.next();
                find.filtered = true;
            }
            "-empty" => find.filtered = true,
            word if word.starts_with('-') => find.only_reads = false,
            _ => {}
        }
    }
    find
}

/// What `{}` stands for: something below the starting point, with the name that a test asks for; without a test, the
/// starting point itself too.
fn found(word: &Value, paths: &[Value], name: Option<&str>) -> Value {
    match (word.known(), paths) {
        (Some("{}"), [Value::Known(path)]) => {
            let below = Piece::Text(format!("{}/", path.trim_end_matches('/')));
            Value::of(match name {
                Some(name) => vec![below, Piece::Glob(format!("**/{name}"))],
                None => vec![below, Piece::Hole(Hole::new("{}"))],
            })
        }
        (Some(text), _) if text.contains("{}") => Value::unknown(),
        _ => word.clone(),
    }
}
