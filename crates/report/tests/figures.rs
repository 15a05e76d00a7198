//! Figures: counted by hand, the same by the index and by the files, whatever happens to either in between.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use std::fs;
use std::path::PathBuf;

use hookward_core::policy::Retention;
use hookward_core::{Decision, Noted, Ran, Record};
use hookward_io::Journal;
use hookward_report::{Gatherer, Kind, Rebuild, Setting, Stats, Sums, Tally, Wanted, page, tidy};
use jiff::tz::TimeZone;
use proptest::prelude::*;
use tempfile::TempDir;

/// 2026-05-17, noon.
const NOON: u64 = 1_779_019_200_000;
const DAY: u64 = 24 * 60 * 60 * 1000;
const EVERYTHING: Wanted = Wanted { since: None, roots: Vec::new() };

struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    fn index(&self) -> PathBuf {
        self.folder.path().join("cache/index.sqlite")
    }

    fn gatherer(&self) -> Gatherer {
        fs::create_dir_all(self.state()).unwrap();
        Gatherer { journal: Journal::in_state(&self.state()), index: Some(self.index()), zone: TimeZone::UTC }
    }

    fn append(&self, record: &Record) {
        self.gatherer().journal.append(record).unwrap();
    }

    /// Gives the journal the name that it has once it is put aside.
    fn put_aside(&self, time: u64) {
        let name = self.state().join(format!("journal-{time:013}.jsonl"));
        let _ = fs::rename(self.state().join("journal.jsonl"), name);
    }

    fn by_the_index(&self) -> Sums {
        self.gatherer().sums(&EVERYTHING, Rebuild::IfNeeded, &mut |_, _| {}).unwrap()
    }

    fn by_the_files(&self) -> Sums {
        self.gatherer().sums_of_the_files(&EVERYTHING, &mut |_, _| {}).unwrap()
    }

    fn stats(&self) -> Stats {
        Stats::of(self.by_the_index(), &EVERYTHING)
    }
}

