//! What a run that has ended tells of the sources.

use std::path::{Path, PathBuf};

use hookward_core::evidence::{
    Check, Doubt, Doubted, Entry, Evidence, Ledger, Observed, Outcome, Scope, has_tests, know_makers,
    preset_directory,
};
use hookward_core::redact;
use hookward_io::{LedgerFile, Tree};

use super::{are_those_of, look_into, written_meanwhile};
use crate::packages::{Told, below, with_files};
use crate::programs::diverted::diverted;
use crate::programs::launchers::started_by;
use crate::programs::origins::{Run, homemade};
use crate::programs::passing::passing;
use crate::programs::settings::aside;
use crate::programs::targets::{built, replaced, sources, switched_off, unbuilt};
use crate::programs::{displaced, led_to};
use crate::situation::Situation;

/// What a run tells of one package, or of all there is.
pub(crate) struct Ended {
    /// What was checked.
    pub(crate) what: Check,
    /// What was run for that, redacted.
    pub(crate) command: String,
    /// What is seen of it, or why nobody can tell.
    pub(crate) evidence: Result<Evidence, Doubt>,
}

impl Situation {
    /// Notes what has ended in one work tree.
    pub(super) fn note_ended(
        &self,
        (root, file): (&Path, &LedgerFile),
        begun: (Option<&str>, &str),
        seen: Vec<Observed>,
        at: u64,
    ) {
        let tree = match file.look() {
            Ok(tree) => tree,
            // What has run is not forgotten: else it would look as if nothing had.
            Err(error) => {
                for Observed { what, command, .. } in seen {
                    let doubted = Doubted { what, command, why: error.to_string(), instead: None, at };
                    let _ = file.append(&Entry::Doubted(doubted));
                }
                return;
            }
        };
        let Ok(entries) = file.entries() else { return };
        let ledger = Ledger { entries, ..Ledger::default() };
        // Sources that were touched while it ran are not those that were checked, even if they were put back.
        let begun = ledger.begun(begun.0, begun.1);
        let is_same = begun
            .is_some_and(|begun| are_those_of((&begun.tree, &begun.trace, begun.at), (file, &tree), &seen));
        for Ended { what, command, evidence } in self.ended((root, file), (&ledger, &tree), seen, at) {
            let entry = match evidence {
                Ok(evidence) if is_same => Entry::Check(evidence),
                Ok(_) => {
                    // What has written them, a formatter or a first run, has nothing more to write.
                    let once_more = || format!("run `{command}` once more, in a call of its own");
                    let (why, instead) = match begun {
                        Some(begun) => (written_meanwhile(file, begun.at), Some(once_more())),
                        None => ("nobody saw it begin".to_owned(), None),
                    };
                    Entry::Doubted(Doubted { what, command, why, instead, at })
                }
                Err(doubt) => {
                    let (why, instead) = (doubt.to_string(), doubt.instead_of(&command));
                    Entry::Doubted(Doubted { what, command, why, instead, at })
                }
            };
            let _ = file.append(&entry);
        }
    }

    /// What runs that have ended tell, package by package, if the sources are still those that they began with.
    pub(crate) fn ended(
        &self,
        place: (&Path, &LedgerFile),
        (ledger, tree): (&Ledger, &Tree),
        seen: Vec<Observed>,
        at: u64,
    ) -> Vec<Ended> {
        let mut seen = seen;
        for own in &mut seen {
            follow_preset(place, own);
        }
        // What is built by a preset may be tested by its directory.
        know_makers(&mut seen);
        let told = seen.into_iter().flat_map(|seen| {
            let told = self.by_package(place, (ledger, &tree.name), seen);
            let places = places(place.0, &told);
            told.into_iter().map(move |told| (told, places.clone()))
        });
        told.map(|(told, places)| self.ended_in(place, (ledger, tree), (told, &places), at)).collect()
    }

    fn ended_in(
        &self,
        place: (&Path, &LedgerFile),
        (ledger, tree): (&Ledger, &Tree),
        (Told { seen, of, parts }, places): (Told, &[String]),
        at: u64,
    ) -> Ended {
        let (root, file) = place;
        let ((cwd, share), built) = (sources(&seen), built(&seen, &tree.trace));
        let cwd = cwd.filter(|cwd| self.work_tree(cwd).as_deref() == Some(root));
        let outcome = seen.outcome.clone().and_then(|outcome| {
            // Who could not go there has not run it.
            let mut places = [&seen.started_in, &seen.cwd].into_iter().flatten();
            if let Some(nowhere) = places.find(|place| !Path::new(place).is_dir()) {
                return Err(Doubt::Beside(format!("cd {nowhere}")));
            }
            let doubt = self.doubt_of(&seen, place, ledger, tree);
            doubt.map_or(Ok(outcome), Err)
        });
        let Observed { what, scope, command, run_as, failing, made, .. } = seen;
        let (kind, alone) = of.told(&command);
        let known = of.known(place, (what, &command, made), cwd.as_deref());
        let parts = parts.filter(|_| known == Scope::Whole);
        let scope = scope.narrowed(share).narrowed(known);
        let command = redact(&run_as).into_owned();
        let evidence = outcome.and_then(|outcome| {
            let (reach, below) = self.reach(of.directory().or(cwd.as_deref())).ok_or(Doubt::Outside)?;
            let place = below.filter(|_| scope == Scope::Whole);
            let (scope, command, tree) = (scope.narrowed(reach), command.clone(), tree.name.clone());
            let mut evidence = Evidence {
                what,
                command,
                scope,
                outcome,
                tree,
                place,
                kind,
                alone,
                built,
                failing: None,
                around: Vec::new(),
                inside: Vec::new(),
                broken: false,
                within: Vec::new(),
                red: Vec::new(),
                parts,
                at,
            };
            if what == Check::Tests && outcome != Outcome::Passed {
                look_into(&mut evidence, (failing, places), file, ledger);
            }
            Ok(evidence)
        });
        Ended { what, command, evidence }
    }

