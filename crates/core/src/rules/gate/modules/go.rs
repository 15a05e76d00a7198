//! Packages of Go: directories of a module, by the path that its `go.mod` gives it.

use hookward_effects::normalise;

use super::{Modules, Prefix, around};

/// The directory of a package, if its module lies in the workspace.
pub(super) fn paths(all: &Modules, from: &str, module: &str) -> Vec<String> {
    let found = all.behind_prefix(from, module, '/', || known(all, from));
    found.into_iter().map(|(directory, inner)| normalise(&inner, &directory)).collect()
}

/// The modules that files around a file name: its own, what takes the place of others, and those of the same `go.work`.
fn known(all: &Modules, from: &str) -> Vec<Prefix> {
    let mut found = Vec::new();
    for directory in around(all.case, from) {
        found.extend(of(all, directory));
        let Some(work) = all.case.world.text(&format!("{directory}/go.work")) else { continue };
        found.extend(replaced(&work, directory));
        for used in directives(&work, "use") {
            found.extend(of(all, &normalise(used.trim_matches('"'), directory)));
        }
    }
    found
}

fn of(all: &Modules, directory: &str) -> Vec<Prefix> {
    let Some(text) = all.case.world.text(&format!("{directory}/go.mod")) else { return Vec::new() };
    let own = directives(&text, "module").into_iter().next();
    let own =
        own.map(|path| Prefix { name: path.trim_matches('"').to_owned(), directory: directory.to_owned() });
    own.into_iter().chain(replaced(&text, directory)).collect()
}

/// `replace example.com/a v1.0.0 => ../a`.
fn replaced(text: &str, directory: &str) -> Vec<Prefix> {
    let all = directives(text, "replace").into_iter().filter_map(|line| {
        let (module, path) = line.split_once("=>")?;
        let path = path.trim().trim_matches('"');
        let module = module.split_whitespace().next()?.trim_matches('"');
        let directory = path.starts_with('.').then(|| normalise(path, directory))?;
        Some(Prefix { name: module.to_owned(), directory })
    });
    all.collect()
}

/// What stands behind a word that begins a line, or in the brackets behind it.
fn directives<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let mut found = Vec::new();
    let mut in_brackets = false;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        if in_brackets {
            in_brackets = line != ")";
            found.extend(Some(line).filter(|line| in_brackets && !line.is_empty()));
            continue;
        }
        let Some(rest) = line.strip_prefix(word).filter(|rest| rest.starts_with([' ', '\t', '('])) else {
            continue;
        };
        match rest.trim() {
            "(" => in_brackets = true,
            rest => found.push(rest),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_stand_in_lines_and_in_brackets() {
        let text = "module example.com/a // ours\n\ngo 1.24\n\nreplace (\n\t// a note\n\tb => ../b\n\tc v1 => ../c\n)\nreplace d => ../d\n";
        assert_eq!(directives(text, "module"), ["example.com/a"]);
        assert_eq!(directives(text, "replace"), ["b => ../b", "c v1 => ../c", "d => ../d"]);
        let replaced = replaced(text, "/w/a");
        let replaced: Vec<(&str, &str)> =
            replaced.iter().map(|one| (one.name.as_str(), one.directory.as_str())).collect();
        assert_eq!(replaced, [("b", "/w/b"), ("c", "/w/c"), ("d", "/w/d")]);
    }
}
