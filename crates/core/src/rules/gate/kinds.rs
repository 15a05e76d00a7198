//! Which files are code, and which of them are of a kind that nobody writes tests for, by their names and places.

use crate::evidence::CODE;
use crate::policy::{Policy, named_by};

/// Directories of tests, and of what nobody tests.
const FREE: &[&str] = &[
    "test",
    "tests",
    "spec",
    "specs",
    "e2e",
    "cypress",
    "fixtures",
    "testdata",
    "mocks",
    "examples",
    "benches",
    "migrations",
    "scripts",
    "generated",
    "vendor",
    "third_party",
    "node_modules",
    "dist",
    "build",
    "out",
    "target",
    "coverage",
    "docs",
    "stories",
    ".storybook",
    ".github",
    "config",
    "bin",
];

/// Names of files that only start or join others.
const PLAIN: &[&str] = &[
    "main",
    "index",
    "mod",
    "lib",
    "__init__",
    "__main__",
    "setup",
    "conftest",
    "manage",
    "build",
    "types",
    "constants",
    "package-info",
    "module-info",
    "doc",
    "config",
    "settings",
    "urls",
    "wsgi",
    "asgi",
    "apps",
    "admin",
    "version",
    "_version",
    "setupTests",
    "gulpfile",
    "Gruntfile",
    "knexfile",
    "noxfile",
    "seed",
    "seeds",
];

/// Endings of names that say what a file only declares or joins: `cart.module.ts`, `cart.dto.ts`.
const JOINING: &[&str] = &[".types", ".type", ".interface", ".blade", ".module", ".dto", ".entity"];

/// What a framework calls the frames, states and lists of pages, in the directory of this name.
const FRAMES: &[(&str, &[&str])] = &[
    (
        "app",
        &[
            "layout",
            "loading",
            "error",
            "global-error",
            "not-found",
            "template",
            "default",
            "robots",
            "sitemap",
            "manifest",
        ],
    ),
    ("pages", &["_app", "_document", "_error"]),
];

/// Files that each of some languages has for others to hang on to, and none that does anything by itself.
#[rustfmt::skip]
const HANGERS: &[(&[&str], &[&str])] = &[
    (
        &["rb"],
        &[
            "schema", "application_record", "application_controller", "application_job", "application_mailer", "application_helper",
        ],
    ),
    (&["php"], &["Kernel", "rector", "ecs"]),
    (&["go"], &["tools", "wire"]),
    (&["ts", "tsx", "js", "jsx"], &["reportWebVitals"]),
];

/// Directories of declarations, of data and of helpers of tests: code, but none that tests are written for.
const UNTESTED: &[&str] = &[
    "types",
    "typings",
    "interfaces",
    "locales",
    "lang",
    "i18n",
    "migrate",
    "versions",
    "seeders",
    "factories",
    "benchmarks",
    "testutil",
    "testutils",
    "testing",
    "testhelpers",
    "testsupport",
    "testkit",
    "bootstrap",
    "settings",
    "environments",
    "alembic",
];

/// Whether a file is a test, by its name or by where it lies.
pub(crate) fn is_test(path: &str) -> bool {
    let (directory, file) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    let by_name =
        [".test", ".spec", ".e2e-spec", ".e2e-test", ".cy", "_test", "_spec", "-test", "Test", "Tests"]
            .iter()
            .any(|end| stem.ends_with(end))
            || ["test_", "test-"].iter().any(|start| stem.starts_with(start))
            || stem == "tests"
            || is_named_test_first(stem, ending);
    let is_place = |part: &str| matches!(part, "test" | "tests" | "__tests__" | "spec" | "specs" | "e2e");
    CODE.contains(&ending) && (by_name || directory.split('/').any(is_place))
}

