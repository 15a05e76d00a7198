//! Containers that are described on standard input: `docker build -`, `docker compose -f - up`.

use hookward_shell::Span;

use super::Arguments;
use crate::recipes::{self, BuildSecret};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Runs what a description on standard input makes containers run.
pub(super) fn described(walk: &mut Walk, name: &str, rest: &[Value], span: Span, state: &State) {
    let Some(text) = state.stdin.known() else { return };
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
    let recipes = if composes && file.iter().any(named) && (has("up") || has("run") || has("create")) {
        recipes::compose(text)
    } else if !composes && has("build") && (file.iter().any(named) || has("-")) {
        let secrets = given.all_values(&["--secret"]);
        let secrets: Vec<BuildSecret> =
            secrets.iter().filter_map(Value::known).filter_map(BuildSecret::read).collect();
        recipes::dockerfile(text, &secrets)
    } else {
        return;
    };
    for recipe in recipes {
        let through = format!("{name} {}", recipe.target);
        let mut apart = walk.copy(state);
        apart.stdin = Value::unknown();
        walk.nested(&recipe.text, span, &through, &mut apart);
    }
}
