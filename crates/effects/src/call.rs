//! A tool call in words that no host owns.

use std::borrow::Cow;

/// What an agent is about to do, or has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// Run a command.
    Shell {
        /// Its text.
        command: String,
        /// The shell that reads it.
        dialect: Dialect,
    },
    /// Create or replace a file.
    Write {
        /// The file.
        path: String,
        /// Its whole new content.
        content: String,
    },
    /// Replace parts of a file.
    Edit {
        /// The file.
        path: String,
        /// The replacements, in order.
        edits: Vec<Replacement>,
    },
    /// Change several files, or change one in another way than by its content.
    Patch {
        /// The files, in order.
        files: Vec<PatchedFile>,
    },
    /// Read a file.
    Read {
        /// The file.
        path: String,
    },
    /// Search files by name or content.
    Search {
        /// Where; the working directory if absent.
        path: Option<String>,
        /// Which files.
        glob: Option<String>,
        /// Whether lines of the files are shown, not only names.
        prints_lines: bool,
    },
    /// Get something from the network.
    Fetch {
        /// From where.
        url: String,
    },
    /// Call a tool of an MCP server.
    Mcp {
        /// The server.
        server: String,
        /// The tool.
        tool: String,
        /// What it is called with: the texts and numbers among its arguments, however deep they stand.
        arguments: Vec<Argument>,
    },
    /// Start a subagent.
    Subagent {
        /// Its type or role.
        role: String,
        /// What it is to do, in few words.
        task: String,
    },
    /// Any other tool.
    Other {
        /// Its name as the host says it.
        tool: String,
    },
}

/// A text among the arguments of an MCP call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The nearest key that it stands under.
    pub name: String,
    /// The text.
    pub value: String,
}

/// What a patch does to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchedFile {
    /// The file.
    pub path: String,
    /// What happens to it.
    pub change: Change,
}

/// What happens to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is created or replaced.
    Add {
        /// Its whole new content.
        content: String,
    },
    /// Parts of it are replaced.
    Update {
        /// The replacements, in order.
        edits: Vec<Replacement>,
    },
    /// It is deleted.
    Delete,
    /// It gets another name.
    Move {
        /// Its new path.
        to: String,
        /// What is replaced in it on the way.
        edits: Vec<Replacement>,
    },
}

/// The language of a shell command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// sh, bash, zsh: a line that is typed, and given no arguments.
    Posix,
    /// The same in a file, which whoever runs it may give any.
    PosixFile,
    /// PowerShell.
    PowerShell,
}

/// One replacement of an edit.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Replacement {
    /// What is replaced.
    pub old: String,
    /// What replaces it.
    pub new: String,
    /// Whether every occurrence is.
    pub all: bool,
    /// The cell that is written, if it is one of a notebook and the tool says more of it.
    pub cell: Option<Cell>,
    /// Where the new text goes.
    pub position: Position,
}

/// A cell of a notebook, as a tool that writes it names it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Cell {
    /// Its id, or its number.
    pub id: Option<String>,
    /// What it holds: `code`, `markdown`, or a language. Without it, what it has held before.
    pub holds: Option<String>,
    /// What becomes of it: `replace`, `insert`, `delete`.
    pub mode: Option<String>,
}

/// Where the new text of a replacement goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Position {
    /// Where the old one was.
    #[default]
    Old,
    /// Behind all lines.
    End,
    /// Behind this many lines; 0 is the beginning.
    Line(u64),
    /// The host does not tell what is written, nor where.
    Untold,
}

impl Replacement {
    /// A change of which the host tells nothing but the file.
    pub fn untold() -> Self {
        Self { position: Position::Untold, ..Self::default() }
    }

    /// The text with this replaced; `None` where an editor would refuse: nothing fits, or more than one place does. Also
    /// where nobody has told what becomes of it.
    ///
    /// Editors of agents show lines without their carriage returns and put those back: lines are replaced like that, and
    /// the text keeps the ends that most of its lines have.
    pub fn applied(&self, text: &str) -> Option<String> {
        match self.position {
            Position::Old => {}
            Position::End => return Some(ended(text) + &self.new),
            Position::Line(line) => return Some(self.inserted(text, line)),
            Position::Untold => return None,
        }
        let returns = text.matches("\r\n").count();
        let is_of_lines = self.old.contains('\n') || self.new.contains('\n');
        if !is_of_lines || (returns == 0 && !self.old.contains('\r')) {
            return self.replaced(text);
        }
        let plain = |text: &str| text.replace("\r\n", "\n");
        let edit = Self { old: plain(&self.old), new: plain(&self.new), ..self.clone() };
        let edited = edit.replaced(&plain(text))?;
        let has_most = returns * 2 > text.matches('\n').count();
        Some(if has_most { edited.replace('\n', "\r\n") } else { edited })
    }

    fn replaced(&self, text: &str) -> Option<String> {
        let places = if self.old.is_empty() { 0 } else { text.matches(&self.old).take(2).count() };
        (places == 1 || (places > 1 && self.all)).then(|| text.replace(&self.old, &self.new))
    }

