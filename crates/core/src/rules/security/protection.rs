//! Whether a file is protected, from what, and why.

use hookward_effects::{Depth, Kind, Reach, Spot, Value};

use super::registering::{IsWritten, registers_nothing};
use crate::ground::{BuiltIn, Names};
use crate::policy::{ASK_FIRST, Glob, Origin, PLANNING, PROTECTED_FILES, SECRET_FREE, only_tightens};
use crate::resulting::on_the_way;
use crate::rule::Case;
use crate::rules::gate::plans;
use crate::secrets::{is_fixture, is_given_to_tests};
use crate::verdict::Decision;

static PROTECTED: BuiltIn<{ PROTECTED_FILES.len() }> = BuiltIn::of(PROTECTED_FILES);
static ASKED: BuiltIn<{ ASK_FIRST.len() }> = BuiltIn::of(ASK_FIRST);

/// What happens to a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Write,
    Delete(Depth),
}

impl Deed {
    /// Whether a directory goes with everything in it.
    fn takes_all(self) -> bool {
        matches!(self, Self::Delete(Depth::Tree | Depth::Moved))
    }
}

/// What is said of a file that is protected.
#[derive(Clone, Copy)]
pub(super) struct Protection<'a> {
    pub(super) decision: Decision,
    pub(super) what: &'static str,
    pub(super) instead: &'static str,
    pub(super) origin: Option<&'a Origin>,
}

/// Directories that hold hooks: whoever takes them away takes the guards away.
const GUARDS: &[&str] = &[".claude/hooks/**", ".husky/**", ".githooks/**"];

impl<'a> Protection<'a> {
    fn deny(what: &'static str) -> Self {
        Self { decision: Decision::Deny, what, instead: ASK_THE_PERSON, origin: None }
    }

    fn ask(what: &'static str) -> Self {
        Self { decision: Decision::Ask, ..Self::deny(what) }
    }

    fn listed_at(self, origin: &'a Origin) -> Self {
        Self { origin: Some(origin), ..self }
    }

    /// Whether git may put it back. Not so the policy, which may have been looser.
    pub(super) fn is_harmless_to_restore(&self, spot: &Spot) -> bool {
        let is_policy = matches!(spot.last(), "hookward.toml" | "hookward.local.toml");
        let is_harmless = self.decision == Decision::Ask || self.what.starts_with("a lockfile");
        spot.reach == Reach::Itself && is_harmless && !is_policy
    }
}

pub(super) const STEERS: &str = "a file that steers agents, machines or the build";

pub(super) const NAMED_AFTER_SECRETS: &str = "named after the secrets that it holds";

const ASK_THE_PERSON: &str = "tell the person what should change and why; they can do it or allow it";

/// Why something may not be done to a file or a directory; the first reason counts.
pub(super) fn protection<'a>(case: &Case<'a>, spot: &Spot, deed: Deed) -> Option<Protection<'a>> {
    let touched = Touched { case, spot, deed, names: case.ground.names(spot) };
    touched
        .own()
        .or_else(|| touched.trusted())
        .or_else(|| touched.listed())
        .or_else(|| touched.known())
        .or_else(|| touched.around())
        .or_else(|| touched.named_after_secrets())
        .or_else(|| touched.listed_to_ask())
        .or_else(|| touched.steering())
}

/// What something is done to.
struct Touched<'t, 'a> {
    case: &'t Case<'a>,
    spot: &'t Spot,
    deed: Deed,
    names: Names,
}

