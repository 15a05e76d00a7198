//! The commits of a repository that are accounted for: those that lay there when an agent began to work with it, and those
//! that calls have made since in ways that are known. What a branch holds beside them, nobody has held against the tests,
//! whoever has made it and whenever: a program in the background, another work tree, a branch that is not checked out.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::changes::is_hash;
use crate::file::{private_directory, private_options, replace_private};
use crate::heads::common;
use crate::repository::{git, git_told};
use crate::trust::hex;
use crate::workspace::git_directory;

/// Where no agent has been at work for so long, in milliseconds, people have made what lies there.
const QUIET: u64 = 30 * 60 * 1000;

/// How exactly it is known when an agent was last at work, in milliseconds.
const EXACT: u64 = 60 * 1000;

/// So many commits are counted at most.
const MANY: usize = 100;

/// The commits of a repository that are accounted for.
#[derive(Clone, Debug)]
pub struct Known {
    root: PathBuf,
    /// A commit in each line; what they descend from is known, too.
    tips: PathBuf,
    /// The session that was last at work here, and when.
    last: PathBuf,
}

/// How many commits are new, by what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct New {
    /// Those with one parent.
    pub plain: usize,
    /// Those that join others.
    pub merges: usize,
}

impl Known {
    /// Those of the repository of a work tree, which all work trees of it share.
    pub fn of(state: &Path, root: &Path) -> Option<Self> {
        let common = common(&git_directory(root)?).canonicalize().ok()?;
        let name = hex(&Sha256::digest(common.as_os_str().as_encoded_bytes()));
        let place = state.join("evidence").join(name);
        Some(Self {
            root: root.to_owned(),
            tips: place.with_extension("known"),
            last: place.with_extension("last"),
        })
    }

    /// Notes that a session is at work. If it is the first one for a while, what lies there is of people.
    pub fn begin(&self, session: &str, at: u64) -> io::Result<()> {
        let said = fs::read_to_string(&self.last).unwrap_or_default();
        let last = said.split_once(' ').and_then(|(then, whose)| Some((then.parse::<u64>().ok()?, whose)));
        let begins_anew = match last {
            Some((then, whose)) if whose == session && at.saturating_sub(then) < EXACT => return Ok(()),
            Some((then, whose)) => whose != session && at.saturating_sub(then) > QUIET,
            None => true,
        };
        if let Some(directory) = self.tips.parent().filter(|directory| !directory.is_dir()) {
            private_directory(directory)?;
        }
        if begins_anew {
            replace_private(&self.tips, tips(&self.root).join("\n").as_bytes())?;
        }
        replace_private(&self.last, format!("{at} {session}").as_bytes())
    }

    /// Takes commits, and what they descend from, for accounted for.
    pub fn add<'c>(&self, commits: impl IntoIterator<Item = &'c str>) -> io::Result<()> {
        let mut lines = String::new();
        for commit in commits.into_iter().filter(|commit| is_hash(commit)) {
            lines.push('\n');
            lines.push_str(commit);
        }
        // Where nothing is known, one line would make everything else unknown.
        let mut file = private_options().append(true).open(&self.tips)?;
        file.write_all(lines.as_bytes())
    }

    /// The commits of these names, told as to `git rev-list`, that are not accounted for and that no remote has; the newest
    /// first. `None` where git does not say it.
    pub fn unknown(&self, names: &[&str]) -> Option<Vec<String>> {
        let listed = self.list(&[], names)?;
        Some(listed.lines().map(str::to_owned).collect())
    }

    /// How many of the commits of one are new to another and not accounted for. What a rebase has only given another name
    /// is not new.
    pub fn new_beside(&self, before: &str, after: &str) -> Option<New> {
        if before.is_empty() {
            return Some(New { plain: self.unknown(&[after])?.len(), merges: 0 });
        }
        let plain = self.list(&["--no-merges"], &[after])?;
        let merges = self.list(&["--merges"], &[after])?;
        let both = format!("{before}...{after}");
        let how = ["rev-list", "--no-merges", "--cherry-pick", "--right-only", &both, "--"];
        let new = git_told(&self.root, &how, b"")?;
        let is_new = |line: &&str| new.lines().any(|known| known == *line);
        Some(New { plain: plain.lines().filter(is_new).count(), merges: merges.lines().count() })
    }

    fn list(&self, how: &[&str], names: &[&str]) -> Option<String> {
        let Ok(known) = fs::read_to_string(&self.tips) else { return Some(String::new()) };
        let fetched = fetched(&self.root);
        let known = known.lines().filter(|line| is_hash(line)).chain(fetched.iter().map(String::as_str));
        let mut input = String::new();
        for commit in known {
            input.push('^');
            input.push_str(commit);
            input.push('\n');
        }
        let most = format!("--max-count={MANY}");
        let words = [
            &["rev-list", "--ignore-missing", &most],
            how,
            &["--stdin"],
            names,
            &["--not", "--remotes", "--"],
        ];
        git_told(&self.root, &words.concat(), input.as_bytes())
    }
}

