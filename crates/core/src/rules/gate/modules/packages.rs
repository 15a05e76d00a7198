//! Packages of JavaScript that lie in the workspace, by the names that their manifests give them: members of a workspace of
//! npm, pnpm, yarn, bun or lerna, packages that another one depends on by a path, and those that are linked to where others
//! are installed.

use std::rc::Rc;

use fast_glob::glob_match;
use hookward_effects::{Kind, normalise};
use serde_json::Value;

use super::scripts::file_at;
use super::{Modules, around};
use crate::evidence::packages_of_pnpm;

/// The keys of a manifest that name what a package needs.
const NEEDS: &[&str] = &["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/// Directories that hold what was built of sources, which may not be there, and where those usually lie.
const BUILT: &[&str] = &["dist", "lib", "build", "out", "esm", "cjs", "es", "types"];
const SOURCES: &str = "src";

/// What a module stands for that begins with the name of a package of the workspace. If it cannot be told which file that is
/// (it may not be built yet), everything that is said of it counts, and the package's directory.
pub(super) fn paths(all: &Modules, from: &str, module: &str) -> Vec<String> {
    let Some((name, inner)) = parts(module) else { return Vec::new() };
    let Some(package) = named(all, from, name).and_then(|directory| Package::at(all, &directory)) else {
        return Vec::new();
    };
    let targets = package.targets(inner);
    let file = targets.iter().find_map(|path| file_at(all, path));
    let whole = (inner.is_empty() || file.is_none()).then(|| package.directory.clone());
    match file {
        Some(file) => whole.into_iter().chain([file]).collect(),
        None => whole.into_iter().chain(targets).collect(),
    }
}

/// The paths that a part of a package may be which others extend the settings of: one that is installed, or of the workspace.
pub(super) fn settings(all: &Modules, from: &str, module: &str) -> Vec<String> {
    let Some((name, inner)) = parts(module) else { return Vec::new() };
    let mut installed = around(all.case, from).map(|directory| format!("{directory}/node_modules/{name}"));
    let installed = installed.find(|path| all.case.world.kind(path) == Kind::Directory);
    let Some(directory) = installed.or_else(|| named(all, from, name)) else { return Vec::new() };
    let Some(package) = Package::at(all, &directory) else { return vec![format!("{directory}/{inner}")] };
    let own = package.manifest.get("tsconfig").and_then(Value::as_str).filter(|_| inner.is_empty());
    let own = own.map(|path| normalise(path, &directory));
    let whole = inner.is_empty().then(|| directory.clone());
    own.into_iter().chain(package.targets(inner)).chain(whole).collect()
}

/// The name of a package, and what is meant of it: `@acme/db/sql` is `sql` of `@acme/db`.
fn parts(module: &str) -> Option<(&str, &str)> {
    let slashes = usize::from(module.starts_with('@'));
    let end = module.match_indices('/').nth(slashes).map_or(module.len(), |(at, _)| at);
    let (name, inner) = module.split_at_checked(end)?;
    let is_name = !name.is_empty() && !name.contains([':', '#', '\\']) && name != "." && name != "..";
    is_name.then(|| (name, inner.trim_matches('/')))
}

/// The directory of a package of the workspace.
fn named(all: &Modules, from: &str, name: &str) -> Option<String> {
    let key = (super::directory(from).to_owned(), name.to_owned());
    if let Some(known) = all.packages.borrow().get(&key) {
        return known.clone();
    }
    let found = match needed(all, from, name) {
        Need::Path(directory) => Some(directory),
        Need::Member(name) => member(all, from, &name),
        Need::Unsaid => match installed(all, from, name) {
            Some(Installed::Own(directory)) => Some(directory),
            Some(Installed::Foreign) => None,
            None => member(all, from, name),
        },
    };
    all.packages.borrow_mut().insert(key, found.clone());
    found
}

/// Whose a package is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules::gate) enum Whose {
    /// It lies in the workspace.
    OfTheWorkspace,
    /// Manifests around a file need it, or it is installed.
    SomebodyElses,
    /// No package of such a name is known.
    Nobodys,
}

