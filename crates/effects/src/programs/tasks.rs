//! Runners of tasks that stand in a file of settings: what the task of a name runs.

use hookward_shell::Span;

use super::build::content;
use crate::commands::{Outcome, quoted};
use crate::effect::Standing;
use crate::programs::Arguments;
use crate::recipes::{self, Keeper, Recipe};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Where such a runner has its tasks.
struct Runner {
    names: &'static [&'static str],
    by: Keeper,
    /// Words in front of the name of a task; none if it stands there by itself.
    verbs: &'static [&'static str],
    /// Options whose value stands in a word of its own.
    valued: &'static [&'static str],
    /// Files, and the tables in them; a star stands for the environment.
    tables: &'static [(&'static str, &'static [&'static str])],
}

#[rustfmt::skip]
const RUNNERS: &[Runner] = &[
    Runner {
        names: &["poe", "poethepoet"],
        by: Keeper::Poe,
        verbs: &[],
        valued: &["-C", "--directory", "--root", "-e", "--executor"],
        tables: &[("poe_tasks.toml", &["tasks"]), ("pyproject.toml", &["tool", "poe", "tasks"])],
    },
    Runner {
        names: &["hatch"],
        by: Keeper::Hatch,
        verbs: &["run"],
        valued: &["-e", "--env", "-p", "--project"],
        tables: &[("hatch.toml", &["envs", "*", "scripts"]), ("pyproject.toml", &["tool", "hatch", "envs", "*", "scripts"])],
    },
    Runner {
        names: &["pdm"],
        by: Keeper::Pdm,
        verbs: &["run"],
        valued: &["-p", "--project", "--venv"],
        tables: &[("pyproject.toml", &["tool", "pdm", "scripts"])],
    },
    Runner {
        names: &["rye"],
        by: Keeper::Rye,
        verbs: &["run"],
        valued: &["--pyproject"],
        tables: &[("pyproject.toml", &["tool", "rye", "scripts"])],
    },
    Runner {
        names: &["pixi"],
        by: Keeper::Pixi,
        verbs: &["run", "r"],
        valued: &["-e", "--environment", "--manifest-path"],
        tables: &[("pixi.toml", &["tasks"]), ("pyproject.toml", &["tool", "pixi", "tasks"])],
    },
    Runner {
        names: &["mise", "rtx"],
        by: Keeper::Mise,
        verbs: &["run", "r"],
        valued: &["-C", "--cd", "-E", "--env", "-j", "--jobs"],
        tables: &[("mise.toml", &["tasks"]), (".mise.toml", &["tasks"]), (".config/mise.toml", &["tasks"])],
    },
];

/// Files of tasks of `task`, in the order in which it looks for them.
const TASKFILES: &[&str] =
    &["Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml"];

/// What the task runs that a program is told to run. `None`: another of its commands, or a task that nobody finds.
pub(super) fn run(
    walk: &mut Walk,
    name: &str,
    rest: &[Value],
    span: Span,
    state: &mut State,
) -> Option<Outcome> {
    let (file, recipes) = match name {
        "task" | "go-task" => of_taskfile(walk, rest, state)?,
        _ => of_table(walk, RUNNERS.iter().find(|runner| runner.names.contains(&name))?, rest, state)?,
    };
    for recipe in recipes {
        let through = format!("{name} run {}", recipe.target);
        if walk.through.contains(&through) {
            continue;
        }
        walk.within_file(file.to_owned(), recipe.text.len(), |walk| {
            let mut apart = walk.copy(state);
            apart.cwd = recipe.cwd(&state.cwd);
            walk.vouching(recipe.is_heard, |walk| walk.nested(&recipe.text, span, &through, &mut apart));
        });
    }
    Some(Outcome::Done(Standing::Unknown))
}

fn of_table(
    walk: &mut Walk,
    runner: &Runner,
    rest: &[Value],
    state: &State,
) -> Option<(&'static str, Vec<Recipe>)> {
    let given = Arguments::of(rest, runner.valued);
    let is_told = runner.verbs.is_empty() || given.first().is_some_and(|first| runner.verbs.contains(&first));
    // Elsewhere are other tasks.
    if !is_told || given.has(&["-C", "--directory", "--root", "--cd", "--manifest-path", "-p", "--project"]) {
        return None;
    }
    let at = usize::from(!runner.verbs.is_empty());
    let named = given.operands.get(at)?.known()?;
    let (environment, task) = named.split_once(':').unwrap_or(("", named));
    let of_environment = runner.names == ["hatch"];
    let (environment, task) = match environment {
        _ if !of_environment => ("", named),
        "" => ("default", task),
        environment => (environment, task),
    };
    let more: Vec<Value> = given.operands.iter().skip(at + 1).map(|word| (*word).clone()).collect();
    let more = quoted(&more);
    runner.tables.iter().find_map(|(file, table)| {
        let text = content(walk, &Value::Known((*file).to_owned()), state)?;
        let table: Vec<&str> = table.iter().map(|key| if *key == "*" { environment } else { key }).collect();
        let recipes = recipes::tasks(runner.by, &text, &table, task, &more);
        (!recipes.is_empty()).then_some((*file, recipes))
    })
}

fn of_taskfile(walk: &mut Walk, rest: &[Value], state: &State) -> Option<(&'static str, Vec<Recipe>)> {
    let given =
        Arguments::of(rest, &["-d", "-t", "--dir", "--taskfile", "-o", "--output", "-C", "--concurrency"]);
    let is_other = given.has(&["-d", "-t", "--dir", "--taskfile", "-g", "--global"]);
    let only_lists = given.has(&[
        "--list",
        "--list-all",
        "--dry",
        "--summary",
        "--status",
        "-l",
        "-n",
        "-a",
        "--init",
        "-i",
    ]);
    if is_other || only_lists {
        return None;
    }
    let (names, more) = told(&given);
    TASKFILES.iter().find_map(|file| {
        let text = content(walk, &Value::Known((*file).to_owned()), state)?;
        let recipes = recipes::task(&text, &names, &more);
        (!recipes.is_empty()).then_some((*file, recipes))
    })
}

/// The tasks that `task` is told to run, and what is given to them.
pub(crate) fn told<'w>(given: &Arguments<'w>) -> (Vec<&'w str>, String) {
    let (names, more) = given.operands.split_at(given.before_mark.unwrap_or(given.operands.len()));
    let more: Vec<Value> = more.iter().map(|word| (*word).clone()).collect();
    let names = names.iter().filter_map(|word| word.known()).filter(|word| !word.contains('='));
    (names.collect(), quoted(&more))
}
