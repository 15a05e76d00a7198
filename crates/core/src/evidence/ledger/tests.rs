use super::*;

fn ran(outcome: Outcome, scope: Scope, tree: &str) -> Entry {
    Entry::Check(Evidence {
        what: Check::Tests,
        command: "t".into(),
        scope,
        outcome,
        tree: tree.into(),
        place: None,
        kind: None,
        alone: false,
        built: None,
        failing: None,
        around: Vec::new(),
        inside: Vec::new(),
        broken: false,
        within: Vec::new(),
        red: Vec::new(),
        parts: None,
        at: 0,
    })
}

#[test]
fn a_test_was_seen_to_fail_if_a_run_has_it_as_it_is_written() {
    use Outcome::{Failed, Passed};
    let run = |outcome, tree: &str, failing: Option<&[&str]>, red: &[Red]| {
        let Entry::Check(evidence) = ran(outcome, Scope::Whole, tree) else { unreachable!() };
        let failing = failing.map(|files| files.iter().map(|file| (*file).to_owned()).collect());
        Entry::Check(Evidence { failing, red: red.to_vec(), ..evidence })
    };
    let (own, other) = (Red::of("src/a.test.ts", "one"), Red::of("src/a.test.ts", "two"));
    let moved = Red::of("lib/a.test.ts", "one");
    let was_seen = |test: &Red, there: bool, entries: Vec<Entry>| {
        let touched = Touched { test, since: Some(5), code: None };
        Ledger { entries, ..Ledger::default() }.was_seen_to_fail(touched, &|_| there)
    };
    let red = || run(Failed, "now", Some(&["src/a.test.ts"]), &[own.clone()]);
    assert!(was_seen(&own, true, vec![red()]));
    assert!(was_seen(&own, true, vec![red(), run(Passed, "now", None, &[])]), "once it has, it may pass");
    assert!(!was_seen(&other, true, vec![red()]), "it was written since");
    assert!(was_seen(&moved, false, vec![red()]), "it lies elsewhere now");
    assert!(!was_seen(&moved, true, vec![red()]), "it is a copy");
    assert!(!was_seen(&own, true, vec![run(Failed, "now", Some(&["src/b.test.ts"]), &[])]));
    assert!(!was_seen(&own, true, Vec::new()));
    let silent = || run(Failed, "now", None, &[own.clone()]);
    assert!(was_seen(&own, true, vec![silent()]));
    assert!(
        !was_seen(&own, true, vec![silent(), run(Passed, "now", None, &[])]),
        "on the same sources it passes"
    );
    assert!(was_seen(&own, true, vec![silent(), run(Passed, "later", None, &[])]));
}

#[test]
fn code_that_does_not_compile_fails_by_a_test_that_is_newer() {
    use Outcome::{Failed, Passed};
    let run = |outcome, broken, at| {
        let Entry::Check(evidence) = ran(outcome, Scope::Whole, "now") else { unreachable!() };
        let failing = (outcome == Failed).then(|| vec!["src/lib.rs".to_owned()]);
        Entry::Check(Evidence { kind: Some(Kind::Rust), failing, broken, at, ..evidence })
    };
    let was_seen = |code: Option<u64>, entries: Vec<Entry>| {
        let test = &Red::of("tests/cart.rs", "");
        let touched = Touched { test, since: Some(5), code };
        Ledger { entries, ..Ledger::default() }.was_seen_to_fail(touched, &|_| true)
    };
    let red = || vec![run(Passed, false, 4), run(Failed, true, 7)];
    assert!(was_seen(None, red()));
    assert!(was_seen(Some(3), red()));
    assert!(was_seen(Some(8), red()), "it was written when it was free");
    assert!(!was_seen(Some(6), red()), "the code may be to blame");
    assert!(!was_seen(None, vec![run(Passed, false, 6), run(Failed, true, 7)]), "the test has passed");
    assert!(!was_seen(None, vec![run(Failed, true, 4)]), "it was written since");
    assert!(!was_seen(None, vec![run(Failed, false, 7)]), "another one is named");
    let Entry::Check(python) = run(Failed, true, 7) else { unreachable!() };
    assert!(!was_seen(None, vec![Entry::Check(Evidence { kind: Some(Kind::Python), ..python.clone() })]));
    let within = |place: &str| vec![Entry::Check(Evidence { within: vec![place.into()], ..python.clone() })];
    assert!(was_seen(None, within("tests")));
    assert!(!was_seen(None, within("other")), "what does not compile lies elsewhere");
}

