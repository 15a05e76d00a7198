//! What an argument of a tool is, by its name.

use super::verbs::{Deed, Verbs};

/// What an argument is, by its name.
#[derive(Clone, Copy)]
pub(super) enum Role {
    /// The file that the tool is about.
    Path,
    /// Where it puts something.
    Destination,
    /// A command for a shell.
    Script,
    /// Code of a language that other words tell.
    Code,
    /// A statement for a database.
    Statement,
    /// What it fetches.
    Address,
}

pub(super) fn role(name: &str, verbs: &Verbs) -> Option<Role> {
    Some(match name {
        "path" | "paths" | "file" | "files" | "filepath" | "filepaths" | "filename" | "absolutepath"
        | "relativepath" | "targetfile" | "oldpath" | "uri" | "source" | "src" | "sourcepath"
        | "directory" | "dir" | "folder" => Role::Path,
        "from" | "fromfile" if matches!(verbs.deed, Deed::Copy | Deed::Move) => Role::Path,
        "destination" | "destinationpath" | "dest" | "dst" | "target" | "targetpath" | "to" | "newpath"
        | "outputpath" => Role::Destination,
        "command" | "cmd" | "commandline" | "commands" | "shell" | "bash" | "shellcommand"
        | "bashcommand" | "clicommand" | "terminalcommand" | "fullcommand" | "rawcommand" => Role::Script,
        // These may hold any language; only the tool tells that it is a shell's.
        "script" | "code" if verbs.shell => Role::Script,
        "script" | "code" | "cell" if verbs.runs.is_some() => Role::Code,
        // What is typed into something that runs, it runs.
        "input" | "keys" | "text" | "data" | "characters" | "chars" | "string" | "line" | "lines"
        | "keystrokes" | "stdin"
            if verbs.types =>
        {
            Role::Script
        }
        "argv" if verbs.shell || verbs.types || verbs.runs.is_some() => Role::Script,
        "sql" => Role::Statement,
        "url" | "urls" | "href" | "address" => Role::Address,
        "query" | "queries" | "statement" | "statements" if verbs.database => Role::Statement,
        _ => return None,
    })
}

/// What an argument is whose name is made of several words: `pathInProject`, `absolute_file_path`, `output_file`. All of
/// them must be words of places, since a `jsonPath`, a `filePattern` or a `urlPath` is none.
pub(super) fn composed(words: &[String], verbs: &Verbs) -> Option<Role> {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let is_of_places =
        |word: &String| [THINGS, SIDES, AIMS, AROUND].iter().any(|list| list.contains(&word.as_str()));
    // `name_path`: the way to a symbol in a file.
    if words.len() < 2 || words == ["name", "path"] || !has(THINGS) || !words.iter().all(is_of_places) {
        return None;
    }
    // `projectPath`, `root_dir`: where the files lie that it is about.
    if words.iter().all(|word| AROUND.contains(&word.as_str()) || CONTAINERS.contains(&word.as_str())) {
        return None;
    }
    let aims = has(AIMS)
        || words.first().is_some_and(|word| word == "to")
        || (has(&["target"]) && verbs.places_things());
    Some(if aims { Role::Destination } else { Role::Path })
}

const THINGS: &[&str] = &[
    "path",
    "paths",
    "file",
    "files",
    "filepath",
    "filepaths",
    "filename",
    "filenames",
    "pathname",
    "uri",
    "directory",
    "dir",
    "folder",
];

/// Things that hold files; a path may be that of one.
const CONTAINERS: &[&str] = &["path", "directory", "dir", "folder", "uri"];

/// Which of several it is, or from where it is seen.
const SIDES: &[&str] = &[
    "absolute", "abs", "relative", "rel", "full", "local", "source", "src", "input", "old", "original",
    "current", "in", "to", "of", "from", "name", "document", "notebook", "target",
];

/// Where something is put.
const AIMS: &[&str] = &["destination", "dest", "dst", "new", "output", "out"];

/// What lies around the files.
const AROUND: &[&str] = &["project", "workspace", "repo", "repository", "root", "base", "working"];
