//! Runners that make an environment for what they run: which of their environments or sessions a command asks for.

use super::build::content;
use super::tasks::Found;
use crate::commands::quoted;
use crate::programs::Arguments;
use crate::recipes::{self, Asked, Wanted};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Files of tox, in the order in which it looks for them.
const TOX_FILES: &[&str] = &["tox.ini", "setup.cfg", "pyproject.toml", "tox.toml"];

/// Its commands that run environments.
const TOX_RUNS: &[&str] = &["run", "r", "run-parallel", "p", "legacy", "le"];

#[rustfmt::skip]
const TOX_VALUED: &[&str] = &[
    "-c", "--conf", "-e", "-m", "-f", "-x", "--override", "--workdir", "--root", "--skip-env", "--result-json", "--installpkg", "--runner",
    "--default-runner", "--discover", "--hashseed", "--force-dep", "--skip-missing-interpreters",
];

/// What tox runs; `None` if it runs nothing, or by a file that is not there.
pub(super) fn of_tox(walk: &mut Walk, rest: &[Value], state: &State) -> Option<Found> {
    let (own, more) = parted(rest);
    let given = Arguments::of(own, TOX_VALUED);
    let only_tells = given.has(&[
        "-l",
        "--listenvs",
        "-a",
        "--listenvs-all",
        "-n",
        "--notest",
        "--showconfig",
        "-h",
        "--help",
        "--version",
    ]);
    // How many at once may stand behind an option for that.
    let is_number =
        |word: &str| matches!(word, "auto" | "all") || word.bytes().all(|byte| byte.is_ascii_digit());
    let words: Option<Vec<&str>> = given.operands.iter().map(|word| word.known()).collect();
    let is_run = words?.into_iter().all(|word| TOX_RUNS.contains(&word) || is_number(word));
    if only_tells || !is_run {
        return None;
    }
    let by_other = ["-m", "-f", "--skip-env", "-x", "--override"];
    let told = given.all_values(&["-e"]);
    let asked = if given.has(&by_other) {
        Asked::Some
    } else if told.is_empty() {
        Asked::Listed
    } else {
        let names: Option<Vec<&str>> = told.iter().map(Value::known).collect();
        names.map_or(Asked::Some, |names| {
            let names = names.iter().flat_map(|names| names.split(',')).map(str::trim);
            Asked::Named(names.filter(|name| !name.is_empty()).map(str::to_owned).collect())
        })
    };
    let more = quoted(more);
    let mut found = |file: &str| {
        let text = content(walk, &Value::Known(file.to_owned()), state)?;
        recipes::tox(file, &text, &asked, &more).map(|recipes| (file.to_owned(), recipes))
    };
    match given.all_values(&["-c", "--conf"]).pop() {
        // Elsewhere it works elsewhere, too.
        Some(file) => file.known().filter(|file| !file.contains('/')).and_then(found),
        None => TOX_FILES.iter().find_map(|file| found(file)),
    }
}

/// What nox runs, in the same way.
pub(super) fn of_nox(walk: &mut Walk, rest: &[Value], state: &State) -> Option<Found> {
    let (own, more) = parted(rest);
    let mut wanted = Wanted::default();
    let mut is_naming = false;
    for word in own {
        let word = word.known()?;
        match word {
            "-l" | "--list" | "--install-only" | "--version" | "-h" | "--help" | "-f" | "--noxfile" => {
                return None;
            }
            "-s" | "-e" | "--session" | "--sessions" => is_naming = true,
            "-k" | "--keywords" | "-t" | "--tags" | "-p" | "--python" | "--pythons" => {
                wanted.chooses = true;
                is_naming = false;
            }
            "--error-on-missing-interpreters" => {
                wanted.needs_python = true;
                is_naming = false;
            }
            _ if let Some(name) =
                word.strip_prefix("--session=").or_else(|| word.strip_prefix("--sessions=")) =>
            {
                wanted.names.push(name.to_owned());
            }
            _ if word.starts_with('-') => is_naming = false,
            _ if is_naming => wanted.names.push(word.to_owned()),
            _ => {}
        }
    }
    let file = "noxfile.py";
    let text = content(walk, &Value::Known(file.to_owned()), state)?;
    Some((file.to_owned(), recipes::nox(&text, &wanted, &quoted(more))))
}

/// The words for a runner, and those for what it runs.
fn parted(rest: &[Value]) -> (&[Value], &[Value]) {
    let at = rest.iter().position(|word| word.known() == Some("--"));
    at.map_or((rest, &[]), |at| (rest.get(..at).unwrap_or(rest), rest.get(at + 1..).unwrap_or_default()))
}
