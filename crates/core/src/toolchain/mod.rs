//! The tools of a project: formatters, linters, type checkers, test runners. Which there are is found in the project's own
//! files; what they say is made short. Nothing is run here.

mod cargo;
mod condense;
mod counts;
pub mod coverage;
mod ecosystem;
mod failures;
mod find;
mod lines;
mod manifests;
mod packages;
mod plan;
mod pytest;
mod rust;
mod signs;
mod telling;
mod tools;
mod typescript;
mod whole;
mod wrapper;

use serde::{Deserialize, Serialize};

pub use cargo::{Said, read_cargo};
pub(crate) use condense::without_colours;
pub use condense::{Problem, counts, problems};
pub use counts::Counts;
pub use ecosystem::is_manifest;
pub(crate) use failures::is_foreign;
pub use find::{language, services, tasks_for_file};
pub(crate) use manifests::json;
pub use packages::tasks_for_stop;
pub use plan::{after_edit, wants_feedback};
pub use rust::ran_no_test;
pub(crate) use telling::telling;
pub use whole::found_no_test;
pub(crate) use whole::task_of_command;
pub(crate) use wrapper::without_wrapper;

use crate::evidence::Check;

/// What a tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Service {
    /// Changes how code looks.
    Format,
    /// Finds, and mends, what is likely wrong.
    Lint,
    /// Checks types.
    Types,
    /// Runs tests.
    Tests,
    /// Builds.
    Build,
}

impl Service {
    /// What runs after an edit, in this order.
    pub const AFTER_EDIT: [Self; 4] = [Self::Format, Self::Lint, Self::Types, Self::Tests];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Lint => "lint",
            Self::Types => "types",
            Self::Tests => "tests",
            Self::Build => "build",
        }
    }

    /// The rule that tells of it after an edit; a build is only asked for at a stop.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Format => "feedback/format",
            Self::Lint => "feedback/lint",
            Self::Types => "feedback/types",
            Self::Tests => "feedback/tests",
            Self::Build => "gate/unfinished-stop",
        }
    }

    /// What it is evidence of, if it is.
    pub fn check(self) -> Option<Check> {
        match self {
            Self::Format => None,
            Self::Lint => Some(Check::Lint),
            Self::Types => Some(Check::Types),
            Self::Tests => Some(Check::Tests),
            Self::Build => Some(Check::Build),
        }
    }

    /// How long it may take after an edit, in milliseconds.
    pub fn limit_ms(self) -> u64 {
        match self {
            Self::Format | Self::Lint => 30_000,
            Self::Types | Self::Tests | Self::Build => 60_000,
        }
    }
}

/// Something to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// What it does.
    pub service: Service,
    /// The tool's name, as people know it.
    pub tool: String,
    /// The absolute path of the file that it is about; none if it is about the project.
    pub file: Option<String>,
    /// The directory in which it runs.
    pub directory: String,
    /// What is run.
    pub run: Run,
    /// What is run instead if that has found no test.
    #[serde(default)]
    pub otherwise: Option<Run>,
    /// The absolute paths of code that it runs in turn: settings that are code, and tests.
    pub loads: Vec<String>,
    /// How it speaks.
    pub speech: Speech,
    /// How long it may take, in milliseconds.
    pub limit_ms: u64,
}

impl Task {
    /// The project that it is about, by its path below a workspace's root; empty for the one at the root, and for a file.
    pub fn place(&self, root: &str) -> &str {
        if self.file.is_none() { self.ran_in(root) } else { "" }
    }

    /// The same with more words behind it.
    fn with(&self, more: &[impl AsRef<str>]) -> Self {
        let run = match &self.run {
            Run::Words(words) => {
                let more = more.iter().map(|word| word.as_ref().to_owned());
                Run::Words(words.iter().cloned().chain(more).collect())
            }
            own @ (Run::Filter(_) | Run::Shell(_) | Run::Missing) => own.clone(),
        };
        Self { run, ..self.clone() }
    }

    /// The directory that it runs in, by its path below a workspace's root.
    pub fn ran_in(&self, root: &str) -> &str {
        self.directory.strip_prefix(root).map_or("", |below| below.trim_start_matches('/'))
    }
}

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Run {
    /// A program with its words.
    Words(Vec<String>),
    /// A program that gets the file's text and gives it back as it should be.
    Filter(Vec<String>),
    /// A command of the policy, for a shell.
    Shell(String),
    /// Nothing: the project wants the tool, and it is not there.
    Missing,
}

/// How a tool speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speech {
    /// Exit codes by which it says that something is wrong with the sources. Any other but 0 says that something is wrong
    /// with the tool.
    pub problems: Vec<i32>,
    /// Exit codes by which it says that there was nothing to do.
    #[serde(default)]
    pub nothing: Vec<i32>,
    /// How what it prints is read.
    pub form: Form,
}

/// How what a tool prints is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// A place and a message in each line: `src/a.ts:3:5: …`.
    Lines,
    /// The JSON of `ESLint`.
    EslintJson,
    /// The JSON of Cargo, with what Clippy would mend.
    CargoJson,
    /// The output of a test runner.
    Tests,
}

/// What came of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// What was to be done.
    pub service: Service,
    /// By which tool.
    pub tool: String,
    /// For which file, by its path below the workspace's root; empty for a project.
    pub file: String,
    /// For which project of the workspace, by its path below the root; empty for the one at the root, and for a file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The directory that it ran in, by its path below the root: what it says of files it says from there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ran_in: String,
    /// The command, as a person would type it.
    pub command: String,
    /// How it ended.
    pub how: How,
    /// How what it printed is read.
    pub form: Form,
    /// What it printed, redacted and within a limit.
    pub output: String,
    /// Where all of it is kept, if it is more than what is told.
    pub kept: Option<String>,
    /// The part of the lines that its tests have covered, in hundredths of a percent, where a report says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covered: Option<u32>,
    /// How long it took, in milliseconds.
    pub ms: u64,
}

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Well, with nothing to do.
    Passed,
    /// Well, and it has changed the file.
    Changed,
    /// It says that something is wrong with the sources.
    Problems,
    /// It took too long.
    TimedOut,
    /// It failed itself, and why.
    Broken(String),
    /// It is not installed.
    Missing,
    /// It has failed so often that it is not run for a while.
    Resting,
    /// Somebody else was at the file.
    Busy,
    /// The others have taken all the time.
    Late,
    /// It was not run, since nobody waits for it.
    Unchecked,
    /// It would run something that an agent may not, and what.
    Refused(String),
}

impl How {
    /// The word for it.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Changed => "changed",
            Self::Problems => "problems",
            Self::TimedOut => "timed-out",
            Self::Broken(_) => "broken",
            Self::Missing => "missing",
            Self::Resting => "resting",
            Self::Busy => "busy",
            Self::Late => "late",
            Self::Unchecked => "unchecked",
            Self::Refused(_) => "refused",
        }
    }
}