impl<'a> Touched<'_, 'a> {
    /// Files of the guard itself.
    fn own(&self) -> Option<Protection<'a>> {
        let goes_along = || {
            self.deed.takes_all()
                && self.case.ground.vital(&self.spot.path).is_none()
                && self.case.ground.holds_own(&self.spot.path)
        };
        let is_own = self.case.ground.is_own(&self.spot.path) || goes_along();
        is_own.then(|| Protection::deny("one of Hookward's own files"))
    }

    /// What a hook runs that a person has trusted.
    fn trusted(&self) -> Option<Protection<'a>> {
        let is_run = |script: &String| {
            let below = script.strip_prefix(&self.spot.path);
            below.is_some_and(|rest| rest.is_empty() || (self.deed.takes_all() && rest.starts_with('/')))
        };
        if self.case.policy.trusted_scripts.iter().any(is_run) {
            return Some(Protection::ask(
                "run by a hook that a person has trusted, which is not asked any more when it changes",
            ));
        }
        let is_found_first =
            self.deed == Deed::Write && self.case.policy.found_first.contains(&self.spot.path);
        is_found_first.then(|| {
            Protection::ask("where a hook that a person has trusted would find a program that it runs")
        })
    }

    /// Whether files may be put in the place of any in a directory.
    fn is_copied_over(&self) -> bool {
        self.deed == Deed::Write && self.spot.reach == Reach::Everything && self.spot.glob.is_none()
    }

    /// What the policy protects.
    fn listed(&self) -> Option<Protection<'a>> {
        if let Some(glob) =
            self.case.policy.lists.protected_files.iter().find(|glob| self.names.fit(&glob.glob))
        {
            return Some(Protection::deny("protected by the policy").listed_at(&glob.origin));
        }
        let may_hold_some = self.deed.takes_all() || self.is_copied_over();
        let glob = may_hold_some.then(|| listed_below(self.case, self.spot)).flatten()?;
        let what = "a directory with a file in it that the policy protects";
        let found = if self.deed.takes_all() { Protection::deny(what) } else { Protection::ask(what) };
        Some(found.listed_at(&glob.origin))
    }

    /// Whether it is for a try: in a temporary directory anything may be written.
    fn is_for_a_try(&self) -> bool {
        self.case.ground.is_temporary(&self.spot.path) && !self.spot.path.contains("/.git/")
    }

    /// What is protected everywhere.
    fn known(&self) -> Option<Protection<'a>> {
        let for_tests = |glob: &str| match glob {
            glob if is_lockfile(glob) => is_given_to_tests(self.case.ground, self.spot),
            glob => is_key(glob) && is_fixture(self.case.ground, self.spot),
        };
        let is_free =
            |glob: &str| self.names.is_one_of(SECRET_FREE) || self.is_for_a_try() || for_tests(glob);
        let glob = self.names.first_of(&PROTECTED).filter(|glob| !is_free(glob))?;
        // git itself tells people to remove a lock that a dead process has left.
        let left_behind = glob == "**/.git/**" && self.names.is_one_of(&["*.lock"]);
        match self.deed {
            Deed::Delete(_) if left_behind => None,
            // It can be made again, but not as it was.
            Deed::Delete(_) if is_lockfile(glob) && installs(self.case) => None,
            Deed::Write | Deed::Delete(_)
                if is_lockfile(glob) && !self.case.ground.in_workspace(&self.spot.path) =>
            {
                None
            }
            Deed::Delete(_) if is_lockfile(glob) => {
                Some(Protection { decision: Decision::Ask, ..built_in(glob) })
            }
            Deed::Write | Deed::Delete(_) => Some(built_in(glob)),
        }
    }

    /// Directories around what is protected everywhere.
    fn around(&self) -> Option<Protection<'a>> {
        let holds_protected = || self.names.holds(PROTECTED_FILES.iter().copied());
        // What is copied over a whole directory may replace any file in it.
        if self.is_copied_over() && (self.case.ground.roots.contains(&self.spot.path) || holds_protected()) {
            return Some(Protection::ask(
                "a directory with protected files in it, any of which may be replaced",
            ));
        }
        // A directory goes with everything in it, guards included.
        if self.deed.takes_all() && holds_protected() {
            return Some(Protection::deny("where a host is told about its hooks"));
        }
        if self.deed.takes_all() && self.names.holds(GUARDS.iter().copied()) {
            return Some(Protection::ask("where hooks are kept"));
        }
        // Some of what lies where a host keeps its settings: `find .claude -name '*.json' -delete`.
        if self.deed == Deed::Delete(Depth::Matching)
            && self.spot.path.rsplit('/').next().is_some_and(|name| name.starts_with('.'))
        {
            return holds_settings(self.case, self.spot)
                .then(|| Protection::ask("where a host is told about its hooks"));
        }
        None
    }

    fn named_after_secrets(&self) -> Option<Protection<'a>> {
        let is_named = self.names.is_named_after_secrets() && !self.is_for_a_try();
        is_named.then(|| Protection::deny(NAMED_AFTER_SECRETS))
    }

    /// What the policy asks about first.
    fn listed_to_ask(&self) -> Option<Protection<'a>> {
        let only_marks = || self.deed == Deed::Write && only_marks_items_of_a_plan(self.case, self.spot);
        let mut asked = self.case.policy.lists.ask_first.iter();
        let glob = asked.find(|glob| self.names.fit(&glob.glob) && !only_marks())?;
        Some(Protection::ask("a file that the policy asks about first").listed_at(&glob.origin))
    }

    /// What steers agents, machines or the build.
    fn steering(&self) -> Option<Protection<'a>> {
        let is_filled = self.deed == Deed::Write && self.spot.reach != Reach::Itself;
        if self.deed.takes_all() || is_filled {
            // With its directory every file goes, or any may be replaced: `mv infra old`, `tar xf a.tar -C infra`.
            let mut inside = self.spot.clone();
            inside.path.push_str("/x");
            if self.spot.glob.is_none() && self.case.ground.names(&inside).first_of(&ASKED).is_some() {
                return Some(Protection::ask(STEERS));
            }
        }
        let is_meant = || {
            let is_asked_for =
                || plans::is_asked_for(self.case, &self.spot.path) && is_only_a_plan(self.case, self.spot);
            match self.deed {
                Deed::Write => {
                    tightens_the_policy(self.case, self.spot)
                        || is_asked_for()
                        || only_marks_items_of_a_plan(self.case, self.spot)
                        || registers_nothing(self.case, self.spot, IsWritten::Yes)
                }
                Deed::Delete(Depth::One) => registers_nothing(self.case, self.spot, IsWritten::No),
                Deed::Delete(Depth::Matching | Depth::Tree | Depth::Moved) => false,
            }
        };
        let is_known = self.names.first_of(&ASKED).is_some();
        (is_known && !is_meant()).then(|| Protection::ask(STEERS))
    }
}

