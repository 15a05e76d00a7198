//! Where the tests of a file lie, by the usual layouts: those of the workspace, and those of the nearest package in it.

mod agreeing;
mod neighbours;

use hookward_effects::Kind;

pub(crate) use agreeing::{fits, is_of_any_level, named};
pub(crate) use neighbours::likely;

use self::agreeing::LEVELS;
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

/// What a file needs, by its path below the workspace's root. A star stands for any part of a name, two for directories that agree
/// with those of the code.
fn tests_of(path: &str) -> Tests {
    let (directory, file) = path.rsplit_once('/').unwrap_or(("", path));
    let Some((stem, ending)) = file.rsplit_once('.') else { return Tests::NotNeeded };
    if is_free(directory, stem, ending) || is_untested(directory, stem, ending) {
        return Tests::NotNeeded;
    }
    let here = |name: String| joined(&[directory, &name]);
    // In a directory of tests beside it, or of any directory that it lies in.
    let below = |tops: &[&str], names: &[String]| -> Vec<String> {
        let places = upwards(directory).flat_map(|place| tops.iter().map(move |top| (place, top)));
        places
            .flat_map(|(place, top)| names.iter().map(move |name| joined(&[place, top, LEVELS, name])))
            .collect()
    };
    match ending {
        "ts" | "tsx" | "js" | "jsx" | "mts" | "cts" | "mjs" | "cjs" | "vue" | "svelte" => {
            let (usual, stems) = match ending {
                // A component may be named with its ending: `Cart.svelte.test.ts`.
                "vue" | "svelte" => ("ts", vec![stem, file]),
                ending => (ending, vec![stem]),
            };
            // A hook is tested in `.tsx`, a module in whatever the tests are written in.
            let called = |stem: &str| {
                let kinds = ["", ".unit", ".integration", ".int", ".browser"];
                let kinds =
                    kinds.iter().flat_map(|kind| [format!("{kind}.test.*"), format!("{kind}.spec.*")]);
                let others = ["-test.*", "_test.*", ".tests.*", ".cy.*", ".e2e-spec.*"].map(str::to_owned);
                let behind: Vec<String> = kinds.chain(others).map(|end| format!("{stem}{end}")).collect();
                behind.into_iter().chain(["test-", "test_"].map(|start| format!("{start}{stem}.*")))
            };
            // What answers requests is tested by them: `cart.e2e-spec.ts` asks `cart.controller.ts`.
            let asked =
                [".controller", ".resolver", ".gateway"].iter().find_map(|end| stem.strip_suffix(end));
            let asked = asked.map(|stem| format!("{stem}.e2e-spec.*"));
            let names: Vec<String> = stems.into_iter().flat_map(called).chain(asked).collect();
            let mut all = vec![here(format!("{stem}.test.{usual}"))];
            all.extend(names.iter().cloned().map(here));
            all.extend(below(&["__tests__", "tests", "test", "spec"], &names));
            // All that lies in a directory of this name is a test to Jest.
            all.extend(below(&["__tests__"], &[format!("{stem}.*")]));
            // Below the tests, the name alone may say it: `test/cart.js`.
            all.extend(below(&["test", "tests"], &[file.to_owned()]));
            Tests::OneOf(all)
        }
        "rs" => {
            let mut all = vec![
                here(format!("{stem}/tests.rs")),
                format!("tests/{stem}.rs"),
                here(format!("{stem}_tests.rs")),
                here(format!("{stem}_test.rs")),
                here("tests.rs".to_owned()),
            ];
            let names = [
                format!("{stem}.rs"),
                format!("{stem}_test.rs"),
                format!("{stem}_tests.rs"),
                format!("test_{stem}.rs"),
            ];
            all.extend(below(&["tests"], &names));
            Tests::InsideOr(all)
        }
        "py" => {
            let mut all = vec![
                format!("tests/test_{stem}.py"),
                here(format!("test_{stem}.py")),
                here(format!("{stem}_test.py")),
                // Django's own layout: one file for an application.
                here("tests.py".to_owned()),
            ];
            let package = directory.rsplit('/').next().unwrap_or_default();
            let mut names = vec![
                format!("test_{stem}.py"),
                format!("{stem}_test.py"),
                format!("test_{package}_{stem}.py"),
            ];
            // `_internal.py` is tested by `test_internal.py`.
            let bare = stem.trim_start_matches('_');
            if bare != stem {
                names.extend([format!("test_{bare}.py"), format!("{bare}_test.py")]);
            }
            all.extend(below(&["tests", "test"], &names));
            Tests::OneOf(all)
        }
        // A package is tested as a whole.
        "go" => Tests::OneOf(vec![here(format!("{stem}_test.go")), here("*_test.go".to_owned())]),
        "java" | "kt" | "scala" | "groovy" => Tests::OneOf(of_classes(directory, stem, ending)),
        "php" => {
            let name = format!("{stem}Test.php");
            let mut all = vec![joined(&["tests", inner_of(directory), &name])];
            all.extend(below(&["tests", "test"], &[name]));
            // A controller is tested by what is asked of it.
            let asked = stem.strip_suffix("Controller").map(|stem| format!("{stem}Test.php"));
            all.extend(asked.iter().flat_map(|name| below(&["tests/Feature"], std::slice::from_ref(name))));
            Tests::OneOf(all)
        }
        "rb" => {
            let mut all = vec![
                joined(&["spec", inner_of(directory), &format!("{stem}_spec.rb")]),
                joined(&["test", inner_of(directory), &format!("{stem}_test.rb")]),
            ];
            all.extend(below(&["spec"], &[format!("{stem}_spec.rb")]));
            all.extend(below(&["test"], &[format!("{stem}_test.rb"), format!("test_{stem}.rb")]));
            // A controller is tested by what is asked of it.
            let asked = stem.strip_suffix("_controller").map(|stem| format!("{stem}_spec.rb"));
            all.extend(asked.iter().flat_map(|name| below(&["spec/requests"], std::slice::from_ref(name))));
            Tests::OneOf(all)
        }
        _ => Tests::NotNeeded,
    }
}

