//! What a rule would do by itself of what a hook does. A hook is only read, never run: what it looks for are texts in it,
//! and such a text is a command or a path that can be judged; what it runs is seen as that of any script.

mod samples;
mod texts;

use std::path::Path;

use hookward_core::evidence::{Check, Status, observe};
use hookward_core::toolchain::{Service, services};
use hookward_core::{Category, Decision, EventName, Session};
use hookward_effects::{Call, Facts, Standing, Value};
use hookward_io::{Files, files_of};

use self::samples::{alternatives, samples};
use self::texts::texts;
use super::found::Found;
use crate::situation::{Situation, event_of};

/// No more than this is said of one hook.
const MOST: usize = 6;

/// What is put behind a command that says not yet what it is about.
const BEHIND: &[&str] = &["", " src", " /"];

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
    for text in sources.iter().flat_map(|(path, text)| texts(path, text)) {
        for part in alternatives(&text) {
            match looked_for(part, situation, Path::new(&root)) {
                Seen::Covered(cover) => covers.push(cover),
                Seen::Unknown(command) => unknown.push(command),
                Seen::Nothing => {}
            }
        }
    }
    lines(covers, unknown, situation)
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

enum Seen {
    Covered(Cover),
    /// A command of which no rule says anything.
    Unknown(String),
    Nothing,
}

/// What the rules say of a text that a hook looks for.
fn looked_for(text: &str, situation: &Situation, root: &Path) -> Seen {
    let mut unknown = None;
    for sample in samples(text) {
        let is_word = !sample.contains(char::is_whitespace);
        if is_word {
            // A part of a path, unless there is such a file.
            let below = if Path::new(&sample).exists() { &sample } else { sample.trim_start_matches('/') };
            let path = root.join(below).display().to_string();
            let calls = [Call::Write { path: path.clone(), content: String::new() }, Call::Read { path }];
            for call in calls.into_iter().filter(|_| !below.is_empty()) {
                if let Some((rule, says)) = objection(call, situation, root) {
                    return Seen::Covered(cover(rule, text, &sample, says));
                }
            }
            unknown = unknown.or(is_of_a_file(&sample).then_some(sample));
            continue;
        }
        let facts = situation.facts_of(&Call::shell(&sample), &root.display().to_string());
        if is_of_a_program(&facts) {
            for behind in BEHIND {
                let command = format!("{sample}{behind}");
                if let Some((rule, says)) = objection(Call::shell(&command), situation, root) {
                    return Seen::Covered(cover(rule, text, &command, says));
                }
            }
            unknown = unknown.or(does_something(&facts).then_some(sample));
        } else if !sample.contains('\'') {
            // Of a database, as its own client would run it.
            for command in [format!("psql -c '{sample}'"), format!("psql -c '{sample} x'")] {
                if let Some((rule, says)) = objection(Call::shell(&command), situation, root) {
                    return Seen::Covered(cover(rule, text, &command, says));
                }
            }
            unknown = unknown.or(reads_like_a_command(&sample).then_some(sample));
        }
    }
    unknown.map_or(Seen::Nothing, Seen::Unknown)
}

fn cover(rule: String, text: &str, judged: &str, says: &str) -> Cover {
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
            for seen in observe(facts, Status::Untold) {
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
