//! A person says that they have seen the sources work: in a prompt that they have typed, or at a terminal.

use anyhow::Context;
use hookward_core::evidence::{Entry, Proof, said};
use hookward_core::{Attendance, Author, Event, Moment, Record, VERIFIED};
use hookward_hosts::{Caller, Host};
use hookward_io::{LedgerFile, Store};

use crate::situation::Situation;

/// Where and when a person has said something.
pub(crate) struct Occasion<'a> {
    pub(crate) host: &'a str,
    pub(crate) session: &'a str,
    pub(crate) cwd: &'a str,
    pub(crate) at: u64,
}

impl Situation {
    /// Notes that a person says in a prompt that they have seen the work; gives what the person is told of it.
    pub(crate) fn note_proof(&self, asked: (Host, Caller), event: &Event, at: u64) -> Option<String> {
        let Moment::Prompt { text, author } = &event.moment else { return None };
        let (host, caller) = asked;
        let proof = &self.policy.proof;
        // Nobody types into a subagent.
        if !event.agent_id().is_empty() || !self.policy.is_on("gate/unverified-work", event.role()) {
            return None;
        }
        let phrase = said(&proof.phrases, text)?;
        let is_attended = event.attendance == Attendance::Attended;
        let counts = match author {
            Author::Person => true,
            Author::Machine => return None,
            Author::Untold => proof.takes_unsigned && is_attended,
        };
        if !counts {
            let title = caller.title();
            return Some(format!(
                "hookward: “{phrase}” is no proof here: {title} does not say who wrote it; run hookward verify at a terminal"
            ));
        }
        let said = Occasion { host: host.name(), session: &event.session, cwd: &event.cwd, at };
        let file = self.ledger_file(&event.cwd).context("this is no workspace");
        let noted = file.and_then(|file| {
            let tree = file.tree()?;
            self.prove(&file, tree, &format!("these sources, by “{phrase}”"), &said)
        });
        Some(match noted {
            Ok(()) => format!(
                "hookward: “{phrase}”: these sources count as seen to work; any change of them returns them to pending"
            ),
            Err(why) => format!("hookward: “{phrase}” could not be noted: {why}"),
        })
    }

    /// Notes that a person has seen the sources work, in the journal first: no proof counts without a trace.
    pub(crate) fn prove(
        &self,
        file: &LedgerFile,
        tree: String,
        what: &str,
        said: &Occasion,
    ) -> anyhow::Result<()> {
        let places = self.places.as_ref().context("there is no home directory to remember it in")?;
        let store = Store::open(&places.state, &self.workspace.roots)?;
        let person = Record::of_person(said.host, said.session, said.cwd, VERIFIED, what, said.at);
        store
            .journal()
            .append(&Record { tree: Some(tree.clone()), ..person })
            .context("the journal cannot be written")?;
        file.append(&Entry::Proof(Proof { tree, at: said.at })).context("the ledger cannot be written")
    }
}
