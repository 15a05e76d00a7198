//! Modules of Python.

use hookward_effects::normalise;

use super::{Modules, Place, around, directory, longest};

/// The files that a module may be.
fn files(base: &str, names: &[&str]) -> Vec<String> {
    match names {
        [] => vec![format!("{base}/__init__.py")],
        names => {
            let path = format!("{base}/{}", names.join("/"));
            vec![format!("{path}.py"), format!("{path}/__init__.py")]
        }
    }
}

pub(super) fn place(all: &Modules, from: &str, module: &str) -> Option<Place> {
    let plain = module.trim_start_matches('.');
    let names: Vec<&str> = plain.split('.').filter(|name| !name.is_empty()).collect();
    let up = module.len() - plain.len();
    if up > 0 {
        let base = normalise(&"../".repeat(up - 1), directory(from));
        return longest(all, &names, ".", |names| files(&base, names));
    }
    // Only what begins with a name of the workspace is in it.
    let of = |base: &String| {
        let files = |names: &[&str]| if names.is_empty() { Vec::new() } else { files(base, names) };
        longest(all, &names, ".", files)
    };
    bases(all, from).iter().find_map(of)
}

/// What a whole name stands for: a file, or a directory that needs none to be a package.
pub(super) fn paths(all: &Modules, from: &str, module: &str) -> Vec<String> {
    let below = module.trim_end_matches(".*").replace('.', "/");
    let known = bases(all, from);
    let mut directories = known.iter().map(|base| format!("{base}/{below}"));
    let found = place(all, from, module);
    // What a file has no name for may be a directory beside it.
    let is_whole = found.as_ref().is_some_and(|place| place.name.is_none());
    let directory = if is_whole { None } else { directories.find(|path| all.is_directory(path)) };
    match (found, directory) {
        (_, Some(directory)) => vec![directory],
        (Some(place), None) => {
            let stem = python_module(&place.file).to_owned();
            vec![place.file, stem]
        }
        (None, None) => Vec::new(),
    }
}

/// The directories in which names may begin: the usual ones, those around a file, and those of other packages that a manifest
/// around it names.
fn bases(all: &Modules, from: &str) -> std::rc::Rc<[String]> {
    all.bases(from, || {
        let root = all.case.ground.root_of(from);
        let usual = root.map(|root| [root.to_owned(), format!("{root}/src"), format!("{root}/lib")]);
        // What lies in a package is not found by its name alone.
        let is_no_package = |directory: &&str| !all.is_file(&format!("{directory}/__init__.py"));
        let beside = around(all.case, from).filter(is_no_package);
        let beside = beside.flat_map(|directory| [directory.to_owned(), format!("{directory}/src")]);
        let named = around(all.case, from).flat_map(|directory| named(all, directory));
        let named = named.flat_map(|directory| [format!("{directory}/src"), directory]);
        usual.into_iter().flatten().chain(beside).chain(named).collect()
    })
}

/// The directories that a manifest names: where its packages lie (setuptools), members of the same workspace (uv), and what
/// it needs by a path (uv, Poetry).
fn named(all: &Modules, directory: &str) -> Vec<String> {
    let Some(manifest) = all.toml(format!("{directory}/pyproject.toml")) else { return Vec::new() };
    let tool = |path: &[&str]| {
        let start = manifest.get("tool");
        path.iter().try_fold(start?, |table, key| table.get(key))
    };
    let texts = |list: Option<&toml::Value>| -> Vec<String> {
        let list = list.and_then(toml::Value::as_array).into_iter().flatten();
        list.filter_map(toml::Value::as_str).map(str::to_owned).collect()
    };
    let mut found: Vec<String> = texts(tool(&["setuptools", "packages", "find", "where"]));
    for key in [&["uv", "sources"][..], &["poetry", "dependencies"]] {
        let entries = tool(key).and_then(toml::Value::as_table).into_iter().flatten();
        found.extend(entries.filter_map(|(_, entry)| Some(entry.get("path")?.as_str()?.to_owned())));
    }
    let members = texts(tool(&["uv", "workspace", "members"]));
    let members = members.iter().flat_map(|glob| {
        let glob = glob.trim_start_matches("./").trim_end_matches('/');
        let found = all.case.world.expand(&format!("{directory}/{glob}/pyproject.toml"));
        found.into_iter().filter_map(|path| Some(path.strip_suffix("/pyproject.toml")?.to_owned()))
    });
    let found = found.iter().map(|path| normalise(path, directory));
    found.chain(members).collect()
}

/// The path of a module by its file, without what a package is called by itself: `app/db`.
pub(in crate::rules::gate) fn python_module(file: &str) -> &str {
    let path = file.strip_suffix(".py").unwrap_or(file);
    path.strip_suffix("/__init__").unwrap_or(path)
}

/// Where the outermost package around a path lies.
pub(in crate::rules::gate) fn python_root<'p>(all: &Modules, path: &'p str) -> &'p str {
    let mut root = directory(path);
    while all.is_file(&format!("{root}/__init__.py")) {
        root = directory(root);
    }
    root
}
