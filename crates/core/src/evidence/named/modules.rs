//! Crates, modules of Go, and projects of the JVM and of .NET, which are tested without those that lie in their directories.

use super::{Depth, Named, Path, taken, without};
use crate::evidence::options::{Read, read};
use crate::evidence::runners::first_word;

type Found<'w> = Option<(Vec<&'w str>, Named)>;

fn at(path: &str, depth: Depth) -> Path {
    let path = path.strip_prefix("./").unwrap_or(path).trim_end_matches('/');
    Path { path: if path.is_empty() { "." } else { path }.to_owned(), depth }
}

/// `cargo test -p a -p b`, `cargo test --workspace --exclude x`. Told nothing, it takes what the manifest says.
pub(super) fn crates<'w>(rest: &[&'w str]) -> (Vec<&'w str>, Named) {
    // `-pa` is `-p a`.
    let end = rest.iter().position(|word| *word == "--").unwrap_or(rest.len());
    let glued = |(at, word): (usize, &&'w str)| match word
        .strip_prefix("-p")
        .filter(|name| at < end && !name.is_empty())
    {
        Some(name) => vec!["-p", name.trim_start_matches('=')],
        None => vec![*word],
    };
    let rest: Vec<&str> = rest.iter().enumerate().flat_map(glued).collect();
    let (left, of) = taken(&rest, &["-p", "--package"]);
    let (left, but) = taken(&left, &["--exclude"]);
    // What has tests is among these, whichever others are named besides.
    let has_all = left.iter().any(|word| matches!(*word, "--tests" | "--all-targets"));
    let (left, _) = if has_all { without(&left, &["--lib", "--bins", "--examples"]) } else { (left, false) };
    let is_of_all = left.iter().any(|word| matches!(*word, "--workspace" | "--all"));
    // `a@1.0.0` is one of several with that name.
    let bare = |name: &str| name.split('@').next().unwrap_or(name).to_owned();
    let own = |names: Vec<&str>| names.into_iter().map(bare).collect();
    let of = match of.is_empty() {
        true if is_of_all => vec!["*".to_owned()],
        true => Vec::new(),
        false => own(of),
    };
    (left, Named::Crates { of, but: own(but) })
}

/// `go test ./a/... ./b`, and `go test` in a directory.
pub(super) fn of_go<'w>(name: &str, rest: &[&'w str]) -> Found<'w> {
    let from = if name == "gotestsum" { rest.iter().position(|word| *word == "--")? } else { 0 };
    // What stands behind this word is for the tests.
    let end = rest.iter().position(|word| *word == "-args").unwrap_or(rest.len());
    // In the directory, or by its whole name: `example.com/shop/...`.
    let is_path = |word: &str| {
        let site = word.split_once('/').map_or("", |(site, _)| site);
        word == "." || site.contains('.') || word.ends_with("/...")
    };
    let words = read(name, rest, rest.len()).into_iter().filter_map(|(at, read)| match read {
        Read::Word(word) if (from..end).contains(&at) && is_path(word) => Some(at),
        _ => None,
    });
    let places: Vec<usize> = words.collect();
    let named: Vec<&str> = places.iter().filter_map(|at| rest.get(*at)).copied().collect();
    // Without any, it is the package in the directory; other words of it build, or check something else.
    let is_test =
        name == "gotestsum" || first_word(name, rest).is_some_and(|at| rest.get(at) == Some(&"test"));
    if named.contains(&"./...") || (named.is_empty() && !is_test) {
        return None;
    }
    let named = if named.is_empty() { vec!["."] } else { named };
    let path = |word: &&str| match word.strip_suffix("/...") {
        Some(directory) => Path { path: directory.to_owned(), depth: Depth::All },
        None => Path { path: word.trim_end_matches('/').to_owned(), depth: Depth::One },
    };
    let paths = named.iter().map(path).collect();
    let left = rest.iter().enumerate().filter(|(at, _)| !places.contains(at)).map(|(_, word)| *word);
    let mut left: Vec<&str> = left.collect();
    left.push("./...");
    Some((left, Named::Modules(paths)))
}

/// `./gradlew :core:test web:check`
pub(super) fn of_gradle<'w>(rest: &[&'w str]) -> Found<'w> {
    const TESTS: &[&str] = &["test", "check", "build", "testDebugUnitTest"];
    let (mut left, mut paths) = (Vec::new(), Vec::new());
    for word in rest {
        match word.rsplit_once(':') {
            Some((project, task)) if !word.starts_with('-') => {
                if TESTS.contains(&task) {
                    // The root alone, without its projects.
                    let is_root = project.trim_start_matches(':').is_empty();
                    let depth = if is_root { Depth::One } else { Depth::All };
                    paths.push(Path { path: project.to_owned(), depth });
                }
                left.push(task);
            }
            Some(_) | None => left.push(*word),
        }
    }
    // A task without a project is one of all of them.
    let is_of_all = rest.iter().any(|word| TESTS.contains(word));
    (!paths.is_empty() && !is_of_all).then_some((left, Named::Modules(paths)))
}

/// `mvn -pl core,web -am test`
pub(super) fn of_maven<'w>(rest: &[&'w str]) -> Found<'w> {
    let (left, of) = taken(rest, &["-pl", "--projects"]);
    let (left, _) = without(&left, &["-am", "--also-make", "-amd", "--also-make-dependents"]);
    let of: Vec<&str> = of.into_iter().flat_map(|value| value.split(',')).collect();
    if of.is_empty() || of.iter().any(|name| name.starts_with(['!', '-', '+', '?'])) {
        return None;
    }
    let artefact = |name: &&str| name.split_once(':').map(|(_, artefact)| artefact.to_owned());
    let artefacts: Vec<String> = of.iter().filter_map(artefact).collect();
    let named = match artefacts.len() {
        0 => Named::Modules(of.iter().map(|directory| at(directory, Depth::All)).collect()),
        all if all == of.len() => Named::Artefacts(artefacts),
        _ => return None,
    };
    Some((left, named))
}

/// `dotnet test tests/App.Tests/App.Tests.csproj`, `dotnet test --project tests/App.Tests`
pub(super) fn of_dotnet<'w>(rest: &[&'w str]) -> Found<'w> {
    let (rest, projects) = taken(rest, &["--project"]);
    let (word, options) = match (rest.as_slice(), projects.as_slice()) {
        (["test", options @ ..], [project]) => (*project, options),
        (["test", word, options @ ..], []) => (*word, options),
        _ => return None,
    };
    let is_project = [".csproj", ".fsproj", ".vbproj"].iter().any(|end| word.ends_with(end));
    let is_solution = [".sln", ".slnx", ".slnf", ".dll"].iter().any(|end| word.ends_with(end));
    if word.starts_with(['-', '/']) || word.is_empty() || is_solution {
        return None;
    }
    let depth = if is_project { Depth::One } else { Depth::All };
    let left = std::iter::once("test").chain(options.iter().copied()).collect();
    Some((left, Named::Modules(vec![at(word, depth)])))
}
