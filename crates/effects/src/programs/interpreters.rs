//! Interpreters: code in an option, a script file, a module, or what they are fed.

use hookward_shell::Span;

use crate::code::Language;
use crate::commands::{Outcome, base_name};
use crate::effect::Standing;
use crate::knowledge;
use crate::scripts::language_of;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// How an interpreter is given its code.
struct Interpreter {
    language: Language,
    /// Options whose value is code.
    code: &'static [&'static str],
    /// Options whose value is a module, named without its file.
    module: &'static [&'static str],
    /// Options whose value is a file that runs first.
    before: &'static [&'static str],
    /// Other options with a value.
    valued: &'static [&'static str],
    /// Options with which the operands are data, read line by line.
    filter: &'static str,
    /// The option with which they are written back.
    in_place: &'static str,
}

const NONE: Interpreter = Interpreter {
    language: Language::Python,
    code: &[],
    module: &[],
    before: &[],
    valued: &[],
    filter: "",
    in_place: "",
};

fn interpreter(name: &str) -> Option<Interpreter> {
    Some(match language_of(name)? {
        Language::Python => Interpreter {
            code: &["-c"],
            module: &["-m"],
            valued: &["-W", "-X", "-Q", "--check-hash-based-pycs"],
            ..NONE
        },
        Language::JavaScript if !matches!(name, "deno" | "bun") => Interpreter {
            language: Language::JavaScript,
            code: &["-e", "-p", "-pe", "--eval", "--print"],
            before: &["-r", "--require", "--import", "--loader", "--experimental-loader"],
            valued: &["-C", "--conditions", "--input-type", "--title", "--env-file", "--test-reporter"],
            ..NONE
        },
        Language::Perl => Interpreter {
            language: Language::Perl,
            code: &["-e", "-E"],
            valued: &["-I"],
            filter: "np",
            in_place: "i",
            ..NONE
        },
        Language::Ruby => Interpreter {
            language: Language::Ruby,
            code: &["-e"],
            before: &["-r"],
            valued: &["-I", "-C", "-E", "-x"],
            filter: "np",
            in_place: "i",
            ..NONE
        },
        Language::Php => Interpreter {
            language: Language::Php,
            code: &["-r", "-B", "-R", "-E", "--run"],
            valued: &["-d", "-c", "-z", "-t", "-S", "--define"],
            ..NONE
        },
        _ => return None,
    })
}

/// Runs an interpreter with these words; `None`: it is none.
pub(super) fn run(
    walk: &mut Walk,
    name: &str,
    rest: &[Value],
    span: Span,
    state: &mut State,
) -> Option<Outcome> {
    let interpreter = interpreter(name)?;
    let language = interpreter.language;
    let mut own = walk.copy(state);
    let mut given = false;
    let (mut filters, mut in_place) = (false, false);
    let mut words = rest;
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
            filters |= !interpreter.filter.is_empty()
                && flags.chars().any(|letter| interpreter.filter.contains(letter));
            in_place |= !interpreter.in_place.is_empty()
                && letters.contains(interpreter.in_place)
                && !letters.starts_with(['M', 'I', 'm']);
        }
        let (value, next) = option_value(&interpreter, word, after);
        match value {
            Some((Kind::Code, code)) => {
                given = true;
                own.arguments = Some(next.to_vec());
                let prints =
                    language == Language::JavaScript && text.trim_start_matches('-').starts_with('p');
                walk.printing_code(language, &code, prints, span, &mut own);
            }
            Some((Kind::Module, module)) => {
                state.keep_files(&own);
                return Some(module_run(walk, &module, next, span, state));
            }
            Some((Kind::Before, file)) => {
                let place = state.place(&file);
                walk.code_file(language, &place, span, &mut own);
            }
            Some((Kind::Other, _)) | None => {}
        }
        words = next;
    }
    if given {
        data(walk, words, filters, in_place, span, &mut own);
    } else {
        script(walk, language, words, span, &mut own);
    }
    state.keep_files(&own);
    let alone =
        matches!(rest, [word] if matches!(word.known(), Some("--version" | "-V" | "-v" | "--help" | "-h")));
    Some(Outcome::Done(if alone { Standing::ReadOnly } else { Standing::Unknown }))
}

enum Kind {
    Code,
    Module,
    Before,
    Other,
}

/// The value of an option, glued or in the next word, and the words that follow.
fn option_value<'w>(
    interpreter: &Interpreter,
    word: &Value,
    after: &'w [Value],
) -> (Option<(Kind, Value)>, &'w [Value]) {
    let text = word.prefix();
    let kinds = [
        (interpreter.code, Kind::Code),
        (interpreter.module, Kind::Module),
        (interpreter.before, Kind::Before),
        (interpreter.valued, Kind::Other),
    ];
    for (names, kind) in kinds {
        for name in names {
            if text == *name && word.known().is_some() {
                let Some((value, next)) = after.split_first() else { return (None, after) };
                return (Some((kind, value.clone())), next);
            }
            if name.starts_with("--") {
                if text.strip_prefix(name).is_some_and(|glued| glued.starts_with('=')) {
                    return (Some((kind, super::tail(word, name.len() + 1))), after);
                }
                continue;
            }
            // Letters in a row: `-ne code`, `-Ic code`, `-ecode`.
            let (Some(letters), Some(letter)) =
                (text.strip_prefix('-').filter(|letters| !letters.starts_with('-')), name.get(1..))
            else {
                continue;
            };
            if name.len() != 2 {
                continue;
            }
            if let Some(at) = letters.find(letter) {
                if at + 1 == letters.len() && word.known().is_some() {
                    let Some((value, next)) = after.split_first() else { return (None, after) };
                    return (Some((kind, value.clone())), next);
                }
                if at == 0 {
                    return (Some((kind, super::tail(word, 2))), after);
                }
            }
        }
    }
    (None, after)
}

/// `python -m twine upload`: the module stands for the program of its name.
fn module_run(walk: &mut Walk, module: &Value, words: &[Value], span: Span, state: &mut State) -> Outcome {
    let command = std::iter::once(module.clone()).chain(words.iter().cloned()).collect();
    walk.peel("python -m", |walk| walk.command(command, span, state));
    Outcome::Peeled
}

/// Operands behind code: files that `-n` and `-p` read, and that `-i` writes.
fn data(walk: &mut Walk, words: &[Value], filters: bool, in_place: bool, span: Span, state: &mut State) {
    if !filters && !in_place {
        return;
    }
    for file in words.iter().filter(|word| !word.prefix().starts_with('-')) {
        let place = state.place(file);
        if in_place {
            walk.write(place, Value::unknown(), span, state);
        } else {
            let content = state.content(&place);
            walk.read(place, span);
            walk.print(&content, span);
        }
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
    state.arguments = Some(arguments.to_vec());
    if matches!(file.known(), Some("-" | "/dev/stdin" | "/dev/fd/0")) {
        let stdin = state.stdin.clone();
        return walk.code_text(language, &stdin, span, state);
    }
    let place = state.place(file);
    walk.code_file(language, &place, span, state);
    // A script that is known by its name does what the program of that name does: `php artisan`.
    if let Some(name) = file.known().map(base_name)
        && let Some(usage) = knowledge::program(name)
    {
        walk.known(name, usage, arguments, span, state);
    }
}
