//! Tasks in tables of TOML: those of poe, hatch, pdm, rye and pixi in `pyproject.toml`, and those of mise.

use std::collections::HashSet;

use toml::{Table, Value};

use super::words::{self, Hash};
use super::{NOTHING, Recipe, UNKNOWN};

/// Tasks that call each other are followed this often.
const MAX_TASKS: usize = 64;

/// Keys under which a task names those that come first.
const NEEDED: &[&str] = &["depends", "depends-on", "depends_on", "deps"];

/// Keys under which a task has the tasks that it is made of.
const PARTS: &[&str] = &["chain", "composite", "sequence", "parallel", "ref", "task", "tasks"];

/// Keys by which a task goes on, or ends well, whatever fails in it.
const DEAF: &[&str] = &["ignore_fail", "keep_going", "ignore_error"];

/// Keys under which a task has what nobody reads here: functions of Python, expressions, files.
const UNREAD: &[&str] = &["script", "expr", "call", "file"];

/// Keys under which a task says where it runs.
const PLACES: &[&str] = &["cwd", "dir", "working_dir", "chdir"];

/// Who keeps tasks in a table. Each takes the texts in it another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeper {
    Poe,
    Hatch,
    Pdm,
    Rye,
    Pixi,
    Mise,
}

impl Keeper {
    /// A text as a shell would be told it. Some of them have none, and take it for the words of one command.
    fn said(self, text: &str) -> String {
        match self {
            Self::Poe => words::of_text(text, Hash::Comments),
            Self::Pdm | Self::Rye => words::of_text(text, Hash::Plain),
            Self::Hatch | Self::Pixi | Self::Mise => text.to_owned(),
        }
    }

    /// Keys by which a task that has nothing to do ends well.
    fn skips(self) -> &'static [&'static str] {
        match self {
            Self::Mise => &["sources", "outputs"],
            Self::Pixi => &["inputs", "outputs"],
            Self::Poe | Self::Hatch | Self::Pdm | Self::Rye => &[],
        }
    }
}