fn event(at: u64, tool: &str, decision: Decision, rules: &[(&str, Decision)]) -> Record {
    let noted = |(rule, decision): &(&str, Decision)| Noted {
        rule: (*rule).to_owned(),
        decision: *decision,
        matched: "x".to_owned(),
        why: "because".to_owned(),
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
fn eight() -> Vec<Record> {
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
            Ran { what: "feedback/format".into(), tool: "prettier".into(), ms: 200, how: "passed".into() },
            Ran { what: "feedback/types".into(), tool: "tsc".into(), ms: 1_800, how: "failed".into() },
            Ran { what: "feedback/lint".into(), tool: "eslint".into(), ms: 0, how: "missing".into() },
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

fn figures(stats: &Stats, kind: Kind, name: &str) -> Tally {
    let found = stats.group(kind).iter().find(|(own, _)| own == name);
    found.unwrap_or_else(|| panic!("no {name}")).1.clone()
}

#[test]
fn the_figures_are_those_that_one_counts_by_hand() {
    let desk = Desk::new();
    eight().iter().for_each(|record| desk.append(record));
    let stats = desk.stats();
    let Tally { events, approvals, asks, denials, shadowed, overrides, strikes, .. } = stats.all;
    assert_eq!((events, approvals, asks, denials), (6, 1, 1, 2));
    // Two strikes of the reviewer's one call: two rules objected to it.
    assert_eq!((shadowed, overrides, strikes), (1, 2, 3));
    assert_eq!((stats.all.checks, stats.all.failures, stats.all.checks_ms), (3, 1, 2_000));
    assert_eq!((stats.all.told, stats.all.tokens()), (500, 125));
    assert_eq!(stats.all.latency.count(), 5, "an answer that waited for checks says nothing of ours");
    assert_eq!((stats.all.latency.quantile(500), stats.all.latency.max), (1_007, 3_000));
    assert_eq!(stats.sessions(), 2);

    let days: Vec<(&str, u64, u64)> =
        stats.days.iter().map(|(day, tally)| (day.as_str(), tally.events, tally.denials)).collect();
    assert_eq!(days, [("2026-05-17", 4, 2), ("2026-05-18", 2, 0)]);

    let secret = figures(&stats, Kind::Rule, "security/secret-read");
    assert_eq!((secret.events, secret.denials, secret.strikes, secret.overrides), (2, 2, 2, 1));
    let publication = figures(&stats, Kind::Rule, "security/publication");
    assert_eq!((publication.events, publication.asks, publication.denials), (2, 1, 1));
    let untested = figures(&stats, Kind::Rule, "gate/untested-code");
    assert_eq!((untested.events, untested.shadowed, untested.overrides), (0, 1, 1));
    assert_eq!(figures(&stats, Kind::Rule, "feedback/types").checks_ms, 1_800);

    assert_eq!(figures(&stats, Kind::Tool, "shell").events, 2);
    assert_eq!(figures(&stats, Kind::Tool, "shell").overrides, 1);
    assert_eq!(figures(&stats, Kind::Host, "claude").events, 5);
    assert_eq!(figures(&stats, Kind::Host, "cursor").told, 99);
    assert!(stats.group(Kind::Host).iter().all(|(host, _)| host != "person"));
    assert_eq!(figures(&stats, Kind::Role, "reviewer").denials, 1);
    assert_eq!(figures(&stats, Kind::Role, "main").events, 5);
    assert_eq!(figures(&stats, Kind::Agent, "reviewer a1").told, 401);
    let types = figures(&stats, Kind::Check, "feedback/types tsc");
    assert_eq!((types.checks, types.failures, types.latency.max), (1, 1, 1_800_000));
    assert_eq!(figures(&stats, Kind::Check, "feedback/lint eslint").failures, 0);

    let last = &stats.denials[0];
    assert_eq!((last.at, last.rules.as_str()), (NOON + 1, "security/publication, security/secret-read"));
    assert_eq!((last.why.as_str(), last.role.as_str()), ("because", "reviewer"));
}

#[test]
fn figures_are_of_the_days_and_folders_that_are_wanted() {
    let desk = Desk::new();
    eight().iter().for_each(|record| desk.append(record));
    desk.append(&Record { cwd: "/w/application".to_owned(), ..event(NOON, "read", Decision::Silent, &[]) });
    for sums in [Gatherer::sums, |own: &Gatherer, wanted: &_, _, progress: &mut _| {
        own.sums_of_the_files(wanted, progress)
    }] as [fn(&Gatherer, &Wanted, Rebuild, &mut dyn FnMut(u64, u64)) -> _; 2]
    {
        let of = |wanted: &Wanted| {
            let sums = sums(&desk.gatherer(), wanted, Rebuild::IfNeeded, &mut |_, _| {}).unwrap();
            Stats::of(sums, wanted)
        };
        assert_eq!(of(&EVERYTHING).all.events, 7);
        let below = Wanted { roots: vec!["/w/app".to_owned()], ..EVERYTHING };
        assert_eq!(of(&below).all.events, 6, "a folder is not all that begins like it");
        let later = Wanted { since: Some("2026-05-18".to_owned()), ..EVERYTHING };
        assert_eq!((of(&later).all.events, of(&later).denials.len()), (2, 0));
    }
}

#[test]
fn an_index_that_is_deleted_damaged_or_of_another_version_is_made_anew() {
    let desk = Desk::new();
    eight().iter().for_each(|record| desk.append(record));
    let right = desk.by_the_files();
    assert_eq!(desk.by_the_index(), right);
    let spoil: [(&str, fn(&Desk)); 5] = [
        ("deleted", |desk| fs::remove_file(desk.index()).unwrap()),
        ("emptied", |desk| fs::write(desk.index(), "").unwrap()),
        ("no database", |desk| fs::write(desk.index(), "nothing that SQLite knows".repeat(999)).unwrap()),
        ("cut short", |desk| {
            let bytes = fs::read(desk.index()).unwrap();
            fs::write(desk.index(), &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("pages overwritten", |desk| {
            let mut bytes = fs::read(desk.index()).unwrap();
            bytes[4096..].fill(7);
            fs::write(desk.index(), bytes).unwrap();
        }),
    ];
    for (what, spoil) in spoil {
        spoil(&desk);
        assert_eq!(desk.by_the_index(), right, "{what}");
        assert!(fs::metadata(desk.index()).unwrap().len() > 4096, "{what}: there is an index again");
    }
    let elsewhere = Gatherer { zone: TimeZone::get("Asia/Tokyo").unwrap(), ..desk.gatherer() };
    let days = |sums: Sums| sums.cells.into_keys().map(|key| key.day).max();
    let there = elsewhere.sums(&EVERYTHING, Rebuild::IfNeeded, &mut |_, _| {}).unwrap();
    assert_eq!(there, elsewhere.sums_of_the_files(&EVERYTHING, &mut |_, _| {}).unwrap());
    assert_eq!(days(there).as_deref(), Some("2026-05-18"));
    assert_eq!(desk.by_the_index(), right, "and back");
}

#[test]
fn an_index_that_nobody_can_write_only_takes_more_time() {
    let desk = Desk::new();
    eight().iter().for_each(|record| desk.append(record));
    fs::write(desk.folder.path().join("cache"), "a file where the directory would be").unwrap();
    assert_eq!(desk.by_the_index(), desk.by_the_files());
}

#[test]
fn another_journal_under_the_same_name_is_read_from_its_beginning() {
    let desk = Desk::new();
    eight().iter().for_each(|record| desk.append(record));
    desk.by_the_index();
    fs::remove_file(desk.state().join("journal.jsonl")).unwrap();
    for at in 0..40 {
        desk.append(&event(NOON + at, "fetch", Decision::Silent, &[]));
    }
    assert_eq!(desk.by_the_index(), desk.by_the_files());
    assert_eq!(desk.stats().all.events, 40);
}

#[test]
fn a_line_that_is_still_being_written_is_counted_once_and_when_it_is_whole() {
    let desk = Desk::new();
    desk.append(&eight()[0]);
    let path = desk.state().join("journal.jsonl");
    let line = serde_json::to_string(&eight()[2]).unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    for cut in [10, line.len() - 1, line.len()] {
        fs::write(&path, format!("{whole}{}", &line[..cut])).unwrap();
        assert_eq!(desk.stats().all.events, 1, "cut at {cut}");
        assert_eq!(desk.by_the_index(), desk.by_the_files());
    }
    fs::write(&path, format!("{whole}{line}\n{{\"half\":\n")).unwrap();
    assert_eq!((desk.stats().all.events, desk.stats().unreadable), (2, 1));
    assert_eq!(desk.stats().unreadable, 1, "it is not counted again");
}

#[test]
fn what_is_dropped_leaves_its_figures() {
    let desk = Desk::new();
    for (nth, record) in eight().into_iter().enumerate() {
        desk.append(&record);
        if nth % 3 == 2 {
            desk.put_aside(NOON + nth as u64);
        }
    }
    let before = Stats::of(desk.by_the_files(), &EVERYTHING);
    let journal = desk.gatherer().journal;
    let retention = Retention { keep_ms: Some(30 * DAY), max_bytes: None };
    let run = |now| tidy(&journal, retention, &TimeZone::UTC, now).unwrap();
    assert_eq!(run(NOON + 29 * DAY), 0, "nothing is too old yet");
    assert_eq!(desk.stats(), before);
    assert_eq!(run(NOON + 31 * DAY), 2);
    assert_eq!(run(NOON + 31 * DAY), 0);
    assert_eq!(
        fs::read_dir(desk.state())
            .unwrap()
            .filter(|entry| { entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("journal-") })
            .count(),
        0
    );
    for after in [desk.stats(), Stats::of(desk.by_the_files(), &EVERYTHING)] {
        assert_eq!((&after.all, &after.days), (&before.all, &before.days));
        for kind in Kind::ALL {
            assert_eq!(after.group(kind), before.group(kind));
        }
        assert!(after.denials.is_empty(), "what was tried is gone with the file");
    }
}

#[test]
fn too_much_is_dropped_from_the_oldest_on_but_nothing_that_may_still_be_written_to() {
    let desk = Desk::new();
    for nth in 0..4 {
        desk.append(&event(NOON + nth, "read", Decision::Silent, &[]));
        desk.put_aside(NOON + nth * DAY);
    }
    let size = fs::metadata(desk.state().join(format!("journal-{NOON:013}.jsonl"))).unwrap().len();
    let retention = Retention { keep_ms: None, max_bytes: Some(2 * size) };
    let journal = desk.gatherer().journal;
    assert_eq!(tidy(&journal, retention, &TimeZone::UTC, NOON + 3 * DAY + 1).unwrap(), 2);
    let tight = Retention { keep_ms: Some(1), max_bytes: Some(1) };
    assert_eq!(tidy(&journal, tight, &TimeZone::UTC, NOON + 3 * DAY + 1).unwrap(), 1);
    assert!(desk.state().join(format!("journal-{:013}.jsonl", NOON + 3 * DAY)).exists());
    assert_eq!(desk.stats().all.events, 4);
}

#[test]
fn a_process_that_dies_between_the_figures_and_the_file_counts_nothing_twice() {
    let desk = Desk::new();
    desk.append(&eight()[0]);
    desk.put_aside(NOON);
    let path = desk.state().join(format!("journal-{NOON:013}.jsonl"));
    let bytes = fs::read(&path).unwrap();
    let journal = desk.gatherer().journal;
    assert_eq!(desk.stats().all.events, 1);
    tidy(&journal, Retention::default(), &TimeZone::UTC, NOON + 91 * DAY).unwrap();
    // As if it had died before the file was deleted.
    fs::write(&path, bytes).unwrap();
    assert_eq!(desk.stats().all.events, 1);
    assert_eq!(desk.by_the_files().denials.len(), 0);
    assert_eq!(tidy(&journal, Retention::default(), &TimeZone::UTC, NOON + 91 * DAY).unwrap(), 1);
    assert!(!path.exists());
    assert_eq!(desk.stats().all.events, 1);
}

#[test]
fn snapshots_that_cannot_be_read_are_said_and_nothing_is_dropped() {
    let desk = Desk::new();
    desk.append(&eight()[0]);
    desk.put_aside(NOON);
    fs::write(desk.state().join("snapshots.json"), "{").unwrap();
    let journal = desk.gatherer().journal;
    assert!(tidy(&journal, Retention::default(), &TimeZone::UTC, NOON + 91 * DAY).is_err());
    assert!(desk.state().join(format!("journal-{NOON:013}.jsonl")).exists());
    let said = desk.gatherer().sums(&EVERYTHING, Rebuild::IfNeeded, &mut |_, _| {}).unwrap_err().to_string();
    assert!(said.contains("snapshots.json cannot be used"), "{said}");
}

#[test]
fn whatever_a_call_says_the_page_shows_it_as_text() {
    let desk = Desk::new();
    let evil =
        "\"'></text></svg></pre><script>alert(1)</script><img src=x onerror=alert(2)>\u{202e}\u{1b}[2J&lt;";
    let hostile = Record {
        host: evil.to_owned(),
        session: evil.to_owned(),
        agent: Some(evil.to_owned()),
        role: Some(evil.to_owned()),
        subject: Some(evil.to_owned()),
        cwd: format!("/{evil}"),
        ran: vec![Ran { what: evil.into(), tool: evil.into(), ms: 1, how: evil.into() }],
        ..event(NOON, evil, Decision::Deny, &[(evil, Decision::Deny)])
    };
    let noted = Noted { why: evil.to_owned(), ..hostile.findings[0].clone() };
    desk.append(&Record { findings: vec![noted], ..hostile });
    let blocked = hookward_report::Blocked {
        session: evil.into(),
        rule: evil.into(),
        row: 4,
        since: evil.into(),
        subject: evil.into(),
    };
    let setting = Setting { made: evil.to_owned(), zone: TimeZone::UTC, blocked: vec![blocked] };
    let wanted = Wanted { roots: vec![format!("/{evil}")], ..EVERYTHING };
    let page = page(&Stats::of(desk.by_the_files(), &wanted), &setting);
    for never in ["<script", "<img", "onerror=alert(2)>", "\u{202e}", "\u{1b}"] {
        assert!(!page.contains(never), "{never}");
    }
    assert!(page.matches("&lt;script&gt;").count() > 10, "it is shown where it belongs");
    let (opened, closed) = (page.matches("<svg").count(), page.matches("</svg>").count());
    assert_eq!(opened, closed);
    assert!(opened >= 8, "{opened}");
    assert_eq!(
        page.matches("<figure").count(),
        page.matches("As a table").count(),
        "each chart has its table"
    );
    assert!(!page.contains("http://") && !page.contains("https://"), "nothing is asked of the network");
}

#[test]
fn csv_keeps_its_lines_and_is_no_formula() {
    let desk = Desk::new();
    desk.append(&event(NOON, "=cmd|'/c calc'!A1,\"x\"\ny", Decision::Silent, &[]));
    let csv = desk.stats().csv();
    assert!(csv.contains("\r\ntool,\"'=cmd|'/c calc'!A1,\"\"x\"\"\ny\",1,"), "{csv}");
}

#[test]
fn a_page_of_nothing_says_so() {
    let setting = Setting { made: String::new(), zone: TimeZone::UTC, blocked: Vec::new() };
    assert!(page(&Stats::default(), &setting).contains("Nothing was recorded yet"));
}

#[derive(Clone, Debug)]
enum Step {
    Append(u8, u8, u8, u64),
    Garbage,
    PutAside,
    Tidy,
    Look,
    Delete,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (any::<u8>(), any::<u8>(), any::<u8>(), any::<u64>()).prop_map(|(a, b, c, d)| Step::Append(a, b, c, d)),
        1 => Just(Step::Garbage),
        2 => Just(Step::PutAside),
        1 => Just(Step::Tidy),
        3 => Just(Step::Look),
        1 => Just(Step::Delete),
    ]
}

/// A record of few names, so that they meet; the time goes on.
fn some_record(at: u64, who: u8, what: u8, how: u8, us: u64) -> Record {
    let decisions = [Decision::Silent, Decision::Advise, Decision::Approve, Decision::Ask, Decision::Deny];
    let decision = decisions[usize::from(how) % 5];
    let rule = ["security/a", "gate/b", "approve/c"][usize::from(what) % 3];
    let events = ["before-tool", "after-tool", "stop", "allowed", "resolved", "skipped", "paused"];
    Record {
        event: events[usize::from(what) % 7].to_owned(),
        host: ["claude", "cursor"][usize::from(who) % 2].to_owned(),
        session: format!("s{}", who % 3),
        agent: who.is_multiple_of(3).then(|| "a1".to_owned()),
        cwd: ["/w/a", "/w/b/c"][usize::from(who / 2) % 2].to_owned(),
        ran: (0..how % 3)
            .map(|nth| Ran {
                what: rule.into(),
                tool: "t".into(),
                ms: us.rotate_left(nth.into()),
                how: "failed".into(),
            })
            .collect(),
        told: us >> 3,
        us,
        ..event(at, ["shell", "edit"][usize::from(how) % 2], decision, &[(rule, decision)])
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_index_gives_what_the_files_give(steps in prop::collection::vec(step(), 1..40)) {
        let desk = Desk::new();
        let journal = desk.gatherer().journal;
        let mut appended = 0;
        let mut aside = 0;
        for (nth, step) in steps.into_iter().enumerate() {
            let at = NOON + nth as u64 * DAY / 3;
            match step {
                Step::Append(who, what, how, us) => {
                    desk.append(&some_record(at, who, what, how, us));
                    appended += 1;
                }
                Step::Garbage => {
                    let path = desk.state().join("journal.jsonl");
                    let text = fs::read_to_string(&path).unwrap_or_default();
                    fs::write(&path, format!("{text}{{garbage {nth}\n")).unwrap();
                }
                Step::PutAside => {
                    aside += 1;
                    desk.put_aside(NOON + aside);
                }
                Step::Tidy => {
                    tidy(&journal, Retention { keep_ms: Some(5 * DAY), max_bytes: None }, &TimeZone::UTC, at).unwrap();
                }
                Step::Look => {
                    desk.by_the_index();
                }
                Step::Delete => {
                    let _ = fs::remove_file(desk.index());
                }
            }
        }
        let sums = desk.by_the_index();
        prop_assert_eq!(&sums, &desk.by_the_files());
        let stats = Stats::of(sums, &EVERYTHING);
        prop_assert!(stats.all.events + stats.all.overrides <= appended);
        prop_assert_eq!(stats.group(Kind::Host).iter().map(|(_, tally)| tally.events).sum::<u64>(), stats.all.events);
        prop_assert_eq!(stats.days.iter().map(|(_, tally)| tally.denials).sum::<u64>(), stats.all.denials);
    }
}
