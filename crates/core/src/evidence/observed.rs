//! What a command that has run tells of a project.

use std::fmt;

use hookward_effects::{Action, Command, Facts, Value, normalise};

use super::brought::{brought_by, stands_in_front};
use super::goals::builds_too;
use super::options::led_to;
use super::runners::{check, module};
use super::tasks::{Script, Tasks, known_words};
use super::variables::risky_variable;
use super::wrappers::kept_by;
use super::{Check, Outcome, Scope};

/// What a host says of how a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Well.
    Succeeded,
    /// Not well.
    Failed,
    /// The host does not say.
    Untold,
}

/// A check that has run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// What was checked.
    pub what: Check,
    /// How much of it.
    pub scope: Scope,
    /// By which command.
    pub command: String,
    /// What was run for that: `npm test`, whose script has the command. It can be run again.
    pub run_as: String,
    /// The directory in which it ran, if that is known.
    pub cwd: Option<String>,
    /// Files that would have been loaded in the place of its own, if they are there.
    pub in_front: Vec<String>,
    /// How it ended, or why nobody can tell.
    pub outcome: Result<Outcome, Doubt>,
}

/// Why nobody can tell how a check has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// What stands around it hides its status: a pipe, a semicolon, `|| true`.
    Hidden,
    /// It ran through something that may run anything, or that keeps the status for itself.
    Through(String),
    /// It ran elsewhere, in a container or on another machine: with other programs, and perhaps on other sources.
    Elsewhere(String),
    /// The script of the project that it is only prints, and checks nothing.
    Idle(Check),
    /// A variable was set that may change what runs.
    Variable(String),
    /// The command itself says where its program comes from.
    Brought(String),
    /// This file is loaded in the place of the runner's own.
    InFront(String),
    /// An agent has written this file, which the name of a program leads to.
    Written(String),
    /// An agent has written this file of an installed package.
    Patched(String),
    /// An agent has written this file, which says how the run goes and is in no commit.
    Aside(String),
    /// A runner, or what it loads, was installed from a folder that an agent may write.
    Homemade {
        /// What.
        what: String,
        /// The folder.
        from: String,
    },
    /// The host does not say how a command ended.
    Untold,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hidden => f.write_str("what stands around it hides how it ended"),
            Self::Through(wrapper) => write!(f, "{wrapper} may run anything"),
            Self::Elsewhere(wrapper) => {
                write!(f, "{wrapper} ran it elsewhere, where sources and programs may be others than here")
            }
            Self::Idle(what) => write!(f, "the project's script by that name runs no {}", what.as_str()),
            Self::Variable(name) => write!(f, "{name} may change what runs"),
            Self::Brought(words) => write!(f, "`{words}` chooses which program of that name runs"),
            Self::InFront(path) => write!(f, "this file is loaded in place of the runner's own: {path}"),
            Self::Written(path) => write!(f, "an agent has written {path}, which may do anything"),
            // What to do stands in front: a path may be long.
            Self::Patched(path) => {
                write!(f, "an agent has changed installed packages (delete and install them anew): {path}")
            }
            Self::Aside(path) => {
                write!(
                    f,
                    "an agent has written a file that says how it runs, and that git does not keep: {path}"
                )
            }
            Self::Homemade { what, from } => {
                write!(
                    f,
                    "{what} is installed from a folder that no commit holds (install what is published): {from}"
                )
            }
            Self::Untold => f.write_str("the host does not say how it ended"),
        }
    }
}

