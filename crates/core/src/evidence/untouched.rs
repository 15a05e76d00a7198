//! Checks that leave the sources as they are, so that what was seen of them before still holds behind one.

use hookward_effects::{Action, Command, Effect, Facts, Kind, Standing, World};

use super::brought::{brought_by, stands_in_front};
use super::observed::checked;
use super::options::{Read, is_harmless, read};
use super::runners::{bare_name, first_word, is_asked_for};
use super::tasks::{Tasks, known_words};
use super::variables::risky_variable;
use super::wrappers::foreign_wrapper;
use super::wrappers::kept_by;
use super::{Check, Scope};

/// Programs that run what a project has named: without a look into that, anything.
#[rustfmt::skip]
const UNSEEN: &[&str] = &[
    "npm", "pnpm", "yarn", "bun", "make", "just", "task", "composer", "nx", "turbo", "lerna", "mise", "poe",
];

/// Options that write a file, put sources right, or load code, of some programs if not of all.
#[rustfmt::skip]
const WRITES: &[&str] = &[
    "-o", "--output", "--outputFile", "--junitxml", "--junit-xml", "-coverprofile", "--log-junit", "--cache-location", "-w",
    "-r", "-A", "-x", "-p", "-u", "--update", "--updateSnapshot", "--snapshot-update", "--fix", "--write", "--allow-write",
    "--allow-all",
];

/// Whether a command may change sources below a directory, though no effect says so. A check that is known does not, nor does
/// a script of the project that was looked into: what it runs is judged by itself.
pub(crate) fn may_change(facts: &Facts, command: &Command, top: &str, world: &dyn World) -> bool {
    // Elsewhere, other settings say what it runs.
    let is_here =
        |cwd: &String| cwd.strip_prefix(top).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let is_away = || !command.cwd.as_ref().is_some_and(is_here);
    match command.standing {
        Standing::ReadOnly | Standing::SafeSubcommand => false,
        Standing::Known => {
            is_unseen_script(facts, command)
                || tool(command).is_some_and(|changing| is_away() || changes_sources(command, changing))
        }
        Standing::Unknown => is_away() || !leaves_sources(facts, command, world),
    }
}

/// Whether a command is a program that nobody knows and that checks nothing: it may do anything, and commit as well.
pub(crate) fn may_commit(facts: &Facts, command: &Command) -> bool {
    command.standing == Standing::Unknown
        && checked(command).is_none()
        && !Tasks::of(facts).has_inside(command)
}

/// Whether a text checks the sources and does nothing else of which anything is known.
pub(crate) fn only_checks(facts: &Facts) -> bool {
    let acts =
        |effect: &Effect| matches!(effect.action, Action::Write(..) | Action::Delete(..) | Action::Git(_));
    let looks =
        |command: &&Command| matches!(command.standing, Standing::ReadOnly | Standing::SafeSubcommand);
    // Most texts do something, or only look: what is a check costs more to tell.
    if facts.effects.iter().any(acts) || facts.commands.iter().all(|command| looks(&command)) {
        return false;
    }
    let tasks = Tasks::of(facts);
    let mut others = facts.commands.iter().filter(|command| !looks(command));
    others.all(|command| checked(command).is_some() || tasks.has_inside(command))
}

/// Whether a command runs tests, some or all of them.
pub(crate) fn runs_tests(command: &Command) -> bool {
    checked(command).is_some_and(|(what, _)| what == Check::Tests)
}

fn leaves_sources(facts: &Facts, command: &Command, world: &dyn World) -> bool {
    let tasks = Tasks::of(facts);
    let is_there = |file: &String| matches!(world.kind(file), Kind::File | Kind::Directory);
    let is_bent = foreign_wrapper(&tasks, command).is_some()
        || risky_variable(facts, command).is_some()
        || kept_by(command).is_some()
        || brought_by(command).is_some()
        || command.launched.iter().any(|launch| is_of_nobody(&launch.by))
        || stands_in_front(facts, command).is_ok_and(|files| files.iter().any(is_there))
        || stands_in_front(facts, command).is_err();
    if is_bent {
        return false;
    }
    let words = known_words(command);
    let Some((program, rest)) = words.split_first() else { return false };
    if tasks.has_inside(command) {
        return tasks.lets_all(command);
    }
    let Some(name) = bare_name(program).filter(|name| !UNSEEN.contains(name)) else { return false };
    match checked(command) {
        // A part of the tests may be one that never ran.
        Some((Check::Tests, scope)) => scope == Scope::Whole && is_plain(name, rest),
        Some((Check::Lint | Check::Types, _)) => is_plain(name, rest),
        Some((Check::Build, _)) | None => false,
    }
}

/// Whether it is a file by its path, and none of installed packages.
fn is_of_nobody(launcher: &str) -> bool {
    let is_kept = |part: &str| matches!(part, ".venv" | "venv" | "node_modules" | "vendor");
    launcher.starts_with('/') && !launcher.split('/').any(is_kept)
}

/// Whether it is a script of the project that nobody could look into.
fn is_unseen_script(facts: &Facts, command: &Command) -> bool {
    let is_runner = command.words.first().is_some_and(|name| UNSEEN.contains(&name.prefix()));
    is_runner && checked(command).is_some() && !Tasks::of(facts).has_inside(command)
}