/// What was fetched last from elsewhere, also where no remote has a name for it.
fn fetched(root: &Path) -> Vec<String> {
    let own = git_directory(root);
    let text = own.and_then(|own| fs::read_to_string(own.join("FETCH_HEAD")).ok()).unwrap_or_default();
    // What comes from this very machine was made on it.
    let is_elsewhere =
        |line: &&str| line.rsplit_once(" of ").is_some_and(|(_, url)| is_of_another_machine(url));
    let elsewhere = text.lines().filter(is_elsewhere);
    let names = elsewhere.filter_map(|line| line.split_whitespace().next()).filter(|name| is_hash(name));
    names.map(str::to_owned).collect()
}

/// Whether an address is of another machine: `https://host/path`, `host:path`.
fn is_of_another_machine(url: &str) -> bool {
    let host = url.split('/').next().unwrap_or_default();
    host.contains(':') && !url.starts_with("file:")
}

/// What the branches, tags and work trees of a repository stand on, by git's own files.
fn tips(root: &Path) -> Vec<String> {
    let Some(common) = git_directory(root).map(|own| common(&own)) else { return Vec::new() };
    let mut tips = Vec::new();
    // Tables of refs are no text.
    if common.join("reftable").is_dir() {
        let all = git(root, "for-each-ref '--format=%(objectname)'").unwrap_or_default();
        tips.extend(all.lines().map(str::to_owned));
    }
    let packed = fs::read_to_string(common.join("packed-refs")).unwrap_or_default();
    let is_own = |line: &&str| !line.contains(" refs/remotes/");
    tips.extend(packed.lines().filter(is_own).filter_map(|line| first_hash(line.trim_start_matches('^'))));
    let places = ["heads", "tags", "stash"].map(|kind| common.join("refs").join(kind));
    let mut left: Vec<PathBuf> = places.into();
    let trees = fs::read_dir(common.join("worktrees")).into_iter().flatten().flatten();
    left.extend(trees.map(|tree| tree.path().join("HEAD")));
    left.push(common.join("HEAD"));
    while let Some(path) = left.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => left.extend(entries.flatten().map(|entry| entry.path())),
            Err(_) => tips.extend(fs::read_to_string(&path).ok().and_then(|text| first_hash(&text))),
        }
    }
    tips
}

