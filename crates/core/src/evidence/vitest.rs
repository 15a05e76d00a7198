//! The projects that vitest was told to run, of those that its settings declare: `vitest run --project web --project api`.

use super::covered::{Files, join};

/// Files of settings that declare projects, the first that is there.
const SETTINGS: &[&str] = &["vitest.workspace.", "vitest.config.", "vite.config."];

/// How they end.
const ENDINGS: &[&str] = &["ts", "mts", "cts", "js", "mjs", "cjs", "json"];

/// Whether projects that are named, from a directory on, are all that there are. Where the settings do not say what they are
/// called, nobody can tell.
pub(super) fn are_all(named: &[String], at: &str, files: &Files) -> bool {
    // One that is left out is missing, whatever else is named.
    if named.iter().any(|name| name.starts_with('!')) {
        return false;
    }
    let is_named = |own: &String| named.iter().any(|name| fast_glob::glob_match(name, own));
    declared(at, files).is_some_and(|own| !own.is_empty() && own.iter().all(is_named))
}

/// The names of the projects that are declared in a directory.
fn declared(at: &str, files: &Files) -> Option<Vec<String>> {
    let text = settings(at, files)?;
    let list = match text.split_once("projects:").or_else(|| text.split_once("workspace:")) {
        Some((_, behind)) => behind,
        // A file of its own is the list.
        None => text.split_once("defineWorkspace(").or_else(|| text.split_once("export default"))?.1,
    };
    let list = list.trim_start().strip_prefix('[')?;
    let mut names = Vec::new();
    for element in elements(list)? {
        let element = element.trim();
        match element.strip_prefix(['"', '\'', '`']) {
            Some(path) => names.extend(of_path(path.trim_end_matches(['"', '\'', '`']), at, files)?),
            None if element.starts_with('{') => names.push(name_in(element)?),
            None => return None,
        }
    }
    Some(names)
}

fn settings(at: &str, files: &Files) -> Option<String> {
    let names = SETTINGS.iter().flat_map(|start| ENDINGS.iter().map(move |end| format!("{start}{end}")));
    let text = names.into_iter().find_map(|name| files.text_in(at, &name))?;
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    Some(text.lines().filter(is_code).collect::<Vec<_>>().join("\n"))
}

/// The elements of a list, up to its end.
fn elements(list: &str) -> Option<Vec<&str>> {
    let (mut found, mut depth, mut start, mut quote) = (Vec::new(), 0_usize, 0, None);
    for (at, letter) in list.char_indices() {
        match (quote, letter) {
            (Some(own), letter) => quote = Some(own).filter(|own| *own != letter),
            (None, '"' | '\'' | '`') => quote = Some(letter),
            (None, '{' | '[' | '(') => depth += 1,
            (None, ']') if depth == 0 => {
                found.push(list.get(start..at)?);
                found.retain(|element| !element.trim().is_empty());
                return Some(found);
            }
            (None, '}' | ']' | ')') => depth = depth.checked_sub(1)?,
            (None, ',') if depth == 0 => {
                found.push(list.get(start..at)?);
                start = at + 1;
            }
            (None, _) => {}
        }
    }
    None
}

/// `name: 'web'`, or `name: { label: 'web' }`
fn name_in(text: &str) -> Option<String> {
    let (_, behind) = text.split_once("name:").or_else(|| text.split_once("\"name\":"))?;
    let behind = behind.trim_start();
    let behind = match behind.strip_prefix('{') {
        Some(inner) => inner.split_once("label:")?.1.trim_start(),
        None => behind,
    };
    let quote = behind.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
    let name = behind.get(1..)?.split(quote).next()?;
    Some(name.to_owned())
}

/// The names of the projects in directories, or of settings by their file: what these call themselves, or else their package.
fn of_path(path: &str, at: &str, files: &Files) -> Option<Vec<String>> {
    let glob = join(at, path.strip_prefix("./").unwrap_or(path).trim_end_matches('/'));
    if path.starts_with('!') {
        return None;
    }
    let fits = |place: &&str| fast_glob::glob_match(&glob, place);
    // A directory without a manifest is a project as well, by a name that its settings or nobody says.
    let parents = files.names().filter_map(|name| name.rsplit_once('/')).map(|(place, _)| place);
    if parents.filter(fits).any(|place| files.text_in(place, "package.json").is_none()) {
        return None;
    }
    let manifests = files.places_of("package.json").filter(fits);
    let names = manifests.map(|place| {
        let own = settings(place, files).and_then(|text| name_in(&text));
        own.or_else(|| name_in(&files.text_in(place, "package.json")?))
    });
    names.collect::<Option<Vec<String>>>().filter(|names| !names.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(told: &[&str], tree: &[(&str, &str)]) -> bool {
        let names: Vec<String> = tree.iter().map(|(name, _)| (*name).to_owned()).collect();
        let text = |name: &str| Some(tree.iter().find(|(own, _)| *own == name)?.1.to_owned());
        let told: Vec<String> = told.iter().map(|name| (*name).to_owned()).collect();
        are_all(&told, "", &Files { names: &names, text: &text })
    }

    #[test]
    fn all_projects_are_those_that_the_settings_declare() {
        let inline = [(
            "vitest.config.ts",
            "export default defineConfig({ test: { projects: [\n // { test: { name: 'old' } },\n { extends: true, test: { name: 'unit', \
             include: ['a,b'] } },\n { test: { name: { label: 'dom', color: 'red' } } },\n] } })",
        )];
        assert!(all(&["unit", "dom"], &inline));
        assert!(all(&["*"], &inline));
        for named in [&["unit"][..], &["unit", "other"], &["!unit"], &["*", "!unit"]] {
            assert!(!all(named, &inline), "{named:?}");
        }
        let packages = [
            ("vitest.workspace.ts", "export default defineWorkspace(['packages/*'])"),
            ("packages/a/package.json", r#"{"name": "@x/a"}"#),
            ("packages/b/package.json", r#"{"name": "b"}"#),
            ("packages/b/vitest.config.ts", "export default { test: { name: 'bee' } }"),
        ];
        assert!(all(&["@x/a", "bee"], &packages));
        assert!(!all(&["@x/a", "b"], &packages));
        // One without a manifest is one, too.
        let more = [packages.as_slice(), &[("packages/c/c.test.ts", "")]].concat();
        assert!(!all(&["@x/a", "bee"], &more));
        for unknown in [
            "export default { test: {} }",
            "{ projects: own() }",
            "{ projects: [{ test: {} }] }",
            "{ projects: ['x'] }",
        ] {
            assert!(!all(&["*"], &[("vitest.config.ts", unknown)]), "{unknown}");
        }
    }
}
