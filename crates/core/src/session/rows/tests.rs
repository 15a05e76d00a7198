use super::*;
use crate::target::TargetDeed;
use crate::verdict::Decision;

const LIMIT: u32 = 3;

/// A record of an agent's call on a file.
fn record(agent: &str, path: &str, decision: Decision, at: u64) -> Record {
    let (matched, why) = (String::new(), String::new());
    let targets = vec![Target { name: path.into(), deed: TargetDeed::Change }];
    let about = targets.clone();
    let noted = Noted { rule: "gate/x".into(), decision, matched, why, told: 0, advice: 0, about };
    let findings = if decision == Decision::Deny { vec![noted] } else { Vec::new() };
    let call = Some(format!("call of {path}"));
    let agent = Some(agent.to_owned()).filter(|agent| !agent.is_empty());
    let person = Record::of_person("h", "s", "/w", "before-tool", path, at);
    Record { agent, call, decision, findings, targets, ..person }
}

/// The session in which an agent was denied a file so often that it is blocked.
fn blocked(agent: &str, path: &str) -> Session {
    let mut session = Session::default();
    for at in 1..=4 {
        session.fold(&record(agent, path, Decision::Deny, at));
    }
    session
}

fn waiting(session: &Session) -> Vec<(&str, &str, u32)> {
    let rows = session.blocked(LIMIT);
    rows.map(|row| (row.agent.as_str(), row.subject.as_str(), row.row)).collect()
}

#[test]
fn what_is_blocked_waits_although_something_else_goes_through() {
    let mut session = blocked("", "a.ts");
    session.fold(&record("", "b.ts", Decision::Silent, 5));
    assert_eq!(waiting(&session), [("", "a.ts", 4)]);
    assert_eq!(session.row("", "gate/x"), 0, "the next denial explains again");
    session.fold(&record("", "b.ts", Decision::Deny, 6));
    assert_eq!((session.row("", "gate/x"), waiting(&session)), (1, vec![("", "a.ts", 4)]));
}

#[test]
fn an_agent_that_comes_back_to_the_same_thing_has_not_begun_anew() {
    let mut session = Session::default();
    for at in [1, 3, 5, 7] {
        session.fold(&record("", "a.ts", Decision::Deny, at));
        session.fold(&record("", "other.ts", Decision::Silent, at + 1));
        assert_eq!(session.row("", "gate/x"), 0, "something else begins anew");
    }
    assert_eq!(waiting(&session), [("", "a.ts", 4)]);
    // Nor is it the same pattern for another reason.
    let mut other = record("", "a.ts", Decision::Deny, 9);
    other.findings[0].why = "it is something else".into();
    assert_eq!(session.row_of("", &[&other.findings[0]]).map(|row| row.row), None);
    // Another agent, and another file, have nothing to do with it.
    session.fold(&record("sub", "a.ts", Decision::Deny, 9));
    session.fold(&record("", "b.ts", Decision::Deny, 9));
    assert_eq!((session.row("sub", "gate/x"), session.row("", "gate/x")), (1, 1));
}

#[test]
fn what_went_through_in_between_begins_anew() {
    let mut session = Session::default();
    for at in [1, 4, 7, 10] {
        session.fold(&record("", "a.ts", Decision::Deny, at));
        session.fold(&record("", "other.ts", Decision::Silent, at + 1));
        session.fold(&record("", "a.ts", Decision::Silent, at + 2));
        assert!(session.ended.is_empty());
    }
}

#[test]
fn it_waits_no_longer_once_it_goes_through_itself_by_that_agent() {
    let mut session = blocked("one", "a.ts");
    session.fold(&record("other", "a.ts", Decision::Silent, 5));
    session.fold(&record("one", "a.ts", Decision::Ask, 6));
    assert_eq!(waiting(&session), [("one", "a.ts", 4)]);
    for passes in [Decision::Silent, Decision::Advise, Decision::Approve] {
        // At once, or after something else.
        for between in [None, Some(record("one", "b.ts", Decision::Silent, 5))] {
            let mut session = session.clone();
            if let Some(between) = &between {
                session.fold(between);
            }
            assert!(session.fold(&record("one", "a.ts", passes, 7)));
            assert_eq!((waiting(&session), session.row("one", "gate/x")), (vec![], 0), "{passes:?}");
        }
    }
}

#[test]
fn to_read_a_file_is_not_to_write_it() {
    let mut session = blocked("", "a.ts");
    let target = Target { name: "a.ts".into(), deed: TargetDeed::Read };
    session.fold(&Record { targets: vec![target], ..record("", "a.ts", Decision::Approve, 5) });
    session.fold(&Record { targets: Vec::new(), ..record("", "a.ts", Decision::Silent, 6) });
    assert_eq!(waiting(&session), [("", "a.ts", 4)]);
}

#[test]
fn each_thing_waits_for_itself_and_once() {
    let mut session = blocked("", "a.ts");
    for path in ["b.ts", "a.ts"] {
        session.fold(&record("", "other.ts", Decision::Silent, 5));
        for at in 6..=9 {
            session.fold(&record("", path, Decision::Deny, at));
        }
    }
    assert_eq!(waiting(&session), [("", "b.ts", 4), ("", "a.ts", 8)]);
    session.fold(&record("", "b.ts", Decision::Silent, 10));
    assert_eq!(waiting(&session), [("", "a.ts", 8)]);
}

