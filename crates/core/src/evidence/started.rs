//! Files of a project by which its checks are started: the wrappers of build tools, which a shell may be told to run, and the
//! scripts of frameworks. Whoever has made such a file says how the check ends, so it must be one that is committed with the rest.

use hookward_effects::{Command, Effect, Facts, normalise};

use super::runners::first_but_known;
use super::tasks::known_words;

/// Shells, and how a system may name them.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "ksh", "/bin/sh", "/bin/bash", "/usr/bin/bash"];

/// Scripts that fetch a build tool and hand all of their words to it. What they do for that is the same in every project.
const WRAPPERS: &[&str] = &["gradlew", "mvnw"];

/// Scripts of frameworks, which every project of theirs has in its commits.
const SCRIPTS: &[&str] = &["manage.py", "artisan", "rails"];

/// Whether a word is the path of such a wrapper, from where the command runs.
pub(super) fn is_wrapper(word: &str) -> bool {
    !word.starts_with(['/', '~']) && WRAPPERS.contains(&name_of(word))
}

/// Runners of JavaScript whose package has their name, and a file that starts them.
const STARTED: &[&str] = &["jest", "vitest", "mocha", "ava", "jasmine", "tap"];

/// The runner that a file of an installed package starts: `jest` of `node_modules/jest/bin/jest.js`.
pub(super) fn runner_of_file(path: &str) -> Option<&'static str> {
    let path = path.strip_prefix("./").unwrap_or(path).strip_prefix("node_modules/")?;
    let (directory, file) = path.rsplit_once('/')?;
    let stem = file.split('.').next().unwrap_or(file).trim_start_matches('_');
    let name = STARTED.iter().find(|name| **name == stem)?;
    let package = directory.strip_suffix("/bin").unwrap_or(directory);
    let is_own = package == ".bin" || package == *name || package.strip_suffix("-cli") == Some(name);
    is_own.then_some(*name)
}

/// The words behind node, and behind what is only said to it, where it is told to run such a file.
fn behind_node<'r, 'w>(words: &'r [&'w str]) -> Option<&'r [&'w str]> {
    let (_, rest) = words.split_first().filter(|(program, _)| **program == "node")?;
    let inner = rest.get(first_but_known("node", rest)?..)?;
    runner_of_file(inner.first()?).map(|_| inner)
}

/// The words without a shell that is told to run a wrapper: `bash gradlew test` is `gradlew test`. With other options than to stop
/// at a failure, or to show what it does, it may run nothing of it.
pub(super) fn without_shell<'r, 'w>(words: &'r [&'w str]) -> &'r [&'w str] {
    if let Some(inner) = behind_node(words) {
        return inner;
    }
    let Some((_, rest)) = words.split_first().filter(|(shell, _)| SHELLS.contains(shell)) else {
        return words;
    };
    let is_plain = |word: &&&str| {
        word.strip_prefix('-')
            .is_some_and(|letters| !letters.is_empty() && letters.bytes().all(|own| b"eux".contains(&own)))
    };
    let from = rest.iter().take_while(is_plain).count();
    match rest.get(from..) {
        Some(inner @ [script, ..]) if is_wrapper(script) => inner,
        Some(_) | None => words,
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The wrapper that a command runs, as an absolute path.
fn wrapper(command: &Command) -> Option<String> {
    let words = known_words(command);
    let inner = without_shell(&words);
    // A shell takes a file of the directory for it, before any program of that name.
    let script =
        inner.first().filter(|own| is_wrapper(own) && (own.contains('/') || inner.len() < words.len()))?;
    Some(normalise(script, command.cwd.as_deref()?))
}

/// The script of a framework that a command runs, by itself or by an interpreter, as an absolute path.
fn script(command: &Command) -> Option<String> {
    let words = known_words(command);
    let is_one = |word: &&&str| SCRIPTS.contains(&name_of(word));
    let own = match words.split_first()? {
        (program, rest) if matches!(*program, "python" | "python3" | "coverage" | "php") => {
            rest.iter().find(is_one)?
        }
        (program, _) => Some(program).filter(|own| own.contains('/')).filter(is_one)?,
    };
    Some(normalise(own, command.cwd.as_deref()?))
}

/// The files by which a command is started, and the build tools in the same text.
pub(super) fn files(facts: &Facts, command: &Command) -> Vec<String> {
    let mut found: Vec<String> = facts.commands.iter().filter_map(wrapper).chain(script(command)).collect();
    found.sort();
    found.dedup();
    found
}

/// Whether an effect is how a wrapper looks for what it hands its words to.
pub(super) fn is_of_a_wrapper(effect: &Effect, facts: &Facts) -> bool {
    let is_one = |script: &str| {
        WRAPPERS.contains(&name_of(script))
            && facts.commands.iter().filter_map(wrapper).any(|own| own == script)
    };
    effect.script.as_deref().is_some_and(is_one)
}
