//! Options of interpreters: which of them take code, a module or a file.

use crate::code::Language;
use crate::scripts::language_of;
use crate::value::Value;

/// How an interpreter is given its code.
pub(in crate::programs) struct Interpreter {
    pub(in crate::programs) language: Language,
    /// Options whose value is code.
    code: &'static [&'static str],
    /// Options whose value is a module, named without its file.
    module: &'static [&'static str],
    /// Options whose value is a file that runs first.
    before: &'static [&'static str],
    /// Other options with a value.
    valued: &'static [&'static str],
    /// Words that stand before the code.
    pub(super) verbs: &'static [&'static str],
    /// Options with which the operands are data, read line by line.
    pub(super) filter: &'static str,
    /// The option with which they are written back.
    pub(super) in_place: &'static str,
}

const NONE: Interpreter = Interpreter {
    language: Language::Python,
    code: &[],
    module: &[],
    before: &[],
    valued: &[],
    verbs: &[],
    filter: "",
    in_place: "",
};

pub(in crate::programs) fn interpreter(name: &str) -> Option<Interpreter> {
    Some(match language_of(name)? {
        Language::Python => Interpreter {
            code: &["-c"],
            module: &["-m"],
            valued: &["-W", "-X", "-Q", "--check-hash-based-pycs"],
            ..NONE
        },
        Language::JavaScript if !matches!(name, "deno" | "bun") => Interpreter {
            language: Language::JavaScript,
            code: if name == "gjs" { &["-c"] } else { &["-e", "-p", "-pe", "--eval", "--print"] },
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
        Language::AppleScript
        | Language::Awk
        | Language::PowerShell
        | Language::Cmd
        | Language::JavaScript => {
            return None;
        }
        other => Interpreter { language: other, ..of_language(other, name) },
    })
}

/// The interpreters of languages of which less is known.
fn of_language(language: Language, name: &str) -> Interpreter {
    match language {
        Language::Lua => Interpreter { code: &["-e"], valued: &["-l", "-W", "-j"], ..NONE },
        Language::R => Interpreter {
            code: &["-e"],
            before: &["-f", "--file"],
            valued: &["-g", "-d", "--args", "--encoding"],
            ..NONE
        },
        Language::Julia => Interpreter {
            code: &["-e", "--eval", "-E", "--print"],
            before: &["-L", "--load"],
            valued: &["-p", "-t", "-J", "-C", "-H"],
            ..NONE
        },
        Language::Elixir => Interpreter {
            code: &["-e", "--eval", "--rpc-eval"],
            before: &["-r"],
            valued: &["-S", "--sname", "--name", "--cookie", "-pa", "-pz"],
            ..NONE
        },
        Language::Jvm => Interpreter {
            code: if name == "amm" { &["-c"] } else { &["-e", "-expression", "--execute-script"] },
            before: &["-script"],
            valued: &["-cp", "-classpath", "--class-path", "-d"],
            ..NONE
        },
        Language::Octave => Interpreter {
            code: if name == "gnuplot" { &["-e"] } else { &["--eval", "-r", "-batch", "--batch-string"] },
            valued: &["-p", "--path", "-sd", "-logfile"],
            ..NONE
        },
        Language::Erlang => Interpreter {
            code: &["-eval", "--eval"],
            valued: &["-setcookie", "-sname", "-name", "-pa", "-pz", "-run", "-s"],
            ..NONE
        },
        Language::Haskell => Interpreter { code: &["-e"], valued: &["-package", "-I"], ..NONE },
        Language::M4 => Interpreter { valued: &["-D", "-I", "-U", "-B", "-L", "-o"], ..NONE },
        Language::Nim => Interpreter { code: &["--eval"], verbs: &["e", "r", "c", "cpp", "js"], ..NONE },
        Language::Lisp => match name {
            "hy" => Interpreter { code: &["-c"], ..NONE },
            "guile" => {
                Interpreter { code: &["-c"], before: &["-l", "-s"], valued: &["-L", "-C", "-x"], ..NONE }
            }
            "clisp" => Interpreter { code: &["-x"], before: &["-i"], valued: &["-K", "-M", "-E"], ..NONE },
            "emacs" => Interpreter {
                code: &["--eval", "-eval", "--execute", "-execute"],
                before: &["--script", "-script", "--load", "-load", "-l"],
                valued: &["--chdir", "-u", "-f", "-funcall", "--funcall"],
                ..NONE
            },
            _ => Interpreter {
                code: &["--eval", "-eval", "-e"],
                before: &["--load", "-load", "--script", "-f", "-r", "-t"],
                valued: &["-l", "--core", "--dynamic-space-size", "-A"],
                ..NONE
            },
        },
        Language::Tcl => Interpreter { code: &["-c"], before: &["-f"], valued: &["-encoding"], ..NONE },
        Language::Compiled => Interpreter { code: &["-e", "--expr"], verbs: &["run", "eval"], ..NONE },
        Language::Python
        | Language::JavaScript
        | Language::Perl
        | Language::Ruby
        | Language::Php
        | Language::Awk
        | Language::AppleScript
        | Language::PowerShell
        | Language::Cmd => NONE,
    }
}

/// What the value of an option is.
pub(in crate::programs) enum Kind {
    Code,
    Module,
    Before,
    Other,
}

/// The value of an option, glued or in the next word, and the words that follow.
pub(in crate::programs) fn option_value<'w>(
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
                if text.strip_prefix(name).is_some_and(|glued| glued.starts_with(['=', ':'])) {
                    return (Some((kind, crate::programs::tail(word, name.len() + 1))), after);
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
            let Some(at) = letters.find(letter) else { continue };
            // `-MList::Util`, `-rfile`: what is glued to these letters is their value.
            let glues = match interpreter.language {
                Language::Perl => letters.starts_with(['M', 'm', 'I', 'F']),
                Language::Ruby => letters.starts_with(['r', 'I', 'F']),
                _ => false,
            };
            if glues && at > 0 {
                continue;
            }
            if at + 1 == letters.len() && word.known().is_some() {
                let Some((value, next)) = after.split_first() else { return (None, after) };
                return (Some((kind, value.clone())), next);
            }
            // Behind letters that take nothing, the rest is its value as well: `-Ic'code'`, `-we'code'`.
            let before = letters.get(..at).unwrap_or_default();
            if before.chars().all(|letter| plain_letters(interpreter.language).contains(letter)) {
                return (Some((kind, crate::programs::tail(word, at + 2))), after);
            }
        }
    }
    (None, after)
}

/// Letters of options that take no value.
fn plain_letters(language: Language) -> &'static str {
    match language {
        Language::Python => "bBdEhiIOPqRsSuvVx",
        Language::Perl => "acfnpstTuUwWX0123456789l",
        Language::Ruby => "acdlnpsSvwWy0123456789",
        _ => "",
    }
}

/// `node --check`, `ruby -wc`, `php -l`: a syntax check, in which nothing of a script runs. That of Perl runs its `BEGIN`.
pub(super) fn checks_syntax(name: &str, option: &str) -> bool {
    match name {
        "node" | "nodejs" => matches!(option, "-c" | "--check"),
        "php" => matches!(option, "-l" | "--syntax-check"),
        // Letters in a row, none of which takes the rest for its value.
        "ruby" | "jruby" => option
            .strip_prefix('-')
            .is_some_and(|letters| letters.contains('c') && letters.bytes().all(|it| b"cwvly".contains(&it))),
        _ => false,
    }
}