#[test]
fn tests_inside_of_a_file_were_seen_to_fail_as_they_are() {
    let own = |tests: &str| Inside { path: "src/cart.rs".into(), tests: tests.into() };
    let run = |outcome| {
        let Entry::Check(evidence) = ran(outcome, Scope::Whole, "now") else { unreachable!() };
        Entry::Check(Evidence { inside: vec![own("a")], ..evidence })
    };
    let of = |outcome| Ledger { entries: vec![run(outcome)], ..Ledger::default() };
    assert!(of(Outcome::Failed).was_seen_inside(&own("a")));
    assert!(!of(Outcome::Failed).was_seen_inside(&own("b")));
    assert!(!of(Outcome::Passed).was_seen_inside(&own("a")));
}

fn project(place: &str, kind: Option<Kind>) -> Project {
    Project { place: place.to_owned(), kind }
}

#[test]
fn a_run_in_each_project_is_all_of_it() {
    use Outcome::{Failed, Passed};
    let ran = |place: &str, outcome: Outcome, tree: &str| match ran(outcome, Scope::Part, tree) {
        Entry::Check(evidence) => Entry::Check(Evidence { place: Some(place.into()), ..evidence }),
        other => other,
    };
    let is_fresh = |projects: &[&str], entries: Vec<Entry>| {
        let projects = projects.iter().map(|place| project(place, Some(Kind::JavaScript))).collect();
        let ledger = Ledger { entries, tree: Some("now".into()), projects, ..Ledger::default() };
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

#[test]
fn a_run_tells_of_projects_of_its_kind_and_of_packages_that_it_reaches() {
    use Kind::{Go, JavaScript, Python};
    let ran = |kind: Kind, alone: bool, outcome: Outcome| match ran(outcome, Scope::Whole, "now") {
        Entry::Check(evidence) => Entry::Check(Evidence { kind: Some(kind), alone, ..evidence }),
        other => other,
    };
    let told = |projects: &[(&str, Kind)], entries: Vec<Entry>| {
        let projects = projects.iter().map(|(place, kind)| project(place, Some(*kind))).collect();
        let ledger = Ledger { entries, tree: Some("now".into()), projects, ..Ledger::default() };
        let unseen = ledger.unseen(Check::Tests).iter().map(ToString::to_string).collect::<Vec<_>>();
        (word(ledger.standing(Check::Tests)), unseen.join(", "))
    };
    let (javascript, python) = (ran(JavaScript, false, Outcome::Passed), ran(Python, false, Outcome::Passed));
    let both = [("", JavaScript), ("api", Python)];
    assert_eq!(told(&both, vec![javascript.clone()]), ("partial", "api (Python)".into()));
    assert_eq!(told(&both, vec![javascript.clone(), python.clone()]), ("fresh", String::new()));
    let failed = ran(JavaScript, false, Outcome::Failed);
    assert_eq!(told(&both, vec![failed, python]), ("failing", "JavaScript".into()));
    let modules = [("", Go), ("tools", Go)];
    assert_eq!(told(&modules, vec![ran(Go, true, Outcome::Passed)]), ("partial", "tools (Go)".into()));
    assert_eq!(told(&modules, vec![ran(Go, false, Outcome::Passed)]), ("fresh", String::new()));
    // Of another kind than all there is.
    assert_eq!(told(&[("", Python)], vec![javascript]), ("partial", "Python".into()));
}

#[test]
fn what_fails_is_not_mended_by_what_passes_of_another_kind() {
    let ran = |kind: Kind, outcome: Outcome, at: u64| match ran(outcome, Scope::Whole, "now") {
        Entry::Check(evidence) => Entry::Check(Evidence { kind: Some(kind), at, ..evidence }),
        other => other,
    };
    let failing = ran(Kind::Python, Outcome::Failed, 1);
    let since = |second: Entry| {
        let ledger = Ledger { entries: vec![failing.clone(), second], ..Ledger::default() };
        ledger.failing_since(Check::Tests)
    };
    assert_eq!(since(ran(Kind::JavaScript, Outcome::Passed, 2)), Some(1));
    assert_eq!(since(ran(Kind::Python, Outcome::Passed, 2)), None);
}

fn standing(entries: &[Entry]) -> &'static str {
    let ledger = Ledger { entries: entries.to_vec(), tree: Some("now".into()), ..Ledger::default() };
    word(ledger.standing(Check::Tests))
}

fn word(standing: Standing<'_>) -> &'static str {
    match standing {
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
    assert_eq!(standing(&[ran(Passed, Whole, "now"), ran(Passed, Whole, "other")]), "fresh", "they are back");
    assert_eq!(standing(&[ran(Passed, Whole, "now"), ran(Failed, Whole, "other")]), "fresh");
    assert_eq!(standing(&[ran(Passed, Whole, "now"), ran(Failed, Whole, "now")]), "failing");
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
