//! The index gives what the files give, whatever happens to it or to them.

use std::fs;

use hookward_core::policy::Retention;
use hookward_core::{Decision, Ran, Record};
use hookward_report::{Gatherer, Kind, Rebuild, Stats, Sums, tidy};
use jiff::tz::TimeZone;
use proptest::prelude::*;

use crate::desk::{DAY, Desk, EVERYTHING, NOON, eight, event};

/// What happened to an index, and how.
type Spoiled = (&'static str, fn(&Desk));

#[test]
fn an_index_that_is_deleted_damaged_or_of_another_version_is_made_anew() {
    let desk = Desk::new();
    desk.append_all(&eight());
    let right = desk.by_the_files();
    assert_eq!(desk.by_the_index(), right);
    let spoil: [Spoiled; 5] = [
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
    desk.append_all(&eight());
    fs::write(desk.folder.path().join("cache"), "a file where the directory would be").unwrap();
    assert_eq!(desk.by_the_index(), desk.by_the_files());
}

#[test]
fn another_journal_under_the_same_name_is_read_from_its_beginning() {
    let desk = Desk::new();
    desk.append_all(&eight());
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
                answer: None,
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