/// Whether a file, by its path below the workspace's root, is code: no test, setting or declaration, and nothing that was
/// generated or is somebody else's.
/// Endings and places are settings.
pub(super) fn is_code(policy: &Policy, path: &str) -> bool {
    let (directory, file) = path.rsplit_once('/').unwrap_or(("", path));
    let Some((stem, ending)) = file.rsplit_once('.') else { return false };
    let is_hidden = || directory.split('/').any(|part| part.starts_with('.'));
    let lies_free = || match &policy.sources.except {
        Some(_) => is_hidden() || is_free_by_name(stem, ending),
        None => is_free(directory, stem, ending),
    };
    let is_usual = || policy.sources.extensions.is_some() || CODE.contains(&ending);
    is_usual() && !stem.is_empty() && !lies_free() && !is_excluded(policy, path)
}

/// Whether the policy itself says that a file is no source, by its ending or by where it lies.
pub(super) fn is_excluded(policy: &Policy, path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let has = |own: &Vec<String>| own.iter().any(|own| own.trim_start_matches('.') == ending);
    let lies_in = |globs: &Vec<String>| globs.iter().any(|glob| named_by(glob, path));
    !policy.sources.extensions.as_ref().is_none_or(has) || policy.sources.except.as_ref().is_some_and(lies_in)
}

/// Whether a path leads through a directory of tests, or of what stands in for something in them.
pub(super) fn lies_among_tests(path: &str) -> bool {
    let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
    directory.split('/').any(|part| {
        let place = part.trim_matches('_');
        matches!(place, "test" | "tests" | "spec" | "specs" | "e2e" | "mocks" | "fixtures" | "testdata")
    })
}

/// Whether a directory is one of tests, or of what nobody tests.
pub(crate) fn is_free_directory(directory: &str) -> bool {
    directory.split('/').any(|part| is_free_part(part) || part == "tmp")
}

/// Whether a file is a test, a setting, a declaration, generated, or lies where such files do.
pub(super) fn is_free(directory: &str, stem: &str, ending: &str) -> bool {
    directory.split('/').any(is_free_part) || is_free_by_name(stem, ending)
}

/// Whether what lies in a directory of this name is free; `__fixtures__` is one of fixtures.
fn is_free_part(part: &str) -> bool {
    part.starts_with('.') || FREE.contains(&part) || FREE.contains(&part.trim_matches('_'))
}

/// Whether a directory holds declarations, data or helpers of tests, however its words are joined: `test-utils`, `__testutils__`.
fn is_untested_part(part: &str) -> bool {
    UNTESTED.contains(&part)
        || (part.contains(['-', '_']) && UNTESTED.contains(&&*part.replace(['-', '_'], "")))
}

/// Whether a file is a test, a setting, a declaration or generated, wherever it lies.
pub(super) fn is_free_by_name(stem: &str, ending: &str) -> bool {
    const ENDS: &[&str] = &[
        ".test",
        ".tests",
        "-test",
        ".spec",
        ".e2e-spec",
        ".cy",
        "_test",
        "_spec",
        ".stories",
        ".d",
        ".config",
        ".conf",
        ".setup",
    ];
    ENDS.iter().any(|end| stem.ends_with(end))
        || is_generated(stem, ending)
        || sets_up_a_tool(stem, ending)
        || matches!(stem, "test" | "tests" | "conftest")
        || ["test_", "test-", "zz_generated"].iter().any(|start| stem.starts_with(start))
        || (matches!(ending, "java" | "kt" | "scala" | "groovy" | "php")
            && ["Test", "Tests", "IT", "Spec"].iter().any(|end| stem.ends_with(end)))
        || is_named_test_first(stem, ending)
}

/// Whether a name says that a program has written the file: `cart.generated.ts`, `cart_pb2_grpc.py`, `cart.pb.gw.go`.
fn is_generated(stem: &str, ending: &str) -> bool {
    let is_mark = |part: &str| matches!(part, "generated" | "gen" | "autogen" | "pb" | "min");
    stem.split('.').skip(1).any(is_mark)
        || ["_generated", "-generated", "_gen", "_autogen"].iter().any(|end| stem.ends_with(end))
        || stem.split('_').skip(1).any(|part| part == "pb2")
        || (is_script(ending) && stem.ends_with("_pb"))
}