fn first_hash(line: &str) -> Option<String> {
    line.split_whitespace().next().filter(|name| is_hash(name)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bench {
        folder: tempfile::TempDir,
    }

    impl Bench {
        fn new() -> Self {
            let bench = Self { folder: tempfile::tempdir().unwrap() };
            fs::create_dir(bench.root()).unwrap();
            bench.git(&["init", "-q"]);
            bench.commit();
            bench
        }

        fn root(&self) -> PathBuf {
            self.folder.path().join("w")
        }

        fn known(&self) -> Known {
            Known::of(&self.folder.path().join("state"), &self.root()).unwrap()
        }

        fn git(&self, words: &[&str]) {
            let own = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
            let done =
                std::process::Command::new("git").args(own).args(words).current_dir(self.root()).output();
            assert!(done.unwrap().status.success(), "{words:?}");
        }

        fn commit(&self) {
            self.git(&["commit", "-q", "--allow-empty", "-m", "x"]);
        }

        fn unknown(&self) -> usize {
            self.known().unknown(&["--branches"]).unwrap().len()
        }
    }

    #[test]
    fn what_lay_there_is_known_and_what_comes_is_not() {
        let bench = Bench::new();
        assert_eq!(bench.unknown(), 0, "where nobody has begun, nothing is held against anybody");
        bench.known().begin("a", 1).unwrap();
        assert_eq!(bench.unknown(), 0);
        bench.commit();
        assert_eq!(bench.unknown(), 1);
        bench.git(&["gc", "-q"]);
        assert_eq!(bench.unknown(), 1, "how git keeps it is all one");
        bench.known().add(bench.known().unknown(&["HEAD"]).unwrap().iter().map(String::as_str)).unwrap();
        assert_eq!(bench.unknown(), 0);
    }

    #[test]
    fn another_session_begins_anew_only_where_nobody_was_at_work() {
        let bench = Bench::new();
        bench.known().begin("a", 1).unwrap();
        bench.commit();
        bench.known().begin("a", 3 * QUIET).unwrap();
        assert_eq!(bench.unknown(), 1, "the same one, later");
        bench.known().begin("b", 3 * QUIET + EXACT).unwrap();
        assert_eq!(bench.unknown(), 1, "another one beside it");
        bench.known().begin("a", 5 * QUIET).unwrap();
        assert_eq!(bench.unknown(), 0);
    }

    #[test]
    fn what_was_packed_tagged_or_left_by_a_work_tree_is_known() {
        let bench = Bench::new();
        bench.git(&["switch", "-q", "-c", "a/b"]);
        bench.commit();
        bench.git(&["tag", "-a", "v1", "-m", "x"]);
        bench.git(&["reset", "-q", "--hard", "HEAD~1"]);
        bench.git(&["pack-refs", "--all"]);
        bench.git(&["switch", "-q", "-c", "c"]);
        bench.commit();
        bench.git(&["worktree", "add", "-q", "--detach", "../other"]);
        bench.git(&["reset", "-q", "--hard", "HEAD~1"]);
        bench.known().begin("a", 1).unwrap();
        assert_eq!(bench.known().unknown(&["--all"]).unwrap().len(), 0);
        let there =
            Known::of(&bench.folder.path().join("state"), &bench.folder.path().join("other")).unwrap();
        assert_eq!(there.unknown(&["HEAD"]).unwrap().len(), 0);
    }

    #[test]
    fn what_was_fetched_from_a_folder_was_made_here() {
        for url in ["https://a.b/c", "git@a.b:c/d", "ssh://a/b", "host:x"] {
            assert!(is_of_another_machine(url), "{url}");
        }
        for url in [".", "../clone", "/srv/a:b", "file:///srv/a", "clone"] {
            assert!(!is_of_another_machine(url), "{url}");
        }
    }

    #[test]
    fn what_a_rebase_gives_another_name_is_not_new() {
        let bench = Bench::new();
        bench.git(&["switch", "-q", "-c", "base"]);
        bench.commit();
        bench.git(&["switch", "-q", "-c", "own", "HEAD~1"]);
        fs::write(bench.root().join("a"), "a").unwrap();
        bench.git(&["add", "a"]);
        bench.commit();
        bench.known().begin("a", 1).unwrap();
        let head = || crate::heads::standing_on(&bench.root()).unwrap();
        let before = head();
        bench.git(&["rebase", "-q", "base"]);
        assert_eq!(bench.known().new_beside(&before, &head()), Some(New::default()));
        bench.commit();
        assert_eq!(bench.known().new_beside(&before, &head()), Some(New { plain: 1, merges: 0 }));
    }
}
