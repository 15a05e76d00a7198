//! Tasks in tables of TOML: those of poe, hatch, pdm, rye and pixi in `pyproject.toml`, and those of mise.

use std::collections::HashSet;

use toml::{Table, Value};

use super::{Recipe, UNKNOWN};

/// Tasks that call each other are followed this often.
const MAX_TASKS: usize = 64;

/// Keys under which a task names those that come first.
const NEEDED: &[&str] = &["depends", "depends-on", "depends_on", "deps"];

/// Keys under which a task has the words of one command, or its text.
const COMMAND: &[&str] = &["cmd", "shell"];

/// Keys under which a task has one command after the other, or the tasks that it is made of.
const SEVERAL: &[&str] = &["run", "chain", "composite", "sequence", "ref"];

/// Keys by which a task goes on, or ends well, whatever fails in it.
const DEAF: &[&str] = &["ignore_fail", "keep_going", "ignore_error"];

/// A step of a task.
enum Step {
    Command(String),
    /// A task, if there is one of that name; else a command.
    Either(String),
}

/// What a task runs that stands in a table, with what it needs first. What is given to it stands where it says, or at the end.
pub(crate) fn tasks(text: &str, table: &[&str], name: &str, given: &str) -> Vec<Recipe> {
    let Ok(document) = text.parse::<Table>() else { return Vec::new() };
    let mut found = Some(&document);
    for key in table {
        found = found.and_then(|table| table.get(*key)?.as_table());
    }
    let Some(tasks) = found else { return Vec::new() };
    let mut recipes = Vec::new();
    follow(tasks, name, given, &mut HashSet::new(), &mut recipes);
    recipes
}

fn follow(tasks: &Table, name: &str, given: &str, seen: &mut HashSet<String>, recipes: &mut Vec<Recipe>) {
    let Some(task) = tasks.get(name) else { return };
    if seen.len() >= MAX_TASKS || !seen.insert(name.to_owned()) {
        return;
    }
    let mut steps = Vec::new();
    read(task, &mut steps);
    let is_heard = !DEAF.iter().any(|key| task.get(key).is_some());
    for step in steps {
        match step {
            Step::Either(other) if tasks.contains_key(&other) => follow(tasks, &other, "", seen, recipes),
            Step::Command(text) | Step::Either(text) => {
                let own = Recipe::marked(name, &filled(&text, given), &['-']);
                recipes.push(Recipe { is_heard: is_heard && own.is_heard, ..own });
            }
        }
    }
}

/// The steps of a task: a text, a list of steps, or a table.
fn read(task: &Value, steps: &mut Vec<Step>) {
    match task {
        Value::String(text) => steps.push(Step::Command(text.clone())),
        Value::Array(list) => list.iter().for_each(|step| either(step, steps)),
        Value::Table(table) => {
            let under = |keys: &'static [&str]| keys.iter().filter_map(|key| table.get(*key));
            under(NEEDED).for_each(|step| either(step, steps));
            for command in under(COMMAND) {
                let words: Vec<&str> = match command {
                    Value::Array(words) => words.iter().filter_map(Value::as_str).collect(),
                    command => command.as_str().into_iter().collect(),
                };
                steps.push(Step::Command(words.join(" ")));
            }
            under(SEVERAL).for_each(|step| either(step, steps));
        }
        _ => {}
    }
}

fn either(step: &Value, steps: &mut Vec<Step>) {
    match step {
        Value::String(text) => steps.push(Step::Either(text.clone())),
        Value::Array(list) => list.iter().for_each(|step| either(step, steps)),
        other => read(other, steps),
    }
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