/// Tools of JavaScript whose settings are code, and named after them: `webpack.dev.js`, `vitest.workspace.ts`.
#[rustfmt::skip]
const TOOLS: &[&str] = &[
    "webpack", "rollup", "rspack", "rsbuild", "esbuild", "tsup", "vite", "vitest", "jest", "babel", "eslint", "prettier",
    "stylelint", "tailwind", "postcss", "playwright", "cypress", "wdio", "karma",
];

fn sets_up_a_tool(stem: &str, ending: &str) -> bool {
    is_script(ending) && stem.split_once('.').is_some_and(|(tool, _)| TOOLS.contains(&tool))
}

fn is_script(ending: &str) -> bool {
    matches!(ending, "js" | "mjs" | "cjs" | "ts" | "mts" | "cts")
}

/// Whether a class is a test by how its name begins: `TestCart`, and not `Testimonial`.
fn is_named_test_first(stem: &str, ending: &str) -> bool {
    let rest = stem.strip_prefix("Test").filter(|_| matches!(ending, "java" | "kt" | "scala" | "groovy"));
    rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_uppercase()))
}

/// Whether a file that is code is of a kind that nobody tests by itself: it joins or declares others, or sets them up.
pub(super) fn is_untested(directory: &str, stem: &str, ending: &str) -> bool {
    only_joins(directory, stem, ending) || directory.split('/').any(is_untested_part)
}

/// Whether a file is of such a kind by what it is called, if only in a framework's own directory.
pub(super) fn only_joins(directory: &str, stem: &str, ending: &str) -> bool {
    let is_component = || is_script(ending) || matches!(ending, "tsx" | "jsx");
    let is_frame = |(place, names): &(&str, &[&str])| {
        names.contains(&stem) && directory.split('/').any(|part| part == *place)
    };
    PLAIN.contains(&stem)
        || stem.starts_with('.')
        || JOINING.iter().any(|end| stem.ends_with(end))
        || (is_component() && FRAMES.iter().any(is_frame))
        || HANGERS.iter().any(|(endings, names)| endings.contains(&ending) && names.contains(&stem))
        || (ending == "go" && (stem.starts_with("mock_") || stem.ends_with("_mock")))
        || (ending == "php" && directory.split('/').any(|part| matches!(part, "routes" | "Providers")))
        || (matches!(ending, "java" | "kt")
            && ["Application", "Config", "Configuration", "Dto"].iter().any(|end| stem.ends_with(end)))
}

