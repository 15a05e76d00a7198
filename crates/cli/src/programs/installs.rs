//! What package managers install from a folder or a file of this machine, by the words of a command. Most leave a trace that
//! tells where a package came from; these are for those that copy it and forget.

use std::path::{Path, PathBuf};

use hookward_core::evidence::{Kind, Wrote};
use hookward_effects::{Command, Facts, Value, normalise};
use hookward_io::is_ignored;

use super::node::{self, MODULES};
use super::origins::{Run, is_committed};
use super::{python, ruby};

/// Programs that install packages of Node.js, and the words that make them.
const OF_NODE: &[(&str, &[&str])] = &[
    ("npm", &["install", "i", "in", "add", "link", "ln", "install-test", "it"]),
    ("pnpm", &["add", "install", "i", "link", "ln"]),
    ("yarn", &["add", "link"]),
    ("bun", &["add", "a", "install", "i", "link"]),
];

/// Options by which those of Python take packages from another place than an index that everybody has.
const OF_PYTHON: &[&str] =
    &["-f", "--find-links", "-i", "--index-url", "--extra-index-url", "--index", "--default-index"];

/// What a call installs from places of this machine: the files or directories that come of it.
pub(crate) fn installed(facts: &Facts, run: &Run<'_>, at: u64) -> Vec<Wrote> {
    let by_hand = |path: String| Wrote { path, installed: false, at };
    let by_manager = |path: String| Wrote { path, installed: true, at };
    let mut found = Vec::new();
    for command in &facts.commands {
        let words: Vec<&str> = command.words.iter().map(|word| word.known().unwrap_or_default()).collect();
        let Some((name, rest)) = words.split_first() else { continue };
        let Some(cwd) = command.cwd.as_deref() else { continue };
        match *name {
            "cargo" => found.extend(by_cargo(rest, cwd, run).into_iter().map(by_hand)),
            "go" => found.extend(by_go(rest, run).into_iter().map(by_hand)),
            "gem" => found.extend(ruby::by_gem(rest, cwd).into_iter().map(by_manager)),
            _ if is_of_python(name, rest) => {
                found
                    .extend(taken_from_here(rest).then(|| python::first_site(run)).flatten().map(by_manager));
            }
            _ => found.extend(by_node(name, rest, cwd).into_iter().map(by_manager)),
        }
    }
    found
}

fn by_node(name: &str, rest: &[&str], cwd: &str) -> Vec<String> {
    let installs =
        OF_NODE.iter().any(|(own, words)| *own == name && rest.iter().any(|word| words.contains(word)));
    let places = rest.iter().filter(|_| installs).filter_map(|word| local(word));
    let put = places.filter_map(|place| {
        let place = PathBuf::from(normalise(place, cwd));
        let package = node::name_of(&place);
        let is_known = package.is_some() && is_committed(&place.join("package.json"));
        let modules = Path::new(cwd).join(MODULES);
        // What a file holds, nobody has seen.
        let put = package.map_or(modules.clone(), |package| modules.join(package));
        (!is_known).then(|| put.display().to_string())
    });
    put.collect()
}

/// A folder or a file of this machine, as managers of Node.js take it for one.
fn local(word: &str) -> Option<&str> {
    let marked = ["file:", "link:", "portal:"].iter().find_map(|mark| {
        let at = word.find(mark)?;
        word.get(at + mark.len()..).map(|path| path.strip_prefix("//").unwrap_or(path))
    });
    let is_path =
        ["./", "../", "/", "~/"].iter().any(|start| word.starts_with(start)) || matches!(word, "." | "..");
    let is_archive = !word.contains("://") && [".tgz", ".tar.gz"].iter().any(|end| word.ends_with(end));
    marked.or_else(|| (is_path || is_archive).then_some(word))
}

fn is_of_python(name: &str, rest: &[&str]) -> bool {
    let is_pip = matches!(name.rsplit('/').next(), Some("pip" | "pip3" | "pipx"));
    let is_uv = name == "uv" && rest.iter().any(|word| matches!(*word, "pip" | "tool" | "sync" | "add"));
    (is_pip || is_uv) && rest.iter().any(|word| matches!(*word, "install" | "sync" | "add" | "upgrade"))
}

