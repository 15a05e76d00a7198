//! Where the tests of a file lie, by the usual layouts: those of the workspace, and those of the nearest package in it.

use hookward_effects::Kind;

use crate::evidence::CODE;
use crate::rule::Case;

/// What a file needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tests {
    /// Nothing: it is a test, a setting, a declaration, or no code.
    NotNeeded,
    /// One of these, the usual one first.
    OneOf(Vec<String>),
    /// Tests inside of it, or one of these.
    InsideOr(Vec<String>),
}

/// Directories of tests, and of what nobody tests.
const FREE: &[&str] = &[
    "test",
    "tests",
    "__tests__",
    "spec",
    "specs",
    "e2e",
    "cypress",
    "fixtures",
    "testdata",
    "__mocks__",
    "mocks",
    "examples",
    "benches",
    "migrations",
    "scripts",
    "generated",
    "__generated__",
    "vendor",
    "node_modules",
    "dist",
    "build",
    "target",
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
];

/// Whether a file, by its path below the workspace's root, is code: no test, setting or declaration, and nothing that was
/// generated or is somebody else's.
pub(super) fn is_code(path: &str) -> bool {
    let (directory, file) = path.rsplit_once('/').unwrap_or(("", path));
    let Some((stem, ending)) = file.rsplit_once('.') else { return false };
    CODE.contains(&ending) && !stem.is_empty() && !is_free(directory, stem, ending)
}

/// Whether a directory is one of tests, or of what nobody tests.
pub(super) fn is_free_directory(directory: &str) -> bool {
    directory.split('/').any(|part| FREE.contains(&part) || part.starts_with('.') || part == "tmp")
}

/// Whether a file is a test, a setting, a declaration, generated, or lies where such files do.
fn is_free(directory: &str, stem: &str, ending: &str) -> bool {
    directory.split('/').any(|part| FREE.contains(&part) || part.starts_with('.'))
        || is_free_by_name(stem, ending)
}

/// Whether a file is a test, a setting, a declaration or generated, wherever it lies.
pub(super) fn is_free_by_name(stem: &str, ending: &str) -> bool {
    [".test", ".spec", "_test", "_spec", ".stories", ".d", ".config", ".conf", ".gen", "_pb2", ".pb"]
        .iter()
        .any(|end| stem.ends_with(end))
        || stem.starts_with("test_")
        || (matches!(ending, "java" | "kt" | "scala" | "groovy" | "php")
            && ["Test", "Tests", "IT", "Spec"].iter().any(|end| stem.ends_with(end)))
}

/// Files that a package has at its top.
const MANIFESTS: &[&str] = &[
    "package.json",
    "Cargo.toml",
    "pyproject.toml",
    "setup.py",
    "go.mod",
    "composer.json",
    "Gemfile",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "deno.json",
];

/// What a file needs, by its absolute path: the tests that its workspace or its package would have.
pub(crate) fn tests_for(case: &Case, path: &str) -> Tests {
    let below = super::below(case, path);
    let root = path.strip_suffix(below).unwrap_or_default();
    let own = tests_of(below);
    let is_package = |directory: &str| {
        MANIFESTS.iter().any(|name| case.world.kind(&format!("{root}{directory}/{name}")) == Kind::File)
    };
    let mut directory = below;
    let package = loop {
        match directory.rsplit_once('/') {
            Some((above, _)) if is_package(above) => break above,
            Some((above, _)) => directory = above,
            None => return own,
        }
    };
    let inner = below.strip_prefix(package).unwrap_or(below).trim_start_matches('/');
    let of_package = match tests_of(inner) {
        Tests::NotNeeded => return own,
        Tests::OneOf(all) | Tests::InsideOr(all) => all.into_iter().map(|test| format!("{package}/{test}")),
    };
    // The package's own place is the usual one.
    match own {
        Tests::NotNeeded => Tests::NotNeeded,
        Tests::OneOf(all) => Tests::OneOf(of_package.chain(all).collect()),
        Tests::InsideOr(all) => Tests::InsideOr(of_package.chain(all).collect()),
    }
}

/// The files below a root that such a test may be; of one with stars those that are there.
pub(crate) fn named(case: &Case, root: &str, test: &str) -> Vec<String> {
    let path = format!("{root}{test}");
    if test.contains('*') { case.world.expand(&path) } else { vec![path] }
}

