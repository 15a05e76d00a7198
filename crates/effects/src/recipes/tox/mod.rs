//! What `tox` runs: the commands of its environments, which stand in `tox.ini`, `setup.cfg`, `pyproject.toml` or `tox.toml`.

mod factors;
mod filling;
mod ini;
mod native;

use toml::{Table, Value};

use self::ini::Ini;
use self::native::Native;
use super::words::{self, Hash};
use super::{Recipe, UNKNOWN};

/// More environments are not looked at.
const MAX_ENVIRONMENTS: usize = 64;

/// Which environments it is told to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Those that its file lists.
    Listed,
    /// These.
    Named(Vec<String>),
    /// Some, by what nobody has read here: each may be one of them, or not.
    Some,
}

/// What stands in its file for one environment.
struct Environment {
    commands: Vec<String>,
    variables: Vec<(String, String)>,
    directory: Option<String>,
    /// Whether it is run, and tox ends badly if one of its commands does.
    is_heard: bool,
}

enum Source {
    Ini(Ini),
    Native(Native),
}

/// What it runs by a file of this name. `None`: nothing in it is for tox.
pub(crate) fn tox(file: &str, text: &str, asked: &Asked, given: &str) -> Option<Vec<Recipe>> {
    let source = source(file, text)?;
    let (listed, own) = match &source {
        Source::Ini(ini) => (ini.listed(), ini.own()),
        Source::Native(native) => (native.listed(), native.own()),
    };
    let listed = listed.unwrap_or_else(|| vec!["py".to_owned()]);
    let all = || listed.iter().chain(own.iter().filter(|name| !listed.contains(name))).cloned().collect();
    let names: Vec<String> = match asked {
        Asked::Listed => listed.clone(),
        Asked::Named(names) if names.iter().any(|name| name == "ALL") => all(),
        Asked::Named(names) => names.clone(),
        Asked::Some => all(),
    };
    let recipes = names.iter().take(MAX_ENVIRONMENTS).flat_map(|name| {
        let environment = match &source {
            Source::Ini(ini) => ini.environment(name, given),
            Source::Native(native) => native.environment(name, given),
        };
        let is_heard = environment.is_heard && *asked != Asked::Some && name != UNKNOWN;
        environment.commands.into_iter().map(move |command| {
            let own = Recipe::marked(name, &command, &['-', '!']);
            let is_turned = command.trim_start().starts_with('!');
            Recipe {
                text: words::of_text(&own.text, Hash::Plain),
                is_heard: is_heard && own.is_heard && !is_turned,
                directory: environment.directory.clone(),
                variables: environment.variables.clone(),
                ..own
            }
        })
    });
    Some(recipes.collect())
}

fn source(file: &str, text: &str) -> Option<Source> {
    let name = file.rsplit('/').next().unwrap_or(file);
    match name {
        "setup.cfg" => Some(Ini::read(text, "tox:tox")).filter(Ini::has_core).map(Source::Ini),
        "pyproject.toml" => {
            let document = text.parse::<Table>().ok()?;
            let table = document.get("tool")?.get("tox")?.as_table()?;
            match table.get("legacy_tox_ini").and_then(Value::as_str) {
                Some(text) => Some(Source::Ini(Ini::read(text, "tox"))),
                None => Some(Source::Native(Native(table.clone()))),
            }
        }
        "tox.toml" => Some(Source::Native(Native(text.parse::<Table>().ok()?))),
        _ => Some(Source::Ini(Ini::read(text, "tox"))),
    }
}

#[cfg(test)]
mod tests;
