//! Of a text that has ended badly: whether the check in it has, or something beside it; and what of it fails, by what it has printed.

use hookward_effects::{Command, Facts, Value};

use super::runners::check;
use super::tasks::{CHORES, is_task, known_words};
use super::{Check, Doubt, Failing, Observed};
use crate::toolchain::without_colours;

/// Commands that end well, and print nothing.
#[rustfmt::skip]
const QUIET: &[&str] = &[
    "true", ":", "cd", "pushd", "popd", "export", "set", "unset", "sleep", "exit", "return", "shift", "wait", "local", "declare",
    "readonly", "typeset", "trap", "umask", "shopt", "hash", "mkdir", "touch",
];

/// Commands that end well, and print what they are told.
const TELLING: &[&str] = &["echo", "printf"];

/// Commands that end well and print what they get, unless they are given a file.
#[rustfmt::skip]
const FILTERS: &[&str] = &[
    "tail", "head", "cat", "tee", "sed", "awk", "sort", "less", "more", "ts", "nl", "fold", "tr", "cut", "uniq", "column", "wc",
];

/// Longer outputs are not read.
const MAX_OUTPUT: usize = 1024 * 1024;

/// Weighs whether it was this check that has failed, and what of it.
pub(super) fn weigh(facts: &Facts, command: &Command, output: &str, seen: &mut Observed) {
    if seen.what == Check::Tests && says_nothing_ran(&seen.words, output) {
        seen.outcome = Err(Doubt::Unstarted);
        return;
    }
    seen.failing = if seen.what == Check::Tests { failing(facts, command, output) } else { None };
    // Another check names files as well, and what it finds in them.
    let names =
        if checks_beside(facts, command, seen.what) { Failing::says_of_tests } else { Failing::names_files };
    if seen.failing.as_ref().is_some_and(names) {
        return;
    }
    if was_cut_short(output) {
        seen.outcome = Err(Doubt::CutShort);
    } else if says_unstarted(output) {
        seen.outcome = Err(Doubt::Unstarted);
    } else if let Some(other) = at_fault(facts, command, seen.what) {
        seen.outcome = Err(Doubt::Beside(other));
    }
}

/// Another command of the text that may have failed in the place of this one. Of several that check the same, one has failed.
fn at_fault(facts: &Facts, command: &Command, what: Check) -> Option<String> {
    let beside = facts.commands.iter().filter(|other| other.decides && is_beside(other, command));
    let mut others = beside.map(|other| (other, known_words(other)));
    let is_like = |words: &[&str]| check(words).is_some_and(|(own, _)| own == what);
    others.find(|(other, words)| may_fail(other) && !is_like(words)).map(|(_, words)| words.join(" "))
}

/// Whether the text checks something else as well.
fn checks_beside(facts: &Facts, command: &Command, what: Check) -> bool {
    let mut beside = facts.commands.iter().filter(|other| is_beside(other, command));
    beside.any(|other| check(&known_words(other)).is_some_and(|(own, _)| own != what))
}

/// What an output says of what fails. `None` if nothing was printed, or not by this command alone.
fn failing(facts: &Facts, command: &Command, output: &str) -> Option<Failing> {
    // Hosts say the status themselves.
    let is_bare = output.lines().all(|line| line.trim().is_empty() || line.starts_with("Exit code "));
    let is_others = || facts.commands.iter().any(|other| is_beside(other, command) && may_print(other));
    if is_bare || output.len() > MAX_OUTPUT || is_others() {
        return None;
    }
    Some(Failing::told_by(output))
}

/// What runners end with that have run no test: they were told something wrong, or have found none.
const IDLE: &[(&[&str], &[&str])] = &[(&["pytest", "py.test"], &["3", "4", "5"]), (&["node"], &["9"])];

/// How runners say that they could not even begin, whichever files they name for that: their settings are wrong.
const STARTUP: &[&str] = &["Startup Error", "● Validation Error:", "ImportError while loading conftest"];

/// Whether a runner says that it has run no test at all.
fn says_nothing_ran(words: &[String], output: &str) -> bool {
    if output.len() > MAX_OUTPUT {
        return false;
    }
    let name = words.first().map_or("", |program| program.rsplit('/').next().unwrap_or(program));
    let idle = IDLE.iter().find(|(runners, _)| runners.contains(&name)).map_or(&[][..], |(_, codes)| codes);
    // A task of make tells it in its own way.
    let by_make = |line: &str| idle.iter().any(|code| line.ends_with(&format!("] Error {code}")));
    ends_with_one_of(output, idle)
        || (!idle.is_empty() && output.lines().any(by_make))
        || without_colours(output).lines().any(|line| STARTUP.iter().any(|sign| line.contains(sign)))
}

