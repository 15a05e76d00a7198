//! The commit that a work tree stands on, before and after a call: read from git's own files, since it is asked with every call
//! that may commit. Git itself is asked only where that has moved and nobody knows why.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use crate::changes::is_hash;
use crate::file::{append_line, private_directory};
use crate::ledger::LedgerFile;
use crate::repository::{git, git_told};
use crate::workspace::git_directory;

/// A file that is longer is begun anew: what it tells of are calls that run now.
const MAX_LENGTH: u64 = 64 * 1024;

/// A line that is longer is of a command that is told at length, and is looked up with the others.
const LINE: u64 = 4096;

/// The clocks of disks are that much behind.
const COARSE: Duration = Duration::from_millis(50);

/// A call that has begun or ended, and the commit that its work tree stood on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stood {
    /// The host's own name for the call, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What it is about, redacted.
    pub text: String,
    /// The commit; empty if there was none yet.
    pub head: String,
    /// The branch that was checked out, if any was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// What it does to commits in a way that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explains: Option<Explains>,
    /// Whether it has ended.
    #[serde(default)]
    pub ended: bool,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// What a call brings together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Joins {
    /// Nothing.
    #[default]
    Nothing,
    /// What lies elsewhere, and is only gone to: `git switch`.
    Elsewhere,
    /// What another branch holds, onto which this one is put: `git reset --keep other`, `git pull --rebase`.
    Other,
    /// What was tested apart, of which it makes commits: `git merge`, `git rebase`, `git cherry-pick`.
    Branches,
}

/// What a call does to commits in a way that is known: it was judged by that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explains {
    /// So many commits it makes at most; `None` if nobody can tell how many.
    pub commits: Option<usize>,
    /// What it brings together.
    #[serde(default)]
    pub joins: Joins,
    /// Whether nothing else runs in it that could commit as well.
    pub alone: bool,
    /// Whether a person has let it through.
    pub is_allowed: bool,
}

impl Stood {
    /// As it is where the call has failed: of a commit that it would have made, nobody knows whether it was.
    #[must_use]
    pub fn failed(&self) -> Self {
        let explains = self.explains.filter(|explains| explains.commits.is_none_or(|commits| commits == 0));
        Self { explains, ..self.clone() }
    }
}

impl LedgerFile {
    /// Notes where the work tree stands.
    pub fn note_head(&self, stood: &Stood) -> io::Result<()> {
        let path = self.beside("heads");
        if let Some(directory) = path.parent().filter(|directory| !directory.is_dir()) {
            private_directory(directory)?;
        }
        if fs::metadata(&path).is_ok_and(|known| known.len() > MAX_LENGTH) {
            fs::remove_file(&path)?;
        }
        append_line(&path, serde_json::to_vec(stood)?).map(drop)
    }

    /// Where it stood when the last call began or ended.
    pub fn last_head(&self) -> Option<Stood> {
        let mut file = fs::File::open(self.beside("heads")).ok()?;
        let length = file.metadata().ok()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(LINE))).ok()?;
        let mut bytes = Vec::new();
        file.take(LINE).read_to_end(&mut bytes).ok()?;
        let last = bytes.trim_ascii_end().rsplit(|byte| *byte == b'\n').next()?;
        serde_json::from_slice(last).ok()
    }

    /// Where it stood with each of the last calls, oldest first.
    pub fn heads(&self) -> Vec<Stood> {
        let mut bytes = Vec::new();
        let read = fs::File::open(self.beside("heads"))
            .and_then(|file| file.take(2 * MAX_LENGTH).read_to_end(&mut bytes));
        let lines = bytes.split(|byte| *byte == b'\n').filter(|_| read.is_ok());
        lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
    }
}

/// The commit that a work tree stands on, by git's own files; empty before the first one, `None` where they do not say it.
pub fn standing_on(root: &Path) -> Option<String> {
    let own = git_directory(root)?;
    let head = fs::read_to_string(own.join("HEAD")).ok()?;
    let Some(name) = head.trim().strip_prefix("ref: ") else {
        return Some(head.trim().to_owned()).filter(|commit| is_hash(commit));
    };
    let common = common(&own);
    // Tables of refs are no text.
    if common.join("reftable").is_dir() {
        return git(root, "rev-parse --verify -q HEAD").map(|commit| commit.trim().to_owned());
    }
    let loose = [&own, &common].into_iter().find_map(|place| fs::read_to_string(place.join(name)).ok());
    if let Some(commit) = loose {
        return Some(commit.trim().to_owned()).filter(|commit| is_hash(commit));
    }
    let packed = fs::read_to_string(common.join("packed-refs")).unwrap_or_default();
    let is_it = |line: &&str| line.split_once(' ').is_some_and(|(_, known)| known == name);
    let line = packed.lines().find(is_it).and_then(|line| line.split(' ').next());
    Some(line.unwrap_or_default().to_owned())
}

