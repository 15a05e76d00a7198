//! Variables that are set in front of a run: which only say how it runs, and which may change what runs.

use hookward_effects::{Action, Command, Effect, Facts, Value};

use super::Doubt;
use super::brought::SEARCHED;
use super::included::is_module_of_settings;
use super::started::is_of_a_wrapper;

/// Variables that only say how a check runs, whatever they hold.
#[rustfmt::skip]
const HARMLESS: &[&str] = &[
    "CI", "FORCE_COLOR", "NO_COLOR", "CLICOLOR", "TERM", "COLUMNS", "TZ", "LANG", "LC_ALL", "NODE_ENV", "RAILS_ENV", "RACK_ENV",
    "APP_ENV", "MIX_ENV", "FLASK_ENV", "ASPNETCORE_ENVIRONMENT", "RUST_BACKTRACE", "RUST_LOG", "RUST_MIN_STACK", "RUST_TEST_THREADS",
    "DEBUG", "LOG_LEVEL", "COVERAGE", "XDEBUG_MODE", SEARCHED, "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED",
    "DATABASE_URL", "REDIS_URL", "SQLX_OFFLINE", "PARALLEL_WORKERS", "PORT", "HOST", "CGO_ENABLED", "GOFLAGS_COUNT",
    "CARGO_TERM_COLOR", "CARGO_INCREMENTAL", "CARGO_TARGET_DIR", "CTEST_OUTPUT_ON_FAILURE", "CUDA_VISIBLE_DEVICES",
];

/// What a project names its own settings of tests with.
const OF_TESTS: &str = "TEST_";

/// What stands behind that in names that choose which tests are run.
#[rustfmt::skip]
const CHOOSING: &[&str] = &[
    "FILTER", "FILTERS", "ONLY", "SKIP", "GREP", "MATCH", "PATTERN", "NAME", "NAMES", "FILE", "FILES", "SUITE", "SUITES", "PATH", "PATHS",
    "TAGS", "TARGET", "TARGETS",
];

/// Ends of such names that hold something to run.
#[rustfmt::skip]
const RUN: &[&str] = &[
    "_CMD", "_COMMAND", "_RUNNER", "_ARGS", "_OPTS", "_OPTIONS", "_FLAGS", "_BIN", "_SHELL", "_EXEC", "_SCRIPT", "_PROGRAM",
    "_BINARY", "_EXECUTABLE", "_TOOL", "_PLUGIN", "_PLUGINS", "_MODULE", "_HOOK", "_PRELOAD",
];

/// Ends of names that hold where something is, or who may: a project's own.
const OWN: &[&str] = &[
    "_URL",
    "_URI",
    "_DSN",
    "_HOST",
    "_PORT",
    "_KEY",
    "_TOKEN",
    "_SECRET",
    "_PASSWORD",
    "_USER",
    "_REGION",
    "_TIMEOUT",
];

/// Starts of names that are none of a project's own, but say where programs come from or what they load.
#[rustfmt::skip]
const OF_TOOLS: &[&str] = &[
    "PIP", "UV_", "NPM_", "npm_", "YARN_", "PNPM_", "BUN_", "DENO_", "NODE_", "COREPACK_", "POETRY_", "PDM_", "CONDA_", "PYTHON", "PY",
    "CARGO_", "RUST", "GO", "MAVEN_", "MVN", "GRADLE_", "JAVA", "JDK_", "BUNDLE_", "GEM_", "RUBY", "COMPOSER_", "PHP", "DOTNET_",
    "NUGET_", "GIT_", "DOCKER_", "LD_", "DYLD_", "TURBO_", "NX_", "PLAYWRIGHT_", "CYPRESS_", "VITEST_", "JEST_",
];

/// A variable that may change what a runner runs, if it was set before: `PATH`, `NODE_OPTIONS`, `CARGO_TARGET_…_RUNNER`.
pub(super) fn risky_variable(facts: &Facts, command: &Command) -> Option<Doubt> {
    let set = facts.effects.iter().take(command.preceding);
    let set = set.filter(|effect| !is_of_an_environment(effect) && !is_of_a_wrapper(effect, facts));
    set.into_iter().find_map(|effect| match &effect.action {
        Action::Environment(name, value) if is_risky(name, value, effect) => {
            Some(Doubt::Variable(name.clone()))
        }
        _ => None,
    })
}

/// Whether a variable may change what a runner runs. What a file of the project sets for its own tests is the project's, unless it
/// is for the runner or for those that start it.
fn is_risky(name: &str, value: &Value, effect: &Effect) -> bool {
    if effect.script.is_some() { is_of_a_tool(name, value) } else { !is_harmless(name, value) }
}

/// Whether it comes of `. .venv/bin/activate`, which leads to programs that are found there anyway. An agent that has written it is
/// known to have changed installed packages.
fn is_of_an_environment(effect: &Effect) -> bool {
    let is_one = |script: &String| {
        let mut parts = script.rsplit('/');
        let (name, directory, place) = (parts.next(), parts.next(), parts.next());
        name.is_some_and(|name| name.starts_with("activate"))
            && directory == Some("bin")
            && matches!(place, Some(".venv" | "venv"))
    };
    effect.script.as_ref().is_some_and(is_one)
}