/// Whether a file of Go says of itself that a program has written it, in front of its package.
pub(super) fn says_generated(path: &str, text: &str) -> bool {
    let is_mark =
        |line: &str| line.starts_with("// Code generated ") && line.trim_end().ends_with(" DO NOT EDIT.");
    let is_go = path.rsplit_once('.').is_some_and(|(_, ending)| ending == "go");
    is_go && text.lines().take_while(|line| !line.starts_with("package ")).any(is_mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_told_from_tests_settings_and_what_others_made() {
        for path in [
            "src/cart.ts",
            "src/main.rs",
            "index.js",
            "distance.py",
            "rebuild.ts",
            "tool.sh",
            "Testimonial.java",
            "src/user_generated_content.py",
            "src/next_gen_parser.py",
            "src/webpack_stats.js",
            "src/cart.workspace.ts",
            "src/price_pb.py",
            "src/cart.dev.ts",
        ] {
            assert!(is_code(&Policy::default(), path), "{path}");
        }
        for path in [
            "src/cart.test.ts",
            "tests/test_cart.py",
            "node_modules/a/index.js",
            "dist/a.js",
            "out/a.js",
            "coverage/a.js",
            "third_party/a.c",
            "web/jquery.min.js",
            "src/TestCart.java",
            "vite.config.ts",
            "env.d.ts",
            ".claude/hooks/a.sh",
            "README.md",
            "a.css",
            ".ts",
            "Makefile",
            "vitest.workspace.ts",
            "web/webpack.dev.js",
            "webpack.common.cjs",
            "api/cart_pb2_grpc.py",
            "api/cart.pb.go",
            "api/cart.pb.gw.go",
            "api/cart_grpc.pb.go",
            "web/cart_pb.js",
            "src/__tests__/cart.ts",
            "src/__fixtures__/users.ts",
            "src/__generated__/a.ts",
            "src/schema.generated.ts",
            "src/schema_generated.go",
            "src/routeTree.gen.ts",
        ] {
            assert!(!is_code(&Policy::default(), path), "{path}");
        }
    }

    #[test]
    fn helpers_of_tests_are_tested_by_nobody() {
        for directory in ["src/test-utils", "src/__testutils__", "test_helpers", "pkg/testutil", "src/i18n"] {
            assert!(is_untested(directory, "render", "tsx"), "{directory}");
        }
        for directory in ["src/testimonials", "src/t-y-p-e-d", "src/utils"] {
            assert!(!is_untested(directory, "render", "tsx"), "{directory}");
        }
    }

    #[test]
    fn what_a_framework_hangs_on_to_is_tested_by_nobody() {
        for path in [
            "app/shop/[id]/layout.tsx",
            "src/app/not-found.tsx",
            "app/robots.ts",
            "src/pages/_app.tsx",
            "pages/_document.jsx",
            "src/shop/shop.module.ts",
            "src/shop/dto/create-shop.dto.ts",
            "src/shop/shop.entity.ts",
            "app/controllers/application_controller.rb",
            "app/jobs/application_job.rb",
            "app/Http/Kernel.php",
            "rector.php",
            "src/reportWebVitals.ts",
            "tools.go",
            "cmd/shop/wire.go",
        ] {
            let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
            let (stem, ending) = name.rsplit_once('.').unwrap();
            assert!(is_untested(directory, stem, ending), "{path}");
        }
        for path in [
            "src/layout.tsx",
            "src/shop/error.ts",
            "src/sitemap.ts",
            "app/page.tsx",
            "src/module.ts",
            "lib/tools.rb",
            "wire.rs",
        ] {
            let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
            let (stem, ending) = name.rsplit_once('.').unwrap();
            assert!(!is_untested(directory, stem, ending), "{path}");
        }
    }

    #[test]
    fn a_generated_file_of_go_says_so_in_front() {
        let mark = "// Code generated by mockery v2. DO NOT EDIT.";
        assert!(says_generated("a.go", &format!("{mark}\n\npackage a\n")));
        assert!(says_generated("a.go", &format!("//go:build x\n\n{mark}\n\npackage a\n")));
        for (path, text) in [
            ("a.go", format!("package a\n\n{mark}\n")),
            ("a.go", "// Code generated by hand.\npackage a\n".to_owned()),
            ("a.ts", format!("{mark}\n")),
        ] {
            assert!(!says_generated(path, &text), "{path} {text}");
        }
    }

    #[test]
    fn endings_and_places_are_settings() {
        let mut policy = Policy::default();
        policy.sources.extensions = Some(vec!["ts".into(), ".tf".into()]);
        assert!(
            is_code(&policy, "src/a.ts") && is_code(&policy, "net/a.tf") && !is_code(&policy, "src/a.py")
        );
        assert!(!is_code(&policy, "scripts/a.ts"), "the usual places are free");
        policy.sources.except = Some(vec!["gen/**".into()]);
        assert!(is_code(&policy, "scripts/a.ts") && !is_code(&policy, "gen/a.ts"));
        for path in ["src/a.test.ts", "vite.config.ts", ".github/a.ts"] {
            assert!(!is_code(&policy, path), "{path}");
        }
    }
}
