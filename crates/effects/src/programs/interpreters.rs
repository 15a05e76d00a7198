//! Interpreters: code in an option, a script file, a module, or what they are fed.

mod options;

use std::rc::Rc;

use hookward_shell::Span;

use self::options::checks_syntax;
pub(super) use self::options::{Kind, interpreter, option_value};
use crate::code::Language;
use crate::commands::Outcome;
use crate::effect::{Standing, Told};
use crate::knowledge;
use crate::languages::code_place;
use crate::program_name::base_name;
use crate::programs::consoles;
use crate::programs::modules::{module_run, prints_result, serves, written_modules};
use crate::programs::substitutions;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Runs an interpreter with these words; `None`: it is none.
pub(super) fn run(
    walk: &mut Walk,
    name: &str,
    rest: &[Value],
    span: Span,
    state: &mut State,
) -> Option<Outcome> {
    if name == "osascript"
        && !rest.iter().any(|word| !word.prefix().starts_with('-') || word.prefix() == "-e")
    {
        let stdin = state.stdin.clone();
        walk.code_text(Language::AppleScript, &stdin, span, state);
    }
    let interpreter = interpreter(name)?;
    if asks_for_itself(interpreter.language, rest) {
        return Some(Outcome::Done(Standing::ReadOnly));
    }
    let mut only_checks = false;
    serves(walk, interpreter.language, rest, span, state);
    let language = interpreter.language;
    let mut own = walk.copy(state);
    let mut given = false;
    let mut operands = Operands::Arguments;
    let mut words = rest;
    if name == "crystal" {
        return Some(crystal(walk, rest, span, state));
    }
    if let Some((verb, after)) = rest.split_first()
        && verb.known().is_some_and(|verb| interpreter.verbs.contains(&verb))
    {
        words = after;
    }
    while let Some((word, after)) = words.split_first() {
        let text = word.prefix();
        if word.known() == Some("--") {
            words = after;
            break;
        }
        if !text.starts_with('-') || text == "-" {
            break;
        }
        if !text.starts_with("--") {
            let letters = text.get(1..).unwrap_or_default();
            // Behind `-i` stands a suffix, and behind `-e` the code.
            let flags =
                letters.split(['e', 'E', 'i', 'I', 'M', 'm', 'F', 'c', 'r']).next().unwrap_or_default();
            let filters = !interpreter.filter.is_empty()
                && flags.chars().any(|letter| interpreter.filter.contains(letter));
            let in_place = !interpreter.in_place.is_empty()
                && letters.contains(interpreter.in_place)
                && !letters.starts_with(['M', 'I', 'm']);
            operands = match (operands, in_place, filters) {
                (Operands::Edited, _, _) | (_, true, _) => Operands::Edited,
                (Operands::Filtered, _, _) | (_, _, true) => Operands::Filtered,
                (Operands::Arguments, false, false) => Operands::Arguments,
            };
        }
        only_checks |= checks_syntax(name, text);
        if language == Language::Php && matches!(text, "-i" | "--info") {
            given = true;
            walk.code_text(language, &Value::Known("phpinfo();".to_owned()), span, &mut own);
        }
        let (value, next) = option_value(&interpreter, word, after);
        match value {
            Some((Kind::Code, code)) => {
                given = true;
                own.arguments = Some(Rc::new(next.to_vec()));
                let code = if name.starts_with("ipython") {
                    consoles::without_escapes(walk, &code, span, &mut own)
                } else {
                    code
                };
                if operands == Operands::Arguments {
                    let prints = prints_result(language, name, text);
                    walk.printing_code(language, &code, prints, span, &mut own);
                } else {
                    walk.code_by_line(language, &code, next, span, &mut own);
                }
            }
            Some((Kind::Module, module)) => {
                state.keep_files(&own);
                let before = rest.get(..rest.len() - words.len()).unwrap_or_default();
                return Some(module_run(walk, before, &module, next, span, state));
            }
            Some((Kind::Before, file)) if file.prefix().starts_with("data:") => {
                let start = file.prefix().find(',').map_or(0, |comma| comma + 1);
                walk.code_text(language, &super::tail(&file, start), span, &mut own);
            }
            Some((Kind::Before, file)) => {
                let place = code_place(language, &file, state);
                walk.code_file(language, &place, span, &mut own);
            }
            // `iex -S mix run -e code`
            Some((Kind::Other, program)) if language == Language::Elixir && text == "-S" => {
                let command = std::iter::once(program).chain(next.iter().cloned()).collect();
                walk.peel(name, |walk| walk.command(command, span, &mut own));
                state.keep_files(&own);
                return Some(Outcome::Peeled);
            }
            Some((Kind::Other, _)) | None => {}
        }
        // `perl -MName`
        if language == Language::Perl
            && let Some(module) = text.strip_prefix("-M").or_else(|| text.strip_prefix("-m"))
        {
            let module = module.split(['=', ' ']).next().unwrap_or(module).replace("::", "/");
            written_modules(walk, language, &module, span, &mut own);
        }
        words = next;
    }
    // What it finds wrong it shows, with the line.
    if only_checks && !given {
        for file in words.iter().filter(|word| !word.prefix().starts_with('-')) {
            let place = own.place(file);
            walk.read(place, span);
        }
        state.keep_files(&own);
        return Some(Outcome::Done(Standing::Unknown));
    }
    // What else is known of a program says what its operands are: files to edit, subcommands.
    let is_known = knowledge::program(name).is_some();
    if is_known {
        if !given && words.first().and_then(Value::known) == Some("-") {
            script(walk, language, words, span, &mut own);
        }
        state.keep_files(&own);
        return None;
    }
    // Lua runs both.
    let runs_both = language == Language::Lua && !words.is_empty();
    if name.starts_with("ipython") && !given && words.is_empty() {
        let stdin = own.stdin.clone();
        own.stdin = consoles::without_escapes(walk, &stdin, span, &mut own);
    }
    if given && !runs_both {
        let options = rest.get(..rest.len() - words.len()).unwrap_or_default();
        let edit = substitutions::as_sed(language, options).filter(|_| operands == Operands::Edited);
        data(walk, words, operands, edit.as_deref(), span, &mut own);
    } else {
        script(walk, language, words, span, &mut own);
    }
    state.keep_files(&own);
    Some(Outcome::Done(Standing::Unknown))
}

