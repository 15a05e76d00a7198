//! Which packages a run is of that names some, by the files of the tree. What cannot be found there is none: many managers call
//! it a success if no package has the name that they were given.

use std::collections::BTreeMap;

use super::Kind;
use super::compiled;
use super::crates::{self, resolved};
use super::entered::{gradle, solutions, suites};
use super::members::{self, Workspace};
use super::named::{Depth, Named, Path, Scripts};
use super::projects::tests_by_home;
use super::vitest;
use crate::rules::gate::kinds::is_test;

/// A package that a run is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// Its directory below the root; empty for the root itself.
    pub place: String,
    /// What was run there, where each package runs something of its own.
    pub run: Option<String>,
    /// Whether it is of the packages below, too.
    pub depth: Depth,
}

impl Covered {
    pub(super) fn alone(place: &str) -> Self {
        Self { place: place.to_owned(), run: None, depth: Depth::One }
    }
}

/// The files of a tree: their names, and what one of them holds.
pub struct Files<'f> {
    /// The names.
    pub names: &'f [String],
    /// The text of one.
    pub text: &'f dyn Fn(&str) -> Option<String>,
}

impl Files<'_> {
    /// The names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.names.iter().map(String::as_str)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names().any(|own| own == name)
    }

    /// The text of a file in a directory.
    pub(super) fn text_in(&self, place: &str, file: &str) -> Option<String> {
        (self.text)(&join(place, file))
    }

    /// The directories that have a file of this name.
    pub(super) fn places_of<'a>(&'a self, file: &'a str) -> impl Iterator<Item = &'a str> {
        self.names().filter_map(move |name| match name.rsplit_once('/') {
            Some((place, own)) => (own == file).then_some(place),
            None => (name == file).then_some(""),
        })
    }
}

/// A path below a directory.
pub(super) fn join(place: &str, path: &str) -> String {
    match (place, path) {
        (_, ".") => place.to_owned(),
        ("", path) => path.to_owned(),
        (place, path) => format!("{place}/{path}"),
    }
}

/// Whether a path is a directory, or lies in it.
pub(super) fn is_in(path: &str, directory: &str) -> bool {
    directory.is_empty()
        || path.strip_prefix(directory).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A directory, and those around it up to the root.
pub(super) fn upwards(place: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(place), |place| {
        if place.is_empty() { None } else { Some(place.rsplit_once('/').map_or("", |(up, _)| up)) }
    })
}

/// Where tests are at home.
pub(super) type Homes<'n> = BTreeMap<(&'n str, Kind), Vec<&'n str>>;

/// Whether there are tests that a program may be for.
pub fn has_tests(program: &str, files: &Files) -> bool {
    let kind = Kind::of_runner(program);
    tests_by_home(&files.names(), files.text).keys().any(|(_, own)| kind.is_none_or(|kind| kind == *own))
}

/// The packages that a run of a program is of, which begins in a directory below the root.
pub fn covered(named: &Named, program: &str, at: &str, files: &Files) -> Vec<Covered> {
    let program = program.rsplit('/').next().unwrap_or(program);
    let homes = tests_by_home(&files.names(), files.text);
    let (all, found) = match named {
        Named::Scripts(scripts) => by_scripts(scripts, program, at, files, &homes),
        Named::Projects(named) if vitest::are_all(named, at, files) => {
            (vec![Covered { depth: Depth::All, ..Covered::alone(at) }], Vec::new())
        }
        _ => (Vec::new(), places(named, program, at, files, &homes)),
    };
    // Where nothing is a test, only one that names nothing is of whatever there is.
    let names_none =
        matches!(named, Named::Crates { of, but } if but.is_empty() && of.iter().all(|name| name == "*"));
    all.into_iter().chain(gathered(&found, names_none, program, at, &homes)).collect()
}

