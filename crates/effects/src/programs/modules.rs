//! What interpreters run besides code and scripts: modules by their names, and programs that a library holds.

use hookward_shell::Span;

use crate::code::{Language, PrintsResult, files_of};
use crate::commands::Outcome;
use crate::effect::Standing;
use crate::operands::is_of_this_machine;
use crate::programs::interpreters::{Kind, interpreter, option_value};
use crate::scene;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Whether an interpreter prints what its code comes to.
pub(super) fn prints_result(language: Language, name: &str, option: &str) -> PrintsResult {
    let letters = option.trim_start_matches('-');
    let prints = match language {
        Language::JavaScript => letters.starts_with('p'),
        Language::Julia => letters.starts_with(['E', 'p']),
        Language::R | Language::Haskell => true,
        Language::Lisp => matches!(name, "clj" | "clojure" | "bb" | "racket" | "janet"),
        _ => false,
    };
    if prints { PrintsResult::Yes } else { PrintsResult::No }
}

/// The code that stands in the options of an interpreter, and its language.
pub(crate) fn given_code(name: &str, rest: &[Value]) -> Option<(Language, Vec<Value>)> {
    let interpreter = interpreter(name)?;
    let mut given = Vec::new();
    let mut words = rest;
    while let Some((word, after)) = words.split_first() {
        if !word.prefix().starts_with('-') || matches!(word.known(), Some("--" | "-")) {
            break;
        }
        let (value, next) = option_value(&interpreter, word, after);
        match value {
            Some((Kind::Code, code)) => given.push(code),
            Some((Kind::Module, _)) => break,
            Some((Kind::Before | Kind::Other, _)) | None => {}
        }
        words = next;
    }
    Some((interpreter.language, given))
}

/// Runs the files of a module that the text has written.
pub(super) fn written_modules(
    walk: &mut Walk,
    language: Language,
    module: &str,
    span: Span,
    state: &mut State,
) {
    if state.written_files().next().is_none() {
        return;
    }
    for file in files_of(language, module) {
        let place = state.place(&Value::Known(file));
        let is_seen = |content: &Value| !content.texts().is_empty() || content.sources().has_network();
        if state.written(&place).as_ref().is_some_and(is_seen) {
            walk.code_file(language, &place, span, state);
        }
    }
}

/// `php -S address -t directory`, `ruby -run -e httpd directory`
pub(super) fn serves(walk: &mut Walk, language: Language, rest: &[Value], span: Span, state: &mut State) {
    let has = |text: &str| rest.iter().position(|word| word.known() == Some(text));
    // Programs that a library of Ruby's has: `ruby -run -e rm -- -rf x`.
    if language == Language::Ruby
        && has("-run").is_some()
        && let Some(program) = has("-e").and_then(|at| rest.get(at + 1..))
        && program.first().is_some_and(|program| {
            matches!(
                program.known(),
                Some("rm" | "cp" | "mv" | "ln" | "chmod" | "install" | "mkdir" | "rmdir" | "touch")
            )
        })
    {
        let words = program.iter().filter(|word| word.known() != Some("--")).cloned().collect();
        walk.peel("ruby -run", |walk| walk.command(words, span, state));
    }
    let directory = match language {
        Language::Php if has("-S").is_some() => has("-t"),
        Language::Ruby if has("-run").is_some() => has("httpd"),
        _ => return,
    };
    let directory = directory.and_then(|at| rest.get(at + 1)).filter(|word| !word.prefix().starts_with('-'));
    let here = Value::Known(".".to_owned());
    if directory.is_some() || !rest.iter().any(is_of_this_machine) {
        walk.shared(directory.unwrap_or(&here), span, state);
    }
}

/// `python -m twine upload`: the module stands for the program of its name. What stands before it are the interpreter's own
/// words.
pub(super) fn module_run(
    walk: &mut Walk,
    before: &[Value],
    module: &Value,
    words: &[Value],
    span: Span,
    state: &mut State,
) -> Outcome {
    if module.known() == Some("code") {
        // A prompt, which takes what it is fed.
        let stdin = state.stdin.clone();
        walk.code_text(Language::Python, &stdin, span, state);
        return Outcome::Done(Standing::Unknown);
    }
    if let Some(name) = module.known() {
        // What lies on its path is one of the project's own, too.
        let path = state.variable("PYTHONPATH");
        let path = path.as_ref().and_then(Value::known).unwrap_or_default();
        let name = name.replace('.', "/");
        let directories = path.split(':').filter(|directory| !directory.is_empty());
        let on_its_path: Vec<String> = directories.map(|directory| format!("{directory}/{name}")).collect();
        for module in std::iter::once(&name).chain(&on_its_path) {
            written_modules(walk, Language::Python, module, span, state);
            // A module of the project's own comes before one that is installed.
            for file in files_of(Language::Python, module) {
                let place = state.place(&Value::Known(file));
                let is_there =
                    place.only().is_some_and(|path| state.scene.world.kind(path) == scene::Kind::File);
                if is_there && state.written(&place).is_none() {
                    walk.code_file(Language::Python, &place, span, state);
                }
            }
        }
    }
    let program = match module.known() {
        Some("django") => Value::Known("django-admin".to_owned()),
        _ => module.clone(),
    };
    let command = std::iter::once(program).chain(words.iter().cloned()).collect();
    walk.launch("python -m", before.to_vec(), |walk| walk.command(command, span, state));
    Outcome::Peeled
}