/// What a file needs, by its path below the workspace's root. A star stands for any name.
fn tests_of(path: &str) -> Tests {
    let (directory, file) = path.rsplit_once('/').unwrap_or(("", path));
    let Some((stem, ending)) = file.rsplit_once('.') else { return Tests::NotNeeded };
    if is_free(directory, stem, ending) || PLAIN.contains(&stem) || stem.starts_with('.') {
        return Tests::NotNeeded;
    }
    let here = |name: String| if directory.is_empty() { name } else { format!("{directory}/{name}") };
    // Without the directory that holds all sources: `src/a/b.ts` is tested by `tests/a/b.test.ts`.
    let inner =
        ["src/", "lib/", "app/"].iter().find_map(|top| directory.strip_prefix(top)).unwrap_or_default();
    let inner = if ["src", "lib", "app"].contains(&directory) {
        ""
    } else if inner.is_empty() {
        directory
    } else {
        inner
    };
    let under = |top: &str, name: String| {
        [top, inner, &name].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("/")
    };
    match ending {
        "ts" | "tsx" | "js" | "jsx" | "mts" | "cts" | "mjs" | "cjs" | "vue" | "svelte" => {
            let endings: &[&str] = match ending {
                "vue" | "svelte" => &["ts", "js"],
                "tsx" => &["tsx", "ts"],
                "jsx" => &["jsx", "js"],
                ending => &[ending],
            };
            let mut all = Vec::new();
            for kind in ["test", "spec"] {
                for ending in endings {
                    let name = format!("{stem}.{kind}.{ending}");
                    all.extend([
                        here(name.clone()),
                        here(format!("__tests__/{name}")),
                        under("tests", name.clone()),
                        under("test", name.clone()),
                        format!("tests/{name}"),
                        format!("test/{name}"),
                        under("__tests__", name.clone()),
                        under("src/__tests__", name.clone()),
                        format!("__tests__/{name}"),
                        format!("src/__tests__/{name}"),
                        format!("tests/*/{name}"),
                    ]);
                }
            }
            Tests::OneOf(all)
        }
        "rs" => Tests::InsideOr(vec![
            here(format!("{stem}/tests.rs")),
            format!("tests/{stem}.rs"),
            format!("{}tests/{stem}.rs", directory.split_once("src").map_or("", |(krate, _)| krate)),
            here(format!("{stem}_tests.rs")),
            here(format!("tests/{stem}.rs")),
            here("tests.rs".to_owned()),
            under("tests", format!("{stem}.rs")),
            format!("tests/{stem}_test.rs"),
            format!("tests/{stem}_tests.rs"),
            format!("tests/test_{stem}.rs"),
        ]),
        "py" => Tests::OneOf(vec![
            format!("tests/test_{stem}.py"),
            here(format!("test_{stem}.py")),
            here(format!("{stem}_test.py")),
            here(format!("tests/test_{stem}.py")),
            under("tests", format!("test_{stem}.py")),
            format!("tests/unit/test_{stem}.py"),
            format!("test/test_{stem}.py"),
            format!("tests/{stem}_test.py"),
            // Below the tests, each level of the package may have a directory, or none.
            format!("tests/*/test_{stem}.py"),
            format!("tests/*/*/test_{stem}.py"),
            format!("tests/*/*/*/test_{stem}.py"),
        ]),
        // A package is tested as a whole.
        "go" => Tests::OneOf(vec![here(format!("{stem}_test.go")), here("*_test.go".to_owned())]),
        "java" | "kt" | "scala" | "groovy" => {
            // A class of one language may be tested in another.
            let (before, inner) = directory.split_once("src/main/").unwrap_or((directory, ""));
            let mut all = Vec::new();
            for end in ["Test", "Tests", "IT", "Spec"] {
                if inner.is_empty() && !directory.contains("src/main/") {
                    all.push(here(format!("{stem}{end}.{ending}")));
                    continue;
                }
                let package = inner.split_once('/').map_or("", |(_, package)| package);
                let language = inner.split('/').next().unwrap_or_default();
                all.push(joined(&[before, "src/test", language, package, &format!("{stem}{end}.{ending}")]));
                for (other, ending) in
                    [("java", "java"), ("kotlin", "kt"), ("scala", "scala"), ("groovy", "groovy")]
                {
                    let name = format!("{stem}{end}.{ending}");
                    all.push(joined(&[before, "src/test", other, package, &name]));
                    all.push(joined(&[before, "src/integrationTest", other, package, &name]));
                    all.push(joined(&[before, "src/androidTest", other, package, &name]));
                }
            }
            Tests::OneOf(all)
        }
        "php" => Tests::OneOf(vec![
            under("tests", format!("{stem}Test.php")),
            format!("tests/{stem}Test.php"),
            under("tests/Unit", format!("{stem}Test.php")),
            under("tests/Feature", format!("{stem}Test.php")),
            format!("tests/Unit/{stem}Test.php"),
            format!("tests/Feature/{stem}Test.php"),
            format!("tests/*/{stem}Test.php"),
            format!("tests/*/*/{stem}Test.php"),
        ]),
        "rb" => Tests::OneOf(vec![
            under("spec", format!("{stem}_spec.rb")),
            under("test", format!("{stem}_test.rb")),
            format!("spec/{stem}_spec.rb"),
            format!("test/{stem}_test.rb"),
            joined(&["spec", directory, &format!("{stem}_spec.rb")]),
            joined(&["test", directory, &format!("{stem}_test.rb")]),
            format!("test/test_{stem}.rb"),
            format!("spec/*/{stem}_spec.rb"),
            format!("test/*/{stem}_test.rb"),
        ]),
        _ => Tests::NotNeeded,
    }
}

