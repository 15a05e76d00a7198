//! `story`: what is being worked on, as an orchestrator names it; and `status`: how that stands.

use std::path::PathBuf;

use anstream::{eprintln, println};
use anyhow::Context;
use clap::{Args, Subcommand};
use hookward_core::evidence::{Check, Standing};
use hookward_core::{Row, Strikes};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::blocked::{Known, of_sessions, struck};
use super::{Outcome, Usage, current_directory, now, show_held, show_off, workspace};
use crate::off::moment;
use crate::paint::field;
use crate::situation::Situation;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Say what is being worked on
    Set {
        /// Its id
        #[arg(value_parser = story_id)]
        id: String,
        /// The phase that it is in
        #[arg(long)]
        phase: Option<String>,
        /// in-progress or ready-for-review
        #[arg(long, value_parser = ["in-progress", "ready-for-review"], default_value = "in-progress")]
        state: String,
    },
    /// Show what is being worked on
    Show,
    /// Say that it is done
    Done,
}

/// What is said to people in one line, and read back by programs.
fn story_id(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() || text.contains(char::is_control) {
        return Err("a story has an id, in one line".to_owned());
    }
    Ok(text.to_owned())
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is being worked on in a folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Story {
    pub(crate) id: String,
    pub(super) phase: Option<String>,
    pub(super) state: String,
    pub(super) at: u64,
}

impl Story {
    fn path(situation: &Situation) -> Option<PathBuf> {
        situation.ledger_file(situation.workspace.root()?).map(|file| file.beside("story.json"))
    }

    pub(crate) fn read(situation: &Situation) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(Self::path(situation)?).ok()?).ok()
    }

    /// As it stands: a block that came about in it holds, whatever an orchestrator says of it, until a person resolves it.
    fn with_blocks(self, sessions: &[Known], limit: u32) -> Self {
        let is_blocked = !self.blocks(sessions, limit).is_empty();
        let state = if is_blocked { "blocked".to_owned() } else { self.state.clone() };
        Self { state, ..self }
    }

    /// What a person does about each session that is blocked in it.
    fn blocks(&self, sessions: &[Known], limit: u32) -> Vec<String> {
        let is_of_it = |row: &Row| row.story.as_ref() == Some(&self.id);
        let blocked = sessions.iter().filter(|known| known.session.blocked(limit).any(is_of_it));
        blocked.map(|known| format!("  hookward resolve {} fix|override|skip", known.id)).collect()
    }

    /// For people: `1.2 (in-progress, phase red)`.
    fn described(&self) -> String {
        let phase = self.phase.as_ref().map(|phase| format!(", phase {phase}")).unwrap_or_default();
        format!("{} ({}{phase})", self.id, self.state)
    }

    fn write(&self, situation: &Situation) -> anyhow::Result<()> {
        workspace(situation)?;
        let path = Self::path(situation).context("there is no home directory to remember it in")?;
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory)?;
        }
        hookward_io::replace(&path, &serde_json::to_vec(self)?).with_context(|| path.display().to_string())
    }
}

pub(crate) fn run(command: &Command) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?.display().to_string();
    let situation = Situation::find(&[], &cwd);
    match command {
        Command::Set { id, phase, state } => {
            // What is not said again stays as it is.
            let kept =
                || Story::read(&situation).filter(|story| story.id == *id).and_then(|story| story.phase);
            let phase = phase.clone().or_else(kept);
            let story = Story { id: id.clone(), phase, state: state.clone(), at: now() };
            story.write(&situation)?;
            println!("Working on {id}.");
        }
        Command::Show => match Story::read(&situation) {
            Some(story) => {
                let limit = situation.policy.strikes.limit();
                println!("{}", story.with_blocks(&struck(&situation)?, limit).described());
            }
            None => println!("No story is set: `hookward story set ID` sets one."),
        },
        Command::Done => {
            let mut story = Story::read(&situation).ok_or_else(|| Usage("no story is set".to_owned()))?;
            let limit = situation.policy.strikes.limit();
            let blocks: Vec<String> = story.blocks(&struck(&situation)?, limit);
            if !blocks.is_empty() {
                let (id, blocks) = (&story.id, blocks.join("\n"));
                eprintln!("hookward: {id} is blocked, so it is not done; a person resolves it:\n{blocks}");
                return Ok(Outcome::Found);
            }
            "done".clone_into(&mut story.state);
            story.at = now();
            story.write(&situation)?;
            println!("{} is done.", story.id);
        }
    }
    Ok(Outcome::Fine)
}

