//! What only a person may say. It needs a terminal, which an agent's shell has not, and which no agent has started; and the program
//! that answers the hooks here, of which an agent may only have a copy.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use hookward_hosts::started_by_an_agent;

use super::run::quoted;
use super::{Outcome, current_directory, workspace};
use crate::answering;
use crate::registrations::Site;
use crate::situation::Situation;

/// Who is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Person {
    /// Whoever sits at this process's terminal.
    AtTheTerminal,
    /// The person of a story, who agrees. INVARIANT: only with the state of a story, never with a person's own.
    OfAStory,
}

/// What came of a command for people, and what it says of that.
pub(crate) struct Said {
    pub(crate) outcome: Outcome,
    pub(crate) text: String,
}

impl Said {
    pub(super) fn fine(text: impl Into<String>) -> Self {
        Self { outcome: Outcome::Fine, text: text.into() }
    }

    /// Nothing was changed.
    pub(super) fn nothing() -> Self {
        Self { outcome: Outcome::Found, text: String::new() }
    }
}

impl Person {
    /// Shows what is asked about, and asks. Only the whole word counts: it must not be said by accident.
    pub(super) fn agrees(self, shown: &str, question: &str, command: &str) -> anyhow::Result<bool> {
        match self {
            Self::OfAStory => Ok(true),
            Self::AtTheTerminal => at_the_terminal(shown, question, command),
        }
    }
}

/// Whether somebody can be asked here.
pub(super) fn is_there() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// The words that this program was given, to be given to another one.
fn given(command: &str) -> String {
    let is_plain = |word: &str| word.chars().all(|sign| sign.is_alphanumeric() || "-_./:=@".contains(sign));
    let shown = |word: OsString| match word.to_string_lossy() {
        word if is_plain(&word) && !word.is_empty() => word.into_owned(),
        word => quoted(&word),
    };
    let words: Vec<String> = std::env::args_os().skip(1).map(shown).collect();
    if words.is_empty() { command.to_owned() } else { words.join(" ") }
}

fn at_the_terminal(shown: &str, question: &str, command: &str) -> anyhow::Result<bool> {
    anstream::println!("{shown}");
    if !is_there() {
        anstream::eprintln!("hookward: only a person can say this: run `hookward {command}` at a terminal");
        return Ok(false);
    }
    // An agent can make a terminal, and what it starts there says that it has.
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if let Some(variable) = started_by_an_agent(is_set) {
        anstream::eprintln!(
            "hookward: an agent has started this terminal ({variable} is set): run `hookward {}` at one of your own",
            given(command)
        );
        return Ok(false);
    }
    if let Some(answering) = another()? {
        anstream::eprintln!(
            "hookward: the hooks here are answered by another program: run `{} {}`",
            answering.display(),
            given(command)
        );
        return Ok(false);
    }
    says_yes(question)
}

/// The program that answers the hooks of this folder, if it is known and not this one.
fn another() -> anyhow::Result<Option<PathBuf>> {
    let cwd = current_directory()?.display().to_string();
    let situation = Situation::find(&[], &cwd);
    let Ok(root) = workspace(&situation) else { return Ok(None) };
    Ok(answering::another(&Site::new(Path::new(root), situation.places.as_ref())))
}

/// Asks whoever is there, who has seen what it is about.
pub(super) fn says_yes(question: &str) -> anyhow::Result<bool> {
    let mut out = std::io::stdout();
    out.write_all(format!("{question} Type yes: ").as_bytes())?;
    out.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    let agrees = answer.trim() == "yes";
    if !agrees {
        anstream::println!("Nothing was changed: the answer must be the whole word `yes`.");
    }
    Ok(agrees)
}
