//! Words of programs that check a project, read one by one: which check nothing, which say how, and which name a part.

mod properties;

pub(super) use properties::says_how;

use super::decides_a_run;
use super::deciding::is_of_settings;
use super::families::{ANY, Family, SCRIPT, family};
use super::included::is_module_of_settings;
use super::runners::{bare_name, first_but_known, is_asked_for};
use super::started::without_shell;
use crate::policy::ARTEFACTS;

/// Options that check nothing, or that end well whatever is found, whoever takes them.
#[rustfmt::skip]
const IDLE: &[&str] = &[
    "--no-run", "--collect-only", "--collectonly", "--co", "--listTests", "--list", "--list-tests", "-list", "--help", "-h",
    "--version", "--dry-run", "--permit-no-files", "--init", "--showConfig",
    "--print-config", "--watch", "--watchAll", "--question", "--just-print", "--exit-zero", "--fix-dry-run", "--clearCache",
    "--fixtures", "--fixtures-per-test", "--markers", "--setup-plan", "--setup-only", "--cache-show", "--failure-exit-code",
    "--ignore-errors", "--touch", "-DskipTests", "-Dmaven.test.skip", "-Dmaven.test.failure.ignore", "-fn", "--fail-never", "-exec",
    "--notest", "--pass-on-failing-test-suite", "--install-only", "--graph", "--dry",
];

/// The same, of some programs only.
#[rustfmt::skip]
const IDLE_OF: &[(&[&str], &[&str])] = &[
    // Its version, where others take it for verbose.
    (
        &[
            "node", "tsx", "npm", "npx", "pnpm", "yarn", "bun", "jest", "vitest", "rspec", "mvn", "mvnw", "mvnd", "gradle", "gradlew",
            "make", "bats", "mix", "php", "cypress", "tap", "jasmine", "turbo", "bundle", "tsc", "vue-tsc", "eslint", "stylelint",
            "prettier", "lerna", "c8", "nyc",
        ],
        &["-v"],
    ),
    (&["pytest", "cargo", "cross", "python", "python3", "deno", "rake", "mocha", "playwright", "mypy", "ruff"], &["-V"]),
    (&["node", "tsx"], &["-p", "--print", "-e", "--eval", "-c", "--check", "-i", "--interactive", "--run"]),
    (&["go"], &["-n", "-c"]),
    (&["make"], &["-n", "-i", "-t", "-q", "-k"]),
    (&["gradle", "gradlew"], &["-m", "-t", "--continuous"]),
    (&["just"], &["-n", "-l", "-e", "--edit", "--evaluate", "--show", "--summary", "--dump"]),
    (&["task"], &["-n", "-l", "-a", "-w", "--list-all", "--status", "--summary"]),
    (&["tsc"], &["-w"]),
    (&["vitest"], &["-w", "--ui"]),
    (&["playwright"], &["--ui"]),
    (&["mocha"], &["-w"]),
    (&["ctest"], &["-N", "--show-only", "--print-labels"]),
    (&["rake"], &["-T", "-n", "-P", "-D", "--tasks", "--prereqs", "--describe"]),
    (&["tox"], &["-l", "-a", "-n", "--listenvs", "--showconfig"]),
    (&["nox"], &["-l"]),
    (&["bats"], &["-c", "--count"]),
    (&["shellspec"], &["-c", "--count", "--syntax-check"]),
    (&["prove"], &["-D", "--dry"]),
    (&["turbo", "nx"], &["-n"]),
    (&["dotnet"], &["-t"]),
    (&["ninja"], &["-n", "-t"]),
];

/// Programs whose options have one dash and many letters.
const WORDY: &[&str] = &["go", "gotestsum"];

/// Options whose value is the directory in which a project lies.
pub(super) const PLACES: &[&str] = &["-C", "--dir", "--directory", "--prefix", "--cwd"];

/// The same, of some programs only.
const PLACES_OF: &[(&[&str], &[&str])] = &[(&["gradle", "gradlew"], &["-p", "--project-dir"])];

