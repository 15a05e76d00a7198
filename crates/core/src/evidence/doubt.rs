//! Why a run tells nothing, in words that say what to do.

use std::fmt;

use super::{Check, Kind, Target};

/// Why nobody can tell how a check has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// What stands around it hides its status: a pipe, a semicolon, `|| true`.
    Hidden,
    /// Another command of the text may have failed in its place.
    Beside(String),
    /// What was printed says that it did not even start.
    Unstarted,
    /// It was ended before it was through.
    CutShort,
    /// It had nothing to run: this is not there.
    Nothing(String),
    /// It ran through something that may run anything, or that keeps the status for itself.
    Through(String),
    /// It ran elsewhere, in a container or on another machine: with other programs, and perhaps on other sources.
    Elsewhere(String),
    /// It ran in a directory of another work tree, or of none.
    Outside,
    /// The script of the project that it is only prints, and checks nothing.
    Idle(Check),
    /// A variable was set that may change what runs.
    Variable(String),
    /// The command itself says where its program comes from.
    Brought(String),
    /// This file is loaded in the place of the runner's own.
    InFront(String),
    /// An agent has written this file, which the name of a program leads to.
    Written(String),
    /// This file has started it, which is no installed program.
    Anything(String),
    /// An agent has written this file of an installed package.
    Patched(String),
    /// An agent has written this file, which says how the run goes and is in no commit.
    Aside(String),
    /// This file, or directory, was there only while it ran, or was not.
    Meanwhile(String),
    /// These sources hold something else than a run before has seen, and their times say that they are older: a cache may have
    /// run in their place.
    PutBack(Vec<String>),
    /// A setting that no commit has leads to another program in the place of its own.
    Diverted(String),
    /// A runner, or what it loads, was installed from a folder that an agent may write.
    Homemade {
        /// What.
        what: String,
        /// The folder.
        from: String,
    },
    /// It tests what was built here, and nobody has seen that these sources were.
    Unbuilt(Target),
    /// The host does not say how a command ended.
    Untold,
}

/// So many files are named where there may be many.
const SHOWN: usize = 5;

impl Doubt {
    /// What to run instead of this command, where it is not the same by itself.
    pub fn instead_of(&self, command: &str) -> Option<String> {
        match self {
            Self::Unbuilt(Target { kind, directory }) => {
                let build = match kind {
                    Kind::DotNet => "dotnet build".to_owned(),
                    _ => format!("cmake --build {directory}"),
                };
                Some(format!("build in front of it, in one call: `{build} && {command}`"))
            }
            Self::PutBack(paths) => {
                let shown: Vec<&str> = paths.iter().take(SHOWN).map(String::as_str).collect();
                let more = if paths.len() > SHOWN { " (and what else was copied with its time)" } else { "" };
                Some(format!(
                    "`touch {}`{more} in a call of its own, then run `{command}` again",
                    shown.join(" ")
                ))
            }
            Self::Untold => Some(format!("run it as `hookward run -- {command}`, which sees how it ends")),
            Self::Hidden
            | Self::Beside(_)
            | Self::Unstarted
            | Self::CutShort
            | Self::Nothing(_)
            | Self::Through(_)
            | Self::Elsewhere(_)
            | Self::Outside
            | Self::Idle(_)
            | Self::Variable(_)
            | Self::Brought(_)
            | Self::InFront(_)
            | Self::Written(_)
            | Self::Anything(_)
            | Self::Patched(_)
            | Self::Aside(_)
            | Self::Meanwhile(_)
            | Self::Diverted(_)
            | Self::Homemade { .. } => None,
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hidden => f.write_str("what stands around it hides how it ended"),
            Self::Beside(other) => write!(f, "`{other}` may have failed in its place; run each by itself"),
            Self::Unstarted => f.write_str("by what was printed, it did not run at all"),
            Self::CutShort => f.write_str("it was ended before it was through"),
            Self::Nothing(why) => {
                write!(f, "there was nothing to run: {why}; run the tests as this project has them")
            }
            Self::Outside => f.write_str("it ran outside of this work tree"),
            Self::Through(wrapper) => write!(f, "{wrapper} may run anything"),
            Self::Elsewhere(wrapper) => {
                write!(f, "{wrapper} ran it elsewhere, where sources and programs may be others than here")
            }
            Self::Idle(what) => write!(f, "the project's script by that name runs no {}", what.as_str()),
            Self::Variable(name) => write!(f, "{name} may change what runs"),
            Self::Brought(words) => write!(f, "`{words}` chooses which program of that name runs"),
            Self::InFront(path) => write!(f, "this file is loaded in place of the runner's own: {path}"),
            Self::Written(path) => write!(f, "an agent has written {path}, which may do anything"),
            Self::Anything(path) => write!(f, "this may be anything, as it is no installed program: {path}"),
            // What to do stands in front: a path may be long.
            Self::Patched(path) => {
                write!(f, "an agent has changed installed packages (delete and install them anew): {path}")
            }
            Self::Aside(path) => {
                write!(
                    f,
                    "an agent has written a file that says how it runs, and that git does not keep: {path}"
                )
            }
            Self::Meanwhile(path) => {
                write!(f, "while it ran, {path} was not as it is now; run it by itself")
            }
            Self::PutBack(paths) => {
                let first = paths.first().map_or("a source", String::as_str);
                write!(
                    f,
                    "{first} is another than before and has a time of before, so that what was cached then may have run in its place"
                )
            }
            Self::Diverted(setting) => {
                write!(f, "a setting that is not committed runs another program in its place: {setting}")
            }
            Self::Homemade { what, from } => {
                write!(
                    f,
                    "{what} is installed from a folder that no commit holds (install what is published): {from}"
                )
            }
            Self::Unbuilt(_) => f.write_str("it tests what was built before, maybe of other sources"),
            Self::Untold => f.write_str("the host does not say how it ended"),
        }
    }
}
