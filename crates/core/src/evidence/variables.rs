//! Variables that are set in front of a run: which only say how it runs, and which may change what runs.

use hookward_effects::{Action, Command, Effect, Facts, Value};

use super::Doubt;
use super::brought::SEARCHED;
use super::families::family;
use super::included::is_module_of_settings;
use super::options::{Read, read, says_how};
use super::started::is_of_a_wrapper;

/// Variables that only say how a check runs, whatever they hold.
#[rustfmt::skip]
const HARMLESS: &[&str] = &[
    "CI", "FORCE_COLOR", "NO_COLOR", "CLICOLOR", "TERM", "COLUMNS", "TZ", "LANG", "LC_ALL", "NODE_ENV", "NODE_NO_WARNINGS", "NODE_DISABLE_COLORS", "RAILS_ENV", "RACK_ENV",
    "APP_ENV", "MIX_ENV", "FLASK_ENV", "ASPNETCORE_ENVIRONMENT", "RUST_BACKTRACE", "RUST_LOG", "RUST_MIN_STACK", "RUST_TEST_THREADS",
    "DEBUG", "LOG_LEVEL", "COVERAGE", "XDEBUG_MODE", SEARCHED, "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED",
    "DATABASE_URL", "REDIS_URL", "PGHOST", "PGPORT", "PGUSER", "PGDATABASE", "PGPASSWORD", "SQLX_OFFLINE", "PARALLEL_WORKERS", "PORT", "HOST", "CGO_ENABLED", "GOFLAGS_COUNT",
    "CARGO_TERM_COLOR", "CARGO_INCREMENTAL", "CARGO_TARGET_DIR", "CTEST_OUTPUT_ON_FAILURE", "CUDA_VISIBLE_DEVICES", "GO111MODULE",
    "GOTRACEBACK", "GOGC", "GOMEMLIMIT", "PYTHONFAULTHANDLER", "PYTHONUTF8", "PYTHONIOENCODING", "PYTHONDEVMODE", "PYTHONASYNCIODEBUG",
    "NX_DAEMON", "NX_SKIP_NX_CACHE", "NX_NO_CLOUD", "DO_NOT_TRACK", "ENVIRONMENT", "STAGE",
    "VERBOSE", "QUIET", "SILENT", "HEADLESS", "COVERAGE_FILE", "npm_config_loglevel", "TESTCONTAINERS_RYUK_DISABLED",
];

/// Ends of names that say how much is told, and to whom.
#[rustfmt::skip]
const TELLING: &[&str] = &[
    "_TELEMETRY_DISABLED", "_TELEMETRY_OPTOUT", "_TELEMETRY", "_NOLOGO", "_COLOR", "_COLORS", "_LOG_LEVEL", "_LOGLEVEL", "_VERBOSE",
    "_VERBOSITY", "_PROGRESS", "_BACKTRACE", "_VERSION_CHECK", "_UPDATE_NOTIFIER",
];

