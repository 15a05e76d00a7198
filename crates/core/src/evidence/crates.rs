//! Which crates cargo takes, as the manifests of a tree say it.

use toml::{Table, Value};

use super::covered::{Files, is_in, join};

/// The crates of a tree: their directories and manifests.
struct Crates(Vec<(String, Table)>);

/// The directories of the crates that a run is of which begins in a directory: of those that it names, of all of the workspace
/// (`*`), or of those that cargo takes where it is told nothing; but for some.
pub(super) fn taken(of: &[String], but: &[String], at: &str, files: &Files) -> Vec<String> {
    let read =
        |place: &str| Some((place.to_owned(), files.text_in(place, "Cargo.toml")?.parse::<Table>().ok()?));
    let crates = Crates(files.places_of("Cargo.toml").filter_map(read).collect());
    let Some((own, manifest)) = crates.around(at, |_| true) else { return Vec::new() };
    let workspace = crates.around(own, |manifest| manifest.contains_key("workspace"));
    // One that lies in its directory and is none of it is a workspace by itself.
    let holds_it = |root: &str, manifest: &Table| {
        root == own || crates.members(root, manifest).iter().any(|member| member == own)
    };
    let workspace = workspace.filter(|(root, manifest)| holds_it(root, manifest));
    let (members, usual) = workspace.map_or_else(
        || (vec![own.to_owned()], Vec::new()),
        |(root, manifest)| (crates.members(root, manifest), crates.listed(root, manifest, "default-members")),
    );
    let is_any = |names: &[String], place: &String| {
        let name = crates.name(place);
        names.iter().any(|glob| name.is_some_and(|name| fast_glob::glob_match(glob, name)))
    };
    let is_root = workspace.is_some_and(|(root, _)| root == own);
    let is_virtual = is_root && !manifest.contains_key("package");
    let found = match of.is_empty() {
        true if is_root && !usual.is_empty() => usual,
        true if is_virtual => members,
        true => vec![own.to_owned()],
        false => members.into_iter().filter(|place| is_any(of, place)).collect(),
    };
    found.into_iter().filter(|place| !is_any(but, place)).collect()
}

impl Crates {
    /// The next crate or workspace that is such a one, from a directory up.
    fn around(&self, at: &str, is_one: impl Fn(&Table) -> bool) -> Option<(&str, &Table)> {
        let own = self.0.iter().filter(|(place, manifest)| is_in(at, place) && is_one(manifest));
        own.max_by_key(|(place, _)| place.len()).map(|(place, manifest)| (place.as_str(), manifest))
    }

    fn manifest(&self, place: &str) -> Option<&Table> {
        self.0.iter().find(|(own, _)| own == place).map(|(_, manifest)| manifest)
    }

    fn name(&self, place: &str) -> Option<&str> {
        self.manifest(place)?.get("package")?.get("name")?.as_str()
    }

    /// The crates that a list of a workspace names.
    fn listed(&self, root: &str, manifest: &Table, list: &str) -> Vec<String> {
        let globs = manifest.get("workspace").and_then(|own| own.get(list)?.as_array());
        let globs: Vec<String> = globs
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .filter_map(|glob| resolved(root, glob))
            .collect();
        let is_listed =
            |place: &&String| globs.iter().any(|glob| glob == *place || fast_glob::glob_match(glob, place));
        self.0.iter().map(|(place, _)| place).filter(is_listed).cloned().collect()
    }

    /// The crates of a workspace: those that it lists, its own, and those that they need and that lie in it.
    fn members(&self, root: &str, manifest: &Table) -> Vec<String> {
        let excluded = manifest.get("workspace").and_then(|own| own.get("exclude")?.as_array());
        let excluded: Vec<String> = excluded
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .filter_map(|path| resolved(root, path))
            .collect();
        // What is named in full is one all the same; a glob leaves out what is excluded.
        let named = manifest.get("workspace").and_then(|own| own.get("members")?.as_array());
        let named = named.into_iter().flatten().filter_map(Value::as_str);
        let named: Vec<String> = named.filter_map(|path| resolved(root, path)).collect();
        let is_out = |place: &str| {
            !named.iter().any(|own| own == place) && excluded.iter().any(|path| is_in(place, path))
        };
        let mut found = self.listed(root, manifest, "members");
        found.retain(|place| !is_out(place));
        if manifest.contains_key("package") && !found.iter().any(|own| own == root) {
            found.push(root.to_owned());
        }
        let mut at = 0;
        while let Some(place) = found.get(at).cloned() {
            let needed =
                self.manifest(&place).map(|own| needed(&place, own, root, manifest)).unwrap_or_default();
            let is_new = |own: &String| is_in(own, root) && !is_out(own) && self.manifest(own).is_some();
            for own in needed.into_iter().filter(is_new) {
                if !found.contains(&own) {
                    found.push(own);
                }
            }
            at += 1;
        }
        found
    }
}

/// The directories of what a crate needs from a path.
fn needed(place: &str, manifest: &Table, root: &str, workspace: &Table) -> Vec<String> {
    let mut found = Vec::new();
    let shared = workspace.get("workspace").and_then(|own| own.get("dependencies"));
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flatten();
    let tables = std::iter::once(manifest).chain(targets.filter_map(|(_, own)| own.as_table()));
    let lists = tables.flat_map(|own| {
        ["dependencies", "dev-dependencies", "build-dependencies"]
            .into_iter()
            .filter_map(|list| own.get(list)?.as_table())
    });
    for (name, needs) in lists.flatten() {
        let path = |own: &Value| own.get("path").and_then(Value::as_str).map(str::to_owned);
        let is_shared = needs.get("workspace").and_then(Value::as_bool) == Some(true);
        let shared = || shared.and_then(|own| path(own.get(name)?)).and_then(|path| resolved(root, &path));
        found.extend(if is_shared { shared() } else { path(needs).and_then(|path| resolved(place, &path)) });
    }
    found
}

/// A path from a directory, both below the root; `None` if it leads out.
pub(super) fn resolved(place: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let whole = join(place, path);
    for part in whole.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match part {
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
