//! The page and the table for spreadsheets, with whatever a call may say in them.

use hookward_core::{Decision, Noted, Ran, Record};
use hookward_report::{Setting, Stats, Wanted, page};
use jiff::tz::TimeZone;

use crate::desk::{Desk, EVERYTHING, NOON, event};

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
        ran: vec![Ran { what: evil.into(), tool: evil.into(), ms: 1, how: evil.into(), answer: None }],
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
