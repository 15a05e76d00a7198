//! Why nobody can see what a call does.

use std::fmt;

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
    /// Text that runs and is only known when it does.
    RunTime,
    /// Letters that look like others, or that nobody sees.
    Disguise,
    /// A program that an option makes another one start.
    Detour(String),
    /// A shell runs what a program prints.
    Fed,
}

impl fmt::Display for Opacity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(message) => write!(f, "(it does not parse: {message})"),
            Self::Size => f.write_str("(too long or too deep)"),
            Self::Budget => f.write_str("(too many steps)"),
            Self::Language(what) => write!(f, "({what})"),
            Self::RunTime => f.write_str("(only known when it runs)"),
            Self::Disguise => f.write_str("(letters that look like others)"),
            Self::Detour(program) => write!(f, "(an option starts {program})"),
            Self::Fed => f.write_str("(a shell runs what a program prints)"),
        }
    }
}
