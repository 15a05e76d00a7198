//! Containers that are described on standard input or in a file: `docker build -`, `docker compose up`.

use hookward_shell::Span;

use super::Arguments;
use super::build::content;
use crate::recipes::{self, BuildSecret, Recipe};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// The files that describe services where none is named.
const USUAL: &[&str] = &["compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"];

/// Runs what a description makes containers run.
pub(super) fn described(walk: &mut Walk, name: &str, rest: &[Value], span: Span, state: &State) {
    let given = Arguments::of(
        rest,
        &[
            "-f",
            "--file",
            "--secret",
            "-t",
            "--tag",
            "--build-arg",
            "--target",
            "-p",
            "--project-name",
            "--platform",
        ],
    );
    let file = given.all_values(&["-f", "--file"]);
    let named = |word: &Value| word.known() == Some("-");
    let words: Vec<&str> = given.operands.iter().filter_map(|word| word.known()).collect();
    let has = |word: &str| words.contains(&word);
    let composes = name.contains("compose") || has("compose");
    if composes && ["up", "run", "create", "start", "restart"].into_iter().any(has) {
        return services(walk, name, &file, span, state);
    }
    let Some(text) = state.stdin.known().filter(|_| !composes && has("build")) else { return };
    if file.iter().any(named) || has("-") {
        let secrets = given.all_values(&["--secret"]);
        let secrets: Vec<BuildSecret> =
            secrets.iter().filter_map(Value::known).filter_map(BuildSecret::read).collect();
        start(walk, name, recipes::dockerfile(text, &secrets), span, state);
    }
}

/// The services of compose files: of those that are named, else of the one that lies there by a usual name.
fn services(walk: &mut Walk, name: &str, files: &[Value], span: Span, state: &State) {
    let usual = USUAL.iter().map(|name| Value::Known((*name).to_owned()));
    let described: Vec<(Value, String)> = if files.is_empty() {
        usual.filter_map(|file| Some((file.clone(), content(walk, &file, state)?))).take(1).collect()
    } else {
        files.iter().filter_map(|file| Some((file.clone(), content(walk, file, state)?))).collect()
    };
    for (file, text) in described {
        let recipes = recipes::compose(&text);
        if file.known() == Some("-") {
            start(walk, name, recipes, span, state);
        } else {
            walk.within_file(file.to_string(), text.len(), |walk| start(walk, name, recipes, span, state));
        }
    }
}

fn start(walk: &mut Walk, name: &str, recipes: Vec<Recipe>, span: Span, state: &State) {
    for recipe in recipes {
        let through = format!("{name} {}", recipe.target);
        let mut apart = walk.copy(state);
        apart.stdin = Value::unknown();
        walk.nested(&recipe.text, span, &through, &mut apart);
    }
}