/// Whether an output says that a command was not started, or did not understand what it was told.
fn says_unstarted(output: &str) -> bool {
    const SIGNS: &[&str] = &[
        "No such file or directory",
        "command not found",
        "file or directory not found",
        "Permission denied",
        "Missing script",
        "nknown option",
        "unrecognized arguments",
        "unexpected argument",
        "bad option: ",
        "Unrecognized CLI Parameter",
        "Unrecognized option",
        "could not determine executable to run",
        "npx canceled due to missing packages",
        "flag provided but not defined",
        "no Go files in",
        "Could not find '",
        // Runners that find no test end badly, and none has failed.
        "no tests ran",
        "No tests found",
        "No test files found",
        "No rule to make target",
        "no makefile found",
        "Could not read package.json",
        "No package.json",
        "find a package.json",
        "No justfile found",
        "No Taskfile found",
        "could not find `Cargo.toml`",
        "go.mod file not found",
        "there is no POM in this directory",
        "does not contain a Gradle build",
        // What is built with could not be had.
        "PluginResolutionException",
        "Could not resolve dependencies",
        "failed to get `",
        // What a shell ends with that finds no such program, or cannot run it, as make tells it.
        "Error 127",
        "Error 126",
    ];
    // And as hosts do.
    output.len() <= MAX_OUTPUT
        && (SIGNS.iter().any(|sign| output.contains(sign)) || ends_with_one_of(output, &["126", "127"]))
}

/// Whether a status is that of `timeout`, or of a signal by which somebody else ends a program. One that crashes has failed.
fn was_cut_short(output: &str) -> bool {
    ends_with_one_of(output, &["124", "129", "130", "137", "143"])
}

/// Whether a host says that a command ended with such a status.
fn ends_with_one_of(output: &str, codes: &[&str]) -> bool {
    let says = |line: &str| {
        let told = codes.iter().find_map(|code| line.trim_end().strip_suffix(code));
        told.is_some_and(|told| told.ends_with("xit code "))
    };
    output.len() <= MAX_OUTPUT && output.lines().any(says)
}

/// Whether another command is neither what has started this one, nor what this one starts.
fn is_beside(other: &Command, command: &Command) -> bool {
    if (other.span, other.round) != (command.span, command.round) {
        return true;
    }
    let (short, long) = if other.through.len() <= command.through.len() {
        (&other.through, &command.through)
    } else {
        (&command.through, &other.through)
    };
    let is_one_line = long.starts_with(short) && long.len() > short.len();
    // What stands beside it in a script of the project is what that script does.
    let is_of_script =
        other.through == command.through && other.through.last().is_some_and(|own| is_task(own));
    !std::ptr::eq(other, command) && !is_one_line && !is_of_script
}

fn name_of(command: &Command) -> &str {
    let program = command.words.first().and_then(Value::known).unwrap_or_default();
    program.rsplit('/').next().unwrap_or(program)
}

fn may_fail(command: &Command) -> bool {
    let name = name_of(command);
    match name {
        // A comparison is of a status that was kept; what is not there, is asked for by an option.
        "test" | "[" | "[[" => command.words.get(1).is_some_and(|word| word.prefix().starts_with(['-', '!'])),
        _ if QUIET.contains(&name) || TELLING.contains(&name) => false,
        _ if FILTERS.contains(&name) => is_given_a_file(command),
        _ => true,
    }
}

fn may_print(command: &Command) -> bool {
    let (name, words) = (name_of(command), known_words(command));
    match name {
        "test" | "[" | "[[" => false,
        _ if QUIET.contains(&name) => false,
        // What it is told names no file.
        _ if TELLING.contains(&name) => {
            words.iter().skip(1).any(|word| word.contains('.') || word.is_empty())
        }
        _ if FILTERS.contains(&name) => is_given_a_file(command),
        "git" => !matches!(words.get(1), Some(&("push" | "pull" | "fetch" | "add" | "status"))),
        _ => !is_chore(&words) && check(&words).is_none(),
    }
}

fn is_chore(words: &[&str]) -> bool {
    matches!(words, ["npm" | "pnpm" | "yarn" | "bun", chore, ..] if CHORES.contains(chore))
}

/// Whether a filter is given more than options and numbers. What `tee` is given, it writes; into a directory that is not there, it
/// cannot.
fn is_given_a_file(command: &Command) -> bool {
    let name = name_of(command);
    let mut words = command.words.iter().skip(1).map(|word| word.known().unwrap_or("/"));
    match name {
        // The first word is a program of its own.
        "sed" | "awk" | "tr" | "cut" => {
            words.filter(|word| !word.starts_with('-')).count() > 1 + usize::from(name == "tr")
        }
        "tee" => words.any(|word| word.contains('/')),
        _ => words.any(|word| {
            !word.starts_with('-') && !word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+')
        }),
    }
}

#[cfg(test)]
mod tests;
