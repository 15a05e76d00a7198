//! `check` and `explain`: the verdict on a call or on scripts, and how it came about.

mod derivation;
mod downgrades;
mod excerpt;
mod files;
mod sarif;
mod script;

use std::borrow::Cow;
use std::io::Read;
use std::path::{Path, PathBuf};

use anstream::println;
use anyhow::Context;
use clap::Args;
use hookward_core::{Decision, Event, Fault, Finding, Session, Verdict};
use hookward_effects::{Call, Facts};
use hookward_hosts::{Asked, Decoded, Host, Surroundings, decode};
use serde_json::{Value as Json, json};

use self::derivation::{command_as_json, derivation, effect_as_json};
use self::downgrades::downgrades;
use self::excerpt::{Position, excerpt};
use super::{Outcome, Usage, current_directory, show_notices, show_off, show_sources};
use crate::paint::{BOLD, DIM, field, style};
use crate::situation::{Situation, event_of, objects};

#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Subject {
    /// A shell command
    command: Option<String>,
    /// A shell script, judged as one command (repeatable)
    #[arg(long, value_name = "SCRIPT")]
    file: Vec<PathBuf>,
    /// A file that is written
    #[arg(long, value_name = "PATH")]
    write: Option<String>,
    /// A file that is edited
    #[arg(long, value_name = "PATH")]
    edit: Option<String>,
    /// A file that is read
    #[arg(long, value_name = "PATH")]
    read: Option<String>,
    /// A host's event, as JSON in a file (`-`: standard input)
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// What is written: a file that holds it (`-`: standard input)
    #[arg(long, value_name = "FILE", requires = "write")]
    content: Option<PathBuf>,
    /// The host that the event is of
    #[arg(long, value_name = "HOST", default_value = "claude")]
    host: String,
    /// For an agent in this role of the policy
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,
    /// Print JSON. Lines and columns count from 1, columns in Unicode scalar values; an end is the place behind the last
    #[arg(long, conflicts_with = "sarif")]
    json: bool,
    /// Print SARIF 2.1.0, as code hosts and editors take it; lines and columns as in JSON
    #[arg(long)]
    sarif: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    Verdict,
    Derivation,
}

/// A call that was judged.
struct Judged {
    /// The script that it is, as it was named.
    file: Option<String>,
    /// `None` if it could not be read.
    event: Option<Event>,
    facts: Facts,
    verdict: Verdict,
}

impl Judged {
    fn of(file: Option<String>, event: Event, role: Option<&str>, situation: &Situation) -> Self {
        let event = match role {
            Some(role) => event.in_role(role),
            None => event,
        };
        let facts = situation.facts(&event);
        let verdict = situation.decide(&event, &facts, &Session::default());
        Self { file, event: Some(event), facts, verdict }
    }

    fn call(&self) -> Option<&Call> {
        self.event.as_ref()?.moment.call()
    }

    fn subject(&self) -> Cow<'_, str> {
        self.call().map(Call::subject).unwrap_or_default()
    }

    /// The text that places in it are places of.
    fn script(&self) -> Option<&str> {
        self.call()?.command()
    }

    /// The findings that are more than an approval.
    fn objections(&self) -> impl Iterator<Item = &Finding> {
        let says = |finding: &&Finding| finding.decision != Decision::Approve || finding.rewrites();
        self.verdict.findings.iter().filter(says)
    }
}