fn is_harmless(name: &str, value: &Value) -> bool {
    let is = |allowed: fn(&str) -> bool| value.known().is_some_and(|value| value.split(' ').all(allowed));
    match name {
        "NODE_OPTIONS" => is(is_plain_of_node),
        // A category with a dot is imported.
        "PYTHONWARNINGS" => is(|value| !value.contains('.')),
        "RUSTFLAGS" | "RUSTDOCFLAGS" => value.known().is_some_and(is_plain_of_rust),
        "GOFLAGS" => is(is_plain_of_go),
        "DJANGO_SETTINGS_MODULE" => is(is_module_of_settings),
        // With any other, what is not as it was becomes what is wanted.
        "INSTA_UPDATE" => is(|value| matches!(value, "no" | "new" | "auto")),
        _ if let Some(own) = name.strip_prefix(OF_TESTS) => {
            !CHOOSING.contains(&own) && !RUN.iter().any(|end| name.ends_with(end))
        }
        _ => HARMLESS.contains(&name) || is_own(name) || is_count(name, value),
    }
}

/// Whether a variable is one in which a text counts, or keeps a status: `rc=0`. What programs obey has capitals, but for npm's.
fn is_count(name: &str, value: &Value) -> bool {
    let is_plain =
        name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && !name.starts_with("npm");
    let is_number = |value: &str| !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    is_plain && value.known().is_some_and(is_number)
}

/// Whether a variable is a project's own, and holds nothing that runs: `API_URL`, `STRIPE_KEY`.
fn is_own(name: &str) -> bool {
    OWN.iter().any(|end| name.ends_with(end)) && !OF_TOOLS.iter().any(|start| name.starts_with(start))
}

/// Variables that decide what runs, whoever reads them.
#[rustfmt::skip]
const OF_SHELLS: &[&str] = &[
    "PATH", "SHELL", "ENV", "BASH_ENV", "ZDOTDIR", "IFS", "MAKEFLAGS", "MFLAGS", "GNUMAKEFLAGS", "PERL5OPT", "PERL5LIB", "CLASSPATH",
];

/// Whether a variable, among those of one machine, may change what a runner runs. Most of them are the project's own.
pub(super) fn is_of_a_tool(name: &str, value: &Value) -> bool {
    let is_run = RUN.iter().any(|end| name.ends_with(end)) || OF_SHELLS.contains(&name);
    let is_tool = OF_TOOLS.iter().any(|start| name.starts_with(start)) && !name.starts_with("GOOGLE_");
    (is_run || is_tool) && !is_harmless(name, value)
}

/// Options of Node that load nothing.
fn is_plain_of_node(option: &str) -> bool {
    matches!(option, "" | "--experimental-vm-modules" | "--no-warnings")
        || option
            .strip_prefix("--max-old-space-size=")
            .is_some_and(|size| size.bytes().all(|byte| byte.is_ascii_digit()))
        || option
            .strip_prefix("--max_old_space_size=")
            .is_some_and(|size| size.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether options of the compiler of Rust say only what it warns of, and for which machine it builds.
fn is_plain_of_rust(options: &str) -> bool {
    let mut words = options.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let (letter, value) = word.split_at_checked(2).unwrap_or((word, ""));
        let value = if value.is_empty() { words.next().unwrap_or_default() } else { value };
        let is_plain = match letter {
            "-D" | "-W" | "-A" | "-F" => true,
            "-C" => ["target-cpu=", "debuginfo=", "opt-level="].iter().any(|own| value.starts_with(own)),
            _ => false,
        };
        if !is_plain {
            return false;
        }
    }
    true
}

/// Options of Go that leave out no test.
fn is_plain_of_go(option: &str) -> bool {
    matches!(option, "" | "-count=1" | "-race" | "-v" | "-trimpath" | "-buildvcs=false")
        || option.starts_with("-mod=")
        || option.starts_with("-p=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_a_compiler_are_plain_if_they_leave_the_tests_as_they_are() {
        for (name, value, expected) in [
            ("RUSTFLAGS", "-D warnings", true),
            ("RUSTFLAGS", "-Dwarnings -C target-cpu=native", true),
            ("RUSTFLAGS", "--cfg skip", false),
            ("RUSTFLAGS", "-C linker=./x", false),
            ("RUSTFLAGS", "-D warnings --test", false),
            ("GOFLAGS", "-mod=vendor -count=1", true),
            ("GOFLAGS", "-run=None", false),
            ("GOFLAGS", "-exec=true", false),
            ("TEST_DATABASE_NAME", "x", true),
            ("TEST_FILTER", "x", false),
        ] {
            assert_eq!(is_harmless(name, &Value::Known(value.to_owned())), expected, "{name}={value}");
        }
    }
}
