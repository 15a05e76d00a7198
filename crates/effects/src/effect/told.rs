//! How much a write tells of the file that results.

use crate::{Place, Replacement};

/// How much a write tells of the file that results.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Told {
    /// Its content is all that the file holds afterwards.
    Whole,
    /// The file holds what another one held before: `cp`, `mv`.
    Copied(Box<Place>),
    /// This comes behind what is there: `>>`.
    Added(String),
    /// What is there goes through sed with these words: `sed -i`.
    Sed(Vec<String>),
    /// What is there stays as it is, if there is anything: `touch`.
    Kept,
    /// It is a directory, and holds nothing by itself: `mkdir`.
    Folder,
    /// The file is as it was committed: `git restore`.
    Committed,
    /// The file is as git's index has it, or as one of these revisions that the text may have put there: `git checkout -- a`.
    Staged(Vec<String>),
    /// The file is as this revision has it: `git checkout feature -- a.ts`.
    Revision(String),
    /// What is there is changed by these lines of a patch.
    Patch(String),
    /// All that the file holds is what a filter makes of others: `cat a b > c`.
    Made(Box<Made>),
    /// Parts of what is there are replaced.
    Edits(Vec<Replacement>),
    /// The file holds what another one held before, with parts of it replaced.
    Moved(Box<Place>, Vec<Replacement>),
    /// Something; what else there is, nobody knows.
    #[default]
    Part,
}

impl Told {
    /// Whether what is written comes to what is there already, or is made of it.
    pub(crate) fn builds_on(&self) -> bool {
        match self {
            Self::Added(_) | Self::Sed(_) | Self::Patch(_) | Self::Edits(_) => true,
            Self::Made(made) => made.adds,
            Self::Whole
            | Self::Copied(_)
            | Self::Moved(..)
            | Self::Kept
            | Self::Folder
            | Self::Committed
            | Self::Staged(_)
            | Self::Revision(_)
            | Self::Part => false,
        }
    }
}

/// What a filter makes of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The filter's name.
    pub program: String,
    /// Its words but for the files.
    pub words: Vec<String>,
    /// The files, in order.
    pub files: Vec<String>,
    /// Whether it comes behind what is there: `cat a >> b`.
    pub adds: bool,
}