/// Wrappers that end as what they run does.
const CLEAR: &[&str] = &[
    "timeout",
    "gtimeout",
    "env",
    "nice",
    "ionice",
    "time",
    "command",
    "exec",
    "nohup",
    "stdbuf",
    "unbuffer",
    "xvfb-run",
    "npx",
    "pnpx",
    "bunx",
    "npm",
    "pnpm",
    "yarn",
    "bun",
    "uv",
    "uvx",
    "pipx",
    "poetry",
    "pipenv",
    "pdm",
    "hatch",
    "rye",
    "bundle",
    "dotenv",
    "cross-env",
    "direnv",
    "mise",
    "asdf",
    "nix",
    "nix-shell",
    "devbox",
    "bash",
    "sh",
    "zsh",
    "dash",
    "eval",
    "corepack",
    "rtk",
    "caffeinate",
    "volta",
    "fnm",
    "nvm",
    "doppler",
    "infisical",
    "dotenvx",
];

/// Wrappers that lead into a container or to another machine. What is mounted there may be these very sources, but the
/// programs are the image's, and whoever names the image chooses them.
const AWAY: &[&str] = &[
    "docker",
    "docker-compose",
    "podman",
    "podman-compose",
    "nerdctl",
    "finch",
    "kubectl",
    "oc",
    "ssh",
    "vagrant",
    "lxc",
    "incus",
    "distrobox",
    "toolbox",
    "devcontainer",
    "chroot",
    "limactl",
    "multipass",
    "wsl",
];

/// What a command text tells, given what its host says of its end.
pub fn observe(facts: &Facts, status: Status) -> Vec<Observed> {
    let tasks = Tasks::of(facts);
    let mut found: Vec<Observed> =
        facts.commands.iter().filter_map(|command| one(facts, &tasks, command, status)).collect();
    // `cargo test` runs what it runs once, however often a loop is looked at.
    found.dedup_by(|one, other| one.command == other.command && one.outcome == other.outcome);
    let built = found.iter().filter(|seen| seen.what == Check::Tests && builds_too(&seen.command));
    let built: Vec<Observed> = built.map(|seen| Observed { what: Check::Build, ..seen.clone() }).collect();
    found.extend(built);
    // Of several, one has failed: nobody can say which.
    if found.iter().filter(|seen| seen.outcome == Ok(Outcome::Failed)).count() > 1 {
        for seen in &mut found {
            seen.outcome = seen.outcome.clone().map(|_| Outcome::Doubtful);
        }
    }
    found
}

fn one<'f>(facts: &'f Facts, tasks: &Tasks<'f>, command: &'f Command, status: Status) -> Option<Observed> {
    let (what, scope) = checked(command)?;
    // What a script of a package was seen to run tells more than its name: `"test": "vitest run || true"`.
    let script = tasks.script_of(command, what);
    // `hookward run` notes by itself what it has seen.
    if script == Script::Checks || command.through.iter().any(|wrapper| wrapper == "hookward") {
        return None;
    }
    let scope = scope.narrowed(tasks.reach(command)?);
    let foreign = foreign_wrapper(tasks, command);
    let outcome = match (status, foreign) {
        (_, Some(wrapper)) if AWAY.contains(&wrapper) => Err(Doubt::Elsewhere(wrapper.to_owned())),
        (_, Some(wrapper)) => Err(Doubt::Through(wrapper.to_owned())),
        _ if runs_unseen(facts) => Err(Doubt::Through("code that cannot be seen here".to_owned())),
        _ if !command.decides || script == Script::Hides => Err(Doubt::Hidden),
        _ if script == Script::Idles => Err(Doubt::Idle(what)),
        (Status::Untold, None) => Err(Doubt::Untold),
        (Status::Failed, None) => Ok(Outcome::Failed),
        (Status::Succeeded, None) => Ok(Outcome::Passed),
    };
    // Another program may fail as well as it may pass: a test that was seen to fail is evidence, too.
    let bent = || {
        let doubt =
            risky_variable(facts, command).or_else(|| kept_by(command)).or_else(|| brought_by(command));
        doubt.map_or(Ok(()), Err)
    };
    let found = outcome.and_then(|outcome| {
        bent().and_then(|()| stands_in_front(facts, command)).map(|files| (files, outcome))
    });
    let (in_front, outcome) =
        found.map_or_else(|doubt| (Vec::new(), Err(doubt)), |(files, outcome)| (files, Ok(outcome)));
    let text = |command: &Command| command.words.iter().map(Value::to_string).collect::<Vec<_>>().join(" ");
    let (run_as, command_text) = (text(tasks.run_for(command)), text(command));
    let cwd = where_it_runs(command);
    Some(Observed { what, scope, command: command_text, run_as, cwd, in_front, outcome })
}

