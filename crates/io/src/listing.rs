//! The sources of a folder that git does not keep: of another version control, or of none. What runs leave behind is no
//! source; an ignore file says more of that, but never of code: whoever could ignore code could change it unseen.

use std::fs;
use std::path::Path;

use fast_glob::glob_match;
use hookward_core::evidence::{decides_a_run, is_code_by_name, is_of_settings};
use hookward_core::policy::ARTEFACTS;

/// A folder with more than this is nobody's project.
const MAX_ENTRIES: usize = 200_000;

/// Where other version controls keep theirs.
const OWN: &[&str] = &[".git", ".jj", ".hg", ".sl", ".svn", ".pijul", "_darcs", "CVS"];

/// The nearest directory at or above this one that a version control other than git keeps.
pub fn kept_root(directory: &Path) -> Option<&Path> {
    directory
        .ancestors()
        .find(|above| [".jj", ".hg", ".sl", ".svn"].iter().any(|own| above.join(own).is_dir()))
}

/// The files at the root that say what is ignored.
pub(crate) const IGNORE_FILES: &[&str; 2] = &[".gitignore", ".hgignore"];

/// What was found below a directory, by the paths from it.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// The sources.
    pub(crate) files: Vec<String>,
    /// Where they were looked for.
    pub(crate) directories: Vec<String>,
}

/// The sources below a directory; `None` if there are too many.
pub(crate) fn listing(root: &Path) -> Option<Listed> {
    let ignored = Ignored::read(root);
    let mut found = Listed::default();
    let mut directories = vec![String::new()];
    let mut seen = 0;
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(root.join(&directory)).into_iter().flatten().flatten() {
            seen += 1;
            if seen > MAX_ENTRIES {
                return None;
            }
            let own = entry.file_name().to_string_lossy().into_owned();
            let path = if directory.is_empty() { own.clone() } else { format!("{directory}/{own}") };
            // A link to a directory is a file: what it leads to lies elsewhere, or is found there.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let is_made = ARTEFACTS.contains(&own.as_str()) || own.starts_with('.');
                if is_of_settings(&own) || (!is_made && !OWN.contains(&own.as_str())) {
                    directories.push(path);
                }
            } else if is_code_by_name(&own) || decides_a_run(&path) || !is_left_behind(&own, &path, &ignored)
            {
                found.files.push(path);
            }
        }
        found.directories.push(directory);
    }
    Some(found)
}

/// Whether a file that is no code is what a run or an editor leaves behind.
fn is_left_behind(name: &str, path: &str, ignored: &Ignored) -> bool {
    name.starts_with('.')
        || [".log", ".tmp", ".out", ".pid", ".swp", "~"].iter().any(|end| name.ends_with(end))
        || ignored.holds(path)
}

/// What the ignore file of a folder's root names.
struct Ignored {
    globs: Vec<String>,
}

impl Ignored {
    fn read(root: &Path) -> Self {
        let text = |name: &str| fs::read_to_string(root.join(name)).unwrap_or_default();
        let [of_git, of_mercurial] = IGNORE_FILES;
        let mut globs: Vec<String> = text(of_git).lines().flat_map(as_globs).collect();
        // Regular expressions are the default there, and are left alone.
        let mercurial = text(of_mercurial);
        let written_as_globs = mercurial.split("syntax: glob").skip(1);
        let lines = written_as_globs.filter_map(|part| part.split("syntax:").next()).flat_map(str::lines);
        globs.extend(lines.flat_map(as_globs));
        Self { globs }
    }

    fn holds(&self, path: &str) -> bool {
        self.globs.iter().any(|glob| glob_match(glob, path))
    }
}

/// The globs of a line: what it names, and what lies below that. A line that takes something back is left out: then more
/// counts than need be.
fn as_globs(line: &str) -> Vec<String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['#', '!']) {
        return Vec::new();
    }
    let named = line.trim_end_matches('/');
    let anchored = match named.strip_prefix('/') {
        Some(named) => named.to_owned(),
        None if named.contains('/') => named.to_owned(),
        None => format!("**/{named}"),
    };
    vec![format!("{anchored}/**"), anchored]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_listed_and_what_runs_leave_behind_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            "a.py",
            "src/b.ts",
            "data/c.json",
            "gen/d.ts",
            ".cargo/config.toml",
            ".coverage",
            "out.log",
            "junit.xml",
            "reports/e.json",
            "node_modules/f/g.js",
            ".hg/store/h",
            ".jj/repo/i.py",
        ];
        for name in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        fs::write(folder.path().join(".gitignore"), "# mine\njunit.xml\n/gen/\n!gen/x\n").unwrap();
        fs::write(folder.path().join(".hgignore"), "^data/\nsyntax: glob\nreports\n").unwrap();
        let mut found = listing(folder.path()).unwrap();
        found.files.sort();
        assert_eq!(found.files, [".cargo/config.toml", "a.py", "data/c.json", "gen/d.ts", "src/b.ts"]);
        found.directories.sort();
        assert_eq!(found.directories, ["", ".cargo", "data", "gen", "reports", "src"]);
        assert_eq!(kept_root(&folder.path().join("src")), Some(folder.path()));
    }
}