/// `status`: the story, what was seen of the sources, and strikes.
pub(crate) fn status(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let cwd = current_directory()?.display().to_string();
    let situation = Situation::find(&[], &cwd);
    let sessions = struck(&situation)?;
    let limit = situation.policy.strikes.limit();
    let blocked: usize = sessions.iter().map(|known| known.session.blocked(limit).count()).sum();
    let story = Story::read(&situation).map(|story| story.with_blocks(&sessions, limit));
    let ledger = situation.ledger_file(&cwd).and_then(|file| file.read().ok()).unwrap_or_default();
    let checks = [Check::Tests, Check::Lint, Check::Build, Check::Types];
    let evidence: Vec<(Check, &str, Option<&str>)> =
        checks.into_iter().map(|check| stands(check, ledger.standing(check))).collect();
    if arguments.json {
        let evidence: serde_json::Map<String, Value> = evidence
            .iter()
            .map(|(check, state, command)| {
                (check.as_str().to_owned(), json!({"state": state, "command": command}))
            })
            .collect();
        let strikes: Vec<Value> = sessions
            .iter()
            .flat_map(|known| {
                known.session.strikes.iter().map(move |entry| {
                    json!({
                        "session": known.id, "agent": entry.agent, "rule": entry.rule, "count": entry.count,
                        "row": known.session.row(&entry.agent, &entry.rule),
                    })
                })
            })
            .collect();
        let blocked = of_sessions(&sessions, limit);
        let story = story.map(|story| json!({"id": story.id, "state": story.state, "phase": story.phase}));
        println!(
            "{}",
            json!({
                "story": story, "evidence": evidence, "proven": ledger.is_proven(), "strikes": strikes,
                "blocked": blocked, "off": situation.off_as_json(), "held": situation.held_as_json(),
            })
        );
        return Ok(Outcome::Fine);
    }
    match &story {
        Some(story) => println!("{}", field("story", &story.described())),
        None => println!("{}", field("story", "none is set")),
    }
    for (check, state, command) in evidence {
        let by = command.map(|command| format!(": {command}")).unwrap_or_default();
        println!("{}", field(check.as_str(), &format!("{state}{by}")));
    }
    println!(
        "{}",
        field("proof", if ledger.is_proven() { "a person has seen these sources work" } else { "pending" })
    );
    show_strikes(&sessions);
    println!("{}", field("blocked", &format!("{blocked}")));
    show_held(&situation);
    show_off(&situation);
    Ok(Outcome::Fine)
}

/// A person sees the newest strikes.
const STRIKES_SHOWN: usize = 5;

fn show_strikes(sessions: &[Known]) {
    let mut strikes: Vec<(&Known, &Strikes)> = sessions
        .iter()
        .flat_map(|known| known.session.strikes.iter().map(move |entry| (known, entry)))
        .collect();
    strikes.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.at));
    if strikes.is_empty() {
        println!("{}", field("strikes", "none"));
    }
    for (known, entry) in strikes.iter().take(STRIKES_SHOWN) {
        let agent = if entry.agent.is_empty() { String::new() } else { format!(" by {}", entry.agent) };
        let row = match known.session.row(&entry.agent, &entry.rule) {
            0 => String::new(),
            length => format!(", {length} in a row"),
        };
        let text = format!(
            "{} {}{row}, last at {} in {}{agent}",
            entry.count,
            entry.rule,
            moment(entry.at),
            known.id
        );
        println!("{}", field("strikes", &text));
    }
    if let more @ 1.. = strikes.len().saturating_sub(STRIKES_SHOWN) {
        println!("{}", field("", &format!("and {more} more; `hookward status --json` has them all")));
    }
}

fn stands(check: Check, standing: Standing<'_>) -> (Check, &'static str, Option<&str>) {
    match standing {
        Standing::Missing => (check, "missing", None),
        Standing::Fresh(run) => (check, "passed", Some(&run.command)),
        Standing::Failing(run) => (check, "failing", Some(&run.command)),
        Standing::Stale(run) => (check, "stale", Some(&run.command)),
        Standing::Partial(run) => (check, "partial", Some(&run.command)),
    }
}
