//! Files that are dropped leave their figures.

use std::fs;

use hookward_core::Decision;
use hookward_core::policy::Retention;
use hookward_report::{Kind, Rebuild, Stats, tidy};
use jiff::tz::TimeZone;

use crate::desk::{DAY, Desk, EVERYTHING, NOON, eight, event};

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
