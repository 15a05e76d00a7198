//! `check` and `explain`: the verdict on a call, and how it came about.

use std::io::Read;
use std::path::{Path, PathBuf};

use anstream::println;
use anyhow::Context;
use clap::Args;
use hookward_core::{Decision, Event, Fault, Finding, Session, Verdict};
use hookward_effects::{Action, Call, Depth, Effect, Facts, Opacity, Place, Standing, Value};
use hookward_hosts::{Asked, Decoded, Host, Surroundings, decode};
use hookward_io::wanted_checks;
use serde_json::{Value as Json, json};

use super::{Outcome, Usage, current_directory, show_notices, show_sources};
use crate::paint::{BOLD, DIM, field, style};
use crate::situation::{Situation, event_of, objects};

#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Subject {
    /// A shell command
    command: Option<String>,
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
    /// The host that the event is of
    #[arg(long, value_name = "HOST", default_value = "claude")]
    host: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    Verdict,
    Derivation,
}

pub(crate) fn run(arguments: &Arguments, detail: Detail) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?;
    let subject = &arguments.subject;
    let event = if let Some(command) = &subject.command {
        Ok(event_of(Call::shell(command), &cwd))
    } else if let Some(path) = &subject.write {
        Ok(event_of(Call::Write { path: path.clone(), content: String::new() }, &cwd))
    } else if let Some(path) = &subject.edit {
        Ok(event_of(Call::Edit { path: path.clone(), edits: Vec::new() }, &cwd))
    } else if let Some(path) = &subject.read {
        Ok(event_of(Call::Read { path: path.clone() }, &cwd))
    } else {
        read_event(subject.event.as_deref().context("nothing to check")?, &arguments.host)?
    };
    let event = match event {
        Ok(event) => event,
        // What the hook would answer to an event that it cannot read.
        Err((fault, asked)) => {
            let verdict = fault.verdict(asked.name, asked.attendance);
            return Ok(print(&verdict, None, &Facts::default(), arguments, detail));
        }
    };
    let situation = Situation::find(&event.roots, &event.cwd);
    let facts = situation.facts(&event);
    let verdict = situation.decide(&event, &facts, &Session::default(), &[]);
    Ok(print(&verdict, Some((&event, &situation)), &facts, arguments, detail))
}

fn print(
    verdict: &Verdict,
    judged: Option<(&Event, &Situation)>,
    facts: &Facts,
    arguments: &Arguments,
    detail: Detail,
) -> Outcome {
    if arguments.json {
        println!("{}", as_json(verdict, facts, detail));
    } else {
        show(verdict, judged, facts, detail);
    }
    if objects(verdict) { Outcome::Found } else { Outcome::Fine }
}

fn read_event(path: &Path, host: &str) -> anyhow::Result<Result<Event, (Fault, Asked)>> {
    let host = Host::from_name(host).ok_or_else(|| Usage(format!("there is no host `{host}`")))?;
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes)?;
    } else {
        let cannot = |error| Usage(format!("{} cannot be read: {error}", path.display()));
        bytes = std::fs::read(path).map_err(cannot)?;
    }
    let cwd = current_directory()?.display().to_string();
    let around = Surroundings { cwd: &cwd, var: &|name| std::env::var(name).ok() };
    let Decoded { asked, event } = decode(host, &bytes, &around);
    Ok(event.map_err(|fault| (fault, asked)))
}

fn show(verdict: &Verdict, judged: Option<(&Event, &Situation)>, facts: &Facts, detail: Detail) {
    let colour = style(verdict.decision);
    let word = verdict.decision.as_str();
    let subject = judged.and_then(|(event, _)| event.moment.call()).map(Call::subject).unwrap_or_default();
    println!("{colour}{word}{colour:#}  {subject}");
    if detail == Detail::Derivation {
        derivation(facts, &subject);
    }
    if verdict.findings.is_empty() && verdict.notice.is_none() && judged.is_some() {
        println!(
            "{}",
            field(
                "why",
                "no rule objects, and it is not known to only read; the host decides by its own settings"
            )
        );
    }
    if let Some(rewrite) = &verdict.rewrite {
        println!("{}", field("rewrite", &rewrite.command));
    }
    for finding in &verdict.findings {
        show_finding(finding, &subject, detail);
    }
    for finding in &verdict.shadowed {
        println!("{DIM}in shadow mode, not enforced:{DIM:#}");
        show_finding(finding, &subject, detail);
    }
    if let Some(notice) = &verdict.notice {
        println!("{}", field("notice", notice));
    }
    let Some((event, situation)) = judged else { return };
    for hook in wanted_checks(&situation.policy, event) {
        println!("{}", field("also", &format!("`{}` would be asked too; it is not run here", hook.run)));
    }
    if detail == Detail::Derivation {
        show_sources(situation);
    }
    show_notices(situation);
}

