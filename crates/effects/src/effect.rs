//! What a call does: the only thing that security rules look at.

use crate::{Place, Span, Value};

/// All that is known of a call.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Facts {
    /// The commands that a shell text runs, wrappers peeled. Empty for other tools.
    pub commands: Vec<Command>,
    /// The effects, in the order in which they were found.
    pub effects: Vec<Effect>,
}

/// One command that a shell text runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The program and its arguments.
    pub words: Vec<Value>,
    /// The wrappers it was found through, outermost first: `sudo`, `env`, `sh -c`.
    pub through: Vec<String>,
    /// What is known of the program.
    pub standing: Standing,
    /// The directory in which it runs, if that is known.
    pub cwd: Option<String>,
    /// Its place in the text.
    pub span: Span,
}

/// What is known of a program, used as it is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing: it is neither approved nor suspected.
    Unknown,
    /// Its effects are in the facts.
    Known,
    /// Its effects are in the facts, and it does nothing but read and print.
    ReadOnly,
}

/// One effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What happens.
    pub action: Action,
    /// The part of the shell text that causes it; `None` for a tool that is not a shell.
    pub span: Option<Span>,
}

impl Effect {
    /// An effect of a whole call.
    pub fn of(action: Action) -> Self {
        Self { action, span: None }
    }
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Names of files are shown, not what is in them.
    List(Place),
    /// A file's content is read.
    Read(Place),
    /// Files below a place are searched and their lines shown: passing by a file is not reading it.
    Search(Place),
    /// A file is created or changed.
    Write(Place),
    /// Something is deleted.
    Delete(Place, Depth),
    /// A variable is set, which other programs may obey: `PATH`, `GIT_PAGER`.
    Environment(String),
    /// Something happens that the analysis cannot see.
    Opaque(Opacity),
}

/// How far a deletion goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// A file, a link or an empty directory.
    One,
    /// Whatever below it fits a test, one by one: `find dir -name '*.o' -delete`.
    Matching,
    /// A directory with everything below it.
    Tree,
    /// The thing itself, which is elsewhere afterwards: `mv`.
    Moved,
}

/// Why an effect cannot be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opacity {
    /// The text could not be parsed, or not all of it.
    Syntax(String),
    /// The text is longer or deeper than what is analysed.
    Size,
    /// The analysis took more steps than the text's length allows.
    Budget,
    /// A language that is not analysed.
    Language(&'static str),
}
