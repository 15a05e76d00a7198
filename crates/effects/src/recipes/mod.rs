//! What a task runner would run: the shell texts behind `make build`, `just deploy`, `npm run clean`.

mod compose;
mod dockerfile;
mod files;
mod just;
mod make;
mod nox;
mod package;
mod tables;
mod task;
#[cfg(test)]
mod tests;
mod tox;
mod words;
mod yaml;

use crate::builtins::directory;
use crate::value::Value;

pub(crate) use compose::compose;
pub(crate) use dockerfile::{BuildSecret, dockerfile};
pub(crate) use files::{cmake, of_file};
pub(crate) use just::just;
pub(crate) use make::make;
pub(crate) use nox::{Wanted, nox};
pub(crate) use package::{composer, deno, hooks, package};
pub(crate) use tables::{Keeper, tasks};
pub(crate) use task::{steps, task};
pub(crate) use tox::{Asked, tox};

/// What stands in a shell text for a value that is not known: a variable that nobody sets.
const UNKNOWN: &str = "${_}";

/// What a shell is told that does nothing.
pub(crate) const NOTHING: &str = ":";

/// What runners write for the directory of their file, or for that in which they were started. Files are only looked for
/// there, so that both are the same.
const HERE: &[&str] = &[
    "{{config_root}}",
    "{{cwd}}",
    "{{.ROOT_DIR}}",
    "{{.TASKFILE_DIR}}",
    "{{.USER_WORKING_DIR}}",
    "${POE_ROOT}",
    "${POE_PWD}",
];

/// A shell text that a task runner would run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recipe {
    pub(crate) text: String,
    /// What it is run for; empty if it runs whatever is asked for.
    pub(crate) target: String,
    /// Whether the runner ends badly if it does; `-rm x` is not heard.
    pub(crate) is_heard: bool,
    /// Where the runner starts it, as it is written; where it was started itself, if nothing is said.
    pub(crate) directory: Option<String>,
    /// Variables that the runner sets for it.
    pub(crate) variables: Vec<(String, String)>,
}

impl Recipe {
    pub(crate) fn new(target: &str, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            target: target.to_owned(),
            is_heard: true,
            directory: None,
            variables: Vec::new(),
        }
    }

    /// A task in which nothing stands: it ends well, and has done nothing.
    fn nothing(target: &str) -> Self {
        Self::new(target, NOTHING)
    }

    /// Where it runs, if its runner was started there.
    pub(crate) fn cwd(&self, from: &Value) -> Value {
        let Some(written) = &self.directory else { return from.clone() };
        let bare: String = written.chars().filter(|letter| !letter.is_whitespace()).collect();
        let here = HERE.iter().find_map(|here| bare.strip_prefix(here));
        let path = here.map_or_else(|| written.clone(), |below| format!(".{below}"));
        // What is computed there, nobody knows.
        if path.contains(['$', '{', '~', '`']) {
            return Value::unknown();
        }
        directory(&Value::Known(path), from)
    }

    /// A line with marks in front of it, of which a minus says that nobody hears how it ends.
    fn marked(target: &str, line: &str, marks: &[char]) -> Self {
        let text = line.trim_start_matches(marks).trim_start();
        let is_heard = !line.strip_suffix(text).unwrap_or_default().contains('-');
        Self { is_heard, ..Self::new(target, text) }
    }
}
