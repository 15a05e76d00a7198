//! Presets of `cmake`: by their names a build and its tests are led to one directory, as the settings say.

use serde_json::Value;

use super::covered::{Files, join};
use super::targets::value_of;

/// The key by which a preset of any kind names its configuration.
const CONFIGURATION: &str = "configurePreset";

const SETTINGS: &str = "CMakePresets.json";

/// Presets that take over from others that take over from others are followed so far.
const MAX_INHERITED: usize = 16;

/// The preset that the words of a run name.
pub(super) fn preset<'w>(words: &[&'w str]) -> Option<&'w str> {
    value_of("--preset", words).filter(|name| !name.is_empty())
}

/// The directory, below the root, into which what a run names by a preset is built. `None` if the settings do not say it in plain
/// words, or the preset is of a part.
pub fn preset_directory(words: &[&str], at: &str, files: &Files) -> Option<String> {
    let name = preset(words)?;
    let settings: Value = serde_json::from_str(&files.text_in(at, SETTINGS)?).ok()?;
    let build = Preset::of(&settings, "buildPresets", name);
    let configuration = if words.first().is_some_and(|program| program.ends_with("ctest")) {
        let own = Preset::of(&settings, "testPresets", name)?;
        let configuration = own.text(CONFIGURATION)?;
        // What is built by that name is what is tested by it.
        let is_other = build.is_some_and(|build| build.text(CONFIGURATION) != Some(configuration));
        (own.get("filter").is_none() && !is_other).then_some(configuration)?
    } else {
        let own = build?;
        own.get("targets").is_none().then(|| own.text(CONFIGURATION))??
    };
    let directory = Preset::of(&settings, "configurePresets", configuration)?.text("binaryDir")?;
    let directory = directory.replace("${presetName}", configuration);
    let below = match directory.strip_prefix("${sourceDir}/") {
        Some(below) => below,
        None => Some(directory.as_str()).filter(|own| !own.starts_with(['/', '~']))?,
    };
    let is_plain = !below.contains('$') && !below.split('/').any(|part| part == "..");
    is_plain.then(|| join(at, below.trim_start_matches("./").trim_end_matches('/')))
}

/// A preset with those that it takes over from, the nearest first.
struct Preset<'s>(Vec<&'s Value>);

impl<'s> Preset<'s> {
    fn of(settings: &'s Value, kind: &str, name: &str) -> Option<Self> {
        let find = |name: &str| {
            let mut all = settings.get(kind)?.as_array()?.iter();
            all.find(|own| own.get("name").and_then(Value::as_str) == Some(name))
        };
        let mut found = vec![find(name)?];
        let mut next = 0;
        while let Some(own) = found.get(next) {
            next += 1;
            if found.len() > MAX_INHERITED {
                return None;
            }
            let inherited = match own.get("inherits") {
                Some(Value::String(name)) => vec![name.as_str()],
                Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
                Some(_) | None => Vec::new(),
            };
            // One that another file has may leave tests out.
            let inherited: Option<Vec<&Value>> = inherited.into_iter().map(find).collect();
            found.extend(inherited?);
        }
        Some(Self(found))
    }

    fn get(&self, key: &str) -> Option<&'s Value> {
        self.0.iter().find_map(|own| own.get(key))
    }

    fn text(&self, key: &str) -> Option<&'s str> {
        self.get(key)?.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(command: &str, settings: &str) -> Option<String> {
        let text = |name: &str| (name == "lib/CMakePresets.json").then(|| settings.to_owned());
        let words: Vec<&str> = command.split(' ').collect();
        preset_directory(&words, "lib", &Files { names: &[], text: &text })
    }

    #[test]
    fn a_preset_leads_to_the_directory_of_its_configuration() {
        let settings = r#"{"configurePresets": [{"name": "base", "hidden": true, "binaryDir": "${sourceDir}/build/${presetName}"},
            {"name": "dev", "inherits": "base"}, {"name": "far", "binaryDir": "/tmp/x"}, {"name": "odd", "binaryDir": "$env{X}"}],
            "buildPresets": [{"name": "dev", "configurePreset": "dev"}, {"name": "lib", "inherits": ["dev"], "targets": "lib"},
            {"name": "mixed", "configurePreset": "far"}],
            "testPresets": [{"name": "dev", "configurePreset": "dev"}, {"name": "smoke", "inherits": "dev", "filter": {}},
            {"name": "mixed", "configurePreset": "dev"}, {"name": "odd", "configurePreset": "odd"},
            {"name": "other", "inherits": ["dev", "of-another-file"]}]}"#;
        for command in ["ctest --preset dev", "ctest --preset=dev", "cmake --build --preset dev"] {
            assert_eq!(of(command, settings).as_deref(), Some("lib/build/dev"), "{command}");
        }
        for command in [
            "ctest --preset none",
            "ctest --preset smoke",
            "ctest --preset mixed",
            "ctest --preset odd",
            "ctest --preset other",
            "cmake --build --preset lib",
            "cmake --build --preset mixed",
            "ctest",
        ] {
            assert_eq!(of(command, settings), None, "{command}");
        }
    }
}
