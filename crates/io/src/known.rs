//! The commits of a repository that are accounted for: those that lay there when an agent began to work with it, and those
//! that calls have made since in ways that are known. What a branch holds beside them, nobody has held against the tests,
//! whoever has made it and whenever: a program in the background, another work tree, a branch that is not checked out.

use std::cell::OnceCell;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::changes::is_hash;
use crate::file::{private_directory, private_options, replace_private};
use crate::heads::{common, has_come_since, is_within};
use crate::repository::{git, git_told};
use crate::trust::hex;
use crate::workspace::git_directory;

/// Where no agent has been at work for so long, in milliseconds, people have made what lies there.
const QUIET: u64 = 30 * 60 * 1000;

/// How exactly it is known when an agent was last at work, in milliseconds.
const EXACT: u64 = 60 * 1000;

/// So many commits are looked at, at most: who makes more at once has not shown what they hold.
pub const MANY: usize = 100;

/// The commits of a repository that are accounted for.
#[derive(Clone, Debug)]
pub struct Known {
    root: PathBuf,
    /// A commit in each line, from which on everything before it is known; and remotes that were there.
    tips: PathBuf,
    /// Commits that were found unaccounted for: no new beginning makes them known.
    reported: PathBuf,
    /// The session that was last at work here, and when.
    last: PathBuf,
    /// When each session began to work, wherever.
    sessions: PathBuf,
    remotes: OnceCell<Vec<String>>,
}

/// Commits that are new, by what they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct New {
    /// Those with one parent.
    pub plain: Vec<String>,
    /// Those that join others.
    pub merges: Vec<String>,
}

/// What stands in front of the name of a remote.
const REMOTE: &str = "remote ";

impl Known {
    /// Those of the repository of a work tree, which all work trees of it share.
    pub fn of(state: &Path, root: &Path) -> Option<Self> {
        let common = common(&git_directory(root)?).canonicalize().ok()?;
        let name = hex(&Sha256::digest(common.as_os_str().as_encoded_bytes()));
        let place = state.join("evidence").join(name);
        Some(Self {
            root: root.to_owned(),
            tips: place.with_extension("known"),
            reported: place.with_extension("reported"),
            last: place.with_extension("last"),
            sessions: place.with_file_name("sessions"),
            remotes: OnceCell::new(),
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
        let began = self.began(session, at)?;
        if begins_anew {
            replace_private(&self.tips, self.lying_there(began, at).join("\n").as_bytes())?;
        }
        replace_private(&self.last, format!("{at} {session}").as_bytes())
    }

    /// When a session began to work.
    fn began(&self, session: &str, at: u64) -> io::Result<u64> {
        let known = fs::read_to_string(&self.sessions).unwrap_or_default();
        let own = |line: &str| line.split_once(' ').filter(|(_, whose)| *whose == session)?.0.parse().ok();
        if let Some(then) = known.lines().find_map(own) {
            return Ok(then);
        }
        // Those that ended long ago are forgotten.
        let all: Vec<&str> = known.lines().collect();
        let recent = all.get(all.len().saturating_sub(MANY)..).unwrap_or_default().join("\n");
        replace_private(&self.sessions, format!("{recent}\n{at} {session}").trim_start().as_bytes())?;
        Ok(at)
    }

    /// What is known from the beginning on: what the repository holds, but for what has come while the session was at work
    /// elsewhere already, and for what was found before.
    fn lying_there(&self, began: u64, at: u64) -> Vec<String> {
        let mut tips = tips(&self.root);
        let is_late = at.saturating_sub(began) > 0;
        if is_late {
            tips.retain(|tip| !has_come_since(&self.root, tip, began));
        }
        let reported = fs::read_to_string(&self.reported).unwrap_or_default();
        let lines = reported.lines().filter(|line| is_hash(line)).take(MANY);
        let held: Vec<&str> = lines.filter(|commit| self.unknown(&[commit]) != Some(Vec::new())).collect();
        if !held.is_empty() {
            tips.retain(|tip| !held.iter().any(|commit| is_within(&self.root, commit, tip)));
            // What was known before stays so.
            let known = fs::read_to_string(&self.tips).unwrap_or_default();
            tips.extend(known.lines().filter(|line| is_hash(line)).map(str::to_owned));
        }
        let remotes = remotes(&self.root).into_iter();
        let trusted = remotes.filter(|(_, url)| !is_late || is_of_another_machine(url));
        tips.extend(trusted.map(|(name, _)| format!("{REMOTE}{name}")));
        tips
    }

    /// Takes commits, and what they descend from, for accounted for.
    pub fn add<'c>(&self, commits: impl IntoIterator<Item = &'c str>) -> io::Result<()> {
        // Where nothing is known, one line would make everything else unknown.
        append_commits(private_options().append(true), &self.tips, commits)
    }

    /// Notes commits that are not accounted for.
    pub fn report<'c>(&self, commits: impl IntoIterator<Item = &'c str>) -> io::Result<()> {
        append_commits(private_options().append(true).create(true), &self.reported, commits)
    }

