//! Sees checks begin and end, and notes in the ledger what that tells of the sources.

use hookward_core::evidence::{Begun, Doubted, Entry, Evidence, Ledger, Observed, Status, observe};
use hookward_core::{Event, Moment, Policy, redact};
use hookward_effects::{Action, Call, Deed, Facts, Git};
use hookward_io::LedgerFile;

use crate::situation::Situation;

/// Rules that want to know what was seen of the sources.
const WANT: &[&str] = &[
    "gate/missing-evidence",
    "gate/unverified-work",
    "gate/failing-tests",
    "gate/unfinished-stop",
    "gate/untested-code",
];

/// Whether anybody wants to know.
fn is_wanted(policy: &Policy, event: &Event) -> bool {
    WANT.iter().any(|rule| policy.is_on(rule, event.role()))
}

impl Situation {
    /// The ledger of the repository that an event happens in.
    pub(crate) fn ledger_file(&self) -> Option<LedgerFile> {
        let state = &self.places.as_ref()?.state;
        Some(LedgerFile::in_state(state, self.workspace.root().map(std::path::Path::new)?))
    }

    /// What was seen of the sources, if a rule could ask for it: before a commit, and before code is written.
    pub(crate) fn ledger(&self, event: &Event, facts: &Facts) -> &Ledger {
        let asks = |action: &Action| {
            matches!(action, Action::Git(Git::Commit(_)) | Action::Deed(Deed::Merge, _) | Action::Write(..))
        };
        if !is_wanted(&self.policy, event) || !facts.effects.iter().any(|effect| asks(&effect.action)) {
            return &EMPTY;
        }
        self.seen.get_or_init(|| self.ledger_file().and_then(|file| file.read().ok()).unwrap_or_default())
    }

    /// Notes that a check begins: it is evidence only if the sources are still the same when it ends.
    pub(crate) fn note_beginning(&self, event: &Event, facts: &Facts, at: u64) {
        let Moment::BeforeTool(Call::Shell { command, .. }) = &event.moment else { return };
        if !is_wanted(&self.policy, event) || observe(facts, Status::Untold).is_empty() {
            return;
        }
        let Some(file) = self.ledger_file() else { return };
        let Ok(tree) = file.tree() else { return };
        // What is not noted is no evidence, which is said where it is missed.
        let _ = file.append(&Entry::Begun(Begun { text: redact(command).into_owned(), tree, at }));
    }

    /// Notes what a command that has ended tells of the sources.
    pub(crate) fn note_end(&self, event: &Event, status: impl FnOnce() -> Status, at: u64) {
        let (Moment::AfterTool(call) | Moment::AfterFailure { call, .. }) = &event.moment else { return };
        let Call::Shell { command, .. } = call else { return };
        if !is_wanted(&self.policy, event) {
            return;
        }
        let seen = observe(&self.facts_of(call, &event.cwd), status());
        let Some(file) = self.ledger_file().filter(|_| !seen.is_empty()) else { return };
        let Ok(ledger) = file.read() else { return };
        let Some(tree) = ledger.tree.clone() else { return };
        // Sources that have changed while it ran are not those that were checked.
        let is_same = ledger.begun_on(&redact(command)) == Some(&tree);
        for Observed { what, scope, command, outcome, .. } in seen {
            let command = redact(&command).into_owned();
            let entry = match outcome {
                Ok(outcome) if is_same => {
                    Entry::Check(Evidence { what, command, scope, outcome, tree: tree.clone(), at })
                }
                Ok(_) => {
                    let why = "the sources have changed while it ran".to_owned();
                    Entry::Doubted(Doubted { what, command, why, at })
                }
                Err(doubt) => Entry::Doubted(Doubted { what, command, why: doubt.to_string(), at }),
            };
            let _ = file.append(&entry);
        }
    }
}

static EMPTY: Ledger = Ledger { entries: Vec::new(), tree: None };
