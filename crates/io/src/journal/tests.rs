//! Many who write at once, a clock that is set back, and readers who go on from a place.

use std::collections::BTreeMap;
use std::thread;

use super::*;

fn record(id: &str) -> Record {
    Record::of_person("h", "s", "/w", "before-tool", id, 1)
}

/// What is in the journal, and how often.
fn counts(journal: &Journal) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for record in journal.records().unwrap() {
        *counts.entry(record.subject.unwrap_or_default()).or_default() += 1;
    }
    counts
}

#[test]
fn many_who_fill_it_at_once_lose_nothing_and_write_nothing_twice() {
    const WRITERS: usize = 16;
    const RECORDS: usize = 400;
    let folder = tempfile::tempdir().unwrap();
    // Full after every other record: there is always somebody who puts it aside.
    let journal = Journal { full: 200, ..Journal::in_state(folder.path()) };
    let aside: usize = thread::scope(|scope| {
        let writer = |writer: usize| {
            let journal = journal.clone();
            move || {
                let append = |nth| journal.append(&record(&format!("{writer}-{nth}"))).unwrap();
                (0..RECORDS).filter(|nth| append(*nth) == Appended::PutAside).count()
            }
        };
        let writers: Vec<_> = (0..WRITERS).map(|nth| scope.spawn(writer(nth))).collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).sum()
    });
    let counts = counts(&journal);
    assert_eq!(counts.len(), WRITERS * RECORDS);
    assert!(counts.values().all(|count| *count == 1));
    assert_eq!(journal.aside().unwrap().len(), aside, "no file took the place of another");
}

#[test]
fn files_are_in_the_order_in_which_they_were_put_aside_whatever_the_clock_says() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal { full: 1, ..Journal::in_state(folder.path()) };
    fs::write(folder.path().join("journal-9000000000000.jsonl"), "").unwrap();
    fs::write(folder.path().join("journal-old.jsonl"), "not ours").unwrap();
    for id in ["a", "b", "c"] {
        assert_eq!(journal.append(&record(id)).unwrap(), Appended::PutAside);
    }
    let subjects: Vec<_> = journal.records().unwrap().filter_map(|record| record.subject).collect();
    assert_eq!(subjects, ["a", "b", "c"]);
}

#[test]
fn who_reads_on_from_a_place_gets_what_came_behind_it_wherever_that_is() {
    let folder = tempfile::tempdir().unwrap();
    let roomy = Journal { full: u64::MAX, ..Journal::in_state(folder.path()) };
    let tight = Journal { full: 1, ..roomy.clone() };
    let mut place = Place::default();
    let mut next = || {
        let mut records = roomy.records_since(&place).unwrap();
        let read: Vec<String> = records.by_ref().filter_map(|record| record.subject).collect();
        place = records.place();
        read.join(" ")
    };
    assert_eq!(next(), "");
    roomy.append(&record("a")).unwrap();
    assert_eq!((next().as_str(), next().as_str()), ("a", ""));
    roomy.append(&record("b")).unwrap();
    tight.append(&record("c")).unwrap();
    assert_eq!((next().as_str(), next().as_str()), ("b c", ""), "there is no current one now");
    tight.append(&record("d")).unwrap();
    roomy.append(&record("e")).unwrap();
    assert_eq!((next().as_str(), next().as_str()), ("d e", ""));
}

#[test]
fn the_last_bytes_begin_in_whichever_file_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal { full: 1, ..Journal::in_state(folder.path()) };
    for id in ["a", "b", "c"] {
        journal.append(&record(id)).unwrap();
    }
    let length = journal.parts().unwrap()[0].length;
    let last = |bytes| -> Vec<String> {
        journal.last_records(bytes).unwrap().filter_map(|record| record.subject).collect()
    };
    assert_eq!(last(u64::MAX), ["a", "b", "c"]);
    assert_eq!(last(2 * length), ["b", "c"]);
    assert_eq!(last(2 * length + 5), ["b", "c"], "half a line is none");
    assert_eq!(last(0), [""; 0]);
}
