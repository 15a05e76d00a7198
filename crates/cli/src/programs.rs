//! Programs along the PATH that an agent has written. Whoever may write one of them may let any check pass, or what a check
//! starts: `node` of npm, `python3` of pytest.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use hookward_effects::{Action, Facts, Reach};

/// The directories in which programs are looked for, in that order.
fn directories() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).filter(|directory| directory.is_absolute()).collect()
}

/// What a call puts where programs are looked for: files, or a directory of which nobody can tell what comes into it.
pub(crate) fn put_on_the_path(facts: &Facts) -> Vec<String> {
    let written = facts.effects.iter().filter_map(|effect| match &effect.action {
        Action::Write(place, _) if !place.elsewhere => Some(place),
        _ => None,
    });
    let mut spots = written.flat_map(|place| &place.spots).filter(|spot| !spot.if_empty).peekable();
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
        is_one(directory).then(|| spot.path.clone())
    });
    put.collect()
}

/// The first of these files that a run of a program may lead to: the program itself, or what stands in front of another
/// program of the same name.
pub(crate) fn led_to<'w>(program: &str, mut written: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let mut directories: Option<Vec<PathBuf>> = None;
    written.find(|path| {
        let directories = directories.get_or_insert_with(self::directories);
        let is_program = |name: &OsStr| {
            let own = Path::new(program).file_name().unwrap_or_default();
            let mut found =
                directories.iter().map(|directory| directory.join(name)).filter(|file| file.is_file());
            let first = found.next();
            let is_first = first.as_deref().is_some_and(|first| leads(first, Path::new(path)));
            is_first && (name == own || found.next().is_some())
        };
        let path = Path::new(path);
        if path.is_dir() {
            return Path::new(program).file_name().is_some_and(is_program);
        }
        path.file_name().is_some_and(is_program)
    })
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