/// Whether settings of a host would lie in a directory.
pub(super) fn holds_settings(case: &Case, spot: &Spot) -> bool {
    let mut directory = spot.clone();
    directory.glob = None;
    case.ground.names(&directory).holds(PROTECTED_FILES.iter().copied())
}

/// The policy's glob that protects a file in a directory: by its own words, or by what lies there.
fn listed_below<'a>(case: &Case<'a>, spot: &Spot) -> Option<&'a Glob> {
    let listed = &case.policy.lists.protected_files;
    if listed.is_empty() || spot.glob.is_some() || !case.ground.in_workspace(&spot.path) {
        return None;
    }
    let names = case.ground.names(spot);
    let by_its_words = listed.iter().find(|glob| names.holds([glob.glob.as_str()]));
    by_its_words.or_else(|| {
        if case.world.kind(&spot.path) != Kind::Directory {
            return None;
        }
        case.world.files_below(&spot.path)?.into_iter().find_map(|name| {
            let mut file = spot.clone();
            (file.path, file.reach) = (format!("{}/{name}", spot.path), Reach::Itself);
            let names = case.ground.names(&file);
            listed.iter().find(|glob| names.fit(&glob.glob))
        })
    })
}

/// One file that is a planning document, and nothing else that steers.
fn is_only_a_plan(case: &Case, spot: &Spot) -> bool {
    let names = case.ground.names(spot);
    let others = || ASK_FIRST.iter().filter(|glob| !PLANNING.contains(glob));
    spot.reach == Reach::Itself && spot.glob.is_none() && !others().any(|glob| names.fit(glob))
}

