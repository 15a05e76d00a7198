//! Which packages a run was of that names some, by the files of its work tree: each counts as if it had been run there.

use std::path::Path;

use hookward_core::evidence::{Covered, Files, Named, Observed, Outcome, Scope, Status, covered, observe};
use hookward_effects::Call;
use hookward_io::LedgerFile;

use crate::situation::Situation;

/// What a run tells of one package, or of all there is.
pub(crate) struct Told {
    /// The run.
    pub(crate) seen: Observed,
    /// The directory of the package, which it was of without those that lie in it; `None` for all below where it ran.
    pub(crate) package: Option<String>,
}

impl Situation {
    /// What a run tells, package by package. Of what it names and nobody can find, it tells nothing.
    pub(crate) fn by_package(&self, tree: (&Path, &LedgerFile), seen: Observed) -> Vec<Told> {
        let Some(named) = &seen.named else { return vec![Told { seen, package: None }] };
        let mut found = self.packages(tree, &seen, named, Nesting::Outer);
        if found.is_empty() {
            return vec![Told { seen: Observed { scope: Scope::Part, ..seen }, package: None }];
        }
        // Of several, one has failed: nobody can say which.
        if found.len() > 1 {
            for told in found.iter_mut().filter(|told| told.seen.outcome == Ok(Outcome::Failed)) {
                told.seen.outcome = Ok(Outcome::Doubtful);
            }
        }
        found
    }

    fn packages(
        &self,
        tree: (&Path, &LedgerFile),
        seen: &Observed,
        named: &Named,
        nesting: Nesting,
    ) -> Vec<Told> {
        let (root, file) = tree;
        let below = seen.cwd.as_deref().and_then(|cwd| Path::new(cwd).strip_prefix(root).ok()?.to_str());
        let Some(at) = below else { return Vec::new() };
        // A script of packages that is a script of packages: nobody follows that.
        if matches!((named, nesting), (Named::Scripts(_), Nesting::Inner)) {
            return Vec::new();
        }
        let all = file.names();
        let text = |name: &str| std::fs::read_to_string(root.join(name)).ok();
        let program = seen.command.split(' ').next().unwrap_or_default();
        let packages = covered(named, program, at, &Files { names: &all, text: &text });
        packages.into_iter().flat_map(|package| self.in_package(tree, seen, package)).collect()
    }

    fn in_package(&self, tree: (&Path, &LedgerFile), seen: &Observed, package: Covered) -> Vec<Told> {
        let directory = tree.0.join(package.place).display().to_string();
        let directory = directory.trim_end_matches('/').to_owned();
        let Some(run) = package.run else {
            let seen = Observed { named: None, ..seen.clone() };
            return vec![Told { seen, package: Some(directory) }];
        };
        let status = match seen.outcome {
            Ok(Outcome::Passed) => Status::Succeeded,
            Ok(Outcome::Failed | Outcome::Doubtful) => Status::Failed,
            Err(_) => return Vec::new(),
        };
        let facts = self.facts_of(&Call::shell(run), &directory);
        let own = observe(&facts, status).into_iter().filter(|own| own.what == seen.what);
        own.flat_map(|own| {
            let own = Observed { run_as: seen.run_as.clone(), ..own };
            match &own.named {
                Some(named) => self.packages(tree, &own, named, Nesting::Inner),
                None => vec![Told { seen: own, package: None }],
            }
        })
        .collect()
    }
}

/// Whether a run was told by itself, or is what another runs in a package.
#[derive(Clone, Copy)]
enum Nesting {
    Outer,
    Inner,
}
