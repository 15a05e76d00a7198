//! Runners of JavaScript.

use super::{ANY, Family, TESTS};

#[rustfmt::skip]
pub(super) const JAVASCRIPT: &[Family] = &[
    Family {
        of: &["npm", "pnpm", "yarn"],
        plain: &[
            "--", "-s", "--silent", "--quiet", "-r", "--recursive", "--workspaces", "-ws", "--include-workspace-root", "--stream",
            "--ignore-scripts", "--no-audit", "--no-progress", "--offline", "--prefer-offline", "--aggregate-output", "--parallel",
            "--if-present", "--no-color", "--no-fund", "--no-update-notifier",
        ],
        valued: &["--loglevel", "--reporter", "--workspace-concurrency"],
        counted: &["--color"],
        all: &[],
    },
    Family {
        of: &["bun"],
        plain: &["--", "--coverage", "--silent", "--bun", "--no-color", "--todo", "--concurrent", "--randomize", "--if-present"],
        valued: &["--timeout", "--reporter", "--reporter-outfile", "--coverage-reporter", "--coverage-dir", "--seed", "--rerun-each"],
        counted: &["--bail"],
        all: &[],
    },
    Family {
        of: &["deno"],
        plain: &[
            "--", "-A", "--allow-all", "--allow-read", "--allow-net", "--allow-env", "--allow-run", "--allow-write", "--allow-sys",
            "--allow-ffi", "--allow-import", "--no-check", "--check", "--parallel", "-q", "--quiet", "--coverage", "--fail-fast",
            "--trace-leaks", "--frozen", "--cached-only", "--no-lock", "--unstable", "--no-prompt",
        ],
        valued: &["--reporter", "--config", "-c", "--junit-path"],
        counted: &[],
        all: TESTS,
    },
    Family {
        of: &["vitest"],
        plain: &[
            "--run", "--coverage", "--coverage.enabled", "--silent", "--no-color", "--color", "--globals", "--no-file-parallelism",
            "--no-isolate", "--isolate", "--disable-console-intercept", "--no-watch", "--no-coverage", "--hideSkippedTests",
            "--logHeapUsage", "--no-cache", "--typecheck", "--sequence.shuffle", "--poolOptions.threads.singleThread",
            "--poolOptions.forks.singleFork", "--verbose", "--passWithNoTests",
        ],
        valued: &[
            "--reporter", "--outputFile", "--bail", "--retry", "--testTimeout", "--hookTimeout", "--teardownTimeout", "--maxWorkers",
            "--minWorkers", "--maxConcurrency", "--pool", "--environment", "--config", "-c", "--coverage.provider",
            "--coverage.reporter", "--sequence.seed", "--slowTestThreshold", "--root", "--dir",
        ],
        counted: &[],
        all: &["."],
    },
    Family {
        of: &["jest"],
        plain: &[
            "-i", "--runInBand", "--ci", "--verbose", "--silent", "--coverage", "--no-coverage", "--no-cache", "--forceExit",
            "--detectOpenHandles", "--detectLeaks", "--colors", "--color", "--no-color", "--logHeapUsage", "--expand",
            "--errorOnDeprecated", "--passWithNoTests", "--json", "--useStderr", "--randomize", "--no-watchman", "--no-watch", "--no-watchAll",
        ],
        valued: &[
            "-w", "--maxWorkers", "--reporters", "--testTimeout", "--outputFile", "--coverageReporters", "--coverageDirectory",
            "--seed", "--maxConcurrency", "--config", "-c", "--workerIdleMemoryLimit", "--coverageProvider", "--env",
            "--testEnvironment", "--rootDir", "--roots",
        ],
        counted: &["--bail", "-b"],
        all: &["."],
    },
    Family {
        of: &["mocha"],
        plain: &[
            "--exit", "--recursive", "--parallel", "--no-color", "--color", "--colors", "-c", "--check-leaks", "--bail", "-b",
            "--full-trace", "--diff", "--no-diff", "--inline-diffs", "--forbid-only", "--forbid-pending", "--async-only", "-A",
        ],
        valued: &[
            "-R", "--reporter", "-t", "--timeout", "-s", "--slow", "-u", "--ui", "-j", "--jobs", "--retries", "--extension",
            "-r", "--require", "--import", "--loader", "--config",
        ],
        counted: &[],
        all: TESTS,
    },
    Family {
        of: &["ava"],
        plain: &["-v", "--verbose", "-s", "--serial", "--fail-fast", "--tap", "-t", "--color", "--no-color"],
        valued: &["-T", "--timeout", "-c", "--concurrency"],
        counted: &[],
        all: TESTS,
    },
    Family {
        of: &["tap", "jasmine", "elm-test"],
        plain: &["--bail", "-b", "--no-coverage", "--color", "--no-color", "--fail-fast"],
        valued: &["-j", "--jobs", "--timeout", "-R", "--reporter", "--seed", "--random", "--fuzz", "--report", "--config"],
        counted: &[],
        all: TESTS,
    },
    Family {
        of: &["node", "tsx"],
        plain: &[
            "--no-warnings", "--enable-source-maps", "--experimental-strip-types", "--experimental-transform-types",
            "--experimental-test-coverage", "--experimental-test-module-mocks", "--experimental-vm-modules",
            "--experimental-json-modules", "--experimental-sqlite", "--experimental-require-module", "--experimental-wasm-modules",
            "--experimental-import-meta-resolve", "--experimental-test-snapshots", "--trace-warnings", "--test-force-exit",
            "--trace-deprecation", "--expose-gc",
        ],
        valued: &[
            "--test-reporter", "--test-reporter-destination", "--test-concurrency", "--test-timeout", "--import", "--require", "-r",
            "--loader", "--experimental-loader", "--test-coverage-lines", "--test-coverage-branches", "--test-coverage-functions",
            "--max-old-space-size", "--unhandled-rejections", "--test-isolation",
        ],
        counted: &[],
        all: TESTS,
    },
    Family {
        of: &["c8", "nyc"],
        plain: &["--all", "--check-coverage", "--silent", "-s", "--clean", "--no-clean", "--skip-full", "--per-file"],
        valued: &[
            "-r", "--reporter", "-x", "--exclude", "-n", "--include", "--lines", "--branches", "--functions", "--statements",
            "-o", "--report-dir", "--reports-dir", "--temp-dir", "--src",
        ],
        counted: &[],
        all: &[],
    },
    Family {
        of: &["playwright", "cypress", "karma", "ng"],
        plain: &[
            "--forbid-only", "--fully-parallel", "--quiet", "--headless", "--single-run", "--no-auto-watch", "--no-watch",
            "--code-coverage", "--no-progress",
        ],
        valued: &[
            "--workers", "--reporter", "--retries", "--timeout", "--trace", "--max-failures", "--config", "--configuration",
            "--browser", "--browsers", "--log-level",
        ],
        counted: &[],
        all: &[],
    },
    Family {
        of: &["turbo"],
        plain: &[
            "--force", "--parallel", "--no-daemon", "--daemon", "--continue", "--no-color", "--color", "--no-cache", "--no-update-notifier",
            "--summarize",
        ],
        valued: &["--ui", "--cache", "--verbosity", "--concurrency", "--output-logs", "--log-order", "--log-prefix", "--env-mode"],
        counted: &[],
        all: ANY,
    },
    Family {
        of: &["nx", "lerna"],
        plain: &["--all", "--skip-nx-cache", "--skipNxCache", "--verbose", "--nxBail", "--nx-bail", "--stream", "--no-progress"],
        valued: &["-t", "--target", "--targets", "--outputStyle", "--output-style", "--concurrency", "--loglevel", "--maxParallel"],
        counted: &["--parallel"],
        all: ANY,
    },
    Family {
        of: &["tsc", "vue-tsc", "tsgo"],
        plain: &["--noEmit", "--pretty", "--strict", "-b", "--build", "--incremental", "--skipLibCheck", "--force", "--verbose"],
        valued: &["-p", "--project"],
        counted: &[],
        all: &["."],
    },
    Family {
        of: &["eslint", "oxlint", "stylelint", "prettier", "biome"],
        plain: &[
            "--quiet", "--cache", "--no-cache", "--color", "--no-color", "--report-unused-disable-directives", "--check", "--debug",
            "--no-inline-config", "--error-on-warnings",
        ],
        valued: &[
            "--max-warnings", "--ext", "--cache-location", "--cache-strategy", "-f", "--format", "-o", "--output-file", "-c",
            "--config", "--config-path", "--threads", "--concurrency", "--log-level", "--loglevel", "--reporter",
        ],
        counted: &[],
        all: &[".", "src", "lib", "app", "test", "tests", "spec", "packages", "__tests__"],
    },
];
