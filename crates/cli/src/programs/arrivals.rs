//! What a call puts into a directory into which something is built, file by file: what a copied directory holds, and what came
//! out of an archive. Names are asked for before the call, the disk behind it.

use std::collections::HashSet;
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use hookward_core::evidence::{Ledger, Wrote};
use hookward_effects::{Action, Depth, Effect, Facts, Place, Reach, Source, Spot, Told, Value};
use hookward_io::LedgerFile;

use super::is_made_after;
use super::targets::{build_around, is_loaded};

/// So many files are looked at in one directory, and so many are noted of it.
pub(super) const MAX_LOOKED_AT: usize = 200_000;
const MAX_NOTED: usize = 64;

/// Stands behind a directory that something comes into, and nobody can tell yet what.
pub(super) const SOMETHING: &str = "/*";

/// Programs that make what lies there. What they write they make anew.
const BUILDERS: &[&str] = &["cmake", "ctest", "cpack", "make", "gmake", "ninja", "meson"];

/// A write into a directory into which something is built.
struct Arrival<'f> {
    path: &'f str,
    content: &'f Value,
}

/// What a call that begins puts there: files by their names, and directories that something comes into.
pub(crate) fn put_into_builds(facts: &Facts) -> Vec<String> {
    let noted = |arrival: Arrival| {
        let behind = if Path::new(arrival.path).is_dir() { SOMETHING } else { "" };
        format!("{}{behind}", arrival.path)
    };
    arrivals(facts).map(noted).collect()
}

/// What a call that has ended was seen to have put there.
pub(crate) fn come_into_builds(facts: &Facts, file: Option<LedgerFile>) -> Vec<String> {
    let mut arrivals = arrivals(facts).peekable();
    if arrivals.peek().is_none() {
        return Vec::new();
    }
    let entries = file.and_then(|file| file.entries().ok()).unwrap_or_default();
    let ledger = Ledger { entries, ..Ledger::default() };
    let noted: Vec<&Wrote> = ledger.written().collect();
    let mut found: Vec<String> = Vec::new();
    for arrival in arrivals {
        let path = Path::new(arrival.path);
        if path.is_file() {
            found.push(arrival.path.to_owned());
        } else if path.is_dir() {
            let begun = Beginning::of(arrival.path, &noted);
            found.extend(came(path, begun, &Coming::of(arrival.content, facts)));
        }
    }
    // What is known already need not be said again.
    let is_known = |path: &String| {
        let build = build_around(Path::new(path));
        let holds = |wrote: &&Wrote| build.is_some_and(|build| !is_made_after(build, wrote.at));
        noted.iter().any(|wrote| wrote.path == *path && holds(wrote))
    };
    found.retain(|path| !is_known(path));
    found
}

fn arrivals(facts: &Facts) -> impl Iterator<Item = Arrival<'_>> {
    let written = facts.effects.iter().enumerate().filter_map(|(at, effect)| match &effect.action {
        Action::Write(place, content)
            if !place.elsewhere
                && !matches!(effect.told, Told::Kept | Told::Folder)
                && !is_of_a_builder(facts, at, effect) =>
        {
            Some((place, content))
        }
        _ => None,
    });
    let spots = written.flat_map(|(place, content)| place.spots.iter().map(move |spot| (spot, content)));
    let is_one = |spot: &Spot| {
        let path = Path::new(&spot.path);
        let is_whole = spot.reach != Reach::Itself || path.is_dir();
        !spot.if_empty && build_around(if is_whole { path } else { path.parent().unwrap_or(path) }).is_some()
    };
    spots.filter(move |(spot, _)| is_one(spot)).map(|(spot, content)| Arrival { path: &spot.path, content })
}

fn is_of_a_builder(facts: &Facts, at: usize, effect: &Effect) -> bool {
    // A command that is known is told behind its effects.
    let mut commands =
        facts.commands.iter().filter(|command| command.preceding > at && Some(command.span) == effect.span);
    commands.next().is_some_and(|command| {
        let mut words = command.words.iter().map(|word| word.known().unwrap_or_default());
        let name = words.next().and_then(|name| name.rsplit('/').next()).unwrap_or_default();
        // With that one it copies.
        BUILDERS.contains(&name) && words.next() != Some("-E")
    })
}

/// How a directory stood when a call began.
#[derive(Clone, Copy)]
pub(super) enum Beginning {
    /// It was not there.
    Absent,
    /// It was there, at this moment.
    Present(u64),
}