    /// Takes what was fetched last from elsewhere for accounted for: the next time, git has forgotten it.
    pub fn keep_fetched(&self) -> io::Result<()> {
        let known = fs::read_to_string(&self.tips).unwrap_or_default();
        let fetched = fetched(&self.root, &known);
        self.add(fetched.iter().map(String::as_str).filter(|commit| !known.contains(commit)))
    }

    /// Whether a commit was found unaccounted for, and no remote has it yet: what descends from it may be pushed once that was
    /// tested, and it still not by itself.
    pub fn is_reported(&self, commit: &str) -> bool {
        let reported = fs::read_to_string(&self.reported).unwrap_or_default();
        reported.lines().any(|line| line == commit) && self.is_only_here(commit)
    }

    /// Whether no remote has a commit yet.
    pub fn is_only_here(&self, commit: &str) -> bool {
        let words = ["rev-list", "--max-count=1", commit, "--not", "--remotes", "--"];
        git_told(&self.root, &words, b"").is_some_and(|left| !left.trim().is_empty())
    }

    /// The commits of these names, told as to `git rev-list`, that are not accounted for and that no remote has; the newest
    /// first, and no more than [`MANY`]. `None` where git does not say it.
    pub fn unknown(&self, names: &[&str]) -> Option<Vec<String>> {
        let listed = self.list(&[], names)?;
        Some(listed.lines().map(str::to_owned).collect())
    }

    /// The commits of one that are new to another and not accounted for. What a rebase has only given another name is not
    /// new.
    pub fn new_beside(&self, before: &str, after: &str) -> Option<New> {
        if before.is_empty() {
            return Some(New { plain: self.unknown(&[after])?, merges: Vec::new() });
        }
        let both = format!("{before}...{after}");
        let plain = self.list(&["--no-merges"], &[after])?;
        let merges = self.list(&["--merges", "--right-only"], &[&both])?;
        let old = patches(&self.root, &format!("{after}..{before}")).unwrap_or_default();
        let renamed = patches(&self.root, &format!("{before}..{after}")).unwrap_or_default();
        let is_new = |line: &&str| {
            let patch = renamed.iter().find(|(commit, _)| commit == line);
            patch.is_none_or(|(_, own)| !old.iter().any(|(_, known)| known == own))
        };
        Some(New {
            plain: plain.lines().filter(is_new).map(str::to_owned).collect(),
            merges: merges.lines().map(str::to_owned).collect(),
        })
    }

    fn list(&self, how: &[&str], names: &[&str]) -> Option<String> {
        let Ok(known) = fs::read_to_string(&self.tips) else { return Some(String::new()) };
        let fetched = fetched(&self.root, &known);
        let commits = known.lines().filter(|line| is_hash(line)).chain(fetched.iter().map(String::as_str));
        let mut input = String::new();
        for commit in commits {
            input.push('^');
            input.push_str(commit);
            input.push('\n');
        }
        let remotes = self.remotes.get_or_init(|| {
            trusted(&self.root, &known).into_iter().map(|(name, _)| format!("--remotes={name}")).collect()
        });
        let remotes: Vec<&str> = remotes.iter().map(String::as_str).collect();
        let most = format!("--max-count={MANY}");
        let words = [
            &["rev-list", "--ignore-missing", &most],
            how,
            &["--stdin"],
            names,
            &["--not"],
            &remotes,
            &["--"],
        ];
        git_told(&self.root, &words.concat(), input.as_bytes())
    }
}

