//! The projects of a build of Gradle, as its settings name them.

use super::{first_text, without};
use crate::evidence::covered::{Files, is_in, upwards};
use crate::evidence::crates::resolved;

/// The directories of the projects that a run is of which begins in one: its own, and those below of the same build. `None` if
/// the settings compute which projects there are.
pub(super) fn projects(at: &str, files: &Files) -> Option<Vec<String>> {
    let mut found = vec![at.to_owned()];
    let settings = upwards(at)
        .find_map(|root| Some((root, first_text(&["settings.gradle.kts", "settings.gradle"], root, files)?)));
    let Some((root, settings)) = settings else { return Some(found) };
    let settings = uncommented(&settings);
    let moved = moved(&settings)?;
    for project in included(&settings)? {
        let elsewhere = moved.iter().find(|(own, _)| *own == project).map(|(_, path)| path.clone());
        let Some(place) = resolved(root, &elsewhere.unwrap_or_else(|| project.replace(':', "/"))) else {
            continue;
        };
        // Whoever names `a:b` has a project `a` as well.
        found.extend(upwards(&place).filter(|place| is_in(place, at) && *place != at).map(str::to_owned));
    }
    Some(found)
}

/// The projects that the settings include, without the colon in front; `None` if one is no plain text.
fn included(settings: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for (at, word) in settings.match_indices("include") {
        let before = settings.get(..at).and_then(|text| text.chars().next_back());
        let rest = settings.get(at + word.len()..).unwrap_or_default();
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
        // `includeBuild` is of another build, whose tests are not run.
        if before.is_some_and(is_part) || rest.starts_with(is_part) {
            continue;
        }
        found.extend(texts(statement(rest))?);
    }
    Some(found.iter().map(|name| name.trim_start_matches(':').to_owned()).collect())
}

/// What belongs to a call: all up to its bracket, or up to the end of the line that goes on with no comma.
fn statement(rest: &str) -> &str {
    let rest = rest.trim_start_matches(' ');
    if rest.starts_with('(') {
        return rest.split_inclusive(')').next().unwrap_or(rest);
    }
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with(',') {
            break;
        }
    }
    rest.get(..end).unwrap_or(rest)
}

/// The plain texts of a list; `None` if there is anything else.
fn texts(list: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for (index, part) in list.split(['"', '\'']).enumerate() {
        if index % 2 == 1 {
            if part.contains('$') {
                return None;
            }
            found.push(part.to_owned());
        } else if part.contains(|letter: char| letter.is_alphanumeric()) {
            return None;
        }
    }
    Some(found)
}

/// The projects of which the settings say where they lie: `project(":a").projectDir = file("libs/a")`.
fn moved(settings: &str) -> Option<Vec<(String, String)>> {
    let lines = settings.lines().filter(|line| line.contains("projectDir"));
    let each = lines.map(|line| {
        let texts: Vec<&str> = line.split(['"', '\'']).skip(1).step_by(2).collect();
        let [project, path] = texts.as_slice() else { return None };
        Some((project.trim_start_matches(':').to_owned(), (*path).to_owned()))
    });
    each.collect()
}

fn uncommented(text: &str) -> String {
    let text = without(text, "/*", "*/");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}
