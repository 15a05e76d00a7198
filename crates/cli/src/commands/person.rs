//! What only a person may say. It needs a terminal: an agent's shell has none.

use std::io::{IsTerminal, Write};

use anstream::println;

/// What was answered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    /// There is nobody to ask.
    Nobody,
}

/// Asks the person at the terminal. Only the whole word counts: it must not be said by accident.
pub(super) fn ask(question: &str, command: &str) -> anyhow::Result<Answer> {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        anstream::eprintln!("hookward: only a person can say this: run `hookward {command}` at a terminal");
        return Ok(Answer::Nobody);
    }
    let mut out = std::io::stdout();
    out.write_all(format!("{question} Type yes: ").as_bytes())?;
    out.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    if answer.trim() == "yes" {
        return Ok(Answer::Yes);
    }
    println!("Nothing was changed: the answer must be the whole word `yes`.");
    Ok(Answer::No)
}
