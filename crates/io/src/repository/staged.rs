//! What is staged, held against what lies in the work tree.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use hookward_runner::{Job, Outcome, Program, run};
use sha2::{Digest, Sha256};

use super::{MAX_LISTING, PATIENCE, QUIET_GIT, git, git_up_to, read};
use crate::trust::hex;

/// In front of a first commit, no more files are held against what lies there; git is believed then.
const MAX_FIRST: usize = 2_000;

/// How git calls a link, and another repository.
const LINK: &str = "120000";
const MODULE: &str = "160000";

/// A file as it is staged or committed.
pub(crate) struct Blob {
    mode: String,
    /// The name of its content; zeros for one that is taken away.
    pub(crate) hash: String,
    pub(crate) path: String,
}

impl Blob {
    /// Whether it is taken away.
    pub(crate) fn is_gone(&self) -> bool {
        self.hash.bytes().all(|byte| byte == b'0')
    }

    /// Whether it is a program, if it is a plain file.
    pub(crate) fn is_program(&self) -> Option<bool> {
        match self.mode.as_str() {
            "100644" => Some(false),
            "100755" => Some(true),
            _ => None,
        }
    }
}

/// Files whose staged content is another than what lies there.
pub(super) fn unlike(root: &Path) -> Option<Vec<String>> {
    Some(unlike_those(root, &changed(root).or_else(|| first(root))?))
}

fn unlike_those(root: &Path, blobs: &[Blob]) -> Vec<String> {
    let hashes = hashes(root, blobs);
    let is_same = |blob: &Blob| hashes.get(&blob.path) == Some(&blob.hash) || is_alike(root, blob);
    blobs.iter().filter(|blob| !is_same(blob)).map(|blob| blob.path.clone()).collect()
}

/// Files that commits have made another since one, and whose committed content is not what lies there; whatever git was told to
/// overlook.
pub(super) fn unlike_since(root: &Path, before: &str) -> Option<Vec<String>> {
    Some(unlike_those(root, &between(root, before, "HEAD")?))
}

/// The files in which two commits differ, as the second one has them.
pub(crate) fn between(root: &Path, before: &str, after: &str) -> Option<Vec<Blob>> {
    let words = format!("diff-tree -r -z --no-renames {before} {after}");
    git_up_to(root, &words, MAX_LISTING).map(|told| blobs(&told))
}

/// What is staged against the last commit; `None` where there is none.
fn changed(root: &Path) -> Option<Vec<Blob>> {
    let told = git_up_to(root, "diff-index -z --cached --no-renames --no-relative HEAD", MAX_LISTING)?;
    Some(blobs(&told))
}

/// What a comparison of git's tells of the files on its right.
fn blobs(told: &str) -> Vec<Blob> {
    let mut parts = told.split('\0');
    let mut found = Vec::new();
    while let (Some(line), Some(path)) = (parts.next(), parts.next()) {
        // `:100644 100644 0123… 4567… M`
        let words: Vec<&str> = line.split(' ').collect();
        if let [_, mode, _, hash, _] = words.as_slice() {
            found.push(Blob { mode: (*mode).to_owned(), hash: (*hash).to_owned(), path: path.to_owned() });
        }
    }
    found
}

/// Files that git was told to overlook, and that lie there otherwise than they are staged. One that is not there at all was left
/// out by a sparse checkout.
pub(super) fn overlooked(root: &Path) -> Option<Vec<String>> {
    let told = git_up_to(root, "ls-files -z -v --stage", MAX_LISTING)?;
    let is_overlooked = |tag: char| tag == 'S' || tag.is_ascii_lowercase();
    let marked = told.split('\0').filter_map(|line| line.split_once(' '));
    let marked = marked.filter(|(tag, _)| tag.starts_with(is_overlooked)).filter_map(|(_, line)| blob(line));
    let there: Vec<Blob> = marked.filter(|blob| root.join(&blob.path).exists()).collect();
    Some(if there.is_empty() { Vec::new() } else { unlike_those(root, &there) })
}