#[test]
fn a_person_resolves_what_they_were_shown() {
    let mut session = blocked("", "a.ts");
    session.fold(&record("", "other.ts", Decision::Silent, 5));
    let shown = session.blocked(LIMIT).next().unwrap().clone();
    session.fold(&record("sub", "b.ts", Decision::Deny, 6));
    session.fold(&Record::of_resolution("h", "s", "/w", &shown, Resolution::Override, 7));
    assert_eq!(waiting(&session), []);
    assert_eq!(session.once.iter().map(|once| once.call.as_str()).collect::<Vec<_>>(), ["call of a.ts"]);
    assert_eq!(session.row("sub", "gate/x"), 1, "another agent's row is not what was shown");
}

#[test]
fn a_row_belongs_to_the_story_in_which_it_came_about() {
    let of = |story: &str, record: Record| Record { story: Some(story.to_owned()), ..record };
    let denied = |story, at| of(story, record("", "a.ts", Decision::Deny, at));
    let mut session = Session::default();
    for at in 1..=4 {
        session.fold(&denied("A", at));
    }
    session.fold(&denied("B", 5));
    assert_eq!((session.row("", "gate/x"), waiting(&session)), (1, vec![("", "a.ts", 4)]));
    assert_eq!(session.blocked(LIMIT).next().unwrap().story.as_deref(), Some("A"));
    // In the other story it goes through; the first one waits for a person, or for itself.
    session.fold(&of("B", record("", "a.ts", Decision::Silent, 6)));
    assert_eq!((session.row("", "gate/x"), waiting(&session)), (0, vec![("", "a.ts", 4)]));
    session.fold(&of("A", record("", "a.ts", Decision::Silent, 7)));
    assert_eq!(waiting(&session), []);
}

#[test]
fn short_rows_are_forgotten_before_long_ones() {
    let mut session = blocked("", "a.ts");
    for at in 10..100 {
        session.fold(&record("", "other.ts", Decision::Silent, at));
        session.fold(&record("", &format!("{at}.ts"), Decision::Deny, at));
        session.fold(&record("", &format!("{at}.ts"), Decision::Deny, at));
    }
    assert_eq!(waiting(&session), [("", "a.ts", 4)]);
    assert_eq!(session.ended.len(), MAX_ENDED);
}

/// A record of a call that is about several files, or about nothing that has a name.
fn record_of(paths: &[&str], subject: &str, decision: Decision, at: u64) -> Record {
    let one = |path: &&str| record("", path, decision, at);
    let mut whole = Record { findings: Vec::new(), targets: Vec::new(), ..record("", subject, decision, at) };
    whole.findings = paths.iter().flat_map(|path| one(path).findings).collect();
    whole.targets = paths.iter().flat_map(|path| one(path).targets).collect();
    if paths.is_empty() {
        whole.findings = record("", subject, decision, at).findings;
        whole.findings.iter_mut().for_each(|finding| finding.about.clear());
    }
    whole
}

#[test]
fn a_call_is_one_denial_however_many_files_it_is_about() {
    let mut session = Session::default();
    let paths = ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"];
    session.fold(&record_of(&paths, "cat", Decision::Deny, 1));
    assert_eq!((session.row("", "gate/x"), session.strikes("", "gate/x")), (1, 1));
    // It goes on with any of them, and waits until all have gone through.
    session.fold(&record("", "other.ts", Decision::Silent, 2));
    for at in 3..=5 {
        session.fold(&record("", "c.ts", Decision::Deny, at));
    }
    assert_eq!(waiting(&session), [("", "c.ts", 4)]);
    let mut session = Session::default();
    for at in 1..=4 {
        session.fold(&record_of(&["a.ts", "b.ts"], "cat", Decision::Deny, at));
    }
    session.fold(&record("", "a.ts", Decision::Silent, 5));
    assert_eq!(waiting(&session), [("", "cat", 4)]);
    session.fold(&record("", "b.ts", Decision::Silent, 6));
    assert_eq!(waiting(&session), []);
}

#[test]
fn what_has_no_name_is_the_same_in_other_words_if_the_reason_is() {
    let mut session = Session::default();
    for (at, words) in
        [(1, "commit -n -m a"), (3, "commit --no-verify -m b"), (5, "commit -nm c"), (7, "commit -n")]
    {
        session.fold(&record_of(&[], words, Decision::Deny, at));
        session.fold(&record("", "other.ts", Decision::Silent, at + 1));
    }
    assert_eq!(waiting(&session), [("", "commit -n", 4)]);
}

#[test]
fn who_comes_back_much_later_begins_anew() {
    let mut session = Session::default();
    for at in [1, AGAIN, 2 * AGAIN, 3 * AGAIN] {
        session.fold(&record("", "a.ts", Decision::Deny, at));
        session.fold(&record("", "other.ts", Decision::Silent, at + 1));
    }
    assert_eq!(session.ended.iter().map(|row| row.row).max(), Some(2));
}

#[test]
fn what_a_person_was_asked_about_goes_through_when_it_has_run() {
    let asked = |path, at| record("", path, Decision::Ask, at);
    let ran = |path, at| Record {
        event: "after-tool".to_owned(),
        targets: Vec::new(),
        ..record("", path, Decision::Silent, at)
    };
    // The very thing, or something else: it ends the row as whatever else goes through does.
    for (path, left) in [("a.ts", vec![]), ("b.ts", vec![("", "a.ts", 4)])] {
        let mut session = blocked("", "a.ts");
        session.fold(&asked(path, 5));
        assert_eq!(session.row("", "gate/x"), 4, "nobody has answered");
        session.fold(&ran("c.ts", 6));
        assert_eq!(session.row("", "gate/x"), 4, "nobody was asked about that");
        assert!(session.fold(&ran(path, 7)));
        assert_eq!((session.row("", "gate/x"), waiting(&session)), (0, left), "{path}");
        assert!(!session.fold(&ran(path, 8)), "once");
    }
}