/// Options whose value is the manifest in that directory.
const MANIFEST: &[(&[&str], &[&str])] =
    &[(&["cargo", "cross"], &["--manifest-path"]), (&["mvn", "mvnw", "mvnd"], &["-f", "--file"])];

/// Programs that such an option leads to another directory, where they work as they would there.
#[rustfmt::skip]
const LED: &[&str] = &[
    "npm", "pnpm", "yarn", "bun", "make", "go", "cargo", "cross", "task", "turbo", "ninja", "mvn", "mvnw", "mvnd", "gradle", "gradlew",
];

/// The directory that a program's own words lead it to.
pub(super) fn led_to<'w>(name: &str, rest: &[&'w str]) -> Option<&'w str> {
    let name = name.rsplit('/').next().unwrap_or(name);
    let mut places = read(name, rest, rest.len()).into_iter().filter_map(|(_, read)| match read {
        Read::Place(directory) => directory,
        _ => None,
    });
    places.rfind(|directory| is_led(name, directory))
}

/// Whether a program works in that directory as it would have been started there.
pub(super) fn is_led(name: &str, directory: &str) -> bool {
    directory == "." || (LED.contains(&name) && !directory.is_empty())
}

/// Options that name a part, with a value that may stand in front of the word which makes it a check.
const PART_OF: &[(&[&str], &[&str])] = &[
    (&["npm"], &["--workspace", "-w"]),
    (&["pnpm"], &["--filter", "-F"]),
    (&["make", "just"], &["-f"]),
    (&["tox"], &["-m", "-f"]),
];

/// Options that take the next word for their value, if there is one that is no option.
const OPTIONAL: &[(&[&str], &[&str])] = &[(&["pytest", "py.test"], &["--cov"])];

/// One word, or two where the second is the value of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read<'w> {
    /// It checks nothing then.
    Idle,
    /// Says how.
    How,
    /// Says how by its value, if that is harmless.
    Valued(&'static str, Option<&'w str>),
    /// The directory in which it works.
    Place(Option<&'w str>),
    /// `+nightly`
    Toolchain(&'w str),
    /// No option.
    Word(&'w str),
    /// An option that nobody knows: it may leave out anything.
    Unknown,
}

/// The words of a program, each with its index. From one of them on, they are for a script that it runs.
pub(super) fn read<'w>(name: &str, rest: &[&'w str], script_from: usize) -> Vec<(usize, Read<'w>)> {
    let mut found = Vec::new();
    let mut index = 0;
    while let Some(word) = rest.get(index) {
        let (name, family) = if index < script_from { (name, family(name)) } else { ("", &SCRIPT) };
        let (seen, taken) = one(name, family, word, rest.get(index + 1).copied());
        found.push((index, seen));
        index += taken;
    }
    found
}

/// The option of a run by which it may leave out some of what it would check, if its words say so.
pub(crate) fn narrowing_option<'w>(words: &[&'w str]) -> Option<&'w str> {
    let (program, rest) = without_shell(words).split_first()?;
    let name = bare_name(program).unwrap_or(program);
    // What stands behind these is the runner.
    let inner = match name {
        "python" | "python3" | "coverage" => rest.iter().position(|word| *word == "-m").map(|at| at + 1),
        "c8" | "nyc" => first_but_known(name, rest),
        _ => None,
    };
    if let Some(at) = inner {
        return narrowing_option(rest.get(at..)?);
    }
    let narrows = |(_, read): &&(usize, Read)| match read {
        Read::Unknown => true,
        Read::Valued(option, value) => !value.is_some_and(|value| is_harmless(name, option, value)),
        Read::Idle | Read::How | Read::Place(_) | Read::Toolchain(_) | Read::Word(_) => false,
    };
    let seen = read(name, rest, rest.len());
    let mut narrowing = seen.iter().filter(narrows).filter_map(|(at, _)| rest.get(*at)).copied();
    // What makes a check of a program may be an option: `node --test`.
    narrowing.find(|word| !is_asked_for(name, word))
}

