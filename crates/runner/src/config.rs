//! Hook configuration: which commands run on which events, as agents keep it in `.claude.json` and `.claude/settings.json`.

mod entry;
mod reader;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use self::reader::Reader;
use crate::event::Event;
use crate::matcher::{Condition, Matcher};
use crate::recovery::Then;

/// The files of a folder that may have hooks, in the order in which theirs run.
const FILES: &[&str] = &[".claude.json", ".claude/settings.json", ".claude/settings.local.json"];

/// A command that runs on an event.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The event, such as `PreToolUse`.
    pub event: String,
    /// Which events of that name.
    pub matcher: Matcher,
    /// A further condition on the tool's call (`if`).
    pub condition: Option<Condition>,
    /// What runs.
    pub command: Command,
    /// How long it may take, if it says so.
    pub timeout: Option<Duration>,
    /// It runs beside the agent's work and decides nothing (`async`).
    pub background: bool,
    /// What follows if it fails (`onFailure`), if it says so.
    pub on_failure: Option<Then>,
    /// How often it is tried again if it fails (`retries`), if it says so.
    pub retries: Option<u8>,
    /// What runs in its place if it fails for good (`fallback`).
    pub fallback: Option<String>,
    /// What the agent may show while it runs (`statusMessage`).
    pub status: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// What a hook runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A command for a login shell: `sh -lc`, on Windows `cmd /C`.
    Login(String),
    /// A command for `bash -c`.
    Bash(String),
    /// A command for `PowerShell`.
    PowerShell(String),
    /// A program and its words, without a shell.
    Words(Vec<String>),
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Login(text) | Command::Bash(text) | Command::PowerShell(text) => f.write_str(text),
            Command::Words(words) => f.write_str(&words.join(" ")),
        }
    }
}

/// A place in a configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// Its line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The way through the file's values: `hooks.PreToolUse[0].timeout`.
    pub path: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file.display(), self.line, self.column)?;
        f.write_str(if self.path.is_empty() { "the file" } else { &self.path })
    }
}

/// How much of a configuration a problem takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gravity {
    /// What stands there is left out.
    LeftOut,
    /// It is taken as it stands, and may not be what was meant.
    Doubtful,
}

/// Something wrong in a configuration. The rest of it counts all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How much it takes away.
    pub gravity: Gravity,
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub help: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}; {}", self.place, self.what, self.help)
    }
}

/// The hooks of an agent, and what is wrong with the rest.
///
/// ```
/// use std::path::Path;
/// use hookward_runner::{Configuration, Event};
/// use serde_json::json;
///
/// let configuration = Configuration::parse(Path::new("settings.json"), r#"{
///   "hooks": {
///     "PreToolUse": [
///       "./every-call.sh",
///       {"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "./files.sh", "timeout": 5}]},
///       {"matcher": {"toolName": "Bash"}, "hooks": [{"command": "./shell.sh", "timeout": "5"}]}
///     ]
///   }
/// }"#);
/// let call = Event::before_tool("Write", json!({"file_path": "a.txt"}));
/// let commands: Vec<String> = configuration.hooks_for(&call).map(|hook| hook.command.to_string()).collect();
/// assert_eq!(commands, ["./every-call.sh", "./files.sh"]);
/// assert_eq!(
///     configuration.problems[0].to_string(),
///     "settings.json:6:88: hooks.PreToolUse[2].hooks[0].timeout is \"5\"; write a number of seconds above 0"
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// The hooks, in the order in which they run.
    pub hooks: Vec<Hook>,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The files that were read.
    pub files: Vec<PathBuf>,
    /// The file that switches all hooks off (`disableAllHooks`).
    pub disabled_by: Option<PathBuf>,
}

impl Configuration {
    /// Reads the configuration of a folder: `.claude.json`, `.claude/settings.json` and `.claude/settings.local.json`. A
    /// file that is not there is none; one that cannot be read is a problem.
    pub fn of_folder(folder: &Path) -> Self {
        let mut all = Self::default();
        for name in FILES {
            let path = folder.join(name);
            match fs::read_to_string(&path) {
                Ok(text) => all.add(Self::parse(&path, &text)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => all.problems.push(Problem {
                    gravity: Gravity::LeftOut,
                    place: Place { file: path, line: 1, column: 1, path: String::new() },
                    what: format!("cannot be read: {error}"),
                    help: "make it readable, or remove it".to_owned(),
                }),
            }
        }
        all
    }

    /// Reads the text of a file.
    pub fn parse(file: &Path, text: &str) -> Self {
        Reader::new(file, text).read()
    }

    /// Adds the hooks of another file. The same hook in two files runs once.
    pub fn add(&mut self, other: Self) {
        for hook in other.hooks {
            let is_here =
                self.hooks.iter().any(|known| known.place.file != hook.place.file && known.is_twin(&hook));
            if !is_here {
                self.hooks.push(hook);
            }
        }
        self.problems.extend(other.problems);
        self.files.extend(other.files);
        self.disabled_by = self.disabled_by.take().or(other.disabled_by);
    }

    /// The hooks that run on an event, in order.
    pub fn hooks_for<'a>(&'a self, event: &'a Event) -> impl Iterator<Item = &'a Hook> {
        self.hooks_on(event.name()).filter(|hook| hook.is_for(event))
    }

    /// The hooks on events of a name, whatever they are about.
    pub(crate) fn hooks_on(&self, name: &str) -> impl Iterator<Item = &Hook> {
        let hooks = if self.disabled_by.is_some() { &[] } else { self.hooks.as_slice() };
        hooks.iter().filter(move |hook| hook.event == name)
    }
}

impl Hook {
    /// A command for a login shell that runs on every event of a name.
    pub fn new(event: impl Into<String>, command: impl Into<String>) -> Self {
        Self::of(event.into(), Command::Login(command.into()), Place::default())
    }

    fn of(event: String, command: Command, place: Place) -> Self {
        Self {
            event,
            matcher: Matcher::default(),
            condition: None,
            command,
            timeout: None,
            background: false,
            on_failure: None,
            retries: None,
            fallback: None,
            status: None,
            place,
        }
    }

    /// Whether it runs on an event.
    pub fn is_for(&self, event: &Event) -> bool {
        self.event == event.name()
            && self.matcher.fits(event)
            && self.condition.as_ref().is_none_or(|condition| condition.fits(event))
    }

    /// Whether it is the same hook, written elsewhere.
    fn is_twin(&self, other: &Self) -> bool {
        self.event == other.event
            && self.command == other.command
            && self.condition == other.condition
            && self.background == other.background
            && format!("{:?}", self.matcher) == format!("{:?}", other.matcher)
    }
}

#[cfg(test)]
mod tests;