/// Whose package a module is of that a file names.
pub(super) fn whose(all: &Modules, from: &str, module: &str) -> Whose {
    let Some((name, _)) = parts(module) else { return Whose::Nobodys };
    if named(all, from, name).is_some() {
        return Whose::OfTheWorkspace;
    }
    let mut manifests = around(all.case, from).filter_map(|directory| manifest(all, directory));
    let needs =
        |manifest: &Value| NEEDS.iter().any(|key| manifest.get(*key).and_then(|all| all.get(name)).is_some());
    if manifests.any(|manifest| needs(&manifest))
        || matches!(installed(all, from, name), Some(Installed::Foreign))
    {
        return Whose::SomebodyElses;
    }
    Whose::Nobodys
}

/// What a package says of another one that it needs.
enum Need {
    /// Where it lies.
    Path(String),
    /// That it is a member of the same workspace, and its name there.
    Member(String),
    /// Nothing, or a version, which a member may have as well.
    Unsaid,
}

fn needed(all: &Modules, from: &str, name: &str) -> Need {
    let said = around(all.case, from).find_map(|directory| {
        let manifest = manifest(all, directory)?;
        let said = NEEDS.iter().find_map(|key| manifest.get(*key)?.get(name)?.as_str().map(str::to_owned));
        Some((directory, said?))
    });
    let Some((directory, said)) = said else { return Need::Unsaid };
    let path = ["file:", "link:", "portal:"].iter().find_map(|scheme| said.strip_prefix(scheme));
    if let Some(path) = path.or_else(|| said.starts_with('.').then_some(said.as_str())) {
        return Need::Path(normalise(path, directory));
    }
    match said.strip_prefix("workspace:") {
        // A path, another name with a version, or only a version.
        Some(path) if path.starts_with('.') => Need::Path(normalise(path, directory)),
        Some(other) => {
            let other = other.rsplit_once('@').map(|(other, _)| other).filter(|other| !other.is_empty());
            Need::Member(other.unwrap_or(name).to_owned())
        }
        None => Need::Unsaid,
    }
}

/// What lies where packages are installed.
enum Installed {
    /// A link to a directory of the workspace.
    Own(String),
    /// Somebody else's package.
    Foreign,
}

fn installed(all: &Modules, from: &str, name: &str) -> Option<Installed> {
    let mut places = around(all.case, from).map(|directory| format!("{directory}/node_modules/{name}"));
    let place = places.find(|path| all.case.world.kind(path) != Kind::Nothing)?;
    let real = all.case.world.real(&place).filter(|real| !real.contains("/node_modules/"));
    match real.filter(|real| all.case.ground.in_workspace(real)) {
        Some(real) => Some(Installed::Own(real)),
        // Where nobody can say what it is, members are asked.
        None if all.case.world.kind(&place) == Kind::Unknown && all.case.world.real(&place).is_none() => None,
        None => Some(Installed::Foreign),
    }
}

/// A member of a workspace around a file, or a package around it itself.
fn member(all: &Modules, from: &str, name: &str) -> Option<String> {
    let is_it = |directory: &str| {
        manifest(all, directory).is_some_and(|own| own.get("name").and_then(Value::as_str) == Some(name))
    };
    around(all.case, from).find_map(|directory| {
        if is_it(directory) {
            return Some(directory.to_owned());
        }
        let globs = declared(all, directory);
        let is_left_out = |path: &str| {
            let below = path.strip_prefix(directory).unwrap_or(path).trim_start_matches('/');
            globs.iter().filter_map(|glob| glob.strip_prefix('!')).any(|glob| glob_match(plain(glob), below))
        };
        // Most directories are called as their packages are.
        let own = name.rsplit('/').next().unwrap_or(name);
        let members = globs.iter().map(|glob| plain(glob)).filter(|glob| !glob.starts_with('!'));
        let likely = members.clone().map(|glob| {
            let stem = glob.trim_end_matches('*').trim_end_matches('/');
            if stem.len() == glob.len() { stem.to_owned() } else { format!("{stem}/{own}") }
        });
        let likely = likely.filter(|path| !path.contains('*')).map(|path| normalise(&path, directory));
        let listed = members.flat_map(|glob| {
            // Any number of directories are two at most here.
            let glob = glob.replace("**", "**/**");
            let found = all.case.world.expand(&format!("{directory}/{glob}/package.json"));
            found.into_iter().filter_map(|path| Some(path.strip_suffix("/package.json")?.to_owned()))
        });
        let mut all_of_them = likely.chain(listed).filter(|path| !path.contains("/node_modules/"));
        all_of_them.find(|path| is_it(path) && !is_left_out(path))
    })
}

