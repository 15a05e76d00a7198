//! What is done once the answer is given: each in a process of its own, since the host waits for this one to end.
//!
//! INVARIANT: whether any of it works changes nothing of the verdict, and nobody waits for it.

use std::io::{self, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hookward_io::{Appended, Journal, tell};
use hookward_report::tidy;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::situation::{Situation, now};

/// The words by which such a process is started. No host has these names.
pub(crate) const TELL: &str = "--tell";
pub(crate) const TIDY: &str = "--tidy";

/// How long telling somebody of what is blocked may take.
const NOTIFYING: Duration = Duration::from_secs(30);

/// Somebody to tell of what is blocked.
static TELLING: Mutex<Option<Telling>> = Mutex::new(None);

/// Whether the journal was put aside, so that what is too old may be dropped.
static PUT_ASIDE: AtomicBool = AtomicBool::new(false);

/// A command of the policy that is told of what is blocked.
#[derive(Serialize, Deserialize)]
pub(crate) struct Telling {
    pub(crate) run: String,
    pub(crate) root: String,
    pub(crate) blocked: String,
}

impl Telling {
    /// Has it told afterwards.
    pub(crate) fn later(self) {
        *TELLING.lock().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }
}

/// Notes what became of the journal.
pub(crate) fn note(appended: Appended) {
    match appended {
        Appended::Whole => {}
        Appended::PutAside => PUT_ASIDE.store(true, Ordering::Relaxed),
    }
}

/// Starts what there is to do.
pub(crate) fn start() {
    if let Some(telling) = TELLING.lock().unwrap_or_else(PoisonError::into_inner).take()
        && let Ok(input) = serde_json::to_vec(&telling)
    {
        let _ = hand_on(TELL, &input);
    }
    if PUT_ASIDE.load(Ordering::Relaxed) {
        let _ = hand_on(TIDY, &[]);
    }
}

fn hand_on(word: &str, input: &[u8]) -> io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["hook", word]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(input))
}

/// Tells somebody of what is blocked, within a limit.
pub(crate) fn tell_somebody() -> ExitCode {
    let telling: Result<Telling, _> = serde_json::from_reader(io::stdin().lock());
    if let Ok(Telling { run, root, blocked }) = telling {
        tell(&run, &root, blocked.as_bytes(), NOTIFYING);
    }
    ExitCode::SUCCESS
}

/// Drops what the person's policy no longer wants of the journal.
pub(crate) fn tidy_up() -> ExitCode {
    // There is no workspace at the root of the disk: no project has a say in this.
    let situation = Situation::find(&[], "/");
    let Some(places) = &situation.places else { return ExitCode::FAILURE };
    // A policy that cannot be used may be the one that keeps more.
    if situation.fault.is_some() {
        return ExitCode::FAILURE;
    }
    let journal = Journal::in_state(&places.state);
    match tidy(&journal, situation.policy.journal, &TimeZone::system(), now()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
