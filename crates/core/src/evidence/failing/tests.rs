//! Outputs of real runs, and what they say fails.

use super::*;

#[test]
fn the_files_that_fail_are_those_that_are_named_so() {
    for (output, expected) in [
        (include_str!("../../toolchain/outputs/vitest.txt"), &["src/cart.test.ts"][..]),
        (include_str!("../../toolchain/outputs/vitest-unread.txt"), &["/w/src/a.ts", "src/a.test.ts"]),
        (include_str!("../../toolchain/outputs/jest.txt"), &["src/cart.test.ts", "src/shop.test.ts"]),
        (include_str!("../../toolchain/outputs/jest-unread.txt"), &["/w/src/a.js", "src/a.test.js"]),
        (include_str!("../../toolchain/outputs/pytest.txt"), &["tests/test_cart.py"]),
        (
            include_str!("../../toolchain/outputs/pytest-unloaded.txt"),
            &["/w/cart.py", "tests/test_b.py", "tests/test_cart.py"],
        ),
        (
            include_str!("../../toolchain/outputs/unittest.txt"),
            &[
                "/w/tests/test_cart.py",
                "/w/tests/test_new.py",
                "/w/tests/test_old.py",
                "tests/test_cart.py",
                "tests/test_old.py",
            ],
        ),
        (include_str!("../../toolchain/outputs/unittest-none.txt"), &[]),
        (
            include_str!("../../toolchain/outputs/django.txt"),
            &["/w/shop/tests/test_cart.py", "shop/tests/test_cart.py"],
        ),
        (include_str!("../../toolchain/outputs/cargo.txt"), &["src/lib.rs"]),
        (include_str!("../../toolchain/outputs/go.txt"), &["/w/shelf.go", "cart_test.go"]),
        (include_str!("../../toolchain/outputs/go-build.txt"), &["cart_test.go"]),
        (include_str!("../../toolchain/outputs/go-mixed.txt"), &["a.go", "b_test.go"]),
        (include_str!("../../toolchain/outputs/gradle.txt"), &["CartTest.java"]),
        (include_str!("../../toolchain/outputs/maven.txt"), &["CartTest.java"]),
        (
            include_str!("../../toolchain/outputs/maven-build.txt"),
            &["/w/src/main/java/com/example/Cart.java"],
        ),
        (include_str!("../../toolchain/outputs/minitest.txt"), &["test/cart_test.rb"]),
        (include_str!("../../toolchain/outputs/node.txt"), &["/w/cart.test.js"]),
        (include_str!("../../toolchain/outputs/phpunit.txt"), &["/w/tests/CartTest.php"]),
        (include_str!("../../toolchain/outputs/rspec.txt"), &["spec/cart_spec.rb"]),
        (
            "error[E0425]: cannot find function `total` in crate `shop`\n --> tests/cart.rs:3:25\n  |\n3 |  shop::total();\n",
            &["tests/cart.rs"],
        ),
    ] {
        assert_eq!(Failing::told_by(output).files, expected, "{output}");
    }
}

#[test]
fn a_file_is_named_from_wherever_it_was_run() {
    for (file, told, expected) in [
        ("web/src/a.test.ts", "src/a.test.ts", true),
        ("src/a.test.ts", "/work/shop/src/a.test.ts", true),
        ("src/test/java/shop/CartTest.java", "CartTest.java", true),
        ("src/a.test.ts", "src/a.test.ts", true),
        ("src/aa.test.ts", "a.test.ts", false),
        ("src/a.test.ts", "lib/a.test.ts", false),
    ] {
        assert_eq!(is_named_by(file, told), expected, "{file} {told}");
    }
}

/// What `cargo test` prints where a test calls what is not there yet.
const UNDEFINED: &str = "warning: unused import: `super::*`\n --> src/shelf.rs:4:6\n  |\n\nerror[E0425]: cannot find function `total` in this \
     scope\n --> src/cart.rs:6:22\n  |\n6 |  fn t() { assert_eq!(total(), 3); }\n\nerror: could not compile `shop` (lib test) due to 1 previous \
     error; 1 warning emitted\n";