fn plain(glob: &str) -> &str {
    glob.trim_start_matches("./").trim_end_matches('/')
}

/// The globs of the members that a directory declares, whichever manager reads them.
fn declared(all: &Modules, directory: &str) -> Vec<String> {
    let texts = |list: &Value| -> Vec<String> {
        list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let manifest = manifest(all, directory);
    let workspaces = manifest.as_ref().and_then(|manifest| manifest.get("workspaces"));
    let own = workspaces.map(|own| own.get("packages").unwrap_or(own)).map(texts);
    let lerna = all.json(format!("{directory}/lerna.json"));
    let of_lerna = lerna.and_then(|lerna| lerna.get("packages").map(texts));
    let of_pnpm = all.case.world.text(&format!("{directory}/pnpm-workspace.yaml"));
    let of_pnpm = of_pnpm.map(|yaml| packages_of_pnpm(&yaml));
    [own, of_pnpm, of_lerna].into_iter().flatten().flatten().collect()
}

fn manifest(all: &Modules, directory: &str) -> Option<Rc<Value>> {
    all.json(format!("{directory}/package.json"))
}

/// A directory with a manifest.
pub(super) struct Package {
    directory: String,
    manifest: Rc<Value>,
}

impl Package {
    pub(super) fn at(all: &Modules, directory: &str) -> Option<Self> {
        if !all.case.ground.in_workspace(directory) {
            return None;
        }
        Some(Self { directory: directory.to_owned(), manifest: manifest(all, directory)? })
    }

    /// The paths that a part of it may stand for by its own words, the likeliest first; without a name what it begins with.
    pub(super) fn targets(&self, inner: &str) -> Vec<String> {
        let of = |key: &str| self.manifest.get(key).and_then(Value::as_str).map(str::to_owned);
        let exports = self.manifest.get("exports");
        let told: Vec<String> = if inner.is_empty() {
            let exported = exports.map(|exports| exported(exports, ".")).unwrap_or_default();
            let others = ["module", "main", "types", "typings"].into_iter().filter_map(of);
            of("source").into_iter().chain(exported).chain(others).collect()
        } else {
            let exported = exports.map(|exports| exported(exports, &format!("./{inner}")));
            exported.unwrap_or_default().into_iter().chain([inner.to_owned()]).collect()
        };
        let own = told.iter().map(|path| normalise(path, &self.directory));
        let sources = told.iter().filter_map(|path| Some(normalise(&source_of(path)?, &self.directory)));
        let usual: Vec<String> = if inner.is_empty() {
            [format!("{SOURCES}/index"), "index".to_owned()].into()
        } else {
            vec![format!("{SOURCES}/{inner}")]
        };
        let usual = usual.into_iter().map(|path| format!("{}/{path}", self.directory));
        let mut found: Vec<String> = Vec::new();
        for path in own.chain(sources).chain(usual) {
            if !found.contains(&path) {
                found.push(path);
            }
        }
        found
    }
}

/// Where the source of something that is built usually lies: `dist/a.js` is made of `src/a`.
pub(super) fn source_of(built: &str) -> Option<String> {
    let (first, rest) = plain(built).split_once('/')?;
    // `dist/esm/a.js` is one of several.
    let rest = rest.split_once('/').filter(|(inner, _)| BUILT.contains(inner)).map_or(rest, |(_, rest)| rest);
    BUILT.contains(&first).then(|| format!("{SOURCES}/{rest}"))
}

/// What `exports` of a manifest say of a part: `.` or `./sql`.
fn exported(exports: &Value, part: &str) -> Vec<String> {
    let by_part = exports.as_object().filter(|table| table.keys().any(|key| key.starts_with('.')));
    let Some(table) = by_part else {
        return if part == "." { told_targets(exports) } else { Vec::new() };
    };
    if let Some(target) = table.get(part) {
        return told_targets(target);
    }
    let fitting = table.iter().filter_map(|(key, target)| {
        let (start, end) = key.split_once('*').or_else(|| key.ends_with('/').then_some((key, "")))?;
        let filled = part.strip_prefix(start)?.strip_suffix(end)?;
        Some((start.len(), filled, target))
    });
    let Some((_, filled, target)) = fitting.max_by_key(|(length, ..)| *length) else { return Vec::new() };
    let fill = |path: String| {
        if path.ends_with('/') { format!("{path}{filled}") } else { path.replace('*', filled) }
    };
    told_targets(target).into_iter().map(fill).collect()
}

/// Every target that a manifest names for one thing, whatever the case: sources first, and types last.
pub(super) fn told_targets(target: &Value) -> Vec<String> {
    const FIRST: &[&str] = &["source", "development", "import", "module", "require", "node", "default"];
    match target {
        Value::String(path) => vec![path.clone()],
        Value::Array(several) => several.iter().flat_map(told_targets).collect(),
        Value::Object(by_case) => {
            let mut cases: Vec<(&String, &Value)> = by_case.iter().collect();
            let rank = |name: &str| FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len());
            cases.sort_by_key(|(name, _)| rank(name));
            cases.into_iter().flat_map(|(_, target)| told_targets(target)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_module_is_a_package_and_a_part_of_it() {
        assert_eq!(parts("@acme/db/a/b"), Some(("@acme/db", "a/b")));
        assert_eq!(parts("@acme/db"), Some(("@acme/db", "")));
        assert_eq!(parts("db/a"), Some(("db", "a")));
        assert_eq!(parts("node:fs"), None);
        assert_eq!(parts("#db"), None);
    }

    #[test]
    fn a_package_says_which_file_a_part_of_it_is() {
        let package = |manifest: Value| Package { directory: "/w/db".into(), manifest: Rc::new(manifest) };
        let first = |manifest: Value, inner: &str| package(manifest).targets(inner).remove(0);
        assert_eq!(first(json!({"main": "a.js"}), ""), "/w/db/a.js");
        assert_eq!(first(json!({"exports": "./a.js"}), ""), "/w/db/a.js");
        assert_eq!(first(json!({"exports": {"types": "./a.d.ts", "import": "./a.mjs"}}), ""), "/w/db/a.mjs");
        let nested = json!({"exports": {".": {"node": {"require": "./a.cjs"}, "default": "./b.js"}}});
        assert_eq!(first(nested, ""), "/w/db/a.cjs");
        let parts = json!({"exports": {"./x": "./x.ts", "./*": "./all/*.ts", "./deep/*": ["./deep/*.ts"]}});
        assert_eq!(first(parts.clone(), "x"), "/w/db/x.ts");
        assert_eq!(first(parts.clone(), "y/z"), "/w/db/all/y/z.ts");
        assert_eq!(first(parts, "deep/z"), "/w/db/deep/z.ts");
        assert_eq!(first(json!({}), "x"), "/w/db/x");
        let built = package(json!({"main": "./dist/esm/a.js"})).targets("");
        assert!(built.contains(&"/w/db/src/a.js".to_owned()), "{built:?}");
    }
}