pub(crate) fn run(arguments: &Arguments, detail: Detail) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?;
    let subject = &arguments.subject;
    let role = arguments.role.as_deref();
    let (judged, situation) = if subject.file.is_empty() {
        match event(arguments, &cwd)? {
            Ok(event) => {
                let situation = Situation::find(&event.roots, &event.cwd);
                let _ = situation.life.set(situation.gather(&arguments.host, &event));
                (vec![Judged::of(None, event, role, &situation)], Some(situation))
            }
            // What the hook would answer to an event that it cannot read.
            Err((fault, asked)) => {
                let verdict = fault.verdict(asked.name, asked.attendance);
                (vec![Judged { file: None, event: None, facts: Facts::default(), verdict }], None)
            }
        }
    } else {
        let situation = Situation::find(&[], &cwd.display().to_string());
        let mut judged = Vec::new();
        for path in &subject.file {
            let call = Call::script(script::read(path)?);
            let file = Some(path.display().to_string());
            judged.push(Judged::of(file, event_of(call, &cwd), role, &situation));
        }
        (judged, Some(situation))
    };
    if let (Some(role), Some(situation)) = (role, &situation)
        && !has_role(situation, role)
    {
        anstream::eprintln!("hookward: the policy has no role `{role}`: it is judged like any other agent");
    }
    if arguments.sarif {
        println!("{}", sarif::report(&judged, situation.as_ref()));
    } else if arguments.json {
        println!("{}", as_json(&judged, situation.as_ref(), detail));
    } else if subject.file.is_empty() {
        for one in &judged {
            show(one, situation.as_ref(), detail);
        }
    } else {
        files::show(&judged, detail);
    }
    // INVARIANT: a verdict of another policy than the one that was written is none to rely on.
    let is_broken = situation.as_ref().is_some_and(|situation| situation.fault.is_some());
    if let Some(situation) = situation.filter(|_| !arguments.sarif && !arguments.json) {
        if detail == Detail::Derivation {
            show_sources(&situation);
        }
        show_notices(&situation);
        show_off(&situation);
    }
    let denied = judged.iter().any(|one| objects(&one.verdict));
    Ok(if denied || is_broken { Outcome::Found } else { Outcome::Fine })
}

/// An event, or why it cannot be read and who sent it.
type Sent = Result<Event, (Fault, Asked)>;

fn event(arguments: &Arguments, cwd: &Path) -> anyhow::Result<Sent> {
    let Arguments { subject, host, content, .. } = arguments;
    // clap does not require what another subject excludes.
    if content.is_some() && subject.write.is_none() {
        return Err(Usage("--content is what --write writes: name that file".to_owned()).into());
    }
    Ok(Ok(event_of(
        if let Some(command) = &subject.command {
            if command.trim().is_empty() {
                return Err(Usage("there is nothing to check: the command is empty".to_owned()).into());
            }
            Call::shell(command)
        } else if let Some(path) = &subject.write {
            let content = content.as_deref().map_or(Ok(Vec::new()), bytes_of)?;
            Call::Write { path: path.clone(), content: String::from_utf8_lossy(&content).into_owned() }
        } else if let Some(path) = &subject.edit {
            Call::Edit { path: path.clone(), edits: Vec::new() }
        } else if let Some(path) = &subject.read {
            Call::Read { path: path.clone() }
        } else {
            return read_event(subject.event.as_deref().context("nothing to check")?, host);
        },
        cwd,
    )))
}

/// What a file holds, or standard input.
fn bytes_of(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    let cannot = |error| Usage(format!("{} cannot be read: {error}", path.display()));
    Ok(std::fs::read(path).map_err(cannot)?)
}

/// Whether anything in the policy is for agents in this role.
fn has_role(situation: &Situation, role: &str) -> bool {
    let policy = &situation.policy;
    let hooks = policy.hooks.iter().chain(&policy.untrusted);
    // Hooks name roles by globs.
    let is_one = |name: &String| name == role || name.contains(['*', '?', '[', '{']);
    policy.modes.iter().any(|entry| entry.role.as_deref() == Some(role))
        || hooks.flat_map(|hook| &hook.fits.agents).any(is_one)
        || policy.sessions.iter().flat_map(|sessions| &sessions.agents).any(|agent| agent.name == role)
}

/// What to say to somebody who has not quoted the command.
pub(super) fn unquoted(error: &clap::Error, words: impl Iterator<Item = String>) -> Option<String> {
    let words: Vec<String> = words.collect();
    let [command, line @ ..] = words.as_slice() else { return None };
    let is_slip = error.kind() == clap::error::ErrorKind::UnknownArgument
        && matches!(command.as_str(), "check" | "explain")
        && line.first().is_some_and(|first| !first.starts_with('-'));
    is_slip.then(|| {
        format!("Quote the command, so that it is one argument: hookward {command} '{}'", line.join(" "))
    })
}

