//! `hookward hosts`: what becomes of each decision on each host, by the table that the answers are made from.

use anstream::println;
use clap::Args;
use hookward_core::Attendance;
use hookward_hosts::{Becomes, Caller, Fate, Host, Row, Wish};
use serde_json::{Map, Value, json};

use super::{Outcome, Usage};
use crate::paint::{BOLD, DIM};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Only this host
    host: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let hosts = match &arguments.host {
        Some(name) => vec![Host::from_name(name).ok_or_else(|| {
            let names: Vec<_> = Host::ALL.iter().map(|host| host.name()).collect();
            Usage(format!("there is no host `{name}`; one of: {}", names.join(", ")))
        })?],
        None => Host::ALL.to_vec(),
    };
    if arguments.json {
        let hosts: Vec<Value> = hosts.into_iter().map(machine_readable).collect();
        println!("{}", Value::Array(hosts));
        return Ok(Outcome::Fine);
    }
    for host in hosts {
        for caller in host.dialects() {
            show(host, *caller);
        }
    }
    println!(
        "{DIM}yes: as wished · → : what it becomes · no: nothing · - : makes no sense there\n\
         rewrite unasked: another command that passes by itself, where nobody can be asked about it\n\
         Where nobody is there to answer (bypass, don't-ask, headless, CI), ask → deny everywhere, unless the policy \
         says otherwise by `ask_when_unattended`.{DIM:#}"
    );
    Ok(Outcome::Fine)
}

/// By what it is known, where a host has several dialects.
fn note(caller: Caller) -> &'static str {
    match caller {
        Caller::CopilotClaude => ", by the names of a Claude registration",
        Caller::Devin => ", which loads Claude's registration",
        Caller::Kiro => ": hook files of version v1 say `PreToolUse`, agents of CLI 2 `preToolUse`",
        Caller::Claude
        | Caller::Plain
        | Caller::Amp
        | Caller::Cline
        | Caller::Codex
        | Caller::Copilot
        | Caller::Cursor
        | Caller::Droid
        | Caller::Gemini
        | Caller::OpenCode
        | Caller::Qwen
        | Caller::VsCode
        | Caller::Windsurf => "",
    }
}

fn show(host: Host, caller: Caller) {
    println!("{BOLD}{}{BOLD:#} (`hookward hook {}`){}", caller.title(), host.name(), note(caller));
    let mut lines = vec![vec!["event".to_owned(), "its own name".to_owned()]];
    lines.extend(caller.rows().iter().map(|row| vec![row.event.as_str().to_owned(), row.step.to_owned()]));
    for wish in Wish::ALL {
        let column = caller.rows().iter().map(|row| cell(row, *wish));
        for (line, cell) in lines.iter_mut().zip(std::iter::once(wish.name().to_owned()).chain(column)) {
            line.push(cell);
        }
    }
    for line in aligned(&lines) {
        println!("  {line}");
    }
    for reason in reasons(caller) {
        println!("  {reason}");
    }
    println!();
}

/// Lines whose cells stand below each other.
fn aligned(lines: &[Vec<String>]) -> Vec<String> {
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let padded = |line: &Vec<String>| {
        let cells = line.iter().enumerate().map(|(column, cell)| format!("{cell:<0$}", width(column)));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    lines.iter().map(padded).collect()
}

fn cell(row: &Row, wish: Wish) -> String {
    match row.fate(wish, Attendance::Attended) {
        None => "-".to_owned(),
        Some(fate) if fate.is_honoured() => "yes".to_owned(),
        Some(Fate { becomes: Becomes::Dropped, .. }) => "no".to_owned(),
        Some(fate) => format!("→ {}", short(fate.becomes)),
    }
}

/// A word that fits a column.
fn short(becomes: Becomes) -> &'static str {
    match becomes {
        Becomes::Told => "person is told",
        Becomes::McpOutputRewritten => "of MCP tools",
        Becomes::Denied
        | Becomes::Asked
        | Becomes::Approved
        | Becomes::Rewritten
        | Becomes::RewrittenAndAsked
        | Becomes::OutputRewritten
        | Becomes::Held
        | Becomes::FedBack
        | Becomes::Read
        | Becomes::Dropped => becomes.name(),
    }
}

/// One line for each way in which something becomes something else, with the events at which it does.
fn reasons(caller: Caller) -> Vec<String> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for row in caller.rows() {
        for wish in Wish::ALL {
            let fate = row.fate(*wish, Attendance::Attended);
            let Some(line) = fate.and_then(|fate| fate.downgrade(caller, row.event, *wish)) else { continue };
            match found.iter_mut().find(|(other, _)| *other == line) {
                Some((_, steps)) => steps.push(row.step),
                None => found.push((line, vec![row.step])),
            }
        }
    }
    found.into_iter().map(|(line, steps)| format!("{line} ({})", steps.join(", "))).collect()
}

fn machine_readable(host: Host) -> Value {
    let dialects: Vec<Value> = host
        .dialects()
        .iter()
        .map(|caller| {
            let events: Vec<Value> = caller.rows().iter().map(|row| event(*caller, row)).collect();
            json!({"dialect": caller.name(), "title": caller.title(), "events": events})
        })
        .collect();
    json!({"host": host.name(), "title": host.title(), "dialects": dialects})
}

fn event(caller: Caller, row: &Row) -> Value {
    let told = |wish: Wish, attendance: Attendance| {
        row.fate(wish, attendance).map(|fate| {
            let why = (!fate.is_honoured()).then(|| format!("{} {}", caller.title(), fate.why.text()));
            json!({"becomes": fate.becomes.name(), "honoured": fate.is_honoured(), "why": why})
        })
    };
    let mut wishes = Map::new();
    for wish in Wish::ALL {
        if let Some(told) = told(*wish, Attendance::Attended) {
            wishes.insert(wish.name_at(row.event).to_owned(), told);
        }
    }
    if let Some(told) = told(Wish::Ask, Attendance::Unattended) {
        wishes.insert("ask unattended".to_owned(), told);
    }
    json!({"event": row.event.as_str(), "name": row.step, "wishes": wishes})
}
