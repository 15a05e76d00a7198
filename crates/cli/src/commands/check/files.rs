//! Findings in scripts, as a compiler would show them.

use anstream::println;
use hookward_core::{Decision, Finding};

use super::excerpt::{Position, excerpt};
use super::{Detail, Judged, derivation, word_of};
use crate::paint::{BOLD, DIM, field, style};

/// Shows what was found in each script, in the order of its lines, and a summary.
pub(super) fn show(judged: &[Judged], detail: Detail) {
    let mut denied = 0;
    let mut asked = 0;
    for one in judged {
        let path = one.file.as_deref().unwrap_or_default();
        let text = one.script().unwrap_or_default();
        if detail == Detail::Derivation {
            println!("{BOLD}{path}{BOLD:#}");
            derivation(&one.facts, text);
        }
        let mut findings: Vec<&Finding> = one.objections().collect();
        findings.sort_by_key(|finding| finding.span.map(|span| span.start));
        for finding in findings {
            denied += usize::from(finding.decision == Decision::Deny);
            asked += usize::from(finding.decision == Decision::Ask);
            show_finding(finding, path, text);
        }
        for finding in &one.verdict.shadowed {
            println!("{DIM}in shadow mode, not enforced:{DIM:#}");
            show_finding(finding, path, text);
        }
        if let Some(notice) = &one.verdict.notice {
            println!("{}", field("notice", notice));
        }
    }
    let files = judged.len();
    println!("{files} {}: {denied} denied, {asked} asked about", if files == 1 { "file" } else { "files" });
}

fn show_finding(finding: &Finding, path: &str, text: &str) {
    let colour = style(finding.decision);
    let place = finding.span.map(|span| format!(":{}", Position::of(text, span.start))).unwrap_or_default();
    println!(
        "{BOLD}{path}{place}:{BOLD:#} {colour}{}{colour:#} {}: {}",
        word_of(finding),
        finding.rule,
        finding.why
    );
    for line in finding.span.map(|span| excerpt(text, span, colour)).unwrap_or_default() {
        println!("    {line}");
    }
    for edit in &finding.edits {
        println!("    {DIM}rewrite:{DIM:#} `{}` to `{}`", edit.span.text(text), edit.text);
    }
    if !finding.instead.is_empty() {
        println!("    {DIM}instead:{DIM:#} {}", finding.instead);
    }
    if let Some(origin) = &finding.origin {
        println!("    {DIM}decided:{DIM:#} by {origin} ({} policy)", origin.layer.as_str());
    }
}
