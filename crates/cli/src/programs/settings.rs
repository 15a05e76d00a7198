//! Files that say how a run goes, that an agent has written, and that no commit will have.

use std::fs;
use std::path::{Component, Path};

use hookward_core::evidence::{
    Bearing, Doubt, Observed, Wrote, is_at_home, names, sets_a_tool, sets_up_a_run,
};
use hookward_core::policy::ARTEFACTS;
use hookward_effects::{Facts, Reach};
use hookward_io::{ignored_among, is_ignored, is_tracked};

use super::written;

/// A longer file names nothing that is looked for.
const MAX_LOOKED_AT: u64 = 256 * 1024;

/// What a call writes that says, or may say, how runs go.
pub(crate) fn set_up(facts: &Facts) -> Vec<String> {
    let spots = || written(facts).filter(|spot| spot.reach == Reach::Itself).map(|spot| spot.path.as_str());
    // Code is written all the time, and what a commit will have tells for itself.
    let code: Vec<&str> = spots().filter(|path| Bearing::of(path) == Bearing::Code).collect();
    let ignored = ignored_among(&code);
    let is_one = |path: &&str| match Bearing::of(path) {
        Bearing::Always | Bearing::Variables | Bearing::Named => true,
        Bearing::Code => ignored.contains(*path),
        Bearing::Never => false,
    };
    spots().filter(is_one).map(str::to_owned).collect()
}

/// The first of these files that is there, has to do with a run, and is in no commit to come: git ignores it, or it lies
/// elsewhere.
pub(crate) fn aside<'w>(
    seen: &Observed,
    root: &Path,
    mut settings: impl Iterator<Item = &'w Wrote>,
) -> Option<Doubt> {
    let cwd = Path::new(seen.cwd.as_deref()?);
    let chosen: Vec<_> = seen.settings.iter().map(|file| cwd.join(file)).collect();
    let is_aside = |wrote: &&Wrote| {
        let path = Path::new(&wrote.path);
        if !path.is_file() {
            return false;
        }
        // What was chosen by the command itself is nobody's own setting.
        if chosen.iter().any(|file| file == path) {
            return !is_tracked(path);
        }
        (is_at_home(&wrote.path) && !path.starts_with(root))
            || (is_here(path, root)
                && bears(path, seen, &[cwd, root, path.parent().unwrap_or(root)])
                && is_ignored(path))
    };
    settings.find(is_aside).map(|wrote| Doubt::Aside(wrote.path.clone()))
}

/// Whether it lies in the work tree. What tools fill is written anew by them; what lies elsewhere is of another project.
fn is_here(path: &Path, root: &Path) -> bool {
    let is_filled = |part: Component| {
        let part = part.as_os_str();
        ARTEFACTS.iter().any(|own| part == *own) && part != "build"
    };
    // Code must be named by its path, wherever that leads.
    let is_code = || Bearing::of(&path.to_string_lossy()) == Bearing::Code;
    path.strip_prefix(root).is_ok_and(|below| is_code() || !below.components().any(is_filled))
}

/// Whether a file has to do with a run that goes as the settings in some directories say.
fn bears(path: &Path, seen: &Observed, directories: &[&Path]) -> bool {
    let is_named = |is_it: &dyn Fn(&Path, &str) -> bool| {
        directories.iter().any(|directory| settings_in(directory).any(|text| is_it(directory, &text)))
    };
    match Bearing::of(&path.to_string_lossy()) {
        Bearing::Always => true,
        Bearing::Variables => fs::read_to_string(path).is_ok_and(|text| sets_a_tool(&text)),
        Bearing::Named => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            seen.command.contains(&*name) || is_named(&|_, text| text.contains(&*name))
        }
        Bearing::Code => {
            let below = |directory: &Path| path.strip_prefix(directory).ok().map(Path::to_string_lossy);
            let is_it =
                |directory: &Path, text: &str| below(directory).is_some_and(|path| names(text, &path));
            directories.iter().any(|directory| is_it(directory, &seen.command)) || is_named(&is_it)
        }
        Bearing::Never => false,
    }
}

/// The texts of the files of settings or tasks in a directory.
fn settings_in(directory: &Path) -> impl Iterator<Item = String> {
    let files = fs::read_dir(directory).into_iter().flatten().flatten();
    let settings = files.filter(|file| {
        let is_short = file.metadata().is_ok_and(|file| file.is_file() && file.len() < MAX_LOOKED_AT);
        let name = file.file_name().to_string_lossy().into_owned();
        // Projects of .NET say themselves what they take.
        is_short && (sets_up_a_run(&name) || name.ends_with("proj"))
    });
    settings.filter_map(|file| fs::read_to_string(file.path()).ok())
}
