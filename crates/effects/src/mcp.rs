//! What an MCP call does, as far as the names of its arguments tell: `path`, `destination`, `command`, `sql`. A tool without
//! such arguments is unknown: nothing is said of it.

mod contents;
mod handed;
mod lists;
mod services;
mod versions;

use crate::call::Argument;
use crate::code::Language;
use crate::effect::{self, Action, Depth, Effect, Facts, Told};
use crate::path::normalise;
use crate::scene::Scene;
use crate::sql::{self, Harm};
use crate::value::Value;
use crate::walk;

const SCHEME: &str = "file://";

/// No path is longer.
const MAX_PATH: usize = 4_096;

/// Adds what a tool of a server does to `facts`.
pub(crate) fn called(server: &str, tool: &str, arguments: &[Argument], scene: &Scene, facts: &mut Facts) {
    let mut verbs = Verbs::of(server, tool);
    let names_symbol = |argument: &Argument| words(&argument.name).iter().any(|word| word == "symbol");
    // What gets another name is then not the file, but something in it.
    if verbs.deed == Deed::Move && arguments.iter().any(names_symbol) {
        verbs.deed = Deed::Write;
    }
    // An editor for agents looks at files, too.
    let edits = contents::command(arguments);
    if edits == Some("view") {
        verbs.deed = Deed::Read;
    }
    let named = |names: &[&str]| arguments.iter().find(|argument| names.contains(&&*folded(&argument.name)));
    let directory = named(&["cwd", "workdir", "workingdirectory", "workingdir"]);
    let directory = directory.or_else(|| named(&["directory", "dir"]));
    versions::called(server, tool, arguments, scene, facts);
    services::called(server, tool, arguments, scene, facts);
    handed::attached(tool, arguments, scene, facts);
    let role_of = |argument: &Argument| {
        role(&folded(&argument.name), &verbs).or_else(|| composed(&words(&argument.name), &verbs))
    };
    let is_path = |argument: &Argument| matches!(role_of(argument), Some(Role::Path));
    // What one file is copied or moved from.
    let source = match contents::single(arguments, is_path) {
        Some(from) if matches!(verbs.deed, Deed::Copy | Deed::Move) => path(from),
        Some(_) | None => None,
    };
    let source = source.map(|path| scene.place_of_path(&path));
    // What is gone is only gone when it has arrived.
    let mut left = Vec::new();
    let is_move = |action: &Action| matches!(action, Action::Delete(_, Depth::Moved));
    for (at, argument) in arguments.iter().enumerate() {
        let Some(role) = role_of(argument) else { continue };
        match role {
            Role::Path => {
                let Some(path) = path(&argument.value) else { continue };
                let nth = arguments.iter().take(at).filter(|before| is_path(before)).count();
                let told = |action| match action {
                    Action::Write(place, _) => {
                        let (told, content) = contents::told(tool, arguments, nth, is_path);
                        Effect { told, ..Effect::of(Action::Write(place, content)) }
                    }
                    other => Effect::of(other),
                };
                let (moved, done): (Vec<Effect>, Vec<Effect>) =
                    verbs.on(&path, scene).map(told).partition(|own| is_move(&own.action));
                facts.effects.extend(done);
                left.extend(moved);
            }
            Role::Destination => {
                let Some(path) =
                    path(&argument.value).filter(|path| verbs.places_things() || path.contains('/'))
                else {
                    continue;
                };
                let told = source.clone().map(|from| Told::Copied(Box::new(from))).unwrap_or_default();
                let action = Action::Write(scene.place_of_path(&path), Value::unknown());
                facts.effects.push(Effect { told, ..Effect::of(action) });
            }
            Role::Script if edits == Some(argument.value.as_str()) => {}
            Role::Script => {
                script(&lists::with_words(&argument.value, arguments), directory, scene, facts);
                if let Some(text) = lists::as_one(arguments, at, verbs.types) {
                    script(&text, directory, scene, facts);
                }
            }
            Role::Code => {
                let told = named(&["language", "lang", "kernel"]);
                if told.is_none() && folded(&argument.name) == "script" {
                    handed::run((server, tool), &verbs, &argument.value, directory, scene, facts);
                }
                let told = told.map(|argument| argument.value.as_str());
                if matches!(told, Some("bash" | "sh" | "shell" | "zsh")) {
                    script(&argument.value, directory, scene, facts);
                    continue;
                }
                let language = told.map_or(verbs.runs, |told| language(&told.to_ascii_lowercase()));
                let Some(language) = language else { continue };
                apart(directory, scene, facts, |scene, facts| {
                    walk::code(language, &argument.value, scene, facts);
                });
            }
            Role::Statement => statement(&argument.value, facts),
            Role::Address if argument.value.contains("://") => {
                facts.effects.push(Effect::of(fetched(&argument.value, scene)));
            }
            Role::Address => {}
        }
    }
    facts.effects.append(&mut left);
}

