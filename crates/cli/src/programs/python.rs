//! Packages of Python: those that were installed from a folder or a file of this machine say so (PEP 610), and which files they
//! have put where.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::origins::{Run, is_committed_with};

/// Modules that a runner loads, or that Python loads by itself.
const LOADED: &[&str] = &["_pytest", "pluggy", "unittest", "sitecustomize", "usercustomize"];

/// The group of plugins that pytest loads by itself.
const PLUGINS: &str = "pytest11";

/// Where a package came from, if it is from no index.
#[derive(Deserialize)]
struct Origin {
    url: String,
}

/// A package that is, or changes, a runner, and that was installed from a place of this machine which no commit describes.
pub(super) fn installed(run: &Run<'_>) -> Option<(String, PathBuf)> {
    site_directories(run).iter().find_map(|site| {
        let mut packages = fs::read_dir(site).ok()?.flatten();
        packages.find_map(|entry| homemade(run, site, &entry.path()))
    })
}

fn homemade(run: &Run<'_>, site: &Path, package: &Path) -> Option<(String, PathBuf)> {
    let origin: Origin = serde_json::from_slice(&fs::read(package.join("direct_url.json")).ok()?).ok()?;
    let from = PathBuf::from(origin.url.strip_prefix("file://")?);
    let word = touched(run, site, package)?;
    // A package that is only linked to finds itself by code of its build system.
    let needle = if word.contains('.') { "" } else { word.as_str() };
    let manifests = ["pyproject.toml", "setup.cfg", "setup.py"].map(|name| from.join(name));
    let is_described = manifests.iter().any(|manifest| is_committed_with(manifest, needle));
    (!is_described).then_some((word, from))
}

/// What of a runner a package is or changes.
fn touched(run: &Run<'_>, site: &Path, package: &Path) -> Option<String> {
    let module = run.name().replace('-', "_");
    let is_loaded = |name: &str| name == module || LOADED.contains(&name);
    let record = fs::read_to_string(package.join("RECORD")).unwrap_or_default();
    let files = record.lines().filter_map(|line| line.split(',').next());
    let mut words = files.filter_map(|file| match file.rsplit_once('/') {
        Some((directory, name)) if directory.ends_with("/bin") => {
            (name == run.name()).then(|| name.to_owned())
        }
        Some(_) => file.split('/').next().filter(|top| is_loaded(top)).map(str::to_owned),
        None if file.rsplit_once('.').is_some_and(|(_, ending)| ending == "pth") => {
            runs_code(&site.join(file)).then(|| file.to_owned())
        }
        None => file.strip_suffix(".py").filter(|name| is_loaded(name)).map(str::to_owned),
    });
    let points = || fs::read_to_string(package.join("entry_points.txt")).unwrap_or_default();
    words.next().or_else(|| points().contains(PLUGINS).then(|| PLUGINS.to_owned()))
}

/// Whether a file of paths runs code when Python starts. That of a package which is only linked to does no more than find it.
fn runs_code(file: &Path) -> bool {
    let is_link = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("__editable__"));
    let text = fs::read_to_string(file).unwrap_or_default();
    !is_link && text.lines().any(|line| line.starts_with("import ") || line.starts_with("import\t"))
}

/// Where packages are installed to, if nothing else is said.
pub(super) fn first_site(run: &Run<'_>) -> Option<String> {
    let kept = run.around().flat_map(|directory| [".venv", "venv"].map(|name| directory.join(name)));
    let active = std::env::var_os("VIRTUAL_ENV").map(PathBuf::from);
    let environment = active.into_iter().chain(kept).find(|directory| directory.is_dir());
    let first = environment.or_else(|| site_directories(run).into_iter().next())?;
    Some(first.display().to_string())
}

/// Where the Python that a runner belongs to looks for packages, as far as that can be known.
fn site_directories(run: &Run<'_>) -> Vec<PathBuf> {
    let kept = run.around().flat_map(|directory| [".venv", "venv"].map(|name| directory.join(name)));
    let active = std::env::var_os("VIRTUAL_ENV").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let of_program = |file: &Path| file.parent().and_then(Path::parent).map(Path::to_owned);
    let on_path = std::env::split_paths(&path).flat_map(|directory| {
        let programs = ["python3", "python", run.name()].map(|name| directory.join(name));
        let found = programs.into_iter().filter(|file| file.is_file());
        found
            .flat_map(|file| [of_program(&file), file.canonicalize().ok().and_then(|file| of_program(&file))])
    });
    let of_person = run.home.map(|home| home.join(".local"));
    let mut prefixes: Vec<PathBuf> = kept
        .chain(active)
        .chain(run.environments.iter().cloned())
        .chain(on_path.flatten())
        .chain(of_person)
        .chain([PathBuf::from("/usr/local")])
        .collect();
    prefixes.sort();
    prefixes.dedup();
    let versions =
        prefixes.iter().filter_map(|prefix| fs::read_dir(prefix.join("lib")).ok()).flatten().flatten();
    let versions = versions.filter(|entry| entry.file_name().to_string_lossy().starts_with("python"));
    versions
        .flat_map(|entry| ["site-packages", "dist-packages"].map(|name| entry.path().join(name)))
        .filter(|site| site.is_dir())
        .collect()
}
