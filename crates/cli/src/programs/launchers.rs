//! Programs that were named by a path and have started a check: `tools/python -m pytest`. Whoever has made such a file says
//! how the check ends.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use hookward_core::evidence::{Doubt, Kind, Wrote};

use super::origins::{Run, is_committed};
use super::{directories, packages_of};

/// Names of programs that start others, besides those that test by themselves.
#[rustfmt::skip]
const STARTING: &[&str] = &[
    "python", "pypy", "ruby", "node", "php", "perl", "bash", "sh", "zsh", "dash", "env", "timeout", "nice", "time", "nohup", "npx",
    "uv", "uvx", "pipx", "poetry", "bundle", "xvfb-run", "stdbuf",
];

/// Whether a file, by its name, is a program that tests or that starts others.
pub(super) fn is_one(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let bare = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    Kind::of_runner(name).is_some() || STARTING.contains(&bare)
}

/// Why a run tells nothing: one of these files has started it, and an agent has written it, or may have.
pub(crate) fn started_by<'w>(
    run: &Run<'_>,
    files: &[String],
    mut written: impl Iterator<Item = &'w Wrote>,
) -> Option<Doubt> {
    if let Some(wrote) = written.find(|wrote| files.contains(&wrote.path)) {
        return Some(Doubt::Written(wrote.path.clone()));
    }
    let is_anything = |file: &&String| {
        let file = Path::new(file);
        let is_package = |file: &Path| packages_of(file).is_some();
        let real = file.canonicalize().ok();
        let is_own = || is_of_an_environment(run, file) || is_committed(file);
        let is_installed = is_package(file) || real.as_deref().is_some_and(is_package);
        (run.may_be_written(file) || is_loose_script(file)) && !is_installed && !is_own()
    };
    files.iter().find(is_anything).cloned().map(Doubt::Anything)
}

/// Whether it is a script that lies where no program is looked for. Interpreters are none.
fn is_loose_script(file: &Path) -> bool {
    let mut start = [0; 2];
    let is_script =
        File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"#!";
    is_script && !file.parent().is_some_and(|directory| directories().iter().any(|own| own == directory))
}

/// Whether it is the Python of an environment, which leads to one that was installed.
fn is_of_an_environment(run: &Run<'_>, file: &Path) -> bool {
    let is_made = file.ancestors().nth(2).is_some_and(|top| top.join("pyvenv.cfg").is_file());
    let is_python = |real: &Path| {
        let name = real.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("python") || name.starts_with("pypy")
    };
    is_made && file.canonicalize().is_ok_and(|real| is_python(&real) && !run.may_be_written(&real))
}