/// A directory, without the one that holds all sources: `src/a/b.rb` is tested by `spec/a/b_spec.rb`.
fn inner_of(directory: &str) -> &str {
    let (top, inner) = directory.split_once('/').unwrap_or((directory, ""));
    if ["src", "lib", "app"].contains(&top) { inner } else { directory }
}

/// Where a class is tested: in the set of sources that belongs to its own (`src/main` and `src/test`, `src/commonMain` and
/// `src/commonTest`), maybe in another language.
fn of_classes(directory: &str, stem: &str, ending: &str) -> Vec<String> {
    // What an interface promises, its only implementation is tested for.
    let stems = [Some(stem), stem.strip_suffix("Impl")].into_iter().flatten().filter(|stem| !stem.is_empty());
    let tests = stems.flat_map(|stem| {
        let behind =
            ["Test", "Tests", "IT", "Spec", "UnitTest", "IntegrationTest"].map(|end| format!("{stem}{end}"));
        behind.into_iter().chain([format!("Test{stem}")])
    });
    let parts: Vec<&str> = directory.split('/').collect();
    let set = parts
        .windows(2)
        .position(|pair| matches!(pair, ["src", set] if *set == "main" || set.ends_with("Main")));
    let Some(at) = set else {
        return tests.map(|test| joined(&[directory, &format!("{test}.{ending}")])).collect();
    };
    let before = parts.get(..at).unwrap_or_default().join("/");
    let set = parts.get(at + 1).copied().unwrap_or_default();
    let language = parts.get(at + 2).copied().unwrap_or_default();
    let package = parts.get(at + 3..).unwrap_or_default().join("/");
    let own = set.strip_suffix("Main").map_or_else(|| "src/test".to_owned(), |own| format!("src/{own}Test"));
    let sets = [own.as_str(), "src/test", "src/commonTest", "src/integrationTest", "src/androidTest"];
    let mut all = Vec::new();
    for test in tests {
        all.push(joined(&[&before, &own, language, &package, &format!("{test}.{ending}")]));
        for (other, ending) in [("java", "java"), ("kotlin", "kt"), ("scala", "scala"), ("groovy", "groovy")]
        {
            let name = format!("{test}.{ending}");
            all.extend(sets.iter().map(|set| joined(&[&before, set, other, &package, &name])));
        }
    }
    all
}

/// A directory, and those that it lies in.
fn upwards(directory: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(directory), |own| {
        (!own.is_empty()).then(|| own.rsplit_once('/').map_or("", |(up, _)| up))
    })
}

