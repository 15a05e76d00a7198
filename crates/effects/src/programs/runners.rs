//! Programs that start a file by its ending and keep it running or measure it, and those that run a script of a package by
//! its name: `nodemon a.js`, `coverage run a.py`, `lerna run build`.

use hookward_shell::Span;

use super::build;
use crate::commands::quoted;
use crate::programs::Arguments;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Options whose value is the next word, of each of them: what takes one here is a switch there.
#[rustfmt::skip]
const VALUED: &[(&[&str], &[&str])] = &[
    (
        &["nodemon", "node-dev"],
        &["-x", "--exec", "-w", "--watch", "-e", "--ext", "-i", "--ignore", "-d", "--delay", "-s", "--signal", "--config", "--cwd"],
    ),
    (
        &["pm2", "forever"],
        &[
            "-n", "--name", "-i", "--instances", "--interpreter", "--cwd", "-o", "--output", "-e", "--error", "-l", "--log", "-c", "--cron",
            "--sourceDir", "--workingDir", "--minUptime", "--spinSleepTime", "--pidFile",
        ],
    ),
    (
        &["coverage", "coverage3"],
        &["-m", "--source", "--omit", "--include", "--rcfile", "--data-file", "--concurrency", "--context"],
    ),
    (
        &["c8"],
        &[
            "-c", "--config", "-r", "--reporter", "-n", "--include", "-x", "--exclude", "-e", "--extension", "-o", "--reports-dir",
            "--report-dir", "--temp-directory", "--src", "--lines", "--branches", "--functions", "--statements",
        ],
    ),
    (
        &["nyc"],
        &[
            "-r", "--reporter", "-n", "--include", "-x", "--exclude", "-e", "--extension", "-i", "--require", "-t", "--temp-dir",
            "--report-dir", "--nycrc-path", "--cwd", "--lines", "--branches", "--functions", "--statements",
        ],
    ),
    (&["lerna", "turbo"], &["--scope", "--ignore", "--filter", "-F", "--concurrency", "--cwd"]),
    (&["nr"], &["-C"]),
];

/// Subcommands of what measures a command, which run none.
const OF_REPORTS: &[&str] = &["report", "check-coverage", "merge", "instrument"];

/// What the words of such a program start. What else it does is known as of any other program.
pub(super) fn run(walk: &mut Walk, name: &str, rest: &[Value], span: Span, state: &mut State) {
    let valued = VALUED.iter().find(|(names, _)| names.contains(&name)).map_or(&[][..], |(_, own)| own);
    let given = Arguments::of(rest, valued);
    let behind = |count: usize| given.operands.get(count..).unwrap_or_default();
    match (name, given.first()) {
        ("nodemon" | "node-dev", Some(_)) => {
            match given.all_values(&["-x", "--exec"]).last().and_then(Value::known) {
                Some(program) => {
                    let files: Vec<Value> = given.operands.iter().map(|word| (*word).clone()).collect();
                    let text = format!("{program} {}", quoted(&files));
                    let mut apart = walk.copy(state);
                    walk.nested(&text, span, name, &mut apart);
                }
                None => started(walk, name, behind(0), span, state),
            }
        }
        ("pm2", Some("start" | "restart" | "reload")) => {
            match given.values("--interpreter").pop().filter(|program| program.known() != Some("none")) {
                Some(program) => command(walk, name, program, behind(1), span, state),
                None => started(walk, name, behind(1), span, state),
            }
        }
        ("forever", Some("start")) => started(walk, name, behind(1), span, state),
        ("forever", Some(_)) => started(walk, name, behind(0), span, state),
        ("coverage" | "coverage3", Some("run")) => {
            let module = rest.iter().position(|word| word.known() == Some("-m"));
            let script = given.operands.get(1).and_then(|word| place(rest, word));
            if let Some(inner) = module.into_iter().chain(script).min().and_then(|at| rest.get(at..)) {
                let python = Value::Known("python3".to_owned());
                command(walk, name, python, &inner.iter().collect::<Vec<_>>(), span, state);
            }
        }
        ("c8" | "nyc", Some(first)) if !OF_REPORTS.contains(&first) => {
            let at = given.operands.first().and_then(|word| place(rest, word));
            if let Some([program, inner @ ..]) = at.and_then(|at| rest.get(at..)) {
                command(walk, name, program.clone(), &inner.iter().collect::<Vec<_>>(), span, state);
            }
        }
        // Where the root has such a script, that is one of those that run.
        ("lerna" | "turbo", Some("run")) => scripts(walk, behind(1), span, state),
        ("nr" | "rushx", Some(_)) => scripts(walk, behind(0).get(..1).unwrap_or_default(), span, state),
        _ => {}
    }
}

/// Where one of some words stands among them.
fn place(words: &[Value], word: &Value) -> Option<usize> {
    words.iter().position(|own| std::ptr::eq(own, word))
}

/// A file with its arguments, by what runs files of its ending.
fn started(walk: &mut Walk, name: &str, words: &[&Value], span: Span, state: &mut State) {
    let Some((_, ending)) = words.first().and_then(|file| file.known()?.rsplit_once('.')) else { return };
    let program = match ending {
        "js" | "mjs" | "cjs" | "ts" | "mts" | "cts" => "node",
        "py" => "python3",
        "sh" | "bash" => "bash",
        "rb" => "ruby",
        "pl" => "perl",
        "php" => "php",
        _ => return,
    };
    command(walk, name, Value::Known(program.to_owned()), words, span, state);
}

fn command(walk: &mut Walk, name: &str, program: Value, words: &[&Value], span: Span, state: &mut State) {
    let command = std::iter::once(program).chain(words.iter().map(|word| (*word).clone())).collect();
    walk.peel(name, |walk| walk.command(command, span, state));
}

/// Scripts of the package around, by their names.
fn scripts(walk: &mut Walk, names: &[&Value], span: Span, state: &mut State) {
    for name in names {
        let words = [Value::Known("run".to_owned()), (*name).clone()];
        build::package(walk, "npm", &words, span, state);
    }
}
