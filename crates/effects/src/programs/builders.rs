//! Build tools beside the task runners: Maven, Ninja, cmake, archives of Java, directories of programs, packages of yarn.

use hookward_shell::Span;

use super::build::content;
use crate::programs::Arguments;
use crate::recipes;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// `mvn exec:exec -Dexec.executable=ls -Dexec.args=-l`
pub(super) fn maven(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) {
    let setting = |name: &str| rest.iter().find_map(|word| word.known()?.strip_prefix(name));
    if let Some(program) = setting("-Dexec.executable=") {
        let text = format!("{program} {}", setting("-Dexec.args=").unwrap_or_default());
        let mut apart = walk.copy(state);
        walk.nested(&text, span, "mvn exec:exec", &mut apart);
    }
}

/// `ninja -f file`: also one that it is fed.
pub(super) fn ninja(walk: &mut Walk, rest: &[Value], span: Span, state: &State) {
    let given = Arguments::of(rest, &["-f", "-C", "-j", "-k", "-l", "-t", "-d", "-w"]);
    if given.has_letter("n") || given.has_letter("t") {
        return;
    }
    for file in given.values("-f") {
        let Some(text) = content(walk, &file, state) else { continue };
        for recipe in recipes::of_file("build.ninja", &text).unwrap_or_default() {
            let mut apart = walk.copy(state);
            walk.nested(&recipe.text, span, "ninja", &mut apart);
        }
    }
}

/// Where an agent keeps its hooks, from the directory of work.
const SETTINGS: &[&str] = &[".claude.json", ".claude/settings.json", ".claude/settings.local.json"];

/// `hookward fire event`: the hooks of the folder's settings.
pub(super) fn hooks(walk: &mut Walk, rest: &[Value], span: Span, state: &State) {
    if rest.first().and_then(Value::known) != Some("fire") {
        return;
    }
    for settings in SETTINGS {
        let Some(text) = content(walk, &Value::Known((*settings).to_owned()), state) else { continue };
        for command in recipes::hooks(&text) {
            walk.within_file((*settings).to_owned(), command.len(), |walk| {
                let mut apart = walk.copy(state);
                walk.nested(&command, span, "hookward fire", &mut apart);
            });
        }
    }
}

/// `run-parts directory`: every program that the text has put there.
pub(super) fn each_program(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) {
    let asks = |word: &Value| matches!(word.known(), Some("--test" | "--list"));
    if rest.iter().any(asks) {
        return;
    }
    for directory in rest.iter().filter(|word| !word.prefix().starts_with('-')) {
        let inside = |path: &str| {
            let mut spots = state.place(directory).spots.into_iter();
            spots.any(|spot| path.strip_prefix(&spot.path).is_some_and(|rest| rest.starts_with('/')))
        };
        let files: Vec<String> = state
            .written_files()
            .map(|(path, _)| path)
            .filter(|path| inside(path) && !path.ends_with('/'))
            .map(str::to_owned)
            .collect();
        for file in files {
            let place = state.place(&Value::Known(file));
            walk.program_file(&place, &[], span, state);
        }
    }
}

/// `java -jar x.jar`: the program that is known by the archive's name.
pub(super) fn jar(walk: &mut Walk, rest: &[Value], span: Span, state: &State) {
    let Some(at) = rest.iter().position(|word| word.known() == Some("-jar")) else { return };
    let name =
        rest.get(at + 1).and_then(Value::known).map(crate::program_name::base_name).unwrap_or_default();
    if crate::knowledge::program(name).is_some() {
        let arguments = rest.get(at + 2..).unwrap_or_default().iter().cloned();
        let command = std::iter::once(Value::Known(name.to_owned())).chain(arguments).collect();
        let mut apart = walk.copy(state);
        walk.peel("java -jar", |walk| walk.command(command, span, &mut apart));
    }
}

/// `cmake -P script`: what its script runs and removes.
pub(super) fn cmake(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) {
    let given = Arguments::of(rest, &["-P", "-S", "-B", "-G"]);
    for file in given.all_values(&["-P"]) {
        let Some(text) = content(walk, &file, state) else { continue };
        for recipe in recipes::cmake(&text) {
            let mut apart = walk.copy(state);
            walk.nested(&recipe.text, span, "cmake -P", &mut apart);
        }
    }
}

/// `yarn workspace a exec …`, `yarn workspaces foreach -A run …`: a program or a script, in packages that the words in front of
/// it choose.
pub(super) fn in_packages(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> bool {
    let in_each = rest.iter().any(|word| word.known() == Some("foreach"));
    let leads = |word: &Value| word.known().is_some_and(|it| it == "exec" || (in_each && it == "run"));
    let Some(at) = rest.iter().position(leads) else { return false };
    let (Some(own), Some(inner)) = (rest.get(..at), rest.get(at..)) else { return false };
    let command = std::iter::once(Value::Known("yarn".to_owned())).chain(inner.iter().cloned()).collect();
    walk.launch("yarn", own.to_vec(), |walk| walk.command(command, span, state));
    true
}
