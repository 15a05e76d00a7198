//! What git says of a work tree, for an agent that begins or ends. Never asked while a tool waits.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use hookward_core::Work;
use hookward_core::toolchain::is_manifest;
use hookward_effects::World;

use crate::changes::is_hash;
use crate::disk::Disk;
use crate::listing::listing;
use crate::repository::git;
use crate::workspace::{Git, git_directory, git_root};

/// The most files that are named.
const MAX_NAMED: usize = 50;

/// The most new files whose lines are counted.
const MAX_COUNTED: usize = 200;

/// The clocks of disks are that much behind.
const COARSE_MS: u64 = 50;

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
            let texts = texts.filter_map(|path| Disk::default().text(&root.join(path).to_string_lossy()));
            work.lines += texts.map(|text| text.lines().count()).sum::<usize>();
        }
    }
    Some(work)
}

/// The commit that a directory's work tree stands on, or the name of nothing where there is none yet; `None` if git keeps
/// nothing there.
pub fn head(directory: &Path) -> Option<String> {
    let root = git_root(directory, None)?;
    let commit = git(root, "rev-parse --verify -q HEAD");
    let nothing = || git(root, "hash-object -t tree --stdin </dev/null");
    commit.or_else(nothing).map(|name| name.trim().to_owned())
}

/// The files below a root that were changed since a session began, whoever changed them, by their absolute paths: what was
/// committed since the commit that it stood on, and of what is not committed what the disk says by the time, in milliseconds
/// since 1970. What somebody had left there before is none of them.
pub fn changed_since(root: &Path, commit: Option<&str>, time: u64) -> Vec<String> {
    let absolute = |top: &Path, name: &str| top.join(name).to_string_lossy().into_owned();
    let is_new = |path: &Path| touched(path) >= time.saturating_sub(COARSE_MS);
    let Some(top) = git_root(root, None) else {
        let names =
            listing(root).unwrap_or_default().files.into_iter().filter(|name| is_new(&root.join(name)));
        return names.map(|name| absolute(root, &name)).collect();
    };
    let commit = commit.filter(|name| is_hash(name));
    let diff = |from: &str| git(top, &format!("diff --name-only -z --no-renames --no-relative {from}"));
    // What a session began with may be gone.
    let committed = commit.and_then(|commit| diff(&format!("{commit} HEAD")));
    // Before the first commit everything is new.
    let open = diff("HEAD").or_else(|| git(top, "ls-files -z"));
    let new = git(top, "ls-files -z --others --exclude-standard");
    let open = [open, new].into_iter().flatten();
    let open = open.flat_map(|text| text.split('\0').map(str::to_owned).collect::<Vec<_>>());
    let mut names: Vec<String> =
        committed.iter().flat_map(|text| text.split('\0')).map(str::to_owned).collect();
    names.extend(open.filter(|name| is_new(&top.join(name))));
    let mut paths: Vec<String> = names.iter().map(|name| absolute(top, name)).collect();
    paths.retain(|path| !path.ends_with('/') && Path::new(path).starts_with(root));
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// The decisions that files other than documents name (`DEC-AUTH-001`); `None` if git does not answer.
pub fn decisions(directory: &Path) -> Option<Vec<String>> {
    let root = git_root(directory, None)?;
    let search = "grep --untracked -hoIE 'DEC-[A-Z]{2,}-[0-9]{3}' -- . ':!*.md' || test $? = 1";
    let mut found: Vec<String> = git(root, search)?.lines().map(str::to_owned).collect();
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// The projects of a workspace that lie in no other one, by their absolute manifests.
pub fn topmost_projects(root: &Path) -> Vec<String> {
    let listed = match git_root(root, None) {
        Some(top) if top == root => {
            let text = git(root, "ls-files -z --cached --others --exclude-standard").unwrap_or_default();
            text.split('\0').map(str::to_owned).collect()
        }
        Some(_) | None => listing(root).unwrap_or_default().files,
    };
    let split = |name: &str| {
        let (folder, own) = name.rsplit_once('/').unwrap_or(("", name));
        is_manifest(own).then(|| (folder.to_owned(), name.to_owned()))
    };
    let found: Vec<(String, String)> = listed.iter().filter_map(|name| split(name)).collect();
    let is_inside =
        |folder: &str| found.iter().any(|(other, _)| other != folder && Path::new(folder).starts_with(other));
    let topmost = found.iter().filter(|(folder, _)| !is_inside(folder));
    topmost.map(|(_, name)| root.join(name).to_string_lossy().into_owned()).collect()
}

/// When a file was last written or put where it is, in milliseconds since 1970; of one that is gone, when something was last
/// put into its folder or taken out of it.
fn touched(path: &Path) -> u64 {
    let Some(found) = path.ancestors().find_map(|own| fs::symlink_metadata(own).ok()) else { return 0 };
    let millis = |at: SystemTime| {
        let since = at.duration_since(SystemTime::UNIX_EPOCH).ok();
        since.and_then(|since| u64::try_from(since.as_millis()).ok()).unwrap_or(0)
    };
    let written = found.modified().map_or(0, millis);
    written.max(placed(&found))
}

/// When a file got its name or place: what is copied or moved there keeps the time at which it was written.
#[cfg(unix)]
fn placed(found: &fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let millis = found.ctime().saturating_mul(1000).saturating_add(found.ctime_nsec() / 1_000_000);
    u64::try_from(millis).unwrap_or(0)
}

#[cfg(not(unix))]
fn placed(found: &fs::Metadata) -> u64 {
    let created = found.created().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
    created.and_then(|since| u64::try_from(since.as_millis()).ok()).unwrap_or(0)
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
