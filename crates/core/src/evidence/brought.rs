//! What a command brings along itself, so that the program by a runner's name may be another one: a package from a folder
//! (`npx -p ./fake vitest run`), modules in front of the installed ones (`PYTHONPATH=fake`).

use hookward_effects::{Action, Command, Facts, Launch, Piece, Source, Value, normalise};

use super::Doubt;
use super::named::without_packages;

/// Programs that launch others out of packages which they may fetch, or whose words choose where a program is looked for.
#[rustfmt::skip]
const LAUNCHERS: &[&str] = &[
    "npx", "pnpx", "bunx", "npm", "pnpm", "yarn", "bun", "uv", "uvx", "pipx", "poetry", "pipenv", "pdm", "hatch", "rye", "bundle",
    "composer", "dotenv", "cross-env", "direnv", "mise", "asdf", "nix", "nix-shell", "devbox", "corepack", "rtk", "volta",
    "fnm", "nvm", "doppler", "infisical", "dotenvx", "rustup",
];

/// Their words that choose nothing.
#[rustfmt::skip]
const PLAIN: &[&str] = &[
    "--", "-y", "--yes", "--no", "--no-install", "-q", "--quiet", "-s", "--silent", "--verbose", "--offline",
    "--prefer-offline", "--bun", "--frozen", "--locked", "--no-sync", "--isolated", "--no-project", "--all-extras", "--all-groups",
    "--all-packages", "--dev", "--no-dev", "-c", "--command", "--run", "--pure",
];

/// Those to whom `-v` is verbose; others print their version, and run nothing.
const VERBOSE: &[&str] = &["uv", "uvx", "poetry", "pdm", "hatch", "rye", "nix", "mise", "composer"];

/// Their options that name a package, or a part of what the project itself has declared.
#[rustfmt::skip]
const NAMING: &[&str] = &[
    "-p", "--package", "--packages", "--with", "--from", "--spec", "--python", "--extra", "--group", "--only-group", "--using", "--node",
];

/// Launchers whose words lead them to a project in another directory. They run what is installed for it, and tell of nothing
/// else. Some of these words lead to the directory as well; with the others, what runs is looked for where it was started.
const LED: &[(&str, &[&str], &[&str])] = &[
    ("uv", &["--directory"], &["--project"]),
    ("poetry", &["-C", "--directory"], &["-P", "--project"]),
    ("pdm", &[], &["--project"]),
];

/// Whether an option leads a launcher to a project.
fn leads(by: &str, option: &str) -> bool {
    LED.iter().any(|(own, there, of)| *own == by && (there.contains(&option) || of.contains(&option)))
}

/// Whether a launcher is led to a project of whose tests what runs is: that lies below, or where it goes itself.
fn is_led_to(by: &str, option: &str, directory: &str) -> bool {
    let goes_there = LED.iter().any(|(own, there, _)| *own == by && there.contains(&option));
    !directory.is_empty() && (goes_there || is_below(directory))
}

/// Whether a path leads to something below where it is said.
fn is_below(path: &str) -> bool {
    !path.is_empty() && !path.starts_with(['/', '~']) && !path.split('/').any(|part| part == "..")
}

/// The words by which a launcher may have run another program than the usual one of that name.
pub(super) fn brought_by(command: &Command) -> Option<Doubt> {
    let launches = command.launched.iter().filter(|launch| LAUNCHERS.contains(&launch.by.as_str()));
    launches.filter_map(chosen).map(Doubt::Brought).next()
}

