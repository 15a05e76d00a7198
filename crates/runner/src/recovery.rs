//! What follows when a hook fails: try again, run something else, then go on or block.

use crate::answer::Fault;

/// What follows in the end, if a hook has failed for good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Then {
    /// The agent goes on, and the person is told.
    #[default]
    GoOn,
    /// It is as if the hook had objected.
    Block,
}

/// How one kind of failure is met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// How often the hook is tried again.
    pub retries: u8,
    /// The command that runs in its place after that, once.
    pub fallback: Option<String>,
    /// What follows if nothing has helped.
    pub then: Then,
}

impl Recovery {
    const GO_ON: Self = Self { retries: 0, fallback: None, then: Then::GoOn };
    const BLOCK: Self = Self { retries: 0, fallback: None, then: Then::Block };
}

/// How failures of hooks are met, by their kind. A hook's own keys (`onFailure`, `retries`, `fallback`) come first.
///
/// ```
/// use hookward_runner::{Recoveries, Recovery, Then};
///
/// // As everybody has it: a failure is a warning.
/// assert_eq!(Recoveries::default().crashed.then, Then::GoOn);
/// // Where a hook is a gate, a failure must not open it.
/// assert_eq!(Recoveries::closed().timed_out.then, Then::Block);
/// // Or one by one.
/// let patient = Recoveries { crashed: Recovery { retries: 2, ..Recovery::default() }, ..Recoveries::default() };
/// assert_eq!(patient.crashed.retries, 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recoveries {
    /// The answer begins like JSON and is none.
    pub unreadable: Recovery,
    /// The answer says something impossible.
    pub invalid: Recovery,
    /// The hook cannot be started, was ended by a signal, or has an exit status without a meaning.
    pub crashed: Recovery,
    /// It took too long.
    pub timed_out: Recovery,
}

impl Recoveries {
    /// Every failure blocks.
    pub const fn closed() -> Self {
        Self {
            unreadable: Recovery::BLOCK,
            invalid: Recovery::BLOCK,
            crashed: Recovery::BLOCK,
            timed_out: Recovery::BLOCK,
        }
    }

    /// Each kind of failure has its own remedy: an unreadable answer is passed over, an impossible one blocks, a crash is
    /// tried once more, and after too long a time the fallback runs.
    pub fn graded(fallback: Option<String>) -> Self {
        Self {
            unreadable: Recovery::GO_ON,
            invalid: Recovery::BLOCK,
            crashed: Recovery { retries: 1, ..Recovery::GO_ON },
            timed_out: Recovery { fallback, ..Recovery::GO_ON },
        }
    }

    /// How a failure is met. `None`: what was called off is over.
    pub(crate) fn of(&self, fault: &Fault) -> Option<&Recovery> {
        match fault {
            Fault::Unreadable(_) => Some(&self.unreadable),
            Fault::Invalid(_) => Some(&self.invalid),
            Fault::Crashed(_) => Some(&self.crashed),
            Fault::TimedOut(_) => Some(&self.timed_out),
            Fault::Aborted => None,
        }
    }
}
