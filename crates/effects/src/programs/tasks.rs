//! Runners of tasks that stand in a file of settings: what the task of a name runs.

use hookward_shell::Span;

use super::build::content;
use super::tox_nox::{of_nox, of_tox};
use crate::commands::{Outcome, quoted};
use crate::effect::{Action, Standing};
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
    /// Its own commands, which come before a task of that name where no such word stands; none if it must.
    own: Option<&'static str>,
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
        own: None,
        valued: &["-C", "--directory", "--root", "-e", "--executor"],
        tables: &[("pyproject.toml", &["tool", "poe", "tasks"]), ("poe_tasks.toml", &["tasks"])],
    },
    Runner {
        names: &["hatch"],
        by: Keeper::Hatch,
        verbs: &["run"],
        own: None,
        valued: &["-e", "--env", "-p", "--project", "-py", "--python", "-i", "--include", "-x", "--exclude"],
        tables: &[("hatch.toml", &["envs", "*", "scripts"]), ("pyproject.toml", &["tool", "hatch", "envs", "*", "scripts"])],
    },
    Runner {
        names: &["pdm"],
        by: Keeper::Pdm,
        verbs: &["run"],
        own: Some("add build cache completion config export fix import info init install list lock new outdated plugin publish py python remove search self plugin show sync update use venv"),
        valued: &["-p", "--project", "--venv"],
        tables: &[("pyproject.toml", &["tool", "pdm", "scripts"])],
    },
    Runner {
        names: &["rye"],
        by: Keeper::Rye,
        verbs: &["run"],
        own: None,
        valued: &["--pyproject"],
        tables: &[("pyproject.toml", &["tool", "rye", "scripts"])],
    },
    Runner {
        names: &["pixi"],
        by: Keeper::Pixi,
        verbs: &["run", "r"],
        own: None,
        valued: &["-e", "--environment", "--manifest-path"],
        tables: &[("pixi.toml", &["tasks"]), ("pyproject.toml", &["tool", "pixi", "tasks"])],
    },
    Runner {
        names: &["mise", "rtx"],
        by: Keeper::Mise,
        verbs: &["run", "r"],
        own: Some("activate alias a backends b bin-paths cache completion config cfg current deactivate direnv doctor dr edit en env e exec x fmt \
             generate gen g help implode install i install-into latest link ln list ls ls-remote lock mcp outdated plugins p prepare prune registry \
             reshim search self-update set settings shell sh shell-alias sync tasks t test-tool token tool tool-stub trust uninstall \
             unset unuse rm remove untrust upgrade up use u version v watch w where which"),
        valued: &["-C", "--cd", "-E", "--env", "-j", "--jobs"],
        tables: &[
            ("mise.local.toml", &["tasks"]), (".mise.local.toml", &["tasks"]), ("mise.toml", &["tasks"]), (".mise.toml", &["tasks"]),
            (".config/mise.toml", &["tasks"]),
        ],
    },
];

/// Files of tasks of `task`, in the order in which it looks for them.
const TASKFILES: &[&str] =
    &["Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml"];

/// What is run, and the file in which it stands.
pub(super) type Found = (String, Vec<Recipe>);

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
        "tox" => of_tox(walk, rest, state)?,
        "nox" => of_nox(walk, rest, state)?,
        _ => of_table(walk, RUNNERS.iter().find(|runner| runner.names.contains(&name))?, rest, state)?,
    };
    for recipe in recipes {
        let through = format!("{name} run {}", recipe.target);
        if walk.through.contains(&through) {
            continue;
        }
        walk.within_file(file.clone(), recipe.text.len(), |walk| {
            let mut apart = walk.copy(state);
            apart.cwd = recipe.cwd(&state.cwd);
            set(walk, &recipe.variables, span, &mut apart);
            walk.vouching(recipe.is_heard, |walk| walk.nested(&recipe.text, span, &through, &mut apart));
        });
    }
    Some(Outcome::Done(Standing::Unknown))
}

/// Sets what a runner sets for its commands.
pub(super) fn set(walk: &mut Walk, variables: &[(String, String)], span: Span, state: &mut State) {
    for (name, text) in variables {
        let is_plain = !text.contains(['$', '{', '`']);
        let value = if is_plain { Value::Known(text.clone()) } else { Value::unknown() };
        walk.effect(Action::Environment(name.clone(), value.clone()), span);
        walk.obeyed_variable(name, &value, span, state);
        state.assign(name, value);
        state.export(name);
    }
}