/// What an address brings: a file of this machine, or what another one answers.
pub(crate) fn fetched(url: &str, scene: &Scene) -> Action {
    match path(url).filter(|_| is_of_a_file(url)) {
        Some(path) => Action::Read(scene.place_of_path(&path)),
        None => Action::Receive(Value::Known(url.to_owned())),
    }
}

/// Schemes are the same in capitals.
fn is_of_a_file(url: &str) -> bool {
    url.get(..SCHEME.len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME))
}

/// What an argument is, by its name.
#[derive(Clone, Copy)]
enum Role {
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

fn role(name: &str, verbs: &Verbs) -> Option<Role> {
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
fn composed(words: &[String], verbs: &Verbs) -> Option<Role> {
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

/// What a tool does with the files that it is told, by the words of its name.
struct Verbs {
    deed: Deed,
    shell: bool,
    /// Whether it types into a terminal or a process.
    types: bool,
    /// The language of code that it runs, by its name or the server's; most that do not say it run Python.
    runs: Option<Language>,
    database: bool,
}

/// The strictest of the words counts: a tool that searches and replaces writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Deed {
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
    fn of(server: &str, tool: &str) -> Self {
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
    fn places_things(&self) -> bool {
        matches!(self.deed, Deed::Copy | Deed::Write | Deed::Move)
    }

    fn on(&self, path: &str, scene: &Scene) -> impl Iterator<Item = Action> + use<> {
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

fn language(word: &str) -> Option<Language> {
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

fn is_database(word: &str) -> bool {
    DATABASES.contains(&word)
}

/// The words of a name: `deleteDirectory`, `delete_directory` and `delete-directory` are the same two.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut after_lower = false;
    for character in name.chars() {
        if !character.is_ascii_alphanumeric() || (after_lower && character.is_ascii_uppercase()) {
            words.push(std::mem::take(&mut word));
        }
        if character.is_ascii_alphanumeric() {
            word.push(character.to_ascii_lowercase());
        }
        after_lower = character.is_ascii_lowercase();
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// A key without case and underscores: `file_path`, `filePath` and `filepath` are one.
fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|character| character.to_ascii_lowercase()).collect()
}

/// The path that an argument names, if it can be one of this machine.
fn path(value: &str) -> Option<String> {
    if value.is_empty() || value.len() > MAX_PATH || value.contains(['\n', '\0']) {
        return None;
    }
    match value.get(SCHEME.len()..).filter(|_| is_of_a_file(value)) {
        // What stands before the first slash is a machine's name.
        Some(rest) => Some(unescaped(rest.get(rest.find('/')?..)?)),
        None if value.contains("://") => None,
        None => Some(value.to_owned()),
    }
}

/// The path of a URI, its `%20` decoded. What is no escape stays as it is.
fn unescaped(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = match (first, after) {
            (b'%', [high, low, ..]) => hexadecimal(*high).zip(hexadecimal(*low)),
            _ => None,
        };
        match code {
            Some((high, low)) => {
                bytes.push(high * 16 + low);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hexadecimal(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

fn script(text: &str, directory: Option<&Argument>, scene: &Scene, facts: &mut Facts) {
    // What is typed ends with the key, and not with a line.
    let typed = text.contains('\r').then(|| text.replace("\r\n", "\n").replace('\r', "\n"));
    let text = typed.as_deref().unwrap_or(text);
    apart(directory, scene, facts, |scene, facts| walk::line(text, scene, facts));
}

/// Looks at a text of an argument, in the directory that another names.
fn apart(
    directory: Option<&Argument>,
    scene: &Scene,
    facts: &mut Facts,
    look: impl FnOnce(&Scene, &mut Facts),
) {
    let (effects, commands) = (facts.effects.len(), facts.commands.len());
    let cwd = directory.map(|directory| normalise(&directory.value, scene.cwd));
    look(&Scene { cwd: cwd.as_deref().unwrap_or(scene.cwd), ..*scene }, facts);
    // Their places are places in an argument, not in what the call is shown as.
    for effect in facts.effects.iter_mut().skip(effects) {
        effect.span = None;
    }
    for command in facts.commands.iter_mut().skip(commands) {
        command.span = crate::Span::default();
    }
}

/// What a statement does to a database.
fn statement(text: &str, facts: &mut Facts) {
    for statement in sql::statements(text) {
        let action = match statement.harm {
            Harm::Drop => Action::Deed(effect::Deed::DropData, statement.what.into()),
            Harm::Lose => Action::Deed(effect::Deed::LoseData, statement.what.into()),
            Harm::Lessens(table) => Action::Lessen(table),
            // These are for the machine of the database.
            Harm::RunsShell(_) | Harm::ReadsFile(_) | Harm::WritesFile(_) | Harm::Includes(_) => continue,
        };
        facts.effects.push(Effect::of(action));
    }
}
