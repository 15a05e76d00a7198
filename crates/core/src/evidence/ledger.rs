//! What is kept of it, oldest first; and what that says of the sources as they are now.

mod red;

use serde::{Deserialize, Serialize};

pub use red::Touched;

use super::failing::is_named_by;
use super::{Bearing, Built, Check, Inside, Kind, Path, Project, Red, Scope, Unseen};

/// One line of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(clippy::large_enum_variant, reason = "most lines are checks that have run")]
pub enum Entry {
    /// A check is about to run.
    Begun(Begun),
    /// A check has run.
    Check(Evidence),
    /// A check has run, and nobody can tell how it ended.
    Doubted(Doubted),
    /// A person has seen it work.
    Proof(Proof),
    /// An agent has put a file where programs are looked for, or among installed packages.
    Wrote(Wrote),
    /// A commit was made while a call ran, in no way that is known.
    Unseen(Unseen),
}

/// A command that is about to check something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// The host's own name for the call, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its whole text, redacted.
    pub text: String,
    /// The name of the sources that it begins on.
    pub tree: String,
    /// The trace of every touch of them.
    #[serde(default)]
    pub trace: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// A check that has run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// What was checked.
    pub what: Check,
    /// By which command, redacted.
    pub command: String,
    /// Whether it was all of it.
    pub scope: Scope,
    /// How it ended.
    pub outcome: Outcome,
    /// The name of the sources that it ran on.
    pub tree: String,
    /// The directory below the root in which all of it ran, if that was not the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The kind of project that its program is for; `None` for one that may be for any.
    // The line of the ledger has a kind of its own.
    #[serde(default, rename = "made_with", skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Whether it leaves out the packages below that directory.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
    /// What it has built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub built: Option<Built>,
    /// The files that it has named where it said what fails, each in its own way; `None` if nobody has seen what it printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing: Option<Vec<String>>,
    /// Files that it has named on the way to that, and what it has said is not there, by the paths of those without an ending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub around: Vec<String>,
    /// The tests inside of files of code that have failed, as they were then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inside: Vec<Inside>,
    /// Whether the code did not even compile, and no test is named for that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub broken: bool,
    /// The directories of what does not compile, below the root, if it says so; else it may be anywhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<String>,
    /// The files of tests that were seen to fail, as they were then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub red: Vec<Red>,
    /// The paths that it was told to look for tests in: several make up for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<Parts>,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// Paths that a runner was told to look for tests in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// The runner.
    pub program: String,
    /// The directory below the root in which it ran.
    pub from: String,
    /// The paths, from there.
    pub paths: Vec<Path>,
}

impl Evidence {
    /// Whether it tells of all of a project. A linter is told by the directory alone: what it is for, it is for.
    fn is_of(&self, project: &Project) -> bool {
        let place = match (&self.place, self.scope) {
            (Some(place), _) => place.as_str(),
            (None, Scope::Whole) => "",
            (None, Scope::Part) => return false,
        };
        let is_there = match project.place.strip_prefix(place) {
            Some(rest) => rest.is_empty() || (!self.alone && (place.is_empty() || rest.starts_with('/'))),
            None => false,
        };
        let is_for = self.what != Check::Tests
            || self.kind.zip(project.kind).is_none_or(|(own, wanted)| own == wanted);
        is_there && is_for
    }

    /// Whether a test, by its path from the root, is among what it runs: it names the test, or all that lies around it.
    pub fn holds(&self, test: &str) -> bool {
        let is_for = self.kind.zip(Kind::of_test(test)).is_none_or(|(own, wanted)| own == wanted);
        let lies_in = |place: &str| {
            let rest = test.strip_prefix(place.trim_end_matches('/'));
            place.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_of_all = match (&self.place, self.scope) {
            (Some(place), _) => lies_in(place),
            (None, scope) => scope == Scope::Whole,
        };
        let names =
            |word: &str| word.contains(['/', '.']) && is_named_by(test, word.trim_start_matches("./"));
        let is_named = || {
            self.command.split(' ').skip(1).any(|word| names(word) || (word.contains('/') && lies_in(word)))
        };
        is_for && (is_of_all || is_named())
    }

    /// Whether its program may be for what another's is for.
    fn is_like(&self, other: &Self) -> bool {
        self.kind.zip(other.kind).is_none_or(|(own, other)| own == other)
    }
}

/// A check of which nobody can tell how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doubted {
    /// What was checked.
    pub what: Check,
    /// By which command, redacted.
    pub command: String,
    /// Why nobody can tell.
    pub why: String,
    /// What to run instead, where it is not the same by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Well.
    Passed,
    /// Not well.
    Failed,
    /// Several ran at once, and one of them has failed.
    Doubtful,
}

