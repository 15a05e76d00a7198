//! Runners of the other languages, and those of any.

use super::{Family, TESTS};

#[rustfmt::skip]
pub(super) const LANGUAGES: &[Family] = &[
    Family {
        of: &["cargo", "cross"],
        plain: &[
            "--", "-v", "-vv", "-q", "--verbose", "--quiet", "-r", "--release", "--workspace", "--all", "--all-targets", "--tests",
            "--all-features", "--locked", "--frozen", "--offline", "--no-fail-fast", "--fail-fast",
            "--keep-going", "--timings", "--future-incompat-report", "--check", "--nocapture", "--no-capture", "--show-output", "--include-ignored",
            "--hide-progress-bar", "--summary-only", "--html", "--lcov", "--json", "--text", "--branch", "--skip-clean",
        ],
        valued: &[
            "-j", "--jobs", "--features", "-F", "--profile", "-P", "--test-threads", "--color", "--message-format", "--target-dir",
            "--format", "-D", "-W", "-A", "--retries", "--status-level", "--final-status-level", "--failure-output",
            "--success-output", "--output-path", "--fail-under-lines", "--fail-under", "--out", "--engine", "--unreferenced",
            "--test-runner", "--target", "--config", "-Z", "--no-tests",
        ],
        counted: &[],
        all: &[],
    },
    Family {
        of: &["go", "gotestsum"],
        plain: &[
            "--", "-v", "-x", "-a", "-race", "-cover", "-json", "-failfast", "-trimpath", "-msan", "-asan", "-fullpath", "-benchmem",
        ],
        valued: &[
            "-count", "-timeout", "-parallel", "-p", "-coverprofile", "-covermode", "-coverpkg", "-shuffle", "-cpu", "-vet", "-f", "-format",
            "-junitfile", "-jsonfile", "-tags", "-mod", "-ldflags", "-gcflags", "-bench", "-benchtime", "-run", "-short", "-o", "-outputdir",
            "-cpuprofile", "-memprofile", "-blockprofile", "-mutexprofile", "-trace",
        ],
        counted: &[],
        all: &["./..."],
    },
    Family {
        of: &["dotnet"],
        plain: &["--nologo", "-nologo", "--no-restore", "--no-build", "--blame", "--blame-crash", "--blame-hang", "--tl", "-tl"],
        valued: &[
            "-v", "--verbosity", "-l", "--logger", "-c", "--configuration", "--collect", "--results-directory", "--diag",
            "--blame-hang-timeout", "-p", "-property", "--property", "--solution",
        ],
        counted: &["-m", "-maxcpucount", "--maxcpucount"],
        all: &[],
    },
    Family {
        of: &["swift"],
        plain: &["-v", "--verbose", "-q", "--quiet", "--parallel", "--enable-code-coverage"],
        valued: &["-c", "--configuration", "-j", "--jobs", "--num-workers"],
        counted: &[],
        all: &[],
    },
    Family {
        of: &["mix"],
        plain: &["--cover", "--trace", "--warnings-as-errors", "--color", "--no-color", "--force", "--strict", "--all"],
        valued: &["--seed", "--slowest", "--timeout", "--max-cases", "--max-failures"],
        counted: &[],
        all: &["test"],
    },
    Family {
        of: &["dart", "flutter"],
        plain: &["--coverage", "--no-pub", "--verbose", "--chain-stack-traces", "--no-color", "--fatal-infos", "--fatal-warnings"],
        valued: &["--reporter", "-r", "--concurrency", "-j", "--timeout"],
        counted: &[],
        all: &[".", "test"],
    },
    Family {
        of: &["python", "python3"],
        // Not `-O`: it takes the assertions out of the sources.
        plain: &["-B", "-u", "-s", "-S", "-I", "-E", "-P", "-b", "-bb", "-d", "-q"],
        valued: &["-W", "-X"],
        counted: &[],
        all: &[],
    },
    Family {
        of: &["coverage"],
        plain: &["--branch", "-a", "--append", "-p", "--parallel-mode", "--timid", "-L", "--pylib"],
        valued: &["--source", "--source-pkg", "--omit", "--include", "--data-file", "--concurrency", "--context"],
        counted: &[],
        all: &[],
    },
    Family {
        of: &["pytest", "py.test"],
        plain: &[
            "--", "-v", "-q", "-s", "-x", "-l", "--verbose", "--quiet", "--exitfirst", "--showlocals", "--cov", "--no-cov",
            "--cov-branch", "--cov-append", "--no-header", "--no-summary", "--disable-warnings", "--disable-pytest-warnings",
            "--strict", "--strict-markers", "--strict-config", "--ff", "--failed-first", "--nf", "--new-first", "--reuse-db",
            "--create-db", "--nomigrations", "--no-migrations", "--migrations", "--doctest-modules", "--full-trace", "--setup-show",
            "--cache-clear", "--no-cov-on-fail", "--fail-on-template-vars", "--forked", "--benchmark-disable",
        ],
        valued: &[
            "-n", "--numprocesses", "--maxprocesses", "--dist", "-r", "-W", "--pythonwarnings", "-p", "-c", "--config-file", "--tb",
            "--durations", "--durations-min", "--maxfail", "--cov-report", "--cov-fail-under", "--cov-config", "--cov-context",
            "--junitxml", "--junit-xml", "--import-mode", "--log-level", "--log-cli-level", "--log-file", "--timeout",
            "--timeout-method", "--capture", "--show-capture", "--asyncio-mode", "--ds", "--verbosity", "--randomly-seed",
            "--basetemp", "--html", "--reruns-delay", "--rootdir", "-o", "--override-ini",
        ],
        counted: &["--color"],
        all: TESTS,
    },
    Family {
        of: &["unittest"],
        plain: &[
            "-v", "-q", "-f", "-b", "-c", "--verbose", "--quiet", "--failfast", "--buffer", "--catch", "--locals",
        ],
        valued: &["-p", "--pattern", "-s", "--start-directory", "-t", "--top-level-directory", "--durations"],
        counted: &[],
        all: &["discover", ".", "test", "tests"],
    },
    Family {
        of: &["manage.py", "django-admin"],
        plain: &[
            "--keepdb", "--noinput", "--no-input", "--failfast", "--timing", "--shuffle", "--debug-mode", "-b", "--buffer",
            "--traceback", "--force-color", "--no-color", "--no-faulthandler",
        ],
        valued: &["-v", "--verbosity", "--settings"],
        counted: &["--parallel"],
        all: &["."],
    },
    Family {
        of: &["nose2"],
        plain: &["-v", "--verbose", "-q", "--quiet", "-F", "--fail-fast", "--with-coverage"],
        valued: &["--coverage-report"],
        counted: &[],
        all: &[],
    },
    Family {
        of: &["tox"],
        plain: &["-v", "-q", "--verbose", "--quiet", "-r", "--recreate", "-o", "--parallel-live", "--colored"],
        valued: &["-c", "--conf", "-e", "--skip-missing-interpreters"],
        counted: &["-p", "--parallel"],
        all: &["run", "r", "run-parallel", "p"],
    },
    Family {
        of: &["nox"],
        plain: &[
            "-v", "--verbose", "-r", "--reuse-existing-virtualenvs", "-R", "-x", "--stop-on-first-error", "--no-color", "--forcecolor",
            "--error-on-missing-interpreters", "--error-on-external-run",
        ],
        valued: &["-db", "--default-venv-backend", "-s", "-e", "--session", "--sessions"],
        counted: &[],
        all: &[],
    },
    Family {
        of: &["phpunit", "pest", "php", "simple-phpunit"],
        plain: &[
            "-v", "--verbose", "--testdox", "--stop-on-failure", "--stop-on-error", "--stop-on-defect", "--no-coverage",
            "--coverage", "--coverage-text", "--no-progress", "--fail-on-warning", "--fail-on-risky", "--fail-on-incomplete",
            "--display-warnings", "--display-deprecations", "--display-errors", "--parallel", "--ci", "--compact", "--bail", "--ansi",
            "--no-ansi", "--no-interaction", "--debug",
        ],
        valued: &[
            "--log-junit", "--coverage-html", "--coverage-clover", "--order-by", "--random-order-seed", "--configuration", "-c",
            "--min", "--processes", "-d",
        ],
        counted: &["--colors"],
        all: &[".", "tests", "test"],
    },
    Family {
        of: &["paratest"],
        plain: &[
            "-v", "--verbose", "--testdox", "--stop-on-failure", "--stop-on-error", "--no-coverage", "--coverage-text", "--debug",
            "--fail-on-warning", "--fail-on-risky", "--functional",
        ],
        valued: &[
            "-p", "--processes", "--runner", "--log-junit", "--coverage-html", "--coverage-clover", "--order-by", "-c", "--configuration",
        ],
        counted: &["--colors"],
        all: &[".", "tests", "test"],
    },
    Family {
        of: &["rspec"],
        plain: &[
            "-c", "--color", "--colour", "--no-color", "--force-color", "-b", "--backtrace", "-w", "--warnings", "--no-fail-fast",
            "--no-profile",
        ],
        valued: &["-f", "--format", "-o", "--out", "--order", "--seed"],
        counted: &["--fail-fast", "-p", "--profile"],
        all: &[".", "spec"],
    },
    Family {
        of: &["rails"],
        plain: &["-v", "--verbose", "-f", "--fail-fast", "-b", "--backtrace", "-d", "--defer-output", "-c", "--color", "--no-color"],
        valued: &["-s", "--seed"],
        counted: &[],
        // By itself it is a task of some; behind the others, it is more of them.
        all: &["test", "test:system"],
    },
    Family {
        of: &["rake"],
        plain: &["-q", "-s", "-v", "--quiet", "--silent", "--verbose", "--trace", "-m", "--multitask"],
        valued: &["-j", "--jobs"],
        counted: &[],
        all: &[],
    },
    Family {
        of: &["ctest"],
        plain: &[
            "-V", "-VV", "--verbose", "--extra-verbose", "--output-on-failure", "--progress", "-Q", "--quiet", "--stop-on-failure",
            "--schedule-random",
        ],
        valued: &["-C", "--build-config", "--timeout", "--test-dir", "-O", "--output-log", "--output-junit", "--test-load", "--preset"],
        counted: &["-j", "--parallel"],
        all: &[],
    },
    Family {
        of: &["bats"],
        plain: &[
            "-p", "--pretty", "-t", "--tap", "-T", "--timing", "-r", "--recursive", "-x", "--trace", "--verbose-run",
            "--print-output-on-failure", "--show-output-of-passing-tests",
        ],
        valued: &["-j", "--jobs", "-F", "--formatter", "--report-formatter"],
        counted: &[],
        all: TESTS,
    },
    Family {
        of: &["mvn", "mvnw", "mvnd"],
        plain: &[
            "-B", "--batch-mode", "-q", "--quiet", "-e", "--errors", "-X", "--debug", "-U", "--update-snapshots", "-o", "--offline",
            "-ntp", "--no-transfer-progress", "-fae", "--fail-at-end", "-ff", "--fail-fast", "-nsu", "--no-snapshot-updates",
        ],
        valued: &["-T", "--threads", "--color", "-P", "--activate-profiles"],
        counted: &[],
        all: &["clean", "validate", "compile", "test-compile", "test", "package", "verify", "integration-test", "install"],
    },
    Family {
        of: &["gradle", "gradlew"],
        plain: &[
            "-q", "--quiet", "-i", "--info", "-d", "--debug", "-w", "--warn", "-s", "--stacktrace", "-S", "--full-stacktrace",
            "--no-daemon", "--daemon", "--parallel", "--no-parallel", "--build-cache", "--no-build-cache", "--scan", "--no-scan",
            "--rerun-tasks", "--offline", "--continue", "--configuration-cache", "--no-configuration-cache",
            "--refresh-dependencies", "--profile", "--rerun",
        ],
        valued: &["--console", "--warning-mode", "--max-workers", "-x", "--exclude-task"],
        counted: &[],
        all: &[
            "clean", "cleanTest", "assemble", "classes", "testClasses", "test", "testDebugUnitTest", "testReleaseUnitTest", "allTests",
            "check", "build", "jacocoTestReport",
            "jacocoTestCoverageVerification", "koverXmlReport", "koverHtmlReport", "spotlessCheck", "ktlintCheck", "detekt",
        ],
    },
    Family {
        of: &["make"],
        plain: &[
            "-s", "--silent", "--quiet", "-B", "--always-make", "-w", "--print-directory", "--no-print-directory", "-r",
            "--no-builtin-rules", "-R", "--output-sync",
        ],
        valued: &[],
        counted: &["-j", "--jobs", "-l"],
        all: &["all"],
    },
    Family {
        of: &["task"],
        plain: &[
            "-v", "--verbose", "-s", "--silent", "-p", "--parallel", "-f", "--force", "-y", "--yes", "-x", "--exit-code",
        ],
        valued: &["-o", "--output", "-C", "--concurrency"],
        counted: &["--color"],
        all: &[],
    },
    Family {
        of: &["just", "composer", "mise", "poe"],
        plain: &["-q", "--quiet", "-v", "-vv", "-vvv", "--verbose", "--silent", "--no-interaction", "--ansi", "--no-ansi", "--force"],
        valued: &["--color", "--timeout"],
        counted: &[],
        all: &[],
    },
    Family {
        of: &["hatch"],
        plain: &["-v", "-q", "--verbose", "--quiet", "-a", "--all", "--cover", "-c", "-p", "--parallel", "-r", "--randomize"],
        valued: &["-e", "--env"],
        counted: &[],
        all: &[],
    },
    Family {
        of: &["bazel", "bazelisk"],
        plain: &["--verbose_failures", "--nocache_test_results", "--build_tests_only"],
        valued: &["--test_output", "--jobs", "--color", "--curses", "--cache_test_results", "--test_summary"],
        counted: &[],
        all: &["//..."],
    },
    Family {
        of: &["cmake", "ninja"],
        plain: &["--", "-v", "--verbose", "--quiet", "--clean-first"],
        valued: &["--build", "--config", "-t", "--target"],
        counted: &["-j", "--parallel", "-l"],
        all: &["all"],
    },
    Family {
        of: &["prove"],
        plain: &["-r", "-l", "-b", "-v", "-q", "--recurse", "--lib", "--blib", "--verbose", "--quiet", "--timer", "--color", "--nocolor"],
        valued: &["-I"],
        counted: &["-j", "--jobs"],
        all: &[],
    },
    Family {
        of: &["busted", "shellspec", "forge", "terraform", "tofu", "dune", "gleam", "nimble", "crystal", "rebar3", "hardhat", "rye"],
        plain: &["-v", "-vv", "-vvv", "--verbose", "--color", "--no-color", "--no-progress", "-q", "--quiet", "--coverage"],
        valued: &[],
        counted: &["-j", "--jobs"],
        all: &[],
    },
    Family {
        of: &["sbt"],
        plain: &["-v", "--verbose", "-no-colors", "-batch"],
        valued: &[],
        counted: &["--color"],
        all: &["clean", "compile", "Test/compile", "test", "coverage", "coverageReport"],
    },
    Family {
        of: &["lein", "stack", "cabal", "meson", "zig"],
        plain: &["-v", "--verbose", "--print-errorlogs", "--no-color", "--coverage", "--no-rebuild"],
        valued: &["--jobs", "--num-processes", "--summary", "--test-show-details"],
        counted: &["-j", "--color"],
        all: &["all", "clean"],
    },
    Family {
        of: &["mypy", "pyright", "basedpyright", "pyre", "phpstan", "psalm", "flake8", "pylint", "ruff", "black", "rubocop"],
        plain: &[
            "-v", "-q", "--verbose", "--quiet", "--strict", "--check", "--diff", "--pretty", "--no-incremental", "--warnings",
            "--no-cache", "--show-error-codes", "--no-progress", "--parallel", "--no-color", "--color",
        ],
        valued: &[
            "--config", "--config-file", "-c", "-j", "--jobs", "-p", "--project", "--format", "--output-format", "--level",
            "--memory-limit", "--rcfile", "--threads",
        ],
        counted: &[],
        all: &[".", "src", "lib", "app", "test", "tests", "spec", "packages", "analyse", "analyze"],
    },
];