fn chosen(launch: &Launch) -> Option<String> {
    // Which packages it runs in is told by their names.
    let left = without_packages(launch);
    let mut words = left.as_ref().unwrap_or(&launch.words).iter();
    while let Some(word) = words.next() {
        let Some(text) = word.known() else { return Some(format!("{} {word}", launch.by)) };
        let (option, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let is_own = match text {
            "-v" => VERBOSE.contains(&launch.by.as_str()),
            // It runs at the root of the workspace, as it is told there.
            "-w" | "--workspace-root" => launch.by == "pnpm",
            text => PLAIN.contains(&text),
        };
        if is_own {
            continue;
        }
        if leads(&launch.by, option) {
            let directory = value.or_else(|| words.next().and_then(Value::known)).unwrap_or_default();
            if !is_led_to(&launch.by, option, directory) {
                return Some(format!("{} {option}", launch.by));
            }
            continue;
        }
        if matches!(launch.by.as_str(), "dotenv" | "dotenvx") && matches!(option, "-e" | "-f" | "--file") {
            let file = value.or_else(|| words.next().and_then(Value::known)).unwrap_or_default();
            // Variables of the project are in its commits, or were seen to be written.
            if !is_below(file) {
                return Some(format!("{} {option}", launch.by));
            }
            continue;
        }
        let value = match value {
            _ if !text.starts_with('-') => Some(text),
            Some(value) if NAMING.contains(&option) => Some(value),
            None if NAMING.contains(&option) => words.next().and_then(Value::known),
            // One of those that its manifest declares.
            Some(value) if is_environment(&launch.by, option) => Some(value),
            None if is_environment(&launch.by, option) => words.next().and_then(Value::known),
            // An option that nobody knows may choose anything.
            Some(_) | None => None,
        };
        if !value.is_some_and(is_of_a_registry) {
            return Some(format!("{} {}", launch.by, value.filter(|value| *value != text).unwrap_or(text)));
        }
    }
    None
}

/// Whether an option names an environment of the project.
fn is_environment(by: &str, option: &str) -> bool {
    by == "hatch" && matches!(option, "-e" | "--env")
}

/// Whether a text names packages by their names alone: `vitest@3`, `@scope/name@^1.2`, `pytest>=8`, `ruff,mypy`; not what
/// lies in a folder (`./fake`, `fake.tgz`), in a repository (`me/fake`), or behind an address. Here stands for itself.
fn is_of_a_registry(text: &str) -> bool {
    let is_name = |name: &str| {
        let (scope, rest) = match name.strip_prefix('@').and_then(|scoped| scoped.split_once('/')) {
            Some((scope, rest)) => (scope, rest),
            None => ("", name),
        };
        let is_plain = |text: &str| !text.contains(['/', '\\', ':', '~']) && !text.starts_with('.');
        let is_archive = [".tgz", ".gz", ".whl", ".zip"].iter().any(|ending| rest.ends_with(ending));
        is_plain(scope) && is_plain(rest) && !rest.is_empty() && !is_archive
    };
    text == "." || text.split(',').all(is_name)
}

/// Modules that are loaded before a Python runner says its first word.
const FIRST_LOADED: &[&str] =
    &["pytest", "_pytest", "pluggy", "unittest", "coverage", "sitecustomize", "usercustomize"];

/// Modules of Python itself that a runner loads with them.
#[rustfmt::skip]
const OF_PYTHON: &[&str] = &[
    "argparse", "ast", "bdb", "collections", "contextlib", "copy", "dataclasses", "difflib", "enum", "fnmatch", "functools",
    "importlib", "inspect", "json", "locale", "logging", "pathlib", "pdb", "platform", "pprint", "re", "shlex", "shutil", "signal",
    "string", "subprocess", "tempfile", "textwrap", "threading", "tokenize", "traceback", "types", "typing", "uuid", "warnings",
    "weakref", "xml",
];

/// The files that Python would load in the place of the runner's own, if they are there. An error, if nobody can tell where
/// it looks.
pub(super) fn stands_in_front(facts: &Facts, command: &Command) -> Result<Vec<String>, Doubt> {
    let cwd = command.cwd.as_deref().unwrap_or("/");
    let mut directories = Vec::new();
    // With `-m`, the directory in which it runs comes first.
    let is_module = command.words.iter().any(|word| word.known() == Some("-m"));
    if is_module || command.through.iter().any(|wrapper| wrapper == "python -m") {
        directories.push(cwd.to_owned());
    }
    let paths = facts.effects.iter().filter_map(|effect| match &effect.action {
        Action::Environment(name, value) if name == SEARCHED => Some(value),
        _ => None,
    });
    for path in paths {
        let path = known_part(path).ok_or_else(|| Doubt::Variable(SEARCHED.to_owned()))?;
        directories.extend(path.split(':').map(|directory| normalise(directory, cwd)));
    }
    let runner = command.words.first().and_then(Value::known).and_then(|name| name.rsplit('/').next());
    let names = FIRST_LOADED.iter().chain(OF_PYTHON).copied().chain(runner);
    let files = names.flat_map(|name| [format!("{name}.py"), format!("{name}/__init__.py")]);
    let files: Vec<String> = files.collect();
    let at = |directory: &String| {
        let directory = directory.trim_end_matches('/').to_owned();
        files.iter().map(move |file| format!("{directory}/{file}"))
    };
    Ok(directories.iter().flat_map(at).collect())
}

/// Where Python looks for modules first.
pub(super) const SEARCHED: &str = "PYTHONPATH";

/// What is added to that variable, where the rest is what it held before.
fn known_part(value: &Value) -> Option<String> {
    let pieces = match value {
        Value::Known(text) => return Some(text.clone()),
        Value::Pattern(pieces) => pieces,
        Value::Few(_) | Value::Unknown(_) => return None,
    };
    let text = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => Some(text.as_str()),
        Piece::Hole(hole) | Piece::Filled(hole) => {
            let is_itself = |source: &Source| matches!(source, Source::Variable(name) if name == SEARCHED);
            hole.sources.iter().all(is_itself).then_some("")
        }
        Piece::Glob(_) | Piece::OneOf(_) => None,
    });
    text.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_name_is_of_a_registry() {
        for name in
            ["vitest", "vitest@3.1", "@scope/name", "@scope/name@^1", "pytest>=8", "ruff,mypy", "3.12", "."]
        {
            assert!(is_of_a_registry(name), "{name}");
        }
        for name in [
            "./fake",
            "../fake",
            "/opt/fake",
            "~/fake",
            "me/fake",
            "github:me/fake",
            "fake@file:x",
            "git+ssh://a/b",
            "https://a/b.tgz",
            "fake.tgz",
            "vitest@npm:other",
            "@scope/a/b",
            "pytest,./fake",
            "",
        ] {
            assert!(!is_of_a_registry(name), "{name}");
        }
    }
}
