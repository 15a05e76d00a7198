//! What a tool does, by the words of its name and of its server's.

use super::words;
use crate::code::Language;
use crate::effect::{Action, Depth};
use crate::scene::Scene;
use crate::value::Value;

/// What a tool does with the files that it is told, by the words of its name.
pub(super) struct Verbs {
    pub(super) deed: Deed,
    pub(super) shell: bool,
    /// Whether it types into a terminal or a process.
    pub(super) types: bool,
    /// The language of code that it runs, by its name or the server's; most that do not say it run Python.
    pub(super) runs: Option<Language>,
    pub(super) database: bool,
}

/// The strictest of the words counts: a tool that searches and replaces writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Deed {
    Read,
    List,
    Search,
    Copy,
    Write,
    Move,
    Delete,
    DeleteTree,
}

impl Verbs {
    pub(super) fn of(server: &str, tool: &str) -> Self {
        let (words, of_server) = (words(tool), words(server));
        let deed = words.iter().map(|word| deed(word)).max().unwrap_or(Deed::Read);
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        let deed = match deed {
            Deed::Delete if has(&["directory", "dir", "folder", "tree", "recursive", "recursively"]) => {
                Deed::DeleteTree
            }
            // What is told of a file is none of its text, unless that is told, too.
            Deed::Read if has(&["info", "metadata", "stat", "stats", "exists"]) && !has(SHOWN) => Deed::List,
            deed => deed,
        };
        Self {
            deed,
            types: words.iter().chain(&of_server).any(|word| TERMINALS.contains(&word.as_str()))
                || (has(&["process"]) && has(&["interact", "send", "write", "input", "stdin"])),
            runs: has(&["execute", "exec", "run", "eval", "evaluate"]).then(|| {
                words.iter().chain(&of_server).find_map(|word| language(word)).unwrap_or(Language::Python)
            }),
            shell: has(&["command", "cmd", "commands"])
                || words.iter().chain(&of_server).any(|word| SHELLS.contains(&word.as_str())),
            // Every server can be asked something.
            database: words.iter().any(|word| is_database(word))
                || of_server.iter().any(|word| word != "query" && is_database(word)),
        }
    }

    /// Whether a destination is meant, even if it is a mere name.
    pub(super) fn places_things(&self) -> bool {
        matches!(self.deed, Deed::Copy | Deed::Write | Deed::Move)
    }

    pub(super) fn on(&self, path: &str, scene: &Scene) -> impl Iterator<Item = Action> + use<> {
        let place = scene.place_of_path(path);
        let (first, second) = match self.deed {
            Deed::Read | Deed::Copy => (Action::Read(place), None),
            Deed::List => (Action::List(place), None),
            Deed::Search => (Action::Search(place), None),
            Deed::Write => (Action::Write(place, Value::unknown()), None),
            Deed::Move => (Action::Read(place.clone()), Some(Action::Delete(place, Depth::Moved))),
            Deed::Delete => (Action::Delete(place, Depth::One), None),
            Deed::DeleteTree => (Action::Delete(place, Depth::Tree), None),
        };
        std::iter::once(first).chain(second)
    }
}

/// What a tool gives that shows a file.
const SHOWN: &[&str] = &["read", "content", "contents", "text", "lines", "body", "show", "view", "open"];

/// What one types into.
const TERMINALS: &[&str] =
    &["terminal", "term", "tmux", "pty", "tty", "console", "shell", "zellij", "iterm", "repl"];

/// What takes a text for commands.
const SHELLS: &[&str] = &["shell", "bash", "sh", "zsh", "terminal"];

pub(super) fn language(word: &str) -> Option<Language> {
    Some(match word {
        "python" | "python3" | "ipython" | "jupyter" | "notebook" => Language::Python,
        "javascript" | "js" | "node" | "nodejs" | "typescript" | "ts" | "deno" => Language::JavaScript,
        "ruby" => Language::Ruby,
        "perl" => Language::Perl,
        "php" => Language::Php,
        "powershell" | "pwsh" => Language::PowerShell,
        "r" => Language::R,
        "julia" => Language::Julia,
        _ => return None,
    })
}

fn deed(word: &str) -> Deed {
    match word {
        "rmdir" | "rmtree" | "rmrf" => Deed::DeleteTree,
        "delete" | "remove" | "unlink" | "rm" | "trash" | "destroy" => Deed::Delete,
        "move" | "rename" | "mv" => Deed::Move,
        "write" | "edit" | "create" | "update" | "save" | "append" | "put" | "insert" | "replace"
        | "modify" | "patch" | "overwrite" | "mkdir" | "touch" | "reformat" => Deed::Write,
        "copy" | "cp" | "duplicate" => Deed::Copy,
        "search" | "grep" | "find" => Deed::Search,
        "list" | "ls" | "glob" | "tree" => Deed::List,
        _ => Deed::Read,
    }
}

const DATABASES: &[&str] = &[
    "sql",
    "postgres",
    "postgresql",
    "pg",
    "mysql",
    "mariadb",
    "sqlite",
    "database",
    "db",
    "query",
    "supabase",
    "bigquery",
    "snowflake",
    "clickhouse",
    "mongo",
    "mongodb",
    "redshift",
    "duckdb",
    "mssql",
    "oracle",
    "neon",
    "prisma",
    "neo4j",
    "cockroach",
    "cockroachdb",
    "planetscale",
    "turso",
    "motherduck",
    "databricks",
    "athena",
    "trino",
    "cassandra",
    "timescale",
    "tidb",
    "dbhub",
];

pub(super) fn is_database(word: &str) -> bool {
    DATABASES.contains(&word)
}