/// The packages in these directories. A run of all there is below is one run, however it is told.
pub(super) fn gathered(
    found: &[String],
    names_none: bool,
    program: &str,
    at: &str,
    homes: &Homes,
) -> Vec<Covered> {
    let kind = Kind::of_runner(program);
    let mut own = homes.keys().filter(|(place, own)| is_in(place, at) && Some(*own) == kind).peekable();
    let is_here = found.iter().any(|place| is_in(place, at));
    let may_be_all = is_here && (names_none || own.peek().is_some());
    let is_all = may_be_all && own.all(|(place, _)| found.iter().any(|found| found == place));
    let whole = is_all.then(|| Covered { depth: Depth::All, ..Covered::alone(at) });
    let rest = found.iter().filter(|place| !is_all || !is_in(place, at)).map(|place| Covered::alone(place));
    whole.into_iter().chain(rest).collect()
}

/// The packages that run a script of their own, and the homes of those tests that are run without one: projects of Nx need have
/// no manifest, and then their tests are at home further up.
fn by_scripts(
    scripts: &Scripts,
    program: &str,
    at: &str,
    files: &Files,
    homes: &Homes,
) -> (Vec<Covered>, Vec<String>) {
    let workspace = Workspace::around(at, scripts.by, files);
    let packages = workspace.map(|own| own.packages(scripts, at, files)).unwrap_or_default();
    let (own, direct): (Vec<Covered>, Vec<Covered>) = packages.into_iter().partition(|own| own.run.is_some());
    let paths: Vec<Path> =
        direct.into_iter().map(|own| Path { path: own.place, depth: Depth::All }).collect();
    (own, homes_in(homes, program, "", &paths, files, |_, _| true))
}

/// The directories of the packages that a run names.
fn places(named: &Named, program: &str, at: &str, files: &Files, homes: &Homes) -> Vec<String> {
    match named {
        Named::Crates { of, but } => crates::taken(of, but, at, files),
        Named::Artefacts(artefacts) => {
            let is_meant = |place: &&str| {
                let own = files.text_in(place, "pom.xml").and_then(|text| members::artefact(&text));
                own.is_some_and(|own| artefacts.contains(&own))
            };
            let own = files.places_of("pom.xml").filter(|place| is_in(place, at));
            own.filter(is_meant).map(str::to_owned).collect()
        }
        Named::Paths(paths) => homes_in(homes, program, at, paths, files, |_, _| true),
        Named::Products(paths) => {
            let sources = compiled::sources_of(paths, at, files).unwrap_or_default();
            homes_in(homes, program, at, &sources, files, |_, _| true)
        }
        Named::Modules(paths) if program == "dotnet" => {
            let places = paths.iter().filter_map(|path| resolved(at, &path.path));
            let own = places.flat_map(|place| solutions::named(&place, files));
            own.filter(|place| homes.keys().any(|(home, _)| home == place)).collect()
        }
        // What lies in another package is none of theirs.
        Named::Modules(paths) if matches!(program, "go" | "gotestsum") => {
            let paths: Vec<Path> = paths.iter().filter_map(|path| of_go(path, at, files)).collect();
            homes_in(homes, program, "", &paths, files, is_in)
        }
        Named::Modules(paths) => {
            let paths: Vec<Path> = match program {
                "gradle" | "gradlew" => paths.iter().filter_map(|path| of_build(path, at, files)).collect(),
                _ => paths.clone(),
            };
            homes_in(homes, program, at, &paths, files, is_in)
        }
        Named::Settled(directory, file) => resolved(at, directory)
            .map(|place| suites::settled(&place, file.as_deref(), files, homes))
            .unwrap_or_default(),
        Named::Scripts(_) | Named::Projects(_) | Named::ByPolicy => Vec::new(),
    }
}

/// Packages of Go, by a directory or by their whole name, as a directory below the root. What no module here is called is somebody
/// else's.
fn of_go(path: &Path, at: &str, files: &Files) -> Option<Path> {
    if matches!(path.path.split('/').next(), Some("." | "..")) {
        return Some(Path { path: resolved(at, &path.path)?, depth: path.depth });
    }
    let below = modules(at, files).into_iter().filter_map(|(place, module)| {
        let below = path.path.strip_prefix(&module)?;
        let below = if below.is_empty() { "." } else { below.strip_prefix('/')? };
        Some((module.len(), join(&place, below)))
    });
    // One may be called like a directory of another.
    let (_, found) = below.max_by_key(|(length, _)| *length)?;
    Some(Path { path: resolved(at, &found)?, depth: path.depth })
}

