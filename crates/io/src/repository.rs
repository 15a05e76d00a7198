//! What git's own files say of a repository, read by hand; git itself is asked only what a commit would add.

mod ignoring;
mod index;
mod staged;

use std::fs;
use std::path::Path;
use std::time::Duration;

use hookward_effects::{Added, Filter, Repository, Staged, Unstaged, World};
use hookward_runner::{Job, Outcome, Program, bytes_of, run};

use crate::disk::{Disk, real};
use crate::workspace::{Git, git_directory, git_root};

pub use ignoring::ignored_among;
pub(crate) use ignoring::{git_excluded, git_ignored, git_settings};
pub(crate) use index::indexed;
pub(crate) use staged::{Blob, between};

/// More of a diff is not looked at.
const MAX_DIFF: usize = 2 * 1024 * 1024;

/// More names of files are not looked at.
const MAX_LISTING: usize = 64 * 1024 * 1024;

/// Reads branch, remotes, upstream, aliases, and what is pushed where nothing is said.
pub(crate) fn read(directory: &Path) -> Option<Repository> {
    let root = git_root(directory, None)?;
    let own = git_directory(root)?;
    // The configuration of a linked work tree is that of its repository.
    let common = fs::read_to_string(own.join("commondir"))
        .map_or_else(|_| own.clone(), |common| own.join(common.trim()));
    let branch = Git::find(directory).and_then(|git| git.branch);
    // The way back from a linked work tree is its repository's own directory.
    let main = (common != own).then(|| real(&common)).flatten();
    let main = main.and_then(|common| common.strip_suffix("/.git").map(str::to_owned));
    let mut repository = Repository { branch, main, ..Repository::default() };
    if let Some(home) = std::env::var_os("HOME") {
        let global = fs::read_to_string(Path::new(&home).join(".gitconfig")).unwrap_or_default();
        configure(&mut repository, &global);
        // Those are the person's.
        repository.filters.clear();
    }
    let text = fs::read_to_string(common.join("config")).unwrap_or_default();
    configure(&mut repository, &text);
    Some(repository)
}

fn configure(repository: &mut Repository, text: &str) {
    let mut section = String::new();
    let mut name = String::new();
    let (mut remote, mut merge) = (None, None);
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with(['#', ';'])) {
        if let Some(header) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
            let (kind, named) = header.split_once(' ').unwrap_or((header, ""));
            section = kind.to_ascii_lowercase();
            named.trim().trim_matches('"').clone_into(&mut name);
            if section == "remote" && !repository.remotes.contains(&name) {
                repository.remotes.push(name.clone());
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
        match (section.as_str(), key.as_str()) {
            ("alias", alias) => repository.aliases.push((alias.to_owned(), unquoted(value))),
            ("branch", "remote") if repository.branch.as_deref() == Some(&name) => {
                remote = Some(value.to_owned());
            }
            ("branch", "merge") if repository.branch.as_deref() == Some(&name) => {
                merge = Some(value.strip_prefix("refs/heads/").unwrap_or(value).to_owned());
            }
            ("filter", "clean" | "process") => {
                repository.filters.push(Filter { name: name.clone(), command: unquoted(value) });
            }
            ("push", "default") => repository.push_default = Some(unquoted(value).to_ascii_lowercase()),
            ("remote", "push") => repository.pushes.push((name.clone(), unquoted(value))),
            _ => {}
        }
    }
    if let (Some(remote), Some(merge)) = (remote, merge) {
        repository.upstream = Some((merge, remote));
    }
}

/// A value as git reads it: quotes and escapes removed.
fn unquoted(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {}
            '\\' => text.extend(letters.next()),
            letter => text.push(letter),
        }
    }
    text
}

/// Git, with no pager, no watcher and no lock; what the repository's own filters do to a file, they do here too.
const QUIET_GIT: &str = "GIT_NO_REPLACE_OBJECTS=1 GIT_OPTIONAL_LOCKS=0 GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat git -c core.fsmonitor=false -c core.quotePath=false";

/// How long git may take. Tests of what it says are none of how busy a machine is.
const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 60 } else { 2 });