/// The directory in which a check runs: its own words may lead it elsewhere, as in `go test -C tools ./...`.
fn where_it_runs(command: &Command) -> Option<String> {
    let cwd = command.cwd.as_deref()?;
    let words = known_words(command);
    let (name, rest) = words.split_first()?;
    Some(led_to(name, rest).map_or_else(|| cwd.to_owned(), |directory| normalise(directory, cwd)))
}

/// A wrapper of a command that may run anything, or that keeps its status for itself.
pub(super) fn foreign_wrapper<'f>(tasks: &Tasks<'f>, command: &'f Command) -> Option<&'f str> {
    let through = command.through.iter().filter(|wrapper| !tasks.is_seen(wrapper));
    let mut through = through.map(|wrapper| wrapper.split(' ').next().unwrap_or(wrapper));
    // `python -m pytest` is pytest; what other code starts, it may start as it likes.
    let is_module = |wrapper: &&str| {
        wrapper.starts_with("python") && command.through.iter().any(|own| own == "python -m")
    };
    through.find(|wrapper| !CLEAR.contains(wrapper) && !is_module(wrapper))
}

/// What a command checks. A module of Python has names that no program has: `python -m unittest`.
pub(super) fn checked(command: &Command) -> Option<(Check, Scope)> {
    let words = known_words(command);
    let is_module = command.through.last().is_some_and(|wrapper| wrapper == "python -m");
    if is_module { module(&words).or_else(|| check(&words)) } else { check(&words) }
}