/// Parts of a path, without those that are empty.
fn joined(parts: &[&str]) -> String {
    let parts = parts.iter().map(|part| part.trim_end_matches('/')).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_tested_by(code: &str, test: &str) -> bool {
        match tests_of(code) {
            Tests::OneOf(all) | Tests::InsideOr(all) => all.iter().any(|own| fits(own, code, test)),
            Tests::NotNeeded => false,
        }
    }

    #[test]
    fn the_usual_layouts_are_known() {
        for (code, test) in [
            ("src/cart.ts", "src/cart.test.ts"),
            ("src/shop/cart.tsx", "src/shop/__tests__/cart.test.tsx"),
            ("src/shop/cart.ts", "tests/shop/cart.test.ts"),
            ("src/shop/cart.ts", "tests/unit/shop/cart.test.ts"),
            ("src/shop/useCart.ts", "src/shop/useCart.test.tsx"),
            ("cart.js", "test/cart.spec.js"),
            ("lib/cart.js", "test/cart.js"),
            ("shop/models.py", "shop/tests.py"),
            ("shop/management/commands/sweep.py", "shop/tests/test_sweep.py"),
            ("app/controllers/carts_controller.rb", "spec/requests/carts_spec.rb"),
            ("app/Http/Controllers/CartController.php", "tests/Feature/CartTest.php"),
            ("src/cart.rs", "tests/it/cart.rs"),
            ("app/cart.py", "tests/test_cart.py"),
            ("app/shop/cart.py", "tests/shop/test_cart.py"),
            ("pkg/cart.go", "pkg/cart_test.go"),
            ("pkg/cart.go", "pkg/all_test.go"),
            ("src/main/java/a/Cart.java", "src/test/java/a/CartTest.java"),
            ("src/main/java/a/Cart.java", "src/test/java/a/TestCart.java"),
            ("app/src/main/java/a/Cart.java", "app/src/test/kotlin/a/CartTest.kt"),
            ("src/main/kotlin/a/b/Cart.kt", "src/test/kotlin/a/b/CartTest.kt"),
            ("src/commonMain/kotlin/x/Cart.kt", "src/commonTest/kotlin/x/CartTest.kt"),
            ("app/Models/Cart.php", "tests/Unit/Models/CartTest.php"),
            ("src/Cart.php", "test/CartTest.php"),
            ("web/modules/custom/shop/src/Cart.php", "web/modules/custom/shop/tests/src/Unit/CartTest.php"),
            ("app/models/cart.rb", "spec/models/cart_spec.rb"),
            ("lib/cart.rb", "test/cart_test.rb"),
            ("lib/shop/cart.rb", "spec/lib/shop/cart_spec.rb"),
            ("engines/shop/app/models/shop/cart.rb", "engines/shop/spec/models/shop/cart_spec.rb"),
            ("src/cart.rs", "tests/cart.rs"),
            ("src/cart.rs", "src/cart_test.rs"),
            ("crates/a/src/cart.rs", "crates/a/tests/cart.rs"),
            ("src/shop/cart.py", "tests/shop/test_cart.py"),
            ("src/shop/api/v1/cart.py", "tests/unit/shop/api/v1/test_cart.py"),
            ("shop/cart.py", "test/unit/test_cart.py"),
            ("shop/views/cart.py", "shop/tests/views/test_cart.py"),
            ("backend/app/api/routes/items.py", "backend/app/tests/api/routes/test_items.py"),
            ("backend/app/api/cart.py", "backend/tests/api/test_cart.py"),
            ("src/shop/cart.py", "tests/test_shop_cart.py"),
            ("src/cart.ts", "src/__tests__/cart.test.ts"),
            ("src/cart.ts", "src/__tests__/cart.ts"),
            ("src/shop/cart.ts", "src/__tests__/shop/cart.ts"),
            ("src/cart.ts", "spec/cart.spec.ts"),
            ("lib/cart.js", "test/test-cart.js"),
            ("src/cart/cart.ts", "src/cart/tests/cart.test.ts"),
            ("src/features/cart/components/Cart.tsx", "src/features/cart/__tests__/Cart.test.tsx"),
            ("src/a/b/c/d/cart.ts", "tests/a/b/c/d/cart.test.ts"),
            ("src/lib/Cart.svelte", "src/lib/Cart.svelte.test.ts"),
            ("src/cart.ts", "src/cart.unit.test.ts"),
            ("src/cart.ts", "src/cart.int.spec.ts"),
            ("src/cart.ts", "src/cart.browser.test.ts"),
            ("src/Cart.tsx", "src/Cart.cy.tsx"),
            ("src/cart/cart.controller.ts", "test/cart.e2e-spec.ts"),
            ("src/cart.ts", "test/cart.e2e-spec.ts"),
            ("shop/_internal.py", "tests/test_internal.py"),
            ("shop/_internal.py", "tests/test__internal.py"),
            ("src/main/java/a/CartServiceImpl.java", "src/test/java/a/CartServiceTest.java"),
            ("src/main/java/a/CartServiceImpl.java", "src/test/java/a/CartServiceImplTest.java"),
            ("src/main/java/a/CartService.java", "src/test/java/a/CartServiceUnitTest.java"),
            ("packages/core/src/cart.ts", "packages/core/test/cart.test.ts"),
            ("app/cart/[id]/page.tsx", "app/cart/[id]/page.spec.tsx"),
            ("app/cart/[id]/page.tsx", "app/cart/[id]/__tests__/page.test.tsx"),
            ("pages/cart/[id].tsx", "__tests__/pages/cart/[id].test.tsx"),
        ] {
            assert!(is_tested_by(code, test), "{code} {test}");
        }
    }

    #[test]
    fn a_test_of_the_same_name_elsewhere_is_another_ones() {
        for (code, test) in [
            ("billing/views.py", "tests/shop/test_views.py"),
            ("app/checkout/page.tsx", "__tests__/cart/page.test.tsx"),
            ("src/shop/utils.ts", "tests/billing/utils.test.ts"),
            ("app/services/b/cart.rb", "spec/models/a/cart_spec.rb"),
            ("app/Shop/Invoice.php", "tests/Unit/Billing/InvoiceTest.php"),
            ("packages/core/src/cart.ts", "packages/b/test/cart.test.ts"),
            ("src/a/b/cart.ts", "tests/b/a/cart.test.ts"),
            ("app/cart/[id]/page.tsx", "app/cart/i/page.spec.tsx"),
            ("src/cart.ts", "src/cart.service.test.ts"),
            ("src/cart/cart.service.ts", "test/cart.e2e-spec.ts"),
            ("src/main/java/a/CartService.java", "src/test/java/a/CartServiceImplTest.java"),
        ] {
            assert!(!is_tested_by(code, test), "{code} {test}");
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