    /// Behind so many lines, or behind all of them if there are fewer.
    fn inserted(&self, text: &str, line: u64) -> String {
        let lines = usize::try_from(line).unwrap_or(usize::MAX);
        let at: usize = text.split_inclusive('\n').take(lines).map(str::len).sum();
        let (before, behind) = text.split_at_checked(at).unwrap_or((text, ""));
        let before = if line == 0 { String::new() } else { ended(before) };
        let new = if behind.is_empty() { self.new.clone() } else { ended(&self.new) };
        before + &new + behind
    }
}

/// A text whose last line has an end.
fn ended(text: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{end}")
}

impl Call {
    /// A command for a POSIX shell.
    pub fn shell(command: impl Into<String>) -> Self {
        Self::Shell { command: command.into(), dialect: Dialect::Posix }
    }

    /// A script for a POSIX shell, as it stands in a file.
    pub fn script(text: impl Into<String>) -> Self {
        Self::Shell { command: text.into(), dialect: Dialect::PosixFile }
    }

    /// The neutral name of the tool, as policies and the journal use it.
    pub fn tool(&self) -> &str {
        match self {
            Self::Shell { .. } => "shell",
            Self::Write { .. } => "write",
            Self::Edit { .. } => "edit",
            Self::Patch { .. } => "patch",
            Self::Read { .. } => "read",
            Self::Search { .. } => "search",
            Self::Fetch { .. } => "fetch",
            Self::Mcp { .. } => "mcp",
            Self::Subagent { .. } => "subagent",
            Self::Other { .. } => "other",
        }
    }

    /// The command, if it is one for a shell.
    pub fn command(&self) -> Option<&str> {
        match self {
            Self::Shell { command, .. } => Some(command),
            Self::Write { .. }
            | Self::Edit { .. }
            | Self::Patch { .. }
            | Self::Read { .. }
            | Self::Search { .. }
            | Self::Fetch { .. }
            | Self::Mcp { .. }
            | Self::Subagent { .. }
            | Self::Other { .. } => None,
        }
    }

    /// What the call is about, in one text: the command, the path, the address, the name.
    pub fn subject(&self) -> Cow<'_, str> {
        Cow::Borrowed(match self {
            Self::Shell { command, .. } => command,
            Self::Write { path, .. } | Self::Edit { path, .. } | Self::Read { path } => path,
            Self::Patch { files } => {
                let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
                return Cow::Owned(paths.join(", "));
            }
            Self::Search { path, glob, .. } => path.as_deref().or(glob.as_deref()).unwrap_or("."),
            Self::Fetch { url } => url,
            Self::Mcp { tool, .. } | Self::Other { tool } => tool,
            Self::Subagent { role, task } if task.is_empty() => role,
            Self::Subagent { role, task } => return Cow::Owned(format!("{role}: {task}")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_fits_whatever_ends_lines_and_keeps_them() {
        let edit =
            |old: &str, new: &str| Replacement { old: old.into(), new: new.into(), ..Replacement::default() };
        let returns = "a;\r\nb;\r\nc;\r\n";
        for old in ["a;\nb;", "a;\r\nb;"] {
            assert_eq!(
                edit(old, "x;\ny;").applied(returns).as_deref(),
                Some("x;\r\ny;\r\nc;\r\n"),
                "{old:?}"
            );
            assert_eq!(
                edit(old, "x;\ny;").applied("a;\nb;\nc;\n").as_deref(),
                Some("x;\ny;\nc;\n"),
                "{old:?}"
            );
        }
        assert_eq!(edit("b;", "d;").applied(returns).as_deref(), Some("a;\r\nd;\r\nc;\r\n"));
        // Few lines that end otherwise are told by none.
        assert_eq!(edit("a;\nb;", "x;").applied("a;\r\nb;\nc;\nd;\n").as_deref(), Some("x;\nc;\nd;\n"));
        assert_eq!(edit("a;\nc;", "x;").applied(returns), None);
        assert_eq!(edit("a;\nb;", "x;").applied(&returns.repeat(2)), None);
        let all = Replacement { all: true, ..edit("a;\nb;", "x;") };
        assert_eq!(all.applied(&returns.repeat(2)).as_deref(), Some("x;\r\nc;\r\nx;\r\nc;\r\n"));
    }

    fn put(position: Position, text: &str) -> Option<String> {
        Replacement { new: "new".to_owned(), position, ..Replacement::default() }.applied(text)
    }

    #[test]
    fn a_text_is_put_behind_all_lines_or_behind_some() {
        for (position, text, expected) in [
            (Position::End, "a\nb\n", "a\nb\nnew"),
            (Position::End, "a", "a\nnew"),
            (Position::End, "", "new"),
            (Position::Line(0), "a\nb\n", "new\na\nb\n"),
            (Position::Line(1), "a\nb\n", "a\nnew\nb\n"),
            (Position::Line(2), "a\nb", "a\nb\nnew"),
            (Position::Line(9), "a\nb\n", "a\nb\nnew"),
        ] {
            assert_eq!(put(position, text).as_deref(), Some(expected), "{position:?} {text:?}");
        }
        assert_eq!(put(Position::Old, "a"), None);
        assert_eq!(put(Position::Untold, "a"), None);
    }
}
