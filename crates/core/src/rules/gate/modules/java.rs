//! Classes of Java, Kotlin and Scala: their packages are directories below those of the sources.

use super::{Modules, around};

/// Directories of sources, by their last name.
const SOURCES: &[&str] = &["java", "kotlin", "scala"];
const ENDINGS: &[&str] = &["java", "kt", "scala"];

/// The file of a class, or the directory of a package: of everything in one, or of something that a file of another name
/// holds.
pub(super) fn paths(all: &Modules, from: &str, name: &str) -> Vec<String> {
    let names: Vec<&str> = name.trim_end_matches(['*', '_', '.']).split('.').collect();
    let Some(first) = names.first().filter(|first| !first.is_empty()) else { return Vec::new() };
    let bases = bases(all, from);
    let roots = bases.iter().filter(|root| all.is_directory(&format!("{root}/{first}")));
    let found = roots.filter_map(|root| {
        // What lies in a class belongs to it; a package of one name alone is most often shared by everybody (`com`, `org`).
        (2..=names.len()).rev().find_map(|count| {
            let path = format!("{root}/{}", names.get(..count)?.join("/"));
            let file = ENDINGS.iter().map(|ending| format!("{path}.{ending}")).find(|file| all.is_file(file));
            // `com/acme` says nothing of `com.acme.db.Conn`, which may be somebody else's.
            let is_package = || count + 1 >= names.len() && all.is_directory(&path);
            match file {
                Some(file) => Some((count, vec![file, path])),
                None => is_package().then(|| (count, vec![path])),
            }
        })
    });
    let found: Vec<(usize, Vec<String>)> = found.collect();
    // A package may lie in several places; the class lies where most of its name does.
    let most = found.iter().map(|(count, _)| *count).max();
    found.into_iter().filter(|(count, _)| Some(*count) == most).flat_map(|(_, paths)| paths).collect()
}

/// The directories in which packages may begin: those around a file, and the sources of projects below these.
fn bases(all: &Modules, from: &str) -> std::rc::Rc<[String]> {
    all.bases(from, || {
        let own = around(all.case, from).map(str::to_owned);
        let of_projects = around(all.case, from).flat_map(|directory| {
            let globs = ["src/*/*", "*/src/*/*", "*/*/src/*/*", "src"];
            globs.into_iter().flat_map(move |glob| {
                let is_source = move |path: &String| {
                    let last = path.rsplit('/').next().unwrap_or_default();
                    glob == "src" || SOURCES.contains(&last)
                };
                all.case.world.expand(&format!("{directory}/{glob}")).into_iter().filter(is_source)
            })
        });
        let mut found: Vec<String> = own.chain(of_projects).collect();
        found.sort_unstable();
        found.dedup();
        found
    })
}
