//! Which packages a run was of that names some, by the files of its work tree: each counts as if it had been run there.

use std::path::Path;

use hookward_core::evidence::{
    Check, Covered, Depth, Files, Kind, Ledger, Made, Named, Observed, Outcome, Own, Parts,
    Path as Directory, Scope, Status, covered, entered, misses_some, observe,
};
use hookward_effects::Call;
use hookward_io::LedgerFile;

use crate::evidence::told_of;
use crate::situation::Situation;

/// What a run tells of one package, or of all there is.
pub(crate) struct Told {
    /// The run.
    pub(crate) seen: Observed,
    /// What it was of.
    pub(crate) of: Of,
    /// The paths that it was told to look in.
    pub(crate) parts: Option<Parts>,
}

impl Told {
    fn new(seen: Observed, of: Of) -> Self {
        Self { seen, of, parts: None }
    }
}

/// What a run was of.
pub(crate) enum Of {
    /// All below where it ran, that its program is for.
    Here,
    /// All below where it ran, that its program is for, by the names of its parts.
    Below,
    /// The package in a directory, without those that lie in it.
    Package(String),
    /// All there is, of whichever kind.
    Everything,
}

impl Of {
    /// The directory, if it is another than the one in which it ran.
    pub(crate) fn directory(&self) -> Option<&str> {
        match self {
            Self::Package(directory) => Some(directory),
            Self::Here | Self::Below | Self::Everything => None,
        }
    }

    /// Which projects a run tells of: the kind that its program is for, and whether it leaves out packages below.
    pub(crate) fn told(&self, command: &str) -> (Option<Kind>, bool) {
        let (kind, alone) = told_of(command);
        match self {
            Self::Here => (kind, alone),
            Self::Below => (kind, false),
            Self::Package(_) => (kind, true),
            Self::Everything => (None, false),
        }
    }

    /// How much it tells of that: a runner may find next to nothing of it.
    pub(crate) fn known(
        &self,
        tree: (&Path, &LedgerFile),
        (what, command, made): (Check, &str, Made),
        cwd: Option<&str>,
    ) -> Scope {
        let at = below(tree.0, cwd).filter(|_| what == Check::Tests && !matches!(self, Self::Everything));
        let misses = |at| with_files(tree, |files| misses_some((command, made), at, files));
        if at.is_some_and(misses) { Scope::Part } else { Scope::Whole }
    }
}

impl Situation {
    /// What a run tells, package by package, together with runs before on the same sources that were told other paths.
    pub(crate) fn by_package(
        &self,
        tree: (&Path, &LedgerFile),
        (ledger, name): (&Ledger, &str),
        mut seen: Observed,
    ) -> Vec<Told> {
        seen.cwd = manifest_above(tree.0, &seen).or(seen.cwd);
        let parts = parts_of(tree.0, &seen);
        if let (Some(parts), Some(Named::Paths(paths))) = (&parts, &mut seen.named) {
            paths.extend(ledger.parts_before(parts, name));
        }
        let told = self.each_package(tree, seen);
        told.into_iter().map(|told| Told { parts: parts.clone(), ..told }).collect()
    }

    /// What a run tells, package by package. Of what it names and nobody can find, it tells nothing.
    fn each_package(&self, tree: (&Path, &LedgerFile), seen: Observed) -> Vec<Told> {
        let Some(named) = &seen.named else {
            if let Some(found) = self.entered(tree, &seen) {
                return found;
            }
            let above = self.homes_above(tree, &seen);
            return std::iter::once(Told::new(seen, Of::Here)).chain(above).collect();
        };
        if *named == Named::ByPolicy && is_at_root(tree, &seen) {
            return vec![Told::new(seen, Of::Everything)];
        }
        let mut found = self.packages(tree, &seen, named, Nesting::Outer);
        if found.is_empty() {
            return vec![Told::new(Observed { scope: Scope::Part, ..seen }, Of::Here)];
        }
        blur(&mut found);
        found
    }

    /// What a run tells that names nothing, and whose program does not enter all there is below.
    fn entered(&self, tree: (&Path, &LedgerFile), seen: &Observed) -> Option<Vec<Told>> {
        if seen.what != Check::Tests || seen.scope == Scope::Part {
            return None;
        }
        let at = below(tree.0, seen.cwd.as_deref())?;
        let words: Vec<&str> = seen.words.iter().map(String::as_str).collect();
        let packages = with_files(tree, |files| entered(&words, at, files))?;
        let mut found: Vec<Told> =
            packages.into_iter().flat_map(|package| self.in_package(tree, seen, package)).collect();
        if found.is_empty() {
            found.push(Told::new(Observed { scope: Scope::Part, ..seen.clone() }, Of::Here));
        }
        blur(&mut found);
        Some(found)
    }