/// The lines that a commit would add.
pub(crate) fn staged(directory: &Path, what: Staged) -> Vec<Added> {
    let against = match what {
        Staged::Index => "--cached",
        Staged::Tracked | Staged::Everything => "HEAD",
    };
    let diff =
        git(directory, &format!("diff --no-ext-diff --no-textconv --no-color --no-relative -U0 {against}"));
    let mut added = lines_added(&diff.unwrap_or_default());
    // A diff that is made to be read leaves out what is renamed, binary, or told to be so.
    let cached = if what == Staged::Index { "--cached" } else { "" };
    let names = format!("diff-index -z --name-only --no-renames --no-relative {cached} HEAD");
    for name in git(directory, &names).unwrap_or_default().split('\0').filter(|name| !name.is_empty()) {
        if !added.iter().any(|file| file.path == name) {
            added.push(Added { path: name.to_owned(), lines: String::new() });
        }
    }
    if what == Staged::Everything {
        let names = git(directory, "ls-files -z --others --exclude-standard").unwrap_or_default();
        let mut left = MAX_DIFF;
        for name in names.split('\0').filter(|name| !name.is_empty()) {
            let Some(lines) = Disk::default().text(&directory.join(name).to_string_lossy()) else { continue };
            left = left.saturating_sub(lines.len());
            added.push(Added { path: name.to_owned(), lines });
            if left == 0 {
                break;
            }
        }
    }
    added
}

/// Files whose staged content is another than what lies in the work tree. Contents are compared here: git's own comparison
/// believes what it was told of a file, and its filters.
pub(crate) fn unlike_index(directory: &Path) -> Option<Vec<String>> {
    git_root(directory, None).map_or_else(|| Some(Vec::new()), staged::unlike)
}

