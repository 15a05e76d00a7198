//! What git ignores, and what decides that.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use hookward_runner::{Outcome, run};

use super::{MAX_DIFF, MAX_LISTING, git_up_to, quiet, told};
use crate::workspace::git_directory;

/// Files that git ignores, whether a project or a person says so; a directory of which nothing is tracked by its name, with
/// a slash behind it. Each ends in a zero byte.
pub(crate) fn git_ignored(directory: &Path) -> Option<String> {
    let arguments = "ls-files -z --others --ignored --exclude-standard --directory --no-empty-directory";
    git_up_to(directory, arguments, MAX_LISTING)
}

/// Directories of that list which git ignores by their own names: whatever comes up in them is ignored as well. Of others only
/// what lies there now is.
pub(crate) fn git_excluded(directory: &Path, ignored: &str) -> Option<HashSet<String>> {
    // Without the slash: behind it, git asks the ignore file in the directory as well.
    let directories = ignored.split('\0').filter_map(|name| name.strip_suffix('/'));
    let input: String = directories.flat_map(|name| [name, "\0"]).collect();
    if input.is_empty() {
        return Some(HashSet::new());
    }
    match run(&told(directory, &quiet(&["check-ignore", "-z", "--stdin"]), input.as_bytes(), MAX_LISTING)) {
        // 1 means that it is none of them.
        Outcome::Ended { status, output, .. } if matches!(status.code(), Some(0 | 1)) => {
            Some(output.split_terminator('\0').map(str::to_owned).collect())
        }
        Outcome::Ended { .. } | Outcome::TimedOut | Outcome::Failed(_) => None,
    }
}

/// Those of some files that git ignores: git is asked once for each work tree, and not for each file. What git does not answer is
/// ignored by nobody.
pub fn ignored_among(paths: &[&str]) -> HashSet<String> {
    let mut trees: HashMap<&Path, String> = HashMap::new();
    for path in paths {
        let around = Path::new(path).ancestors().skip(1).find(|above| above.join(".git").exists());
        if let Some(top) = around {
            let named = trees.entry(top).or_default();
            named.push_str(path);
            named.push('\0');
        }
    }
    let check = quiet(&["check-ignore", "-z", "--stdin"]);
    let ignored = trees.into_iter().filter_map(|(top, named)| {
        match run(&told(top, &check, named.as_bytes(), MAX_LISTING)) {
            Outcome::Ended { status, output, .. } if status.success() => Some(output),
            Outcome::Ended { .. } | Outcome::TimedOut | Outcome::Failed(_) => None,
        }
    });
    ignored.flat_map(|all| all.split_terminator('\0').map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Variables by which git takes another index, directory or settings than those that lie where everybody looks.
const LEADING_ELSEWHERE: &[&str] = &[
    "GIT_DIR",
    "GIT_COMMON_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_GLOBAL",
];

/// The files that decide what git tracks and ignores, but for ignore files in the work tree; also those that are not there yet.
/// `None` where that cannot be told.
pub(crate) fn git_settings(root: &Path) -> Option<Vec<String>> {
    if LEADING_ELSEWHERE.iter().any(|name| std::env::var_os(name).is_some()) {
        return None;
    }
    let own = git_directory(root)?;
    let common =
        fs::read_to_string(own.join("commondir")).map_or_else(|_| own.clone(), |path| own.join(path.trim()));
    let home = PathBuf::from(std::env::var_os("HOME")?);
    let config = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    let config = config.filter(|path| path.is_absolute()).unwrap_or_else(|| home.join(".config"));
    let mut paths = vec![
        own.join("index"),
        own.join("HEAD"),
        own.join("commondir"),
        own.join("config.worktree"),
        common.join("config"),
        common.join("info/exclude"),
        home.join(".gitconfig"),
        config.join("git/config"),
        config.join("git/ignore"),
    ];
    // Of a linked work tree it is a file, which says where the rest lies.
    paths.extend(Some(root.join(".git")).filter(|path| path.is_file()));
    let told = git_up_to(root, "config --list --show-origin --includes -z", MAX_DIFF)?;
    let mut words = told.split('\0');
    while let (Some(origin), Some(entry)) = (words.next().filter(|origin| !origin.is_empty()), words.next()) {
        let Some(origin) = origin.strip_prefix("file:") else { continue };
        let origin = root.join(origin);
        let (key, value) = entry.split_once('\n').unwrap_or((entry, ""));
        let is_include = key.starts_with("include") && key.rsplit('.').next() == Some("path");
        if is_include || key == "core.excludesfile" {
            let beside = origin.parent().filter(|_| is_include).unwrap_or(root);
            paths.push(match value.strip_prefix('~') {
                Some(below) => home.join(below.strip_prefix('/')?),
                None if value.starts_with("%(") => return None,
                None => beside.join(value),
            });
        }
        if !paths.contains(&origin) {
            paths.push(origin);
        }
    }
    paths.into_iter().map(|path| path.into_os_string().into_string().ok()).collect()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn of_many_files_those_are_known_that_git_ignores() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("project");
        fs::create_dir(&project).unwrap();
        assert!(Command::new("git").args(["init", "-q"]).current_dir(&project).status().unwrap().success());
        fs::write(project.join(".gitignore"), "gen/\n*.log\n").unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        // Some lie in directories that are not there yet, and one in no work tree.
        let names = ["project/gen/a b.ts", "project/src/b.ts", "project/c.log", "outside/gen/d.ts"];
        let paths = names.map(path);
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        assert_eq!(ignored_among(&paths), [path(names[0]), path(names[2])].into());
        assert!(ignored_among(&[]).is_empty() && ignored_among(&paths[1..2]).is_empty());
    }
}
