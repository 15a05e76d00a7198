//! What the files of a project say of the tools that it uses.

use std::cell::RefCell;
use std::collections::HashMap;

use hookward_effects::{Kind, World};
use serde_json::Value;

use super::tools::Sign;

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

    /// A file of JSON.
    pub(super) fn json(&self, directory: &str, name: &str) -> Option<Value> {
        serde_json::from_str(&self.text(format!("{directory}/{name}"))?).ok()
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

/// Whether a manifest has a key, or depends on a package, of this name.
fn names(manifest: &Value, name: &str) -> bool {
    let lists = ["dependencies", "devDependencies", "require", "require-dev"];
    manifest.get(name).is_some()
        || lists.iter().any(|list| manifest.get(list).is_some_and(|list| list.get(name).is_some()))
}
