use proptest::prelude::*;

use super::*;
use crate::session::Resolution;
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
    rows.map(|row| (row.agent.as_str(), row.subject.as_str(), row.length)).collect()
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
    assert_eq!(session.row_before("", &[&other.findings[0]]), None);
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
        assert!(!session.has_rows());
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
    assert_eq!(session.rows.len(), MAX_ROWS);
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
    assert_eq!(session.rows.iter().map(|row| row.length).max(), Some(2));
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

/// The same for another reason.
fn because(why: &str, record: Record) -> Record {
    let findings = record.findings.into_iter().map(|finding| Noted { why: why.to_owned(), ..finding });
    Record { findings: findings.collect(), ..record }
}

#[test]
fn a_length_that_came_about_for_one_reason_is_not_held_against_another() {
    let mut session = Session::default();
    let denied = |why, at| because(why, record("", "a.ts", Decision::Deny, at));
    for at in 1..=3 {
        session.fold(&denied("there is no plan", at));
    }
    session.fold(&record("", "plan.md", Decision::Silent, 4));
    session.fold(&denied("the plan is not approved", 5));
    session.fold(&record("", "plan.md", Decision::Silent, 6));
    session.fold(&denied("the plan is not approved", 7));
    assert_eq!((session.row("", "gate/x"), waiting(&session)), (2, vec![]));
}

#[test]
fn what_is_blocked_waits_also_while_something_else_is_denied() {
    let mut session = blocked("", "a.ts");
    session.fold(&record("", "b.ts", Decision::Deny, 2 * AT_ONCE));
    assert_eq!(session.row("", "gate/x"), 5, "nothing has gone through");
    session.fold(&record("", "b.ts", Decision::Silent, 2 * AT_ONCE));
    assert_eq!(waiting(&session), [("", "a.ts", 4)]);
    // Nor is forgotten what a narrower call leaves out.
    let mut session = Session::default();
    for at in 1..=4 {
        session.fold(&record_of(&["a.ts", "b.ts"], "cat", Decision::Deny, at));
    }
    session.fold(&record("", "a.ts", Decision::Deny, 5));
    session.fold(&record("", "a.ts", Decision::Silent, 6));
    assert_eq!(waiting(&session), [("", "cat", 4)]);
    session.fold(&record("", "b.ts", Decision::Silent, 7));
    assert_eq!(waiting(&session), []);
}

#[test]
fn what_agents_wait_for_is_not_pushed_out_by_other_agents() {
    let mut session = Session::default();
    let agents: Vec<String> = (0..40).map(|agent| format!("agent {agent}")).collect();
    for agent in &agents {
        for at in 1..=4 {
            session.fold(&record(agent, "a.ts", Decision::Deny, at));
        }
        session.fold(&record(agent, "other.ts", Decision::Silent, 5));
    }
    assert_eq!(waiting(&session).len(), agents.len());
}

#[test]
fn who_pauses_for_long_begins_anew_and_what_is_blocked_waits() {
    let mut session = Session::default();
    for at in 1..=3 {
        session.fold(&record("", "a.ts", Decision::Deny, at));
    }
    session.fold(&record("", "b.ts", Decision::Deny, AGAIN + 10));
    assert_eq!((session.row("", "gate/x"), waiting(&session)), (1, vec![]));
    let mut session = blocked("", "a.ts");
    session.fold(&record("", "a.ts", Decision::Deny, AGAIN + 10));
    assert_eq!((session.row("", "gate/x"), waiting(&session)), (1, vec![("", "a.ts", 4)]));
}

#[test]
fn what_an_agent_has_set_about_at_once_is_no_disregard() {
    let paths = ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"];
    let mut session = Session::default();
    for (at, path) in paths.iter().enumerate() {
        session.fold(&record("", path, Decision::Deny, at as u64));
    }
    assert_eq!((session.row("", "gate/x"), session.strikes("", "gate/x")), (2, 5));
    // Now it has heard of all of them.
    session.fold(&record("", "b.ts", Decision::Deny, 2 * AT_ONCE));
    session.fold(&record("", "f.ts", Decision::Deny, 4 * AT_ONCE));
    assert_eq!(session.row("", "gate/x"), 4);
    // The same thing again is none of that, and neither is what security denies.
    for (rule, paths) in [("gate/x", ["a.ts"; 5]), ("security/x", paths)] {
        let mut session = Session::default();
        for (at, path) in paths.iter().enumerate() {
            let mut denied = record("", path, Decision::Deny, at as u64);
            denied.findings[0].rule = rule.into();
            session.fold(&denied);
        }
        assert_eq!(session.row("", rule), 5);
    }
}

