//! `make` and `just`: what the lines of their files would run.

use hookward_shell::Span;

use super::build::content;
use super::tasks::set;
use crate::builtins::directory;
use crate::path::Spot;
use crate::programs::Arguments;
use crate::recipes;
use crate::scene::Kind;
use crate::source::Sources;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

pub(super) fn make(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) {
    let given = Arguments::of(
        rest,
        &["-C", "-f", "-I", "-o", "-W", "--directory", "--file", "--makefile", "--eval", "-E"],
    );
    // What it knows of variables it shows: those of every file that it reads.
    if given.has_letter("p") || given.has(&["--print-data-base"]) {
        for file in given.all_values(&["-f", "--file", "--makefile"]) {
            let place = state.place(&file);
            walk.print(&state.content(&place), span);
            walk.read(place, span);
        }
    }
    if given.has_letter("n") || given.has(&["--dry-run", "--just-print", "--question", "--version", "--help"])
    {
        return;
    }
    let mut inside = walk.copy(state);
    for to in given.all_values(&["-C", "--directory"]) {
        inside.cwd = directory(&to, &inside.cwd);
    }
    // What is set on the line, the build obeys; and what make calls in it, make runs.
    let mut settings = Vec::new();
    for word in given.operands.iter().filter(|word| word.prefix().contains('=')) {
        let name = word.prefix().split(['=', ':', '?', '+']).next().unwrap_or_default().to_owned();
        let at = word.prefix().find('=').map_or(0, |at| at + 1);
        let value = super::tail(word, at);
        match name.as_str() {
            "SHELL" | "MAKE" => walk.detour(&value, span, &mut inside),
            name => walk.obeyed_variable(name, &value, span, &mut inside),
        }
        settings.extend(
            value.known().filter(|text| text.contains("$(shell")).map(|text| format!("{name} := {text}")),
        );
    }
    let targets: Vec<String> =
        given.operands.iter().filter_map(|word| word.known()).map(str::to_owned).collect();
    let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
    let mut texts: Vec<String> = given
        .all_values(&["--eval", "-E"])
        .iter()
        .filter_map(|value| value.known().map(str::to_owned))
        .chain(settings)
        .collect();
    let files = given.all_values(&["-f", "--file", "--makefile"]);
    for file in &files {
        if matches!(file.known(), Some("-" | "/dev/stdin" | "/dev/fd/0")) {
            if state.stdin.sources().has_network() {
                walk.runs(state.stdin.sources(), span);
            }
            texts.extend(state.stdin.as_scripts().texts);
        } else {
            texts.extend(content(walk, file, &inside));
        }
    }
    if files.is_empty() {
        // A build stays in its directory; what is installed does not.
        let cloned = inside.written(&inside.place(&Value::Known("Makefile".to_owned())));
        let cloned = cloned.map(|written| written.sources()).filter(Sources::has_clone);
        if let Some(sources) = cloned.filter(|_| targets.contains(&"install")) {
            walk.runs(sources, span);
        }
        let found = ["GNUmakefile", "makefile", "Makefile"];
        texts.extend(found.iter().find_map(|name| content(walk, &Value::Known((*name).to_owned()), &inside)));
    }
    let is_forced = given.has(&["--always-make"]) || given.has_letter("B");
    let lies_there = |name: &str| {
        let place = inside.place(&Value::Known(name.to_owned()));
        let is_there =
            |spot: &Spot| matches!(inside.scene.world.kind(&spot.path), Kind::File | Kind::Directory);
        !is_forced && (inside.written(&place).is_some() || place.spots.iter().any(is_there))
    };
    for text in texts {
        let text = with_included(walk, text, &inside);
        for recipe in recipes::make(&text, &targets, lies_there) {
            let through = format!("make {}", recipe.target);
            walk.within_file("Makefile".to_owned(), recipe.text.len(), |walk| {
                let mut apart = walk.copy(&inside);
                set(walk, &recipe.variables, span, &mut apart);
                walk.vouching(recipe.is_heard, |walk| walk.nested(&recipe.text, span, &through, &mut apart));
            });
        }
    }
}

/// A makefile with those that it includes by name.
fn with_included(walk: &mut Walk, text: String, state: &State) -> String {
    const MAX_INCLUDED: usize = 8;
    let included = |line: &str| {
        let names = ["include ", "-include ", "sinclude "].iter().find_map(|word| line.strip_prefix(word))?;
        Some(names.split_ascii_whitespace().map(str::to_owned).collect::<Vec<String>>())
    };
    let names: Vec<String> = text.lines().filter_map(included).flatten().take(MAX_INCLUDED).collect();
    let files = names.into_iter().filter_map(|name| content(walk, &Value::Known(name), state));
    files.fold(text, |text, more| format!("{text}\n{more}"))
}

pub(super) fn just(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) {
    if let Some(at) = rest.iter().position(|word| matches!(word.known(), Some("--command" | "-c"))) {
        let command = rest.get(at + 1..).unwrap_or_default().to_vec();
        return walk.peel("just --command", |walk| {
            let mut apart = walk.copy(state);
            walk.command(command, span, &mut apart);
        });
    }
    let given = Arguments::of(rest, &["-f", "-d", "--justfile", "--working-directory", "--set"]);
    if given.has(&[
        "--list",
        "--dry-run",
        "--summary",
        "--show",
        "--dump",
        "--version",
        "--help",
        "--evaluate",
    ]) || given.has_letter("n")
        || given.has_letter("l")
    {
        return;
    }
    let names: Vec<&str> =
        given.operands.iter().filter_map(|word| word.known()).filter(|word| !word.contains('=')).collect();
    let files = given.all_values(&["-f", "--justfile"]);
    let found = ["justfile", "Justfile", ".justfile"].map(|name| Value::Known(name.to_owned()));
    let text = files.iter().chain(&found).find_map(|file| content(walk, file, state));
    let Some(text) = text else { return };
    // It works where its file lies, unless it is told where.
    let told = given.all_values(&["-d", "--working-directory"]).pop();
    let above = |file: &Value| {
        let above = match file.known()?.rsplit_once('/') {
            Some(("", _)) => "/",
            Some((above, _)) => above,
            None => ".",
        };
        Some(Value::Known(above.to_owned()))
    };
    let place = told.or_else(|| files.last().map(|file| above(file).unwrap_or(Value::unknown())));
    let cwd = place.map_or_else(|| state.cwd.clone(), |place| directory(&place, &state.cwd));
    for recipe in recipes::just(&text, &names) {
        let through = format!("just {}", recipe.target);
        walk.within_file("justfile".to_owned(), recipe.text.len(), |walk| {
            let mut apart = walk.copy(state);
            apart.cwd = recipe.cwd(&cwd);
            set(walk, &recipe.variables, span, &mut apart);
            walk.vouching(recipe.is_heard, |walk| walk.nested(&recipe.text, span, &through, &mut apart));
        });
    }
}