/// Whether packages are looked for on this machine.
fn taken_from_here(rest: &[&str]) -> bool {
    let is_here = |place: &str| {
        let host = place.split_once("://").filter(|(scheme, _)| *scheme != "file").map(|(_, rest)| rest);
        host.is_none_or(|host| {
            ["localhost", "127.", "0.0.0.0", "[::1]"].iter().any(|own| host.starts_with(own))
        })
    };
    OF_PYTHON.iter().filter_map(|name| option(name, rest)).any(is_here)
}

/// The programs of a crate that lies here.
fn by_cargo(rest: &[&str], cwd: &str, run: &Run<'_>) -> Vec<String> {
    let own = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let home = own("CARGO_HOME").or_else(|| Some(run.home?.join(".cargo")));
    let folder = option("--path", rest).filter(|_| rest.contains(&"install"));
    let (Some(home), Some(folder)) = (home, folder) else { return Vec::new() };
    let manifest = Path::new(&normalise(folder, cwd)).join("Cargo.toml");
    if is_committed(&manifest) {
        return Vec::new();
    }
    // Whatever has a name there may be a program.
    let text = std::fs::read_to_string(manifest).unwrap_or_default();
    let names = text.lines().filter_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "name").then(|| value.trim().trim_matches(['"', '\'']))
    });
    names.map(|name| home.join("bin").join(name).display().to_string()).collect()
}

/// The value of an option, in the same word or the next.
fn option<'w>(name: &str, words: &[&'w str]) -> Option<&'w str> {
    words.iter().enumerate().find_map(|(at, word)| match word.split_once('=') {
        Some((own, value)) if own == name => Some(value),
        _ if *word == name => words.get(at + 1).copied(),
        _ => None,
    })
}

/// The programs of packages that lie here.
fn by_go(rest: &[&str], run: &Run<'_>) -> Vec<String> {
    if rest.first() != Some(&"install") {
        return Vec::new();
    }
    let own = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let below = own("GOPATH").or_else(|| Some(run.home?.join("go"))).map(|path| path.join("bin"));
    let Some(programs) = own("GOBIN").or(below) else { return Vec::new() };
    let names = rest.iter().filter(|word| word.starts_with('.')).filter_map(|word| word.rsplit('/').next());
    names.map(|name| programs.join(name).display().to_string()).collect()
}

/// Whether what was written or installed there has a bearing on a run: packages of one kind of project have none on others, nor
/// has a package that a runner does not load.
pub(super) fn concerns(wrote: &Wrote, packages: &Path, run: &Run<'_>) -> bool {
    let is_node = packages.ends_with(MODULES);
    let is_vendor = packages.ends_with("vendor");
    let own: &[Kind] = match () {
        () if is_node => &[Kind::JavaScript],
        () if is_vendor => &[Kind::Php, Kind::Ruby, Kind::Go],
        () => &[Kind::Python],
    };
    if Kind::of_runner(run.program()).is_some_and(|kind| !own.contains(&kind)) {
        return false;
    }
    // Node looks around the file that loads a package.
    let is_around = || packages.parent().is_some_and(|above| run.cwd.starts_with(above));
    if is_node && !run.roots.iter().any(|root| packages.starts_with(root)) && !is_around() {
        return false;
    }
    // Some commit what others have written, which everybody sees then.
    if is_vendor && !is_ignored(Path::new(&wrote.path)) {
        return false;
    }
    let package =
        Path::new(&wrote.path).strip_prefix(packages).ok().and_then(Path::to_str).unwrap_or_default();
    !wrote.installed || !is_node || package.is_empty() || node::loads(run, package)
}

/// Whether a command only makes an environment of Python, and puts nothing into one that is there.
pub(super) fn makes_an_environment(command: &Command) -> bool {
    let words: Vec<&str> = command.words.iter().filter_map(Value::known).collect();
    matches!(words.as_slice(), ["venv" | "virtualenv", ..] | ["uv", "venv", ..])
}
