//! Where the tests of a file lie, by the usual layouts: those of the workspace, and those of the nearest package in it.

use hookward_effects::Kind;

use super::kinds::{is_free, is_untested};
use crate::evidence::manifests;
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

/// What a file needs, by its absolute path: the tests that its workspace or its package would have.
pub(crate) fn tests_for(case: &Case, path: &str) -> Tests {
    let below = super::below(case, path);
    let root = path.strip_suffix(below).unwrap_or_default();
    let own = tests_of(below);
    let is_package = |directory: &str| {
        manifests().any(|name| case.world.kind(&format!("{root}{directory}/{name}")) == Kind::File)
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

/// The directories that a directory lies in.
fn above(directory: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(directory.rsplit_once('/'), |(up, _)| up.rsplit_once('/')).map(|(up, _)| up)
}

/// What a file needs, by its path below the workspace's root. A star stands for any name.
fn tests_of(path: &str) -> Tests {
    let (directory, file) = path.rsplit_once('/').unwrap_or(("", path));
    let Some((stem, ending)) = file.rsplit_once('.') else { return Tests::NotNeeded };
    if is_free(directory, stem, ending) || is_untested(directory, stem, ending) {
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
            let usual = match ending {
                "vue" | "svelte" => "ts",
                ending => ending,
            };
            let mut all = vec![here(format!("{stem}.test.{usual}"))];
            // A hook is tested in `.tsx`, a module in whatever the tests are written in.
            let behind =
                [".test.*", ".spec.*", "-test.*", "_test.*", ".tests.*"].map(|end| format!("{stem}{end}"));
            let in_front = ["test-", "test_"].map(|start| format!("{start}{stem}.*"));
            for name in behind.into_iter().chain(in_front) {
                all.extend([here(name.clone()), here(format!("__tests__/{name}"))]);
                for top in ["tests", "test", "spec", "__tests__", "src/__tests__", "src/test", "src/tests"] {
                    all.extend(below_at_any_depth(top, &name));
                }
            }
            // All that lies in a directory of this name is a test to Jest.
            let name = format!("{stem}.*");
            all.push(here(format!("__tests__/{name}")));
            all.extend(["__tests__", "src/__tests__"].iter().flat_map(|top| below_at_any_depth(top, &name)));
            // Below the tests, the name alone may say it: `test/cart.js`.
            all.extend([under("test", file.to_owned()), under("tests", file.to_owned())]);
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
            format!("tests/*/{stem}.rs"),
        ]),
        "py" => Tests::OneOf(
            vec![
                format!("tests/test_{stem}.py"),
                here(format!("test_{stem}.py")),
                here(format!("{stem}_test.py")),
                here(format!("tests/test_{stem}.py")),
                under("tests", format!("test_{stem}.py")),
                format!("tests/unit/test_{stem}.py"),
                format!("test/test_{stem}.py"),
                format!("tests/{stem}_test.py"),
                here(format!("test/test_{stem}.py")),
                // Django's own layout: one file for an application.
                here("tests.py".to_owned()),
            ]
            .into_iter()
            .chain(above(directory).map(|package| format!("{package}/tests/test_{stem}.py")))
            .chain(below_at_any_depth("tests", &format!("test_{stem}.py")))
            .chain(below_at_any_depth("tests", &format!("{stem}_test.py")))
            .chain(directory.rsplit('/').next().map(|package| format!("tests/test_{package}_{stem}.py")))
            .collect(),
        ),
        // A package is tested as a whole.
        "go" => Tests::OneOf(vec![here(format!("{stem}_test.go")), here("*_test.go".to_owned())]),
        "java" | "kt" | "scala" | "groovy" => {
            // A class of one language may be tested in another.
            let (before, inner) = directory.split_once("src/main/").unwrap_or((directory, ""));
            let mut all = Vec::new();
            let behind = ["Test", "Tests", "IT", "Spec", "IntegrationTest"].map(|end| format!("{stem}{end}"));
            for test in behind.into_iter().chain([format!("Test{stem}")]) {
                if inner.is_empty() && !directory.contains("src/main/") {
                    all.push(here(format!("{test}.{ending}")));
                    continue;
                }
                let package = inner.split_once('/').map_or("", |(_, package)| package);
                let language = inner.split('/').next().unwrap_or_default();
                all.push(joined(&[before, "src/test", language, package, &format!("{test}.{ending}")]));
                for (other, ending) in
                    [("java", "java"), ("kotlin", "kt"), ("scala", "scala"), ("groovy", "groovy")]
                {
                    let name = format!("{test}.{ending}");
                    all.push(joined(&[before, "src/test", other, package, &name]));
                    all.push(joined(&[before, "src/integrationTest", other, package, &name]));
                    all.push(joined(&[before, "src/androidTest", other, package, &name]));
                }
            }
            Tests::OneOf(all)
        }
        "php" => {
            let mut all = vec![
                under("tests", format!("{stem}Test.php")),
                under("tests/Unit", format!("{stem}Test.php")),
                under("tests/Feature", format!("{stem}Test.php")),
            ];
            all.extend(below_at_any_depth("tests", &format!("{stem}Test.php")));
            // A controller is tested by what is asked of it.
            let asked = stem.strip_suffix("Controller").map(|stem| format!("{stem}Test.php"));
            all.extend(asked.iter().flat_map(|name| below_at_any_depth("tests/Feature", name)));
            Tests::OneOf(all)
        }
        "rb" => {
            let mut all = vec![
                under("spec", format!("{stem}_spec.rb")),
                under("test", format!("{stem}_test.rb")),
                format!("spec/{stem}_spec.rb"),
                format!("test/{stem}_test.rb"),
                joined(&["spec", directory, &format!("{stem}_spec.rb")]),
                joined(&["test", directory, &format!("{stem}_test.rb")]),
            ];
            for (top, name) in [
                ("spec", format!("{stem}_spec.rb")),
                ("test", format!("{stem}_test.rb")),
                ("test", format!("test_{stem}.rb")),
            ] {
                all.extend(below_at_any_depth(top, &name));
            }
            // A controller is tested by what is asked of it.
            let asked = stem.strip_suffix("_controller").map(|stem| format!("{stem}_spec.rb"));
            all.extend(asked.iter().flat_map(|name| below_at_any_depth("spec/requests", name)));
            Tests::OneOf(all)
        }
        _ => Tests::NotNeeded,
    }
}

