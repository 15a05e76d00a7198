//! Runs of real runners, and the files of tests that they were seen to fail.

use super::super::{Check, Scope};
use super::*;

const TESTS: &[&str] = &[
    "packages/a/src/cart.test.js",
    "packages/b/src/cart.test.js",
    "packages/b/src/pay.test.js",
    "src/old.test.js",
    "tests/test_cart.py",
    "tests/test_old.py",
    "tests/test_new.py",
    "back/shop/tests/test_cart.py",
    "site/manage.py",
    "site/pay/tests.py",
    "site/shop/tests/test_cart.py",
    "site/shop/tests/test_rack.py",
    "go.mod",
    "cart/cart_test.go",
    "cart/pay_test.go",
    "old/old_test.go",
    "spec/cart_spec.rb",
];

fn seen(command: &str, places: &[&str], output: &str) -> String {
    let names: Vec<String> = TESTS.iter().map(|name| (*name).to_owned()).collect();
    let text = |name: &str| Some(if name == "go.mod" { "module x\n".to_owned() } else { String::new() });
    let kind = Kind::of_runner(command.split(' ').next().unwrap_or_default());
    let places: Vec<String> = places.iter().map(|place| (*place).to_owned()).collect();
    let run = Evidence {
        what: Check::Tests,
        command: command.into(),
        scope: Scope::Whole,
        outcome: Outcome::Failed,
        tree: String::new(),
        place: places.first().cloned(),
        kind,
        alone: false,
        built: None,
        failing: None,
        around: Vec::new(),
        inside: Vec::new(),
        broken: false,
        within: Vec::new(),
        red: Vec::new(),
        parts: None,
        at: 0,
    };
    let failing = (!output.is_empty()).then(|| Failing::told_by(output));
    let at = Whereabouts { root: "/w", places: &places };
    let found = red(&run, failing.as_ref(), at, &Files { names: &names, text: &text });
    found.into_iter().map(|red| red.path).collect::<Vec<_>>().join(" ")
}

const VITEST: &str =
    " FAIL  src/cart.test.js > adds\nAssertionError: expected 4 to be 3\n ❯ src/cart.test.js:5:25\n";

#[test]
fn a_test_is_named_from_where_it_ran() {
    assert_eq!(seen("vitest run", &["packages/b"], VITEST), "packages/b/src/cart.test.js");
    assert_eq!(seen("vitest run", &["packages/a", "packages/b"], VITEST), "", "it may be either");
    let told = format!(" RUN  v3.2.4 /w/packages/b\n{VITEST}");
    assert_eq!(seen("vitest run", &["packages/a", "packages/b"], &told), "packages/b/src/cart.test.js");
    assert_eq!(
        seen("vitest run", &[""], &VITEST.replace("src/", "packages/a/src/")),
        "packages/a/src/cart.test.js"
    );
    assert_eq!(seen("jest", &[""], "FAIL /w/src/old.test.js\n"), "src/old.test.js");
    assert_eq!(
        seen("node --test", &[""], "✖ failing tests:\n\ntest at src/old.test.js:2:1\n✖ adds (0.7ms)\n"),
        "src/old.test.js"
    );
    assert_eq!(seen("rspec", &[""], "rspec ./spec/cart_spec.rb:8 # Cart adds\n"), "spec/cart_spec.rb");
}

#[test]
fn what_a_test_prints_or_goes_through_is_not_what_fails() {
    let printed = "FAILED tests/test_cart.py::test_a - x\n= short test summary info =\nFAILED tests/test_old.py::test_b - assert False\n";
    assert_eq!(seen("pytest", &[""], printed), "tests/test_old.py");
    let through = "_____ test_b _____\n\n    helper()\n\ntests/test_old.py:3: \n_ _ _\n    raise ValueError\n\ntests/test_cart.py:2: ValueError\n\
                   = short test summary info =\nFAILED tests/test_old.py::test_b - ValueError\n";
    assert_eq!(seen("pytest", &[""], through), "tests/test_old.py");
}

#[test]
fn where_nothing_is_named_the_only_one_has_failed() {
    assert_eq!(seen("vitest run src/cart.test.js", &["packages/b"], ""), "packages/b/src/cart.test.js");
    assert_eq!(seen("vitest run", &["packages/a"], ""), "packages/a/src/cart.test.js");
    assert_eq!(seen("vitest run", &["packages/b"], ""), "", "there are two");
    assert_eq!(seen("pytest tests/test_cart.py::test_a", &[""], ""), "tests/test_cart.py");
    assert_eq!(seen("pytest tests/test_cart.py tests/test_old.py", &[""], ""), "");
    assert_eq!(seen("pytest", &[""], ".F  [100%]\n"), "");
    let covered =
        "Tests:       1 passed, 1 total\nJest: \"global\" coverage threshold for lines (100%) not met: 50%\n";
    assert_eq!(seen("jest src/old.test.js", &[""], covered), "", "no test has failed");
}

