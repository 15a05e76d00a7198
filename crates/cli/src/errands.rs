//! What is done once the answer is given, in processes of their own: nobody waits for it, and whether it works changes
//! nothing of the verdict.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hookward_io::{Appended, Journal, tell, tidy_up};
use hookward_report::tidy;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::feedback::Behind;
use crate::own_hooks::AskedBehind;
use crate::situation::{Situation, now};

/// The word by which such a process is started. No host has that name.
pub(crate) const WORD: &str = "--errand";

/// How long telling somebody of what is blocked may take.
const NOTIFYING: Duration = Duration::from_secs(30);

/// Something to do.
#[derive(Serialize, Deserialize)]
pub(crate) enum Errand {
    /// A command of the policy is told of what is blocked.
    Tell { run: String, root: String, blocked: String },
    /// Tools of the project run.
    Work(Behind),
    /// Own hooks are asked.
    Ask(AskedBehind),
    /// What is too old of the journal is dropped.
    TidyJournal,
    /// What a session that has ended has left is taken away.
    TidySession { state: PathBuf, host: String, session: String },
}

static LATER: Mutex<Vec<Errand>> = Mutex::new(Vec::new());

/// Leaves something to be done once the answer is given.
pub(crate) fn later(errand: Errand) {
    LATER.lock().unwrap_or_else(PoisonError::into_inner).push(errand);
}

/// Leaves the journal to be tidied up, if it was put aside.
pub(crate) fn tidy_later(appended: Appended) {
    match appended {
        Appended::Whole => {}
        Appended::PutAside => later(Errand::TidyJournal),
    }
}

/// Starts what was left to be done.
pub(crate) fn start() {
    for errand in LATER.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let _ = hand_on(&errand);
    }
}

/// Starts a process of its own: the host waits for this one to end.
fn hand_on(errand: &Errand) -> io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["hook", WORD]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let input = serde_json::to_vec(errand)?;
    child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(&input))
}

/// What such a process does.
pub(crate) fn main() -> ExitCode {
    match serde_json::from_reader(io::stdin().lock()) {
        Ok(Errand::Tell { run, root, blocked }) => tell(&run, &root, blocked.as_bytes(), NOTIFYING),
        Ok(Errand::Work(behind)) => behind.run(),
        Ok(Errand::Ask(asked)) => asked.run(),
        Ok(Errand::TidyJournal) => tidy_journal(),
        Ok(Errand::TidySession { state, host, session }) => tidy_up(&state, &host, &session),
        Err(_) => {}
    }
    ExitCode::SUCCESS
}

/// Drops what the person's policy no longer wants of the journal.
fn tidy_journal() {
    // There is no workspace at the root of the disk: no project has a say in this.
    let situation = Situation::find(&[], "/");
    // A policy that cannot be used may be the one that keeps more.
    if let Some(places) = situation.places.as_ref().filter(|_| situation.fault.is_none()) {
        let journal = Journal::in_state(&places.state);
        let _ = tidy(&journal, situation.policy.journal, &TimeZone::system(), now());
    }
}