    /// Why a run that has ended tells nothing: what it ran, or loaded, may be an agent's, or it was of other sources.
    fn doubt_of(
        &self,
        seen: &Observed,
        (root, file): (&Path, &LedgerFile),
        ledger: &Ledger,
        tree: &Tree,
    ) -> Option<Doubt> {
        let environments = environments(seen);
        let run = Run { environments: &environments, ..self.run_of(&seen.command, seen.cwd.as_deref()?) };
        led_to(&run, ledger.written())
            .or_else(|| displaced(&seen.in_front))
            .or_else(|| led_astray(&seen.left_upwards))
            .or_else(|| started_by(&run, &seen.started_by, ledger.written()))
            .or_else(|| loose((root, file), &seen.kept))
            .or_else(|| homemade(&run))
            .or_else(|| diverted(&run))
            .or_else(|| aside(seen, root, ledger.settings()))
            .or_else(|| unbuilt(seen, ledger, &tree.trace))
            .or_else(|| replaced(seen, ledger.written()))
            .or_else(|| switched_off(seen))
            .or_else(|| passing((root, file), seen))
            .or_else(|| put_back(tree))
            .or_else(|| tested_nothing((root, file), seen))
    }
}

/// Why a run tells nothing: what was cached of other sources may have run in the place of some of these.
fn put_back(tree: &Tree) -> Option<Doubt> {
    (!tree.put_back.is_empty()).then(|| Doubt::PutBack(tree.put_back.clone()))
}

/// Where a run was, below the root: what it names, it names from the directory of a package, or from where it was started.
fn places(root: &Path, told: &[Told]) -> Vec<String> {
    let own = told.iter().filter_map(|told| below(root, told.of.directory().or(told.seen.cwd.as_deref())));
    own.map(str::to_owned).collect()
}

/// Leads what a run builds or tests by a preset to the directory that the settings say.
fn follow_preset(place: (&Path, &LedgerFile), seen: &mut Observed) {
    let Some((target, _)) = &mut seen.target else { return };
    let words: Vec<&str> = seen.words.iter().map(String::as_str).collect();
    let at = below(place.0, seen.cwd.as_deref());
    if let Some(directory) = at.and_then(|at| with_files(place, |files| preset_directory(&words, at, files)))
    {
        target.directory = place.0.join(directory).display().to_string();
    }
}

/// Why a run tells nothing: it was started by a file that is none of the sources, so that no commit would show what it does.
fn loose((root, file): (&Path, &LedgerFile), kept: &[String]) -> Option<Doubt> {
    if kept.is_empty() {
        return None;
    }
    let names = file.names();
    let is_source = |path: &str| {
        let below = Path::new(path).strip_prefix(root).ok().and_then(Path::to_str);
        below.is_some_and(|below| names.iter().any(|name| name == below))
    };
    kept.iter().find(|path| !is_source(path)).cloned().map(Doubt::Anything)
}

/// Why a run tells nothing: what lies above a link is not where the text says.
fn led_astray(directories: &[String]) -> Option<Doubt> {
    let is_link = |directory: &&String| std::fs::symlink_metadata(directory).is_ok_and(|it| it.is_symlink());
    directories.iter().find(is_link).cloned().map(Doubt::Elsewhere)
}

/// The environments of Python that a run may load packages of: those that were activated, and those whose program was named.
fn environments(seen: &Observed) -> Vec<PathBuf> {
    let program = seen.words.first().filter(|program| program.starts_with('/'));
    let files = seen.activated.iter().chain(&seen.started_by).chain(program);
    files.filter_map(|file| Path::new(file).ancestors().nth(2)).map(Path::to_owned).collect()
}

/// Why a run tells nothing: it has ended well without any test, where there are some.
fn tested_nothing(place: (&Path, &LedgerFile), seen: &Observed) -> Option<Doubt> {
    let program = seen.words.first().map_or("", String::as_str);
    let has_some = || with_files(place, |files| has_tests(program, files));
    let permits_none = seen.words.iter().any(|word| word.starts_with("--passWithNoTests"));
    let why = if permits_none { "nobody has seen a test that ran" } else { "it has found no test" };
    (seen.ran_none && has_some()).then(|| Doubt::Nothing(why.to_owned()))
}
