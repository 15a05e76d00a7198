//! What files take from each other, and what they hand on: as much as it needs to follow something to where it is made.

/// What a file takes from other modules and gives to those that import it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Trade {
    /// What it takes by name. Languages whose imports are whole paths say it there.
    pub(crate) taken: Vec<Taken>,
    /// What it hands on of other modules.
    pub(crate) handed: Vec<Handed>,
    /// The names that it gives to what it makes itself.
    pub(crate) made: Vec<String>,
    /// Those that it gives to what no module makes.
    pub(crate) free: Vec<Free>,
}

/// What a file hands on of the language itself, or of the page: `export const log = console.log`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Free {
    /// The name that it has here.
    pub(crate) name: String,
    /// Where in what has that name, by the names on the way there.
    pub(crate) within: Vec<String>,
    /// What it is: `console.log`.
    pub(crate) path: String,
}

/// A part of a module, or all of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Part {
    /// The module, as the file that speaks of it names it. Where paths have no other sign for it, the part's name is its end.
    pub(crate) module: String,
    /// Its name there; `None` for all of it.
    pub(crate) name: Option<String>,
}

/// What a file takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    /// What it is.
    pub(crate) part: Part,
    /// How calls of it begin.
    pub(crate) called: String,
    /// Its line, from 1.
    pub(crate) line: usize,
}

/// What a file hands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Handed {
    /// The name that it has here; `None` if everything goes by its own name.
    pub(crate) name: Option<String>,
    /// What it is.
    pub(crate) part: Part,
}