/// A step of a task.
enum Step<'t> {
    /// A text for a shell.
    Command(String),
    /// A task, if there is one of that name; else a command.
    Either(&'t str),
    /// A task that comes first.
    Needed(&'t str),
    /// A task without a name of its own.
    Own(&'t Value),
}

/// What a task has from the one that runs it.
#[derive(Clone, Default)]
struct From {
    given: String,
    directory: Option<String>,
    variables: Vec<(String, String)>,
    is_deaf: bool,
}

struct Follower<'t> {
    tasks: &'t Table,
    by: Keeper,
    seen: HashSet<String>,
    recipes: Vec<Recipe>,
}

/// What a task runs that stands in a table, with what it needs first. What is given to it stands where it says, or at the end.
pub(crate) fn tasks(by: Keeper, text: &str, table: &[&str], name: &str, given: &str) -> Vec<Recipe> {
    let Ok(document) = text.parse::<Table>() else { return Vec::new() };
    let within = |keys: &[&str]| {
        keys.iter().try_fold(&document, |table, key| table.get(*key).and_then(Value::as_table))
    };
    let mut tasks = within(table).cloned().unwrap_or_default();
    if let (Keeper::Pixi, [above @ .., last]) = (by, table) {
        let above = within(above);
        let kinds = ["feature", "target"].iter().filter_map(|kind| above?.get(*kind)?.as_table());
        let parts = kinds.flatten().filter_map(|(_, part)| part.get(*last)?.as_table());
        add(&mut tasks, &parts.collect::<Vec<_>>());
    }
    let mut follower = Follower { tasks: &tasks, by, seen: HashSet::new(), recipes: Vec::new() };
    let variables = of_all(by, &document, table);
    follower.follow(name, From { given: given.to_owned(), variables, ..From::default() });
    follower.recipes
}

/// The variables that are set for all tasks of a table.
fn of_all(by: Keeper, document: &Table, table: &[&str]) -> Vec<(String, String)> {
    let above = table.split_last().map(|(_, above)| above).unwrap_or_default();
    let (from, keys): (&[&str], &[&str]) = match by {
        Keeper::Poe | Keeper::Mise => (above, &["env"]),
        Keeper::Hatch => (above, &["env-vars"]),
        Keeper::Pixi => (above, &["activation", "env"]),
        Keeper::Pdm => (table, &["_", "env"]),
        Keeper::Rye => return Vec::new(),
    };
    let mut keys = from.iter().chain(keys);
    let found = keys.try_fold(document, |table, key| table.get(*key).and_then(Value::as_table));
    found.map(variables).unwrap_or_default()
}

/// The variables of a table. What is computed, or set only where nobody else has, is not known.
fn variables(table: &Table) -> Vec<(String, String)> {
    let value = |value: &Value| value.as_str().map_or(UNKNOWN.to_owned(), str::to_owned);
    // There mise keeps files and directories.
    table.iter().filter(|(name, _)| *name != "_").map(|(name, own)| (name.clone(), value(own))).collect()
}

/// Adds the tasks of parts of a project. Which of several of one name runs, nobody knows here.
fn add(tasks: &mut Table, parts: &[&Table]) {
    let mut unsure = HashSet::new();
    for (name, task) in parts.iter().copied().flatten() {
        let other = tasks.insert(name.clone(), task.clone());
        unsure.extend(other.filter(|other| other != task).map(|_| name.as_str()));
    }
    tasks.retain(|name, _| !unsure.contains(name));
}

impl Follower<'_> {
    fn follow(&mut self, name: &str, from: From) {
        let Some(task) = self.tasks.get(name) else { return };
        if self.seen.len() < MAX_TASKS && self.seen.insert(name.to_owned()) {
            self.run(name, task, from, 0);
        }
    }

    fn run(&mut self, name: &str, task: &Value, from: From, depth: usize) {
        if depth > MAX_TASKS {
            return;
        }
        let mut steps = Vec::new();
        read(self.by, task, &mut steps);
        let own_place = PLACES.iter().find_map(|key| task.get(key)?.as_str()).map(str::to_owned);
        let is_deaf = from.is_deaf || DEAF.iter().any(|key| task.get(key).is_some_and(is_deaf));
        // One that is skipped ends well without having run, and so do all cases but one.
        let mut skips = self.by.skips().iter().chain(&["switch"]);
        let is_heard = !is_deaf && !skips.any(|key| task.get(key).is_some());
        let mut own = From { directory: own_place.or(from.directory), is_deaf: !is_heard, ..from };
        own.variables.extend(task.get("env").and_then(Value::as_table).map(variables).unwrap_or_default());
        if steps.is_empty() && !UNREAD.iter().any(|key| task.get(key).is_some()) {
            self.recipes.push(Recipe::nothing(name));
        }
        let bare = || From { given: String::new(), ..own.clone() };
        for step in steps {
            match step {
                Step::Needed(other) => {
                    // With what is given to it behind its name.
                    let first = other.split_whitespace().next().unwrap_or(other);
                    let other = if self.tasks.contains_key(other) { other } else { first };
                    self.follow(other, From { is_deaf, directory: None, ..bare() });
                }
                Step::Either(other) if self.tasks.contains_key(other) => {
                    // Whether a task goes where the one stands that runs it, runners do not agree on.
                    let directory = own.directory.as_ref().map(|_| UNKNOWN.to_owned());
                    self.follow(other, From { directory, ..bare() });
                }
                Step::Own(task) => self.run(name, task, bare(), depth + 1),
                Step::Either(text) => self.push(name, &self.by.said(text), &own),
                Step::Command(text) => self.push(name, &text, &own),
            }
        }
    }

    fn push(&mut self, name: &str, text: &str, from: &From) {
        let own = Recipe::marked(name, &filled(text, &from.given), &['-']);
        let text = if own.text.is_empty() { NOTHING.to_owned() } else { own.text };
        let is_heard = own.is_heard && !from.is_deaf;
        let (directory, variables) = (from.directory.clone(), from.variables.clone());
        self.recipes.push(Recipe { text, is_heard, directory, variables, target: own.target });
    }
}