/// Whether all options are known, and none of them writes.
fn is_plain(name: &str, rest: &[&str]) -> bool {
    let writes = |word: &&str| WRITES.contains(&option_of(word));
    let says_how = |read: &Read| match read {
        Read::How | Read::Word(_) | Read::Toolchain(_) => true,
        Read::Valued(option, value) => value.is_some_and(|value| is_harmless(name, option, value)),
        Read::Idle | Read::Place(_) | Read::Unknown => false,
    };
    // What makes a check of a program may be an option: `node --test`.
    let makes_it = |at: usize| rest.get(at).is_some_and(|word| is_asked_for(name, word));
    // A word that is not known is empty.
    !rest.iter().any(|word| word.is_empty() || writes(word))
        && read(name, rest, rest.len()).iter().all(|(at, read)| says_how(read) || makes_it(*at))
}

/// `--jobs` of `--jobs=4`.
fn option_of<'w>(word: &&'w str) -> &'w str {
    word.split('=').next().unwrap_or(word)
}

/// Subcommands of tools that are known, by which they change sources or run what lies there.
const CHANGING: &[(&str, &[&str])] = &[
    ("cargo", &["fix", "add", "remove", "rm", "update", "run", "r", "generate-lockfile", "init", "vendor"]),
    ("go", &["fmt", "fix", "generate", "run", "mod", "get", "work"]),
    ("deno", &["run", "task"]),
    ("zig", &["run", "build"]),
    ("dotnet", &["format", "run"]),
    ("mix", &["format", "run"]),
    ("dart", &["format", "fix", "run"]),
];

/// The subcommands by which a tool changes sources, if it is one of these.
fn tool(command: &Command) -> Option<&'static [&'static str]> {
    let program = command.words.first()?.known()?;
    let name = program.rsplit('/').next().unwrap_or(program);
    CHANGING.iter().find(|(tool, _)| *tool == name).map(|(_, changing)| *changing)
}

/// Whether a tool changes sources: `cargo fmt`, `cargo clippy --fix`; or works on others, which may.
fn changes_sources(command: &Command, changing: &[&str]) -> bool {
    let words = known_words(command);
    let rest = words.get(1..).unwrap_or_default();
    let name = words.first().copied().unwrap_or_default();
    let subcommand = first_word(name, rest).and_then(|at| rest.get(at)).copied().unwrap_or_default();
    let formats = subcommand == "fmt" && !rest.contains(&"--check");
    let is_elsewhere =
        |word: &&str| matches!(option_of(word), "--fix" | "--manifest-path" | "-C" | "--config");
    formats || changing.contains(&subcommand) || rest.iter().any(is_elsewhere)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookward_effects::{Call, Emptiness, Scene, facts};

    fn leaves(text: &str) -> bool {
        let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
        let facts = facts(&Call::shell(text), &scene);
        !facts.commands.iter().any(|command| may_change(&facts, command, "/w", &Emptiness))
    }

    #[test]
    fn a_text_that_only_checks_is_told_from_one_that_does_more() {
        let checks = |text: &str| {
            let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
            only_checks(&facts(&Call::shell(text), &scene))
        };
        for text in [
            "npm test",
            "npm test | tail -5",
            "pytest -q || true",
            "cargo clippy && cargo test",
            "cd a && go test ./...",
        ] {
            assert!(checks(text), "{text}");
        }
        for text in
            ["ls", "npm ci", "npm test > log", "npm test && git push", "npm test; ./fix", "rm a && npm test"]
        {
            assert!(!checks(text), "{text}");
        }
    }

    #[test]
    fn a_check_leaves_the_sources_unless_it_puts_them_right() {
        for text in [
            "cargo fmt --check && cargo test",
            "cargo clippy --all-targets -- -D warnings",
            "npx vitest run",
            "npx jest --ci",
            "node --test",
            "pytest -q",
            "python3 -m pytest -q",
            ".venv/bin/python -m pytest -q",
            "uv run pytest",
            "npx eslint .",
            "eslint src --max-warnings 0",
            "ruff check src",
            "mypy src",
            "go vet ./... && go test ./...",
        ] {
            assert!(leaves(text), "{text}");
        }
        for text in [
            "cargo fmt",
            "cargo clippy --fix",
            "cargo run",
            "go generate ./...",
            "npx vitest run -u",
            "jest --updateSnapshot",
            "pytest evil.py",
            "pytest -p evil",
            "pytest --snapshot-update",
            "eslint --fix .",
            "eslint -o src/a.ts .",
            "eslint -c /tmp/evil.js .",
            "eslint \"$X\"",
            "rubocop -A",
            "ruff check --fix",
            "ruff format",
            "npm test",
            "npm run lint",
            "make test",
            "node --test evil.js",
            "mocha -r ./evil.js",
            "NODE_OPTIONS='-r ./evil.js' npx vitest run",
            "npx -p ./evil vitest run",
            "docker run x pytest",
            "cd /tmp/evil && pytest",
            "cd /tmp/evil && cargo test",
            "cargo test --manifest-path /tmp/evil/Cargo.toml",
            "PYTHONPATH=$(cat x) pytest",
            "python3 evil.py",
            "./python3 -m pytest -q",
            "./vitest run",
            "webpack",
        ] {
            assert!(!leaves(text), "{text}");
        }
    }
}
