//! What a rule would do by itself of what a hook does. A hook is only read, never run: what it looks for are patterns in it,
//! and what a pattern finds is a command or a path that can be judged; what it runs is seen as that of any script.

mod code;
mod samples;
mod shell;
mod texts;

use std::path::Path;

use hookward_core::evidence::{Check, Own, Status, observe};
use hookward_core::toolchain::{Service, services};
use hookward_core::{Category, Decision, EventName, Session};
use hookward_effects::{Call, Facts, Standing, Value};
use hookward_io::{Files, files_of};

use self::samples::{alternatives, samples};
use self::texts::{Form, Looked, texts};
use super::found::Found;
use crate::situation::{Situation, event_of};

/// No more than this is said of one hook.
const MOST: usize = 6;

/// What is put behind a command that says not yet what it is about.
const BEHIND: &[&str] = &[" src", " /"];

/// What a rule says of something that a hook looks for or runs.
struct Cover {
    rule: String,
    /// What was seen, in words.
    seen: String,
}

/// What is known of a hook, line by line.
pub(super) fn report(hook: &Found, situation: &Situation, cwd: &Path) -> Vec<String> {
    let root = situation.workspace.root().map_or_else(|| cwd.display().to_string(), str::to_owned);
    let line = hook.line();
    if line.is_empty() {
        return Vec::new();
    }
    let mut sources = vec![(String::new(), line.clone())];
    for path in files_of(&line, &root, &root, Files::Run).unwrap_or_default() {
        sources.extend(std::fs::read_to_string(path.as_str()).ok().map(|text| (path, text)));
    }
    let named = root.replace('\'', "'\\''");
    let facts = situation.facts_of(&Call::shell(format!("CLAUDE_PROJECT_DIR='{named}'\n{line}")), &root);
    let mut covers = run_by(hook, &facts);
    let mut unknown = Vec::new();
    // Elsewhere the call has run, or there is none: what is looked for there no rule about calls does.
    let guards = hook.host.neutral(&hook.foreign.event) == Some(EventName::BeforeTool);
    let patterns = sources.iter().filter(|_| guards).flat_map(|(path, text)| texts(path, text));
    for looked in patterns.flat_map(parts) {
        for thing in samples(&looked.expression) {
            let seen = looked_for(&looked, &thing, situation, Path::new(&root));
            covers.extend(seen.covered);
            unknown.extend(seen.unknown);
        }
    }
    lines(covers, unknown, situation)
}

/// What is looked for, part by part.
fn parts(looked: Looked) -> Vec<Looked> {
    match alternatives(&looked.expression).as_slice() {
        [_] => vec![looked],
        parts => parts.iter().map(|part| Looked::new(part, Form::Expression)).collect(),
    }
}

fn lines(mut covers: Vec<Cover>, mut unknown: Vec<String>, situation: &Situation) -> Vec<String> {
    let mut seen = Vec::new();
    covers.retain(|cover| {
        let is_new = !seen.contains(&cover.rule);
        seen.push(cover.rule.clone());
        is_new
    });
    unknown.dedup();
    if covers.is_empty() {
        return vec!["no rule is known to do this".to_owned()];
    }
    let is_part = !unknown.is_empty();
    let mut lines = Vec::new();
    for Cover { rule, seen } in covers.iter().take(MOST) {
        let is_on = situation.policy.is_on(rule, "default");
        let off = if is_on { "" } else { " (off in this policy)" };
        lines.push(format!("{} by {rule}{off}: {seen}", if is_part { "partly covered" } else { "covered" }));
    }
    let rest = covers.len().saturating_sub(MOST);
    if rest > 0 {
        lines.push(format!("and by {rest} more"));
    }
    if is_part {
        let named: Vec<String> = unknown.iter().take(MOST).map(|text| format!("`{text}`")).collect();
        lines.push(format!("it also looks for {}, of which no rule says anything", named.join(", ")));
    }
    lines
}

/// What the rules say of one thing that a hook looks for.
#[derive(Default)]
struct Seen {
    covered: Option<Cover>,
    /// Of this no rule says anything.
    unknown: Option<String>,
}

/// What the rules say of a thing that a hook looks for: of the first of its texts that they object to.
fn looked_for(looked: &Looked, texts: &[String], situation: &Situation, root: &Path) -> Seen {
    let mut seen = Seen::default();
    for text in texts {
        let one = judged(looked, text, situation, root);
        if one.covered.is_some() {
            return one;
        }
        seen.unknown = seen.unknown.or(one.unknown);
    }
    seen
}

