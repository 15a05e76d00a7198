//! The rules as texts for editors that show them to the model: `.cursor/rules/*.mdc` (cursor.md §8) and
//! `.kiro/steering/*.md` (kiro.md), made of the rules' manuals, of what this policy makes of each, and of what it adds.

use std::fmt::Write;
use std::path::Path;

use anyhow::bail;
use hookward_core::policy::{MirrorTable, PolicyFile, Source, Standing, matches};
use hookward_core::{Policy, rules};
use hookward_hosts::Host;

use crate::decided::{decided, finding};
use crate::registrations::{Change, read};

/// By this a file is known as ours.
const MARK: &str = "<!-- Written by `hookward sync` from hookward.toml; changes here are lost. -->";

/// An editor's folder and the extension of its texts.
struct Shelf {
    host: Host,
    folder: &'static str,
    extension: &'static str,
}

const SHELVES: &[Shelf] = &[
    Shelf { host: Host::Cursor, folder: ".cursor/rules", extension: "mdc" },
    Shelf { host: Host::Kiro, folder: ".kiro/steering", extension: "md" },
];

/// What has to change so that these hosts have the texts, and no other host has.
pub(crate) fn changes(
    root: &Path,
    policy: &Policy,
    sources: &[Source],
    hosts: &[Host],
) -> anyhow::Result<Vec<Change>> {
    let mut changes = Vec::new();
    for shelf in SHELVES {
        let texts = if hosts.contains(&shelf.host) { texts(policy, sources)? } else { Vec::new() };
        let folder = root.join(shelf.folder);
        let mut wanted = Vec::new();
        for text in &texts {
            let path = folder.join(format!("{}.{}", text.name, shelf.extension));
            let old = read(&path)?;
            if old.as_ref().is_some_and(|old| !old.contains(MARK)) {
                bail!("{} was left as it is: it is not Hookward's; move it away first", path.display());
            }
            let new = match shelf.host {
                Host::Kiro => for_kiro(text),
                _ => for_cursor(text),
            };
            if old.as_ref() != Some(&new) {
                changes.push(Change::of_ours(root, path.clone(), old, Some(new)));
            }
            wanted.push(path);
        }
        let there = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut there: Vec<_> = there.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
        there.sort();
        for path in there.into_iter().filter(|path| !wanted.contains(path)) {
            // What cannot be read as text is not ours.
            let Ok(old) = std::fs::read_to_string(&path) else { continue };
            if old.contains(MARK) {
                changes.push(Change::of_ours(root, path, Some(old), None));
            }
        }
    }
    Ok(changes)
}

/// All texts: those that the policy names, and one per category for the rules that are in none of them.
fn texts(policy: &Policy, sources: &[Source]) -> anyhow::Result<Vec<MirrorTable>> {
    let mut texts: Vec<MirrorTable> = Vec::new();
    for source in sources {
        // Near layers come last, and say it again in their own way.
        for mirror in PolicyFile::parse(&source.path, &source.text)?.mirror {
            let mirror = mirror.into_inner();
            texts.retain(|other| other.name != mirror.name);
            texts.push(mirror);
        }
    }
    let named: Vec<String> = texts.iter().flat_map(|text| text.rules.clone()).collect();
    for text in &mut texts {
        let manuals = manuals(policy, |id| text.rules.iter().any(|pattern| matches(pattern, id)));
        text.text = joined(text.text.trim_end(), &manuals);
    }
    for (category, description) in [
        (
            "security",
            "What agents may not do to files, secrets, history and machines here, and what to do instead",
        ),
        ("gate", "What has to be there before a change is made here"),
        ("feedback", "What is said after a change here"),
        ("rewrite", "Commands that are replaced by safer ones"),
        ("approve", "Calls that need no question"),
    ] {
        let prefix = format!("{category}/");
        let is_left = |id: &str| id.starts_with(&prefix) && !named.iter().any(|pattern| matches(pattern, id));
        let text = manuals(policy, is_left);
        if !text.is_empty() {
            texts.push(MirrorTable {
                name: format!("hookward-{category}"),
                description: description.to_owned(),
                rules: Vec::new(),
                globs: Vec::new(),
                always: false,
                text,
            });
        }
    }
    Ok(texts)
}

/// The manuals of the rules that hold, each with what this policy makes of it.
fn manuals(policy: &Policy, wanted: impl Fn(&str) -> bool) -> String {
    let mut text = String::new();
    let holds = |id: &str| policy.standing(&finding(id), "default").0 != Standing::Off;
    // Writing to a text cannot fail.
    for rule in rules::all().iter().filter(|rule| wanted(rule.id) && holds(rule.id)) {
        let (word, _) = decided(rule, policy);
        let _ = writeln!(text, "## {}\n\nHere: {word}", rule.id);
        let outline = policy.outline(rule.id);
        if !outline.is_empty() {
            let _ = writeln!(text, "\n{}\n\nThis goes before what is said in general:", outline.join("\n"));
        }
        let _ = writeln!(text, "\n{}\n", rule.manual());
    }
    for rule in policy.custom.iter().filter(|rule| wanted(&rule.id) && holds(&rule.id)) {
        let _ = writeln!(text, "## {}\n\nWhat: {} on {}\n", rule.id, rule.decision.as_str(), rule.target());
        let _ = writeln!(text, "Why: {}\n", rule.why);
        if !rule.instead.is_empty() {
            let _ = writeln!(text, "Instead: {}\n", rule.instead);
        }
    }
    text.trim_end().to_owned()
}

fn joined(first: &str, second: &str) -> String {
    [first, second].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// cursor.md §8: malformed frontmatter drops the rule without notice, so it is as plain as can be.
fn for_cursor(text: &MirrorTable) -> String {
    let globs = if text.globs.is_empty() { String::new() } else { format!(" {}", text.globs.join(",")) };
    let front =
        format!("description: {}\nglobs:{globs}\nalwaysApply: {}\n", scalar(&text.description), text.always);
    page(&front, text)
}

/// kiro.md, steering files.
fn for_kiro(text: &MirrorTable) -> String {
    let front = if text.always {
        "inclusion: always\n".to_owned()
    } else if text.globs.is_empty() {
        format!("inclusion: auto\nname: {}\ndescription: {}\n", text.name, scalar(&text.description))
    } else {
        let globs: Vec<String> = text.globs.iter().map(|glob| serde_json::json!(glob).to_string()).collect();
        format!("inclusion: fileMatch\nfileMatchPattern: [{}]\n", globs.join(", "))
    };
    page(&front, text)
}

fn page(front: &str, text: &MirrorTable) -> String {
    let title = text.description.trim();
    let body = joined(&format!("# {title}"), text.text.trim());
    format!("---\n{front}---\n{MARK}\n\n{body}\n")
}

/// A text as YAML reads it in one line; in quotes only where it has to be.
fn scalar(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let first_is_plain = text.starts_with(|first: char| first.is_alphanumeric());
    if first_is_plain && !text.contains(": ") && !text.contains(" #") && !text.ends_with(':') {
        text
    } else {
        serde_json::json!(text).to_string()
    }
}
