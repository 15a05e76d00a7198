//! What programs do with their operands. Knowledge is data: one entry per program or family; the few that need more
//! (find, git, shells, wrappers) are functions in files of their own.

mod coreutils;
mod find;
mod git;
mod wrappers;

pub(crate) use find::find;
pub(crate) use git::{git, path as git_path};
pub(crate) use wrappers::{Words, Wrapper, wrapper};

/// What is known of a program.
pub(crate) struct Program {
    pub(crate) names: &'static [&'static str],
    /// Options whose value is the next word.
    pub(crate) valued: &'static [&'static str],
    /// Options whose value is a file that is written.
    pub(crate) written: &'static [&'static str],
    /// Options with which it still does no more than its role says. Any other, and it is not approved.
    pub(crate) safe: &'static Safe,
    pub(crate) role: Role,
}

/// Options that change nothing but what is printed.
pub(crate) struct Safe {
    /// Letters of short options; `*` for all.
    pub(crate) letters: &'static str,
    /// Long options, spelled out.
    pub(crate) long: &'static [&'static str],
    /// What an operand must be, if not every one is safe.
    pub(crate) operands: Option<fn(&str) -> bool>,
}

/// What a program does with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Operands are text; nothing is opened.
    Inert,
    /// Operands are files and directories whose names and properties are shown.
    List,
    /// Operands are files that are read.
    Read,
    /// The first operand is a pattern, the others are files that are searched; the pattern may come by option instead.
    Search { pattern_options: &'static [&'static str] },
    /// Operands are files that are created or changed.
    Write,
    /// The last operand is written, the others are read; an option may name the target directory instead.
    Copy,
    /// The last operand is written, the others are read and deleted.
    Move,
    /// `name=value` operands: `if=` is read, `of=` is written.
    Dd,
    /// Operands are deleted, with what is below them if one of the options is given.
    Delete { tree_options: &'static [&'static str] },
}

impl Role {
    pub(crate) fn only_reads(self) -> bool {
        match self {
            Self::Inert | Self::List | Self::Read | Self::Search { .. } => true,
            Self::Write | Self::Copy | Self::Move | Self::Dd | Self::Delete { .. } => false,
        }
    }
}

/// What is known of the program of this name, without its directory.
pub(crate) fn program(name: &str) -> Option<&'static Program> {
    coreutils::PROGRAMS.iter().find(|program| program.names.contains(&name))
}

/// `rm` of `/bin/rm`.
pub(crate) fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