/// The commits of a range, each with the name of what it changes. Of that, no blank is left out: in some languages they say
/// what belongs together.
fn patches(root: &Path, range: &str) -> Option<Vec<(String, String)>> {
    let how = [
        "log",
        "-p",
        "--no-merges",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        "--full-index",
        range,
        "--",
    ];
    let told = git_told(root, &how, b"")?;
    if told.is_empty() {
        return None;
    }
    let names = git_told(root, &["patch-id", "--verbatim"], told.as_bytes())?;
    let one = |line: &str| line.split_once(' ').map(|(patch, commit)| (commit.to_owned(), patch.to_owned()));
    Some(names.lines().filter_map(one).collect())
}

fn append_commits<'c>(
    options: &OpenOptions,
    path: &Path,
    commits: impl IntoIterator<Item = &'c str>,
) -> io::Result<()> {
    let mut lines = String::new();
    for commit in commits.into_iter().filter(|commit| is_hash(commit)) {
        lines.push('\n');
        lines.push_str(commit);
    }
    if lines.is_empty() {
        return Ok(());
    }
    options.open(path)?.write_all(lines.as_bytes())
}

/// The remotes whose word counts: those that were there from the beginning, and those on other machines. One that leads to a
/// folder of this machine brings what was made on it.
fn trusted(root: &Path, known: &str) -> Vec<(String, String)> {
    let was_there = |name: &str| known.lines().any(|line| line.strip_prefix(REMOTE) == Some(name));
    let all = remotes(root).into_iter();
    all.filter(|(name, url)| was_there(name) || is_of_another_machine(url)).collect()
}

/// The remotes of a repository, and where they lead.
fn remotes(root: &Path) -> Vec<(String, String)> {
    let told = git(root, "config --get-regexp '^remote\\..*\\.url$'").unwrap_or_default();
    let one = |line: &str| {
        let (key, url) = line.split_once(' ')?;
        Some((key.strip_prefix("remote.")?.strip_suffix(".url")?.to_owned(), url.to_owned()))
    };
    told.lines().filter_map(one).collect()
}

/// What was fetched last from elsewhere, also where no remote has a name for it.
fn fetched(root: &Path, known: &str) -> Vec<String> {
    let own = git_directory(root);
    let text = own.and_then(|own| fs::read_to_string(own.join("FETCH_HEAD")).ok()).unwrap_or_default();
    if text.is_empty() {
        return Vec::new();
    }
    // What comes from this very machine was made on it, unless it is where the repository has always come from.
    let trusted = trusted(root, known);
    let plain = |url: &str| url.trim_end_matches('/').trim_end_matches(".git").to_owned();
    let is_known = |url: &str| trusted.iter().any(|(_, known)| plain(known) == plain(url));
    let is_elsewhere = |line: &&str| {
        line.rsplit_once(" of ").is_some_and(|(_, url)| is_of_another_machine(url) || is_known(url))
    };
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
    let tags = packed.lines().filter(|line| line.contains(" refs/tags/")).count();
    let is_own = |line: &&str| !line.contains(" refs/remotes/") && (tags < MANY || !is_of_tag(line));
    tips.extend(packed.lines().filter(is_own).filter_map(|line| first_hash(line.trim_start_matches('^'))));
    if tags >= MANY {
        // Most of them are of the branch itself, and each one makes every question longer.
        let apart = git(root, "for-each-ref --no-merged=HEAD '--format=%(objectname)' refs/tags");
        tips.extend(apart.unwrap_or_default().lines().map(str::to_owned));
    }
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

/// Whether a line of packed refs is a tag's, or what such a one points to.
fn is_of_tag(line: &str) -> bool {
    line.contains(" refs/tags/") || line.starts_with('^')
}

fn first_hash(line: &str) -> Option<String> {
    line.split_whitespace().next().filter(|name| is_hash(name)).map(str::to_owned)
}

#[cfg(test)]
mod tests;
