//! A journal and an index in a folder of their own, and a few records.

use std::fs;
use std::path::PathBuf;

use hookward_core::{Decision, Noted, Ran, Record};
use hookward_io::Journal;
use hookward_report::{Gatherer, Rebuild, Stats, Sums, Wanted};
use jiff::tz::TimeZone;
use tempfile::TempDir;

/// 2026-05-17, noon.
pub(crate) const NOON: u64 = 1_779_019_200_000;
pub(crate) const DAY: u64 = 24 * 60 * 60 * 1000;
pub(crate) const EVERYTHING: Wanted = Wanted { since: None, roots: Vec::new() };

pub(crate) struct Desk {
    pub(crate) folder: TempDir,
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    pub(crate) fn index(&self) -> PathBuf {
        self.folder.path().join("cache/index.sqlite")
    }

    pub(crate) fn gatherer(&self) -> Gatherer {
        fs::create_dir_all(self.state()).unwrap();
        Gatherer { journal: Journal::in_state(&self.state()), index: Some(self.index()), zone: TimeZone::UTC }
    }

    pub(crate) fn append(&self, record: &Record) {
        self.gatherer().journal.append(record).unwrap();
    }

    pub(crate) fn append_all(&self, records: &[Record]) {
        for record in records {
            self.append(record);
        }
    }

    /// Gives the journal the name that it has once it is put aside.
    pub(crate) fn put_aside(&self, time: u64) {
        let name = self.state().join(format!("journal-{time:013}.jsonl"));
        let _ = fs::rename(self.state().join("journal.jsonl"), name);
    }

    pub(crate) fn by_the_index(&self) -> Sums {
        self.gatherer().sums(&EVERYTHING, Rebuild::IfNeeded, &mut |_, _| {}).unwrap()
    }

    pub(crate) fn by_the_files(&self) -> Sums {
        self.gatherer().sums_of_the_files(&EVERYTHING, &mut |_, _| {}).unwrap()
    }

    pub(crate) fn stats(&self) -> Stats {
        Stats::of(self.by_the_index(), &EVERYTHING)
    }
}

pub(crate) fn event(at: u64, tool: &str, decision: Decision, rules: &[(&str, Decision)]) -> Record {
    let noted = |(rule, decision): &(&str, Decision)| Noted {
        rule: (*rule).to_owned(),
        decision: *decision,
        matched: "x".to_owned(),
        why: "because".to_owned(),
        told: 0,
        advice: 0,
        about: Vec::new(),
    };
    Record {
        tool: Some(tool.to_owned()),
        decision,
        findings: rules.iter().map(noted).collect(),
        us: 1_000,
        ..Record::of_person("claude", "s1", "/w/app", "before-tool", "ls", at)
    }
}

/// A journal of eight records over two days, of which every figure below was counted by hand.
pub(crate) fn eight() -> Vec<Record> {
    use Decision::{Approve, Ask, Deny, Silent};
    let secret = ("security/secret-read", Deny);
    let unasked = Record {
        agent: Some("a1".to_owned()),
        role: Some("reviewer".to_owned()),
        told: 401,
        us: 3_000,
        ..event(NOON + 1, "shell", Deny, &[secret, ("security/publication", Ask)])
    };
    let checked = Record {
        event: "after-tool".to_owned(),
        host: "cursor".to_owned(),
        session: "s2".to_owned(),
        ran: vec![
            Ran {
                what: "feedback/format".into(),
                tool: "prettier".into(),
                ms: 200,
                how: "passed".into(),
                answer: None,
            },
            Ran {
                what: "feedback/types".into(),
                tool: "tsc".into(),
                ms: 1_800,
                how: "failed".into(),
                answer: None,
            },
            Ran {
                what: "feedback/lint".into(),
                tool: "eslint".into(),
                ms: 0,
                how: "missing".into(),
                answer: None,
            },
        ],
        told: 99,
        us: 2_000_500,
        ..event(NOON + DAY, "edit", Silent, &[])
    };
    let shadowed = Record {
        shadowed: event(0, "", Deny, &[("gate/untested-code", Deny)]).findings,
        ..event(NOON + DAY + 1, "edit", Silent, &[])
    };
    let allowed = Record::of_permission(&event(NOON, "shell", Deny, &[secret]), NOON + DAY + 2);
    let skipped = "gate/untested-code until 2026-05-18T13:00:00Z";
    vec![
        event(NOON, "read", Deny, &[secret]),
        unasked,
        event(NOON + 2, "shell", Ask, &[("security/publication", Ask)]),
        event(NOON + 3, "read", Approve, &[("approve/read-only", Approve)]),
        checked,
        shadowed,
        allowed,
        Record::of_person("person", "", "/w/app", "skipped", skipped, NOON + DAY + 3),
    ]
}
