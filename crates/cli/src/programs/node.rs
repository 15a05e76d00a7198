//! Packages of Node.js: a runner, and all that it depends on, as they lie in `node_modules`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use hookward_io::is_ignored;

use super::origins::{Run, is_committed};

/// The directory that packages are installed into.
pub(super) const MODULES: &str = "node_modules";

/// More packages are not looked at.
const MAX_PACKAGES: usize = 500;

/// What a package says of itself.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Manifest {
    name: Option<String>,
    dependencies: BTreeMap<String, Value>,
    peer_dependencies: BTreeMap<String, Value>,
    optional_dependencies: BTreeMap<String, Value>,
}

impl Manifest {
    fn of(package: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(package.join("package.json")).ok()?).ok()
    }
}

/// The name of the package that lies in a folder.
pub(super) fn name_of(package: &Path) -> Option<String> {
    Manifest::of(package)?.name
}

/// A package that a runner is, or depends on, which is a link to a folder that is none of installed packages.
pub(super) fn linked(run: &Run<'_>) -> Option<(String, PathBuf)> {
    let is_homemade = |real: &Path| !is_installed(real) && !is_committed(&real.join("package.json"));
    let (program, own) = match runner(run)? {
        Found::Package(package) => (run.name().to_owned(), package),
        Found::File(file) if is_installed(&file) || is_committed(&file) => return None,
        Found::File(file) => return Some((run.name().to_owned(), file)),
    };
    if is_homemade(&own) {
        return Some((program, own));
    }
    packages(own).into_iter().find(|(_, real)| is_homemade(real))
}

/// Whether a runner is a package of this name, or depends on it.
pub(super) fn loads(run: &Run<'_>, package: &str) -> bool {
    match runner(run) {
        Some(Found::Package(own)) => {
            own.ends_with(package) || packages(own).iter().any(|(name, _)| name == package)
        }
        // What is not found was started by something else, which may load anything.
        Some(Found::File(_)) | None => true,
    }
}

/// What the name of a runner leads to.
enum Found {
    /// An installed package, or what a link in its place leads to.
    Package(PathBuf),
    /// A file of no package.
    File(PathBuf),
}

fn runner(run: &Run<'_>) -> Option<Found> {
    let name = run.name();
    let programs = run.around().map(|directory| directory.join("node_modules/.bin").join(name));
    let program = programs.into_iter().find(|file| file.exists())?;
    let real = program.canonicalize().ok()?;
    // Some managers write a script there that starts the package of that name.
    let is_script = real.parent().is_some_and(|directory| directory.ends_with(".bin"));
    let beside = || program.parent()?.parent()?.join(name).canonicalize().ok();
    if is_script {
        return Some(beside().map_or(Found::File(real), Found::Package));
    }
    let package = real.ancestors().skip(1).find(|directory| directory.join("package.json").is_file());
    Some(package.map(Path::to_owned).map_or(Found::File(real.clone()), Found::Package))
}

/// All packages that one depends on, by their names, and where they really lie.
fn packages(first: PathBuf) -> Vec<(String, PathBuf)> {
    let mut found: Vec<(String, PathBuf)> = Vec::new();
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let mut todo = vec![first];
    while let Some(package) = todo.pop().filter(|_| seen.len() < MAX_PACKAGES) {
        if !seen.insert(package.clone()) {
            continue;
        }
        let own = Manifest::of(&package).unwrap_or_default();
        let names = [own.dependencies, own.peer_dependencies, own.optional_dependencies];
        for name in names.into_iter().flat_map(BTreeMap::into_keys) {
            let mut places = package.ancestors().map(|above| above.join(MODULES).join(&name));
            let real = places.find(|place| place.is_dir()).and_then(|place| place.canonicalize().ok());
            if let Some(real) = real {
                todo.push(real.clone());
                found.push((name, real));
            }
        }
    }
    found
}

/// A patch of installed packages that no commit will have: whoever installs them elsewhere gets others.
pub(super) fn patched(run: &Run<'_>) -> Option<(String, PathBuf)> {
    let folders = run.around().map(|directory| directory.join("patches"));
    let files = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let mut patches = files.map(|file| file.path()).filter(|file| {
        // `name+1.0.0.patch`
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.contains('+') && file.extension().is_some_and(|ending| ending == "patch")
    });
    patches.find(|file| is_ignored(file)).map(|file| ("a package".to_owned(), file))
}

/// Whether it lies among installed packages.
fn is_installed(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == MODULES)
}