/// What a word is, and how many it takes.
fn one<'w>(name: &str, family: &Family, word: &'w str, next: Option<&'w str>) -> (Read<'w>, usize) {
    if word.starts_with('+') && name == "cargo" {
        return (Read::Toolchain(word), 1);
    }
    // As Windows writes it.
    let property = word.strip_prefix("/p:").or_else(|| word.strip_prefix("/property:"));
    if let Some(value) = property.filter(|_| name == "dotnet") {
        return (Read::Valued("-p", Some(value)), 1);
    }
    if !word.starts_with('-') {
        return (Read::Word(word), 1);
    }
    // What stands behind these is for the tests; of a package only, if none is named before.
    if word == "--" && name == "go" {
        return (Read::Unknown, 1);
    }
    let ends: &[char] = if name == "dotnet" { &[':', '='] } else { &['='] };
    let (option, value) = word.split_once(ends).map_or((word, None), |(option, value)| (option, Some(value)));
    // An option is no value, or one that takes none would hide it. Flags of a compiler are in one word.
    let is_flags = |next: &str| WORDY.contains(&name) && option.ends_with("flags") && next.contains(' ');
    let next = next.filter(|next| !next.starts_with('-') || is_flags(next));
    let with_next = |seen: fn(Option<&'w str>) -> Read<'w>| match value {
        Some(_) => (seen(value), 1),
        None => (seen(next), 1 + usize::from(next.is_some())),
    };
    if is_idle(name, option) {
        return (if value == Some("false") { Read::How } else { Read::Idle }, 1);
    }
    if properties::says_how(name, option, value) {
        return (Read::How, 1);
    }
    match meant(name, family, word, option, value) {
        Meant::Plain if value.is_none() && is_of(OPTIONAL, name, option) => {
            (Read::How, 1 + usize::from(next.is_some()))
        }
        Meant::Counted(None) if next.is_some_and(is_count) => (Read::How, 2),
        Meant::Plain | Meant::Counted(_) => (Read::How, 1),
        Meant::Valued(option, None) => (Read::Valued(option, next), 1 + usize::from(next.is_some())),
        Meant::Valued(option, value) => (Read::Valued(option, value), 1),
        Meant::Idle => (Read::Idle, 1),
        Meant::Nothing if PLACES.contains(&option) || is_of(PLACES_OF, name, option) => {
            with_next(Read::Place)
        }
        Meant::Nothing if is_of(MANIFEST, name, option) => with_next(|file| match file {
            // A manifest by another name is of another project.
            Some(file) => place_of(file).map_or(Read::Unknown, |directory| Read::Place(Some(directory))),
            None => Read::Unknown,
        }),
        Meant::Nothing if is_of(PART_OF, name, option) => with_next(|_| Read::Unknown),
        Meant::Nothing => (Read::Unknown, 1),
    }
}

/// The directory of a manifest; that may stand for it.
fn place_of(manifest: &str) -> Option<&str> {
    let (above, name) = manifest.rsplit_once('/').unwrap_or((".", manifest));
    match name {
        "Cargo.toml" | "pom.xml" => Some(above),
        _ => (!manifest.is_empty() && !name.contains('.')).then_some(manifest),
    }
}

/// What an option means to a program.
enum Meant<'w> {
    Plain,
    Counted(Option<&'w str>),
    Valued(&'static str, Option<&'w str>),
    Idle,
    Nothing,
}

fn meant<'w>(name: &str, family: &Family, word: &'w str, option: &str, value: Option<&'w str>) -> Meant<'w> {
    let is_wordy = WORDY.contains(&name);
    // Go takes two dashes for one.
    let option = if is_wordy {
        option.strip_prefix('-').filter(|own| own.starts_with('-') && own.len() > 1).unwrap_or(option)
    } else {
        option
    };
    if family.plain.contains(&option) {
        return Meant::Plain;
    }
    if family.counted.contains(&option) {
        return Meant::Counted(value);
    }
    if let Some(known) = family.valued.iter().find(|known| **known == option) {
        return Meant::Valued(known, value);
    }
    if is_wordy || word.starts_with("--") { Meant::Nothing } else { letters(name, family, word) }
}

/// Several letters behind one dash, the last of which may have its value there: `-xvs`, `-nauto`.
fn letters<'w>(name: &str, family: &Family, word: &'w str) -> Meant<'w> {
    let is =
        |option: &&&str, letter: char| option.strip_prefix('-').is_some_and(|own| own.chars().eq([letter]));
    for (at, letter) in word.char_indices().skip(1) {
        let rest = word.get(at + letter.len_utf8()..).filter(|rest| !rest.is_empty());
        if is_idle(name, &format!("-{letter}")) {
            return Meant::Idle;
        }
        if let Some(known) = family.valued.iter().find(|known| is(known, letter)) {
            return Meant::Valued(known, rest);
        }
        if family.counted.iter().any(|known| is(&known, letter)) {
            return if rest.is_none_or(is_count) { Meant::Counted(rest) } else { Meant::Nothing };
        }
        if !family.plain.iter().any(|known| is(&known, letter)) {
            return Meant::Nothing;
        }
    }
    if word.len() > 1 { Meant::Plain } else { Meant::Nothing }
}

