//! Files that decide a run only where another file, or the command, names them: what a makefile includes, what a justfile
//! imports, the settings of a framework, variables of one machine.

use std::path::Path;

use hookward_effects::{Action, Command, Facts, Value};

use super::bends_a_run;
use super::documents::is_code_by_name;
use super::targets::value_of;
use super::tasks::known_words;
use super::variables::is_of_a_tool;

/// The variable by which Django is told where its settings are.
const MODULE: &str = "DJANGO_SETTINGS_MODULE";

/// How names end of files that others include.
const ENDINGS: &[&str] = &["yml", "yaml", "toml", "cfg", "ini", "json", "cmake", "runsettings"];

/// Scripts by which runners are started where a project has them, as ends of paths. A manager of packages may put them there, too.
const STARTED: &[&str] = &["bin/phpunit", "bin/rspec", "bin/rake", "bin/rails"];

/// Words of which a module of settings, or the package around it, has one in its name.
const OF_SETTINGS: &[&str] = &["settings", "config", "conf", "local"];

/// What a file that an agent has written has to do with a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// It bends every run.
    Always,
    /// It holds variables, and bends what they bend.
    Variables,
    /// It bends a run where it is named.
    Named,
    /// It is code, and bends a run where settings name it by its path: what is set up before tests runs in front of each of them.
    Code,
    /// None.
    Never,
}

impl Bearing {
    /// Of a file, by its absolute path, if no commit has it.
    pub fn of(path: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match () {
            () if bends_a_run(path) => Self::Always,
            () if path.contains("/node_modules/") || path.contains("/site-packages/") => Self::Never,
            () if name.starts_with(".env") || ending == "env" => Self::Variables,
            () if ENDINGS.contains(&ending) => Self::Named,
            () if path.strip_suffix(".py").is_some_and(is_module_of_settings) => Self::Named,
            () if STARTED.iter().any(|end| Path::new(path).ends_with(end)) => Self::Named,
            () if is_code_by_name(name) => Self::Code,
            () => Self::Never,
        }
    }
}

/// Whether a module, by its name, is of settings. Of others nobody notes who has written them.
pub(super) fn is_module_of_settings(module: &str) -> bool {
    module.rsplit(['.', '/']).take(2).any(|part| OF_SETTINGS.iter().any(|word| part.contains(word)))
}

/// Whether settings, by their text, name a file by its path from where they lie: `setupFiles: ['./test/setup']`. Where code is
/// named, its ending may be left out.
pub fn names(settings: &str, path: &str) -> bool {
    let bare = path.rsplit_once('.').map_or(path, |(bare, _)| bare);
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    settings.match_indices(bare).any(|(at, _)| {
        let before = settings.get(..at).and_then(|before| before.chars().next_back());
        let behind = settings.get(at + bare.len()..).unwrap_or_default();
        let behind = behind.strip_prefix(path.get(bare.len()..).unwrap_or_default()).unwrap_or(behind);
        let is_end =
            behind.chars().next().is_none_or(|letter| !is_part(letter) && letter != '/' && letter != '.');
        // `./` and `<rootDir>/` lead there; a directory by another name does not.
        let is_start = match before {
            Some('/') => settings.get(..at).is_some_and(|before| {
                before.ends_with("./") && !before.ends_with("../")
                    || before.ends_with(">/")
                    || before.ends_with("}/")
            }),
            Some(letter) => !is_part(letter) && letter != '.',
            None => true,
        };
        is_start && is_end
    })
}

/// The files that hold the settings which a run was told to take, below the directory in which it runs.
pub(super) fn chosen_settings(facts: &Facts, command: &Command) -> Vec<String> {
    let set = facts.effects.iter().take(command.preceding).rev().find_map(|effect| match &effect.action {
        Action::Environment(name, value) if name == MODULE => value.known(),
        _ => None,
    });
    let words = known_words(command);
    let said = ["--ds", "--settings"].iter().find_map(|option| value_of(option, &words));
    let Some(module) = said.or(set) else { return Vec::new() };
    let path = module.replace('.', "/");
    ["", "src/"]
        .iter()
        .flat_map(|top| [format!("{top}{path}.py"), format!("{top}{path}/__init__.py")])
        .collect()
}

/// Whether a file of variables, by its text, sets one that may change what runs. What is no variable may be anything.
pub fn sets_a_tool(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.strip_prefix("export ").unwrap_or(line)).any(|line| {
        let Some((name, value)) = line.split_once('=') else { return true };
        let name = name.trim();
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
        let value = value.trim().trim_matches(['"', '\'']);
        !is_name || name.is_empty() || is_of_a_tool(name, &Value::Known(value.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_bears_on_a_run_by_its_name() {
        for (path, bearing) in [
            ("/w/local.mk", Bearing::Always),
            ("/w/ci/tasks.just", Bearing::Always),
            ("/w/mise.local.toml", Bearing::Always),
            ("/w/.mise.ci.toml", Bearing::Always),
            ("/w/.env", Bearing::Variables),
            ("/w/.env.test", Bearing::Variables),
            ("/w/.envrc", Bearing::Variables),
            ("/w/tasks/Local.yml", Bearing::Named),
            ("/w/app/settings/local.py", Bearing::Named),
            ("/w/local_settings.py", Bearing::Named),
            ("/w/T/ci.runsettings", Bearing::Named),
            ("/w/global.json", Bearing::Always),
            ("/w/bin/phpunit", Bearing::Named),
            ("/w/phpunit", Bearing::Never),
            ("/w/src/a.py", Bearing::Code),
            ("/w/jest.setup.js", Bearing::Code),
            ("/w/out.log", Bearing::Never),
            ("/w/node_modules/a/local.yml", Bearing::Never),
        ] {
            assert_eq!(Bearing::of(path), bearing, "{path}");
        }
    }

    #[test]
    fn settings_name_code_by_its_path() {
        for settings in [
            "setupFiles: ['./test/setup.ts']",
            "setupFiles: ['test/setup']",
            r#""setupFilesAfterEnv": ["<rootDir>/test/setup.ts"]"#,
            "--require test/setup.ts",
            "require: ./test/setup",
        ] {
            assert!(names(settings, "test/setup.ts"), "{settings}");
        }
        for settings in [
            "setupFiles: ['./other/test/setup.ts']",
            "setupFiles: ['../test/setup.ts']",
            "main: 'test/setup/index.js'",
            "test/setup.tsx",
            "mytest/setup.ts",
            "setupFiles: []",
        ] {
            assert!(!names(settings, "test/setup.ts"), "{settings}");
        }
    }

    #[test]
    fn variables_of_a_machine_bend_nothing_unless_a_tool_reads_them() {
        for text in [
            "",
            "# a\nAPP_NAME=x\nexport DATABASE_URL=\"postgres://a\"\nNODE_ENV=test\n",
            "GOOGLE_CLIENT_ID=1\nFEATURE_X=on\nNODE_OPTIONS=--max-old-space-size=4096\n",
        ] {
            assert!(!sets_a_tool(text), "{text}");
        }
        for text in [
            "PYTEST_ADDOPTS=--co",
            "NODE_OPTIONS=--require=./x.js",
            "SHELL = /bin/true",
            "PATH=./bin",
            "MAKEFLAGS=-n",
            "test: ; true",
            "GOFLAGS=-run=None",
            "BASH_ENV=x",
        ] {
            assert!(sets_a_tool(text), "{text}");
        }
    }
}
