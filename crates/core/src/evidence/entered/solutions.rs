//! The projects of a solution of .NET.

use super::{files_in, without};
use crate::evidence::covered::{Files, join};
use crate::evidence::crates::resolved;
use crate::evidence::options::{Read, read};

const PROJECTS: &[&str] = &[".csproj", ".fsproj", ".vbproj"];
const SOLUTIONS: &[&str] = &[".sln", ".slnx"];

/// Whether a file, by its name, ends as one of these.
fn is_one(name: &str, endings: &[&str]) -> bool {
    endings.iter().any(|end| name.ends_with(end))
}

/// The directories of the projects that a run is of: those of the solution that its words name, or of the one in a directory, or
/// the project there.
pub(super) fn entered(words: &[&str], at: &str, files: &Files) -> Vec<String> {
    let rest = words.get(1..).unwrap_or_default();
    // The value of an option is no word of its own.
    let named = read("dotnet", rest, rest.len()).into_iter().find_map(|(_, read)| match read {
        Read::Word(word) | Read::Valued("--solution", Some(word)) if is_one(word, SOLUTIONS) => Some(word),
        _ => None,
    });
    match named {
        Some(named) => resolved(at, named).map(|file| projects(&file, files)).unwrap_or_default(),
        None => there(at, files),
    }
}

/// The directories of the projects that a path names: one of them, or a directory.
pub(in crate::evidence) fn named(path: &str, files: &Files) -> Vec<String> {
    if is_one(path, PROJECTS) {
        return vec![path.rsplit_once('/').map_or("", |(place, _)| place).to_owned()];
    }
    there(path, files)
}

/// The directories of the projects that lie in a directory, or in the solution there. Of several, it takes none.
fn there(at: &str, files: &Files) -> Vec<String> {
    let own: Vec<&str> = files_in(at, files).filter(|name| is_one(name, SOLUTIONS)).collect();
    match own.as_slice() {
        [] if files_in(at, files).any(|name| is_one(name, PROJECTS)) => vec![at.to_owned()],
        [solution] => projects(&join(at, solution), files),
        _ => Vec::new(),
    }
}

/// The directories of the projects of a solution.
fn projects(solution: &str, files: &Files) -> Vec<String> {
    let place = solution.rsplit_once('/').map_or("", |(place, _)| place);
    let text = (files.text)(solution).unwrap_or_default();
    if solution.ends_with('x') {
        return in_xml(&without(&text, "<!--", "-->"), place);
    }
    // `Project("{kind}") = "name", "path", "{id}"`
    let own = text.lines().filter(|line| line.trim_start().starts_with("Project("));
    directories(own.filter_map(|line| line.split('"').nth(5)), place)
}

/// `<Project Path="src/App/App.csproj" />`
fn in_xml(text: &str, place: &str) -> Vec<String> {
    let tags = text.split("<Project ").skip(1);
    let paths =
        tags.filter_map(|tag| tag.split('>').next()?.split_once("Path=")?.1.split(['"', '\'']).nth(1));
    directories(paths, place)
}

fn directories<'t>(paths: impl Iterator<Item = &'t str>, place: &str) -> Vec<String> {
    let own = paths.filter(|path| is_one(path, PROJECTS)).map(|path| path.replace('\\', "/"));
    own.filter_map(|path| resolved(place, path.rsplit_once('/').map_or(".", |(up, _)| up))).collect()
}