fn show_finding(finding: &Finding, subject: &str, detail: Detail) {
    let colour = style(finding.decision);
    let word = if finding.rewrites() && finding.decision == Decision::Approve {
        "rewrite"
    } else {
        finding.decision.as_str()
    };
    println!("{}", field("rule", &format!("{BOLD}{}{BOLD:#} → {colour}{word}{colour:#}", finding.rule)));
    if !finding.matched.is_empty() && finding.matched != subject {
        println!("{}", field("matched", &finding.matched));
    }
    println!("{}", field("why", &finding.why));
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

fn derivation(facts: &Facts, subject: &str) {
    for command in &facts.commands {
        let words: Vec<String> = command.words.iter().map(word).collect();
        let through = if command.through.is_empty() {
            String::new()
        } else {
            format!(" (through {})", command.through.join(", "))
        };
        let standing = match command.standing {
            Standing::Unknown => "; this program is not known",
            Standing::Known => "",
            Standing::ReadOnly => "; it only reads",
        };
        println!("{}", field("runs", &format!("{}{through}{standing}", words.join(" · "))));
    }
    for effect in &facts.effects {
        let cause =
            effect.span.map(|span| format!("  {DIM}← {}{DIM:#}", span.text(subject))).unwrap_or_default();
        println!("{}", field("effect", &format!("{}{cause}", describe(effect))));
    }
}

fn word(value: &Value) -> String {
    match value {
        Value::Known(text) => text.clone(),
        Value::Few(_) | Value::Pattern(_) | Value::Unknown => format!("⟨{value}⟩"),
    }
}

/// The most paths of one word that are shown.
const MAX_SPOTS: usize = 4;

fn describe(effect: &Effect) -> String {
    let (kind, place) = kind_and_place(effect);
    let Some(place) = place else { return kind };
    let mut spots: Vec<&str> = place.spots.iter().map(|spot| spot.path.as_str()).collect();
    let more = spots.len().saturating_sub(MAX_SPOTS);
    spots.truncate(MAX_SPOTS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let open = if place.open { " or anything else" } else { "" };
    format!(
        "{kind} {} → {}{more}{open}",
        place.written,
        if spots.is_empty() { "?".to_owned() } else { spots.join(", ") }
    )
}

fn kind_and_place(effect: &Effect) -> (String, Option<&Place>) {
    match &effect.action {
        Action::List(place) => ("list".to_owned(), Some(place)),
        Action::Read(place) => ("read".to_owned(), Some(place)),
        Action::Search(place) => ("search".to_owned(), Some(place)),
        Action::Write(place) => ("write".to_owned(), Some(place)),
        Action::Delete(place, Depth::One) => ("delete".to_owned(), Some(place)),
        Action::Delete(place, Depth::Matching) => ("delete-matching".to_owned(), Some(place)),
        Action::Delete(place, Depth::Tree) => ("delete-tree".to_owned(), Some(place)),
        Action::Delete(place, Depth::Moved) => ("move".to_owned(), Some(place)),
        Action::Environment(name) => (format!("set {name}"), None),
        Action::Opaque(why) => {
            let why = match why {
                Opacity::Syntax(message) => message.clone(),
                Opacity::Size => "too long or nested too deep".to_owned(),
                Opacity::Budget => "too many steps".to_owned(),
                Opacity::Language(language) => (*language).to_owned(),
            };
            (format!("opaque ({why})"), None)
        }
    }
}

fn as_json(verdict: &Verdict, facts: &Facts, detail: Detail) -> Json {
    let finding = |finding: &Finding| {
        json!({
            "rule": finding.rule,
            "decision": finding.decision,
            "span": finding.span.map(|span| [span.start, span.end]),
            "matched": finding.matched,
            "why": finding.why,
            "instead": finding.instead,
            "origin": finding.origin,
        })
    };
    let effects: Vec<Json> = facts
        .effects
        .iter()
        .map(|effect| {
            let (kind, place) = kind_and_place(effect);
            json!({
                "kind": kind,
                "target": place.map(|place| &place.written),
                "paths": place.map(|place| place.spots.iter().map(|spot| &spot.path).collect::<Vec<_>>()),
                "span": effect.span.map(|span| [span.start, span.end]),
            })
        })
        .collect();
    let commands = |command: &hookward_effects::Command| {
        json!({
            "words": command.words.iter().map(word).collect::<Vec<_>>(),
            "through": command.through,
            "span": [command.span.start, command.span.end],
        })
    };
    let commands =
        (detail == Detail::Derivation).then(|| facts.commands.iter().map(commands).collect::<Vec<_>>());
    json!({
        "decision": verdict.decision,
        "rewrite": verdict.rewrite.as_ref().map(|rewrite| &rewrite.command),
        "findings": verdict.findings.iter().map(finding).collect::<Vec<_>>(),
        "shadowed": verdict.shadowed.iter().map(finding).collect::<Vec<_>>(),
        "effects": effects,
        "commands": commands,
    })
}