/// Ends of names that hold how many, if that is a number.
#[rustfmt::skip]
const AMOUNTS: &[&str] = &[
    "_WORKERS", "_THREADS", "_JOBS", "_PARALLEL_LEVEL", "_CASES", "_RETRIES", "_SEED", "PROCS", "_SIZE", "_MAX_FORKS", "_MIN_FORKS",
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

/// The same, where a name is looked at that a project may have chosen itself.
#[rustfmt::skip]
const OF_OTHERS: &[&str] = &[
    "_", "BASH", "ZSH", "XDG_", "HOME", "SSH_", "CC_", "CXX_", "GCC_", "CMAKE_", "CTEST_", "MAKE", "MSBUILD", "VSTEST_", "COR_", "CORECLR_",
    "COMPLUS_", "COMPlus_", "TS_NODE_", "TSX_", "BABEL_", "SWC_", "ESBUILD_", "VITE_", "WEBPACK_", "ROLLUP_", "MOCHA_", "AVA_", "TAP_",
    "JASMINE_", "KARMA_", "NYC_", "C8_", "SPEC_", "RSPEC_", "RAKE", "MINITEST_", "MT_", "KNAPSACK_", "PARALLEL_TEST", "BUNDLER_", "RAILS_",
    "TOX", "NOX", "NOSE", "HYPOTHESIS_", "VIRTUAL_ENV", "VIRTUALENV", "PEST_", "SYMFONY_", "XDEBUG_", "JVM_", "SBT_", "KOTLIN_", "SCALA_",
    "INSTA_", "TRYBUILD", "NEXTEST_", "PROPTEST_", "CROSS_", "WASM_", "MIRIFLAGS", "LUA_", "BATS_", "PROVE_", "HARNESS_", "PERL", "ERL_",
    "ELIXIR_", "REBAR_", "STACK_", "CABAL_", "GHC", "ELM_", "ZIG_", "OCAML", "DUNE_", "OPAM", "FLUTTER_", "DART_", "PUB_", "ANDROID_", "XCODE",
    "SWIFT_", "SDK", "DEVELOPER_", "BAZEL", "BUILD_", "BUILDKITE_", "GITHUB_", "CIRCLE_", "CI_", "MISE_", "ASDF_", "NIX_", "JUST_", "TASK_", "R_",
    "JULIA_", "FORGE_", "FOUNDRY_", "HARDHAT_", "TF_", "HOOKWARD",
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
    effect.script.as_deref().is_some_and(activates)
}

fn activates(script: &str) -> bool {
    let mut parts = script.rsplit('/');
    let (name, directory, place) = (parts.next(), parts.next(), parts.next());
    name.is_some_and(|name| name.starts_with("activate"))
        && directory == Some("bin")
        && matches!(place, Some(".venv" | "venv"))
}

/// The scripts by which environments are activated in front of a command.
pub(super) fn activated(facts: &Facts, command: &Command) -> Vec<String> {
    let scripts = facts.effects.iter().take(command.preceding).filter_map(|effect| effect.script.clone());
    let mut found: Vec<String> = scripts.filter(|script| activates(script)).collect();
    found.dedup();
    found
}

fn is_harmless(name: &str, value: &Value) -> bool {
    let is = |allowed: fn(&str) -> bool| value.known().is_some_and(|value| value.split(' ').all(allowed));
    match name {
        "NODE_OPTIONS" => is(is_plain_of_node),
        // A category with a dot is imported.
        "PYTHONWARNINGS" => is(|value| !value.contains('.')),
        "RUSTFLAGS" | "RUSTDOCFLAGS" => value.known().is_some_and(is_plain_of_rust),
        "GOFLAGS" => is(is_plain_of_go),
        "PYTEST_ADDOPTS" => value.known().is_some_and(is_plain_of_pytest),
        // One that is not of the library is a module.
        "MPLBACKEND" => is(|value| value.bytes().all(|byte| byte.is_ascii_alphabetic())),
        "DJANGO_SETTINGS_MODULE" => is(is_module_of_settings),
        // With any other, what is not as it was becomes what is wanted.
        "INSTA_UPDATE" => is(|value| matches!(value, "no" | "new" | "auto")),
        _ if let Some(own) = name.strip_prefix(OF_TESTS) => {
            !CHOOSING.contains(&own) && !RUN.iter().any(|end| name.ends_with(end))
        }
        "GOTOOLCHAIN" => is(|value| matches!(value, "local" | "auto") || value.starts_with("go1.")),
        "JAVA_HOME" | "JDK_HOME" => is(is_installed_java),
        "PATH" => is_longer_by_tools(value),
        "TMPDIR" => {
            value.known().is_some_and(|place| matches!(place.trim_end_matches('/'), "/tmp" | "/var/tmp"))
        }
        "MAVEN_OPTS" | "JAVA_OPTS" | "GRADLE_OPTS" | "JAVA_TOOL_OPTIONS" | "SBT_OPTS" => is(is_plain_of_java),
        _ => {
            HARMLESS.contains(&name)
                || TELLING.iter().any(|end| name.ends_with(end))
                || is_own(name)
                || is_count(name, value)
                || is_amount(name, value)
        }
    }
}

/// Whether a variable says how many there are to be of something, and that it is any.
fn is_amount(name: &str, value: &Value) -> bool {
    let is_some = |value: &str| value.parse::<u64>().is_ok_and(|amount| amount > 0);
    AMOUNTS.iter().any(|end| name.ends_with(end)) && value.known().is_some_and(is_some)
}

/// Where machines of Java are installed, by whoever looks after the machine or by their manager.
fn is_installed_java(path: &str) -> bool {
    let is_plain = path.starts_with('/') && !path.split('/').any(|part| part == "..");
    let of_machine =
        ["/usr/lib/jvm/", "/opt/java/", "/Library/Java/JavaVirtualMachines/", "/opt/homebrew/opt/openjdk"];
    is_plain
        && (of_machine.iter().any(|place| path.starts_with(place))
            || path.contains("/.sdkman/candidates/java/"))
}

/// Ends of the directories below a home in which managers of tools put programs, and of those of machines. What an agent puts there is
/// refused, or known of.
const OF_MANAGERS: &[&str] = &[
    "/.cargo/bin",
    "/.local/bin",
    "/go/bin",
    "/.bun/bin",
    "/.deno/bin",
    "/.pyenv/shims",
    "/.pyenv/bin",
    "/.rbenv/shims",
    "/.volta/bin",
    "/.asdf/shims",
    "/.local/share/mise/shims",
    "/.poetry/bin",
    "/.composer/vendor/bin",
    "/.dotnet",
    "/.dotnet/tools",
];
const OF_MACHINES: &[&str] =
    &["/usr/local/bin", "/usr/local/go/bin", "/opt/homebrew/bin", "/usr/bin", "/bin"];

/// Whether a `PATH` is the one that there was, with directories of tools in front of it or behind.
fn is_longer_by_tools(value: &Value) -> bool {
    let path = value.to_string();
    let is_old = |part: &str| matches!(part, "$PATH" | "${PATH}");
    path.split(':').any(is_old) && path.split(':').all(|part| is_old(part) || is_of_tools(part))
}

fn is_of_tools(directory: &str) -> bool {
    let directory = directory.trim_end_matches('/');
    // Only right below a home: in a workspace, a directory of that name is anybody's.
    let below_home = || {
        let rest = directory.strip_prefix("/home/").or_else(|| directory.strip_prefix("/Users/"));
        let of_somebody = rest.and_then(|rest| rest.find('/').and_then(|at| rest.get(at..)));
        of_somebody.or_else(|| directory.strip_prefix("/root"))
    };
    OF_MACHINES.contains(&directory)
        || below_home().is_some_and(|below| OF_MANAGERS.contains(&below))
        || matches!(directory, "node_modules/.bin" | "./node_modules/.bin")
}

/// Options of a machine of Java that say how much memory it may take, or how Gradle works.
fn is_plain_of_java(option: &str) -> bool {
    let (name, value) = option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
    option.is_empty()
        || ["-Xm", "-Xss", "-XX:MaxMetaspaceSize", "-XX:MaxRAMPercentage"]
            .iter()
            .any(|start| option.starts_with(start))
        || matches!(option, "-XX:+UseParallelGC" | "-XX:+UseG1GC" | "-XX:+HeapDumpOnOutOfMemoryError")
        || says_how("gradle", name, value)
}

/// Whether options of pytest only say how it runs. Where nothing has to be quoted, blanks part them.
fn is_plain_of_pytest(options: &str) -> bool {
    let words: Vec<&str> = options.split_whitespace().collect();
    let says_how = |(_, read): &(usize, Read)| matches!(read, Read::How);
    !options.contains(['\'', '"', '\\']) && read("pytest", &words, words.len()).iter().all(says_how)
}

/// Whether a variable is one in which a text counts, or keeps a status: `rc=0`. What programs obey has capitals, but for npm's.
fn is_count(name: &str, value: &Value) -> bool {
    let is_plain =
        name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && !name.starts_with("npm");
    let is_number = |value: &str| !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    is_plain && value.known().is_some_and(is_number)
}

/// Whether a variable is a project's own, and holds nothing that runs: `API_URL`, `STRIPE_KEY`, `USE_SQLITE`. What it says to the tests,
/// they themselves say; but not by a name that chooses among them.
fn is_own(name: &str) -> bool {
    let is_of = |starts: &[&str]| starts.iter().any(|start| name.starts_with(start));
    let holds_a_place = OWN.iter().any(|end| name.ends_with(end));
    let is_capital = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let parts = || name.split('_').map(str::to_ascii_lowercase);
    let is_called = || {
        name.contains('_')
            && name.bytes().all(is_capital)
            && !is_of(OF_OTHERS)
            && !RUN.iter().any(|end| name.ends_with(end))
            && !OF_SHELLS.contains(&name)
            && !parts().any(|part| MAY_CHOOSE.contains(&part.as_str()))
    };
    let is_tool = is_of(OF_TOOLS) && !name.starts_with("GOOGLE_");
    !is_tool && (holds_a_place || is_called())
}

/// Parts of a name by which it may choose among tests, or what they are held against.
#[rustfmt::skip]
const MAY_CHOOSE: &[&str] = &[
    "test", "tests", "testing", "spec", "specs", "suite", "suites", "case", "skip", "skips", "only", "exclude", "include", "filter", "filters",
    "ignore", "quick", "fast", "slow", "smoke", "disable", "disabled", "no", "not", "without", "grep", "match", "pattern", "tag", "tags", "shard",
    "shards", "split", "total", "index", "partition", "name", "names", "file", "files", "path", "paths", "module", "modules", "target", "targets",
    "update", "bless", "overwrite", "accept", "force", "pass", "fake", "stub", "dummy", "fail", "exit", "run", "runner", "cmd", "command", "exec",
    "bin", "shell", "script", "args", "opts", "options", "flags", "plugin", "plugins", "preload", "hook", "hooks", "config", "home", "dir", "root",
];

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
pub(super) fn is_plain_of_node(option: &str) -> bool {
    option.is_empty()
        || family("node").plain.contains(&option)
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
            ("NODE_OPTIONS", "--enable-source-maps --max-old-space-size=4096", true),
            ("NODE_NO_WARNINGS", "1", true),
            ("NODE_OPTIONS", "--import=./x.mjs", false),
            ("MAVEN_OPTS", "-Xmx1g", true),
            ("MAVEN_OPTS", "-Xmx1g -DskipTests", false),
            ("GRADLE_OPTS", "-Dorg.gradle.daemon=false", true),
            ("GRADLE_OPTS", "-javaagent:x.jar", false),
            ("JAVA_HOME", "/usr/lib/jvm/java-17", true),
            ("JAVA_HOME", "/usr/lib/jvm/../../../w/java", false),
            ("JAVA_HOME", "/w/java", false),
            ("GOTOOLCHAIN", "local", true),
            ("GOTOOLCHAIN", "path", false),
        ] {
            assert_eq!(is_harmless(name, &Value::Known(value.to_owned())), expected, "{name}={value}");
        }
    }

    #[test]
    fn a_path_may_be_longer_by_what_managers_of_tools_have_installed() {
        use hookward_effects::{Hole, Piece};
        for (front, behind, expected) in [
            ("/home/me/.cargo/bin:", "", true),
            ("", ":/root/.local/bin/:./node_modules/.bin", true),
            ("/w/fake:", "", false),
            ("/home/me/w/.cargo/bin:", "", false),
            ("/home/me/.cargo/bin/../../w:", "", false),
            ("./.local/bin:", "", false),
            ("/home/me/.cargo/bin:", "/more", false),
        ] {
            let text = |text: &str| Piece::Text(text.to_owned());
            let path = Value::Pattern(vec![text(front), Piece::Hole(Hole::new("$PATH")), text(behind)]);
            assert_eq!(is_harmless("PATH", &path), expected, "{path}");
        }
        assert!(!is_harmless("PATH", &Value::Known("/home/me/.cargo/bin".to_owned())));
    }

    #[test]
    fn a_name_tells_whether_a_variable_may_choose() {
        for (name, value, expected) in [
            ("USE_SQLITE", "1", true),
            ("SHOP_ENV", "test", true),
            ("AWS_ACCESS_KEY_ID", "x", true),
            ("VITEST_MAX_WORKERS", "2", true),
            ("PROPTEST_CASES", "1000", true),
            ("PROPTEST_CASES", "0", false),
            ("GOMAXPROCS", "2", true),
            ("DOTNET_CLI_TELEMETRY_OPTOUT", "1", true),
            ("TURBO_TELEMETRY_DISABLED", "1", true),
            ("NEXT_TELEMETRY_DISABLED", "1", true),
            ("SKIP_SLOW", "1", false),
            ("SHOP_TESTS", "none", false),
            ("CI_NODE_TOTAL", "9", false),
            ("UPDATE_EXPECT", "1", false),
            ("INSTA_FORCE_PASS", "1", false),
            ("SPEC", "x", false),
            ("N", "x", false),
            ("shop_env", "x", false),
            ("TS_NODE_COMPILER", "./x", false),
            ("BASH_ENV", "x", false),
            ("XDG_CONFIG_HOME", "x", false),
            ("MY_RUNNER", "true", false),
        ] {
            assert_eq!(is_harmless(name, &Value::Known(value.to_owned())), expected, "{name}={value}");
        }
    }
}