/// The modules of Go that a run knows by their names: the one in which it begins, or those of the workspace there. Each with its
/// directory from there.
fn modules(at: &str, files: &Files) -> Vec<(String, String)> {
    let name = |place: &str| {
        let manifest = files.text_in(&resolved(at, place)?, "go.mod")?;
        let module = manifest.lines().find_map(|line| line.strip_prefix("module "))?;
        Some((place.to_owned(), module.trim().trim_matches('"').to_owned()))
    };
    let Some(workspace) = files.text_in(at, "go.work") else { return name(".").into_iter().collect() };
    let lines = workspace.lines().map(|line| line.split("//").next().unwrap_or(line).trim());
    let mut used = Vec::new();
    let mut is_listed = false;
    for line in lines {
        match line.strip_prefix("use").map(str::trim) {
            Some("(") => is_listed = true,
            Some(one) => used.push(one),
            None if line == ")" => is_listed = false,
            None if is_listed => used.push(line),
            None => {}
        }
    }
    let used =
        used.into_iter().map(|place| place.trim_matches('"').trim_start_matches("./").trim_end_matches('/'));
    used.filter_map(|place| name(if place.is_empty() { "." } else { place })).collect()
}

/// All that lies in these directories, of which each may be a glob.
pub(super) fn all_in(directories: impl IntoIterator<Item = String>) -> Vec<Path> {
    directories.into_iter().map(|path| Path { path, depth: Depth::All }).collect()
}

/// A project of Gradle, where the settings say that it lies.
fn of_build(path: &Path, at: &str, files: &Files) -> Option<Path> {
    // Without others, the root is all there is.
    let is_alone = || gradle::has_no_projects(at, files);
    let depth = if path.depth == Depth::One && is_alone() { Depth::All } else { path.depth };
    Some(Path { path: gradle::place_of(&path.path, at, files)?, depth })
}

/// The homes all of whose tests lie in these paths. A path counts for a home if `reaches(path, home)`.
pub(super) fn homes_in(
    homes: &Homes,
    program: &str,
    at: &str,
    paths: &[Path],
    files: &Files,
    reaches: impl Fn(&str, &str) -> bool,
) -> Vec<String> {
    let kind = Kind::of_runner(program);
    let goes = told_by_settings(program, at, files);
    let paths: Vec<(String, Depth)> = paths
        .iter()
        .filter_map(|path| {
            let told = told(program, at, &path.path)?;
            Some(match goes {
                Goes::AsTold => (told, path.depth),
                Goes::Down => (told, Depth::All),
                Goes::Elsewhere => (at.to_owned(), Depth::All),
            })
        })
        .collect();
    let own = homes.iter().filter(|((_, own), _)| kind.is_none_or(|kind| kind == *own));
    let is_all = |((place, _), tests): &(&(&str, Kind), &Vec<&str>)| {
        let own = || paths.iter().filter(|(path, _)| reaches(path, place));
        without_help(tests)
            .into_iter()
            .all(|test| own().any(|(path, depth)| holds(path, *depth, test, files)))
    };
    let found = own.filter(|(home, tests)| is_all(&(home, tests)));
    found.map(|((place, _), _)| (*place).to_owned()).collect()
}

/// A path that a run was told, below the root. Above where it begins, another project's settings may hold: pytest takes those
/// above what it is told, wherever it begins.
fn told(program: &str, at: &str, path: &str) -> Option<String> {
    let leads_up = path.split('/').any(|part| part == "..");
    if leads_up { resolved(at, path).filter(|_| is_pytest(program)) } else { Some(join(at, path)) }
}

fn is_pytest(program: &str) -> bool {
    matches!(program, "pytest" | "py.test")
}

