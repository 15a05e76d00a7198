//! What a run leaves behind: reports, caches and logs, which are no sources yet where nobody has told git to ignore them; and what a
//! runner writes before it runs anything.

use super::{decides_a_run, is_code_by_name};

/// Directories that runners fill, with code in them or not.
#[rustfmt::skip]
const DIRECTORIES: &[&str] = &[
    "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".nyc_output", ".phpunit.cache", ".vite",
    "coverage", "htmlcov", "lcov-report", "test-results", "TestResults", "playwright-report", "blob-report", "allure-results",
    "target", "node_modules",
];

/// Directories for what is thrown away: what lies there is left behind unless it is code.
const THROWN_AWAY: &[&str] = &["tmp", "temp", ".tmp", "logs", "screenshots", ".vitest"];

/// Texts at the top of a project that say what belongs to it.
const SAYING: &[&str] = &["requirements", "constraints", "cmakelists"];

/// Files that runners write, as globs of one part.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    ".coverage*", "coverage.*", "*.coverage", "lcov.info", "*.lcov", "cobertura*.xml", "clover.xml", "jacoco.*", "*.profraw",
    "*.profdata", "*.gcda", "*.gcno", "junit*.xml", "*-junit.xml", "TEST-*.xml", "test-results.*", "test-report.*", "report.xml",
    "*.trx", "*.tsbuildinfo", ".eslintcache", ".phpunit.result.cache", ".rspec_status", "examples.txt", "*.pyc", "*.log", "*.tmp",
    "*.pid", "*.out", "*.sqlite3", "*.sqlite", "*.db-journal", "*.db", "results.json", "results.xml", "*.sqlite3-journal",
];

/// The file in which a runner keeps the packages that it has chosen. Where it is not there yet, it is written before anything runs,
/// and what runs then goes by it.
pub(super) fn written_first(program: &str) -> Option<&'static str> {
    match program {
        "cargo" => Some("Cargo.lock"),
        "uv" => Some("uv.lock"),
        "mix" => Some("mix.lock"),
        "deno" => Some("deno.lock"),
        "swift" => Some("Package.resolved"),
        _ => None,
    }
}

/// Whether a file, by its path, is what a run leaves behind. Code beside the sources never is, nor is what decides a run.
pub fn is_left_by_a_run(path: &str) -> bool {
    let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
    if above.split('/').any(|directory| DIRECTORIES.contains(&directory)) {
        return true;
    }
    let is_one = || NAMES.iter().any(|glob| fast_glob::glob_match(glob, name));
    let is_thrown_away = || above.split('/').any(|directory| THROWN_AWAY.contains(&directory));
    // `npm test > out.txt`, and what somebody notes for themselves.
    let is_note = || {
        let own = name.to_ascii_lowercase();
        above.is_empty()
            && fast_glob::glob_match("*.txt", &own)
            && !SAYING.iter().any(|says| own.starts_with(says))
    };
    !is_code_by_name(name) && !decides_a_run(path) && (is_one() || is_thrown_away() || is_note())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_and_caches_are_left_and_sources_are_not() {
        for path in [
            "coverage.out",
            ".coverage",
            "coverage.xml",
            "reports/junit.xml",
            "app/__pycache__/a.cpython-312.pyc",
            "db.sqlite3",
            "coverage/lcov-report/sorter.js",
            "tsconfig.tsbuildinfo",
            "spec/examples.txt",
            "test.log",
            "out.txt",
            "tmp/out.json",
            "results.json",
        ] {
            assert!(is_left_by_a_run(path), "{path}");
        }
        for path in [
            "coverage.py",
            "src/coverage.ts",
            "conftest.py",
            "data/a.json",
            "pytest.ini",
            "src/report.rs",
            "requirements-dev.txt",
            "tmp/a.ts",
            "data/out.txt",
        ] {
            assert!(!is_left_by_a_run(path), "{path}");
        }
    }
}
