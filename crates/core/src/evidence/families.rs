//! What the options of each runner mean, as data. A letter means one thing for one program and another for the next (`-v`
//! is verbose or the version, `-n` a number or a dry run), so nothing is known of an option but whose it is.

mod javascript;
mod languages;

use javascript::JAVASCRIPT;
use languages::LANGUAGES;

/// Programs that share their options.
pub(super) struct Family {
    /// The programs.
    pub(super) of: &'static [&'static str],
    /// Options without a value that say how, and not what.
    pub(super) plain: &'static [&'static str],
    /// Options whose value says how, and not what.
    pub(super) valued: &'static [&'static str],
    /// Options behind which a number, or `auto`, may stand.
    pub(super) counted: &'static [&'static str],
    /// Words that name all there is.
    pub(super) all: &'static [&'static str],
}

/// Whatever stands there is a name of something to run besides.
pub(super) const ANY: &[&str] = &["*"];

/// Directories that hold all tests.
pub(super) const TESTS: &[&str] = &[".", "test", "tests", "spec", "__tests__"];

/// Directories that hold all sources.
const SOURCES: &[&str] = &[
    ".",
    "test",
    "tests",
    "spec",
    "__tests__",
    "src",
    "lib",
    "app",
    "packages",
    "run",
    "check",
    "ci",
    "./...",
];

/// What is handed on to a script whose runner nobody knows: what most of them take the same way.
#[rustfmt::skip]
pub(super) const SCRIPT: Family = Family {
    of: &[],
    plain: &[
        "--", "--coverage", "--run", "--ci", "--verbose", "--silent", "--quiet", "--runInBand", "--no-color", "--no-cache",
        "--forceExit", "--detectOpenHandles", "--no-watch", "--workspace", "--all", "--no-coverage", "--nocapture", "--no-fail-fast",
    ],
    valued: &["-w", "--maxWorkers", "--reporter", "--testTimeout", "--max-warnings"],
    counted: &["--color", "--colors", "--bail"],
    all: &[],
};

/// A program of which nothing more is known.
#[rustfmt::skip]
pub(super) const OTHER: Family = Family {
    of: &[],
    plain: &["--", "--quiet", "--verbose", "--silent", "--no-color", "--no-progress", "--strict", "--no-cache", "--cache", "--check"],
    valued: &["--config", "-c", "--jobs", "--format"],
    counted: &["--color", "--colors", "--colour"],
    all: SOURCES,
};

/// What is known of a program's options.
pub(super) fn family(name: &str) -> &'static Family {
    families().find(|family| family.of.contains(&name)).unwrap_or(&OTHER)
}

fn families() -> impl Iterator<Item = &'static Family> {
    JAVASCRIPT.iter().chain(LANGUAGES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_means_one_thing() {
        for family in families().chain([&SCRIPT, &OTHER]) {
            let kinds = [family.plain, family.valued, family.counted];
            let all: Vec<&str> = kinds.iter().flat_map(|kind| kind.iter().copied()).collect();
            for option in &all {
                let times = all.iter().filter(|other| *other == option).count();
                assert_eq!(times, 1, "{option} of {:?}", family.of);
            }
        }
    }
}