fn read_event(path: &Path, host: &str) -> anyhow::Result<Sent> {
    let host = Host::from_name(host).ok_or_else(|| Usage(format!("there is no host `{host}`")))?;
    let bytes = bytes_of(path)?;
    let cwd = current_directory()?.display().to_string();
    let around = Surroundings { cwd: &cwd, var: &|name| std::env::var(name).ok(), has_terminal: &|| true };
    let Decoded { asked, event } = decode(host, &bytes, &around);
    Ok(event.map_err(|fault| (fault, asked)))
}

fn show(judged: &Judged, situation: Option<&Situation>, detail: Detail) {
    let verdict = &judged.verdict;
    let colour = style(verdict.decision);
    let word = verdict.decision.as_str();
    let subject = judged.subject();
    println!("{colour}{word}{colour:#}  {}", first_line(&subject));
    if detail == Detail::Derivation {
        derivation(&judged.facts, &subject);
    }
    if verdict.findings.is_empty() && verdict.notice.is_none() && judged.event.is_some() {
        let why = match situation {
            Some(situation) if situation.policy.paused => "everything is paused, so no rule was asked",
            Some(_) | None => {
                "no rule objects, and it is not known to only read; the host decides by its own settings"
            }
        };
        println!("{}", field("why", why));
    }
    if let Some(rewrite) = &verdict.rewrite {
        println!("{}", field("rewrite", rewrite.to.as_str()));
    }
    for finding in &verdict.findings {
        show_finding(finding, judged, detail);
    }
    for finding in &verdict.shadowed {
        println!("{DIM}in shadow mode, not enforced:{DIM:#}");
        show_finding(finding, judged, detail);
    }
    for finding in &verdict.bypassed {
        let marker = finding.bypass.as_deref().unwrap_or_default();
        println!("{DIM}off by {marker}, a person's word:{DIM:#}");
        show_finding(finding, judged, detail);
    }
    if let Some(notice) = &verdict.notice {
        println!("{}", field("notice", notice));
    }
    let (Some(event), Some(situation)) = (&judged.event, situation) else { return };
    if let (Detail::Derivation, Some(call)) = (detail, judged.call()) {
        for line in downgrades(verdict, call, situation) {
            println!("{}", field("becomes", &line));
        }
    }
    for hook in situation.wanted_hooks(event, &judged.facts) {
        let whose = hook.native.as_ref().map(|native| {
            let matcher = native.matcher.as_ref().map(|matcher| format!(" `{matcher}`")).unwrap_or_default();
            format!(" on {}{matcher} of {}", native.event, native.host.as_str())
        });
        let whose = whose.unwrap_or_default();
        let told = format!("{}: `{}` would be asked too{whose}; it is not run here", hook.id, hook.line());
        println!("{}", field("also", &told));
    }
}

/// A text of many lines by its first one.
fn first_line(text: &str) -> Cow<'_, str> {
    let mut lines = text.trim_end().lines();
    match (lines.next(), lines.count()) {
        (Some(first), more) if more > 0 => Cow::Owned(format!("{first} … ({} lines)", more + 1)),
        (_, _) => Cow::Borrowed(text),
    }
}

/// The word for what a finding decides.
fn word_of(finding: &Finding) -> &'static str {
    match finding.decision {
        Decision::Approve if finding.rewrites() => "rewrite",
        decision => decision.as_str(),
    }
}