fn judged(looked: &Looked, text: &str, situation: &Situation, root: &Path) -> Seen {
    let covered = |(rule, says): (String, &str), judged: &str| Seen {
        covered: Some(cover(rule, looked, judged, says)),
        unknown: None,
    };
    let unknown = |text: Option<&str>| Seen { covered: None, unknown: text.map(str::to_owned) };
    let shell = |command: &str| objection(Call::shell(command), situation, root);
    if !text.contains(char::is_whitespace) {
        // A part of a path, unless there is such a file.
        let below = if Path::new(text).exists() { text } else { text.trim_start_matches('/') };
        let path = root.join(below).display().to_string();
        let calls = [Call::Write { path: path.clone(), content: String::new() }, Call::Read { path }];
        let mut calls = calls.into_iter().filter(|_| !below.is_empty());
        let objected = calls.find_map(|call| objection(call, situation, root));
        if let Some(objected) = objected {
            return covered(objected, text);
        }
        if is_of_a_file(text) {
            return unknown(Some(text));
        }
    }
    let facts = situation.facts_of(&Call::shell(text), &root.display().to_string());
    if !is_of_a_program(&facts) && !text.contains(char::is_whitespace) {
        return Seen::default();
    }
    if !is_of_a_program(&facts) {
        // Of a database, as its own client would run it.
        let commands = [format!("psql -c '{text}'"), format!("psql -c '{text} x'")];
        let mut commands = commands.iter().filter(|_| !text.contains('\''));
        return match commands.find_map(|command| Some((shell(command)?, command))) {
            Some((objected, command)) => covered(objected, command),
            None => unknown(Some(text).filter(|text| reads_like_a_command(text))),
        };
    }
    if let Some(objected) = shell(text) {
        return covered(objected, text);
    }
    if !facts.effects.is_empty() {
        return unknown(does_something(&facts).then_some(text));
    }
    // It does nothing yet: it is for what stands behind it.
    let commands: Vec<String> = BEHIND.iter().map(|behind| format!("{text}{behind}")).collect();
    let (bad, fine): (Vec<&String>, Vec<&String>) =
        commands.iter().partition(|command| shell(command).is_some());
    match bad.first().and_then(|command| Some((shell(command)?, command))) {
        Some((objected, command)) => {
            Seen { unknown: fine.first().copied().cloned(), ..covered(objected, command) }
        }
        None => unknown(does_something(&facts).then_some(text)),
    }
}

fn cover(rule: String, looked: &Looked, judged: &str, says: &str) -> Cover {
    let text = &looked.shown;
    let seen = if judged == text {
        format!("it looks for `{text}`, which is {says}")
    } else {
        format!("it looks for `{text}`, and `{judged}` is {says}")
    };
    Cover { rule, seen }
}

/// Whether a text is a command of a program that is known.
fn is_of_a_program(facts: &Facts) -> bool {
    let first = facts.commands.first();
    first.is_some_and(|command| command.span.start == 0 && command.standing != Standing::Unknown)
}

/// Whether a text may be a command of a program that nobody knows: `make release`. Too much is said rather than too little
/// of what no rule does.
fn reads_like_a_command(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_./=:@".contains(c);
    let words: Vec<&str> = text.split(' ').collect();
    (2..=4).contains(&words.len())
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && words.iter().all(|word| word.chars().all(is_plain))
}

/// Whether a word reads like the name of a file: `package-lock.json`, `db/schema`.
fn is_of_a_file(word: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let has_ending = word.rsplit_once('.').is_some_and(|(name, ending)| {
        let is_ending = (2..=5).contains(&ending.len()) && ending.chars().all(|c| c.is_ascii_lowercase());
        is_ending && name.contains(|c: char| c.is_ascii_alphanumeric())
    });
    word.chars().all(is_plain) && (has_ending || word.contains('/'))
}

/// Whether it is more than a look at something, which nobody guards against.
fn does_something(facts: &Facts) -> bool {
    facts.commands.first().is_some_and(|command| command.standing == Standing::Known)
}

/// The rule that objects most to a call, and how.
fn objection(call: Call, situation: &Situation, root: &Path) -> Option<(String, &'static str)> {
    let event = event_of(call, root);
    let facts = situation.facts(&event);
    let verdict = situation.decide(&event, &facts, &Session::default());
    let finding = verdict.findings.iter().find(|finding| {
        let category = Category::of(&finding.rule);
        finding.decision >= Decision::Ask
            && matches!(category, Some(Category::Security | Category::Gate))
            && hookward_core::policy::is_rule_id(&finding.rule)
            // What is only hard to read is not what was looked for.
            && finding.rule != "security/opaque-command"
    })?;
    let says = if finding.decision == Decision::Deny { "denied" } else { "asked about" };
    Some((finding.rule.to_string(), says))
}

/// Which rules do what a hook runs: tools after an edit, checks at a stop, a look at the repository at the start.
fn run_by(hook: &Found, facts: &Facts) -> Vec<Cover> {
    let native = hook.host;
    let event = native.neutral(&hook.foreign.event).unwrap_or_else(|| neutral_of_other(&hook.foreign.event));
    let mut covers = Vec::new();
    let words = |words: &[Value]| -> Vec<String> {
        words.iter().map(|word| word.known().unwrap_or_default().to_owned()).collect()
    };
    let mut add = |rule: &str, what: &str| {
        covers.push(Cover { rule: rule.to_owned(), seen: format!("it runs `{what}`") });
    };
    match event {
        EventName::AfterTool => {
            for command in &facts.commands {
                let words = words(&command.words);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                for service in services(&words) {
                    add(Service::rule(service), words.join(" ").trim());
                }
            }
        }
        EventName::Stop => {
            for seen in observe(facts, Status::Untold, Own::NONE) {
                if matches!(seen.what, Check::Tests | Check::Lint | Check::Types | Check::Build) {
                    add("gate/unfinished-stop", &seen.command);
                }
            }
        }
        EventName::SessionStart => {
            for command in &facts.commands {
                let words = words(&command.words);
                if let [git, look, ..] = words.as_slice()
                    && git == "git"
                    && ["status", "branch", "rev-parse", "worktree"].contains(&look.as_str())
                {
                    add("feedback/session-context", words.join(" ").trim());
                }
            }
        }
        EventName::Prompt
        | EventName::BeforeTool
        | EventName::PermissionRequest
        | EventName::AfterFailure
        | EventName::SubagentStart
        | EventName::SubagentStop
        | EventName::BeforeCompaction
        | EventName::SessionEnd
        | EventName::Notification
        | EventName::Unused => {}
    }
    covers
}

/// Events on which Hookward is not asked may still be about what others are about (cursor.md §2).
fn neutral_of_other(event: &str) -> EventName {
    if event.starts_with("after") { EventName::AfterTool } else { EventName::Unused }
}