#[test]
fn a_package_of_go_is_named_as_one() {
    let plain = "ok  \tx/cart\t0.035s\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tx/old\t0.033s\nFAIL\n";
    assert_eq!(seen("go test ./...", &[""], plain), "old/old_test.go");
    let json = "{\"Action\":\"output\",\"Package\":\"x/cart\",\"Output\":\"ok  \\tx/cart\\t0.014s\\n\"}\n\
                {\"Action\":\"output\",\"Package\":\"x/old\",\"Output\":\"FAIL\\tx/old\\t0.01s\\n\"}\n";
    assert_eq!(seen("go test -json ./...", &[""], json), "old/old_test.go");
    assert_eq!(seen("go test ./...", &[""], "FAIL\tx/cart\t0.03s\n"), "cart/cart_test.go cart/pay_test.go");
    let named = "--- FAIL: TestPay (0.00s)\n    pay_test.go:4: x\nFAIL\nFAIL\tx/cart\t0.03s\n";
    assert_eq!(seen("go test ./...", &[""], named), "cart/pay_test.go");
    let unbuilt = "# x/cart\ncart/doc.go:3:1: syntax error\nFAIL\tx/cart [build failed]\n";
    assert_eq!(seen("go test ./...", &[""], unbuilt), "", "no test is named for it");
    let undefined =
        "# x/cart [x/cart.test]\ncart/cart_test.go:3:40: undefined: Add\nFAIL\tx/cart [build failed]\n";
    assert_eq!(seen("go test ./...", &[""], undefined), "cart/cart_test.go");
}

#[test]
fn a_module_of_python_is_named_with_dots() {
    let all = "tests/test_cart.py tests/test_new.py tests/test_old.py";
    for output in [
        include_str!("../../toolchain/outputs/unittest.txt"),
        include_str!("../../toolchain/outputs/unittest-old.txt"),
        // Where it ran in a container, or its frames are cut off.
        &include_str!("../../toolchain/outputs/unittest.txt").replace("/w/", "/app/"),
    ] {
        assert_eq!(seen("python3 -m unittest", &[""], output), all, "{output}");
    }
    let django = include_str!("../../toolchain/outputs/django.txt");
    for at in [&["site"][..], &["site/shop"]] {
        let own = django.replace("/w/", "/app/");
        assert_eq!(seen("python manage.py test", at, &own), "site/shop/tests/test_cart.py", "{at:?}");
    }
    let bare = "FAIL: test_a (shop.tests.test_cart.CartTest)\n";
    assert_eq!(seen("python -m unittest", &["back"], bare), "back/shop/tests/test_cart.py");
    assert_eq!(seen("python -m unittest", &[""], bare), "", "it may be either");
    for (test, expected) in [
        ("test_a (pay.tests.CartTest)", "site/pay/tests.py"),
        ("test_a (pay.tests.CartTest.test_a)", "site/pay/tests.py"),
        ("setUpClass (pay.tests.CartTest)", "site/pay/tests.py"),
        ("setUpModule (pay.tests)", "site/pay/tests.py"),
        ("pay.tests (unittest.loader._FailedTest)", ""),
    ] {
        assert_eq!(seen("python manage.py test", &["site"], &format!("ERROR: {test}\n")), expected, "{test}");
    }
}

#[test]
fn what_no_module_is_named_for_is_no_test_that_fails() {
    let none = include_str!("../../toolchain/outputs/unittest-none.txt");
    assert_eq!(seen("python3 -m unittest tests.nope", &[""], none), "");
    let gone = none.replace("nope", "test_cart");
    assert_eq!(seen("python3 -m unittest tests.more.test_cart", &[""], &gone), "", "there is none to load");
    assert_eq!(seen("python3 -m unittest", &[""], "FAIL: (something else)\nERROR: it (is) not\n"), "");
}

#[test]
fn a_name_with_dots_is_a_test_by_itself() {
    for (command, at, expected) in [
        ("python3 -m unittest tests.test_cart", "", "tests/test_cart.py"),
        ("python3 -m unittest -v tests.test_cart.CartTest.test_a", "", "tests/test_cart.py"),
        ("python3 -m unittest tests.test_cart tests.test_old", "", ""),
        ("python3 -m unittest tests", "", ""),
        ("python3 -m unittest -k tests.test_cart", "", ""),
        ("python manage.py test pay", "site", "site/pay/tests.py"),
        ("python manage.py test shop.tests.test_cart", "site", "site/shop/tests/test_cart.py"),
        ("python manage.py test shop.tests", "site", ""),
        ("python manage.py test pay.tests.CartTest", "site", "site/pay/tests.py"),
        ("python3 -m django test pay", "site", "site/pay/tests.py"),
    ] {
        assert_eq!(seen(command, &[at], ""), expected, "{command}");
    }
}