fn show_finding(finding: &Finding, judged: &Judged, detail: Detail) {
    let colour = style(finding.decision);
    let word = word_of(finding);
    println!("{}", field("rule", &format!("{BOLD}{}{BOLD:#} → {colour}{word}{colour:#}", finding.rule)));
    let subject = judged.subject();
    let underlined = detail == Detail::Derivation || subject.contains('\n');
    match (judged.script(), finding.span) {
        (Some(text), Some(span)) if underlined => {
            for line in excerpt(text, span, colour) {
                println!("{}{line}", field("", ""));
            }
        }
        _ if !finding.matched.is_empty() && finding.matched != subject => {
            println!("{}", field("matched", &finding.matched));
        }
        _ => {}
    }
    if finding.told.is_empty() || !finding.why.is_empty() {
        println!("{}", field("why", &finding.why));
    }
    for (index, line) in finding.told.lines().enumerate() {
        println!("{}", field(if index == 0 { "told" } else { "" }, line));
    }
    if !finding.instead.is_empty() {
        println!("{}", field("instead", &finding.instead));
    }
    match &finding.origin {
        Some(origin) => {
            println!("{}", field("decided", &format!("by {origin} ({} policy)", origin.layer.as_str())));
        }
        None if detail == Detail::Derivation => println!("{}", field("decided", "by what is built in")),
        None => {}
    }
}

fn as_json(judged: &[Judged], situation: Option<&Situation>, detail: Detail) -> Json {
    let all = |of: fn(&Judged) -> Vec<Json>| -> Vec<Json> {
        let named = |one: &Judged, mut entry: Json| {
            if let (Some(file), Some(entries)) = (&one.file, entry.as_object_mut()) {
                entries.insert("file".to_owned(), json!(file));
            }
            entry
        };
        judged.iter().flat_map(|one| of(one).into_iter().map(move |entry| named(one, entry))).collect()
    };
    // An approval counts only where everything is approved.
    let objection =
        judged.iter().map(|one| one.verdict.decision).filter(|word| *word != Decision::Approve).max();
    let rewrite =
        judged.iter().find_map(|one| one.verdict.rewrite.as_ref()).and_then(|rewrite| rewrite.to.command());
    json!({
        "decision": objection.unwrap_or(Decision::Approve),
        "rewrite": rewrite.filter(|_| judged.len() == 1),
        "findings": all(|one| one.verdict.findings.iter().map(|finding| finding_as_json(finding, one)).collect()),
        "shadowed": all(|one| one.verdict.shadowed.iter().map(|finding| finding_as_json(finding, one)).collect()),
        "bypassed": all(|one| one.verdict.bypassed.iter().map(|finding| finding_as_json(finding, one)).collect()),
        "effects": all(|one| one.facts.effects.iter().map(effect_as_json).collect()),
        "hooks": hooks_as_json(judged, situation),
        "commands": (detail == Detail::Derivation)
            .then(|| all(|one| one.facts.commands.iter().map(command_as_json).collect())),
        "off": situation.map(Situation::off_as_json),
    })
}

/// The policy's own hooks that would be asked, by their ids. None of them is run here, so that the decision is without them.
fn hooks_as_json(judged: &[Judged], situation: Option<&Situation>) -> Vec<String> {
    let of = |one: &Judged| {
        let wanted = situation.zip(one.event.as_ref());
        wanted.map(|(situation, event)| situation.wanted_hooks(event, &one.facts)).unwrap_or_default()
    };
    let mut ids: Vec<String> = Vec::new();
    for hook in judged.iter().flat_map(of) {
        if !ids.contains(&hook.id) {
            ids.push(hook.id);
        }
    }
    ids
}

fn finding_as_json(finding: &Finding, judged: &Judged) -> Json {
    let places = judged.script().zip(finding.span).map(|(text, span)| Position::of_span(text, span));
    let (start, end) = places.unzip();
    json!({
        "rule": finding.rule,
        "decision": finding.decision,
        "span": finding.span.map(|span| [span.start, span.end]),
        "line": start.map(|start| start.line),
        "column": start.map(|start| start.column),
        "end_line": end.map(|end| end.line),
        "end_column": end.map(|end| end.column),
        "matched": finding.matched,
        "why": finding.why,
        "instead": finding.instead,
        "origin": finding.origin,
    })
}