fn is_idle(name: &str, option: &str) -> bool {
    IDLE.contains(&option) || is_of(IDLE_OF, name, option)
}

fn is_of(table: &[(&[&str], &[&str])], name: &str, option: &str) -> bool {
    table.iter().filter(|(programs, _)| programs.contains(&name)).any(|(_, own)| own.contains(&option))
}

fn is_count(text: &str) -> bool {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number || matches!(text, "auto" | "always" | "never" | "yes" | "no")
}

/// Packages that teach a runtime to load what it could not, and do nothing else.
#[rustfmt::skip]
const LOADERS: &[&str] = &[
    "tsx", "tsx/esm", "tsx/cjs", "ts-node/register", "ts-node/register/transpile-only", "ts-node/esm", "@swc-node/register",
    "@swc-node/register/esm-register", "@swc/register", "@babel/register", "esbuild-register", "sucrase/register",
    "tsconfig-paths/register", "source-map-support/register", "dotenv/config", "global-jsdom/register", "jsdom-global/register",
    "ts-node",
];

/// Plugins of pytest without which it finds and runs the same tests.
#[rustfmt::skip]
const DISPENSABLE: &[&str] = &[
    "no:cacheprovider", "no:warnings", "no:logging", "no:randomly", "no:xdist", "no:cov", "no:sugar", "no:faulthandler",
    "no:terminalreporter", "no:junitxml", "no:benchmark", "no:metadata", "no:html", "no:pastebin", "no:nose", "no:doctest",
];

/// Options whose value is the name of something built in, or a file to load.
#[rustfmt::skip]
const LOADING: &[&str] = &[
    "--reporter", "--reporters", "--test-reporter", "--coverageReporters", "--coverage.reporter", "--coverageProvider", "-R", "-f",
    "--format", "--formatter", "--report-formatter", "-F", "--ui", "-u", "--pool", "--browser", "--browsers",
];