#[test]
fn a_rule_that_would_only_have_asked_has_denied_nothing() {
    let mut denied = record("", "a.ts", Decision::Deny, 1);
    denied.findings.push(Noted {
        rule: "gate/y".into(),
        decision: Decision::Ask,
        ..denied.findings[0].clone()
    });
    assert_eq!(denied.strikes().collect::<Vec<_>>(), ["gate/x"]);
    // Where nobody is there to answer, it has.
    denied.findings.remove(0);
    assert_eq!(denied.strikes().collect::<Vec<_>>(), ["gate/y"]);
}

#[test]
fn what_a_person_resolves_is_resolved_although_the_agent_has_tried_it_in_other_words_since() {
    let mut session = blocked("", "a.ts");
    let shown = session.blocked(LIMIT).next().unwrap().clone();
    session.fold(&Record { call: Some("another call".into()), ..record("", "a.ts", Decision::Deny, 5) });
    session.fold(&Record::of_resolution("h", "s", "/w", &shown, Resolution::Override, 6));
    assert_eq!(waiting(&session), []);
    assert_eq!(session.once.iter().map(|once| once.call.as_str()).collect::<Vec<_>>(), ["call of a.ts"]);
}

#[test]
fn what_is_overridden_once_more_later_passes_then() {
    let mut session = Session::default();
    for start in [0, 2 * AGAIN] {
        for at in 1..=4 {
            session.fold(&record("", "a.ts", Decision::Deny, start + at));
        }
        let shown = session.blocked(LIMIT).next().unwrap().clone();
        session.fold(&Record::of_resolution("h", "s", "/w", &shown, Resolution::Override, start + 5));
        let mut now = session.at(start + 6);
        now.look_up("call of a.ts", crate::EventName::BeforeTool);
        assert!(now.allows("gate/x"), "{start}");
    }
}

/// What may happen in a session: who, to which files, and what is decided.
fn happenings() -> impl Strategy<Value = Vec<Record>> {
    let decisions = [Decision::Deny, Decision::Deny, Decision::Silent, Decision::Approve, Decision::Ask];
    let one = (
        prop::sample::select(vec!["", "sub"]),
        prop::collection::vec(prop::sample::select(vec!["a.ts", "b.ts", "c.ts"]), 0..3),
        prop::sample::select(decisions.to_vec()),
        prop::sample::select(vec![None, Some("S-1"), Some("S-2")]),
        (prop::bool::weighted(0.2), 0..AGAIN),
    );
    prop::collection::vec(one, 1..40).prop_map(|happenings| {
        let mut now = 0;
        let made = happenings.into_iter().map(|(agent, paths, decision, story, (ran, later))| {
            now += later / 8;
            let event = if ran { "after-tool" } else { "before-tool" }.to_owned();
            let agent = Some(agent.to_owned()).filter(|agent| !agent.is_empty());
            let story = story.map(str::to_owned);
            Record { event, agent, story, ..record_of(&paths, &paths.join(" "), decision, now) }
        });
        made.collect()
    })
}

proptest! {
    /// A session is saved only where a record is said to have changed it.
    #[test]
    fn what_is_saved_is_what_the_journal_tells(records in happenings()) {
        let (mut saved, mut rebuilt) = (Session::default(), Session::default());
        for record in &records {
            let mut session = saved.clone();
            if session.fold(record) {
                saved = serde_json::from_str(&serde_json::to_string(&session).unwrap()).unwrap();
            }
            rebuilt.fold(record);
            prop_assert_eq!(&saved.rows, &rebuilt.rows);
            prop_assert_eq!((&saved.strikes, &saved.asked), (&rebuilt.strikes, &rebuilt.asked));
        }
    }

    #[test]
    fn no_agent_is_blocked_that_was_not_denied_too_often(records in happenings()) {
        let mut session = Session::default();
        for (at, record) in records.iter().enumerate() {
            session.fold(record);
            for row in &session.rows {
                let of_it = |other: &&Record| other.agent.as_deref().unwrap_or_default() == row.agent;
                let denials = records[..=at].iter().filter(of_it).filter(|one| one.strikes().next().is_some());
                let denials = denials.filter(|one| one.story == row.story && one.at >= row.since);
                prop_assert!(row.length as usize <= denials.count());
            }
        }
    }
}
