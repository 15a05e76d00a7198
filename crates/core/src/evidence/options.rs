//! Options of programs that check a project: which check nothing, which say how, and which name a part.

/// Options that check nothing, or that end well whatever is found.
#[rustfmt::skip]
pub(super) const IDLE: &[&str] = &[
    "--no-run", "--collect-only", "--collectonly", "--co", "--listTests", "--list", "--list-tests", "-list", "--help", "-h",
    "--version", "-V", "--dry-run", "--passWithNoTests", "--if-present", "--init", "--showConfig", "--print-config", "--watch",
    "--watchAll", "--ui", "--question", "--just-print", "--exit-zero", "--fix-dry-run", "--clearCache", "--fixtures",
    "--failure-exit-code", "--ignore-errors", "--touch", "-DskipTests", "-Dmaven.test.skip", "-Dmaven.test.failure.ignore",
    "-fn", "--fail-never", "-exec", "--notest",
];

/// The same, of some programs only.
pub(super) const IDLE_OF: &[(&str, &[&str])] = &[
    ("make", &["-n", "-i", "-t", "-q", "-k"]),
    ("gradle", &["-m"]),
    ("gradlew", &["-m"]),
    ("just", &["-n", "-l"]),
    ("tsc", &["-w"]),
    ("vitest", &["-w"]),
    ("mocha", &["-w"]),
    ("ctest", &["-N"]),
    ("rake", &["-T", "-n"]),
    ("tox", &["-l"]),
    ("nox", &["-l"]),
];

/// Options without a value that say how, and not what. An option that nobody knows may leave out anything.
#[rustfmt::skip]
pub(super) const PLAIN: &[&str] = &[
    "--", "-q", "-qq", "-v", "-vv", "-vvv", "-s", "-S", "-x", "-B", "-U", "-e", "-r", "-ra", "-rA", "--verbose", "--quiet", "--silent",
    "--coverage", "--cov", "--ci", "--run", "--all", "--workspace", "--all-targets", "--all-features", "--no-default-features",
    "--release", "--locked", "--frozen", "--offline", "--no-fail-fast", "--bail", "--runInBand", "--forceExit",
    "--detectOpenHandles", "--noEmit", "--pretty", "--strict", "--check", "--no-color", "--color", "--colors", "--no-cache",
    "--nocapture", "--no-capture", "--show-output", "--exitfirst", "-race", "-cover", "--race", "--batch-mode", "--no-daemon",
    "--parallel", "--stacktrace", "--info", "--no-watch", "--nologo", "--no-restore", "--no-build", "--incremental", "--build", "-b",
    "-w", "--recursive", "--if-changed", "--continue", "--output-on-failure", "--no-audit", "--no-progress", "-json", "--json", "-m",
    "--workspaces", "-ws", "--include-workspace-root", "--stream", "--ignore-scripts", "--no-header", "--no-summary",
    "--disable-warnings", "--showlocals", "--strict-markers", "--strict-config", "--no-cov", "-rf", "-rs", "-rx", "-vvvv",
    "--no-file-parallelism", "--no-isolate", "--globals", "--disable-console-intercept", "--no-coverage", "--logHeapUsage",
    "--allow-all", "--allow-read", "--allow-net", "--allow-env", "--allow-run", "--allow-write", "--failfast", "-failfast",
    "--fail-fast", "-trimpath", "--testdox", "--stop-on-failure", "--rerun-tasks", "--no-build-cache", "--offline", "-ntp", "-fae",
    "--hide-progress-bar", "--no-interaction", "--ansi", "--no-ansi",
];

/// Options whose value says how, and not what.
#[rustfmt::skip]
pub(super) const HOW: &[&str] = &[
    "-j", "--jobs", "-D", "-W", "-A", "--reporter", "--color", "--colour", "--config", "-c", "--workers",
    "--maxWorkers", "--profile", "--features", "-F", "--cov-report", "--test-threads", "--timeout", "--retries",
    "--format", "--tb", "-l", "--target-dir", "--message-format", "--max-warnings", "--ext", "--cache-location",
    "--project", "-p", "-n", "--numprocesses", "--durations", "--maxfail", "-timeout", "-w", "-parallel",
    "--verbosity", "--logger", "--configuration", "--test-dir", "--log-level", "-T", "--threads", "--pool",
    "--poolOptions", "--testTimeout", "--outputFile", "--coverageReporters", "-o", "--output", "--environment", "--junitxml",
    "--junit-xml", "--import-mode", "--log-cli-level", "-coverprofile", "-covermode", "-shuffle", "-P", "--status-level",
    "--final-status-level", "--failure-output", "--success-output", "--console", "--warning-mode", "--loglevel",
    "--log-junit", "--order", "--seed",
];

/// Options whose value names the settings of a run. One of the project's own files is among the sources; any other text may
/// leave out everything.
pub(super) const SETTINGS: &[&str] = &["--config", "-c", "--configuration"];

/// Options whose value is the directory in which a project lies.
pub(super) const PLACES: &[&str] = &["-C", "--dir", "--directory", "--prefix", "--cwd"];

/// Options by which a package manager runs a script in one of its packages only.
pub(super) const ONE_PACKAGE: &[&str] = &["--filter", "-F", "--workspace", "-w"];

/// Options that name a part for some programs only, and say how for others.
pub(super) const NARROWS_OF: &[(&str, &[&str])] = &[
    ("cargo", &["-p", "--config"]),
    ("gradle", &["-x"]),
    ("gradlew", &["-x"]),
    ("jest", &["-o"]),
    ("pytest", &["-o"]),
    ("vitest", &["--project"]),
];

/// Options that name a part.
pub(super) const NARROWS: &[&str] = &[
    "-k",
    "-t",
    "-g",
    "-run",
    "--testNamePattern",
    "--testPathPattern",
    "--grep",
    "--filter",
    "--lib",
    "--bin",
    "--bins",
    "--test",
    "--tests",
    "--doc",
    "--package",
    "--only",
    "--last-failed",
    "--lf",
    "--onlyChanged",
    "--changed",
    "--related",
    "--shard",
    "--ignored",
    "--exact",
    "--skip",
    "--deselect",
    "--ignore",
    "--exclude",
    "-count",
    "-Dtest",
    "-Dit.test",
    "--no-tests",
    "--test-path-ignore-patterns",
    "--testPathIgnorePatterns",
];

/// Words that name all there is.
pub(super) const EVERYTHING: &[&str] = &[
    "./...", ".", "tests", "test", "tests/", "test/", "spec", "src", "src/", "run", "all", "discover",
    "//...",
];