/// Where the repository of a work tree keeps what all of them share.
pub(crate) fn common(own: &Path) -> PathBuf {
    fs::read_to_string(own.join("commondir"))
        .map_or_else(|_| own.to_owned(), |common| own.join(common.trim()))
}

/// Whether a commit was made here since a moment, in milliseconds since 1970. One that lay there before was only gone to; one
/// that is new and was made earlier has come from elsewhere, if what git has fetched holds it.
pub fn was_made_since(root: &Path, commit: &str, since: u64) -> bool {
    if !is_hash(commit) || !has_come_since(root, commit, since) {
        return false;
    }
    let made = git(root, &format!("show -s --format=%ct {commit}"));
    let made = made.and_then(|time| time.trim().parse::<u64>().ok());
    // Whoever makes a commit may date it as they like.
    made.is_none_or(|seconds| seconds >= since / 1000) || !was_fetched(root, commit)
}

fn was_fetched(root: &Path, commit: &str) -> bool {
    let own = git_directory(root);
    let fetched = own.and_then(|own| fs::read_to_string(own.join("FETCH_HEAD")).ok()).unwrap_or_default();
    fetched.lines().any(|line| line.starts_with(commit))
        || git(root, &format!("for-each-ref --count=1 --contains {commit} refs/remotes"))
            .is_some_and(|found| !found.trim().is_empty())
}

/// Whether a commit has come into the repository since then, by the disk's own time of change, which nobody sets.
pub(crate) fn has_come_since(root: &Path, commit: &str, since: u64) -> bool {
    let Some(own) = git_directory(root) else { return false };
    let objects = common(&own).join("objects");
    let since = SystemTime::UNIX_EPOCH + Duration::from_millis(since) - COARSE;
    let (folder, name) = commit.split_at(2);
    if let Some(changed) = changed(&objects.join(folder).join(name)) {
        return changed >= since;
    }
    let packs = fs::read_dir(objects.join("pack")).into_iter().flatten().flatten();
    packs.filter_map(|pack| changed(&pack.path())).any(|changed| changed >= since)
}

#[cfg(unix)]
fn changed(path: &Path) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt;
    let known = fs::metadata(path).ok()?;
    let seconds = u64::try_from(known.ctime()).ok()?;
    let rest = u32::try_from(known.ctime_nsec()).ok()?;
    Some(SystemTime::UNIX_EPOCH + Duration::new(seconds, rest))
}

#[cfg(not(unix))]
fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// The files in which two commits differ; those of the second one, if there was none before.
pub fn names_between(root: &Path, before: &str, after: &str) -> Option<Vec<String>> {
    let is_name = |name: &str| is_hash(name) || name.is_empty();
    if !is_name(before) || !is_hash(after) {
        return None;
    }
    let words = if before.is_empty() {
        format!("ls-tree -r -z --name-only {after}")
    } else {
        format!("diff-tree -r -z --name-only --no-renames {before} {after}")
    };
    let names = git(root, &words)?;
    Some(names.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

/// The first parent of a commit; empty if it has none.
pub fn parent_of(root: &Path, commit: &str) -> String {
    let said = is_hash(commit).then(|| git(root, &format!("rev-parse --verify -q {commit}^"))).flatten();
    said.map(|name| name.trim().to_owned()).unwrap_or_default()
}

/// The commit that two others have last had in common.
pub fn fork_of(root: &Path, one: &str, other: &str) -> Option<String> {
    let told = git_told(root, &["merge-base", one, other], b"")?;
    Some(told.trim().to_owned()).filter(|commit| is_hash(commit))
}

/// Whether a commit has several parents; also where git does not say it.
pub fn is_merge(root: &Path, commit: &str) -> bool {
    let told = git_told(root, &["rev-list", "--max-count=1", "--parents", commit, "--"], b"");
    told.is_none_or(|told| told.split_whitespace().count() > 2)
}

/// Whether a commit is another one, or one that it descends from.
pub fn is_within(root: &Path, commit: &str, other: &str) -> bool {
    is_hash(commit)
        && is_hash(other)
        && git(root, &format!("merge-base --is-ancestor {commit} {other}")).is_some()
}

/// The commit that a name stands for.
pub fn commit_of(root: &Path, name: &str) -> Option<String> {
    let name = format!("{name}^{{commit}}");
    let words = ["rev-parse", "--verify", "-q", "--end-of-options", &name];
    git_told(root, &words, b"").map(|commit| commit.trim().to_owned()).filter(|commit| is_hash(commit))
}

/// The branch that a work tree has checked out, by git's own files.
pub fn branch_of(root: &Path) -> Option<String> {
    let head = fs::read_to_string(git_directory(root)?.join("HEAD")).ok()?;
    head.trim().strip_prefix("ref: refs/heads/").map(str::to_owned)
}

/// Whether the configuration says of any remote what is pushed there.
pub fn says_what_is_pushed(root: &Path) -> bool {
    git(root, "config --get-regexp '^remote\\..*\\.push$'").is_some_and(|told| !told.trim().is_empty())
}