/// `node --version`: it says what it is, and runs nothing, whatever it is fed. To Python, `-v` says something else.
fn asks_for_itself(language: Language, rest: &[Value]) -> bool {
    let [word] = rest else { return false };
    match word.known() {
        Some("--version" | "-V" | "--help" | "-h") => true,
        Some("-v") => language != Language::Python,
        Some(_) | None => false,
    }
}

/// What operands behind code are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    /// Whatever the code makes of them.
    Arguments,
    /// Files that are read line by line: `-n`, `-p`.
    Filtered,
    /// Files that are written back: `-i`.
    Edited,
}

/// `crystal eval 'code'`, `crystal run x.cr`, `crystal x.cr`
fn crystal(walk: &mut Walk, rest: &[Value], span: Span, state: &mut State) -> Outcome {
    let mut own = walk.copy(state);
    match rest.split_first() {
        Some((verb, after)) if verb.known() == Some("eval") => match after.first() {
            Some(code) => walk.code_text(Language::Ruby, code, span, &mut own),
            None => script(walk, Language::Ruby, &[], span, &mut own),
        },
        Some((verb, after)) if verb.known() == Some("run") => {
            script(walk, Language::Ruby, after, span, &mut own);
        }
        _ => script(walk, Language::Ruby, rest, span, &mut own),
    }
    state.keep_files(&own);
    Outcome::Done(Standing::Unknown)
}

/// Operands behind code: files that `-n` and `-p` read, and that `-i` writes.
fn data(
    walk: &mut Walk,
    words: &[Value],
    operands: Operands,
    edit: Option<&[String]>,
    span: Span,
    state: &mut State,
) {
    for file in words.iter().filter(|word| !word.prefix().starts_with('-')) {
        let place = state.place(file);
        match operands {
            Operands::Arguments => return,
            Operands::Filtered => {
                let content = state.content(&place);
                walk.read(place, span);
                walk.print(&content, span);
            }
            Operands::Edited => {
                let told = edit.map_or(Told::Part, |words| Told::Sed(words.to_vec()));
                walk.write_told(place, Value::unknown(), told, span, state);
            }
        }
    }
    if operands == Operands::Arguments {
        return;
    }
    if words.is_empty() {
        let stdin = Value::Unknown(state.stdin.sources());
        walk.print(&stdin, span);
    }
}

/// A script file with its arguments, or what stands on standard input.
fn script(walk: &mut Walk, language: Language, words: &[Value], span: Span, state: &mut State) {
    let Some((file, arguments)) = words.split_first() else {
        let stdin = state.stdin.clone();
        return walk.code_text(language, &stdin, span, state);
    };
    state.arguments = Some(Rc::new(arguments.to_vec()));
    if matches!(file.known(), Some("-" | "/dev/stdin" | "/dev/fd/0")) {
        let stdin = state.stdin.clone();
        return walk.code_text(language, &stdin, span, state);
    }
    // Code where others have a file: `bb '(println 1)'`.
    if language == Language::Lisp && file.prefix().starts_with('(') {
        return walk.code_text(language, file, span, state);
    }
    let place = code_place(language, file, state);
    if language == Language::M4 {
        // What is no macro is put out as it is.
        walk.read(place.clone(), span);
        let content = state.content(&place);
        walk.print(&content, span);
    }
    walk.code_file(language, &place, span, state);
    // What lies in a package is the program of its name.
    if let Some((_, package)) = file.prefix().rsplit_once("node_modules/")
        && let Some(name) = package.split('/').next()
        && let Some(usage) = knowledge::program(name)
    {
        walk.known(name, usage, arguments, span, state);
    }
    // A script that is known by its name does what the program of that name does: `php artisan`.
    if let Some(name) = file.known().map(base_name)
        && let Some(usage) = knowledge::program(name)
    {
        walk.known(name, usage, arguments, span, state);
    }
}