fn of_table(walk: &mut Walk, runner: &Runner, rest: &[Value], state: &State) -> Option<Found> {
    let given = Arguments::of(rest, runner.valued);
    let first = given.first()?;
    if runner.by == Keeper::Hatch && first == "test" {
        return of_hatch_test(walk, runner, &given, state);
    }
    let has_verb = runner.verbs.contains(&first);
    let is_task = |own: &str| !own.split_ascii_whitespace().any(|own| own == first);
    let is_told = has_verb || runner.verbs.is_empty() || runner.own.is_some_and(is_task);
    if !is_told {
        return None;
    }
    let word = *given.operands.get(usize::from(has_verb))?;
    let named = word.known()?;
    // What stands behind the name is for the task.
    let at = rest.iter().position(|own| std::ptr::eq(own, word))?;
    let (own, more) = rest.split_at_checked(at)?;
    let given = Arguments::of(own, runner.valued);
    // Elsewhere are other tasks.
    if given.has(&["-C", "--directory", "--root", "--cd", "--manifest-path", "-p", "--project"]) {
        return None;
    }
    let more = more.get(1..).unwrap_or_default();
    let more = if more.first().and_then(Value::known) == Some("--") { more.get(1..)? } else { more };
    let (environment, task) = named.split_once(':').unwrap_or(("", named));
    let told = given.all_values(&["-e", "--env"]).pop();
    let told = told.as_ref().map_or(Some("default"), Value::known);
    let (environment, task) = match environment {
        _ if runner.by != Keeper::Hatch => ("", named),
        "" => (told?, task),
        environment => (environment, task),
    };
    let more = quoted(more);
    let mut found = runner.tables.iter().filter_map(|(file, table)| {
        let text = content(walk, &Value::Known((*file).to_owned()), state)?;
        // An environment has the scripts of the usual one, unless it has its own.
        let of = |environment: &str| {
            let table = table.iter().map(|key| if *key == "*" { environment } else { key });
            let recipes = recipes::tasks(runner.by, &text, &table.collect::<Vec<_>>(), task, &more);
            (!recipes.is_empty()).then(|| ((*file).to_owned(), recipes))
        };
        of(environment).or_else(|| of("default").filter(|_| runner.by == Keeper::Hatch))
    });
    let (file, mut recipes) = found.next()?;
    // The files of mise are taken together. Which task of one name runs, nobody knows here.
    let others: Vec<Recipe> = found.flat_map(|(_, recipes)| recipes).collect();
    if runner.by == Keeper::Mise && !others.is_empty() && others != recipes {
        recipes.extend(others);
        for recipe in &mut recipes {
            recipe.is_heard = false;
        }
    }
    Some((file, recipes))
}

/// `hatch test` runs a script of an environment of its own. A project may have put another in its place.
fn of_hatch_test(walk: &mut Walk, runner: &Runner, given: &Arguments, state: &State) -> Option<Found> {
    let script = if given.has(&["-c", "--cover"]) { "run-cov" } else { "run" };
    let more: Vec<Value> = given.operands.iter().skip(1).map(|word| (*word).clone()).collect();
    runner.tables.iter().find_map(|(file, table)| {
        let text = content(walk, &Value::Known((*file).to_owned()), state)?;
        let table: Vec<&str> = table.iter().map(|key| if *key == "*" { "hatch-test" } else { key }).collect();
        let recipes = recipes::tasks(runner.by, &text, &table, script, &quoted(&more));
        (!recipes.is_empty()).then(|| ((*file).to_owned(), recipes))
    })
}

fn of_taskfile(walk: &mut Walk, rest: &[Value], state: &State) -> Option<Found> {
    let given =
        Arguments::of(rest, &["-d", "-t", "--dir", "--taskfile", "-o", "--output", "-C", "--concurrency"]);
    let is_other = given.has(&["-d", "--dir", "-g", "--global"]);
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
    let told_files = given.all_values(&["-t", "--taskfile"]);
    let told_files: Vec<&str> = told_files.iter().filter_map(|file| file.known()).collect();
    let files = if given.has(&["-t", "--taskfile"]) { told_files.as_slice() } else { TASKFILES };
    files.iter().find_map(|file| {
        let text = content(walk, &Value::Known((*file).to_owned()), state)?;
        let recipes = recipes::task(&text, &names, &more);
        (!recipes.is_empty()).then(|| ((*file).to_owned(), recipes))
    })
}

/// The tasks that `task` is told to run, and what is given to them.
pub(crate) fn told<'w>(given: &Arguments<'w>) -> (Vec<&'w str>, String) {
    let (names, more) = given.operands.split_at(given.before_mark.unwrap_or(given.operands.len()));
    let more: Vec<Value> = more.iter().map(|word| (*word).clone()).collect();
    let names = names.iter().filter_map(|word| word.known()).filter(|word| !word.contains('='));
    (names.collect(), quoted(&more))
}