/// What lies in the work tree otherwise than in the index. Git looks at every file for each of these, so that they are asked at once.
pub(crate) fn unstaged(directory: &Path) -> Option<Unstaged> {
    let Some(root) = git_root(directory, None) else { return Some(Unstaged::default()) };
    let listed = |arguments: &str| {
        let names = git_up_to(root, arguments, MAX_LISTING)?;
        Some(names.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
    };
    std::thread::scope(|scope| {
        let new = scope.spawn(|| listed("ls-files -z --others --exclude-standard"));
        let overlooked = scope.spawn(|| staged::overlooked(root));
        let changed = listed("diff -z --name-only --no-renames --no-ext-diff --no-textconv --no-relative");
        Some(Unstaged { changed: changed?, new: new.join().ok()??, overlooked: overlooked.join().ok()?? })
    })
}

/// Whether a file is not as the last commit has it. What git does not answer is no.
pub(crate) fn is_changed(path: &Path) -> bool {
    let Some(directory) = path.ancestors().skip(1).find(|directory| directory.is_dir()) else { return false };
    let job = Job {
        program: Program::Shell(&format!(
            "{QUIET_GIT} --literal-pathspecs status --porcelain -uall --ignored -- \"$HOOKWARD_FILE\""
        )),
        directory,
        variables: &[("HOOKWARD_FILE", &path.to_string_lossy())],
        input: b"",
        timeout: PATIENCE,
        max_output: MAX_DIFF as u64,
    };
    matches!(run(&job), Outcome::Ended { status, output, .. } if status.success() && !output.trim().is_empty())
}

/// Whether git ignores a file. What git does not answer is no.
pub fn is_ignored(path: &Path) -> bool {
    git_says(path, "check-ignore -q")
}

/// Whether git keeps a file: it is in a commit, or will be in the next.
pub fn is_tracked(path: &Path) -> bool {
    git_says(path, "ls-files --error-unmatch")
}

/// Whether a command of git ends well for a file.
fn git_says(path: &Path, command: &str) -> bool {
    // One that is about to be written may lie in a directory that is not there yet.
    let Some(directory) = path.ancestors().skip(1).find(|directory| directory.is_dir()) else { return false };
    let job = Job {
        program: Program::Shell(&format!("{QUIET_GIT} {command} -- \"$HOOKWARD_FILE\"")),
        directory,
        variables: &[("HOOKWARD_FILE", &path.to_string_lossy())],
        input: b"",
        timeout: PATIENCE,
        max_output: MAX_DIFF as u64,
    };
    matches!(run(&job), Outcome::Ended { status, .. } if status.success())
}

/// What a file holds in a revision, or in the index if none is named. A revision that git could take for an option, or that names
/// a path, is none.
pub(crate) fn committed(path: &Path, revision: &str) -> Option<String> {
    if revision.starts_with('-') || revision.contains(':') {
        return None;
    }
    let directory = path.ancestors().skip(1).find(|directory| directory.is_dir())?;
    let below = path.strip_prefix(directory).ok()?;
    let job = Job {
        program: Program::Shell(&format!("{QUIET_GIT} cat-file blob \"$HOOKWARD_OBJECT\"")),
        directory,
        variables: &[("HOOKWARD_OBJECT", &format!("{revision}:./{}", below.display()))],
        input: b"",
        timeout: PATIENCE,
        max_output: MAX_DIFF as u64,
    };
    match run(&job) {
        Outcome::Ended { status, output, .. } if status.success() => Some(output),
        Outcome::Ended { .. } | Outcome::TimedOut | Outcome::Failed(_) => None,
    }
}

/// What a diff adds, file by file.
pub(crate) fn lines_added(diff: &str) -> Vec<Added> {
    let mut added: Vec<Added> = Vec::new();
    let mut before = "";
    for line in diff.lines() {
        if let Some(path) = line.strip_prefix("--- ") {
            before = path;
        } else if let Some(path) = line.strip_prefix("+++ ") {
            // A file that goes is named by what it was.
            // Behind a name with a blank in it stands a tab.
            let (path, before) = (path.trim_end_matches('\t'), before.trim_end_matches('\t'));
            let path = match path.strip_prefix("b/") {
                Some(path) => path,
                None => before.strip_prefix("a/").unwrap_or(path),
            };
            added.push(Added { path: path.to_owned(), lines: String::new() });
        } else if let (Some(line), Some(file)) = (line.strip_prefix('+'), added.last_mut()) {
            file.lines.push_str(line);
            file.lines.push('\n');
        }
    }
    added
}

/// The files of a repository that are tracked, or new and not ignored; each ends in a zero byte, and has a letter and a blank
/// in front, which is `?` for a new one. None, where git has its work tree elsewhere: what is committed then does not lie here.
pub(crate) fn git_listing(directory: &Path) -> Option<String> {
    let listing = "ls-files -z -t --cached --others --exclude-standard";
    let told =
        git_up_to(directory, &format!("rev-parse --show-toplevel && {QUIET_GIT} {listing}"), MAX_LISTING)?;
    let (top, listed) = told.split_once('\n')?;
    let is_here = Path::new(top).canonicalize().ok()? == directory.canonicalize().ok()?;
    is_here.then(|| listed.to_owned())
}

pub(crate) fn git(directory: &Path, arguments: &str) -> Option<String> {
    git_up_to(directory, arguments, MAX_DIFF)
}

fn git_up_to(directory: &Path, arguments: &str, max_output: usize) -> Option<String> {
    let job = Job {
        program: Program::Shell(&format!("{QUIET_GIT} {arguments}")),
        directory,
        variables: &[],
        input: b"",
        timeout: PATIENCE,
        max_output: max_output as u64,
    };
    match run(&job) {
        Outcome::Ended { status, output, .. } if status.success() => Some(output),
        Outcome::Ended { .. } | Outcome::TimedOut | Outcome::Failed(_) => None,
    }
}

/// Files that commits have made another since one, and that lie there otherwise; `None` where git does not say it.
pub fn unlike_since(root: &Path, before: &str) -> Option<Vec<String>> {
    crate::changes::is_hash(before).then(|| staged::unlike_since(root, before)).flatten()
}

/// What git prints if it is told these very words, and this on its input.
pub(crate) fn git_told(directory: &Path, words: &[&str], input: &[u8]) -> Option<String> {
    match run(&told(directory, &quiet(words), input, MAX_DIFF)) {
        Outcome::Ended { status, output, .. } if status.success() => Some(output),
        Outcome::Ended { .. } | Outcome::TimedOut | Outcome::Failed(_) => None,
    }
}

/// The same, byte by byte and all of it.
pub(crate) fn git_bytes(directory: &Path, words: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    bytes_of(&told(directory, &quiet(words), input, MAX_LISTING))
}

/// A git that heeds no settings by which it would say something else.
fn quiet(words: &[&str]) -> Vec<String> {
    let quiet = ["git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"];
    quiet.iter().chain(words).map(|word| (*word).to_owned()).collect()
}

fn told<'j>(directory: &'j Path, words: &'j [String], input: &'j [u8], most: usize) -> Job<'j> {
    Job {
        program: Program::Words(words),
        directory,
        variables: &[
            ("GIT_NO_REPLACE_OBJECTS", "1"),
            ("GIT_OPTIONAL_LOCKS", "0"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_PAGER", "cat"),
        ],
        input,
        timeout: PATIENCE,
        max_output: most as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_commit_would_add_is_asked_of_git() {
        let folder = tempfile::tempdir().unwrap();
        let git = |arguments: &[&str]| {
            let done = std::process::Command::new("git").args(arguments).current_dir(folder.path()).output();
            assert!(done.unwrap().status.success(), "{arguments:?}");
        };
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        git(&["init", "-q"]);
        write("known", "one\n");
        git(&["add", "known"]);
        git(&["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "first"]);
        write("known", "one\ntwo\n");
        write("new", "three\n");
        let known = Added { path: "known".into(), lines: "two\n".into() };
        let new = Added { path: "new".into(), lines: "three\n".into() };
        assert_eq!(staged(folder.path(), Staged::Index), []);
        assert_eq!(staged(folder.path(), Staged::Tracked), std::slice::from_ref(&known));
        assert_eq!(staged(folder.path(), Staged::Everything), [known, new.clone()]);
        git(&["add", "new"]);
        assert_eq!(staged(folder.path(), Staged::Index), [new]);
    }

    #[test]
    fn a_file_is_changed_if_the_last_commit_has_another() {
        let folder = tempfile::tempdir().unwrap();
        let git = |arguments: &[&str]| {
            let done = std::process::Command::new("git").args(arguments).current_dir(folder.path()).output();
            assert!(done.unwrap().status.success(), "{arguments:?}");
        };
        let path = |name: &str| folder.path().join(name);
        git(&["init", "-q"]);
        fs::create_dir(path("a dir")).unwrap();
        for name in ["same", "a dir/$(edited) *", "gone"] {
            fs::write(path(name), "one\n").unwrap();
        }
        git(&["add", "-A"]);
        git(&["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "first"]);
        fs::write(path("a dir/$(edited) *"), "two\n").unwrap();
        fs::write(path("new"), "three\n").unwrap();
        fs::remove_file(path("gone")).unwrap();
        for name in ["a dir/$(edited) *", "new", "gone"] {
            assert!(is_changed(&path(name)), "{name}");
        }
        for name in ["same", "a dir/not there", "no dir/not there", "*"] {
            assert!(!is_changed(&path(name)), "{name}");
        }
    }

    #[test]
    fn a_diff_is_read_file_by_file() {
        let diff = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n-x\n+one\n--- a/b\n+++ b/b\n+two\n";
        let one = Added { path: "a".into(), lines: "one\n".into() };
        let two = Added { path: "b".into(), lines: "two\n".into() };
        assert_eq!(lines_added(diff), [one, two]);
    }

    #[test]
    fn what_is_pushed_where_nothing_is_said_is_read() {
        let mut repository = Repository::default();
        configure(&mut repository, "[push]\n\tdefault = Matching\n");
        configure(&mut repository, "[remote \"a b\"]\n\tpush = +refs/heads/*:refs/heads/*\n\tpush = HEAD\n");
        assert_eq!(repository.push_default.as_deref(), Some("matching"));
        let to = |spec: &str| ("a b".to_owned(), spec.to_owned());
        assert_eq!(repository.pushes, [to("+refs/heads/*:refs/heads/*"), to("HEAD")]);
    }

    #[test]
    fn remotes_upstream_and_aliases_are_read() {
        let mut repository = Repository { branch: Some("feature/x".into()), ..Repository::default() };
        let text = "[remote \"origin\"]\n\turl = x\n[branch \"feature/x\"]\n\tremote = origin\n\tmerge = refs/heads/y\n[alias]\n\twipe = \"!git reset --hard\"\n";
        configure(&mut repository, text);
        assert_eq!(repository.remotes, ["origin"]);
        assert_eq!(repository.upstream, Some(("y".into(), "origin".into())));
        assert_eq!(repository.aliases, [("wipe".into(), "!git reset --hard".into())]);
    }
}
