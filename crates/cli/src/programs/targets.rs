//! What is built before it is tested: of which sources, and whether anybody has seen that.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use hookward_core::evidence::{Built, Check, Doubt, Kind, Ledger, Maker, Observed, Scope, Target, Wrote};

use super::is_made_after;

/// What `cmake` notes in each directory into which it builds.
const CACHE: &str = "CMakeCache.txt";

/// What a check has built of the sources that have left this trace.
pub(crate) fn built(seen: &Observed, trace: &str) -> Option<Built> {
    let (target, _) = seen.target.as_ref().filter(|_| seen.what == Check::Build)?;
    (seen.scope == Scope::Whole).then(|| Built { target: target.clone(), trace: trace.to_owned() })
}

/// The directory into which something is built, if this is one or lies in one.
pub(super) fn build_around(directory: &Path) -> Option<&Path> {
    directory.ancestors().find(|directory| directory.join(CACHE).is_file())
}

/// Why a run tells nothing: an agent has put there what it may run or load, and no build makes that anew.
pub(crate) fn replaced<'w>(seen: &Observed, mut written: impl Iterator<Item = &'w Wrote>) -> Option<Doubt> {
    let directory = Path::new(&tested(seen)?.directory);
    // What a part tests may lie anywhere in the build.
    let directory = part_of(seen).unwrap_or(directory);
    let is_there = |wrote: &&Wrote| {
        let path = Path::new(&wrote.path);
        path.starts_with(directory) && is_loaded(path) && !is_made_after(directory, wrote.at)
    };
    written.find(is_there).map(|wrote| Doubt::Written(wrote.path.clone()))
}

/// Whether a file, by its name or by what may be done with it, is run or loaded.
pub(super) fn is_loaded(file: &Path) -> bool {
    const ENDINGS: &[&str] = &["so", "dylib", "dll", "a", "o", "obj", "lib", "exe", "cmake", "ninja", "make"];
    let is_named = file.extension().and_then(|end| end.to_str()).is_some_and(|end| ENDINGS.contains(&end));
    #[cfg(unix)]
    let may_run = file.metadata().is_ok_and(|file| file.permissions().mode() & 0o111 != 0);
    #[cfg(not(unix))]
    let may_run = false;
    file.is_file() && (is_named || may_run)
}

/// Why a run tells nothing of the sources: it tests what was built, and nobody has seen that it was built of these.
pub(crate) fn unbuilt(seen: &Observed, ledger: &Ledger, trace: &str) -> Option<Doubt> {
    let (_, maker) = seen.target.as_ref()?;
    let mut target = tested(seen)?.clone();
    if let Some(whole) = part_of(seen) {
        target.directory = whole.display().to_string();
    }
    match maker {
        Maker::Itself => return None,
        Maker::Around(directory) if *directory == target.directory => return None,
        Maker::Around(_) | Maker::Another => {}
    }
    let wanted = Built { target, trace: trace.to_owned() };
    (!ledger.has_built(&wanted)).then_some(Doubt::Unbuilt(wanted.target))
}

/// Why a run tells nothing: who has set the build up has switched its tests off, and then there are none that could fail.
pub(crate) fn switched_off(seen: &Observed) -> Option<Doubt> {
    let directory = Path::new(&tested(seen)?.directory);
    let cache = fs::read_to_string(build_around(directory)?.join(CACHE)).ok()?;
    let value = cache.lines().find_map(|line| line.strip_prefix("BUILD_TESTING:")?.split_once('='))?.1;
    let is_off = ["OFF", "0", "FALSE", "NO", "N"].iter().any(|off| value.trim().eq_ignore_ascii_case(off));
    is_off.then(|| Doubt::Nothing(format!("BUILD_TESTING is off in {}", directory.display())))
}

/// The directory of the sources that a run is about, and how much of them: where it runs, or of which that is built what it tests.
pub(crate) fn sources(seen: &Observed) -> (Option<String>, Scope) {
    let whole = part_of(seen);
    let scope = if whole.is_some() { Scope::Part } else { Scope::Whole };
    let home = tested(seen).and_then(|target| {
        let directory = whole.unwrap_or(Path::new(&target.directory));
        let cache = fs::read_to_string(directory.join(CACHE)).ok()?;
        let home = cache.lines().find_map(|line| line.strip_prefix("CMAKE_HOME_DIRECTORY:INTERNAL="))?;
        Some(if directory.starts_with(home) { home.to_owned() } else { directory.display().to_string() })
    });
    (home.or_else(|| seen.cwd.clone()), scope)
}

/// The directory of the build of which a run tests only what lies in the one that it was given: `ctest --test-dir build/net`.
fn part_of(seen: &Observed) -> Option<&Path> {
    let target =
        tested(seen).filter(|target| target.kind == Kind::Native && !seen.command.starts_with("meson"))?;
    let directory = Path::new(&target.directory);
    build_around(directory).filter(|whole| *whole != directory)
}

/// What was built and is tested. What makefiles test they build themselves, unless `cmake` has written them.
fn tested(seen: &Observed) -> Option<&Target> {
    let (target, _) = seen.target.as_ref().filter(|_| seen.what == Check::Tests)?;
    let program = seen.command.split(' ').next().unwrap_or_default();
    let is_any = matches!(program, "make" | "ninja");
    (!is_any || is_of_cmake(Path::new(&target.directory))).then_some(target)
}

/// Whether `cmake` has written what tells of the tests there.
fn is_of_cmake(directory: &Path) -> bool {
    let is_part = || directory.join("CTestTestfile.cmake").is_file() && build_around(directory).is_some();
    directory.join(CACHE).is_file() || is_part()
}