/// A plan that is there and is kept: gates tell agents to check off what is done, and strikes to skip what is blocked.
fn only_marks_items_of_a_plan(case: &Case, spot: &Spot) -> bool {
    if !plans::is_followed(case, &spot.path) || !is_only_a_plan(case, spot) {
        return false;
    }
    let Some(before) = case.world.text(&spot.path) else { return false };
    let after = on_the_way(case, |path| path == spot.path);
    let only_marks = |text: String| plans::only_marks_items(&before, &text);
    !after.is_empty() && after.into_iter().all(|file| file.after.known().is_some_and(only_marks))
}

/// A policy file that becomes stricter, by a call that tells all of what it will say.
fn tightens_the_policy(case: &Case, spot: &Spot) -> bool {
    let name = spot.path.rsplit_once('/').filter(|(root, _)| case.ground.roots.iter().any(|own| own == root));
    if !name.is_some_and(|(_, name)| matches!(name, "hookward.toml" | "hookward.local.toml")) {
        return false;
    }
    let before = case.sources.iter().find(|source| source.path == spot.path);
    let before = before.map_or("", |source| source.text.as_str());
    let after = on_the_way(case, |path| path == spot.path);
    // What comes to nothing here was meant for a file that says something else.
    let tightens = |text: String| text != before && only_tightens(before, &text);
    // Written twice by one call, it must be stricter each time: somebody else may read it in between.
    !after.is_empty() && after.into_iter().all(|file| file.after.known().is_some_and(tightens))
}

fn built_in(glob: &str) -> Protection<'static> {
    let (what, instead) = match glob {
        ".git" | "**/.git/**" => ("part of the repository's own data", "let git change it"),
        glob if is_lockfile(glob) => (
            "a lockfile, which its package manager writes",
            "change the manifest and let the package manager write its lockfile",
        ),
        glob if glob.starts_with(".env") => {
            ("a file of secrets", "describe the variables in `.env.example`; a person fills in the real ones")
        }
        glob if is_key(glob) => ("a key or certificate", ASK_THE_PERSON),
        _ => ("where a host is told about its hooks", ASK_THE_PERSON),
    };
    Protection { decision: Decision::Deny, what, instead, origin: None }
}

/// Whether a package manager makes its lockfile anew in the same call.
fn installs(case: &Case) -> bool {
    case.facts.commands.iter().any(|command| {
        let words: Vec<&str> = command.words.iter().map(Value::prefix).collect();
        let manager = matches!(
            words.first(),
            Some(
                &("npm"
                    | "pnpm"
                    | "yarn"
                    | "bun"
                    | "cargo"
                    | "poetry"
                    | "uv"
                    | "composer"
                    | "bundle"
                    | "pipenv"
                    | "pdm"
                    | "go"
                    | "mix"
                    | "flutter"
                    | "dart"
                    | "pod"
                    | "deno"
                    | "nix"
                    | "dotnet"
                    | "gradle"
                    | "terraform"
                    | "tofu"
                    | "pixi")
            )
        );
        let verb = words.get(1).copied();
        manager
            && matches!(
                verb,
                None | Some(
                    "install"
                        | "i"
                        | "add"
                        | "update"
                        | "upgrade"
                        | "lock"
                        | "sync"
                        | "generate-lockfile"
                        | "build"
                        | "mod"
                        | "get"
                        | "pub"
                        | "deps.get"
                        | "init"
                        | "restore"
                        | "flake"
                        | "cache"
                )
            )
    })
}

fn is_key(glob: &str) -> bool {
    glob.starts_with("*.")
}

fn is_lockfile(glob: &str) -> bool {
    glob.contains("lock") || matches!(glob, "go.sum" | "npm-shrinkwrap.json")
}