/// Directories among tests whose files help them, and names of such files.
#[rustfmt::skip]
const HELP: &[&str] = &[
    "helpers", "helper", "support", "utils", "util", "setup", "teardown", "common", "shared", "mocks", "stubs", "factories", "data",
    "assets", "test-utils", "testutils", "conftest", "__init__", "spec_helper", "test_helper",
];

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The tests among these, without what helps them: where some say by their names that they are tests, those.
pub(super) fn without_help<'n>(tests: &[&'n str]) -> Vec<&'n str> {
    let is_named = tests.iter().any(|test| is_test(file_name(test)));
    let is_help = |test: &&str| if is_named { !is_test(file_name(test)) } else { is_help(test) };
    let own: Vec<&str> = tests.iter().copied().filter(|test| !is_help(test)).collect();
    if own.is_empty() { tests.to_vec() } else { own }
}

/// Whether a file among tests has none itself, where none says by its name that it has.
fn is_help(test: &str) -> bool {
    let (directory, name) = test.rsplit_once('/').unwrap_or(("", test));
    let stem = name.split('.').next().unwrap_or(name);
    directory.split('/').chain([stem]).any(|part| HELP.contains(&part))
}

/// Files in which mocha has its settings.
pub(super) const OF_MOCHA: &[&str] =
    &[".mocharc.json", ".mocharc.jsonc", ".mocharc.yml", ".mocharc.yaml", ".mocharc.js", ".mocharc.cjs"];

/// Where a runner looks, by its settings.
#[derive(Clone, Copy)]
enum Goes {
    /// Where its words say.
    AsTold,
    /// There, and in the directories below.
    Down,
    /// Wherever the settings say.
    Elsewhere,
}

/// Where the settings of a runner lead it that looks into one directory by itself.
fn told_by_settings(program: &str, at: &str, files: &Files) -> Goes {
    if program == "prove" {
        let settings = files.text_in(at, ".proverc").unwrap_or_default();
        let mut words = settings.split_whitespace();
        return if words.any(|word| matches!(word, "-r" | "--recurse")) { Goes::Down } else { Goes::AsTold };
    }
    if program != "mocha" {
        return Goes::AsTold;
    }
    let own = OF_MOCHA.iter().find_map(|name| files.text_in(at, name));
    let in_manifest = || {
        let manifest: serde_json::Value = serde_json::from_str(&files.text_in(at, "package.json")?).ok()?;
        Some(manifest.get("mocha")?.to_string())
    };
    let settings = own.or_else(in_manifest).unwrap_or_default();
    // `spec: …` or `"recursive": true`, in whichever of its languages.
    let entries =
        settings.split([',', '{', '}', '\n']).map(str::trim).filter(|entry| !entry.starts_with(['#', '/']));
    let entries = entries.filter_map(|entry| entry.split_once(':'));
    let mut goes = Goes::AsTold;
    for (key, value) in entries {
        match (key.trim().trim_matches(['"', '\'']), value.trim()) {
            ("spec", _) => return Goes::Elsewhere,
            ("recursive", value) if value.starts_with("true") => goes = Goes::Down,
            _ => {}
        }
    }
    goes
}

/// Whether a run in a path finds a test.
fn holds(path: &str, depth: Depth, test: &str, files: &Files) -> bool {
    if path.contains('*') {
        // A directory that fits is taken with all that lies in it, by those that go down.
        let around = upwards(test).skip(1).filter(|place| depth == Depth::All && !place.is_empty());
        return std::iter::once(test).chain(around).any(|place| fast_glob::glob_match(path, place));
    }
    if path == test {
        return true;
    }
    let below = if path.is_empty() {
        Some(test)
    } else {
        test.strip_prefix(path).and_then(|rest| rest.strip_prefix('/'))
    };
    let Some(below) = below else { return false };
    match depth {
        Depth::All => true,
        Depth::One => !below.contains('/'),
        Depth::Packages => {
            let mut above = below.match_indices('/').filter_map(|(end, _)| below.get(..end));
            // By its own pattern, it finds no others.
            !below.ends_with("_test.py")
                && above.all(|directory| files.has(&join(&join(path, directory), "__init__.py")))
        }
    }
}

#[cfg(test)]
mod tests;