/// Whether a value of an option says how, and no more: some name what else is loaded, or where.
pub(super) fn is_harmless(name: &str, option: &str, value: &str) -> bool {
    match (name, option) {
        ("pytest" | "py.test", "-p") => DISPENSABLE.contains(&value),
        // A value that is not known here.
        (_, _) if value.is_empty() => false,
        ("unittest", "-p" | "--pattern") => matches!(value, "test*.py" | "test_*.py"),
        ("unittest", "-s" | "--start-directory" | "-t" | "--top-level-directory") => is_root(name, value),
        (_, "--ds" | "--settings") => is_module_of_settings(value),
        ("pytest" | "py.test", "-o" | "--override-ini") => {
            value == "addopts="
                || ["log_", "junit_", "cache_dir=", "console_"].iter().any(|own| value.starts_with(own))
        }
        ("pytest" | "py.test", "--rootdir")
        | ("vitest", "--root" | "--dir")
        | ("jest", "--rootDir" | "--roots") => matches!(value, "." | "./"),
        ("ctest", "--test-dir") | ("cmake", "--build") => is_inside(value),
        ("cmake", "-t" | "--target") => value == "all",
        ("go" | "gotestsum", "-count") => value == "1",
        // Every name has this.
        ("go" | "gotestsum", "-run") => matches!(value, "." | ".*"),
        ("go" | "gotestsum", "-short") => value == "false",
        ("gradle" | "gradlew", "-x" | "--exclude-task") => properties::is_dispensable_to_gradle(value),
        ("dotnet", "-p" | "-property" | "--property") => properties::says_how_to_dotnet(value),
        ("dotnet", "--solution") => [".sln", ".slnx"].iter().any(|end| value.ends_with(end)),
        ("cargo" | "cross", "--config") => properties::says_how_to_cargo(value),
        ("cargo" | "cross", "-Z") => properties::is_plain_of_nightly(value),
        ("paratest", "-p" | "--processes") => is_count(value),
        ("paratest", "--runner") => value == "WrapperRunner",
        ("php" | "phpunit" | "pest", "-d") => properties::says_how_to_php(value),
        ("prove", "-I") => matches!(value, "lib" | "blib/lib" | "blib/arch" | "t/lib"),
        // Workers of one runner, and watching of another.
        ("", "-w") => value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'%'),
        // A category with a dot is imported.
        ("python", "-W") => !value.contains('.'),
        // What is the settings of others.
        ("ava" | "dotnet" | "swift", "-c" | "--configuration")
        | ("cmake", "--config")
        | ("go" | "gotestsum", "-p")
        | ("cargo" | "cross", "-F") => true,
        ("tsc" | "vue-tsc" | "tsgo" | "pyright" | "basedpyright", "-p" | "--project") => {
            value == "." || is_setting(value)
        }
        ("jest" | "vitest", "--env" | "--testEnvironment" | "--environment") => {
            matches!(value, "node" | "jsdom" | "happy-dom" | "edge-runtime" | "jest-environment-jsdom")
        }
        ("vitest", "--coverage.provider") => matches!(value, "v8" | "istanbul"),
        (
            "node" | "tsx" | "mocha",
            "-r" | "--require" | "--import" | "--loader" | "--experimental-loader",
        ) => LOADERS.contains(&value),
        (
            _,
            "-c" | "--config" | "--configuration" | "--config-file" | "--conf" | "--rcfile" | "--config-path"
            | "--cov-config",
        ) => is_setting(value),
        (_, "-p" | "--project") => false,
        // What comes from a file is code.
        (_, option) if LOADING.contains(&option) => !value.contains(['/', '\\']) && !value.starts_with('.'),
        _ => true,
    }
}

/// Whether such a path leads to something below where the command runs.
fn is_inside(value: &str) -> bool {
    !value.is_empty()
        && !value.starts_with(['/', '~', '{', '-', '$'])
        && !value.split('/').any(|part| part == "..")
}

/// Whether it is a file of settings that the name of the sources covers, also where git ignores it.
fn is_setting(value: &str) -> bool {
    let made = |part: &str| ARTEFACTS.contains(&part) && !is_of_settings(part);
    let above = value.rsplit_once('/').map_or("", |(above, _)| above);
    is_inside(value) && decides_a_run(value) && !above.split('/').any(made)
}

/// Whether a word names all there is for a program, also as a glob of everything: `test/**/*.test.js`.
pub(super) fn names_all(name: &str, word: &str) -> bool {
    let all = family(name).all;
    let open = |part: &str| {
        matches!(
            part,
            "**" | "*" | "src" | "lib" | "test" | "tests" | "spec" | "__tests__" | "packages" | "."
        )
    };
    let glob = word.trim_start_matches("./").rsplit_once('/').filter(|(_, last)| last.starts_with('*'));
    let takes_paths = all.contains(&"tests") || all.contains(&"test");
    (all == ANY && !word.is_empty())
        || is_root(name, word)
        || takes_paths && glob.is_some_and(|(above, _)| above.split('/').all(open))
}

fn is_root(name: &str, word: &str) -> bool {
    let all = family(name).all;
    let bare = word.strip_prefix("./").unwrap_or(word);
    let bare = bare.strip_suffix('/').unwrap_or(bare);
    // One that is not known here is empty.
    !word.is_empty() && (all.contains(&word) || all.contains(&if bare.is_empty() { "." } else { bare }))
}