/// Whether the text runs something that nobody has looked at, which may have changed what its words mean.
fn runs_unseen(facts: &Facts) -> bool {
    facts.effects.iter().any(|effect| matches!(effect.action, Action::Opaque(_) | Action::Run(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookward_effects::{Call, Emptiness, Scene, facts};

    fn seen(text: &str, status: Status) -> Vec<Observed> {
        let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
        observe(&facts(&Call::shell(text), &scene), status)
    }

    #[test]
    fn a_run_is_evidence_where_its_end_is_told() {
        for text in [
            "cargo test",
            "cd core && cargo test --workspace && echo fine",
            "timeout 600 npx vitest run",
            "CI=1 npm test",
            "bash -c 'cargo test'",
            "set -o pipefail; cargo test 2>&1 | tail -20",
            "uv run pytest -q",
            "python3 -m pytest -q",
            "python3 -m unittest",
            "make -j$(nproc) test",
            "npx vitest run --run",
            "python -m coverage run --branch -m pytest",
            "PYTHONPATH=src:$PYTHONPATH pytest",
            "npx -y vitest@3 run",
            "npx -p typescript -p vitest vitest run",
            "npm exec -- vitest run",
            "pnpm exec vitest run",
            "yarn vitest run",
            "uvx --with pytest-cov pytest",
            "uv run --python 3.12 --group dev pytest",
            "poetry run pytest",
            "pipx run pytest",
            "bundle exec rspec",
            "direnv exec . cargo test",
            "mise exec -- cargo test",
            "nix develop -c cargo test",
            "volta run npm test",
            "nvm exec 20 npm test",
            "caffeinate -i npm test",
            "doppler run -- npm test",
            "make test V=1",
            "npm test; exit $?",
            "if npm test; then echo ok; else echo no; exit 1; fi",
            "npm test || (echo no; exit 1)",
            "npm test || { echo no; exit 1; }",
            "npm test; rc=$?; echo done; exit $rc",
            "npm test || exit 1",
            "set -e; npm test; echo done",
        ] {
            let found = seen(text, Status::Succeeded);
            assert_eq!(
                found.first().map(|seen| &seen.outcome),
                Some(&Ok(Outcome::Passed)),
                "{text}: {found:?}"
            );
            assert_eq!(seen(text, Status::Failed)[0].outcome, Ok(Outcome::Failed), "{text}");
            assert_eq!(seen(text, Status::Untold)[0].outcome, Err(Doubt::Untold), "{text}");
        }
    }

    #[test]
    fn a_run_whose_end_is_hidden_or_bent_is_none() {
        for text in [
            "cargo test | tail -5",
            "cargo test; echo done",
            "cargo test || true",
            "! cargo test",
            "exit 0; cargo test",
            "PATH=/tmp/fake:$PATH cargo test",
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=true cargo test",
            "NODE_OPTIONS=--require=./fake.js npm test",
            "export BASH_ENV=x; cargo test",
            "echo x | xargs cargo test",
            "python3 -c \"import os; os.system('pytest')\"",
            "eval \"$(cat /tmp/f)\"; npm test",
            "cargo() { true; }; cargo test",
            "alias pytest=true\npytest",
            "npm test; exit 0",
            "npm test || (echo no; exit 0)",
            "if npm test; then exit 0; else exit 0; fi",
            "npm test; true; exit $?",
            "npm test & wait",
            "npm test || (exit 1) || true",
            "npm test; rc=0; exit $rc",
            "(npm test; exit $?) | tail",
            "f() { npm test; }; PATH=/tmp/fake:$PATH; f; exit $?",
        ] {
            let found = seen(text, Status::Succeeded);
            assert!(!found.is_empty() && found.iter().all(|seen| seen.outcome.is_err()), "{text}: {found:?}");
            let failed = seen(text, Status::Failed);
            assert!(failed.iter().all(|seen| seen.outcome.is_err()), "{text}: {failed:?}");
        }
        assert_eq!(seen("echo cargo test", Status::Succeeded), []);
    }

    #[test]
    fn a_program_that_the_command_brings_along_is_none() {
        for text in [
            "npx -p ./fake vitest run",
            "npx --package=file:fake vitest run",
            "npm exec --package ../fake -- vitest run",
            "npx vitest@file:fake run",
            "npx --prefix fake vitest run",
            "bunx --package ./fake vitest run",
            "pnpm --package=./fake dlx vitest run",
            "uv run --with ./fake pytest",
            "uv run --with-editable fake pytest",
            "uv run --project fake pytest",
            "uvx --from ./fake pytest",
            "pipx run --spec ./fake.whl pytest",
            "poetry -C fake run pytest",
            "direnv exec ./fake cargo test",
            "nix shell ./fake -c cargo test",
            "PYTHONPATH=$(cat where) pytest",
        ] {
            for status in [Status::Succeeded, Status::Failed] {
                let found = seen(text, status);
                assert!(found.iter().all(|seen| seen.outcome.is_err()), "{text}: {found:?}");
            }
        }
    }

    #[test]
    fn what_ran_in_a_container_is_none_and_says_why() {
        for (text, wrapper) in [
            ("docker compose run --rm web pytest", "docker"),
            ("docker compose exec web npm test", "docker"),
            ("docker run --rm -v .:/app -w /app node:22 npm test", "docker"),
            ("podman exec web go test ./...", "podman"),
            ("ssh build cargo test", "ssh"),
        ] {
            let found = seen(text, Status::Succeeded);
            let doubt = Err(Doubt::Elsewhere(wrapper.to_owned()));
            assert_eq!(found.first().map(|seen| &seen.outcome), Some(&doubt), "{text}: {found:?}");
        }
    }

    #[test]
    fn of_several_that_fail_nobody_says_which() {
        let found = seen("cargo test && cargo clippy", Status::Failed);
        assert!(found.iter().all(|seen| seen.outcome == Ok(Outcome::Doubtful)), "{found:?}");
        let found = seen("cargo test && cargo clippy", Status::Succeeded);
        assert!(
            found.len() == 2 && found.iter().all(|seen| seen.outcome == Ok(Outcome::Passed)),
            "{found:?}"
        );
    }

    #[test]
    fn a_wrapper_or_a_launcher_that_prints_of_itself_runs_nothing() {
        for text in [
            "env --version npm test",
            "env --help npm test",
            "nice --help npm test",
            "nohup --version npm test",
            "stdbuf --version npm test",
            "xvfb-run --help npm test",
            "command -pv npm test",
            "command -v npm test",
            "time -V npm test",
            "ionice -p 1 npm test",
            "npx -v vitest run",
            "npm exec -v -- vitest run",
            "bundle -v exec rspec",
            "pnpm -v exec vitest run",
            "corepack -v pnpm test",
            "python3 -c pass -m pytest",
            "python3 -Bc pass -m pytest",
            "python3 -h -m pytest",
            "python3 -V -m pytest",
            "python3 -i -m pytest",
        ] {
            let found = seen(text, Status::Succeeded);
            assert!(found.iter().all(|seen| seen.outcome.is_err()), "{text}: {found:?}");
        }
        for text in [
            "env -u FOO CI=1 npm test",
            "nice -n 5 npm test",
            "nice -5 npm test",
            "ionice -c 3 npm test",
            "stdbuf -oL npm test",
            "xvfb-run -a npm test",
            "command npm test",
            "timeout -k 5 600 npm test",
            "uv -v run pytest",
            "python3 -W error -X dev -Bu -m pytest",
            "uv run python -m pytest",
        ] {
            let found = seen(text, Status::Succeeded);
            assert!(found.iter().any(|seen| seen.outcome == Ok(Outcome::Passed)), "{text}: {found:?}");
        }
    }

    #[test]
    fn a_variable_is_harmless_by_its_name_and_by_what_it_holds() {
        for (text, is_harmless) in [
            ("TEST_CMD=true npm test", false),
            ("TEST_RUNNER=true npm test", false),
            ("TEST_ARGS=--help npm test", false),
            ("TEST_DATABASE=x npm test", true),
            ("TEST_BINARY=./fake npm test", false),
            ("API_URL=http://localhost:3000 STRIPE_KEY=x npm test", true),
            ("UV_INDEX_URL=http://localhost uv run pytest", false),
            ("NODE_PATH=fake npm test", false),
            ("RUSTFLAGS=--cfg=x cargo test", false),
            ("RUST_TEST_THREADS=1 SQLX_OFFLINE=true cargo test", true),
            ("INSTA_UPDATE=no cargo test", true),
            ("INSTA_UPDATE=always cargo test", false),
            ("PYTHONHASHSEED=0 PYTHONWARNINGS=error CUDA_VISIBLE_DEVICES= pytest", true),
            ("PYTHONWARNINGS=error::fake.Category pytest", false),
            ("NODE_OPTIONS=--max-old-space-size=4096 npm test", true),
            ("NODE_OPTIONS='--experimental-vm-modules --no-warnings' npx jest", true),
            ("NODE_OPTIONS='--no-warnings --import=./fake.mjs' npx jest", false),
            ("NODE_OPTIONS=\"$OTHER\" npx jest", false),
            ("CTEST_OUTPUT_ON_FAILURE=1 ctest", true),
        ] {
            let found = seen(text, Status::Succeeded);
            let counts = found.iter().any(|seen| seen.outcome == Ok(Outcome::Passed));
            assert_eq!(counts, is_harmless, "{text}: {found:?}");
        }
    }

    #[test]
    fn a_build_that_tests_is_both() {
        let found = seen("./gradlew build", Status::Succeeded);
        let what: Vec<Check> = found.iter().map(|seen| seen.what).collect();
        assert_eq!(what, [Check::Tests, Check::Build], "{found:?}");
    }
}