/// Whether such a key says that a task ends well whatever happens. With a text, it may say that it goes on, and fails later.
fn is_deaf(value: &Value) -> bool {
    value.as_bool().unwrap_or(true) && value.as_str() != Some("return_non_zero")
}

/// The steps of a task: a text, a list of steps, or a table.
fn read<'t>(by: Keeper, task: &'t Value, steps: &mut Vec<Step<'t>>) {
    match task {
        Value::String(text) => steps.push(Step::Command(by.said(text))),
        Value::Array(list) => match by {
            Keeper::Rye | Keeper::Pdm => steps.push(Step::Command(listed(list))),
            Keeper::Mise => commands(by, task, steps),
            Keeper::Poe | Keeper::Hatch | Keeper::Pixi => either(task, Step::Either, steps),
        },
        Value::Table(table) => {
            let under = |keys: &'static [&str]| keys.iter().filter_map(|key| table.get(*key));
            under(NEEDED).for_each(|needed| either(needed, Step::Needed, steps));
            match table.get("cmd") {
                Some(Value::Array(list)) => steps.push(Step::Command(listed(list))),
                Some(Value::String(text)) => steps.push(Step::Command(by.said(text))),
                Some(_) | None => {}
            }
            // To others, this key names the shell.
            let has_shell = matches!(by, Keeper::Poe | Keeper::Pdm);
            if let Some(text) = table.get("shell").and_then(Value::as_str).filter(|_| has_shell) {
                steps.push(Step::Command(text.to_owned()));
            }
            table.get("run").into_iter().for_each(|run| commands(by, run, steps));
            under(PARTS).for_each(|part| either(part, Step::Either, steps));
            under(&["control", "switch"]).for_each(|part| either(part, Step::Either, steps));
            if let Some(file) = table.get("file").and_then(Value::as_str).filter(|_| by == Keeper::Mise) {
                steps.push(Step::Command(format!("./{file}")));
            }
        }
        _ => {}
    }
}

/// Commands one after the other, among which there may be tasks in tables.
fn commands<'t>(by: Keeper, run: &'t Value, steps: &mut Vec<Step<'t>>) {
    match run {
        Value::String(text) => steps.push(Step::Command(by.said(text))),
        Value::Array(list) => list.iter().for_each(|run| match run {
            Value::String(text) => steps.push(Step::Command(by.said(text))),
            other => steps.push(Step::Own(other)),
        }),
        other => steps.push(Step::Own(other)),
    }
}

/// Tasks by their names, or as they are.
fn either<'t>(step: &'t Value, named: fn(&'t str) -> Step<'t>, steps: &mut Vec<Step<'t>>) {
    match step {
        Value::String(text) => steps.push(named(text)),
        Value::Array(list) => list.iter().for_each(|step| either(step, named, steps)),
        Value::Table(table) => match table.get("task").and_then(Value::as_str) {
            Some(task) => steps.push(named(task)),
            None => steps.push(Step::Own(step)),
        },
        _ => {}
    }
}

fn listed(list: &[Value]) -> String {
    words::of_list(list.iter().filter_map(Value::as_str))
}

/// A text with what was given in place of `{args}`, or of `{args:what is usual}`; and something unknown for `{{…}}`.
fn filled(text: &str, given: &str) -> String {
    let mut filled = String::new();
    let mut rest = text;
    let mut has_place = false;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let end = if after.starts_with('{') { "}}" } else { "}" };
        let Some((inner, behind)) = after.split_once(end) else {
            filled.push('{');
            rest = after;
            continue;
        };
        rest = behind;
        match inner.strip_prefix("args") {
            Some(usual) if usual.is_empty() || usual.starts_with(':') => {
                has_place = true;
                filled.push_str(if given.is_empty() { usual.trim_start_matches(':') } else { given });
            }
            _ if end == "}}" => filled.push_str(UNKNOWN),
            // What a shell makes of it: `{a,b}`, `${NAME}`.
            _ => filled.extend(["{", inner, "}"]),
        }
    }
    filled.push_str(rest);
    if !has_place && !given.is_empty() {
        filled.push(' ');
        filled.push_str(given);
    }
    filled
}