    /// The packages further up all of whose tests lie where a run of everything began: `cd tests && pytest`.
    fn homes_above(&self, tree: (&Path, &LedgerFile), seen: &Observed) -> Vec<Told> {
        // Others go to the manifest by themselves, wherever they are started.
        let kind = Kind::of_runner(seen.command.split(' ').next().unwrap_or_default());
        let stays = matches!(kind, Some(Kind::Python | Kind::DotNet | Kind::Go | Kind::Ruby));
        let is_below = seen.cwd.as_deref().is_some_and(|cwd| Path::new(cwd) != tree.0);
        if !stays
            || !is_below
            || seen.what != Check::Tests
            || seen.scope == Scope::Part
            || seen.outcome.is_err()
        {
            return Vec::new();
        }
        let here = Named::Paths(vec![Directory { path: ".".to_owned(), depth: Depth::All }]);
        let mut found = self.packages(tree, seen, &here, Nesting::Inner);
        found.retain(|told| matches!(&told.of, Of::Package(home) if seen.cwd.as_ref().is_some_and(|cwd| cwd.starts_with(home))));
        found
    }

    fn packages(
        &self,
        tree: (&Path, &LedgerFile),
        seen: &Observed,
        named: &Named,
        nesting: Nesting,
    ) -> Vec<Told> {
        let Some(at) = below(tree.0, seen.cwd.as_deref()) else { return Vec::new() };
        // A script of packages that is a script of packages: nobody follows that.
        if matches!((named, nesting), (Named::Scripts(_), Nesting::Inner)) {
            return Vec::new();
        }
        let program = seen.command.split(' ').next().unwrap_or_default();
        let packages = with_files(tree, |files| covered(named, program, at, files));
        packages.into_iter().flat_map(|package| self.in_package(tree, seen, package)).collect()
    }

    fn in_package(&self, tree: (&Path, &LedgerFile), seen: &Observed, package: Covered) -> Vec<Told> {
        let directory = tree.0.join(package.place).display().to_string();
        let directory = directory.trim_end_matches('/').to_owned();
        let Some(run) = package.run else {
            let seen = Observed { named: None, ..seen.clone() };
            if package.depth == Depth::All {
                return vec![Told::new(seen, Of::Below)];
            }
            return vec![Told::new(seen, Of::Package(directory))];
        };
        let status = match seen.outcome {
            Ok(Outcome::Passed) => Status::Succeeded,
            Ok(Outcome::Failed | Outcome::Doubtful) => Status::Failed,
            Err(_) => return Vec::new(),
        };
        let facts = self.facts_of(&Call::shell(run), &directory);
        let own = observe(&facts, status, Own::NONE).into_iter().filter(|own| own.what == seen.what);
        own.flat_map(|own| {
            let (run_as, failing) = (seen.run_as.clone(), seen.failing.clone());
            let own = Observed { run_as, failing, ran_none: seen.ran_none, ..own };
            match &own.named {
                Some(named) => self.packages(tree, &own, named, Nesting::Inner),
                None => vec![Told::new(own, Of::Here)],
            }
        })
        .collect()
    }
}

/// The directory of the package that Cargo runs the tests of, wherever in it that is started.
fn manifest_above(root: &Path, seen: &Observed) -> Option<String> {
    let directory = Path::new(seen.cwd.as_deref()?);
    let own = directory.ancestors().take_while(|directory| directory.starts_with(root));
    let is_cargo = seen.command.split(' ').next() == Some("cargo");
    let found = own.filter(|_| is_cargo).find(|directory| directory.join("Cargo.toml").is_file());
    Some(found?.display().to_string())
}

/// The paths that a run which has passed was told to look for tests in.
fn parts_of(root: &Path, seen: &Observed) -> Option<Parts> {
    let Some(Named::Paths(paths)) = &seen.named else { return None };
    let has_passed = seen.what == Check::Tests && seen.outcome == Ok(Outcome::Passed);
    let from = below(root, seen.cwd.as_deref()).filter(|_| has_passed)?.to_owned();
    let program = seen.command.split(' ').next().unwrap_or_default().to_owned();
    Some(Parts { program, from, paths: paths.clone() })
}

/// A directory below the root, as a path from there.
pub(crate) fn below<'c>(root: &Path, cwd: Option<&'c str>) -> Option<&'c str> {
    Path::new(cwd?).strip_prefix(root).ok()?.to_str()
}

/// Looks at the files of a work tree.
pub(crate) fn with_files<T>((root, file): (&Path, &LedgerFile), look: impl FnOnce(&Files) -> T) -> T {
    let names = file.names();
    let text = |name: &str| std::fs::read_to_string(root.join(name)).ok();
    look(&Files { names: &names, text: &text })
}

/// Of several, one has failed: nobody can say which.
fn blur(found: &mut [Told]) {
    if found.len() > 1 {
        for told in found.iter_mut().filter(|told| told.seen.outcome == Ok(Outcome::Failed)) {
            told.seen.outcome = Ok(Outcome::Doubtful);
        }
    }
}

/// Whether a command that the policy names runs where the policy means it, and is no file that no commit will have.
fn is_at_root((root, file): (&Path, &LedgerFile), seen: &Observed) -> bool {
    let program = seen.command.split(' ').next().unwrap_or_default();
    let own = program.strip_prefix("./").unwrap_or(program);
    let is_kept = !program.contains('/') || file.names().iter().any(|name| name == own);
    is_kept && seen.cwd.as_deref().is_some_and(|cwd| Path::new(cwd) == root)
}

/// Whether a run was told by itself, or is what another runs in a package.
#[derive(Clone, Copy)]
enum Nesting {
    Outer,
    Inner,
}
