//! What real runs say of files on the way to what fails, and of files that are not there.

use super::*;

#[test]
fn what_is_missing_is_read_however_it_is_said() {
    for (said, file) in [
        (
            "Error: Failed to resolve import \"./dep1\" from \"src/feature.ts\". Does the file exist?",
            "src/dep1.ts",
        ),
        (
            "Error: Failed to load url ../src/dep1.js (resolved id: ../src/dep1.js) in /w/test/a.test.js. Does the file exist?",
            "src/dep1.js",
        ),
        ("    Cannot find module './dep1' from 'src/feature.ts'", "src/dep1/index.ts"),
        (
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/src/dep1.js' imported from /w/src/feature.js",
            "src/dep1.js",
        ),
        ("Error: Cannot find module './lib/dep1'", "src/lib/dep1.js"),
        (
            "src/a.ts(1,7): error TS2307: Cannot find module './dep.service' or its corresponding type declarations.",
            "src/dep.service.ts",
        ),
        ("ERROR: Could not resolve \"./dep1\"", "src/dep1.ts"),
        ("E   ModuleNotFoundError: No module named 'shop.models'", "shop/models.py"),
        ("E   ModuleNotFoundError: No module named 'shop.models'", "src/shop/models/__init__.py"),
        ("ModuleNotFoundError: No module named shop", "shop/__init__.py"),
        ("E   ImportError: cannot import name 'models' from 'shop' (/w/shop/__init__.py)", "shop/models.py"),
        (
            "  = help: to create the module `cart`, create file \"src/cart.rs\" or \"src/cart/mod.rs\"\nerror[E0432]: unresolved import `crate::cart`",
            "src/cart.rs",
        ),
        ("3 |   ^^^^ could not find `cart` in `a`", "src/cart.rs"),
        ("error[E0425]: cannot find function `total` in module `crate::cart`", "src/cart.rs"),
        (
            "a.go:3:8: package example.com/app/internal/disc is not in std (/usr/go/src)",
            "internal/disc/disc.go",
        ),
        ("a.go:3:8: no required module provides package example.com/app/disc; to add it:", "disc/disc.go"),
        ("internal/cart/cart.go:5:9: undefined: tax.Rate", "internal/tax/tax.go"),
        ("  symbol:   class Discount", "src/main/java/com/acme/Discount.java"),
        (
            "[ERROR] /w/A.java:[3,16] package com.acme.tax does not exist",
            "src/main/java/com/acme/tax/Tax.java",
        ),
        (
            "e: file:///w/src/main/kotlin/A.kt:3:5 Unresolved reference 'Discount'.",
            "src/main/kotlin/Discount.kt",
        ),
        ("Error: Class \"App\\Shop\\Discount\" not found", "src/Shop/Discount.php"),
        (
            "A.cs(3,5): error CS0246: The type or namespace name 'Discount' could not be found",
            "Shop/Discount.cs",
        ),
        ("LoadError: cannot load such file -- shop/cart", "lib/shop/cart.rb"),
        ("NameError: uninitialized constant Shop::CartLine", "app/models/cart_line.rb"),
    ] {
        let told = around(said);
        assert!(told.iter().any(|told| is_around(file, told)), "{said}: {told:?}");
        assert!(!told.iter().any(|told| is_around("src/mail.ts", told)), "{said}: {told:?}");
    }
    for said in [
        "bash: jest: command not found",
        "12 passed, class 3 not found",
        "undefined: x",
        "Class loader ready",
    ] {
        assert_eq!(around(said), [""; 0], "{said}");
    }
}

#[test]
fn every_file_on_the_way_to_a_failure_is_named() {
    for (output, files) in [
        (
            " FAIL  test/flow.test.js > flow\nTypeError: no\n ❯ Module.tax src/tax.js:2:7\n      1| import './shown.js'\n ❯ Module.total src/cart.js:2:27\n ❯ test/flow.test.js:3:25\n",
            &["src/cart.js", "src/tax.js", "test/flow.test.js"][..],
        ),
        (
            "PASS test/log.test.js\n  console.log\n    x\n      at log (src/log.js:1:1)\nFAIL test/flow.test.js\n  ● flow\n\n    no\n\n      at tax (src/tax.ts:3:12)\n      at total (src/cart.ts:5:10)\n      at f (node_modules/x/a.js:1:1)\n",
            &["src/cart.ts", "src/tax.ts"],
        ),
        (
            "___ test_flow ___\n\n>   assert total(10)\n\ntests/test_flow.py:3: \n_ _ _ _ _\nshop/cart.py:3: in total\n    return tax(x)\nshop/tax.py:3: in tax\n===== short test summary info =====\n",
            &["shop/cart.py", "shop/tax.py", "tests/test_flow.py"],
        ),
        (
            "[ERROR] com.acme.CartTest.total -- Time elapsed: 0.01 s <<< FAILURE!\norg.opentest4j.AssertionFailedError: no\n\tat com.acme.CartTest.total(CartTest.java:9)\n\tat com.acme.Tax.rate(Tax.java:4)\n[ERROR] Failures: \n",
            &["CartTest.java", "Tax.java"],
        ),
        (
            "not ok 1 - t\n  stack: |-\n    tax (file:///w/src/tax.js:2:22)\nok 2 - u\n# src/other.js\n",
            &["/w/src/tax.js"],
        ),
        (
            "warning: unused\n --> src/b.rs:1:1\n\nerror[E0308]: mismatched types\n --> src/a.rs:3:5\n  |\nnote: function defined here\n --> src/c.rs:1:8\n",
            &["src/a.rs", "src/c.rs"],
        ),
    ] {
        assert_eq!(around(output), files, "{output}");
    }
}
