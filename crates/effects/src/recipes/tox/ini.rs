//! Settings of tox in the form of `tox.ini`.

use super::Environment;
use super::factors::{expanded, listed, names_python, said_to};
use super::filling::{Filling, filled};

/// A value that stands for another is looked up this often.
const MAX_REFERENCES: usize = 16;

/// Keys of the commands of an environment, in the order in which they are run.
const COMMANDS: &[&[&str]] = &[&["commands_pre"], &["commands"], &["commands_post"]];

/// The sections of a file, with their keys and values.
pub(super) struct Ini {
    sections: Vec<(String, Vec<(String, String)>)>,
    /// The section of tox itself.
    core: &'static str,
}

impl Ini {
    pub(super) fn read(text: &str, core: &'static str) -> Self {
        let mut sections: Vec<(String, Vec<(String, String)>)> = Vec::new();
        for line in text.lines() {
            if line.trim_start().starts_with(['#', ';']) {
                continue;
            }
            let line = uncommented(line).trim_end();
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                sections.push((name.to_owned(), Vec::new()));
                continue;
            }
            let Some((_, entries)) = sections.last_mut() else { continue };
            if line.starts_with([' ', '\t']) {
                if let Some((_, value)) = entries.last_mut() {
                    value.push('\n');
                    value.push_str(line.trim());
                }
            } else if let Some((key, value)) = line.split_once(['=', ':']) {
                entries.push((key.trim().to_lowercase(), value.trim().to_owned()));
            }
        }
        Self { sections, core }
    }

    /// Whether it has a section of tox itself.
    pub(super) fn has_core(&self) -> bool {
        self.sections.iter().any(|(name, _)| name == self.core)
    }

    /// The environments that are run if none is named.
    pub(super) fn listed(&self) -> Option<Vec<String>> {
        self.value(self.core, &["env_list", "envlist"]).map(|list| listed(&self.resolved(list)))
    }

    /// Those that have a section of their own.
    pub(super) fn own(&self) -> Vec<String> {
        let names = self.sections.iter().filter_map(|(name, _)| name.strip_prefix("testenv:"));
        names.flat_map(expanded).collect()
    }

    pub(super) fn environment(&self, name: &str, given: &str) -> Environment {
        let text = |keys: &[&str]| self.of_environment(name, keys).map(|value| self.resolved(value));
        let lines = |keys: &[&str]| -> Vec<String> {
            let value = text(keys).unwrap_or_default().replace("\\\n", " ");
            let own = value.lines().filter_map(|line| said_to(line.trim(), name));
            own.filter(|line| !line.is_empty()).map(str::to_owned).collect()
        };
        let has = |keys: &[&str]| !lines(keys).is_empty();
        let is_set = |value: Option<String>| value.is_some_and(|value| !is_false(value.trim()));
        let directory = lines(&["change_dir", "changedir"])
            .first()
            .map(|path| filled(path, &Filling { name, given: "", is_elsewhere: false }));
        let filling = Filling { name, given, is_elsewhere: directory.is_some() };
        // Without its Python it is skipped, and that ends well.
        let skips = self.value(self.core, &["skip_missing_interpreters"]).map(|value| self.resolved(value));
        let is_skipped = is_set(skips) && (names_python(name) || has(&["base_python", "basepython"]));
        let commands = COMMANDS.iter().flat_map(|keys| lines(keys));
        let variables = lines(&["set_env", "setenv"]);
        let variables = variables.iter().map(|line| match line.split_once('=') {
            Some((variable, value)) => (variable.trim().to_owned(), filled(value.trim(), &filling)),
            None => (line.clone(), super::UNKNOWN.to_owned()),
        });
        Environment {
            commands: commands.map(|line| filled(&line, &filling)).collect(),
            variables: variables.collect(),
            // On another platform it is skipped, too; what it has from others than the usual one was not read.
            is_heard: !is_skipped
                && !is_set(text(&["ignore_outcome"]))
                && !has(&["platform"])
                && self.of_environment(name, &["base"]).is_none(),
            directory,
        }
    }

    /// A value of an environment, or of all of them.
    fn of_environment(&self, name: &str, keys: &[&str]) -> Option<&str> {
        let is_own = |section: &str| {
            section
                .strip_prefix("testenv:")
                .is_some_and(|names| expanded(names).iter().any(|own| own == name))
        };
        let own = self.sections.iter().filter(|(section, _)| is_own(section));
        own.rev().find_map(|(section, _)| self.value(section, keys)).or_else(|| self.value("testenv", keys))
    }

    fn value(&self, section: &str, keys: &[&str]) -> Option<&str> {
        let entries =
            self.sections.iter().filter(|(name, _)| name == section).flat_map(|(_, entries)| entries);
        entries.rev().find(|(key, _)| keys.contains(&key.as_str())).map(|(_, value)| value.as_str())
    }

    /// A value with those in the place of which others stand: `{[testenv]commands}`.
    fn resolved(&self, value: &str) -> String {
        let mut value = value.to_owned();
        for _ in 0..MAX_REFERENCES {
            let Some((before, rest)) = value.split_once("{[") else { break };
            let Some((reference, behind)) = rest.split_once('}') else { break };
            let found =
                reference.split_once(']').and_then(|(section, key)| self.value(section, &[key.trim()]));
            value = format!("{before}{}{behind}", found.unwrap_or(super::UNKNOWN));
        }
        value
    }
}

fn is_false(value: &str) -> bool {
    matches!(value.to_lowercase().as_str(), "false" | "0" | "no" | "off" | "")
}

/// A line up to a comment.
fn uncommented(line: &str) -> &str {
    let mut before = None;
    for (at, letter) in line.char_indices() {
        if letter == '#' && before != Some('\\') {
            return line.get(..at).unwrap_or(line);
        }
        before = Some(letter);
    }
    line
}
