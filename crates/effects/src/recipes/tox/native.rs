//! Settings of tox in tables of TOML.

use toml::{Table, Value};

use super::factors::names_python;
use super::filling::{Filling, filled};
use super::{Environment, UNKNOWN};
use crate::recipes::words;

/// Keys of the commands of an environment, in the order in which they are run.
const COMMANDS: &[&str] = &["commands_pre", "commands", "commands_post"];

/// The table of tox itself.
pub(super) struct Native(pub(super) Table);

impl Native {
    /// The environments that are run if none is named; some of them may be computed, which nobody does here.
    pub(super) fn listed(&self) -> Option<Vec<String>> {
        let list = self.0.get("env_list")?.as_array()?;
        let name = |value: &Value| value.as_str().unwrap_or(UNKNOWN).to_owned();
        Some(list.iter().map(name).collect())
    }

    /// Those that have a table of their own.
    pub(super) fn own(&self) -> Vec<String> {
        let tables = self.0.get("env").and_then(Value::as_table);
        tables.map(|tables| tables.keys().cloned().collect()).unwrap_or_default()
    }

    pub(super) fn environment(&self, name: &str, given: &str) -> Environment {
        let own = self.0.get("env").and_then(|tables| tables.get(name));
        let base = self.0.get("env_run_base");
        let value = |key: &str| own.and_then(|own| own.get(key)).or_else(|| base?.get(key));
        let here = Filling { name, given: "", is_elsewhere: false };
        let directory = value("change_dir")
            .map(|path| path.as_str().map_or(UNKNOWN.to_owned(), |path| filled(path, &here)));
        let filling = Filling { given, is_elsewhere: directory.is_some(), ..here };
        let is_set = |value: Option<&Value>| value.is_some_and(|value| value.as_bool() != Some(false));
        let commands = COMMANDS.iter().filter_map(|key| value(key)?.as_array()).flatten();
        let variables = value("set_env").and_then(Value::as_table).into_iter().flatten();
        let text = |value: &Value| value.as_str().map_or(UNKNOWN.to_owned(), |text| filled(text, &filling));
        let is_skipped = is_set(self.0.get("skip_missing_interpreters"))
            && (names_python(name) || value("base_python").is_some());
        let is_other = ["platform", "base"].iter().any(|key| value(key).is_some());
        Environment {
            commands: commands.map(|words| said(words, &filling)).collect(),
            variables: variables.map(|(variable, value)| (variable.clone(), text(value))).collect(),
            is_heard: !is_skipped && !is_other && !is_set(value("ignore_outcome")),
            directory,
        }
    }
}

/// The words of a command, as one text.
fn said(command: &Value, with: &Filling) -> String {
    let Some(list) = command.as_array() else { return UNKNOWN.to_owned() };
    let said = list.iter().map(|word| match word {
        Value::String(text) => {
            let text = filled(text, with);
            if text.contains(UNKNOWN) { text } else { words::of_list(std::iter::once(text.as_str())) }
        }
        Value::Table(table) if table.get("replace").and_then(Value::as_str) == Some("posargs") => {
            let usual = table.get("default").and_then(Value::as_array).into_iter().flatten();
            let usual = words::of_list(usual.filter_map(Value::as_str));
            if with.given.is_empty() { usual } else { with.given.to_owned() }
        }
        _ => UNKNOWN.to_owned(),
    });
    said.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
