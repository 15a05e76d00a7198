//! Figures that were counted by hand.

use hookward_core::{Decision, Record};
use hookward_report::{Gatherer, Kind, Rebuild, Stats, Tally, Wanted};

use crate::desk::{Desk, EVERYTHING, NOON, eight, event};

fn figures(stats: &Stats, kind: Kind, name: &str) -> Tally {
    let found = stats.group(kind).iter().find(|(own, _)| own == name);
    found.unwrap_or_else(|| panic!("no {name}")).1.clone()
}

#[test]
fn the_figures_are_those_that_one_counts_by_hand() {
    let desk = Desk::new();
    desk.append_all(&eight());
    let stats = desk.stats();
    let Tally { events, approvals, asks, denials, shadowed, overrides, strikes, .. } = stats.all;
    assert_eq!((events, approvals, asks, denials), (6, 1, 1, 2));
    // One rule has denied the reviewer's call, and another would have asked.
    assert_eq!((shadowed, overrides, strikes), (1, 1, 2));
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
    assert_eq!((publication.told, secret.told), (200, 201), "one text of two rules is counted once");
    let untested = figures(&stats, Kind::Rule, "gate/untested-code");
    assert_eq!((untested.events, untested.shadowed, untested.overrides), (0, 1, 0));
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
fn what_was_told_is_shared_out_by_what_each_rule_had_to_tell() {
    let desk = Desk::new();
    let (lint, types) = ("feedback/lint", "feedback/types");
    let mut record =
        event(NOON, "edit", Decision::Advise, &[(lint, Decision::Advise), (types, Decision::Advise)]);
    record.told = 100;
    record.findings[0].told = 30;
    record.findings[1].told = 60;
    // What approves tells nothing beside what advises, and all of it where it stands alone.
    let approved = ("approve/read-only", Decision::Approve);
    let mut beside = event(NOON, "shell", Decision::Advise, &[approved, (lint, Decision::Advise)]);
    beside.told = 7;
    let mut alone = event(NOON, "shell", Decision::Approve, &[approved]);
    alone.told = 5;
    desk.append_all(&[record, beside, alone]);
    let stats = desk.stats();
    let told = |rule| figures(&stats, Kind::Rule, rule).told;
    assert_eq!((told(lint), told(types), told("approve/read-only")), (33 + 7, 67, 5));
    let sum: u64 = stats.group(Kind::Rule).iter().map(|(_, tally)| tally.told).sum();
    assert_eq!(sum, stats.all.told);
}

#[test]
fn figures_are_of_the_days_and_folders_that_are_wanted() {
    let desk = Desk::new();
    desk.append_all(&eight());
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
