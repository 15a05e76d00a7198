//! Packages of Ruby: gems that were installed from a file, and those that a project takes from a folder.

use std::fs;
use std::path::{Path, PathBuf};

use hookward_core::evidence::{Doubt, Kind, Wrote};
use hookward_effects::normalise;
use hookward_io::is_tracked;

use super::is_made_after;
use super::origins::Run;

/// Where managers of versions keep Ruby, and where gems lie by themselves, below a person's home.
const AT_HOME: &[&str] = &[
    ".rbenv/versions",
    ".asdf/installs/ruby",
    ".local/share/mise/installs/ruby",
    ".rubies",
    ".rvm/gems",
    ".gem/ruby",
    ".local/share/gem/ruby",
];

/// Where the system keeps them.
const OF_THE_SYSTEM: &[&str] = &["/var/lib/gems", "/usr/lib/ruby/gems", "/usr/local/lib/ruby/gems"];

/// The files of gems that a command installs: those that git does not keep.
pub(super) fn by_gem(rest: &[&str], cwd: &str) -> Vec<String> {
    if !matches!(rest.first(), Some(&("install" | "i" | "update"))) {
        return Vec::new();
    }
    let files = rest.iter().filter(|word| is_gem(word)).map(|word| normalise(word, cwd));
    files.filter(|file| !is_tracked(Path::new(file))).collect()
}

/// Whether a path is the file of a gem.
pub(super) fn is_gem(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "gem")
}

/// Why a run tells nothing: a gem from such a file is still installed.
pub(super) fn installed(run: &Run<'_>, wrote: &Wrote) -> Option<Doubt> {
    let file = Path::new(&wrote.path);
    let is_of_ruby = Kind::of_runner(run.program()).is_none_or(|kind| kind == Kind::Ruby);
    let name = file.file_stem().filter(|_| is_of_ruby && wrote.installed && is_gem(&wrote.path))?;
    let is_there = |gems: PathBuf| {
        let gem = gems.join("gems").join(name);
        gem.is_dir() && !is_made_after(&gem, wrote.at)
    };
    let what = name.to_string_lossy().into_owned();
    gem_homes(run).into_iter().any(is_there).then(|| Doubt::Homemade { what, from: wrote.path.clone() })
}

/// The directories that gems are installed into, as far as that can be known.
fn gem_homes(run: &Run<'_>) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let prefixes = std::env::split_paths(&path).filter_map(|programs| programs.parent().map(Path::to_owned));
    let of_person = run.home.into_iter().flat_map(|home| AT_HOME.iter().map(|below| home.join(below)));
    let set = std::env::var_os("GEM_HOME").map(PathBuf::from);
    let tops = prefixes.map(|prefix| prefix.join("lib/ruby/gems")).chain(of_person);
    let tops = tops.chain(OF_THE_SYSTEM.iter().map(PathBuf::from));
    let versions: Vec<PathBuf> = tops.flat_map(|top| below(&top)).collect();
    // Of a version of Ruby, and not of its gems.
    let deeper = versions.iter().flat_map(|version| below(&version.join("lib/ruby/gems")));
    set.into_iter().chain(deeper).chain(versions.iter().cloned()).collect()
}

fn below(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// A gem that the project takes from a folder which git does not keep, or settings that lead to another project.
pub(super) fn taken(run: &Run<'_>) -> Option<(String, PathBuf)> {
    let general = run.home.map(|home| configured(&home.join(".bundle/config"))).unwrap_or_default();
    run.around().find_map(|directory| {
        let mut settings = configured(&directory.join(".bundle/config"));
        settings.extend(general.iter().cloned());
        let named = |start: &'static str| {
            let found = settings.iter().filter(move |(name, _)| name.starts_with(start));
            found.map(|(_, path)| directory.join(path))
        };
        let locked = fs::read_to_string(directory.join("Gemfile.lock")).unwrap_or_default();
        let folders = remotes(&locked).into_iter().map(|folder| directory.join(folder));
        let unkept = named("BUNDLE_LOCAL__").chain(folders).find(|folder| !is_kept(folder));
        let unkept = unkept.or_else(|| named("BUNDLE_GEMFILE").find(|file| !is_tracked(file)));
        unkept.map(|path| ("a gem".to_owned(), path))
    })
}

/// The folders from which a project takes gems.
fn remotes(locked: &str) -> Vec<String> {
    let mut is_path = false;
    let mut found = Vec::new();
    for line in locked.lines() {
        match line.strip_prefix("  remote: ") {
            Some(folder) if is_path => found.push(folder.to_owned()),
            None if !line.starts_with(' ') => is_path = line == "PATH",
            Some(_) | None => {}
        }
    }
    found
}

/// The settings of Bundler in a file: `BUNDLE_LOCAL__RSPEC: "../rspec"`.
fn configured(file: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let pairs = text.lines().filter_map(|line| line.split_once(": "));
    pairs.map(|(name, value)| (name.trim().to_owned(), value.trim().trim_matches('"').to_owned())).collect()
}

/// Whether git keeps what a folder says of its gem.
fn is_kept(folder: &Path) -> bool {
    let mut files = below(folder).into_iter();
    files.any(|file| file.extension().is_some_and(|ending| ending == "gemspec") && is_tracked(&file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_gems_are_known_by_the_lock() {
        let locked = "GIT\n  remote: https://a/b\n  specs:\n\nPATH\n  remote: .\n  specs:\n    a (1.0)\n\nPATH\n  remote: \
                      ../fake\n  specs:\n    rspec (3.0)\n\nGEM\n  remote: https://c/\n";
        assert_eq!(remotes(locked), [".", "../fake"]);
    }
}