/// A name below a directory of tests, in which each level of the code may have a directory, or none.
fn below_at_any_depth(top: &str, name: &str) -> impl Iterator<Item = String> {
    ["", "*/", "*/*/", "*/*/*/"].map(|levels| format!("{top}/{levels}{name}")).into_iter()
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
            ("src/shop/cart.tsx", "src/shop/__tests__/cart.test.*"),
            ("src/shop/cart.ts", "tests/*/cart.test.*"),
            ("src/shop/cart.ts", "tests/*/*/cart.test.*"),
            ("src/shop/useCart.ts", "src/shop/useCart.test.*"),
            ("cart.js", "test/cart.spec.*"),
            ("lib/cart.js", "test/cart.js"),
            ("shop/models.py", "shop/tests.py"),
            ("shop/management/commands/sweep.py", "shop/tests/test_sweep.py"),
            ("app/controllers/carts_controller.rb", "spec/requests/carts_spec.rb"),
            ("app/Http/Controllers/CartController.php", "tests/Feature/CartTest.php"),
            ("src/cart.rs", "tests/*/cart.rs"),
            ("app/cart.py", "tests/test_cart.py"),
            ("app/shop/cart.py", "tests/*/test_cart.py"),
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
            ("src/cart.ts", "src/__tests__/cart.test.*"),
            ("src/cart.ts", "src/__tests__/cart.*"),
            ("src/shop/cart.ts", "src/__tests__/*/cart.*"),
            ("src/cart.ts", "spec/cart.spec.*"),
            ("lib/cart.js", "test/test-cart.*"),
            ("src/main/java/a/Cart.java", "src/test/java/a/TestCart.java"),
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
            "shop/tests.py",
            "mysite/settings/base.py",
            "src/cart/tests.rs",
            "src/environments/environment.ts",
            "db/migrations/001.py",
            "README.md",
            "Makefile",
            "styles.css",
            "src/cart.types.ts",
            "src/types/cart.ts",
            "src/config.ts",
            "src/setupTests.ts",
            "vitest.setup.ts",
            "mysite/settings.py",
            "mysite/urls.py",
            "db/migrate/2024_carts.rb",
            "db/schema.rb",
            "database/seeders/CartSeeder.php",
            "resources/views/cart.blade.php",
            "src/main/java/a/Application.java",
            "wire_gen.go",
        ] {
            assert_eq!(tests_of(path), Tests::NotNeeded, "{path}");
        }
    }
}
