//! What git says of a work tree, for an agent that begins or ends. Never asked while a tool waits.

use std::fs;
use std::path::Path;

use hookward_core::Work;
use hookward_effects::World;

use crate::disk::Disk;
use crate::repository::git;
use crate::workspace::{Git, git_directory};

/// The most files that are named.
const MAX_NAMED: usize = 50;

/// The most new files whose lines are counted.
const MAX_COUNTED: usize = 200;

/// How much is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Only what git's own files say: the branch.
    Branch,
    /// What is not committed, and other work trees.
    State,
    /// What is not committed, and how many lines that is.
    Size,
}

/// What git says of the work tree that a directory lies in; `None` if it is in none.
pub fn look_at_work(directory: &Path, ask: Ask) -> Option<Work> {
    let Git { root, branch, .. } = Git::find(directory)?;
    let mut work = Work { branch, ..Work::default() };
    if ask == Ask::Branch {
        return Some(work);
    }
    let mut new = Vec::new();
    let status = git(&root, "status --porcelain=v1 -z --no-renames").unwrap_or_default();
    for entry in status.split('\0').filter(|entry| !entry.is_empty()) {
        let (state, path) = entry.split_at_checked(3).unwrap_or(("", entry));
        work.count += 1;
        if work.changed.len() < MAX_NAMED {
            work.changed.push(path.to_owned());
        }
        if state.starts_with("??") {
            new.push(path.to_owned());
        }
    }
    match ask {
        Ask::Branch => {}
        Ask::State => work.trees = other_trees(&root),
        Ask::Size => {
            let diff = git(&root, "diff --numstat --no-renames HEAD").unwrap_or_default();
            let numbers = diff.lines().flat_map(|line| line.split('\t').take(2));
            work.lines = numbers.filter_map(|number| number.parse::<usize>().ok()).sum();
            let texts = new.iter().take(MAX_COUNTED);
            let texts = texts.filter_map(|path| Disk.text(&root.join(path).to_string_lossy()));
            work.lines += texts.map(|text| text.lines().count()).sum::<usize>();
        }
    }
    Some(work)
}

/// Other work trees of the repository, as git's own files name them.
fn other_trees(root: &Path) -> Vec<(String, String)> {
    let Some(own) = git_directory(root) else { return Vec::new() };
    let common = fs::read_to_string(own.join("commondir"))
        .map_or_else(|_| own.clone(), |common| own.join(common.trim()));
    let linked = fs::read_dir(common.join("worktrees")).into_iter().flatten().flatten();
    let mut trees: Vec<(String, String)> = linked
        .filter_map(|entry| {
            let path = fs::read_to_string(entry.path().join("gitdir")).ok()?;
            let path = path.trim().strip_suffix("/.git")?.to_owned();
            // One that was deleted by hand is still noted there.
            let is_other = Path::new(&path) != root && Path::new(&path).is_dir();
            is_other.then(|| (path, branch_of(&entry.path())))
        })
        .collect();
    let main = common.canonicalize().ok().and_then(|common| common.parent().map(Path::to_owned));
    if let Some(main) = main.filter(|main| main != root && common.join("index").exists() && own != common) {
        trees.push((main.display().to_string(), branch_of(&common)));
    }
    trees.sort();
    trees
}

fn branch_of(directory: &Path) -> String {
    let head = fs::read_to_string(directory.join("HEAD")).unwrap_or_default();
    head.trim().strip_prefix("ref: refs/heads/").unwrap_or("detached").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branch_changes_lines_and_other_trees_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let root = base.join("main");
        fs::create_dir(&root).unwrap();
        let run = |directory: &Path, arguments: &[&str]| {
            let done = std::process::Command::new("git").args(arguments).current_dir(directory).output();
            assert!(done.unwrap().status.success(), "{arguments:?}");
        };
        assert_eq!(look_at_work(&base, Ask::State), None);
        run(&root, &["init", "-q", "-b", "main"]);
        fs::write(root.join("a b"), "one\ntwo\n").unwrap();
        run(&root, &["add", "-A"]);
        run(&root, &["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "first"]);
        run(&root, &["worktree", "add", "-q", "../side", "-b", "side"]);
        fs::write(root.join("a b"), "one\nthree\n").unwrap();
        fs::write(root.join("new"), "1\n2\n3\n").unwrap();
        let state = look_at_work(&root, Ask::State).unwrap();
        assert_eq!((state.branch.as_deref(), state.count), (Some("main"), 2));
        assert_eq!(state.changed, ["a b", "new"]);
        let tree = |name: &str| base.join(name).display().to_string();
        assert_eq!(state.trees, [(tree("side"), "side".to_owned())]);
        assert_eq!(look_at_work(&root, Ask::Size).unwrap().lines, 5);
        let side = look_at_work(&base.join("side"), Ask::State).unwrap();
        assert_eq!((side.branch.as_deref(), side.count), (Some("side"), 0));
        assert_eq!(side.trees, [(tree("main"), "main".to_owned())]);
    }
}