/// A person has seen the sources work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The name of the sources.
    pub tree: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// A file, or what lies in a directory, that an agent has put where programs are looked for, or among installed packages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrote {
    /// The absolute path.
    pub path: String,
    /// Whether a package manager has put it there, from a folder or a file of this machine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub installed: bool,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// What is known of a project, and which sources it has now.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Ledger {
    /// Everything that was seen, oldest first.
    pub entries: Vec<Entry>,
    /// The name of the sources as they are; `None` where nobody could tell.
    pub tree: Option<String>,
    /// Whether git was asked for that name and did not answer.
    pub is_unnamed: bool,
    /// The projects that its tests are in; none if nobody knows of any.
    pub projects: Vec<Project>,
    /// A commit that nobody saw coming, and on which the work tree stands.
    pub held: Option<Unseen>,
    /// A source that lies there otherwise than what would be pushed has it.
    pub left: Option<String>,
    /// Whether all that a call merges is known to be free: documents, or sources that were seen to pass as they come.
    pub joins_known: bool,
}

/// What the ledger says of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing<'a> {
    /// It has never run, or never in a way that tells how it ended.
    Missing,
    /// It has passed on these very sources.
    Fresh(&'a Evidence),
    /// Its last run has not passed, on whichever sources.
    Failing(&'a Evidence),
    /// It has passed, and the sources have changed since.
    Stale(&'a Evidence),
    /// Only a part of it has passed on these sources.
    Partial(&'a Evidence),
}

impl Ledger {
    fn runs(&self, what: Check) -> impl DoubleEndedIterator<Item = &Evidence> {
        self.entries.iter().filter_map(move |entry| {
            let Entry::Check(evidence) = entry else { return None };
            (evidence.what == what).then_some(evidence)
        })
    }

    /// What is known of a check. What has passed on these very sources has, whatever ran on others since. Else the last word counts: a
    /// part that passes does not make up for a whole that has failed, nor the tests of one project for those of another.
    pub fn standing(&self, what: Check) -> Standing<'_> {
        let on_these: Vec<&Evidence> = self.runs(what).filter(|run| self.is_now(run)).collect();
        match self.told_by(&on_these) {
            fresh @ Standing::Fresh(_) => fresh,
            _ => self.told_by(&self.runs(what).collect::<Vec<_>>()),
        }
    }

    /// Whether all of a check was seen to pass on these very sources.
    pub fn has_passed(&self, what: Check) -> bool {
        matches!(self.standing(what), Standing::Fresh(_))
    }

    /// What some runs tell, the last of which counts.
    fn told_by<'a>(&'a self, runs: &[&'a Evidence]) -> Standing<'a> {
        let whole = runs.iter().rev().copied().find(|run| run.scope == Scope::Whole);
        let last = runs.last().copied();
        let of_each = self.projects.iter().map(|project| last_of(runs, project));
        let failed = of_each.flatten().find(|run| run.outcome != Outcome::Passed);
        match (whole, last) {
            (_, Some(last)) if last.outcome != Outcome::Passed => Standing::Failing(last),
            (Some(whole), _) if whole.outcome != Outcome::Passed => Standing::Failing(whole),
            (_, Some(_)) if let Some(failed) = failed => Standing::Failing(failed),
            (Some(whole), _) if self.projects.is_empty() && self.is_now(whole) => Standing::Fresh(whole),
            (_, Some(last)) if !self.projects.is_empty() && self.left_by(runs).is_empty() => {
                Standing::Fresh(last)
            }
            (_, Some(last)) if self.is_now(last) => Standing::Partial(last),
            (Some(whole), _) => Standing::Stale(whole),
            (None, Some(last)) => Standing::Partial(last),
            (None, None) => Standing::Missing,
        }
    }

    fn is_now(&self, run: &Evidence) -> bool {
        self.tree.as_deref() == Some(run.tree.as_str())
    }

    /// The projects of which no run of all of a check was seen to pass on these sources.
    pub fn unseen(&self, what: Check) -> Vec<&Project> {
        self.left_by(&self.runs(what).collect::<Vec<_>>())
    }

    /// The projects that some runs tell nothing good of.
    fn left_by(&self, runs: &[&Evidence]) -> Vec<&Project> {
        let is_fresh = |run: &Evidence| run.outcome == Outcome::Passed && self.is_now(run);
        self.projects.iter().filter(|project| !last_of(runs, project).is_some_and(is_fresh)).collect()
    }

    /// The last run of a check, if nobody could tell how it ended.
    pub fn doubted(&self, what: Check) -> Option<&Doubted> {
        let last = self.entries.iter().rev().find(|entry| match entry {
            Entry::Check(evidence) => evidence.what == what,
            Entry::Doubted(doubted) => doubted.what == what,
            Entry::Begun(_) | Entry::Proof(_) | Entry::Wrote(_) | Entry::Unseen(_) => false,
        });
        let Some(Entry::Doubted(doubted)) = last else { return None };
        Some(doubted)
    }

    /// The paths in which the same runner has found tests to pass on some sources, since any were last seen to fail.
    pub fn parts_before(&self, own: &Parts, tree: &str) -> Vec<Path> {
        let passed = self.runs(Check::Tests).rev().take_while(|run| run.outcome == Outcome::Passed);
        let parts = passed.filter(|run| run.tree == tree).filter_map(|run| run.parts.as_ref());
        let like = parts.filter(|parts| parts.program == own.program && parts.from == own.from);
        like.flat_map(|parts| parts.paths.iter().cloned()).collect()
    }

    /// Whether this was seen to be built last from these very sources, which nobody has touched since.
    pub fn has_built(&self, wanted: &Built) -> bool {
        let last = self.runs(Check::Build).rev().find_map(|run| {
            let built = run.built.as_ref().filter(|built| built.target == wanted.target)?;
            Some(run.outcome == Outcome::Passed && built.trace == wanted.trace)
        });
        last.unwrap_or_default()
    }

    /// How a command has begun: by the host's name for the call, else by its text. Of two that run at once, a text is no name.
    pub fn begun(&self, id: Option<&str>, text: &str) -> Option<&Begun> {
        self.entries.iter().rev().find_map(|entry| {
            let Entry::Begun(begun) = entry else { return None };
            (begun.id.as_deref() == id && begun.text == text).then_some(begun)
        })
    }

    /// What agents have put where programs are looked for, or among installed packages.
    pub fn written(&self) -> impl Iterator<Item = &Wrote> {
        self.wrote().filter(|wrote| Bearing::of(&wrote.path) == Bearing::Never)
    }

    /// Files that say, or may say, how a run goes, and that agents have written.
    pub fn settings(&self) -> impl Iterator<Item = &Wrote> {
        self.wrote().filter(|wrote| Bearing::of(&wrote.path) != Bearing::Never)
    }

    fn wrote(&self) -> impl Iterator<Item = &Wrote> {
        self.entries.iter().filter_map(|entry| {
            let Entry::Wrote(wrote) = entry else { return None };
            Some(wrote)
        })
    }

    /// When the first check began on some sources, in milliseconds since 1970.
    pub fn begun_on(&self, tree: &str) -> Option<u64> {
        self.entries.iter().find_map(|entry| {
            let Entry::Begun(begun) = entry else { return None };
            (begun.tree == tree).then_some(begun.at)
        })
    }

    /// Whether a person has seen these very sources work.
    pub fn is_proven(&self) -> bool {
        let proof = self.entries.iter().rev().find_map(|entry| {
            let Entry::Proof(proof) = entry else { return None };
            Some(proof.tree.as_str())
        });
        self.tree.is_some() && proof == self.tree.as_deref()
    }
}

/// The last of some runs that is of all of a project.
fn last_of<'a>(runs: &[&'a Evidence], project: &Project) -> Option<&'a Evidence> {
    runs.iter().rev().copied().find(|run| run.is_of(project))
}

#[cfg(test)]
mod tests;