/// `100644 0123… 0\tpath`
fn blob(line: &str) -> Option<Blob> {
    let (words, path) = line.split_once('\t')?;
    let mut words = words.split(' ');
    let (mode, hash) = (words.next()?.to_owned(), words.next()?.to_owned());
    Some(Blob { mode, hash, path: path.to_owned() })
}

/// All that is staged in front of the first commit.
fn first(root: &Path) -> Option<Vec<Blob>> {
    let told = git_up_to(root, "ls-files -z --stage", MAX_LISTING)?;
    let all: Vec<Blob> = told.split('\0').filter_map(blob).collect();
    if all.len() <= MAX_FIRST {
        return Some(all);
    }
    let told = git(root, "diff-files -z --name-only --no-renames")?;
    Some(all.into_iter().filter(|blob| told.split('\0').any(|path| path == blob.path)).collect())
}

/// The names that git would give the contents of these files as they lie there.
fn hashes(root: &Path, staged: &[Blob]) -> HashMap<String, String> {
    let is_plain = |blob: &&Blob| {
        let found = fs::symlink_metadata(root.join(&blob.path));
        found.is_ok_and(|found| found.is_file()) && !blob.path.contains(['\n', '"'])
    };
    let paths: Vec<&str> = staged.iter().filter(is_plain).map(|blob| blob.path.as_str()).collect();
    let input = paths.join("\n");
    let job = Job {
        program: Program::Shell(&format!("{QUIET_GIT} hash-object --no-filters --stdin-paths")),
        directory: root,
        variables: &[],
        input: input.as_bytes(),
        timeout: PATIENCE,
        max_output: MAX_LISTING as u64,
    };
    match run(&job) {
        Outcome::Ended { status, output, .. } if status.success() && !paths.is_empty() => {
            let hashes = output.lines().map(str::to_owned);
            paths.iter().map(|path| (*path).to_owned()).zip(hashes).collect()
        }
        Outcome::Ended { .. } | Outcome::TimedOut | Outcome::Failed(_) => HashMap::new(),
    }
}

/// Whether what is staged is what lies there, though not by its bytes.
fn is_alike(root: &Path, blob: &Blob) -> bool {
    let path = root.join(&blob.path);
    if blob.is_gone() {
        return fs::symlink_metadata(&path).is_err();
    }
    if blob.mode == MODULE {
        return true;
    }
    let Some(staged) = git(root, &format!("cat-file blob {}", blob.hash)) else { return false };
    if blob.mode == LINK {
        return fs::read_link(&path).is_ok_and(|target| target.as_os_str() == staged.as_str());
    }
    let Ok(there) = fs::read(&path) else { return false };
    // Line ends are what git may change on its way; a large file is staged by its name alone.
    let plain = |text: &str| text.replace("\r\n", "\n");
    plain(&staged) == plain(&String::from_utf8_lossy(&there))
        || points_to(&staged, &there)
        || is_filtered(root, &blob.path)
}

/// Whether a text is what Git LFS keeps in the place of a content.
fn points_to(staged: &str, content: &[u8]) -> bool {
    let hash = staged.lines().find_map(|line| line.strip_prefix("oid sha256:"));
    let is_it = |hash: &str| hex(&Sha256::digest(content)) == hash.trim();
    staged.starts_with("version https://git-lfs.github.com/") && hash.is_some_and(is_it)
}

/// Whether a program that leaves sources as they are has made what is staged of a file.
fn is_filtered(root: &Path, path: &str) -> bool {
    let filters = read(root).map(|repository| repository.filters).unwrap_or_default();
    if filters.is_empty() {
        return false;
    }
    let quoted = path.replace('\'', "'\\''");
    let told = git(root, &format!("check-attr -z filter -- '{quoted}'")).unwrap_or_default();
    let name = told.split('\0').nth(2).unwrap_or_default();
    filters.iter().any(|filter| filter.name == name && filter.is_usual())
}
