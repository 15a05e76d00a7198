//! What is kept of it, oldest first; and what that says of the sources as they are now.

use serde::{Deserialize, Serialize};

use super::{Check, Scope, Settled, Unseen};

/// One line of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
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
    /// What such a commit holds was seen to pass.
    Settled(Settled),
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
    /// When, in milliseconds since 1970.
    pub at: u64,
}

impl Evidence {
    /// Whether it tells of all of a project, by its directory below the root.
    fn is_of(&self, project: &str) -> bool {
        self.place.as_deref().is_some_and(|place| {
            project.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
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
    /// Its outermost projects, by their directories below the root; none if the root is one itself.
    pub projects: Vec<String>,
    /// A commit that nobody saw coming, and on which the work tree stands.
    pub held: Option<Unseen>,
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

    /// What is known of a check. The last word counts: a part that passes does not make up for a whole that has failed.
    pub fn standing(&self, what: Check) -> Standing<'_> {
        let is_now = |evidence: &Evidence| self.tree.as_deref() == Some(evidence.tree.as_str());
        let whole = self.runs(what).rev().find(|evidence| evidence.scope == Scope::Whole);
        let last = self.runs(what).next_back();
        match (whole, last) {
            (_, Some(last)) if last.outcome != Outcome::Passed => Standing::Failing(last),
            (Some(whole), _) if whole.outcome != Outcome::Passed => Standing::Failing(whole),
            (Some(whole), _) if is_now(whole) => Standing::Fresh(whole),
            (_, Some(last)) if self.is_of_each_project(what, is_now) => Standing::Fresh(last),
            (_, Some(last)) if last.scope == Scope::Part && is_now(last) => Standing::Partial(last),
            (Some(whole), _) => Standing::Stale(whole),
            (None, Some(last)) => Standing::Partial(last),
            (None, None) => Standing::Missing,
        }
    }

    /// Whether a check has passed in each project, where the root is none itself.
    fn is_of_each_project(&self, what: Check, is_now: impl Fn(&Evidence) -> bool) -> bool {
        let mut projects = self.projects.iter();
        !self.projects.is_empty()
            && projects.all(|project| {
                let last = self.runs(what).rev().find(|evidence| evidence.is_of(project));
                last.is_some_and(|last| last.outcome == Outcome::Passed && is_now(last))
            })
    }

    /// The last run of a check, if nobody could tell how it ended.
    pub fn doubted(&self, what: Check) -> Option<&Doubted> {
        let last = self.entries.iter().rev().find(|entry| match entry {
            Entry::Check(evidence) => evidence.what == what,
            Entry::Doubted(doubted) => doubted.what == what,
            Entry::Begun(_) | Entry::Proof(_) | Entry::Wrote(_) | Entry::Unseen(_) | Entry::Settled(_) => {
                false
            }
        });
        let Some(Entry::Doubted(doubted)) = last else { return None };
        Some(doubted)
    }

    /// Since when a check does not pass any more: the first run that has not, after all of it has passed last.
    pub fn failing_since(&self, what: Check) -> Option<u64> {
        let is_green =
            |evidence: &&Evidence| evidence.scope == Scope::Whole && evidence.outcome == Outcome::Passed;
        let red = self.runs(what).rev().take_while(|evidence| !is_green(evidence));
        red.filter(|evidence| evidence.outcome != Outcome::Passed).map(|evidence| evidence.at).last()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(outcome: Outcome, scope: Scope, tree: &str) -> Entry {
        Entry::Check(Evidence {
            what: Check::Tests,
            command: "t".into(),
            scope,
            outcome,
            tree: tree.into(),
            place: None,
            at: 0,
        })
    }

    #[test]
    fn where_the_root_is_no_project_a_run_in_each_of_them_is_all_of_it() {
        use Outcome::{Failed, Passed};
        let ran = |place: &str, outcome: Outcome, tree: &str| match ran(outcome, Scope::Part, tree) {
            Entry::Check(evidence) => Entry::Check(Evidence { place: Some(place.into()), ..evidence }),
            other => other,
        };
        let is_fresh = |projects: &[&str], entries: Vec<Entry>| {
            let projects = projects.iter().map(|&project| project.to_owned()).collect();
            let ledger = Ledger { entries, tree: Some("now".into()), projects, held: None };
            matches!(ledger.standing(Check::Tests), Standing::Fresh(_))
        };
        assert!(is_fresh(&["web"], vec![ran("web", Passed, "now")]));
        assert!(is_fresh(&["api", "web"], vec![ran("web", Passed, "now"), ran("api", Passed, "now")]));
        assert!(!is_fresh(&["api", "web"], vec![ran("web", Passed, "now")]));
        assert!(!is_fresh(&["api", "web"], vec![ran("web", Passed, "now"), ran("api", Passed, "before")]));
        assert!(!is_fresh(&["api", "web"], vec![ran("api", Failed, "now"), ran("web", Passed, "now")]));
        assert!(!is_fresh(&["web"], vec![ran("webapp", Passed, "now")]));
        assert!(!is_fresh(&[], vec![ran("web", Passed, "now")]));
    }

    fn standing(entries: &[Entry]) -> &'static str {
        let ledger = Ledger { entries: entries.to_vec(), tree: Some("now".into()), ..Ledger::default() };
        match ledger.standing(Check::Tests) {
            Standing::Missing => "missing",
            Standing::Fresh(_) => "fresh",
            Standing::Failing(_) => "failing",
            Standing::Stale(_) => "stale",
            Standing::Partial(_) => "partial",
        }
    }

    #[test]
    fn evidence_counts_for_the_sources_that_it_was_seen_on() {
        use Outcome::{Doubtful, Failed, Passed};
        use Scope::{Part, Whole};
        assert_eq!(standing(&[]), "missing");
        assert_eq!(standing(&[ran(Passed, Whole, "now")]), "fresh");
        assert_eq!(standing(&[ran(Passed, Whole, "before")]), "stale");
        assert_eq!(standing(&[ran(Failed, Whole, "now")]), "failing");
        assert_eq!(standing(&[ran(Passed, Whole, "now"), ran(Failed, Part, "now")]), "failing");
        assert_eq!(standing(&[ran(Failed, Whole, "now"), ran(Passed, Part, "now")]), "failing");
        assert_eq!(standing(&[ran(Failed, Whole, "before"), ran(Passed, Whole, "now")]), "fresh");
        assert_eq!(standing(&[ran(Doubtful, Whole, "now")]), "failing");
        assert_eq!(standing(&[ran(Passed, Part, "now")]), "partial");
        assert_eq!(standing(&[ran(Passed, Whole, "before"), ran(Passed, Part, "now")]), "partial");
        assert_eq!(standing(&[ran(Passed, Whole, "now"), ran(Passed, Part, "now")]), "fresh");
    }

    #[test]
    fn a_run_has_begun_by_its_name_and_not_by_a_text_that_another_shares() {
        let begun = |id: Option<&str>, tree: &str| {
            Entry::Begun(Begun {
                id: id.map(str::to_owned),
                text: "npm test".into(),
                tree: tree.into(),
                trace: String::new(),
                at: 0,
            })
        };
        let entries = vec![begun(Some("a"), "first"), begun(Some("b"), "second"), begun(None, "third")];
        let ledger = Ledger { entries, ..Ledger::default() };
        let tree = |id: Option<&str>| ledger.begun(id, "npm test").map(|begun| begun.tree.as_str());
        assert_eq!(tree(Some("a")), Some("first"));
        assert_eq!(tree(Some("b")), Some("second"));
        assert_eq!(tree(None), Some("third"));
        assert_eq!(tree(Some("c")), None);
    }

    #[test]
    fn a_proof_counts_for_the_sources_that_were_seen() {
        let proof = |tree: &str| Entry::Proof(Proof { tree: tree.into(), at: 0 });
        let ledger = |entries: Vec<Entry>, tree: Option<&str>| Ledger {
            entries,
            tree: tree.map(str::to_owned),
            ..Ledger::default()
        };
        assert!(ledger(vec![proof("now")], Some("now")).is_proven());
        assert!(!ledger(vec![proof("before")], Some("now")).is_proven());
        assert!(!ledger(vec![proof("now")], None).is_proven());
        assert!(!ledger(vec![], Some("now")).is_proven());
    }
}