/// Parts of a path, without those that are empty.
fn joined(parts: &[&str]) -> String {
    let parts = parts.iter().map(|part| part.trim_end_matches('/')).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_layouts_are_known() {
        for (path, test) in [
            ("src/cart.ts", "src/cart.test.ts"),
            ("src/shop/cart.tsx", "src/shop/__tests__/cart.test.tsx"),
            ("src/shop/cart.ts", "tests/shop/cart.test.ts"),
            ("cart.js", "test/cart.spec.js"),
            ("app/cart.py", "tests/test_cart.py"),
            ("app/shop/cart.py", "tests/shop/test_cart.py"),
            ("pkg/cart.go", "pkg/cart_test.go"),
            ("src/main/java/a/Cart.java", "src/test/java/a/CartTest.java"),
            ("app/Models/Cart.php", "tests/Unit/Models/CartTest.php"),
            ("app/models/cart.rb", "spec/models/cart_spec.rb"),
            ("lib/cart.rb", "test/cart_test.rb"),
            ("src/cart.rs", "tests/cart.rs"),
            ("crates/a/src/cart.rs", "crates/a/tests/cart.rs"),
            ("pkg/cart.go", "pkg/*_test.go"),
            ("app/src/main/java/a/Cart.java", "app/src/test/kotlin/a/CartTest.kt"),
            ("src/main/kotlin/a/b/Cart.kt", "src/test/kotlin/a/b/CartTest.kt"),
            ("src/shop/cart.py", "tests/*/test_cart.py"),
            ("lib/shop/cart.rb", "spec/lib/shop/cart_spec.rb"),
            ("src/cart.ts", "src/__tests__/cart.test.ts"),
        ] {
            match tests_of(path) {
                Tests::OneOf(all) | Tests::InsideOr(all) => {
                    assert!(all.contains(&test.to_owned()), "{path}: {all:?}");
                }
                Tests::NotNeeded => assert!(path.is_empty(), "{path} needs none"),
            }
        }
    }

    #[test]
    fn code_is_told_from_tests_settings_and_what_others_made() {
        for path in ["src/cart.ts", "src/main.rs", "index.js", "distance.py", "rebuild.ts", "tool.sh"] {
            assert!(is_code(path), "{path}");
        }
        for path in [
            "src/cart.test.ts",
            "tests/test_cart.py",
            "node_modules/a/index.js",
            "dist/a.js",
            "vite.config.ts",
            "env.d.ts",
            ".claude/hooks/a.sh",
            "README.md",
            "a.css",
            ".ts",
            "Makefile",
        ] {
            assert!(!is_code(path), "{path}");
        }
    }

    #[test]
    fn tests_settings_and_joints_need_none() {
        for path in [
            "src/cart.test.ts",
            "tests/test_cart.py",
            "pkg/cart_test.go",
            "src/test/java/CartTest.java",
            "src/index.ts",
            "src/main.rs",
            "vite.config.ts",
            "src/env.d.ts",
            "app/__init__.py",
            "db/migrations/001.py",
            "README.md",
            "Makefile",
            "styles.css",
        ] {
            assert_eq!(tests_of(path), Tests::NotNeeded, "{path}");
        }
    }
}