impl Beginning {
    fn of(path: &str, noted: &[&Wrote]) -> Self {
        let mut last = noted.iter().rev().filter_map(|wrote| match wrote.path.strip_prefix(path)? {
            "" => Some(Self::Absent),
            SOMETHING => Some(Self::Present(wrote.at)),
            _ => None,
        });
        // Where nobody has noted it, it was made by the same call.
        last.next().unwrap_or(Self::Present(0))
    }

    /// Whether something has come there, or was changed, since then. Nobody can set the time of that.
    pub(super) fn is_before(self, file: &Path) -> bool {
        let Self::Present(at) = self else { return true };
        #[cfg(unix)]
        let changed = file.symlink_metadata().map(|file| (file.ctime(), file.ctime_nsec()));
        #[cfg(not(unix))]
        let changed: std::io::Result<(i64, i64)> = Ok((i64::MAX, 0));
        let millis =
            |(seconds, nanos): (i64, i64)| seconds.saturating_mul(1_000).saturating_add(nanos / 1_000_000);
        changed.is_ok_and(|changed| u64::try_from(millis(changed)).is_ok_and(|changed| changed >= at))
    }
}

/// What may have come into a directory.
enum Coming {
    /// Anything.
    Anything,
    /// What was moved there; what a moved directory holds has kept its times.
    Moved,
    /// What has these names, seen from the directory.
    Named(HashSet<PathBuf>),
}

impl Coming {
    /// What is copied has the names of what it is a copy of, if that is still there.
    fn of(content: &Value, facts: &Facts) -> Self {
        let Value::Unknown(sources) = content else { return Self::Anything };
        let mut names = HashSet::new();
        for source in sources.iter() {
            let Source::File(from) = source else { return Self::Anything };
            match taken_away(from, facts) {
                Some(Depth::Moved) => return Self::Moved,
                Some(_) => return Self::Anything,
                None => {}
            }
            for spot in &from.spots {
                let Some(files) = files_of(Path::new(&spot.path)) else { return Self::Anything };
                names.extend(files);
            }
        }
        if names.is_empty() { Self::Anything } else { Self::Named(names) }
    }
}

/// How a call takes away what it has copied, or some of it.
fn taken_away(from: &Place, facts: &Facts) -> Option<Depth> {
    let is_around =
        |one: &str, other: &str| Path::new(one).starts_with(other) || Path::new(other).starts_with(one);
    let meets = |gone: &Place| {
        gone.spots.iter().any(|gone| from.spots.iter().any(|from| is_around(&gone.path, &from.path)))
    };
    facts.effects.iter().find_map(|effect| match &effect.action {
        Action::Delete(gone, depth) if meets(gone) => Some(*depth),
        _ => None,
    })
}

/// The names that a file, or what a directory holds, can have where it is copied to.
fn files_of(source: &Path) -> Option<Vec<PathBuf>> {
    let title = source.file_name().map(PathBuf::from)?;
    if !source.is_dir() {
        return source.exists().then(|| vec![title]);
    }
    let files = below(source, Beginning::Absent, &Coming::Anything)?;
    let names = files.iter().flat_map(|file| {
        let own = file.strip_prefix(source).unwrap_or(file);
        [Some(own.to_owned()), Some(title.join(own)), own.file_name().map(PathBuf::from)]
    });
    Some(names.flatten().collect())
}

/// The files in a directory that have come with a call: what can be run or loaded first.
fn came(directory: &Path, begun: Beginning, coming: &Coming) -> Vec<String> {
    let mut files = below(directory, begun, coming).unwrap_or_default();
    if let Coming::Named(names) = coming {
        files.retain(|file| file.strip_prefix(directory).is_ok_and(|name| names.contains(name)));
    }
    files.sort_by_cached_key(|file| !is_loaded(file));
    files.into_iter().take(MAX_NOTED).map(|file| file.display().to_string()).collect()
}

/// The files below a directory that have come there, or have changed; `None` if there are too many.
fn below(directory: &Path, begun: Beginning, coming: &Coming) -> Option<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut left = vec![directory.to_owned()];
    let mut looked_at = 0;
    while let Some(folder) = left.pop() {
        let has_come = matches!(coming, Coming::Moved)
            && folder.ancestors().take_while(|above| *above != directory).any(|above| begun.is_before(above));
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            looked_at += 1;
            if looked_at > MAX_LOOKED_AT {
                return None;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                left.push(entry.path());
            } else if has_come || begun.is_before(&entry.path()) {
                found.push(entry.path());
            }
        }
    }
    Some(found)
}
