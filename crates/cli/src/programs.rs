//! Programs along the PATH, and installed packages, that an agent has written. Whoever may write one of them may let any
//! check pass, or what a check starts: `node` of npm, `python3` of pytest, `node_modules/.bin/vitest`.

pub(crate) mod arrivals;
pub(crate) mod diverted;
mod installs;
pub(crate) mod launchers;
mod node;
pub(crate) mod origins;
pub(crate) mod passing;
pub(crate) mod patched;
mod python;
mod ruby;
pub(crate) mod settings;
pub(crate) mod targets;

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use hookward_core::evidence::{Doubt, Wrote};
use hookward_effects::{Action, Effect, Facts, Place, Reach, Spot};

pub(crate) use installs::installed;
use installs::{concerns, makes_an_environment};
use origins::{Run, is_committed};

/// Directories that package managers fill. Nobody sees them do it, so that whatever is seen to be written there is by hand.
const PACKAGES: &[&str] =
    &["node_modules", "site-packages", "dist-packages", ".venv", "venv", ".tox", ".nox", "vendor"];

/// The outermost directory of installed packages that a file lies in. What is hidden there is no package, but for programs:
/// caches, locks and lists.
fn packages_of(path: &Path) -> Option<PathBuf> {
    let is_one = |part: &Component| PACKAGES.iter().any(|name| part.as_os_str() == *name);
    let parts: Vec<Component> = path.components().collect();
    let at = parts.iter().position(is_one)?;
    let is_package = parts.get(at + 1).is_none_or(|next| {
        let next = next.as_os_str();
        // There pnpm and others keep what the names lead to.
        [".bin", ".pnpm", ".store"].iter().any(|own| next == *own) || !next.to_string_lossy().starts_with('.')
    });
    is_package.then(|| parts.iter().take(at + 1).collect())
}

/// The directories in which programs are looked for, in that order.
fn directories() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).filter(|directory| directory.is_absolute()).collect()
}

/// Where a call writes. An environment that is made is empty, or stays as it is.
fn places_written(facts: &Facts) -> impl Iterator<Item = &Place> {
    let is_made = |effect: &Effect| {
        let mut commands = facts.commands.iter().filter(|command| Some(command.span) == effect.span);
        commands.next().is_some_and(makes_an_environment)
    };
    facts.effects.iter().filter_map(move |effect| match &effect.action {
        Action::Write(place, _) if !place.elsewhere && !is_made(effect) => Some(place),
        _ => None,
    })
}

/// What a call writes.
fn written(facts: &Facts) -> impl Iterator<Item = &Spot> {
    places_written(facts).flat_map(|place| &place.spots).filter(|spot| !spot.if_empty)
}

/// What a call puts among installed packages.
pub(crate) fn put_into_packages(facts: &Facts) -> Vec<String> {
    let spots = written(facts).filter(|spot| packages_of(Path::new(&spot.path)).is_some());
    spots.map(|spot| spot.path.clone()).chain(patched::put_by_searches(facts)).collect()
}

/// What a call puts where programs are looked for: files, or a directory of which nobody can tell what comes into it. And files
/// that are called as programs are which run others: a path may lead there.
pub(crate) fn put_on_the_path(facts: &Facts) -> Vec<String> {
    let mut spots = written(facts).peekable();
    if spots.peek().is_none() {
        return Vec::new();
    }
    let directories = directories();
    let is_one = |directory: &Path| {
        let real = directory.canonicalize().ok();
        directories
            .iter()
            .any(|own| own == directory || own.canonicalize().ok().is_some_and(|own| Some(own) == real))
    };
    let put = spots.filter_map(|spot| {
        let path = Path::new(&spot.path);
        let is_file = spot.reach == Reach::Itself && spot.glob.is_none() && !path.is_dir();
        let directory = if is_file { path.parent()? } else { path };
        (is_one(directory) || (is_file && launchers::is_one(path))).then(|| spot.path.clone())
    });
    put.collect()
}

/// Why a run tells nothing: one of these files is what it may lead to. That is the program itself, what stands in front of
/// another program of the same name, or one of the packages that it loads.
pub(crate) fn led_to<'w>(run: &Run<'_>, written: impl Iterator<Item = &'w Wrote>) -> Option<Doubt> {
    let mut directories: Option<Vec<PathBuf>> = None;
    let part = run.part();
    let mut leads_to = |path: &str| {
        let directories = directories.get_or_insert_with(self::directories);
        let is_program = |name: &OsStr| {
            let is_own = name == run.name() || part.as_deref().is_some_and(|part| name == part);
            let mut found =
                directories.iter().map(|directory| directory.join(name)).filter(|file| file.is_file());
            let first = found.next();
            let is_first = first.as_deref().is_some_and(|first| leads(first, Path::new(path)));
            is_first && (is_own || found.next().is_some())
        };
        let path = Path::new(path);
        if path.is_dir() {
            return is_program(OsStr::new(run.name()));
        }
        path.file_name().is_some_and(is_program)
    };
    let mut doubts = written.filter_map(|wrote| {
        let path = Path::new(&wrote.path);
        match packages_of(path) {
            Some(packages) if path.exists() && !is_made_after(&packages, wrote.at) && !is_shared(path) => {
                concerns(wrote, &packages, run).then(|| Doubt::Patched(wrote.path.clone()))
            }
            None if ruby::is_gem(&wrote.path) => ruby::installed(run, wrote),
            Some(_) | None => leads_to(&wrote.path).then(|| Doubt::Written(wrote.path.clone())),
        }
    });
    doubts.next()
}

/// The first of these files that is there, and that no commit holds.
pub(crate) fn displaced(in_front: &[String]) -> Option<Doubt> {
    let is_there = |file: &&String| Path::new(file).exists() && !is_committed(Path::new(file));
    in_front.iter().find(is_there).cloned().map(Doubt::InFront)
}

/// Whether it is a link to the packages of another work tree, which nobody has changed by that.
fn is_shared(path: &Path) -> bool {
    let is_all = path.file_name().is_some_and(|name| PACKAGES.iter().any(|own| name == *own));
    let target = path.is_symlink().then(|| path.canonicalize().ok()).flatten();
    is_all && target.is_some_and(|target| target.file_name() == path.file_name())
}

/// Whether a directory was made after a moment, so that what was in it then is gone. Nobody can set when it was made.
fn is_made_after(directory: &Path, at: u64) -> bool {
    let made = directory.metadata().and_then(|directory| directory.created());
    made.is_ok_and(|made| made > SystemTime::UNIX_EPOCH + Duration::from_millis(at))
}

/// Whether a program is this file, or lies in this directory, also behind a link.
fn leads(program: &Path, written: &Path) -> bool {
    let real = |path: &Path| {
        path.parent().and_then(|above| above.canonicalize().ok()).zip(path.file_name().map(OsStr::to_owned))
    };
    let is_it = program == written || real(program).is_some_and(|program| Some(program) == real(written));
    is_it
        || program
            .canonicalize()
            .is_ok_and(|target| written.canonicalize().is_ok_and(|own| target.starts_with(own)))
}
