//! The projects of a build of Gradle, as its settings name them.

use super::{first_text, without};
use crate::evidence::covered::{Files, is_in, join, upwards};
use crate::evidence::crates::resolved;

const SETTINGS: &[&str] = &["settings.gradle.kts", "settings.gradle"];

/// The directories of the projects that a run is of which begins in one: its own, and those below of the same build.
pub(super) fn projects(at: &str, files: &Files) -> Vec<String> {
    let mut found = vec![at.to_owned()];
    let Some(root) = root_of(at, files) else { return found };
    let settings = uncommented(&first_text(SETTINGS, root, files).unwrap_or_default());
    let (Some(moved), Some(included)) = (moved(&settings), included(&settings)) else {
        found.extend(
            computed(root, &settings, files)
                .filter(|place| is_in(place, at) && *place != at)
                .map(str::to_owned),
        );
        return found;
    };
    for project in included {
        let elsewhere = moved.iter().find(|(own, _)| *own == project).map(|(_, path)| path.clone());
        let Some(place) = resolved(root, &elsewhere.unwrap_or_else(|| project.replace(':', "/"))) else {
            continue;
        };
        // Whoever names `a:b` has a project `a` as well.
        found.extend(upwards(&place).filter(|place| is_in(place, at) && *place != at).map(str::to_owned));
    }
    found
}

/// Whether the settings of a build include no projects, as far as they say it in plain texts.
pub(in crate::evidence) fn has_no_projects(at: &str, files: &Files) -> bool {
    let root = root_of(at, files).unwrap_or(at);
    let settings = first_text(SETTINGS, root, files).map(|text| uncommented(&text)).unwrap_or_default();
    !settings.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "include")
}

/// The directory of the settings of a build, from a project up. What builds the build is one by itself, and needs none.
fn root_of<'p>(at: &'p str, files: &Files) -> Option<&'p str> {
    let is_root = |place: &&str| {
        SETTINGS.iter().any(|file| files.has(&join(place, file)))
            || place.rsplit('/').next() == Some("buildSrc")
    };
    upwards(at).find(is_root)
}

/// Where there may be projects, if the settings compute which: wherever one lies that is of no other build.
fn computed<'f>(root: &'f str, settings: &'f str, files: &'f Files) -> impl Iterator<Item = &'f str> {
    let places = ["build.gradle.kts", "build.gradle"].into_iter().flat_map(|name| files.places_of(name));
    places.filter(move |place| {
        let mut around = upwards(place).take_while(|around| *around != root);
        !around.any(|around| {
            let name = around.rsplit('/').next().unwrap_or(around);
            let is_other = SETTINGS.iter().any(|file| files.has(&join(around, file)));
            is_other
                || name == "buildSrc"
                || settings.contains(&format!("includeBuild(\"{around}\")"))
                || settings.contains(&format!("includeBuild '{around}'"))
        })
    })
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
        let named = texts(statement(rest))?;
        if !is_perhaps(settings.get(..at)?) {
            found.extend(named);
        }
    }
    Some(found.iter().map(|name| name.trim_start_matches(':').to_owned()).collect())
}

/// Whether what stands behind a text runs on a condition only: in the same line, or in a block that begins so.
fn is_perhaps(before: &str) -> bool {
    let asks = |line: &str| {
        let mut words = line.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| matches!(word, "if" | "else" | "when" | "switch" | "case" | "while"))
    };
    let mut open = 0_usize;
    let mut rest = before;
    if asks(before.rsplit('\n').next().unwrap_or(before)) {
        return true;
    }
    while let Some(at) = rest.rfind(['{', '}']) {
        let (front, bracket) = rest.split_at(at);
        match (bracket.starts_with('}'), open) {
            (true, _) => open += 1,
            (false, 0) if asks(front.rsplit('\n').next().unwrap_or(front)) => return true,
            (false, _) => open = open.saturating_sub(1),
        }
        rest = front;
    }
    false
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

/// How the directory of the settings is written in front of a path.
const ROOTS: &[&str] = &["$rootDir/", "${rootDir}/", "$settingsDir/", "${settingsDir}/"];

/// The directory, from the one in which a run begins, of a project as Gradle names it: from the root of the build, if it begins with
/// a colon. `None` if the settings compute it, or it lies elsewhere.
pub(in crate::evidence) fn place_of(project: &str, at: &str, files: &Files) -> Option<String> {
    let root = root_of(at, files).unwrap_or(at);
    let settings = first_text(SETTINGS, root, files).map(|text| uncommented(&text)).unwrap_or_default();
    let own = if root.is_empty() { at } else { at.strip_prefix(root)?.trim_start_matches('/') };
    let is_of_root = project.is_empty() || project.starts_with(':');
    let path = if is_of_root { project.replace(':', "/") } else { join(own, &project.replace(':', "/")) };
    let path = path.trim_start_matches('/');
    let name = path.replace('/', ":");
    let moved = moved(&settings)?.into_iter().find(|(own, _)| *own == name).map(|(_, path)| path);
    let place = resolved(root, moved.as_deref().unwrap_or(path))?;
    let below = if at.is_empty() { Some(place.as_str()) } else { place.strip_prefix(at) }?;
    let below = if at.is_empty() || below.is_empty() { below } else { below.strip_prefix('/')? };
    Some(if below.is_empty() { ".".to_owned() } else { below.to_owned() })
}

/// The projects of which the settings say where they lie: `project(":a").projectDir = file("libs/a")`.
fn moved(settings: &str) -> Option<Vec<(String, String)>> {
    let lines = settings.lines().filter(|line| line.contains("projectDir"));
    let each = lines.map(|line| {
        let texts: Vec<&str> = line.split(['"', '\'']).skip(1).step_by(2).collect();
        let [project, path] = texts.as_slice() else { return None };
        let path = ROOTS.iter().find_map(|root| path.strip_prefix(root)).unwrap_or(path);
        (!path.contains('$')).then(|| (project.trim_start_matches(':').to_owned(), path.to_owned()))
    });
    each.collect()
}

fn uncommented(text: &str) -> String {
    // A text of several lines may look like anything.
    let text: String = without(text, "/*", "*/").split("\"\"\"").step_by(2).collect();
    let lines = text.lines().map(|line| {
        // Inside of a text they are a part of an address.
        let is_outside =
            |at: &usize| line.get(..*at).is_some_and(|before| before.matches(['"', '\'']).count() % 2 == 0);
        let end = line.match_indices("//").map(|(at, _)| at).find(is_outside);
        end.and_then(|end| line.get(..end)).unwrap_or(line)
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}