const TESTED: &str = "pub fn old() {}\n#[cfg(test)]\nmod tests {\n use super::*;\n #[test]\n fn t() { assert_eq!(total(), 3); }\n}\n";

#[test]
fn a_warning_is_no_failure() {
    assert_eq!(Failing::told_by(UNDEFINED).files, ["src/cart.rs"]);
}

/// The files whose own tests fail, by what is printed.
fn inside(output: &str, tree: &[(&str, &str)]) -> Vec<String> {
    let names: Vec<String> = tree.iter().map(|(name, _)| (*name).to_owned()).collect();
    let text = |name: &str| Some(tree.iter().find(|(own, _)| *own == name)?.1.to_owned());
    let found = Failing::told_by(output).inside(&Files { names: &names, text: &text });
    found.into_iter().map(|inside| inside.path).collect()
}

#[test]
fn tests_inside_of_a_file_fail_where_a_line_of_them_does() {
    let later = format!("{}{TESTED}", "fn f() {}\n".repeat(6));
    assert_eq!(inside(UNDEFINED, &[("src/cart.rs", TESTED), ("src/shelf.rs", TESTED)]), ["src/cart.rs"]);
    assert_eq!(inside(UNDEFINED, &[("crates/a/src/cart.rs", TESTED)]), ["crates/a/src/cart.rs"]);
    for text in [&later, "fn f() {}\n"] {
        assert_eq!(inside(UNDEFINED, &[("src/cart.rs", text)]), [""; 0], "{text}");
    }
}

#[test]
fn tests_inside_of_a_file_fail_where_they_are_named() {
    let output = "test cart::price::tests::adds ... FAILED\n\n---- cart::price::tests::adds stdout ----\n\nthread \
                  'cart::price::tests::adds' (7) panicked at src/cart/price.rs:1:15:\nnot yet implemented\n";
    for (tree, expected) in [
        (
            &["src/cart/price.rs", "src/cart.rs", "src/price.rs", "src/cart/price_list.rs"][..],
            &["src/cart/price.rs"][..],
        ),
        (&["crates/a/src/cart/price/mod.rs", "crates/b/src/cart.rs"], &["crates/a/src/cart/price/mod.rs"]),
        // A module may stand in the file of the one around it.
        (&["src/cart.rs", "src/lib.rs"], &["src/cart.rs"]),
        (&["src/car.rs"], &[]),
    ] {
        let tree: Vec<(&str, &str)> = tree.iter().map(|name| (*name, TESTED)).collect();
        assert_eq!(inside(output, &tree), expected, "{tree:?}");
    }
}

#[test]
fn tests_inside_of_a_file_are_known_by_how_they_are_written() {
    let own = Inside::of("src/cart.rs", TESTED);
    assert_eq!(own, Inside::of("src/cart.rs", &format!("pub fn more() {{}}\n{TESTED}")));
    assert_ne!(own, Inside::of("src/cart.rs", &TESTED.replace('3', "4")));
    assert_eq!(Inside::of("src/cart.py", TESTED), None);
}

#[test]
fn code_that_does_not_compile_is_told_from_a_test_that_does_not() {
    for (output, broken) in [
        (
            "error[E0583]: file not found for module `cart`\n --> src/lib.rs:1:1\n\nerror: could not compile `shop` (lib)\n",
            true,
        ),
        (include_str!("../../toolchain/outputs/maven-build.txt"), true),
        ("FAIL\tshop [build failed]\n# shop\n./cart.go:3:1: syntax error\n", true),
        (include_str!("../../toolchain/outputs/go-build.txt"), false),
        (
            "error[E0425]: no\n --> tests/cart.rs:3:25\n\nerror: could not compile `shop` (test \"cart\")\n",
            false,
        ),
        (include_str!("../../toolchain/outputs/cargo.txt"), false),
    ] {
        assert_eq!(Failing::told_by(output).is_broken(), broken, "{output}");
    }
}
