//! What the files of a project say of the tools that it uses.

use std::cell::RefCell;
use std::collections::HashMap;

use hookward_effects::{Kind, World};
use serde_json::Value;

use super::signs::Sign;

/// Files of a project, each read once.
pub(super) struct Manifests<'a> {
    pub(super) world: &'a dyn World,
    texts: RefCell<HashMap<String, Option<String>>>,
}

impl<'a> Manifests<'a> {
    pub(super) fn new(world: &'a dyn World) -> Self {
        Self { world, texts: RefCell::default() }
    }

    /// The text of a file.
    pub(super) fn text(&self, path: String) -> Option<String> {
        let mut texts = self.texts.borrow_mut();
        texts.entry(path).or_insert_with_key(|path| self.world.text(path)).clone()
    }

    /// A file of JSON, also one with comments.
    pub(super) fn json(&self, directory: &str, name: &str) -> Option<Value> {
        json(&self.text(format!("{directory}/{name}"))?)
    }

    /// A file of TOML.
    pub(super) fn toml(&self, directory: &str, name: &str) -> Option<toml::Table> {
        self.text(format!("{directory}/{name}"))?.parse().ok()
    }

    /// Whether a file is there.
    pub(super) fn is_file(&self, path: &str) -> bool {
        self.world.kind(path) == Kind::File
    }

    /// Whether a directory shows a sign.
    pub(super) fn shows(&self, directory: &str, sign: &Sign) -> bool {
        match sign {
            Sign::File(name) if name.ends_with('*') => {
                !self.world.expand(&format!("{directory}/{name}")).is_empty()
            }
            Sign::File(name) => self.is_file(&format!("{directory}/{name}")),
            Sign::Enabled(file, part) => {
                let is_off = |settings: Value| settings.get(part)?.get("enabled")?.as_bool().map(|on| !on);
                let path = format!("{directory}/{file}");
                self.is_file(&path) && !self.json(directory, file).and_then(is_off).unwrap_or(false)
            }
            Sign::Package(name) => ["package.json", "composer.json"]
                .iter()
                .filter_map(|file| self.json(directory, file))
                .any(|manifest| names(&manifest, name)),
            Sign::Table(path) => {
                let Some(manifest) = self.toml(directory, "pyproject.toml") else { return false };
                let mut parts = path.split('.');
                let first = parts.next().and_then(|part| manifest.get(part));
                parts.fold(first, |table, part| table?.get(part)).is_some()
            }
            Sign::Mention(file, word) => {
                self.text(format!("{directory}/{file}")).is_some_and(|text| text.contains(word))
            }
        }
    }
}

/// A text of JSON, also one with comments.
pub(crate) fn json(text: &str) -> Option<Value> {
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&plain(text))).ok()
}

/// A text of JSON without its comments, and without commas behind which nothing comes.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let taken = if first == '"' {
            let inside = rest.get(1..).unwrap_or_default();
            let mut is_escaped = false;
            let end = inside.find(|c: char| {
                let is_end = c == '"' && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                is_end
            });
            end.map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") {
            rest = rest.find('\n').and_then(|end| rest.get(end..)).unwrap_or_default();
            continue;
        } else if rest.starts_with("/*") {
            rest = rest.split_once("*/").map_or("", |(_, rest)| rest);
            continue;
        } else {
            if matches!(first, ']' | '}') {
                plain.truncate(plain.trim_end().trim_end_matches(',').len());
            }
            first.len_utf8()
        };
        let (taken, left) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        plain.push_str(taken);
        rest = left;
    }
    plain
}

/// Whether a manifest has a key, or depends on a package, of this name.
fn names(manifest: &Value, name: &str) -> bool {
    let lists = ["dependencies", "devDependencies", "require", "require-dev"];
    manifest.get(name).is_some()
        || lists.iter().any(|list| manifest.get(list).is_some_and(|list| list.get(name).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_with_comments_are_read() {
        for (text, read) in [
            ("{\n  // one\n  \"a\": [1, 2,], /* two */\n}\n", "{\"a\":[1,2]}"),
            (
                r#"{"a": "// no comment", "b": "/* none */", "c": "\\\"//\\\\",}"#,
                r#"{"a":"// no comment","b":"/* none */","c":"\\\"//\\\\"}"#,
            ),
            ("{\"a\": \",]\"} // end", "{\"a\":\",]\"}"),
        ] {
            let found: Value = serde_json::from_str(&plain(text)).unwrap();
            assert_eq!(found.to_string(), read, "{text}");
        }
        for broken in ["{\"a\": \"", "{ /* ", "\""] {
            assert!(serde_json::from_str::<Value>(&plain(broken)).is_err(), "{broken}");
        }
    }
}
